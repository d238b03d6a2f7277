//! The functions of each thread: for each part of an evaluation, the base and the thread's subsystems, each going on for as long
//! as it can.

use super::arranged::LONGEST;
use super::function::{Work, functions};
use super::labels::Labels;
use super::ported::Ported;
use super::routine::{Form, Routine};
use crate::formulation::Stage;
use crate::formulation::sharing::{Portion, Sharing};
use crate::ir::{Gathered, Owner, Phase, gather};

/// The evaluation of each thread.
pub fn threads(sharing: &Sharing, names: &[&str], labels: &Labels) -> Vec<Routine> {
    let portions = sharing.portions.iter().enumerate();
    portions
        .map(|(thread, portion)| routine(sharing, thread, portion, names, labels))
        .collect()
}

fn routine(sharing: &Sharing, thread: usize, portion: &Portion, names: &[&str], labels: &Labels) -> Routine {
    let each = |ports: &[_]| ports.iter().map(|port| vec![*port]).collect();
    let ported = Ported {
        program: portion.program.clone(),
        inputs: each(&portion.inputs),
        outputs: each(&portion.outputs),
    };
    // What all threads compute belongs to the base, whoever it was traced for.
    let owner = |&(phase, _, subsystem): &(Phase, Stage, usize)| Owner {
        phase: phase as usize,
        part: if sharing.subsystems[subsystem] == Some(thread) {
            subsystem
        } else {
            0
        },
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
