//! Axes of a table, either named or derived from its points.
//!
//! - ISO 8855:2011, 2.11: x forward, y to the left, z up.
//! - SAE J670 (1976 and earlier; still one of the two systems of J670:2008): x forward, y to the right, z down.
//! - Adams/Car (MSC Software, "Using Adams/Car": global axes of its templates): x rearward, y to the right, z up.
//!
//! All are right-handed, so that two directions give the third.

use super::sheet::Side;

/// Directions of the axes of a table: factors from its coordinates to those of ISO 8855.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes([i8; 3]);

impl Axes {
    /// x forward, y left, z up.
    pub const ISO: Self = Self([1, 1, 1]);
    /// x forward, y right, z down.
    pub const SAE: Self = Self([1, -1, -1]);
    /// x rearward, y right, z up.
    pub const ADAMS: Self = Self([-1, -1, 1]);
    /// Words for these systems.
    pub const WORDS: [(&'static str, Self); 3] = [("iso", Self::ISO), ("sae", Self::SAE), ("adams", Self::ADAMS)];

    /// Converts a point to ISO 8855.
    pub fn to_iso(self, at: [f64; 3]) -> [f64; 3] {
        // Adding zero removes the sign of a zero.
        [0, 1, 2].map(|axis| f64::from(self.0[axis]) * at[axis] + 0.0)
    }

    /// `x rearward, y right, z up (Adams/Car)`
    pub fn told(self) -> String {
        let name = match self {
            Self::ISO => " (ISO 8855)",
            Self::SAE => " (SAE J670)",
            Self::ADAMS => " (Adams/Car)",
            _ => "",
        };
        let words = [["forward", "rearward"], ["left", "right"], ["up", "down"]];
        let word = |axis: usize| words[axis][usize::from(self.0[axis] < 0)];
        format!("x {}, y {}, z {}{name}", word(0), word(1), word(2))
    }
}

/// A reason why an axis has its direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Axis: 0, 1, 2 for x, y, z.
    pub axis: usize,
    /// Whether the axis points as in ISO 8855.
    pub is_iso: bool,
    /// Weight of the reason.
    pub weight: usize,
    /// The reason in words: `uca_outer lies above lca_outer`.
    pub words: String,
}

/// A point of the table with a known name.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// Name of the hardpoint, `contact` for the tyre's contact.
    pub name: &'a str,
    /// Its axle and side, if its name tells them.
    pub group: (Option<super::names::Axle>, Option<Side>),
    /// Coordinates in the axes of the table.
    pub at: [f64; 3],
}

/// Pairs in which the first point lies further along an axis of ISO 8855 than the second, in any suspension.
const ORDERED: &[(usize, &str, &str)] = &[
    (2, "uca_outer", "lca_outer"),
    (2, "uca_front", "lca_front"),
    (2, "uca_rear", "lca_rear"),
    (2, "spring_top", "spring_seat"),
    (2, "strut_top", "strut_seat"),
    (2, "damper_top", "damper_seat"),
    (2, "kingpin_upper", "kingpin_lower"),
    (2, "wheel_centre", "contact"),
    (2, "strut_top", "lca_outer"),
    (2, "upper_axle", "left.lower_axle"),
    (2, "upper_front_outer", "lower_front_outer"),
    (2, "upper_rear_outer", "lower_rear_outer"),
    (0, "lca_front", "lca_rear"),
    (0, "uca_front", "uca_rear"),
    (0, "lower_front_inner", "lower_rear_inner"),
    (0, "upper_front_inner", "upper_rear_inner"),
    (0, "front_eye", "rear_eye"),
];

