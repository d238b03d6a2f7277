//! Heights of a road by a formula: `"0.02 * sin(2*pi*x/5) * step(y)"`.
//!
//! A formula is read once into operations in postfix order. It is evaluated on numbers with their slopes along X and Y, so that slopes
//! are exact but for rounding. Elementary functions are those of [`Scalar`], which give the same bits everywhere.

use serde::Deserialize;
use std::fmt;
use std::sync::Arc;
use wishbone::number::Scalar;

/// Most characters of a formula.
const LONGEST: usize = 4096;

/// Most values that wait for an operation, and most parentheses within each other.
const DEEPEST: usize = 32;

/// A height over X and Y [m].
#[derive(Clone)]
pub struct Formula {
    /// As it is written.
    text: String,
    operations: Arc<[Operation]>,
}

/// A function of one value, and one of two.
type OfOne = fn(Value) -> Value;
type OfTwo = fn(Value, Value) -> Value;

#[derive(Clone, Copy)]
enum Operation {
    Number(f64),
    X,
    Y,
    Negative,
    Sum,
    Difference,
    Product,
    Quotient,
    Power,
    One(OfOne),
    Two(OfTwo),
}

/// Functions by name, of one argument.
const OF_ONE: [(&str, OfOne); 10] = [
    ("sin", |u| u.chain(u.height.sin_cos().0, u.height.sin_cos().1)),
    ("cos", |u| u.chain(u.height.sin_cos().1, -u.height.sin_cos().0)),
    ("tan", |u| {
        let (sine, cosine) = u.height.sin_cos();
        u.chain(sine / cosine, 1.0 / (cosine * cosine))
    }),
    ("atan", |u| {
        u.chain(Scalar::atan(u.height), 1.0 / (1.0 + u.height * u.height))
    }),
    ("tanh", |u| {
        // Beyond 20 it is 1 to the last bit, and the exponential stays finite.
        let grown = Scalar::exp(2.0 * u.height.clamp(-20.0, 20.0));
        let tanh = (grown - 1.0) / (grown + 1.0);
        u.chain(tanh, 1.0 - tanh * tanh)
    }),
    ("exp", |u| u.chain(Scalar::exp(u.height), Scalar::exp(u.height))),
    ("ln", |u| u.chain(Scalar::ln(u.height), 1.0 / u.height)),
    ("sqrt", |u| u.chain(f64::sqrt(u.height), 0.5 / f64::sqrt(u.height))),
    ("abs", |u| if u.height < 0.0 { u.times(-1.0) } else { u }),
    ("step", |u| {
        Value::still(if u.height.is_nan() {
            f64::NAN
        } else {
            f64::from(u8::from(u.height >= 0.0))
        })
    }),
];

/// Functions by name, of two arguments.
const OF_TWO: [(&str, OfTwo); 2] = [
    (
        "min",
        |u, v| if u.height < v.height || u.height.is_nan() { u } else { v },
    ),
    (
        "max",
        |u, v| if u.height > v.height || u.height.is_nan() { u } else { v },
    ),
];

/// A height with its slopes along X and Y.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    height: f64,
    slopes: [f64; 2],
}

impl Value {
    fn still(height: f64) -> Self {
        Self {
            height,
            slopes: [0.0; 2],
        }
    }

    /// A function of it: value, and the derivative by its argument, which may be infinite.
    fn chain(self, height: f64, derivative: f64) -> Self {
        Self {
            height,
            // A part that does not change has no slope, however steep the function is.
            slopes: self
                .slopes
                .map(|slope| if slope == 0.0 { 0.0 } else { derivative * slope }),
        }
    }

    fn times(self, factor: f64) -> Self {
        self.chain(factor * self.height, factor)
    }

    fn plus(self, other: Self) -> Self {
        Self {
            height: self.height + other.height,
            slopes: [0, 1].map(|k| self.slopes[k] + other.slopes[k]),
        }
    }

    fn product(self, other: Self) -> Self {
        let height = self.height * other.height;
        let [first, second] = [self.chain(height, other.height), other.chain(0.0, self.height)];
        first.plus(second)
    }

    fn reciprocal(self) -> Self {
        self.chain(1.0 / self.height, -1.0 / (self.height * self.height))
    }

