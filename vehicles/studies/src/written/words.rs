//! Messages about mistakes in a text: `serde` reports in terms of Rust types, and the messages use the terms of a TOML
//! file.

use strsim::osa_distance;

/// A message of `serde` or of `toml` in plain words. Messages of other kinds stay as they are.
pub(super) fn plain(message: &str) -> String {
    let mut known = quoted(message);
    if message.starts_with("unknown field") {
        return unknown("there is no key", &mut known);
    }
    if message.starts_with("unknown variant") {
        return unknown("there is no", &mut known);
    }
    if message.starts_with("missing field")
        && let Some(key) = known.next()
    {
        return format!("the key `{key}` is missing");
    }
    if message.starts_with("wanted exactly 1 element") {
        return "only one kind at a time: keep one of these keys".to_owned();
    }
    let typed = message.strip_prefix("invalid type: ");
    typed
        .and_then(|rest| rest.split_once(", expected "))
        .map_or_else(|| message.to_owned(), |(found, wanted)| typing(found, wanted))
}

/// An unknown name, the first of these, with advice from the others.
fn unknown<'a>(what: &str, names: &mut impl Iterator<Item = &'a str>) -> String {
    let name = names.next().unwrap_or_default();
    let known: Vec<&str> = names.collect();
    let limit = (name.chars().count() / 3).max(1);
    let near = known.iter().map(|own| (osa_distance(name, own), own));
    match near
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
    {
        Some((_, near)) => format!("{what} `{name}` here; did you mean `{near}`?"),
        None if known.is_empty() => format!("{what} `{name}` here, nor any other"),
        None => format!("{what} `{name}` here; known are `{}`", known.join("`, `")),
    }
}

/// A value of a wrong type.
fn typing(found: &str, wanted: &str) -> String {
    match (found, wanted) {
        ("unit variant", _) => return "this kind needs values of its own: `{ KIND = .. }`".to_owned(),
        (_, "unit variant") => return "this kind has no values: write its name alone".to_owned(),
        _ => {}
    }
    let (kind, value) = found
        .split_once(' ')
        .map_or((found, None), |(kind, value)| (kind, Some(value)));
    let found = match (kind, value) {
        ("string", Some(text)) => format!("the text {text}"),
        ("map", _) => "a table".to_owned(),
        ("sequence", _) => "a list".to_owned(),
        ("integer" | "boolean", Some(value)) => value.to_owned(),
        ("floating", Some(value)) => value.trim_start_matches("point ").to_owned(),
        _ => found.to_owned(),
    };
    let wanted = match wanted {
        "f64" | "f32" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "a string" | "string" => "a text in quotes",
        "a sequence" => "a list, `[..]`",
        "a boolean" => "`true` or `false`",
        "a map" => "a table, `{ .. }`",
        own if own.starts_with("struct ") => "a table, `{ .. }`",
        own => own,
    };
    format!("wanted {wanted}, found {found}")
}

/// The names between backquotes.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn messages_are_plain() {
        for (message, told) in [
            (
                "unknown field `duratoin`, expected one of `doc`, `duration`",
                "there is no key `duratoin` here; did you mean `duration`?",
            ),
            (
                "unknown field `width`, expected `mass` or `length`",
                "there is no key `width` here; known are `mass`, `length`",
            ),
            (
                "unknown variant `rk9`, expected `rk4` or `ab3`",
                "there is no `rk9` here; did you mean `rk4`?",
            ),
            (
                "unknown field `mass`, there are no fields",
                "there is no key `mass` here, nor any other",
            ),
            ("missing field `doc`", "the key `doc` is missing"),
            (
                "invalid type: string \"fast\", expected f64",
                "wanted a number, found the text \"fast\"",
            ),
            (
                "invalid type: floating point `0.5`, expected usize",
                "wanted a whole number, found `0.5`",
            ),
            (
                "invalid type: map, expected a sequence",
                "wanted a list, `[..]`, found a table",
            ),
            (
                "invalid type: sequence, expected struct Road",
                "wanted a table, `{ .. }`, found a list",
            ),
            (
                "invalid type: unit variant, expected newtype variant",
                "this kind needs values of its own: `{ KIND = .. }`",
            ),
            (
                "wanted exactly 1 element, more than 1 element",
                "only one kind at a time: keep one of these keys",
            ),
            ("a speed is at least 0 m/s", "a speed is at least 0 m/s"),
        ] {
            assert_eq!(plain(message), told);
        }
    }
}
