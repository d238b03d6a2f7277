//! A program from its text, as [`Display`](std::fmt::Display) writes it.
//!
//! Lines that are empty or begin with `#` are skipped. Reading checks words, numbers and positions. Whether the program
//! is well formed is checked by [`verify`](super::verify).

use super::print::class;
use super::{Class, Input, Node, Op, Output, Program, Value};
use crate::scalar::{Ordinates, Points};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its number, from 1.
    pub line: usize,
    /// The mistake in it.
    pub reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl FromStr for Program {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let mut program = Program {
            nodes: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            tables: Vec::new(),
            lane_constants: Vec::new(),
            regions: Vec::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let read = read_line(&mut program, line);
                read.map_err(|reason| Unreadable { line: number, reason })?;
            }
        }
        Ok(program)
    }
}

fn read_line(program: &mut Program, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "input" => program.inputs.push(input(numbered(rest, program.inputs.len())?)?),
        "lanes" => {
            let rest = numbered(rest, program.lane_constants.len())?;
            program.lane_constants.push(list(rest)?);
        }
        "table" => program.tables.push(table(numbered(rest, program.tables.len())?)?),
        "further" => {
            let last = program
                .tables
                .len()
                .checked_sub(1)
                .ok_or("there is no table before it")?;
            let further = table(numbered(rest, last)?)?;
            program.tables[last].others.push(further);
        }
        "region" => program.regions.push(quoted(rest)?.0),
        "output" => program.outputs.push(output(rest)?),
        _ => {
            let node = node(program, line)?;
            program.nodes.push(node);
        }
    }
    Ok(())
}

/// The rest of a line after its position, which has to be the expected one.
fn numbered(rest: &str, expected: usize) -> Result<&str, String> {
    let (position, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    match number::<usize>(position)? {
        found if found == expected => Ok(rest),
        found => Err(format!("number {found} stands where {expected} is expected")),
    }
}

fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

/// A text in quotes, and the rest of the line after it.
fn quoted(rest: &str) -> Result<(String, &str), String> {
    let inside = rest.strip_prefix('"').ok_or("a text in quotes is missing")?;
    let mut text = String::new();
    let mut letters = inside.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Ok((text, inside[at + 1..].trim_start())),
            '\\' => text.extend(letters.next().map(|(_, escaped)| escaped)),
            _ => text.push(letter),
        }
    }
    Err("a text has no closing quote".to_owned())
}

fn list(text: &str) -> Result<Vec<f64>, String> {
    let inside = text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let inside = inside.ok_or("a list in brackets is missing")?;
    inside.split(',').map(|member| number(member.trim())).collect()
}

fn input(text: &str) -> Result<Input, String> {
    let (word, rest) = text.split_once(' ').ok_or("a class is missing")?;
    const CLASSES: [Class; 5] = [
        Class::Constant,
        Class::Parameter,
        Class::Position,
        Class::Velocity,
        Class::Load,
    ];
    let found = CLASSES.into_iter().find(|known| class(*known) == word);
    let class = found.ok_or_else(|| format!("there is no class `{word}`"))?;
    let (lanes, rest) = match rest.strip_prefix('x').and_then(|rest| rest.split_once(' ')) {
        Some((lanes, rest)) => (number(lanes)?, rest),
        None => (1, rest),
    };
    let (name, _) = quoted(rest)?;
    Ok(Input { name, class, lanes })
}

fn table(text: &str) -> Result<Points, String> {
    let (kind, lists) = text.split_once(' ').ok_or("the points are missing")?;
    let border = lists.find(']').ok_or("a list in brackets is missing")? + 1;
    let (x, y) = (list(&lists[..border])?, list(&lists[border..])?);
    let (ordinates, expected) = match kind {
        "straight" => (Ordinates::Straight(y.clone()), x.len()),
        "cubic" => {
            let pieces = y.chunks_exact(4).map(|piece| [piece[0], piece[1], piece[2], piece[3]]);
            (Ordinates::Cubic(pieces.collect()), 4 * (x.len() + 1))
        }
        other => return Err(format!("there is no table `{other}`")),
    };
    if y.len() != expected || x.len() < 2 {
        return Err(format!("{} points and {} numbers over them", x.len(), y.len()));
    }
    Ok(Points {
        x,
        ordinates,
        others: Vec::new(),
    })
}

