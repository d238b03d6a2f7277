//! Studies of a sweep: a question of the workbench with its settings, and the figures of its answer that are stored.

use super::keys::Keys;
use crate::files::Files;
use crate::manoeuvre;
use crate::problem::Problem;
use crate::progress::silent;
use crate::rig::kc::{self, At, Travel};
use crate::settle;
use crate::steady::{Motion, modes, response, trim};
use crate::vehicle::Running;
use std::collections::BTreeSet;
use std::path::Path;
use wishbone_compiler::front::units::{ACCELERATION, ANGLE, FORCE, FREQUENCY, LENGTH, SPEED, TIME, TORQUE};
use wishbone_studies::findings::Findings;
use wishbone_studies::manoeuvre::{Manoeuvre, Method, Overrides};
use wishbone_studies::trim::Bend;

/// A question, and the figures of its answer that are stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// Name in its columns; by default the name of the question.
    pub name: String,
    question: Question,
    /// Names of the figures: `front_left.tyre.camber`.
    pub figures: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Question {
    Settle,
    Kinematics(Travel),
    Trim(Motion),
    Modes(Motion),
    Response(response::Asked),
    Drive(Box<Manoeuvre>),
}

/// Names of the questions in plans.
const QUESTIONS: [&str; 6] = ["settle", "kc", "trim", "modes", "response", "drive"];

impl Study {
    /// Reads a study; `None` after a mistake.
    pub(super) fn of(keys: &Keys, folder: &str, files: &dyn Files) -> Option<Self> {
        if !keys.has("ask") {
            keys.mistake(format!("has no `ask`: there are {}", QUESTIONS.join(", ")));
        }
        let word = keys.word("ask", &QUESTIONS.map(|word| (word, word)));
        let name = keys.text("name", "\"fast\"");
        let figures = keys.texts("figures", "[\"chassis.height\"]");
        if figures.as_ref().is_none_or(Vec::is_empty) {
            keys.mistake("has no `figures`: name those that are kept, such as `figures = [\"chassis.height\"]`");
        }
        let question = match word {
            Some("settle") => Some(Question::Settle),
            Some("kc") => Some(Question::Kinematics(travel(keys))),
            Some("trim") => motion(keys, true).map(Question::Trim),
            Some("modes") => motion(keys, false).map(Question::Modes),
            Some("response") => asked(keys).map(Question::Response),
            Some("drive") => driven(keys, folder, files).map(|own| Question::Drive(Box::new(own))),
            // The keys of an unknown question are not checked.
            _ => return None,
        };
        keys.finish();
        let figures = figures?;
        if figures.iter().collect::<BTreeSet<_>>().len() < figures.len() {
            keys.wrong("figures", "names a figure twice");
        }
        Some(Self {
            name: name.or(word.map(str::to_owned))?,
            question: question?,
            figures,
        })
    }

    /// Whether the derivatives of the solver are needed.
    pub(super) fn is_differentiated(&self) -> bool {
        match &self.question {
            Question::Modes(_) | Question::Response(_) => true,
            Question::Drive(manoeuvre) => manoeuvre.method.is_implicit(),
            Question::Settle | Question::Kinematics(_) | Question::Trim(_) => false,
        }
    }

    /// Column of a figure: `drive.yaw_rate.overshoot`.
    pub fn column(&self, figure: &str) -> String {
        format!("{}.{figure}", self.name)
    }

    /// Answers the question for a vehicle.
    pub(super) fn found(&self, running: &Running) -> Result<Vec<Findings>, Problem> {
        let one = |found: Findings| vec![found];
        match &self.question {
            Question::Settle => settle::found(running).map(one),
            Question::Kinematics(travel) => kc::found(running, travel, &silent),
            Question::Trim(motion) => trim::found(running, motion).map(one),
            Question::Modes(motion) => modes::found(running, motion).map(one),
            Question::Response(asked) => response::found(running, asked).map(one),
            Question::Drive(manoeuvre) => manoeuvre::behaviour(running, manoeuvre, false, &silent).map(one),
        }
    }
}

