//! Integrators of ordinary differential equations with a fixed step; one file per family.
//!
//! They are independent of vehicles: an integrator is given the rate of change as a function of time and state. Its
//! memory has a fixed size.

mod adams_bashforth;
mod rk4;

pub use adams_bashforth::{AdamsBashforth, AdamsBashforth2, AdamsBashforth3};
pub use rk4::RungeKutta4;

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
}
