//! A program as runs of equal operations, each of which is one loop.
//!
//! A loop over operations of one kind needs no decision for each of them. What a run reads was computed before it, or earlier in it: a
//! run takes what is ready of its kind and what becomes ready by that, so that runs are few.

use std::collections::{BTreeMap, VecDeque};
use wishbone_compiler::ir::{Op, Program};
use wishbone_compiler::scalar::Points;
use wishbone_laws::math;

/// Kind of the operations of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    /// Sine and cosine, side by side.
    SinCos,
    Atan2,
    Exp,
    Ln,
    Select,
    Lookup(u32),
    LookupIntegral(u32),
    MulAdd,
    MulSub,
    NegMulAdd,
}

/// Number of the kinds that are no tables.
const KINDS: usize = 14;

impl Kind {
    fn of(op: Op) -> Option<Self> {
        Some(match op {
            Op::Constant(_) | Op::Input(_) | Op::LaneConstant(_) | Op::Sum(_) | Op::Lane(..) => return None,
            Op::Neg(_) => Self::Neg,
            Op::Add(..) => Self::Add,
            Op::Sub(..) => Self::Sub,
            Op::Mul(..) => Self::Mul,
            Op::Div(..) => Self::Div,
            Op::Sqrt(_) => Self::Sqrt,
            Op::Sin(_) | Op::Cos(_) => Self::SinCos,
            Op::Atan2(..) => Self::Atan2,
            Op::Exp(_) => Self::Exp,
            Op::Ln(_) => Self::Ln,
            Op::Select(..) => Self::Select,
            Op::Lookup(table, _) => Self::Lookup(table),
            Op::LookupIntegral(table, _) => Self::LookupIntegral(table),
            Op::MulAdd(..) => Self::MulAdd,
            Op::MulSub(..) => Self::MulSub,
            Op::NegMulAdd(..) => Self::NegMulAdd,
        })
    }

    /// Position in a list of what is ready.
    fn place(self) -> usize {
        match self {
            Self::Neg => 0,
            Self::Add => 1,
            Self::Sub => 2,
            Self::Mul => 3,
            Self::Div => 4,
            Self::Sqrt => 5,
            Self::SinCos => 6,
            Self::Atan2 => 7,
            Self::Exp => 8,
            Self::Ln => 9,
            Self::Select => 10,
            Self::MulAdd => 11,
            Self::MulSub => 12,
            Self::NegMulAdd => 13,
            Self::Lookup(table) => KINDS + 2 * table as usize,
            Self::LookupIntegral(table) => KINDS + 2 * table as usize + 1,
        }
    }

    /// Number of results of an operation.
    fn results(self) -> usize {
        if self == Self::SinCos { 2 } else { 1 }
    }
}

/// Operations of one kind: results stand side by side.
#[derive(Clone, Debug)]
struct Run {
    kind: Kind,
    /// Place of the first result.
    begin: usize,
    /// Places of the operands, one operation after the other.
    operands: Vec<u32>,
}

/// A program in runs.
#[derive(Clone, Debug)]
pub struct Runs {
    /// Values before the first run: constants in their places.
    start: Vec<f64>,
    /// For each input its place among the values and on the board; those that are known early, and the rest.
    inputs: [Vec<(u32, u32)>; 2],
    /// Runs that need early inputs only, and the rest.
    runs: [Vec<Run>; 2],
    /// For each output its place among the values and on the board, by the half that computes it.
    outputs: [Vec<(u32, u32)>; 2],
    tables: Vec<Points>,
}

/// The values of a program while it runs.
pub type Values = Vec<f64>;

impl Runs {
    /// Puts a program in runs. `inputs` and `outputs` are places on the board; inputs that are known `late` are read, and what needs
    /// them is computed, in the second half.
    pub fn new(program: &Program, inputs: &[usize], is_late: &[bool], outputs: &[usize]) -> Self {
        Schedule::new(program, is_late).runs(inputs, outputs)
    }

    /// Values with the constants set.
    pub fn fresh(&self) -> Values {
        self.start.clone()
    }

