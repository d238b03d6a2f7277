//! Rows of a table to hardpoints: by the meaning of their names, then by their places.

use super::axes::{self, Axes, Known};
use super::names::{Axle, Concept, Meaning, meaning};
use super::sheet::{Row, Sheet, Side};
use crate::suspensions::Suspension;
use wishbone_compiler::front::suggest;

/// Points that a table may have.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its axle; all axles of the table if none.
    pub axle: Option<Axle>,
    /// The suspension; none for a declared vehicle.
    pub suspension: Option<Suspension>,
    /// Its hardpoints, without their group, and whether they have a side.
    pub points: Vec<Wanted>,
    /// Whether the table must have all of them.
    pub is_whole: bool,
}

/// A hardpoint that is wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// `lca_front`, `left.lower_axle`
    pub name: String,
    /// Whether it is on a side, and has a mirror image.
    pub has_side: bool,
    /// Its place in the library [m].
    pub at: [f64; 3],
    concepts: Vec<Concept>,
}

impl Wanted {
    /// A hardpoint with its place in ISO 8855 [m].
    pub fn new(name: &str, has_side: bool, at: [f64; 3]) -> Self {
        let own = name.rsplit('.').next().unwrap_or(name);
        Self {
            name: name.to_owned(),
            has_side,
            at,
            concepts: meaning(own).concepts,
        }
    }
}

impl Target {
    /// A suspension of the library.
    pub fn of(axle: Option<Axle>, suspension: Suspension) -> Self {
        let is_sided = |name: &str| !suspension.is_axle || name.contains('.');
        let points = suspension
            .points
            .iter()
            .map(|own| Wanted::new(&own.name, is_sided(&own.name), own.at))
            .collect();
        Self {
            axle,
            suspension: Some(suspension),
            points,
            is_whole: true,
        }
    }

    /// The position of the point that a name means.
    fn find(&self, found: &Meaning) -> Option<usize> {
        let at = |concepts: &[Concept]| self.points.iter().position(|own| own.concepts == concepts);
        at(&found.concepts).or_else(|| {
            // A spring of a strut is the strut.
            let strut = |own: &Concept| {
                if *own == Concept::Spring {
                    Concept::Strut
                } else {
                    own.clone()
                }
            };
            let mut other: Vec<Concept> = found.concepts.iter().map(strut).collect();
            other.sort();
            at(&other)
        })
    }
}

/// What the user gives beside the table.
pub struct Given<'a> {
    /// Named axes.
    pub axes: Option<Axes>,
    /// The axle of names that tell none.
    pub axle: Option<Axle>,
    /// Names of the table, and hardpoints.
    pub pairs: Vec<(String, String)>,
    /// Hardpoints that stay as in the library.
    pub keep: &'a [String],
}

/// A hardpoint from the table.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Its name.
    pub name: String,
    /// In ISO 8855 [m].
    pub at: [f64; 3],
    /// Where it is from: `line 3, "LCA front"`.
    pub source: String,
}

/// The points of one side of an axle, or of an axle as a whole.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its axle.
    pub axle: Option<Axle>,
    /// Its side: left also for a right side that is mirrored to the left.
    pub side: Side,
    /// Whether the other side is its mirror image.
    pub is_mirrored: bool,
    /// Its hardpoints.
    pub points: Vec<Placed>,
    /// Position of its target.
    pub target: usize,
    /// The tyre's contact with the ground.
    pub contact: Option<[f64; 3]>,
}

/// A table whose points have their places.
#[derive(Clone, Debug)]
pub struct Matched {
    /// The groups.
    pub groups: Vec<Group>,
    /// The targets.
    pub targets: Vec<Target>,
    /// What was recognised.
    pub notes: Vec<String>,
}

/// A row on its way.
#[derive(Clone, Debug)]
struct Found<'a> {
    row: &'a Row,
    axle: Option<Axle>,
    side: Option<Side>,
    target: usize,
    /// Position of its hardpoint; none for the tyre's contact.
    point: Option<usize>,
}

/// Largest difference of both sides that counts as none [m].
const ALIKE: f64 = 1e-6;
/// Distance within which a place suggests a name [m].
const NEAR: f64 = 0.15;

