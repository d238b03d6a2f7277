//! Keeps closed loops closed: projection of the state onto the closure equations.
//!
//! The dependent coordinates are corrected by Newton's method, then the dependent speeds, whose equations are linear,
//! exactly. A vehicle none of whose loops needs iteration is closed at one stroke. What is independent stays as the
//! integrator left it.

use crate::solver::Solver;
use core::fmt;

/// When a projection is good, and when it gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Largest closure residual that counts as closed [m, or rad].
    pub tolerance: f64,
    /// Largest number of Newton corrections.
    pub max_iterations: usize,
}

impl Projection {
    /// After a step: close to closed already, so a handful of corrections is plenty.
    pub const STEP: Self = Self {
        tolerance: 1e-10,
        max_iterations: 10,
    };

    /// At the start: from as far away as hardpoints rounded to millimetres, or a steered rack, may be.
    pub const ASSEMBLY: Self = Self {
        tolerance: 1e-10,
        max_iterations: 100,
    };

    /// One correction and no question asked: the same work in every step, for real time. With small steps it is as
    /// good, for Newton's method squares the residual, and the next step goes on from what is left.
    pub const ONCE: Self = Self {
        tolerance: f64::INFINITY,
        max_iterations: 1,
    };

    /// Closes `state` at position and velocity level, under the prescribed motions in `inputs`: [`Solver::close`].
    ///
    /// On failure the state is where the corrections left it.
    pub fn apply<S: Solver>(
        &self,
        solver: &mut S,
        state: &mut S::State,
        inputs: &S::Inputs,
    ) -> Result<Closure, NotClosed> {
        solver.close(state, inputs, self)
    }

    /// Newton's method: corrections of the position until it is closed, then one of the velocity.
    pub(crate) fn iterate<S: Solver + ?Sized>(
        &self,
        solver: &mut S,
        state: &mut S::State,
        inputs: &S::Inputs,
    ) -> Result<Closure, NotClosed> {
        let mut residual = f64::INFINITY;
        for iterations in 1..=self.max_iterations {
            residual = solver.correct_position(state, inputs);
            if residual <= self.tolerance {
                return Ok(Closure {
                    residual,
                    iterations,
                    rate: solver.correct_velocity(state, inputs),
                });
            }
        }
        Err(self.refusal(residual))
    }

    /// What becomes of the largest residual and the largest rate that a closing without iteration has found: another
    /// one would find the same.
    #[doc(hidden)]
    #[inline]
    pub fn judge(&self, [residual, rate]: [f64; 2]) -> Result<Closure, NotClosed> {
        if residual <= self.tolerance {
            Ok(Closure {
                residual,
                rate,
                iterations: 1,
            })
        } else {
            Err(self.refusal(residual))
        }
    }

    fn refusal(&self, residual: f64) -> NotClosed {
        NotClosed {
            residual,
            tolerance: self.tolerance,
        }
    }
}

impl Default for Projection {
    fn default() -> Self {
        Self::STEP
    }
}

/// Pivots of a correction below this part of their size near the design position make it worthless.
const SINGULAR: f64 = 1e-4;

/// What a generated correction returns: the largest residual, or infinity where the correction has met a singular
/// position of its choice of dependent coordinates (or is not a number), so that it cannot be taken for closed.
///
/// `margins` are the correction's pivots, each by its size near the design position.
#[inline]
pub fn residual<const N: usize, const M: usize>(residuals: [f64; N], margins: [f64; M]) -> f64 {
    judged(residuals, is_regular(margins))
}

/// The same of a closing, which has corrected the speeds too: the largest residual, and the largest rate.
#[inline]
pub fn gaps<const N: usize, const M: usize>(residuals: [f64; N], rates: [f64; N], margins: [f64; M]) -> [f64; 2] {
    let is_regular = is_regular(margins);
    [judged(residuals, is_regular), judged(rates, is_regular)]
}

#[inline]
fn judged<const N: usize>(residuals: [f64; N], is_regular: bool) -> f64 {
    let largest = crate::math::largest(residuals);
    if is_regular && largest.is_finite() {
        largest
    } else {
        f64::INFINITY
    }
}

/// Whether no margin is small, or no number. All are looked at: to stop at the first would be a jump for each.
#[inline]
fn is_regular<const M: usize>(margins: [f64; M]) -> bool {
    margins
        .iter()
        .fold(true, |regular, margin| regular & (margin.abs() > SINGULAR))
}

/// Closes a start position: [`Projection::ASSEMBLY`].
pub fn assemble<S: Solver>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Result<Closure, NotClosed> {
    Projection::ASSEMBLY.apply(solver, state, inputs)
}

/// How a projection went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Closure {
    /// Largest closure residual before the last correction, which bounds what is left [m, or rad]; of loops closed without
    /// iteration, what is left.
    pub residual: f64,
    /// Largest closure rate before it was corrected [m/s, or rad/s].
    pub rate: f64,
    /// Newton corrections made.
    pub iterations: usize,
}

/// The loops do not close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotClosed {
    /// Largest closure residual before the last correction [m, or rad]; not finite if Newton's method ran away.
    pub residual: f64,
    /// What was allowed [m, or rad].
    pub tolerance: f64,
}

impl fmt::Display for NotClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { residual, tolerance } = self;
        write!(f, "the loops do not close: ")?;
        if residual.is_finite() {
            write!(
                f,
                "{residual:.3e} m (or rad) are left where {tolerance:.0e} is allowed; "
            )?;
        } else {
            write!(f, "the corrections diverge or are singular; ")?;
        }
        write!(
            f,
            "a mechanism is beyond its reach, in a singular position, or the step is too long"
        )
    }
}

impl core::error::Error for NotClosed {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_singular_or_no_number_is_infinitely_open() {
        assert_eq!(residual([0.1, -0.3], [1.0, -0.5, 2e-4]), 0.3);
        assert_eq!(residual([0.1, -0.3], [f64::INFINITY]), 0.3);
        assert_eq!(residual::<0, 0>([], []), 0.0);
        for margin in [0.0, -0.0, 9e-5, -9e-5, f64::NAN] {
            assert_eq!(residual([0.1], [1.0, margin]), f64::INFINITY, "{margin}");
        }
        for gap in [f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(gaps([gap, 0.1], [0.2, 0.1], [1.0]), [f64::INFINITY, 0.2]);
            assert_eq!(gaps([0.2, 0.1], [0.1, gap], [1.0]), [0.2, f64::INFINITY]);
        }
        assert_eq!(gaps([0.2], [0.1], [0.0]), [f64::INFINITY; 2]);
    }
}
