//! A table for a declared vehicle: its hardpoints move, everything else stays.

use super::matching::{Group, Matched, Target, Wanted};
use super::names::meaning;
use super::sheet::Side;
use crate::import::Imported;
use crate::problem::Problem;
use crate::vehicle::{Declaration, Origin};
use std::collections::BTreeMap;
use wishbone_compiler::model::Hardpoint;

/// The hardpoints of a vehicle, grouped by the axle in the name of their group. A point of the left side stands for both sides;
/// so does a point of the right side whose mirror image is on the left.
pub(super) fn targets(declaration: &Declaration) -> Result<Vec<Target>, Problem> {
    let (_, points) = declaration.resolved()?;
    let mut groups: BTreeMap<&str, Vec<Wanted>> = BTreeMap::new();
    for point in points.iter().filter(|own| !is_second(own)) {
        let (group, name) = parts(&point.name);
        let side = if side_of(&point.name) == Some(Side::Right) {
            -1.0
        } else {
            1.0
        };
        let at = [point.declared.x, side * point.declared.y, point.declared.z];
        let has_side = point.image.is_some() || meaning(group).side.is_some();
        groups.entry(group).or_default().push(Wanted::new(name, has_side, at));
    }
    let mut all: Vec<Target> = Vec::new();
    for (group, wanted) in groups {
        let axle = group_axle(group);
        if all.iter().any(|own| own.axle == axle) {
            return Err(Problem::Finding(format!(
                "the vehicle has several groups of points like `{group}`: an axle cannot be told by its name, `front_left` or `rear_left`"
            )));
        }
        let is_apart = |own: &Hardpoint| is_second(own) && group_axle(parts(&own.name).0) == axle;
        all.push(Target {
            axle,
            suspension: None,
            points: wanted,
            is_whole: false,
            is_apart: points.iter().any(is_apart),
        });
    }
    match all.is_empty() {
        true => Err(Problem::Finding("the vehicle has no named points to move".to_owned())),
        false => Ok(all),
    }
}

/// The group and the name of a hardpoint: `front_left`, `lca_front`.
fn parts(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or(("", name))
}

/// Whether a point is on a right side that is declared apart.
fn is_second(point: &Hardpoint) -> bool {
    side_of(&point.name) == Some(Side::Right) && point.image.is_none()
}

fn side_of(name: &str) -> Option<Side> {
    meaning(parts(name).0).side
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
        let target = &found.targets[group.target];
        for placed in &group.points {
            for full in points.iter().filter(|own| {
                let (place, name) = parts(&own.name);
                name == placed.name && group_axle(place) == target.axle
            }) {
                if let Some(at) = place_on(side_of(&full.name), group, placed.at) {
                    moved.push((full.name.clone(), in_place(&full.name, at, &origins)?));
                }
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
                .any(|target| group_axle(parts(&own.name).0) == target.axle)
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

/// Where a point of a group of the table lies on a side of the vehicle [m]; `None` on a side of which the group has no points.
fn place_on(side: Option<Side>, group: &Group, at: [f64; 3]) -> Option<[f64; 3]> {
    let is_right = side == Some(Side::Right);
    match (group.side == Side::Right, is_right) {
        (false, true) if group.is_mirrored => Some([at[0], -at[1], at[2]]),
        (false, true) | (true, false) => None,
        (false, false) | (true, true) => Some(at),
    }
}

/// A place of the vehicle's axes [m] in those of the point's group.
fn in_place(name: &str, at: [f64; 3], origins: &[Origin]) -> Result<[f64; 3], Problem> {
    let group = name.split_once('.').map_or("", |(group, _)| group);
    match origins.iter().find(|(name, _)| name == group) {
        None => Ok(at.map(nearly)),
        Some((_, Some(origin))) => Ok([0, 1, 2].map(|axis| nearly(at[axis] - origin[axis]))),
        Some((name, None)) => Err(Problem::Finding(format!(
            "`{name}` is turned at its place: points of a table cannot move there"
        ))),
    }
}
