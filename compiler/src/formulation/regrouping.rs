//! Mass that a joint cannot tell apart is given to the inboard body.
//!
//! A part of a body whose motion the inboard joint does not change moves with the inboard body as well, and may as well
//! be counted there: the inertias `I` with `I H = 0` that stay what they are in the inboard body. What is left in the
//! outboard body has fewer numbers, often no mass, and what has moved ends in bodies where it is constant. Exact: the
//! kinetic energy of any motion that the joint allows is the same. (The base parameters of robotics; Gautier & Khalil
//! 1990 regroup by the same rule.)
//!
//! | joint | may move inward |
//! |---|---|
//! | revolute | point masses and thin rods on the axis: `m`, `h·a`, `aᵀ Π a` |
//! | spherical, universal | a point mass at the centre: `m` |
//! | prismatic | inertia without mass: the tensor about the centre of mass |
//! | fixed | everything |
//!
//! with the first moment `h = Σ m r` and the second moments `Π = Σ m r rᵀ` about the body's origin, which is the
//! reference point of its inboard joint; the inertia tensor is `tr Π 1 - Π`.

use super::inertia::MassProperties;
use crate::kinematics::{Mechanism, Placement, Turning};
use crate::model::{BodyId, JointKind, Vec3 as Constant};
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Mat3, Pose, Sym3, Vec3};
use nalgebra::Matrix3;
use std::f64::consts::TAU;

/// What a body counts as after regrouping, about its origin, in its own axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Regrouped {
    /// [kg]; zero where all of it could be moved inward.
    pub mass: f64,
    /// `h` [kg m]
    pub first: Constant,
    /// `Π` [kg m^2]
    pub second: Matrix3<f64>,
}

impl Regrouped {
    fn nothing() -> Self {
        Regrouped {
            mass: 0.0,
            first: Constant::zeros(),
            second: Matrix3::zeros(),
        }
    }

    fn of(body: &MassProperties) -> Self {
        let (mass, com, tensor) = (body.mass(), body.com(), body.about_com());
        Regrouped {
            mass,
            first: com * mass,
            second: Matrix3::identity() * (0.5 * tensor.trace()) - tensor + com * com.transpose() * mass,
        }
    }

    /// About another body's origin in its axes, as both lie at the design position.
    fn seen_from(&self, own: &Placement, other: &Placement) -> Self {
        let rotation = other.turn_to(&own.axes);
        let origin = other.point(&own.origin);
        let first = rotation * self.first;
        let turned = rotation * self.second * rotation.transpose();
        let crossed = first * origin.transpose();
        Regrouped {
            mass: self.mass,
            first: first + origin * self.mass,
            second: turned + crossed + crossed.transpose() + origin * origin.transpose() * self.mass,
        }
    }

    fn add(&mut self, other: &Self) {
        self.mass += other.mass;
        self.first += other.first;
        self.second += other.second;
    }

    /// Takes out what may move inward through an inboard joint of that kind.
    fn take_inward(&mut self, kind: &JointKind) -> Self {
        let mut moved = Regrouped::nothing();
        match kind {
            JointKind::Fixed { .. } => std::mem::swap(self, &mut moved),
            // The third axis of the body is the joint's.
            JointKind::Revolute { .. } => {
                std::mem::swap(&mut self.mass, &mut moved.mass);
                std::mem::swap(&mut self.first.z, &mut moved.first.z);
                std::mem::swap(&mut self.second.m33, &mut moved.second.m33);
            }
            JointKind::Spherical { .. } | JointKind::Universal { .. } => {
                std::mem::swap(&mut self.mass, &mut moved.mass);
            }
            JointKind::Prismatic { .. } if self.mass > 0.0 => {
                let point = self.first * self.first.transpose() / self.mass;
                moved.second = self.second - point;
                self.second = point;
            }
            _ => {}
        }
        moved
    }

    /// In the frame of a pose of the body.
    pub fn in_frame<S: Scalar>(&self, pose: &Pose<S>) -> Distribution<S> {
        let own = Distribution {
            mass: self.mass.into(),
            first: Vec3::constant(&self.first),
            tensor: Sym3::constant(&clean(Matrix3::identity() * self.second.trace() - self.second)),
        };
        own.moved(pose.rotation, pose.position)
    }
}

