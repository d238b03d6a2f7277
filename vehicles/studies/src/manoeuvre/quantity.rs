//! Numbers with units, written like numbers in the file of a manoeuvre: `"80 km/h"`, or several numbers with one unit:
//! `"[1, 1.2] s"`.

use serde::de::value::StrDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, SeqAccess, Unexpected, Visitor};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::fmt;
use std::marker::PhantomData;

/// A unit and its factor to SI.
type Unit = (&'static str, f64);

macro_rules! quantities {
    ($($(#[$doc:meta])* $name:ident: $words:literal, $example:literal, [$($unit:literal = $factor:expr),*];)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
        pub struct $name(
            /// Value in SI.
            pub f64,
        );

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let kind = Kind { words: $words, example: $example, units: &[$(($unit, $factor)),*] };
                deserializer.deserialize_any(kind).map(Self)
            }
        }
    )*};
}

quantities! {
    /// [s]
    Time: "a time", "8 s", ["s" = 1.0, "ms" = 1e-3, "min" = 60.0];
    /// [m]
    Length: "a length", "2.5 m", ["m" = 1.0, "mm" = 1e-3, "cm" = 1e-2, "km" = 1e3, "in" = 0.0254, "ft" = 0.3048];
    /// [m/s]
    Speed: "a speed", "80 km/h", ["m/s" = 1.0, "km/h" = 1.0 / 3.6, "kph" = 1.0 / 3.6, "mph" = 0.447_04, "ft/s" = 0.3048];
    /// [rad]
    Angle: "an angle", "30 deg", ["deg" = PI / 180.0, "rad" = 1.0];
    /// [rad/s]
    AngularSpeed: "an angular speed", "10 deg/s", ["deg/s" = PI / 180.0, "rad/s" = 1.0];
    /// [Hz]
    Frequency: "a frequency", "0.5 Hz", ["Hz" = 1.0];
    /// [1/s]
    Fading: "a rate", "20 1/s", ["1/s" = 1.0];
    /// [m/s²]
    Acceleration: "an acceleration", "4 m/s^2", ["m/s^2" = 1.0];
    /// Position of a joint [m or rad].
    Position: "a position", "5 deg", ["m" = 1.0, "mm" = 1e-3, "cm" = 1e-2, "in" = 0.0254, "deg" = PI / 180.0, "rad" = 1.0];
    /// Speed of a joint [m/s or rad/s].
    Rate: "a speed", "2 rad/s", ["m/s" = 1.0, "mm/s" = 1e-3, "km/h" = 1.0 / 3.6, "deg/s" = PI / 180.0, "rad/s" = 1.0];
    /// Rise divided by distance.
    Grade: "a grade", "5 %", ["%" = 1e-2];
}

/// Travel of a sliding or turning joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    /// [m or rad]
    pub value: f64,
    /// Whether the joint turns.
    pub turns: bool,
}

impl<'de> Deserialize<'de> for Travel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let Position(value) = Position::deserialize(IntoDeserializer::<D::Error>::into_deserializer(text.as_str()))?;
        let turns = is_of_a_turn(&text);
        Ok(Self { value, turns })
    }
}

/// Whether the unit of a number is a unit of an angle or an angular speed.
fn is_of_a_turn(text: &str) -> bool {
    ["deg", "rad", "deg/s", "rad/s"]
        .iter()
        .any(|unit| text.trim_end().ends_with(unit))
}

/// Number of a joint at the start: its position or its speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfJoint {
    /// [m, rad, m/s or rad/s]
    pub value: f64,
    /// Whether the number is given as an angle or an angular speed; `None` if it is given without a unit.
    pub turns: Option<bool>,
}

impl OfJoint {
    /// A number in SI without its unit.
    pub fn si(value: f64) -> Self {
        Self { value, turns: None }
    }
}

/// Reads positions of joints by name.
pub fn positions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, OfJoint>, D::Error> {
    of_joints(deserializer, |text| Position::deserialize(text).map(|own| own.0))
}

