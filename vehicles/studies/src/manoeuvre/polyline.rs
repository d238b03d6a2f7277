//! Straight lines between any number of points over time, such as a measured steering angle.

use wishbone::curve::Unsound;
use wishbone::ports::Drive;
use wishbone::profile::Profile;

/// A curve that rests before its first and after its last point. At each point, its velocity jumps and has its value
/// after the jump. It has the bits of [`Tabled::straight`](wishbone::profile::Tabled::straight), which has room for few
/// points.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyline {
    times: Vec<f64>,
    positions: Vec<f64>,
}

impl Polyline {
    /// Times [s], strictly rising, and positions [rad or m].
    ///
    /// # Errors
    /// [`Unsound`].
    pub fn new(times: Vec<f64>, positions: Vec<f64>) -> Result<Self, Unsound> {
        if times.len() != positions.len() {
            return Err(Unsound::Lengths([times.len(), positions.len()]));
        }
        if times.is_empty() {
            return Err(Unsound::Count(0));
        }
        for place in 0..times.len() {
            if !(times[place].is_finite() && positions[place].is_finite()) {
                return Err(Unsound::NotFinite(place));
            }
            if place > 0 && times[place] <= times[place - 1] {
                return Err(Unsound::NotRising(place));
            }
        }
        Ok(Self { times, positions })
    }
}

impl Polyline {
    /// Velocity after a number of points [m/s or rad/s].
    fn velocity(&self, begun: usize) -> f64 {
        let Self { times, positions } = self;
        match begun > 0 && begun < times.len() {
            true => (positions[begun] - positions[begun - 1]) / (times[begun] - times[begun - 1]),
            false => 0.0,
        }
    }
}

impl Profile for Polyline {
    fn at(&self, time: f64) -> Drive {
        let Self { times, positions } = self;
        let begun = times.partition_point(|own| *own <= time);
        let resting = |position: f64| Drive {
            position,
            ..Drive::default()
        };
        if begun == 0 {
            return resting(positions[0]);
        }
        let last = begun - 1;
        if begun == times.len() {
            return resting(positions[last]);
        }
        let velocity = self.velocity(begun);
        Drive {
            position: positions[last] + (time - times[last]) * velocity,
            velocity,
            acceleration: 0.0,
        }
    }

    fn jump(&self, from: f64, to: f64) -> f64 {
        let [from, to] = [from, to].map(|time| self.times.partition_point(|own| *own <= time));
        self.velocity(to) - self.velocity(from)
    }
}

#[cfg(test)]
mod tests {
    use super::Polyline;
    use wishbone::curve::Unsound;
    use wishbone::profile::{Profile, Tabled};

    /// Before, at, between and behind the points of a short table.
    #[test]
    fn it_has_the_bits_of_a_short_table() {
        let (times, positions) = ([0.3, 0.7, 1.9, 2.0], [0.1, -0.4, 0.9, 0.3]);
        let short = Tabled::straight(&times, &positions).expect("sound points");
        let own = Polyline::new(times.to_vec(), positions.to_vec()).expect("sound points");
        let between = (0..250).map(|place| 0.01 * f64::from(place));
        for time in between.chain(times) {
            assert_eq!(own.at(time), short.at(time), "{time}");
        }
    }

    /// A sine in 5,000 points has its values within the sagitta of their lines, `h^2 / 8`.
    #[test]
    fn it_takes_a_measured_course() {
        let times: Vec<f64> = (0..5000).map(|place| 1e-3 * f64::from(place)).collect();
        let own = Polyline::new(times.clone(), times.iter().map(|time| time.sin()).collect()).expect("sound points");
        for place in 0..49_000 {
            let time = 1e-4 * f64::from(place);
            assert!((own.at(time).position - time.sin()).abs() < 1.3e-7, "{time}");
        }
    }

    #[test]
    fn unsound_points_are_told() {
        let of = |times: &[f64], positions: &[f64]| Polyline::new(times.to_vec(), positions.to_vec());
        assert_eq!(of(&[], &[]), Err(Unsound::Count(0)));
        assert_eq!(of(&[0.0], &[]), Err(Unsound::Lengths([1, 0])));
        assert_eq!(of(&[0.0, 0.0], &[1.0, 2.0]), Err(Unsound::NotRising(1)));
        assert_eq!(of(&[0.0, f64::NAN], &[1.0, 2.0]), Err(Unsound::NotFinite(1)));
    }
}
