//! Findings of a study: figures, a table and curves. Findings have one form for every study, so all findings can be
//! printed, compared with the findings of another design, and reported.

mod comparison;
mod text;
mod verdict;

pub use comparison::Comparison;
pub use text::{given_number, number, number_in};
pub use verdict::{Outcome, Verdict};

use crate::likeness::Likeness;
use crate::panels::Panel;
use crate::table::Table;
use serde::Serialize;

/// Unit in which numbers of a unit are shown, with the factor to the shown unit: angles in degrees. Tables keep SI.
pub fn to_read(unit: &'static str) -> (&'static str, f64) {
    match unit {
        "rad" => ("deg", 1f64.to_degrees()),
        "rad/s" => ("deg/s", 1f64.to_degrees()),
        unit => (unit, 1.0),
    }
}

/// One number that a study finds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The wheel, axle, body or joint of the figure; empty for the whole vehicle.
    pub subject: String,
    /// `camber`, `yaw rate gain`
    pub name: String,
    /// Unit in which the figure is shown, such as `deg` or `N/mm`; empty without a unit.
    pub unit: &'static str,
    /// Value in that unit. `None` if the study does not reach the figure, such as the peak of a run that ends too
    /// early.
    pub value: Option<f64>,
    /// Definition, with the clause of the standard where there is one.
    pub definition: &'static str,
}

impl Figure {
    /// A figure; a value that is not finite becomes `None`.
    pub fn new(subject: &str, name: &str, unit: &'static str, value: f64, definition: &'static str) -> Self {
        Self {
            subject: subject.to_owned(),
            name: name.to_owned(),
            unit,
            value: value.is_finite().then_some(value),
            definition,
        }
    }
}

/// A computed column compared with a measured one.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Against {
    /// Name of the column.
    pub column: String,
    /// Its unit, SI; empty if it has none.
    pub unit: &'static str,
    /// Places of the computed values, such as times or travels.
    pub x: Vec<f64>,
    /// Computed values.
    pub computed: Vec<f64>,
    /// Measured values at these places; `None` outside of the measured range.
    pub measured: Vec<Option<f64>>,
    /// Measures of the difference between both.
    #[serde(flatten)]
    pub likeness: Likeness,
}

/// Findings of a study of one design.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// Name of the study, also of its files: `bounce`, `step_steer`.
    pub name: String,
    /// Its conditions, in one line.
    pub conditions: String,
    /// The verdict on the study.
    pub verdict: Verdict,
    /// Its figures.
    pub figures: Vec<Figure>,
    /// Findings that are not numbers, one a line.
    pub notes: Vec<String>,
    /// Columns that were compared with measured columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub against: Vec<Against>,
    /// Its histories or curves as numbers, SI.
    #[serde(skip)]
    pub table: Table,
    /// Its curves as pictures.
    #[serde(skip)]
    pub panels: Vec<Panel>,
}

impl Findings {
    /// The subjects of its figures, in order.
    pub fn subjects(&self) -> Vec<&str> {
        let mut subjects: Vec<&str> = Vec::new();
        for figure in &self.figures {
            if !subjects.contains(&figure.subject.as_str()) {
                subjects.push(&figure.subject);
            }
        }
        subjects
    }

    /// The figures of a subject, in order.
    pub fn of<'a>(&'a self, subject: &'a str) -> impl Iterator<Item = &'a Figure> {
        self.figures.iter().filter(move |figure| figure.subject == subject)
    }

    /// The figure of a subject with this name.
    pub fn figure(&self, subject: &str, name: &str) -> Option<&Figure> {
        self.figures
            .iter()
            .find(|figure| figure.subject == subject && figure.name == name)
    }

    /// The figure of a subject with this name and unit. Other designs may have a figure of this name in another unit.
    pub fn figure_in(&self, subject: &str, name: &str, unit: &str) -> Option<&Figure> {
        self.figures
            .iter()
            .find(|figure| figure.subject == subject && figure.name == name && figure.unit == unit)
    }
}
