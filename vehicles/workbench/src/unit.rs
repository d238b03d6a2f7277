//! Units in tables and files of users: `km/h`, `deg/s`, `N*m/rad`, `m/s²`.
//!
//! Names are the names of declarations, with other usual spellings of measuring devices. `g` is the standard acceleration of
//! gravity, and not the gram, since tables of vehicles use it for accelerations.

use wishbone_compiler::front::units::{self, ACCELERATION, PLAIN, SPEED, Scale};

/// Standard acceleration of gravity [m/s²].
const STANDARD_GRAVITY: f64 = 9.806_65;

/// One knot [m/s]: 1852 m in an hour (International System of Units, 8th edition, table 8).
const KNOT: f64 = 1852.0 / 3600.0;

/// Additional spellings, with the spellings of declarations.
const ALIASES: [(&str, &str); 19] = [
    ("°", "deg"),
    ("degree", "deg"),
    ("degrees", "deg"),
    ("grad", "deg"),
    ("radian", "rad"),
    ("radians", "rad"),
    ("meter", "m"),
    ("metre", "m"),
    ("sec", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("hr", "h"),
    ("kmh", "kph"),
    ("hz", "Hz"),
    ("newton", "N"),
    ("Newton", "N"),
    ("inch", "in"),
    ("lbs", "lb"),
    ("Sec", "s"),
];

/// Factor to SI and dimension of a unit; `None` if one of its words is unknown. Empty, `-` and `1` mean a plain number.
pub fn scale(text: &str) -> Option<Scale> {
    let text = text.trim();
    if matches!(text, "" | "-" | "1") {
        return Some(Scale::ONE);
    }
    let mut reader = Reader { rest: text };
    let found = reader.product()?;
    reader.rest.trim().is_empty().then_some(found)
}

/// A number of a declaration without the word that makes it a parameter: `300 mm` of `tune 300 mm`, or of `tune(k) 300 mm`.
pub fn untuned(written: &str) -> &str {
    let tuned = written.strip_prefix("tune").and_then(|rest| rest.split_once(' '));
    tuned.map_or(written, |(_, plain)| plain)
}

/// A number with a unit: `12 kN`, `-60mm`.
pub fn measured(text: &str) -> Option<(f64, Scale)> {
    let text = text.trim();
    let end = text
        .char_indices()
        .filter(|(at, _)| *at > 0)
        .find(|(at, letter)| {
            let is_exponent = matches!(letter, 'e' | 'E')
                && text[at + 1..].starts_with(|next: char| next.is_ascii_digit() || "+-".contains(next));
            let is_sign = matches!(letter, '+' | '-') && text[..*at].ends_with(['e', 'E']);
            !(letter.is_ascii_digit() || *letter == '.' || is_exponent || is_sign)
        })
        .map_or(text.len(), |(at, _)| at);
    let number: f64 = text[..end].parse().ok()?;
    Some((number, scale(&text[end..])?)).filter(|_| number.is_finite())
}

/// The number in SI of a text with a unit, such as `80 km/h` for a speed in `m/s`.
///
/// # Errors
/// Returns an error if the text is not a number with a unit, or if the unit has another dimension. The message says
/// what is wanted.
pub fn si(text: &str, wanted: &str) -> Result<f64, String> {
    let example = match wanted {
        "" => "a plain number such as `0.5`".to_owned(),
        unit => format!("a number with a unit, such as `12 {unit}`"),
    };
    let (number, own) = measured(text).ok_or_else(|| format!("`{text}` is not {example}"))?;
    match scale(wanted).is_some_and(|wanted| wanted.dimension == own.dimension) {
        true => Ok(number * own.factor),
        false => Err(format!("`{text}` has another kind of unit: give {example}")),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Reads `a*b/c`, `a b`, `a/(b*c)`, up to a closing bracket.
    fn product(&mut self) -> Option<Scale> {
        let mut found = self.power()?;
        loop {
            self.rest = self.rest.trim_start();
            let sign = match self.rest.chars().next() {
                None | Some(')') => return Some(found),
                Some('/') => -1,
                Some('*' | '·' | '⋅') => 1,
                Some(_) => 0,
            };
            if sign != 0 {
                let mut letters = self.rest.chars();
                letters.next();
                self.rest = letters.as_str();
            }
            let next = self.power()?;
            found = found.times(next, if sign < 0 { -1 } else { 1 })?;
        }
    }

    fn power(&mut self) -> Option<Scale> {
        self.rest = self.rest.trim_start();
        let base = match self.rest.strip_prefix('(') {
            Some(rest) => {
                self.rest = rest;
                let inside = self.product()?;
                self.rest = self.rest.trim_start().strip_prefix(')')?;
                inside
            }
            None => self.word()?,
        };
        let exponent = self.exponent()?;
        Scale::ONE.times(base, exponent)
    }

    fn word(&mut self) -> Option<Scale> {
        let is_letter = |letter: char| letter.is_alphabetic() || letter == '°' || letter == '%';
        let end = self.rest.find(|letter| !is_letter(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            // `1/s`
            self.rest = self.rest.strip_prefix('1')?;
            return Some(Scale::ONE);
        }
        self.rest = rest;
        named(word)
    }

    /// Reads `^2`, `^-1`, `²`; 1 without an exponent.
    fn exponent(&mut self) -> Option<i8> {
        for (sign, exponent) in [('²', 2), ('³', 3)] {
            if let Some(rest) = self.rest.strip_prefix(sign) {
                self.rest = rest;
                return Some(exponent);
            }
        }
        let power = self.rest.strip_prefix('^').or(self.rest.strip_prefix("**"));
        let digits = power.or(self
            .rest
            .starts_with(|letter: char| letter.is_ascii_digit())
            .then_some(self.rest));
        let Some(digits) = digits else { return Some(1) };
        let is_digit = |(place, letter): (usize, char)| letter.is_ascii_digit() || (place == 0 && letter == '-');
        let end = digits
            .char_indices()
            .find(|own| !is_digit(*own))
            .map_or(digits.len(), |(at, _)| at);
        self.rest = &digits[end..];
        digits[..end].parse().ok()
    }
}

fn named(word: &str) -> Option<Scale> {
    match word {
        "g" | "gn" => Some(Scale {
            factor: STANDARD_GRAVITY,
            dimension: ACCELERATION.dimension,
        }),
        "kn" | "kt" | "kts" | "knot" | "knots" => Some(Scale {
            factor: KNOT,
            dimension: SPEED.dimension,
        }),
        "%" => Some(Scale {
            factor: 1e-2,
            dimension: PLAIN.dimension,
        }),
        word => {
            let alias = ALIASES.iter().find(|(alias, _)| *alias == word);
            units::lookup(alias.map_or(word, |(_, name)| name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishbone_compiler::front::units::{ANGULAR_SPEED, FORCE, SPEED, TORQUE};

    #[test]
    fn units_are_read_in_their_spellings() {
        let near = |found: f64, wanted: f64| (found - wanted).abs() < 1e-12 * wanted.abs();
        for (text, factor, quantity) in [
            ("km/h", 1.0 / 3.6, &SPEED),
            ("m s^-1", 1.0, &SPEED),
            ("kn", 0.514_444_444_444_444_4, &SPEED),
            ("knots", 0.514_444_444_444_444_4, &SPEED),
            ("deg/s", 1f64.to_radians(), &ANGULAR_SPEED),
            ("°/s", 1f64.to_radians(), &ANGULAR_SPEED),
            ("1/s * rad", 1.0, &ANGULAR_SPEED),
            ("m/s^2", 1.0, &ACCELERATION),
            ("m/s2", 1.0, &ACCELERATION),
            ("mm/s²", 1e-3, &ACCELERATION),
            ("m/(s*s)", 1.0, &ACCELERATION),
            ("g", 9.806_65, &ACCELERATION),
            ("kN", 1e3, &FORCE),
            ("N m", 1.0, &TORQUE),
            ("kN*mm", 1.0, &TORQUE),
            ("Nm", 1.0, &TORQUE),
            ("-", 1.0, &PLAIN),
            ("%", 0.01, &PLAIN),
        ] {
            let found = scale(text).unwrap_or_else(|| panic!("{text}"));
            assert!(near(found.factor, factor), "{text}: {}", found.factor);
            assert_eq!(found.dimension, quantity.dimension, "{text}");
        }
        for wrong in ["furlong", "m/", "m/(s", "^2", "m)", "m^200"] {
            assert_eq!(scale(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn units_of_another_kind_are_refused() {
        assert_eq!(si("72 km/h", "m/s").map(|speed| (speed - 20.0).abs() < 1e-12), Ok(true));
        assert_eq!(si("50 %", ""), Ok(0.5));
        for (text, wanted) in [("20 m", "m/s"), ("20", "m/s"), ("fast", "m/s"), ("5 deg", "")] {
            let refused = si(text, wanted).expect_err(text);
            assert!(refused.contains(text) && refused.contains(wanted), "{refused}");
        }
    }

    #[test]
    fn numbers_have_their_units() {
        for (text, si) in [
            ("12 kN", 12e3),
            ("-60mm", -0.06),
            ("1e3 N", 1e3),
            ("2.5e-1kN", 250.0),
            ("7", 7.0),
        ] {
            let (number, scale) = measured(text).unwrap_or_else(|| panic!("{text}"));
            assert!((number * scale.factor - si).abs() < 1e-12 * si.abs(), "{text}");
        }
        for wrong in ["kN", "", "1 2 kN", "inf N", "--2 N"] {
            assert_eq!(measured(wrong), None, "{wrong}");
        }
    }
}
