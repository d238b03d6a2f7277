//! Numbers with units.

use crate::problem::misuse;
use pyo3::prelude::*;
use wishbone_workbench::unit;

/// A number in SI. A number is used unchanged; a text has a unit, for example `"80 km/h"` if `unit` is `m/s`.
#[pyfunction]
pub fn si(py: Python<'_>, value: &Bound<'_, PyAny>, unit: &str, name: &str) -> PyResult<f64> {
    let wanted = |reason: String| misuse(py, format!("`{name}`: {reason}"));
    if let Ok(text) = value.extract::<String>() {
        return unit::si(&text, unit).map_err(wanted);
    }
    let shown = || value.repr().map_or_else(|_| String::new(), |shown| shown.to_string());
    let number = value.extract::<f64>();
    let number = number.map_err(|_| {
        wanted(format!(
            "a number [{unit}] or a text with a unit is wanted, and not {}",
            shown()
        ))
    })?;
    match number.is_finite() {
        true => Ok(number),
        false => Err(wanted(format!("a finite number is wanted, and not {}", shown()))),
    }
}
