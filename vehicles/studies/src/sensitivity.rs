//! Sensitivities: the derivative of each kinematic characteristic with respect to each coordinate of the hardpoints.
//!
//! A design is a list of parameter values. After each change the vehicle is put on the rig again, as if the changed
//! coordinate had been declared. The wheel's alignment at the design position stays as declared, and the points
//! determine the lengths of rods and arms. Derivatives are central differences with one step of Richardson's
//! extrapolation (1911): with `D(h) = (f(p + h) - f(p - h)) / 2h` they are `(4 D(h/2) - D(h)) / 3`, whose error is of
//! fourth order in [`STEP`]. The rig closes to rounding. So the relative errors are about 1e-9 for figures of positions
//! and motions, and 1e-6 for rates.

use crate::characteristics::{Characteristic, Stations, Survey};
use crate::findings::{Figure, Findings};
use crate::rig::{NotReached, Rig};
use crate::table::{Column, Table, quoted};
use crate::threads::in_threads;
use std::fmt::Write;
use wishbone::description::Description;
use wishbone::prelude::*;

/// Displacement of a coordinate [m].
pub const STEP: f64 = 5e-4;

/// A coordinate of a hardpoint that may change.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// `front_left.tie_inner.z`
    pub name: String,
    /// Position of the coordinate among the parameters of the solver.
    pub parameter: usize,
}

/// Sets all parameters of a solver.
pub trait Adjust<S>: Fn(&mut S, &[f64]) + Sync {}

impl<S, F: Fn(&mut S, &[f64]) + Sync> Adjust<S> for F {}

/// A vehicle on the rig with parameters that may change.
#[derive(Clone)]
pub struct Adjustable<S: Solver, A> {
    /// The vehicle at its design position.
    pub rig: Rig<S>,
    /// Values of all parameters of its solver [SI].
    pub values: Vec<f64>,
    /// Sets these values.
    pub adjust: A,
}

/// Figures of a design with their derivatives.
#[derive(Clone, Debug)]
pub struct Sensitivities {
    /// The figures that were asked for.
    pub survey: Survey,
    /// Their values [SI]; `None` for a figure that does not exist.
    pub values: Vec<Option<f64>>,
    /// The coordinates that were changed.
    pub coordinates: Vec<Coordinate>,
    /// Derivatives of each figure, by coordinate [SI]; `None` for a figure that does not exist.
    pub slopes: Vec<Vec<Option<f64>>>,
    /// Coordinates that cannot be changed alone, with the reason.
    pub fixed: Vec<(Coordinate, NotReached)>,
}

impl<S, A> Adjustable<S, A>
where
    S: Solver + Clone + Send + Sync,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
    A: Adjust<S>,
{
    /// The figures of a survey with their derivatives with respect to these coordinates; `done` is called after each
    /// coordinate.
    ///
    /// # Errors
    /// If the design itself does not reach a travel.
    pub fn sensitivities(
        &self,
        survey: &Survey,
        coordinates: &[Coordinate],
        done: &(dyn Fn() + Sync),
    ) -> Result<Sensitivities, NotReached> {
        let mut stations = Stations::new(&self.rig, survey)?;
        let values = stations.measure(survey)?;
        let found = self.slopes_by(&stations, survey, coordinates, done);
        let mut result = Sensitivities {
            survey: survey.clone(),
            values,
            coordinates: Vec::new(),
            slopes: Vec::new(),
            fixed: Vec::new(),
        };
        for (coordinate, found) in coordinates.iter().zip(found) {
            match found {
                Ok(slopes) => {
                    result.coordinates.push(coordinate.clone());
                    result.slopes.push(slopes);
                }
                Err(reason) => result.fixed.push((coordinate.clone(), reason)),
            }
        }
        Ok(result)
    }

    /// Figures of the design with these parameters.
    ///
    /// # Errors
    /// If the design does not reach a travel.
    pub fn figures(
        &self,
        stations: &Stations<S>,
        survey: &Survey,
        values: &[f64],
    ) -> Result<Vec<Option<f64>>, NotReached> {
        let mut there = stations.changed(survey, |solver| (self.adjust)(solver, values))?;
        there.measure(survey)
    }

    /// Derivatives of the figures with respect to each coordinate, or the reason why the coordinate cannot be changed
    /// alone; `done` is called after each coordinate.
    pub(crate) fn slopes_by(
        &self,
        stations: &Stations<S>,
        survey: &Survey,
        coordinates: &[Coordinate],
        done: &(dyn Fn() + Sync),
    ) -> Vec<Result<Vec<Option<f64>>, NotReached>> {
        in_threads(coordinates, |coordinate| {
            let slopes = self.slopes(stations, survey, coordinate.parameter);
            done();
            slopes
        })
    }

    fn slopes(
        &self,
        stations: &Stations<S>,
        survey: &Survey,
        parameter: usize,
    ) -> Result<Vec<Option<f64>>, NotReached> {
        let at = |step: f64| {
            let mut values = self.values.clone();
            values[parameter] += step;
            self.figures(stations, survey, &values)
        };
        let difference = |step: f64| -> Result<Vec<Option<f64>>, NotReached> {
            let (above, below) = (at(step)?, at(-step)?);
            let each = above.iter().zip(&below);
            Ok(each.map(|(above, below)| Some((*above)? - (*below)?)).collect())
        };
        let (whole, half) = (difference(STEP)?, difference(0.5 * STEP)?);
        let each = whole.iter().zip(&half);
        let extrapolated = |(whole, half): (&Option<f64>, &Option<f64>)| {
            let (whole, half) = ((*whole)? / (2.0 * STEP), (*half)? / STEP);
            Some((4.0 * half - whole) / 3.0)
        };
        Ok(each.map(extrapolated).collect())
    }
}