/// Reads speeds of joints by name.
pub fn rates<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, OfJoint>, D::Error> {
    of_joints(deserializer, |text| Rate::deserialize(text).map(|own| own.0))
}

fn of_joints<'de, D: Deserializer<'de>>(
    deserializer: D,
    read: impl for<'a> Fn(StrDeserializer<'a, D::Error>) -> Result<f64, D::Error>,
) -> Result<BTreeMap<String, OfJoint>, D::Error> {
    let texts = BTreeMap::<String, String>::deserialize(deserializer)?;
    let each = texts.into_iter().map(|(name, text)| {
        let value = read(text.as_str().into_deserializer())?;
        let turns = Some(is_of_a_turn(&text));
        Ok((name, OfJoint { value, turns }))
    });
    each.collect()
}

impl fmt::Display for Travel {
    /// `-5 mm`, `2 deg`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, unit) = match self.turns {
            true => (self.value.to_degrees(), "deg"),
            false => (1e3 * self.value, "mm"),
        };
        let number = format!("{number:.3}");
        write!(f, "{} {unit}", number.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// A kind of number: in words, with an example and with its units.
struct Kind {
    words: &'static str,
    example: &'static str,
    units: &'static [Unit],
}

impl Visitor<'_> for Kind {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units: Vec<&str> = self.units.iter().map(|(unit, _)| *unit).collect();
        write!(
            f,
            "{} with its unit in quotation marks, such as \"{}\" (units: {})",
            self.words,
            self.example,
            units.join(", ")
        )
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<f64, E> {
        let text = text.trim();
        let found = self.units.iter().find_map(|(unit, factor)| {
            let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
            number.is_finite().then_some(number * factor)
        });
        found.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Reads several numbers of a kind, written as in the file of a vehicle: `"[1, 1.2] s"`, or each with its own unit:
/// `["1 s", "1200 ms"]`.
pub fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let example = "\"[1, 1.2] s\" or [\"1 s\", \"1.2 s\"]";
    let of = PhantomData;
    deserializer.deserialize_any(List { example, of })
}

/// Reads several numbers without a unit, `[0, 0.5]`, also written as in the file of a vehicle: `"[0, 0.5]"`.
pub fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let example = "[0, 0.5]";
    let of = PhantomData;
    let list: Vec<Plain> = deserializer.deserialize_any(List { example, of })?;
    Ok(list.into_iter().map(|Plain(number)| number).collect())
}

/// A number without a unit, which may be written as text.
struct Plain(f64);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OfPlain)
    }
}

/// Reads a number without a unit.
struct OfPlain;

