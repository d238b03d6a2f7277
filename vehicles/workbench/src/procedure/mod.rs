//! Procedures of standards: series of runs, in which each run depends on earlier runs, and a judgement of all runs.

mod cones;
mod dwell;
mod known;
mod slow_steer;

use crate::problem::Problem;
use crate::progress::Told;
use crate::vehicle::Running;
use std::fmt::Write;
use std::str::FromStr;
use wishbone_compiler::front::suggest;
use wishbone_studies::findings::{Findings, Outcome, Verdict};
use wishbone_studies::manoeuvre::Overrides;

/// A procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// Sine with dwell, by FMVSS 126 and ISO 19365.
    SineWithDwell,
    /// Double lane change, by ISO 3888-1.
    DoubleLaneChange,
    /// Obstacle avoidance, by ISO 3888-2.
    ObstacleAvoidance,
}

impl Procedure {
    /// All procedures, with their names and a sentence.
    pub const ALL: [(&str, Self, &str); 3] = [
        (
            "sine_with_dwell",
            Self::SineWithDwell,
            "amplitude from slowly increasing steer, series to both sides, pass or fail (FMVSS 126)",
        ),
        (
            "double_lane_change",
            Self::DoubleLaneChange,
            "cones of ISO 3888-1 at 80 km/h, and the greatest speed at which none is touched",
        ),
        (
            "obstacle_avoidance",
            Self::ObstacleAvoidance,
            "the greatest speed at which no cone of ISO 3888-2 is touched",
        ),
    ];
}

impl Procedure {
    /// Its name.
    pub fn name(self) -> &'static str {
        let own = Self::ALL.iter().find(|(_, procedure, _)| *procedure == self);
        own.map_or("procedure", |(name, ..)| name)
    }
}

impl FromStr for Procedure {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let name = word.replace('-', "_");
        if let Some((_, procedure, _)) = Self::ALL.iter().find(|(known, ..)| *known == name) {
            return Ok(*procedure);
        }
        let names = Self::ALL.map(|(name, ..)| name);
        let advice = suggest::advice(word, &names).map_or_else(String::new, |advice| format!("; {advice}"));
        Err(format!("`{word}` is no procedure{advice}\n{}", list().trim_end()))
    }
}

/// Every procedure with its sentence.
pub fn list() -> String {
    let mut text = String::from("Procedures:\n");
    for (name, _, words) in Procedure::ALL {
        let _ = writeln!(text, "  {name:18} {words}");
    }
    text
}

/// Carries out a procedure, as [`assessed`]. If a vehicle cannot carry out the procedure, it fails, and the verdict has
/// the reason.
///
/// # Errors
/// If the procedure cannot be asked for.
pub fn judged(
    running: &Running,
    procedure: Procedure,
    numbers: &Overrides,
    told: Told<'_>,
) -> Result<Findings, Problem> {
    match assessed(running, procedure, numbers, told) {
        Err(Problem::Finding(reason)) => Ok(Findings {
            name: procedure.name().to_owned(),
            verdict: Verdict::new(Outcome::Failed, format!("is not carried out: {reason}")),
            ..Findings::default()
        }),
        carried_out => carried_out,
    }
}

/// Carries out a procedure. Of `numbers`, only step and method have an effect: they replace the step and the method of
/// the procedure's runs.
///
/// # Errors
/// Returns an error if a run cannot begin, or if the vehicle cannot do what the procedure needs.
pub fn assessed(
    running: &Running,
    procedure: Procedure,
    numbers: &Overrides,
    told: Told<'_>,
) -> Result<Findings, Problem> {
    match procedure {
        Procedure::SineWithDwell => dwell::assessed(running, numbers, told),
        Procedure::DoubleLaneChange => cones::double(running, numbers, told),
        Procedure::ObstacleAvoidance => cones::severe(running, numbers, told),
    }
}