impl Sensitivities {
    /// The figures, with the derivatives in a table: a row for each figure and a column for each coordinate [SI].
    pub fn findings(&self, names: &Description) -> Findings {
        let travels = self
            .survey
            .travel
            .iter()
            .map(|travel| format!("{} mm", shortened(1e3 * travel)));
        let figures = self.survey.asked.iter().zip(&self.values).map(|(asked, value)| {
            let (unit, factor) = asked.characteristic.shown();
            Figure {
                subject: self.survey.subject(asked, names),
                name: self.survey.label(asked),
                unit,
                value: value.map(|value| factor * value),
                definition: asked.characteristic.definition(),
            }
        });
        let columns = self.coordinates.iter().map(|coordinate| Column {
            name: coordinate.name.clone(),
            unit: "1/m",
        });
        let row = |figure: usize| {
            self.slopes
                .iter()
                .map(|slopes| slopes[figure].unwrap_or(f64::NAN))
                .collect()
        };
        Findings {
            name: "sensitivity".to_owned(),
            conditions: format!(
                "chassis held, all wheels at {}",
                travels.collect::<Vec<String>>().join(", ")
            ),
            figures: figures.collect(),
            table: Table {
                columns: columns.collect(),
                rows: (0..self.values.len()).map(row).collect(),
            },
            ..Findings::default()
        }
    }

    /// Comma-separated values: a row for each coordinate and a column for each figure, in its displayed unit per millimetre.
    pub fn csv(&self, names: &Description) -> String {
        let mut text = String::from("coordinate");
        for asked in &self.survey.asked {
            let (unit, _) = asked.characteristic.shown();
            let unit = if unit.is_empty() { "1" } else { unit };
            let subject = self.survey.subject(asked, names);
            let name = format!("{subject} {} [{unit} per mm]", self.survey.label(asked));
            let _ = write!(text, ",{}", quoted(&name));
        }
        text.push('\n');
        for (coordinate, slopes) in self.coordinates.iter().zip(&self.slopes) {
            text.push_str(&quoted(&coordinate.name));
            for (slope, asked) in slopes.iter().zip(&self.survey.asked) {
                text.push(',');
                if let Some(slope) = slope {
                    let _ = write!(text, "{}", by_millimetre(*slope, asked.characteristic));
                }
            }
            text.push('\n');
        }
        text
    }

    /// The coordinates that change a figure most, with the change in its displayed unit per millimetre, largest first.
    pub fn largest(&self, figure: usize, count: usize) -> Vec<(&str, f64)> {
        let kind = self.survey.asked[figure].characteristic;
        let each = self.coordinates.iter().zip(&self.slopes);
        let mut found: Vec<(&str, f64)> = each
            .filter_map(|(own, slopes)| Some((own.name.as_str(), by_millimetre(slopes[figure]?, kind))))
            .collect();
        found.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        found.truncate(count);
        let most = found.first().map_or(0.0, |(_, slope)| slope.abs());
        // Smaller values are rounding.
        found.retain(|(_, slope)| slope.abs() > 1e-9 && slope.abs() > 1e-6 * most);
        found
    }
}

/// Converts a derivative [SI] to the displayed unit per millimetre.
pub(crate) fn by_millimetre(slope: f64, characteristic: Characteristic) -> f64 {
    1e-3 * characteristic.shown().1 * slope
}

/// A number without digits that only rounding causes.
pub(crate) fn shortened(number: f64) -> f64 {
    (1e6 * number).round() / 1e6
}
