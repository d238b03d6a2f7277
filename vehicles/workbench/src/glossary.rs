//! Figures and what they mean, in the words of the studies that find them.

use crate::files::Files;
use crate::gate::{Question, asked, by_travel, word};
use crate::problem::Problem;
use crate::progress::silent;
use crate::steady::{Motion, modes};
use crate::vehicle::library::FILES;
use crate::vehicle::{Declaration, Running};
use std::collections::BTreeSet;
use wishbone_studies::characteristics::Characteristic;
use wishbone_studies::findings::Findings;
use wishbone_studies::manoeuvre::{Kind, library};

/// The vehicle of the library that is asked: it declares all that manoeuvres need.
const ASKED: &str = "hmmwv";

/// What a figure means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meaning {
    /// Its name as a key: `wheel_rate`.
    pub name: String,
    /// The question to the tool that it answers: `kc`, `drive step_steer`.
    pub question: String,
    /// Unit in which it is shown; empty if it has none.
    pub unit: &'static str,
    /// Its definition.
    pub definition: &'static str,
}

/// The characteristics of suspensions with this name, of which slopes are known.
pub fn characteristics(name: &str) -> Vec<Meaning> {
    let named = Characteristic::ALL
        .into_iter()
        .filter(|own| own.word() == word(name) || by_travel(&word(name), own.word()));
    let meaning = |own: Characteristic| Meaning {
        name: own.word().to_owned(),
        question: "sensitivity, fit".to_owned(),
        unit: own.shown().0,
        definition: own.definition(),
    };
    named.map(meaning).collect()
}

/// Names of all characteristics of suspensions.
pub fn names() -> impl Iterator<Item = &'static str> {
    Characteristic::ALL.into_iter().map(Characteristic::word)
}

/// The figures with this name, of the first question that finds some at a vehicle of the library: its suspensions, a steady bend,
/// operations, manoeuvres, modes.
///
/// # Errors
/// If the vehicle cannot be asked.
pub fn figures(name: &str, files: &dyn Files) -> Result<Vec<Meaning>, Problem> {
    let (_, text) = FILES
        .iter()
        .find(|(vehicle, _)| *vehicle == ASKED)
        .expect("the library has it");
    let declaration = Declaration::of_text("asked.toml", text, files);
    let running = Running::of(declaration.clone())?;
    let bend = Question::Trim {
        speed: 20.0,
        lateral: Some(2.0),
    };
    for question in [Question::Kinematics, bend, Question::Operations]
        .into_iter()
        .chain(manoeuvres())
    {
        // Not every vehicle has a driver for each manoeuvre.
        let Ok(answer) = asked(&running, &question, files, &silent) else {
            continue;
        };
        let found = named(name, &question.command(), &answer);
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let at_rest = modes::found(&Running::differentiated(declaration)?, &Motion::default())?;
    Ok(named(name, "modes", &[at_rest]))
}

/// The manoeuvres of the library, of each kind of figures the first one.
fn manoeuvres() -> impl Iterator<Item = Question> {
    let mut told: Vec<Kind> = Vec::new();
    library::FILES.iter().filter_map(move |(name, _)| {
        let kinds = library::find(name)?.ok()?.figures;
        let is_new = kinds.iter().any(|kind| !told.contains(kind));
        told.extend(kinds);
        is_new.then(|| Question::Manoeuvre((*name).to_owned()))
    })
}

/// The figures with this name among findings, each meaning once.
fn named(name: &str, question: &str, found: &[Findings]) -> Vec<Meaning> {
    let figures = found.iter().flat_map(|one| &one.figures);
    let figures = figures.filter(|figure| word(&figure.name) == word(name) || by_travel(&word(name), &figure.name));
    let meanings: BTreeSet<Meaning> = figures
        .map(|figure| Meaning {
            name: word(&figure.name),
            question: question.to_owned(),
            unit: figure.unit,
            definition: figure.definition,
        })
        .collect();
    meanings.into_iter().collect()
}
