//! Replaces each operation on lanes by one operation per lane. The result has no lanes and computes the same, bit for
//! bit.
//!
//! An instruction set without vectors runs the unrolled program, and so does the [interpreter](super::interpret).
//! Nothing is folded, so that all rounding stays the same.

use super::known::Known;
use super::{Input, Node, Op, Output, Program, Value};

/// Unrolls a program. An input with lanes becomes one input per lane, side by side. An output becomes as many outputs
/// as `ports` says.
///
/// Within a region, the operations of one lane come together, followed by the operations of the next lane, until a
/// sum or a single lane needs results of all lanes.
///
/// # Panics
/// If `ports` does not name all outputs.
pub fn unroll(program: &Program, ports: &[usize]) -> Program {
    unrolling(program).finish(ports)
}

/// The unrolled program without outputs; for each value of the program, its new value in each lane, or its only new
/// value.
pub fn unroll_values(program: &Program) -> (Program, Vec<Vec<Value>>) {
    let mut unrolling = unrolling(program);
    let lanes = std::mem::take(&mut unrolling.became);
    (unrolling.finish(&[]), lanes)
}

fn unrolling(program: &Program) -> Unrolling<'_> {
    let mut unrolling = Unrolling::new(program);
    let mut waiting = Vec::new();
    let mut region = 0;
    for (value, node) in program.values() {
        let meets = matches!(node.op, Op::Sum(_) | Op::Lane(..));
        if node.region != region || meets {
            unrolling.write(&mut waiting);
        }
        region = node.region;
        if node.lanes > 1 && node.op.is_computed() {
            waiting.push(value);
        } else {
            unrolling.write_uniform(value);
        }
    }
    unrolling.write(&mut waiting);
    unrolling
}

struct Unrolling<'p> {
    program: &'p Program,
    nodes: Vec<Node>,
    known: Known,
    inputs: Vec<Input>,
    /// By value of the program: its new values, one value per lane, or a single value.
    became: Vec<Vec<Value>>,
}

impl<'p> Unrolling<'p> {
    fn new(program: &'p Program) -> Self {
        Unrolling {
            program,
            nodes: Vec::new(),
            known: Known::default(),
            inputs: program.inputs.iter().flat_map(lanes_of).collect(),
            became: vec![Vec::new(); program.nodes.len()],
        }
    }

    /// The new value in a lane.
    fn at(&self, value: Value, lane: usize) -> Value {
        let lanes = &self.became[value.index()];
        *lanes.get(lane).unwrap_or(&lanes[0])
    }

    /// Writes operations on lanes, lane by lane.
    fn write(&mut self, waiting: &mut Vec<Value>) {
        let widest = waiting.iter().map(|v| self.program.node(*v).lanes).max().unwrap_or(0);
        for lane in 0..widest as usize {
            for &value in waiting.iter() {
                let node = self.program.node(value);
                if lane >= node.lanes as usize {
                    continue;
                }
                let op = match node.op {
                    Op::Lookup(table, x) => Op::Lookup(self.table(table, lane), self.at(x, lane)),
                    Op::LookupIntegral(table, x) => Op::LookupIntegral(self.table(table, lane), self.at(x, lane)),
                    op => op.map(|v| self.at(v, lane)),
                };
                let written = self.intern(op, node);
                self.became[value.index()].push(written);
            }
        }
        waiting.clear();
    }

    /// Writes a value that has no lanes or takes no operation.
    fn write_uniform(&mut self, value: Value) {
        let node = self.program.node(value);
        let written = match node.op {
            Op::Input(i) => {
                let before: u32 = self.program.inputs[..i as usize].iter().map(|input| input.lanes).sum();
                (0..node.lanes)
                    .map(|lane| self.intern(Op::Input(before + lane), node))
                    .collect()
            }
            Op::LaneConstant(k) => {
                let numbers = &self.program.lane_constants[k as usize];
                numbers
                    .iter()
                    .map(|&x| self.intern(Op::Constant(x.into()), node))
                    .collect()
            }
            Op::Lane(lane, a) => vec![self.at(a, lane as usize)],
            Op::Sum(a) => {
                let mut sum = self.at(a, 0);
                for lane in 1..self.program.node(a).lanes as usize {
                    sum = self.intern(Op::Add(sum, self.at(a, lane)), node);
                }
                vec![sum]
            }
            op => vec![self.intern(op.map(|v| self.at(v, 0)), node)],
        };
        self.became[value.index()] = written;
    }

    /// The table of a lane. The tables of all lanes stand one after the other in the program.
    fn table(&self, table: u32, lane: usize) -> u32 {
        let has_own = lane > 0 && !self.program.tables[table as usize].others.is_empty();
        let before = |t: &crate::scalar::Points| 1 + t.others.len();
        let first: usize = self.program.tables[..table as usize].iter().map(before).sum();
        u32::try_from(first + if has_own { lane } else { 0 }).expect("fewer than 2^32 tables")
    }

    fn intern(&mut self, op: Op, node: &Node) -> Value {
        let value = Value(u32::try_from(self.nodes.len()).expect("fewer than 2^32 values"));
        if let Some(known) = self.known.find_or_insert(op, value, &self.nodes) {
            return known;
        }
        self.nodes.push(Node {
            op,
            lanes: 1,
            ..node.clone()
        });
        value
    }

    fn finish(self, ports: &[usize]) -> Program {
        let outputs = self.program.outputs.iter().zip(ports);
        let outputs = outputs.flat_map(|(output, &ports)| {
            (0..ports).map(|lane| Output {
                value: self.at(output.value, lane),
                ..output.clone()
            })
        });
        let tables = self.program.tables.iter().flat_map(|table| {
            let own = crate::scalar::Points {
                others: Vec::new(),
                ..table.clone()
            };
            std::iter::once(own).chain(table.others.iter().cloned())
        });
        Program {
            outputs: outputs.collect(),
            tables: tables.collect(),
            lane_constants: Vec::new(),
            regions: self.program.regions.clone(),
            nodes: self.nodes,
            inputs: self.inputs,
        }
    }
}

fn lanes_of(input: &Input) -> impl Iterator<Item = Input> {
    let alone = Input {
        lanes: 1,
        ..input.clone()
    };
    std::iter::repeat_n(alone, input.lanes as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Class, Graph, interpret, verify};
    use crate::scalar::Scalar;

    #[test]
    fn lanes_become_operations_of_their_own_and_meet_in_their_sum() {
        let graph = Graph::new();
        graph.begin_region("all");
        let x = graph.lane_input("x", Class::Position, 4);
        let u = graph.input("u", Class::Position);
        let weighted = graph.lane_constant(&[1.0, 2.0, 3.0, 4.0]) * x * u;
        graph.output("each", weighted.sqrt());
        graph.output("all", weighted.sum() + weighted.lane(2));
        let program = graph.finish();
        assert_eq!(verify(&program), Vec::<String>::new());
        assert_eq!(program.count().total(), 4 + 4 + 4 + 3 + 1);

        let unrolled = unroll(&program, &[4, 1]);
        assert_eq!(verify(&unrolled), Vec::<String>::new());
        // Unrolling keeps the product with one, which tracing would have folded.
        assert_eq!(unrolled.count().total(), program.count().total());
        let results = interpret(&unrolled, &[1.0, 8.0, 3.0, 1.0, 4.0]);
        assert_eq!(results, [2.0, 8.0, 6.0, 4.0, 4.0 + 64.0 + 36.0 + 16.0 + 36.0]);
    }
}
