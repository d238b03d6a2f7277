//! A program as runs. A run is a loop over operations of one kind.
//!
//! A loop over operations of one kind needs no decision for each operation. Operands of a run are computed before it,
//! or earlier in it. A run takes all ready operations of its kind, and operations that become ready through these, so
//! that there are few runs.
//!
//! The cost of an operation is the cost of reading and writing numbers. So a sum itself computes a product that no
//! other operation reads. A run also takes in a sum that no other operation reads, up to [`TERMS`] terms in total,
//! added in the original order.
//!
//! A wider operation can replace a narrower operation to the last bit (`a 1 + c 1`, `a b + -0 1`). A run takes in
//! narrower operations if a separate run for them would cost more.

use crate::placed::Placed;
use std::collections::{BTreeMap, VecDeque};
use wishbone_compiler::ir::{Op, Program, Value};
use wishbone_compiler::scalar::Points;
use wishbone_laws::math;

/// Kind of the operations of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// `a b`
    Product,
    /// `a b + c`
    ProductAndNumber,
    /// `a - c d`
    NumberLessProduct,
    /// `a b + c d`
    Sum,
    /// `a b - c d`
    Difference,
    /// `(a b ± c d) ± e f`; two flags tell whether the second and the third term are subtracted.
    Three([bool; 2]),
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

/// Number of kinds without look-ups in tables.
const KINDS: usize = 16;
/// Largest number of terms of a sum.
const TERMS: usize = 3;
/// Places of the constants one, minus zero and zero.
const ONE: u32 = 0;
const MINUS_ZERO: u32 = 1;
const ZERO: u32 = 2;
/// Instructions of a run in addition to its operations. They are saved if another run takes in the operations.
const OVERHEAD: usize = 30;

impl Kind {
    /// Kind of an operation that is no sum, difference or product.
    fn of(op: Op) -> Option<Self> {
        Some(match op {
            Op::Div(..) => Self::Div,
            Op::Sqrt(_) => Self::Sqrt,
            Op::Sin(_) | Op::Cos(_) => Self::SinCos,
            Op::Atan2(..) => Self::Atan2,
            Op::Exp(_) => Self::Exp,
            Op::Ln(_) => Self::Ln,
            Op::Select(..) => Self::Select,
            Op::Lookup(table, _) => Self::Lookup(table),
            Op::LookupIntegral(table, _) => Self::LookupIntegral(table),
            _ => return None,
        })
    }

    /// The narrower kinds whose operations this kind can also do, in the order in which a run takes them in.
    fn narrower(self) -> &'static [Self] {
        match self {
            Self::Sum => &[Self::ProductAndNumber, Self::Product],
            Self::Difference => &[Self::NumberLessProduct],
            Self::ProductAndNumber => &[Self::Product],
            Self::Three([false, _]) => &[Self::Sum, Self::ProductAndNumber, Self::Product],
            Self::Three([true, _]) => &[Self::Difference, Self::NumberLessProduct],
            _ => &[],
        }
    }

    /// Instructions of an operation, counted on x86-64.
    fn cost(self) -> usize {
        match self {
            Self::Product => 9,
            Self::ProductAndNumber | Self::NumberLessProduct => 11,
            Self::Sum | Self::Difference => 14,
            _ => 19,
        }
    }

    /// Largest number of operations of a narrower kind that a run takes in. More of them would cost less in a
    /// separate run.
    fn few(self, narrower: Self) -> usize {
        OVERHEAD / (self.cost() - narrower.cost())
    }

    /// Position of its list among the lists of ready operations. Of several lists with equal lengths, the first is run.
    fn place(self) -> usize {
        match self {
            Self::Sum => 0,
            Self::Difference => 1,
            Self::Div => 2,
            Self::Sqrt => 3,
            Self::SinCos => 4,
            Self::Atan2 => 5,
            Self::Exp => 6,
            Self::Ln => 7,
            Self::Select => 8,
            Self::Product => 9,
            Self::ProductAndNumber => 10,
            Self::NumberLessProduct => 11,
            Self::Three([second, third]) => 12 + 2 * usize::from(second) + usize::from(third),
            Self::Lookup(table) => KINDS + 2 * table as usize,
            Self::LookupIntegral(table) => KINDS + 2 * table as usize + 1,
        }
    }

    /// Number of results of an operation.
    fn results(self) -> usize {
        if self == Self::SinCos { 2 } else { 1 }
    }
}

