//! The operation of a change: it replaces a value, adds to it or multiplies it.

use super::Refusal;
use crate::diag::catalogue;
use crate::front::syntax::{Number, Unit, Value};

/// Whether a value is replaced, or calculated from the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// `=`
    Replace,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
    /// `*=`
    Multiply,
}

impl Operation {
    /// The operation whose equals sign follows this text, and the position where the text before the operation ends.
    pub(super) fn before(text: &str) -> (Self, usize) {
        let operation = match text.chars().last() {
            Some('+') => Self::Add,
            Some('-') => Self::Subtract,
            Some('*') => Self::Multiply,
            _ => return (Self::Replace, text.len()),
        };
        (operation, text.len() - 1)
    }

    /// The new value.
    pub(super) fn apply(self, old: Option<&Value>, given: &Value) -> Result<Value, Refusal> {
        if self == Self::Replace {
            return Ok(match old {
                Some(old) => replaced(old, given),
                None => given.clone(),
            });
        }
        let absent = || wrong("there is no declared value yet: declare it, or set it first by a change with `=`");
        match (old.ok_or_else(absent)?, given) {
            (Value::Number(old), Value::Number(given)) => self.number(old, given).map(Value::Number),
            (Value::List { members, unit, span }, Value::Number(_)) if self == Self::Multiply => {
                let members = members.iter().map(|member| self.apply(Some(member), given));
                Ok(Value::List {
                    members: members.collect::<Result<_, _>>()?,
                    unit: unit.clone(),
                    span: *span,
                })
            }
            (Value::List { .. }, Value::Number(_)) => Err(wrong(
                "this is a list: name one of its numbers, `.x`, `.y`, `.z` or `.1`, `.2` ..",
            )),
            (Value::Call { arguments, .. }, _) => {
                let keys: Vec<String> = arguments.iter().map(|each| format!("`.{}`", each.key.text)).collect();
                Err(wrong(format!("this has several values: name one, {}", keys.join(", "))))
            }
            (Value::Name(_) | Value::File(_), _) => {
                Err(wrong("this is a name and no number: it can be replaced by `=` only"))
            }
            (_, _) => Err(wrong("only a number can be added or multiplied")),
        }
    }

    /// Calculates with two numbers, in the unit of the old one.
    fn number(self, old: &Number, given: &Number) -> Result<Number, Refusal> {
        let value = match self {
            Self::Replace => given.value,
            Self::Multiply => match &given.unit {
                None => as_written(old.value * given.value),
                Some(unit) => {
                    let message = format!("a factor has no unit, but this one has `{}`", unit.text);
                    return Err(Refusal::new(&catalogue::WRONG_DIMENSION, message, None));
                }
            },
            Self::Add => as_written(old.value + in_unit_of(old, given)?),
            Self::Subtract => as_written(old.value - in_unit_of(old, given)?),
        };
        Ok(Number {
            value,
            span: given.span,
            ..old.clone()
        })
    }
}

/// The number rounded to 15 decimal digits, as a person would write it into the file. A sum of decimal numbers mostly
/// differs from it in the last bit.
fn as_written(number: f64) -> f64 {
    format!("{number:.14e}").parse().unwrap_or(number)
}

/// The given value with the `tune` of the value that it replaces.
fn replaced(old: &Value, given: &Value) -> Value {
    match (old, given) {
        (Value::Number(old), Value::Number(given)) => Value::Number(Number {
            tune: given.tune.clone().or(old.tune.clone()),
            instead_of: Some(Box::new(old.clone())),
            ..given.clone()
        }),
        _ => given.clone(),
    }
}

/// A number converted to the unit of another number.
fn in_unit_of(old: &Number, given: &Number) -> Result<f64, Refusal> {
    let scale = |unit: &Option<Unit>| {
        unit.as_ref()
            .map(|unit| (unit.factor, unit.dimension, unit.text.clone()))
    };
    match (scale(&old.unit), scale(&given.unit)) {
        (None, None) => Ok(given.value),
        (Some((own, dimension, _)), Some((factor, other, _))) if dimension == other => Ok(given.value * (factor / own)),
        (own, other) => {
            let text = |scale: Option<(f64, _, String)>| {
                scale.map_or("no unit".to_owned(), |(_, _, text)| format!("the unit `{text}`"))
            };
            let message = format!("the number has {}, and {} does not fit it", text(own), text(other));
            Err(Refusal::new(&catalogue::WRONG_DIMENSION, message, None))
        }
    }
}

fn wrong(message: impl Into<String>) -> Refusal {
    Refusal::new(&catalogue::WRONG_VALUE, message, None)
}
