//! Values to SI numbers of the dimension that is needed.

use super::Vec3;
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{Number, Unit, Value};
use crate::front::units::{self, Quantity};

/// No hardpoint or length of a road vehicle exceeds this [m]; millimetres given as metres do.
const LONGEST: f64 = 100.0;

/// What is being read: for messages, and what must hold.
#[derive(Clone, Copy)]
pub(super) struct Need<'a> {
    /// The attribute or point.
    pub(super) key: &'a str,
    /// The dimension.
    pub(super) quantity: &'static Quantity,
}

impl<'a> Need<'a> {
    pub(super) fn new(key: &'a str, quantity: &'static Quantity) -> Self {
        Self { key, quantity }
    }
}

/// One number in SI.
pub(super) fn scalar(value: &Value, need: Need, diagnostics: &mut Diagnostics) -> Option<f64> {
    match value {
        Value::Number(number) => si(number, None, need, diagnostics),
        other => {
            let example = with_unit("1.5", need);
            wrong_value(
                other,
                need.key,
                &format!("{} such as {example}", need.quantity.name),
                diagnostics,
            )
        }
    }
}

/// A number above zero.
pub(super) fn positive(value: &Value, need: Need, diagnostics: &mut Diagnostics) -> Option<f64> {
    let number = scalar(value, need, diagnostics)?;
    check_sign(number > 0.0, value.span(), need, "greater than zero", diagnostics).then_some(number)
}

/// Zero or more.
pub(super) fn not_negative(value: &Value, need: Need, diagnostics: &mut Diagnostics) -> Option<f64> {
    let number = scalar(value, need, diagnostics)?;
    check_sign(number >= 0.0, value.span(), need, "zero or greater", diagnostics).then_some(number)
}

fn check_sign(holds: bool, span: SourceSpan, need: Need, must: &str, diagnostics: &mut Diagnostics) -> bool {
    if !holds {
        diagnostics.error(&catalogue::WRONG_SIGN, span, format!("`{}` must be {must}", need.key));
    }
    holds
}

/// A list of numbers in SI, of any length.
pub(super) fn scalars(value: &Value, need: Need, diagnostics: &mut Diagnostics) -> Option<Vec<f64>> {
    let Value::List { members, unit, span } = value else {
        return wrong_value(
            value,
            need.key,
            &format!("a list such as {}", with_unit("[0, 1, 2]", need)),
            diagnostics,
        );
    };
    if let Some(unit) = unit {
        check_dimension(unit, need, diagnostics)?;
    } else if members.iter().any(lacks_unit) && need.quantity != &units::PLAIN {
        // Said once for the list, not once for each number.
        missing_unit(*span, need, diagnostics);
        return None;
    }
    let mut numbers = Vec::new();
    for member in members {
        numbers.push(match member {
            Value::Number(number) => si(number, unit.as_ref(), need, diagnostics),
            other => wrong_value(other, need.key, "a list of numbers", diagnostics),
        });
    }
    numbers.into_iter().collect()
}

/// A list of exactly three numbers.
pub(super) fn vector(value: &Value, need: Need, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    let numbers = match value {
        Value::List { .. } => scalars(value, need, diagnostics)?,
        _ => Vec::new(),
    };
    match numbers[..] {
        [x, y, z] => Some(Vec3::new(x, y, z)),
        _ => wrong_value(
            value,
            need.key,
            &format!("three numbers {}", with_unit("[x, y, z]", need)),
            diagnostics,
        ),
    }
}

/// A position in the vehicle frame [m], not farther from the origin than a vehicle is long.
pub(super) fn position(value: &Value, key: &str, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    let point = vector(value, Need::new(key, &units::LENGTH), diagnostics)?;
    check_plausible(point.norm(), value.span(), diagnostics).then_some(point)
}

/// A length above zero [m], not greater than a vehicle.
pub(super) fn length(value: &Value, key: &str, diagnostics: &mut Diagnostics) -> Option<f64> {
    let length = positive(value, Need::new(key, &units::LENGTH), diagnostics)?;
    check_plausible(length, value.span(), diagnostics).then_some(length)
}

pub(super) fn check_plausible(length: f64, span: SourceSpan, diagnostics: &mut Diagnostics) -> bool {
    let plausible = length <= LONGEST;
    if !plausible {
        diagnostics
            .error(
                &catalogue::IMPLAUSIBLE_LENGTH,
                span,
                format!("{length:.0} m is too far for a vehicle"),
            )
            .label(format!("farther than {LONGEST:.0} m"));
    }
    plausible
}

/// Reports a value of the wrong shape; always none.
pub(super) fn wrong_value<T>(value: &Value, key: &str, needed: &str, diagnostics: &mut Diagnostics) -> Option<T> {
    let found = match value {
        Value::Number(_) => "a number",
        Value::List { .. } => "this list",
        Value::Name(_) => "a name",
        Value::Call { .. } => "a call",
    };
    diagnostics
        .error(
            &catalogue::WRONG_VALUE,
            value.span(),
            format!("`{key}` must be {needed}"),
        )
        .label(format!("{found} does not fit"));
    None
}

fn lacks_unit(value: &Value) -> bool {
    matches!(value, Value::Number(number) if number.unit.is_none())
}

fn si(number: &Number, outer: Option<&Unit>, need: Need, diagnostics: &mut Diagnostics) -> Option<f64> {
    let unit = number.unit.as_ref().or(outer);
    match unit {
        Some(unit) => check_dimension(unit, need, diagnostics)?,
        None if need.quantity == &units::PLAIN => {}
        None => {
            missing_unit(number.span, need, diagnostics);
            return None;
        }
    }
    let value = number.value * unit.map_or(1.0, |unit| unit.factor);
    if !value.is_finite() {
        let message = format!("`{}` is too large for a computer's number", need.key);
        diagnostics.error(&catalogue::NOT_FINITE, number.span, message);
        return None;
    }
    Some(value)
}

fn check_dimension(unit: &Unit, need: Need, diagnostics: &mut Diagnostics) -> Option<()> {
    if unit.dimension == need.quantity.dimension {
        return Some(());
    }
    let remedy = match need.quantity.example {
        "" => "has no unit".to_owned(),
        example => format!("is written e.g. in `{example}`"),
    };
    diagnostics
        .error(
            &catalogue::WRONG_DIMENSION,
            unit.span,
            format!("`{}` must be {}", need.key, need.quantity.name),
        )
        .label(format!(
            "this is {}; {} {remedy}",
            unit.dimension.describe(),
            need.quantity.name
        ));
    None
}

fn missing_unit(span: SourceSpan, need: Need, diagnostics: &mut Diagnostics) {
    diagnostics
        .error(
            &catalogue::MISSING_UNIT,
            span,
            format!("`{}` is {} and needs a unit", need.key, need.quantity.name),
        )
        .label(format!("write the unit after it, e.g. `{}`", need.quantity.example));
}

/// `` `1.5 kg` ``
fn with_unit(text: &str, need: Need) -> String {
    format!("`{}`", [text, need.quantity.example].join(" ").trim_end())
}
