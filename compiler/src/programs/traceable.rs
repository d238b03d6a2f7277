//! A program with the meaning of its inputs and outputs.

use super::ports::Port;
use super::tracer::Recorded;
use crate::formulation::Stage;
use crate::ir::Program;
use serde::Serialize;

/// A program with the meaning of its inputs, outputs and regions.
#[derive(Clone, Debug)]
pub struct Traceable {
    /// The straight-line code, as the passes leave it.
    pub program: Program,
    /// The program as traced, without dead code and without prepared values: the reference for the passes. Its inputs
    /// are the first inputs of the program.
    pub traced: Program,
    /// By input.
    pub inputs: Vec<Port>,
    /// By output.
    pub outputs: Vec<Port>,
    /// By region.
    pub regions: Vec<(Stage, usize)>,
}

/// Cost of a subsystem in one evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Price {
    /// Operations.
    pub operations: usize,
    /// Their time ([`crate::ir::Count::cost`]).
    pub cost: usize,
}

impl Traceable {
    /// The program without lanes that was made from a trace.
    pub(super) fn alone(recorded: Recorded, program: Program) -> Self {
        Traceable {
            program,
            traced: recorded.program,
            inputs: recorded.inputs.concat(),
            outputs: recorded.outputs.concat(),
            regions: recorded.regions,
        }
    }

    /// By subsystem, all stages together.
    pub fn prices(&self, subsystems: usize) -> Vec<Price> {
        let mut prices = vec![Price::default(); subsystems];
        for (&(_, subsystem), region) in self.regions.iter().zip(self.program.counts()) {
            prices[subsystem].operations += region.count.total();
            prices[subsystem].cost += region.count.cost();
        }
        prices
    }
}
