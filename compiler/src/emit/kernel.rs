//! The body of one function: the operations of a region, in order.

use super::names;
use crate::formulation::ports::InputPort;
use crate::formulation::programs::Traceable;
use crate::ir::{Node, Op, Value};
use crate::scalar::Points;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Statements in one block.
const PARAGRAPH: usize = 128;

/// One `let`.
struct Statement {
    defines: Vec<Value>,
    code: TokenStream,
}

/// A program on its way to text.
pub struct Kernels<'a> {
    /// What is emitted.
    pub traceable: &'a Traceable,
    /// By value.
    names: Vec<Ident>,
    /// By value: whether it is kept in the workspace.
    kept: Vec<bool>,
    /// Tables of the whole solver.
    tables: &'a [Points],
    /// Where the state is read from.
    state: TokenStream,
}

impl<'a> Kernels<'a> {
    /// `state` is the expression for the state; `tables` holds all tables of the program.
    pub fn new(traceable: &'a Traceable, tables: &'a [Points], state: TokenStream) -> Self {
        let program = &traceable.program;
        let mut kept = vec![false; program.nodes.len()];
        for node in program.nodes.iter() {
            node.op
                .operands()
                .filter(|&v| crosses(program.node(v), node.region))
                .for_each(|v| kept[v.index()] = true);
        }
        for output in &program.outputs {
            if crosses(program.node(output.value), output.region) {
                kept[output.value.index()] = true;
            }
        }
        Kernels {
            traceable,
            names: names::values(program),
            kept,
            tables,
            state,
        }
    }

    /// Fields of the workspace.
    pub fn workspace(&self) -> impl Iterator<Item = &Ident> {
        self.names
            .iter()
            .zip(&self.kept)
            .filter(|(_, kept)| **kept)
            .map(|(name, _)| name)
    }

