//! The least squares problem: residuals and their slopes with respect to parameters and lags.

use super::certainty::SINGULAR;
use super::{Compute, Computed, Points, Unknown};
use crate::threads::in_threads;
use levenberg_marquardt::LeastSquaresProblem;
use nalgebra::{DMatrix, DVector, Dyn, Owned};
use std::cell::{Cell, RefCell};

/// Step of a difference, in half widths of the bounds.
const STEP: f64 = 1e-3;

/// Angles of the parameters, and lags. The search may turn an angle by more than a quarter turn; beyond that the
/// parameter decreases again, so the parameter alone does not determine its angle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct At {
    pub(super) angles: Vec<f64>,
    pub(super) lags: Vec<f64>,
}

pub(super) struct Problem<'a> {
    pub(super) unknowns: &'a [Unknown],
    /// Records whose lag is free.
    pub(super) free: Vec<usize>,
    pub(super) compute: &'a Compute<'a>,
    pub(super) kept: Vec<Vec<Points>>,
    /// Weights by record and column.
    pub(super) weights: Vec<Vec<f64>>,
    pub(super) at: At,
    /// Unit of the lag of each record.
    pub(super) scale: Vec<f64>,
    /// The last parameters with their curves.
    pub(super) known: RefCell<Option<(Vec<f64>, Vec<Computed>)>>,
    pub(super) runs: Cell<usize>,
    pub(super) tell: &'a dyn Fn(usize),
}

impl Problem<'_> {
    /// The present parameters. A parameter that did not move has its start, to the last digit.
    pub(super) fn values(&self) -> Vec<f64> {
        let each = self.unknowns.iter().zip(&self.at.angles);
        each.map(|(own, angle)| match *angle == own.bounds().angle(own.start) {
            true => own.start,
            false => own.bounds().at(*angle),
        })
        .collect()
    }

    /// The curves for the present parameters.
    pub(super) fn curves(&self) -> Option<Vec<Computed>> {
        let own = self.values();
        if let Some((values, curves)) = &*self.known.borrow()
            && *values == own
        {
            return Some(curves.clone());
        }
        let curves = self.reaching((self.compute)(&own)?)?;
        self.count(1);
        *self.known.borrow_mut() = Some((own, curves.clone()));
        Some(curves)
    }

    fn count(&self, runs: usize) {
        self.runs.set(self.runs.get() + runs);
        (self.tell)(self.runs.get());
    }

    /// Returns the curves if they cover all points that count.
    fn reaching(&self, curves: Vec<Computed>) -> Option<Vec<Computed>> {
        let reaches = |(record, curve): (usize, &Computed)| {
            let (Some(low), Some(high)) = (curve.x.first(), curve.x.last()) else {
                return false;
            };
            let near = self.scale[record].max(1e-9 * (high - low));
            let all = self.kept[record].iter().flatten();
            let mut places = all.map(|[x, _]| x - self.at.lags[record]);
            curve.x.len() > 1 && places.all(|x| x > low - near && x < high + near)
        };
        curves.iter().enumerate().all(reaches).then_some(curves)
    }

    pub(super) fn residuals_of(&self, curves: &[Computed], lags: &[f64]) -> Vec<f64> {
        let mut residuals = Vec::new();
        for (record, columns) in self.kept.iter().enumerate() {
            for (column, points) in columns.iter().enumerate() {
                let weight = self.weights[record][column];
                let each = points.iter();
                residuals.extend(each.map(|[x, y]| weight * (curves[record].at(column, x - lags[record]) - y)));
            }
        }
        residuals
    }

    /// Root mean square of the difference of each column.
    pub(super) fn scatter(&self, curves: &[Computed], lags: &[f64]) -> Vec<Vec<f64>> {
        let of = |(record, columns): (usize, &Vec<Points>)| {
            let column = |(column, points): (usize, &Points)| {
                let each = points
                    .iter()
                    .map(|[x, y]| curves[record].at(column, x - lags[record]) - y);
                (each.map(|left| left * left).sum::<f64>() / points.len().max(1) as f64).sqrt()
            };
            columns.iter().enumerate().map(column).collect()
        };
        self.kept.iter().enumerate().map(of).collect()
    }

    /// Derivatives of the residuals with respect to all parameters, in half widths of their bounds, and with respect to
    /// the free lags, in their units.
    pub(super) fn slopes(&self, curves: &[Computed]) -> Option<DMatrix<f64>> {
        let moves: Vec<(usize, f64)> = (0..self.unknowns.len()).flat_map(|k| [(k, STEP), (k, -STEP)]).collect();
        let (values, unknowns, compute) = (self.values(), self.unknowns, self.compute);
        let found = in_threads(&moves, |(k, step)| {
            let mut values = values.clone();
            values[*k] += step * unknowns[*k].bounds().half();
            compute(&values)
        });
        self.count(moves.len());
        let found: Option<Vec<Vec<Computed>>> = found.into_iter().map(|own| self.reaching(own?)).collect();
        let mut columns: Vec<DVector<f64>> = Vec::new();
        let difference = |up: Vec<f64>, down: Vec<f64>, step: f64| {
            DVector::from_iterator(
                up.len(),
                up.iter().zip(&down).map(|(up, down)| (up - down) / (2.0 * step)),
            )
        };
        for pair in found?.chunks_exact(2) {
            let [up, down] = [&pair[0], &pair[1]].map(|curves| self.residuals_of(curves, &self.at.lags));
            columns.push(difference(up, down, STEP));
        }
        for &record in &self.free {
            let [up, down] = [STEP, -STEP].map(|step| {
                let mut lags = self.at.lags.clone();
                lags[record] += step * self.scale[record];
                self.residuals_of(curves, &lags)
            });
            columns.push(difference(up, down, STEP));
        }
        Some(DMatrix::from_columns(&columns))
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Problem<'_> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, found: &DVector<f64>) {
        let count = self.unknowns.len();
        self.at.angles.copy_from_slice(&found.as_slice()[..count]);
        for (place, &record) in self.free.iter().enumerate() {
            self.at.lags[record] = self.scale[record] * found[count + place];
        }
    }

    fn params(&self) -> DVector<f64> {
        let lags = self
            .free
            .iter()
            .map(|&record| self.at.lags[record] / self.scale[record]);
        DVector::from_vec(self.at.angles.iter().copied().chain(lags).collect())
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        let curves = self.curves()?;
        Some(DVector::from_vec(self.residuals_of(&curves, &self.at.lags)))
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let mut slopes = self.slopes(&self.curves()?)?;
        // A parameter that changes no curve stays: its column is rounding, which would drive the parameter away.
        let largest = slopes.column_iter().map(|column| column.norm()).fold(0.0, f64::max);
        let still = slopes
            .column_iter_mut()
            .filter(|column| column.norm() <= SINGULAR * largest);
        still.for_each(|mut column| column.fill(0.0));
        let each = self.unknowns.iter().map(|own| own.bounds()).zip(&self.at.angles);
        for (mut column, (bounds, angle)) in slopes.column_iter_mut().zip(each) {
            column *= bounds.slope(*angle) / bounds.half();
        }
        Some(slopes)
    }
}
