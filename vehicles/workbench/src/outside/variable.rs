//! Variables of a vehicle that is stepped from outside.

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Structured name: `front_left.force_z`.
    pub name: String,
    /// One sentence.
    pub words: String,
    /// Unit.
    pub unit: Unit,
    /// What it is.
    pub kind: Kind,
    /// Start value; none of what is computed.
    pub start: Option<f64>,
    /// Least and greatest value.
    pub range: Option<[f64; 2]>,
}

/// Kind of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The independent variable.
    Time,
    /// An input.
    Input(super::input::Input),
    /// Forward speed at the start [m/s], a fixed parameter.
    StartSpeed,
    /// A tunable parameter of the vehicle, by its position.
    Tunable(usize),
    /// An output, by its column.
    Output(usize),
    /// A continuous state, by its position.
    State(usize),
    /// The rate of the state at this position.
    Rate(usize),
    /// An event indicator, by its position.
    Indicator(usize),
}

impl Kind {
    /// Whether it is a whole number.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Input(input) if input.is_whole())
    }
}

/// A unit of SI in the vehicle's notation, `N m/rad`, with its exponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Name by the rules of FMI: `N.m/rad`; empty for a plain number.
    pub name: String,
    /// Exponents of kg, m, s and rad.
    pub exponents: [i32; 4],
}

/// Names of the base units of [`Unit::exponents`].
pub const BASE: [&str; 4] = ["kg", "m", "s", "rad"];

/// Units with their own names, by the exponents of their base units (BIPM 2019, The International System of Units,
/// tables 2 and 4).
const NAMED: [(&str, [i32; 4]); 10] = [
    ("kg", [1, 0, 0, 0]),
    ("m", [0, 1, 0, 0]),
    ("s", [0, 0, 1, 0]),
    ("rad", [0, 0, 0, 1]),
    ("Hz", [0, 0, -1, 0]),
    ("N", [1, 1, -2, 0]),
    ("Pa", [1, -1, -2, 0]),
    ("J", [1, 2, -2, 0]),
    ("W", [1, 2, -3, 0]),
    ("1", [0, 0, 0, 0]),
];

impl Unit {
    /// The unit of a text such as `N m s/rad`: factors side by side, `/` before each divisor. A text with another word,
    /// such as `m or rad`, is treated as the unit of a plain number: a number that may have either of two units has no
    /// definite unit.
    pub fn of(text: &str) -> Self {
        Self::read(text).unwrap_or(Self {
            name: String::new(),
            exponents: [0; 4],
        })
    }

    fn read(text: &str) -> Option<Self> {
        let (mut name, mut exponents) = (String::new(), [0; 4]);
        for (place, part) in text.split('/').enumerate() {
            let sign = if place == 0 { 1 } else { -1 };
            for (at, factor) in part.split([' ', '*']).filter(|word| !word.is_empty()).enumerate() {
                let (word, power) = factor.split_once('^').unwrap_or((factor, "1"));
                let power: i32 = power.parse().ok()?;
                let (_, own) = NAMED.iter().find(|(named, _)| *named == word)?;
                exponents = std::array::from_fn(|k| exponents[k] + sign * power * own[k]);
                name.push_str(match (place, at) {
                    (0, 0) => "",
                    (_, 0) => "/",
                    // Each factor behind the first divisor divides, too.
                    (0, _) => ".",
                    (..) => return None,
                });
                name.push_str(word);
                if power != 1 {
                    name.push_str(&power.to_string());
                }
            }
        }
        (!name.is_empty()).then_some(Self { name, exponents })
    }
}

/// A name by the rules of structured names (FMI 3.0.2, 2.4.3): words of letters, digits and `_` between dots; other
/// words in single quotes.
pub fn structured(name: &str) -> String {
    let words = name.split('.').map(|word| {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let begins = word.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
        match begins && word.chars().all(is_plain) {
            true => word.to_owned(),
            false => format!("'{}'", word.replace('\\', "\\\\").replace('\'', "\\'")),
        }
    });
    words.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and exponents, written by hand.
    #[test]
    fn units_are_read() {
        for (text, name, exponents) in [
            ("m/s^2", "m/s2", [0, 1, -2, 0]),
            ("N m", "N.m", [1, 2, -2, 0]),
            ("rad s^2/m", "rad.s2/m", [0, -1, 2, 1]),
            ("1/m", "1/m", [0, -1, 0, 0]),
            ("", "", [0; 4]),
            ("m or rad", "", [0; 4]),
            ("kg/m^3", "kg/m3", [1, -3, 0, 0]),
        ] {
            let unit = Unit::of(text);
            assert_eq!((unit.name.as_str(), unit.exponents), (name, exponents), "{text}");
        }
    }

    #[test]
    fn names_are_structured() {
        assert_eq!(structured("front_left.force_z"), "front_left.force_z");
        assert_eq!(structured("a.2b.c d"), "a.'2b'.'c d'");
        assert_eq!(structured("it's"), "'it\\'s'");
    }
}
