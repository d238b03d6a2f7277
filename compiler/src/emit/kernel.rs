//! The body of one function: the operations of a region, in order. [`super::expression`] writes each operation.

use super::levels::Version;
use super::names::ident;
use super::places::Positions;
use crate::ir::{Node, Op, Program, Value};
use crate::lower::{Routine, Slot, Workspace};
use crate::programs::ports::Port;
use crate::scalar::Points;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Largest number of statements in one block.
const PARAGRAPH: usize = 256;

/// One `let`, and the values that it defines.
pub(super) struct Statement {
    pub(super) defines: Vec<Value>,
    pub(super) code: TokenStream,
}

/// Target of an emitted program.
#[derive(Clone)]
pub struct Setting<'a> {
    /// Tables of the whole solver.
    pub tables: &'a [Points],
    /// The type whose constants the tables are.
    pub owner: TokenStream,
    /// Constants that name the elements of arrays.
    pub positions: &'a Positions,
    /// Fields of the parameters.
    pub parameters: &'a [Ident],
    /// The expression of the workspace, in which values are left for other regions.
    pub workspace: TokenStream,
    /// The version of the text; one of several if levels share it.
    pub version: Version,
    /// Whether several levels share the text.
    pub is_shared: bool,
    /// Whether comments name the part of the vehicle for which the following statements are. Tokens cannot contain
    /// comments, so comments are string literals; only text that is printed may have them.
    pub has_comments: bool,
}

/// A program on its way to text.
pub struct Kernels<'a> {
    /// The decisions about it.
    pub routine: &'a Routine,
    /// The emitted program.
    pub program: &'a Program,
    /// Its target.
    pub(super) setting: Setting<'a>,
    /// By input: its port in each lane.
    pub(super) inputs: &'a [Vec<Port>],
    /// By value.
    pub(super) names: Vec<Ident>,
    /// By value: whether it is written where it is used.
    pub(super) inlined: &'a [bool],
}

impl<'a> Kernels<'a> {
    /// The kernels of a routine.
    pub fn new(routine: &'a Routine, setting: Setting<'a>) -> Self {
        Kernels {
            routine,
            program: &routine.ported.program,
            setting,
            inputs: &routine.ported.inputs,
            names: routine.names.iter().map(|name| ident(name)).collect(),
            inlined: &routine.inlined,
        }
    }

    /// Whether it is a program of several vehicles.
    pub fn is_batch(&self) -> bool {
        self.routine.form.is_batch()
    }

    /// Whether each function computes four of the eight vehicles, then the other four, because a register holds only
    /// four numbers.
    fn is_halved(&self) -> bool {
        self.is_batch() && !self.setting.version.has_registers_of_eight()
    }

    /// How many numbers a value consists of in the text.
    pub fn width(&self, value: Value) -> u32 {
        match self.routine.width(value) {
            8 if self.is_halved() => 4,
            width => width,
        }
    }

