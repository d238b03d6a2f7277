//! A program with what is decided about its text: functions, names, values that are kept for others or written where they
//! are used.

use super::function::Function;
use super::names;
use super::ported::Ported;
use super::workspace::{self, Slot, Workspace};
use crate::ir::{Op, Program, Value};

/// Operations in one expression.
const EXPRESSION: usize = 8;

/// `wishbone::batch::LANES`
const VEHICLES: u32 = 8;

/// How values that have lanes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All lanes in one register.
    Registers,
    /// One after the other, in loops; a register holds the same number of eight vehicles. All values of a region have
    /// equally many lanes, and sums stand where their terms do (`ir::separate`).
    Vehicles,
}

impl Form {
    /// Whether everything that is read and written is that of several vehicles.
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
    /// Its functions in order; none where a single function computes all regions.
    pub functions: Vec<Function>,
    /// By value: its name, unique in the program.
    pub names: Vec<String>,
    /// By value: its place in the workspace, if it is kept there.
    pub kept: Vec<Option<Slot>>,
    /// By value: whether it is written where it is used.
    pub inlined: Vec<bool>,
}

impl Routine {
    /// Of a program that these functions compute.
    pub fn new(ported: Ported, form: Form, functions: Vec<Function>) -> Self {
        let program = &ported.program;
        let mut routine = Routine {
            form,
            functions,
            names: names::values(program),
            inlined: inlined(program, &program.kept()),
            kept: Vec::new(),
            ported,
        };
        routine.kept = workspace::allocate(&routine);
        routine
    }

    /// Of a program that a single function computes.
    pub fn whole(ported: Ported, form: Form) -> Self {
        Self::new(ported, form, Vec::new())
    }

    /// Number of numbers that a value is where it is written.
    pub fn width(&self, value: Value) -> u32 {
        let node = self.ported.program.node(value);
        match self.form {
            Form::Registers => node.lanes,
            Form::Vehicles if matches!(node.op, Op::Constant(_) | Op::LaneConstant(_)) => 1,
            Form::Vehicles => VEHICLES,
        }
    }

    /// How often a loop computes a value, each time another one.
    pub fn turns(&self, value: Value) -> u32 {
        match self.form {
            Form::Registers => 1,
            Form::Vehicles => self.ported.program.node(value).lanes,
        }
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

/// Values that are written inside the one operation that uses them: sums and products without a name, in expressions of
/// limited length. The order of operations stays.
fn inlined(program: &Program, kept: &[bool]) -> Vec<bool> {
    let mut users: Vec<Option<Value>> = vec![None; program.nodes.len()];
    let mut uses = vec![0_usize; program.nodes.len()];
    for (value, node) in program.values() {
        for operand in node.op.operands() {
            users[operand.index()] = Some(value);
            uses[operand.index()] += 1;
        }
    }
    program.outputs.iter().for_each(|o| uses[o.value.index()] += 2);
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
        let Some(user) = users[value.index()].map(|u| (u, program.node(u))) else {
            continue;
        };
        // A pair of sine and cosine is one statement of its own, made before its place.
        let takes = !matches!(user.1.op, Op::Sin(_) | Op::Cos(_));
        let alone = uses[value.index()] == 1 && node.name.is_none() && !kept[value.index()];
        let together = length[user.0.index()] + length[value.index()] <= EXPRESSION;
        if arithmetic && takes && alone && together && user.1.region == node.region {
            inlined[value.index()] = true;
            length[user.0.index()] += length[value.index()];
        }
    }
    inlined
}
