//! Integrators of ordinary differential equations; one file per family.
//!
//! They are independent of vehicles: an integrator is given the rate of change as a function of time and state. Its
//! memory has a fixed size.
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
//! | [`Rosenbrock`] | 3, adaptive | 5 and one for each state | all, all |
//!
//! [`stability`](crate::stability) has the regions. [`DormandPrince`] chooses its steps by an estimate of the error
//! ([`Adaptive`], [`Simulation::run_to`](crate::simulation::Simulation::run_to)); with every integrator a zero of a function
//! can be located ([`event`](crate::event)).

mod adams_bashforth;
mod adams_bashforth_moulton;
mod adaptive;
mod dormand_prince;
mod hermite;
mod linear;
mod rk2;
mod rk4;
mod rosenbrock;

pub use adams_bashforth::{AdamsBashforth, AdamsBashforth2, AdamsBashforth3};
pub use adams_bashforth_moulton::{AdamsBashforthMoulton, AdamsBashforthMoulton2, AdamsBashforthMoulton3};
pub use adaptive::{Adaptive, StepControl, Tolerance};
pub use dormand_prince::DormandPrince;
pub(crate) use hermite::Hermite;
pub use rk2::RungeKutta2;
pub use rk4::RungeKutta4;
pub use rosenbrock::Rosenbrock;

use crate::state::Vector;

/// Advances a state in steps.
///
/// ```
/// use wishbone::integrate::{Integrator, RungeKutta4};
/// use wishbone::state::State;
///
/// // x' = -x from x = 1.
/// let mut x = State { q: [1.0], v: [] };
/// for i in 0..10 {
///     RungeKutta4.step(|_, x| State { q: [-x.q[0]], v: [] }, 0.1 * f64::from(i), &mut x, 0.1);
/// }
/// assert!((x.q[0] - (-1.0_f64).exp()).abs() < 1e-6);
/// ```
pub trait Integrator<X: Vector> {
    /// Order of convergence: the error at a given time is proportional to this power of the step.
    const ORDER: usize;

    /// Advances `state` from `time` [s] by one step `h` [s].
    fn step(&mut self, rate: impl FnMut(f64, &X) -> X, time: f64, state: &mut X, h: f64);

    /// Discards stored rates of earlier steps; to be called after the state or the rate has jumped.
    fn restart(&mut self);

    /// Restores the memory as it was before the last step, which has been refused: the next step begins where that one
    /// did. Only the last step can be taken back.
    fn take_back(&mut self);

    /// State within the last step, at a part of it from 0 to 1, if the method has an interpolant of its own. `begin` is
    /// the state at the beginning of that step.
    fn within(&self, begin: &X, part: f64) -> Option<X> {
        let _ = (begin, part);
        None
    }
}
