//! Reasons why there is no answer.

use serde::Serialize;
use std::fmt;
use wishbone_compiler::diag::{Diagnostic, Diagnostics, Severity, Sources, to_text};

/// A reason why there is no answer.
#[derive(Clone, Debug)]
pub enum Problem {
    /// Mistakes in a declaration, with their places.
    Mistakes(Mistakes),
    /// A finding about the vehicle that leaves the question without an answer.
    Finding(String),
    /// A question that cannot be asked, such as a question about a file that cannot be read.
    Misuse(String),
}

/// Mistakes or warnings about a declaration, with excerpts of the texts that contain them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    /// Text without colours.
    pub text: String,
    /// Text with terminal colours.
    pub styled: String,
    /// The mistakes one by one.
    pub list: Vec<Mistake>,
}

/// A mistake or a warning with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// `W0303`
    pub code: &'static str,
    /// The problem, with the name of the part concerned.
    pub message: String,
    /// File, or name of the text; `None` without a position in a text.
    pub file: Option<String>,
    /// Line, from 1 on.
    pub line: Option<usize>,
    /// Column, from 1 on.
    pub column: Option<usize>,
    /// Advice.
    pub help: Option<String>,
}

impl Mistake {
    fn of(found: &Diagnostic, sources: &Sources) -> Self {
        let place = found.labels.first().and_then(|(span, _)| {
            let (id, bytes) = span.bytes()?;
            let source = sources.get(id)?;
            Some((source.name.clone(), source.line_and_column(bytes.start)))
        });
        let (line, column) = place.as_ref().map(|(_, place)| *place).unzip();
        Self {
            severity: match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: found.code.id,
            message: found.message.clone(),
            file: place.map(|(file, _)| file),
            line,
            column,
            help: found.help.clone(),
        }
    }
}

impl Mistakes {
    /// The mistakes found in these texts.
    pub fn of(found: &Diagnostics, sources: &Sources) -> Self {
        Self {
            text: to_text::render_sources(found, sources),
            styled: to_text::render_styled(found, sources),
            list: found.iter().map(|own| Mistake::of(own, sources)).collect(),
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
