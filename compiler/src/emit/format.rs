//! Formats emitted tokens piece by piece. A syntax tree takes some thirty times the memory of its text, so only the
//! tree of one piece is in memory: an item, a function of an implementation, or some statements of a long function.

use super::fill::fill;
use super::out::Out;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree, token_stream};
use quote::quote;
use std::iter;

/// Number of statements of a function that are formatted together.
const STATEMENTS: usize = 50;

/// The formatted text of Rust items. It panics if the tokens are not Rust items, which would be a defect of this crate.
#[derive(Default)]
pub struct Formatted {
    pub text: String,
    /// The implementation that has begun.
    frame: Frame,
}

impl Out for Formatted {
    const HAS_COMMENTS: bool = true;

    fn items(&mut self, tokens: TokenStream) {
        items(tokens, &self.frame, &mut self.text);
    }

    fn begin(&mut self, head: TokenStream) {
        let outside = Frame::default();
        self.frame = outside.inner(head, MEMBER);
        self.text += &fill(self.frame.own(&outside)[0]);
    }

    fn end(&mut self) {
        let frame = std::mem::take(&mut self.frame);
        self.text += &fill(frame.own(&Frame::default())[1]);
    }
}

/// A member of an implementation that takes one line.
const MEMBER: &str = "type Marker = ();";

/// Writes items that stand in a frame.
fn items(tokens: TokenStream, frame: &Frame, text: &mut String) {
    for item in pieces(tokens, item_end) {
        match opened(item) {
            Opened::Implementation(head, body) => {
                let inner = frame.inner(head, MEMBER);
                let [begin, end] = inner.own(frame).map(fill);
                *text += &begin;
                items(body, &inner, text);
                *text += &end;
            }
            Opened::Function(head, body) => *text += &fill(&function(head, body, frame)),
            Opened::Whole(item) => *text += &fill(&frame.text(item)),
        }
    }
}

/// The text of a function that stands in a frame, not yet filled.
fn function(head: TokenStream, body: TokenStream, frame: &Frame) -> String {
    let inner = frame.inner(head, "\"marker\";");
    let [begin, end] = inner.own(frame);
    let mut text = begin.to_owned();
    for statements in pieces(body, statements_end()) {
        text += &inner.text(statements.into_iter().collect());
    }
    text + end
}

/// What stands around pieces, such as `impl Car { fn f() { .. } }`; by default nothing.
#[derive(Default)]
struct Frame {
    /// What stands before each brace, from the outermost to the innermost.
    heads: Vec<TokenStream>,
    /// Text before the pieces.
    begin: String,
    /// Text after the pieces.
    end: String,
}

impl Frame {
    /// This frame with another one inside. The marker is a piece that takes one line.
    fn inner(&self, head: TokenStream, marker: &str) -> Self {
        let heads = self.heads.iter().cloned().chain([head]).collect();
        let mut inner = Frame {
            heads,
            ..Frame::default()
        };
        let text = inner.text(marker.parse().expect("a marker is a piece"));
        let (begin, end) = text.split_once(marker).expect("a piece is printed within its frame");
        let begin = begin.trim_end_matches(' ');
        (inner.begin, inner.end) = (begin.to_owned(), end[1..].to_owned());
        inner
    }

    /// Text before and after the pieces of this frame, and inside of the outer frame.
    fn own(&self, outer: &Frame) -> [&str; 2] {
        let last = self.end.len() - outer.end.len();
        [&self.begin[outer.begin.len()..], &self.end[..last]]
    }