/// Brings rows to hardpoints.
///
/// # Errors
/// All that is not known or missing.
pub fn matched(sheet: &Sheet, targets: &[Target], given: &Given<'_>) -> Result<Matched, Vec<String>> {
    let mut work = Work {
        targets,
        given,
        found: Vec::new(),
        left: Vec::new(),
        notes: Vec::new(),
        mistakes: Vec::new(),
    };
    work.check_given(sheet);
    sheet.rows.iter().for_each(|row| work.by_name(row));
    let name = |own: &Found<'_>| match own.point {
        Some(at) => targets[own.target].points[at].name.clone(),
        None => "contact".to_owned(),
    };
    let names: Vec<String> = work.found.iter().map(name).collect();
    let known: Vec<Known<'_>> = (work.found.iter().zip(&names))
        .map(|(own, name)| Known {
            name,
            group: (own.axle, own.side),
            at: own.row.at,
        })
        .collect();
    match axes::recognised(given.axes, &known) {
        Ok((axes, notes)) => {
            work.notes.extend(notes);
            work.by_place(axes);
            let groups = work.groups(axes);
            work.leftovers(axes, &groups);
            match work.mistakes.is_empty() {
                true => Ok(Matched {
                    groups,
                    targets: targets.to_vec(),
                    notes: work.notes,
                }),
                false => Err(work.mistakes),
            }
        }
        Err(mistake) => {
            for (row, _) in std::mem::take(&mut work.left) {
                work.mistakes.push(format!(
                    "line {} `{}` is no hardpoint that is known",
                    row.line, row.name
                ));
            }
            work.mistakes.insert(0, mistake);
            Err(work.mistakes)
        }
    }
}

struct Work<'a> {
    targets: &'a [Target],
    given: &'a Given<'a>,
    found: Vec<Found<'a>>,
    /// Rows without a hardpoint.
    left: Vec<(&'a Row, Meaning)>,
    notes: Vec<String>,
    mistakes: Vec<String>,
}

impl<'a> Work<'a> {
    /// Names that are given and are nowhere.
    fn check_given(&mut self, sheet: &Sheet) {
        let points = |own: &str| {
            self.targets
                .iter()
                .any(|target| target.points.iter().any(|point| point.name == own))
        };
        let all: Vec<&str> = self
            .targets
            .iter()
            .flat_map(|target| target.points.iter().map(|own| own.name.as_str()))
            .collect();
        let advice = |own: &str| suggest::advice(own, &all).map_or_else(String::new, |advice| format!("; {advice}"));
        for (name, point) in &self.given.pairs {
            if !sheet.rows.iter().any(|row| row.name == *name) {
                self.mistakes
                    .push(format!("`--name {name}={point}`: the table has no `{name}`"));
            }
            if !points(point) {
                self.mistakes.push(format!(
                    "`--name {name}={point}`: there is no hardpoint `{point}`{}",
                    advice(point)
                ));
            }
        }
        for point in self.given.keep {
            if !points(point) {
                self.mistakes.push(format!(
                    "`--keep {point}`: there is no hardpoint `{point}`{}",
                    advice(point)
                ));
            }
        }
    }

    /// The target of an axle.
    fn target(&self, axle: Option<Axle>) -> Option<usize> {
        self.targets
            .iter()
            .position(|own| own.axle.is_none() || own.axle == axle)
            .or_else(|| {
                // Names without an axle mean the only one there is.
                (axle.is_none() && self.targets.len() == 1).then_some(0)
            })
    }

    /// A row by the meaning of its name.
    fn by_name(&mut self, row: &'a Row) {
        let named = self
            .given
            .pairs
            .iter()
            .find(|(name, _)| *name == row.name)
            .map(|(_, point)| point.as_str());
        let told = meaning(&row.name);
        let is_contact = named.is_none() && told.concepts.contains(&Concept::Contact);
        for reading in told.readings() {
            if is_contact
                && !reading
                    .concepts
                    .iter()
                    .all(|own| matches!(own, Concept::Contact | Concept::Wheel | Concept::Ending(_)))
            {
                continue;
            }
            let axle = reading.axle.or(self.given.axle);
            let Some(target) = self.target(axle) else { continue };
            let axle = axle.or(self.targets[target].axle);
            let point = match named {
                Some(name) => self.targets[target].points.iter().position(|own| own.name == name),
                None => self.targets[target].find(&reading),
            };
            if point.is_some() || is_contact {
                let side = row.side.or(reading.side);
                self.found.push(Found {
                    row,
                    axle,
                    side,
                    target,
                    point,
                });
                return;
            }
        }
        self.left.push((row, told));
    }

