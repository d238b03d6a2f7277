//! Converts values to SI numbers and checks their dimensions.

use super::attributes::{Attributes, Declared};
use super::ledger::Ledger;
use super::tunable::{Number, Point, Tunable};
use super::{ParameterId, Vec3};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{self, Reach, Unit, Value};
use crate::front::units::{self, Quantity};

/// Limit for the coordinates and lengths of a road vehicle that is not a train [m].
pub(super) const LONGEST: f64 = 100.0;

/// Name and dimension of the number that is being read.
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

/// Range of a number.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sign {
    Any,
    NotNegative,
    Positive,
}

/// The number of an attribute by the language, with its unit. A default is no parameter.
pub(super) fn declared(
    attributes: &mut Attributes,
    key: &'static str,
    sign: Sign,
    ledger: &mut Ledger,
) -> Option<Number> {
    let need = Need::new(key, attributes.quantity(key));
    match attributes.declared(key) {
        Declared::Given(value) => signed(value, need, sign, ledger),
        Declared::Default(value) => ledger.untuned(|ledger| scalar(&value, need, ledger)),
        Declared::Missing => None,
    }
}

/// The number of an attribute that may be left out, with the unit that the language gives. The outer `None` means that
/// a mistake was reported.
pub(super) fn optional(
    attributes: &mut Attributes,
    key: &'static str,
    sign: Sign,
    ledger: &mut Ledger,
) -> Option<Option<Number>> {
    let need = Need::new(key, attributes.quantity(key));
    match attributes.optional(key) {
        Some(value) => signed(value, need, sign, ledger).map(Some),
        None => Some(None),
    }
}

/// One number in SI, within a range.
fn signed(value: &Value, need: Need, sign: Sign, ledger: &mut Ledger) -> Option<Number> {
    match sign {
        Sign::Any => scalar(value, need, ledger),
        Sign::NotNegative => not_negative(value, need, ledger),
        Sign::Positive => positive(value, need, ledger),
    }
}

/// One number in SI.
pub(super) fn scalar(value: &Value, need: Need, ledger: &mut Ledger) -> Option<Number> {
    match value {
        Value::Number(number) => {
            let read = self::number(number, None, (need, ""), ledger)?;
            is_not_tiny(*read, number.span, need, ledger).then_some(read)
        }
        other => {
            let example = with_unit("1.5", need);
            let needed = format!("{} such as {example}", need.quantity.name);
            wrong_value(other, need.key, &needed, ledger)
        }
    }
}

/// A number greater than zero.
pub(super) fn positive(value: &Value, need: Need, ledger: &mut Ledger) -> Option<Number> {
    let number = scalar(value, need, ledger)?;
    ledger.restrict(&number, [need.quantity.least, f64::INFINITY]);
    check_sign(*number > 0.0, value.span(), need, "greater than zero", ledger).then_some(number)
}

/// A number that is zero or greater.
pub(super) fn not_negative(value: &Value, need: Need, ledger: &mut Ledger) -> Option<Number> {
    let number = scalar(value, need, ledger)?;
    ledger.restrict(&number, [0.0, f64::INFINITY]);
    check_sign(*number >= 0.0, value.span(), need, "zero or greater", ledger).then_some(number)
}

pub(super) fn check_sign(holds: bool, span: SourceSpan, need: Need, must: &str, diagnostics: &mut Diagnostics) -> bool {
    if !holds {
        diagnostics.error(&catalogue::WRONG_SIGN, span, format!("`{}` must be {must}", need.key));
    }
    holds
}

/// A list of numbers in SI that are no parameters, of any length.
pub(super) fn scalars(value: &Value, need: Need, diagnostics: &mut Diagnostics) -> Option<Vec<f64>> {
    let (members, unit) = members(value, need, diagnostics)?;
    let numbers: Vec<Option<f64>> = members
        .iter()
        .map(|member| {
            let number = listed(member, need, diagnostics)?;
            fixed(number, need.key, diagnostics)?;
            si(number, unit, need, diagnostics)
        })
        .collect();
    numbers.into_iter().collect()
}

/// A list of numbers in SI. The list must have the length of one of the lists in `names`, which name the members.
pub(super) fn list(value: &Value, need: Need, names: &[&[&str]], ledger: &mut Ledger) -> Option<Option<Vec<Number>>> {
    let (members, unit) = members(value, need, ledger)?;
    let Some(names) = names.iter().find(|names| names.len() == members.len()) else {
        return Some(None);
    };
    let mut numbers = Vec::new();
    for (member, name) in members.iter().zip(*names) {
        let member = listed(member, need, ledger);
        numbers.push(member.and_then(|member| number(member, unit, (need, name), ledger)));
    }
    numbers.into_iter().collect::<Option<Vec<Number>>>().map(Some)
}

