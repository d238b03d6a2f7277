//! Limits of a design: permitted ranges of figures of studies, each with its margin.

mod limits;

pub use limits::{Limit, Limits, Question, Range};

use crate::figures;
use crate::files::Files;
use crate::manoeuvre;
use crate::problem::Problem;
use crate::progress::Told;
use crate::rig::kc::{self, Travel};
use crate::steady::{Motion, trim};
use crate::unit;
use crate::vehicle::Running;
use serde::Serialize;
use std::fmt::Write;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::report::counts;
use wishbone_studies::findings::{Figure, Findings, given_number, number_in};
use wishbone_studies::trim::Bend;

/// A figure of a study compared with its limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Held {
    /// `kc`, `drive step_steer`
    pub study: String,
    /// Subject and name of the figure.
    pub figure: String,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    /// Its value; `None` if the study does not reach it.
    pub value: Option<f64>,
    /// Least permitted value; `None` without a lower limit.
    pub least: Option<f64>,
    /// Greatest permitted value; `None` without an upper limit.
    pub greatest: Option<f64>,
    /// Distance to the nearer limit, negative beyond it; `None` without a value.
    pub margin: Option<f64>,
    /// Whether the value is known and within its limits, but for rounding.
    pub is_kept: bool,
}

impl Held {
    fn of(study: &str, found: &Findings, figure: &Figure, range: Range) -> Self {
        let part = if found.name == study { "" } else { &found.name };
        let words = [part, &figure.subject, &figure.name];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        Self {
            study: study.to_owned(),
            figure: words.join(", "),
            unit: figure.unit,
            value: figure.value,
            least: range.least,
            greatest: range.greatest,
            margin: figure.value.map(|value| range.margin(value)),
            is_kept: figure.value.is_some_and(|value| range.contains(value)),
        }
    }

    fn target(&self) -> String {
        match (self.least, self.greatest) {
            (Some(least), Some(greatest)) => format!("{} to {}", given_number(least), given_number(greatest)),
            (Some(least), None) => format!(">= {}", given_number(least)),
            (None, Some(greatest)) => format!("<= {}", given_number(greatest)),
            (None, None) => String::new(),
        }
    }
}

/// Result of the limits of one design.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Gate {
    /// Every figure with a limit.
    pub held: Vec<Held>,
    /// Studies that did not start, or ended differently than requested, and limits that name no figure of this design,
    /// with the reason. Their limits do not count as kept.
    pub ended: Vec<String>,
}

impl Gate {
    /// Whether all studies ended as asked, and all limits are kept.
    pub fn is_kept(&self) -> bool {
        self.ended.is_empty() && self.held.iter().all(|held| held.is_kept)
    }

    /// A table of figures, values, targets and margins.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let title = |held: &Held| match held.unit {
            "" => held.figure.clone(),
            unit => format!("{} [{unit}]", held.figure),
        };
        let width = self.held.iter().map(|held| title(held).chars().count()).max();
        let width = width.unwrap_or(0);
        let mut study = "";
        for held in &self.held {
            if held.study != study {
                study = &held.study;
                let heads = ["value", "target", "margin"];
                let _ = writeln!(
                    text,
                    "\n{study:width$} {:>12} {:>24} {:>12}",
                    heads[0], heads[1], heads[2]
                );
            }
            let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| number_in(value, held.unit));
            let verdict = if held.is_kept { "" } else { "  FAILS" };
            let (value, margin) = (shown(held.value), shown(held.margin));
            let _ = writeln!(
                text,
                "{:width$} {value:>12} {:>24} {margin:>12}{verdict}",
                title(held),
                held.target()
            );
        }
        for ended in &self.ended {
            let _ = writeln!(text, "FAILS: {ended}");
        }
        let failed = self.held.iter().filter(|held| !held.is_kept).count();
        let _ = match (failed, self.held.len()) {
            (0, _) if !self.ended.is_empty() => writeln!(text, "\nlimits of the lines that fail are not kept"),
            (failed, all) if !self.ended.is_empty() => {
                writeln!(
                    text,
                    "\n{failed} of {all} limits are not kept, nor those of the lines that fail"
                )
            }
            (0, 1) => writeln!(text, "\nthe limit is kept"),
            (0, all) => writeln!(text, "\nall {all} limits are kept"),
            (failed, all) => writeln!(text, "\n{failed} of {all} limits are not kept"),
        };
        text
    }
}