    /// The lines of a piece that stands in this frame.
    fn text(&self, piece: TokenStream) -> String {
        let around = |inner: TokenStream, head: &TokenStream| quote!(#head { #inner });
        let whole = self.heads.iter().rev().fold(piece, around);
        let file = syn::parse2(whole).expect("emitted tokens are Rust items");
        let text = prettyplease::unparse(&file);
        text[self.begin.len()..text.len() - self.end.len()].to_owned()
    }
}

/// An item, of which large ones are taken apart.
enum Opened {
    Implementation(TokenStream, TokenStream),
    Function(TokenStream, TokenStream),
    Whole(TokenStream),
}

/// Divides an item into the part before the brace, and its content, which is not empty.
fn opened(item: Vec<TokenTree>) -> Opened {
    let (is_function, is_implementation) = (has_word(&item, "fn"), has_word(&item, "impl"));
    let body = item.last().and_then(braces).map(Group::stream);
    let head = || item[..item.len() - 1].iter().cloned().collect();
    match body.filter(|body| !body.is_empty()) {
        Some(body) if is_function => Opened::Function(head(), body),
        Some(body) if is_implementation => Opened::Implementation(head(), body),
        _ => Opened::Whole(item.into_iter().collect()),
    }
}

/// Pieces of tokens; `ends` says whether a tree is the last one of the piece before it.
fn pieces(
    tokens: TokenStream,
    mut ends: impl FnMut(&[TokenTree], &TokenTree) -> bool,
) -> impl Iterator<Item = Vec<TokenTree>> {
    let mut trees: token_stream::IntoIter = tokens.into_iter();
    iter::from_fn(move || {
        let mut piece = Vec::new();
        for tree in &mut trees {
            let is_last = ends(&piece, &tree);
            piece.push(tree);
            if is_last {
                break;
            }
        }
        (!piece.is_empty()).then_some(piece)
    })
}

/// Items end at a semicolon or a brace. The braces of a constant are part of its value.
fn item_end(piece: &[TokenTree], tree: &TokenTree) -> bool {
    let is_constant = || has_word(piece, "const") && !has_word(piece, "fn") && !has_word(piece, "impl");
    is_semicolon(tree) || braces(tree).is_some() && !is_constant()
}

/// Some statements together end at a semicolon.
fn statements_end() -> impl FnMut(&[TokenTree], &TokenTree) -> bool {
    let mut count = 0;
    move |_, tree| {
        count += usize::from(is_semicolon(tree));
        is_semicolon(tree) && count.is_multiple_of(STATEMENTS)
    }
}

fn has_word(trees: &[TokenTree], word: &str) -> bool {
    let is_word = |tree: &TokenTree| matches!(tree, TokenTree::Ident(ident) if ident == word);
    trees.iter().any(is_word)
}

fn is_semicolon(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(sign) if sign.as_char() == ';')
}

fn braces(tree: &TokenTree) -> Option<&Group> {
    match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces give the text of the whole: tested for constants with braces, generics, attributes, empty items, results,
    /// and a function with more statements than are formatted together.
    #[test]
    fn pieces_give_the_text_of_the_whole() {
        let statements = (0..2 * STATEMENTS + 1).map(|at| {
            let at = proc_macro2::Literal::usize_unsuffixed(at);
            quote!(let a = b[#at] * c + d; self.x[#at] = a; "// comment"; if a > 0.0 { self.count += 1; })
        });
        let tokens = quote! {
            /// Doc.
            #[derive(Clone)]
            pub struct Car<const N: usize> { x: [f64; N] }
            struct Empty;
            pub const START: Car<2> = Car { x: [0.0; 2] };
            #[allow(clippy::all, reason = "generated")]
            impl<const N: usize> Car<N> {
                const SIZE: usize = { N };
                /// A sum.
                pub const fn long(&mut self, b: &[f64], c: f64, d: f64, another_argument: f64, one_more: f64) -> f64 {
                    #(#statements)*
                    a + b
                }
                fn empty() {}
            }
            impl Default for Empty { fn default() -> Self { Empty } }
            unsafe impl Send for Empty {}
        };
        let whole: syn::File = syn::parse2(tokens.clone()).expect("items");
        let mut formatted = Formatted::default();
        formatted.items(tokens);
        assert_eq!(formatted.text, fill(&prettyplease::unparse(&whole)));
    }
}
