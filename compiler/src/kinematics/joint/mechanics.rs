//! The answers of a joint in the tree and as a cut joint, and their arguments.

use crate::kinematics::equation::{Ends, Row};
use crate::kinematics::{Placement, Turning};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3};

/// Inboard side of a joint.
pub struct Inboard<'a, S> {
    /// Pose of the inboard body in its frame.
    pub pose: &'a Pose<S>,
    /// Its placement.
    pub placement: &'a Placement<S>,
    /// Placement of the body in whose frame the inboard body is expressed.
    pub frame: &'a Placement<S>,
    /// The turning of the body, if the body is on a pivot that does not move in the frame.
    pub turning: Option<&'a Turning<S>>,
}

impl<S: Scalar> Inboard<'_, S> {
    /// The place of a point in the frame; the point belongs to the inboard body and is given at the design position.
    pub fn point(&self, at: Vec3<S>) -> Vec3<S> {
        self.placement.point_at(self.pose, self.turning, at)
    }
}

/// Outboard side of a joint, in the frame in which the outboard body's quantities are expressed.
pub struct Outboard<'a, S> {
    /// Pose of the outboard body.
    pub pose: &'a Pose<S>,
    /// Its placement.
    pub placement: &'a Placement<S>,
    /// The inboard side; `None` if the outboard body is its own frame.
    pub inboard: Option<Inboard<'a, S>>,
    /// The joint's coordinates, or the position of its drive.
    pub q: &'a [S],
}

/// Arguments of the velocity-dependent acceleration, all in the frame of the outboard body.
pub struct Motion<'a, S> {
    /// Twist of the inboard body.
    pub inboard: Twist<S>,
    /// Relative twist across the joint.
    pub relative: Twist<S>,
    /// Relative twist for each unit speed.
    pub columns: Vec<Twist<S>>,
    /// The joint's speeds, or the velocity of its drive.
    pub speeds: &'a [S],
    /// The joint's coordinates, or the position of its drive.
    pub q: &'a [S],
    /// Angular velocity of the frame.
    pub frame: Vec3<S>,
    /// Origin of the outboard body.
    pub origin: Vec3<S>,
    /// Whether the frame is the outboard body itself.
    pub turned: bool,
}

impl<S: Scalar> Motion<'_, S> {
    /// The share of a speed in the relative twist.
    pub fn part(&self, speed: usize) -> Twist<S> {
        self.columns[speed] * self.speeds[speed]
    }

    /// `V × (H v)`: the rate of the relative twist `H v` if the motion subspace is fixed in one of the two bodies.
    /// Either body gives the same result, since the cross product of the relative twist with itself vanishes.
    pub fn carried(&self) -> Twist<S> {
        self.inboard.cross(self.relative)
    }
}

/// Arguments from which the rates of the coordinates follow.
pub struct Rates<'a, S> {
    /// The joint's coordinates.
    pub q: &'a [S],
    /// Its speeds.
    pub speeds: &'a [S],
    /// Angular velocity of the outboard body relative to the frame of the inboard body, in the axes in which the
    /// joint's speeds are given.
    pub omega: &'a dyn Fn() -> Vec3<S>,
    /// Pose of the outboard body in the frame of the inboard one.
    pub mount: &'a Pose<S>,
    /// Whether these axes are the outboard body's own.
    pub turned: bool,
}

/// Moments of the outboard body's mass that may equally be assigned to the inboard body, because the joint's motion
/// does not distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indistinct {
    /// All moments: both bodies move as one.
    All,
    /// Masses on the body's third axis. The body turns about this axis.
    OnAxis,
    /// The second moment along the body's third axis. The body turns about this axis, and its origin slides.
    AlongAxis,
    /// The mass at the body's origin. The body turns about its origin.
    AtPoint,
    /// The second moments about the centre of mass. The body does not turn.
    Rotation,
    /// None.
    Nothing,
}

/// A joint of the tree.
pub trait TreeJoint<S: Scalar>: Closure<S> {
    /// Axes and origin of the outboard body.
    fn placement(&self, parent: &Placement<S>, frame: &Placement<S>) -> Placement<S>;

    /// Pose of the outboard body in the frame of the inboard one. `q`: the joint's coordinates, or the position of its
    /// drive.
    fn pose(&self, inboard: &Inboard<S>, outboard: &Placement<S>, q: &[S]) -> Pose<S>;

    /// Motion subspace: relative twist for each unit speed, in the frame of the outboard body.
    fn subspace(&self, outboard: &Outboard<S>) -> Vec<Twist<S>>;

    /// Acceleration of the outboard body relative to the inboard body at constant speeds: `Ḣ v`.
    fn bias(&self, motion: &Motion<S>) -> Twist<S>;

    /// Rates of the coordinates.
    fn rates(&self, rates: &Rates<S>) -> Vec<S>;

    /// Moments of the outboard body's mass that may be assigned to the inboard body.
    fn indistinct(&self) -> Indistinct;
}

/// A joint or link that closes a loop.
pub trait Closure<S: Scalar> {
    /// Closure equations, whose residuals are zero where the loop is closed. The first equation of a link that can be
    /// driven is its coordinate.
    fn rows(&self, ends: &Ends<S>) -> Vec<Row<S>>;

    /// Second derivatives of the closure equations without accelerations.
    fn row_bias(&self, ends: &Ends<S>, twists: &[Twist<S>; 2]) -> Vec<S>;
}
