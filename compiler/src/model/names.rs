//! Names: which names may be used, and their form in emitted Rust.

use crate::diag::{Diagnostics, catalogue};
use crate::front::syntax::Word;
use unicode_normalization::UnicodeNormalization;

/// Strict and reserved keywords of every edition (Rust reference, "Keywords"), and the lone underscore.
static KEYWORDS: &[&str] = &[
    "_", "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Whether emitted Rust uses this type by its simple name, so that no vehicle may hide it.
fn is_primitive(name: &str) -> bool {
    matches!(name, "f64" | "str" | "usize")
}

/// Whether a name is a keyword of Rust, which emitted Rust has to escape.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// Refuses a vehicle whose name cannot be the name of a type, not even as a raw identifier (Rust reference,
/// "Identifiers").
pub(super) fn check_type(name: &Word, diagnostics: &mut Diagnostics) {
    let message = if matches!(name.text.as_str(), "_" | "Self" | "self" | "super" | "crate") {
        format!("`{}` is a word of Rust that cannot name a type", name.text)
    } else if is_primitive(&name.text) {
        format!("`{}` is a type that solvers are made of", name.text)
    } else {
        return;
    };
    diagnostics
        .error(&catalogue::HOSTILE_NAME, name.span, message)
        .help("give the vehicle another name");
}

/// A name in which each letter is one code point if possible (normalization form C), as Rust compares names.
pub fn normalised(name: &str) -> String {
    match name.is_ascii() {
        true => name.to_owned(),
        false => name.nfc().collect(),
    }
}

/// The name of a part as a Rust identifier in snake case: `front_left.Knuckle` becomes `front_left_knuckle`. An
/// underscore is added to a keyword of Rust: `type` becomes `type_`.
///
/// [`super::resolve`] refuses two names of one kind that become one identifier, and also every keyword.
pub fn identifier(name: &str) -> String {
    let mut identifier = snake_case(name);
    if is_keyword(&identifier) {
        identifier.push('_');
    }
    identifier
}

/// A name in snake case, with an underscore after the name of a group.
fn snake_case(name: &str) -> String {
    if name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return name.replace('.', "_");
    }
    let letters: Vec<char> = name.nfc().collect();
    let mut identifier = String::with_capacity(name.len());
    for (position, letter) in letters.iter().enumerate() {
        let before = position.checked_sub(1).map(|previous| letters[previous]);
        if letter.is_uppercase() && begins_word(before, letters.get(position + 1).copied()) {
            identifier.push('_');
        }
        if *letter == '.' {
            identifier.push('_');
        } else {
            identifier.extend(letter.to_lowercase());
        }
    }
    identifier
}

/// Whether a capital letter between these neighbours begins a word, for example the `A` of `lowerArm` or the `F` of
/// `LCAFront`.
fn begins_word(before: Option<char>, after: Option<char>) -> bool {
    match before {
        Some(before) if before.is_uppercase() => after.is_some_and(char::is_lowercase),
        Some(before) => before.is_alphanumeric(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn identifiers_are_snake_case() {
        for (name, expected) in [
            ("knuckle", "knuckle"),
            ("front_left.knuckle", "front_left_knuckle"),
            ("lowerArm", "lower_arm"),
            ("LCA", "lca"),
            ("LCAFront", "lca_front"),
            ("front_left.LCA", "front_left_lca"),
            ("link2", "link2"),
            ("QuarterCar", "quarter_car"),
            ("type", "type_"),
            ("Loop", "loop_"),
            ("move.type", "move_type"),
            ("_", "__"),
            ("cafe\u{301}", "caf\u{e9}"),
        ] {
            assert_eq!(identifier(name), expected);
        }
    }
}