/// Operations of one kind, with their results side by side.
#[derive(Clone, Debug)]
struct Run<P> {
    kind: Kind,
    /// Place of the first result.
    begin: usize,
    /// Places of the operands, one operation after the other.
    operands: Vec<P>,
}

/// A program in runs.
#[derive(Clone, Debug)]
pub struct Runs {
    /// Values before the first run: constants in their places.
    start: Vec<f64>,
    /// For each input, its place among the values and on the board; the first list contains early inputs, the second
    /// late ones.
    inputs: [Vec<(u32, u32)>; 2],
    runs: Halves,
    /// For each output, its place among the values and on the board; one list for each half that computes outputs.
    outputs: [Vec<(u32, u32)>; 2],
    tables: Vec<Points>,
}

/// The runs of both halves: the runs that need early inputs only, and the rest.
#[derive(Clone, Debug)]
enum Halves {
    /// For a program whose values all have places below [`NEAR`]. A place of two bytes cannot be out of range and needs
    /// no check.
    Near([Vec<Run<u16>>; 2]),
    /// For a longer program.
    Far([Vec<Run<u32>>; 2]),
}

/// Number of places that two bytes can distinguish.
const NEAR: usize = 1 << 16;

/// The values of a program while it runs.
#[derive(Debug)]
pub struct Values {
    /// At least [`NEAR`] numbers. Memory that is never written takes no space.
    numbers: Vec<f64>,
    /// How many of them the program uses.
    used: usize,
}

impl Values {
    /// These values, followed by zeros.
    fn of(used: &[f64]) -> Self {
        let mut numbers = vec![0.0; used.len().max(NEAR)];
        numbers[..used.len()].copy_from_slice(used);
        Self {
            numbers,
            used: used.len(),
        }
    }
}

impl Clone for Values {
    fn clone(&self) -> Self {
        Self::of(&self.numbers[..self.used])
    }
}

impl Runs {
    /// Divides a program into runs. Late inputs are read in the second half, and values that depend on them are computed
    /// there.
    pub fn new(placed: &Placed<'_>) -> Self {
        Schedule::new(placed).runs(&placed.inputs, &placed.outputs)
    }

    /// Values with the constants set.
    pub fn fresh(&self) -> Values {
        Values::of(&self.start)
    }

    /// Reads the inputs of a half from the board, evaluates it, and writes its outputs.
    pub fn run(&self, half: usize, values: &mut Values, board: &mut [f64]) {
        let values = &mut values.numbers[..];
        self.read(half, values, board);
        self.evaluate(half, values);
        self.write(half, values, board);
    }

    /// Runs both halves.
    pub fn run_all(&self, values: &mut Values, board: &mut [f64]) {
        let values = &mut values.numbers[..];
        // All inputs first: outputs may overwrite them.
        (0..2).for_each(|half| self.read(half, values, board));
        (0..2).for_each(|half| self.evaluate(half, values));
        (0..2).for_each(|half| self.write(half, values, board));
    }

    fn read(&self, half: usize, values: &mut [f64], board: &[f64]) {
        for &(value, place) in &self.inputs[half] {
            values[value as usize] = board[place as usize];
        }
    }

    fn evaluate(&self, half: usize, values: &mut [f64]) {
        match &self.runs {
            Halves::Near(halves) => {
                let Some(values) = values.first_chunk_mut() else { return };
                halves[half].iter().for_each(|run| run.near(values, &self.tables));
            }
            Halves::Far(halves) => halves[half].iter().for_each(|run| run.far(values, &self.tables)),
        }
    }

    fn write(&self, half: usize, values: &[f64], board: &mut [f64]) {
        for &(value, place) in &self.outputs[half] {
            board[place as usize] = values[value as usize];
        }
    }
}

