//! Choice of the step by an estimate of the error.

use super::Integrator;
use crate::math::{abs, clamp, exp, ln};
use crate::state::Vector;

/// An integrator that estimates the error of each step.
pub trait Adaptive<X: Vector>: Integrator<X> {
    /// Power of the step to which the estimate is proportional.
    const ESTIMATE: usize;

    /// Estimate of the error of the last step.
    fn error(&self) -> X;

    /// Tolerance, limits of the step, and next step.
    fn control(&self) -> &StepControl;

    /// The same, to be changed.
    fn control_mut(&mut self) -> &mut StepControl;
}

/// Largest error of a number in a step: `absolute + relative |x|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Relative to the larger of the magnitudes before and after the step.
    pub relative: f64,
    /// Absolute, in the unit of the number: m, rad, m/s, rad/s.
    pub absolute: f64,
}

impl Tolerance {
    /// The same number for both.
    pub const fn of(both: f64) -> Self {
        Self {
            relative: both,
            absolute: both,
        }
    }
}

/// Rules for choosing the step, and the next step.
///
/// A step is accepted if no number's error is above the [`Tolerance`]. The next step is the last step multiplied by
/// `0.9 (1/error)^(1/p)`, limited to factors from 0.2 to 10 (Hairer, Nørsett & Wanner 1993, Solving Ordinary
/// Differential Equations I, II.4, (4.11) to (4.13), with the largest error in place of the mean).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepControl {
    /// Largest error.
    pub tolerance: Tolerance,
    /// Shortest step [s]; if even this step is not accurate, it is refused.
    pub shortest: f64,
    /// Longest step [s].
    pub longest: f64,
    /// The next step [s]; `None` before the first step.
    pub next: Option<f64>,
}

/// The number with the largest error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worst {
    /// Position among the numbers of the state.
    pub place: usize,
    /// Its error divided by the tolerance; infinite if the error is NaN.
    pub error: f64,
}

impl StepControl {
    /// Steps from 1 ps on, of any length.
    pub const fn new(tolerance: Tolerance) -> Self {
        Self {
            tolerance,
            shortest: 1e-12,
            longest: f64::INFINITY,
            next: None,
        }
    }

    /// The reason why these rules cannot be followed; `None` if they can.
    pub(crate) fn mistake(&self) -> Option<&'static str> {
        let Tolerance { relative, absolute } = self.tolerance;
        let is_tolerance = relative >= 0.0 && absolute >= 0.0 && relative + absolute > 0.0;
        if !is_tolerance {
            return Some("both parts of the tolerance have to be zero or more, and one of them above zero");
        }
        if !(self.shortest > 0.0 && self.shortest.is_finite()) {
            return Some("the shortest step has to be above zero and finite");
        }
        if self.longest.is_nan() || self.longest < self.shortest {
            return Some("the longest step has to be as long as the shortest step or longer");
        }
        None
    }

    /// The number whose error divided by its tolerance is largest.
    pub(crate) fn worst<X: Vector>(&self, error: &X, begin: &X, end: &X) -> Worst {
        let mut worst = Worst { place: 0, error: 0.0 };
        let mut place = 0;
        X::side_by_side([error, begin, end], &mut |[error, begin, end]| {
            let Tolerance { relative, absolute } = self.tolerance;
            let ratio = abs(error) / (absolute + relative * f64::max(abs(begin), abs(end)));
            let ratio = if ratio.is_nan() { f64::INFINITY } else { ratio };
            if ratio > worst.error {
                worst = Worst { place, error: ratio };
            }
            place += 1;
        });
        worst
    }

    /// Length of a first step from a state with this rate. It is a hundredth of the time in which the state changes by its own
    /// size, both measured by the tolerance (Hairer, Nørsett & Wanner 1993, II.4).
    pub(crate) fn first<X: Vector>(&self, state: &X, rate: &X) -> f64 {
        let [size, change] = [state, rate].map(|x| self.worst(x, state, state).error);
        match size < 1e-5 || change < 1e-5 {
            true => 1e-6,
            false => 0.01 * size / change,
        }
    }

    /// Factor of the next step after a step with this error; the error is divided by the tolerance.
    pub(crate) fn factor(error: f64, power: usize) -> f64 {
        if error <= 0.0 {
            return LONGER;
        }
        clamp(0.9 * exp(-ln(error) / power as f64), SHORTER, LONGER)
    }
}

/// Largest growth from one step to the next.
const LONGER: f64 = 10.0;
/// Largest reduction from one step to the next.
const SHORTER: f64 = 0.2;
