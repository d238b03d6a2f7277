//! Parameters from measurements: a least squares fit of computed to measured curves, with standard errors.
//!
//! The residual of a measured point `(x, M)` of a column is `w (C(x - lag; p) - M)`. `C` interpolates linearly between computed
//! points. The Levenberg-Marquardt method minimises the sum of squares (Moré 1978, the crate `levenberg-marquardt`), over the angles of the
//! parameters between their bounds (`bounds.rs`). Derivatives with respect to the parameters are central differences. The lag of a record is one
//! more parameter.
//!
//! In a first fit the weight `w` of a column is the inverse of the spread of its measured values. In a second fit the
//! weight is the inverse of the scatter that the first fit leaves, so a column counts according to its noise. With the
//! weighted Jacobian `J` at the end, `N` points and `P` parameters, the covariance of the parameters is (Bard 1974,
//! Nonlinear Parameter Estimation, chapter 7)
//!
//! ```text
//! cov = s² (Jᵀ J)⁻¹,    s² = Σ r² / (N - P)
//! ```
//!
//! for noise that is independent from point to point. Some columns give no information on the noise: a column that no
//! parameter changes, and a column with a scatter below the least scatter for a weight. `N` and `s²` leave them out, if
//! others remain. The singular values of `J`, with each parameter scaled by half the width of its bounds, show
//! directions in which the curves hardly change. The parameters in such a direction cannot be separated.

mod certainty;
mod fitting;

use crate::bounds::Bounds;
use crate::likeness::Measured;
use certainty::Told;
use core::fmt;
use fitting::{At, Problem};
use levenberg_marquardt::{LevenbergMarquardt, TerminationReason};
use nalgebra::DMatrix;
use std::cell::{Cell, RefCell};

/// Least scatter of a column that enters its weight, as a fraction of the column's spread.
const LEAST_SCATTER: f64 = 1e-3;
/// Part of the length of a run. It is the unit of the search for a lag, and the margin that is left out at both ends.
const LAG: f64 = 0.02;
/// Part of the length of a run by which a point at its end may be off by rounding.
const NEAR: f64 = 1e-9;
/// Relative change of squares and parameters at which the search ends.
const TOLERANCE: f64 = 1e-8;
/// Relative spread below which a column counts as constant.
const CONSTANT: f64 = 1e-9;
/// Fraction of the largest slope below which a parameter does not change a column.
const UNCHANGED: f64 = 1e-9;
/// Spread below which a column is zero except for rounding [SI].
pub const ROUNDING: f64 = 1e-12;
/// Largest number of runs that the optimiser makes, divided by the number of parameters plus one.
const PATIENCE: usize = 60;

/// A parameter to be identified.
#[derive(Clone, Debug, PartialEq)]
pub struct Unknown {
    /// Its name.
    pub name: String,
    /// Value at the start.
    pub start: f64,
    /// Smallest and largest value.
    pub within: [f64; 2],
}

impl Unknown {
    fn bounds(&self) -> Bounds {
        Bounds(self.within)
    }
}

/// Lag of a record behind the computed curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lag {
    /// A known lag.
    Given(f64),
    /// An unknown lag, with the value at the start of the search.
    Free(f64),
}

impl Lag {
    fn start(self) -> f64 {
        match self {
            Self::Given(lag) | Self::Free(lag) => lag,
        }
    }

    fn is_free(self) -> bool {
        matches!(self, Self::Free(_))
    }
}

/// A measured record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its columns.
    pub columns: Vec<Measured>,
    /// Its lag.
    pub lag: Lag,
}

/// Computed curves of a record: the columns of the measured record over ascending places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Computed {
    /// Places.
    pub x: Vec<f64>,
    /// Values of each column.
    pub columns: Vec<Vec<f64>>,
}