/// Asks the questions of the limits, and compares the figures with the limits.
///
/// # Errors
/// Returns an error if a study cannot be asked, or if a limit names no figure or a wrong unit. All such limits are
/// named.
pub fn found(running: &Running, limits: &Limits, files: &dyn Files, told: Told<'_>) -> Result<Gate, Problem> {
    Ok(judged(vec![open(running, limits, files, told)?])?.swap_remove(0))
}

/// The result of one design, with the limits that name no figure of this design.
#[derive(Clone, Debug)]
pub struct Open {
    gate: Gate,
    /// Positions of the question and of its limit, and the reason.
    unknown: Vec<([usize; 2], String)>,
}

/// Asks the questions of the limits. A limit without a figure in this design may have a figure in another design:
/// [`judged`] decides.
///
/// # Errors
/// If a study cannot be asked.
pub fn open(running: &Running, limits: &Limits, files: &dyn Files, told: Told<'_>) -> Result<Open, Problem> {
    let (mut gate, mut unknown) = (Gate::default(), Vec::new());
    for (place, (question, own)) in limits.of.iter().enumerate() {
        let name = question.name();
        let found = match asked(running, question, files, told) {
            Ok(found) => found,
            Err(misuse @ Problem::Misuse(_)) => return Err(misuse),
            Err(reason) => {
                gate.ended.push(format!("{name}: {}", reason.message()));
                continue;
            }
        };
        let ended = found.iter().filter(|one| !one.verdict.is_as_asked());
        let ended: Vec<String> = ended.map(|one| format!("{name}: {}", one.verdict.words)).collect();
        let is_without_figures = !ended.is_empty() && found.iter().all(|one| one.figures.is_empty());
        gate.ended.extend(ended);
        if is_without_figures {
            continue;
        }
        for (limit, own) in own.iter().enumerate() {
            match matching(own, &found) {
                Ok(figures) => {
                    let each = figures.into_iter();
                    gate.held
                        .extend(each.map(|(one, figure, range)| Held::of(&name, one, figure, range)));
                }
                Err(reason) => unknown.push(([place, limit], format!("[{name}] {reason}"))),
            }
        }
    }
    Ok(Open { gate, unknown })
}

/// The results of all designs. A limit that names no figure of a design is not kept by this design.
///
/// # Errors
/// If a limit names no figure of any design. All such limits are named.
pub fn judged(designs: Vec<Open>) -> Result<Vec<Gate>, Problem> {
    let is_unknown = |own: &Open, limit: &[usize; 2]| own.unknown.iter().any(|(other, _)| other == limit);
    let mut of_none = designs.first().map_or_else(Vec::new, |first| first.unknown.clone());
    of_none.retain(|(limit, _)| designs.iter().all(|own| is_unknown(own, limit)));
    if !of_none.is_empty() {
        let reasons: Vec<String> = of_none.into_iter().map(|(_, reason)| reason).collect();
        return Err(Problem::Misuse(reasons.join("\n")));
    }
    let each = designs.into_iter().map(|Open { mut gate, unknown }| {
        gate.ended.extend(unknown.into_iter().map(|(_, reason)| reason));
        gate
    });
    Ok(each.collect())
}

/// The answers to a question.
pub(crate) fn asked(
    running: &Running,
    question: &Question,
    files: &dyn Files,
    told: Told<'_>,
) -> Result<Vec<Findings>, Problem> {
    match question {
        Question::Operations => operations(running).map(|found| vec![found]),
        Question::Kinematics => kc::found(running, &Travel::default(), told),
        Question::Manoeuvre(word) => {
            let chosen = manoeuvre::find(word, files)?;
            let differentiated = match chosen.method.is_implicit() {
                true => Some(Running::differentiated(running.declaration.clone())?),
                false => None,
            };
            let running = differentiated.as_ref().unwrap_or(running);
            manoeuvre::behaviour(running, &chosen, false, told).map(|found| vec![found])
        }
        Question::Trim { speed, lateral } => {
            let motion = Motion {
                speed: Some(*speed),
                bend: lateral.map(Bend::Lateral),
            };
            trim::found(running, &motion).map(|found| vec![found])
        }
    }
}

