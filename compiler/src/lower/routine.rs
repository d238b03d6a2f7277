//! A program with the decisions about its text: functions, names, values that are kept for other functions or written
//! where they are used.

use super::function::Function;
use super::labels::Labels;
use super::names::{self, Names};
use super::ported::Ported;
use super::workspace::{self, Slot, Workspace};
use crate::formulation::Quantity;
use crate::ir::{Node, Op, Program, Value};
use crate::programs::ports::{Kind, Port, Root};
use std::collections::BTreeMap;

/// Largest number of operations in one expression.
const EXPRESSION: usize = 8;

/// Smallest number of statements for one part and quantity before which a comment names them.
const SECTION: usize = 4;

/// `wishbone::batch::LANES`
const VEHICLES: u32 = 8;

/// How values that have lanes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All lanes in one register.
    Registers,
    /// One after the other, in loops; each register holds one number for each of eight vehicles. All values of a region
    /// have equal numbers of lanes, and sums are in the region of their terms (`ir::separate`).
    Vehicles,
}

impl Form {
    /// Whether all numbers that are read and written belong to several vehicles.
    pub fn is_batch(self) -> bool {
        self == Form::Vehicles
    }
}

/// A program on its way to text.
#[derive(Clone, Debug)]
pub struct Routine {
    /// The program, and the meaning of its inputs and outputs.
    pub ported: Ported,
    /// How lanes are written.
    pub form: Form,
    /// Its functions in order; empty if a single function computes all regions.
    pub functions: Vec<Function>,
    /// By value: its name, unique in the program.
    pub names: Vec<String>,
    /// Values at which the work for another part or quantity begins, each with the part and the quantity's equation.
    pub sections: BTreeMap<Value, String>,
    /// By value: its place in the workspace, if it is kept there.
    pub kept: Vec<Option<Slot>>,
    /// By value: whether it is written where it is used.
    pub inlined: Vec<bool>,
}

impl Routine {
    /// Whether vectors have at least four numbers, so that their place on the stack may lie in two lines of the cache.
    pub fn has_long_vectors(&self) -> bool {
        self.form.is_batch() || self.ported.program.nodes.iter().any(|node| node.lanes >= 4)
    }

    /// A routine for a program that these functions compute.
    pub fn new(ported: Ported, form: Form, functions: Vec<Function>, labels: &Labels) -> Self {
        let program = &ported.program;
        let Names { values, subjects } = names::values(&ported, labels);
        let inlined = inlined(&ported);
        let mut routine = Routine {
            form,
            functions,
            sections: sections(program, &inlined, &subjects),
            names: values,
            inlined,
            kept: Vec::new(),
            ported,
        };
        routine.kept = workspace::allocate(&routine);
        routine
    }

    /// A routine for a program that a single function computes.
    pub fn whole(ported: Ported, form: Form, labels: &Labels) -> Self {
        Self::new(ported, form, Vec::new(), labels)
    }

    /// How many numbers a value consists of in the text.
    pub fn width(&self, value: Value) -> u32 {
        let node = self.ported.program.node(value);
        match self.form {
            Form::Registers => node.lanes,
            Form::Vehicles if matches!(node.op, Op::Constant(_) | Op::LaneConstant(_)) => 1,
            Form::Vehicles => VEHICLES,
        }
    }

    /// Number of turns in which a loop computes a value, each turn for another lane.
    pub fn turns(&self, value: Value) -> u32 {
        match self.form {
            Form::Registers => 1,
            Form::Vehicles => self.ported.program.node(value).lanes,
        }
    }

    /// Whether all its functions run one after the other, with nothing between them. This holds for slopes.
    pub fn runs_through(&self) -> bool {
        !self.functions.is_empty() && self.functions.iter().all(Function::is_kinematics)
    }

    /// How many numbers a thread sends to the others.
    pub fn sent(&self) -> usize {
        size_of_array(&self.ported.outputs, Kind::Sent)
    }

    /// How many numbers all threads send, counted up to the last number that this thread reads.
    pub fn received(&self) -> usize {
        size_of_array(&self.ported.inputs, Kind::Received)
    }

    /// Part of the state that is read after the kinematics; the kinematics keep only this part. Copying the whole state
    /// took a quarter of the time of evaluating a batch.
    pub fn remembered(&self) -> impl Iterator<Item = Port> {
        let late = self.functions.iter().filter(|function| !function.is_kinematics());
        let read = late.flat_map(|function| self.ported.reads(function.region));
        read.filter(|port| port.root() == Root::State)
    }