fn output(text: &str) -> Result<Output, String> {
    let (region, rest) = text.split_once(' ').ok_or("the name is missing")?;
    let (name, rest) = quoted(rest)?;
    let value = rest.strip_prefix("= ").ok_or("`=` and a value are missing")?;
    Ok(Output {
        name,
        value: value_named(value)?,
        region: number(region)?,
    })
}

fn value_named(word: &str) -> Result<Value, String> {
    let position = word.strip_prefix('v').ok_or_else(|| format!("`{word}` is no value"))?;
    number(position).map(Value)
}

fn node(program: &Program, line: &str) -> Result<Node, String> {
    let (line, remark) = line.split_once(';').unwrap_or((line, ""));
    let (name, purpose) = remark.split_once('@').unwrap_or((remark, ""));
    let told = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).map(Arc::from);
    let words: Vec<&str> = line.split_whitespace().collect();
    let [value, "=", mnemonic, operands @ ..] = words.as_slice() else {
        return Err(format!("`{line}` is no line of a program"));
    };
    let expected = Value(u32::try_from(program.nodes.len()).map_err(|_| "too many values")?);
    if value_named(value)? != expected {
        return Err(format!("`{value}` stands where v{} is expected", expected.0));
    }
    let op = op(mnemonic, operands)?;
    if let Some(later) = op.operands().find(|operand| *operand >= expected) {
        return Err(format!("v{} is used before it is defined", later.0));
    }
    let own = |operand: Value| program.node(operand);
    let (class, lanes) = match op {
        Op::Constant(_) => (Class::Constant, 1),
        Op::LaneConstant(i) => {
            let lanes = program.lane_constants.get(i as usize);
            let lanes = lanes.ok_or_else(|| format!("there are no lanes {i}"))?;
            (
                Class::Constant,
                u32::try_from(lanes.len()).map_err(|_| "too many lanes")?,
            )
        }
        Op::Input(i) => {
            let input = program.inputs.get(i as usize);
            let input = input.ok_or_else(|| format!("there is no input {i}"))?;
            (input.class, input.lanes)
        }
        op => {
            let class = op.operands().map(|v| own(v).class).max().unwrap_or(Class::Constant);
            let widest = op.operands().map(|v| own(v).lanes).max().unwrap_or(1);
            let is_single = matches!(op, Op::Sum(_) | Op::Lane(..));
            (class, if is_single { 1 } else { widest })
        }
    };
    let region = program.regions.len().checked_sub(1).ok_or("no region has begun")?;
    Ok(Node {
        op,
        class,
        region: u32::try_from(region).map_err(|_| "too many regions")?,
        lanes,
        name: told(name),
        purpose: told(purpose),
    })
}

