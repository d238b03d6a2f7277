//! An evaluation in which the stages of each subsystem follow each other for as long as possible. The texts of all
//! levels are made from it.
//!
//! Values that one stage leaves for the next are kept in the workspace. Their stores and loads take time, several times
//! as much if values have lanes; values in registers need neither. Fewer values have to be kept if a subsystem's stages
//! follow each other in one function.

use super::function::Work;
use super::ported::Ported;
use crate::formulation::Stage;
use crate::ir::{Gathered, Owner, Program, Separated, gather, recompute, separate};
use crate::programs::Programs;
use crate::programs::calls::Call;
use std::collections::BTreeMap;

/// Largest number of operations of one function, counted once for each lane. Without optimisation, each operation takes
/// stack, and a thread has two megabytes of stack by default.
pub(super) const LONGEST: usize = 2500;

/// Largest number of operations on eight numbers of one function. Each takes up to one and a half kilobytes of stack
/// (measured).
const LONGEST_OF_EIGHT: usize = 1000;

/// How regions are put together.
struct Rules {
    /// Largest number of operations of one function.
    longest: usize,
    /// By region: its operations.
    sizes: fn(&Program) -> Vec<usize>,
    /// Phase of a stage. Regions of different phases are never put into one function.
    phase: fn(Stage) -> usize,
}

impl Rules {
    /// For single numbers and registers.
    const OF_NUMBERS: Rules = Rules {
        longest: LONGEST,
        sizes: |program| program.counts().iter().map(|region| region.count.total()).collect(),
        phase: |stage| usize::from(stage > Stage::Velocity),
    };
}

/// Operations of each region; an operation on lanes counts once.
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
    /// By region: its stages, subsystem and phase.
    pub work: Vec<Work>,
}

impl Arranged {
    /// The traced evaluation, with a region for each stage of each subsystem, so that it can be read. With regions
    /// put together, the HMMWV took three per cent longer.
    pub fn by_stage(programs: &Programs) -> Self {
        let work = |&(stage, subsystem): &(Stage, usize)| Work::serial([stage; 2], Some(subsystem));
        Arranged {
            ported: Ported::one_by_one(programs, Call::Evaluation),
            work: programs[Call::Evaluation].regions.iter().map(work).collect(),
        }
    }

    /// The evaluation with its lanes, if it has any, in registers.
    pub fn in_registers(programs: &Programs) -> Self {
        let ported = Ported::in_lanes(programs, Call::Evaluation);
        Self::gathered(
            Self::regions_in_lanes(programs, Call::Evaluation),
            &ported,
            &Rules::OF_NUMBERS,
        )
    }

    /// The evaluation with its lanes in loops: operations with lanes are written once for all lanes, in separate
    /// functions.
    ///
    /// Positions have a separate loop. They form a chain in which each operation waits for the operation before it.
    /// The shorter the body of the loop is, the more turns a processor can overlap.
    pub fn in_loops(programs: &Programs) -> Self {
        let rules = Rules {
            longest: LONGEST_OF_EIGHT,
            sizes: computed_by_region,
            phase: |stage| usize::from(stage > Stage::Position) + usize::from(stage > Stage::Velocity),
        };
        let regions = Self::regions_in_lanes(programs, Call::Evaluation);
        Self::gathered(regions, &Ported::in_turns(programs, Call::Evaluation), &rules).separated()
    }

    /// Moves operations with lanes to separate regions.
    fn separated(self) -> Self {
        let Arranged { ported, work } = self;
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

    /// By region of a call: its stage and subsystem; in the version with lanes, if the call has such a version.
    fn regions_in_lanes(programs: &Programs, call: Call) -> &[(Stage, usize)] {
        let lanes = programs.in_lanes(call);
        lanes.map_or(&programs[call].regions, |lanes| &lanes.regions)
    }

    fn gathered(regions: &[(Stage, usize)], ported: &Ported, rules: &Rules) -> Self {
        let Rules { longest, phase, .. } = *rules;
        let sizes = (rules.sizes)(&ported.program);
        let mut whole: BTreeMap<usize, usize> = BTreeMap::new();
        let by_stage = regions.iter().zip(&sizes);
        by_stage.for_each(|(&(stage, _), size)| *whole.entry(phase(stage)).or_default() += size);
        // If one function can take all regions of a phase, they need not be grouped by subsystem.
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
            Work::serial([first, last], alone.then_some(subsystem))
        };
        Arranged {
            ported: ported.reordered(program, &outputs),
            work: parts.iter().map(work).collect(),
        }
    }
}
