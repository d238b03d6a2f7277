//! Real vehicles, declared from published data.
//!
//! Each module is one vehicle: its declaration, and above the declaration the source of every figure and the
//! assumptions. The types implement [`wishbone::solver::Solver`].
//!
//! # Which one to start with
//!
//! - [`QuarterCar`], one corner on a short-long-arm suspension, is the one to read. It shows all elements of a
//!   declaration on one page, and its solver is small enough to be read.
//! - [`Hmmwv`] is meant for driving: a truck on four double wishbones, with steering, nonlinear springs and spinning
//!   wheels, and with its equipment: tyres, powertrain, brakes. [`manoeuvres`] belongs to it.
//! - [`FourBar`], a parallelogram of five bars, is meant for checks: its motion is known in closed form, its loops are
//!   redundant, and it passes through a singular position.
//! - [`DeyoSedan`], [`MacphersonCar`], [`SmallCar`] and [`TractorSemitrailer`] are vehicles of the literature on real-time
//!   simulation. Where the literature prints no data, they have those of similar vehicles. [`benchmarks`] has their manoeuvres, and
//!   [`wishbone::start`] puts any vehicle on the road.
//! - [`Iltis`] is the benchmark vehicle of the IAVSD, with published forces and a manoeuvre that a different program has computed.
//! - [`bare`] contains three vehicles without springs and wheels, to compare solvers on equal terms.

pub mod bare;
pub mod benchmarks;
pub mod deyo_sedan;
pub mod four_bar;
pub mod hmmwv;
pub mod iltis;
pub mod macpherson_car;
pub mod manoeuvres;
pub mod quarter_car;
pub mod small_car;
pub mod tractor_semitrailer;

pub use deyo_sedan::DeyoSedan;
pub use four_bar::FourBar;
pub use hmmwv::{Hmmwv, HmmwvPitman};
pub use iltis::Iltis;
pub use macpherson_car::MacphersonCar;
pub use quarter_car::QuarterCar;
pub use small_car::SmallCar;
pub use tractor_semitrailer::TractorSemitrailer;

/// Every vehicle: the name of its module, and its declaration.
pub const DECLARATIONS: &[(&str, &str)] = &[
    ("deyo_sedan", DeyoSedan::DECLARATION),
    ("four_bar", FourBar::DECLARATION),
    ("hmmwv", Hmmwv::DECLARATION),
    ("hmmwv14", bare::Hmmwv14::DECLARATION),
    ("hmmwv_pitman", HmmwvPitman::DECLARATION),
    ("iltis", Iltis::DECLARATION),
    ("macpherson_car", MacphersonCar::DECLARATION),
    ("quarter_car", QuarterCar::DECLARATION),
    ("quarter_sla", bare::QuarterSla::DECLARATION),
    ("semitrailer12", bare::Semitrailer12::DECLARATION),
    ("small_car", SmallCar::DECLARATION),
    ("tractor_semitrailer", TractorSemitrailer::DECLARATION),
];
