//! Files of Chrono::Vehicle: suspensions, steerings, vehicles.
//!
//! Project Chrono describes a vehicle by JSON files (`data/vehicle` in <https://github.com/projectchrono/chrono>). Its
//! axes are those of ISO 8855. A suspension is given on the left, relative to its own place; the vehicle's file gives
//! this place. The meaning of the numbers follows Chrono's templates in `src/chrono_vehicle/wheeled_vehicle` (commit
//! 7689fbc02d12). The same bodies and joints are declared here, but a body that acts as a rod becomes a rod.
//!
//! Every value of a file is either used or reported as left out.

mod draft;
mod force;
mod frame;
mod json;
mod single;
mod steering;
mod suspension;
mod vehicle;

use super::{Imported, vehicle_name};
use crate::files::Files;
use crate::problem::Problem;
use crate::suspensions::written;
use draft::Wheel;
use frame::Frame;
use json::Document;
use std::fmt::Write;
use std::path::Path;
use vehicle::Library;

/// Radius of a tyre for which no file is given [m].
const RADIUS: f64 = 0.3;

/// Converts a file to a vehicle. `tyre` is the path of a file with its tyres.
///
/// # Errors
/// Returns all mistakes if the file cannot be read, or is of an unsupported kind.
pub fn imported(text: &str, file: &str, tyre: Option<&str>, files: &dyn Files) -> Result<Imported, Problem> {
    let document = Document::read(text, file).map_err(Problem::Misuse)?;
    let root = document.root();
    let tyre = tyre.map(|path| read_tyre(path, files)).transpose()?;
    match root.text("Type") {
        Some("Suspension") => suspension(&document, file, tyre),
        Some("Steering") => steering(&document, file),
        Some("Vehicle") => vehicle(&document, file, tyre, files),
        Some(other) => Err(Problem::Misuse(format!(
            "{file}: `{other}` is not read; suspensions, steerings and vehicles are"
        ))),
        None => Err(Problem::Misuse(format!(
            "{file}: it has no `Type`: it is no file of Chrono::Vehicle"
        ))),
    }
}

/// A tyre with its file.
type Tyre = (Wheel, String);

fn read_tyre(path: &str, files: &dyn Files) -> Result<Tyre, Problem> {
    let text = files
        .text(path)
        .map_err(|reason| Problem::Misuse(format!("cannot read {path}: {reason}")))?;
    let document = Document::read(&text, path).map_err(Problem::Misuse)?;
    let library = Library {
        files,
        folder: Path::new(path).parent().unwrap_or(Path::new("")),
    };
    let wheel = vehicle::tyre(&document.root(), &library);
    finished(&document)?;
    Ok((wheel, path.to_owned()))
}

/// Returns an error if a document has mistakes.
fn finished(document: &Document) -> Result<(), Problem> {
    let mistakes = document.mistakes();
    match mistakes.is_empty() {
        true => Ok(()),
        false => Err(Problem::Misuse(mistakes.join("\n  "))),
    }
}

/// The tyre of the vehicle, and a note about it.
fn standing(tyre: Option<Tyre>) -> (Wheel, String) {
    match tyre {
        Some((wheel, file)) => (
            wheel,
            format!("radius, mass and inertia of the tyres are those of {file}; their forces are not carried over"),
        ),
        None => {
            let wheel = Wheel {
                radius: RADIUS,
                ..Wheel::default()
            };
            (
                wheel,
                format!(
                    "the radius of the tyres, {RADIUS} m, is taken, and no mass: give a tyre of Chrono's by `--tyre FILE`"
                ),
            )
        }
    }
}

/// A suspension alone, on the ground.
fn suspension(document: &Document, file: &str, tyre: Option<Tyre>) -> Result<Imported, Problem> {
    let root = document.root();
    let (wheel, note) = standing(tyre);
    let draft = suspension::drawn(&root, &wheel);
    finished(document)?;
    let mut notes = document.notes();
    notes.push(note);
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
    finished(document)?;
    let Some(drawn) = drawn else {
        return Err(Problem::Finding(format!("{file}: it has no steering")));
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

/// A whole vehicle, or a vehicle that is named in another file together with its tyres.
fn vehicle(document: &Document, file: &str, tyre: Option<Tyre>, files: &dyn Files) -> Result<Imported, Problem> {
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
    let inner = root.get("Vehicle").and_then(|own| library.open(&own, "Input File"));
    let own_tyre = root
        .get("Tire")
        .filter(|_| tyre.is_none())
        .and_then(|own| library.open(&own, "Input File"));
    for key in ["Vehicle", "Tire", "Zombie"] {
        root.get(key).iter().for_each(json::Node::see);
    }
    if let Some(powertrain) = root.get("Powertrain") {
        powertrain.see();
        powertrain.note("powertrains are not carried over: declare a `powertrain` (docs/equipment.md)");
    }
    let tyre = tyre.or_else(|| {
        let own = own_tyre.as_ref()?;
        Some((
            vehicle::tyre(&own.root(), &library),
            root.get("Tire")?.text("Input File")?.to_owned(),
        ))
    });
    let (wheel, note) = standing(tyre);
    let body = inner.as_ref().unwrap_or(document);
    let mut drawn = vehicle::drawn(&body.root(), &library, &wheel);
    let mut notes = Vec::new();
    for part in [Some(document), inner.as_ref()].into_iter().flatten() {
        drawn.mistakes.extend(part.mistakes());
        notes.extend(part.notes());
    }
    drawn.mistakes.extend(own_tyre.iter().flat_map(Document::mistakes));
    if !drawn.mistakes.is_empty() {
        return Err(Problem::Misuse(drawn.mistakes.join("\n  ")));
    }
    notes.append(&mut drawn.notes);
    notes.push(note);
    let about = format!(
        "A vehicle of Chrono::Vehicle: `{}`.",
        body.root().text("Name").unwrap_or("Vehicle")
    );
    file_of(&about, file, &drawn.text, notes)
}

/// The whole file, with the notes at its head.
fn file_of(about: &str, file: &str, body: &str, notes: Vec<String>) -> Result<Imported, Problem> {
    let mut text = format!("/// {}\n///\n/// From {}.\n", one_line(about), one_line(file));
    for note in &notes {
        let _ = writeln!(text, "/// - {}", one_line(note));
    }
    let _ = write!(text, "pub {} {{\n{body}}}\n", vehicle_name(file));
    Ok(Imported {
        text: written(&text)? + "\n",
        notes,
    })
}

/// A text without line breaks and other signs that are not printed.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|own| if own.is_control() { ' ' } else { own })
        .collect()
}
