//! Integrators of ordinary differential equations; one file per family.
//!
//! They are independent of vehicles: an integrator gets the rate of change as a function of time and state. Its memory has a fixed
//! size.
//!
//! | method | order | evaluations a step | stable up to `h l` on the real, imaginary axis |
//! |---|---|---|---|
//! | [`AdamsBashforth2`] | 2 | 1 | 1, 0 |
//! | [`AdamsBashforth3`] | 3 | 1 | 0.545, 0.72 |
//! | [`AdamsBashforthMoulton2`] | 2 | 1 | 0.5, 0.67 |
//! | [`AdamsBashforthMoulton3`] | 3 | 1 | 0.286, 0 |
//! | [`RungeKutta2`] | 2 | 2 | 2, 0 |
//! | [`RungeKutta4`] | 4 | 4 | 2.785, 2.83 |
//! | [`DormandPrince`] | 5, adaptive | 7 | 3.307, 1.0 |
//! | [`Rosenbrock`] | 3, adaptive | 5, a Jacobian, a factorisation | all, all |
//! | [`Sbdf2`] | 2 | 1, at times a Jacobian and a factorisation | all, all, for the implicit numbers |
//! | [`GeneralisedAlpha`] | 2 | 2 to 4, at times a Jacobian and a factorisation | all, all |
//!
//! The last three are for stiff vehicles, with bushings of real stiffness. They solve linear equations with the Jacobian of the
//! [`Equation`], or with differences ([`Slopes`]), in a [`Room`] of fixed size or on the heap. [`Sbdf2`] is the cheapest, can treat
//! slow numbers explicitly, and damps motions that are too fast for its step. [`GeneralisedAlpha`] has adjustable damping, and
//! solves its equations to a tolerance. [`Rosenbrock`] estimates its error.
//!
//! [`stability`](crate::stability) has the regions. [`DormandPrince`] chooses its steps by an estimate of the error
//! ([`Adaptive`], [`Simulation::run_to`](crate::simulation::Simulation::run_to)); every integrator can locate a zero of a function
//! ([`event`](crate::event)).

mod adams_bashforth;
mod adams_bashforth_moulton;
mod adaptive;
mod dormand_prince;
mod equation;
mod explicit;
mod generalised_alpha;
mod hermite;
mod linear;
mod remembers;
mod rk2;
mod rk4;
mod rosenbrock;
mod sbdf2;

pub use adams_bashforth::{AdamsBashforth, AdamsBashforth2, AdamsBashforth3};
pub use adams_bashforth_moulton::{AdamsBashforthMoulton, AdamsBashforthMoulton2, AdamsBashforthMoulton3};
pub use adaptive::{Adaptive, StepControl, Tolerance};
pub use dormand_prince::DormandPrince;
pub(crate) use equation::beside;
pub use equation::{Equation, Slopes};
pub use explicit::Explicit;
pub use generalised_alpha::GeneralisedAlpha;
pub(crate) use hermite::Hermite;
#[cfg(feature = "std")]
pub use linear::Heap;
pub use linear::{Fixed, Parts, Room};
pub use remembers::Remembers;
pub use rk2::RungeKutta2;
pub use rk4::RungeKutta4;
pub use rosenbrock::Rosenbrock;
pub use sbdf2::Sbdf2;

use crate::math::abs;
use crate::state::Vector;

/// The iteration of a step did not converge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotConverged {
    /// Position, among the numbers of the state, of the number that changed most in the last iteration, relative to the tolerance.
    pub place: usize,
    /// The change of this number, divided by the tolerance.
    pub change: f64,
}

/// Whether two steps before and after `time` [s] have equal lengths except for rounding, for example as differences of
/// successive times.
fn is_same(step: f64, last: f64, time: f64) -> bool {
    abs(step - last) <= 1e-9 * step + 4.0 * f64::EPSILON * abs(time)
}

/// Advances a state in steps.
///
/// ```
/// use wishbone::integrate::{Integrator, RungeKutta4};
/// use wishbone::state::State;
///
/// // x' = -x from x = 1.
/// let mut x = State { q: [1.0], v: [] };
/// for i in 0..10 {
///     RungeKutta4.step(|_, x| State { q: [-x.q[0]], v: [] }, 0.1 * f64::from(i), &mut x, 0.1)?;
/// }
/// assert!((x.q[0] - (-1.0_f64).exp()).abs() < 1e-6);
/// # Ok::<(), wishbone::integrate::NotConverged>(())
/// ```
pub trait Integrator<X: Vector> {
    /// Order of convergence: the error at a given time is proportional to this power of the step.
    const ORDER: usize;

    /// Makes one step of `h` [s] from the state `begin` at `time` [s]. Writes the state at the end of the step to `end`, whose
    /// previous numbers do not matter.
    ///
    /// # Errors
    /// Returns an error if an iteration of the method does not converge: `end` is then not a valid state, and the step
    /// has to be [taken back](Integrator::take_back). Methods that do not iterate have no errors.
    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged>;

    /// Advances a state by one step, for an equation that is given only by its rate.
    ///
    /// # Errors
    /// As [`Integrator::advance`]; the state is then unchanged.
    fn step(&mut self, rate: impl FnMut(f64, &X) -> X, time: f64, state: &mut X, h: f64) -> Result<(), NotConverged> {
        let mut end = state.clone();
        self.advance(&mut equation::Plain(rate), time, state, &mut end, h)?;
        *state = end;
        Ok(())
    }

    /// Discards stored rates of earlier steps; to be called after the state or the rate has jumped.
    fn restart(&mut self);

    /// Is called after a step at whose end the speeds, but no rate, have jumped. Discards the stored values that are
    /// wrong after this jump; by default everything.
    fn jumped(&mut self) {
        self.restart();
    }

    /// Restores the memory as it was before the last step, which has been refused: the next step begins where the refused step began.
    /// Only the last step can be taken back.
    fn take_back(&mut self);

    /// State within the last step, at a fraction of the step from 0 to 1, if the method has its own interpolant.
    /// `begin` is the state at the beginning of that step.
    fn within(&self, begin: &X, part: f64) -> Option<X> {
        let _ = (begin, part);
        None
    }
}
