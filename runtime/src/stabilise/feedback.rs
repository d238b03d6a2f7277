//! Feedback by which the gaps of loops decay while the vehicle moves (Baumgarte 1972, *Stabilization of constraints and
//! integrals of motion in dynamical systems*), instead of a projection after each step.
//!
//! It is meant for loops that need iteration: their dependent coordinates and speeds are in the state. Let `g` be their
//! gaps at the coordinates `q`, `J` the slopes of `g`, and `h` the rates of the gaps: `J v` with the speeds `v`, plus
//! the contribution of the drives. A projection would change coordinates and speeds by `δ` and `ε`, where
//!
//! (1) `J δ = -g`, `J ε = -h`.
//!
//! With a rate `ω` these are added to the rates of the state,
//!
//! (2) `q' += ω δ`, `v' += ω ε`,
//!
//! so that the gaps follow `g' = h - ω g`, `h' = -ω h`. Together these terms are `g'' + 2 ω g' + ω² g = 0`, Baumgarte's
//! equation with critical damping, and without errors of the integrator
//!
//! (3) `g = (g₀ + h₀ t) exp(-ω t)`.
//!
//! Gaps that the integrator opens in a step are smaller for a higher order of the integrator, and they decay. The gaps
//! are larger if the product of `ω` and the step is near the stability limit of the integrator. As in a projection,
//! independent coordinates and speeds are not changed.

use super::{Closure, Gap, NotClosed, Projection};
use crate::solver::Solver;
use crate::state::Vector;

/// Feedback of the gaps of loops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feedback {
    /// Rate `ω` at which gaps decay [1/s], above zero. An explicit integrator has to be stable with the feedback: for
    /// the Adams-Bashforth method of order 3, the product of `ω` and the step has to be below 0.54.
    pub rate: f64,
    /// Largest gap with which a step is accepted [m, or rad].
    pub tolerance: f64,
}

impl Feedback {
    /// Feedback at a rate [1/s], with gaps of at most 1 mm (or 0.001 rad).
    pub const fn new(rate: f64) -> Self {
        Self { rate, tolerance: 1e-3 }
    }

    /// The terms that are added to the rate of a state: equation (2). Afterwards the solver's bodies are not at the positions of this
    /// state.
    pub(crate) fn of<S: Solver>(&self, solver: &mut S, state: &S::State, inputs: &S::Inputs) -> S::State {
        let (closed, _) = corrected(solver, state, inputs);
        let mut rate = S::State::zero();
        rate.add_all([(self.rate, &closed), (-self.rate, state)]);
        rate
    }

    /// Places the bodies at a state, and checks the remaining gaps: [`Closure::residual`] and [`Closure::rate`].
    ///
    /// # Errors
    /// If a gap is above the tolerance, or the coordinates are singular.
    pub(crate) fn judge<S: Solver>(
        &self,
        solver: &mut S,
        state: &S::State,
        inputs: &S::Inputs,
    ) -> Result<Closure, NotClosed> {
        let (_, gaps) = corrected(solver, state, inputs);
        let once = Projection {
            tolerance: self.tolerance,
            max_iterations: 1,
        };
        let closure = once.judge(gaps)?;
        solver.kinematics(state, inputs);
        closure.with(solver.least_margin())
    }
}

/// A state after one correction of coordinates and speeds, and the gaps of position and velocity before the correction.
fn corrected<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs) -> (S::State, [Gap; 2]) {
    let mut closed = state.clone();
    let position = solver.correct_position(&mut closed, inputs);
    let velocity = solver.correct_velocity(&mut closed, inputs);
    (closed, [position, velocity])
}
