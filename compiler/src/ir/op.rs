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
    /// The numbers of that position, one for each lane.
    LaneConstant(u32),
    /// The input of that position.
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
    /// Value of the curve in the table of that position.
    Lookup(u32, Value),
    /// Integral of the table's curve from 0.
    LookupIntegral(u32, Value),
    /// `a * b + c`, rounded once where the instruction set can.
    MulAdd(Value, Value, Value),
    /// `a * b - c`, likewise.
    MulSub(Value, Value, Value),
    /// `c - a * b`, likewise: operands `a`, `b`, `c`.
    NegMulAdd(Value, Value, Value),
    /// Sum of the lanes, one after the other: `((a0 + a1) + a2) + a3`. A loop over lanes that take turns adds to it as it
    /// goes.
    Sum(Value),
    /// The number in one lane.
    Lane(u32, Value),
}

impl Op {
    /// Operands, in order.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let (a, b, c) = match self {
            Op::Constant(_) | Op::LaneConstant(_) | Op::Input(_) => (None, None, None),
            Op::Neg(a) | Op::Sqrt(a) | Op::Sin(a) | Op::Cos(a) | Op::Exp(a) | Op::Ln(a) => (Some(a), None, None),
            Op::Lookup(_, a) | Op::LookupIntegral(_, a) | Op::Sum(a) | Op::Lane(_, a) => (Some(a), None, None),
            Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) | Op::Div(a, b) | Op::Atan2(a, b) => (Some(a), Some(b), None),
            Op::Select(a, b, c) | Op::MulAdd(a, b, c) | Op::MulSub(a, b, c) | Op::NegMulAdd(a, b, c) => {
                (Some(a), Some(b), Some(c))
            }
        };
        [a, b, c].into_iter().flatten()
    }

    /// The same operation on other operands.
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
