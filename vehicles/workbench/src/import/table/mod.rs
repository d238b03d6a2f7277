//! A table of hardpoints for a suspension of the library, or for a declared vehicle.
//!
//! The table is read ([`sheet`]), its names are understood ([`names`]), its axes are recognised ([`axes`]). Then its points are
//! matched with hardpoints ([`matching`]) and written. All mistakes are reported together, with their lines in the table.

pub mod axes;
mod blocks;
mod cell;
mod centres;
mod contact;
mod head;
pub mod matching;
mod moves;
pub mod names;
mod onto;
mod place;
pub mod sheet;

use super::Imported;
use crate::problem::Problem;
use crate::suspensions::Suspension;
use crate::vehicle::Declaration;
use axes::Axes;
use names::Axle;
use wishbone_studies::findings::number;

/// Settings for reading a table.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Suspensions, each for an axle or for all: `double_wishbone`, `rear=five_link`.
    pub suspensions: Vec<String>,
    /// Its axes, if they are named: `iso`, `sae`, `adams`, `left,up,forward`.
    pub axes: Option<String>,
    /// The unit of its coordinates, if the header has none: `mm`.
    pub unit: Option<String>,
    /// The axle of points whose names tell none: `front` or `rear`.
    pub axle: Option<String>,
    /// Names of the table, each with its hardpoint: `P12=lca_front`. `P12=` leaves the row out.
    pub names: Vec<String>,
    /// Hardpoints that the table lacks. They are those of the library, moved with the wheel centre.
    pub keep: Vec<String>,
}

/// Usual half track of vehicles [m]. It distinguishes millimetres from metres.
const HALF_TRACK: std::ops::Range<f64> = 0.3..1.6;
/// Possible half track, of models and of mining trucks [m].
const POSSIBLE: std::ops::Range<f64> = 0.02..10.0;

/// Converts a table to a vehicle: its suspensions on the ground, or a declared vehicle with the points of the table.
///
/// # Errors
/// All mistakes in the table, each with its line, and in the settings.
pub fn imported(text: &str, file: &str, asked: &Asked, onto: Option<&Declaration>) -> Result<Imported, Problem> {
    let told = |mistakes: &[String]| Problem::Misuse(format!("{file}: {}", mistakes.join("\n  ")));
    let named = asked
        .axes
        .as_deref()
        .map(Axes::named)
        .transpose()
        .map_err(Problem::Misuse)?;
    let unit = asked.unit.as_deref().map(unit).transpose()?;
    let axle = asked.axle.as_deref().map(axle).transpose()?;
    let pairs = asked
        .names
        .iter()
        .map(|pair| pair_of(pair))
        .collect::<Result<Vec<_>, _>>()?;
    let targets = match onto {
        Some(declaration) if asked.suspensions.is_empty() => onto::targets(declaration)?,
        Some(_) => {
            return Err(Problem::Misuse(
                "`--onto` has its suspensions: leave out `--suspension`".to_owned(),
            ));
        }
        None => suspensions(&asked.suspensions)?,
    };
    let mut sheet = sheet::read(text).map_err(|mistakes| told(&mistakes))?;
    match (sheet.has_units, unit) {
        (true, None) => {}
        (true, Some(_)) => return Err(told(&["its header has units: leave out `--unit`".to_owned()])),
        (false, Some(factor)) => scale(&mut sheet, factor),
        (false, None) if sheet.unknown_unit.is_some() => return Err(told(sheet.unknown_unit.as_slice())),
        (false, None) => guess(&mut sheet).map_err(|mistake| told(&with_names(vec![mistake], &sheet)))?,
    }
    unit_is_possible(&sheet).map_err(|mistake| told(&[mistake]))?;
    let axle = own_axle(&mut sheet, axle, &targets);
    let found = matching::matched(
        &sheet,
        &targets,
        &matching::Given {
            axes: named,
            axle,
            pairs,
            keep: &asked.keep,
        },
    );
    let mut found = found.map_err(|mistakes| told(&with_names(mistakes, &sheet)))?;
    let mut notes = std::mem::take(&mut sheet.notes);
    notes.append(&mut found.notes);
    match onto {
        Some(declaration) => onto::written(declaration, &found, file, notes),
        None => place::written(&found, file, notes),
    }
}

/// Mistakes, with the column of the names if no name has a meaning and another column may have the names.
fn with_names(mut mistakes: Vec<String>, sheet: &sheet::Sheet) -> Vec<String> {
    if !sheet.rows.iter().all(|row| names::tells_a_point(&row.name)) {
        mistakes.extend(sheet.names.clone());
    }
    mistakes
}

fn unit(word: &str) -> Result<f64, Problem> {
    head::unit(word).ok_or_else(|| Problem::Misuse(format!("`--unit {word}` is no unit of a length: {}", head::UNITS)))
}

fn axle(word: &str) -> Result<Axle, Problem> {
    [Axle::Front, Axle::Rear]
        .into_iter()
        .find(|own| own.word() == word)
        .ok_or_else(|| Problem::Misuse(format!("`--axle {word}` is not known: `front` or `rear`")))
}

