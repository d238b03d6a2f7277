//! A tyre alone: the contents of its property file, and its forces over slip, slip angle, load and inclination.
//!
//! The axes are tyre axes (ISO 8855): X forward, Y to the left, Z up. A positive slip angle gives a negative lateral force. A
//! positive slip drives.

pub(crate) mod beyond;
mod curves;
mod file;

use crate::files::Files;
use crate::problem::Problem;
use crate::vehicle::{Running, wheel};
use curves::Tried;
use std::path::{Path, PathBuf};
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::{Calspan, Carpet, Contact, Law, Slip, TyreForce};
use wishbone_compiler::model::equipment::{Device, Tyre, TyreLaw, UseCarpet, with_law};
use wishbone_engine::equipment::DEEPEST;
use wishbone_studies::findings::Findings;

/// Default loads, as multiples of the nominal load.
const LOADS: [f64; 4] = [0.25, 0.5, 1.0, 1.5];
/// Speed of the wheel [m/s].
const SPEED: f64 = 20.0;

/// Number of bisections in the search for the deflection that carries a load.
const HALVINGS: usize = 40;

/// A tyre whose forces are known for any load and slips.
struct Force {
    /// Force and moment under a load [N], at an inclination [rad] and slips.
    at: Box<dyn Fn(f64, f64, Slip) -> TyreForce>,
    /// Effective rolling radius under a load [m].
    radius: Box<dyn Fn(f64) -> f64>,
    /// Load that the tyre carries upright with the largest deflection [N]; zero without a vertical stiffness.
    most: f64,
}

/// Settings for a tyre.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// Loads [N]; if none is given, multiples of the nominal load.
    pub loads: Vec<f64>,
    /// Wheel of a vehicle; `None` for the first.
    pub wheel: Option<String>,
}

/// Whether a path is the path of a property file.
pub fn is_property_file(path: &str) -> bool {
    let extension = Path::new(path).extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("tir"))
}

/// The tyre of a property file. Returns its name, the files that were read, and its findings.
///
/// # Errors
/// If the file cannot be read: all mistakes with their lines.
pub fn of_file(path: &str, asked: &Asked, files: &dyn Files) -> Result<(String, Vec<PathBuf>, Vec<Findings>), Problem> {
    let text = files.text(path);
    let text = text.map_err(|reason| Problem::Misuse(format!("cannot read {path}: {reason}")))?;
    let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    let found = of_text(&text, asked).map_err(|reason| Problem::Misuse(format!("{path}: {reason}")))?;
    Ok((name.into_owned(), vec![PathBuf::from(path)], found))
}

/// The tyre in the text of a property file.
///
/// # Errors
/// All mistakes, a line each.
pub fn of_text(text: &str, asked: &Asked) -> Result<Vec<Findings>, String> {
    let read = PropertyFile::read_for_slip(text);
    let read = read.map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        told.join("\n  ")
    })?;
    let force = of_law(read.mounted(read.side));
    let loads = loads(asked, read.coefficients.fnomin);
    force.carries(&loads)?;
    let tried = Tried {
        radius: force.radius,
        force: force.at,
        loads,
        nominal: read.coefficients.fnomin,
        greatest: beyond::of_file(&read),
    };
    let mut found = tried.findings(&file::conditions(&read, text));
    if let Some(first) = found.first_mut() {
        first.figures.splice(0..0, file::figures(&read));
        first.notes.extend(file::notes(&read, text));
    }
    Ok(found)
}

/// The tyre of a wheel of a vehicle.
///
/// # Errors
/// Returns an error if the wheel is unknown or has no tyre, or if its tyre cannot carry a load.
pub fn of_wheel(running: &Running, asked: &Asked) -> Result<Vec<Findings>, Problem> {
    let model = &running.compiled.model;
    let names: Vec<&str> = model.wheels.iter().map(|wheel| wheel.name.as_str()).collect();
    let place = match &asked.wheel {
        Some(name) => wheel::named(&names, name).map_err(Problem::Misuse)?,
        None => 0,
    };
    let tyre = model.equipment.iter().find_map(|piece| match &piece.kind {
        Device::Tyre(tyre) if tyre.wheels.contains(&place) => Some(tyre),
        _ => None,
    });
    let Some(tyre) = tyre else {
        running.needs_tyres()?;
        return Err(running.finding(format!("wheel `{}` has no tyre", names[place])));
    };
    let of_wheel = |loads: Vec<f64>| Some(loads[place]).filter(|load| *load > 0.0);
    let at_rest = || {
        let load = running.loads_at_rest().and_then(of_wheel)?;
        Some((load, "the load of the wheel at rest"))
    };
    let in_balance = || {
        let load = running.loads().and_then(of_wheel)?;
        Some((load, "the load of the wheel in balance with the weight"))
    };
    let (nominal, source) = match &tyre.law {
        TyreLaw::MagicFormula(file) => (file.coefficients.fnomin, "FNOMIN of its file"),
        _ => at_rest()
            .or_else(in_balance)
            .unwrap_or((NOMINAL, "a load that is assumed")),
    };
    let side = if tyre.on_the_left[on(tyre, place)] {
        Side::Left
    } else {
        Side::Right
    };
    let force = force(&tyre.law, side);
    let loads = loads(asked, nominal);
    force.carries(&loads).map_err(|reason| running.finding(reason))?;
    let tried = Tried {
        radius: force.radius,
        force: force.at,
        loads,
        nominal,
        greatest: beyond::of_law(&tyre.law),
    };
    let words = match &tyre.law {
        TyreLaw::ByNumbers(law) => law.name(),
        TyreLaw::MagicFormula(_) => "Magic Formula",
        TyreLaw::Tables(_) => "tables",
        TyreLaw::Calspan(_) => "Calspan, without a force along the road",
    };
    let conditions = format!("`{}`: {words}; nominal: {source}", names[place]);
    let mut found = tried.findings(&conditions);
    if let (TyreLaw::MagicFormula(read), Some(first)) = (&tyre.law, found.first_mut()) {
        first.conditions = format!("{}; {}", first.conditions, file::missing(read));
        first.figures.splice(0..0, file::figures(read));
        first.notes.extend(file::assumed(read));
    }
    Ok(found)
}

