//! Tyres: force and moment of the ground on a wheel.
//!
//! A tyre law is written in the wheel's own frame on the ground, ISO 8855's *tyre axis system* (W in the tyre
//! literature): see [`Contact`]. The geometry is equal for every law and is computed here.

mod brush;
mod calspan;
mod cams;
pub mod carpet;
mod check;
mod compliance;
mod contact;
mod ground;
mod linear;
pub mod magic_formula;
pub mod pack;
pub mod tmeasy;
mod transient;
mod wheel;

pub use brush::Brush;
pub use calspan::Calspan;
pub use cams::Cams;
pub use carpet::Carpet;
pub use check::Unfit;
pub use compliance::Compliance;
pub use contact::{Contact, LEAST_COSINE, Rolling, Slip, UP};
pub use ground::{Ground, Terrain};
pub use linear::LinearTyre;
pub use magic_formula::MagicFormula;
pub use tmeasy::Tmeasy;
pub use transient::{Law, Relaxed, Response, Rolls, Steady};
pub use wheel::WheelMotion;

use crate::number::Scalar;
use crate::vec3::{Vec3, add, scale};

/// Force and moment of the ground on a tyre at the contact point, along the axes of the contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TyreForce<S = f64> {
    /// Longitudinal, positive forward; lateral, positive to the left; normal, positive upwards [N].
    pub force: [S; 3],
    /// Overturning moment, rolling resistance moment, aligning moment; right-handed about the three axes [N m].
    pub moment: [S; 3],
}

impl<S: Scalar> TyreForce<S> {
    /// Force and moment at the wheel centre, world axes.
    #[inline(always)]
    pub fn at_centre(self, contact: &Contact<S>) -> [Vec3<S>; 2] {
        let ([along, across, normal], [overturning, rolling, aligning]) = (self.force, self.moment);
        let [sideways, upwards] = contact.arm;
        let moment = [
            overturning + (sideways * normal - upwards * across),
            rolling + upwards * along,
            aligning - sideways * along,
        ];
        [in_world(contact, self.force), in_world(contact, moment)]
    }
}

#[inline(always)]
fn in_world<S: Scalar>(contact: &Contact<S>, [x, y, z]: Vec3<S>) -> Vec3<S> {
    let on_ground = add(scale(x, contact.longitudinal), scale(y, contact.lateral));
    add(on_ground, scale(z, contact.normal))
}
