//! The functions of each thread: for each part of an evaluation, the base and the thread's subsystems. The stages of
//! each follow each other for as long as possible.

use super::arranged::LONGEST;
use super::function::{Work, functions};
use super::labels::Labels;
use super::ported::Ported;
use super::routine::{Form, Routine};
use super::text::Correction;
use crate::formulation::Stage;
use crate::ir::{Gathered, Owner, Phase, gather};
use crate::programs::Programs;
use crate::programs::sharing::{self, Closing, Portion, Sharing};

/// The evaluation of each thread, one subsystem after the other; empty if one thread computes the vehicle.
pub fn one_by_one(programs: &Programs, names: &[&str], labels: &Labels) -> Vec<Routine> {
    let sharing = programs.sharing.as_ref();
    sharing.map_or(Vec::new(), |sharing| threads(&sharing.portions, names, labels))
}

/// The evaluation of each thread with lanes, if it has any, in registers.
pub fn in_registers(programs: &Programs, names: &[&str], labels: &Labels) -> Vec<Routine> {
    let sharing = programs.sharing.as_ref();
    sharing.map_or(Vec::new(), |sharing| threads(sharing.at_levels(), names, labels))
}

/// The corrections of each part of the vehicle, beginning with the base; nothing if one thread computes the vehicle.
pub fn closing(programs: &Programs, of: impl Fn(&Sharing) -> &Closing, labels: &Labels) -> Vec<Vec<Correction>> {
    let Ok(sharing) = &programs.sharing else {
        return Vec::new();
    };
    let names = std::iter::once("base".to_owned()).chain((0..).map(|thread| format!("thread_{thread}")));
    let part = |(corrections, name): (&[sharing::Correction], String)| {
        let correction = |own: &sharing::Correction| {
            let ported = Ported {
                program: own.program.clone(),
                inputs: own.inputs.clone(),
                outputs: own.outputs.clone(),
            };
            Correction {
                name: format!("{}_of_{name}", own.corrected.call().entry().functions[0]),
                corrected: own.corrected,
                routine: Routine::whole(ported, Form::Registers, labels),
            }
        };
        corrections.iter().map(correction).collect()
    };
    of(sharing).parts().zip(names).map(part).collect()
}

fn threads(portions: &[Portion], names: &[&str], labels: &Labels) -> Vec<Routine> {
    let portions = portions.iter().enumerate();
    portions
        .map(|(thread, portion)| routine(thread, portion, names, labels))
        .collect()
}

fn routine(thread: usize, portion: &Portion, names: &[&str], labels: &Labels) -> Routine {
    let ported = Ported {
        program: portion.program.clone(),
        inputs: portion.inputs.clone(),
        outputs: portion.outputs.clone(),
    };
    let owner = |&(phase, _, part): &(Phase, Stage, usize)| Owner {
        phase: phase as usize,
        part,
    };
    let owners: Vec<Owner> = portion.regions.iter().map(owner).collect();
    let sizes = ported
        .program
        .counts()
        .iter()
        .map(|region| region.count.total())
        .collect::<Vec<usize>>();
    let Gathered {
        program,
        outputs,
        parts,
    } = gather(&ported.program, &owners, &sizes, LONGEST);
    let work = |part: &Vec<usize>| {
        let stages = part.iter().map(|&region| portion.regions[region].1);
        Work {
            stages: [stages.clone().min(), stages.max()].map(|stage| stage.expect("a part has a region")),
            subsystem: Some(owners[part[0]].part),
            phase: portion.regions[part[0]].0,
        }
    };
    let work: Vec<Work> = parts.iter().map(work).collect();
    let ported = ported.reordered(program, &outputs);
    let functions = functions(&ported, &work, names, &format!("thread_{thread}_"));
    Routine::new(ported, Form::Registers, functions, labels)
}
