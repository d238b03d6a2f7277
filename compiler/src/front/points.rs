//! Moves points in a syntax tree, for studies that have found better hardpoints.

use super::syntax::{Attribute, Item, Unit, Value};

/// Sets the coordinates [m] of a point, given by its full name such as `front_left.tie_inner`, in the axes of its
/// group. A point of a subsystem is overridden at this place only. Returns whether the point was found.
pub fn move_point(items: &mut Vec<Item>, name: &str, at: [f64; 3]) -> bool {
    let subsystems: Vec<Item> = items
        .iter()
        .filter(|item| matches!(item, Item::Subsystem { .. }))
        .cloned()
        .collect();
    moved(items, name, at, &subsystems)
}

fn moved(items: &mut Vec<Item>, name: &str, at: [f64; 3], subsystems: &[Item]) -> bool {
    if let Some(point) = own_point(items, name) {
        set(&mut point.value, at);
        return true;
    }
    let Some((group, inner)) = name.split_once('.') else {
        return false;
    };
    for item in items {
        match item {
            Item::Mirror { group: own, items, .. } if own.text == group => return moved(items, inner, at, subsystems),
            Item::Place {
                group: own,
                subsystem,
                items,
                ..
            } if own.text == group => {
                if let Some(point) = own_point(items, inner) {
                    set(&mut point.value, at);
                    return true;
                }
                let Some(mut point) = inherited(subsystems, &subsystem.text, inner) else {
                    return false;
                };
                inner.clone_into(&mut point.key.text);
                set(&mut point.value, at);
                let declared = items.iter_mut().find_map(|item| match item {
                    Item::Points(points) => Some(points),
                    _ => None,
                });
                match declared {
                    Some(points) => points.push(point),
                    None => items.push(Item::Points(vec![point])),
                }
                return true;
            }
            _ => {}
        }
    }
    false
}

fn own_point<'i>(items: &'i mut [Item], name: &str) -> Option<&'i mut Attribute> {
    let points = items.iter_mut().filter_map(|item| match item {
        Item::Points(points) => Some(points),
        _ => None,
    });
    points.flatten().find(|point| point.key.text == name)
}

/// A point that is declared in the text of a subsystem, or in the text of a subsystem placed in that subsystem.
fn inherited(subsystems: &[Item], subsystem: &str, name: &str) -> Option<Attribute> {
    let found = subsystems.iter().find_map(|item| match item {
        Item::Subsystem { name, items, .. } if name.text == subsystem => Some(items),
        _ => None,
    });
    let items = found?;
    let own = items.iter().find_map(|item| match item {
        Item::Points(points) => points.iter().find(|point| point.key.text == name),
        _ => None,
    });
    own.cloned().or_else(|| {
        let (group, inner) = name.split_once('.')?;
        items.iter().find_map(|item| match item {
            Item::Place {
                group: own, subsystem, ..
            } if own.text == group => inherited(subsystems, &subsystem.text, inner),
            Item::Mirror { group: own, items, .. } if own.text == group => {
                own_point(&mut items.clone(), inner).cloned()
            }
            _ => None,
        })
    })
}

fn set(value: &mut Value, at: [f64; 3]) {
    if let Value::List { members, unit, .. } = value {
        for (member, coordinate) in members.iter_mut().zip(at) {
            if let Value::Number(number) = member {
                let factor = number
                    .unit
                    .as_ref()
                    .or(unit.as_ref())
                    .map_or(1.0, |unit: &Unit| unit.factor);
                number.value = coordinate / factor;
            }
        }
    }
}
