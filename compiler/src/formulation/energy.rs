//! Mechanical energy. The kinetic energy is the sum of `½ V·P` of each body with its rotors' masses, of `½ s (Ω + ω·a)` of
//! each axial momentum, and of the energy of rods. To it come `m g z` and the work stored in force elements.

use super::force::Declared;
use super::inertia::MassProperties;
use super::rods::Rod;
use super::wheels::PlacedWheel;
use super::{Progress, Quantity};
use crate::kinematics::{Mechanism, Position, Velocity};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// `[kinetic, gravity, elastic]` [J]; `v` with the wheel spins last, `signals` as inputs give them. `progress`
/// receives the owner of the computed energy.
pub fn energy<S: Scalar>(
    mechanism: &Mechanism<S>,
    (position, velocity): (&Position<S>, &Velocity<S>),
    (v, signals): (&[S], &[S]),
    progress: &dyn Progress<S>,
) -> [S; 3] {
    let model = mechanism.model;
    let half = S::from(0.5);
    let (mut kinetic, mut gravity, mut elastic) = (S::zero(), S::zero(), S::zero());
    for body in model.moving_bodies() {
        progress.compute(&model.body(body).name, Quantity::Energy);
        kinetic = kinetic + of_motion(mechanism, position, velocity, body);
        gravity = gravity + of_height(mechanism, position, body);
    }
    for (wheel, spin) in model.wheels.iter().zip(&mechanism.layout.spins) {
        progress.compute(&wheel.name, Quantity::Energy);
        let (placed, carrier) = (
            PlacedWheel::new(mechanism, position, wheel),
            velocity.twist(wheel.carrier),
        );
        let inertia = mechanism.design.spin_inertia(wheel);
        let momentum = placed.axial_momentum(inertia, &carrier, spin.map(|spin| v[spin]));
        if let Some(inertia) = inertia {
            kinetic = kinetic + half * (S::one() / inertia) * (momentum * momentum);
        }
    }
    for (joint, rod) in Rod::all(mechanism, position) {
        progress.compute(&model.joint(joint).name, Quantity::Energy);
        let twist = |body| velocity.twist_in(mechanism, position, body, BodyId::GROUND);
        kinetic = kinetic + rod.kinetic_energy(rod.bodies.map(twist));
        gravity = gravity + rod.potential_energy(upward(mechanism));
    }
    for declared in Declared::all(model) {
        progress.compute(declared.name(model), Quantity::Energy);
        elastic = elastic + declared.at(mechanism, position).energy(signals);
    }
    [kinetic, gravity, elastic]
}

/// `½ V·P` of a body with its rotors' masses, without the energy of their spins [J].
pub fn of_motion<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    velocity: &Velocity<S>,
    body: BodyId,
) -> S {
    let twist = velocity.twist(body);
    let momentum = MassProperties::of(mechanism, body).momentum(position.pose(body), &twist);
    S::from(0.5) * momentum.power(twist)
}

/// `m g z` of a body with its rotors [J].
pub fn of_height<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId) -> S {
    let properties = MassProperties::of(mechanism, body);
    let com = properties.com_at(&position.pose_in(mechanism, body, BodyId::GROUND));
    (upward(mechanism) * properties.mass).dot(com)
}

/// The acceleration of the ground that acts as gravity does [m/s^2].
pub fn upward<S: Scalar>(mechanism: &Mechanism<S>) -> Vec3<S> {
    -mechanism.design.point(&mechanism.model.gravity)
}
