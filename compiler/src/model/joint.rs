//! Joints and links.

use super::quantities::Listed;
use super::{BodyId, Declared, DriveId, JointKind, Override, Reference};
use crate::diag::SourceSpan;

/// A joint or a massless link between two bodies.
#[derive(Clone, Debug)]
pub struct Joint {
    /// `front_left.lower_pivot`
    pub name: String,
    /// What it allows.
    pub kind: JointKind,
    /// The first body named: coordinates are of the second relative to the first.
    pub first: BodyId,
    /// The second body named.
    pub second: BodyId,
    /// The input that prescribes its coordinate (joints with one freedom only).
    pub drive: Option<DriveId>,
    /// Whether the tree keeps it, where that is declared.
    pub tree: Option<Override<Role>>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// The part of a joint in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// In the spanning tree: its freedoms are coordinates (`tree: keep`).
    Kept,
    /// Opened: what it holds are closure equations (`tree: cut`).
    Cut,
}

impl Declared for Joint {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = vec![Reference::Body(&mut self.first), Reference::Body(&mut self.second)];
        references.extend(self.drive.iter_mut().map(Reference::Drive));
        if let JointKind::Gear { joints, .. } = &mut self.kind {
            references.extend(joints.iter_mut().map(Reference::Joint));
        }
        references
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        self.kind.quantities([self.first, self.second])
    }
}
