//! Losses of electric motors, by a map.

use core::fmt;

/// Largest number of speeds, and of torques, of a map.
pub const MOST: usize = 16;

/// Power that a motor and its inverter lose, over speed and torque [W]: linear between the points, constant outside of
/// the points.
///
/// Speeds count by their size. Torques are treated in the same way if the map begins at zero torque or above. If it
/// begins below zero, its torques are positive while the motor drives and negative while it recuperates.
///
/// ```
/// use wishbone_laws::driveline::Losses;
/// let losses = Losses::of([0.0, 100.0], [0.0, 50.0], [[20.0, 120.0], [220.0, 520.0]]);
/// assert_eq!(losses.at(-50.0, 25.0), 220.0);
/// // Half of its power at 50 rad/s and 25 N m, driving, and while it recuperates.
/// assert_eq!((losses.drawn(50.0, 25.0), losses.drawn(50.0, -25.0)), (1470.0, -1030.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    speeds: [f64; MOST],
    torques: [f64; MOST],
    /// By speed, then by torque.
    values: [[f64; MOST]; MOST],
    counts: [usize; 2],
}

/// A mistake in a map. Places count from zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unsound {
    /// Number of speeds or torques: 2 to `MOST`.
    Count(usize),
    /// The number of rows differs from the number of speeds, or the number of values in a row differs from the number
    /// of torques.
    Values(usize),
    /// A speed that is not finite, below zero, or not above the previous speed.
    Speed(usize),
    /// A torque that is not finite or not above the torque before it.
    Torque(usize),
    /// A loss that is not finite or below zero: speed and torque.
    Loss(usize, usize),
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "a map has 2 to {MOST} speeds and torques, not {count}"),
            Self::Values(count) => write!(f, "{count} values do not go with its speeds and torques"),
            Self::Speed(place) => write!(
                f,
                "speed {place} has to be finite, zero or more, and above the one before"
            ),
            Self::Torque(place) => write!(f, "torque {place} has to be finite and above the one before"),
            Self::Loss(speed, torque) => {
                write!(
                    f,
                    "the loss at speed {speed}, torque {torque} has to be finite, and zero or more"
                )
            }
        }
    }
}

impl core::error::Error for Unsound {}

impl Losses {
    /// Losses [W] by speed [rad/s]: each row has all torques [N m] of a speed.
    ///
    /// # Errors
    /// [`Unsound`].
    pub fn new<'r>(
        speeds: &[f64],
        torques: &[f64],
        rows: impl ExactSizeIterator<Item = &'r [f64]>,
    ) -> Result<Self, Unsound> {
        let counts = [speeds.len(), torques.len()];
        if let Some(&wrong) = counts.iter().find(|count| !(2..=MOST).contains(*count)) {
            return Err(Unsound::Count(wrong));
        }
        if rows.len() != counts[0] {
            return Err(Unsound::Values(rows.len()));
        }
        let rises = |all: &[f64]| (1..all.len()).find(|&k| !(all[k].is_finite() && all[k] > all[k - 1]));
        if !(speeds[0].is_finite() && speeds[0] >= 0.0) {
            return Err(Unsound::Speed(0));
        }
        if let Some(place) = rises(speeds) {
            return Err(Unsound::Speed(place));
        }
        if !torques[0].is_finite() {
            return Err(Unsound::Torque(0));
        }
        if let Some(place) = rises(torques) {
            return Err(Unsound::Torque(place));
        }
        let mut own = Self {
            speeds: [0.0; MOST],
            torques: [0.0; MOST],
            values: [[0.0; MOST]; MOST],
            counts,
        };
        own.speeds[..counts[0]].copy_from_slice(speeds);
        own.torques[..counts[1]].copy_from_slice(torques);
        for (speed, row) in rows.enumerate() {
            if row.len() != counts[1] {
                return Err(Unsound::Values(row.len()));
            }
            if let Some(torque) = row.iter().position(|loss| !(loss.is_finite() && *loss >= 0.0)) {
                return Err(Unsound::Loss(speed, torque));
            }
            own.values[speed][..counts[1]].copy_from_slice(row);
        }
        Ok(own)
    }

    /// Losses that are known to be sound.
    ///
    /// # Panics
    /// Where [`Losses::new`] has an error.
    pub fn of<const S: usize, const T: usize>(speeds: [f64; S], torques: [f64; T], rows: [[f64; T]; S]) -> Self {
        match Self::new(&speeds, &torques, rows.iter().map(<[f64; T]>::as_slice)) {
            Ok(own) => own,
            Err(unsound) => panic!("{unsound}"),
        }
    }

    /// Its speeds [rad/s].
    pub fn speeds(&self) -> &[f64] {
        &self.speeds[..self.counts[0]]
    }

    /// Its torques [N m].
    pub fn torques(&self) -> &[f64] {
        &self.torques[..self.counts[1]]
    }

    /// For each speed its losses over the torques [W].
    pub fn rows(&self) -> impl Iterator<Item = &[f64]> {
        let [speeds, torques] = self.counts;
        self.values[..speeds].iter().map(move |row| &row[..torques])
    }

    /// Loss at a speed [rad/s] and a torque [N m] of the motor [W].
    pub fn at(&self, speed: f64, torque: f64) -> f64 {
        let driving = if speed < 0.0 { -torque } else { torque };
        let torque = if self.torques[0] < 0.0 { driving } else { torque.abs() };
        let (row, up) = between(self.speeds(), speed.abs());
        let (column, along) = between(self.torques(), torque);
        let on = |row: usize| {
            let [y0, y1] = [self.values[row][column], self.values[row][column + 1]];
            y0 + along * (y1 - y0)
        };
        let below = on(row);
        below + up * (on(row + 1) - below)
    }

    /// Power that the motor takes from the battery: the power of its shaft plus its loss. Negative while it charges
    /// [W].
    pub fn drawn(&self, speed: f64, torque: f64) -> f64 {
        speed * torque + self.at(speed, torque)
    }
}

/// The piece of an increasing list that contains `x`, and the position of `x` in this piece, from 0 to 1.
fn between(places: &[f64], x: f64) -> (usize, f64) {
    let last = places.len() - 1;
    let piece = places[1..last].iter().filter(|&&place| x >= place).count();
    let [from, to] = [places[piece], places[piece + 1]];
    (piece, ((x - from) / (to - from)).clamp(0.0, 1.0))
}
