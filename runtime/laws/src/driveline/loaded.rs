//! The load of a limited slip: the torque of its outputs, computed from the torques of the couplings behind them.
//!
//! Steady torques do no work on gears and differentials. So both outputs have the power of the couplings behind them in
//! every motion that gears and differentials allow: `T_a w_a + T_b w_b = Σ t_j s_j`. Here `s_j` is the speed of the end
//! of coupling `j` that turns with the outputs. In the motions used here, all other differentials turn as one body, so
//! their limited slips do no work. Then `s_j = α_j w_a + β_j w_b`, and with `w_a = w_b` the sum of the torques is
//! `T_a + T_b = Σ (α_j + β_j) t_j`. For a coupling that turns with one output, one of `α` and `β` is not zero: the
//! ratio of the gears between them. A coupling that has both turns with the case.

use super::span::combination;
use std::vec::Vec;

/// Outputs of a limited slip, by their parts of the free shafts.
pub(super) struct Outputs {
    /// Both outputs, then the relative speeds of other differentials.
    rows: Vec<Vec<f64>>,
}

impl Outputs {
    /// Outputs of a driveline that contains differentials of these outputs. The differential of which they are the outputs, also through gears,
    /// is free.
    pub fn new(outputs: [&[f64]; 2], differentials: impl Iterator<Item = [Vec<f64>; 2]>) -> Self {
        let turns_with = |own: &[f64], other: &Vec<f64>| combination(core::slice::from_ref(other), own).is_some();
        let [a, b] = outputs;
        let others = differentials.filter(|[one, other]| {
            let is_own = turns_with(a, one) && turns_with(b, other) || turns_with(a, other) && turns_with(b, one);
            !is_own
        });
        let apart = others.map(|[one, other]| difference(&one, &other));
        let rows = [a.to_vec(), b.to_vec()].into_iter().chain(apart);
        Self { rows: rows.collect() }
    }

    /// Whether the outputs turn apart while all other differentials turn as one.
    pub fn turn_apart(&self) -> bool {
        let (outputs, others) = self.rows.split_at(2);
        combination(others, &difference(&outputs[0], &outputs[1])).is_none()
    }

    /// Speed of a part of the driveline as a sum of the speeds of the outputs; `None` if the part does not turn with
    /// the outputs.
    pub fn speed_of(&self, parts: &[f64]) -> Option<[f64; 2]> {
        let found = combination(&self.rows, parts)?;
        Some([found[0], found[1]])
    }
}

fn difference(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}
