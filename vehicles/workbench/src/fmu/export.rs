//! The way from a declaration to FMUs.

use super::archive::{Library, archive};
use super::description::Standard;
use super::{Asked, Car, Package};
use crate::files::Files;
use crate::problem::Problem;
use crate::vehicle::Declaration;

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

/// FMUs of a vehicle, one for each standard, and what there is to note. The vehicle begins to run once, as it will in the importing tool.
///
/// # Errors
/// The mistakes of the declaration; a vehicle that does not begin to run; model exchange that is wanted and not sound.
pub fn exported(
    declaration: &Declaration,
    asked: &Asked,
    (standards, exchange): (&[Standard], Exchange),
    library: &Library,
    files: &dyn Files,
) -> Result<(Vec<Exported>, Vec<String>), Problem> {
    let package = Package::of(declaration, asked, files)?;
    let mut car = Car::of(&package, exchange != Exchange::Never)?;
    car.begin(0.0)?;
    let reason = car.not_exchanged()?;
    let (is_exchanged, notes) = match (exchange, reason) {
        (Exchange::Never, _) => (false, Vec::new()),
        (_, None) => (true, Vec::new()),
        (Exchange::WhereSound, Some(reason)) => (false, vec![format!("no model exchange: {reason}")]),
        (Exchange::Always, Some(reason)) => return Err(Problem::Finding(reason)),
    };
    let each = standards.iter().map(|&standard| {
        Ok(Exported {
            standard,
            archive: archive(&car, &package, standard, is_exchanged, library)?,
        })
    });
    Ok((each.collect::<Result<Vec<Exported>, Problem>>()?, notes))
}