    /// Rows of which a name tells the part only, by their order in space: two points of one arm by x, of a spring by z.
    fn by_place(&mut self, axes: Axes) {
        // What the names tell, the hardpoints from greater to smaller coordinate, the axis.
        const PAIRS: &[(&[Concept], &[&str], usize)] = &[
            (&[Concept::Lower], &["lca_front", "lca_rear"], 0),
            (&[Concept::Upper], &["uca_front", "uca_rear"], 0),
            (&[Concept::Tie], &["tie_outer", "tie_inner"], 1),
            (&[Concept::Tie], &["toe_outer", "toe_inner"], 1),
            (&[Concept::Spring], &["spring_top", "spring_seat"], 2),
            (&[Concept::Spring], &["strut_top", "strut_seat"], 2),
            (&[Concept::Strut], &["strut_top", "strut_seat"], 2),
            (&[Concept::Pivot], &["pivot_outer", "pivot_inner"], 1),
            (&[Concept::Kingpin], &["kingpin_upper", "kingpin_lower"], 2),
        ];
        let part = |own: &Meaning| -> Vec<Concept> {
            let is_part = |own: &&Concept| !matches!(own, Concept::Inner | Concept::Ending(_));
            own.concepts.iter().filter(is_part).cloned().collect()
        };
        let is_pair = |own: &Meaning| PAIRS.iter().any(|(concepts, ..)| part(own) == *concepts);
        let mut rest: Vec<(&Row, Meaning)> = std::mem::take(&mut self.left);
        for (_, told) in &mut rest {
            // `Front damper 1`: a damper of the front axle.
            if let Some(reading) = told.readings().into_iter().find(is_pair) {
                *told = reading;
            }
        }
        while !rest.is_empty() {
            let (row, first) = rest.remove(0);
            let is_alike = |(_, other): &(&Row, Meaning)| {
                part(other) == part(&first) && (other.axle, other.side) == (first.axle, first.side)
            };
            let (alike, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_alike);
            rest = others;
            let mut rows = vec![(row, first.clone())];
            rows.extend(alike);
            // Rows of both sides, told by their y.
            let left = rows
                .iter()
                .filter(|(row, _)| axes.to_iso(row.at)[1] >= 0.0)
                .cloned()
                .collect::<Vec<_>>();
            let right = rows
                .iter()
                .filter(|(row, _)| axes.to_iso(row.at)[1] < 0.0)
                .cloned()
                .collect::<Vec<_>>();
            for rows in [left, right].into_iter().filter(|rows| !rows.is_empty()) {
                let axle = first.axle.or(self.given.axle);
                let fits = PAIRS.iter().find_map(|(concepts, names, axis)| {
                    let target = self.target(axle)?;
                    let is_theirs = part(&first) == *concepts && rows.len() == names.len();
                    let points: Option<Vec<usize>> = names
                        .iter()
                        .map(|name| {
                            self.targets[target]
                                .points
                                .iter()
                                .position(|own| own.name.rsplit('.').next() == Some(*name))
                        })
                        .collect();
                    let points = points.filter(|points| {
                        is_theirs && points.iter().all(|at| !self.has(target, axle, *at, rows[0].0, axes))
                    });
                    points.map(|points| (target, points, *axis))
                });
                let Some((target, points, axis)) = fits else {
                    self.left.extend(rows);
                    continue;
                };
                let mut rows = rows;
                let key = |row: &Row| {
                    let at = axes.to_iso(row.at)[axis];
                    if axis == 1 { at.abs() } else { at }
                };
                rows.sort_by(|(a, _), (b, _)| key(b).total_cmp(&key(a)));
                for ((row, told), point) in rows.into_iter().zip(points) {
                    let letter = ["x", "the distance from the middle", "z"][axis];
                    self.notes.push(format!(
                        "line {} `{}` is `{}`, by {letter}",
                        row.line, row.name, self.targets[target].points[point].name
                    ));
                    let axle = axle.or(self.targets[target].axle);
                    self.found.push(Found {
                        row,
                        axle,
                        side: row.side.or(told.side),
                        target,
                        point: Some(point),
                    });
                }
            }
        }
    }

