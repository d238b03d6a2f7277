//! Equalities that look true but are not proven.
//!
//! If declared numbers have been through arithmetic at build time (for example a mass matrix inverted and multiplied
//! back), values that should be equal are equal only up to rounding. No pass merges these values, because they may
//! differ by a term that is too small to show at the sample points. Their number indicates where a formulation computes
//! something twice.

use super::samples::Samples;
use crate::ir::{Op, Program, Value};

/// Largest relative difference of values that look equal.
const ROUNDING: f64 = 1e-12;

/// Number of computed values that look equal or opposite to another value at all sample points.
pub fn suspects(program: &Program) -> usize {
    let samples = Samples::new(program);
    let mut by_size: Vec<(f64, Value)> = program
        .values()
        .filter(|(_, node)| !matches!(node.op, Op::Constant(_) | Op::Neg(_)))
        .map(|(value, _)| (samples.first(value).abs(), value))
        .filter(|(size, _)| size.is_finite() && *size > 0.0)
        .collect();
    by_size.sort_by(|a, b| a.0.total_cmp(&b.0));
    let alike = |&[(_, a), (_, b)]: &[(f64, Value); 2]| {
        let apart = |sign: f64| move |[a, b]: [f64; 2]| (a - sign * b).abs() <= ROUNDING * a.abs();
        samples.all([a, b], apart(1.0)) || samples.all([a, b], apart(-1.0))
    };
    by_size.array_windows().filter(|pair| alike(pair)).count()
}

#[cfg(test)]
mod tests {
    use super::super::testing::program;
    use super::*;
    use crate::ir::Traced;

    #[test]
    fn what_went_through_an_inverse_looks_equal() {
        let third = Traced::from(1.0 / 3.0);
        let before = program(|[a, b, _, _]| [a * b, Traced::from(3.0) * (third * a) * b, a + b, a - b]);
        assert_eq!(suspects(&before), 2);
        assert_eq!(suspects(&program(|[a, b, _, _]| [a * b, a + b, a - b])), 0);
    }
}