impl Regrouped {
    /// In the frame of a body on a pivot that stands still there: a trigonometric polynomial of degree two,
    /// `a₀ + a₁ cos θ + b₁ sin θ + a₂ cos 2θ + b₂ sin 2θ`. Its constant coefficients are those of a discrete Fourier
    /// transform over five angles, which is exact for that degree.
    pub fn turning<S: Scalar>(&self, turning: &Turning<S>) -> Distribution<S> {
        const ANGLES: usize = 5;
        let samples: [[f64; 9]; ANGLES] = std::array::from_fn(|k| {
            let (sin, cos) = (TAU * k as f64 / ANGLES as f64).sin_cos();
            let known = |x: S| x.constant().unwrap_or(f64::NAN);
            let still = Pose {
                rotation: Mat3(turning.still.rotation.0.map(|row| row.map(known))),
                position: Vec3(turning.still.position.0.map(known)),
            };
            let turned = Turning { still, sin, cos };
            numbers(&self.in_frame(&turned.pose()))
        });
        let double = (
            turning.cos * turning.cos - turning.sin * turning.sin,
            turning.sin * turning.cos * S::from(2.0),
        );
        let size = samples.iter().flatten().fold(0.0_f64, |size, x| size.max(x.abs()));
        let value = |entry: usize| {
            let coefficient = |weight: &dyn Fn(f64) -> f64| {
                let terms = (0..ANGLES).map(|k| samples[k][entry] * weight(TAU * k as f64 / ANGLES as f64));
                let sum = terms.sum::<f64>() / ANGLES as f64;
                S::from(if sum.abs() < 1e-15 * size { 0.0 } else { sum })
            };
            coefficient(&|_| 1.0)
                + coefficient(&|x| 2.0 * x.cos()) * turning.cos
                + coefficient(&|x| 2.0 * x.sin()) * turning.sin
                + coefficient(&|x| 2.0 * (2.0 * x).cos()) * double.0
                + coefficient(&|x| 2.0 * (2.0 * x).sin()) * double.1
        };
        Distribution {
            mass: self.mass.into(),
            first: Vec3([0, 1, 2].map(value)),
            tensor: Sym3::from_upper(|i, j| value(3 + i * (5 - i) / 2 + j)),
        }
    }
}

/// First moments and upper triangle, entry `(i, j)` of the tensor at `3 + i (5 - i) / 2 + j`.
fn numbers(distribution: &Distribution<f64>) -> [f64; 9] {
    let (h, tensor) = (distribution.first.0, &distribution.tensor);
    let entry = |i, j| tensor.at(i, j);
    [
        h[0],
        h[1],
        h[2],
        entry(0, 0),
        entry(0, 1),
        entry(0, 2),
        entry(1, 1),
        entry(1, 2),
        entry(2, 2),
    ]
}

/// Rounding that moving to and fro has left beside larger entries is made zero, so that it folds.
fn clean(tensor: Matrix3<f64>) -> Matrix3<f64> {
    let size = tensor.amax();
    tensor.map(|x| if x.abs() < 1e-14 * size { 0.0 } else { x })
}

/// By body, the ground included: mass properties after regrouping, from the tips inward.
pub fn regroup(mechanism: &Mechanism) -> Vec<Regrouped> {
    let (model, topology) = (mechanism.model, mechanism.topology);
    let placement = |b: BodyId| &mechanism.placements[b.index()];
    let mut all = vec![Regrouped::nothing(); model.bodies.len()];
    for &body in &topology.order {
        all[body.index()] = Regrouped::of(&MassProperties::of(model, body, placement(body)));
    }
    for &body in topology.order.iter().rev() {
        let parent = topology.branch(body).parent;
        let moved = all[body.index()].take_inward(&topology.joint(body).kind);
        all[parent.index()].add(&moved.seen_from(placement(body), placement(parent)));
    }
    all
}
