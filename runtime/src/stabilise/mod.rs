//! Closes loops, and judges how reliably they are closed.
//!
//! Loops that close without iteration are closed by every evaluation; what depends is not in the state. For the other
//! loops the state is projected onto the closure equations: the dependent coordinates are corrected by Newton's method,
//! then the dependent speeds, which obey linear equations. Independent coordinates and speeds are not changed.
//!
//! A closure is as reliable as its pivots. Each has a *margin*: its value relative to its size near the design position.
//! It approaches zero where the independent coordinates no longer determine the dependent ones, and is negative or NaN
//! beyond such a singular position.

mod feedback;
mod gap;
mod not_closed;

pub use feedback::Feedback;
pub use gap::{Gap, Pivot, Places};
pub use not_closed::{NotClosed, Reason};

use crate::solver::Solver;

/// Conditions for accepting a projection, and for giving up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Largest closure residual that counts as closed [m, or rad].
    pub tolerance: f64,
    /// Largest number of Newton corrections.
    pub max_iterations: usize,
}

impl Projection {
    /// After a step the loops are nearly closed, so that a few corrections suffice.
    pub const STEP: Self = Self {
        tolerance: 1e-10,
        max_iterations: 10,
    };

    /// At the start the gaps may be larger: hardpoints rounded to millimetres, or a steered rack.
    pub const ASSEMBLY: Self = Self {
        tolerance: 1e-10,
        max_iterations: 100,
    };

    /// A single correction, for real time: the same work in every step. With small steps it is as accurate, since
    /// Newton's method squares the residual, and the next step corrects the rest. Refused only if one correction cannot
    /// close the loops: with a gap of more than 10 mm (or 0.01 rad).
    pub const ONCE: Self = Self {
        tolerance: 1e-2,
        max_iterations: 1,
    };

    /// Closes `state` at position and velocity level, under the prescribed motions in `inputs`: [`Solver::close`].
    ///
    /// # Errors
    /// If the loops do not close; then the state is as it was.
    pub fn apply<S: Solver>(
        &self,
        solver: &mut S,
        state: &mut S::State,
        inputs: &S::Inputs,
    ) -> Result<Closure, NotClosed> {
        let before = state.clone();
        solver.close(state, inputs, self).inspect_err(|_| *state = before)
    }

    /// Newton's method: corrects the position until it is closed, then the velocity.
    #[inline]
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

    /// Judges the gaps of position and velocity after the corrections.
    pub(crate) fn judge(&self, [gap, rate]: [Gap; 2]) -> Result<Closure, NotClosed> {
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

/// Largest rate that counts as closed [m/s, or rad/s]: the gap after a step, which one correction removes.
pub(crate) const RATE: f64 = 1e-3;
/// Largest number of corrections of rates above [`RATE`]. One is exact where dependent speeds follow from independent
/// ones. Near a singular position of the mechanism, where all speeds get least corrections, each leaves a part.
pub(crate) const RATE_CORRECTIONS: usize = 3;

/// Corrects the speeds; returns the gap found by the first correction.
#[inline]
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
/// If the loops do not close; then the state is as it was.
pub fn assemble<S: Solver>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Result<Closure, NotClosed> {
    Projection::ASSEMBLY.apply(solver, state, inputs)
}

/// Result of a projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closure {
    /// Largest closure residual before the last correction, a bound of the remaining one [m, or rad]; for loops closed
    /// without iteration, the remaining residual.
    pub residual: f64,
    /// Largest closure rate before it was corrected [m/s, or rad/s].
    pub rate: f64,
    /// Number of Newton corrections.
    pub iterations: usize,
    /// Smallest pivot of the corrections, relative to its size near the design position; infinite without loops.
    pub margin: f64,
    /// The smallest pivot, if it is small.
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

    /// The same with the least margin of the loops that an evaluation has closed.
    ///
    /// # Errors
    /// If that is singular.
    #[inline]
    pub(crate) fn with(self, own: Gap) -> Result<Self, NotClosed> {
        if !own.is_regular() {
            return Err(NotClosed::singular(own));
        }
        match own.margin < self.margin {
            true => Ok(Closure {
                margin: own.margin,
                nearest: own.pivot,
                ..self
            }),
            false => Ok(self),
        }
    }

    /// Whether a step from margin `before` to this one was short enough to decide on which side of a singular position
    /// it ended.
    ///
    /// Near a singular position, a motion that is even in the dependent coordinates takes the margin through zero to
    /// the other sign at a constant rate, while the independent coordinate reverses as the square of it. A step over
    /// that point may end on the wrong side of it with all loops closed. There it leads from a margin `m` to at least
    /// `-m/2`; the step before led from at least `5m/2` to `m`, which is detected here.
    #[inline]
    pub(crate) fn is_resolved(&self, before: f64) -> bool {
        self.margin > NEAR || self.margin >= 0.5 * before
    }
}

/// Margins above this are far from singular.
const NEAR: f64 = 0.1;
/// Margins below this make a correction useless: three digits of a position are lost.
const SINGULAR: f64 = 1e-3;
