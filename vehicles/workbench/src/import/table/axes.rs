//! Axes of a table, either named or derived from its points.
//!
//! - ISO 8855:2011, 2.11: x forward, y to the left, z up.
//! - SAE J670 (1976 and earlier; still one of the two axis systems of J670:2008): x forward, y to the right, z down.
//! - Adams/Car (MSC Software, "Using Adams/Car": global axes of its templates): x rearward, y to the right, z up.
//!
//! All are right-handed, so that two directions give the third. Tables of CAD systems may have any other right-handed system,
//! such as y up.

use super::sheet::Side;

/// Directions of the axes of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// Column of the table for each axis of ISO 8855: 0, 1, 2 for x, y, z.
    columns: [usize; 3],
    /// Factor from this column to the axis of ISO 8855.
    signs: [i8; 3],
}

/// Columns of a table whose x, y, z are along the axes of ISO 8855.
const IN_ORDER: [usize; 3] = [0, 1, 2];

/// Words for directions, each with its axis of ISO 8855 and its sign.
const DIRECTIONS: [(&str, usize, i8); 6] = [
    ("forward", 0, 1),
    ("rearward", 0, -1),
    ("left", 1, 1),
    ("right", 1, -1),
    ("up", 2, 1),
    ("down", 2, -1),
];

