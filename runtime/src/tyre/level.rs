//! Instruction sets of vectors in which tyres are computed.

/// Instruction set of vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// AVX2 and FMA.
    V3,
    /// AVX-512 with shorter vectors.
    V4,
}

impl Level {
    /// The highest level of the processor; `None` if it has no vectors, or if this library is not optimised (`build.rs`).
    pub fn detect() -> Option<Self> {
        if cfg!(not(optimised)) {
            return None;
        }
        match crate::level::Level::detect() {
            crate::level::Level::V4 => Some(Level::V4),
            crate::level::Level::V3 => Some(Level::V3),
            crate::level::Level::Baseline => None,
        }
    }
}
