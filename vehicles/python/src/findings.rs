//! Findings of a study: figures, curves and pictures.

use crate::problem::{in_python, misuse};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde_json::json;
use wishbone_workbench::studies::findings::{Comparison, Findings};
use wishbone_workbench::studies::panels::draw;

/// Findings of a study of one design.
#[pyclass(frozen, module = "wishbone._wishbone")]
pub struct Found {
    design: String,
    findings: Findings,
    block: PyOnceLock<Py<PyArray2<f64>>>,
}

impl Found {
    /// The findings of a named design.
    pub fn of(design: &str, findings: Findings) -> Self {
        Self {
            design: design.to_owned(),
            findings,
            block: PyOnceLock::new(),
        }
    }
}

/// A figure: subject, name, unit, value, definition.
type Figure<'f> = (&'f str, &'f str, &'f str, Option<f64>, &'f str);

#[pymethods]
impl Found {
    /// Name of the design.
    #[getter]
    fn design(&self) -> &str {
        &self.design
    }

    /// Name of the study.
    #[getter]
    fn name(&self) -> &str {
        &self.findings.name
    }

    /// Its conditions, in one line.
    #[getter]
    fn conditions(&self) -> &str {
        &self.findings.conditions
    }

    /// Findings that are no numbers, a line each.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.findings.notes.iter().map(|note| in_python(note)).collect()
    }

    /// The verdict: outcome, time [s], part, message, and whether the study reached what was asked.
    #[getter]
    fn verdict(&self) -> (String, Option<f64>, Option<String>, String, bool) {
        let verdict = &self.findings.verdict;
        let outcome = json!(verdict.outcome).as_str().unwrap_or_default().to_owned();
        (
            outcome,
            verdict.time,
            verdict.part.clone(),
            in_python(&verdict.words),
            verdict.is_as_asked(),
        )
    }

    /// Subject, name, unit, value and definition of each figure.
    #[getter]
    fn figures(&self) -> Vec<Figure<'_>> {
        let figures = self.findings.figures.iter();
        figures
            .map(|own| (&*own.subject, &*own.name, own.unit, own.value, own.definition))
            .collect()
    }

    /// Name and unit of each column of the table; units are SI, except for frequency responses.
    #[getter]
    fn columns(&self) -> Vec<(&str, &str)> {
        let columns = self.findings.table.columns.iter();
        columns.map(|column| (&*column.name, column.unit)).collect()
    }

    /// The table, a row of the array for each column. The table is copied once; all users share one array, which cannot
    /// be written.
    #[getter]
    fn block<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let block = self.block.get_or_try_init(py, || {
            let table = &self.findings.table;
            let columns = (0..table.columns.len()).flat_map(|place| table.rows.iter().map(move |row| row[place]));
            let numbers = PyArray1::from_iter(py, columns);
            // What is a view of it cannot be written either.
            drop(numbers.readwrite().make_nonwriteable());
            let block = numbers.reshape([table.columns.len(), table.rows.len()])?;
            Ok::<_, PyErr>(block.unbind())
        })?;
        Ok(block.bind(py).clone())
    }

    /// The figures as the tool prints them.
    fn text(&self) -> String {
        self.comparison(|own| own.text())
    }

    /// The findings as the tool prints them as JSON, without the name of the design.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        serde_json::to_string_pretty(&self.findings).map_err(|reason| misuse(py, reason.to_string()))
    }

    /// The table as the tool writes it: comma-separated values.
    fn csv(&self) -> String {
        self.findings.table.csv()
    }

    /// The picture as the tool draws it, SVG; empty if there are no curves.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.comparison(|comparison| {
            let panels = comparison.panels();
            if panels.is_empty() {
                return Ok(String::new());
            }
            let title = format!("{}: {}", self.design, self.findings.name);
            draw(&title, comparison.conditions(), &panels)
                .map_err(|reason| misuse(py, format!("the picture cannot be drawn: {reason}")))
        })
    }
}

impl Found {
    fn comparison<T>(&self, tell: impl FnOnce(&Comparison<'_>) -> T) -> T {
        tell(&Comparison {
            designs: std::slice::from_ref(&self.design),
            findings: vec![Some(&self.findings)],
        })
    }
}
