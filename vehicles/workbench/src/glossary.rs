//! Figures and their meaning, in the words of the studies that find them.

use crate::figures::{by_travel, word};
use crate::files::Files;
use crate::gate::{Question, asked};
use crate::manoeuvre;
use crate::precision;
use crate::problem::Problem;
use crate::progress::silent;
use crate::steady::{Motion, bends, modes, response};
use crate::vehicle::library::FILES;
use crate::vehicle::{Declaration, Running};
use crate::{settle, tyre};
use wishbone_studies::characteristics::Characteristic;
use wishbone_studies::findings::Findings;
use wishbone_studies::instant::OUTPUTS;
use wishbone_studies::manoeuvre::{Kind, Method, Overrides, library};

/// The vehicle of the library whose figures are collected: it declares everything that manoeuvres need.
const ASKED: &str = "hmmwv";

/// A property file whose figures are collected: a tyre with a separate friction to each side, and a greatest load.
const PROPERTY_FILE: &str = "[MODEL]\nFITTYP = 61\nTYRESIDE = 'LEFT'\n[UNITS]\nLENGTH = 'meter'\nFORCE = 'newton'\nANGLE = 'radians'\n\
    TIME = 'second'\n[DIMENSION]\nUNLOADED_RADIUS = 0.3\n[VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 200000\nFZMAX = 5000\n\
    [LONGITUDINAL_COEFFICIENTS]\nPCX1 = 1.6\nPDX1 = 1.1\nPKX1 = 20\n[LATERAL_COEFFICIENTS]\nPCY1 = 1.4\nPDY1 = -1\nPKY1 = -20\nPKY2 = 2\n\
    PVY1 = 0.02\n";

/// Meaning of a figure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meaning {
    /// Its name as a key: `wheel_rate`.
    pub name: String,
    /// The command of the tool that answers it: `kc`, `drive step_steer`.
    pub question: String,
    /// Unit in which it is shown; empty if it has none.
    pub unit: &'static str,
    /// Its definition.
    pub definition: &'static str,
}

/// The characteristics of suspensions with this name, for which slopes are available.
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

/// Names of all characteristics of suspensions and of all figures.
pub fn names() -> impl Iterator<Item = String> {
    let characteristics = Characteristic::ALL.into_iter().map(|own| own.word().to_owned());
    characteristics.chain(table().map(|own| own.name))
}

/// The figures with this name in the table of all figures.
pub fn figures(name: &str) -> Vec<Meaning> {
    let is_meant = |own: &Meaning| own.name == word(name) || by_travel(&word(name), &own.name);
    table().filter(is_meant).collect()
}

/// Figures of all studies, a line each: name, question, unit, definition. A test keeps it equal to [`collected`].
const TABLE: &str = include_str!("glossary/figures.tsv");

fn table() -> impl Iterator<Item = Meaning> {
    TABLE.lines().map(|line| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().expect("four cells a line");
        Meaning {
            name: cell().to_owned(),
            question: cell().to_owned(),
            unit: cell(),
            definition: cell(),
        }
    })
}

/// Collects the figures of all questions to a vehicle of the library: its suspensions, a steady bend, operations, modes,
/// manoeuvres. Each meaning occurs once, with the first question that has it. This takes seconds.
///
/// # Errors
/// If the vehicle cannot be asked.
pub fn collected(files: &dyn Files) -> Result<Vec<Meaning>, Problem> {
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
    let mut all = Vec::new();
    for question in [Question::Kinematics, bend, Question::Operations] {
        add(
            &mut all,
            &question.command(),
            &asked(&running, &question, files, &silent)?,
        );
    }
    add(&mut all, "settle", &[settle::found(&running)?]);
    add(&mut all, "tyre", &tyre::of_wheel(&running, &tyre::Asked::default())?);
    let file = tyre::of_text(PROPERTY_FILE, &tyre::Asked::default());
    add(&mut all, "tyre", &file.map_err(Problem::Finding)?);
    let differentiated = Running::differentiated(declaration)?;
    add(&mut all, "modes", &[modes::found(&differentiated, &Motion::default())?]);
    add(&mut all, "response", &[response::found(&differentiated, &excited())?]);
    add(
        &mut all,
        "precision",
        &[precision::found(&running, &compared(files)?, &silent)?],
    );
    for question in manoeuvres() {
        // Not every vehicle has a driver for each manoeuvre.
        if let Ok(found) = asked(&running, &question, files, &silent) {
            add(&mut all, &question.command(), &found);
        }
    }
    add(&mut all, "report", &[bends::found(&running)?]);
    Ok(all)
}

/// Responses to the steering wheel at a speed.
fn excited() -> response::Asked {
    response::Asked {
        motion: Motion {
            speed: Some(20.0),
            bend: None,
        },
        input: "steering".to_owned(),
        outputs: vec!["yaw_rate".to_owned()],
        range: [0.1, 10.0],
    }
}

/// A short run by one method.
fn compared(files: &dyn Files) -> Result<precision::Asked, Problem> {
    let numbers = Overrides {
        duration: Some(0.1),
        ..Overrides::default()
    };
    let manoeuvre = manoeuvre::find("step_steer", files)?.with(&numbers);
    Ok(precision::Asked {
        manoeuvre: manoeuvre.map_err(Problem::Misuse)?,
        methods: vec![Method::Ab3],
        steps: vec![1e-3],
        formulations: Vec::new(),
    })
}

/// Manoeuvres of the library that together have all kinds of figures: each manoeuvre that is the first to have a new
/// kind.
fn manoeuvres() -> impl Iterator<Item = Question> {
    let mut told: Vec<Kind> = Vec::new();
    library::FILES.iter().filter_map(move |(name, _)| {
        let kinds = library::find(name)?.ok()?.figures;
        let is_new = kinds.iter().any(|kind| !told.contains(kind));
        told.extend(kinds);
        is_new.then(|| Question::Manoeuvre((*name).to_owned()))
    })
}

/// Adds the meanings of findings that are new, except those of the vehicle's own outputs.
fn add(all: &mut Vec<Meaning>, question: &str, found: &[Findings]) {
    let figures = found.iter().flat_map(|one| &one.figures);
    for figure in figures.filter(|own| own.subject != OUTPUTS) {
        let name = word(&figure.name);
        let is_it = |own: &Meaning| own.name == name && own.unit == figure.unit && own.definition == figure.definition;
        if !all.iter().any(is_it) {
            all.push(Meaning {
                name,
                question: question.to_owned(),
                unit: figure.unit,
                definition: figure.definition,
            });
        }
    }
}