/// Evidence of the points about the axes.
pub fn evidence(points: &[Known<'_>]) -> Vec<Evidence> {
    let mut all = Vec::new();
    for (axis, far, near) in ORDERED {
        for one in points.iter().filter(|own| is_named(own.name, far)) {
            let other = points
                .iter()
                .find(|own| is_named(own.name, near) && own.group == one.group);
            let Some(other) = other else { continue };
            let apart = one.at[*axis] - other.at[*axis];
            if apart.abs() > 1e-3 {
                let letter = ["x", "y", "z"][*axis];
                let way = if apart > 0.0 { "greater" } else { "smaller" };
                let words = format!("{letter} of {far} is {way} than that of {near}");
                all.push(Evidence {
                    axis: *axis,
                    is_iso: apart > 0.0,
                    weight: 1,
                    words,
                });
            }
        }
    }
    let wheel = |axle| {
        points
            .iter()
            .find(move |own| is_named(own.name, "wheel_centre") && own.group.0 == Some(axle))
    };
    if let (Some(front), Some(rear)) = (wheel(super::names::Axle::Front), wheel(super::names::Axle::Rear)) {
        let apart = front.at[0] - rear.at[0];
        if apart.abs() > 0.1 {
            let way = if apart > 0.0 { "greater" } else { "smaller" };
            let words = format!("x of the front wheel centre is {way} than that of the rear one");
            // The axles are further apart than any points of an arm, so this evidence weighs most.
            all.push(Evidence {
                axis: 0,
                is_iso: apart > 0.0,
                weight: 100,
                words,
            });
        }
    }
    for own in points {
        if let Some(side) = own.group.1
            && own.at[1].abs() > 1e-3
            && is_named(own.name, "wheel_centre")
        {
            let is_iso = (own.at[1] > 0.0) == (side == Side::Left);
            let (word, sign) = (
                if side == Side::Left { "left" } else { "right" },
                if own.at[1] > 0.0 { "positive" } else { "negative" },
            );
            all.push(Evidence {
                axis: 1,
                is_iso,
                weight: 1,
                words: format!("y of the {word} wheel centre is {sign}"),
            });
        }
    }
    all
}

fn is_named(name: &str, wanted: &str) -> bool {
    name == wanted || name.strip_prefix("left.") == Some(wanted)
}

/// The direction with the most evidence; `None` without evidence.
fn direction(all: &[Evidence], axis: usize) -> Option<(i8, &Evidence)> {
    let sum: i64 = all
        .iter()
        .filter(|own| own.axis == axis)
        .map(|own| {
            let weight = i64::try_from(own.weight).unwrap_or(i64::MAX);
            if own.is_iso { weight } else { -weight }
        })
        .sum();
    let sign: i8 = if sum > 0 { 1 } else { -1 };
    let first = all
        .iter()
        .filter(|own| own.axis == axis && own.is_iso == (sum > 0))
        .max_by_key(|own| own.weight);
    first.filter(|_| sum != 0).map(|first| (sign, first))
}

/// The axes of a table, with a note about them.
///
/// # Errors
/// If the points do not determine the axes, indicate a left-handed system, or contradict the named axes.
pub fn recognised(named: Option<Axes>, points: &[Known<'_>]) -> Result<(Axes, Vec<String>), String> {
    let all = evidence(points);
    let found = [0, 1, 2].map(|axis| direction(&all, axis));
    if let Some(axes) = named {
        let against: Vec<&str> = (0..3)
            .filter_map(|axis| found[axis].filter(|(sign, _)| *sign != axes.0[axis]))
            .map(|(_, evidence)| evidence.words.as_str())
            .collect();
        return match against.is_empty() {
            true => Ok((axes, vec![format!("axes, as named: {}", axes.told())])),
            false => Err(format!(
                "its axes are not {}, as named: {}; leave out `--axes`, or correct the table",
                axes.told(),
                against.join(", ")
            )),
        };
    }
    let signs = found.map(|own| own.map(|(sign, _)| sign));
    let reasons: Vec<&str> = found
        .iter()
        .flatten()
        .map(|(_, evidence)| evidence.words.as_str())
        .collect();
    let reasons = reasons.join(", ");
    let axes = match signs {
        [Some(x), Some(y), Some(z)] if x * y * z < 0 => {
            return Err(format!(
                "its axes are left-handed: {} ({reasons}); one coordinate has the wrong sign, or left and right are exchanged",
                Axes([x, y, z]).told()
            ));
        }
        [Some(x), Some(y), Some(z)] => Axes([x, y, z]),
        [Some(x), Some(y), None] => Axes([x, y, x * y]),
        [Some(x), None, Some(z)] => Axes([x, x * z, z]),
        [None, Some(y), Some(z)] => Axes([y * z, y, z]),
        _ => {
            let known = if reasons.is_empty() {
                "nothing in it tells its axes".to_owned()
            } else {
                format!("its axes are not certain ({reasons})")
            };
            return Err(format!(
                "{known}: name them by `--axes iso`, `--axes sae` or `--axes adams`"
            ));
        }
    };
    let mut notes = vec![format!("axes, recognised: {}; {reasons}", axes.told())];
    let against = all.iter().filter(|own| (axes.0[own.axis] > 0) != own.is_iso);
    notes.extend(against.map(|own| format!("warning: against these axes, {}", own.words)));
    Ok((axes, notes))
}

#[cfg(test)]
mod tests {
    use super::{Axes, Known, recognised};
    use crate::import::table::names::Axle;
    use crate::import::table::sheet::Side;

    /// Points in ISO 8855.
    fn points(axes: Axes) -> Vec<Known<'static>> {
        let known = |name, axle, side, at| Known {
            name,
            group: (axle, side),
            at: axes.to_iso(at),
        };
        let (front, rear, left) = (Some(Axle::Front), Some(Axle::Rear), Some(Side::Left));
        vec![
            known("uca_outer", front, left, [0.0, 0.65, 0.1]),
            known("lca_outer", front, left, [0.0, 0.66, -0.1]),
            known("lca_front", front, left, [0.2, 0.4, -0.1]),
            known("lca_rear", front, left, [-0.2, 0.4, -0.1]),
            known("wheel_centre", front, left, [0.0, 0.75, 0.0]),
            known("wheel_centre", rear, left, [-2.7, 0.75, 0.0]),
        ]
    }

    #[test]
    fn each_system_is_recognised() {
        for (word, axes) in Axes::WORDS {
            let (found, notes) = recognised(None, &points(axes)).expect(word);
            assert_eq!(found, axes, "{notes:?}");
            assert_eq!(recognised(Some(axes), &points(axes)).expect(word).0, axes);
            let others = Axes::WORDS.iter().filter(|(_, other)| *other != axes);
            for (other, named) in others {
                let reason = recognised(Some(*named), &points(axes)).expect_err(other);
                assert!(reason.contains("are not"), "{reason}");
            }
        }
    }

    #[test]
    fn a_wrong_sign_is_left_handed() {
        let mut points = points(Axes::ISO);
        points.iter_mut().for_each(|own| own.at[1] = -own.at[1]);
        let reason = recognised(None, &points).expect_err("left-handed");
        assert!(
            reason.contains("left-handed") && reason.contains("y of the left wheel centre is negative"),
            "{reason}"
        );
        let reason = recognised(None, &points[4..5]).expect_err("not certain");
        assert!(reason.contains("--axes iso"), "{reason}");
    }
}
