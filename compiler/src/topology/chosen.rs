//! The joints that are chosen for the tree.

use crate::model::{BodyId, JointId};

/// The edges of the tree. All other joints are cut.
pub struct Chosen {
    /// Declared joints that the tree keeps, in order of declaration.
    pub kept: Vec<JointId>,
    /// `(parent, body)`: free joints added for bodies held by cut joints only.
    pub added: Vec<(BodyId, BodyId)>,
    /// Cut joints, in order of declaration.
    pub cut: Vec<JointId>,
}
