//! The workbench as a module of Python: the compiled extension, which the package `wishbone` in the folder `python`
//! uses.
//!
//! Classes here pass questions to the workbench, and return its answers as plain numbers, names and numpy arrays. The
//! classes and functions for users are written in Python, above this module. Work runs without the interpreter's lock
//! (`working`), and every reason for a missing answer is an exception (`problem`).

mod findings;
mod linear;
mod problem;
mod quantity;
mod simulation;
mod text;
mod vehicle;
mod working;

use pyo3::prelude::*;
use wishbone_workbench::vehicle::library;
use wishbone_workbench::{studies, suspensions};

/// Names of the vehicles of the library.
#[pyfunction]
fn vehicles() -> Vec<&'static str> {
    library::FILES.iter().map(|(name, _)| *name).collect()
}

/// Names of the suspensions of the library.
#[pyfunction]
fn suspension_names() -> Vec<String> {
    suspensions::Suspension::all().into_iter().map(|own| own.name).collect()
}

/// Names of the manoeuvres of the library.
#[pyfunction]
fn manoeuvres() -> Vec<&'static str> {
    studies::manoeuvre::library::FILES
        .iter()
        .map(|(name, _)| *name)
        .collect()
}

/// Text of a suspension of the library, as `wishbone library NAME` prints it.
#[pyfunction]
fn library_text(py: Python<'_>, name: &str) -> PyResult<String> {
    suspensions::text(name).map_err(|reason| problem::raised(py, &reason))
}

/// Explanation of a code of a message, a word of the language, a suspension or a figure, as `wishbone explain WORD` prints it.
#[pyfunction]
fn explain(py: Python<'_>, word: String) -> PyResult<String> {
    working::worked(py, |_| wishbone_workbench::explain::text(Some(&word)))
}

/// The extension below the package `wishbone`.
#[pymodule]
fn _wishbone(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<findings::Found>()?;
    module.add_class::<linear::Linear>()?;
    module.add_class::<simulation::Simulation>()?;
    module.add_class::<simulation::Moment>()?;
    module.add_class::<vehicle::Vehicle>()?;
    module.add_function(wrap_pyfunction!(vehicles, module)?)?;
    module.add_function(wrap_pyfunction!(suspension_names, module)?)?;
    module.add_function(wrap_pyfunction!(manoeuvres, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)?;
    module.add_function(wrap_pyfunction!(library_text, module)?)?;
    module.add_function(wrap_pyfunction!(quantity::si, module)?)
}
