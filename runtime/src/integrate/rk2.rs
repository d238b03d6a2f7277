//! Heun's method, a Runge-Kutta method of second order.

use super::equation::rate;
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
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        let first = rate(equation, time, begin);
        end.sum_from(begin, [(h, &first)]);
        let second = rate(equation, time + h, end);
        end.sum_from(begin, [(0.5 * h, &first), (0.5 * h, &second)]);
        Ok(())
    }

    fn restart(&mut self) {}

    fn take_back(&mut self) {}
}
