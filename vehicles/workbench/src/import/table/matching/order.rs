//! Rows whose names tell only the part: their order in space distinguishes them.

use super::{Found, Work};
use crate::import::table::axes::Axes;
use crate::import::table::names::{Axle, Concept, Meaning};
use crate::import::table::sheet::Row;

impl Work<'_> {
    /// Matches rows whose names give only the part by their order in space: two points of an arm by x, two points of a
    /// spring by z.
    pub(super) fn by_place(&mut self, axes: Axes) {
        // Concepts of the names, the hardpoints from greater to smaller coordinate, and the axis.
        const PAIRS: &[(&[Concept], &[&str], usize)] = &[
            (&[Concept::Lower], &["lca_front", "lca_rear"], 0),
            (&[Concept::Upper], &["uca_front", "uca_rear"], 0),
            (&[Concept::Tie], &["tie_outer", "tie_inner"], 1),
            (&[Concept::Tie], &["toe_outer", "toe_inner"], 1),
            (&[Concept::Spring], &["spring_top", "spring_seat"], 2),
            (&[Concept::Spring], &["strut_top", "strut_seat"], 2),
            (&[Concept::Damper], &["damper_top", "damper_seat"], 2),
            (&[Concept::Damper], &["damper_top", "damper_eye"], 2),
            (&[Concept::Damper], &["spring_top", "spring_seat"], 2),
            (&[Concept::Damper], &["strut_top", "strut_seat"], 2),
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
            // `Front damper 1` means a damper of the front axle.
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
            // Rows of both sides, distinguished by y.
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
                        side: told.side,
                        target,
                        point: Some(point),
                    });
                }
            }
        }
    }

    /// Whether a hardpoint already has a row on the same side as another row.
    fn has(&self, target: usize, axle: Option<Axle>, point: usize, row: &Row, axes: Axes) -> bool {
        let side = |at: [f64; 3]| axes.to_iso(at)[1] >= 0.0;
        let axle = axle.or(self.targets[target].axle);
        self.found.iter().any(|own| {
            own.target == target && own.axle == axle && own.point == Some(point) && side(own.row.at) == side(row.at)
        })
    }
}
