//! Parts of a declaration: each part has a name, references to other parts, and numbers.
//!
//! Operations that treat all parts alike (mirroring, renumbering, listing their numbers) are loops over these.

use super::quantities::Listed;
use super::{BodyId, DriveId, ForceId, JointId, SignalId, SpringId, WheelId};

/// A part of a declaration.
pub trait Declared: Clone {
    /// Its name: `front_left.knuckle`.
    fn name(&mut self) -> &mut String;

    /// Each reference to another part.
    fn references(&mut self) -> Vec<Reference<'_>>;

    /// Each of its numbers, in the order in which they are declared.
    fn quantities(&mut self) -> Vec<Listed<'_>>;
}

/// A reference to a part.
pub enum Reference<'a> {
    /// To a body.
    Body(&'a mut BodyId),
    /// To a joint or link.
    Joint(&'a mut JointId),
    /// To a spring-damper.
    Spring(&'a mut SpringId),
    /// To another force element.
    Force(&'a mut ForceId),
    /// To a wheel.
    Wheel(&'a mut WheelId),
    /// To an input that drives a joint.
    Drive(&'a mut DriveId),
    /// To an input that gives the size of a force or torque.
    Signal(&'a mut SignalId),
}
