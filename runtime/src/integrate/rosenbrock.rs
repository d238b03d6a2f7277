//! A linearly implicit method for stiff vehicles.

use super::{Adaptive, Integrator, StepControl, Tolerance, linear};
use crate::math::{abs, sqrt};
use crate::state::Vector;
use core::array;

/// The method ROS34PW2 of Rang & Angermann (2005, BIT Numerical Mathematics 45, 761-787): order 3, L-stable, stiffly
/// accurate, with a companion of order 2 that estimates the error. `N` is the number of numbers in a state, or more.
///
/// Stage `i` of four solves `(I - γ h J) k_i = h f(t + α_i h, x + Σ α_ij k_j) + h J Σ γ_ij k_j + γ_i h² f_t`. The Jacobian `J`
/// and `f_t` are differences of the rate at the beginning of the step. The method keeps its order with a Jacobian that is not
/// exact (a W-method), so that these need not be better.
///
/// `N + 5` evaluations and one factorisation a step: worth it where an explicit step would have to be many times shorter, as
/// with bushings of real stiffness. Stiff parts that are not excited are damped, and cost no accuracy.
#[derive(Clone, Debug, PartialEq)]
pub struct Rosenbrock<X, const N: usize> {
    stages: [X; 4],
    control: StepControl,
}

/// Diagonal of the matrix of both kinds.
const GAMMA: f64 = 0.435_866_521_508_459;

/// `α_ij`, by rows.
const ALPHA: [[f64; 3]; 4] = [
    [0.0; 3],
    [0.871_733_043_016_918, 0.0, 0.0],
    [0.844_570_600_153_694_2, -0.112_990_642_364_841_85, 0.0],
    [0.0, 0.0, 1.0],
];

/// `γ_ij` below the diagonal, by rows.
const BELOW: [[f64; 3]; 4] = [
    [0.0; 3],
    [-0.871_733_043_016_918, 0.0, 0.0],
    [-0.903_380_570_130_440_8, 0.054_180_672_388_095_326, 0.0],
    [
        0.242_123_807_060_953_46,
        -1.223_250_583_904_514_7,
        0.545_260_255_335_102_1,
    ],
];

/// Weights of the third order.
const WEIGHTS: [f64; 4] = [
    0.242_123_807_060_953_46,
    -1.223_250_583_904_514_7,
    1.545_260_255_335_102,
    0.435_866_521_508_459,
];

/// Weights of the second order.
const COMPANION: [f64; 4] = [
    0.378_109_031_458_193_7,
    -0.096_042_292_212_423_18,
    0.5,
    0.217_933_260_754_229_5,
];

impl<X: Vector, const N: usize> Rosenbrock<X, N> {
    /// Steps whose errors stay within the tolerance, for [`run_to`](crate::simulation::Simulation::run_to); with a fixed step
    /// it has no effect.
    ///
    /// # Panics
    /// If a state has more than `N` numbers; where its size is known at run time only, the first step does.
    pub fn new(tolerance: Tolerance) -> Self {
        check_room::<X, N>(&X::zero());
        Self {
            stages: array::from_fn(|_| X::zero()),
            control: StepControl::new(tolerance),
        }
    }
}

impl<X: Vector, const N: usize> Integrator<X> for Rosenbrock<X, N> {
    const ORDER: usize = 3;

    fn step(&mut self, mut rate: impl FnMut(f64, &X) -> X, time: f64, state: &mut X, h: f64) {
        let first = rate(time, state);
        check_room::<X, N>(state);
        let jacobian = jacobian::<X, N>(&mut rate, time, state, &first);
        let by_time = by_time(&mut rate, time, state, &first, h);
        let system = array::from_fn(|i| array::from_fn(|j| f64::from(u8::from(i == j)) - GAMMA * h * jacobian[i][j]));
        let factored = linear::Factored::<N>::new(system);
        for stage in 0..4 {
            let mut probe = state.clone();
            let mut correction = X::zero();
            for (k, earlier) in self.stages[..stage].iter().enumerate() {
                probe.add_scaled(ALPHA[stage][k], earlier);
                correction.add_scaled(BELOW[stage][k], earlier);
            }
            let part: f64 = ALPHA[stage].iter().sum();
            let mut right = match stage {
                0 => first.clone(),
                _ => rate(time + part * h, &probe),
            };
            let along: f64 = GAMMA + BELOW[stage].iter().sum::<f64>();
            right.add_scaled(along * h, &by_time);
            let (right, correction) = (numbers::<X, N>(&mut right), numbers::<X, N>(&mut correction));
            let carried = linear::times(&jacobian, &correction);
            let solved = factored.solve(array::from_fn(|k| h * (right[k] + carried[k])));
            // Of the shape of a rate: zeros of a vector whose size is known at run time have none.
            let mut next = 0;
            self.stages[stage].clone_from(&first);
            self.stages[stage].each(&mut |number| {
                *number = solved[next];
                next += 1;
            });
        }
        state.add_all::<4>(array::from_fn(|k| (WEIGHTS[k], &self.stages[k])));
    }

