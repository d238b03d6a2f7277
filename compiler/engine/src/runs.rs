//! A program as runs of equal operations, each of which is one loop.
//!
//! A loop over operations of one kind needs no decision for each of them. What a run reads was computed before it, or earlier in it: it
//! takes what is ready of its kind, and what becomes ready by that, so that there are few runs.
//!
//! Sums, differences, products and sign changes are the same three operations of multiplication and addition, with ones and zeros for
//! what they lack: `a + b = 1 a + b`, `a b = a b + -0`, `a - b = a - 1 b`, `-a = -0 - 1 a`. All of these are exact, also for zeros of
//! either sign, and far fewer runs are worth the operations.

use std::collections::{BTreeMap, VecDeque};
use wishbone_compiler::ir::{Op, Program};
use wishbone_compiler::scalar::Points;
use wishbone_laws::math;

/// Kind of the operations of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// `a b + c`
    MulAdd,
    /// `a b - c`
    MulSub,
    /// `c - a b`
    NegMulAdd,
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
}

/// Number of the kinds that are no tables.
const KINDS: usize = 10;

/// An operand: a value, or a number that an operation lacks.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Node(usize),
    One,
    NegativeZero,
}

/// Kind and operands of an operation; none if it computes nothing.
fn kind_of(op: Op) -> Option<(Kind, Vec<Operand>)> {
    use Operand::{NegativeZero, One};
    let mut operands: Vec<Operand> = op.operands().map(|value| Operand::Node(value.index())).collect();
    let kind = match op {
        Op::Constant(_) | Op::Input(_) | Op::LaneConstant(_) | Op::Sum(_) | Op::Lane(..) => return None,
        Op::Neg(_) => {
            operands.extend([One, NegativeZero]);
            Kind::NegMulAdd
        }
        Op::Add(..) => {
            operands.insert(0, One);
            Kind::MulAdd
        }
        Op::Sub(..) => {
            operands.insert(0, One);
            Kind::MulSub
        }
        Op::Mul(..) => {
            operands.push(NegativeZero);
            Kind::MulAdd
        }
        Op::MulAdd(..) => Kind::MulAdd,
        Op::MulSub(..) => Kind::MulSub,
        Op::NegMulAdd(..) => Kind::NegMulAdd,
        Op::Div(..) => Kind::Div,
        Op::Sqrt(_) => Kind::Sqrt,
        Op::Sin(_) | Op::Cos(_) => Kind::SinCos,
        Op::Atan2(..) => Kind::Atan2,
        Op::Exp(_) => Kind::Exp,
        Op::Ln(_) => Kind::Ln,
        Op::Select(..) => Kind::Select,
        Op::Lookup(table, _) => Kind::Lookup(table),
        Op::LookupIntegral(table, _) => Kind::LookupIntegral(table),
    };
    Some((kind, operands))
}

impl Kind {
    /// Position in a list of what is ready.
    fn place(self) -> usize {
        match self {
            Self::MulAdd => 0,
            Self::MulSub => 1,
            Self::NegMulAdd => 2,
            Self::Div => 3,
            Self::Sqrt => 4,
            Self::SinCos => 5,
            Self::Atan2 => 6,
            Self::Exp => 7,
            Self::Ln => 8,
            Self::Select => 9,
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
            Kind::MulAdd => self.each(values, |[a, b, c]| [a * b + c]),
            Kind::MulSub => self.each(values, |[a, b, c]| [a * b - c]),
            Kind::NegMulAdd => self.each(values, |[a, b, c]| [c - a * b]),
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

/// Places of the numbers that operations lack.
const ONE: u32 = 0;
const NEGATIVE_ZERO: u32 = 1;

/// A program while it is put in order.
struct Schedule<'p> {
    program: &'p Program,
    /// By node: kind and operands, if it computes something.
    operations: Vec<Option<(Kind, Vec<Operand>)>>,
    /// By node: whether it needs a late input.
    late: Vec<bool>,
    /// By node: number of operands in its half that are not placed yet.
    missing: Vec<usize>,
    /// By node: nodes of its half that read it.
    readers: Vec<Vec<u32>>,
    /// By node: its place among the values.
    places: Vec<u32>,
    /// Sines and cosines by their angle: the one that stands for both, and the others.
    angles: BTreeMap<usize, Vec<usize>>,
    /// Number of places given.
    placed: usize,
}

impl<'p> Schedule<'p> {
    fn new(program: &'p Program, is_late: &[bool]) -> Self {
        let count = program.nodes.len();
        let mut schedule = Schedule {
            program,
            operations: program.nodes.iter().map(|node| kind_of(node.op)).collect(),
            late: vec![false; count],
            missing: vec![0; count],
            readers: vec![Vec::new(); count],
            places: vec![0; count],
            angles: BTreeMap::new(),
            placed: 2,
        };
        for (k, node) in program.nodes.iter().enumerate() {
            schedule.late[k] = match node.op {
                Op::Input(input) => is_late[input as usize],
                op => op.operands().any(|operand| schedule.late[operand.index()]),
            };
            if schedule.operations[k].is_none() {
                schedule.places[k] = schedule.placed as u32;
                schedule.placed += 1;
                continue;
            }
            if let Op::Sin(angle) | Op::Cos(angle) = node.op {
                schedule.angles.entry(angle.index()).or_default().push(k);
            }
            for operand in node.op.operands().map(|operand| operand.index()) {
                if schedule.operations[operand].is_some() && schedule.late[operand] == schedule.late[k] {
                    schedule.missing[k] += 1;
                    schedule.readers[operand].push(k as u32);
                }
            }
        }
        schedule
    }

    /// Kind of a node by which it is computed: none of constants, inputs, and the second of sine and cosine of an angle.
    fn kind(&self, node: usize) -> Option<Kind> {
        let (kind, _) = self.operations[node].as_ref()?;
        match self.program.nodes[node].op {
            Op::Sin(angle) | Op::Cos(angle) if self.angles[&angle.index()][0] != node => None,
            _ => Some(*kind),
        }
    }

    /// Gives a node its place, and those that are computed with it: the nodes that have their values now.
    fn place(&mut self, node: usize) -> Vec<usize> {
        let (begin, op) = (self.placed as u32, self.program.nodes[node].op);
        self.placed += self.operations[node].as_ref().map_or(1, |(kind, _)| kind.results());
        let (Op::Sin(angle) | Op::Cos(angle)) = op else {
            self.places[node] = begin;
            return vec![node];
        };
        let all = self.angles[&angle.index()].clone();
        for own in &all {
            let is_cosine = matches!(self.program.nodes[*own].op, Op::Cos(_));
            self.places[*own] = begin + u32::from(is_cosine);
        }
        all
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
            let (mut operands, mut kind) = (Vec::new(), None);
            while let Some(node) = ready[longest].pop_front() {
                if let Some((own, read)) = &self.operations[node] {
                    kind = Some(*own);
                    operands.extend(read.iter().map(|operand| self.operand(*operand)));
                }
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

    fn operand(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Node(node) => self.places[node],
            Operand::One => ONE,
            Operand::NegativeZero => NEGATIVE_ZERO,
        }
    }

    fn runs(mut self, inputs: &[usize], outputs: &[usize]) -> Runs {
        let runs = [false, true].map(|is_late| self.half(is_late));
        let mut start = vec![0.0; self.placed];
        (start[ONE as usize], start[NEGATIVE_ZERO as usize]) = (1.0, -0.0);
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
