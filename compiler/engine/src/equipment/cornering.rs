//! The cornering stiffness of tyres in a motion on level ground.

use super::tyre::side;
use wishbone::ports::WheelMotion;
use wishbone::terrain::Flat;
use wishbone::tyre::{Carpet, Contact, Law, Slip};
use wishbone_compiler::model::equipment::{Device, TyreLaw, UseCarpet, with_law};
use wishbone_compiler::pipeline::Compiled;

/// Slip angle that counts as none [rad].
const NEAR: f64 = 1e-7;
/// Slip angle of a motion that is still small: 0.1 deg [rad].
const WIDE: f64 = 0.1 * core::f64::consts::PI / 180.0;
/// Speed below which slips are regularised [m/s].
const SLOW: f64 = 1.0;

/// Cornering stiffness of a tyre about the slips of a motion [N/rad], by central differences of its steady side force over the slip angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cornering {
    /// About these very slips.
    pub near: f64,
    /// Over 0.1 deg to both sides.
    pub wide: f64,
}

/// The cornering stiffness of each wheel's tyre. `None` for a wheel without tyre or in the air, and for a tyre of Calspan's law, which has no
/// force along the road.
pub fn cornering(compiled: &Compiled, wheels: &[WheelMotion]) -> Vec<Option<Cornering>> {
    let mut found = vec![None; wheels.len()];
    for piece in &compiled.model.equipment {
        let Device::Tyre(tyre) = &piece.kind else {
            continue;
        };
        for (&wheel, &is_left) in tyre.wheels.iter().zip(&tyre.on_the_left) {
            let motion = &wheels[wheel];
            found[wheel] = match &tyre.law {
                TyreLaw::ByNumbers(law) => with_law!(law, law => of_law(law, motion)),
                TyreLaw::MagicFormula(file) => of_law(&file.mounted(side(is_left)), motion),
                TyreLaw::Tables(tables) => tables.with(In(motion)),
                TyreLaw::Calspan(_) => None,
            };
        }
    }
    found
}

/// A motion of a wheel with a tyre given by tables.
struct In<'w>(&'w WheelMotion);

impl UseCarpet for In<'_> {
    type Result = Option<Cornering>;

    fn of<const C: usize>(self, law: Carpet<C>) -> Option<Cornering> {
        of_law(&law, self.0)
    }
}

fn of_law<L: Law<f64>>(law: &L, motion: &WheelMotion) -> Option<Cornering> {
    let contact = Contact::of(motion, law.radius(), &Flat, 0.0)?;
    let loaded = law.loaded(&contact, law.normal_force(&contact));
    let slip = contact.slip(law.effective_radius(&contact, &loaded), SLOW);
    let across = |turn: f64| {
        let angle = slip.angle + turn;
        law.force(&contact, &loaded, Slip { angle, ..slip }).force[1]
    };
    let [near, wide] = [NEAR, WIDE].map(|turn| (across(-turn) - across(turn)) / (2.0 * turn));
    Some(Cornering { near, wide })
}
