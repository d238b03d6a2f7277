//! A program as text: one line a value, `v7 = mul v3 v5   ; front_left.lower_arm.x`.

use super::{Op, Program};
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut region = None;
        for (value, node) in self.values() {
            if region != Some(node.region) {
                region = Some(node.region);
                writeln!(f, "region {}", self.regions[node.region as usize])?;
            }
            write!(f, "  v{} = ", value.0)?;
            match node.op {
                Op::Constant(c) => write!(f, "constant {:?}", c.get())?,
                Op::Input(i) => write!(f, "input {}", self.inputs[i as usize].name)?,
                Op::Lookup(table, _) | Op::LookupIntegral(table, _) => write!(f, "{}#{table}", mnemonic(node.op))?,
                op => write!(f, "{}", mnemonic(op))?,
            }
            node.op.operands().try_for_each(|v| write!(f, " v{}", v.0))?;
            match &node.name {
                Some(name) => writeln!(f, "   ; {name}")?,
                None => writeln!(f)?,
            }
        }
        self.outputs
            .iter()
            .try_for_each(|o| writeln!(f, "output {} = v{}", o.name, o.value.0))
    }
}

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
