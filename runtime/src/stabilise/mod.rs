//! Keeps closed loops closed: projection of the state onto the closure equations.
//!
//! The dependent coordinates are corrected by Newton's method, then the dependent speeds, whose equations are linear.
//! A vehicle none of whose loops needs iteration is closed at one stroke. What is independent stays as the integrator
//! left it.
//!
//! A closure is worth what the pivots of its corrections are worth. Beside every gap stands the *margin*: the pivot that
//! is nearest to zero, by its size near the design position. It nears zero where the independent coordinates no longer
//! tell the dependent ones, and is negative beyond such a singular position.

mod gap;
mod not_closed;

pub use gap::{Gap, Pivot, Places};
pub use not_closed::{NotClosed, Reason};

use crate::solver::Solver;

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

    /// One correction: the same work in every step, for real time. With small steps it is as good, for Newton's method
    /// squares the residual, and the next step goes on from what is left. Refused is only what one correction cannot
    /// close: a gap of more than 10 mm (or 0.01 rad).
    pub const ONCE: Self = Self {
        tolerance: 1e-2,
        max_iterations: 1,
    };

    /// Closes `state` at position and velocity level, under the prescribed motions in `inputs`: [`Solver::close`].
    ///
    /// # Errors
    /// Where the loops do not close; the state is as it was.
    pub fn apply<S: Solver>(
        &self,
        solver: &mut S,
        state: &mut S::State,
        inputs: &S::Inputs,
    ) -> Result<Closure, NotClosed> {
        let before = state.clone();
        solver.close(state, inputs, self).inspect_err(|_| *state = before)
    }

    /// Newton's method: corrections of the position until it is closed, then of the velocity.
    pub(crate) fn iterate<S: Solver + ?Sized>(
        &self,
        solver: &mut S,
        state: &mut S::State,
        inputs: &S::Inputs,
    ) -> Result<Closure, NotClosed> {
        let mut gap = Gap::of(f64::INFINITY);
        for iterations in 1..=self.max_iterations {
            gap = solver.correct_position(state, inputs);
            if gap.size <= self.tolerance && gap.is_regular() {
                let rate = close_rates(solver, state, inputs)?;
                return Ok(Closure::new(gap, rate, iterations));
            }
        }
        Err(NotClosed::position(gap, self.tolerance))
    }

    /// What becomes of the gaps that a closing without iteration has found, of position and velocity: another one would
    /// find the same.
    #[doc(hidden)]
    #[inline]
    pub fn judge(&self, [gap, rate]: [Gap; 2]) -> Result<Closure, NotClosed> {
        if !(gap.size <= self.tolerance && gap.is_regular()) {
            return Err(NotClosed::position(gap, self.tolerance));
        }
        match rate.is_regular() {
            true => Ok(Closure::new(gap, rate, 1)),
            false => Err(NotClosed::velocity(rate)),
        }
    }
}

impl Default for Projection {
    fn default() -> Self {
        Self::STEP
    }
}

/// Rates below this are closed [m/s, or rad/s]: the gap that a step leaves, which one correction takes away.
pub(crate) const RATE: f64 = 1e-3;
/// Corrections of greater rates. One does, exactly, where dependent speeds follow from independent ones; where all
/// speeds move by the least, near a singular position of the mechanism, each leaves a part.
pub(crate) const RATE_CORRECTIONS: usize = 3;

/// Corrects the speeds; the gap of the first correction.
fn close_rates<S: Solver + ?Sized>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Result<Gap, NotClosed> {
    let first = solver.correct_velocity(state, inputs);
    let mut last = first;
    for _ in 0..RATE_CORRECTIONS {
        if last.has_closed_rates() || !last.is_regular() {
            break;
        }
        last = solver.correct_velocity(state, inputs);
    }
    match last.has_closed_rates() {
        true => Ok(first),
        false => Err(NotClosed::velocity(last)),
    }
}

/// Closes a start position: [`Projection::ASSEMBLY`].
///
/// # Errors
/// Where the loops do not close; the state is as it was.
pub fn assemble<S: Solver>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Result<Closure, NotClosed> {
    Projection::ASSEMBLY.apply(solver, state, inputs)
}

/// How a projection went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closure {
    /// Largest closure residual before the last correction, which bounds what is left [m, or rad]; of loops closed without
    /// iteration, what is left.
    pub residual: f64,
    /// Largest closure rate before it was corrected [m/s, or rad/s].
    pub rate: f64,
    /// Newton corrections made.
    pub iterations: usize,
    /// Least pivot of the corrections, by its size near the design position; infinite without loops.
    pub margin: f64,
    /// Where that is, if it is small.
    pub nearest: Option<&'static Pivot>,
}

impl Closure {
    #[inline]
    fn new(gap: Gap, rate: Gap, iterations: usize) -> Self {
        let (margin, nearest) = match rate.margin < gap.margin {
            true => (rate.margin, rate.pivot),
            false => (gap.margin, gap.pivot),
        };
        Closure {
            residual: gap.size,
            rate: rate.size,
            iterations,
            margin,
            nearest,
        }
    }

    /// Whether a step that led from margin `before` to this one was short enough to tell on which side of a singular
    /// position it ended.
    ///
    /// Beside a singular position a motion that is even in the dependent coordinates takes the margin to zero, and to
    /// the other sign, at an even rate, while the independent coordinate turns back as the square of it. A step over
    /// that point may end on the wrong side of it with all loops closed. It leads from a margin `m` to at least `-m/2`
    /// there; the step before it then led from at least `5m/2` to `m`, which is told here.
    #[inline]
    pub(crate) fn is_resolved(&self, before: f64) -> bool {
        self.margin > NEAR || self.margin >= 0.5 * before
    }
}

/// Margins above this are far from singular.
const NEAR: f64 = 0.1;
/// Margins below this make a correction worthless: it has lost three digits of a position.
const SINGULAR: f64 = 1e-3;
