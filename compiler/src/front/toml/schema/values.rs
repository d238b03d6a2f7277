//! Patterns of values: numbers with their units, words, names.

use super::super::super::units::{self, Quantity};
use super::json::{Json, object, text};
use super::reference;
use crate::front::language::ValueShape;

/// The schema of a value of this shape.
pub(super) fn of(shape: ValueShape) -> Json {
    match shape {
        ValueShape::Any => reference("value"),
        ValueShape::Quantity(quantities) => pattern(&number_with(quantities)),
        ValueShape::QuantityOrWord(quantity, word) => any(&[pattern(&number_with(&[quantity])), words(&[word])]),
        ValueShape::QuantityOrVector(quantity) => any(&[
            pattern(&number_with(&[quantity])),
            pattern(&list_with(quantity)),
            of_type("array"),
        ]),
        ValueShape::QuantityOrName(quantity) => any(&[pattern(&number_with(&[quantity])), reference("name")]),
        ValueShape::Curve(quantity) => any(&[pattern(&number_with(&[quantity])), reference("call")]),
        ValueShape::Listed(quantity) => any(&[pattern(&list_with(quantity)), of_type("array")]),
        ValueShape::Words(known) => words(known),
        ValueShape::Name => reference("name"),
        ValueShape::Direction => any(&[words(&["x", "y", "z", "-x", "-y", "-z"]), reference("list")]),
        ValueShape::File => of_type("string"),
        ValueShape::CountOrWord(word) => any(&[of_type("integer"), pattern(&format!("^\\s*([0-9]+|{word})\\s*$"))]),
        ValueShape::Count => any(&[of_type("integer"), pattern("^\\s*[0-9]+\\s*$")]),
    }
}

/// Definitions that [`of`] refers to, beside `value`.
pub(super) fn definitions() -> Vec<(String, Json)> {
    let word = "[A-Za-z_][A-Za-z0-9_]*";
    let call = pattern(&format!("^\\s*{TUNE}{word}\\s*\\("));
    let lists = [pattern(&format!("^\\s*{TUNE}\\[")), of_type("array")];
    vec![
        (
            "name".to_owned(),
            pattern(&format!("^\\s*{word}(\\s*\\.\\s*{word})*\\s*$")),
        ),
        ("call".to_owned(), any(&[call, of_type("object")])),
        ("list".to_owned(), any(&lists)),
    ]
}

/// One of these words.
pub(super) fn words(words: &[&str]) -> Json {
    object(&[("enum", Json::List(words.iter().map(|word| text(word)).collect()))])
}

const TUNE: &str = "(tune\\s*(\\(\\s*\\w+\\s*\\)\\s*|\\s))?\\s*";
const DIGITS: &str = "-?\\s*[0-9][0-9_]*(\\.[0-9_]*)?([eE][+-]?[0-9_]+)?";

fn number_with(quantities: &[&Quantity]) -> String {
    format!("^\\s*{TUNE}{DIGITS}\\s*{}\\s*$", unit_of(quantities))
}

/// A list with a unit behind its bracket, or with a unit for each member.
fn list_with(quantity: &Quantity) -> String {
    format!("^\\s*{TUNE}\\[[\\s\\S]*\\]\\s*({})?\\s*$", unit_of(&[quantity]))
}

/// A pattern for a unit of one of these quantities, or for several multiplied units, which only the compiler can check.
fn unit_of(quantities: &[&Quantity]) -> String {
    let of_one = |name: &&str| {
        let dimension = units::lookup(name).map(|scale| scale.dimension);
        quantities.iter().any(|quantity| dimension == Some(quantity.dimension))
    };
    let exponent = "(\\s*\\^\\s*-?\\s*[0-9])";
    let any = units::names().collect::<Vec<_>>().join("|");
    let several = format!("({any}){exponent}?(\\s*[*/]\\s*({any}){exponent}?)+|({any}){exponent}");
    let one: Vec<&str> = units::names().filter(of_one).collect();
    match one.as_slice() {
        [] => format!("({several})"),
        one => format!("({}|{several})", one.join("|")),
    }
}

fn pattern(pattern: &str) -> Json {
    object(&[("type", text("string")), ("pattern", text(pattern))])
}

fn of_type(kind: &str) -> Json {
    object(&[("type", text(kind))])
}

fn any(schemas: &[Json]) -> Json {
    object(&[("anyOf", Json::List(schemas.to_vec()))])
}
