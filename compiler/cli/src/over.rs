//! A number that goes through a range: of the motion, or of the declaration.

use crate::arguments::{Designs, Motion};
use std::str::FromStr;

/// Values in a range.
const COUNT: usize = 13;

/// A range of a number: `speed=5..40`, `chassis.mass=1000..2000 kg`.
#[derive(Clone, Debug, PartialEq)]
pub struct Over {
    /// Its name: `speed`, or a path of the declaration.
    pub name: String,
    ends: [f64; 2],
    unit: String,
}

impl FromStr for Over {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let told = || "not a range such as `speed=5..40` or `chassis.mass=1000..2000 kg`".to_owned();
        let (name, range) = text.split_once('=').ok_or_else(told)?;
        let (from, to) = range.split_once("..").ok_or_else(told)?;
        let to = to.trim();
        let end = to.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(to.len());
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let (from, to, unit) = (
            number(from).ok_or_else(told)?,
            number(&to[..end]).ok_or_else(told)?,
            to[end..].trim(),
        );
        let own = Self {
            name: name.trim().to_owned(),
            ends: [from, to],
            unit: unit.to_owned(),
        };
        match own.motion_unit() {
            _ if from >= to => Err("a range goes from a smaller to a larger number".to_owned()),
            Some(_) if !unit.is_empty() => Err(format!("`{}` is given without a unit", own.name)),
            Some(_) if own.name == "speed" && from <= 0.0 => Err("a range of speeds begins above zero".to_owned()),
            _ => Ok(own),
        }
    }
}

impl Over {
    /// Unit of a number of the motion; none of a number of the declaration.
    fn motion_unit(&self) -> Option<&'static str> {
        match self.name.as_str() {
            "speed" => Some("m/s"),
            "lateral" => Some("m/s^2"),
            "steering" => Some("deg"),
            _ => None,
        }
    }

    /// Whether it is a number of the motion.
    pub fn is_of_motion(&self) -> bool {
        self.motion_unit().is_some()
    }

    /// Its unit.
    pub fn unit(&self) -> &str {
        self.motion_unit().unwrap_or(&self.unit)
    }

    /// `speed [m/s]`
    pub fn label(&self) -> String {
        match self.unit() {
            "" => self.name.clone(),
            unit => format!("{} [{unit}]", self.name),
        }
    }

    /// Its values, from one end to the other.
    pub fn values(&self) -> Vec<f64> {
        let [from, to] = self.ends;
        (0..COUNT)
            .map(|k| from + (to - from) * k as f64 / (COUNT - 1) as f64)
            .collect()
    }

    /// The motion with this value, where it is one of it.
    pub fn motion(&self, motion: &Motion, value: f64) -> Motion {
        let mut own = motion.clone();
        match self.name.as_str() {
            "speed" => own.speed = Some(value),
            "lateral" => (own.lateral, own.steering, own.radius) = (Some(value), None, None),
            "steering" => (own.lateral, own.steering, own.radius) = (None, Some(value), None),
            _ => {}
        }
        own
    }

    /// The designs with this value, where it is a number of theirs.
    pub fn designs(&self, designs: &Designs, value: f64) -> Designs {
        let mut own = designs.clone();
        if !self.is_of_motion() {
            own.changes.push(format!("{} = {value} {}", self.name, self.unit));
        }
        own
    }
}
