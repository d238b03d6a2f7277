//! A range of values of a number, which belongs either to the motion or to the declaration.

use crate::designs::{self, Design, Designs};
use crate::files::Files;
use crate::problem::Problem;
use crate::progress::{Steps, Told};
use crate::steady::Motion;
use crate::vehicle::{Declaration, Running};
use std::str::FromStr;
use wishbone_compiler::front::units;
use wishbone_engine::Numbers;
use wishbone_studies::table::Column;
use wishbone_studies::trim::Bend;

/// Number of values in a range of the motion, and number of values in a range of the declaration; for each of the
/// latter the vehicle is compiled.
const OF_MOTION: usize = 41;
const OF_DECLARATION: usize = 13;

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
            Some(_) if own.name == "radius" && from <= 0.0 && to >= 0.0 => Err(
                "a range of radii is above or below zero: `radius=50..200`, or `radius=-200..-50` to the right"
                    .to_owned(),
            ),
            _ => Ok(own),
        }
    }
}

impl Over {
    /// Unit of a number of the motion; `None` for a number of the declaration.
    fn motion_unit(&self) -> Option<&'static str> {
        match self.name.as_str() {
            "speed" => Some("m/s"),
            "lateral" => Some("m/s^2"),
            "steering" => Some("deg"),
            "radius" => Some("m"),
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

    /// Unit of the number, if the unit is one word among the units of declarations or of the motion.
    pub fn known_unit(&self) -> Option<&'static str> {
        let words = units::all().map(|(name, _, _)| name).chain([""]);
        self.motion_unit()
            .or_else(|| words.into_iter().find(|word| *word == self.unit))
    }

    /// `speed [m/s]`
    pub fn label(&self) -> String {
        match self.unit() {
            "" => self.name.clone(),
            unit => format!("{} [{unit}]", self.name),
        }
    }

    /// Its column in a table.
    pub fn column(&self) -> Column {
        match self.known_unit() {
            Some(unit) => Column {
                name: self.name.clone(),
                unit,
            },
            None => Column {
                name: self.label(),
                unit: "",
            },
        }
    }

    /// Its values, from one end to the other.
    pub fn values(&self) -> Vec<f64> {
        let [from, to] = self.ends;
        let count = if self.is_of_motion() { OF_MOTION } else { OF_DECLARATION };
        (0..count)
            .map(|k| from + (to - from) * k as f64 / (count - 1) as f64)
            .collect()
    }

    /// The motion with this value, if the number belongs to the motion.
    pub fn motion(&self, motion: &Motion, value: f64) -> Motion {
        let mut own = motion.clone();
        match self.name.as_str() {
            "speed" => own.speed = Some(value),
            "lateral" => own.bend = Some(Bend::Lateral(value)),
            "steering" => own.bend = Some(Bend::Steering(value.to_radians())),
            "radius" => own.bend = Some(Bend::Curvature(1.0 / value)),
            _ => {}
        }
        own
    }

    /// Returns an error for a number that is given in addition to its range, and would have no effect.
    fn check(&self, designs: &Designs, motion: &Motion) -> Result<(), Problem> {
        let name = &self.name;
        let told = |given: &str| {
            Problem::Misuse(format!(
                "`--over {name}` takes the place of {given}: leave one of them out"
            ))
        };
        match name.as_str() {
            "speed" if motion.speed.is_some() => return Err(told("`--speed`")),
            "lateral" | "steering" | "radius" if motion.bend.is_some() => {
                return Err(told("`--lateral`, `--steering` or `--radius`"));
            }
            _ => {}
        }
        let own = designs.changes.iter().cloned();
        let mut all = own.chain(designs.variants.iter().flat_map(|variant| designs::changes(variant)));
        match all.find(|change| path(change) == name) {
            Some(change) => Err(told(&format!("the change `{change}`"))),
            None => Ok(()),
        }
    }

    /// The designs with this value of the number in their declarations.
    fn changed(&self, designs: &Designs, value: f64) -> Designs {
        let mut own = designs.clone();
        own.changes.push(format!("{} = {value} {}", self.name, self.unit));
        own
    }

    /// The values in the order in which they are tried: bends beginning with the gentlest, to one side and then to the
    /// other.
    fn walks(&self, values: &[f64]) -> [Vec<f64>; 2] {
        let by_size = |one: &&f64, other: &&f64| one.abs().total_cmp(&other.abs());
        let gentlest = match self.name.as_str() {
            "lateral" | "steering" => values.iter().min_by(by_size),
            "radius" => values.iter().max_by(by_size),
            _ => None,
        };
        let begin = gentlest.and_then(|gentlest| values.iter().position(|value| value == gentlest));
        let (before, after) = values.split_at(begin.unwrap_or(0));
        [after.to_vec(), before.iter().rev().copied().collect()]
    }

