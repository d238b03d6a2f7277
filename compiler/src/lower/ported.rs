//! Programs with the meaning of their inputs and outputs, in each of their editions.

use crate::ir::{Program, Regrouped, Separated, narrow, regroup, separate};
use crate::programs::calls::{Call, Edition};
use crate::programs::ports::Port;
use crate::programs::{Programs, Traceable};

/// A program with the meaning of its inputs and outputs.
#[derive(Clone, Debug)]
pub struct Ported {
    /// The program.
    pub program: Program,
    /// By input: its port in each lane.
    pub inputs: Vec<Vec<Port>>,
    /// By output: its port in each lane.
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

    /// Program of a call without lanes.
    pub fn one_by_one(programs: &Programs, call: Call) -> Self {
        Self::of(&programs[call])
    }

    /// A program without lanes, with one port for each input and output.
    pub fn of(traceable: &Traceable) -> Self {
        let each = |ports: &[Port]| ports.iter().map(|port| vec![*port]).collect();
        Ported {
            program: traceable.program.clone(),
            inputs: each(&traceable.inputs),
            outputs: each(&traceable.outputs),
        }
    }

    /// Program of a call, with lanes if it has any.
    pub fn in_lanes(programs: &Programs, call: Call) -> Self {
        match programs.in_lanes(call) {
            Some(lanes) => Ported {
                program: lanes.program.clone(),
                inputs: lanes.inputs.clone(),
                outputs: lanes.outputs.clone(),
            },
            None => Self::one_by_one(programs, call),
        }
    }

    /// Program of the slopes for lanes computed one after the other. Each lane is written out, since most slopes are
    /// zero by structure in some lanes.
    pub fn slopes_in_turns(programs: &Programs) -> Self {
        Self::of(programs.at_levels(Call::Slopes).unwrap_or(&programs[Call::Slopes]))
    }

    /// Program of a call for lanes computed one after the other; unused lanes are left out.
    pub fn in_turns(programs: &Programs, call: Call) -> Self {
        let ported = Self::in_lanes(programs, call);
        Ported {
            program: narrow(&ported.program),
            ..ported
        }
    }

    /// The program with its lanes in loops. A correction writes the state that it reads, and so delivers all outputs at
    /// its end.
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

    /// Replaces the program by a program whose outputs are in another order; `outputs` are their positions in the old
    /// program.
    pub fn reordered(&self, program: Program, outputs: &[usize]) -> Self {
        Ported {
            program,
            inputs: self.inputs.clone(),
            outputs: outputs.iter().map(|&before| self.outputs[before].clone()).collect(),
        }
    }
}