    fn restart(&mut self) {}

    fn take_back(&mut self) {}
}

impl<X: Vector, const N: usize> Adaptive<X> for Rosenbrock<X, N> {
    const ESTIMATE: usize = 3;

    fn error(&self) -> X {
        let mut error = X::zero();
        error.add_all::<4>(array::from_fn(|k| (WEIGHTS[k] - COMPANION[k], &self.stages[k])));
        error
    }

    fn control(&self) -> &StepControl {
        &self.control
    }

    fn control_mut(&mut self) -> &mut StepControl {
        &mut self.control
    }
}

/// Panics if a state has more than `N` numbers.
fn check_room<X: Vector, const N: usize>(state: &X) {
    let mut count = 0;
    state.clone().each(&mut |_| count += 1);
    assert!(count <= N, "a state has {count} numbers, and the method room for {N}");
}

/// The numbers of a vector; zero where it has fewer.
fn numbers<X: Vector, const N: usize>(vector: &mut X) -> [f64; N] {
    let (mut numbers, mut next) = ([0.0; N], 0);
    vector.each(&mut |number| {
        numbers[next] = *number;
        next += 1;
    });
    numbers
}

/// Rates by numbers of the state, by rows: forward differences.
fn jacobian<X: Vector, const N: usize>(
    rate: &mut impl FnMut(f64, &X) -> X,
    time: f64,
    state: &X,
    first: &X,
) -> [[f64; N]; N] {
    let mut by_columns = [[0.0; N]; N];
    let mut count = 0;
    state.clone().each(&mut |_| count += 1);
    for (place, column) in by_columns.iter_mut().enumerate().take(count) {
        let (mut moved, mut next, mut step) = (state.clone(), 0, 0.0);
        moved.each(&mut |number| {
            if next == place {
                step = (*number + difference(*number)) - *number;
                *number += step;
            }
            next += 1;
        });
        let mut change = rate(time, &moved);
        change.add_scaled(-1.0, first);
        *column = numbers::<X, N>(&mut change).map(|change| change / step);
    }
    array::from_fn(|row| by_columns.map(|column| column[row]))
}

/// Change of the rate with time alone.
fn by_time<X: Vector>(rate: &mut impl FnMut(f64, &X) -> X, time: f64, state: &X, first: &X, h: f64) -> X {
    let step = (time + 1e-3 * h) - time;
    let mut slope = X::zero();
    if step > 0.0 {
        slope.add_all([(1.0 / step, &rate(time + step, state)), (-1.0 / step, first)]);
    }
    slope
}

/// Difference at which truncation and rounding are alike.
fn difference(number: f64) -> f64 {
    sqrt(f64::EPSILON) * f64::max(abs(number), 1e-2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, exact: f64, what: &str) {
        assert!((found - exact).abs() < 1e-14, "{what}: {found}, not {exact}");
    }

    /// Conditions for order 3 of a W-method (Hairer & Wanner 1996, IV.7, table 7.1 and (7.19)), of order 2 for the companion, and
    /// stiff accuracy.
    #[test]
    fn order_conditions() {
        let gamma = |i: usize, j: usize| {
            if i == j {
                GAMMA
            } else if j < i {
                BELOW[i][j]
            } else {
                0.0
            }
        };
        let alpha: [f64; 4] = ALPHA.map(|row| row.iter().sum());
        let diagonal: [f64; 4] = array::from_fn(|i| (0..4).map(|j| gamma(i, j)).sum());
        let sum = |b: &[f64; 4], x: [f64; 4]| b.iter().zip(x).map(|(b, x)| b * x).sum::<f64>();
        for b in [&WEIGHTS, &COMPANION] {
            assert_near(b.iter().sum(), 1.0, "b");
            assert_near(sum(b, alpha), 0.5, "b alpha");
            assert_near(sum(b, diagonal), 0.0, "b gamma");
        }
        assert_near(sum(&WEIGHTS, alpha.map(|a| a * a)), 1.0 / 3.0, "b alpha^2");
        let by = |matrix: &dyn Fn(usize, usize) -> f64, x: [f64; 4]| -> [f64; 4] {
            array::from_fn(|i| (0..4).map(|j| matrix(i, j) * x[j]).sum())
        };
        let plain = |i: usize, j: usize| if j < 3 { ALPHA[i][j] } else { 0.0 };
        assert_near(sum(&WEIGHTS, by(&plain, alpha)), 1.0 / 6.0, "b alpha alpha");
        assert_near(sum(&WEIGHTS, by(&plain, diagonal)), 0.0, "b alpha gamma");
        assert_near(sum(&WEIGHTS, by(&gamma, alpha)), 0.0, "b gamma alpha");
        assert_near(sum(&WEIGHTS, by(&gamma, diagonal)), 0.0, "b gamma gamma");
        for (j, weight) in WEIGHTS.into_iter().enumerate() {
            assert_near(plain(3, j) + gamma(3, j), weight, "stiff accuracy");
        }
    }
}
