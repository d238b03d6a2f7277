//! The ways of reducing a subsystem that a declaration may select.

use std::fmt;

/// A way of reducing a subsystem to its effect on the body that carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// Joint by joint from the tips inward, with the multipliers.
    Recursive,
    /// By its independent joint speeds, all at once.
    Synthesis,
    /// By all its joint speeds and multipliers, all at once, from homogeneous transformations.
    Lagrange,
    /// By its independent joint speeds, through the Cartesian motion of its bodies.
    SynthesisCartesian,
}

impl Method {
    /// Every method.
    pub const ALL: [Method; 4] = [
        Method::Recursive,
        Method::Synthesis,
        Method::Lagrange,
        Method::SynthesisCartesian,
    ];

    /// Whether the method itself finds the dependent speeds of closed loops from the independent speeds.
    pub fn finds_dependent_speeds(self) -> bool {
        match self {
            Method::Synthesis | Method::SynthesisCartesian => true,
            Method::Recursive | Method::Lagrange => false,
        }
    }

    /// The word of the declaration.
    pub fn word(self) -> &'static str {
        match self {
            Method::Recursive => "recursive",
            Method::Synthesis => "synthesis",
            Method::Lagrange => "lagrange",
            Method::SynthesisCartesian => "synthesis_cartesian",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