    /// Calls `make` for every design at each value. A range of the motion ends early, with the reason, if the vehicle cannot continue.
    ///
    /// # Errors
    /// Returns an error if a design cannot be read or compiled, or if `make` fails before there are two results.
    pub fn each<T: Send>(
        &self,
        compile: impl Fn(Declaration) -> Result<Running, Problem> + Sync,
        (designs, files): (&Designs, &dyn Files),
        motion: &Motion,
        told: Told<'_>,
        make: impl Fn(&Running, &Numbers, &Motion) -> Result<T, Problem> + Sync,
    ) -> Result<Vec<(Design, Through<T>)>, Problem> {
        self.check(designs, motion)?;
        let values = self.values();
        if self.is_of_motion() {
            return designs::each(designs, files, &compile, |running| {
                let rest = running.rest()?.state;
                let (mut through, mut reasons) = (Through::default(), Vec::new());
                let progress = Steps::of(told, running.progress(&self.name), values.len());
                for walk in self.walks(&values) {
                    for value in walk {
                        progress.more(1);
                        match make(running, &rest, &self.motion(motion, value)) {
                            Ok(made) => through.made.push((value, made)),
                            Err(reason) => {
                                reasons.push(reason);
                                break;
                            }
                        }
                    }
                }
                if through.made.len() < 2 && !reasons.is_empty() {
                    return Err(reasons.swap_remove(0));
                }
                through.made.sort_by(|(one, _), (other, _)| one.total_cmp(other));
                let told: Vec<String> = reasons.iter().map(Problem::message).collect();
                through.end = (!told.is_empty()).then(|| told.join("; "));
                Ok(through)
            });
        }
        let mut all: Vec<(Design, Through<T>)> = Vec::new();
        let progress = Steps::of(told, self.name.clone(), values.len());
        for value in values {
            progress.more(1);
            let made = designs::each(&self.changed(designs, value), files, &compile, |running| {
                make(running, &running.rest()?.state, motion)
            })?;
            for (place, (mut design, made)) in made.into_iter().enumerate() {
                if all.len() <= place {
                    // The number of the range is no change: it has many values.
                    design.changes.retain(|change| change.path != self.name);
                    all.push((design, Through::default()));
                }
                all[place].1.made.push((value, made));
            }
        }
        Ok(all)
    }
}

/// The path of a change: `chassis.mass` of `chassis.mass *= 2`.
fn path(change: &str) -> &str {
    let left = change.split('=').next().unwrap_or_default();
    left.trim_end_matches(['+', '-', '*', ' ']).trim()
}

/// Results over the values of a range.
pub struct Through<T> {
    /// The values with their results.
    pub made: Vec<(f64, T)>,
    /// The reason why the range ends early.
    pub end: Option<String>,
}

impl<T> Default for Through<T> {
    fn default() -> Self {
        Self {
            made: Vec::new(),
            end: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bends are tried from the gentlest one on.
    #[test]
    fn the_gentlest_bend_comes_first() {
        let walks = |range: &str, values: &[f64]| range.parse::<Over>().expect("a range").walks(values);
        let both = walks("lateral=-2..1", &[-2.0, -1.0, 0.0, 1.0]);
        assert_eq!(both, [vec![0.0, 1.0], vec![-1.0, -2.0]]);
        assert_eq!(walks("lateral=-2..-1", &[-2.0, -1.0]), [vec![-1.0], vec![-2.0]]);
        assert_eq!(walks("radius=50..200", &[50.0, 200.0]), [vec![200.0], vec![50.0]]);
        assert_eq!(
            walks("radius=-200..-50", &[-200.0, -50.0]),
            [vec![-200.0, -50.0], vec![]]
        );
        assert_eq!(walks("speed=10..20", &[10.0, 20.0]), [vec![10.0, 20.0], vec![]]);
    }

    /// A radius is the radius of the bend. A range through zero has no bends in the middle.
    #[test]
    fn a_range_of_radii_is_one_of_bends_to_one_side() {
        let over: Over = "radius=50..200".parse().expect("a range");
        assert_eq!((over.is_of_motion(), over.label().as_str()), (true, "radius [m]"));
        let motion = over.motion(&Motion::default(), 80.0);
        assert_eq!(motion.bend, Some(Bend::Curvature(0.0125)));
        assert!("radius=-200..-50".parse::<Over>().is_ok());
        for range in ["radius=-50..50", "radius=0..50", "radius=-50..0"] {
            assert!(range.parse::<Over>().is_err(), "{range}");
        }
    }
}
