//! The embedded pair of Dormand and Prince, with adaptive steps and dense output.

use super::{Adaptive, Equation, Integrator, NotConverged, StepControl, Tolerance};
use crate::state::Vector;
use core::array;

/// The fifth-order method RK5(4)7M of Dormand & Prince (1980, J. Comput. Appl. Math. 6, 19-26, table 2), whose
/// fourth-order companion estimates the error.
///
/// Seven evaluations a step. No evaluation is kept for the next step, because loops are closed and memories change between two steps.
/// With [`Simulation::step`](crate::simulation::Simulation::step) the step is fixed; with
/// [`Simulation::run_to`](crate::simulation::Simulation::run_to) it chooses its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct DormandPrince<X> {
    rates: [X; 7],
    /// Length of the last step [s].
    h: f64,
    control: StepControl,
}

/// Nodes `c`.
const NODES: [f64; 7] = [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0];

/// Rows of the matrix `a`; the last row contains the fifth-order weights.
const MATRIX: [[f64; 6]; 7] = [
    [0.0; 6],
    [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
    [
        19372.0 / 6561.0,
        -25360.0 / 2187.0,
        64448.0 / 6561.0,
        -212.0 / 729.0,
        0.0,
        0.0,
    ],
    [
        9017.0 / 3168.0,
        -355.0 / 33.0,
        46732.0 / 5247.0,
        49.0 / 176.0,
        -5103.0 / 18656.0,
        0.0,
    ],
    [
        35.0 / 384.0,
        0.0,
        500.0 / 1113.0,
        125.0 / 192.0,
        -2187.0 / 6784.0,
        11.0 / 84.0,
    ],
];

/// Weights of the fifth order minus weights of the fourth order.
const ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339_200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

impl<X: Vector> DormandPrince<X> {
    /// Steps whose errors stay within the tolerance, for [`run_to`](crate::simulation::Simulation::run_to).
    pub fn new(tolerance: Tolerance) -> Self {
        Self {
            rates: array::from_fn(|_| X::zero()),
            h: 0.0,
            control: StepControl::new(tolerance),
        }
    }

    /// A state plus the weighted sum of all rates, multiplied by the last step.
    fn summed(&self, from: X, weights: &[f64; 7]) -> X {
        let mut sum = from;
        sum.add_all::<7>(array::from_fn(|k| (self.h * weights[k], &self.rates[k])));
        sum
    }
}

impl<X: Vector> Integrator<X> for DormandPrince<X> {
    const ORDER: usize = 5;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        self.h = h;
        equation.rate(time, begin, &mut self.rates[0]);
        for (stage, (node, row)) in NODES.iter().zip(&MATRIX).enumerate().skip(1) {
            end.clone_from(begin);
            for (factor, rate) in row.iter().zip(&self.rates[..stage]) {
                end.add_scaled(h * factor, rate);
            }
            equation.rate(time + node * h, end, &mut self.rates[stage]);
        }
        Ok(())
    }

    fn restart(&mut self) {}

    fn take_back(&mut self) {}

    /// The state within the step, of fourth order everywhere (Shampine 1986, Math. Comp. 46, 135-150; Hairer, Nørsett & Wanner 1993,
    /// II.6).
    fn within(&self, begin: &X, part: f64) -> Option<X> {
        Some(self.summed(begin.clone(), &dense(part)))
    }
}

impl<X: Vector> Adaptive<X> for DormandPrince<X> {
    const ESTIMATE: usize = 5;

    fn error(&self) -> X {
        self.summed(X::zero(), &ERROR)
    }

    fn control(&self) -> &StepControl {
        &self.control
    }

    fn control_mut(&mut self) -> &mut StepControl {
        &mut self.control
    }
}

/// Weights of the dense output at a part of the step.
fn dense(part: f64) -> [f64; 7] {
    let rest = part - 1.0;
    let along = part * part * (3.0 - 2.0 * part);
    let both = part * part * rest * rest;
    let [b1, _, b3, b4, b5, b6] = MATRIX[6];
    [
        along * b1 + part * rest * rest - both * 5.0 * (2_558_722_523.0 - 31_403_016.0 * part) / 11_282_082_432.0,
        0.0,
        along * b3 + both * 100.0 * (882_725_551.0 - 15_701_508.0 * part) / 32_700_410_799.0,
        along * b4 - both * 25.0 * (443_332_067.0 - 31_403_016.0 * part) / 1_880_347_072.0,
        along * b5 + both * 32805.0 * (23_143_187.0 - 3_489_224.0 * part) / 199_316_789_632.0,
        along * b6 - both * 55.0 * (29_972_135.0 - 7_076_736.0 * part) / 822_651_844.0,
        part * part * rest + both * 10.0 * (7_414_447.0 - 829_305.0 * part) / 29_380_423.0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, exact: f64, what: &str) {
        assert!((found - exact).abs() < 1e-13, "{what}: {found}, not {exact}");
    }

    /// Conditions for quadrature up to the order, and the conditions with the matrix for order 3 and 4 (Hairer, Nørsett
    /// & Wanner 1993, II.2, table 2.2).
    fn assert_order(weights: &[f64; 7], part: f64, order: i32) {
        let sum = |terms: [f64; 7]| weights.iter().zip(terms).map(|(b, x)| b * x).sum::<f64>();
        for power in 0..order {
            let exact = part.powi(power + 1) / f64::from(power + 1);
            assert_near(sum(NODES.map(|c| c.powi(power))), exact, "quadrature");
        }
        let inner =
            |power: i32| -> [f64; 7] { MATRIX.map(|row| row.iter().zip(NODES).map(|(a, c)| a * c.powi(power)).sum()) };
        assert_near(sum(inner(1)), part.powi(3) / 6.0, "a c");
        assert_near(
            sum(array::from_fn(|i| NODES[i] * inner(1)[i])),
            part.powi(4) / 8.0,
            "c a c",
        );
        assert_near(sum(inner(2)), part.powi(4) / 12.0, "a c^2");
        let twice = MATRIX.map(|row| row.iter().zip(inner(1)).map(|(a, x)| a * x).sum());
        assert_near(sum(twice), part.powi(4) / 24.0, "a a c");
    }

    #[test]
    fn order_conditions() {
        for (row, node) in MATRIX.iter().zip(NODES) {
            assert_near(row.iter().sum(), node, "rows");
        }
        let [b1, b2, b3, b4, b5, b6] = MATRIX[6];
        let fifth = [b1, b2, b3, b4, b5, b6, 0.0];
        assert_order(&fifth, 1.0, 5);
        assert_order(&array::from_fn(|i| fifth[i] - ERROR[i]), 1.0, 4);
        for part in [0.0, 0.1, 0.37, 0.5, 0.92, 1.0] {
            assert_order(&dense(part), part, 4);
        }
    }
}
