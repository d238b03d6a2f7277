//! Tyres: what a wheel feels of the ground.
//!
//! A tyre law is written in the wheel's own frame on the ground, ISO 8855's *tyre axis system* (W in the tyre
//! literature): see [`Contact`]. The geometry is the same for every law and is found here.

mod contact;
mod linear;
mod on_road;

pub use contact::{Contact, Slip};
pub use linear::LinearTyre;
pub use on_road::OnRoad;

use crate::ports::{WheelLoad, WheelMotion};
use crate::terrain::Terrain;
use crate::vector::{add, cross, scale, subtract};

/// Force and moment of the ground on a tyre at the contact point, along the axes of the contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TyreForce {
    /// Longitudinal, positive forward; lateral, positive to the left; normal, positive upwards [N].
    pub force: [f64; 3],
    /// Overturning moment, rolling resistance moment, aligning moment; right-handed about the three axes [N m].
    pub moment: [f64; 3],
}

/// A tyre law: force as a function of the contact, without memory.
pub trait Tyre {
    /// Unloaded radius [m].
    fn radius(&self) -> f64;

    /// Force and moment of the ground on the tyre.
    fn force(&self, contact: &Contact) -> TyreForce;

    /// Load on the wheel from the ground, at the wheel centre in world axes; the torques of driveline and brake are
    /// zero. A wheel that lies flat on its side, where no tyre law holds, is not loaded.
    fn load(&self, wheel: &WheelMotion, terrain: &impl Terrain, time: f64) -> WheelLoad {
        match Contact::of(wheel, self.radius(), terrain, time) {
            Some(contact) => at_centre(wheel.centre, &contact, self.force(&contact)),
            None => WheelLoad::default(),
        }
    }
}

/// The same load, at the wheel centre in world axes.
fn at_centre(centre: [f64; 3], contact: &Contact, tyre: TyreForce) -> WheelLoad {
    let world = |[x, y, z]: [f64; 3]| {
        add(
            add(scale(x, contact.longitudinal), scale(y, contact.lateral)),
            scale(z, contact.normal),
        )
    };
    let force = world(tyre.force);
    let arm = subtract(contact.point, centre);
    WheelLoad {
        force,
        moment: add(world(tyre.moment), cross(arm, force)),
        ..WheelLoad::default()
    }
}
