//! Text to syntax tree, with a source place for every name and number. Decides no meaning.
//!
//! There are two front ends, the grammar of `vehicle! { .. }` ([`dsl`]) and TOML ([`toml`]); [`file`] chooses one.

mod brackets;
pub mod change;
mod comments;
pub mod dsl;
pub mod file;
mod keywords;
pub(crate) mod language;
pub mod library;
mod origin;
pub mod points;
pub mod reference;
pub mod suggest;
pub mod syntax;
mod text;
mod tokens;
pub mod toml;
pub mod units;
mod value;

/// A declaration without its comments, as it is stored in an emitted solver: two texts that differ only in comments
/// give equal solvers. A text that cannot be read is returned unchanged.
pub fn without_comments(declaration: &str, is_toml: bool) -> String {
    match is_toml {
        true => {
            toml::parse_text(declaration).map_or_else(|_| declaration.to_owned(), |tree| toml::print::vehicle(&tree))
        }
        false => comments::without(declaration),
    }
}