/// Evaluates a run. For each kind, a function computes one operation.
macro_rules! evaluate {
    ($run:ident, $tables:ident, $each:ident) => {
        match $run.kind {
            Kind::Product => $each!(|[a, b]| [a * b]),
            Kind::ProductAndNumber => $each!(|[a, b, c]| [a * b + c]),
            Kind::NumberLessProduct => $each!(|[a, c, d]| [a - c * d]),
            Kind::Sum => $each!(|[a, b, c, d]| [a * b + c * d]),
            Kind::Difference => $each!(|[a, b, c, d]| [a * b - c * d]),
            Kind::Three([false, false]) => $each!(|[a, b, c, d, e, f]| [a * b + c * d + e * f]),
            Kind::Three([true, false]) => $each!(|[a, b, c, d, e, f]| [a * b - c * d + e * f]),
            Kind::Three([false, true]) => $each!(|[a, b, c, d, e, f]| [a * b + c * d - e * f]),
            Kind::Three([true, true]) => $each!(|[a, b, c, d, e, f]| [a * b - c * d - e * f]),
            Kind::Div => $each!(|[a, b]| [a / b]),
            Kind::Sqrt => $each!(|[a]| [a.sqrt()]),
            Kind::SinCos => $each!(|[a]| math::sin_cos(a).into()),
            Kind::Atan2 => $each!(|[y, x]| [math::atan2(y, x)]),
            Kind::Exp => $each!(|[a]| [math::exp(a)]),
            Kind::Ln => $each!(|[a]| [math::ln(a)]),
            Kind::Select => $each!(|[test, negative, otherwise]| [if test < 0.0 { negative } else { otherwise }]),
            Kind::Lookup(table) => $each!(|[x]| [$tables[table as usize].at(x)]),
            Kind::LookupIntegral(table) => $each!(|[x]| [$tables[table as usize].integral(x)]),
        }
    };
}

impl Run<u16> {
    fn near(&self, values: &mut [f64; NEAR], tables: &[Points]) {
        macro_rules! each {
            ($operation:expr) => {
                self.each_near(values, $operation)
            };
        }
        evaluate!(self, tables, each);
    }

    #[inline(always)]
    fn each_near<const K: usize, const N: usize>(
        &self,
        values: &mut [f64; NEAR],
        operation: impl Fn([f64; K]) -> [f64; N],
    ) {
        let (operands, _) = self.operands.as_chunks::<K>();
        let mut place = self.begin as u16;
        let mut compute = |places: &[u16; K]| {
            for result in operation(places.map(|place| values[usize::from(place)])) {
                values[usize::from(place)] = result;
                place = place.wrapping_add(1);
            }
        };
        // Two operations per turn, since the loop itself takes a fifth of the instructions of a product.
        let (pairs, last) = operands.as_chunks::<2>();
        for [first, second] in pairs {
            compute(first);
            compute(second);
        }
        last.iter().for_each(compute);
    }
}

impl Run<u32> {
    fn far(&self, values: &mut [f64], tables: &[Points]) {
        macro_rules! each {
            ($operation:expr) => {
                self.each_far(values, $operation)
            };
        }
        evaluate!(self, tables, each);
    }

    #[inline(always)]
    fn each_far<const K: usize, const N: usize>(&self, values: &mut [f64], operation: impl Fn([f64; K]) -> [f64; N]) {
        let (operands, _) = self.operands.as_chunks::<K>();
        let mut place = self.begin;
        for places in operands {
            for result in operation(places.map(|place| values[place as usize])) {
                values[place] = result;
                place += 1;
            }
        }
    }

    /// This run with shorter places; `None` if a place is too large.
    fn shortened(&self) -> Option<Run<u16>> {
        let operands = self.operands.iter().map(|&place| u16::try_from(place).ok());
        Some(Run {
            kind: self.kind,
            begin: self.begin,
            operands: operands.collect::<Option<_>>()?,
        })
    }
}

