//! Slopes of values without lanes that are computed from a value with lanes.

use super::forward::{Direction, Forward, Slopes, present};
use crate::ir::{Traced, Value};

impl<'g> Forward<'_, 'g> {
    /// Slopes of the sum over the lanes of a value.
    pub fn of_sum(&self, a: Value) -> Slopes<'g> {
        let lanes = self.program.node(a).lanes;
        self.meeting(a, |slope, is_own| match (is_own, slope.lanes()) {
            (true, _) => slope,
            (false, 1) => slope * f64::from(lanes).into(),
            (false, _) => slope.sum(),
        })
    }

    /// Slopes of a single lane of a value.
    pub fn of_lane(&self, lane: u32, a: Value) -> Slopes<'g> {
        let lanes = self.program.node(a).lanes;
        self.meeting(a, |slope, is_own| match is_own {
            true => slope * self.only(lane, lanes),
            false => slope.lane(lane),
        })
    }

    /// Slopes of a value without lanes that is computed from the value `a` with lanes. `rule` receives a slope of `a`,
    /// and whether it is an own slope.
    fn meeting(&self, a: Value, rule: impl Fn(Traced<'g>, bool) -> Traced<'g>) -> Slopes<'g> {
        let mut met = Slopes::new();
        for &(Direction { input, across }, slope) in &self.slopes[a.index()] {
            let columns = self.columns(input);
            let part = rule(slope, columns > 1 && across.is_none());
            let part = across.map_or(part, |lane| part * self.only(lane, columns));
            match met.last_mut() {
                Some((last, sum)) if last.input == input => *sum = *sum + part,
                _ => met.push((Direction { input, across: None }, part)),
            }
        }
        present(met.into_iter())
    }

    /// Columns of an input.
    pub fn columns(&self, input: usize) -> u32 {
        self.program.inputs[input].lanes
    }

    /// One in a lane, and zero in the others.
    pub fn only(&self, lane: u32, lanes: u32) -> Traced<'g> {
        let numbers: Vec<f64> = (0..lanes).map(|k| if k == lane { 1.0 } else { 0.0 }).collect();
        self.graph.lane_constant(&numbers)
    }
}
