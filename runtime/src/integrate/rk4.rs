//! The classical Runge-Kutta method of fourth order.

use super::equation::rate;
use super::{Equation, Integrator, NotConverged};
use crate::state::Vector;

/// Kutta's method of 1901: four evaluations a step, no memory.
///
/// `k1 = f(t, x)`, `k2 = f(t + h/2, x + h/2 k1)`, `k3 = f(t + h/2, x + h/2 k2)`, `k4 = f(t + h, x + h k3)`,
/// `x += h/6 (k1 + 2 k2 + 2 k3 + k4)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RungeKutta4;

impl<X: Vector> Integrator<X> for RungeKutta4 {
    const ORDER: usize = 4;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        let first = rate(equation, time, begin);
        step_from(&first, equation, time, begin, end, h);
        Ok(())
    }

    fn restart(&mut self) {}

    fn take_back(&mut self) {}
}

/// One step whose first evaluation is already known.
pub(super) fn step_from<X: Vector>(k1: &X, equation: &mut impl Equation<X>, time: f64, begin: &X, end: &mut X, h: f64) {
    let mut beyond = |part: f64, k: &X| {
        end.sum_from(begin, [(part * h, k)]);
        rate(equation, time + part * h, end)
    };
    let k2 = beyond(0.5, k1);
    let k3 = beyond(0.5, &k2);
    let k4 = beyond(1.0, &k3);
    end.sum_from(
        begin,
        [(1.0, k1), (2.0, &k2), (2.0, &k3), (1.0, &k4)].map(|(weight, k)| (weight * h / 6.0, k)),
    );
}