/// A term of a sum, a difference or a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Term {
    /// Minus zero, which changes no sum.
    Nothing,
    Number(usize),
    Product(usize, usize),
}

/// Terms of a sum in the order of their addition.
struct Terms {
    first: Term,
    /// The other terms, each with a flag for subtraction.
    others: Vec<(bool, Term)>,
}

impl Terms {
    /// Two terms. In a difference, the second term is subtracted.
    fn two(is_difference: bool, first: Term, second: Term) -> Self {
        Self {
            first,
            others: vec![(is_difference, second)],
        }
    }

    /// Number of terms. A product counts two, since a zero is added to it.
    fn count(&self) -> usize {
        1 + self.others.len()
    }

    /// The narrowest kind of operation that computes them.
    fn kind(&self) -> Kind {
        match (self.first, &self.others[..]) {
            (Term::Product(..), [(false, Term::Nothing)]) => Kind::Product,
            (Term::Product(..), [(false, Term::Product(..))]) => Kind::Sum,
            (_, [(false, _)]) => Kind::ProductAndNumber,
            (Term::Product(..), [(true, _)]) => Kind::Difference,
            (_, [(true, _)]) => Kind::NumberLessProduct,
            (_, others) => Kind::Three([others[0].0, others[1].0]),
        }
    }

    /// Nodes among the added terms that may be sums themselves.
    fn leading(&self) -> impl Iterator<Item = usize> {
        let added = self.others.iter().filter(|(is_subtracted, _)| !is_subtracted);
        let added = std::iter::once(self.first).chain(added.map(|(_, term)| *term));
        added.filter_map(|term| match term {
            Term::Number(node) => Some(node),
            _ => None,
        })
    }

    /// All terms.
    fn all(&self) -> impl Iterator<Item = Term> {
        std::iter::once(self.first).chain(self.others.iter().map(|(_, term)| *term))
    }

    /// Operands for an operation of this kind. `factors` gives the two factors of each term.
    fn operands(&self, kind: Kind, factors: impl Fn(Term) -> [u32; 2]) -> Vec<u32> {
        let mut all: Vec<u32> = self.all().flat_map(factors).collect();
        let minus = match &kind {
            Kind::Three(minus) => &minus[..],
            _ => &[],
        };
        // Missing terms must change nothing: minus zero is added, or zero is subtracted.
        for minus in minus.iter().skip(self.others.len()) {
            all.extend([if *minus { ZERO } else { MINUS_ZERO }, ONE]);
        }
        match (kind, &all[..]) {
            (Kind::Product, &[a, b, ..]) => vec![a, b],
            (Kind::ProductAndNumber, &[a, b, c, ONE]) => vec![a, b, c],
            (Kind::ProductAndNumber, &[a, _, c, d]) => vec![c, d, a],
            (Kind::NumberLessProduct, &[a, _, c, d]) => vec![a, c, d],
            _ => all,
        }
    }
}

/// A program while its operations are put into order.
struct Schedule<'p> {
    program: &'p Program,
    /// By node: whether it needs a late input.
    late: &'p [bool],
    /// By node: number of its operands in this half that have no place yet.
    missing: Vec<usize>,
    /// By node: nodes of its half that read it.
    readers: Vec<Vec<u32>>,
    /// By node: its place among the values.
    places: Vec<u32>,
    /// Nodes of sine and cosine by their angle. The first node of an angle represents both.
    angles: BTreeMap<usize, Vec<usize>>,
    /// By node: whether the node is a product or a sum that is computed by the only node that reads it.
    taken_in: Vec<bool>,
    /// Number of places that have been assigned.
    placed: usize,
}