/// Settings of a rig.
fn travel(keys: &Keys) -> Travel {
    let usual = Travel::default();
    Travel {
        at: keys.parsed("at", "\"rest\"", str::parse::<At>).unwrap_or(usual.at),
        travel: keys.positive("travel", &LENGTH, "80 mm").unwrap_or(usual.travel),
        steps: keys.whole("steps", [1, 1000]).map_or(usual.steps, |steps| steps as u16),
        steer: steer(keys),
        force: keys.positive("force", &FORCE, "2 kN").unwrap_or(usual.force),
        moment: keys.positive("moment", &TORQUE, "100 N*m").unwrap_or(usual.moment),
        bodies: keys.texts("bodies", "[\"chassis\"]").unwrap_or_default(),
    }
}

/// Travel of the steering joint to each side.
fn steer(keys: &Keys) -> Option<f64> {
    let example = "30, in mm where the steering joint slides and in deg where it turns";
    let steer = keys.number("steer", example)?;
    if steer <= 0.0 {
        keys.mistake("has a `steer` that is not above zero: leave it out, or give a number such as 30");
    }
    Some(steer)
}

/// Reads a steady motion; `None` after a mistake.
fn motion(keys: &Keys, has_speed: bool) -> Option<Motion> {
    let speed = keys.positive("speed", &SPEED, "80 km/h");
    if has_speed && !keys.has("speed") {
        keys.mistake("has no `speed`, such as `speed = \"80 km/h\"`");
    }
    let lateral = keys.quantity("lateral", &ACCELERATION, "4 m/s^2").map(Bend::Lateral);
    let steering = keys.quantity("steering", &ANGLE, "30 deg").map(Bend::Steering);
    let radius = keys.quantity("radius", &LENGTH, "50 m");
    if radius == Some(0.0) {
        keys.wrong("radius", "is a number other than zero");
    }
    let bends: Vec<Bend> = [lateral, steering, radius.map(|radius| Bend::Curvature(1.0 / radius))]
        .into_iter()
        .flatten()
        .collect();
    if bends.len() > 1 {
        keys.mistake("has several of lateral, steering, radius: leave all but one out");
    }
    if !bends.is_empty() && !keys.has("speed") {
        keys.mistake("has a bend without a `speed`");
    }
    Some(Motion {
        speed,
        bend: bends.into_iter().next(),
    })
}

/// Reads a frequency response; `None` after a mistake.
fn asked(keys: &Keys) -> Option<response::Asked> {
    let outputs = keys.texts("outputs", "[\"yaw_rate\"]");
    let from = keys.positive("from", &FREQUENCY, "0.1 Hz").unwrap_or(0.1);
    let to = keys.positive("to", &FREQUENCY, "10 Hz").unwrap_or(10.0);
    if from >= to {
        keys.mistake("goes from a lower to a higher frequency: `from` is not below `to`");
    }
    Some(response::Asked {
        motion: motion(keys, false)?,
        input: keys
            .text("input", "\"steering\"")
            .unwrap_or_else(|| "steering".to_owned()),
        outputs: outputs.unwrap_or_else(|| vec!["yaw_rate".to_owned()]),
        range: [from, to],
    })
}

/// Reads a manoeuvre with its numbers replaced; `None` after a mistake.
fn driven(keys: &Keys, folder: &str, files: &dyn Files) -> Option<Manoeuvre> {
    if !keys.has("manoeuvre") {
        keys.mistake("has no `manoeuvre`, such as `manoeuvre = \"step_steer\"`");
    }
    let found = keys.parsed("manoeuvre", "\"step_steer\"", |word| {
        manoeuvre::find(&beside(folder, word), files).map_err(|problem| problem.message())
    });
    let numbers = Overrides {
        speed: keys.positive("speed", &SPEED, "80 km/h"),
        angle: keys.quantity("angle", &ANGLE, "30 deg"),
        frequency: keys.positive("frequency", &FREQUENCY, "0.5 Hz"),
        duration: keys.positive("time", &TIME, "8 s"),
        step: keys.positive("step", &TIME, "1 ms"),
        method: keys.parsed("method", "\"ab3\"", Method::named),
        baumgarte: None,
    };
    match found?.with(&numbers) {
        Ok(own) => Some(own),
        Err(told) => {
            keys.mistake(told);
            None
        }
    }
}

/// Path of a file relative to the plan's folder. A name that does not look like a file stays unchanged.
pub(super) fn beside(folder: &str, name: &str) -> String {
    let is_file = name.contains(['/', '\\', '.']);
    match is_file && !folder.is_empty() {
        true => Path::new(folder).join(name).to_string_lossy().into_owned(),
        false => name.to_owned(),
    }
}
