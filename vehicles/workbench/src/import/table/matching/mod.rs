//! Matches rows of a table with hardpoints: by the meaning of their names, then by their positions.

mod missing;
mod order;
mod sides;
mod spindle;

use super::axes::{self, Axes, Known};
use super::contact::CONTACT;
use super::names::{Axle, Concept, Meaning, meaning};
use super::sheet::{Row, Sheet, Side};
use crate::suspensions::Suspension;
use wishbone_compiler::front::suggest;

/// Points that a table can have.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its axle; `None` for all axles of the table.
    pub axle: Option<Axle>,
    /// The suspension; `None` for a declared vehicle.
    pub suspension: Option<Suspension>,
    /// Its hardpoints without their group, and whether each is on a side.
    pub points: Vec<Wanted>,
    /// Whether the table must have all of these points.
    pub is_whole: bool,
    /// Whether the right side of a declared vehicle is declared separately, not as a mirror image.
    pub is_apart: bool,
}

/// A hardpoint of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// `lca_front`, `left.lower_axle`
    pub name: String,
    /// Whether the point is on a side, and has a mirror image.
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
            is_apart: false,
        }
    }

    /// Position of the point with this meaning.
    fn find(&self, found: &Meaning) -> Option<usize> {
        let at = |concepts: &Vec<Concept>| self.points.iter().position(|own| own.concepts == *concepts);
        found.readings_of_springs().iter().find_map(at)
    }
}

/// Input of the user in addition to the table.
pub struct Given<'a> {
    /// Named axes.
    pub axes: Option<Axes>,
    /// The axle for names that tell none.
    pub axle: Option<Axle>,
    /// Names of the table, each with its hardpoint; an empty hardpoint leaves the row out.
    pub pairs: Vec<(String, String)>,
    /// Hardpoints that stay as in the library.
    pub keep: &'a [String],
}

/// A hardpoint from the table.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Its name.
    pub name: String,
    /// Place in ISO 8855 [m].
    pub at: [f64; 3],
    /// Source in the table: `line 3, "LCA front"`.
    pub source: String,
    /// Its name in the table: `LCA front`.
    pub row: String,
}

/// The points of one side of an axle, or of a whole axle.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its axle.
    pub axle: Option<Axle>,
    /// Its side. A right side that is mirrored to the left counts as left.
    pub side: Side,
    /// Whether the other side is its mirror image.
    pub is_mirrored: bool,
    /// Its hardpoints.
    pub points: Vec<Placed>,
    /// Position of its target.
    pub target: usize,
    /// The tyre's contact with the ground.
    pub contact: Option<Placed>,
}

/// A table whose points are all matched.
#[derive(Clone, Debug)]
pub struct Matched {
    /// The groups.
    pub groups: Vec<Group>,
    /// The targets.
    pub targets: Vec<Target>,
    /// What was recognised.
    pub notes: Vec<String>,
}

/// A row that is matched with a point.
#[derive(Clone, Debug)]
struct Found<'a> {
    row: &'a Row,
    axle: Option<Axle>,
    side: Option<Side>,
    target: usize,
    /// Position of its hardpoint; `None` for the tyre's contact.
    point: Option<usize>,
}

/// Matches rows with hardpoints.
///
/// # Errors
/// All rows that match no hardpoint, and all missing hardpoints.
pub fn matched(sheet: &Sheet, targets: &[Target], given: &Given<'_>) -> Result<Matched, Vec<String>> {
    let mut work = Work {
        targets,
        given,
        found: Vec::new(),
        left: Vec::new(),
        of_any_axle: Vec::new(),
        notes: Vec::new(),
        mistakes: Vec::new(),
    };
    work.check_given(sheet);
    sheet.rows.iter().for_each(|row| work.by_name(row));
    work.check_axles()?;
    let name = |own: &Found<'_>| match own.point {
        Some(at) => targets[own.target].points[at].name.clone(),
        None => CONTACT.to_owned(),
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
            // Points with a known name show the axes: the names come first.
            work.mistakes.push(mistake);
            Err(work.mistakes)
        }
    }
}

struct Work<'a> {
    targets: &'a [Target],
    given: &'a Given<'a>,
    found: Vec<Found<'a>>,
    /// Rows that have no hardpoint yet.
    left: Vec<(&'a Row, Meaning)>,
    /// Rows that have a hardpoint on several axles, and tell none.
    of_any_axle: Vec<&'a Row>,
    notes: Vec<String>,
    mistakes: Vec<String>,
}

impl<'a> Work<'a> {
    /// Reports given names that exist neither in the table nor among the hardpoints.
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
            if !point.is_empty() && point != CONTACT && !points(point) {
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
                // A name without an axle means the only target, if there is one.
                (axle.is_none() && self.targets.len() == 1).then_some(0)
            })
    }

    /// Matches a row by the meaning of its name, or by the user's name for it.
    fn by_name(&mut self, row: &'a Row) {
        let named = self
            .given
            .pairs
            .iter()
            .find(|(name, _)| *name == row.name)
            .map(|(_, point)| point.as_str());
        if named == Some("") {
            self.notes
                .push(format!("line {} `{}` is left out, as asked", row.line, row.name));
            return;
        }
        let told = match meaning(&row.name).of_row(row) {
            Ok(told) => told,
            Err(mistake) => return self.mistakes.push(mistake),
        };
        let is_contact = match named {
            Some(name) => name == CONTACT,
            None => told.concepts.contains(&Concept::Contact),
        };
        let readings: Vec<Meaning> = told.readings();
        for reading in &readings {
            if is_contact && named.is_none() && !reading.is_contact() {
                continue;
            }
            let axle = reading.axle.or(self.given.axle);
            let Some(target) = self.target(axle) else { continue };
            let axle = axle.or(self.targets[target].axle);
            let point = self.point(target, named, reading);
            if point.is_some() || is_contact {
                self.found.push(Found {
                    row,
                    axle,
                    side: reading.side,
                    target,
                    point,
                });
                return;
            }
        }
        let is_of_any = |reading: &Meaning| {
            let fits = |target| is_contact || self.point(target, named, reading).is_some();
            reading.axle.or(self.given.axle).is_none() && (0..self.targets.len()).any(fits)
        };
        match readings.iter().any(is_of_any) {
            true => self.of_any_axle.push(row),
            false => self.left.push((row, told)),
        }
    }

    /// Position of the target's point that a row means, by the user's name for the row or by the row's own name.
    fn point(&self, target: usize, named: Option<&str>, reading: &Meaning) -> Option<usize> {
        match named {
            Some(name) => self.targets[target].points.iter().position(|own| own.name == name),
            None => self.targets[target].find(reading),
        }
    }

    /// Reports rows that have a hardpoint on each of several axles. If no row tells its axle, the table is of one axle.
    fn check_axles(&mut self) -> Result<(), Vec<String>> {
        if self.of_any_axle.is_empty() {
            return Ok(());
        }
        if self.found.is_empty() {
            let [first, ..] = self.of_any_axle[..] else {
                return Ok(());
            };
            return Err(vec![format!(
                "its names tell no axle, such as line {} `{}`: give `--axle front` or `--axle rear`",
                first.line, first.name
            )]);
        }
        for row in std::mem::take(&mut self.of_any_axle) {
            self.mistakes.push(format!(
                "line {} `{}`: of which axle? Write `front` or `rear` before its name, or give `--axle front` or `--axle rear` for all such names",
                row.line, row.name
            ));
        }
        Ok(())
    }
}
