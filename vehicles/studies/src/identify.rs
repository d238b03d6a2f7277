//! Parameters from measurements: least squares of computed against measured curves, with standard errors.
//!
//! The residual of a measured point `(x, M)` of a column is `w (C(x - lag; p) - M)`, `C` by straight lines between computed points. The sum
//! of squares is minimised by the method of Levenberg and Marquardt (Moré 1978, the crate `levenberg-marquardt`). A parameter within
//! `[a, b]` is replaced by an angle `u`, `p = (a + b)/2 + (b - a)/2 sin u` (James and Roos 1975). Slopes by the parameters are central
//! differences; the lag of a record is one more parameter.
//!
//! At first the weight `w` of a column is one by the spread of its measured values; then one by the scatter that the first fit leaves, so
//! that a column counts by its noise. With the weighted Jacobian `J` at the end, `N` points and `P` parameters, the covariance of the
//! parameters is (Bard 1974, Nonlinear Parameter Estimation, chapter 7)
//!
//! ```text
//! cov = s² (Jᵀ J)⁻¹,    s² = Σ r² / (N - P)
//! ```
//!
//! for noise that is independent from point to point. The singular values of `J`, each parameter counted by half the width of its bounds,
//! tell directions in which the curves hardly change: the parameters in them cannot be told apart.

mod certainty;
mod fitting;

use crate::likeness::Measured;
use certainty::Told;
use core::fmt;
use fitting::{At, Problem};
use levenberg_marquardt::{LevenbergMarquardt, TerminationReason};
use nalgebra::DMatrix;
use std::cell::{Cell, RefCell};

/// Part of its range within which a parameter counts as at its bound.
const AT_BOUND: f64 = 1e-4;
/// Scatter of a column by its spread below which it counts no more.
const LEAST_SCATTER: f64 = 1e-3;
/// Unit of the search for a lag, and what of a run is left out at its ends for it, by the length of the run.
const LAG: f64 = 0.02;
/// Part by which squares and parameters change in the last step of the search.
const TOLERANCE: f64 = 1e-8;
/// Part of its size below which a column counts as constant.
const CONSTANT: f64 = 1e-9;
/// Spread of a column that is zero but for rounding [SI].
const ROUNDING: f64 = 1e-12;
/// Runs that the optimiser tries at most, for each parameter and once more.
const PATIENCE: usize = 60;

/// A parameter that is looked for.
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
    fn half(&self) -> f64 {
        0.5 * (self.within[1] - self.within[0])
    }

    fn at(&self, angle: f64) -> f64 {
        0.5 * (self.within[0] + self.within[1]) + self.half() * angle.sin()
    }

    /// The angle of a value; from a bound it starts a little inside, where the slope is not zero.
    fn angle(&self, value: f64) -> f64 {
        let place = (value - 0.5 * (self.within[0] + self.within[1])) / self.half();
        place.clamp(-0.999, 0.999).asin()
    }
}

/// Lag of a record behind the computed curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lag {
    /// Known.
    Given(f64),
    /// Looked for from here on.
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

/// Computed curves of a record: the columns of the measured one over ascending places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Computed {
    /// Places.
    pub x: Vec<f64>,
    /// Values of each column.
    pub columns: Vec<Vec<f64>>,
}

impl Computed {
    /// A value by straight lines; that of the end outside.
    fn at(&self, column: usize, x: f64) -> f64 {
        let values = &self.columns[column];
        let after = self.x.partition_point(|own| *own < x).clamp(1, self.x.len() - 1);
        let (x0, x1) = (self.x[after - 1], self.x[after]);
        let share = ((x - x0) / (x1 - x0)).clamp(0.0, 1.0);
        values[after - 1] + share * (values[after] - values[after - 1])
    }
}

/// A number that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its value.
    pub value: f64,
    /// Standard error; none where the curves do not depend on it, or not on it alone.
    pub error: Option<f64>,
}

/// Parameters that cannot be told apart, or badly: a direction in which the curves hardly change.
#[derive(Clone, Debug, PartialEq)]
pub struct Unclear {
    /// Positions of the parameters, the lags behind them, with their parts in the direction, each by half the width of its bounds.
    pub parts: Vec<(usize, f64)>,
    /// Standard error along the direction, by half the width of the bounds; none where no curve changes.
    pub error: Option<f64>,
}

/// Result.
#[derive(Clone, Debug)]
pub struct Identified {
    /// The parameters.
    pub parameters: Vec<Estimate>,
    /// Whether each stands at a bound.
    pub at_bound: Vec<bool>,
    /// Lag of each record.
    pub lags: Vec<Estimate>,
    /// Coefficients of correlation of the estimates, those of free lags behind the parameters.
    pub correlation: DMatrix<f64>,
    /// Directions that are not clear.
    pub unclear: Vec<Unclear>,
    /// Root mean square of the difference of each column of each record, before and after.
    pub scatter: Vec<Vec<[f64; 2]>>,
    /// Measured points that count.
    pub points: usize,
    /// Times the curves were computed.
    pub runs: usize,
    /// Whether the search came to a minimum.
    pub converged: bool,
}