    /// Whether a hardpoint has a row on the side of another row.
    fn has(&self, target: usize, axle: Option<Axle>, point: usize, row: &Row, axes: Axes) -> bool {
        let side = |at: [f64; 3]| axes.to_iso(at)[1] >= 0.0;
        let axle = axle.or(self.targets[target].axle);
        self.found.iter().any(|own| {
            own.target == target && own.axle == axle && own.point == Some(point) && side(own.row.at) == side(row.at)
        })
    }

    /// All points by axle and side.
    fn groups(&mut self, axes: Axes) -> Vec<Group> {
        let mut axles: Vec<Option<Axle>> = self.found.iter().map(|own| own.axle).collect();
        axles.sort();
        axles.dedup();
        if axles.len() > 1 && axles.contains(&None) {
            for own in self.found.iter().filter(|own| own.axle.is_none()) {
                self.mistakes.push(format!(
                    "line {} `{}`: of which axle? Write `front` or `rear` before its name",
                    own.row.line, own.row.name
                ));
            }
            axles.retain(Option::is_some);
        }
        axles.into_iter().flat_map(|axle| self.axle(axle, axes)).collect()
    }

    /// The points of an axle: one group where both sides are alike, or one is given alone.
    fn axle(&mut self, axle: Option<Axle>, axes: Axes) -> Vec<Group> {
        let own: Vec<Found<'a>> = self.found.iter().filter(|own| own.axle == axle).cloned().collect();
        let Some(target) = own.first().map(|own| own.target) else {
            return Vec::new();
        };
        let mut sides = [Side::Left, Side::Right].map(|side| Group {
            axle,
            side,
            is_mirrored: false,
            points: Vec::new(),
            target,
            contact: None,
        });
        let mut middle = Vec::new();
        for found in &own {
            let at = axes.to_iso(found.row.at);
            let wanted = found.point.map(|at| &self.targets[target].points[at]);
            let has_side = wanted.is_none_or(|own| own.has_side);
            let side = found.side.unwrap_or(if at[1] < 0.0 { Side::Right } else { Side::Left });
            let group = &mut sides[usize::from(side == Side::Right)];
            let Some(wanted) = wanted else {
                group.contact = Some(at);
                continue;
            };
            let source = format!("line {}, \"{}\"", found.row.line, found.row.name);
            let placed = Placed {
                name: wanted.name.clone(),
                at,
                source,
            };
            let list = if has_side { &mut group.points } else { &mut middle };
            match list.iter().find(|other: &&Placed| other.name == placed.name) {
                Some(other) => self.mistakes.push(format!(
                    "{}: `{}` is given already by {}",
                    placed.source, placed.name, other.source
                )),
                None => list.push(placed),
            }
        }
        let [left, right] = sides;
        let mut groups = self.both(left, right);
        if let Some(first) = groups.first_mut() {
            first.points.splice(0..0, middle);
        } else if !middle.is_empty() {
            groups.push(Group {
                axle,
                side: Side::Left,
                is_mirrored: true,
                points: middle,
                target,
                contact: None,
            });
        }
        groups
    }