impl Computed {
    /// Linear interpolation; outside of the places, the value at the nearer end.
    fn at(&self, column: usize, x: f64) -> f64 {
        let values = &self.columns[column];
        let after = self.x.partition_point(|own| *own < x).clamp(1, self.x.len() - 1);
        let (x0, x1) = (self.x[after - 1], self.x[after]);
        let share = ((x - x0) / (x1 - x0)).clamp(0.0, 1.0);
        values[after - 1] + share * (values[after] - values[after - 1])
    }
}

/// An identified number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its value.
    pub value: f64,
    /// Standard error; `None` if the curves do not depend on the number, or only on a combination with other numbers.
    pub error: Option<f64>,
}

/// Parameters that cannot be separated, or only badly: a direction in which the curves hardly change.
#[derive(Clone, Debug, PartialEq)]
pub struct Unclear {
    /// Positions of the parameters and then of the lags, with their components in the direction. Each is scaled by half
    /// the width of its bounds.
    pub parts: Vec<(usize, f64)>,
    /// Standard error along the direction, divided by half the width of the bounds; `None` if no curve changes.
    pub error: Option<f64>,
}

/// Result.
#[derive(Clone, Debug)]
pub struct Identified {
    /// The parameters.
    pub parameters: Vec<Estimate>,
    /// Whether each parameter is at a bound.
    pub at_bound: Vec<bool>,
    /// Lag of each record.
    pub lags: Vec<Estimate>,
    /// Correlation coefficients of the estimates: the parameters, then the free lags.
    pub correlation: DMatrix<f64>,
    /// Directions that the curves do not determine well.
    pub unclear: Vec<Unclear>,
    /// Root mean square of the difference of each column of each record, before and after.
    pub scatter: Vec<Vec<[f64; 2]>>,
    /// Measured points that count.
    pub points: usize,
    /// For each record, the measured points that do not count.
    pub left_out: Vec<LeftOut>,
    /// Number of times that the curves were computed.
    pub runs: usize,
    /// Whether the search came to a minimum.
    pub converged: bool,
}

/// Measured points of a record that do not count: numbers of all its columns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeftOut {
    /// All measured points of the record.
    pub points: usize,
    /// Points beyond the computed curve.
    pub beyond: usize,
    /// Points within the margin at both ends of the computed curve. A free lag has a margin, because its change moves these points
    /// beyond the ends.
    pub near_ends: usize,
    /// Width of the margin; zero for a given lag.
    pub margin: f64,
}

/// Reason why nothing was identified.
#[derive(Clone, Debug, PartialEq)]
pub enum NotIdentified {
    /// The curves cannot be computed at the start.
    Start,
    /// The curves cannot be computed for values between the bounds.
    Between,
    /// Fewer points than parameters.
    TooFew {
        /// Measured points.
        points: usize,
        /// Parameters with lags.
        parameters: usize,
    },
}

impl fmt::Display for NotIdentified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => write!(f, "the curves cannot be computed for the declared parameters"),
            Self::Between => write!(
                f,
                "for parameters between the bounds the curves cannot be computed: narrow the bounds, or give a shorter measurement"
            ),
            Self::TooFew { points, parameters } => write!(
                f,
                "{points} measured points do not determine {parameters} parameters: give more points, or free fewer parameters"
            ),
        }
    }
}

impl core::error::Error for NotIdentified {}

/// Computes the curves of all records for given parameters; `None` if that fails.
pub type Compute<'a> = dyn Fn(&[f64]) -> Option<Vec<Computed>> + Sync + 'a;

