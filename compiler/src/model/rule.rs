//! Conditions on several numbers of a part together, which must be met for all values of its parameters.
//!
//! Each rule is recorded where the declaration itself is checked for this condition.

use super::{Number, Point};

/// Condition on numbers of a part.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The part: `front_left.knuckle`.
    pub part: String,
    /// The kind of condition.
    pub holds: Holds,
    /// The numbers of the condition, in the order given in [`Holds`].
    pub numbers: Vec<Number>,
}

/// Kind of condition on several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Moments `Ixx, Iyy, Izz, Ixy, Ixz, Iyz` are positive definite.
    PositiveInertia,
    /// These moments are positive definite, and no principal moment exceeds the sum of the others.
    PhysicalInertia,
    /// A rotor's moment about its axis is at most twice its moment about a diameter, unless the latter is zero.
    Rotor,
    /// The vector is not zero.
    Apart,
    /// The numbers increase.
    Increasing,
    /// The symmetric matrix, given by the rows of its lower half, is positive semidefinite.
    Passive,
}

/// The components of a vector.
pub(super) fn components(vector: &Point) -> Vec<Number> {
    (0..3).map(|k| vector.map(|v| v[k])).collect()
}
