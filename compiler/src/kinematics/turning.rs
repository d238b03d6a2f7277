//! A body on a pivot that stands still in its frame: everything fixed in it is a trigonometric polynomial of one angle.
//!
//! A point of the body is `a + b cos θ + c sin θ` with constant vectors, cheaper than the body's rotation times the
//! point: `a`, `b`, `c` fold. Its mass distribution is of degree two in the same way
//! (`crate::formulation::regrouping`).

use super::Placement;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Pose, Vec3};

/// A pivot with its angle.
#[derive(Clone, Copy, Debug)]
pub struct Turning<S> {
    /// Pose of the body at angle zero: it does not change while the vehicle moves.
    pub still: Pose<S>,
    /// Of the angle.
    pub sin: S,
    /// Of the angle.
    pub cos: S,
}

impl<S: Scalar> Turning<S> {
    /// None if the pivot itself moves in the frame.
    pub fn new(still: Pose<S>, sin: S, cos: S) -> Option<Self> {
        let rotation = still.rotation.0.iter().flatten();
        let mut all = rotation.chain(&still.position.0);
        all.all(|entry| entry.is_still()).then_some(Turning { still, sin, cos })
    }

    /// Pose of the body.
    pub fn pose(&self) -> Pose<S> {
        Pose {
            rotation: self.still.rotation * Mat3::about_z(self.sin, self.cos),
            position: self.still.position,
        }
    }

    /// A point fixed in the body.
    pub fn point(&self, local: Vec3<S>) -> Vec3<S> {
        let (o, [x, y, z]) = (S::zero(), local.0);
        let direction = |v: [S; 3]| self.still.direction(Vec3(v));
        self.still.position + direction([o, o, z]) + direction([x, y, o]) * self.cos + direction([-y, x, o]) * self.sin
    }
}

impl<S: Scalar> Placement<S> {
    /// A point given at the design position, in the frame of a pose of the body or, where it is on a still pivot, by
    /// that.
    pub fn point_at(&self, pose: &Pose<S>, turning: Option<&Turning<S>>, point: Vec3<S>) -> Vec3<S> {
        let local = self.point(point);
        match turning {
            Some(turning) => turning.point(local),
            None => pose.point(local),
        }
    }
}
