//! Numbers of a vehicle that its declaration gives, and that a kinematics rig does not measure.

use super::kc::end;
use crate::vehicle::{Running, coupled, shares};
use nalgebra::Vector3;
use wishbone_compiler::model::Model;
use wishbone_compiler::model::equipment::{self, Device, Steering};
use wishbone_engine::Engine;
use wishbone_engine::equipment::vertical_rates;
use wishbone_studies::kc::Vehicle;
use wishbone_studies::rig::Rig;

/// The numbers of a vehicle on a rig, which has reached its position.
pub fn vehicle(running: &Running, rig: &mut Rig<Engine>) -> Vehicle {
    let compiled = &running.compiled;
    let pieces = &compiled.model.equipment;
    Vehicle {
        centre_of_mass: centre_of_mass(&compiled.model, rig),
        tyre_rates: running.loads().and_then(|loads| vertical_rates(compiled, &loads)),
        units: coupled::units(&compiled.model),
        brakes: pieces.iter().find_map(|piece| match &piece.kind {
            Device::Brakes(brakes) => forces(&brakes.torque, &running.radii),
            _ => None,
        }),
        drive: shares::of(running, None).and_then(|torques| forces(&torques, &running.radii)),
        driven_from: compiled
            .model
            .wheels
            .iter()
            .map(|wheel| wheel.driven_from.index().checked_sub(1))
            .collect(),
        steering: match equipment::steering(pieces) {
            Some(Steering::Driven { ratio, .. }) => Some(1.0 / ratio),
            Some(Steering::Column(column)) => Some(1.0 / column.ratio),
            None => None,
        },
    }
}

/// Centre of mass of bodies, wheels and rods in the position of the rig, along world axes [m]; `None` for a vehicle
/// without mass.
fn centre_of_mass(model: &Model, rig: &mut Rig<Engine>) -> Option<[f64; 3]> {
    let (motions, wheels) = (rig.bodies(), rig.wheels());
    let bodies = model.bodies[1..].iter().zip(&motions);
    let bodies = bodies.map(|(body, motion)| (*body.mass, Vector3::from(motion.com)));
    let wheels = model.wheels.iter().zip(&wheels);
    let wheels = wheels.map(|(wheel, motion)| (*wheel.mass, Vector3::from(motion.centre)));
    let rods = model.joints.iter().filter_map(|joint| {
        let rod = joint.kind.rod()?;
        let ends = [end(model, joint.first, **rod.from), end(model, joint.second, **rod.to)];
        let [from, to] = ends.map(|end| Vector3::from(end.at(&motions)));
        Some((**rod.mass?, 0.5 * (from + to)))
    });
    let parts: Vec<(f64, Vector3<f64>)> = bodies.chain(wheels).chain(rods).collect();
    let mass: f64 = parts.iter().map(|(mass, _)| mass).sum();
    let moment: Vector3<f64> = parts.iter().map(|(mass, place)| *mass * place).sum();
    (mass > 0.0).then(|| (moment / mass).into())
}

/// Share of each wheel in the force of torques: torque divided by radius.
fn forces(torques: &[f64], radii: &[f64]) -> Option<Vec<f64>> {
    let forces = torques.iter().zip(radii).map(|(torque, radius)| torque / radius);
    shares::parts(forces.collect())
}