    /// Reads the inputs of a half from the board, evaluates it, and writes its outputs.
    pub fn run(&self, half: usize, values: &mut [f64], board: &mut [f64]) {
        for &(value, place) in &self.inputs[half] {
            values[value as usize] = board[place as usize];
        }
        self.runs[half]
            .iter()
            .for_each(|run| run.evaluate(values, &self.tables));
        for &(value, place) in &self.outputs[half] {
            board[place as usize] = values[value as usize];
        }
    }

    /// Both halves.
    pub fn run_all(&self, values: &mut [f64], board: &mut [f64]) {
        // All inputs first: outputs may overwrite them.
        for &(value, place) in self.inputs.iter().flatten() {
            values[value as usize] = board[place as usize];
        }
        let runs = self.runs.iter().flatten();
        runs.for_each(|run| run.evaluate(values, &self.tables));
        for &(value, place) in self.outputs.iter().flatten() {
            board[place as usize] = values[value as usize];
        }
    }
}

impl Run {
    fn evaluate(&self, values: &mut [f64], tables: &[Points]) {
        match self.kind {
            Kind::Neg => self.each(values, |[a]| [-a]),
            Kind::Add => self.each(values, |[a, b]| [a + b]),
            Kind::Sub => self.each(values, |[a, b]| [a - b]),
            Kind::Mul => self.each(values, |[a, b]| [a * b]),
            Kind::Div => self.each(values, |[a, b]| [a / b]),
            Kind::Sqrt => self.each(values, |[a]| [a.sqrt()]),
            Kind::SinCos => self.each(values, |[a]| math::sin_cos(a).into()),
            Kind::Atan2 => self.each(values, |[y, x]| [math::atan2(y, x)]),
            Kind::Exp => self.each(values, |[a]| [math::exp(a)]),
            Kind::Ln => self.each(values, |[a]| [math::ln(a)]),
            Kind::Select => self.each(values, |[test, negative, otherwise]| {
                [if test < 0.0 { negative } else { otherwise }]
            }),
            Kind::Lookup(table) => self.each(values, |[x]| [tables[table as usize].at(x)]),
            Kind::LookupIntegral(table) => self.each(values, |[x]| [tables[table as usize].integral(x)]),
            Kind::MulAdd => self.each(values, |[a, b, c]| [a * b + c]),
            Kind::MulSub => self.each(values, |[a, b, c]| [a * b - c]),
            Kind::NegMulAdd => self.each(values, |[a, b, c]| [-a * b + c]),
        }
    }

    #[inline(always)]
    fn each<const K: usize, const N: usize>(&self, values: &mut [f64], operation: impl Fn([f64; K]) -> [f64; N]) {
        let (operands, _) = self.operands.as_chunks::<K>();
        let mut place = self.begin;
        for places in operands {
            for result in operation(places.map(|place| values[place as usize])) {
                values[place] = result;
                place += 1;
            }
        }
    }
}

/// A program while it is put in order.
struct Schedule<'p> {
    program: &'p Program,
    /// By node: whether it needs a late input.
    late: Vec<bool>,
    /// By node: number of operands in its half that are not placed yet.
    missing: Vec<usize>,
    /// By node: nodes of its half that read it.
    readers: Vec<Vec<u32>>,
    /// By node: its place among the values.
    places: Vec<u32>,
    /// Sine and cosine by their angle: the first one stands for both.
    angles: BTreeMap<usize, Vec<usize>>,
    /// Number of places given.
    placed: usize,
}

impl<'p> Schedule<'p> {
    fn new(program: &'p Program, is_late: &[bool]) -> Self {
        let count = program.nodes.len();
        let mut schedule = Schedule {
            program,
            late: vec![false; count],
            missing: vec![0; count],
            readers: vec![Vec::new(); count],
            places: vec![0; count],
            angles: BTreeMap::new(),
            placed: 0,
        };
        for (k, node) in program.nodes.iter().enumerate() {
            schedule.late[k] = match node.op {
                Op::Input(input) => is_late[input as usize],
                op => op.operands().any(|operand| schedule.late[operand.index()]),
            };
            if Kind::of(node.op).is_none() {
                let _ = schedule.place(k);
                continue;
            }
            if let Op::Sin(angle) | Op::Cos(angle) = node.op {
                schedule.angles.entry(angle.index()).or_default().push(k);
            }
            for operand in node.op.operands().map(|operand| operand.index()) {
                let is_computed = Kind::of(program.nodes[operand].op).is_some();
                if is_computed && schedule.late[operand] == schedule.late[k] {
                    schedule.missing[k] += 1;
                    schedule.readers[operand].push(k as u32);
                }
            }
        }
        schedule
    }

