//! No relative motion. In the tree the outboard body takes its parent's pose and origin; as a cut it has six rows.

use super::prismatic::turns;
use crate::kinematics::Direction;
use crate::kinematics::closure::{Ends, Row, parallel_bias, perpendicular, perpendicular_bias};
use crate::model::Vec3 as Constant;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// The point stays on the point, three directions stay perpendicular.
pub fn rows<S: Scalar>(ends: &Ends<S>, at: Vec3<S>) -> Vec<Row<S>> {
    let mut rows = super::spherical::rows(ends, at);
    rows.extend(
        turns(&Direction::constant(&Constant::z()))
            .map(|(a, b)| perpendicular(ends.first_direction(a), ends.second_direction(b))),
    );
    rows
}

/// Second derivatives of [`rows`] without accelerations.
pub fn row_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>) -> Vec<S> {
    let mut bias = parallel_bias(ends, twists, at).0.to_vec();
    bias.extend(
        turns(&Direction::constant(&Constant::z()))
            .map(|(a, b)| perpendicular_bias(ends.first_direction(a), ends.second_direction(b), twists)),
    );
    bias
}
