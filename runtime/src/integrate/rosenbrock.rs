//! A linearly implicit method for stiff vehicles.

use super::equation::{by_time, each_at, jacobian, put_at, rate};
use super::{Adaptive, Equation, Integrator, NotConverged, Room, Slopes, StepControl, Tolerance};
use crate::state::{Vector, count};
use core::array;

/// The method ROS34PW2 of Rang & Angermann (2005, BIT Numerical Mathematics 45, 761-787): order 3, L-stable, stiffly
/// accurate, with a companion of order 2 that estimates the error.
///
/// Stage `i` of four solves `(I - γ h J) k_i = h f(t + α_i h, x + Σ α_ij k_j) + h J Σ γ_ij k_j + γ_i h² f_t`. `f_t` is a difference
/// of the rate. The method keeps its order with any Jacobian `J` (a W-method); it is L-stable if `J` contains the slopes of all stiff
/// parts ([`Slopes`]).
///
/// A step needs five evaluations, one Jacobian and one factorisation. With [`Slopes::Differences`], it needs one more
/// evaluation for each number of the state. Use it if an explicit step would have to be many times shorter and the
/// error is to be controlled; at a fixed step [`Sbdf2`](super::Sbdf2) costs less. Stiff parts that are not excited are
/// damped, and do not reduce the accuracy.
#[derive(Clone, Debug, PartialEq)]
pub struct Rosenbrock<X, R> {
    stages: [X; 4],
    control: StepControl,
    slopes: Slopes,
    jacobian: R,
    system: R,
}

/// `γ`, on the diagonal of the matrix `γ_ij`.
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

impl<X: Vector, R: Room> Rosenbrock<X, R> {
    /// The method with steps whose errors stay within the tolerance, for [`run_to`](crate::simulation::Simulation::run_to). With a
    /// fixed step the tolerance has no effect.
    ///
    /// The first step panics if a state has more numbers than there is room for.
    pub fn new(tolerance: Tolerance) -> Self {
        Self {
            stages: array::from_fn(|_| X::zero()),
            control: StepControl::new(tolerance),
            slopes: Slopes::default(),
            jacobian: R::of(0),
            system: R::of(0),
        }
    }

    /// This method with the Jacobian from this source.
    #[must_use]
    pub fn with_slopes(mut self, slopes: Slopes) -> Self {
        self.slopes = slopes;
        self
    }

    /// Computes the Jacobian, and factors the matrix of all stages.
    fn prepare(&mut self, equation: &mut impl Equation<X>, (time, state, rate): (f64, &X, &X), h: f64) {
        let size = count(state);
        if self.system.parts().places.len() != size {
            (self.jacobian, self.system) = (R::of(size), R::of(size));
            let places = self.jacobian.parts().places.iter_mut().enumerate();
            places.for_each(|(k, place)| *place = k);
        }
        let own = self.jacobian.parts();
        jacobian(equation, self.slopes, (time, state, rate), own.places, own.matrix);
        let mut system = self.system.parts();
        let numbers = system.matrix.iter_mut().zip(&*self.jacobian.parts().matrix);
        numbers.for_each(|(number, slope)| *number = -GAMMA * h * slope);
        system.matrix.iter_mut().step_by(size + 1).for_each(|own| *own += 1.0);
        system.factor();
    }
}

impl<X: Vector, R: Room> Integrator<X> for Rosenbrock<X, R> {
    const ORDER: usize = 3;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        let first = rate(equation, time, begin);
        self.prepare(equation, (time, begin, &first), h);
        let by_time = by_time(equation, time, begin, &first, h);
        let mut right = first.clone();
        for stage in 0..4 {
            end.clone_from(begin);
            let mut correction = X::zero();
            for (k, earlier) in self.stages[..stage].iter().enumerate() {
                end.add_scaled(ALPHA[stage][k], earlier);
                correction.add_scaled(BELOW[stage][k], earlier);
            }
            let part: f64 = ALPHA[stage].iter().sum();
            if stage > 0 {
                equation.rate(time + part * h, end, &mut right);
            }
            let along: f64 = GAMMA + BELOW[stage].iter().sum::<f64>();
            right.add_scaled(along * h, &by_time);
            let (slopes, mut system) = (self.jacobian.parts(), self.system.parts());
            // The line of the Jacobian is not used otherwise: it takes the vector that the Jacobian multiplies.
            let mut next = 0;
            each_at(slopes.places, [&right, &correction], |[right, correction]| {
                system.line[next] = h * right;
                slopes.line[next] = h * correction;
                next += 1;
            });
            slopes.add_product(1.0, system.line);
            system.solve();
            // The stage gets the size of a rate first: `X::zero()` has no numbers if the size is known at run time only.
            self.stages[stage].clone_from(&first);
            put_at(&mut self.stages[stage], slopes.places, system.line);
        }
        end.sum_from::<4>(begin, array::from_fn(|k| (WEIGHTS[k], &self.stages[k])));
        Ok(())
    }

    fn restart(&mut self) {}

    fn take_back(&mut self) {}
}

impl<X: Vector, R: Room> Adaptive<X> for Rosenbrock<X, R> {
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