    /// Rates of the state that are known before the loads.
    pub fn known_rates(&self) -> impl Iterator<Item = Port> {
        let early = self.functions.iter().filter(|function| function.is_kinematics());
        let delivered = early.flat_map(|function| self.ported.delivered(function.region));
        delivered.filter(|port| port.root() == Root::Rate)
    }

    /// Places for the values that are kept.
    pub fn workspace(&self) -> Workspace {
        let mut workspace = Workspace::default();
        for Slot { class, index } in self.kept.iter().flatten() {
            let count = workspace.places.entry(*class).or_default();
            *count = (*count).max(index + 1);
        }
        workspace
    }
}

/// Length of an array with places for all ports of this kind.
fn size_of_array(ports: &[Vec<Port>], kind: Kind) -> usize {
    let own = ports.iter().flatten().filter(|port| port.kind == kind);
    own.map(|port| port.index + 1).max().unwrap_or(0)
}

/// Values at which the work for another part or quantity begins and continues for a while.
fn sections(program: &Program, inlined: &[bool], subjects: &[Option<String>]) -> BTreeMap<Value, String> {
    let written = program
        .values()
        .filter(|(value, node)| node.op.is_computed() && !inlined[value.index()]);
    let written: Vec<(Value, u32, String)> = written
        .filter_map(|(value, node)| Some((value, node.region, heading(node, subjects[value.index()].as_deref())?)))
        .collect();
    let mut sections = BTreeMap::new();
    let mut current = None;
    for run in written.chunk_by(|one, next| (one.1, &one.2) == (next.1, &next.2)) {
        let (first, region, heading) = &run[0];
        if run.len() >= SECTION && current != Some((region, heading)) {
            sections.insert(*first, heading.clone());
            current = Some((region, heading));
        }
    }
    sections
}

/// The part for which a value is computed, with the equation of the quantity.
fn heading(node: &Node, subject: Option<&str>) -> Option<String> {
    let Some((part, word)) = node.purpose.as_deref().and_then(|purpose| purpose.rsplit_once('.')) else {
        return subject.map(|part| format!("`{part}`"));
    };
    let (slopes, word) = match word.strip_suffix("_slope") {
        Some(word) => ("slopes of ", word),
        None => ("", word),
    };
    let equation = Quantity::of_word(word).map_or(word, |quantity| quantity.equation());
    Some(format!("`{part}`: {slopes}{equation}"))
}

/// Values that are written inside the only operation that uses them, or at the place where they are delivered. These
/// are sums and products without a name, in expressions of limited length. The order of operations stays.
fn inlined(Ported { program, outputs, .. }: &Ported) -> Vec<bool> {
    let kept = program.kept();
    let mut users: Vec<Option<Value>> = vec![None; program.nodes.len()];
    let mut uses = vec![0_usize; program.nodes.len()];
    for (value, node) in program.values() {
        for operand in node.op.operands() {
            users[operand.index()] = Some(value);
            uses[operand.index()] += 1;
        }
    }
    let mut delivered = vec![false; program.nodes.len()];
    for (output, ports) in program.outputs.iter().zip(outputs) {
        // A delivery may overwrite a state that is still read.
        let is_state = ports.iter().any(|port| port.root() == Root::State);
        let alone = ports.len() == 1 && program.node(output.value).lanes == 1 && !is_state;
        delivered[output.value.index()] = alone;
        uses[output.value.index()] += if alone { 1 } else { 2 };
    }
    let mut inlined = vec![false; program.nodes.len()];
    let mut length = vec![1_usize; program.nodes.len()];
    for (value, node) in program.values() {
        let arithmetic = matches!(
            node.op,
            Op::Neg(_)
                | Op::Add(..)
                | Op::Sub(..)
                | Op::Mul(..)
                | Op::Div(..)
                | Op::MulAdd(..)
                | Op::MulSub(..)
                | Op::NegMulAdd(..)
        );
        let alone = uses[value.index()] == 1 && node.name.is_none() && !kept[value.index()];
        if !arithmetic || !alone {
            continue;
        }
        let Some(user) = users[value.index()] else {
            inlined[value.index()] = delivered[value.index()];
            continue;
        };
        // A pair of sine and cosine is a separate statement, which may come before other statements.
        let takes = !matches!(program.node(user).op, Op::Sin(_) | Op::Cos(_));
        let together = length[user.index()] + length[value.index()] <= EXPRESSION;
        if takes && together && program.node(user).region == node.region {
            inlined[value.index()] = true;
            length[user.index()] += length[value.index()];
        }
    }
    inlined
}
