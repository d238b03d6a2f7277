//! Reasons why there is no answer, as exceptions.

use pyo3::prelude::*;
use wishbone_workbench::{Mistake, Problem};

/// A mistake as the exception takes it: severity, code, message, file, line, column, help.
pub type Told = (
    &'static str,
    &'static str,
    String,
    Option<String>,
    Option<usize>,
    Option<usize>,
    Option<String>,
);

/// A mistake or warning with its place.
pub fn told(mistake: &Mistake) -> Told {
    let Mistake {
        severity,
        code,
        message,
        file,
        line,
        column,
        help,
    } = mistake.clone();
    (severity, code, message, file, line, column, help)
}

/// A message of the workbench in words of Python: `speed`, and not `--speed`.
pub fn in_python(text: &str) -> String {
    text.replace("`--steering torque`", "`by_torque`")
        .replace("`--input help`", "`response_names()`")
        .replace("`--output help`", "`response_names()`")
        .replace("`--vehicle NAME`", "`vehicle=\"NAME\"`")
        .replace("`--", "`")
}

/// The exception `wishbone.Error` of a problem, in words of Python.
pub fn raised(py: Python<'_>, problem: &Problem) -> PyErr {
    let (text, list) = match problem {
        Problem::Mistakes(mistakes) => (
            mistakes.text.trim_end().to_owned(),
            mistakes.list.iter().map(told).collect(),
        ),
        Problem::Finding(_) | Problem::Misuse(_) => (in_python(&problem.message()), Vec::new()),
    };
    error(py, text, list)
}

/// The exception `wishbone.Error` with a message alone.
pub fn misuse(py: Python<'_>, message: String) -> PyErr {
    error(py, message, Vec::new())
}

fn error(py: Python<'_>, text: String, list: Vec<Told>) -> PyErr {
    let made = py
        .import("wishbone._error")
        .and_then(|module| module.getattr("Error"))
        .and_then(|class| class.call1((text, list)));
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(reason) => reason,
    }
}