impl<'p> Schedule<'p> {
    fn new(placed: &'p Placed<'p>) -> Self {
        let program = placed.program;
        let count = program.nodes.len();
        let mut schedule = Schedule {
            program,
            late: &placed.late,
            missing: vec![0; count],
            readers: vec![Vec::new(); count],
            places: vec![0; count],
            angles: BTreeMap::new(),
            taken_in: vec![false; count],
            placed: 3,
        };
        for (k, node) in program.nodes.iter().enumerate() {
            if let Op::Sin(angle) | Op::Cos(angle) = node.op {
                schedule.angles.entry(angle.index()).or_default().push(k);
            }
        }
        schedule.take_in();
        for (k, node) in program.nodes.iter().enumerate() {
            if !node.op.is_computed() {
                let _ = schedule.place(k);
            } else if !schedule.taken_in[k] {
                schedule.wait(k);
            }
        }
        schedule
    }

    /// Finds the products and sums that are computed by the node that reads them.
    fn take_in(&mut self) {
        let nodes = &self.program.nodes;
        let mut uses = vec![0; nodes.len()];
        let read = nodes.iter().flat_map(|node| node.op.operands());
        let outputs = self.program.outputs.iter().map(|output| output.value);
        read.chain(outputs).for_each(|value| uses[value.index()] += 1);
        for (reader, node) in nodes.iter().enumerate() {
            let Some(terms) = self.two(node.op) else {
                continue;
            };
            for term in terms.all() {
                if let Term::Number(term) = term
                    && matches!(nodes[term].op, Op::Mul(..))
                {
                    self.taken_in[term] = uses[term] == 1 && self.late[term] == self.late[reader];
                }
            }
        }
        for (reader, node) in nodes.iter().enumerate() {
            let Some(terms) = self.two(node.op) else {
                continue;
            };
            let is_short = |node: usize| self.terms(node).is_some_and(|terms| terms.count() < TERMS);
            let sum = terms.leading().find(|&node| {
                uses[node] == 1 && self.late[node] == self.late[reader] && !self.taken_in[node] && is_short(node)
            });
            if let Some(sum) = sum {
                self.taken_in[sum] = true;
            }
        }
    }

    /// The two terms of a sum, a difference or a product; `None` for other operations.
    fn two(&self, op: Op) -> Option<Terms> {
        let term = |value: Value| match self.program.nodes[value.index()].op {
            Op::Mul(a, b) if self.taken_in[value.index()] => Term::Product(a.index(), b.index()),
            _ => Term::Number(value.index()),
        };
        let product = |a: Value, b: Value| Term::Product(a.index(), b.index());
        Some(match op {
            Op::Mul(a, b) => Terms::two(false, product(a, b), Term::Nothing),
            Op::Neg(a) => Terms::two(true, Term::Nothing, term(a)),
            Op::Add(a, b) => Terms::two(false, term(a), term(b)),
            Op::Sub(a, b) => Terms::two(true, term(a), term(b)),
            Op::MulAdd(a, b, c) => Terms::two(false, product(a, b), term(c)),
            Op::MulSub(a, b, c) => Terms::two(true, product(a, b), term(c)),
            Op::NegMulAdd(a, b, c) => Terms::two(true, term(c), product(a, b)),
            _ => return None,
        })
    }

    /// The terms of a node, beginning with the terms of the sum that it takes in.
    fn terms(&self, node: usize) -> Option<Terms> {
        let own = self.two(self.program.nodes[node].op)?;
        let Some(sum) = own.leading().find(|&sum| self.taken_in[sum]) else {
            return Some(own);
        };
        let mut terms = self.terms(sum)?;
        let (minus, second) = own.others[0];
        // The sum may be the second of two added terms, since their order does not matter.
        terms.others.push(match own.first {
            Term::Number(first) if first == sum => (minus, second),
            first => (false, first),
        });
        Some(terms)
    }

    /// Nodes that a node reads, including the factors of the products that the node takes in.
    fn read(&self, node: usize) -> Vec<usize> {
        let Some(terms) = self.terms(node) else {
            let op = self.program.nodes[node].op;
            return op.operands().map(Value::index).collect();
        };
        let mut read = Vec::new();
        for term in terms.all() {
            match term {
                Term::Nothing => {}
                Term::Number(a) => read.push(a),
                Term::Product(a, b) => read.extend([a, b]),
            }
        }
        read
    }