fn listed<'v>(member: &'v Value, need: Need, diagnostics: &mut Diagnostics) -> Option<&'v syntax::Number> {
    match member {
        Value::Number(number) => Some(number),
        other => wrong_value(other, need.key, "a list of numbers", diagnostics),
    }
}

/// Members of a list, and the unit after it.
fn members<'v>(value: &'v Value, need: Need, diagnostics: &mut Diagnostics) -> Option<(&'v [Value], Option<&'v Unit>)> {
    let Value::List { members, unit, span } = value else {
        let needed = format!("a list such as {}", with_unit("[0, 1, 2]", need));
        return wrong_value(value, need.key, &needed, diagnostics);
    };
    if let Some(unit) = unit {
        check_dimension(unit, need, diagnostics)?;
    } else if members.iter().any(lacks_unit) && need.quantity != &units::PLAIN {
        // Reported once for the list, not once for each number.
        missing_unit(*span, need, diagnostics);
        return None;
    }
    Some((members, unit.as_ref()))
}

/// A list of exactly three numbers that are no parameters.
pub(super) fn vector(value: &Value, need: Need, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    let numbers = match value {
        Value::List { .. } => scalars(value, need, diagnostics)?,
        _ => Vec::new(),
    };
    match numbers[..] {
        [x, y, z] => Some(Vec3::new(x, y, z)),
        _ => not_three(value, need, diagnostics),
    }
}

fn not_three<T>(value: &Value, need: Need, diagnostics: &mut Diagnostics) -> Option<T> {
    let needed = format!("three numbers {}", with_unit("[x, y, z]", need));
    wrong_value(value, need.key, &needed, diagnostics)
}

/// A position in the vehicle frame [m], at a plausible distance from the origin for a vehicle.
pub(super) fn position(value: &Value, key: &str, ledger: &mut Ledger) -> Option<Point> {
    let numbers = three(value, Need::new(key, &units::LENGTH), ledger)?;
    let extent = ledger.extent;
    for number in &numbers {
        ledger.restrict(number, [-extent, extent]);
    }
    let point = joined(&numbers);
    check_plausible(point.norm(), extent, value.span(), ledger).then_some(point)
}

/// Three numbers, each of which may be a parameter.
fn three(value: &Value, need: Need, ledger: &mut Ledger) -> Option<Vec<Number>> {
    let numbers = match value {
        Value::List { .. } => list(value, need, &[&["x", "y", "z"]], ledger)?,
        _ => None,
    };
    numbers.or_else(|| not_three(value, need, ledger))
}

/// The vector with these components.
fn joined(numbers: &[Number]) -> Point {
    let slopes = numbers.iter().enumerate().flat_map(|(k, number)| {
        let slopes = number.slopes().iter();
        slopes.map(move |(parameter, slope)| (*parameter, Vec3::ith(k, *slope)))
    });
    Tunable::new(Vec3::from_fn(|k, _| *numbers[k]), slopes.collect())
}

/// A vector, or only its size if it points down.
pub(super) fn downward(value: &Value, need: Need, ledger: &mut Ledger) -> Option<Point> {
    match value {
        Value::Number(_) => not_negative(value, need, ledger).map(|size| size.map(|x| Vec3::new(0.0, 0.0, -x))),
        Value::List { .. } => three(value, need, ledger).map(|numbers| joined(&numbers)),
        other => {
            let needed = format!("{} or a list {}", need.quantity.name, with_unit("[x, y, z]", need));
            wrong_value(other, need.key, &needed, ledger)
        }
    }
}

/// A length greater than zero [m], and plausible for a vehicle.
pub(super) fn length(value: &Value, key: &str, ledger: &mut Ledger) -> Option<Number> {
    let length = positive(value, Need::new(key, &units::LENGTH), ledger)?;
    ledger.restrict(&length, [0.0, LONGEST]);
    check_plausible(*length, LONGEST, value.span(), ledger).then_some(length)
}

/// Like [`length`], for a length on which the structure of the solver depends: it cannot be tuned.
pub(super) fn fixed_length(value: &Value, key: &str, ledger: &mut Ledger) -> Option<f64> {
    if let Value::Number(number) = value {
        fixed(number, key, ledger)?;
    }
    ledger
        .untuned(|ledger| length(value, key, ledger))
        .map(|length| *length)
}

/// A number on which the structure of the solver depends: it cannot be tuned.
pub(super) fn fixed_scalar(value: &Value, need: Need, ledger: &mut Ledger) -> Option<f64> {
    if let Value::Number(number) = value {
        fixed(number, need.key, ledger)?;
    }
    ledger
        .untuned(|ledger| scalar(value, need, ledger))
        .map(|number| *number)
}

/// Reports a length beyond a limit.
pub(super) fn check_plausible(length: f64, limit: f64, span: SourceSpan, diagnostics: &mut Diagnostics) -> bool {
    let plausible = length <= limit;
    if !plausible {
        let message = format!("{} m is too far for a vehicle", digits(length));
        diagnostics
            .error(&catalogue::IMPLAUSIBLE_LENGTH, span, message)
            .label(format!("farther than {limit:.0} m"));
    }
    plausible
}

