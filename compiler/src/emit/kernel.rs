//! The body of one function: the operations of a region, in order. How one of them is written says
//! [`super::expression`].

use super::names::{self, ident};
use crate::formulation::ports::InputPort;
use crate::formulation::programs::{LaneProgram, Traceable};
use crate::ir::{Node, Op, Program, Value};
use crate::scalar::Points;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Operations in one expression.
const EXPRESSION: usize = 8;

/// Statements in one block.
const PARAGRAPH: usize = 128;

/// One `let`.
pub(super) struct Statement {
    pub(super) defines: Vec<Value>,
    pub(super) code: TokenStream,
}

/// What a program is written for.
#[derive(Clone)]
pub struct Setting<'a> {
    /// Tables of the whole solver.
    pub tables: &'a [Points],
    /// The type whose constants they are.
    pub owner: TokenStream,
    /// Fields of the parameters.
    pub parameters: &'a [Ident],
    /// Where the state is read from.
    pub state: TokenStream,
    /// Where values are left for other regions.
    pub workspace: TokenStream,
    /// Whether the instruction set multiplies and adds at once.
    pub fused: bool,
    /// Whether everything that is read and written has lanes, those of several vehicles.
    pub batch: bool,
}

/// A program on its way to text.
pub struct Kernels<'a> {
    /// What is emitted.
    pub program: &'a Program,
    /// What it is for.
    pub(super) setting: Setting<'a>,
    /// By input: what it is, in each lane.
    pub(super) inputs: Vec<Vec<InputPort>>,
    /// By value.
    pub(super) names: Vec<Ident>,
    /// By value: whether it is kept in the workspace.
    kept: Vec<bool>,
    /// By value: whether it is written where it is used.
    pub(super) inlined: Vec<bool>,
}

impl<'a> Kernels<'a> {
    /// Of a program without lanes.
    pub fn new(traceable: &'a Traceable, setting: Setting<'a>) -> Self {
        let inputs = traceable.inputs.iter().map(|port| vec![*port]);
        Self::of(&traceable.program, inputs.collect(), setting)
    }

    /// Of a program with lanes.
    pub fn in_lanes(lanes: &'a LaneProgram, setting: Setting<'a>) -> Self {
        Self::of(&lanes.program, lanes.inputs.clone(), setting)
    }

    /// Of any program.
    pub fn of(program: &'a Program, inputs: Vec<Vec<InputPort>>, setting: Setting<'a>) -> Self {
        let kept = program.kept();
        Kernels {
            program,
            setting,
            inputs,
            names: names::values(program),
            inlined: inlined(program, &kept),
            kept,
        }
    }

    /// Whether it is a program of several vehicles.
    pub fn is_batch(&self) -> bool {
        self.setting.batch
    }

    /// Fields of the workspace, with their lanes.
    pub fn workspace(&self) -> impl Iterator<Item = (&Ident, u32)> {
        let values = self.names.iter().zip(&self.program.nodes).zip(&self.kept);
        values
            .filter(|(_, kept)| **kept)
            .map(|((name, node), _)| (name, node.lanes))
    }

