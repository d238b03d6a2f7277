//! Applies a table to a declared vehicle: moves its hardpoints and centres of mass, and sets the radius and the camber
//! of its wheels. Everything else stays.

use super::centres;
use super::contact::{Stance, angle_text};
use super::matching::{Group, Matched, Placed, Target, Wanted};
use super::moves;
use super::names::meaning;
use super::sheet::Side;
use crate::import::Imported;
use crate::problem::Problem;
use crate::vehicle::{Declaration, Origin};
use std::collections::BTreeMap;
use wishbone_compiler::model::{Hardpoint, Wheel};

/// Differences of radii [m] and cambers [rad] up to this count as none.
const ALIKE: f64 = 1e-9;

/// The hardpoints of a vehicle, grouped by the axle in the name of their group. A point of the left side stands for
/// both sides. A point of the right side also does, if its mirror image is on the left.
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

/// The name of a part without its last word: `front_left` of `front_left.tyre`, `rear.left` of `rear.left.tyre`.
fn folder(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(folder, _)| folder)
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
    let (before, points) = declaration.resolved()?;
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
                    if moved.iter().any(|(name, _)| *name == full.name) {
                        return Err(Problem::Misuse(format!(
                            "{file}: {}: the vehicle has one `{}`, and the table has it for several axles",
                            placed.source, full.name
                        )));
                    }
                    moved.push((full.name.clone(), in_place(&full.name, at, &origins)?));
                }
            }
        }
    }
    let list: Vec<(&str, [f64; 3])> = moved.iter().map(|(name, at)| (name.as_str(), *at)).collect();
    let changed = declaration.clone().with_moved(&list)?;
    let (after, new_points) = changed.resolved()?;
    let (mut changed, bodies, warnings) = centres::moved(changed, (&before, &points), (&after, &new_points), &origins)?;
    let with_them = match bodies {
        0 => String::new(),
        1 => ", and the centre of mass of 1 body with them".to_owned(),
        count => format!(", and the centres of mass of {count} bodies with them"),
    };
    notes.push(format!(
        "{} points of the vehicle moved{with_them}; masses, springs and all else stay",
        list.len()
    ));
    notes.extend(warnings);
    notes.extend(moves::told(&before.wheels, &after.wheels));
    let images: Vec<&str> = points.iter().filter_map(|own| own.image.as_deref()).collect();
    let mut settings: Vec<Setting> = Vec::new();
    for group in &found.groups {
        let Some(contact) = &group.contact else { continue };
        let axle = found.targets[group.target].axle;
        let is_declared = |wheel: &&Wheel| {
            let is_image = images.iter().any(|image| folder(image) == folder(&wheel.name));
            group_axle(parts(&wheel.name).0) == axle && !is_image
        };
        let wheels: Vec<&Wheel> = after.wheels.iter().filter(is_declared).collect();
        let stances = stances(&wheels, group, contact, &mut notes);
        settings.extend(stances.map_err(|told| Problem::Misuse(format!("{file}: {told}")))?);
    }
    changed = set_up(changed.clone(), &settings).map_err(|problem| refused(problem, changed, settings, file))?;
    let text = changed.text();
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
        text: head + text + "\n",
        notes,
    })
}

/// Radius and camber of a wheel, where the tyre's contact changes them.
struct Setting {
    /// `front_left.tyre`
    wheel: String,
    /// The row of the contact: `line 11, "tyre contact"`, and its name.
    source: String,
    row: String,
    side: Side,
    radius: Option<String>,
    /// [rad]
    camber: Option<f64>,
}

/// The vehicle with radii and cambers of its wheels. The declared camber is added to the camber of a spindle whose axis
/// already leans.
fn set_up(declaration: Declaration, settings: &[Setting]) -> Result<Declaration, Problem> {
    let radius = |own: &Setting| Some(format!("{}.radius = {}", own.wheel, own.radius.as_ref()?));
    let camber = |own: &Setting, angle: f64| format!("{}.camber = {}", own.wheel, angle_text(angle));
    let cambers = settings.iter().filter_map(|own| Some((own, own.camber?)));
    let first = settings.iter().filter_map(radius);
    let first = first.chain(cambers.clone().map(|(own, angle)| camber(own, angle)));
    let changed = declaration.changed(&first.collect::<Vec<_>>())?;
    let (model, _) = changed.resolved()?;
    let again = cambers.filter_map(|(own, angle)| {
        let wheel = model.wheels.iter().find(|wheel| wheel.name == own.wheel)?;
        let leans = self::camber(wheel, own.side) - angle;
        (leans.abs() > ALIKE).then(|| camber(own, angle - leans))
    });
    changed.changed(&again.collect::<Vec<_>>())
}

