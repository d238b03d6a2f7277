//! Slopes of the outputs, with what each is in each lane.

use super::forward::{Direction, Forward, at_direction};
use super::{Place, Slope};
use crate::ir::Traced;

impl<'g> Forward<'_, 'g> {
    /// Slopes of an output of so many numbers, each with its meaning in each lane.
    pub fn delivered(&self, of: usize, width: usize) -> Vec<(Vec<Slope>, Traced<'g>)> {
        let output = &self.program.outputs[of];
        let slopes = &self.slopes[output.value.index()];
        let of = |lane: usize| Place { position: of, lane };
        let by = |position: usize, lane: usize| Place { position, lane };
        let has_lanes = self.program.node(output.value).lanes > 1;
        let mut delivered = Vec::new();
        for own in slopes.chunk_by(|(one, _), (next, _)| one.input == next.input) {
            let (Direction { input, across }, first) = own[0];
            let columns = self.columns(input) as usize;
            let in_column = |k: usize| {
                (0..width)
                    .map(|j| Slope {
                        of: of(j),
                        by: by(input, k),
                    })
                    .collect()
            };
            if !has_lanes {
                let in_row = |j: usize| {
                    (0..columns)
                        .map(|k| Slope {
                            of: of(j),
                            by: by(input, k),
                        })
                        .collect()
                };
                delivered.extend((0..width).map(|j| (in_row(j), first)));
            } else if columns == 1 {
                delivered.push((in_column(0), first));
            } else if own.len() == 1 && across.is_none() {
                let diagonal = (0..width).map(|j| Slope {
                    of: of(j),
                    by: by(input, j),
                });
                delivered.push((diagonal.collect(), first));
            } else {
                let lanes = (0_u32..).zip(0..columns);
                delivered.extend(lanes.map(|(lane, k)| {
                    let at = |across| at_direction(own, Direction { input, across });
                    let own = at(None) * self.only(lane, width as u32);
                    (in_column(k), own + at(Some(lane)))
                }));
            }
        }
        delivered
    }

    /// Delivers a slope: in one output if all its lanes are wanted, else each by itself.
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
