//! Kinematic and handling figures that differ between two designs.

use crate::problem::Problem;
use crate::progress::Told;
use crate::rig::kc::{self, Travel};
use crate::steady::{Motion, trim};
use crate::vehicle::Running;
use serde::Serialize;
use std::fmt::Write;
use wishbone_studies::findings::{Findings, number};
use wishbone_studies::trim::Bend;

/// Speed [m/s] and lateral acceleration [m/s²] of the steady motion that is compared: within the nearly linear range of tyres.
const MOTION: [f64; 2] = [20.0, 4.0];

/// Difference that counts, relative to the larger number.
const RELATIVE: f64 = 1e-6;
/// Size of a number that is zero except for rounding, in the unit in which it is shown.
const NOTHING: f64 = 1e-9;

/// Whether two values differ by more than rounding.
fn differ(old: Option<f64>, new: Option<f64>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => (old - new).abs() > NOTHING.max(RELATIVE * old.abs().max(new.abs())),
        (old, new) => old.is_some() != new.is_some(),
    }
}

/// A figure that differs by more than rounding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changed {
    /// `bounce`, `steady motion`
    pub study: String,
    /// Wheel, axle or body; empty for the whole vehicle.
    pub subject: String,
    /// Its name.
    pub name: String,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    /// Value in the old design; `None` if it has none.
    pub old: Option<f64>,
    /// Value in the new design; `None` if it has none.
    pub new: Option<f64>,
}

/// Behaviour of two designs side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Difference {
    /// Number of figures that were compared.
    pub compared: usize,
    /// Figures that differ.
    pub changed: Vec<Changed>,
    /// Studies that only one of the designs answers, or that no design answers although it has the necessary parts,
    /// with the reason.
    pub notes: Vec<String>,
    /// Studies that both designs answer, in words.
    #[serde(skip)]
    pub studies: Vec<String>,
}

/// Differences of kinematics, compliance and a steady bend. Studies that make no sense for a design are left out, such as studies
/// of wheels for a mechanism without wheels.
pub fn difference(old: &Running, new: &Running, told: Told<'_>) -> Difference {
    let motion = Motion {
        speed: Some(MOTION[0]),
        bend: Some(Bend::Lateral(MOTION[1])),
    };
    let mut difference = Difference::default();
    let both = |can: &dyn Fn(&Running) -> bool| can(old) && can(new);
    let has_wheels = both(&|running| !running.compiled.model.wheels.is_empty());
    let has_tyres = both(&|running| running.needs_tyres().is_ok());
    let [speed, lateral] = MOTION;
    let measured = [old, new].map(|running| kc::found(running, &Travel::default(), told));
    difference.add("kinematics", has_wheels, measured);
    let steady = [old, new].map(|running| trim::found(running, &motion).map(|found| vec![found]));
    let words = format!("steady motion at {speed} m/s and {lateral} m/s^2");
    difference.add(&words, has_tyres, steady);
    difference
}

impl Difference {
    /// Adds a study of both designs, which `makes_sense` if both have the necessary parts.
    fn add(&mut self, study: &str, makes_sense: bool, found: [Result<Vec<Findings>, Problem>; 2]) {
        match found {
            [Ok(old), Ok(new)] => {
                self.studies.push(study.to_owned());
                self.ended("old", &old);
                self.ended("new", &new);
                self.compare(&old, &new);
            }
            [Ok(_), Err(reason)] => self.notes.push(format!("{study}: none of the new design: {reason}")),
            [Err(reason), Ok(_)] => self.notes.push(format!("{study}: none of the old design: {reason}")),
            [Err(reason), Err(_)] if makes_sense => {
                self.notes.push(format!(
                    "{study}: neither design has one, so that it is not compared: {reason}"
                ));
            }
            [Err(_), Err(_)] => {}
        }
    }

    /// Notes studies of a design that did not go as asked.
    fn ended(&mut self, design: &str, found: &[Findings]) {
        let ended = found.iter().filter(|one| !one.verdict.is_as_asked());
        let words = ended.map(|one| format!("{}, {design} design: {}", one.name, one.verdict.words));
        self.notes.extend(words);
    }

    fn compare(&mut self, old: &[Findings], new: &[Findings]) {
        let mut keys: Vec<(&str, &str, &str, &'static str)> = Vec::new();
        for found in old.iter().chain(new) {
            for figure in &found.figures {
                let key = (
                    found.name.as_str(),
                    figure.subject.as_str(),
                    figure.name.as_str(),
                    figure.unit,
                );
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        self.compared += keys.len();
        for (study, subject, name, unit) in keys {
            let value = |all: &[Findings]| {
                let found = all.iter().find(|found| found.name == study)?;
                found.figure_in(subject, name, unit)?.value
            };
            let (old, new) = (value(old), value(new));
            if differ(old, new) {
                self.changed.push(Changed {
                    study: study.to_owned(),
                    subject: subject.to_owned(),
                    name: name.to_owned(),
                    unit,
                    old,
                    new,
                });
            }
        }
    }

    /// A table of the differences; empty if nothing was compared.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut place = ("", "");
        for changed in &self.changed {
            if (changed.study.as_str(), changed.subject.as_str()) != place {
                place = (&changed.study, &changed.subject);
                let title = match changed.subject.as_str() {
                    "" => changed.study.clone(),
                    subject => format!("{}, {subject}", changed.study),
                };
                let _ = writeln!(text, "\n{title}");
            }
            let name = match changed.unit {
                "" => changed.name.clone(),
                unit => format!("{} [{unit}]", changed.name),
            };
            let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
            let _ = writeln!(
                text,
                "  {name:44} {:>13} {:>13}",
                shown(changed.old),
                shown(changed.new)
            );
        }
        for note in &self.notes {
            let _ = writeln!(text, "\n{note}");
        }
        let asked = self.studies.join(", and ");
        let _ = match (self.compared, self.changed.len()) {
            (0, _) => Ok(()),
            (all, 0) => writeln!(text, "\nthe same {all} figures ({asked})"),
            (all, some) => writeln!(text, "\n{some} of {all} figures differ ({asked})"),
        };
        text
    }
}

#[cfg(test)]
mod tests {
    use super::differ;

    #[test]
    fn figures_differ_relative_to_their_size() {
        assert!(differ(Some(5.66e-7), Some(5.67e-7)) && differ(Some(1.0), None));
        assert!(!differ(Some(0.1 + 0.2), Some(0.3)) && !differ(Some(1e-13), Some(-1e-12)) && !differ(None, None));
        assert!(!differ(Some(2e7), Some(2e7 + 1.0)) && differ(Some(2e7), Some(2e7 + 100.0)));
    }
}
