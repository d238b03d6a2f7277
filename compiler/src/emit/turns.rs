//! An evaluation in which each subsystem goes on for as long as it can: what the texts of all levels are made of.
//!
//! What one stage leaves for the next lies in the workspace, and stores and loads that a register would have spared take
//! their time, several times as much where values have lanes: less is left where a subsystem's stages follow on each
//! other in one function.

use super::functions::{Work, single};
use super::kernel::{Kernels, Setting};
use crate::formulation::Stage;
use crate::formulation::ports::{InputPort, OutputPort};
use crate::formulation::programs::{LaneProgram, Programs, Traceable};
use crate::ir::{Gathered, Owner, Program, Separated, gather, separate};

/// Operations of one function. Where nothing is optimised, each takes some 600 bytes of stack if it has eight lanes, and a
/// thread begins with two megabytes.
const LONGEST: usize = 2500;

/// An evaluation in turns.
pub struct Turns {
    /// The program.
    pub program: Program,
    /// By input: what it is, in each lane.
    pub inputs: Vec<Vec<InputPort>>,
    /// By output: where it goes, from each lane.
    pub outputs: Vec<Vec<OutputPort>>,
    /// By region: what it does.
    pub work: Vec<Work>,
}

impl Turns {
    /// The evaluation with its lanes in registers, where it has any.
    pub fn in_registers(programs: &Programs) -> Self {
        let size = |program: &Program| program.counts().iter().map(|region| region.count.total()).collect();
        Self::gathered(programs, size)
    }

    /// The same, its lanes in loops: what has lanes is written once for all, in functions of its own.
    pub fn in_loops(programs: &Programs) -> Self {
        let size = |program: &Program| {
            let mut sizes = vec![0; program.regions.len()];
            let computed = program.nodes.iter().filter(|node| node.op.is_computed());
            computed.for_each(|node| sizes[node.region as usize] += 1);
            sizes
        };
        let gathered = Self::gathered(programs, size);
        let Separated {
            program,
            outputs,
            parts,
        } = separate(&gathered.program);
        Turns {
            program,
            inputs: gathered.inputs,
            outputs: outputs.iter().map(|&before| gathered.outputs[before].clone()).collect(),
            work: parts.iter().map(|&part| gathered.work[part]).collect(),
        }
    }

    /// `size` gives the operations of each region.
    fn gathered(programs: &Programs, size: impl Fn(&Program) -> Vec<usize>) -> Self {
        let (program, regions, inputs, ports) = match &programs.lanes {
            Some(lanes) => {
                let LaneProgram {
                    program,
                    regions,
                    inputs,
                    outputs,
                    ..
                } = &lanes.evaluation;
                (program, regions, inputs.clone(), outputs.clone())
            }
            None => {
                let Traceable {
                    program,
                    regions,
                    inputs,
                    outputs,
                    ..
                } = &programs.evaluation;
                let inputs = inputs.iter().map(|port| vec![*port]).collect();
                (program, regions, inputs, single(outputs))
            }
        };
        let sizes = size(program);
        let phase = |stage: Stage| usize::from(stage > Stage::Velocity);
        let mut whole = [0; 2];
        regions
            .iter()
            .zip(&sizes)
            .for_each(|(&(stage, _), size)| whole[phase(stage)] += size);
        // Where one function takes all, nobody has to leave it.
        let owner = |&(stage, part): &(Stage, usize)| Owner {
            phase: phase(stage),
            part: if whole[phase(stage)] <= LONGEST { 0 } else { part },
        };
        let owners: Vec<Owner> = regions.iter().map(owner).collect();
        let Gathered {
            program,
            outputs,
            parts,
        } = gather(program, &owners, &sizes, LONGEST);
        let work = |part: &Vec<usize>| {
            let [(first, subsystem), (last, _)] = [part[0], part[part.len() - 1]].map(|region| regions[region]);
            let alone = part.iter().all(|&region| regions[region].1 == subsystem);
            Work {
                stages: [first, last],
                subsystem: alone.then_some(subsystem),
            }
        };
        Turns {
            program,
            inputs,
            outputs: outputs.iter().map(|&before| ports[before].clone()).collect(),
            work: parts.iter().map(work).collect(),
        }
    }

    /// The program on its way to text.
    pub fn kernels<'a>(&'a self, setting: Setting<'a>) -> Kernels<'a> {
        Kernels::of(&self.program, self.inputs.clone(), setting)
    }
}
