//! Manoeuvres that procedures consist of.

use crate::problem::Problem;
use wishbone_studies::manoeuvre::{Manoeuvre, Overrides, library};

/// A manoeuvre of the library with numbers replaced.
pub fn known(name: &str, numbers: &Overrides) -> Result<Manoeuvre, Problem> {
    let found = library::find(name).ok_or_else(|| format!("`{name}` is no manoeuvre of the library"));
    let made = found.and_then(|found| found).and_then(|found| found.with(numbers));
    made.map_err(Problem::Misuse)
}
