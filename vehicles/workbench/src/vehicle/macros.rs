//! Finds the declarations in a text: inside every `vehicle! { .. }`, or the text itself.

use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use std::ops::Range;

/// A declaration in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Name of the vehicle; `None` if it cannot be read.
    pub name: Option<String>,
    /// The bytes between the braces of the macro.
    pub range: Range<usize>,
    /// The path in `vehicle!(file = "car.toml")`. In this case that file contains the declaration.
    pub file: Option<String>,
}

/// The declarations inside of macros, in order. The list is empty for a text that is not valid Rust; the compiler
/// reports its mistakes.
pub fn inside_macros(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    // Vehicles may be declared in modules and functions, so groups are searched at any depth.
    let mut streams: Vec<TokenStream> = text.parse().into_iter().collect();
    while let Some(stream) = streams.pop() {
        search(stream, &mut found, &mut streams);
    }
    found.sort_by_key(|found| found.range.start);
    found
}

/// Whether a text is made of words, numbers and closed brackets.
pub fn falls_into_tokens(text: &str) -> bool {
    text.parse::<TokenStream>().is_ok()
}

/// The name of the vehicle that a text declares without a macro.
pub fn name_of(text: &str) -> Option<String> {
    name(text.parse().ok()?)
}

/// Finds `vehicle`, `!` and a group. Collects the other groups in `inside`, except groups of `macro_rules!`, in which a
/// declaration is a pattern with holes.
fn search(tokens: TokenStream, found: &mut Vec<Found>, inside: &mut Vec<TokenStream>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if is_call(&tokens[..index]) => found.push(declaration(group)),
            TokenTree::Group(_) if is_definition(&tokens[..index]) => {}
            TokenTree::Group(group) => inside.push(group.stream()),
            _ => {}
        }
    }
}

fn is_call(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(word), TokenTree::Punct(mark)]
        if word == "vehicle" && mark.as_char() == '!')
}

/// `macro_rules! name`
fn is_definition(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(word), TokenTree::Punct(mark), TokenTree::Ident(_)]
        if word == "macro_rules" && mark.as_char() == '!')
}

fn declaration(group: &Group) -> Found {
    let start = group.span_open().byte_range().end;
    let file = file(group.stream());
    Found {
        name: name(group.stream()).filter(|_| file.is_none()),
        range: start..group.span_close().byte_range().start,
        file,
    }
}

/// `file = "car.toml"`
fn file(tokens: TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(word), TokenTree::Punct(mark), TokenTree::Literal(path)] => (word == "file"
            && mark.as_char() == '=')
            .then(|| unquoted(path))
            .flatten(),
        _ => None,
    }
}

/// The content of a string literal without escapes; paths need none.
fn unquoted(literal: &Literal) -> Option<String> {
    let text = literal.to_string();
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains('\\')).then(|| inside.to_owned())
}

/// The first word after documentation and `pub`.
fn name(tokens: TokenStream) -> Option<String> {
    let mut words = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    words.find(|word| word != "pub")
}

#[cfg(test)]
mod tests {
    use super::{inside_macros, name_of};

    #[test]
    fn every_macro_is_found_wherever_it_stands() {
        let text = "//! ümlaut: wishbone::vehicle! { Not {} }
            wishbone::vehicle! { /// A car.\n pub Car { } }
            fn main() { let s = \"vehicle! { Nor }\"; vehicle!(Cart { }); vehicle![]; }";
        let found = inside_macros(text);
        let names: Vec<Option<&str>> = found.iter().map(|found| found.name.as_deref()).collect();
        assert_eq!(names, [Some("Car"), Some("Cart"), None]);
        assert_eq!(&text[found[1].range.clone()], "Cart { }");
    }

    #[test]
    fn a_pattern_is_no_declaration() {
        let text = "macro_rules! car { ($name:ident) => { vehicle! { $name {} } } } car!(Car); vehicle!(Cart {});";
        let names: Vec<Option<String>> = inside_macros(text).into_iter().map(|found| found.name).collect();
        assert_eq!(names, [Some("Cart".to_owned())]);
    }

    #[test]
    fn a_macro_may_name_a_file() {
        let found = inside_macros("vehicle!(file = \"cars/car.toml\"); vehicle!(file = 3);");
        let files: Vec<Option<&str>> = found.iter().map(|found| found.file.as_deref()).collect();
        assert_eq!(files, [Some("cars/car.toml"), None]);
    }

    #[test]
    fn no_nesting_is_too_deep() {
        let deep = format!("{}vehicle! {{ Car {{}} }}{}", "(".repeat(20_000), ")".repeat(20_000));
        assert_eq!(inside_macros(&deep).len(), 1);
    }

    #[test]
    fn what_is_no_rust_has_no_macros() {
        assert_eq!(inside_macros("vehicle! { Car { ( } }"), []);
        assert_eq!(inside_macros("Car { body arm { } }"), []);
    }

    #[test]
    fn the_name_stands_behind_documentation() {
        assert_eq!(name_of("/// Words.\n pub Car { }").as_deref(), Some("Car"));
        assert_eq!(name_of("{}"), None);
    }
}
