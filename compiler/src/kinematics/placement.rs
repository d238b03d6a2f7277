//! Axes and origin of each body, fixed in it.

use crate::scalar::Scalar;
use crate::spatial::{Mat3, Sym3, Vec3};

/// The axes and the origin of a body at the design position.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement<S> {
    /// Rotation from the body's axes to the vehicle's at the design position.
    pub axes: Mat3<S>,
    /// The body's origin at the design position: the reference point of its inboard joint.
    pub origin: Vec3<S>,
}

impl<S: Scalar> Placement<S> {
    /// The axes and the origin of the vehicle.
    pub fn of_vehicle() -> Self {
        Placement {
            axes: Mat3::identity(),
            origin: Vec3::zero(),
        }
    }

    /// A point given in the vehicle frame at the design position, in body coordinates.
    pub fn point(&self, design: Vec3<S>) -> Vec3<S> {
        self.direction(design - self.origin)
    }

    /// A direction given in the vehicle frame at the design position, in body coordinates.
    pub fn direction(&self, design: Vec3<S>) -> Vec3<S> {
        (self.axes.transpose() * design).without_dust()
    }

    /// A tensor given in the vehicle frame at the design position, in body coordinates.
    pub fn tensor(&self, design: Sym3<S>) -> Sym3<S> {
        design.rotated(self.axes.transpose()).without_dust()
    }

    /// The rotation from other axes to the body's own axes, both at the design position.
    pub fn turn_to(&self, axes: &Mat3<S>) -> Mat3<S> {
        if self.axes == *axes {
            return Mat3::identity();
        }
        (self.axes.transpose() * *axes).without_dust()
    }
}
