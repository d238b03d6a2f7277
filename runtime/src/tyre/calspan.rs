//! The Calspan tyre on a wheel.

use super::{Calspan, Contact, Tyre, TyreForce};
use crate::ports::{WheelLoad, WheelMotion};
use crate::subsystem::Quantity;
use crate::terrain::Terrain;
use wishbone_laws::vec3::{cross, dot, scale, subtract};

/// A rolling tyre without memory, its slip angle that of the wheel centre.
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
        let slipping = Contact {
            velocity: of_centre(wheel, &contact),
            ..contact
        };
        let [force, moment] = self.law(&slipping).at_centre(wheel.centre, &contact);
        let load = WheelLoad {
            force,
            moment,
            ..WheelLoad::default()
        };
        (load, ())
    }

    fn states((): &(), _wheel: usize, _tell: &mut dyn FnMut(Quantity)) {}
}

/// Velocity of the wheel centre over the ground, along the axes of the contact [m/s]: that of the contact point less what the
/// carrier's rotation adds ([`Contact::velocity`]).
fn of_centre(wheel: &WheelMotion, contact: &Contact) -> [f64; 2] {
    let turning = wheel.carrier_angular_velocity;
    let without_spin = subtract(turning, scale(dot(turning, wheel.axis), wheel.axis));
    let added = cross(without_spin, subtract(contact.point, wheel.centre));
    let [x, y] = contact.velocity;
    [x - dot(added, contact.longitudinal), y - dot(added, contact.lateral)]
}
