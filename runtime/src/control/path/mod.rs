//! Paths on the ground, and a driver who follows them.
//!
//! | path | type |
//! |---|---|
//! | straight pieces, arcs, clothoids | [`Pieces`] |
//! | smooth curve through points | [`Spline`] |
//! | lanes and path of ISO 3888-1 and -2 | [`LaneChange`] |
//!
//! Any function of the station is a path, too. World axes, ISO 8855: X forward, Y left; paths have no height. Headings are
//! angles from X, positive to the left; the curvature of a left turn is positive.

mod arms;
mod follower;
mod lane_change;
mod pieces;
mod smoothest;
mod spline;

pub use arms::Arms;
pub use follower::{PathFollower, Preview, Steering};
pub use lane_change::{Lane, LaneChange};
pub use pieces::{MOST_PIECES, Pieces};
pub use spline::Spline;

use crate::math::{abs, atan2, clamp, sqrt};

/// A path on the ground. Every function `station -> Waypoint` is a path.
///
/// The station is a length along the path [m], or a parameter that is nearly a length. Users of a path only need a point that moves
/// forward with the station. First and second derivative are exact and finite, and the first is not zero. The path continues beyond
/// both ends.
pub trait Path {
    /// The point at a station [m].
    fn at(&self, station: f64) -> Waypoint;

    /// Station at which the path is nearest to a point [m]; the search begins at the station `from`.
    ///
    /// Newton's method on `(point - r) · r' = 0`, up to 20 steps of at most 10 m; it ends earlier if a step is below
    /// 1e-13 m, or 1e-15 of the station. If the point is near the centre of curvature or beyond it, the search moves
    /// toward the point instead.
    fn nearest(&self, point: [f64; 2], from: f64) -> f64 {
        let mut station = from;
        for _ in 0..20 {
            let here = self.at(station);
            let [x, y] = [point[0] - here.position[0], point[1] - here.position[1]];
            let along = x * here.first[0] + y * here.first[1];
            let square = here.first[0] * here.first[0] + here.first[1] * here.first[1];
            let bend = square - (x * here.second[0] + y * here.second[1]);
            // The denominator for a straight path, if the curve bends around the point.
            let denominator = if bend < 0.25 * square { square } else { bend };
            let step = clamp(along / denominator, -10.0, 10.0);
            station += step;
            if abs(step) < 1e-13 + 1e-15 * abs(station) {
                break;
            }
        }
        station
    }
}

impl<F: Fn(f64) -> Waypoint> Path for F {
    fn at(&self, station: f64) -> Waypoint {
        self(station)
    }
}

/// A point of a path and its derivatives with the station.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Waypoint {
    /// X and Y [m].
    pub position: [f64; 2],
    /// First derivative; of length one, if the station is a length.
    pub first: [f64; 2],
    /// Second derivative [1/m].
    pub second: [f64; 2],
}

impl Waypoint {
    /// Length of the path per unit of station [m/m].
    pub fn stretch(&self) -> f64 {
        sqrt(self.first[0] * self.first[0] + self.first[1] * self.first[1])
    }

    /// Angle from X, positive to the left [rad].
    pub fn heading(&self) -> f64 {
        atan2(self.first[1], self.first[0])
    }

    /// `(x' y'' - y' x'') / |r'|³` [1/m]; positive in a left turn.
    pub fn curvature(&self) -> f64 {
        let ([x, y], [xx, yy], length) = (self.first, self.second, self.stretch());
        (x * yy - y * xx) / (length * length * length)
    }

    /// Distance of a point from the tangent here, positive on its left [m].
    pub fn offset(&self, point: [f64; 2]) -> f64 {
        let [x, y] = [point[0] - self.position[0], point[1] - self.position[1]];
        (self.first[0] * y - self.first[1] * x) / self.stretch()
    }
}
