//! Where something stands in its source.

use proc_macro2::Span;

/// A place in the source of a declaration: opaque to every layer below the front.
///
/// Today both doors (macro tokens and text parsed by `syn`) yield token spans; text spans carry line and column.
#[derive(Clone, Copy, Debug)]
pub struct SourceSpan(Span);

impl SourceSpan {
    /// The place of nothing in particular: the macro call itself, or the start of the text.
    pub fn call_site() -> Self {
        Self(Span::call_site())
    }

    /// The token span, for rendering.
    pub fn token_span(self) -> Span {
        self.0
    }
}

impl From<Span> for SourceSpan {
    fn from(span: Span) -> Self {
        Self(span)
    }
}