    /// Statements of a region: what it reads from the workspace, its operations, what it leaves there. Its outputs are
    /// the caller's, by [`Kernels::operand`].
    pub fn statements(&self, region: u32) -> TokenStream {
        let program = &self.traceable.program;
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
        let reads = read.iter().map(|v| {
            let name = &self.names[v.index()];
            quote!(let #name = self.workspace.#name;)
        });
        let computed: Vec<Statement> = own().filter_map(|(value, node)| self.statement(value, node)).collect();
        let paragraphs = self.paragraphs(region, &computed);
        quote!(#(#reads)* #paragraphs)
    }

    /// Statements in blocks of limited length, each handing on what is used after it. Every `let` opens a scope inside
    /// the one before, and debug information is written by recursion over scopes: thousands of them in a row overflow
    /// the stack of rustc.
    fn paragraphs(&self, region: u32, statements: &[Statement]) -> TokenStream {
        let program = &self.traceable.program;
        let mut paragraphs: Vec<TokenStream> = Vec::new();
        let mut needed: BTreeSet<Value> = self.output_values(region).collect();
        for (index, paragraph) in statements.chunks(PARAGRAPH).enumerate().rev() {
            let defined = || paragraph.iter().flat_map(|s| s.defines.iter().copied());
            let handed: Vec<&Ident> = defined()
                .filter(|v| needed.contains(v))
                .map(|v| &self.names[v.index()])
                .collect();
            let code = paragraph.iter().map(|s| &s.code);
            let left = defined().filter(|v| self.kept[v.index()]).map(|v| {
                let name = &self.names[v.index()];
                quote!(self.workspace.#name = #name;)
            });
            let last = (index + 1) * PARAGRAPH >= statements.len();
            paragraphs.push(if last {
                quote!(#(#code)* #(#left)*)
            } else if handed.is_empty() {
                quote!({ #(#code)* #(#left)* })
            } else {
                quote!(let (#(#handed,)*) = { #(#code)* #(#left)* (#(#handed,)*) };)
            });
            needed.extend(defined().flat_map(|v| program.node(v).op.operands()));
        }
        paragraphs.reverse();
        quote!(#(#paragraphs)*)
    }

    fn output_values(&self, region: u32) -> impl Iterator<Item = Value> {
        self.traceable
            .program
            .outputs
            .iter()
            .filter(move |o| o.region == region)
            .map(|o| o.value)
    }

    /// How a value is written where it is used.
    pub fn operand(&self, value: Value) -> TokenStream {
        match self.traceable.program.node(value).op {
            Op::Constant(c) => number(c.get()),
            Op::Input(i) => self.input(self.traceable.inputs[i as usize]),
            _ => {
                let name = &self.names[value.index()];
                quote!(#name)
            }
        }
    }

    fn input(&self, port: InputPort) -> TokenStream {
        let state = &self.state;
        match port {
            InputPort::Coordinate(i) => quote!(#state.q[#i]),
            InputPort::Speed(i) => quote!(#state.v[#i]),
            InputPort::SpeedRate(i) => quote!(rate.v[#i]),
            InputPort::Drive(d, 0) => quote!(inputs.drives[#d].position),
            InputPort::Drive(d, 1) => quote!(inputs.drives[#d].velocity),
            InputPort::Drive(d, _) => quote!(inputs.drives[#d].acceleration),
            InputPort::WheelForce(w, k) => quote!(inputs.wheels[#w].force[#k]),
            InputPort::WheelMoment(w, k) => quote!(inputs.wheels[#w].moment[#k]),
            InputPort::DriveTorque(w) => quote!(inputs.wheels[#w].drive_torque),
            InputPort::BrakeTorque(w) => quote!(inputs.wheels[#w].brake_torque),
        }
    }

    /// None where an earlier statement defines the value too.
    fn statement(&self, value: Value, node: &Node) -> Option<Statement> {
        let name = &self.names[value.index()];
        let at = |v: Value| self.operand(v);
        let expression = match node.op {
            Op::Constant(_) | Op::Input(_) => return None,
            Op::Sin(angle) | Op::Cos(angle) => return self.sine_cosine(value, angle),
            Op::Neg(a) => {
                let a = at(a);
                quote!(-#a)
            }
            Op::Add(a, b) => binary(at(a), quote!(+), at(b)),
            Op::Sub(a, b) => binary(at(a), quote!(-), at(b)),
            Op::Mul(a, b) => binary(at(a), quote!(*), at(b)),
            Op::Div(a, b) => binary(at(a), quote!(/), at(b)),
            Op::Sqrt(a) => {
                let a = at(a);
                quote!(::wishbone::math::sqrt(#a))
            }
            Op::Atan2(y, x) => {
                let (y, x) = (at(y), at(x));
                quote!(::wishbone::math::atan2(#y, #x))
            }
            Op::Select(test, negative, otherwise) => {
                let (test, negative, otherwise) = (at(test), at(negative), at(otherwise));
                quote!(if #test < 0.0 { #negative } else { #otherwise })
            }
            Op::Lookup(table, x) => self.table(table, quote!(lookup), x),
            Op::LookupIntegral(table, x) => self.table(table, quote!(integral), x),
        };
        Some(Statement {
            defines: vec![value],
            code: quote!(let #name = #expression;),
        })
    }

    /// Sine and cosine of one angle are one call, made where the first of the two stands.
    fn sine_cosine(&self, value: Value, angle: Value) -> Option<Statement> {
        let program = &self.traceable.program;
        let region = program.node(value).region;
        let find = |op: Op| {
            program
                .values()
                .find(|(_, n)| n.op == op && n.region == region)
                .map(|(v, _)| v)
        };
        let name = |v: Value| &self.names[v.index()];
        let argument = self.operand(angle);
        let (defines, code) = match (find(Op::Sin(angle)), find(Op::Cos(angle))) {
            (Some(s), Some(c)) if value != s.min(c) => return None,
            (Some(s), Some(c)) => {
                let (sine, cosine) = (name(s), name(c));
                (
                    vec![s, c],
                    quote!(let (#sine, #cosine) = ::wishbone::math::sin_cos(#argument);),
                )
            }
            (sine, _) => {
                let (name, function) = (name(value), if sine.is_some() { quote!(sin) } else { quote!(cos) });
                (vec![value], quote!(let #name = ::wishbone::math::#function(#argument);))
            }
        };
        Some(Statement { defines, code })
    }

    fn table(&self, table: u32, function: TokenStream, x: Value) -> TokenStream {
        let points = &self.traceable.program.tables[table as usize];
        let place = self.tables.iter().position(|t| t == points).unwrap_or_default();
        let (xs, ys, x) = (table_name(place, "X"), table_name(place, "Y"), self.operand(x));
        quote!(::wishbone::table::#function(&Self::#xs, &Self::#ys, #x))
    }
}

/// Name of a table's constant.
pub fn table_name(place: usize, axis: &str) -> Ident {
    names::ident(&format!("TABLE_{place}_{axis}"))
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

/// Whether a value has to be kept for another region. Constants and inputs never have to.
fn crosses(node: &Node, region: u32) -> bool {
    node.op.is_computed() && node.region != region
}

fn binary(a: TokenStream, op: TokenStream, b: TokenStream) -> TokenStream {
    quote!(#a #op #b)
}
