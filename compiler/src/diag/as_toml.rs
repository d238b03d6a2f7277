//! Advice with quoted attributes, in the grammar of the file that the advice is about.

/// The advice for a TOML file: a quoted attribute `rate: 40 kN/m` becomes `rate = "40 kN/m"`.
pub(super) fn as_toml(advice: &str) -> String {
    let parts = advice.split('`').enumerate();
    let written = parts.map(|(k, part)| match attribute(part).filter(|_| k % 2 == 1) {
        Some((name, value)) if value.parse::<f64>().is_ok() => format!("{name} = {value}"),
        Some((name, value)) => format!("{name} = \"{value}\""),
        None => part.to_owned(),
    });
    written.collect::<Vec<String>>().join("`")
}

/// Name and value of a single attribute; `None` for any other text, such as several attributes, or parts in braces.
fn attribute(quoted: &str) -> Option<(&str, &str)> {
    let (name, value) = quoted.split_once(": ")?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let outside = value.split('(').next().unwrap_or_default();
    let is_single = !outside.contains(": ") && !value.contains(['{', '"']);
    (is_name && is_single).then_some((name, value))
}

/// Whether a byte of a TOML text stands in a value that is a call, such as `"table(deflection: ..)"`. There the other grammar goes on.
pub(super) fn is_in_a_call(text: &str, byte: usize) -> bool {
    let begin = text[..byte].rfind('\n').map_or(0, |line| line + 1);
    let before = &text[begin..byte];
    let Some(quote) = before.rfind('"').filter(|_| before.matches('"').count() % 2 == 1) else {
        return false;
    };
    let value = text[begin + quote + 1..].split(['"', '\n']).next();
    value.is_some_and(|value| value.contains('('))
}

#[cfg(test)]
mod tests {
    use super::{as_toml, is_in_a_call};

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
        ];
        for (advice, expected) in cases {
            assert_eq!(as_toml(advice), expected);
        }
        for unchanged in [
            "a wheel `wheel w { radius: 300 mm }`: see there",
            "begin with `torque: [0, ..] N*m, assistance: [0, ..] N*m`",
            "remove it: the rest is right",
        ] {
            assert_eq!(as_toml(unchanged), unchanged);
        }
    }

    #[test]
    fn arguments_of_calls_are_not_attributes() {
        let text =
            "[spring.coil]\nkind = \"between(a, b)\"\nrate = \"table(deflection: [0, 1] mm)\"\npreload = \"2 kN\"\n";
        let at = |word: &str| is_in_a_call(text, text.find(word).expect("it is there"));
        assert!(at("table") && at("deflection") && at("between"));
        assert!(!at("spring") && !at("rate") && !at("preload") && !at("2 kN"));
    }
}
