//! Hardpoints by axle and side.

use super::{Found, Group, Placed, Work};
use crate::import::table::axes::Axes;
use crate::import::table::contact::CONTACT;
use crate::import::table::names::Axle;
use crate::import::table::place;
use crate::import::table::sheet::Side;

/// Differences of both sides up to this count as none [m].
const ALIKE: f64 = 1e-6;
/// Differences of contacts up to this limit come from two different tyres or from rounding [m].
const ALIKE_CONTACTS: f64 = 5e-3;

impl<'a> Work<'a> {
    /// All points by axle and side.
    pub(super) fn groups(&mut self, axes: Axes) -> Vec<Group> {
        let mut axles: Vec<Option<Axle>> = self.found.iter().map(|own| own.axle).collect();
        axles.sort();
        axles.dedup();
        if axles.len() > 1 && axles.contains(&None) {
            for own in self.found.iter().filter(|own| own.axle.is_none()) {
                self.mistakes.push(format!(
                    "line {} `{}`: of which axle? Write `front` or `rear` before its name, or give `--axle front` or `--axle rear` for all such names",
                    own.row.line, own.row.name
                ));
            }
            axles.retain(Option::is_some);
        }
        axles.into_iter().flat_map(|axle| self.axle(axle, axes)).collect()
    }

    /// The points of an axle. If both sides are equal, or only one side is given, they form one group.
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
            let source = format!("line {}, \"{}\"", found.row.line, found.row.name);
            let placed = Placed {
                name: wanted.map_or(CONTACT, |own| &own.name).to_owned(),
                at,
                source,
                row: found.row.name.clone(),
            };
            let list = if has_side { &mut group.points } else { &mut middle };
            match list.iter().find(|other: &&Placed| other.name == placed.name) {
                Some(other) => self.mistakes.push(given_already(&placed, other)),
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
        // Up to here a contact is a point like any other: it is mirrored, and compared with that of the other side.
        for group in &mut groups {
            let place = group.points.iter().position(|own| own.name == CONTACT);
            group.contact = place.map(|place| group.points.remove(place));
        }
        groups
    }

    /// Combines both sides of an axle if they are equal.
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
                (right.side, right.is_mirrored) = (Side::Left, true);
                return vec![right];
            }
            (false, false) => {}
        }
        // A point that only one side has is mirrored to the other.
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
            (gap > ALIKE).then(|| (own.name.clone(), gap))
        });
        let apart: Vec<(String, f64)> = apart.collect();
        if apart.is_empty() {
            left.is_mirrored = true;
            return vec![left];
        }
        let target = &self.targets[left.target];
        let is_free = match &target.suspension {
            Some(suspension) => !suspension.is_axle,
            None => target.is_apart,
        };
        let is_tyre = |(name, gap): &(String, f64)| name == CONTACT && *gap <= ALIKE_CONTACTS;
        let told = |(name, gap): &(String, f64)| format!("`{name}` by {} mm", place::digits(1e3 * gap));
        let words = apart.iter().map(told).collect::<Vec<_>>().join(", ");
        if is_free {
            self.notes
                .push(format!("the {word}sides differ, and are declared apart: {words}"));
        } else if apart.iter().all(is_tyre) {
            self.notes.push(format!(
                "warning: the {word}sides differ ({words}), and are declared as mirror images: the left one counts"
            ));
            left.is_mirrored = true;
            return vec![left];
        } else {
            self.mistakes.push(format!(
                "the {word}sides differ ({words}), and are declared as mirror images: leave one side out"
            ));
        }
        vec![left, right]
    }
}

/// Message about a hardpoint that two rows give, with the way to leave one of them out.
fn given_already(placed: &Placed, other: &Placed) -> String {
    let cure = match placed.row == other.row {
        true => "leave one of them out".to_owned(),
        false => format!(
            "leave one of them out by `--name '{}='` or `--name '{}='`",
            placed.row, other.row
        ),
    };
    format!(
        "{}: `{}` is given already by {}; {cure}",
        placed.source, placed.name, other.source
    )
}