fn op(mnemonic: &str, operands: &[&str]) -> Result<Op, String> {
    let at = |k: usize| {
        operands
            .get(k)
            .copied()
            .ok_or_else(|| format!("`{mnemonic}` lacks operands"))
    };
    let v = |k: usize| at(k).and_then(value_named);
    let i = || at(0).and_then(number::<u32>);
    let (op, count) = match mnemonic {
        "constant" => (Op::Constant(number::<f64>(at(0)?)?.into()), 1),
        "input" => (Op::Input(i()?), 1),
        "lane_constant" => (Op::LaneConstant(i()?), 1),
        "neg" => (Op::Neg(v(0)?), 1),
        "sqrt" => (Op::Sqrt(v(0)?), 1),
        "sin" => (Op::Sin(v(0)?), 1),
        "cos" => (Op::Cos(v(0)?), 1),
        "exp" => (Op::Exp(v(0)?), 1),
        "ln" => (Op::Ln(v(0)?), 1),
        "sum" => (Op::Sum(v(0)?), 1),
        "add" => (Op::Add(v(0)?, v(1)?), 2),
        "sub" => (Op::Sub(v(0)?, v(1)?), 2),
        "mul" => (Op::Mul(v(0)?, v(1)?), 2),
        "div" => (Op::Div(v(0)?, v(1)?), 2),
        "atan2" => (Op::Atan2(v(0)?, v(1)?), 2),
        "lookup" => (Op::Lookup(i()?, v(1)?), 2),
        "lookup_integral" => (Op::LookupIntegral(i()?, v(1)?), 2),
        "lane" => (Op::Lane(i()?, v(1)?), 2),
        "select" => (Op::Select(v(0)?, v(1)?, v(2)?), 3),
        "mul_add" => (Op::MulAdd(v(0)?, v(1)?, v(2)?), 3),
        "mul_sub" => (Op::MulSub(v(0)?, v(1)?, v(2)?), 3),
        "neg_mul_add" => (Op::NegMulAdd(v(0)?, v(1)?, v(2)?), 3),
        other => return Err(format!("there is no operation `{other}`")),
    };
    match operands.len() {
        found if found == count => Ok(op),
        found => Err(format!("`{mnemonic}` takes {count} operands, not {found}")),
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::Program;
    use crate::report::samples;

    fn refused(text: &str) -> String {
        text.parse::<Program>().expect_err("it cannot be read").to_string()
    }

    /// Writes and reads every program of real vehicles, with lanes and tables.
    #[test]
    fn a_program_is_read_as_it_was_written() {
        let mut read = 0;
        for compiled in samples::all() {
            for program in compiled.programs.each() {
                let text = program.to_string();
                assert_eq!(text.parse::<Program>().as_ref(), Ok(program), "{text}");
                read += 1;
            }
        }
        assert!(read > 20, "{read}");
    }

    /// No vehicle of the samples uses all functions.
    #[test]
    fn every_function_is_read_as_it_was_written() {
        let mut text = String::from("input 0 position \"x\"\n\nregion \"a\"\n  v0 = input 0\n");
        for (k, call) in ["exp v0", "ln v0", "sqrt v0", "sin v0", "cos v0", "atan2 v0 v1"]
            .iter()
            .enumerate()
        {
            text += &format!("  v{} = {call}\n", k + 1);
        }
        let program: Program = text.parse().expect("it is a program");
        assert_eq!(program.to_string().parse::<Program>(), Ok(program));
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for (text, told) in [
            (
                "region \"a\"\n  v0 = constant 1.0\n  v1 = ad v0 v0",
                "line 3: there is no operation `ad`",
            ),
            (
                "region \"a\"\n  v1 = constant 1.0",
                "line 2: `v1` stands where v0 is expected",
            ),
            ("region \"a\"\n  v0 = neg v0", "line 2: v0 is used before it is defined"),
            ("region \"a\"\n  v0 = constant one", "line 2: `one` is no number"),
            (
                "region \"a\"\n  v0 = constant 1.0\n  v1 = add v0",
                "line 3: `add` lacks operands",
            ),
            ("region \"a\"\n  v0 = input 0", "line 2: there is no input 0"),
            ("input 0 speed \"v\"", "line 1: there is no class `speed`"),
            ("input 1 load \"v\"", "line 1: number 1 stands where 0 is expected"),
            ("  v0 = constant 1.0", "line 1: no region has begun"),
            ("region a", "line 1: a text in quotes is missing"),
            (
                "table 0 straight [0.0, 1.0] [2.0]",
                "line 1: 2 points and 1 numbers over them",
            ),
            ("whatever", "line 1: `whatever` is no line of a program"),
        ] {
            assert_eq!(refused(text), told);
        }
    }
}
