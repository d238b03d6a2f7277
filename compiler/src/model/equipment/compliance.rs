//! Wheels that steer and lean under the load of their tyre.

use super::by_numbers::with_law;
use super::read::{Reader, Sign};
use super::tables::UseCarpet;
use super::tyre::TyreLaw;
use crate::front::suggest;
use crate::front::units;
use crate::model::namespace::Kind;
use wishbone_laws::tyre::{Carpet, Compliance, Contact, Law, Slip};

/// Compliance of the suspensions of wheels by coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compliant {
    /// The coefficients of wheels on the left.
    pub on_the_left: Compliance,
    /// Time constant of the angles [s].
    pub lag: f64,
}

impl Compliant {
    /// The coefficients on a side.
    pub fn on_side(&self, is_left: bool) -> Compliance {
        match is_left {
            true => self.on_the_left,
            false => self.on_the_left.mirrored(),
        }
    }
}

/// Reads `compliance: coefficients(steer_by_lateral_force: .., .., lag: ..)`; `None` if it is not given.
pub(super) fn read(reader: &mut Reader) -> Option<Compliant> {
    let value = reader.optional("compliance")?;
    reader.call("compliance", value, &["coefficients"], |reader, _| {
        let mut by_force = |key| reader.number_or(key, &units::ANGLE_PER_FORCE, Sign::Any, 0.0);
        let steer_by_lateral_force = by_force("steer_by_lateral_force");
        let steer_by_longitudinal_force = by_force("steer_by_longitudinal_force");
        let inclination_by_lateral_force = by_force("inclination_by_lateral_force");
        let on_the_left = Compliance {
            steer_by_lateral_force,
            steer_by_aligning_moment: reader.number_or(
                "steer_by_aligning_moment",
                &units::ANGLE_PER_TORQUE,
                Sign::Any,
                0.0,
            ),
            steer_by_longitudinal_force,
            inclination_by_lateral_force,
        };
        let lag = reader.delay_or("lag", Sign::Positive, 0.01);
        Some(Compliant { on_the_left, lag })
    })
}

/// A rolling tyre under a load.
struct Loaded<'t> {
    /// [N]
    load: f64,
    /// Lateral force [N] and aligning moment [N m] by slip angle and inclination [rad].
    response: &'t dyn Fn(f64, f64) -> [f64; 2],
}

/// Refuses wheels whose steer angle or inclination grows by itself: under its nominal load, the tyre returns more than
/// the whole angle. The lag of the angles does not matter.
pub(super) fn check(compliant: &Compliant, law: &TyreLaw, wheels: &[usize], reader: &mut Reader) {
    let compliance = compliant.on_the_left;
    let mut message = None;
    under_nominal_load(law, &mut |tyre| {
        let feedback = compliance.feedback(tyre.response);
        if feedback >= 1.0 {
            let by_force = Compliance {
                steer_by_lateral_force: 1.0,
                ..Compliance::default()
            };
            let stiffness = by_force.feedback(tyre.response);
            message = Some(format!(
                "under {:.0} N a steer angle or an inclination comes back {feedback:.2} times as large: the tyre answers with {stiffness:.0} N/rad",
                tyre.load
            ));
        }
    });
    let Some(message) = message else { return };
    let names: Vec<&str> = wheels
        .iter()
        .map(|&wheel| reader.context.scope.name(Kind::Wheel, wheel))
        .collect();
    let turn = if names.len() == 1 { "turns" } else { "turn" };
    let message = format!("{} {turn} away: {message}", suggest::quoted(&names));
    let place = reader.place_of("compliance");
    reader.refuse(
        place,
        message,
        "less than the whole angle has to come back; test stands find some hundredths of a degree per kilonewton",
    );
}

/// Evaluates a tyre under its nominal load. This is the load of the law, the greatest load of its tables, the load with the
/// greatest slip stiffness, or any load for a linear tyre.
fn under_nominal_load(law: &TyreLaw, show: &mut dyn FnMut(Loaded)) {
    match law {
        TyreLaw::ByNumbers(law) => with_law!(law, tyre => {
            let usual = || tyre.stiffness * 0.05 * tyre.radius;
            pressed(tyre, law.nominal_load().unwrap_or_else(usual), show)
        }),
        TyreLaw::MagicFormula(file) => {
            let nominal = file.coefficients.fnomin * file.coefficients.lfzo;
            pressed(&file.mounted(file.side), nominal, show);
        }
        TyreLaw::Tables(tables) => tables.with(Fullest(show)),
        TyreLaw::Calspan(tyre) => {
            let load = 0.5 * tyre.stiffnesses[2];
            let response = |angle: f64, inclination: f64| {
                let side = tyre.side_force(load, angle, inclination, 1.0);
                [side, tyre.aligning_moment(load, side)]
            };
            let response = &response;
            show(Loaded { load, response });
        }
    }
}

/// Evaluates a tyre by tables under the greatest load of its tables.
struct Fullest<'s>(&'s mut dyn FnMut(Loaded));

impl UseCarpet for Fullest<'_> {
    type Result = ();

    fn of<const C: usize>(self, carpet: Carpet<C>) {
        let greatest = carpet.lateral[0].loads().last().copied().unwrap_or(0.0);
        pressed(&carpet, greatest, self.0);
    }
}

/// Speed at which a wheel is looked at [m/s].
const SPEED: f64 = 20.0;
/// Halvings of a deflection until it carries a load.
const HALVINGS: usize = 60;

/// Passes to `show` a tyre that rolls straight ahead and is pressed to the ground by a load [N].
fn pressed(law: &impl Law<f64>, load: f64, show: &mut dyn FnMut(Loaded)) {
    let at = |deflection: f64| Contact {
        arm: [0.0; 2],
        longitudinal: [1.0, 0.0, 0.0],
        lateral: [0.0, 1.0, 0.0],
        normal: [0.0, 0.0, 1.0],
        deflection,
        deflection_rate: 0.0,
        inclination: 0.0,
        velocity: [SPEED, 0.0],
        spin: SPEED / law.radius(),
        friction: 1.0,
    };
    let (mut low, mut high) = (0.0, law.radius());
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match law.normal_force(&at(middle)) < load {
            true => low = middle,
            false => high = middle,
        }
    }
    let contact = at(high);
    let response = |angle: f64, inclination: f64| {
        let leaning = Contact { inclination, ..contact };
        let slip = Slip {
            longitudinal: 0.0,
            angle,
        };
        let found = law.steady(&leaning, load, slip);
        [found.force[1], found.moment[2]]
    };
    let response = &response;
    show(Loaded { load, response });
}
