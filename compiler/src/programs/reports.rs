//! Reports of a state, as one program. They need the motion of common joints and bodies. So the passes shorten the
//! shared operations once, and equally for all reports.

use super::calls::{Call, Calls};
use super::ports::Port;
use super::preparation::Preparation;
use super::traceable::Traceable;
use super::tracer::Recorded;
use crate::formulation::Stage;
use crate::ir::{Joined, Node, Op, Program, join, prune};
use crate::passes::finish;

/// The programs of these reports after all passes. Each is the part of the common program that delivers its outputs.
pub fn together(reports: Vec<(Call, Recorded)>, preparation: &mut Preparation) -> Calls<Traceable> {
    let (mut common, calls) = joined(&reports);
    let short = preparation.shortened(&mut common);
    let whole = finish(&short);
    let each = reports.iter().map(|&(call, _)| {
        let [traced, program] = [&common.program, &whole].map(|program| delivering(program, &calls, call));
        let is_read: Vec<bool> = (0..common.inputs.len())
            .map(|input| reads(&traced, input) || reads(&program, input))
            .collect();
        let inputs = common.inputs.iter().zip(&is_read).filter(|(_, is_read)| **is_read);
        let outputs = common.outputs.iter().zip(&calls).filter(|(_, of)| **of == call);
        let part = Recorded {
            program: with_inputs(traced, &is_read),
            inputs: inputs.map(|(ports, _)| ports.clone()).collect(),
            outputs: outputs.map(|(ports, _)| ports.clone()).collect(),
            regions: common.regions.clone(),
        };
        (call, Traceable::alone(part, with_inputs(program, &is_read)))
    });
    each.collect()
}

/// The programs as one, and by output, the report that delivers it.
fn joined(reports: &[(Call, Recorded)]) -> (Recorded, Vec<Call>) {
    let programs: Vec<(&Program, &[Vec<Port>])> = reports
        .iter()
        .map(|(_, recorded)| (&recorded.program, &recorded.inputs[..]))
        .collect();
    let Joined { program, inputs } = join(&programs, &Stage::Outputs.to_string());
    let common = Recorded {
        program,
        inputs,
        outputs: reports
            .iter()
            .flat_map(|(_, recorded)| recorded.outputs.clone())
            .collect(),
        regions: vec![(Stage::Outputs, 0)],
    };
    let calls = reports
        .iter()
        .flat_map(|(call, recorded)| vec![*call; recorded.outputs.len()]);
    (common, calls.collect())
}

/// The part of a common program that delivers the outputs of one report.
fn delivering(common: &Program, calls: &[Call], report: Call) -> Program {
    let own = common.outputs.iter().zip(calls).filter(|(_, call)| **call == report);
    let outputs = own.map(|(output, _)| output.clone()).collect();
    prune(Program {
        outputs,
        ..common.clone()
    })
}

/// Whether a program reads an input.
fn reads(program: &Program, input: usize) -> bool {
    program
        .nodes
        .iter()
        .any(|node| matches!(node.op, Op::Input(i) if i as usize == input))
}

/// The program without the inputs that are not read. Inputs are numbered as in `is_read`; the program may end before
/// the last of these inputs.
fn with_inputs(program: Program, is_read: &[bool]) -> Program {
    let place = |input: u32| is_read[..input as usize].iter().filter(|is_read| **is_read).count();
    let nodes = program.nodes.into_iter().map(|node| Node {
        op: match node.op {
            Op::Input(input) => Op::Input(u32::try_from(place(input)).expect("no more inputs than before")),
            op => op,
        },
        ..node
    });
    let inputs = program.inputs.into_iter().zip(is_read).filter(|(_, is_read)| **is_read);
    Program {
        nodes: nodes.collect(),
        inputs: inputs.map(|(input, _)| input).collect(),
        ..program
    }
}
