//! Where emitted items go: into one stream of tokens for the macro, or into the text of a file.
//!
//! Items come one after the other. Only a text needs no more than one of them in memory.

use proc_macro2::TokenStream;
use quote::quote;

/// A receiver of items, in their order.
pub trait Out {
    /// Whether the items may contain comments, since they are printed.
    const HAS_COMMENTS: bool;

    /// Takes some items, of the file or of the implementation that has begun.
    fn items(&mut self, items: TokenStream);

    /// Begins an implementation: `impl Car`, with attributes.
    fn begin(&mut self, head: TokenStream);

    /// Ends the implementation.
    fn end(&mut self);
}

/// All items as tokens.
#[derive(Default)]
pub struct Tokens {
    /// The items of the file.
    pub all: TokenStream,
    /// What the implementation that has begun is called, and its items.
    inner: Option<(TokenStream, TokenStream)>,
}

impl Out for Tokens {
    const HAS_COMMENTS: bool = false;

    fn items(&mut self, items: TokenStream) {
        match &mut self.inner {
            Some((_, inner)) => inner.extend(items),
            None => self.all.extend(items),
        }
    }

    fn begin(&mut self, head: TokenStream) {
        self.inner = Some((head, TokenStream::new()));
    }

    fn end(&mut self) {
        let ended = self.inner.take();
        self.all.extend(ended.map(|(head, inner)| quote!(#head { #inner })));
    }
}