    /// Both sides of an axle as one, if they are alike.
    fn both(&mut self, mut left: Group, mut right: Group) -> Vec<Group> {
        let mirrored = |at: [f64; 3]| [at[0], -at[1] + 0.0, at[2]];
        let word = left.axle.map_or(String::new(), |axle| format!("{} ", axle.word()));
        match (left.points.is_empty(), right.points.is_empty()) {
            (true, true) => return Vec::new(),
            (false, true) => {
                left.is_mirrored = true;
                return vec![left];
            }
            (true, false) => {
                self.notes.push(format!(
                    "the {word}points are those of the right side: mirrored to the left"
                ));
                right.points.iter_mut().for_each(|own| own.at = mirrored(own.at));
                right.contact = right.contact.map(mirrored);
                (right.side, right.is_mirrored) = (Side::Left, true);
                return vec![right];
            }
            (false, false) => {}
        }
        // What one side alone has, the other has as well.
        let given = [right.clone(), left.clone()];
        for (from, to) in given.iter().zip([&mut left, &mut right]) {
            for own in &from.points {
                if !to.points.iter().any(|other| other.name == own.name) {
                    self.notes.push(format!(
                        "{}: `{}` is given on one side alone, and mirrored to the other",
                        own.source, own.name
                    ));
                    to.points.push(Placed {
                        at: mirrored(own.at),
                        ..own.clone()
                    });
                }
            }
        }
        let apart = left.points.iter().filter_map(|own| {
            let other = right.points.iter().find(|other| other.name == own.name)?;
            let gap = own
                .at
                .iter()
                .zip(mirrored(other.at))
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max);
            (gap > ALIKE).then(|| format!("`{}` by {} mm", own.name, super::place::digits(1e3 * gap)))
        });
        let apart: Vec<String> = apart.collect();
        if apart.is_empty() {
            left.is_mirrored = true;
            return vec![left];
        }
        let is_axle = self.targets[left.target]
            .suspension
            .as_ref()
            .is_some_and(|own| own.is_axle);
        if is_axle || self.targets[left.target].suspension.is_none() {
            self.mistakes.push(format!(
                "the {word}sides differ ({}), and are declared as mirror images: leave one side out",
                apart.join(", ")
            ));
        } else {
            self.notes.push(format!(
                "the {word}sides differ, and are declared apart: {}",
                apart.join(", ")
            ));
        }
        vec![left, right]
    }

    /// Rows that mean nothing, hardpoints that are missing.
    fn leftovers(&mut self, axes: Axes, groups: &[Group]) {
        let mut missing: Vec<(&Target, &Wanted, String)> = Vec::new();
        for group in groups {
            let target = &self.targets[group.target];
            for wanted in target.points.iter().filter(|_| target.is_whole) {
                let is_there = group.points.iter().any(|own| own.name == wanted.name);
                let is_second = group.side == Side::Right && !wanted.has_side;
                if !is_there && !is_second && !self.given.keep.contains(&wanted.name) {
                    let place = group.axle.map_or(String::new(), |axle| format!("{} ", axle.word()));
                    missing.push((target, wanted, place));
                }
            }
        }
        let is_short = !missing.is_empty() || groups.is_empty();
        for (row, told) in std::mem::take(&mut self.left) {
            let advice = advised(row, axes, &missing, groups);
            let text = format!("line {} `{}` is no hardpoint that is known{advice}", row.line, row.name);
            match is_short || !advice.is_empty() {
                true => self.mistakes.push(text),
                false => self.notes.push(format!("{text}: left out")),
            }
            drop(told);
        }
        for (_, wanted, place) in missing {
            let meaning = super::names::told(&wanted.name);
            let meaning = if meaning.is_empty() {
                String::new()
            } else {
                format!(" ({meaning})")
            };
            self.mistakes.push(format!(
                "{place}`{0}`{meaning} is missing: name a row so, or give `--name 'ITS NAME={0}'`, or keep the library's by `--keep {0}`",
                wanted.name
            ));
        }
        if groups.is_empty() && self.mistakes.is_empty() {
            self.mistakes
                .push("none of its points is a hardpoint that is known".to_owned());
        }
    }
}

/// What a row may be: a missing hardpoint with nearly its name, or one whose place in the library is near.
fn advised(row: &Row, axes: Axes, missing: &[(&Target, &Wanted, String)], groups: &[Group]) -> String {
    let names = missing.iter().map(|(_, wanted, _)| wanted.name.as_str());
    if let Some(near) = suggest::nearest(&row.name, names) {
        return format!("; did you mean `{near}`?");
    }
    let at = axes.to_iso(row.at);
    let wheel = groups
        .iter()
        .flat_map(|own| &own.points)
        .find(|own| own.name.ends_with("wheel_centre"));
    let Some(wheel) = wheel else {
        return String::new();
    };
    let from_wheel = |at: [f64; 3], wheel: [f64; 3]| [at[0] - wheel[0], at[1].abs() - wheel[1].abs(), at[2] - wheel[2]];
    let own = from_wheel(at, wheel.at);
    let nearest = missing.iter().filter_map(|(target, wanted, _)| {
        let centre = target.points.iter().find(|own| own.name.ends_with("wheel_centre"))?;
        let other = from_wheel(wanted.at, centre.at);
        let far = own.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        Some((far, wanted.name.as_str()))
    });
    let nearest = nearest
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(far, _)| *far < NEAR);
    nearest.map_or_else(String::new, |(_, name)| {
        format!("; by its place it may be `{name}`: `--name '{}={name}'`", row.name)
    })
}