/// Finds the parameters for which the computed curves are nearest to the measured curves. `tell` is called with the number of runs
/// so far.
///
/// # Errors
/// If the curves cannot be computed, or there are too few measurements.
pub fn identify(
    unknowns: &[Unknown],
    records: &[Record],
    compute: &Compute<'_>,
    tell: &dyn Fn(usize),
) -> Result<Identified, NotIdentified> {
    let start: Vec<f64> = unknowns.iter().map(|own| own.start).collect();
    let lags: Vec<f64> = records.iter().map(|record| record.lag.start()).collect();
    let first = compute(&start).ok_or(NotIdentified::Start)?;
    let (kept, left_out) = (kept(records, &first), left_out(records, &first));
    let free: Vec<usize> = (0..records.len()).filter(|&k| records[k].lag.is_free()).collect();
    let points: usize = kept.iter().flatten().map(Vec::len).sum();
    let count = unknowns.len() + free.len();
    if points <= count {
        return Err(NotIdentified::TooFew {
            points,
            parameters: count,
        });
    }
    let spread: Vec<Vec<f64>> = kept.iter().map(|own| own.iter().map(spread).collect()).collect();
    let scale = first
        .iter()
        .map(|own| LAG * (own.x[own.x.len() - 1] - own.x[0]))
        .collect();
    let mut problem = Problem {
        unknowns,
        free,
        compute,
        kept,
        weights: spread
            .iter()
            .map(|own| own.iter().map(|size| 1.0 / size).collect())
            .collect(),
        at: At {
            angles: unknowns.iter().map(|own| own.bounds().angle(own.start)).collect(),
            lags,
        },
        scale,
        known: RefCell::new(None),
        runs: Cell::new(1),
        tell,
    };
    let begin = problem.scatter(&first, &problem.at.lags);
    let mut converged = true;
    let mut is_noisy: Vec<Vec<bool>> = Vec::new();
    for is_last in [false, true] {
        let search = LevenbergMarquardt::new().with_patience(PATIENCE);
        let search = search.with_ftol(TOLERANCE).with_xtol(TOLERANCE);
        let (done, report) = search.minimize(problem);
        problem = done;
        if let TerminationReason::User(_) | TerminationReason::Numerical(_) = report.termination {
            return Err(NotIdentified::Between);
        }
        converged = report.termination.was_successful();
        if !is_last {
            let curves = problem.curves().ok_or(NotIdentified::Between)?;
            let left = problem.scatter(&curves, &problem.at.lags);
            for ((weights, left), spread) in problem.weights.iter_mut().zip(left).zip(&spread) {
                let columns = weights.iter_mut().zip(left).zip(spread);
                let columns = columns.map(|((weight, left), spread)| {
                    *weight = 1.0 / left.max(LEAST_SCATTER * spread);
                    left > LEAST_SCATTER * spread
                });
                is_noisy.push(columns.collect());
            }
        }
    }
    let values = problem.values();
    let curves = problem.curves().ok_or(NotIdentified::Between)?;
    let after = problem.scatter(&curves, &problem.at.lags);
    let jacobian = problem.slopes(&curves).ok_or(NotIdentified::Between)?;
    let residuals = problem.residuals_of(&curves, &problem.at.lags);
    let variance = variance(&problem.kept, &is_noisy, &residuals, &jacobian);
    let told = Told::of(&jacobian, variance, unknowns.len());
    let estimate = |value: f64, half: f64, place: usize| Estimate {
        value,
        error: told.errors[place].map(|error| half * error),
    };
    let at_bound = unknowns
        .iter()
        .zip(&values)
        .map(|(own, value)| own.bounds().is_at_bound(*value));
    let lag_of = |(k, lag): (usize, &f64)| match problem.free.iter().position(|free| *free == k) {
        Some(place) => estimate(*lag, problem.scale[k], unknowns.len() + place),
        None => Estimate {
            value: *lag,
            error: None,
        },
    };
    let pairs = begin.into_iter().zip(after);
    Ok(Identified {
        parameters: (0..unknowns.len())
            .map(|k| estimate(values[k], unknowns[k].bounds().half(), k))
            .collect(),
        at_bound: at_bound.collect(),
        lags: problem.at.lags.iter().enumerate().map(lag_of).collect(),
        scatter: pairs
            .map(|(begin, after)| {
                begin
                    .into_iter()
                    .zip(after)
                    .map(|(begin, after)| [begin, after])
                    .collect()
            })
            .collect(),
        correlation: told.correlation,
        unclear: told.unclear,
        points,
        left_out,
        runs: problem.runs.get(),
        converged,
    })
}

