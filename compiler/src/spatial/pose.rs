//! Poses, and the transformation of twists, wrenches and inertias.

use super::{Inertia, Mat3, Sym3, Twist, Vec3, Wrench};
use crate::scalar::Scalar;

/// Pose of a body in a frame: `x_frame = position + rotation · x_body`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<S> {
    /// Rotation matrix from the body's axes to the frame's.
    pub rotation: Mat3<S>,
    /// Position of the body's origin in the frame [m].
    pub position: Vec3<S>,
}

impl<S: Scalar> Pose<S> {
    /// The pose of a body that coincides with the frame.
    pub fn identity() -> Self {
        Pose {
            rotation: Mat3::identity(),
            position: Vec3::zero(),
        }
    }

    /// Transforms a point.
    pub fn point(&self, x: Vec3<S>) -> Vec3<S> {
        self.position + self.rotation * x
    }

    /// Transforms a direction.
    pub fn direction(&self, x: Vec3<S>) -> Vec3<S> {
        self.rotation * x
    }

    /// Composes poses: `inner` is a pose in the body of `self`; the result is in the frame of `self`.
    pub fn then(&self, inner: &Pose<S>) -> Pose<S> {
        Pose {
            rotation: self.rotation * inner.rotation,
            position: self.point(inner.position),
        }
    }

    /// Transforms a twist from body to frame coordinates: `ω' = R ω`, `v' = R v + r × ω'`.
    pub fn twist(&self, t: Twist<S>) -> Twist<S> {
        let angular = self.rotation * t.angular;
        Twist {
            angular,
            linear: self.rotation * t.linear + self.position.cross(angular),
        }
    }

    /// Transforms a twist from frame to body coordinates: `ω = Rᵀ ω'`, `v = Rᵀ (v' + ω' × r)`.
    pub fn twist_into(&self, t: Twist<S>) -> Twist<S> {
        let back = self.rotation.transpose();
        Twist {
            angular: back * t.angular,
            linear: back * t.at(self.position),
        }
    }

    /// Transforms a wrench from body to frame coordinates: `f' = R f`, `n' = R n + r × f'`.
    pub fn wrench(&self, w: Wrench<S>) -> Wrench<S> {
        let force = self.rotation * w.force;
        Wrench {
            moment: self.rotation * w.moment + self.position.cross(force),
            force,
        }
    }

    /// Transforms a wrench from frame to body coordinates: `f = Rᵀ f'`, `n = Rᵀ (n' - r × f')`.
    pub fn wrench_into(&self, w: Wrench<S>) -> Wrench<S> {
        let back = self.rotation.transpose();
        Wrench {
            moment: back * (w.moment - self.position.cross(w.force)),
            force: back * w.force,
        }
    }

    /// Transforms an inertia from body to frame coordinates. With the rotated blocks (`A, C, L`) and `S = [r]×`:
    /// `C' = C + S L`, `A' = A - C S + S C'ᵀ` (from `a_body = a - S α`, `n = n_body + S f`).
    pub fn inertia(&self, i: &Inertia<S>) -> Inertia<S> {
        let r = self.rotation;
        let (angular, linear) = (i.angular.rotated(r), i.linear.rotated(r));
        let coupling = r * i.coupling * r.transpose();
        let s = Mat3::cross(self.position);
        let shifted = coupling + s * linear.full();
        let correction = s * shifted.transpose() - coupling * s;
        Inertia {
            angular: angular + Sym3::from_upper(|i, j| correction.0[i][j]),
            coupling: shifted,
            linear,
        }
    }
}
