//! Mechanical energy: `½ V·P` of each body with its rotors' masses, `½ s (Ω + ω·a)` of each axial momentum, `m g z`, and
//! the work stored in springs.

use super::inertia::MassProperties;
use super::springs::Stretched;
use super::wheels::Placed;
use crate::kinematics::{Mechanism, Position, Velocity};
use crate::model::BodyId;
use crate::scalar::Scalar;

/// `[kinetic, gravity, elastic]` [J]; `v` with the wheel spins last.
pub fn energy<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, velocity: &Velocity<S>, v: &[S]) -> [S; 3] {
    let model = mechanism.model;
    let half = S::from(0.5);
    let (mut kinetic, mut gravity, mut elastic) = (S::zero(), S::zero(), S::zero());
    for body in model.moving_bodies() {
        let properties = MassProperties::of(model, body, &mechanism.placements[body.index()]);
        let twist = velocity.twist(body);
        let momentum = properties.momentum(position.pose(body), &twist);
        kinetic = kinetic + half * momentum.power(twist);
        let height = properties.com_at(&position.pose_in(mechanism, body, BodyId::GROUND)).0[2];
        gravity = gravity + S::from(properties.mass() * model.gravity) * height;
    }
    for (wheel, spin) in model.wheels.iter().zip(&mechanism.layout.spins) {
        let (placed, carrier) = (Placed::new(mechanism, position, wheel), velocity.twist(wheel.carrier));
        let momentum = placed.axial_momentum(wheel, &carrier, spin.map(|spin| v[spin]));
        if let Some(inertia) = wheel.spin_inertia {
            kinetic = kinetic + S::from(0.5 / inertia) * (momentum * momentum);
        }
    }
    for spring in &model.springs {
        elastic = elastic + Stretched::new(mechanism, position, spring).energy(spring);
    }
    [kinetic, gravity, elastic]
}
