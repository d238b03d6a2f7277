//! Reasons why there is no answer, as exceptions.

use pyo3::prelude::*;
use wishbone_workbench::{Mistake, Problem};

/// A mistake in the form of the exception's arguments: severity, code, message, file, line, column, help.
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

/// Options of the tool that have another name in Python.
const RENAMED: [(&str, &str); 5] = [
    ("--steering torque", "by_torque"),
    ("--input help", "response_names()"),
    ("--output help", "response_names()"),
    ("--time", "duration"),
    ("--json", "json()"),
];

/// A message of the workbench with Python's names of arguments: `speed` instead of `--speed`, and `input="road"`
/// instead of `--input road`.
pub fn in_python(text: &str) -> String {
    let mut parts = text.split('`');
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        told.push('`');
        told.push_str(&argument(part));
    }
    told
}

/// An option of the tool as an argument in Python; other words do not change.
fn argument(words: &str) -> String {
    let renamed = RENAMED.iter().find(|(option, _)| *option == words);
    match (renamed, words.strip_prefix("--")) {
        (Some((_, name)), _) => (*name).to_owned(),
        (None, None) => words.to_owned(),
        (None, Some(option)) => match option.split_once(' ') {
            None => option.to_owned(),
            Some((name, value)) if value.parse::<f64>().is_ok() => format!("{name}={value}"),
            Some((name, value)) => format!("{name}=\"{value}\""),
        },
    }
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