    /// Registers a node with the operands for which it waits.
    fn wait(&mut self, node: usize) {
        for operand in self.read(node) {
            if self.program.nodes[operand].op.is_computed() && self.late[operand] == self.late[node] {
                self.missing[node] += 1;
                self.readers[operand].push(node as u32);
            }
        }
    }

    /// Places of the operands of a node in a run of this kind.
    fn operands(&self, node: usize, kind: Kind) -> Vec<u32> {
        let op = self.program.nodes[node].op;
        match self.terms(node) {
            None => op.operands().map(|operand| self.places[operand.index()]).collect(),
            Some(terms) => terms.operands(kind, |term| match term {
                Term::Nothing => [MINUS_ZERO, ONE],
                Term::Number(a) => [self.places[a], ONE],
                Term::Product(a, b) => [self.places[a], self.places[b]],
            }),
        }
    }

    /// Kind of operation that computes a node. `None` for constants, inputs, nodes that are taken in, and the second
    /// node of sine and cosine of an angle.
    fn kind(&self, node: usize) -> Option<Kind> {
        match self.program.nodes[node].op {
            _ if self.taken_in[node] => None,
            Op::Sin(angle) | Op::Cos(angle) if self.angles[&angle.index()][0] != node => None,
            op => self.terms(node).map(|terms| terms.kind()).or_else(|| Kind::of(op)),
        }
    }

    /// Assigns a place to a node, or to sine and cosine of an angle together. Returns the nodes that have a value now.
    fn place(&mut self, node: usize) -> Vec<usize> {
        let (begin, op) = (self.placed as u32, self.program.nodes[node].op);
        let placed = match op {
            Op::Sin(angle) | Op::Cos(angle) => self.angles[&angle.index()].clone(),
            _ => vec![node],
        };
        self.placed += Kind::of(op).map_or(1, Kind::results);
        for own in &placed {
            let is_second = matches!(self.program.nodes[*own].op, Op::Cos(_));
            self.places[*own] = begin + u32::from(is_second);
        }
        placed
    }

    /// Forms the runs of a half. Each run takes the kind with the most ready operations, and operations that thereby
    /// become ready.
    fn half(&mut self, is_late: bool) -> Vec<Run<u32>> {
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
            let Some(kind) = ready[longest].front().and_then(|node| self.kind(*node)) else {
                break;
            };
            let begin = self.placed;
            let mut operands = Vec::new();
            while let Some(node) = next(&mut ready, kind) {
                operands.extend(self.operands(node, kind));
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
            runs.push(Run { kind, begin, operands });
        }
        runs
    }

    fn runs(mut self, inputs: &[usize], outputs: &[usize]) -> Runs {
        let runs = [false, true].map(|is_late| self.half(is_late));
        let mut start = vec![0.0; self.placed];
        (start[ONE as usize], start[MINUS_ZERO as usize]) = (1.0, -0.0);
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
        let near = || {
            let [early, late] = runs
                .each_ref()
                .map(|half| half.iter().map(Run::shortened).collect::<Option<_>>());
            Some([early?, late?])
        };
        let near = (self.placed <= NEAR).then(near).flatten();
        Runs {
            start,
            inputs: read,
            runs: near.map_or_else(|| Halves::Far(runs.clone()), Halves::Near),
            outputs: written,
            tables: self.program.tables.clone(),
        }
    }
}

/// The next node for a run of a kind: a node of that kind or, if few are ready, of a narrower kind.
fn next(ready: &mut [VecDeque<usize>], kind: Kind) -> Option<usize> {
    ready[kind.place()].pop_front().or_else(|| {
        let few = kind.narrower().iter().find(|narrower| {
            let count = ready[narrower.place()].len();
            (1..=kind.few(**narrower)).contains(&count)
        })?;
        ready[few.place()].pop_front()
    })
}

/// The longest list that is not empty; of several, the first.
fn longest(ready: &[VecDeque<usize>]) -> Option<usize> {
    let (place, list) = ready.iter().enumerate().rev().max_by_key(|(_, list)| list.len())?;
    (!list.is_empty()).then_some(place)
}