    /// Statements of a region: what it reads from the workspace, its operations, what it leaves there. Its outputs are
    /// the caller's, by [`Kernels::operand`].
    pub fn statements(&self, region: u32) -> TokenStream {
        let program = self.program;
        let own = || {
            program
                .values()
                .filter(|(_, node)| node.region == region && node.op.is_computed())
        };
        let mut read: Vec<Value> = own()
            .flat_map(|(_, node)| node.op.operands())
            .chain(self.output_values(region))
            .filter(|&v| crosses(program.node(v), region))
            .collect();
        read.sort_unstable();
        read.dedup();
        let workspace = &self.setting.workspace;
        let reads = read.iter().map(|v| {
            let name = &self.names[v.index()];
            let kept = quote!(#workspace.#name);
            let value = in_lanes(program.node(*v).lanes, kept);
            quote!(let #name = #value;)
        });
        let gathered = self.gathered(region);
        let computed: Vec<Statement> = own().filter_map(|(value, node)| self.statement(value, node)).collect();
        let paragraphs = self.paragraphs(region, &computed);
        quote!(#(#reads)* #gathered #paragraphs)
    }

    /// Inputs and numbers that are others in each lane, as far as a region uses them.
    fn gathered(&self, region: u32) -> TokenStream {
        let program = self.program;
        let used = program.nodes.iter().filter(|node| node.region == region);
        let used = used
            .flat_map(|node| node.op.operands())
            .chain(self.output_values(region));
        let used: BTreeSet<Value> = used
            .filter(|v| program.node(*v).lanes > 1 && !program.node(*v).op.is_computed())
            .collect();
        let gathered = used.iter().map(|&value| {
            let name = &self.names[value.index()];
            if let (true, Op::Input(i)) = (self.setting.batch, program.node(value).op) {
                let lanes = in_lanes(program.node(value).lanes, self.input(self.inputs[i as usize][0]));
                return quote!(let #name = #lanes;);
            }
            let numbers: Vec<TokenStream> = match program.node(value).op {
                Op::Input(i) => self.inputs[i as usize].iter().map(|port| self.input(*port)).collect(),
                Op::LaneConstant(k) => {
                    let numbers = program.lane_constants[k as usize].iter();
                    numbers.map(|x| number(*x)).collect()
                }
                _ => Vec::new(),
            };
            let lanes = in_lanes(program.node(value).lanes, quote!([#(#numbers),*]));
            quote!(let #name = #lanes;)
        });
        quote!(#(#gathered)*)
    }

    /// Statements in blocks of limited length, each handing on what is used after it. Every `let` opens a scope inside
    /// the one before, and debug information is written by recursion over scopes: thousands of them in a row overflow
    /// the stack of rustc.
    fn paragraphs(&self, region: u32, statements: &[Statement]) -> TokenStream {
        let mut paragraphs: Vec<TokenStream> = Vec::new();
        let mut needed: BTreeSet<Value> = self.output_values(region).collect();
        for (index, paragraph) in statements.chunks(PARAGRAPH).enumerate().rev() {
            let defined = || paragraph.iter().flat_map(|s| s.defines.iter().copied());
            let handed: Vec<&Ident> = defined()
                .filter(|v| needed.contains(v))
                .map(|v| &self.names[v.index()])
                .collect();
            let code = paragraph.iter().map(|s| &s.code);
            let workspace = &self.setting.workspace;
            let left = defined().filter(|v| self.kept[v.index()]).map(|v| {
                let name = &self.names[v.index()];
                let plain = if self.program.node(v).lanes > 1 {
                    quote!(#name.to_array())
                } else {
                    quote!(#name)
                };
                quote!(#workspace.#name = #plain;)
            });
            let last = (index + 1) * PARAGRAPH >= statements.len();
            paragraphs.push(if last {
                quote!(#(#code)* #(#left)*)
            } else if handed.is_empty() {
                quote!({ #(#code)* #(#left)* })
            } else {
                quote!(let (#(#handed,)*) = { #(#code)* #(#left)* (#(#handed,)*) };)
            });
            defined().for_each(|v| self.add_used(v, &mut needed));
        }
        paragraphs.reverse();
        quote!(#(#paragraphs)*)
    }

    /// Whether a region reads drives or loads.
    pub fn reads_inputs(&self, region: u32) -> bool {
        let program = self.program;
        let from_outside = |v: Value| match program.node(v).op {
            Op::Input(i) => !matches!(
                self.inputs[i as usize][0],
                InputPort::Coordinate(_) | InputPort::Speed(_) | InputPort::Parameter(_) | InputPort::Prepared(_)
            ),
            _ => false,
        };
        let nodes = program.nodes.iter().filter(|n| n.region == region);
        nodes
            .flat_map(|n| n.op.operands())
            .chain(self.output_values(region))
            .any(from_outside)
    }

    /// The values a statement mentions: operands, and through those written inside it, theirs.
    fn add_used(&self, value: Value, used: &mut BTreeSet<Value>) {
        for operand in self.program.node(value).op.operands() {
            if self.inlined[operand.index()] {
                self.add_used(operand, used);
            } else {
                used.insert(operand);
            }
        }
    }

    fn output_values(&self, region: u32) -> impl Iterator<Item = Value> {
        self.program
            .outputs
            .iter()
            .filter(move |o| o.region == region)
            .map(|o| o.value)
    }
}

/// Name of a table's constant.
pub fn table_name(place: usize, axis: &str) -> Ident {
    ident(&format!("TABLE_{place}_{axis}"))
}

/// An element of an array, by a constant index.
pub fn at(array: TokenStream, index: usize) -> TokenStream {
    let index = Literal::usize_unsuffixed(index);
    quote!(#array[#index])
}

/// A number, exactly as it is.
pub fn number(value: f64) -> TokenStream {
    let digits = Literal::f64_unsuffixed(value.abs());
    if value.is_sign_negative() {
        quote!(-#digits)
    } else {
        quote!(#digits)
    }
}

/// An array as a value with lanes; a plain number as it is.
pub fn in_lanes(lanes: u32, array: TokenStream) -> TokenStream {
    match lanes {
        1 => array,
        lanes => {
            let function = ident(&format!("x{lanes}"));
            quote!(::wishbone::lanes::#function(#array))
        }
    }
}

/// Whether a value has to be kept for another region. Constants and inputs never have to.
fn crosses(node: &Node, region: u32) -> bool {
    node.op.is_computed() && node.region != region
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