/// The axle of points whose names tell none: the given one, or else that of the file. A note says which of the two counts.
fn own_axle(sheet: &mut sheet::Sheet, given: Option<Axle>, targets: &[matching::Target]) -> Option<Axle> {
    let Some((axle, line)) = sheet.axle else {
        return given;
    };
    let (word, wanted) = (axle.word(), given.map(Axle::word));
    let has_axle = targets.iter().any(|own| own.axle.is_none_or(|own| own == axle));
    let (taken, note) = match wanted {
        Some(wanted) if wanted != word => (
            given,
            format!("line {line}: its `MINOR_ROLE` is `{word}`, and `--axle {wanted}` counts"),
        ),
        None if !has_axle => (
            None,
            format!("line {line}: its `MINOR_ROLE` is `{word}`, and the given suspension of the other axle counts"),
        ),
        _ => (
            Some(axle),
            format!("points of the {word} axle, as `MINOR_ROLE` in line {line} says"),
        ),
    };
    sheet.notes.push(note);
    taken
}

fn pair_of(text: &str) -> Result<(String, String), Problem> {
    let pair = text
        .rsplit_once('=')
        .map(|(name, point)| (name.trim().to_owned(), point.trim().to_owned()));
    pair.filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
        Problem::Misuse(format!(
            "`--name {text}`: write such as `--name 'P12=lca_front'`, or `--name 'P12='` to leave it out"
        ))
    })
}

/// The suspensions that are asked for, each with its axle.
fn suspensions(asked: &[String]) -> Result<Vec<matching::Target>, Problem> {
    if asked.is_empty() {
        let names: Vec<String> = Suspension::all().into_iter().map(|own| own.name).collect();
        return Err(Problem::Misuse(format!(
            "a table of hardpoints needs a suspension: `--suspension NAME`, one of {}; or `--onto FILE.toml`",
            names.join(", ")
        )));
    }
    let mut all: Vec<matching::Target> = Vec::new();
    for text in asked {
        let (place, name) = match text.split_once('=') {
            Some((word, name)) => (
                Some(
                    axle(word.trim())
                        .map_err(|_| Problem::Misuse(format!("`--suspension {text}`: an axle is `front` or `rear`")))?,
                ),
                name.trim(),
            ),
            None => (None, text.trim()),
        };
        if all
            .iter()
            .any(|own| own.axle == place || own.axle.is_none() || place.is_none())
        {
            return Err(Problem::Misuse(format!(
                "`--suspension {text}`: this axle has a suspension already; write `front=..` and `rear=..`"
            )));
        }
        all.push(matching::Target::of(place, Suspension::find(name)?));
    }
    Ok(all)
}

fn scale(sheet: &mut sheet::Sheet, factor: f64) {
    for row in &mut sheet.rows {
        row.at = row.at.map(|number| number * factor);
    }
}

/// Wheel centres, with all coordinates positive, and the position of the lateral coordinate.
fn wheel_centres(sheet: &sheet::Sheet) -> (Vec<[f64; 3]>, usize) {
    let wheels: Vec<[f64; 3]> = (sheet.rows.iter())
        .filter(|row| names::is_wheel(&row.name))
        .map(|row| row.at.map(f64::abs))
        .collect();
    // A wheel centre whose y is about zero shows that y is along the vehicle.
    let is_along = wheels.iter().any(|[x, y, _]| *y < 1e-3 * x);
    (wheels, usize::from(!is_along))
}

/// Returns a mistake if the half track is impossible for a vehicle: the unit in the header is then not the unit of the
/// numbers.
fn unit_is_possible(sheet: &sheet::Sheet) -> Result<(), String> {
    let (wheels, axis) = wheel_centres(sheet);
    let widest = wheels.iter().fold(0.0_f64, |widest, at| widest.max(at[axis]));
    match widest == 0.0 || POSSIBLE.contains(&widest) {
        true => Ok(()),
        false => Err(format!(
            "by its unit, a wheel centre lies {} m from the middle: look at the unit in its header, or of `--unit`",
            number(widest)
        )),
    }
}

/// Derives the unit from the half track, if the header has none. The half track is along y, or along x in a table whose
/// y is along the vehicle.
fn guess(sheet: &mut sheet::Sheet) -> Result<(), String> {
    let (wheels, axis) = wheel_centres(sheet);
    let letter = ["x", "y"][axis];
    for (word, factor) in [("mm", 1e-3), ("m", 1.0)] {
        let is_half_track = |at: &[f64; 3]| HALF_TRACK.contains(&(at[axis] * factor));
        if !wheels.is_empty() && wheels.iter().all(is_half_track) {
            scale(sheet, factor);
            let note = format!(
                "unit, recognised: {word}, since the wheel centre lies {} {word} from the middle",
                wheels[0][axis]
            );
            sheet.notes.push(note);
            return Ok(());
        }
    }
    let why = match wheels.first() {
        Some(at) => format!(
            "no unit, and {letter} of a wheel centre is {}, which is neither mm nor m",
            at[axis]
        ),
        None => "no unit, and no name in it is that of a wheel centre, which would show it".to_owned(),
    };
    Err(format!("its header has {why}: write `x [mm]`, or give `--unit mm`"))
}
