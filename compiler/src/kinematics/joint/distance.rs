//! A massless rod with a ball at each end: one equation.

use super::mechanics::Closure;
use crate::kinematics::equation::{Ends, Row};
use crate::model::Distance;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

impl<S: Scalar> Closure<S> for Distance<Vec3<S>> {
    /// `(d·d - L²) / 2L` with the vector `d` from end to end: a length [m] to first order, without a square root.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let [p, q] = ends.points(self.from, self.to);
        let length = self.length();
        let d = q - p;
        // Both ends lie on the line of action of the force, so its moment is equal for both ends.
        let second = Wrench::at(p, along([p, q], S::one() / length));
        vec![Row {
            residual: d.dot(d) * (S::from(0.5) / length) - S::from(0.5) * length,
            first: -second,
            second,
        }]
    }

    /// With the velocities `v₁`, `v₂` of the ends: `(d·(ω₂×v₂ - ω₁×v₁) + |v₂ - v₁|²) / L`, without the accelerations.
    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let [p, q] = ends.points(self.from, self.to);
        let [first, second] = twists;
        let inverse = S::one() / self.length();
        let (v1, v2) = (first.at(p), second.at(q));
        let relative = v2 - v1;
        let turning = second.angular.cross(v2) - first.angular.cross(v1);
        vec![along([p, q], inverse).dot(turning) + relative.dot(relative) * inverse]
    }
}

impl<S: Scalar> Distance<Vec3<S>> {
    fn length(&self) -> S {
        (self.reach.unwrap_or(self.to) - self.from).norm()
    }
}

/// The vector from end to end, divided by the length. If the first end does not move, each end is divided separately.
/// The constant end folds with the length, and no operation waits for a difference.
fn along<S: Scalar>([p, q]: [Vec3<S>; 2], inverse: S) -> Vec3<S> {
    let stands_still = p.0.iter().all(|x| x.is_still());
    if stands_still {
        q * inverse - p * inverse
    } else {
        (q - p) * inverse
    }
}
