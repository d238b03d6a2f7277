//! Numbers of a vehicle that its declaration gives, and that a kinematics rig does not measure.

use crate::vehicle::{Running, Weight, shares};
use wishbone_compiler::model::equipment::{self, Brakes, Device, Steering};
use wishbone_engine::equipment::vertical_rates;
use wishbone_studies::kc::Vehicle;

/// The numbers of a vehicle. `held` are the positions of the held bodies among the moving bodies.
pub fn vehicle(running: &Running, held: &[usize]) -> Vehicle {
    let compiled = &running.compiled;
    let weight = Weight::of(compiled);
    let loads = weight.and_then(|weight| weight.loads(compiled));
    let pieces = &compiled.model.equipment;
    let chassis =
        |wheel: &wishbone_compiler::model::Wheel| held.iter().any(|body| wheel.driven_from.index() == body + 1);
    Vehicle {
        centre_of_mass: weight.map(|weight| weight.centre.into()),
        tyre_rates: loads.and_then(|loads| vertical_rates(compiled, &loads)),
        brakes: pieces.iter().find_map(|piece| match &piece.kind {
            Device::Brakes(brakes) => braked(brakes, &running.radii),
            _ => None,
        }),
        drive: shares::of(running),
        drive_on_chassis: compiled.model.wheels.iter().map(chassis).collect(),
        steering: match equipment::steering(pieces) {
            Some(Steering::Driven { ratio, .. }) => Some(1.0 / ratio),
            Some(Steering::Column(column)) => Some(1.0 / column.ratio),
            None => None,
        },
    }
}

/// Share of each wheel in the braking force: torque divided by radius.
fn braked(brakes: &Brakes, radii: &[f64]) -> Option<Vec<f64>> {
    let forces = brakes.torque.iter().zip(radii).map(|(torque, radius)| torque / radius);
    shares::parts(forces.collect())
}