/// Variance of a residual: the sum of squares, divided by the number of points in excess of the parameters. Columns
/// without noise, and columns that no parameter changes, count only if no other columns determine the variance.
fn variance(kept: &[Vec<Points>], is_noisy: &[Vec<bool>], residuals: &[f64], jacobian: &DMatrix<f64>) -> f64 {
    let least = UNCHANGED * jacobian.amax();
    let (mut own, mut all, mut row) = ((0, 0.0), (0, 0.0), 0);
    let columns = kept.iter().flatten().zip(is_noisy.iter().flatten());
    for (points, is_noisy) in columns {
        let rows = row..row + points.len();
        row = rows.end;
        let squares: f64 = residuals[rows.clone()].iter().map(|r| r * r).sum();
        let changes = rows.clone().any(|row| jacobian.row(row).amax() > least);
        all = (all.0 + rows.len(), all.1 + squares);
        if changes && *is_noisy {
            own = (own.0 + rows.len(), own.1 + squares);
        }
    }
    let (points, squares) = if own.0 > jacobian.ncols() { own } else { all };
    squares / (points - jacobian.ncols()) as f64
}

/// Points of a column that count.
type Points = Vec<[f64; 2]>;

/// Position of a measured point along the computed curve.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    /// The point counts.
    Inside,
    /// Near an end, which the point may leave by a change of the free lag.
    NearEnd,
    /// The curve does not reach the point.
    Beyond,
}

/// Range of a computed curve in the places of a measured record, and the margin at both ends for a free lag.
struct Range {
    ends: [f64; 2],
    margin: f64,
}

impl Range {
    fn of(record: &Record, computed: &Computed) -> Self {
        let [low, high] = [computed.x[0], computed.x[computed.x.len() - 1]];
        let lag = record.lag.start();
        Self {
            ends: [low + lag, high + lag],
            margin: if record.lag.is_free() { LAG * (high - low) } else { 0.0 },
        }
    }

    /// A point that is at an end except for rounding is inside.
    fn place(&self, x: f64) -> Along {
        let [low, high] = self.ends;
        let inward = (x - low).min(high - x);
        let near = NEAR * (high - low);
        match inward {
            _ if inward >= self.margin - near => Along::Inside,
            _ if inward >= -near => Along::NearEnd,
            _ => Along::Beyond,
        }
    }
}

/// Measured points that count, by record and column.
fn kept(records: &[Record], computed: &[Computed]) -> Vec<Vec<Points>> {
    let of = |(record, computed): (&Record, &Computed)| {
        let range = Range::of(record, computed);
        let column = |column: &Measured| -> Points {
            let points = column.x.iter().zip(&column.y).map(|(x, y)| [*x, *y]);
            points.filter(|[x, _]| range.place(*x) == Along::Inside).collect()
        };
        record.columns.iter().map(column).collect()
    };
    records.iter().zip(computed).map(of).collect()
}

/// Measured points that do not count, by record.
fn left_out(records: &[Record], computed: &[Computed]) -> Vec<LeftOut> {
    let of = |(record, computed): (&Record, &Computed)| {
        let range = Range::of(record, computed);
        let points = || record.columns.iter().flat_map(|column| &column.x);
        let count = |along: Along| points().filter(|x| range.place(**x) == along).count();
        LeftOut {
            points: points().count(),
            beyond: count(Along::Beyond),
            near_ends: count(Along::NearEnd),
            margin: range.margin,
        }
    };
    records.iter().zip(computed).map(of).collect()
}

