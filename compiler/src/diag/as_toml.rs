//! Advice that quotes attributes, in the grammar of the file that it is about.

use std::borrow::Cow;

/// The advice for a TOML file: a quoted attribute `rate: 40 kN/m` becomes `rate = "40 kN/m"`.
pub(super) fn as_toml(advice: &str) -> Cow<'_, str> {
    if !advice
        .split('`')
        .skip(1)
        .step_by(2)
        .any(|quoted| attribute(quoted).is_some())
    {
        return Cow::Borrowed(advice);
    }
    let parts = advice.split('`').enumerate();
    let written: Vec<Cow<'_, str>> = parts
        .map(|(k, part)| match attribute(part).filter(|_| k % 2 == 1) {
            Some((name, value)) => Cow::Owned(format!("{name} = {}", value_as_toml(value))),
            None => Cow::Borrowed(part),
        })
        .collect();
    Cow::Owned(written.join("`"))
}

/// Name and value of a single attribute; `None` for all else, such as parts in braces.
fn attribute(quoted: &str) -> Option<(&str, &str)> {
    let (name, value) = quoted.split_once(": ")?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && !value.contains(['{', '"'])).then_some((name, value))
}

/// A plain number as it is, all else in quotation marks.
fn value_as_toml(value: &str) -> String {
    match value.parse::<f64>() {
        Ok(_) => value.to_owned(),
        Err(_) => format!("\"{value}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::as_toml;

    #[test]
    fn quoted_attributes_alone_change() {
        let cases = [
            ("add `nominal_load: 4 kN`", "add `nominal_load = \"4 kN\"`"),
            (
                "give `friction: 0.6`, and as `speed: 5 mm/s` the speed",
                "give `friction = 0.6`, and as `speed = \"5 mm/s\"` the speed",
            ),
            (
                "write `drive: shared(input: rack)` at each: `a` too",
                "write `drive = \"shared(input: rack)\"` at each: `a` too",
            ),
            (
                "a wheel `wheel w { radius: 300 mm }`: see there",
                "a wheel `wheel w { radius: 300 mm }`: see there",
            ),
            ("remove it: the rest is right", "remove it: the rest is right"),
        ];
        for (advice, expected) in cases {
            assert_eq!(as_toml(advice), expected);
        }
    }
}