/// The problem of a vehicle that cannot have the radii of the table, with the rows that give these radii. Other
/// problems stay as they are.
fn refused(problem: Problem, declaration: Declaration, settings: Vec<Setting>, file: &str) -> Problem {
    let given = |own: &Setting| {
        Some((
            own.source.clone(),
            own.row.clone(),
            own.wheel.clone(),
            own.radius.clone()?,
        ))
    };
    let radii: Vec<_> = settings.iter().filter_map(given).collect();
    let without = settings
        .into_iter()
        .map(|own| Setting { radius: None, ..own })
        .collect::<Vec<_>>();
    let Some((_, row, ..)) = radii.first().filter(|_| set_up(declaration, &without).is_ok()) else {
        return problem;
    };
    let told = radii
        .iter()
        .map(|(source, _, wheel, radius)| format!("{source} gives `{wheel}` a radius of {radius}"));
    Problem::Finding(format!(
        "{file}: {}, which this vehicle cannot take; leave the row out by `--name '{row}='`, or declare the tyre so that it can:\n{}",
        told.collect::<Vec<_>>().join(", "),
        problem.message()
    ))
}

/// Settings of the wheels of a group that follow from the tyre's contact, each with a note.
///
/// # Errors
/// If no wheel has this contact.
fn stances(
    wheels: &[&Wheel],
    group: &Group,
    contact: &Placed,
    notes: &mut Vec<String>,
) -> Result<Vec<Setting>, String> {
    let mut settings = Vec::new();
    let mut is_used = false;
    for wheel in wheels {
        let folder = folder(&wheel.name);
        let named = meaning(folder).side;
        let is_alone = wheels.iter().filter(|own| self::folder(&own.name) == folder).count() == 1;
        let Some(at) = place_on(named, group, contact.at).filter(|_| is_alone) else {
            continue;
        };
        is_used = true;
        let side = named.unwrap_or(if wheel.centre.y < 0.0 { Side::Right } else { Side::Left });
        let here = Placed { at, ..contact.clone() };
        let centre = [wheel.centre.x, wheel.centre.y, wheel.centre.z];
        let stance = Stance::of(centre, &here, side)?;
        let (source, name) = (&contact.source, &wheel.name);
        let old = camber(wheel, side);
        if folder.contains('.') {
            // A change reaches no part of a group within a group.
            let [new_camber, old_camber] = [stance.camber, old].map(angle_text);
            notes.push(format!(
                "warning: {source}: the tyre's contact is not used: `{name}` keeps a radius of {} mm and a camber of {old_camber}, the table has {} and {new_camber}",
                super::place::digits(1e3 * wheel.radius),
                stance.radius_text()
            ));
            continue;
        }
        let mut setting = Setting {
            wheel: name.clone(),
            source: source.clone(),
            row: contact.row.clone(),
            side,
            radius: None,
            camber: None,
        };
        if (stance.radius - wheel.radius).abs() > ALIKE {
            let (new, old) = (stance.radius_text(), super::place::digits(1e3 * wheel.radius));
            notes.push(format!(
                "{source}: radius of `{name}` {new}, by the tyre's contact, instead of {old} mm"
            ));
            setting.radius = Some(new);
        }
        if (stance.camber - old).abs() > ALIKE {
            let [new, old] = [stance.camber, old].map(angle_text);
            notes.push(format!(
                "{source}: camber of `{name}` {new}, by the tyre's contact, instead of {old}"
            ));
            setting.camber = Some(stance.camber);
        }
        settings.push(setting);
        notes.extend(stance.notes(&here));
    }
    if !is_used {
        notes.push(format!(
            "warning: {}: the tyre's contact is not used: its group has no wheel, or several",
            contact.source
        ));
    }
    Ok(settings)
}

/// Camber of a wheel, which is the slope of its spindle [rad].
fn camber(wheel: &Wheel, side: Side) -> f64 {
    let sign = if side == Side::Right { 1.0 } else { -1.0 };
    sign * wheel.axis.z.asin() + 0.0
}

/// Position of a point of a group of the table on a side of the vehicle [m]; `None` on a side on which the group has no
/// points.
fn place_on(side: Option<Side>, group: &Group, at: [f64; 3]) -> Option<[f64; 3]> {
    let is_right = side == Some(Side::Right);
    match (group.side == Side::Right, is_right) {
        (false, true) if group.is_mirrored => Some([at[0], -at[1], at[2]]),
        (false, true) | (true, false) => None,
        (false, false) | (true, true) => Some(at),
    }
}

/// A place of the vehicle's axes [m] in those of the point's group.
pub(super) fn in_place(name: &str, at: [f64; 3], origins: &[Origin]) -> Result<[f64; 3], Problem> {
    let group = name.split_once('.').map_or("", |(group, _)| group);
    match origins.iter().find(|(name, _)| name == group) {
        None => Ok(at.map(nearly)),
        Some((_, Some(origin))) => Ok([0, 1, 2].map(|axis| nearly(at[axis] - origin[axis]))),
        Some((name, None)) => Err(Problem::Finding(format!(
            "`{name}` is turned at its place: points of a table cannot move there"
        ))),
    }
}