/// Nominal load of a tyre without a known one [N].
const NOMINAL: f64 = 4000.0;

/// Position of a wheel among the wheels of a tyre.
fn on(tyre: &Tyre, wheel: usize) -> usize {
    tyre.wheels
        .iter()
        .position(|own| *own == wheel)
        .unwrap_or(0)
        .min(tyre.on_the_left.len().saturating_sub(1))
}

fn loads(asked: &Asked, nominal: f64) -> Vec<f64> {
    match asked.loads.is_empty() {
        true => LOADS.iter().map(|part| part * nominal).collect(),
        false => asked.loads.clone(),
    }
}

/// The force of a tyre law.
fn force(law: &TyreLaw, side: Side) -> Force {
    match law {
        TyreLaw::ByNumbers(law) => with_law!(law, law => of_law(*law)),
        TyreLaw::MagicFormula(file) => of_law(file.mounted(side)),
        TyreLaw::Tables(tables) => tables.with(Boxed),
        TyreLaw::Calspan(law) => of_calspan(*law),
    }
}

/// The force of a law that has no force along the road, and no contact patch.
fn of_calspan(law: Calspan) -> Force {
    Force {
        most: law.stiffness * DEEPEST * law.radius,
        radius: Box::new(move |_| law.radius),
        at: Box::new(move |load, inclination, slip| {
            let side = law.side_force(load, slip.angle, inclination, 1.0);
            TyreForce {
                force: [0.0, side, load],
                moment: [0.0, 0.0, law.aligning_moment(load, side)],
            }
        }),
    }
}

fn of_law(law: impl Law<f64> + Copy + 'static) -> Force {
    let upright = rolling(law.radius(), 0.0, Slip::default());
    let most = law.normal_force(&pressed(&upright, DEEPEST * law.radius()));
    Force {
        most,
        radius: Box::new(move |load| {
            // Without a vertical stiffness the deflection is not known.
            if most <= 0.0 {
                return law.radius();
            }
            let contact = carrying(&law, &upright, load);
            law.effective_radius(&contact, &law.loaded(&contact, load))
        }),
        at: Box::new(move |load, inclination, slip| {
            let contact = rolling(law.radius(), inclination, slip);
            law.steady(&carrying(&law, &contact, load), load, slip)
        }),
    }
}

impl Force {
    /// # Errors
    /// The loads that the tyre does not carry, in words.
    fn carries(&self, loads: &[f64]) -> Result<(), String> {
        let beyond: Vec<String> = loads
            .iter()
            .filter(|load| self.most > 0.0 && **load > self.most)
            .map(|load| format!("{load:.0} N"))
            .collect();
        match beyond.is_empty() {
            true => Ok(()),
            false => Err(format!(
                "the tyre does not carry {}: at a deflection of half its radius it carries {:.0} N, so ask for loads below (`--load` is in kN)",
                beyond.join(", "),
                self.most
            )),
        }
    }
}

/// The contact with the deflection under which a tyre carries a load [N]. Laws with a contact patch depend on it.
fn carrying(law: &impl Law<f64>, contact: &Contact, load: f64) -> Contact {
    let (mut low, mut high) = (0.0, DEEPEST * law.radius());
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match law.normal_force(&pressed(contact, middle)) < load {
            true => low = middle,
            false => high = middle,
        }
    }
    pressed(contact, high)
}

/// A contact with another deflection [m].
fn pressed(contact: &Contact, deflection: f64) -> Contact {
    Contact { deflection, ..*contact }
}

/// Converts a tyre given by tables.
struct Boxed;

impl UseCarpet for Boxed {
    type Result = Force;

    fn of<const C: usize>(self, carpet: Carpet<C>) -> Force {
        of_law(carpet)
    }
}

/// A wheel that rolls forward on level ground at these slips.
fn rolling(radius: f64, inclination: f64, slip: Slip) -> Contact {
    let angle = slip.angle.clamp(-1.5, 1.5);
    let spin = SPEED * (1.0 + slip.longitudinal) / radius;
    Contact::on_level(radius, inclination, [SPEED, SPEED * angle.tan()], spin)
}
