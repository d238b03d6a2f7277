//! Values at a few random points. A pass uses these samples to judge whether a change that is exact in algebra is
//! harmless in rounding.

use super::field::Residue;
use crate::ir::{Program, Value, values_at};

/// Number of points.
const POINTS: u64 = 4;

/// All values at each point.
pub struct Samples(Vec<Vec<f64>>);

impl Samples {
    /// Runs the program at fixed pseudo-random points, with every input between -1 and 1.
    pub fn new(program: &Program) -> Self {
        let input =
            |point: u64, i: usize| Residue::scattered([point, 0, i as u64]).word() as f64 / (1_u64 << 60) as f64;
        let inputs = |point| {
            (0..program.inputs.len())
                .map(|i| input(point, i) - 1.0)
                .collect::<Vec<f64>>()
        };
        Samples((0..POINTS).map(|point| values_at(program, &inputs(point))).collect())
    }

    /// The value at the first point.
    pub fn first(&self, value: Value) -> f64 {
        self.0[0][value.index()]
    }

    /// Whether a condition on the samples of these values holds at every point. A point at which one of them is not
    /// finite is skipped.
    pub fn all<const N: usize>(&self, values: [Value; N], holds: impl Fn([f64; N]) -> bool) -> bool {
        let at_points = self.0.iter().map(|known| values.map(|v| known[v.index()]));
        at_points.filter(|at| at.iter().all(|x| x.is_finite())).all(holds)
    }
}
