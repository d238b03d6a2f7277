//! A program as text. The text is complete: [`read`](super::read) makes the same program of it.
//!
//! ```text
//! input 0 position "arm.angle"
//! lanes 0 [1.0, -1.0]
//! table 0 straight [0.0, 1.0] [0.0, 500.0]
//! region "position 1"
//!   v0 = input 0
//!   v1 = sin v0   ; arm.sin @ arm.pose
//! output 0 "height" = v1
//! ```
//!
//! There is one line for each input, lane constant, table, value and output. After `;` stand the name of a value, and
//! after `@` its purpose. The outputs come last, each with the
//! position of its region. Class and lanes of a value follow from its operands and are not written.

use super::{Class, Op, Program};
use crate::scalar::{Ordinates, Points};
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, input) in self.inputs.iter().enumerate() {
            let lanes = if input.lanes == 1 {
                String::new()
            } else {
                format!("x{} ", input.lanes)
            };
            writeln!(f, "input {i} {} {lanes}{:?}", class(input.class), input.name)?;
        }
        for (i, lanes) in self.lane_constants.iter().enumerate() {
            writeln!(f, "lanes {i} {lanes:?}")?;
        }
        for (i, points) in self.tables.iter().enumerate() {
            writeln!(f, "table {i} {}", table(points))?;
            for further in &points.others {
                writeln!(f, "further {i} {}", table(further))?;
            }
        }
        let mut values = self.values().peekable();
        for (r, region) in self.regions.iter().enumerate() {
            writeln!(f, "region {region:?}")?;
            while let Some((value, node)) = values.next_if(|(_, node)| node.region as usize == r) {
                write!(f, "  v{} = {}", value.0, mnemonic(node.op))?;
                match node.op {
                    Op::Constant(c) => write!(f, " {:?}", c.get())?,
                    Op::Input(i) | Op::LaneConstant(i) => write!(f, " {i}")?,
                    Op::Lookup(i, _) | Op::LookupIntegral(i, _) | Op::Lane(i, _) => write!(f, " {i}")?,
                    _ => {}
                }
                node.op.operands().try_for_each(|v| write!(f, " v{}", v.0))?;
                match (&node.name, &node.purpose) {
                    (Some(name), Some(purpose)) => writeln!(f, "   ; {name} @ {purpose}")?,
                    (Some(name), None) => writeln!(f, "   ; {name}")?,
                    (None, Some(purpose)) => writeln!(f, "   ; @ {purpose}")?,
                    (None, None) => writeln!(f)?,
                }
            }
        }
        let mut outputs = self.outputs.iter();
        outputs.try_for_each(|o| writeln!(f, "output {} {:?} = v{}", o.region, o.name, o.value.0))
    }
}

/// Abscissae and ordinates; for a cubic, the coefficients of each piece.
fn table(points: &Points) -> String {
    match &points.ordinates {
        Ordinates::Straight(y) => format!("straight {:?} {y:?}", points.x),
        Ordinates::Cubic(pieces) => format!("cubic {:?} {:?}", points.x, pieces.concat()),
    }
}

/// The word of a class.
pub(super) fn class(class: Class) -> &'static str {
    match class {
        Class::Constant => "constant",
        Class::Parameter => "parameter",
        Class::Position => "position",
        Class::Velocity => "velocity",
        Class::Load => "load",
    }
}

/// The word of an operation.
fn mnemonic(op: Op) -> &'static str {
    match op {
        Op::Constant(_) => "constant",
        Op::Input(_) => "input",
        Op::Neg(_) => "neg",
        Op::Add(..) => "add",
        Op::Sub(..) => "sub",
        Op::Mul(..) => "mul",
        Op::Div(..) => "div",
        Op::Sqrt(_) => "sqrt",
        Op::Sin(_) => "sin",
        Op::Cos(_) => "cos",
        Op::Atan2(..) => "atan2",
        Op::Exp(_) => "exp",
        Op::Ln(_) => "ln",
        Op::Select(..) => "select",
        Op::Lookup(..) => "lookup",
        Op::LookupIntegral(..) => "lookup_integral",
        Op::LaneConstant(_) => "lane_constant",
        Op::MulAdd(..) => "mul_add",
        Op::MulSub(..) => "mul_sub",
        Op::NegMulAdd(..) => "neg_mul_add",
        Op::Sum(_) => "sum",
        Op::Lane(..) => "lane",
    }
}
