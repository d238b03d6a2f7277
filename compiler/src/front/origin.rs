//! The source of tokens.

use crate::diag::{SourceId, SourceSpan};
use proc_macro2::Span;
use std::ops::Range;

/// The source of tokens, which determines the meaning of their spans.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// A macro call.
    Tokens,
    /// A text that begins at this byte of a source.
    At(SourceId, usize, usize),
    /// A string with escapes: its characters differ from the characters of the file, so only the whole string has a
    /// place.
    Within(SourceId, usize, usize),
}

impl Origin {
    /// The source place of a token's span.
    pub(super) fn place(self, span: Span) -> SourceSpan {
        match self {
            Origin::Tokens => span.into(),
            Origin::At(source, start, _) => {
                let Range { start: first, end } = span.byte_range();
                SourceSpan::in_text(source, start + first..start + end)
            }
            Origin::Within(..) => self.whole(),
        }
    }

    /// The place of the whole text.
    pub(super) fn whole(self) -> SourceSpan {
        match self {
            Origin::Tokens => SourceSpan::call_site(),
            Origin::At(source, start, end) | Origin::Within(source, start, end) => {
                SourceSpan::in_text(source, start..end)
            }
        }
    }
}
