//! The ground along a run as a strip of points, for pictures.

use super::Manoeuvre;
use super::motion::Motion;
use wishbone::terrain::Terrain;

/// Lateral positions of the points of a section, from right to left [m].
const ACROSS: [f64; 7] = [-4.5, -3.0, -1.5, 0.0, 1.5, 3.0, 4.5];
/// Length of the strip before the beginning and behind the end of the path [m].
const RUN_OUT: f64 = 8.0;
/// Distance between sections on level ground, and the shortest distance on an uneven road [m].
const SPACING: f64 = 1.0;
const FINEST: f64 = 0.1;
/// Largest number of sections of a path.
const MOST: f64 = 1000.0;

/// A strip of ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// Sections in the order of the path, each with its points from right to left, along world axes [m].
    pub sections: Vec<[[f64; 3]; ACROSS.len()]>,
    /// Forward speed of the strip [m/s]: negative under a vehicle that stands on a belt.
    pub speed: f64,
}

impl Manoeuvre {
    /// The ground along the path of a body. On a belt, this is the ground that passes under a vehicle, which stays in
    /// place.
    pub fn strip(&self, motion: &Motion, body: usize, on_a_belt: bool) -> Strip {
        let mut path = path(motion, body);
        let speed = if on_a_belt { -self.speed.0 } else { 0.0 };
        if let (true, Some(first), Some(last)) = (on_a_belt, motion.moments.first(), motion.moments.last()) {
            let [x, y] = path[0];
            path = vec![[x, y], [x - speed * (last.time - first.time), y]];
        }
        let length: f64 = path.windows(2).map(|ends| distance(ends[0], ends[1])).sum();
        let spacing = match self.road.is_uneven() {
            true => FINEST.max((length + 2.0 * RUN_OUT) / MOST),
            false => SPACING.max((length + 2.0 * RUN_OUT) / MOST),
        };
        let ground = self.road.ground();
        let section = |([x, y], [ahead, left]): ([f64; 2], [f64; 2])| {
            ACROSS.map(|across| {
                let place = [x - left * across, y + ahead * across];
                [place[0], place[1], ground.at(place[0], place[1], 0.0).height]
            })
        };
        Strip {
            sections: spaced(&path, spacing).into_iter().map(section).collect(),
            speed,
        }
    }
}

/// Places of a body, without places close to the place before.
fn path(motion: &Motion, body: usize) -> Vec<[f64; 2]> {
    let mut path: Vec<[f64; 2]> = Vec::new();
    for moment in &motion.moments {
        let [x, y, _] = moment.bodies[body].position;
        if path.last().is_none_or(|last| distance(*last, [x, y]) > 0.5 * SPACING) {
            path.push([x, y]);
        }
    }
    path
}

fn distance(one: [f64; 2], other: [f64; 2]) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

/// Points at equal distances along a path that is extended at both ends, each with the unit direction of the path. A
/// path of one point leads along X.
fn spaced(path: &[[f64; 2]], spacing: f64) -> Vec<([f64; 2], [f64; 2])> {
    let Some((&first, &last)) = path.first().zip(path.last()) else {
        return Vec::new();
    };
    let direction = |from: [f64; 2], to: [f64; 2]| {
        let length = distance(from, to);
        match length > 0.0 {
            true => [(to[0] - from[0]) / length, (to[1] - from[1]) / length],
            false => [1.0, 0.0],
        }
    };
    let at = |from: [f64; 2], [x, y]: [f64; 2], by: f64| [from[0] + by * x, from[1] + by * y];
    let second = path.get(1).copied().unwrap_or(first);
    let before = path.len().checked_sub(2).map_or(last, |place| path[place]);
    let mut points = vec![at(first, direction(first, second), -RUN_OUT)];
    points.extend_from_slice(path);
    points.push(at(last, direction(before, last), RUN_OUT));
    let (mut found, mut left) = (Vec::new(), 0.0);
    for ends in points.windows(2) {
        let (length, along) = (distance(ends[0], ends[1]), direction(ends[0], ends[1]));
        while left <= length {
            found.push((at(ends[0], along, left), along));
            left += spacing;
        }
        left -= length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::library;
    use crate::manoeuvre::motion::{Moment, Pose};
    use wishbone::terrain::Terrain;

    fn along(points: &[[f64; 2]]) -> Motion {
        let moments = points.iter().enumerate().map(|(k, [x, y])| Moment {
            time: k as f64,
            bodies: vec![Pose {
                position: [*x, *y, 0.6],
                ..Pose::WORLD
            }],
            turned: Vec::new(),
        });
        let mut motion = Motion::default();
        motion.moments.extend(moments);
        motion
    }

    fn manoeuvre(name: &str) -> Manoeuvre {
        library::find(name).expect("in the library").expect("without mistakes")
    }

    /// Heights are the heights of the road. Sections are equally spaced and perpendicular to the path, and reach beyond both
    /// ends.
    #[test]
    fn a_strip_lies_on_its_road() {
        let bumps = manoeuvre("bumps");
        let strip = bumps.strip(&along(&[[0.0, 0.0], [20.0, 0.0], [40.0, 0.0]]), 0, false);
        let ground = bumps.road.ground();
        let points: Vec<[f64; 3]> = strip.sections.iter().flatten().copied().collect();
        assert!(points.iter().all(|[x, y, z]| *z == ground.at(*x, *y, 0.0).height));
        let highest = points.iter().map(|point| point[2]).fold(0.0, f64::max);
        assert!((highest - 0.06).abs() < 1e-3, "{highest}");
        let first = strip.sections[0];
        assert_eq!((first[0], first[6]), ([-8.0, -4.5, 0.0], [-8.0, 4.5, 0.0]));
        assert!(strip.sections.last().expect("sections")[0][0] > 47.8);
        assert_eq!(strip.speed, 0.0);
    }

    /// In a bend the sections turn with the path.
    #[test]
    fn a_strip_turns_with_its_path() {
        let strip = manoeuvre("straight").strip(&along(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]]), 0, false);
        let last = strip.sections.last().expect("sections");
        assert!(
            (last[0][0] - 14.5).abs() < 1e-12 && (last[6][0] - 5.5).abs() < 1e-12,
            "{last:?}"
        );
    }

    /// On a belt, the strip is as long as the distance that the belt runs.
    #[test]
    fn a_belt_passes_under_the_vehicle() {
        let straight = manoeuvre("straight");
        let strip = straight.strip(&along(&[[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]), 0, true);
        let end = strip.sections.last().expect("sections")[3][0];
        assert_eq!(strip.speed, -straight.speed.0);
        assert!((end - (1.0 + 2.0 * straight.speed.0 + RUN_OUT)).abs() < 1.0, "{end}");
    }
}
