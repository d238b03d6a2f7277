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
mod frame;
mod json;
mod steering;
mod suspension;
mod vehicle;

use super::Imported;
use crate::files::Files;
use crate::problem::Problem;
use crate::suspensions::written;
use draft::Wheel;
use frame::Frame;
use json::Document;
use std::fmt::Write;
use std::path::Path;
use vehicle::Library;

/// Radius of a tyre that no file gives [m].
const RADIUS: f64 = 0.3;

/// Makes a vehicle of a file.
///
/// # Errors
/// If it cannot be read, or is of a kind that is not read: all that is wrong.
pub fn imported(text: &str, file: &str, files: &dyn Files) -> Result<Imported, Problem> {
    let document = Document::read(text, file).map_err(Problem::Misuse)?;
    let root = document.root();
    match root.text("Type") {
        Some("Suspension") => suspension(&document, file),
        Some("Steering") => steering(&document, file),
        Some("Vehicle") => vehicle(&document, file, files),
        Some(other) => Err(Problem::Misuse(format!(
            "{file}: `{other}` is not read; suspensions, steerings and vehicles are"
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

/// A steering alone, on the ground.
fn steering(document: &Document, file: &str) -> Result<Imported, Problem> {
    let root = document.root();
    let here = Frame {
        origin: [0.0; 3],
        axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };
    let drawn = steering::drawn(&root, &here, "");
    let (Some(drawn), []) = (drawn, document.mistakes().as_slice()) else {
        return Err(Problem::Misuse(document.mistakes().join("\n  ")));
    };
    let mut notes = document.notes();
    notes.push(format!("full lock to the left: {} at {}", drawn.drive, drawn.lock));
    let about = format!(
        "A steering of Chrono::Vehicle, `{}`, on the ground: its drive is `{}`.",
        root.text("Name").unwrap_or("Steering"),
        drawn.drive
    );
    file_of(&about, file, &drawn.text.replace("(chassis, ", "(ground, "), notes)
}

/// A whole vehicle.
fn vehicle(document: &Document, file: &str, files: &dyn Files) -> Result<Imported, Problem> {
    let root = document.root();
    if let Some(other) = root.text("Template").filter(|own| *own != "WheeledVehicle") {
        return Err(Problem::Misuse(format!(
            "{file}: `{other}` is not read; a `WheeledVehicle` is"
        )));
    }
    let library = Library {
        files,
        folder: Path::new(file).parent().unwrap_or(Path::new("")),
    };
    let mut drawn = vehicle::drawn(
        &root,
        &library,
        &Wheel {
            radius: RADIUS,
            ..Wheel::default()
        },
    );
    drawn.mistakes.extend(document.mistakes());
    if !drawn.mistakes.is_empty() {
        return Err(Problem::Misuse(drawn.mistakes.join("\n  ")));
    }
    let mut notes = document.notes();
    notes.append(&mut drawn.notes);
    notes.push(format!(
        "the radius of the tyres, {RADIUS} m, and their mass are not in the files of a vehicle"
    ));
    let about = format!(
        "A vehicle of Chrono::Vehicle: `{}`.",
        root.text("Name").unwrap_or("Vehicle")
    );
    file_of(&about, file, &drawn.text, notes)
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