/// Standard deviation of the values, or their size if they do not vary.
fn spread(points: &Points) -> f64 {
    let count = points.len().max(1) as f64;
    let mean = points.iter().map(|[_, y]| y).sum::<f64>() / count;
    let square = points.iter().map(|[_, y]| (y - mean) * (y - mean)).sum::<f64>() / count;
    let size = square.sqrt();
    match size > CONSTANT * mean.abs() && size > ROUNDING {
        true => size,
        false => mean.abs().max(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// A damped oscillator after an impulse, and its velocity: rate `p0`, damping `p1`, and a second spring `p2` in
    /// parallel with the first.
    fn swing(p: &[f64]) -> Option<Vec<Computed>> {
        let (omega, decay) = ((p[0] + p.get(2).copied().unwrap_or(0.0)).sqrt(), 0.5 * p[1]);
        let x: Vec<f64> = (0..401).map(|k| 0.01 * f64::from(k)).collect();
        let shape = |t: f64| {
            if t < 0.5 {
                0.0
            } else {
                (-decay * (t - 0.5)).exp() * (omega * (t - 0.5)).sin()
            }
        };
        let place = x.iter().map(|t| shape(*t)).collect();
        let double = x.iter().map(|t| 3.0 * shape(*t) * shape(*t)).collect();
        Some(vec![Computed {
            x,
            columns: vec![place, double],
        }])
    }

    fn normal(rng: &mut Rng) -> f64 {
        (-2.0 * (1.0 - rng.f64()).ln()).sqrt() * (std::f64::consts::TAU * rng.f64()).cos()
    }

    fn record(truth: &[f64], lag: f64, noise: [f64; 2], rng: &mut Rng) -> Record {
        let computed = &swing(truth).expect("it swings")[0];
        let columns = computed.columns.iter().zip(noise).map(|(values, noise)| Measured {
            x: computed.x.iter().map(|t| t + lag).collect(),
            y: values.iter().map(|y| y + noise * normal(rng)).collect(),
        });
        Record {
            columns: columns.collect(),
            lag: Lag::Free(lag + 0.013),
        }
    }

    fn unknowns(count: usize) -> Vec<Unknown> {
        [
            ("rate", 30.0, [20.0, 50.0]),
            ("damping", 1.0, [0.2, 4.0]),
            ("second", 4.0, [0.0, 9.0]),
        ]
        .into_iter()
        .take(count)
        .map(|(name, start, within)| Unknown {
            name: name.to_owned(),
            start,
            within,
        })
        .collect()
    }

    /// Points beyond the ends of the computed curve do not count, and are reported. Near the ends a free lag leaves out points.
    #[test]
    fn points_that_do_not_count_are_told() {
        let computed = swing(&[30.0, 1.0]).expect("it swings");
        let column = |from: f64, count: i32| Measured {
            x: (0..count).map(|k| from + 0.1 * f64::from(k)).collect(),
            y: (0..count).map(f64::from).collect(),
        };
        // From -0.45 to 4.45 s, and from 0.05 s on; the curve goes from 0 to 4 s.
        let record = |lag: Lag| Record {
            columns: vec![column(lag.start() - 0.45, 50), column(lag.start() + 0.05, 10)],
            lag,
        };
        for lag in [0.0, 3.0] {
            let (given, free) = (record(Lag::Given(lag)), record(Lag::Free(lag)));
            let told = |near_ends, margin| LeftOut {
                points: 60,
                beyond: 10,
                near_ends,
                margin,
            };
            assert_eq!(left_out(std::slice::from_ref(&given), &computed), [told(0, 0.0)]);
            // At 0.05 s in both columns, and at 3.95 s.
            assert_eq!(left_out(std::slice::from_ref(&free), &computed), [told(3, 0.08)]);
            let count = |record| kept(&[record], &computed)[0].iter().map(Vec::len).sum::<usize>();
            assert_eq!([count(given), count(free)], [50, 47]);
        }
    }

    /// Each measured point counts or is told, and no point at an end falls out by the rounding of the lag.
    #[test]
    fn rounding_of_the_lag_leaves_no_point_out() {
        let computed = swing(&[30.0, 1.0]).expect("it swings");
        for k in 0..2000 {
            let lag = 0.001 * f64::from(k);
            // As in a file with three decimals: the places are rounded apart from the lag.
            let x: Vec<f64> = (0..401).map(|row| f64::from(k + 10 * row) / 1000.0).collect();
            let y = vec![0.0; 401];
            let record = |lag| Record {
                columns: vec![
                    Measured {
                        x: x.clone(),
                        y: y.clone()
                    };
                    3
                ],
                lag,
            };
            let counts = |lag| {
                let records = [record(lag)];
                let kept = kept(&records, &computed)[0].iter().map(Vec::len).sum::<usize>();
                let out = left_out(&records, &computed)[0];
                assert_eq!(kept + out.beyond + out.near_ends, out.points, "{lag:?}");
                [kept, out.beyond, out.near_ends]
            };
            assert_eq!(counts(Lag::Given(lag)), [1203, 0, 0], "{lag}");
            // Rows 0 to 7 and 393 to 400 are nearer to an end than 0.08 s.
            assert_eq!(counts(Lag::Free(lag)), [1155, 0, 48], "{lag}");
        }
    }

    /// A parameter in the middle of its bounds is found, even if the middle is off by the rounding of the bounds.
    #[test]
    fn a_parameter_in_the_middle_of_its_bounds_moves() {
        let mut rng = Rng::with_seed(3);
        for k in 0..60 {
            let start = 30.0 + 0.1 * f64::from(k);
            let truth = start + 0.37;
            let mut record = record(&[truth, 1.0], 0.0, [0.0; 2], &mut rng);
            record.lag = Lag::Given(0.0);
            let unknown = Unknown {
                name: "rate".to_owned(),
                start,
                within: [start - 0.7, start + 0.7],
            };
            let rate = |values: &[f64]| swing(&[values[0], 1.0]);
            let found = identify(&[unknown], &[record], &rate, &|_| {}).expect("it is found");
            let value = found.parameters[0].value;
            assert!((value - truth).abs() < 1e-6, "{value}, not {truth}, from {start}");
        }
    }

    /// Over 120 seeds the estimates scatter about the true values as their standard errors predict. Columns with different noise
    /// have different weights.
    #[test]
    fn standard_errors_are_the_scatter_over_seeds() {
        let truth = [36.0, 1.6, 0.21];
        let (mut rng, mut left): (_, Vec<[f64; 3]>) = (Rng::with_seed(9), Vec::new());
        for _ in 0..120 {
            let record = record(&truth[..2], truth[2], [0.02, 0.3], &mut rng);
            let found = identify(&unknowns(2), &[record], &swing, &|_| {}).expect("it is found");
            assert!(found.converged && found.unclear.is_empty(), "{:?}", found.unclear);
            let estimates = [found.parameters[0], found.parameters[1], found.lags[0]];
            let each = estimates.iter().zip(truth);
            let by_error: Vec<f64> = each
                .map(|(own, truth)| (own.value - truth) / own.error.expect("an error"))
                .collect();
            left.push([by_error[0], by_error[1], by_error[2]]);
        }
        for k in 0..3 {
            let count = left.len() as f64;
            let mean = left.iter().map(|own| own[k]).sum::<f64>() / count;
            let size = (left.iter().map(|own| (own[k] - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
            // For 120 normal numbers the mean scatters by 0.09, the deviation by 0.065.
            assert!(mean.abs() < 0.3, "{k}: {mean}");
            assert!((size - 1.0).abs() < 0.2, "{k}: {size}");
        }
    }

    /// Columns that no parameter changes, and that have no noise, do not change the standard errors.
    #[test]
    fn columns_that_tell_nothing_leave_the_errors_as_they_are() {
        let errors = |more: usize| -> Vec<f64> {
            let mut record = record(&[36.0, 1.6], 0.21, [0.02, 0.3], &mut Rng::with_seed(4));
            let constant = Measured {
                x: record.columns[0].x.clone(),
                y: vec![2.0; 401],
            };
            record.columns.extend(vec![constant; more]);
            let compute = |p: &[f64]| {
                let mut curves = swing(p)?;
                curves[0].columns.extend(vec![vec![2.0; 401]; more]);
                Some(curves)
            };
            let found = identify(&unknowns(2), &[record], &compute, &|_| {}).expect("it is found");
            let each = found.parameters.iter().map(|own| own.error.expect("an error"));
            each.collect()
        };
        for (alone, beside) in errors(0).into_iter().zip(errors(4)) {
            assert!((beside / alone - 1.0).abs() < 1e-3, "{beside} for {alone}");
        }
    }

    /// Of three columns, one is noisy, one has no noise and one has no slopes; only the noisy column determines the
    /// variance.
    #[test]
    fn noise_is_that_of_the_noisy_columns_with_slopes() {
        let kept = vec![vec![vec![[0.0, 0.0]; 100]; 3]];
        let of = |size: f64| vec![size; 100];
        let residuals = [of(1.0), of(0.0), of(2.0)].concat();
        let slopes = DMatrix::from_column_slice(300, 1, &[of(1.0), of(1.0), of(0.0)].concat());
        let found = |is_noisy: [bool; 3]| variance(&kept, &[is_noisy.to_vec()], &residuals, &slopes);
        assert!((found([true, false, true]) - 100.0 / 99.0).abs() < 1e-12);
        assert!((found([true, true, true]) - 100.0 / 199.0).abs() < 1e-12);
        // Without such a column all of them count.
        assert!((found([false, false, true]) - 500.0 / 299.0).abs() < 1e-12);
    }

    /// Without noise the fit returns the true parameters.
    #[test]
    fn parameters_put_in_are_found_again() {
        let record = record(&[44.0, 3.0], -0.4, [0.0; 2], &mut Rng::with_seed(1));
        let found = identify(&unknowns(2), &[record], &swing, &|_| {}).expect("it is found");
        assert!((found.parameters[0].value - 44.0).abs() < 1e-5, "{found:?}");
        assert!((found.parameters[1].value - 3.0).abs() < 1e-5, "{found:?}");
        assert!((found.lags[0].value + 0.4).abs() < 1e-7, "{found:?}");
        assert!(found.scatter[0][0][1] < 1e-6 && found.scatter[0][0][0] > 0.1);
    }

    /// A spring on a lever over travel, with the rate `p0` and the free length `p1`. The fit finds any truth within the bounds from any
    /// start, including a start near a bound.
    #[test]
    fn parameters_are_found_from_any_start() {
        let force = |p: &[f64]| -> Option<Vec<Computed>> {
            let x: Vec<f64> = (-10..=10).map(|k| 0.003 * f64::from(k)).collect();
            let lever = |x: f64| 0.9 + 2.0 * x;
            let of = |x: &f64| 300.0 + p[0] * lever(*x) * (p[1] - 0.4 + 0.95 * x + x * x);
            Some(vec![Computed {
                columns: vec![x.iter().map(of).collect()],
                x,
            }])
        };
        let (bounds, mut rng) = ([[10e3, 100e3], [0.42, 0.62]], Rng::with_seed(11));
        for round in 0..400 {
            // Every second start is next to a bound.
            let [from, truth] = [round % 2 == 0, false].map(|is_near| {
                bounds.map(|[low, high]| {
                    let place = match is_near {
                        true => 0.98 * f64::from(rng.bool()) + 0.02 * rng.f64(),
                        false => 0.02 + 0.96 * rng.f64(),
                    };
                    low + place * (high - low)
                })
            });
            let unknowns: Vec<Unknown> = (0..2)
                .map(|k| Unknown {
                    name: String::new(),
                    start: from[k],
                    within: bounds[k],
                })
                .collect();
            let measured = &force(&truth).expect("a force")[0];
            let record = Record {
                columns: vec![Measured {
                    x: measured.x.clone(),
                    y: measured.columns[0].clone(),
                }],
                lag: Lag::Given(0.0),
            };
            let found = identify(&unknowns, &[record], &force, &|_| {}).expect("it is found");
            for k in 0..2 {
                let (own, width) = (found.parameters[k].value, bounds[k][1] - bounds[k][0]);
                assert!((own - truth[k]).abs() < 1e-5 * width, "{from:?} to {truth:?}: {own}");
            }
        }
    }

    /// Two springs in parallel cannot be separated; the damping is found.
    #[test]
    fn springs_side_by_side_cannot_be_told_apart() {
        let record = record(&[36.0, 1.6, 2.0], 0.0, [0.01; 2], &mut Rng::with_seed(3));
        let found = identify(&unknowns(3), &[record], &swing, &|_| {}).expect("it is found");
        let [unclear] = &found.unclear[..] else {
            panic!("{:?}", found.unclear)
        };
        let parts: Vec<usize> = unclear.parts.iter().map(|(k, _)| *k).collect();
        assert_eq!((parts, unclear.error), (vec![0, 2], None));
        // One parameter gains the loss of the other, each scaled by half the width of its bounds.
        let ratio = unclear.parts[0].1 * 15.0 / (unclear.parts[1].1 * 4.5);
        assert!((ratio + 1.0).abs() < 1e-3, "{ratio}");
        let errors: Vec<bool> = found.parameters.iter().map(|own| own.error.is_some()).collect();
        assert_eq!(errors, [false, true, false]);
        let sum = found.parameters[0].value + found.parameters[2].value;
        assert!((sum - 38.0).abs() < 0.2, "{sum}");
    }

    /// A parameter that changes the curves only by rounding stays at its start, to the last digit; all other parameters
    /// are found.
    #[test]
    fn a_parameter_without_effect_stays() {
        let record = record(&[36.0, 1.6], 0.0, [0.01; 2], &mut Rng::with_seed(7));
        let compute = |p: &[f64]| {
            let mut curves = swing(&p[..2])?;
            let rounding = 1e-15 * p[2].sin();
            curves[0].columns.iter_mut().flatten().for_each(|y| *y += rounding);
            Some(curves)
        };
        for start in [1250.0, 1199.3, 1137.77] {
            let mut unknowns = unknowns(2);
            unknowns.push(Unknown {
                name: "mass".to_owned(),
                start,
                within: [1125.0, 1375.0],
            });
            let found = identify(&unknowns, std::slice::from_ref(&record), &compute, &|_| {}).expect("it is found");
            let [rate, damping, mass] = &found.parameters[..] else {
                panic!("{found:?}")
            };
            assert_eq!((mass.value, mass.error), (start, None), "{found:?}");
            assert!(
                (rate.value - 36.0).abs() < 0.2 && (damping.value - 1.6).abs() < 0.2,
                "{found:?}"
            );
        }
    }

    /// The result shows that a bound keeps a parameter from its true value.
    #[test]
    fn a_parameter_at_its_bound_is_told() {
        let record = record(&[60.0, 1.0], 0.0, [0.0; 2], &mut Rng::with_seed(5));
        let found = identify(&unknowns(2), std::slice::from_ref(&record), &swing, &|_| {}).expect("it is found");
        assert_eq!(found.at_bound, [true, false]);
        let short = Record {
            columns: vec![Measured {
                x: vec![1.0, 1.1],
                y: vec![0.0, 0.1],
            }],
            ..record
        };
        let refused = identify(&unknowns(2), &[short], &swing, &|_| {}).expect_err("too few");
        assert_eq!(
            refused,
            NotIdentified::TooFew {
                points: 2,
                parameters: 3
            }
        );
        assert_eq!(
            identify(&unknowns(2), &[], &|_| None, &|_| {}).expect_err("nothing is computed"),
            NotIdentified::Start
        );
    }
}
