//! Linear systems about steady motions.

use nalgebra::DMatrix;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use wishbone_workbench::studies::linear::{Linear as System, Signal};

/// A linear system `x' = A x + B u`, `w = C x + D u`.
#[pyclass(frozen, module = "wishbone._wishbone")]
pub struct Linear(pub System);

/// A matrix as an array; its numbers are copied.
fn array<'py>(py: Python<'py>, matrix: &DMatrix<f64>) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let by_rows = matrix.transpose();
    PyArray1::from_slice(py, by_rows.as_slice()).reshape([matrix.nrows(), matrix.ncols()])
}

fn signals(signals: &[Signal]) -> Vec<(&str, &str)> {
    signals.iter().map(|own| (&*own.name, own.unit)).collect()
}

#[pymethods]
impl Linear {
    /// State matrix.
    #[getter]
    fn a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.0.a)
    }

    /// Input matrix.
    #[getter]
    fn b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.0.b)
    }

    /// Output matrix.
    #[getter]
    fn c<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.0.c)
    }

    /// Feed-through.
    #[getter]
    fn d<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, &self.0.d)
    }

    /// Name of each state.
    #[getter]
    fn states(&self) -> Vec<String> {
        self.0.states.clone()
    }

    /// Name and unit of each input.
    #[getter]
    fn inputs(&self) -> Vec<(&str, &str)> {
        signals(&self.0.inputs)
    }

    /// Name and unit of each output.
    #[getter]
    fn outputs(&self) -> Vec<(&str, &str)> {
        signals(&self.0.outputs)
    }
}
