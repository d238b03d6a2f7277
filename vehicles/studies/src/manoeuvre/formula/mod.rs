//! Heights of a road by a formula: `"0.02 * sin(2*pi*x/5) * step(y)"`.
//!
//! A formula is read once into operations in postfix order (`reader.rs`). It is evaluated on numbers with their slopes
//! along X and Y, so slopes are exact except for rounding. Elementary functions come from
//! [`Scalar`](wishbone::number::Scalar), with equal bits everywhere (`functions.rs`).

mod functions;
mod reader;

use functions::{OfOne, OfTwo, Value};
use reader::{Reader, Wrong};
use serde::Deserialize;
use std::fmt;
use std::sync::Arc;

/// Most values that wait for an operation, and most parentheses within each other.
const DEEPEST: usize = 32;

/// A height over X and Y [m].
#[derive(Clone)]
pub struct Formula {
    /// As it is written.
    text: String,
    operations: Arc<[Operation]>,
}

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

impl Formula {
    /// Height [m] and slopes along X and Y at a point [m]. Where the formula has no value, they are not finite.
    pub fn at(&self, x: f64, y: f64) -> (f64, [f64; 2]) {
        let mut stack = [Value::from(0.0); DEEPEST];
        let mut top = 0;
        for operation in self.operations.iter() {
            let (taken, value) = match *operation {
                Operation::Number(number) => (0, Value::from(number)),
                Operation::X => (0, Value::variable(x, 0)),
                Operation::Y => (0, Value::variable(y, 1)),
                Operation::Negative => (1, -stack[top - 1]),
                Operation::Sum => (2, stack[top - 2] + stack[top - 1]),
                Operation::Difference => (2, stack[top - 2] - stack[top - 1]),
                Operation::Product => (2, stack[top - 2] * stack[top - 1]),
                Operation::Quotient => (2, stack[top - 2] * functions::reciprocal(stack[top - 1])),
                Operation::Power => (2, functions::power(stack[top - 2], stack[top - 1])),
                Operation::One(function) => (1, function(stack[top - 1])),
                Operation::Two(function) => (2, function(stack[top - 2], stack[top - 1])),
            };
            top -= taken;
            stack[top] = value;
            top += 1;
        }
        (stack[0].value, stack[0].slopes)
    }

    /// Reads a formula.
    ///
    /// # Errors
    /// What is wrong, with the formula and a caret below the place.
    pub fn read(text: &str) -> Result<Self, String> {
        match Reader::new(text).whole() {
            Ok(operations) => Ok(Self {
                text: text.to_owned(),
                operations: operations.into(),
            }),
            Err(Wrong { place, message }) => {
                let before = text[..place].chars().count();
                Err(format!("{message}\n  {text}\n  {:>width$}", "^", width = before + 1))
            }
        }
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

    /// Compares the slopes of every function, alone and nested in another function, with central differences. Compares
    /// heights with the functions of the platform.
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

    /// No undefined value is returned as a number, and a wall has no finite slope.
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
