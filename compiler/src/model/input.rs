//! Named inputs: of joints, and of force elements.

use super::quantities::Listed;
use super::{Declared, JointId, Reference};
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

/// A named input of force elements; several may read it.
#[derive(Clone, Debug)]
pub struct Signal {
    /// `front_left.pump`
    pub name: String,
    /// The quantity that it gives: `force`, `torque`, or a word for the ground under a contact.
    pub gives: &'static str,
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
