//! Places in the source of a declaration.

use super::SourceId;
use proc_macro2::Span;
use std::cell::RefCell;
use std::ops::Range;

/// A place in the source, opaque to all layers below the front end.
#[derive(Clone, Copy, Debug)]
pub struct SourceSpan(Place);

/// The kinds of source. Positions of macro tokens are known to `rustc` only; positions in a text are counted in bytes.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The macro call itself, or the start of the text.
    Call,
    /// From the first to the last token of a part of a macro call, because a macro on stable Rust cannot join two spans
    /// into one span.
    Tokens { first: Token, last: Token },
    /// Bytes of a text.
    Text { source: SourceId, start: usize, end: usize },
}

/// The number of a token's span. `rustc` does not allow a span to leave its thread; this number, and everything
/// compiled with it, may be moved to another thread.
#[derive(Clone, Copy, Debug)]
struct Token(usize);

thread_local! {
    /// Spans of the tokens that this thread has met.
    static SPANS: RefCell<Vec<Span>> = const { RefCell::new(Vec::new()) };
}

impl Token {
    fn of(span: Span) -> Self {
        SPANS.with_borrow_mut(|spans| {
            spans.push(span);
            Self(spans.len() - 1)
        })
    }

    /// The span; the macro call if this thread has not met the token.
    fn span(self) -> Span {
        let known = SPANS.with_borrow(|spans| spans.get(self.0).copied());
        known.unwrap_or_else(Span::call_site)
    }
}

impl SourceSpan {
    /// A place for problems that have no place of their own: the macro call itself, or the start of the text.
    pub fn call_site() -> Self {
        Self(Place::Call)
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

    /// The place from the start of this place to the end of `last`; this place alone if they belong to different
    /// sources.
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
            Place::Call => Some((Span::call_site(), Span::call_site())),
            Place::Tokens { first, last } => Some((first.span(), last.span())),
            Place::Text { .. } => None,
        }
    }

    /// The text and byte range, for a place in a text.
    pub fn bytes(self) -> Option<(SourceId, Range<usize>)> {
        match self.0 {
            Place::Call | Place::Tokens { .. } => None,
            Place::Text { source, start, end } => Some((source, start..end)),
        }
    }

    /// The byte range, in any text; empty for a macro call.
    pub fn byte_range(self) -> Range<usize> {
        self.bytes().map_or(0..0, |(_, bytes)| bytes)
    }
}

impl From<Span> for SourceSpan {
    fn from(span: Span) -> Self {
        let token = Token::of(span);
        Self(Place::Tokens {
            first: token,
            last: token,
        })
    }
}
