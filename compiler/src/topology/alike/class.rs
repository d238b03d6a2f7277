//! Classes of equal structure, their members, and the differences of the members.

use crate::model::{BodyId, ForceId, JointId, SpringId, WheelId};

/// All classes with at least two members, in order of their first members.
#[derive(Clone, Debug, Default)]
pub struct Alike {
    /// Classes of [`Topology::subsystems`](super::super::Topology::subsystems), except the first one, which contains the base.
    pub subsystems: Vec<Class>,
    /// Classes of [`Topology::chains`](super::super::Topology::chains).
    pub chains: Vec<Class>,
}

/// Subsystems, or chains, of equal structure.
#[derive(Clone, Debug)]
pub struct Class {
    /// Encoded structure, equal for all members. Different classes may also have equal signatures.
    pub signature: String,
    /// In tree order.
    pub members: Vec<Member>,
}

/// A member of a class. The lists of a class are in the order of the first member's lists: tree order for bodies, order
/// of declaration for all other parts.
#[derive(Clone, Debug)]
pub struct Member {
    /// Position in [`Topology::subsystems`](super::super::Topology::subsystems) or [`Topology::chains`](super::super::Topology::chains).
    pub position: usize,
    /// Its bodies.
    pub bodies: Vec<BodyId>,
    /// Their inboard joints; `None` for a free joint added by the analysis.
    pub joints: Vec<Option<JointId>>,
    /// Loops with a cut on at least one body of the class: positions in
    /// [`Topology::loops`](super::super::Topology::loops).
    pub loops: Vec<usize>,
    /// Springs with an end on one of its bodies.
    pub springs: Vec<SpringId>,
    /// Other force elements that act on one of its bodies.
    pub forces: Vec<ForceId>,
    /// Wheels that one of its bodies carries, or whose drive torque reacts on one of its bodies.
    pub wheels: Vec<WheelId>,
    /// Differences from the most similar earlier member; `None` for the first.
    pub likeness: Option<Likeness>,
}

/// Differences between two members of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// Position of the other member in [`Class::members`].
    pub to: usize,
    /// Whether the members are compared with y reversed.
    pub mirrored: bool,
    /// Attachments to different outside bodies, in words.
    pub attachments: Vec<String>,
    /// The constants that differ. Positions on a body are relative to its inboard joint.
    pub constants: Vec<Constant>,
}

/// One or several numbers of a declared part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Name of the part in the later member.
    pub part: String,
    /// Name of the attribute, such as `com` or `at`.
    pub attribute: &'static str,
}

impl Likeness {
    /// Number of differences.
    pub(super) fn size(&self) -> usize {
        self.attachments.len() + self.constants.len()
    }
}

impl Class {
    /// Whether a member is a mirror image of the first member, apart from differing constants.
    pub fn is_mirrored(&self, member: usize) -> bool {
        let inward = |&m: &usize| self.members[m].likeness.as_ref().map(|l| l.to);
        let path = std::iter::successors(Some(member), inward);
        let flips = path.filter(|&m| self.members[m].likeness.as_ref().is_some_and(|l| l.mirrored));
        flips.count() % 2 == 1
    }
}
