//! Named inputs: of joints, and of forces and torques.

use super::quantities::Listed;
use super::{Declared, Effort, JointId, Reference};
use crate::diag::SourceSpan;

/// A named input that prescribes position, velocity and acceleration of a joint or link.
#[derive(Clone, Debug)]
pub struct Drive {
    /// `rack`
    pub name: String,
    /// The joint or link it drives.
    pub joint: JointId,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A named input that gives the size of a force or torque; several may have it.
#[derive(Clone, Debug)]
pub struct Signal {
    /// `front_left.pump`
    pub name: String,
    /// Force or torque, the size of which it gives.
    pub effort: Effort,
    /// Where it was named first.
    pub span: SourceSpan,
}

impl Declared for Drive {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        vec![Reference::Joint(&mut self.joint)]
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        Vec::new()
    }
}

impl Declared for Signal {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        Vec::new()
    }
}