impl Axes {
    /// x forward, y left, z up.
    pub const ISO: Self = Self::in_order([1, 1, 1]);
    /// x forward, y right, z down.
    pub const SAE: Self = Self::in_order([1, -1, -1]);
    /// x rearward, y right, z up.
    pub const ADAMS: Self = Self::in_order([-1, -1, 1]);
    /// Words for these systems.
    pub const WORDS: [(&'static str, Self); 3] = [("iso", Self::ISO), ("sae", Self::SAE), ("adams", Self::ADAMS)];

    const fn in_order(signs: [i8; 3]) -> Self {
        Self {
            columns: IN_ORDER,
            signs,
        }
    }

    /// Axes by a word, `sae`, or by the directions of x, y and z: `left,up,forward`.
    ///
    /// # Errors
    /// If a word is unknown, or the directions are no right-handed system.
    pub fn named(text: &str) -> Result<Self, String> {
        if let Some((_, axes)) = Self::WORDS
            .iter()
            .find(|(own, _)| own.eq_ignore_ascii_case(text.trim()))
        {
            return Ok(*axes);
        }
        let direction = |word: &str| {
            DIRECTIONS
                .iter()
                .find(|(own, ..)| own.eq_ignore_ascii_case(word.trim()))
        };
        let found: Option<Vec<_>> = text.split(',').map(direction).collect();
        let Some([x, y, z]) = found.as_deref() else {
            return Err(format!(
                "`--axes {text}` is not known: `iso` (x forward, y left, z up), `sae` (x forward, y right, z down), `adams` (x rearward, y right, z up), or the directions of x, y, z, such as `left,up,forward`"
            ));
        };
        let mut own = Self {
            columns: [3; 3],
            signs: [0; 3],
        };
        for (column, (_, axis, sign)) in [x, y, z].into_iter().enumerate() {
            (own.columns[*axis], own.signs[*axis]) = (column, *sign);
        }
        match own.columns.contains(&3) || own.hand() < 0 {
            false => Ok(own),
            true => Err(format!(
                "`--axes {text}`: these directions are no right-handed system, as `left,up,forward` are"
            )),
        }
    }

    /// 1 for a right-handed system, -1 for a left-handed one.
    fn hand(self) -> i8 {
        parity(self.columns) * self.signs.iter().product::<i8>()
    }

    /// Converts a point to ISO 8855.
    pub fn to_iso(self, at: [f64; 3]) -> [f64; 3] {
        // Adding zero removes the sign of a zero.
        [0, 1, 2].map(|axis| f64::from(self.signs[axis]) * at[self.columns[axis]] + 0.0)
    }

    /// `x rearward, y right, z up (Adams/Car)`
    pub fn told(self) -> String {
        let name = match self {
            Self::ISO => " (ISO 8855)",
            Self::SAE => " (SAE J670)",
            Self::ADAMS => " (Adams/Car)",
            _ => "",
        };
        let word = |column: usize| {
            let is_its =
                |(_, axis, sign): &&(&str, usize, i8)| self.columns[*axis] == column && self.signs[*axis] == *sign;
            DIRECTIONS.iter().find(is_its).map_or("", |(word, ..)| word)
        };
        format!("x {}, y {}, z {}{name}", word(0), word(1), word(2))
    }
}

/// 1 if an even number of exchanges puts the columns in order, otherwise -1.
fn parity(columns: [usize; 3]) -> i8 {
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let count = pairs
        .iter()
        .filter(|(one, other)| columns[*one] > columns[*other])
        .count();
    if count % 2 == 0 { 1 } else { -1 }
}

/// Pairs of points that lie nearly above one another in any suspension, in either order.
const UPRIGHT: &[(&str, &str)] = &[
    ("uca_outer", "lca_outer"),
    ("strut_top", "lca_outer"),
    ("kingpin_upper", "kingpin_lower"),
    ("wheel_centre", "contact"),
];
/// Pairs of pivots that lie behind one another, unless the arm is turned.
const ALONG: &[(&str, &str)] = &[
    ("lca_front", "lca_rear"),
    ("uca_front", "uca_rear"),
    ("front_eye", "rear_eye"),
];
/// Pairs of points that lie beside one another, unless the rod is turned.
const ACROSS: &[(&str, &str)] = &[("tie_outer", "tie_inner"), ("toe_outer", "toe_inner")];
/// Ratio of the greatest coordinate of a distance to its other coordinates; above this ratio, the distance has the
/// direction of the greatest coordinate's axis.
const CLEAR: f64 = 2.0;
/// Least distance of two axles that shows a direction [m]. Less is the difference of two tracks or heights.
const LEAST_WHEELBASE: f64 = 0.5;

/// A column of the table that has the direction of an axis, with the reason as text.
type Proof = (usize, String);

/// Column of the table along which pairs of points lie; `None` if no pair shows it, or two contradict each other.
fn column(points: &[Known<'_>], pairs: &[(&str, &str)]) -> Option<Proof> {
    let apart = |one: &Known<'_>, other: &Known<'_>| [0, 1, 2].map(|axis| (one.at[axis] - other.at[axis]).abs());
    let mut found: Option<Proof> = None;
    for (one, other) in pairs {
        for far in points.iter().filter(|own| is_named(own.name, one)) {
            // A name without a side may belong to either side: of two points the nearer one is on the same side.
            let near = points
                .iter()
                .filter(|own| is_named(own.name, other) && own.group == far.group);
            let near = near.min_by(|a, b| {
                let [a, b] = [a, b].map(|near| apart(far, near).iter().sum::<f64>());
                a.total_cmp(&b)
            });
            let Some(axis) = near.and_then(|near| clear(apart(far, near))) else {
                continue;
            };
            match &found {
                Some((before, _)) if axis != *before => return None,
                Some(_) => {}
                None => found = Some((axis, format!("{one} and {other} lie apart along {}", LETTERS[axis]))),
            }
        }
    }
    found
}

/// The axis of a distance, if the coordinate along this axis is far greater than the other coordinates.
fn clear(apart: [f64; 3]) -> Option<usize> {
    (0..3).find(|axis| (0..3).all(|each| each == *axis || apart[*axis] > CLEAR * apart[each]))
}

/// Column along which the axles lie behind one another. It is `None` in a table in which each axle has its own origin.
fn wheelbase(points: &[Known<'_>]) -> Option<Proof> {
    let [front, rear] = [super::names::Axle::Front, super::names::Axle::Rear].map(|axle| {
        points
            .iter()
            .filter(move |own| is_named(own.name, "wheel_centre") && own.group.0 == Some(axle))
    });
    // Two wheels on different sides lie apart by the track. If names tell no side, the nearest wheel is on the same side.
    let mut all = front.filter_map(|one| {
        let others = rear.clone().filter(|other| other.group.1 == one.group.1);
        let apart = others.map(|other| [0, 1, 2].map(|axis| (one.at[axis] - other.at[axis]).abs()));
        let sum = |apart: &[f64; 3]| apart.iter().sum::<f64>();
        let nearest = apart.min_by(|a, b| sum(a).total_cmp(&sum(b)))?;
        clear(nearest).filter(|axis| nearest[*axis] >= LEAST_WHEELBASE)
    });
    let axis = all.next()?;
    let words = format!("the front and the rear wheel centre lie apart along {}", LETTERS[axis]);
    all.all(|own| own == axis).then_some((axis, words))
}

/// What points show of the columns for the axes of ISO 8855. If z points up, x and y change places only if two
/// indications agree: arms, rods or the wheelbase. One of them alone may be turned.
fn proofs(points: &[Known<'_>]) -> [Option<Proof>; 3] {
    let up = column(points, UPRIGHT);
    let is_turned = up.as_ref().is_some_and(|(column, _)| *column != 2);
    let (arm, rod) = (column(points, ALONG), column(points, ACROSS));
    let base = wheelbase(points).filter(|(base, _)| {
        let has_arm = arm.as_ref().is_some_and(|(column, _)| column == base);
        let has_rod = rod.as_ref().is_some_and(|(column, _)| *column != 2 && column != base);
        is_turned || *base == 0 || has_arm || has_rod
    });
    let [along, across] = match (arm, rod) {
        (Some(one), Some(other)) if one.0 != other.0 => [Some(one), Some(other)],
        (Some(_), Some(_)) => [None, None],
        (one, other) if is_turned => [one, other],
        _ => [None, None],
    };
    let along = base.or(along);
    let across = across.filter(|(column, _)| along.as_ref().is_none_or(|(own, _)| own != column));
    [along, across, up]
}

const LETTERS: [&str; 3] = ["x", "y", "z"];

/// The columns of a table for the axes of ISO 8855, with the reasons if they are not in order.
///
/// # Errors
/// If points show that they are not in order, but not how.
fn columns(points: &[Known<'_>]) -> Result<([usize; 3], Vec<String>), String> {
    let proofs = proofs(points);
    let uncertain = |why: &[String]| {
        format!(
            "its axes are not certain ({}): name the directions of x, y, z, such as `--axes left,up,forward`",
            why.join(", ")
        )
    };
    if let (None, Some((base, why))) = (&proofs[0], wheelbase(points))
        && base != 0
    {
        // Nothing else shows this direction.
        return Err(uncertain(&[why]));
    }
    let is_in_order = |(axis, proof): (usize, &Option<Proof>)| proof.as_ref().is_none_or(|(column, _)| *column == axis);
    if proofs.iter().enumerate().all(is_in_order) {
        return Ok((IN_ORDER, Vec::new()));
    }
    let why: Vec<String> = proofs.iter().flatten().map(|(_, why)| why.clone()).collect();
    let [along, across, up] = proofs.map(|proof| proof.map(|(column, _)| column));
    let found = match (along, across, up) {
        (Some(along), Some(across), Some(up)) => Some([along, across, up]),
        (Some(along), None, Some(up)) if along != up => Some([along, 3 - along - up, up]),
        (None, Some(across), Some(up)) if across != up => Some([3 - across - up, across, up]),
        (Some(along), Some(across), None) if along != across => Some([along, across, 3 - along - across]),
        _ => None,
    };
    let is_whole = |columns: &[usize; 3]| IN_ORDER.iter().all(|axis| columns.contains(axis));
    found
        .filter(is_whole)
        .map(|columns| (columns, why.clone()))
        .ok_or_else(|| uncertain(&why))
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

/// Pairs of points: in any suspension, the first point lies further along an axis of ISO 8855 than the second.
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

/// Evidence of the points about the directions of the axes; the axes have these columns of the table.
fn evidence(points: &[Known<'_>], columns: [usize; 3]) -> Vec<Evidence> {
    let mut all = Vec::new();
    for (axis, far, near) in ORDERED {
        for one in points.iter().filter(|own| is_named(own.name, far)) {
            let other = points
                .iter()
                .find(|own| is_named(own.name, near) && own.group == one.group);
            let Some(other) = other else { continue };
            let apart = one.at[columns[*axis]] - other.at[columns[*axis]];
            if apart.abs() > 1e-3 {
                let letter = LETTERS[columns[*axis]];
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
        let apart = front.at[columns[0]] - rear.at[columns[0]];
        if apart.abs() > 0.1 {
            let way = if apart > 0.0 { "greater" } else { "smaller" };
            let letter = LETTERS[columns[0]];
            let words = format!("{letter} of the front wheel centre is {way} than that of the rear one");
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
            && own.at[columns[1]].abs() > 1e-3
            && is_named(own.name, "wheel_centre")
        {
            let across = own.at[columns[1]];
            let is_iso = (across > 0.0) == (side == Side::Left);
            let (word, sign) = (
                if side == Side::Left { "left" } else { "right" },
                if across > 0.0 { "positive" } else { "negative" },
            );
            all.push(Evidence {
                axis: 1,
                is_iso,
                weight: 1,
                words: format!("{} of the {word} wheel centre is {sign}", LETTERS[columns[1]]),
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
/// Returns an error if the points do not determine the axes, indicate a left-handed system, or contradict the named
/// axes.
pub fn recognised(named: Option<Axes>, points: &[Known<'_>]) -> Result<(Axes, Vec<String>), String> {
    if let Some(axes) = named {
        return contradicted(axes, points);
    }
    let (columns, order) = columns(points)?;
    let all = evidence(points, columns);
    let found = [0, 1, 2].map(|axis| direction(&all, axis));
    let signs = found.map(|own| own.map(|(sign, _)| sign));
    let reasons: Vec<&str> = found
        .iter()
        .flatten()
        .map(|(_, evidence)| evidence.words.as_str())
        .chain(order.iter().map(String::as_str))
        .collect();
    let reasons = reasons.join(", ");
    // The hand of the columns, by which two directions give the third.
    let hand = parity(columns);
    let axes = |signs: [i8; 3]| Axes { columns, signs };
    let axes = match signs {
        [Some(x), Some(y), Some(z)] if hand * x * y * z < 0 => {
            return Err(format!(
                "its axes are left-handed: {} ({reasons}); one coordinate has the wrong sign, or left and right are exchanged",
                axes([x, y, z]).told()
            ));
        }
        [Some(x), Some(y), Some(z)] => axes([x, y, z]),
        [Some(x), Some(y), None] => axes([x, y, hand * x * y]),
        [Some(x), None, Some(z)] => axes([x, hand * x * z, z]),
        [None, Some(y), Some(z)] => axes([hand * y * z, y, z]),
        _ => {
            let known = if reasons.is_empty() {
                "nothing in it tells its axes".to_owned()
            } else {
                format!("its axes are not certain ({reasons})")
            };
            return Err(format!(
                "{known}: name them by `--axes iso`, `--axes sae` or `--axes adams`, or by the directions of x, y, z, such as `--axes left,up,forward`"
            ));
        }
    };
    let mut notes = vec![format!("axes, recognised: {}; {reasons}", axes.told())];
    let against = all.iter().filter(|own| (axes.signs[own.axis] > 0) != own.is_iso);
    notes.extend(against.map(|own| format!("warning: against these axes, {}", own.words)));
    Ok((axes, notes))
}

/// The named axes, if the points do not contradict them.
fn contradicted(axes: Axes, points: &[Known<'_>]) -> Result<(Axes, Vec<String>), String> {
    let all = evidence(points, axes.columns);
    let turned = (0..3).filter_map(|axis| direction(&all, axis).filter(|(sign, _)| *sign != axes.signs[axis]));
    let turned = turned.map(|(_, evidence)| evidence.words.clone());
    let exchanged = proofs(points).into_iter().enumerate().filter_map(|(axis, proof)| {
        let (column, why) = proof?;
        (column != axes.columns[axis]).then_some(why)
    });
    let against: Vec<String> = exchanged.chain(turned).collect();
    match against.is_empty() {
        true => Ok((axes, vec![format!("axes, as named: {}", axes.told())])),
        false => Err(format!(
            "its axes are not {}, as named: {}; leave out `--axes`, or correct the table",
            axes.told(),
            against.join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{Axes, DIRECTIONS, Known, recognised};
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

    /// All twenty-four right-handed systems are recognised, and contradict each other.
    #[test]
    fn any_right_handed_system_is_recognised() {
        let points = points(Axes::ISO);
        let mut all: Vec<Axes> = Vec::new();
        for x in DIRECTIONS {
            for y in DIRECTIONS {
                for z in DIRECTIONS {
                    all.extend(Axes::named(&[x.0, y.0, z.0].join(",")).ok());
                }
            }
        }
        assert_eq!(all.len(), 24);
        for axes in &all {
            // The coordinates of the points in these axes.
            let turned = |at: [f64; 3]| {
                let mut own = [0.0; 3];
                for axis in 0..3 {
                    own[axes.columns[axis]] = f64::from(axes.signs[axis]) * at[axis];
                }
                own
            };
            let known: Vec<Known<'_>> = points
                .iter()
                .map(|own| Known {
                    at: turned(own.at),
                    ..own.clone()
                })
                .collect();
            let (found, notes) = recognised(None, &known).unwrap_or_else(|told| panic!("{}: {told}", axes.told()));
            assert_eq!(found, *axes, "{notes:?}");
            for (own, known) in points.iter().zip(&known) {
                assert_eq!(found.to_iso(known.at), own.at);
            }
            for other in &all {
                assert_eq!(
                    recognised(Some(*other), &known).is_ok(),
                    other == axes,
                    "{}",
                    other.told()
                );
            }
        }
        for text in [
            "left,up",
            "left,up,rearward",
            "left,left,up",
            "left,up,north",
            "iso8855",
        ] {
            assert!(Axes::named(text).expect_err(text).contains("left,up,forward"), "{text}");
        }
    }

    /// If only the height is certain, the axes have to be named.
    #[test]
    fn a_height_along_y_is_not_enough() {
        let at = |name, at| Known {
            name,
            group: (None, None),
            at,
        };
        let points = [at("uca_outer", [0.6, 0.4, 0.0]), at("lca_outer", [0.65, 0.1, 0.0])];
        let told = recognised(None, &points).expect_err("not certain");
        assert!(
            told.contains("uca_outer and lca_outer lie apart along y") && told.contains("`--axes left,up,forward`"),
            "{told}"
        );
        assert!(recognised(Some(Axes::SAE), &points).is_err());
        assert!(recognised(Axes::named("left,up,forward").ok(), &points).is_ok());
    }

    /// Two axles, each with its own origin: the difference of their tracks or heights is not a wheelbase.
    #[test]
    fn axles_from_their_own_origins_are_in_order() {
        let at = |name, axle, side, at| Known {
            name,
            group: (Some(axle), side),
            at,
        };
        let (left, right) = (Some(Side::Left), Some(Side::Right));
        for (side, other, rear) in [
            (None, None, [0.0, 0.74, 0.3]),
            (None, None, [0.0, 0.75, 0.305]),
            (left, right, [0.0, 0.75, 0.3]),
        ] {
            let mut points = vec![
                at("uca_outer", Axle::Front, side, [0.0, 0.65, 0.4]),
                at("lca_outer", Axle::Front, side, [0.0, 0.66, 0.2]),
                at("lca_front", Axle::Front, side, [0.2, 0.4, 0.2]),
                at("lca_rear", Axle::Front, side, [-0.2, 0.4, 0.2]),
                at("wheel_centre", Axle::Front, side, [0.0, 0.75, 0.3]),
                at("wheel_centre", Axle::Rear, side, rear),
            ];
            let mirrored = |own: &Known<'static>| Known {
                group: (own.group.0, other),
                at: [own.at[0], -own.at[1], own.at[2]],
                ..own.clone()
            };
            let second: Vec<_> = points.iter().map(mirrored).collect();
            points.extend(second);
            assert_eq!(recognised(None, &points).expect("axes").0, Axes::ISO);
            assert!(recognised(Some(Axes::ISO), &points).is_ok());
        }
    }

    /// A wheelbase along y alone does not exchange the axes: the axes have to be named.
    #[test]
    fn a_wheelbase_along_y_wants_a_second_witness() {
        let at = |name, axle, at| Known {
            name,
            group: (Some(axle), Some(Side::Left)),
            at,
        };
        let points = [
            at("wheel_centre", Axle::Front, [-0.75, 1.35, 0.3]),
            at("wheel_centre", Axle::Rear, [-0.75, -1.35, 0.3]),
            at("contact", Axle::Front, [-0.75, 1.35, 0.0]),
            at("lca_front", Axle::Front, [-0.4, 1.55, 0.2]),
            at("lca_rear", Axle::Front, [-0.4, 1.15, 0.2]),
        ];
        let named = Axes::named("right,forward,up").expect("axes");
        assert_eq!(recognised(None, &points).expect("axes").0, named);
        let told = recognised(None, &points[..3]).expect_err("not certain");
        assert!(
            told.contains("the front and the rear wheel centre lie apart along y"),
            "{told}"
        );
        assert!(recognised(Some(named), &points[..3]).is_ok());
    }

    /// Arms that are turned do not exchange x and y.
    #[test]
    fn turned_arms_prove_nothing() {
        let at = |name, at| Known {
            name,
            group: (None, None),
            at,
        };
        let arms = [
            at("uca_outer", [0.0, 0.65, 0.4]),
            at("lca_outer", [0.0, 0.7, 0.1]),
            at("lca_front", [0.1, 0.3, 0.1]),
            at("lca_rear", [0.0, 0.6, 0.1]),
        ];
        let rod = [at("tie_outer", [0.1, 0.7, 0.2]), at("tie_inner", [0.1, 0.3, 0.2])];
        let with_rod: Vec<Known<'_>> = arms.iter().chain(&rod).cloned().collect();
        for points in [&arms[..], &with_rod] {
            let (found, _) = recognised(None, points).expect("axes");
            assert_eq!(found, Axes::ISO);
            assert!(recognised(Some(Axes::ISO), points).is_ok());
        }
    }
}
