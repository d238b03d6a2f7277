//! Division of the corrections among threads: each thread closes the loops of its own subsystems, and every thread closes the loops
//! of the base.

use super::assignment::Assignment;
use super::correction::{Closing, Correction};
use crate::ir::{Program, prune};
use crate::programs::ports::{Array, Port};

impl Closing {
    /// Divides these corrections of a whole vehicle.
    pub(super) fn new(whole: &[Correction], assignment: &Assignment, threads: usize) -> Self {
        let of = |thread: Option<usize>| whole.iter().filter_map(|all| all.part(assignment, thread)).collect();
        Closing {
            base: of(None),
            threads: (0..threads).map(|thread| of(Some(thread))).collect(),
        }
    }
}

impl Correction {
    /// The part of a thread, or of the base; `None` if no correction of this part exists.
    fn part(&self, assignment: &Assignment, thread: Option<usize>) -> Option<Self> {
        let owners = assignment.threads_of(&self.outputs);
        let own = |place: &usize| owners[*place] == thread;
        let kept: Vec<usize> = (0..self.outputs.len()).filter(own).collect();
        if kept.is_empty() {
            return None;
        }
        let program = Program {
            outputs: kept.iter().map(|&place| self.program.outputs[place].clone()).collect(),
            ..self.program.clone()
        };
        let mut outputs: Vec<Vec<Port>> = kept.iter().map(|&place| self.outputs[place].clone()).collect();
        // Margins are numbered in the order of delivery.
        let margins = outputs
            .iter_mut()
            .flatten()
            .filter(|port| port.array() == Array::Margins);
        margins.enumerate().for_each(|(index, port)| port.index = index);
        Some(Correction {
            corrected: self.corrected,
            program: prune(program),
            inputs: self.inputs.clone(),
            outputs,
        })
    }
}
