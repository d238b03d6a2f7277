//! Instruction sets for which a solver may be written beside the baseline.

/// A level of the x86-64 instruction set above the baseline; each level includes the levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Vectors of four numbers, and multiplication and addition at once (AVX2, FMA).
    V3,
    /// Twice as many registers, of twice the width (AVX-512).
    V4,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 2] = [Level::V3, Level::V4];

    /// The word of the declaration, and of emitted names.
    pub fn word(self) -> &'static str {
        match self {
            Level::V3 => "v3",
            Level::V4 => "v4",
        }
    }
}
