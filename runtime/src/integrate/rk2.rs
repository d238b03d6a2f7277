//! Heun's method, a Runge-Kutta method of second order.

use super::{Equation, Integrator, NotConverged};
use crate::state::Vector;

/// Heun's method of 1900: two evaluations a step, at its ends; no memory.
///
/// `k1 = f(t, x)`, `k2 = f(t + h, x + h k1)`, `x += h/2 (k1 + k2)` (Hairer, Nørsett & Wanner 1993, Solving Ordinary
/// Differential Equations I, II.1).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RungeKutta2;

impl<X: Vector> Integrator<X> for RungeKutta2 {
    const ORDER: usize = 2;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        state: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        let first = equation.rate(time, state);
        let mut end = state.clone();
        end.add_scaled(h, &first);
        let second = equation.rate(time + h, &end);
        state.add_all([(0.5 * h, &first), (0.5 * h, &second)]);
        Ok(())
    }

    fn restart(&mut self) {}

    fn take_back(&mut self) {}
}
