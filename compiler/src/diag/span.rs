//! Places in the source of a declaration.

use super::SourceId;
use proc_macro2::Span;
use std::ops::Range;

/// A place in the source, opaque to all layers below the front end.
#[derive(Clone, Copy, Debug)]
pub struct SourceSpan(Place);

/// The two kinds of source. Positions of macro tokens are known to `rustc` only; positions in a text are counted in
/// bytes.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// From a first to a last token of a macro call: a macro on stable Rust cannot join two spans into one.
    Tokens { first: Span, last: Span },
    /// Bytes of a text.
    Text { source: SourceId, start: usize, end: usize },
}

impl SourceSpan {
    /// A place for problems without one: the macro call itself, or the start of the text.
    pub fn call_site() -> Self {
        Span::call_site().into()
    }

    /// Bytes of a text.
    pub fn in_text(source: SourceId, bytes: Range<usize>) -> Self {
        let Range { start, end } = bytes;
        Self(Place::Text {
            source,
            start,
            end: end.max(start),
        })
    }

    /// From the start of this place to the end of `last`; this place alone if they belong to different sources.
    pub fn to(self, last: impl Into<SourceSpan>) -> Self {
        match (self.0, last.into().0) {
            (Place::Tokens { first, .. }, Place::Tokens { last, .. }) => Self(Place::Tokens { first, last }),
            (Place::Text { source, start, .. }, Place::Text { source: other, end, .. }) if source == other => {
                Self::in_text(source, start..end)
            }
            _ => self,
        }
    }

    /// Spans of the first and last token, for a place in a macro call.
    pub fn ends(self) -> Option<(Span, Span)> {
        match self.0 {
            Place::Tokens { first, last } => Some((first, last)),
            Place::Text { .. } => None,
        }
    }

    /// The text and byte range, for a place in a text.
    pub fn bytes(self) -> Option<(SourceId, Range<usize>)> {
        match self.0 {
            Place::Tokens { .. } => None,
            Place::Text { source, start, end } => Some((source, start..end)),
        }
    }

    /// The byte range, in whichever text; empty for a macro call.
    pub fn byte_range(self) -> Range<usize> {
        self.bytes().map_or(0..0, |(_, bytes)| bytes)
    }
}

impl From<Span> for SourceSpan {
    fn from(span: Span) -> Self {
        Self(Place::Tokens {
            first: span,
            last: span,
        })
    }
}
