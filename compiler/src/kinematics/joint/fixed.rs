//! No relative motion. In the tree the outboard body has the pose and the origin of its parent; as a cut joint it has
//! six rows.

use super::mechanics::{Closure, Inboard, Indistinct, Motion, Outboard, Rates, TreeJoint};
use super::prismatic::turns;
use crate::kinematics::equation::{Ends, Row, perpendicular, perpendicular_bias};
use crate::kinematics::{Direction, Placement};
use crate::model::{Fixed, Spherical, Vec3 as Constant};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3};

impl<S: Scalar> TreeJoint<S> for Fixed<Vec3<S>> {
    fn placement(&self, parent: &Placement<S>, _frame: &Placement<S>) -> Placement<S> {
        parent.clone()
    }

    fn pose(&self, inboard: &Inboard<S>, _outboard: &Placement<S>, _q: &[S]) -> Pose<S> {
        *inboard.pose
    }

    fn subspace(&self, _outboard: &Outboard<S>) -> Vec<Twist<S>> {
        Vec::new()
    }

    fn bias(&self, motion: &Motion<S>) -> Twist<S> {
        motion.carried()
    }

    fn rates(&self, rates: &Rates<S>) -> Vec<S> {
        rates.speeds.to_vec()
    }

    fn indistinct(&self) -> Indistinct {
        Indistinct::All
    }
}

impl<S: Scalar> Closure<S> for Fixed<Vec3<S>> {
    /// Both points coincide, and three pairs of directions stay perpendicular.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>> {
        let mut rows = Spherical { at: self.at }.rows(ends);
        rows.extend(
            turns(&Direction::constant(&Constant::z()))
                .map(|(a, b)| perpendicular(ends.first_direction(a), ends.second_direction(b))),
        );
        rows
    }

    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S> {
        let mut bias = Spherical { at: self.at }.row_bias(ends, twists);
        bias.extend(
            turns(&Direction::constant(&Constant::z()))
                .map(|(a, b)| perpendicular_bias(ends.first_direction(a), ends.second_direction(b), twists)),
        );
        bias
    }
}
