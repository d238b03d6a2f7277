//! The file for an imported table: suspensions of the library on the ground, with the points of the table.

use super::contact::{Stance, angle_text};
use super::matching::{Group, Matched, Placed};
use super::names::Axle;
use super::sheet::Side;
use crate::import::{Imported, vehicle_name};
use crate::problem::Problem;
use crate::suspensions::{Part, Point, Suspension, written as toml};
use std::fmt::Write;
use wishbone_compiler::front::syntax::{Number, Value};
use wishbone_compiler::front::toml::print;

/// Distances along the vehicle up to this are those of one axle [m].
pub(super) const SAME_AXLE: f64 = 0.2;

/// Writes the file.
///
/// # Errors
/// If no wheel has the tyre's contact of the table.
pub(super) fn written(found: &Matched, file: &str, mut notes: Vec<String>) -> Result<Imported, Problem> {
    let mut stances: Vec<Option<Stance>> = Vec::new();
    for group in &found.groups {
        let stance = stance(found, group, &mut notes);
        stances.push(stance.map_err(|told| Problem::Misuse(format!("{file}: {told}")))?);
    }
    for note in radii(found, &stances) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes.extend(in_one_place(found));
    let mut text =
        format!("/// Suspensions with the hardpoints of {file}, on the ground: `wishbone kc` moves them.\n///\n");
    text += "/// Masses, springs, dampers, and wheels without a tyre's contact are those of the library: centres of mass have moved\n";
    text += "/// with the points of their parts, springs keep their deflection. Replace them by those of the car.\n";
    for note in &notes {
        let _ = writeln!(text, "/// - {note}");
    }
    let _ = writeln!(text, "pub {} {{", vehicle_name(file));
    let mut includes: Vec<&str> = Vec::new();
    let mut body = String::new();
    for (group, stance) in found.groups.iter().zip(&stances) {
        let target = &found.targets[group.target];
        let Some(suspension) = &target.suspension else { continue };
        if !includes.contains(&suspension.name.as_str()) {
            includes.push(&suspension.name);
        }
        body += &placed(suspension, group, stance.as_ref());
    }
    for name in includes {
        let _ = writeln!(text, "    include \"wishbone/{name}.txt\"");
    }
    text += &body;
    text += "}\n";
    Ok(Imported {
        text: toml(&text)? + "\n",
        notes,
    })
}

/// The wheel of a group with the values from its contact; `None` if the table has no contact. A note tells what follows
/// from it.
fn stance(found: &Matched, group: &Group, notes: &mut Vec<String>) -> Result<Option<Stance>, String> {
    let (Some(contact), Some(suspension)) = (&group.contact, &found.targets[group.target].suspension) else {
        return Ok(None);
    };
    let centre = suspension.points.iter().find(|own| own.name.ends_with("wheel_centre"));
    let Some(centre) = centre else {
        notes.push(format!("{}: the tyre's contact is not used", contact.source));
        return Ok(None);
    };
    let centre = Moved::new(suspension, group).at(&centre.name);
    let stance = Stance::of(centre, contact, group.side)?;
    notes.push(format!(
        "{}: radius {}, camber {}, by the tyre's contact",
        contact.source,
        stance.radius_text(),
        angle_text(stance.camber)
    ));
    notes.extend(stance.notes(contact));
    Ok(Some(stance))
}

/// A warning about two axles in one place, because each axle has its own origin in the table.
fn in_one_place(found: &Matched) -> Option<String> {
    let along = |axle: Axle| {
        let group = found.groups.iter().find(|own| own.axle == Some(axle))?;
        let centre = group.points.iter().find(|own| own.name.ends_with("wheel_centre"))?;
        let is_axle = found.targets[group.target].suspension.as_ref()?.is_axle;
        Some((centre.at[0], if is_axle { "rear" } else { "rear_left" }))
    };
    let ((front, _), (rear, place)) = along(Axle::Front).zip(along(Axle::Rear))?;
    ((front - rear).abs() < SAME_AXLE).then(|| {
        format!(
            "warning: the wheel centres of both axles are at one x, {} and {} mm: two axles in one place; write an `origin` into `[place.{place}]`, such as `origin = \"[-2.7, 0, 0] m\"`",
            digits(1e3 * front),
            digits(1e3 * rear)
        )
    })
}

