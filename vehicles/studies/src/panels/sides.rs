//! Curves of the left and the right side of a vehicle.

use super::Curve;

/// A side of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left side, with positive Y.
    Left,
    /// The right side, with negative Y.
    Right,
}

impl Side {
    const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// `left`, `right`
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// The side in a name, and the rest of the name: `front_left.tyre` is the left wheel of `front.tyre`. `None` for a name
/// without a side.
pub fn side_of(name: &str) -> Option<(String, Side)> {
    let side = Side::ALL.into_iter().find(|side| name.contains(side.word()))?;
    let (before, behind) = name.split_once(side.word())?;
    let is_between = |letter: char| letter == '_' || letter == ' ' || letter == '.';
    let rest = match before.is_empty() {
        true => behind.trim_start_matches(is_between).to_owned(),
        false => format!("{}{behind}", before.trim_end_matches(is_between)),
    };
    Some((rest, side))
}

/// Merges curves of a left and a right side that differ by less than `alike`.
pub(super) fn merged(curves: Vec<Curve>, alike: f64) -> Vec<Curve> {
    let mut kept: Vec<Curve> = Vec::new();
    for curve in curves {
        let twin = side_of(&curve.name).and_then(|(rest, side)| {
            kept.iter_mut().find(|own| {
                own.design == curve.design
                    && side_of(&own.name).is_some_and(|(other, own)| other == rest && own != side)
                    && is_same(&own.points, &curve.points, alike)
            })
        });
        match (twin, side_of(&curve.name)) {
            (Some(twin), Some((rest, _))) if rest.is_empty() => twin.name = "both sides".to_owned(),
            (Some(twin), Some((rest, _))) => twin.name = format!("{rest}, both sides"),
            _ => kept.push(curve),
        }
    }
    kept
}

fn is_same(one: &[(f64, f64)], other: &[(f64, f64)], alike: f64) -> bool {
    let near = |(a, b): (f64, f64)| (a - b).abs() <= alike || (a.is_nan() && b.is_nan());
    let pairs = || one.iter().zip(other);
    one.len() == other.len()
        && pairs().all(|(one, other)| one.0 == other.0)
        && pairs().all(|(one, other)| near((one.1, other.1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::{Panel, line};

    #[test]
    fn a_name_tells_its_side() {
        let told = |name: &str| side_of(name).map(|(rest, side)| (rest, side.word()));
        assert_eq!(told("front_left.tyre"), Some(("front.tyre".to_owned(), "left")));
        assert_eq!(told("right_rear"), Some(("rear".to_owned(), "right")));
        assert_eq!(told("left"), Some((String::new(), "left")));
        assert_eq!(told("chassis"), None);
    }

    /// Curves of both sides are merged if they look equal in the picture, and stay separate if they can be
    /// distinguished.
    #[test]
    fn the_same_on_both_sides_is_one_curve() {
        let names = |right: f64| {
            let curve = |place, name: &str, end| line(place, name, vec![(0.0, 0.0), (1.0, end)]);
            let panel = Panel {
                title: "toe [deg]".to_owned(),
                curves: vec![
                    curve(0, "front_left", 1.0),
                    curve(1, "front_right", right),
                    curve(2, "rear_left", 1.0),
                ],
                ..Panel::default()
            };
            let tidy = panel.tidy();
            tidy.curves.into_iter().map(|curve| curve.name).collect::<Vec<_>>()
        };
        assert_eq!(names(1.000_1), ["front, both sides", "rear_left"]);
        assert_eq!(names(-1.0), ["front_left", "front_right", "rear_left"]);
    }
}
