//! The text of a program: functions of straight-line Rust between pointers.

use super::Width;
use super::parts::Cut;
use crate::placed::Placed;
use std::collections::BTreeSet;
use std::fmt::Write;
use twox_hash::XxHash3_128;
use wishbone_compiler::ir::{Op, Value};
use wishbone_compiler::scalar::Points;

/// Begin of a text, in which `N` is a number of each vehicle. The types are the types of [`super::Tools`] and
/// [`super::Shared`].
pub fn head(width: Width) -> String {
    const HEAD: &str = include_str!("head.txt");
    const SEVERAL: &str = include_str!("several.txt");
    match width {
        Width::One => [HEAD, include_str!("one.txt")].concat(),
        Width::Four => [HEAD, SEVERAL, include_str!("four.txt")].concat(),
        Width::Eight => [HEAD, SEVERAL, include_str!("eight.txt")].concat(),
    }
}

/// A printed program.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "vectors alone read it"))]
pub struct Printed {
    /// Hash of its text, and of everything that the text depends on.
    pub key: u128,
    /// The function of each half.
    pub halves: Vec<Half>,
    /// Number of values that it keeps from part to part.
    pub kept: usize,
    /// Number of places that its text reads or writes.
    pub places: usize,
    /// Its curves.
    pub tables: Vec<Points>,
}

/// The printed function of a half of a program.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "vectors alone read it"))]
pub struct Half {
    body: String,
    /// Places that it reads.
    pub inputs: Vec<Stretch>,
    /// Places that it writes.
    pub outputs: Vec<Stretch>,
}

/// Places in a text that follow one another in the same order as the places of the board.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "vectors alone read it"))]
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// First place in the text.
    pub place: usize,
    /// First place on the board.
    pub on_board: usize,
    /// Number of places.
    pub count: usize,
}

impl Stretch {
    /// Stretches of these places, each in the text and on the board.
    fn all(pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Self> {
        let pairs: BTreeSet<(usize, usize)> = pairs.collect();
        let mut all: Vec<Self> = Vec::new();
        for (place, on_board) in pairs {
            match all.last_mut() {
                Some(last) if (last.place + last.count, last.on_board + last.count) == (place, on_board) => {
                    last.count += 1;
                }
                _ => all.push(Self {
                    place,
                    on_board,
                    count: 1,
                }),
            }
        }
        all
    }
}

impl Printed {
    /// Prints a program, in two halves or as a whole. The text for one vehicle reads and writes its board; the text for
    /// several vehicles has its own places.
    pub fn of(placed: &Placed<'_>, is_in_halves: bool, width: Width) -> Self {
        let own = match width {
            Width::One => placed.clone(),
            Width::Four | Width::Eight => placed.apart(),
        };
        let cut = Cut::new(&own, is_in_halves);
        let halves = (0..cut.halves.len()).map(|half| {
            let (inputs, outputs) = (cut.inputs(half), cut.written(half, cut.halves[half].len() - 1));
            Half {
                body: body(&cut, half),
                inputs: Stretch::all(inputs.map(|input| (own.inputs[input], placed.inputs[input]))),
                outputs: Stretch::all(outputs.map(|(output, _)| (own.outputs[output], placed.outputs[output]))),
            }
        });
        let halves: Vec<Half> = halves.collect();
        let bodies: Vec<&str> = halves.iter().map(|half| half.body.as_str()).collect();
        let whole = format!("{}{}", head(width), bodies.join("\n"));
        Self {
            key: XxHash3_128::oneshot(whole.as_bytes()),
            halves,
            kept: cut.crossings,
            places: own.inputs.len() + own.outputs.len(),
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
        let each = each.map(|(name, half)| {
            let body = &half.body;
            format!("#[no_mangle]\npub unsafe extern \"C\" fn {name}{ARGUMENTS} {{\n{body}}}\n")
        });
        each.collect()
    }
}

/// Arguments of each function: the board, the values that pass between functions, and the functions that it calls.
const ARGUMENTS: &str = "(board: *mut N, kept: *mut N, tools: *const Tools)";

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

/// Statements of a part: the values that it reads, its operations, the values that it leaves for other parts, and its
/// results.
fn part(cut: &Cut<'_>, half: usize, part: usize) -> String {
    let mut text = String::from("let tools = &*tools;\n");
    for node in cut.read(half, part) {
        if let Some(place) = cut.crossing(node) {
            let _ = writeln!(text, "let v{node} = *kept.add({place});");
        }
    }
    let own = &cut.halves[half][part];
    let mut angles = BTreeSet::new();
    for node in own {
        if let Op::Sin(angle) | Op::Cos(angle) = cut.placed.program.nodes[*node].op
            && angles.insert(angle)
        {
            let (place, angle) = (angle.index(), operand(cut.placed, angle.index()));
            let _ = writeln!(text, "let of{place} = tools.sin_cos({angle});");
        }
        text += &statement(cut.placed, *node);
    }
    for node in own {
        if let Some(place) = cut.crossing(*node) {
            let _ = writeln!(text, "*kept.add({place}) = v{node};");
        }
    }
    for (output, node) in cut.written(half, part) {
        let place = cut.placed.outputs[output];
        let _ = writeln!(text, "*board.add({place}) = {};", operand(cut.placed, node));
    }
    text
}

/// A value where it is used.
fn operand(placed: &Placed<'_>, node: usize) -> String {
    match placed.program.nodes[node].op {
        Op::Constant(number) => format!("same({:?})", number.get()),
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
        Op::Sin(a) => format!("of{}.sine", a.index()),
        Op::Cos(a) => format!("of{}.cosine", a.index()),
        Op::Atan2(y, x) => format!("tools.atan2({}, {})", at(y), at(x)),
        Op::Exp(a) => format!("tools.exp({})", at(a)),
        Op::Ln(a) => format!("tools.ln({})", at(a)),
        Op::Select(test, negative, otherwise) => {
            format!("select({}, {}, {})", at(test), at(negative), at(otherwise))
        }
        Op::Lookup(table, x) => format!("tools.lookup({table}, {})", at(x)),
        Op::LookupIntegral(table, x) => format!("tools.integral({table}, {})", at(x)),
    };
    format!("let v{node} = {expression};\n")
}
