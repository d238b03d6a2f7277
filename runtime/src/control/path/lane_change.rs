//! The double lane changes of ISO 3888.

use super::smoothest::{KNOTS, Smoothest};
use super::{Path, Waypoint};

/// A double lane change to the left and back: lanes by ISO 3888, and the smoothest path between their cones. The
/// station is the distance along X from the beginning of the first lane.
///
/// The right borders of first and last lane lie on one line, and the widths extend to the left. Lengths [m], and widths for a
/// vehicle of the width `b`:
///
/// | | first lane | change | second lane | change | last lane |
/// |---|---|---|---|---|---|
/// | ISO 3888-1:2018 | 15, `1.1 b + 0.25` | 30 | 25, `1.2 b + 0.25` | 25 | 15 + 15, `1.3 b + 0.25` |
/// | ISO 3888-2:2011 | 12, `1.1 b + 0.25` | 13.5 | 11, `b + 1` | 12.5 | 12, `1.3 b + 0.25`, at least 3 |
///
/// In part 1 the right border of the second lane is 3.5 m to the left of the right border of the first lane. In part 2
/// the right border of the second lane is 1 m to the left of the left border of the first lane.
///
/// The standards prescribe the lanes and no path. This path is the path of a practised driver: he begins to turn in the
/// lane, uses its width, and turns his hands as little as the cones allow. It minimises `∫ y'''² dx`, and begins 10 m
/// before the first lane. The path uses seven tenths of the play on each side of a vehicle of the width `b` (six tenths
/// in part 2). In part 1 at 80 km/h its lateral acceleration is 4 m/s²; a path along the middle of each lane would need
/// 11 m/s².
///
/// ```
/// use wishbone::control::path::{LaneChange, Path};
/// let track = LaneChange::severe([50.0, 0.0], 1.8);
/// assert_eq!(track.length(), 61.0);
/// // Left of the middle at the end of the first lane, and in the second one.
/// assert!(track.at(12.0).position[1] > 0.0);
/// let [_, second, _] = track.lanes();
/// assert!((track.at(31.0).position[1] - second.middle()).abs() < 0.6 * 0.5 * (second.width() - 1.8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneChange {
    lanes: [Lane; 3],
    /// One, or minus one for a change to the right.
    side: f64,
    /// Begin of the first lane, in its middle.
    begin: [f64; 2],
    /// The path to the left and back, from the beginning.
    path: Smoothest,
}

/// Distance before the first lane at which the path begins to leave the straight [m].
const APPROACH: f64 = 10.0;
/// Share of the play on each side of the vehicle that the path uses in part 1 and in part 2. The rest is left for errors of the
/// driver and for the heading of the vehicle, which is larger in part 2.
const USED: [f64; 2] = [0.7, 0.6];

/// A lane between cones, parallel to X.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lane {
    /// Begin and end along X [m].
    pub along: [f64; 2],
    /// Right and left border along Y [m].
    pub across: [f64; 2],
}

impl Lane {
    /// Y of the middle [m].
    pub fn middle(&self) -> f64 {
        0.5 * (self.across[0] + self.across[1])
    }

    /// Width [m].
    pub fn width(&self) -> f64 {
        self.across[1] - self.across[0]
    }
}

impl LaneChange {
    /// The track of ISO 3888-1 for a vehicle of this width [m], which begins at X and Y [m] in the middle of the first lane.
    pub fn double(begin: [f64; 2], width: f64) -> Self {
        let widths = [1.1 * width + 0.25, 1.2 * width + 0.25, 1.3 * width + 0.25];
        Self::of(begin, [15.0, 30.0, 25.0, 25.0, 30.0], [width, USED[0]], widths, 3.5)
    }

    /// The track of ISO 3888-2, obstacle avoidance, for a vehicle of this width [m], which begins at X and Y [m] in the middle of
    /// the first lane.
    pub fn severe(begin: [f64; 2], width: f64) -> Self {
        let first = 1.1 * width + 0.25;
        let widths = [first, width + 1.0, (1.3 * width + 0.25).max(3.0)];
        Self::of(
            begin,
            [12.0, 13.5, 11.0, 12.5, 12.0],
            [width, USED[1]],
            widths,
            first + 1.0,
        )
    }

    /// Lanes relative to the beginning of the first lane. These numbers follow from the lengths of lanes and changes,
    /// the width of the vehicle and the used share of its play, the widths of the lanes, and the right border of the
    /// second lane.
    fn of(begin: [f64; 2], lengths: [f64; 5], [width, used]: [f64; 2], widths: [f64; 3], right: f64) -> Self {
        let half = 0.5 * widths[0];
        let rights = [-half, right - half, -half];
        let mut x = 0.0;
        let lanes = core::array::from_fn(|k| {
            let lane = Lane {
                along: [x, x + lengths[2 * k]],
                across: [rights[k], rights[k] + widths[k]],
            };
            x = lane.along[1] + lengths.get(2 * k + 1).copied().unwrap_or(0.0);
            lane
        });
        Self {
            lanes,
            side: 1.0,
            begin,
            path: path(&lanes, width, used),
        }
    }

    /// The mirror image: to the right and back.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.side = -self.side;
        self
    }

    /// The three lanes, world axes.
    pub fn lanes(&self) -> [Lane; 3] {
        let [x, y] = self.begin;
        self.lanes.map(|lane| {
            let [right, left] = lane.across.map(|border| y + self.side * border);
            Lane {
                along: lane.along.map(|along| x + along),
                across: [right.min(left), right.max(left)],
            }
        })
    }

    /// Distance along X from the beginning of the first lane to the end of the last lane [m].
    pub fn length(&self) -> f64 {
        self.lanes[2].along[1]
    }

    /// Whether a point is between the borders of its lane; at an X outside of all lanes, every point is allowed.
    pub fn allows(&self, [x, y]: [f64; 2]) -> bool {
        self.lanes().iter().all(|lane| {
            let is_beside = x >= lane.along[0] && x <= lane.along[1];
            !is_beside || (y >= lane.across[0] && y <= lane.across[1])
        })
    }
}

/// The smoothest path of a vehicle with this width [m] that uses a share of the play in the lanes.
fn path(lanes: &[Lane; 3], width: f64, used: f64) -> Smoothest {
    let (mut x, mut bounds) = ([-APPROACH; KNOTS], [[0.0; 2]; KNOTS]);
    for (k, lane) in lanes.iter().enumerate() {
        let play = 0.5 * used * (lane.width() - width);
        let [begin, end] = lane.along;
        for (part, at) in [begin, 0.5 * (begin + end), end].into_iter().enumerate() {
            x[1 + 3 * k + part] = at;
            bounds[1 + 3 * k + part] = [lane.middle() - play, lane.middle() + play];
        }
    }
    Smoothest::between(x, bounds)
}

impl Path for LaneChange {
    fn at(&self, station: f64) -> Waypoint {
        let [y, slope, bend] = self.path.at(station).map(|number| self.side * number);
        Waypoint {
            position: [self.begin[0] + station, self.begin[1] + y],
            first: [1.0, slope],
            second: [0.0, bend],
        }
    }
}
