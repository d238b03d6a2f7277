//! Rows that match no hardpoint, and hardpoints that are missing.

use super::{Group, Target, Wanted, Work, spindle};
use crate::import::table::axes::Axes;
use crate::import::table::names;
use crate::import::table::sheet::{Row, Side};
use wishbone_compiler::front::suggest;

/// Distance within which the position of a row suggests a name [m].
const NEAR: f64 = 0.15;

impl Work<'_> {
    /// Reports rows that match no hardpoint, and missing hardpoints.
    pub(super) fn leftovers(&mut self, axes: Axes, groups: &[Group]) {
        let mut missing: Vec<(&Target, &Wanted, String)> = Vec::new();
        let mut kept: Vec<&str> = Vec::new();
        for group in groups {
            let target = &self.targets[group.target];
            for wanted in target.points.iter().filter(|_| target.is_whole) {
                let is_there = group.points.iter().any(|own| own.name == wanted.name);
                let is_second = group.side == Side::Right && !wanted.has_side;
                if is_there || is_second {
                    continue;
                }
                if self.given.keep.contains(&wanted.name) {
                    kept.push(&wanted.name);
                } else {
                    let place = group.axle.map_or(String::new(), |axle| format!("{} ", axle.word()));
                    let is_told =
                        |(_, own, before): &(&Target, &Wanted, String)| own.name == wanted.name && *before == place;
                    if !missing.iter().any(is_told) {
                        missing.push((target, wanted, place));
                    }
                }
            }
        }
        for point in self.given.keep.iter().filter(|point| !kept.contains(&point.as_str())) {
            // A vehicle that is there keeps what the table lacks, with the option or without it.
            if groups.iter().any(|own| own.points.iter().any(|own| own.name == *point)) {
                self.mistakes.push(format!(
                    "`--keep {point}`: the table has this point: leave its row or the option out"
                ));
            }
        }
        let is_short = !missing.is_empty() || groups.is_empty();
        for (row, told) in std::mem::take(&mut self.left) {
            let possible: Vec<_> = missing
                .iter()
                .filter(|(_, wanted, _)| !told.excludes(&wanted.concepts))
                .cloned()
                .collect();
            let advice = advised(row, axes, &possible, groups);
            let text = format!("line {} `{}` is no hardpoint that is known{advice}", row.line, row.name);
            match is_short || !advice.is_empty() {
                true => self.mistakes.push(text),
                false => {
                    let axis = Some(row).filter(|row| spindle::is_meant(row, &told));
                    let axis = axis.and_then(|row| spindle::note(row, axes, groups));
                    self.notes.push(axis.unwrap_or_else(|| format!("{text}: left out")));
                }
            }
        }
        for (_, wanted, place) in missing {
            let meaning = names::told(&wanted.name);
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

/// Advice about a row: a missing hardpoint with a similar name, or a missing hardpoint with a similar position in the
/// library.
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
