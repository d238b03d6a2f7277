//! Wheels that steer and lean under their load.

use super::{Tyre, TyreForce};
use crate::ports::{WheelLoad, WheelMotion};
use crate::state::Vector;
use crate::subsystem::Quantity;
use crate::terrain::Terrain;
use wishbone_laws::math::sin_cos;
use wishbone_laws::tyre::{Compliance, Contact, Rolling, UP};
use wishbone_laws::vec3::{Vec3, add, cross, dot, scale};

/// A tyre on a wheel that steers and leans under its load, for vehicles without bushings.
///
/// The angles lag behind the load as a first-order system, `lag d' = angles(load) - d`: forces depend on the angles, and angles on
/// the forces. The lag stands for the inertia of a real wheel in this loop. In the steady state the angles are the angles of the
/// coefficients. An explicit step is stable if it is short compared with the lag.
///
/// The wheel turns about its centre, about the upright axis and about its heading; the velocities of these rotations are neglected.
/// The aligning moment is the moment about the upright axis through the wheel's centre.
///
/// ```
/// use wishbone::prelude::*;
/// use wishbone::tyre::{Compliance, Compliant};
/// let tyre = LinearTyre::vertical(0.3, 200e3, 2e3);
/// // 0.1 degrees per kilonewton.
/// let compliance = Compliance { steer_by_lateral_force: 0.1_f64.to_radians() / 1e3, ..Compliance::default() };
/// let front = Compliant { tyre, compliance, lag: 0.01 };
/// assert_eq!(front.compliance.mirrored(), compliance);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compliant<Y> {
    /// The tyre.
    pub tyre: Y,
    /// Compliance of the wheel.
    pub compliance: Compliance,
    /// Time constant of the angles [s], more than zero.
    pub lag: f64,
}

impl<Y> Compliant<Y> {
    fn rate(&self, [along, across]: [f64; 2], aligning: f64, angles: [f64; 2]) -> [f64; 2] {
        let [steer, lean] = self.compliance.angles([along, across], aligning);
        [(steer - angles[0]) / self.lag, (lean - angles[1]) / self.lag]
    }
}

/// A vector turned by an angle about a unit vector (Rodrigues).
fn turned(vector: Vec3, about: Vec3, angle: f64) -> Vec3 {
    let (sine, cosine) = sin_cos(angle);
    let along = scale((1.0 - cosine) * dot(about, vector), about);
    add(add(scale(cosine, vector), scale(sine, cross(about, vector))), along)
}

impl<Y: Tyre> Tyre for Compliant<Y> {
    /// States of the tyre, and steer angle and inclination by compliance [rad].
    type State = (Y::State, [f64; 2]);

    fn radius(&self) -> f64 {
        self.tyre.radius()
    }

    fn respond(&self, contact: &Contact, (state, angles): &Self::State) -> (TyreForce, Self::State) {
        let (force, rate) = self.tyre.respond(contact, state);
        let [along, across, _] = force.force;
        (force, (rate, self.rate([along, across], force.moment[2], *angles)))
    }

    fn states((state, [steer, lean]): &Self::State, wheel: usize, tell: &mut dyn FnMut(Quantity)) {
        Y::states(state, wheel, tell);
        tell(Quantity::at(wheel, "compliance_steer", "rad", *steer));
        tell(Quantity::at(wheel, "compliance_inclination", "rad", *lean));
    }

    fn load(
        &self,
        wheel: &WheelMotion,
        terrain: &impl Terrain,
        time: f64,
        (state, [steer, lean]): &Self::State,
    ) -> (WheelLoad, Self::State) {
        let on_level = Rolling::on_level(wheel.axis);
        if on_level.is_flat() {
            return (WheelLoad::default(), Self::State::zero());
        }
        let forward = turned(on_level.longitudinal, UP, *steer);
        let left = cross(UP, forward);
        let given_way = WheelMotion {
            axis: turned(turned(wheel.axis, UP, *steer), forward, *lean),
            ..*wheel
        };
        let (load, rate) = self.tyre.load(&given_way, terrain, time, state);
        let forces = [dot(load.force, forward), dot(load.force, left)];
        (load, (rate, self.rate(forces, load.moment[2], [*steer, *lean])))
    }
}
