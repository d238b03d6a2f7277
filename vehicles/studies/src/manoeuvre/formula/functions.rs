//! Functions of a formula, on numbers with their slopes.
//!
//! [`Dual`] gives a root of zero no slope, so that laws stay finite. A road with such a place is a wall and has to be
//! refused: the functions of this module return an infinite slope there. Only a constant has no slope, however steep
//! the function is.

use wishbone::number::{Dual, Scalar};

/// A height with its slopes along X and Y.
pub(super) type Value = Dual<f64, 2>;

/// A function of one value.
pub(super) type OfOne = fn(Value) -> Value;
/// A function of two values.
pub(super) type OfTwo = fn(Value, Value) -> Value;

/// Functions by name, of one argument.
pub(super) const OF_ONE: [(&str, OfOne); 10] = [
    ("sin", |u| u.sin_cos().0),
    ("cos", |u| u.sin_cos().1),
    ("tan", |u| {
        let (sine, cosine) = u.value.sin_cos();
        chain(u, sine / cosine, 1.0 / (cosine * cosine))
    }),
    ("atan", |u| {
        chain(u, Scalar::atan(u.value), 1.0 / (1.0 + u.value * u.value))
    }),
    ("tanh", |u| {
        // Beyond 20 it is 1 to the last bit, and the exponential stays finite.
        let grown = Scalar::exp(2.0 * u.value.clamp(-20.0, 20.0));
        let tanh = (grown - 1.0) / (grown + 1.0);
        chain(u, tanh, 1.0 - tanh * tanh)
    }),
    ("exp", Scalar::exp),
    ("ln", |u| chain(u, Scalar::ln(u.value), 1.0 / u.value)),
    ("sqrt", |u| chain(u, f64::sqrt(u.value), 0.5 / f64::sqrt(u.value))),
    ("abs", |u| if u.value < 0.0 { -u } else { u }),
    ("step", |u| match u.value.is_nan() {
        true => u,
        false => Value::from(f64::from(u8::from(u.value >= 0.0))),
    }),
];

/// Functions by name, of two arguments.
pub(super) const OF_TWO: [(&str, OfTwo); 2] = [
    ("min", |u, v| if u.value < v.value || u.value.is_nan() { u } else { v }),
    ("max", |u, v| if u.value > v.value || u.value.is_nan() { u } else { v }),
];

/// `1 / u`
pub(super) fn reciprocal(u: Value) -> Value {
    chain(u, 1.0 / u.value, -1.0 / (u.value * u.value))
}

/// `u` to a power. With an integer constant exponent, any base is allowed; with any other exponent, the base has to be
/// above zero.
pub(super) fn power(u: Value, exponent: Value) -> Value {
    let n = exponent.value;
    let is_constant = exponent.slopes == [0.0; 2];
    if is_constant && n.fract() == 0.0 && n.abs() <= 1024.0 {
        #[allow(clippy::cast_possible_truncation, reason = "whole, and at most 1024")]
        let whole = n as i32;
        let derivative = if whole == 0 {
            0.0
        } else {
            n * Scalar::powi(u.value, whole - 1)
        };
        return chain(u, Scalar::powi(u.value, whole), derivative);
    }
    if is_constant && u.value == 0.0 {
        // At the root of zero the slope is zero, or infinite as the slope of a wall.
        let derivative = if n > 1.0 { 0.0 } else { f64::INFINITY };
        return chain(u, if n > 0.0 { 0.0 } else { f64::INFINITY }, derivative);
    }
    let logarithm = chain(u, Scalar::ln(u.value), 1.0 / u.value);
    (logarithm * exponent).exp()
}

/// A function of `u`: its value, and its derivative with respect to `u`, which may be infinite.
fn chain(u: Value, value: f64, derivative: f64) -> Value {
    Value {
        value,
        slopes: u
            .slopes
            .map(|slope| if slope == 0.0 { 0.0 } else { derivative * slope }),
    }
}