    /// A whole and still exponent takes any base, another one a base above zero.
    fn power(self, exponent: Self) -> Self {
        let n = exponent.height;
        let is_still = exponent.slopes == [0.0; 2];
        if is_still && n.fract() == 0.0 && n.abs() <= 64.0 {
            #[allow(clippy::cast_possible_truncation, reason = "whole, and at most 64")]
            let whole = n as i32;
            let derivative = if whole == 0 {
                0.0
            } else {
                n * Scalar::powi(self.height, whole - 1)
            };
            return self.chain(Scalar::powi(self.height, whole), derivative);
        }
        let logarithm = self.chain(Scalar::ln(self.height), 1.0 / self.height);
        if is_still && self.height == 0.0 {
            // The root of zero: its slope is zero, or that of a wall.
            let derivative = if n > 1.0 { 0.0 } else { f64::INFINITY };
            return self.chain(if n > 0.0 { 0.0 } else { f64::INFINITY }, derivative);
        }
        let rise = logarithm.product(exponent);
        rise.chain(Scalar::exp(rise.height), Scalar::exp(rise.height))
    }
}

impl Formula {
    /// Height [m] and slopes along X and Y at a point [m]. Where the formula has no value, they are not finite.
    pub fn at(&self, x: f64, y: f64) -> (f64, [f64; 2]) {
        let mut stack = [Value::still(0.0); DEEPEST];
        let mut top = 0;
        for operation in self.operations.iter() {
            let (taken, value) = match *operation {
                Operation::Number(number) => (0, Value::still(number)),
                Operation::X => (
                    0,
                    Value {
                        height: x,
                        slopes: [1.0, 0.0],
                    },
                ),
                Operation::Y => (
                    0,
                    Value {
                        height: y,
                        slopes: [0.0, 1.0],
                    },
                ),
                Operation::Negative => (1, stack[top - 1].times(-1.0)),
                Operation::Sum => (2, stack[top - 2].plus(stack[top - 1])),
                Operation::Difference => (2, stack[top - 2].plus(stack[top - 1].times(-1.0))),
                Operation::Product => (2, stack[top - 2].product(stack[top - 1])),
                Operation::Quotient => (2, stack[top - 2].product(stack[top - 1].reciprocal())),
                Operation::Power => (2, stack[top - 2].power(stack[top - 1])),
                Operation::One(function) => (1, function(stack[top - 1])),
                Operation::Two(function) => (2, function(stack[top - 2], stack[top - 1])),
            };
            top -= taken;
            stack[top] = value;
            top += 1;
        }
        (stack[0].height, stack[0].slopes)
    }

    /// Reads a formula.
    ///
    /// # Errors
    /// What is wrong, with the formula and a caret below the place.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader {
            text,
            place: 0,
            depth: 0,
            operations: Vec::new(),
        };
        let read = reader.whole();
        match read {
            Ok(()) => Ok(Self {
                text: text.to_owned(),
                operations: reader.operations.into(),
            }),
            Err(Wrong { place, message }) => {
                let before = text[..place].chars().count();
                Err(format!("{message}\n  {text}\n  {:>width$}", "^", width = before + 1))
            }
        }
    }
}

/// A mistake, and where it begins [byte].
struct Wrong {
    place: usize,
    message: String,
}

/// Reads a formula from left to right.
struct Reader<'t> {
    text: &'t str,
    /// Next byte.
    place: usize,
    /// Parentheses and signs that are open.
    depth: usize,
    operations: Vec<Operation>,
}

impl<'t> Reader<'t> {
    fn whole(&mut self) -> Result<(), Wrong> {
        if self.text.len() > LONGEST {
            return Err(Wrong {
                place: 0,
                message: format!("a formula has at most {LONGEST} characters"),
            });
        }
        self.sum()?;
        match self.peek() {
            None => self.fits(),
            Some(')') => Err(self.wrong("this parenthesis closes none")),
            Some(_) => Err(self.wrong("an operation such as `+` or `*` is missing before this")),
        }
    }

    /// Whether no more values wait at once than there is room for.
    fn fits(&self) -> Result<(), Wrong> {
        let mut waiting = 0_usize;
        for operation in &self.operations {
            match operation {
                Operation::Number(_) | Operation::X | Operation::Y => waiting += 1,
                Operation::Negative | Operation::One(_) => {}
                Operation::Sum
                | Operation::Difference
                | Operation::Product
                | Operation::Quotient
                | Operation::Power
                | Operation::Two(_) => waiting -= 1,
            }
            if waiting > DEEPEST {
                return Err(Wrong {
                    place: 0,
                    message: format!("more than {DEEPEST} values wait for an operation: write it with fewer levels"),
                });
            }
        }
        Ok(())
    }

