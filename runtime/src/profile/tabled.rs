//! A curve through points over time.

use super::Profile;
use crate::curve::{MOST, Samples, Unsound, cubic_pieces, monotone_slopes};
use crate::math::abs;
use crate::ports::Drive;

/// A curve through at most [`MOST`] points. Before the first point the motion rests at the position of this point, and
/// after the last point at the position of the last point.
///
/// ```
/// use wishbone::profile::{Profile, Tabled};
/// let angle = Tabled::smooth(&[0.0, 1.0, 3.0], &[0.0, 0.2, -0.1]).expect("sound points");
/// assert_eq!((angle.at(1.0).position, angle.at(9.0).position), (0.2, -0.1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tabled {
    count: usize,
    times: [f64; MOST],
    /// Coefficients of the powers of the time since the point, by point.
    pieces: [[f64; 4]; MOST],
}

impl Tabled {
    /// Straight lines between the points: at each point, the velocity jumps and has its value after the jump. Times
    /// [s], strictly rising, and positions [rad or m].
    ///
    /// # Errors
    /// [`Unsound`].
    pub fn straight(times: &[f64], positions: &[f64]) -> Result<Self, Unsound> {
        Ok(Self::straight_through(&Samples::new(times, positions)?))
    }

    /// As [`Tabled::straight`], through points that are known to be sound.
    pub fn straight_through(points: &Samples) -> Self {
        Self::new(points, |_, _, _| {})
    }

    /// A cubic between each two points, with continuous velocity. The curve is monotone where the points are monotone, and thus has
    /// no overshoot (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980). It begins and ends at rest. The acceleration jumps at the
    /// points. Times [s], strictly rising, and positions [rad or m].
    ///
    /// # Errors
    /// [`Unsound`].
    pub fn smooth(times: &[f64], positions: &[f64]) -> Result<Self, Unsound> {
        Ok(Self::smooth_through(&Samples::new(times, positions)?))
    }

    /// As [`Tabled::smooth`], through points that are known to be sound.
    pub fn smooth_through(points: &Samples) -> Self {
        Self::new(points, |x, y, pieces| {
            let mut room = [0.0; MOST];
            let slopes = &mut room[..x.len()];
            monotone_slopes(x, y, slopes);
            // A monotone cubic remains monotone with a smaller slope at an end.
            (slopes[0], slopes[x.len() - 1]) = (0.0, 0.0);
            for (piece, cubic) in pieces.iter_mut().zip(cubic_pieces(x, y, slopes).skip(1)) {
                *piece = cubic;
            }
        })
    }

    fn new(points: &Samples, fill: impl Fn(&[f64], &[f64], &mut [[f64; 4]])) -> Self {
        let [x, y] = points.coordinates();
        let count = x.len();
        let (mut times, mut pieces) = ([f64::INFINITY; MOST], [[0.0; 4]; MOST]);
        times[..count].copy_from_slice(x);
        for (k, piece) in pieces[..count].iter_mut().enumerate() {
            let slope = if k + 1 < count {
                (y[k + 1] - y[k]) / (x[k + 1] - x[k])
            } else {
                0.0
            };
            *piece = [y[k], slope, 0.0, 0.0];
        }
        if count > 1 {
            fill(x, y, &mut pieces[..count]);
        }
        Self { count, times, pieces }
    }
}

/// A jump of the velocity below this part of the velocities is rounding.
const ROUNDING: f64 = 1e-12;

impl Tabled {
    /// Number of points that the motion has passed.
    fn begun(&self, time: f64) -> usize {
        self.times[..self.count].iter().filter(|&&t| time >= t).count()
    }

    /// The jump of the velocity at a point [m/s or rad/s].
    fn jump_at(&self, point: usize) -> f64 {
        let before = match point {
            0 => 0.0,
            _ => {
                let ([_, b, c, d], s) = (self.pieces[point - 1], self.times[point] - self.times[point - 1]);
                b + s * (2.0 * c + s * (3.0 * d))
            }
        };
        let is_last = point + 1 == self.count;
        let after = if is_last { 0.0 } else { self.pieces[point][1] };
        match abs(after - before) <= ROUNDING * (abs(after) + abs(before)) {
            true => 0.0,
            false => after - before,
        }
    }
}

impl Profile for Tabled {
    fn at(&self, time: f64) -> Drive {
        let begun = self.begun(time);
        if begun == 0 {
            return Drive {
                // The position is NaN if the time is NaN.
                position: self.pieces[0][0] + if time.is_nan() { time } else { 0.0 },
                ..Drive::default()
            };
        }
        let ([a, b, c, d], s) = (self.pieces[begun - 1], time - self.times[begun - 1]);
        if begun == self.count {
            return Drive {
                position: a,
                ..Drive::default()
            };
        }
        Drive {
            position: a + s * (b + s * (c + s * d)),
            velocity: b + s * (2.0 * c + s * (3.0 * d)),
            acceleration: 2.0 * c + 6.0 * d * s,
        }
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        let [from, to] = [from, to].map(|time| self.begun(time));
        (from..to).map(|point| self.jump_at(point)).sum()
    }
}
