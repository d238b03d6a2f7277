//! The way from a declaration to FMUs.

use super::archive::archive;
use super::{Library, Package, machine};
use crate::files::Files;
use crate::outside::Asked;
use crate::problem::Problem;
use crate::vehicle::Declaration;
use wishbone_foreign::Standard;
use wishbone_studies::manoeuvre::{Manoeuvre, Pace, Steering};

/// Kinds of an FMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// Co-simulation, and model exchange where a foreign integrator may advance the vehicle.
    WhereSound,
    /// Co-simulation alone.
    Never,
    /// Both.
    Always,
}

/// An FMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Version of the standard.
    pub standard: Standard,
    /// The archive.
    pub archive: Vec<u8>,
}

/// FMUs of a vehicle, one for each standard, and notes. The vehicle begins to run once, as it will in the importing tool.
///
/// # Errors
/// Returns the mistakes of the declaration; or the reason why a vehicle does not begin to run, why requested model
/// exchange is not sound, or why rustc does not make machine code.
pub fn exported(
    declaration: &Declaration,
    asked: &Asked,
    (standards, exchange): (&[Standard], Exchange),
    library: &Library,
    files: &dyn Files,
) -> Result<(Vec<Exported>, Vec<String>), Problem> {
    let package = Package::of(declaration, asked, files)?;
    let mut car = package.car(exchange != Exchange::Never)?;
    car.begin(0.0)?;
    let reason = car.not_exchanged()?;
    let taken = package.manoeuvre()?;
    let mut notes = Vec::from_iter(taken.and_then(|own| left_out(&own, asked.speed.unwrap_or(own.speed.0))));
    notes.extend(car.notes());
    notes.extend(car.warnings());
    let is_exchanged = match (exchange, reason) {
        (Exchange::Never, _) => false,
        (_, None) => true,
        (Exchange::WhereSound, Some(reason)) => {
            notes.push(format!("no model exchange: {reason}"));
            false
        }
        (Exchange::Always, Some(reason)) => return Err(Problem::Finding(reason)),
    };
    car.find_dependencies(is_exchanged)?;
    let code = match library.is_native {
        true => Some(machine::code(&car, &package, is_exchanged, library)?),
        false => None,
    };
    let each = standards.iter().map(|&standard| {
        Ok(Exported {
            standard,
            archive: archive(&car, &package, standard, is_exchanged, (library, code.as_deref()))?,
        })
    });
    Ok((each.collect::<Result<Vec<Exported>, Problem>>()?, notes))
}

/// A note on parts of a manoeuvre that an FMU with a start at a speed [m/s] ignores; `None` if there are none.
fn left_out(manoeuvre: &Manoeuvre, speed: f64) -> Option<String> {
    let stands = speed == 0.0 && manoeuvre.pace == Pace::Held;
    let is_free = manoeuvre.steering == Steering::Straight && (stands || manoeuvre.pace == Pace::Coasting);
    let holds = match manoeuvre.pace {
        Pace::Held | Pace::SteadyTorque if !stands => ", and no torque holds the speed",
        _ => "",
    };
    (!is_free || manoeuvre.until.is_some()).then(|| {
        format!(
            "of the manoeuvre `{}` an FMU takes road, start, step and method: steering, pedals and the end are those of the importing tool{holds}",
            manoeuvre.name
        )
    })
}