/// Reason why nothing was identified.
#[derive(Clone, Debug, PartialEq)]
pub enum NotIdentified {
    /// The curves cannot be computed at the start.
    Start,
    /// The curves cannot be computed between the bounds.
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

/// Computes the curves of all records for parameters; none where that fails.
pub type Compute<'a> = dyn Fn(&[f64]) -> Option<Vec<Computed>> + Sync + 'a;

/// The parameters for which the computed curves come nearest to the measured ones; `tell` is called with the number of runs so far.
///
/// # Errors
/// If the curves cannot be computed, or too little was measured.
pub fn identify(
    unknowns: &[Unknown],
    records: &[Record],
    compute: &Compute<'_>,
    tell: &dyn Fn(usize),
) -> Result<Identified, NotIdentified> {
    let start: Vec<f64> = unknowns.iter().map(|own| own.start).collect();
    let lags: Vec<f64> = records.iter().map(|record| record.lag.start()).collect();
    let first = compute(&start).ok_or(NotIdentified::Start)?;
    let kept = kept(records, &first);
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
        at: At { values: start, lags },
        scale,
        known: RefCell::new(None),
        runs: Cell::new(1),
        tell,
    };
    let begin = problem.scatter(&first, &problem.at.lags);
    let mut converged = true;
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
                for ((weight, left), spread) in weights.iter_mut().zip(left).zip(spread) {
                    *weight = 1.0 / left.max(LEAST_SCATTER * spread);
                }
            }
        }
    }
    let curves = problem.curves().ok_or(NotIdentified::Between)?;
    let after = problem.scatter(&curves, &problem.at.lags);
    let jacobian = problem.slopes(&curves).ok_or(NotIdentified::Between)?;
    let squares: f64 = problem
        .residuals_of(&curves, &problem.at.lags)
        .iter()
        .map(|r| r * r)
        .sum();
    let told = Told::of(&jacobian, squares / (points - count) as f64, unknowns.len());
    let estimate = |value: f64, half: f64, place: usize| Estimate {
        value,
        error: told.errors[place].map(|error| half * error),
    };
    let at_bound = unknowns
        .iter()
        .zip(&problem.at.values)
        .map(|(own, value)| (value - own.within[0]).min(own.within[1] - value) < AT_BOUND * 2.0 * own.half());
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
            .map(|k| estimate(problem.at.values[k], unknowns[k].half(), k))
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
        runs: problem.runs.get(),
        converged,
    })
}

/// Points of a column that count.
type Points = Vec<[f64; 2]>;

/// By record and column: the measured points at which there are computed ones.
fn kept(records: &[Record], computed: &[Computed]) -> Vec<Vec<Points>> {
    let of = |(record, computed): (&Record, &Computed)| {
        let (low, high) = (computed.x[0], computed.x[computed.x.len() - 1]);
        let margin = if record.lag.is_free() { LAG * (high - low) } else { 0.0 };
        let (low, high, lag) = (low + margin, high - margin, record.lag.start());
        let column = |column: &Measured| -> Points {
            let points = column.x.iter().zip(&column.y).map(|(x, y)| [*x, *y]);
            points.filter(|[x, _]| (low..=high).contains(&(x - lag))).collect()
        };
        record.columns.iter().map(column).collect()
    };
    records.iter().zip(computed).map(of).collect()
}

/// Standard deviation of the values; their size where they do not vary.
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

    /// A damped oscillator after a blow, and its velocity: rate `p0`, damping `p1`, and a spring `p2` beside the first.
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

    /// Over 120 seeds the estimates scatter as their standard errors say, about the true values; columns of unlike noise count by it.
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
            // Of 120 normal numbers the mean scatters by 0.09, the deviation by 0.065.
            assert!(mean.abs() < 0.3, "{k}: {mean}");
            assert!((size - 1.0).abs() < 0.2, "{k}: {size}");
        }
    }

    /// Without noise the parameters come back.
    #[test]
    fn parameters_put_in_are_found_again() {
        let record = record(&[44.0, 3.0], -0.4, [0.0; 2], &mut Rng::with_seed(1));
        let found = identify(&unknowns(2), &[record], &swing, &|_| {}).expect("it is found");
        assert!((found.parameters[0].value - 44.0).abs() < 1e-5, "{found:?}");
        assert!((found.parameters[1].value - 3.0).abs() < 1e-5, "{found:?}");
        assert!((found.lags[0].value + 0.4).abs() < 1e-7, "{found:?}");
        assert!(found.scatter[0][0][1] < 1e-6 && found.scatter[0][0][0] > 0.1);
    }

    /// Two springs side by side cannot be told apart; the damping can.
    #[test]
    fn springs_side_by_side_cannot_be_told_apart() {
        let record = record(&[36.0, 1.6, 2.0], 0.0, [0.01; 2], &mut Rng::with_seed(3));
        let found = identify(&unknowns(3), &[record], &swing, &|_| {}).expect("it is found");
        let [unclear] = &found.unclear[..] else {
            panic!("{:?}", found.unclear)
        };
        let parts: Vec<usize> = unclear.parts.iter().map(|(k, _)| *k).collect();
        assert_eq!((parts, unclear.error), (vec![0, 2], None));
        // What one gains the other loses, each by half the width of its bounds.
        let ratio = unclear.parts[0].1 * 15.0 / (unclear.parts[1].1 * 4.5);
        assert!((ratio + 1.0).abs() < 1e-3, "{ratio}");
        let errors: Vec<bool> = found.parameters.iter().map(|own| own.error.is_some()).collect();
        assert_eq!(errors, [false, true, false]);
        let sum = found.parameters[0].value + found.parameters[2].value;
        assert!((sum - 38.0).abs() < 0.2, "{sum}");
    }

    /// A bound that keeps a parameter from its place is told.
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
