//! Names: which may be used, and what becomes of them in emitted Rust.

/// Strict and reserved keywords of every edition (Rust reference, "Keywords"), and the lone underscore.
static KEYWORDS: &[&str] = &[
    "_", "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Whether emitted Rust uses this type by its simple name, so that no vehicle may hide it.
pub fn is_primitive(name: &str) -> bool {
    matches!(name, "f64" | "str" | "usize")
}

/// Whether emitted Rust could not use this name as it is.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// The name of a part as a Rust identifier in snake case: `front_left.Knuckle` is `front_left_knuckle`.
///
/// Two names of one kind that would meet here are refused by [`super::resolve`], and so is every keyword.
pub fn identifier(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
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

/// Whether a capital between these neighbours begins a word: `lowerArm`, the `F` of `LCAFront`.
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
        ] {
            assert_eq!(identifier(name), expected);
        }
    }
}
