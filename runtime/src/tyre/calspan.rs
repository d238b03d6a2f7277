//! The Calspan tyre on a wheel.

use super::exact::{self, Number, OnWheel};
use super::{Calspan, Contact, Tyre, TyreForce};
use crate::acting::{Acting, Reading};
use crate::ports::{WheelLoad, WheelMotion};
use crate::subsystem::Quantity;
use crate::terrain::Terrain;
use wishbone_laws::number::Scalar;
use wishbone_laws::vec3::{Vec3, dot};

/// A rolling tyre without memory. Its slip angle is the slip angle of the wheel centre.
impl Tyre for Calspan {
    type State = ();

    fn radius(&self) -> f64 {
        self.radius
    }

    fn respond(&self, contact: &Contact, (): &()) -> (TyreForce, ()) {
        (self.law(contact), ())
    }

    fn load(&self, wheel: &WheelMotion, terrain: &impl Terrain, time: f64, (): &()) -> (WheelLoad, ()) {
        let Some(contact) = Contact::of(wheel, self.radius, terrain, time) else {
            return (WheelLoad::default(), ());
        };
        let [force, moment] = on_wheel(self, wheel, &contact);
        let load = WheelLoad {
            force,
            moment,
            ..WheelLoad::default()
        };
        (load, ())
    }

    fn slopes(
        &self,
        wheel: (usize, &WheelMotion),
        terrain: &impl Terrain,
        time: f64,
        state: &(),
        tell: &mut dyn FnMut(Acting, Reading, f64),
    ) {
        let Some(on) = OnWheel::new(self.radius, wheel, terrain, time, state) else {
            return;
        };
        let law = in_dual_numbers(self);
        let act = |motion: &WheelMotion<Number>, contact: &Contact<Number>, deflections| {
            (on_wheel(&law, motion, contact), deflections)
        };
        exact::acted(law.radius, act, &on, tell);
    }

    fn states((): &(), _wheel: usize, _tell: &mut dyn FnMut(Quantity)) {}
}

fn in_dual_numbers(tyre: &Calspan) -> Calspan<Number> {
    Calspan {
        radius: Number::still(tyre.radius),
        stiffness: Number::still(tyre.stiffness),
        stiffnesses: tyre.stiffnesses.map(Number::still),
        friction: tyre.friction.map(Number::still),
        trail: Number::still(tyre.trail),
        low_speed: Number::still(tyre.low_speed),
    }
}

/// Force and moment at the wheel centre, along world axes, from the slip angle of the centre.
fn on_wheel<S: Scalar>(tyre: &Calspan<S>, wheel: &WheelMotion<S>, contact: &Contact<S>) -> [Vec3<S>; 2] {
    let slipping = Contact {
        velocity: of_centre(wheel, contact),
        ..*contact
    };
    tyre.law(&slipping).at_centre(contact)
}

/// Velocity of the wheel centre over the ground, along the axes of the contact [m/s]: the velocity of the contact point minus the
/// contribution of the carrier's rotation ([`Contact::velocity`]).
fn of_centre<S: Scalar>(wheel: &WheelMotion<S>, contact: &Contact<S>) -> [S; 2] {
    let leaning = dot(wheel.carrier_angular_velocity, contact.longitudinal);
    let [x, y] = contact.velocity;
    [x, y + contact.arm[1] * leaning]
}