impl Visitor<'_> for OfPlain {
    type Value = Plain;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number without a unit")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Plain, E> {
        Ok(Plain(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Plain, E> {
        Ok(Plain(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Plain, E> {
        Ok(Plain(number as f64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Plain, E> {
        let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number
            .map(Plain)
            .ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Reads two numbers of a kind, written as a [`list`].
pub fn pair<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[T; 2]>, D::Error> {
    let both: Vec<T> = list(deserializer)?;
    let count = both.len();
    let both = both.try_into().map(Some);
    both.map_err(|_| Error::invalid_length(count, &"two numbers"))
}

/// Reads a list.
struct List<T> {
    /// Ways in which it is written.
    example: &'static str,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list, such as {}", self.example)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut members: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(member) = members.next_element()? {
            list.push(member);
        }
        Ok(list)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<T>, E> {
        let inside = text.trim().strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let Some((members, unit)) = inside else {
            return Err(E::invalid_value(Unexpected::Str(text), &self));
        };
        let member = |number: &str| {
            let member = format!("{} {unit}", number.trim());
            T::deserialize(IntoDeserializer::<E>::into_deserializer(member))
        };
        members.split(',').map(member).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct One {
        x: Speed,
    }

    #[test]
    fn a_number_has_its_unit() {
        let read = |text: &str| toml::from_str::<One>(text).map(|one| one.x.0);
        assert_eq!(read("x = \"36 km/h\""), Ok(10.0));
        assert_eq!(read("x = \"-2.5m/s\""), Ok(-2.5));
        for wrong in [
            "x = 80",
            "x = \"80\"",
            "x = \"80 km\"",
            "x = \"inf m/s\"",
            "x = \"m/s\"",
        ] {
            let told = read(wrong).expect_err("it has no unit of a speed").to_string();
            assert!(
                told.contains("a speed with its unit") && told.contains("line 1"),
                "{told}"
            );
        }
    }

    #[derive(Debug, serde::Deserialize)]
    struct Rack {
        x: Travel,
    }

    #[test]
    fn a_travel_slides_or_turns() {
        let read = |text: &str| toml::from_str::<Rack>(text).map(|rack| (rack.x.value, rack.x.to_string()));
        assert_eq!(read("x = \"-5 mm\""), Ok((-0.005, "-5 mm".to_owned())));
        assert_eq!(read("x = \"2 deg\""), Ok((2f64.to_radians(), "2 deg".to_owned())));
        let told = read("x = \"5 kg\"").expect_err("it is no travel").to_string();
        assert!(
            told.contains("a position with its unit") && told.contains("line 1"),
            "{told}"
        );
    }

    #[derive(Debug, serde::Deserialize)]
    struct Several {
        #[serde(deserialize_with = "super::list")]
        times: Vec<Time>,
        #[serde(default, deserialize_with = "super::pair")]
        edges: Option<[Length; 2]>,
    }

    #[test]
    fn a_list_has_one_unit_or_several() {
        let read = |text: &str| toml::from_str::<Several>(text);
        let several = read("times = \"[1, 1.5] s\"\nedges = [\"5 mm\", \"-1 m\"]").expect("two lists");
        assert_eq!(several.times, [Time(1.0), Time(1.5)]);
        assert_eq!(several.edges, Some([Length(0.005), Length(-1.0)]));
        let several = read("times = [\"500 ms\", \"1 s\"]").expect("a list");
        assert_eq!((several.times, several.edges), (vec![Time(0.5), Time(1.0)], None));
        for (wrong, expected) in [
            ("times = \"1 s\"", "such as \"[1, 1.2] s\""),
            ("times = \"[1, 2]\"", "a time with its unit"),
            ("times = \"[1, 2 s\"", "a list, such as"),
            ("times = [1, 2]", "a time with its unit"),
            ("times = \"[] s\"", "a time with its unit"),
            ("times = \"[1] s\"\nedges = \"[1, 2, 3] m\"", "two numbers"),
        ] {
            let told = read(wrong).expect_err("it is no list of times").to_string();
            assert!(told.contains(expected), "{wrong}: {told}");
        }
    }

    #[derive(Debug, serde::Deserialize)]
    struct Pressed {
        #[serde(deserialize_with = "super::numbers")]
        brake: Vec<f64>,
    }

    #[test]
    fn numbers_without_a_unit_are_written_in_both_ways() {
        let read = |text: &str| toml::from_str::<Pressed>(text).map(|own| own.brake);
        for text in [
            "brake = [0, 0.5, 1]",
            "brake = \"[0, 0.5, 1]\"",
            "brake = [\"0\", 0.5, 1]",
        ] {
            assert_eq!(read(text), Ok(vec![0.0, 0.5, 1.0]), "{text}");
        }
        for (wrong, expected) in [
            ("brake = \"0.5\"", "a list, such as [0, 0.5]"),
            ("brake = \"[0, 1] s\"", "a number without a unit"),
            ("brake = [true]", "a number without a unit"),
        ] {
            let told = read(wrong).expect_err("it is no list of numbers").to_string();
            assert!(told.contains(expected), "{wrong}: {told}");
        }
    }
}