/// Operations of the solver, as declared.
fn operations(running: &Running) -> Result<Findings, Problem> {
    let counted = counts::stages(&running.declaration.compile_with(&Choice::Declared)?);
    let figure = |subject: &str, count: usize| {
        Figure::new(
            subject,
            "operations",
            "",
            count as f64,
            "additions, multiplications and all others",
        )
    };
    let stages = counted.stages.iter();
    let mut figures = vec![figure("", counted.evaluation.total())];
    figures.extend(stages.map(|stage| figure(&stage.stage, stage.count.total())));
    Ok(Findings {
        name: "ops".to_owned(),
        figures,
        ..Findings::default()
    })
}

/// The figures that a limit means, each with the range in its unit.
fn matching<'f>(limit: &Limit, found: &'f [Findings]) -> Result<Vec<(&'f Findings, &'f Figure, Range)>, String> {
    let figures = figures::named(&limit.subject, &limit.name, found)?;
    let shown = limit.shown();
    let each = figures.iter().map(|(one, figure)| {
        let range = in_unit(limit, figure.unit)?;
        Some((*one, *figure, range))
    });
    if let Some(each) = each.collect() {
        return Ok(each);
    }
    let mut units: Vec<&str> = figures.iter().map(|(_, figure)| figure.unit).collect();
    units.sort_unstable();
    units.dedup();
    match &units[..] {
        [""] => Err(format!("`{shown}` has no unit: leave `{}` out", limit.unit)),
        [unit] => Err(format!("`{shown}` is in `{unit}`: write its limit so")),
        _ => {
            let keys: Vec<String> = figures
                .iter()
                .map(|(_, figure)| format!("`{}` in `{}`", figures::key(figure), figure.unit))
                .collect();
            Err(format!(
                "`{shown}` is the name of several figures: name one of {}",
                keys.join(", ")
            ))
        }
    }
}

/// The range of a limit in a unit; `None` if the limit's unit is of a different kind.
fn in_unit(limit: &Limit, unit: &str) -> Option<Range> {
    if spaced(unit) == spaced(&limit.unit) {
        return Some(limit.range);
    }
    // A plain number is no number of percent or degrees.
    if unit.is_empty() || limit.unit.is_empty() {
        return None;
    }
    let [own, wanted] = [&limit.unit, unit].map(unit::scale);
    let (own, wanted) = (own?, wanted?);
    let convert = |end: f64| end * own.factor / wanted.factor;
    (own.dimension == wanted.dimension).then(|| Range {
        least: limit.range.least.map(convert),
        greatest: limit.range.greatest.map(convert),
    })
}

/// A unit with spaces for multiplication signs, as in figures.
fn spaced(text: &str) -> String {
    text.replace('*', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Limits, Range, in_unit};

    fn limit(text: &str, unit: &str) -> Option<Range> {
        let read = Limits::read(&format!("[kc]\nfigure = \"{text}\"\n")).expect("a limit");
        in_unit(&read.of[0].1[0], unit)
    }

    /// Units of one quantity convert. Angles are no plain numbers, and plain numbers no percent.
    #[test]
    fn limits_have_any_unit_of_their_quantity() {
        for (text, unit, least, greatest) in [
            ("<= 0.5 in", "mm", None, Some(12.7)),
            (">= 18 kN/m", "N/mm", Some(18.0), None),
            (
                "[-1, 1] rad",
                "deg",
                Some(-57.295_779_513_082_32),
                Some(57.295_779_513_082_32),
            ),
            ("<= 300 ms", "s", None, Some(0.3)),
            (">= 2 N*m/deg", "N m/deg", Some(2.0), None),
            ("<= 0.4 g", "m/s^2", None, Some(3.922_66)),
        ] {
            let found = limit(text, unit).unwrap_or_else(|| panic!("{text} in {unit}"));
            for (found, wanted) in [(found.least, least), (found.greatest, greatest)] {
                assert_eq!(found.is_some(), wanted.is_some(), "{text}");
                assert!(
                    found
                        .zip(wanted)
                        .is_none_or(|(one, other)| (one - other).abs() < 1e-12 * other.abs()),
                    "{text}"
                );
            }
        }
        for (text, unit) in [
            ("<= 1 mm", "deg"),
            ("<= 0.2", "%"),
            ("<= 20 %", ""),
            ("<= 3 furlong", "mm"),
        ] {
            assert_eq!(limit(text, unit), None, "{text} in {unit}");
        }
    }
}
