//! Points of the wheel's axis, which tables of Lotus and other programs have in addition to the wheel centre. No
//! suspension of the library has such a point: a note gives camber and toe of the axis.

use super::Group;
use crate::import::table::axes::Axes;
use crate::import::table::contact::angle_text;
use crate::import::table::names::{Concept, Meaning};
use crate::import::table::sheet::Row;

/// Least distance of the point from the wheel centre [m]: rounded coordinates cannot determine a shorter axis.
const LEAST: f64 = 0.01;
/// Largest camber and toe of a wheel's axis [rad]. A point beside it is another one.
const MOST: f64 = 10.0 * std::f64::consts::PI / 180.0;

/// Whether a name means a point of the wheel's axis: `wheel spindle point`, `axle inboard`.
pub(super) fn is_meant(row: &Row, told: &Meaning) -> bool {
    let name = row.name.to_lowercase();
    let is_word = |word: &&str| matches!(*word, "spindle" | "axle" | "stub");
    let has_word = name
        .split(|letter: char| !letter.is_alphabetic())
        .any(|word| is_word(&word));
    let is_free = |own: &Concept| match own {
        Concept::Inner | Concept::Outer | Concept::Wheel => true,
        Concept::Ending(word) => is_word(&word.as_str()),
        _ => false,
    };
    // A leading `front` may be the axle.
    let is_axis = |reading: &Meaning| reading.concepts.iter().all(is_free);
    has_word && told.readings().iter().any(is_axis)
}

/// A note about a point of the wheel's axis, with the camber and the toe of the line from it to the wheel centre.
/// `None` if no wheel centre is known, or if the line cannot be the axis of a wheel.
pub(super) fn note(row: &Row, axes: Axes, groups: &[Group]) -> Option<String> {
    let at = axes.to_iso(row.at);
    let lines = groups.iter().filter_map(|group| {
        let centre = group.points.iter().find(|own| own.name.ends_with("wheel_centre"))?.at;
        Some((group, outward(at, centre)))
    });
    let length = |line: [f64; 3]| line.iter().map(|each| each * each).sum::<f64>().sqrt();
    let (group, line) = lines.min_by(|(_, one), (_, other)| length(*one).total_cmp(&length(*other)))?;
    let [camber, toe] = angles(line);
    if length(line) < LEAST || camber.abs() > MOST || toe.abs() > MOST {
        return None;
    }
    let cure = match (group.contact.is_some(), camber == 0.0 && toe == 0.0) {
        (true, _) => "; the camber is that of the tyre's contact, `toe` of the wheel can be declared",
        (false, true) => "",
        (false, false) => "; the wheel stands upright and straight ahead, declare `camber` and `toe` of the wheel",
    };
    Some(format!(
        "line {} `{}` is a point of the wheel's axis, and is left out; the line to the wheel centre has a camber of {} and a toe-in of {}{cure}",
        row.line,
        row.name,
        angle_text(camber),
        angle_text(toe)
    ))
}

/// The line through a point of the axis and the wheel centre, pointing outward, as on the left side [m].
fn outward(at: [f64; 3], centre: [f64; 3]) -> [f64; 3] {
    let line = [centre[0] - at[0], centre[1].abs() - at[1].abs(), centre[2] - at[2]];
    if line[1] < 0.0 { line.map(|each| -each) } else { line }
}

/// Camber, negative if the top of the wheel leans inward, and toe-in (ISO 8855) of an axis that points outward on the left side [rad].
fn angles([x, y, z]: [f64; 3]) -> [f64; 2] {
    // Adding zero removes the sign of a zero.
    [-z.atan2(x.hypot(y)) + 0.0, x.atan2(y) + 0.0]
}

#[cfg(test)]
mod tests {
    use super::{angles, outward};

    /// A wheel that is turned by its camber about x and then by its toe about z has its axis there.
    #[test]
    fn the_axis_tells_camber_and_toe() {
        for (camber, toe) in [(-1.9, 0.0), (0.0, 0.4), (2.0, -0.7_f64)] {
            let [camber, toe] = [camber, toe].map(f64::to_radians);
            // Positive camber leans the top outward, and so lowers the outer end of the axis; toe-in turns it forward.
            let axis = [toe.sin() * camber.cos(), toe.cos() * camber.cos(), -camber.sin()];
            let centre = [1.2, 0.75, 0.3];
            for (way, side) in [(-0.15, 1.0), (0.02, 1.0), (-0.15, -1.0)] {
                let point = [0, 1, 2].map(|k| centre[k] + way * axis[k]);
                let [point, centre] = [point, centre].map(|[x, y, z]| [x, side * y, z]);
                let found = angles(outward(point, centre));
                assert!(
                    (found[0] - camber).abs() < 1e-12 && (found[1] - toe).abs() < 1e-12,
                    "{found:?}"
                );
            }
        }
    }
}
