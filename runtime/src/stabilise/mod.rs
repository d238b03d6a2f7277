//! Closes loops, and checks how reliably they are closed.
//!
//! Loops that close without iteration are closed by every evaluation; their dependent coordinates are not in the state.
//! For the other loops the state is projected onto the closure equations. Newton's method corrects the dependent
//! coordinates, and then the dependent speeds, which obey linear equations. Independent coordinates and speeds are not
//! changed. If no choice of independent coordinates is valid throughout, the loops have no independent coordinates: all
//! their coordinates are corrected together, each as little as possible.
//!
//! A closure is as reliable as its pivots. Each pivot has a *margin*: its value relative to its size near the design position.
//! It approaches zero where the independent coordinates no longer determine the dependent coordinates, and is negative or NaN
//! beyond such a singular position.

mod closure;
mod feedback;
mod gap;
mod not_closed;

pub use closure::Closure;
pub use feedback::Feedback;
pub use gap::{Gap, Pivot, Places};
pub use not_closed::{NotClosed, Reason};

use crate::solver::Solver;

/// Corrections of loops that are closed together: the loops of a vehicle, or of a part that shares no loop with other
/// parts.
pub trait Corrects<X> {
    /// [`Solver::correct_position`] of these loops.
    fn position(&mut self, state: &mut X) -> Gap;

    /// [`Solver::correct_velocity`] of these loops.
    fn velocity(&mut self, state: &mut X) -> Gap;
}

/// All loops of a vehicle, under its inputs.
pub(crate) struct WholeVehicle<'a, S: Solver + ?Sized>(pub(crate) &'a mut S, pub(crate) &'a S::Inputs);

impl<S: Solver + ?Sized> Corrects<S::State> for WholeVehicle<'_, S> {
    #[inline(always)]
    fn position(&mut self, state: &mut S::State) -> Gap {
        self.0.correct_position(state, self.1)
    }

    #[inline(always)]
    fn velocity(&mut self, state: &mut S::State) -> Gap {
        self.0.correct_velocity(state, self.1)
    }
}

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

    /// A single correction, for real time: every step has equal work. With small steps one correction is equally
    /// accurate, since Newton's method squares the residual, and the next step corrects the rest. A step is refused
    /// only if one correction cannot close the loops: if a gap exceeds 10 mm (or 0.01 rad).
    pub const ONCE: Self = Self {
        tolerance: 1e-2,
        max_iterations: 1,
    };

    /// Closes `state` at position and velocity level, under the prescribed motions in `inputs`: [`Solver::close`].
    ///
    /// # Errors
    /// If the loops do not close; then the state is unchanged.
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
    ///
    /// # Errors
    /// Returns an error if these loops do not close; the state is then the state after the corrections.
    #[inline]
    pub fn iterate<X>(&self, state: &mut X, corrects: &mut impl Corrects<X>) -> Result<Closure, NotClosed> {
        let mut gap = Gap::of(f64::INFINITY);
        for iterations in 1..=self.max_iterations {
            gap = corrects.position(state);
            if gap.size <= self.tolerance && gap.is_regular() {
                let rate = close_rates(state, corrects)?;
                return Ok(Closure::new(gap, rate, iterations));
            }
        }
        Err(NotClosed::position(gap, self.tolerance))
    }

    /// Checks the gaps of position and velocity that one correction has found.
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

/// Largest number of corrections of rates above [`RATE`]. One correction is exact if dependent speeds are computed from independent
/// speeds. Near a singular position of the mechanism, all speeds are corrected as little as possible, and each correction leaves a
/// part of the rates.
pub(crate) const RATE_CORRECTIONS: usize = 3;

/// Corrects the speeds; returns the gap found by the first correction.
#[inline]
fn close_rates<X>(state: &mut X, corrects: &mut impl Corrects<X>) -> Result<Gap, NotClosed> {
    let first = corrects.velocity(state);
    let mut last = first;
    for _ in 0..RATE_CORRECTIONS {
        if last.has_closed_rates() || !last.is_regular() {
            break;
        }
        last = corrects.velocity(state);
    }
    match last.has_closed_rates() {
        true => Ok(first),
        false => Err(NotClosed::velocity(last)),
    }
}

/// Closes the loops at the start: [`Projection::ASSEMBLY`].
///
/// # Errors
/// If the loops do not close; then the state is unchanged.
pub fn assemble<S: Solver>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Result<Closure, NotClosed> {
    Projection::ASSEMBLY.apply(solver, state, inputs)
}
