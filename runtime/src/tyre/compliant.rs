//! Wheels that steer and lean under their load.

use super::{Tyre, TyreForce};
use crate::ports::{WheelLoad, WheelMotion};
use crate::state::Vector;
use crate::subsystem::Quantity;
use crate::terrain::Terrain;
use wishbone_laws::math::sin_cos;
use wishbone_laws::tyre::{Contact, Rolling, UP};
use wishbone_laws::vec3::{Vec3, add, cross, dot, scale};

/// Compliance of a wheel's suspension, as coefficients from a test stand.
///
/// Signs are those of ISO 8855 on both sides of the vehicle: a steer angle is positive about the upward axis, to the left; an
/// inclination is positive about the forward axis, with the top to the right; forces are positive forward and to the left, the
/// aligning moment about the upward axis. A suspension that lets its wheel give way to a lateral force on the side of oversteer has a positive
/// `steer_by_lateral_force` in front, and a negative one in the rear.
///
/// All are zero by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compliance {
    /// Steer angle per lateral force [rad/N].
    pub steer_by_lateral_force: f64,
    /// Steer angle per aligning moment [rad/(N m)].
    pub steer_by_aligning_moment: f64,
    /// Steer angle per longitudinal force [rad/N]; of opposite sign on the other side of the vehicle.
    pub steer_by_longitudinal_force: f64,
    /// Inclination per lateral force [rad/N].
    pub inclination_by_lateral_force: f64,
}

impl Compliance {
    /// That of the wheel on the other side of the vehicle, its mirror image: a longitudinal force steers it the other way.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            steer_by_longitudinal_force: -self.steer_by_longitudinal_force,
            ..self
        }
    }

    /// Steer angle and inclination [rad] under longitudinal and lateral force [N] and aligning moment [N m].
    pub fn angles(&self, [along, across]: [f64; 2], aligning: f64) -> [f64; 2] {
        [
            self.steer_by_lateral_force * across
                + self.steer_by_aligning_moment * aligning
                + self.steer_by_longitudinal_force * along,
            self.inclination_by_lateral_force * across,
        ]
    }
}

/// A tyre on a wheel that steers and leans under its load, for vehicles without bushings.
///
/// The angles lag behind the load as a first-order system, `lag d' = angles(load) - d`: forces depend on the angles and angles on the
/// forces, and the lag is what a real wheel's inertia does to that loop. In the steady state they are those of the coefficients. An
/// explicit step is stable while it is short compared with the lag.
///
/// The wheel turns about its centre, about the upright axis and about its heading; the velocities of these turns are left out. The
/// aligning moment is that about the upright axis through the wheel's centre.
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
    /// How its wheel gives way.
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
        let on_level = Rolling::new(wheel.axis, UP);
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
