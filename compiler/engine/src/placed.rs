//! Programs with the places of the board from which they read and to which they write.

use crate::board::Places;
use std::collections::BTreeSet;
use wishbone_compiler::ir::{Class, Op, Program};
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::Traceable;
use wishbone_compiler::programs::calls::{Call, Role};
use wishbone_compiler::programs::ports::Port;
use wishbone_compiler::programs::sharing::Correction;

/// A program, and the place on the board of each number that it reads or writes.
#[derive(Clone)]
pub struct Placed<'p> {
    pub program: &'p Program,
    /// By input.
    pub inputs: Vec<usize>,
    /// By output.
    pub outputs: Vec<usize>,
    /// By node: whether it belongs to the second half, since it depends on a load.
    pub late: Vec<bool>,
}

impl<'p> Placed<'p> {
    /// A program with these inputs and outputs.
    pub fn new(program: &'p Program, [inputs, outputs]: [&[Port]; 2], places: &Places) -> Self {
        let of = |ports: &[Port]| -> Vec<usize> { ports.iter().map(|port| places.port(*port)).collect() };
        let mut late: Vec<bool> = Vec::with_capacity(program.nodes.len());
        for node in &program.nodes {
            late.push(match node.op {
                Op::Input(input) => inputs[input as usize].kind.description().class == Class::Load,
                op => op.operands().any(|operand| late[operand.index()]),
            });
        }
        Self {
            program,
            inputs: of(inputs),
            outputs: of(outputs),
            late,
        }
    }

    /// This program with its own places: the places of its inputs, then the places of its outputs, both in the order of the
    /// board.
    pub fn apart(&self) -> Self {
        let [inputs, outputs] =
            [&self.inputs, &self.outputs].map(|own| own.iter().copied().collect::<BTreeSet<usize>>());
        let rank = |all: &BTreeSet<usize>, place: &usize| all.range(..place).count();
        Self {
            inputs: self.inputs.iter().map(|place| rank(&inputs, place)).collect(),
            outputs: self
                .outputs
                .iter()
                .map(|place| inputs.len() + rank(&outputs, place))
                .collect(),
            ..self.clone()
        }
    }

    /// The program of a call.
    pub fn of(traceable: &'p Traceable, places: &Places) -> Self {
        let Traceable {
            program,
            inputs,
            outputs,
            ..
        } = traceable;
        Self::new(program, [inputs, outputs], places)
    }

    /// The program of a correction.
    pub fn of_correction(correction: &'p Correction, places: &Places) -> Self {
        let ports = [correction.inputs.concat(), correction.outputs.concat()];
        Self::new(&correction.program, ports.each_ref().map(Vec::as_slice), places)
    }
}

/// The programs of calls that were traced and correct nothing.
pub fn calls(compiled: &Compiled) -> impl Iterator<Item = (Call, &Traceable)> {
    let each = compiled.programs.calls.iter();
    each.filter(|(call, _)| !matches!(call.entry().role, Role::Correction(_)))
        .map(|(call, program)| (*call, program))
}

/// The corrections of a vehicle, each with the part that it corrects. Parts are the parts of the emitted solver: a
/// whole vehicle is one part.
pub struct Parts(Vec<Vec<Correction>>);

impl Parts {
    pub fn of(compiled: &Compiled) -> Self {
        Self(match &compiled.programs.sharing {
            Ok(sharing) => sharing.closing.parts().map(<[_]>::to_vec).collect(),
            Err(_) => vec![compiled.programs.corrections().one_by_one],
        })
    }

    /// Calls that correct anything.
    pub fn calls(&self) -> BTreeSet<Call> {
        self.0.iter().flatten().map(|own| own.corrected.call()).collect()
    }

    /// By part: its correction of a call, if the call corrects anything there.
    pub fn of_call(&self, call: Call) -> impl Iterator<Item = Option<&Correction>> {
        self.0
            .iter()
            .map(move |part| part.iter().find(|own| own.corrected.call() == call))
    }
}
