//! What depends on parameters only is computed once, when they are set, for all programs of a solver together.
//!
//! Wherever a program uses such a value it reads a *prepared* number. Done before the passes, so that these take what
//! is prepared for free, and after them again, for what they have made of it.

use super::Stage;
use super::ports::{InputPort, OutputPort};
use super::programs::Traceable;
use crate::ir::{Class, Graph, Input, Op, Program, Traced, Value, prune, replay};
use crate::passes::optimise;
use crate::scalar::Scalar;

/// The prepared numbers, as they are found.
pub struct Preparation<'g> {
    graph: &'g Graph,
    parameters: Vec<Traced<'g>>,
    /// By number.
    prepared: Vec<Traced<'g>>,
}

impl<'g> Preparation<'g> {
    /// Nothing prepared yet; the graph takes the computation of all.
    pub fn new(graph: &'g Graph, parameters: &[String]) -> Self {
        graph.begin_region(Stage::Prepare.to_string());
        let input = |name: &String| graph.input(name.clone(), Class::Parameter);
        Preparation {
            graph,
            parameters: parameters.iter().map(input).collect(),
            prepared: Vec::new(),
        }
    }

    /// A program without what is prepared for it; further inputs stand behind those that it had.
    pub fn hoist(&mut self, program: &Program, ports: &mut Vec<InputPort>) -> Program {
        if self.parameters.is_empty() {
            return program.clone();
        }
        let computed = self.compute(program, ports);
        let needed = needed(program);
        let mut extended = program.clone();
        let replaced: Vec<Option<Replacement>> = program
            .values()
            .map(|(value, node)| {
                let early = node.class <= Class::Parameter && node.op.is_computed();
                let becomes = computed[value.index()].filter(|_| early)?;
                if !needed[value.index()] {
                    return Some(Replacement::Nothing);
                }
                if let Some(constant) = becomes.constant() {
                    return Some(Replacement::Constant(constant));
                }
                let port = self.port(becomes);
                let position = ports.iter().position(|p| *p == port).unwrap_or_else(|| {
                    ports.push(port);
                    extended.inputs.push(Input {
                        name: format!("{port:?}"),
                        class: Class::Parameter,
                        lanes: 1,
                    });
                    ports.len() - 1
                });
                Some(Replacement::Input(position))
            })
            .collect();
        replay(&extended, |replay, value| match replaced[value.index()] {
            Some(Replacement::Nothing) => Traced::zero(),
            Some(Replacement::Constant(constant)) => constant.into(),
            Some(Replacement::Input(position)) => replay.input(position),
            None => replay.again(value),
        })
    }

    /// By value: what it is here; none for what moves.
    fn compute(&self, program: &Program, ports: &[InputPort]) -> Vec<Option<Traced<'g>>> {
        let mut values: Vec<Option<Traced<'g>>> = Vec::with_capacity(program.nodes.len());
        for (_, node) in program.values() {
            let at = |v: Value| values[v.index()];
            let value = match node.op {
                _ if node.class > Class::Parameter => None,
                Op::Input(i) => match ports[i as usize] {
                    InputPort::Parameter(p) => Some(self.parameters[p]),
                    InputPort::Prepared(k) => Some(self.prepared[k]),
                    _ => None,
                },
                op => op.apply(at, &program.tables),
            };
            values.push(value);
        }
        values
    }

    /// Where a prepared number is read.
    fn port(&mut self, value: Traced<'g>) -> InputPort {
        if let Some(parameter) = self.parameters.iter().position(|p| *p == value) {
            return InputPort::Parameter(parameter);
        }
        let known = self.prepared.iter().position(|p| *p == value);
        InputPort::Prepared(known.unwrap_or_else(|| {
            self.prepared.push(value);
            self.prepared.len() - 1
        }))
    }

    /// Declares the prepared numbers as results; returns the meaning of the program's inputs and outputs.
    pub fn finish(self) -> (Vec<InputPort>, Vec<OutputPort>) {
        for (k, value) in self.prepared.iter().enumerate() {
            self.graph.output(format!("{:?}", OutputPort::Prepared(k)), *value);
        }
        let inputs = (0..self.parameters.len()).map(InputPort::Parameter);
        let outputs = (0..self.prepared.len()).map(OutputPort::Prepared);
        (inputs.collect(), outputs.collect())
    }
}

/// The program that computes all that was prepared.
pub fn prepare(graph: Graph, (inputs, outputs): (Vec<InputPort>, Vec<OutputPort>)) -> Traceable {
    let traced = prune(graph.finish());
    Traceable {
        program: optimise(&traced),
        traced,
        inputs,
        outputs,
        regions: vec![(Stage::Prepare, 0)],
    }
}

/// What becomes of a value that does not move.
#[derive(Clone, Copy)]
enum Replacement {
    /// It was only a step on the way to what is prepared.
    Nothing,
    Constant(f64),
    Input(usize),
}

/// By value: whether something that moves, or a result, uses it.
fn needed(program: &Program) -> Vec<bool> {
    let mut needed = vec![false; program.nodes.len()];
    let moving = program.nodes.iter().filter(|node| node.class > Class::Parameter);
    for operand in moving.flat_map(|node| node.op.operands()) {
        needed[operand.index()] = true;
    }
    for output in &program.outputs {
        needed[output.value.index()] = true;
    }
    needed
}
