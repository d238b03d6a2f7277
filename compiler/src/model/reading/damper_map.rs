//! Maps of dampers: force over length and speed.

use super::curve;
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::{Attribute, Value};
use crate::front::units;
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantity::{self, Need};
use crate::model::{Curve, DamperMap, Table};

/// The arguments of a damping that is a map.
pub(in crate::model) fn arguments(value: &Value) -> Option<(SourceSpan, &[Attribute])> {
    match value {
        Value::Call { function, arguments } if function.text == "map" => Some((function.span, arguments)),
        _ => None,
    }
}

/// `map(length: [..] m, speed: [..] m/s, force: [[..], [..]] N)`, with a row of forces for each length. Returns the
/// characteristic at the first length, and the others.
pub(in crate::model) fn read(
    (place, arguments): (SourceSpan, &[Attribute]),
    ledger: &mut Ledger,
) -> Option<(Curve, DamperMap)> {
    let mut attributes = Attributes::new("`map`".to_owned(), place, arguments, ledger);
    let lengths = attributes.required("length", "[300, 350, 400] mm");
    let speeds = attributes.required("speed", "[-1, 0, 1] m/s");
    let forces = attributes.required("force", "[[..], [..], [..]] N");
    attributes.finish(ledger);
    let (at, speeds, forces) = (lengths?, speeds?, forces?);
    let lengths = quantity::scalars(at, Need::new("length", &units::LENGTH), ledger);
    let xs = quantity::scalars(speeds, Need::new("speed", &units::SPEED), ledger);
    let rows = rows(forces, ledger);
    let (lengths, xs, rows) = (lengths?, xs?, rows?);
    let counts = (lengths.len(), rows.len());
    let fault = curve::fault((&lengths, "length", &units::LENGTH), (rows.len(), "force"))
        .map(|fault| (at, fault))
        .or_else(|| {
            let mut faults = rows
                .iter()
                .map(|row| curve::fault((&xs, "speed", &units::SPEED), (row.len(), "force")));
            faults.find_map(|fault| Some((speeds, fault?)))
        });
    if let Some((value, fault)) = fault {
        let message = "the map describes no function";
        let problem = ledger.error(&catalogue::TABLE, value.span(), message);
        problem.label(fault);
        if counts.0 != counts.1 {
            problem.help("`force` has a row for each length, and in it a force for each speed");
        }
        return None;
    }
    let mut curves = rows
        .into_iter()
        .map(|row| Curve::Table(Table::straight(xs.clone(), row)));
    let first = curves.next()?;
    Some((
        first,
        DamperMap {
            lengths,
            further: curves.collect(),
        },
    ))
}

/// Forces by length, then by speed [N].
fn rows(value: &Value, ledger: &mut Ledger) -> Option<Vec<Vec<f64>>> {
    let needed = "a list of lists: a row of forces for each length, `[[..], [..]] N`";
    let Value::List { members, unit, .. } = value else {
        return quantity::wrong_value(value, "force", needed, ledger);
    };
    let read = |row: &Value, ledger: &mut Ledger| match row {
        Value::List {
            members,
            unit: own,
            span,
        } => {
            let row = Value::List {
                members: members.clone(),
                unit: own.clone().or_else(|| unit.clone()),
                span: *span,
            };
            quantity::scalars(&row, Need::new("force", &units::FORCE), ledger)
        }
        other => quantity::wrong_value(other, "force", needed, ledger),
    };
    let rows: Vec<Option<Vec<f64>>> = members.iter().map(|row| read(row, ledger)).collect();
    rows.into_iter().collect()
}