/// Reports a value of the wrong shape; always returns `None`.
pub(super) fn wrong_value<T>(value: &Value, key: &str, needed: &str, diagnostics: &mut Diagnostics) -> Option<T> {
    let found = match value {
        Value::Number(_) => "a number",
        Value::List { .. } => "this list",
        Value::Name(_) => "a name",
        Value::Call { .. } => "a call",
        Value::File(_) => "a text in quotes",
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

/// One number in SI, which is a parameter if it is tuned. `component` names it within a list.
fn number(
    number: &syntax::Number,
    outer: Option<&Unit>,
    (need, component): (Need, &str),
    ledger: &mut Ledger,
) -> Option<Number> {
    let value = si(number, outer, need, ledger)?;
    let place = (value, number.span);
    let parameter = ledger.parameter(number.tune.as_ref(), (need.key, component), need.quantity, place);
    let slope = |parameter: ParameterId| (parameter, 1.0);
    Some(Tunable::new(value, parameter.map(slope).into_iter().collect()))
}

/// Reports a parameter where none is allowed.
pub(super) fn fixed(number: &syntax::Number, key: &str, diagnostics: &mut Diagnostics) -> Option<()> {
    let Some(tune) = number.tune.as_ref().filter(|tune| tune.reach != Reach::Item) else {
        return Some(());
    };
    let message = format!("`{key}` cannot be tuned");
    diagnostics.error(&catalogue::NOT_TUNABLE, tune.span, message);
    None
}

fn si(number: &syntax::Number, outer: Option<&Unit>, need: Need, diagnostics: &mut Diagnostics) -> Option<f64> {
    let overridden = number.instead_of.as_deref();
    let overridden_fits = overridden.is_none_or(|number| si(number, None, need, diagnostics).is_some());
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
    let is_in_range = value.abs() <= need.quantity.greatest;
    if !is_in_range {
        out_of_range(value, number.span, need, diagnostics);
    }
    (is_in_range && overridden_fits).then_some(value)
}

/// Whether a number is zero, or at least as large as is usual for its quantity. Members of lists may be smaller,
/// because a computed coordinate is seldom exactly zero.
fn is_not_tiny(value: f64, span: SourceSpan, need: Need, diagnostics: &mut Diagnostics) -> bool {
    let holds = value == 0.0 || value.abs() >= need.quantity.least;
    if !holds {
        out_of_range(value, span, need, diagnostics);
    }
    holds
}

/// Reports a number outside of the range of its quantity.
pub(super) fn out_of_range(value: f64, span: SourceSpan, need: Need, diagnostics: &mut Diagnostics) {
    let Need { key, quantity } = need;
    let with_unit = |number: f64| format!("{} {}", digits(number), quantity.si()).trim_end().to_owned();
    let message = format!("`{key}` cannot be {}", with_unit(value));
    let Quantity {
        name, least, greatest, ..
    } = quantity;
    diagnostics
        .error(&catalogue::OUT_OF_RANGE, span, message)
        .label(format!("{name} is zero, or from {least:e} to {}", with_unit(*greatest)));
}

/// A mass greater than zero. `owner` is for messages: `a body's`.
pub(super) fn mass(value: &Value, owner: &str, ledger: &mut Ledger) -> Option<Number> {
    let mass = scalar(value, Need::new("mass", &units::MASS), ledger)?;
    if *mass <= 0.0 {
        let message = format!("{owner} mass must be greater than zero");
        ledger.error(&catalogue::MASS_NOT_POSITIVE, value.span(), message);
        return None;
    }
    ledger.restrict(&mass, [units::MASS.least, f64::INFINITY]);
    Some(mass)
}

/// A number with six significant digits.
pub(super) fn digits(number: f64) -> String {
    exactly(format!("{number:.5e}").parse().expect("a number that was printed"))
}

/// A number with all its digits. Very large and very small numbers are written with an exponent.
pub(super) fn exactly(number: f64) -> String {
    match number.abs() {
        0.0 | 1e-4..1e6 => number.to_string(),
        _ => format!("{number:e}"),
    }
}

fn check_dimension(unit: &Unit, need: Need, diagnostics: &mut Diagnostics) -> Option<()> {
    if unit.dimension == need.quantity.dimension {
        return Some(());
    }
    let remedy = match need.quantity.example {
        "" => "has no unit".to_owned(),
        example => format!("is written e.g. in `{example}`"),
    };
    let problem = diagnostics.error(
        &catalogue::WRONG_DIMENSION,
        unit.span,
        format!("`{}` must be {}", need.key, need.quantity.name),
    );
    if unit.text.split(['/', '*', '^']).any(|name| name.trim() == "lb") {
        problem.help("`lb` is a mass; a force in pounds is `lbf`".to_owned());
    }
    problem.label(format!(
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
