//! Slopes of the outputs, with the meaning of each lane.

use super::forward::{Direction, Forward, at_direction};
use super::{Place, Slope};
use crate::ir::Traced;

impl<'g> Forward<'_, 'g> {
    /// Slopes of an output that consists of `width` numbers, each slope with its meaning in each lane. `of_value`: the
    /// slopes of the output's value.
    pub fn delivered(
        &self,
        of: usize,
        of_value: &[(Direction, Traced<'g>)],
        width: usize,
    ) -> Vec<(Vec<Slope>, Traced<'g>)> {
        let value = self.program.outputs[of].value;
        let has_lanes = self.program.node(value).lanes > 1;
        let mut delivered = Vec::new();
        for own in of_value.chunk_by(|(one, _), (next, _)| one.input == next.input) {
            let (Direction { input, across }, first) = own[0];
            let columns = self.columns(input);
            let slope = |j: usize, k: usize| Slope {
                of: Place { position: of, lane: j },
                by: Place {
                    position: input,
                    lane: k,
                },
            };
            let in_column = |k: usize| (0..width).map(|j| slope(j, k)).collect();
            if !has_lanes {
                let in_row = |j: usize| (0..columns as usize).map(|k| slope(j, k)).collect();
                delivered.extend((0..width).map(|j| (in_row(j), first)));
            } else if columns == 1 {
                delivered.push((in_column(0), first));
            } else if own.len() == 1 && across.is_none() {
                delivered.push(((0..width).map(|j| slope(j, j)).collect(), first));
            } else {
                let at = |across| at_direction(own, Direction { input, across });
                let by_lane = |lane: u32| at(None) * self.only(lane, width as u32) + at(Some(lane));
                delivered.extend((0..columns).map(|lane| (in_column(lane as usize), by_lane(lane))));
            }
        }
        delivered
    }

    /// Delivers a slope: as one output if all its lanes are wanted, else each wanted lane as an output.
    pub fn deliver(
        &self,
        slopes: Vec<Slope>,
        slope: Traced<'g>,
        is_wanted: impl Fn(&Slope) -> bool,
        delivered: &mut Vec<Vec<Slope>>,
    ) {
        let mut put = |slopes: Vec<Slope>, slope: Traced<'g>| {
            let Slope { of, by } = slopes[0];
            let (of, by) = (
                &self.program.outputs[of.position].name,
                &self.program.inputs[by.position].name,
            );
            self.graph.output(format!("{of} by {by}"), slope);
            delivered.push(slopes);
        };
        if slopes.iter().all(&is_wanted) {
            return put(slopes, slope);
        }
        let lanes = (0_u32..).zip(slopes).filter(|(_, one)| is_wanted(one));
        lanes.for_each(|(lane, one)| put(vec![one], slope.lane(lane)));
    }
}
