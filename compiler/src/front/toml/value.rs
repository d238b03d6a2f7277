//! Reads TOML values: strings by the grammar of `vehicle! { .. }`; numbers, lists and tables directly.

use super::super::dsl::Within;
use super::super::syntax::{Number, Value};
use super::super::value as grammar;
use super::table::Entry;
use super::{attribute, name};
use crate::diag::{Diagnostics, catalogue};
use ::toml::de::DeValue;

/// Reads a value; `None` after a report.
pub(super) fn value(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Value> {
    match entry.value() {
        DeValue::String(_) => entry.string(diagnostics)?.read(diagnostics, grammar::value),
        DeValue::Integer(number) if number.radix() == 10 => self::number(number.as_str(), entry, diagnostics),
        DeValue::Float(number) => self::number(number.as_str(), entry, diagnostics),
        DeValue::Array(_) => list(entry, diagnostics),
        DeValue::Table(_) => call(entry, diagnostics),
        _ => {
            let what = "a decimal number, a list, a table or something in quotes";
            entry.expected(what, diagnostics);
            None
        }
    }
}

/// A number without a unit. Infinities and NaN, which TOML allows, are refused.
fn number(digits: &str, entry: Entry, diagnostics: &mut Diagnostics) -> Option<Value> {
    let value: Option<f64> = digits.replace('_', "").parse().ok();
    let Some(value) = value.filter(|_| digits.ends_with(|c: char| c.is_ascii_digit())) else {
        let message = format!("`{digits}` is not a finite number");
        diagnostics.error(&catalogue::NOT_FINITE, entry.span(), message);
        return None;
    };
    Some(Value::Number(Number {
        value,
        unit: None,
        tune: None,
        instead_of: None,
        span: entry.span(),
    }))
}

fn list(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Value> {
    let members = entry.members(diagnostics);
    let members: Vec<Option<Value>> = members.into_iter().map(|member| value(member, diagnostics)).collect();
    Some(Value::List {
        members: members.into_iter().collect::<Option<_>>()?,
        unit: None,
        span: entry.span(),
    })
}

/// `{ table = { deflection = .., force = .. } }`
fn call(entry: Entry, diagnostics: &mut Diagnostics) -> Option<Value> {
    let mut entries = entry.table(diagnostics)?.entries();
    let (Some(function), None) = (entries.next(), entries.next()) else {
        let message = "a table that stands for a value has one key, which says what it is";
        diagnostics
            .error(&catalogue::WRONG_VALUE, entry.span(), message)
            .help("such as `{ table = { deflection = [-10, 10], force = [-400, 400] } }`");
        return None;
    };
    let function_name = name(Within::Declaration, function, diagnostics)?;
    let arguments = function.table(diagnostics)?.entries();
    let arguments: Vec<_> = arguments.map(|argument| attribute(argument, diagnostics)).collect();
    Some(Value::Call {
        function: function_name,
        arguments: arguments.into_iter().collect::<Option<_>>()?,
    })
}
