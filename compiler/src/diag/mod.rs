//! How the compiler speaks: diagnostics that accumulate, one catalogue of codes, two renderers.
//!
//! A check takes `&mut Diagnostics`, reports and goes on; [`Diagnostics::finish`] stands between stages and stops the
//! compilation with *all* that was found. Nothing in this crate panics on what a user wrote.

pub mod catalogue;
pub mod example;
pub mod limits;
mod sources;
mod span;
pub mod to_syn;
pub mod to_text;

pub use catalogue::Code;
pub use sources::{Source, SourceId, Sources, without_mark};
pub use span::SourceSpan;

use std::collections::BTreeSet;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It cannot be compiled.
    Error,
    /// It can, but was hardly meant.
    Warning,
}

/// One thing wrong with a declaration, said so that an engineer can mend it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Which entry of the catalogue this is.
    pub code: &'static Code,
    /// What is wrong, naming the thing.
    pub message: String,
    /// Places, the first of which is the one to underline; each with what to say under the caret (may be empty).
    pub labels: Vec<(SourceSpan, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

/// All that was found so far.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Reports a problem at `span`; add places and advice to the value returned.
    pub fn error(&mut self, code: &'static Code, span: SourceSpan, message: impl Into<String>) -> &mut Diagnostic {
        self.report(Severity::Error, code, span, message.into())
    }

    /// Reports what does not stop the compilation; likewise.
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

    /// The last report.
    pub fn last(&mut self) -> Option<&mut Diagnostic> {
        self.found.last_mut()
    }

    /// Takes over a diagnostic made elsewhere.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Leaves out what has been said of the same places in the same words; the advice may differ.
    pub fn say_once(&mut self) {
        let mut said = BTreeSet::new();
        // Spans of a stable macro cannot be compared, but they print.
        self.found.retain(|found| {
            let Diagnostic {
                code, message, labels, ..
            } = found;
            said.insert((code.id, message.clone(), format!("{labels:?}")))
        });
    }

    /// Leaves out what only follows from other mistakes.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.found.retain(keep);
    }

    /// Adds what was found elsewhere.
    pub fn append(&mut self, later: Diagnostics) {
        self.found.extend(later.found);
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What was found, in the order of reporting.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter()
    }

    /// Whether something was found that stops the compilation.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|found| found.severity == Severity::Error)
    }

    /// Goes on if nothing was found, else stops with everything: for a stage that never warns.
    pub fn finish<T>(self, value: T) -> Result<T, Diagnostics> {
        if self.found.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Goes on with the warnings if there is nothing but warnings, else stops with everything.
    pub fn finish_with_warnings<T>(self, value: T) -> Result<(T, Diagnostics), Diagnostics> {
        if self.has_errors() {
            Err(self)
        } else {
            Ok((value, self))
        }
    }
}

/// As many diagnostics as are printed, the errors first where there are more, and what to say of the others.
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
    /// What to say under the caret of the first place.
    pub fn label(&mut self, text: impl Into<String>) -> &mut Self {
        if let Some(first) = self.labels.first_mut() {
            first.1 = text.into();
        }
        self
    }

    /// One more place, with what to say there.
    pub fn also(&mut self, span: SourceSpan, text: impl Into<String>) -> &mut Self {
        self.labels.push((span, text.into()));
        self
    }

    /// What to do about it, in place of the catalogue's general advice.
    pub fn help(&mut self, text: impl Into<String>) -> &mut Self {
        self.help = Some(text.into());
        self
    }
}
