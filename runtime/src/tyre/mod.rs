//! Tyres: what a wheel feels of the ground.
//!
//! A tyre law is written in the wheel's own frame on the ground, ISO 8855's *tyre axis system* (W in the tyre
//! literature): see [`Contact`]. The geometry is the same for every law and is found here.

mod contact;
mod four;
mod linear;
mod on_road;

pub use contact::{Contact, Slip};
pub use linear::LinearTyre;
pub use on_road::OnRoad;

use crate::number::Number;
use crate::ports::{WheelLoad, WheelMotion};
use crate::terrain::Terrain;
use crate::vector::{Vector, add, cross, scale, subtract};

/// Force and moment of the ground on a tyre at the contact point, along the axes of the contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TyreForce<T = f64> {
    /// Longitudinal, positive forward; lateral, positive to the left; normal, positive upwards [N].
    pub force: [T; 3],
    /// Overturning moment, rolling resistance moment, aligning moment; right-handed about the three axes [N m].
    pub moment: [T; 3],
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
            Some(contact) => {
                let [force, moment] = at_centre(wheel.centre, &contact, self.force(&contact));
                WheelLoad {
                    force,
                    moment,
                    ..WheelLoad::default()
                }
            }
            None => WheelLoad::default(),
        }
    }

    /// Writes force and moment of [`Tyre::load`] for several wheels, each on its tyre. A law may compute several of them
    /// at once, if that gives the same.
    fn act(tyres: &[Self], wheels: &[WheelMotion], terrain: &impl Terrain, time: f64, inputs: &mut [WheelLoad])
    where
        Self: Sized,
    {
        one_by_one(tyres, wheels, terrain, time, inputs);
    }
}

fn one_by_one<Y: Tyre>(
    tyres: &[Y],
    wheels: &[WheelMotion],
    terrain: &impl Terrain,
    time: f64,
    inputs: &mut [WheelLoad],
) {
    for ((tyre, wheel), input) in tyres.iter().zip(wheels).zip(inputs) {
        let load = tyre.load(wheel, terrain, time);
        input.force = load.force;
        input.moment = load.moment;
    }
}

/// Force and moment at the wheel centre in world axes.
#[inline(always)]
fn at_centre<T: Number>(centre: Vector<T>, contact: &Contact<T>, tyre: TyreForce<T>) -> [Vector<T>; 2] {
    let force = in_world(contact, tyre.force);
    let arm = subtract(contact.point, centre);
    [force, add(in_world(contact, tyre.moment), cross(arm, force))]
}

#[inline(always)]
fn in_world<T: Number>(contact: &Contact<T>, [x, y, z]: Vector<T>) -> Vector<T> {
    let on_ground = add(scale(x, contact.longitudinal), scale(y, contact.lateral));
    add(on_ground, scale(z, contact.normal))
}
