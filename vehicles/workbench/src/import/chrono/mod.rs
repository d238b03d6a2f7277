//! Files of Chrono::Vehicle.

use super::Imported;
use crate::files::Files;
use crate::problem::Problem;

/// Makes a vehicle of a file.
///
/// # Errors
/// If it cannot be read.
pub fn imported(_: &str, file: &str, _: &dyn Files) -> Result<Imported, Problem> {
    Err(Problem::Misuse(format!("{file}: not yet")))
}
