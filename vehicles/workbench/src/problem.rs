//! Reasons why there is no answer.

use std::fmt;
use wishbone_compiler::diag::{Diagnostics, Sources, to_text};

/// A reason why there is no answer.
#[derive(Clone, Debug)]
pub enum Problem {
    /// Mistakes in a declaration, with their places.
    Mistakes(Mistakes),
    /// A finding about the vehicle that leaves the question without an answer.
    Finding(String),
    /// A question that cannot be asked, such as one about a file that cannot be read.
    Misuse(String),
}

/// Mistakes or warnings of a declaration, with excerpts of the texts in which they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    /// Without colours.
    pub text: String,
    /// With the colours of a terminal.
    pub styled: String,
}

impl Mistakes {
    /// What was found in these texts.
    pub fn of(found: &Diagnostics, sources: &Sources) -> Self {
        Self {
            text: to_text::render_sources(found, sources),
            styled: to_text::render_styled(found, sources),
        }
    }
}

impl Problem {
    /// The message alone.
    pub fn message(&self) -> String {
        match self {
            Self::Mistakes(mistakes) => mistakes.text.trim_end().to_owned(),
            Self::Finding(text) | Self::Misuse(text) => text.trim_end().to_owned(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for Problem {}