/// Notes about wheels that have no contact in the table, and so keep the radius of the library. The height of the roll
/// centre, the scrub radius and the trail depend on it.
fn radii(found: &Matched, stances: &[Option<Stance>]) -> Vec<String> {
    let without = found.groups.iter().zip(stances).filter(|(_, stance)| stance.is_none());
    let told = |(group, _): (&Group, &Option<Stance>)| {
        let radius = library_radius(found.targets[group.target].suspension.as_ref()?)?;
        let axle = group.axle.map_or(String::new(), |axle| format!("{} ", axle.word()));
        Some(format!(
            "no tyre's contact: the {axle}wheels have the radius of the library, {} mm; roll centre, scrub radius and trail follow from it; add a row `{axle}tyre contact`, or change `radius` of the wheel",
            digits(1e3 * radius)
        ))
    };
    without.filter_map(told).collect()
}

/// Radius of the wheel of a suspension in the library [m].
fn library_radius(suspension: &Suspension) -> Option<f64> {
    let wheel = suspension
        .parts
        .iter()
        .find(|own| own.element.keyword.text == "wheel")?;
    let radius = wheel.element.attributes.iter().find(|own| own.key.text == "radius")?;
    let Value::Number(number) = &radius.value else {
        return None;
    };
    Some(number.value * number.unit.as_ref().map_or(1.0, |unit| unit.factor))
}

/// Places a suspension with the points of a group.
fn placed(suspension: &Suspension, group: &Group, stance: Option<&Stance>) -> String {
    let names = match (group.axle, suspension.is_axle) {
        (Some(axle), true) => axle.word().to_owned(),
        (None, true) => "axle".to_owned(),
        (axle, false) => {
            let axle = axle.map_or(String::new(), |axle| format!("{}_", axle.word()));
            match (group.is_mirrored, group.side) {
                (true, _) => format!("{axle}left mirrored {axle}right"),
                (false, Side::Left) => format!("{axle}left"),
                (false, Side::Right) => format!("{axle}right"),
            }
        }
    };
    let moved = Moved::new(suspension, group);
    let mut text = format!(
        "    place {}({}) as {names} {{\n        points {{\n",
        suspension.subsystem,
        suspension.on_the_ground()
    );
    for point in &suspension.points {
        let at = moved.at(&point.name).map(|number| digits(1e3 * number)).join(", ");
        let source = group
            .points
            .iter()
            .find(|own| own.name == point.name)
            .map_or("as in the library, moved with the wheel centre", |own| &own.source);
        let _ = writeln!(text, "            // {source}\n            {}: [{at}] mm,", point.name);
    }
    text += "        }\n";
    for part in &suspension.parts {
        text += &moved.part(part, stance);
    }
    text += "    }\n";
    text
}

/// A suspension of the library with changed points.
struct Moved<'a> {
    suspension: &'a Suspension,
    points: &'a [Placed],
    /// 1 on the left side, -1 on the right.
    side: f64,
    /// Displacement of the wheel centre from the library's [m].
    wheel: [f64; 3],
}

impl<'a> Moved<'a> {
    fn new(suspension: &'a Suspension, group: &'a Group) -> Self {
        let side = if group.side == Side::Right { -1.0 } else { 1.0 };
        let mut own = Self {
            suspension,
            points: &group.points,
            side,
            wheel: [0.0; 3],
        };
        let wheel = |own: &&Point| own.name.ends_with("wheel_centre");
        if let Some(centre) = suspension.points.iter().find(wheel)
            && let Some(there) = group.points.iter().find(|placed| placed.name == centre.name)
        {
            let from = own.library(centre);
            own.wheel = [0, 1, 2].map(|axis| there.at[axis] - from[axis]);
        }
        own
    }

    /// Place of a point in the library, on this side.
    fn library(&self, point: &Point) -> [f64; 3] {
        [point.at[0], self.side * point.at[1], point.at[2]]
    }

    /// Present place of a point.
    fn at(&self, name: &str) -> [f64; 3] {
        let found = self.points.iter().find(|own| own.name == name).map(|own| own.at);
        let library = self.suspension.points.iter().find(|own| own.name == name);
        found.or_else(|| library.map(|own| self.kept(own))).unwrap_or([0.0; 3])
    }

