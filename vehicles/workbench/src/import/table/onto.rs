//! A table for a declared vehicle: its hardpoints move, everything else stays.

use super::matching::{Matched, Target, Wanted};
use super::names::meaning;
use super::sheet::Side;
use crate::import::Imported;
use crate::problem::Problem;
use crate::vehicle::Declaration;
use std::collections::BTreeMap;

/// The hardpoints of a vehicle, grouped by the axle in the name of their group. Right sides are mirror images, and are left out.
pub(super) fn targets(declaration: &Declaration) -> Result<Vec<Target>, Problem> {
    let (_, points) = declaration.resolved()?;
    let mut groups: BTreeMap<&str, Vec<Wanted>> = BTreeMap::new();
    for point in &points {
        let (group, name) = point.name.split_once('.').unwrap_or(("", &point.name));
        if meaning(group).side == Some(Side::Right) {
            continue;
        }
        let at = [point.declared.x, point.declared.y, point.declared.z];
        let has_side = point.image.is_some() || meaning(group).side.is_some();
        groups.entry(group).or_default().push(Wanted::new(name, has_side, at));
    }
    let mut all: Vec<Target> = Vec::new();
    for (group, points) in groups {
        let axle = group_axle(group);
        if all.iter().any(|own| own.axle == axle) {
            return Err(Problem::Finding(format!(
                "the vehicle has several groups of points like `{group}`: an axle cannot be told by its name, `front_left` or `rear_left`"
            )));
        }
        all.push(Target {
            axle,
            suspension: None,
            points,
            is_whole: false,
        });
    }
    match all.is_empty() {
        true => Err(Problem::Finding("the vehicle has no named points to move".to_owned())),
        false => Ok(all),
    }
}

fn group_axle(group: &str) -> Option<super::names::Axle> {
    meaning(group).readings().into_iter().find_map(|own| own.axle)
}

/// A length [m] rounded to a picometre, which removes the rounding digits of a subtraction.
fn nearly(length: f64) -> f64 {
    super::place::digits(1e3 * length)
        .parse::<f64>()
        .map_or(length, |own| own / 1e3)
}

/// The vehicle with the points of the table.
pub(super) fn written(
    declaration: &Declaration,
    found: &Matched,
    file: &str,
    mut notes: Vec<String>,
) -> Result<Imported, Problem> {
    let (_, points) = declaration.resolved()?;
    let origins = declaration.origins()?;
    let mut moved: Vec<(String, [f64; 3])> = Vec::new();
    for group in &found.groups {
        for placed in &group.points {
            let full = points.iter().find(|own| {
                let (place, name) = own.name.split_once('.').unwrap_or(("", &own.name));
                name == placed.name
                    && group_axle(place) == found.targets[group.target].axle
                    && meaning(place).side != Some(Side::Right)
            });
            if let Some(full) = full {
                let group = full.name.split_once('.').map_or("", |(group, _)| group);
                let origin = match origins.iter().find(|(name, _)| name == group) {
                    None => [0.0; 3],
                    Some((_, Some(origin))) => *origin,
                    Some((name, None)) => {
                        let reason = format!("`{name}` is turned at its place: points of a table cannot move there");
                        return Err(Problem::Finding(reason));
                    }
                };
                moved.push((
                    full.name.clone(),
                    [0, 1, 2].map(|axis| nearly(placed.at[axis] - origin[axis])),
                ));
            }
        }
    }
    let list: Vec<(&str, [f64; 3])> = moved.iter().map(|(name, at)| (name.as_str(), *at)).collect();
    let text = declaration.with_points(&list)?;
    notes.push(format!(
        "{} points of the vehicle moved; masses, springs and all else stay",
        list.len()
    ));
    let still: Vec<&str> = points
        .iter()
        .filter(|own| {
            found
                .targets
                .iter()
                .any(|target| group_axle(own.name.split_once('.').map_or("", |(group, _)| group)) == target.axle)
        })
        .filter(|own| !moved.iter().any(|(name, _)| *name == own.name))
        .map(|own| own.name.as_str())
        .collect();
    if !still.is_empty() {
        notes.push(format!("not in the table, left where they are: {}", still.join(", ")));
    }
    let mut head = format!("# With the hardpoints of {file}.\n");
    for note in &notes {
        head += &format!("# - {note}\n");
    }
    Ok(Imported {
        text: head + &text,
        notes,
    })
}
