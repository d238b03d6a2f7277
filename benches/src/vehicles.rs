//! Visits the library's vehicles, which have different types.

use wishbone::solver::Solver;
use wishbone_vehicles::bare::{Hmmwv14, QuarterSla, Semitrailer12};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// An action on each vehicle.
pub trait Visit {
    /// Visits one vehicle of the library.
    fn vehicle<S: Solver + Default + Clone>(&mut self, declaration: &'static str);
}

/// Visits all.
pub fn all(visitor: &mut impl Visit) {
    visitor.vehicle::<FourBar>(FourBar::DECLARATION);
    visitor.vehicle::<QuarterCar>(QuarterCar::DECLARATION);
    visitor.vehicle::<Hmmwv>(Hmmwv::DECLARATION);
    visitor.vehicle::<QuarterSla>(QuarterSla::DECLARATION);
    visitor.vehicle::<Hmmwv14>(Hmmwv14::DECLARATION);
    visitor.vehicle::<Semitrailer12>(Semitrailer12::DECLARATION);
}

/// An action on each vehicle with each method.
#[cfg(feature = "methods")]
pub trait VisitMethod {
    /// Visits one vehicle with one method.
    fn vehicle<S: Solver + Default + Clone>(&mut self, method: &Made);
}

/// Description of a solver.
#[cfg(feature = "methods")]
pub struct Made {
    /// Name of the method, or `alone` for the compiler's choice without lanes, at the highest level.
    pub method: &'static str,
    /// Name of the file with its text.
    pub file: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

#[cfg(feature = "methods")]
macro_rules! by_methods {
    ($($module:ident: $type:ident, $vehicle:literal, $method:literal;)*) => {
        $(
            #[allow(missing_docs, clippy::all)]
            pub mod $module {
                include!(concat!(env!("OUT_DIR"), "/", $vehicle, "_", $method, ".rs"));
            }
        )*

        /// Visits all vehicles with all methods.
        pub fn by_method(visitor: &mut impl VisitMethod) {
            $(visitor.vehicle::<$module::$type>(&Made {
                method: $method,
                file: concat!($vehicle, "_", $method, ".rs"),
                text: include_str!(concat!(env!("OUT_DIR"), "/", $vehicle, "_", $method, ".rs")),
            });)*
        }
    };
}

#[cfg(feature = "methods")]
by_methods! {
    four_bar_recursive: FourBar, "four_bar", "recursive";
    four_bar_synthesis: FourBar, "four_bar", "synthesis";
    four_bar_lagrange: FourBar, "four_bar", "lagrange";
    four_bar_cartesian: FourBar, "four_bar", "synthesis_cartesian";
    four_bar_auto: FourBar, "four_bar", "auto";
    quarter_car_recursive: QuarterCar, "quarter_car", "recursive";
    quarter_car_synthesis: QuarterCar, "quarter_car", "synthesis";
    quarter_car_lagrange: QuarterCar, "quarter_car", "lagrange";
    quarter_car_cartesian: QuarterCar, "quarter_car", "synthesis_cartesian";
    quarter_car_auto: QuarterCar, "quarter_car", "auto";
    hmmwv_recursive: Hmmwv, "hmmwv", "recursive";
    hmmwv_synthesis: Hmmwv, "hmmwv", "synthesis";
    hmmwv_lagrange: Hmmwv, "hmmwv", "lagrange";
    hmmwv_cartesian: Hmmwv, "hmmwv", "synthesis_cartesian";
    hmmwv_auto: Hmmwv, "hmmwv", "auto";
    quarter_sla_recursive: QuarterSla, "quarter_sla", "recursive";
    quarter_sla_synthesis: QuarterSla, "quarter_sla", "synthesis";
    quarter_sla_lagrange: QuarterSla, "quarter_sla", "lagrange";
    quarter_sla_cartesian: QuarterSla, "quarter_sla", "synthesis_cartesian";
    quarter_sla_auto: QuarterSla, "quarter_sla", "auto";
    hmmwv14_recursive: Hmmwv14, "hmmwv14", "recursive";
    hmmwv14_synthesis: Hmmwv14, "hmmwv14", "synthesis";
    hmmwv14_lagrange: Hmmwv14, "hmmwv14", "lagrange";
    hmmwv14_cartesian: Hmmwv14, "hmmwv14", "synthesis_cartesian";
    hmmwv14_auto: Hmmwv14, "hmmwv14", "auto";
    semitrailer12_recursive: Semitrailer12, "semitrailer12", "recursive";
    semitrailer12_synthesis: Semitrailer12, "semitrailer12", "synthesis";
    semitrailer12_lagrange: Semitrailer12, "semitrailer12", "lagrange";
    semitrailer12_cartesian: Semitrailer12, "semitrailer12", "synthesis_cartesian";
    semitrailer12_auto: Semitrailer12, "semitrailer12", "auto";
    hmmwv_alone: Hmmwv, "hmmwv", "alone";
    hmmwv14_alone: Hmmwv14, "hmmwv14", "alone";
}