    /// A point that the table lacks moves with the wheel centre, forward and up. It moves sideways only if it is not on the middle
    /// plane.
    fn kept(&self, point: &Point) -> [f64; 3] {
        let from = self.library(point);
        let across = if point.at[1] == 0.0 { 0.0 } else { self.wheel[1] };
        [from[0] + self.wheel[0], from[1] + across, from[2] + self.wheel[2]]
    }

    /// The attributes of a part that depend on its points.
    fn part(&self, part: &Part, stance: Option<&Stance>) -> String {
        let name = format!("{}{}", part.group, part.element.name.text);
        match part.element.keyword.text.as_str() {
            "body" => self.body(part, &name),
            "spring" => self.spring(part, &name),
            "wheel" => stance.map_or(String::new(), |stance| wheel(&name, stance)),
            _ => String::new(),
        }
    }

    /// The centre of mass moves by the mean displacement of the body's points.
    fn body(&self, part: &Part, name: &str) -> String {
        let com = part
            .element
            .attributes
            .iter()
            .find(|own| own.key.text == "com")
            .and_then(|attribute| attribute.value.coordinates());
        let Some(com) = com else { return String::new() };
        let points = self.suspension.points_of(part);
        let count = points.len().max(1);
        let mean = |axis: usize| {
            let moved = |own: &&Point| self.at(&own.name)[axis] - self.library(own)[axis];
            #[expect(clippy::cast_precision_loss, reason = "a few points")]
            let count = count as f64;
            points.iter().map(moved).sum::<f64>() / count
        };
        let com = [com[0] + mean(0), self.side * com[1] + mean(1), com[2] + mean(2)];
        let com = com.map(|number| digits(1e3 * number)).join(", ");
        format!("        body {name} {{ com: [{com}] mm }}\n")
    }

    /// A spring keeps its deflection: its lengths change by the change of the distance between its ends.
    fn spring(&self, part: &Part, name: &str) -> String {
        let end = |key: &str| {
            let found = part.element.attributes.iter().find(|own| own.key.text == key)?;
            let Value::Name(path) = &found.value else { return None };
            self.suspension.point(&part.group, &path.text)
        };
        let (Some(from), Some(to)) = (end("from"), end("to")) else {
            return String::new();
        };
        let length = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        let longer = length(self.at(&from.name), self.at(&to.name)) - length(self.library(from), self.library(to));
        let mut lines = String::new();
        for attribute in &part.element.attributes {
            if ["free_length", "bump_stop", "rebound_stop", "window"].contains(&attribute.key.text.as_str()) {
                let mut value = attribute.value.clone();
                lengthen(&mut value, longer);
                let _ = writeln!(lines, "            {}: {},", attribute.key.text, print::grammar(&value));
            }
        }
        match lines.is_empty() {
            true => lines,
            false => format!("        spring {name} {{\n{lines}        }}\n"),
        }
    }
}

/// The radius of a wheel, and its camber unless it stands upright.
fn wheel(name: &str, stance: &Stance) -> String {
    let camber = match stance.camber == 0.0 {
        true => String::new(),
        false => format!(", camber: {}", angle_text(stance.camber)),
    };
    format!(
        "        wheel {name} {{ radius: {}{camber} }} // from the tyre's contact\n",
        stance.radius_text()
    )
}

/// Adds a length to every length in a value, except to overtravel.
fn lengthen(value: &mut Value, by: f64) {
    match value {
        Value::Number(number) => longer(number, by),
        Value::List { members, .. } => members.iter_mut().for_each(|member| lengthen(member, by)),
        Value::Call { arguments, .. } => {
            let lengths = arguments.iter_mut().filter(|own| own.key.text == "length");
            lengths.for_each(|own| lengthen(&mut own.value, by));
        }
        Value::Name(_) | Value::File(_) => {}
    }
}

fn longer(number: &mut Number, by: f64) {
    let factor = number.unit.as_ref().map_or(1.0, |unit| unit.factor);
    let long = number.value + by / factor;
    // Picometres are accurate enough.
    number.value = digits(long * factor * 1e3)
        .parse::<f64>()
        .map_or(long, |length| length / (factor * 1e3));
}

/// A number [mm] to a picometre, without trailing zeros.
pub(super) fn digits(number: f64) -> String {
    let text = format!("{number:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
