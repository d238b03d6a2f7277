//! Rods with mass: slender uniform bars between a point of each of two bodies.
//!
//! A point of the bar moves in proportion to its two ends, `v(s) = (1 - s) v1 + s v2`, so that
//!
//! ```text
//! T = 1/2 ∫ m v² ds = m/6 (v1 . v1 + v1 . v2 + v2 . v2) = 1/2 Σ m_kl vk . vl,   m_11 = m_22 = m/3, m_12 = m_21 = m/6
//! ```
//!
//! With `vk = J_k v` for the velocities of the bodies and `ak = J_k a + c_k`, the bar adds `Σ m_kl J_k' J_l` to the
//! mass matrix and `Σ J_k' (m/2 g - m_kl c_l)` to the forces.

use crate::body::{Frame, Motions, Point};
use crate::dynamics::BodyAcceleration;
use crate::force::gravity;
use nalgebra::{DMatrix, DVector, Matrix3, Matrix3x6};
use wishbone_compiler::model::{Joint, JointKind, Model, Vec3};

/// A rod with mass.
pub(crate) struct Rod {
    mass: f64,
    ends: [(Option<usize>, Point); 2],
}

impl Rod {
    /// The rod of a joint; `None` if the joint is not a rod with mass.
    pub(crate) fn new(model: &Model, motions: &Motions, joint: &Joint) -> Option<Self> {
        let JointKind::Distance(rod) = &joint.kind else {
            return None;
        };
        let end = |body, at: Vec3| {
            let frame = Frame::new(model, motions, body);
            (frame.slot, frame.point(at))
        };
        Some(Rod {
            mass: **rod.mass.as_ref()?,
            ends: [end(joint.first, *rod.from), end(joint.second, *rod.to)],
        })
    }

    /// All rods with mass of a vehicle.
    pub(crate) fn all<'a>(model: &'a Model, motions: &'a Motions) -> impl Iterator<Item = Self> + 'a {
        model.joints.iter().filter_map(|joint| Rod::new(model, motions, joint))
    }

    /// Mass coefficient `m_kl` [kg].
    fn shared(&self, k: usize, l: usize) -> f64 {
        self.mass / if k == l { 3.0 } else { 6.0 }
    }

    /// Adds the contribution of the rod to mass matrix and forces, six rows a body.
    pub(crate) fn add(&self, model: &Model, mass: &mut DMatrix<f64>, force: &mut DVector<f64>) {
        for (k, (slot, point)) in self.ends.iter().enumerate() {
            let Some(slot) = slot else { continue };
            let jacobian = velocity(point).transpose();
            let mut own = 0.5 * self.mass * gravity(model);
            for (l, (other, other_point)) in self.ends.iter().enumerate() {
                own -= self.shared(k, l) * other_point.centripetal;
                if let Some(other) = other {
                    let block = self.shared(k, l) * jacobian * velocity(other_point);
                    let mut view = mass.fixed_view_mut::<6, 6>(6 * slot, 6 * other);
                    view += block;
                }
            }
            let mut view = force.fixed_rows_mut::<6>(6 * slot);
            view += jacobian * own;
        }
    }

    /// Force of the rod's inertia and weight on the second body, at the rod's end.
    pub(crate) fn on_second(&self, model: &Model, accelerations: &[BodyAcceleration]) -> Vec3 {
        let of_end = |(slot, point): &(Option<usize>, Point)| {
            slot.map_or(Vec3::zeros(), |slot| {
                let body = &accelerations[slot];
                body.linear + body.angular.cross(&point.arm) + point.centripetal
            })
        };
        let [first, second] = [of_end(&self.ends[0]), of_end(&self.ends[1])];
        0.5 * self.mass * gravity(model) - self.shared(1, 0) * first - self.shared(1, 1) * second
    }

    /// Kinetic energy `T` [J].
    pub(crate) fn kinetic_energy(&self) -> f64 {
        let [a, b] = self.velocities();
        self.mass / 6.0 * (a.dot(&a) + a.dot(&b) + b.dot(&b))
    }

    /// Potential energy of gravity, zero at the ground's origin [J].
    pub(crate) fn potential_energy(&self, model: &Model) -> f64 {
        let [p, q] = self.positions();
        -0.5 * self.mass * gravity(model).dot(&(p + q))
    }

    /// Linear momentum, and `∫ m r x v ds` about the ground's origin.
    pub(crate) fn momentum(&self) -> [Vec3; 2] {
        let ([p, q], [a, b]) = (self.positions(), self.velocities());
        let angular = p.cross(&a) / 3.0 + (p.cross(&b) + q.cross(&a)) / 6.0 + q.cross(&b) / 3.0;
        [0.5 * self.mass * (a + b), self.mass * angular]
    }

    fn velocities(&self) -> [Vec3; 2] {
        [self.ends[0].1.velocity, self.ends[1].1.velocity]
    }

    fn positions(&self) -> [Vec3; 2] {
        [self.ends[0].1.position, self.ends[1].1.position]
    }
}

/// Jacobian `J` of a point: its velocity from the angular velocity and the velocity of the centre of mass.
fn velocity(point: &Point) -> Matrix3x6<f64> {
    let mut jacobian = Matrix3x6::zeros();
    jacobian.fixed_columns_mut::<3>(0).copy_from(&-point.arm.cross_matrix());
    jacobian.fixed_columns_mut::<3>(3).copy_from(&Matrix3::identity());
    jacobian
}
