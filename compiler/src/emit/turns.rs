//! An evaluation in which each subsystem goes on for as long as it can.
//!
//! What one stage leaves for the next lies in the workspace. Texts whose values have lanes take several times its room, and
//! stores and loads that a register would have spared take their time: less is left where a subsystem's stages follow on
//! each other in one function.

use super::functions::Work;
use crate::formulation::Stage;
use crate::ir::{Gathered, Owner, Program, gather};

/// Operations of one function. Where nothing is optimised, each takes some 600 bytes of stack if it has eight lanes, and a
/// thread begins with two megabytes.
const LONGEST: usize = 2500;

/// An evaluation in turns.
pub struct Turns {
    /// The program.
    pub program: Program,
    /// By region: what it does.
    pub work: Vec<Work>,
    /// By output: its position before.
    outputs: Vec<usize>,
}

impl Turns {
    /// Of a program with these regions.
    pub fn new(program: &Program, regions: &[(Stage, usize)]) -> Self {
        let owner = |&(stage, part): &(Stage, usize)| Owner {
            phase: usize::from(stage > Stage::Velocity),
            part,
        };
        let owners: Vec<Owner> = regions.iter().map(owner).collect();
        let Gathered {
            program,
            outputs,
            parts,
        } = gather(program, &owners, LONGEST);
        let work = |part: &Vec<usize>| {
            let [(first, subsystem), (last, _)] = [part[0], part[part.len() - 1]].map(|region| regions[region]);
            Work {
                stages: [first, last],
                subsystem,
            }
        };
        Turns {
            program,
            work: parts.iter().map(work).collect(),
            outputs,
        }
    }

    /// What belongs to the outputs, given in their old order.
    pub fn by_output<T: Clone>(&self, before: &[T]) -> Vec<T> {
        self.outputs.iter().map(|&place| before[place].clone()).collect()
    }
}
