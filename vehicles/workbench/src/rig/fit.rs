//! Hardpoints for wanted curves.

use super::Movable;
use super::wanted::{self, Wanted};
use crate::problem::Problem;
use crate::progress::Told;
use crate::vehicle::Declaration;
use wishbone_studies::characteristics::{Characteristic, Subject};
use wishbone_studies::fit::{self, Fitted, Free, NoFit};
use wishbone_studies::panels::{Panel, line};
use wishbone_studies::table::{Column, Table};

/// Misfit below which the wanted curves count as met, in units of the misfit.
const MET: f64 = 0.05;

/// Wanted curves, and the coordinates that may change.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Name of the table of wanted figures in messages.
    pub table: String,
    /// The table, as comma-separated text.
    pub text: String,
    /// Coordinates that may change, with their bounds: `front_left.tie_inner.z=+-10 mm`.
    pub free: Vec<String>,
    /// Name of the wheel whose figures are wanted; `None` for the first.
    pub wheel: Option<String>,
}

/// Result of the search for hardpoints.
pub struct Found {
    /// The design.
    pub design: Movable,
    /// The wanted curves.
    pub wanted: Wanted,
    /// The coordinates that could change.
    pub free: Vec<Free>,
    /// The result.
    pub fitted: Fitted,
}

/// Finds hardpoints that give the wanted curves.
///
/// # Errors
/// Returns an error if the table or a bound cannot be read, or if the rig does not reach a position.
pub fn found(declaration: Declaration, asked: &Asked, told: Told<'_>) -> Result<Found, Problem> {
    let mut names = Vec::new();
    for text in &asked.free {
        names.push(wanted::bounds(text)?.0.to_owned());
    }
    let mut design = Movable::of(declaration, asked.wheel.as_deref(), &names)?;
    let free = wanted::free(&asked.free, &design)?;
    let wanted = wanted::curves(&asked.text, &asked.table, &mut design)?;
    let work = design.running.progress("fit");
    let tell = |reached: fit::Progress| {
        told(reached.tried as f64 / reached.most.max(1) as f64, &work);
    };
    let fitted = design.adjustable.fit(&wanted.survey, &wanted.values, &free, &tell);
    told(1.0, &work);
    let fitted = fitted.map_err(|reason| match reason {
        NoFit::NoFigure(place) => {
            let asked = &wanted.survey.asked[place];
            design
                .running
                .finding(format!("`{}` does not exist", wanted.survey.label(asked)))
        }
        reason => design.running.finding(reason),
    })?;
    Ok(Found {
        design,
        wanted,
        free,
        fitted,
    })
}

impl Found {
    /// Whether the wanted curves are met.
    pub fn is_met(&self) -> bool {
        self.fitted.misfit[1] < MET
    }

    /// The points that were moved, with their new coordinates [m].
    pub fn moved(&self) -> Vec<(&str, [f64; 3])> {
        let changed = self.design.points.iter().filter(|point| {
            let parameters = point.parameters.iter().flatten();
            let mut places = parameters.map(|own| own.index());
            places.any(|place| self.free.iter().any(|free| free.coordinate.parameter == place))
        });
        changed
            .map(|point| {
                let at =
                    |k: usize| point.parameters[k].map_or(point.declared[k], |own| self.fitted.values[own.index()]);
                (point.name.as_str(), [0, 1, 2].map(at))
            })
            .collect()
    }

    /// The declaration with the moved points, as TOML.
    ///
    /// # Errors
    /// If a point is not written in a table of points.
    pub fn declaration(&self) -> Result<String, Problem> {
        let declaration = self.design.running.declaration.clone();
        Ok(declaration.with_moved(&self.moved())?.text().to_owned() + "\n")
    }

