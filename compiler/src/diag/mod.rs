//! Messages of the compiler: diagnostics that accumulate, one catalogue of codes, two renderers.
//!
//! A check takes `&mut Diagnostics`, reports and continues; [`Diagnostics::finish`] stands between stages and stops the
//! compilation with *all* diagnostics so far. Nothing in this crate panics on user input.

mod as_toml;
pub mod catalogue;
pub mod example;
pub mod limits;
mod sources;
mod span;
pub mod to_syn;
pub mod to_text;

pub use catalogue::Code;
pub use sources::{Source, SourceId, Sources, is_toml, without_mark};
pub use span::SourceSpan;

use std::collections::BTreeSet;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The declaration cannot be compiled.
    Error,
    /// The declaration can be compiled, but probably has another meaning than intended.
    Warning,
}

/// One problem of a declaration, explained so that an engineer can fix it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Its entry in the catalogue.
    pub code: &'static Code,
    /// The problem, with the name of the part concerned.
    pub message: String,
    /// Places with the text under their carets (may be empty); the first place is underlined.
    pub labels: Vec<(SourceSpan, String)>,
    /// Advice on how to fix it.
    pub help: Option<String>,
}

/// The diagnostics reported so far.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Reports an error at `span`; the returned value takes further places and advice.
    pub fn error(&mut self, code: &'static Code, span: SourceSpan, message: impl Into<String>) -> &mut Diagnostic {
        self.report(Severity::Error, code, span, message.into())
    }

    /// Reports a warning, which does not stop the compilation; further places and advice can be added to the returned
    /// value.
    pub fn warning(&mut self, code: &'static Code, span: SourceSpan, message: impl Into<String>) -> &mut Diagnostic {
        self.report(Severity::Warning, code, span, message.into())
    }

    fn report(
        &mut self,
        severity: Severity,
        code: &'static Code,
        span: SourceSpan,
        message: String,
    ) -> &mut Diagnostic {
        self.found.push(Diagnostic {
            severity,
            code,
            message,
            labels: vec![(span, String::new())],
            help: code.help.map(str::to_owned),
        });
        self.found.last_mut().expect("just pushed")
    }

    /// The latest diagnostic.
    pub fn last(&mut self) -> Option<&mut Diagnostic> {
        self.found.last_mut()
    }

    /// Adds a diagnostic made elsewhere.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Removes repetitions: diagnostics with the same places and message as an earlier one. Their advice may differ.
    pub fn say_once(&mut self) {
        let mut said = BTreeSet::new();
        // Spans of a stable macro cannot be compared, but their debug output can.
        self.found.retain(|found| {
            let Diagnostic {
                code, message, labels, ..
            } = found;
            said.insert((code.id, message.clone(), format!("{labels:?}")))
        });
    }

    /// Removes diagnostics that only follow from other mistakes.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.found.retain(keep);
    }

    /// Appends diagnostics found elsewhere.
    pub fn append(&mut self, later: Diagnostics) {
        self.found.extend(later.found);
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The diagnostics, in the order of reporting.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter()
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|found| found.severity == Severity::Error)
    }

    /// Returns the value if there are no diagnostics, else all of them: for a stage that never warns.
    pub fn finish<T>(self, value: T) -> Result<T, Diagnostics> {
        if self.found.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Returns the value and the warnings if there are no errors, else all diagnostics.
    pub fn finish_with_warnings<T>(self, value: T) -> Result<(T, Diagnostics), Diagnostics> {
        if self.has_errors() {
            Err(self)
        } else {
            Ok((value, self))
        }
    }
}

/// The diagnostics to print, with errors first if there are too many, and a note about the omitted diagnostics.
fn within_limit<'a>(
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
) -> (impl Iterator<Item = &'a Diagnostic>, Option<String>) {
    let mut all: Vec<&Diagnostic> = diagnostics.collect();
    let rest = all.len().saturating_sub(limits::PRINTED);
    if rest > 0 {
        all.sort_by_key(|diagnostic| diagnostic.severity == Severity::Warning);
        all.truncate(limits::PRINTED);
    }
    let told = format!("and {rest} more, not printed: mend these first");
    (all.into_iter(), (rest > 0).then_some(told))
}

impl Diagnostic {
    /// Sets the text under the caret of the first place.
    pub fn label(&mut self, text: impl Into<String>) -> &mut Self {
        if let Some(first) = self.labels.first_mut() {
            first.1 = text.into();
        }
        self
    }

    /// Adds a place, with the text under its caret.
    pub fn also(&mut self, span: SourceSpan, text: impl Into<String>) -> &mut Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Sets advice that replaces the general advice of the catalogue.
    pub fn help(&mut self, text: impl Into<String>) -> &mut Self {
        self.help = Some(text.into());
        self
    }
}
