//! Names of functions and values, unique in their scope.
//!
//! Sine and cosine of a coordinate are named after the coordinate, and an input of several numbers is named after the
//! first number. Other values keep the name from the formulation, or get the name of the output that they deliver. A
//! reciprocal, root or square without such a name is named after its argument, if the argument has a name. All other
//! values are named after the part and the quantity for which they are computed, with a number: `upper_ball_row_89`.
//! The rare value without a known purpose is named after the part of the first value that needs it.

use super::labels::Labels;
use super::ported::Ported;
use crate::ir::{Op, Program, Value};
use crate::model::names::identifier;
use crate::programs::ports::Port;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the name; if the name is taken, returns it with the first free number behind it. The result is taken from
/// now on.
pub fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}_{number}");
        number += 1;
    }
    free
}

/// Names of the values of a program.
pub struct Names {
    /// By value: its name, unique in the program.
    pub values: Vec<String>,
    /// By value: the part for which the value is computed; `None` if no name gives the part.
    pub subjects: Vec<Option<String>>,
}

/// Names all values of a program.
pub fn values(ported: &Ported, labels: &Labels) -> Names {
    let program = &ported.program;
    let subjects = subjects(ported, labels);
    let mut taken = Taken::default();
    // Given names come first, so that no numbered name can be confused with them.
    let mut values = given(ported, labels);
    for name in values.iter_mut().flatten() {
        *name = taken.next(&identifier(name));
    }
    for (value, node) in program
        .values()
        .filter(|(value, _)| values[value.index()].is_none())
        .collect::<Vec<_>>()
    {
        let function = function(&node.op, program);
        let after = function.and_then(|(word, of)| Some(format!("{}_{word}", program.node(of).name.as_ref()?)));
        let counted = || {
            let made_for = match &node.purpose {
                Some(purpose) => last_two(purpose),
                None => subjects[value.index()]?.rsplit('.').next()?,
            };
            let word = function.map_or(String::new(), |(word, _)| format!("{word}_"));
            Some(format!("{made_for}_{word}{}", value.0))
        };
        let name = after.or_else(counted).unwrap_or_else(|| format!("t{}", value.0));
        values[value.index()] = Some(taken.next(&identifier(&name)));
    }
    Names {
        values: values.into_iter().flatten().collect(),
        subjects: subjects.into_iter().map(|part| part.map(str::to_owned)).collect(),
    }
}

/// By value: its name, if the name does not depend on other values.
fn given(ported: &Ported, labels: &Labels) -> Vec<Option<String>> {
    let program = &ported.program;
    let mut delivered: Vec<Option<Port>> = vec![None; program.nodes.len()];
    for (output, ports) in program.outputs.iter().zip(&ported.outputs).rev() {
        delivered[output.value.index()] = Some(ports[0]);
    }
    let names = program.nodes.iter().zip(delivered).map(|(node, delivered)| {
        let angle = angle_function(&node.op, ported, labels).or_else(|| input(&node.op, ported, labels));
        let label = || labels.of(delivered.filter(|_| node.op.is_computed())?);
        // A name of one word, such as `state`, might be the name of a variable of the emitted text.
        let label = || label().filter(|label| label.contains('.'));
        angle.or_else(|| Some(node.name.as_ref()?.to_string())).or_else(label)
    });
    names.collect()
}

/// Name of the sine or cosine of an input: `front_left.lower_pivot.sine`.
fn angle_function(op: &Op, ported: &Ported, labels: &Labels) -> Option<String> {
    let (word, angle) = match op {
        Op::Sin(angle) => ("sine", angle),
        Op::Cos(angle) => ("cosine", angle),
        _ => return None,
    };
    match ported.program.node(*angle).op {
        Op::Input(i) => Some(format!("{}.{word}", labels.of(ported.inputs[i as usize][0])?)),
        _ => None,
    }
}

/// Name of an input of several numbers: the name of its first number, such as `front_left.tyre.force_x`.
fn input(op: &Op, ported: &Ported, labels: &Labels) -> Option<String> {
    let Op::Input(i) = op else { return None };
    let ports = &ported.inputs[*i as usize];
    labels.of(*ports.first().filter(|_| ports.len() > 1)?)
}

/// Word and argument of an operation that is a function of one value.
fn function(op: &Op, program: &Program) -> Option<(&'static str, Value)> {
    let is_one = |value: Value| matches!(program.node(value).op, Op::Constant(c) if c.get() == 1.0);
    match *op {
        Op::Sin(angle) => Some(("sine", angle)),
        Op::Cos(angle) => Some(("cosine", angle)),
        Op::Div(a, b) if is_one(a) => Some(("inverse", b)),
        Op::Sqrt(a) => Some(("root", a)),
        Op::Mul(a, b) if a == b => Some(("square", a)),
        _ => None,
    }
}

/// The last part of a name and the quantity: `upright.velocity` of `front_left.upright.velocity`.
fn last_two(purpose: &str) -> &str {
    let mut dots = purpose.rmatch_indices('.').map(|(at, _)| at);
    dots.nth(1).map_or(purpose, |at| &purpose[at + 1..])
}

/// By value: the part for which the value is computed, or with which its own name begins; otherwise the part of the
/// first value or output that needs the value.
fn subjects<'a>(ported: &'a Ported, labels: &'a Labels) -> Vec<Option<&'a str>> {
    let program = &ported.program;
    let mut subjects: Vec<Option<&str>> = vec![None; program.nodes.len()];
    for (output, ports) in program.outputs.iter().zip(&ported.outputs).rev() {
        subjects[output.value.index()] = labels.part(ports[0]);
    }
    for (index, node) in program.nodes.iter().enumerate().rev() {
        if let Some(name) = node.purpose.as_ref().or(node.name.as_ref()) {
            subjects[index] = labels.part_in(name).or(subjects[index]);
        }
        if subjects[index].is_some() {
            for operand in node.op.operands() {
                subjects[operand.index()] = subjects[index];
            }
        }
    }
    subjects
}

/// Names that are taken, with the next number to try for each.
#[derive(Default)]
struct Taken {
    names: BTreeSet<String>,
    numbers: BTreeMap<String, usize>,
}

impl Taken {
    fn next(&mut self, name: &str) -> String {
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        loop {
            let free = match *number {
                1 => name.to_owned(),
                number => format!("{name}_{number}"),
            };
            *number += 1;
            if self.names.insert(free.clone()) {
                return free;
            }
        }
    }
}
