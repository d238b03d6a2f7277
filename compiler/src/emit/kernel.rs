//! The body of one function: the operations of a region, in order.

use super::names::{self, ident};
use crate::formulation::ports::InputPort;
use crate::formulation::programs::Traceable;
use crate::ir::{Node, Op, Program, Value};
use crate::scalar::{Ordinates, Points};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Operations in one expression.
const EXPRESSION: usize = 8;

/// Where an operand stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binds {
    /// Left of `+` or `-`.
    Left,
    /// Right of `+` or `-`.
    Right,
    /// Left of `*` or `/`.
    LeftOfProduct,
    /// Right of `*` or `/`, or behind a minus sign.
    RightOfProduct,
}

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
    /// By value: whether it is written where it is used.
    inlined: Vec<bool>,
    /// Tables of the whole solver.
    tables: &'a [Points],
    /// Where the state is read from.
    state: TokenStream,
    /// Fields of the parameters.
    parameters: &'a [Ident],
}

impl<'a> Kernels<'a> {
    /// `state` is the expression for the state; `tables` holds all tables of the program, `parameters` the fields of the
    /// parameters.
    pub fn new(traceable: &'a Traceable, tables: &'a [Points], parameters: &'a [Ident], state: TokenStream) -> Self {
        let program = &traceable.program;
        let kept = program.kept();
        Kernels {
            traceable,
            names: names::values(program),
            inlined: inlined(program, &kept),
            kept,
            tables,
            state,
            parameters,
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
            defined().for_each(|v| self.add_used(v, &mut needed));
        }
        paragraphs.reverse();
        quote!(#(#paragraphs)*)
    }

    /// Whether a region reads drives or loads.
    pub fn reads_inputs(&self, region: u32) -> bool {
        let program = &self.traceable.program;
        let from_outside = |v: Value| match program.node(v).op {
            Op::Input(i) => !matches!(
                self.traceable.inputs[i as usize],
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
        for operand in self.traceable.program.node(value).op.operands() {
            if self.inlined[operand.index()] {
                self.add_used(operand, used);
            } else {
                used.insert(operand);
            }
        }
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
            _ if self.inlined[value.index()] => self.expression(value),
            _ => {
                let name = &self.names[value.index()];
                quote!(#name)
            }
        }
    }

    /// The same inside an operation: in parentheses where reading from left to right would make it another one.
    fn inside(&self, value: Value, binds: Binds) -> TokenStream {
        let written = self.operand(value);
        let op = self.traceable.program.node(value).op;
        let stands_alone = match op {
            Op::Constant(c) => !c.get().is_sign_negative() || binds == Binds::Left,
            _ => !self.inlined[value.index()],
        };
        let product = matches!(op, Op::Mul(..) | Op::Div(..));
        let fits = match binds {
            Binds::Left => product || matches!(op, Op::Add(..) | Op::Sub(..)),
            Binds::Right | Binds::LeftOfProduct => product,
            Binds::RightOfProduct => false,
        };
        if stands_alone || fits {
            written
        } else {
            quote!((#written))
        }
    }

    fn input(&self, port: InputPort) -> TokenStream {
        let state = &self.state;
        let drive = |d: usize| at(quote!(inputs.drives), d);
        let wheel = |w: usize| at(quote!(inputs.wheels), w);
        match port {
            InputPort::Parameter(i) => {
                let field = &self.parameters[i];
                quote!(self.parameters.#field)
            }
            InputPort::Prepared(i) => at(quote!(self.prepared), i),
            InputPort::Coordinate(i) => at(quote!(#state.q), i),
            InputPort::Speed(i) => at(quote!(#state.v), i),
            InputPort::SpeedRate(i) => at(quote!(rate.v), i),
            InputPort::Drive(d, order) => {
                let drive = drive(d);
                let field = ident(["position", "velocity", "acceleration"][order]);
                quote!(#drive.#field)
            }
            InputPort::WheelForce(w, k) => {
                let wheel = wheel(w);
                at(quote!(#wheel.force), k)
            }
            InputPort::WheelMoment(w, k) => {
                let wheel = wheel(w);
                at(quote!(#wheel.moment), k)
            }
            InputPort::DriveTorque(w) => {
                let wheel = wheel(w);
                quote!(#wheel.drive_torque)
            }
            InputPort::Signal(i) => at(quote!(inputs.signals), i),
            InputPort::BrakeTorque(w) => {
                let wheel = wheel(w);
                quote!(#wheel.brake_torque)
            }
        }
    }

    /// None where the value is written inside another, or an earlier statement defines it too.
    fn statement(&self, value: Value, node: &Node) -> Option<Statement> {
        match node.op {
            Op::Sin(angle) | Op::Cos(angle) => self.sine_cosine(value, angle),
            _ if self.inlined[value.index()] => None,
            _ => {
                let (name, expression) = (&self.names[value.index()], self.expression(value));
                Some(Statement {
                    defines: vec![value],
                    code: quote!(let #name = #expression;),
                })
            }
        }
    }

    /// The operation that defines a value.
    fn expression(&self, value: Value) -> TokenStream {
        let at = |v: Value| self.operand(v);
        let binary = |a: Value, left: Binds, op: TokenStream, b: Value, right: Binds| {
            let (a, b) = (self.inside(a, left), self.inside(b, right));
            quote!(#a #op #b)
        };
        match self.traceable.program.node(value).op {
            Op::Neg(a) => {
                let a = self.inside(a, Binds::RightOfProduct);
                quote!(-#a)
            }
            Op::Add(a, b) => binary(a, Binds::Left, quote!(+), b, Binds::Right),
            Op::Sub(a, b) => binary(a, Binds::Left, quote!(-), b, Binds::Right),
            Op::Mul(a, b) => binary(a, Binds::LeftOfProduct, quote!(*), b, Binds::RightOfProduct),
            Op::Div(a, b) => binary(a, Binds::LeftOfProduct, quote!(/), b, Binds::RightOfProduct),
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
            Op::Lookup(table, x) => self.table(table, ["lookup", "cubic"], x),
            Op::LookupIntegral(table, x) => self.table(table, ["integral", "cubic_integral"], x),
            Op::Constant(_) | Op::Input(_) | Op::Sin(_) | Op::Cos(_) => {
                let name = &self.names[value.index()];
                quote!(#name)
            }
        }
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

    /// A call of one of two functions: for curves of straight lines, for those of cubics.
    fn table(&self, table: u32, [straight, cubic]: [&str; 2], x: Value) -> TokenStream {
        let points = &self.traceable.program.tables[table as usize];
        let function = ident(match points.ordinates {
            Ordinates::Straight(_) => straight,
            Ordinates::Cubic(_) => cubic,
        });
        let place = self.tables.iter().position(|t| t == points).unwrap_or_default();
        let (xs, ys, x) = (table_name(place, "X"), table_name(place, "Y"), self.operand(x));
        quote!(::wishbone::table::#function(&Self::#xs, &Self::#ys, #x))
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
            Op::Neg(_) | Op::Add(..) | Op::Sub(..) | Op::Mul(..) | Op::Div(..)
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