    fn wrong(&self, message: impl Into<String>) -> Wrong {
        Wrong {
            place: self.place,
            message: message.into(),
        }
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.place..];
        self.place += rest.len() - rest.trim_start().len();
        self.text[self.place..].chars().next()
    }

    fn takes(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.place += wanted.len_utf8();
        }
        is_there
    }

    fn sum(&mut self) -> Result<(), Wrong> {
        self.product()?;
        loop {
            let operation = match self.peek() {
                Some('+') => Operation::Sum,
                Some('-') => Operation::Difference,
                _ => return Ok(()),
            };
            self.place += 1;
            self.product()?;
            self.operations.push(operation);
        }
    }

    fn product(&mut self) -> Result<(), Wrong> {
        self.signed()?;
        loop {
            let operation = match self.peek() {
                Some('*') => Operation::Product,
                Some('/') => Operation::Quotient,
                _ => return Ok(()),
            };
            self.place += 1;
            self.signed()?;
            self.operations.push(operation);
        }
    }

    /// `-x^2` is `-(x^2)`.
    fn signed(&mut self) -> Result<(), Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong(format!(
                "more than {DEEPEST} parentheses or signs stand within each other"
            )));
        }
        if self.takes('-') {
            self.signed()?;
            self.operations.push(Operation::Negative);
        } else if self.takes('+') {
            self.signed()?;
        } else {
            self.power()?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// `2^x^2` is `2^(x^2)`.
    fn power(&mut self) -> Result<(), Wrong> {
        self.atom()?;
        if self.takes('^') {
            self.signed()?;
            self.operations.push(Operation::Power);
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), Wrong> {
        match self.peek() {
            Some('(') => {
                self.place += 1;
                self.sum()?;
                self.closes()
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() => self.named(),
            Some(_) => Err(self.wrong("a number, `x`, `y`, `pi`, a function or a parenthesis is needed here")),
            None => Err(self.wrong("the formula ends where a number, `x`, `y` or a function is needed")),
        }
    }

    fn closes(&mut self) -> Result<(), Wrong> {
        match self.takes(')') {
            true => Ok(()),
            false => Err(self.wrong("`)` is missing here")),
        }
    }

    /// `12`, `.5`, `2e-3`
    fn number(&mut self) -> Result<(), Wrong> {
        let rest = &self.text[self.place..];
        let mut end = 0;
        for (at, c) in rest.char_indices() {
            let is_exponent = matches!(c, 'e' | 'E')
                && rest[at + 1..].starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
            let is_sign = matches!(c, '+' | '-') && rest[..at].ends_with(['e', 'E']);
            if !(c.is_ascii_digit() || c == '.' || is_exponent || is_sign) {
                break;
            }
            end = at + c.len_utf8();
        }
        match rest[..end].parse::<f64>() {
            Ok(number) if number.is_finite() => {
                self.operations.push(Operation::Number(number));
                self.place += end;
                Ok(())
            }
            _ => Err(self.wrong(format!("`{}` is no number", &rest[..end]))),
        }
    }

    /// A variable, a constant or a function.
    fn named(&mut self) -> Result<(), Wrong> {
        let start = self.place;
        let rest: &'t str = &self.text[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = &rest[..end.unwrap_or(rest.len())];
        self.place += name.len();
        let plain = match name {
            "x" => Some(Operation::X),
            "y" => Some(Operation::Y),
            "pi" => Some(Operation::Number(std::f64::consts::PI)),
            _ => None,
        };
        if let Some(plain) = plain {
            self.operations.push(plain);
            return Ok(());
        }
        let one = OF_ONE
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, f)| (1, Operation::One(*f)));
        let two = OF_TWO
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, f)| (2, Operation::Two(*f)));
        let Some((arguments, call)) = one.or(two) else {
            let functions: Vec<&str> = OF_ONE
                .iter()
                .map(|(own, _)| *own)
                .chain(OF_TWO.iter().map(|(own, _)| *own))
                .collect();
            return Err(Wrong {
                place: start,
                message: format!(
                    "there is no `{name}`: there are `x`, `y`, `pi` and the functions {}",
                    functions.join(", ")
                ),
            });
        };
        if !self.takes('(') {
            return Err(self.wrong(format!("`(` is missing: `{name}` is a function")));
        }
        self.sum()?;
        if arguments == 2 {
            if !self.takes(',') {
                return Err(self.wrong(format!("`{name}` takes two values: `,` is missing here")));
            }
            self.sum()?;
        }
        self.closes()?;
        self.operations.push(call);
        Ok(())
    }
}

impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Formula({})", self.text)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand, in the order of precedence that is usual.
    #[test]
    fn values_are_those_of_arithmetic() {
        for (text, value) in [
            ("1 + 2 * 3", 7.0),
            ("-2^2", -4.0),
            ("2^3^2", 512.0),
            ("2^-1", 0.5),
            ("8 / 4 / 2", 1.0),
            ("1 - 2 - 3", -4.0),
            ("-(1 - 4) * .5e1", 15.0),
            ("min(3, x) + max(1, y)", 2.0 + 7.0),
            ("step(x - 2) + step(x - 2.1)", 1.0),
            ("abs(-x)", 2.0),
            ("(-x)^3", -8.0),
            ("y^0.5", 7.0_f64.sqrt()),
            ("tanh(1000) - tanh(-1000)", 2.0),
        ] {
            let own = Formula::read(text).expect(text).at(2.0, 7.0).0;
            assert!((own - value).abs() < 1e-14 * value.abs(), "{text}: {own}");
        }
    }

    /// Slopes of every function, alone and in each other, against central differences; heights against the functions of
    /// the platform.
    #[test]
    fn slopes_are_those_of_the_height() {
        let h = 1e-6;
        for text in [
            "0.02 * sin(2*pi*x/5) * step(y)",
            "exp(-(x - 3)^2 / 2) * cos(y)",
            "tan(x / 4) + atan(x * y) + tanh(y - x)",
            "ln(1 + x^2) / sqrt(2 + y)",
            "(1 + x)^1.7 + 2^(x / 3) + (x * y)^-2",
            "abs(x - y) + min(x, y^2) - max(0.3 * x, y)",
            "x^(y / 2)",
        ] {
            let formula = Formula::read(text).expect(text);
            for k in 1..40 {
                let (x, y) = (0.137 * f64::from(k), 0.31 + 0.071 * f64::from(k % 7));
                let height = |x: f64, y: f64| formula.at(x, y).0;
                let own = formula.at(x, y).1;
                let differences = [
                    (height(x + h, y) - height(x - h, y)) / (2.0 * h),
                    (height(x, y + h) - height(x, y - h)) / (2.0 * h),
                ];
                for (own, difference) in own.into_iter().zip(differences) {
                    assert!(
                        (own - difference).abs() < 1e-7 * (1.0 + own.abs()),
                        "{text} at {x}, {y}: {own} {difference}"
                    );
                }
            }
        }
        let platform = |x: f64, y: f64| (-(x - 3.0).powi(2) / 2.0).exp() * y.cos() + (1.0 + x).ln() * (x / 4.0).tan();
        let own = Formula::read("exp(-(x - 3)^2 / 2) * cos(y) + ln(1 + x) * tan(x / 4)").expect("a formula");
        for k in 1..40 {
            let (x, y) = (0.137 * f64::from(k), 0.071 * f64::from(k));
            assert!((own.at(x, y).0 - platform(x, y)).abs() < 1e-13);
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        for (text, place, words) in [
            ("0.02 * sin(z)", 11, "there is no `z`"),
            ("2 x", 2, "operation"),
            ("(x + 1", 6, "`)` is missing"),
            ("x + 1)", 5, "closes none"),
            ("sin x", 4, "is a function"),
            ("max(x)", 5, "two values"),
            ("x +", 3, "ends"),
            ("", 0, "ends"),
            ("x * ²", 4, "is needed here"),
            ("1.2.3", 0, "no number"),
            ("µ", 0, "is needed here"),
        ] {
            let told = Formula::read(text).expect_err(text);
            let lines: Vec<&str> = told.lines().collect();
            assert!(lines[0].contains(words), "{told}");
            assert_eq!(lines[2].chars().count(), place + 3, "{told}");
        }
        for deep in [
            "(".repeat(5000),
            "-".repeat(3000),
            format!("{}x{}", "sin(".repeat(40), ")".repeat(40)),
            "1+(".repeat(31),
        ] {
            assert!(Formula::read(&deep).is_err());
        }
    }

    /// Nothing that is undefined comes out as a number, and a wall is no slope.
    #[test]
    fn what_is_undefined_is_not_finite() {
        for text in [
            "1 / x",
            "ln(x - 1)",
            "sqrt(-1 - x)",
            "(-1)^0.5 + x",
            "x^-1",
            "tan(1/x)",
            "min(1/x, 1/x)",
            "step(sqrt(-1 - x))",
        ] {
            let (height, _) = Formula::read(text).expect(text).at(0.0, 0.0);
            assert!(!height.is_finite(), "{text}: {height}");
        }
        for text in ["sqrt(x)", "x^0.5", "x^(1/3)"] {
            let (height, [slope, _]) = Formula::read(text).expect(text).at(0.0, 0.0);
            assert!(height == 0.0 && slope.is_infinite(), "{text}: {slope}");
        }
        assert_eq!(
            Formula::read("sqrt(0) + x^2").expect("a formula").at(0.0, 0.0),
            (0.0, [0.0; 2])
        );
    }
}
