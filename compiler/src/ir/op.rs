//! The operations of a program.

/// Handle of a value: the position of its defining operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

impl Value {
    /// Position in the program.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A constant, compared by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits(u64);

impl From<f64> for Bits {
    fn from(value: f64) -> Self {
        Bits(value.to_bits())
    }
}

impl Bits {
    /// The number.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// One operation; its operands are values defined before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// A number.
    Constant(Bits),
    /// The lane constants at that position in the program, one for each lane.
    LaneConstant(u32),
    /// The input at that position.
    Input(u32),
    /// `-a`
    Neg(Value),
    /// `a + b`
    Add(Value, Value),
    /// `a - b`
    Sub(Value, Value),
    /// `a * b`
    Mul(Value, Value),
    /// `a / b`
    Div(Value, Value),
    /// `√a`
    Sqrt(Value),
    /// `sin a`
    Sin(Value),
    /// `cos a`
    Cos(Value),
    /// Angle of (`x`, `y`): operands `y`, `x`.
    Atan2(Value, Value),
    /// `eᵃ`
    Exp(Value),
    /// Natural logarithm of `a`.
    Ln(Value),
    /// `if test < 0 { negative } else { otherwise }`: operands in this order.
    Select(Value, Value, Value),
    /// Value of the curve in the table at that position.
    Lookup(u32, Value),
    /// Integral of the table's curve from 0.
    LookupIntegral(u32, Value),
    /// `a * b + c`, rounded once if the instruction set can do so.
    MulAdd(Value, Value, Value),
    /// `a * b - c`, likewise.
    MulSub(Value, Value, Value),
    /// `c - a * b`, likewise: operands `a`, `b`, `c`.
    NegMulAdd(Value, Value, Value),
    /// Sum of the lanes, one after the other: `((a0 + a1) + a2) + a3`. A loop over lanes accumulates it.
    Sum(Value),
    /// The number in one lane.
    Lane(u32, Value),
}

/// The operands of an operation. The iterator is as simple as possible, since the compiler runs without optimisation in
/// the macro of a default build.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    values: [Value; 3],
    next: u8,
    end: u8,
}

impl From<[Value; 2]> for Operands {
    fn from([a, b]: [Value; 2]) -> Self {
        Operands {
            values: [a, b, b],
            next: 0,
            end: 2,
        }
    }
}

impl Iterator for Operands {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        if self.next == self.end {
            return None;
        }
        let value = self.values[usize::from(self.next)];
        self.next += 1;
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.end - self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Operands {}

impl Op {
    /// Operands, in order.
    pub fn operands(self) -> Operands {
        const NONE: Value = Value(0);
        let (values, end) = match self {
            Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) => ([NONE; 3], 0),
            Op::Neg(a) | Op::Sqrt(a) | Op::Sin(a) | Op::Cos(a) | Op::Exp(a) | Op::Ln(a) => ([a, NONE, NONE], 1),
            Op::Lookup(_, a) | Op::LookupIntegral(_, a) | Op::Sum(a) | Op::Lane(_, a) => ([a, NONE, NONE], 1),
            Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) | Op::Div(a, b) | Op::Atan2(a, b) => ([a, b, NONE], 2),
            Op::Select(a, b, c) | Op::MulAdd(a, b, c) | Op::MulSub(a, b, c) | Op::NegMulAdd(a, b, c) => ([a, b, c], 3),
        };
        Operands { values, next: 0, end }
    }

    /// Two words that distinguish the operation from every other.
    pub(super) fn key(self) -> [u64; 2] {
        let (kind, a, b, c) = match self {
            Op::Constant(Bits(bits)) => return [0, bits],
            Op::LaneConstant(k) => (1, k, 0, 0),
            Op::Input(i) => (2, i, 0, 0),
            Op::Neg(Value(a)) => (3, a, 0, 0),
            Op::Add(Value(a), Value(b)) => (4, a, b, 0),
            Op::Sub(Value(a), Value(b)) => (5, a, b, 0),
            Op::Mul(Value(a), Value(b)) => (6, a, b, 0),
            Op::Div(Value(a), Value(b)) => (7, a, b, 0),
            Op::Sqrt(Value(a)) => (8, a, 0, 0),
            Op::Sin(Value(a)) => (9, a, 0, 0),
            Op::Cos(Value(a)) => (10, a, 0, 0),
            Op::Atan2(Value(a), Value(b)) => (11, a, b, 0),
            Op::Exp(Value(a)) => (12, a, 0, 0),
            Op::Ln(Value(a)) => (13, a, 0, 0),
            Op::Select(Value(a), Value(b), Value(c)) => (14, a, b, c),
            Op::Lookup(table, Value(a)) => (15, table, a, 0),
            Op::LookupIntegral(table, Value(a)) => (16, table, a, 0),
            Op::MulAdd(Value(a), Value(b), Value(c)) => (17, a, b, c),
            Op::MulSub(Value(a), Value(b), Value(c)) => (18, a, b, c),
            Op::NegMulAdd(Value(a), Value(b), Value(c)) => (19, a, b, c),
            Op::Sum(Value(a)) => (20, a, 0, 0),
            Op::Lane(lane, Value(a)) => (21, lane, a, 0),
        };
        [(kind << 32) | u64::from(a), (u64::from(b) << 32) | u64::from(c)]
    }

    /// This operation on other operands, given by `f`.
    pub fn map(self, mut f: impl FnMut(Value) -> Value) -> Op {
        match self {
            Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) => self,
            Op::Neg(a) => Op::Neg(f(a)),
            Op::Add(a, b) => Op::Add(f(a), f(b)),
            Op::Sub(a, b) => Op::Sub(f(a), f(b)),
            Op::Mul(a, b) => Op::Mul(f(a), f(b)),
            Op::Div(a, b) => Op::Div(f(a), f(b)),
            Op::Sqrt(a) => Op::Sqrt(f(a)),
            Op::Sin(a) => Op::Sin(f(a)),
            Op::Cos(a) => Op::Cos(f(a)),
            Op::Atan2(a, b) => Op::Atan2(f(a), f(b)),
            Op::Exp(a) => Op::Exp(f(a)),
            Op::Ln(a) => Op::Ln(f(a)),
            Op::Select(a, b, c) => Op::Select(f(a), f(b), f(c)),
            Op::Lookup(table, a) => Op::Lookup(table, f(a)),
            Op::LookupIntegral(table, a) => Op::LookupIntegral(table, f(a)),
            Op::MulAdd(a, b, c) => Op::MulAdd(f(a), f(b), f(c)),
            Op::MulSub(a, b, c) => Op::MulSub(f(a), f(b), f(c)),
            Op::NegMulAdd(a, b, c) => Op::NegMulAdd(f(a), f(b), f(c)),
            Op::Sum(a) => Op::Sum(f(a)),
            Op::Lane(lane, a) => Op::Lane(lane, f(a)),
        }
    }

    /// Whether it computes anything (inputs and constants do not).
    pub fn is_computed(self) -> bool {
        !matches!(self, Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_))
    }
}