    /// An array as a value of this width; a plain number stays unchanged.
    pub fn value(&self, width: u32, array: TokenStream) -> TokenStream {
        let function = ident(&format!("x{width}"));
        match width {
            1 => array,
            _ if self.setting.is_shared => quote!(registers.#function(#array)),
            _ => quote!(::wishbone::lanes::#function(#array)),
        }
    }

    /// The value of this width that is stored at a place.
    pub fn loaded(&self, width: u32, place: TokenStream) -> TokenStream {
        match width {
            1 => place,
            _ => self.value(width, self.read(&place)),
        }
    }

    /// The array at a place.
    pub fn read(&self, place: &TokenStream) -> TokenStream {
        match self.is_halved() {
            true => quote!(::wishbone::lanes::half(&#place, half)),
            false => place.clone(),
        }
    }

    /// The assignment of an array to a place.
    pub fn stored(&self, place: &TokenStream, array: &TokenStream) -> TokenStream {
        match self.is_halved() {
            true => quote!(::wishbone::lanes::set_half(&mut #place, half, #array);),
            false => quote!(#place = #array;),
        }
    }

    /// The array that repeats a number for all vehicles.
    pub fn repeated(&self, number: &TokenStream) -> TokenStream {
        let lanes = if self.is_halved() { quote!(4) } else { quote!(8) };
        quote!([#number; #lanes])
    }

    /// Statements for all eight vehicles.
    pub fn for_all_vehicles(&self, body: TokenStream) -> TokenStream {
        match self.is_halved() && !body.is_empty() {
            true => quote!(for half in 0..2usize { #body }),
            false => body,
        }
    }

    /// Number of turns in which a loop computes a value, each turn for another lane.
    pub fn turns(&self, value: Value) -> u32 {
        self.routine.turns(value)
    }

    /// Statements of a region: reads from the workspace, its operations, and stores to the workspace. The caller writes
    /// its outputs, by [`Kernels::operand`]. If its values are computed turn by turn, the statements form a loop.
    pub fn statements(&self, region: u32) -> TokenStream {
        let own = || {
            let values = self.program.values();
            values.filter(|(_, node)| node.region == region && node.op.is_computed())
        };
        let (again, once): (Vec<Value>, Vec<Value>) =
            self.used(region).into_iter().partition(|value| self.turns(*value) > 1);
        let computed: Vec<Statement> = own().filter_map(|(value, node)| self.statement(value, node)).collect();
        let paragraphs = self.paragraphs(region, &computed);
        let begin = once.iter().map(|value| self.fetch(*value));
        let turns = own().map(|(value, node)| self.turns(self.summed(node).unwrap_or(value)));
        let whole = match turns.max().unwrap_or(1) {
            1 => paragraphs,
            turns => {
                let sums = own().filter(|(_, node)| self.summed(node).is_some());
                let sums: Vec<Value> = sums.map(|(value, _)| value).collect();
                self.in_turns(turns as usize, &again, &sums, &paragraphs)
            }
        };
        let arrays = self.arrays(region);
        quote!(#arrays #(#begin)* #whole)
    }

    /// The arrays of the workspace that a region reads or writes.
    fn arrays(&self, region: u32) -> TokenStream {
        let program = self.program;
        let own = program.nodes.iter().filter(|node| node.region == region);
        let used = own
            .flat_map(|node| node.op.operands())
            .chain(self.output_values(region));
        let fetched = used.filter(|value| program.node(*value).region != region);
        let left = program.values().filter(|(_, node)| node.region == region);
        let values = fetched.chain(left.map(|(value, _)| value));
        let classes: BTreeSet<(u32, u32)> = values
            .filter_map(|value| Some(self.routine.kept[value.index()]?.class))
            .collect();
        let workspace = &self.setting.workspace;
        let fields: Vec<Ident> = classes.into_iter().map(workspace_field).collect();
        quote!(#(let #fields = &mut #workspace.#fields;)*)
    }

    /// Statements in a loop, after the values that each turn fetches for itself. Accumulators start at -0.0, which
    /// preserves the sign of zero.
    fn in_turns(&self, turns: usize, fetched: &[Value], sums: &[Value], statements: &TokenStream) -> TokenStream {
        let is_number = |value: &Value| matches!(self.program.node(*value).op, Op::LaneConstant(_));
        let (numbers, fetched): (Vec<Value>, Vec<Value>) = fetched.iter().partition(|value| is_number(value));
        let (sources, fetched): (Vec<TokenStream>, Vec<TokenStream>) =
            fetched.iter().map(|value| self.fetch_in_turn(*value)).unzip();
        let (table, row) = self.numbers_by_turn(&numbers, turns);
        let zero = self.repeated(&quote!(-0.0));
        let sums = sums.iter().map(|sum| self.stored(&self.kept_at(*sum, None), &zero));
        quote! {
            #(#sources)*
            #table
            #(#sums)*
            for turn in 0..#turns {
                #row
                #(#fetched)*
                #statements
            }
        }
    }

    /// The summand of a value that is a sum over all turns.
    fn summed(&self, node: &Node) -> Option<Value> {
        match node.op {
            Op::Sum(a) if self.turns(a) > 1 => Some(a),
            _ => None,
        }
    }

    /// Values to be fetched before a region can use them: results of other regions, inputs with several numbers, and
    /// lane constants.
    fn used(&self, region: u32) -> BTreeSet<Value> {
        let program = self.program;
        let own = program.nodes.iter().filter(|node| node.region == region);
        // An operation that reads a single turn fetches it itself.
        let fetches = |op: Op| matches!(op, Op::Lane(_, a) if self.turns(a) > 1);
        let operands = own.filter(|node| !fetches(node.op)).flat_map(|node| node.op.operands());
        let delivered = self.output_values(region).filter(|value| self.turns(*value) == 1);
        let is_fetched = |value: &Value| match program.node(*value).op {
            Op::Constant(_) => false,
            Op::LaneConstant(_) => true,
            Op::Input(_) => self.width(*value) > 1,
            _ => program.node(*value).region != region,
        };
        operands.chain(delivered).filter(is_fetched).collect()
    }

    /// Defines a value that is equal in all turns.
    fn fetch(&self, value: Value) -> TokenStream {
        let name = &self.names[value.index()];
        let width = self.width(value);
        let array = match self.program.node(value).op {
            Op::Input(i) if self.is_batch() => self.input(self.inputs[i as usize][0]),
            Op::Input(i) => {
                let lanes = self.inputs[i as usize].iter().map(|port| self.input(*port));
                quote!([#(#lanes),*])
            }
            Op::LaneConstant(k) => self.lane_numbers(k),
            _ => self.kept_at(value, None),
        };
        let value = self.loaded(width, array);
        quote!(let #name = #value;)
    }

    /// Source of a value that changes with each turn of the loop, and the statement that defines it in a turn.
    fn fetch_in_turn(&self, value: Value) -> (TokenStream, TokenStream) {
        let name = &self.names[value.index()];
        let width = self.width(value);
        let (source, array) = match self.program.node(value).op {
            Op::Input(i) => {
                let lanes = self.inputs[i as usize].iter().map(|port| self.input(*port));
                (quote!(let #name = [#(&#lanes),*];), quote!(*#name[turn]))
            }
            _ => (TokenStream::new(), self.kept_at(value, Some(quote!(turn)))),
        };
        let value = self.loaded(width, array);
        (source, quote!(let #name = #value;))
    }

    /// A table of the numbers that differ from turn to turn, and the row of one turn. The reference makes the table a
    /// constant of the program; an array by value would be written onto the stack at every call.
    fn numbers_by_turn(&self, values: &[Value], turns: usize) -> (TokenStream, TokenStream) {
        if values.is_empty() {
            return Default::default();
        }
        let rows = (0..turns).map(|turn| {
            let row = values.iter().map(|value| self.in_turn(*value, turn));
            quote!([#(#row),*])
        });
        let names = values.iter().map(|value| &self.names[value.index()]);
        (
            quote!(let numbers = &[#(#rows),*];),
            quote!(let [#(#names),*] = numbers[turn];),
        )
    }

    fn lane_numbers(&self, position: u32) -> TokenStream {
        let numbers = self.program.lane_constants[position as usize]
            .iter()
            .map(|x| number(*x));
        quote!([#(#numbers),*])
    }

    /// The place of a value that another region has left.
    pub(super) fn kept_at(&self, value: Value, turn: Option<TokenStream>) -> TokenStream {
        let Slot { class, index } = self.routine.kept[value.index()].expect("what others fetch is kept");
        let (field, index) = (workspace_field(class), Literal::usize_unsuffixed(index));
        let turn = turn.map(|turn| quote!([#turn]));
        quote!(#field[#index] #turn)
    }

    /// Expression for one turn of a value that is read and not computed; an array if the value consists of several
    /// numbers.
    pub fn in_turn(&self, value: Value, turn: usize) -> TokenStream {
        match self.program.node(value).op {
            Op::Input(i) => self.input(self.inputs[i as usize][turn]),
            Op::LaneConstant(k) => number(self.program.lane_constants[k as usize][turn]),
            _ => {
                let turn = Literal::usize_unsuffixed(turn);
                self.kept_at(value, Some(quote!(#turn)))
            }
        }
    }

    /// Statements in blocks of limited length. Each block returns the values that are used after it. Every `let` opens
    /// a scope inside the previous scope, and debug information is written by recursion over scopes: thousands of them
    /// in a row overflow the stack of rustc.
    fn paragraphs(&self, region: u32, statements: &[Statement]) -> TokenStream {
        let mut paragraphs: Vec<TokenStream> = Vec::new();
        let mut needed = BTreeSet::new();
        for value in self.output_values(region) {
            match self.inlined[value.index()] {
                true => self.add_used(value, &mut needed),
                false => _ = needed.insert(value),
            }
        }
        for (index, paragraph) in statements.chunks(PARAGRAPH).enumerate().rev() {
            let defined = || paragraph.iter().flat_map(|s| s.defines.iter().copied());
            let handed: Vec<&Ident> = defined()
                .filter(|v| needed.contains(v))
                .map(|v| &self.names[v.index()])
                .collect();
            let code = paragraph.iter().map(|s| {
                let section = s.defines.iter().find_map(|value| self.routine.sections.get(value));
                let comment = section
                    .filter(|_| self.setting.has_comments)
                    .map(|heading| comment(heading));
                let code = &s.code;
                quote!(#comment #code)
            });
            let left = defined().filter(|v| self.routine.kept[v.index()].is_some()).map(|v| {
                let name = &self.names[v.index()];
                let place = self.kept_at(v, (self.turns(v) > 1).then(|| quote!(turn)));
                match self.width(v) {
                    1 => quote!(#place = #name;),
                    _ => self.stored(&place, &quote!(#name.to_array())),
                }
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

    /// Adds the values that a statement mentions: its operands; for an operand that is written inside the statement,
    /// the operands of this operand.
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

/// A comment, as a statement that [`super::fill`] turns into one.
fn comment(heading: &str) -> TokenStream {
    let text = format!("// {heading}");
    quote!(#text;)
}

/// Name of a table's constant.
pub fn table_name(place: usize) -> Ident {
    ident(&format!("TABLE_{place}"))
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

/// The array of a workspace for values of this size: `x4`, or `x8_by_4` with four turns.
fn workspace_field((width, turns): (u32, u32)) -> Ident {
    ident(&match turns {
        1 => format!("x{width}"),
        turns => format!("x{width}_by_{turns}"),
    })
}

/// The struct of values that one function leaves for another function.
pub fn workspace_definition(name: &Ident, workspace: &Workspace) -> TokenStream {
    let fields = arrays(workspace).map(|(field, kind, _)| quote!(#field: #kind,));
    // A register that lies across two cache lines takes twice as long to load.
    let has_registers = workspace.places.keys().any(|(width, _)| *width > 1);
    let aligned = has_registers.then(|| {
        quote! {
            #[repr(C, align(64))]
            #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only there are levels"))]
        }
    });
    quote! {
        /// Values that one function leaves for another.
        #[derive(Clone, Copy)]
        #aligned
        struct #name {
            #(#fields)*
        }
    }
}

/// Its first value.
pub fn fresh_workspace(name: &Ident, workspace: &Workspace) -> TokenStream {
    let fields = arrays(workspace).map(|(field, _, zero)| quote!(#field: #zero,));
    quote!(#name { #(#fields)* })
}

/// Fields of a workspace, with types and first values.
fn arrays(workspace: &Workspace) -> impl Iterator<Item = (Ident, TokenStream, TokenStream)> {
    // The widest first, so that no value lies across two cache lines.
    workspace.places.iter().rev().map(|(&class, &count)| {
        let (width, turns) = class;
        let (mut kind, mut zero) = (quote!(f64), quote!(0.0));
        let lengths = [width, turns].into_iter().filter(|length| *length > 1);
        for length in lengths.map(|length| length as usize).chain([count]) {
            let length = Literal::usize_unsuffixed(length);
            (kind, zero) = (quote!([#kind; #length]), quote!([#zero; #length]));
        }
        (workspace_field(class), kind, zero)
    })
}
