//! Smooth curves through points.

use super::{Path, Waypoint};
use crate::curve::{MOST, Unsound};
use crate::math::sqrt;

/// The cubic spline through 2 to [`MOST`] points, with continuous curvature. The station is the length of the polygon
/// through the points; it is a little less than the length of the curve.
///
/// X and Y are natural cubic splines of the station: the second derivative is continuous, and zero at both ends. Beyond the ends the
/// path goes straight on.
///
/// ```
/// use wishbone::control::path::{Path, Spline};
/// let path = Spline::new(&[0.0, 20.0, 40.0], &[0.0, 0.0, 5.0]).expect("points apart");
/// assert_eq!(path.at(20.0).position, [20.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spline {
    count: usize,
    stations: [f64; MOST],
    /// X and Y at the points.
    points: [[f64; 2]; MOST],
    /// Second derivatives at the points.
    bends: [[f64; 2]; MOST],
}

impl Spline {
    /// The spline through points with these coordinates [m], in this order.
    ///
    /// # Errors
    /// [`Unsound`]: a number of points that is not 2 to [`MOST`], a coordinate that is not finite, or two equal points in succession
    /// (`NotRising`).
    pub fn new(x: &[f64], y: &[f64]) -> Result<Self, Unsound> {
        let count = x.len();
        if count != y.len() {
            return Err(Unsound::Lengths([count, y.len()]));
        }
        if !(2..=MOST).contains(&count) {
            return Err(Unsound::Count(count));
        }
        let (mut stations, mut points) = ([f64::INFINITY; MOST], [[0.0; 2]; MOST]);
        for (k, (&x, &y)) in x.iter().zip(y).enumerate() {
            if !(x.is_finite() && y.is_finite()) {
                return Err(Unsound::NotFinite(k));
            }
            points[k] = [x, y];
            stations[k] = 0.0;
            if k > 0 {
                let [dx, dy] = [x - points[k - 1][0], y - points[k - 1][1]];
                stations[k] = stations[k - 1] + sqrt(dx * dx + dy * dy);
                if stations[k] <= stations[k - 1] {
                    return Err(Unsound::NotRising(k));
                }
            }
        }
        let bends = bends(&stations[..count], &points);
        Ok(Self {
            count,
            stations,
            points,
            bends,
        })
    }

    /// As [`Spline::new`], for points that are known to be sound.
    ///
    /// # Panics
    /// If the points are not sound.
    pub fn of<const N: usize>(x: [f64; N], y: [f64; N]) -> Self {
        match Self::new(&x, &y) {
            Ok(spline) => spline,
            Err(unsound) => panic!("the points are no curve: {unsound}"),
        }
    }

    /// Station of the last point [m].
    pub fn length(&self) -> f64 {
        self.stations[self.count - 1]
    }
}

/// Second derivatives `m` of the natural spline: `h₋ m₋ + 2 (h₋ + h₊) m + h₊ m₊ = 6 (d₊ - d₋)` at each inner point, with the
/// lengths `h` and the slopes `d` on both sides, and zero at the ends. Solved by elimination (Thomas).
fn bends(stations: &[f64], points: &[[f64; 2]; MOST]) -> [[f64; 2]; MOST] {
    let last = stations.len() - 1;
    let length = |k: usize| stations[k + 1] - stations[k];
    let (mut above, mut bends) = ([0.0; MOST], [[0.0; 2]; MOST]);
    for k in 1..last {
        let pivot = 2.0 * (length(k - 1) + length(k)) - length(k - 1) * above[k - 1];
        above[k] = length(k) / pivot;
        let before = bends[k - 1];
        bends[k] = core::array::from_fn(|axis| {
            let slope = |k: usize| (points[k + 1][axis] - points[k][axis]) / length(k);
            (6.0 * (slope(k) - slope(k - 1)) - length(k - 1) * before[axis]) / pivot
        });
    }
    for k in (1..last).rev() {
        let after = bends[k + 1];
        for (bend, after) in bends[k].iter_mut().zip(after) {
            *bend -= above[k] * after;
        }
    }
    bends
}

impl Path for Spline {
    fn at(&self, station: f64) -> Waypoint {
        let begun = self.stations[..self.count].iter().filter(|&&s| station >= s).count();
        let k = begun.clamp(1, self.count - 1) - 1;
        let h = self.stations[k + 1] - self.stations[k];
        // Beyond an end, the tangent at this end.
        let inside = crate::math::clamp(station, self.stations[0], self.length());
        let (u, beyond) = ((inside - self.stations[k]) / h, station - inside);
        let v = 1.0 - u;
        let mut point = Waypoint::default();
        for axis in 0..2 {
            let ([y0, y1], [m0, m1]) = (
                [self.points[k][axis], self.points[k + 1][axis]],
                [self.bends[k][axis], self.bends[k + 1][axis]],
            );
            let first = (y1 - y0) / h + h / 6.0 * (m1 * (3.0 * u * u - 1.0) - m0 * (3.0 * v * v - 1.0));
            let cubic = h * h / 6.0 * (m0 * v * (v * v - 1.0) + m1 * u * (u * u - 1.0));
            point.position[axis] = v * y0 + u * y1 + cubic + first * beyond;
            point.first[axis] = first;
            // The second derivative is zero at both ends, and thus continuous there.
            point.second[axis] = if beyond == 0.0 { v * m0 + u * m1 } else { 0.0 };
        }
        point
    }
}
