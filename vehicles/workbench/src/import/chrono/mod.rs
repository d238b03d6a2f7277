//! Files of Chrono::Vehicle: suspensions, steerings, vehicles.
//!
//! Project Chrono describes a vehicle by JSON files (`data/vehicle` in <https://github.com/projectchrono/chrono>). Its axes are those of
//! ISO 8855; a suspension is given on the left, counted from its own place, which the vehicle's file tells. What its templates make of
//! the numbers is in `src/chrono_vehicle/wheeled_vehicle` there (commit 7689fbc02d12); the same bodies and joints are declared here, but that
//! a body that is a rod becomes one.
//!
//! Every value of a file is either used or told as left out.

mod draft;
mod force;
mod json;
mod suspension;

use super::Imported;
use crate::files::Files;
use crate::problem::Problem;
use crate::suspensions::written;
use draft::Wheel;
use json::Document;
use std::fmt::Write;

/// Radius of a tyre that no file gives [m].
const RADIUS: f64 = 0.3;

/// Makes a vehicle of a file.
///
/// # Errors
/// If it cannot be read, or is of a kind that is not read: all that is wrong.
pub fn imported(text: &str, file: &str, _: &dyn Files) -> Result<Imported, Problem> {
    let document = Document::read(text, file).map_err(Problem::Misuse)?;
    let root = document.root();
    match root.text("Type") {
        Some("Suspension") => suspension(&document, file),
        Some(other) => Err(Problem::Misuse(format!(
            "{file}: `{other}` is not read; suspensions and vehicles are"
        ))),
        None => Err(Problem::Misuse(format!(
            "{file}: it has no `Type`: it is no file of Chrono::Vehicle"
        ))),
    }
}

/// A suspension alone, on the ground.
fn suspension(document: &Document, file: &str) -> Result<Imported, Problem> {
    let root = document.root();
    let draft = suspension::drawn(
        &root,
        &Wheel {
            radius: RADIUS,
            ..Wheel::default()
        },
    );
    let mistakes = document.mistakes();
    if !mistakes.is_empty() {
        return Err(Problem::Misuse(mistakes.join("\n  ")));
    }
    let mut notes = document.notes();
    notes.push(format!(
        "the radius of the tyre, {RADIUS} m, and the mass of rim and tyre are not in the file of a suspension"
    ));
    let name = root.text("Template").unwrap_or("Suspension");
    let grounds = if draft.is_steered { "ground, ground" } else { "ground" };
    let body = format!("{}    place {name}({grounds}) as axle\n", draft.text(name));
    let about = format!(
        "A suspension of Chrono::Vehicle, `{}`, on the ground: `wishbone kc` moves it.",
        root.text("Name").unwrap_or(name)
    );
    file_of(&about, file, &body, notes)
}

/// The whole file, with the notes at its head.
fn file_of(about: &str, file: &str, body: &str, notes: Vec<String>) -> Result<Imported, Problem> {
    let mut text = format!("/// {about}\n///\n/// From {file}.\n");
    for note in &notes {
        let _ = writeln!(text, "/// - {note}");
    }
    let _ = write!(text, "Imported {{\n{body}}}\n");
    Ok(Imported {
        text: written(&text)? + "\n",
        notes,
    })
}
