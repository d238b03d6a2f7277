//! An evaluation in which each subsystem goes on for as long as it can.
//!
//! What one stage leaves for the next lies in the workspace. Texts whose values have lanes take several times its room, and
//! stores and loads that a register would have spared take their time: less is left where a subsystem's stages follow on
//! each other in one function.

use super::functions::Work;
use crate::formulation::Stage;
use crate::ir::{Gathered, Owner, Program, Separated, gather, separate};

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
    /// Of a program with these regions, its lanes in registers.
    pub fn new(program: &Program, regions: &[(Stage, usize)]) -> Self {
        let sizes = program.counts().iter().map(|region| region.count.total()).collect();
        Self::gathered(program, regions, sizes)
    }

    /// The same, its lanes in loops: what has lanes is written once for all, in functions of its own.
    pub fn in_loops(program: &Program, regions: &[(Stage, usize)]) -> Self {
        let mut sizes = vec![0; regions.len()];
        let computed = program.nodes.iter().filter(|node| node.op.is_computed());
        computed.for_each(|node| sizes[node.region as usize] += 1);
        let gathered = Self::gathered(program, regions, sizes);
        let Separated {
            program,
            outputs,
            parts,
        } = separate(&gathered.program);
        Turns {
            program,
            work: parts.iter().map(|&part| gathered.work[part]).collect(),
            outputs: gathered.by_place(&outputs),
        }
    }

    fn gathered(program: &Program, regions: &[(Stage, usize)], sizes: Vec<usize>) -> Self {
        let owner = |&(stage, part): &(Stage, usize)| Owner {
            phase: usize::from(stage > Stage::Velocity),
            part,
        };
        let owners: Vec<Owner> = regions.iter().map(owner).collect();
        let Gathered {
            program,
            outputs,
            parts,
        } = gather(program, &owners, &sizes, LONGEST);
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

    fn by_place(&self, places: &[usize]) -> Vec<usize> {
        places.iter().map(|&place| self.outputs[place]).collect()
    }

    /// What belongs to the outputs, given in their old order.
    pub fn by_output<T: Clone>(&self, before: &[T]) -> Vec<T> {
        self.outputs.iter().map(|&place| before[place].clone()).collect()
    }
}
