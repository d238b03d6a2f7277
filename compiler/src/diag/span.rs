//! Where something stands in its source.

use proc_macro2::Span;
use std::ops::Range;

/// A place in the source of a declaration, from a first to a last token: opaque to every layer below the front.
///
/// Today both doors (macro tokens and text read by `proc_macro2`) yield token spans. Both ends are kept because a
/// macro on stable Rust cannot join two spans into one.
#[derive(Clone, Copy, Debug)]
pub struct SourceSpan {
    first: Span,
    last: Span,
}

impl SourceSpan {
    /// The place of nothing in particular: the macro call itself, or the start of the text.
    pub fn call_site() -> Self {
        Span::call_site().into()
    }

    /// From the beginning of this place to the end of `last`.
    pub fn to(self, last: impl Into<SourceSpan>) -> Self {
        Self {
            first: self.first,
            last: last.into().last,
        }
    }

    /// Spans of the first and of the last token.
    pub fn ends(self) -> (Span, Span) {
        (self.first, self.last)
    }

    /// Bytes of the text that was parsed.
    pub fn byte_range(self) -> Range<usize> {
        let start = self.first.byte_range().start;
        start..self.last.byte_range().end.max(start)
    }
}

impl From<Span> for SourceSpan {
    fn from(span: Span) -> Self {
        Self {
            first: span,
            last: span,
        }
    }
}
