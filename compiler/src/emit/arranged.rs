//! An evaluation in which each subsystem goes on for as long as it can: what the texts of all levels are made of.
//!
//! Values that one stage leaves for the next lie in the workspace. Stores and loads that a register would have spared
//! take their time, several times as much where values have lanes: less is left where a subsystem's stages follow on
//! each other in one function.

use super::functions::{Work, single};
use super::kernel::{Kernels, Setting};
use crate::formulation::Stage;
use crate::formulation::calls::{Call, Edition};
use crate::formulation::ports::Port;
use crate::formulation::programs::{Programs, Traceable};
use crate::ir::{Gathered, Owner, Program, Regrouped, Separated, gather, narrow, recompute, regroup, separate};
use std::collections::BTreeMap;

/// Operations of one function, those in lanes counted by lane. Where nothing is optimised, each takes stack, and a thread
/// begins with two megabytes.
const LONGEST: usize = 2500;

/// Operations on eight numbers of one function: up to one and a half kilobytes of that stack each, measured.
const LONGEST_OF_EIGHT: usize = 1000;

/// A program with the meaning of its inputs and outputs.
#[derive(Clone)]
pub struct Ported {
    /// The program.
    pub program: Program,
    /// By input: what it is, in each lane.
    pub inputs: Vec<Vec<Port>>,
    /// By output: where it goes, from each lane.
    pub outputs: Vec<Vec<Port>>,
}

impl Ported {
    /// Program of a correction in an edition.
    pub fn correction(programs: &Programs, call: Call, edition: Edition) -> Self {
        match edition {
            Edition::OneByOne => Self::one_by_one(programs, call),
            Edition::InLanes => Self::in_lanes(programs, call),
            Edition::InBatch => Self::in_turns(programs, call).delivered_at_end(),
        }
    }

    fn one_by_one(programs: &Programs, call: Call) -> Self {
        let Traceable {
            program,
            inputs,
            outputs,
            ..
        } = &programs[call];
        Ported {
            program: program.clone(),
            inputs: inputs.iter().map(|port| vec![*port]).collect(),
            outputs: single(outputs),
        }
    }

    /// Program of a call with lanes, where there is one.
    fn in_lanes(programs: &Programs, call: Call) -> Self {
        match programs.in_lanes(call) {
            Some(lanes) => Ported {
                program: lanes.program.clone(),
                inputs: lanes.inputs.clone(),
                outputs: lanes.outputs.clone(),
            },
            None => Self::one_by_one(programs, call),
        }
    }

    /// Where lanes are computed one after the other: none that nobody uses.
    fn in_turns(programs: &Programs, call: Call) -> Self {
        let ported = Self::in_lanes(programs, call);
        Ported {
            program: narrow(&ported.program),
            ..ported
        }
    }

    /// With its lanes in loops. A correction reads the state that it writes, and so delivers all at its end.
    fn delivered_at_end(&self) -> Self {
        let Separated { program, outputs, .. } = separate(&self.program);
        let ported = self.reordered(program, &outputs);
        let last = ported.program.regions.len();
        if last == 1 {
            return ported;
        }
        let values: Vec<u32> = ported.program.nodes.iter().map(|node| node.region).collect();
        let names = ported.program.regions.iter().cloned().chain(["delivery".to_owned()]);
        let at_end = vec![u32::try_from(last).expect("few regions"); ported.outputs.len()];
        let Regrouped { program, outputs } = regroup(&ported.program, &values, &at_end, names.collect());
        ported.reordered(program, &outputs)
    }

    /// With a program whose outputs stand in another order, given by their positions before.
    fn reordered(&self, program: Program, outputs: &[usize]) -> Self {
        Ported {
            program,
            inputs: self.inputs.clone(),
            outputs: outputs.iter().map(|&before| self.outputs[before].clone()).collect(),
        }
    }

    /// The program on its way to text.
    pub fn kernels<'a>(&'a self, setting: Setting<'a>) -> Kernels<'a> {
        Kernels::of(&self.program, self.inputs.clone(), setting)
    }
}

/// How regions are put together.
struct Rules {
    /// Operations of one function at most.
    longest: usize,
    /// By region: its operations.
    sizes: fn(&Program) -> Vec<usize>,
    /// Order of regions that are never in one function.
    phase: fn(Stage) -> usize,
}

/// Operations of each region, those in lanes counted once.
fn computed_by_region(program: &Program) -> Vec<usize> {
    let mut sizes = vec![0; program.regions.len()];
    let computed = program.nodes.iter().filter(|node| node.op.is_computed());
    computed.for_each(|node| sizes[node.region as usize] += 1);
    sizes
}

/// An evaluation in few functions.
pub struct Arranged {
    /// The program.
    pub ported: Ported,
    /// By region: what it does.
    pub work: Vec<Work>,
}

impl Arranged {
    /// The evaluation with its lanes in registers, where it has any.
    pub fn in_registers(programs: &Programs) -> Self {
        let rules = Rules {
            longest: LONGEST,
            sizes: |program| program.counts().iter().map(|region| region.count.total()).collect(),
            phase: |stage| usize::from(stage > Stage::Velocity),
        };
        Self::gathered(programs, &Ported::in_lanes(programs, Call::Evaluation), &rules)
    }

    /// The same, its lanes in loops: what has lanes is written once for all, in functions of its own.
    ///
    /// Positions have a loop of their own. They are a chain of waiting, and the shorter a turn, the more turns wait at once.
    pub fn in_loops(programs: &Programs) -> Self {
        let rules = Rules {
            longest: LONGEST_OF_EIGHT,
            sizes: computed_by_region,
            phase: |stage| usize::from(stage > Stage::Position) + usize::from(stage > Stage::Velocity),
        };
        let Arranged { ported, work } = Self::gathered(programs, &Ported::in_turns(programs, Call::Evaluation), &rules);
        let Separated {
            program,
            outputs,
            parts,
        } = separate(&ported.program);
        Arranged {
            ported: ported.reordered(recompute(&program), &outputs),
            work: parts.iter().map(|&part| work[part]).collect(),
        }
    }

    fn gathered(programs: &Programs, ported: &Ported, rules: &Rules) -> Self {
        let Rules { longest, phase, .. } = *rules;
        let lanes = programs.in_lanes(Call::Evaluation);
        let regions = lanes.map_or(&programs[Call::Evaluation].regions, |lanes| &lanes.regions);
        let sizes = (rules.sizes)(&ported.program);
        let mut whole: BTreeMap<usize, usize> = BTreeMap::new();
        let by_stage = regions.iter().zip(&sizes);
        by_stage.for_each(|(&(stage, _), size)| *whole.entry(phase(stage)).or_default() += size);
        // Where one function takes all, nobody has to leave it.
        let owner = |&(stage, part): &(Stage, usize)| Owner {
            phase: phase(stage),
            part: if whole[&phase(stage)] <= longest { 0 } else { part },
        };
        let owners: Vec<Owner> = regions.iter().map(owner).collect();
        let Gathered {
            program,
            outputs,
            parts,
        } = gather(&ported.program, &owners, &sizes, longest);
        let work = |part: &Vec<usize>| {
            let [(first, subsystem), (last, _)] = [part[0], part[part.len() - 1]].map(|region| regions[region]);
            let alone = part.iter().all(|&region| regions[region].1 == subsystem);
            Work {
                stages: [first, last],
                subsystem: alone.then_some(subsystem),
            }
        };
        Arranged {
            ported: ported.reordered(program, &outputs),
            work: parts.iter().map(work).collect(),
        }
    }
}
