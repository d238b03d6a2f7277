//! What every kind of force element answers.

use super::direction::Direction;
use crate::model::Effort;
use crate::model::quantities::Listed;
use crate::model::{BodyId, Joint, JointId, Reference, SignalId};

/// A joint whose turns an element counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The joint.
    pub joint: JointId,
    /// Whether the element begins to act only beyond half a turn, in one direction at least.
    pub are_needed: bool,
}

/// Answers that every kind of force element gives.
pub trait Element {
    /// Name of the kind, for the reader.
    fn word(&self) -> &'static str;

    /// The joint on which it acts, if it acts on one.
    fn joint(&self) -> Option<JointId>;

    /// The joint whose coordinate decides its force, whole turns included.
    fn counts_turns_of(&self) -> Option<Turns>;

    /// The bodies on which it acts.
    fn bodies(&self, joints: &[Joint]) -> Vec<BodyId>;

    /// By direction: its kind, and its axis if there are several.
    fn efforts(&self) -> Vec<(Effort, &'static str)>;

    /// The directions along which it acts, at the design position. `length` [m] converts an angle to a distance.
    fn directions(&self, joints: &[Joint], length: f64) -> Vec<Direction>;

    /// The body in which the element's direction is fixed, if the element has its own direction.
    fn seen_from(&self) -> Option<BodyId>;

    /// Each reference to another part.
    fn references(&mut self) -> Vec<Reference<'_>>;

    /// Each of its numbers, in the order in which they are declared.
    fn quantities(&mut self) -> Vec<Listed<'_>>;

    /// Changes it to act on a joint whose coordinate has the opposite sign. Returns an input that would have to act the other way.
    fn turn_over(&mut self) -> Option<SignalId>;

    /// Properties other than numbers that distinguish elements of this kind when elements are computed side by side.
    fn variant(&self) -> &'static str;

    /// Whether elements of equal subsystems may be computed side by side. The elements must be between bodies of one
    /// subsystem or the base, and read no input.
    fn goes_in_lanes(&self) -> bool;
}