    /// Kind by which a node is computed: none of constants, of inputs, and of the second one of sine and cosine of an angle.
    fn kind(&self, node: usize) -> Option<Kind> {
        match self.program.nodes[node].op {
            Op::Sin(angle) | Op::Cos(angle) if self.angles[&angle.index()][0] != node => None,
            op => Kind::of(op),
        }
    }

    /// Gives a node its place, and the other one of sine and cosine with it: the nodes that have a value now.
    fn place(&mut self, node: usize) -> Vec<usize> {
        let (begin, op) = (self.placed as u32, self.program.nodes[node].op);
        self.placed += Kind::of(op).map_or(1, Kind::results);
        let placed = match op {
            Op::Sin(angle) | Op::Cos(angle) => self.angles[&angle.index()].clone(),
            _ => vec![node],
        };
        for own in &placed {
            let is_second = matches!(self.program.nodes[*own].op, Op::Cos(_));
            self.places[*own] = begin + u32::from(is_second);
        }
        placed
    }

    /// Takes the kind of which most operations are ready, and what becomes ready of it, again and again.
    fn half(&mut self, is_late: bool) -> Vec<Run> {
        let mut ready: Vec<VecDeque<usize>> = vec![VecDeque::new(); KINDS + 2 * self.program.tables.len()];
        for node in 0..self.program.nodes.len() {
            if let Some(kind) = self.kind(node)
                && self.late[node] == is_late
                && self.missing[node] == 0
            {
                ready[kind.place()].push_back(node);
            }
        }
        let mut runs = Vec::new();
        while let Some(longest) = longest(&ready) {
            let begin = self.placed;
            let kind = ready[longest].front().and_then(|node| self.kind(*node));
            let mut operands = Vec::new();
            while let Some(node) = ready[longest].pop_front() {
                let op = self.program.nodes[node].op;
                operands.extend(op.operands().map(|operand| self.places[operand.index()]));
                for computed in self.place(node) {
                    for reader in std::mem::take(&mut self.readers[computed]) {
                        let reader = reader as usize;
                        self.missing[reader] -= 1;
                        if self.missing[reader] == 0
                            && let Some(kind) = self.kind(reader)
                        {
                            ready[kind.place()].push_back(reader);
                        }
                    }
                }
            }
            runs.extend(kind.map(|kind| Run { kind, begin, operands }));
        }
        runs
    }

    fn runs(mut self, inputs: &[usize], outputs: &[usize]) -> Runs {
        let runs = [false, true].map(|is_late| self.half(is_late));
        let mut start = vec![0.0; self.placed];
        let mut read = [Vec::new(), Vec::new()];
        for (k, node) in self.program.nodes.iter().enumerate() {
            match node.op {
                Op::Constant(number) => start[self.places[k] as usize] = number.get(),
                Op::Input(input) => {
                    let pair = (self.places[k], inputs[input as usize] as u32);
                    read[usize::from(self.late[k])].push(pair);
                }
                _ => {}
            }
        }
        let mut written = [Vec::new(), Vec::new()];
        for (output, &place) in self.program.outputs.iter().zip(outputs) {
            let node = output.value.index();
            written[usize::from(self.late[node])].push((self.places[node], place as u32));
        }
        Runs {
            start,
            inputs: read,
            runs,
            outputs: written,
            tables: self.program.tables.clone(),
        }
    }
}

/// The longest list that is not empty, the first of several.
fn longest(ready: &[VecDeque<usize>]) -> Option<usize> {
    let (place, list) = ready.iter().enumerate().rev().max_by_key(|(_, list)| list.len())?;
    (!list.is_empty()).then_some(place)
}
