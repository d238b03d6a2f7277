//! Declared choices.

use crate::diag::SourceSpan;

/// A declared choice that the analysis would otherwise make.
#[derive(Clone, Copy, Debug)]
pub struct Override<T> {
    /// The declared choice.
    pub choice: T,
    /// Where it was declared.
    pub span: SourceSpan,
}
