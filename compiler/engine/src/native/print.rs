//! The text of a program: functions of straight-line Rust between pointers.

use super::parts::Cut;
use crate::placed::Placed;
use std::fmt::Write;
use twox_hash::XxHash3_128;
use wishbone_compiler::ir::{Op, Value};
use wishbone_compiler::scalar::Points;

/// Begin of a text. The types are those of [`super::Tools`].
pub const HEAD: &str = include_str!("head.txt");

/// A printed program.
pub struct Printed {
    /// Hash of its text, and of what it rests on.
    pub key: u128,
    /// Body of the function of each half.
    halves: Vec<String>,
    /// Number of values that it keeps from part to part.
    pub kept: usize,
    /// Its curves.
    pub tables: Vec<Points>,
}

impl Printed {
    /// Prints a program, in two halves or as a whole.
    pub fn of(placed: &Placed<'_>, is_in_halves: bool) -> Self {
        let cut = Cut::new(placed, is_in_halves);
        let halves: Vec<String> = (0..cut.halves.len()).map(|half| body(&cut, half)).collect();
        let whole = format!("{HEAD}{}", halves.join("\n"));
        Self {
            key: XxHash3_128::oneshot(whole.as_bytes()),
            halves,
            kept: cut.crossings,
            tables: placed.program.tables.clone(),
        }
    }

    /// Names of its functions, one for each half.
    pub fn names(&self) -> impl Iterator<Item = String> {
        (0..self.halves.len()).map(|half| format!("wishbone_{:032x}_{half}", self.key))
    }

    /// Its functions.
    pub fn functions(&self) -> String {
        let each = self.names().zip(&self.halves);
        let each = each
            .map(|(name, body)| format!("#[no_mangle]\npub unsafe extern \"C\" fn {name}{ARGUMENTS} {{\n{body}}}\n"));
        each.collect()
    }
}

/// Arguments of each function: the board, the values that cross, and what it calls.
const ARGUMENTS: &str = "(board: *mut f64, kept: *mut f64, tools: *const Tools)";

/// Body of the function of a half: its parts, one after the other.
fn body(cut: &Cut<'_>, half: usize) -> String {
    if let [_] = cut.halves[half][..] {
        return part(cut, half, 0);
    }
    let (mut text, mut calls) = (String::new(), String::new());
    for place in 0..cut.halves[half].len() {
        let own = part(cut, half, place);
        let _ = write!(
            text,
            "#[inline(never)]\nunsafe fn part_{place}{ARGUMENTS} {{\n{own}}}\n"
        );
        let _ = writeln!(calls, "part_{place}(board, kept, tools);");
    }
    text + &calls
}

/// Statements of a part: what it reads, its operations, what it leaves for others, and what it delivers.
fn part(cut: &Cut<'_>, half: usize, part: usize) -> String {
    let mut text = String::from("let tools = &*tools;\n");
    for node in cut.read(half, part) {
        if let Some(place) = cut.crossing(node) {
            let _ = writeln!(text, "let v{node} = *kept.add({place});");
        }
    }
    let own = &cut.halves[half][part];
    for node in own {
        text += &statement(cut.placed, *node);
    }
    for node in own {
        if let Some(place) = cut.crossing(*node) {
            let _ = writeln!(text, "*kept.add({place}) = v{node};");
        }
    }
    for (node, place) in cut.written(half, part) {
        let _ = writeln!(text, "*board.add({place}) = {};", operand(cut.placed, node));
    }
    text
}

/// A value where it is used.
fn operand(placed: &Placed<'_>, node: usize) -> String {
    match placed.program.nodes[node].op {
        Op::Constant(number) => format!("({:?})", number.get()),
        _ => format!("v{node}"),
    }
}

/// The statement that defines a value.
fn statement(placed: &Placed<'_>, node: usize) -> String {
    let at = |value: Value| operand(placed, value.index());
    let expression = match placed.program.nodes[node].op {
        Op::Constant(_) => operand(placed, node),
        Op::LaneConstant(_) | Op::Sum(_) | Op::Lane(..) => unreachable!("an engine runs programs without lanes"),
        Op::Input(input) => format!("*board.add({})", placed.inputs[input as usize]),
        Op::Neg(a) => format!("-{}", at(a)),
        Op::Add(a, b) => format!("{} + {}", at(a), at(b)),
        Op::Sub(a, b) => format!("{} - {}", at(a), at(b)),
        Op::Mul(a, b) => format!("{} * {}", at(a), at(b)),
        Op::Div(a, b) => format!("{} / {}", at(a), at(b)),
        Op::MulAdd(a, b, c) => format!("{} * {} + {}", at(a), at(b), at(c)),
        Op::MulSub(a, b, c) => format!("{} * {} - {}", at(a), at(b), at(c)),
        Op::NegMulAdd(a, b, c) => format!("{} - {} * {}", at(c), at(a), at(b)),
        Op::Sqrt(a) => format!("{}.sqrt()", at(a)),
        Op::Sin(a) => format!("(tools.sin_cos)({}).sine", at(a)),
        Op::Cos(a) => format!("(tools.sin_cos)({}).cosine", at(a)),
        Op::Atan2(y, x) => format!("(tools.atan2)({}, {})", at(y), at(x)),
        Op::Exp(a) => format!("(tools.exp)({})", at(a)),
        Op::Ln(a) => format!("(tools.ln)({})", at(a)),
        Op::Select(test, negative, otherwise) => {
            format!(
                "if {} < 0.0 {{ {} }} else {{ {} }}",
                at(test),
                at(negative),
                at(otherwise)
            )
        }
        Op::Lookup(table, x) => format!("(tools.lookup)(tools.tables, {table}, {})", at(x)),
        Op::LookupIntegral(table, x) => format!("(tools.integral)(tools.tables, {table}, {})", at(x)),
    };
    format!("let v{node} = {expression};\n")
}