    /// Largest difference of each kind of figure from the wanted curves, before and after, in the displayed unit.
    pub fn differences(&self) -> Vec<(String, &'static str, [f64; 2])> {
        let each = kinds(&self.wanted).into_iter().map(|kind| {
            let (unit, factor) = kind.1.shown();
            let worst = |figures: &Vec<f64>| {
                let each = (0..figures.len()).filter(|&k| of(&self.wanted, k) == kind);
                factor
                    * each.fold(0.0_f64, |worst, k| {
                        worst.max((figures[k] - self.wanted.values[k]).abs())
                    })
            };
            (
                title(&self.design, kind),
                unit,
                self.fitted.figures.each_ref().map(worst),
            )
        });
        each.collect()
    }

    /// Wanted, old and new curves.
    pub fn panels(&self) -> Vec<Panel> {
        panels(&self.design, &self.wanted, &self.fitted)
    }

    /// A row for each travel: wanted, old and new values.
    pub fn table(&self) -> Table {
        table(&self.design, &self.wanted, &self.fitted)
    }
}

/// Distinct kinds of figures with their subjects.
fn kinds(wanted: &Wanted) -> Vec<(Subject, Characteristic)> {
    let mut kinds = Vec::new();
    for k in 0..wanted.values.len() {
        if !kinds.contains(&of(wanted, k)) {
            kinds.push(of(wanted, k));
        }
    }
    kinds
}

fn of(wanted: &Wanted, figure: usize) -> (Subject, Characteristic) {
    let asked = &wanted.survey.asked[figure];
    (asked.subject, asked.characteristic)
}

fn title(design: &Movable, (subject, characteristic): (Subject, Characteristic)) -> String {
    let names = design.names();
    let subject = match subject {
        Subject::Wheel(wheel) => names.wheels[wheel],
        Subject::Axle([left, _]) => names.wheels[left],
        Subject::Length { output, .. } => names.outputs[output],
    };
    format!("{subject}.{}", characteristic.word())
}

/// Wanted, old and new values of a kind of figure, with their travel [SI].
fn points(wanted: &Wanted, fitted: &Fitted, kind: (Subject, Characteristic)) -> Vec<(f64, [f64; 3])> {
    let each = (0..wanted.values.len()).filter(|&k| of(wanted, k) == kind);
    let mut points: Vec<(f64, [f64; 3])> = each
        .map(|k| {
            let travel = wanted.survey.travel[wanted.survey.asked[k].station];
            (travel, [wanted.values[k], fitted.figures[0][k], fitted.figures[1][k]])
        })
        .collect();
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    points
}

fn panels(design: &Movable, wanted: &Wanted, fitted: &Fitted) -> Vec<Panel> {
    let panel = |kind: (Subject, Characteristic)| {
        let (unit, factor) = kind.1.shown();
        let points = points(wanted, fitted, kind);
        let curve = |place: usize, name: &str| {
            let each = points
                .iter()
                .map(|(travel, values)| (1e3 * travel, factor * values[place]));
            line(place, name, each.collect())
        };
        Panel {
            title: format!("{} [{unit}]", title(design, kind)),
            x: "travel [mm]".to_owned(),
            curves: vec![curve(0, "wanted"), curve(1, "old"), curve(2, "new")],
            ..Panel::default()
        }
    };
    kinds(wanted).into_iter().map(panel).collect()
}

/// A row for each travel: wanted, old and new values.
fn table(design: &Movable, wanted: &Wanted, fitted: &Fitted) -> Table {
    let kinds = kinds(wanted);
    let mut columns = vec![Column {
        name: "travel".to_owned(),
        unit: "m",
    }];
    for &kind in &kinds {
        columns.extend(["wanted", "old", "new"].map(|which| Column {
            name: format!("{} {which}", title(design, kind)),
            unit: "SI",
        }));
    }
    let mut travels: Vec<f64> = wanted.survey.travel.clone();
    travels.sort_by(f64::total_cmp);
    let row = |travel: &f64| {
        let mut row = vec![*travel];
        for &kind in &kinds {
            let found = points(wanted, fitted, kind).into_iter().find(|(own, _)| own == travel);
            row.extend(found.map_or([f64::NAN; 3], |(_, values)| values));
        }
        row
    };
    Table {
        rows: travels.iter().map(row).collect(),
        columns,
    }
}
