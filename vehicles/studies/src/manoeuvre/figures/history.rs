//! Histories of a run by name, and the operations that all figures need.

use crate::table::Table;
use std::ops::Range;

/// Histories of a run, one number for each row.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Time [s].
    pub time: Vec<f64>,
    /// X of the centre of mass [m].
    pub x: Vec<f64>,
    /// Y of the centre of mass [m].
    pub y: Vec<f64>,
    /// Yaw angle [rad].
    pub yaw: Vec<f64>,
    /// Roll angle [rad].
    pub roll: Vec<f64>,
    /// Pitch angle [rad].
    pub pitch: Vec<f64>,
    /// Speed [m/s].
    pub speed: Vec<f64>,
    /// Sideslip angle [rad].
    pub sideslip: Vec<f64>,
    /// Yaw rate [rad/s].
    pub yaw_rate: Vec<f64>,
    /// Longitudinal acceleration [m/s²].
    pub longitudinal: Vec<f64>,
    /// Lateral acceleration [m/s²].
    pub lateral: Vec<f64>,
    /// Vertical acceleration [m/s²].
    pub vertical: Vec<f64>,
    /// Angle of the steering wheel [rad].
    pub steering_wheel: Vec<f64>,
    /// Vertical force on each wheel [N].
    pub loads: Vec<Vec<f64>>,
}

impl History {
    /// The histories of a recorded table of a vehicle with these wheels.
    pub fn of(table: &Table, wheels: &[&str]) -> Self {
        let column = |name: &str| table.column(name).unwrap_or_default();
        let loads = wheels.iter().map(|wheel| format!("{wheel}.force_z"));
        Self {
            time: column("time"),
            x: column("x"),
            y: column("y"),
            yaw: column("yaw"),
            roll: column("roll"),
            pitch: column("pitch"),
            speed: column("speed"),
            sideslip: column("sideslip"),
            yaw_rate: column("yaw_rate"),
            longitudinal: column("longitudinal_acceleration"),
            lateral: column("lateral_acceleration"),
            vertical: column("vertical_acceleration"),
            steering_wheel: column("steering_wheel"),
            loads: loads.map(|load| column(&load)).collect(),
        }
    }

    /// The changes of a history relative to the motion before the steering wheel turns: the mean over a second before
    /// this time [s]. A vehicle that is not symmetrical does not run straight ahead with its steering wheel at zero.
    pub fn changes(&self, values: &[f64], begin: f64) -> Vec<f64> {
        let before = self.before(values, begin);
        values.iter().map(|value| value - before).collect()
    }

    /// Mean of a history over a second before a time [s]. If rows are further apart, the last row before this time is
    /// used; NaN without such a row.
    pub fn before(&self, values: &[f64], time: f64) -> f64 {
        let rows = self.between(time - BEFORE, time);
        let first = rows.start.min(rows.end.saturating_sub(1));
        values.get(first..rows.end).map_or(f64::NAN, mean)
    }

    /// This history with the changes of all histories that respond to the steering wheel.
    pub fn counted_from(&self, begin: f64) -> Self {
        let changes = |values: &[f64]| self.changes(values, begin);
        Self {
            roll: changes(&self.roll),
            sideslip: changes(&self.sideslip),
            yaw_rate: changes(&self.yaw_rate),
            lateral: changes(&self.lateral),
            steering_wheel: changes(&self.steering_wheel),
            ..self.clone()
        }
    }

    /// Time of the last row [s]; zero without rows.
    pub fn end(&self) -> f64 {
        self.time.last().copied().unwrap_or(0.0)
    }

    /// Rows from one time to another, both included.
    pub fn between(&self, from: f64, to: f64) -> Range<usize> {
        let first = self.time.partition_point(|time| *time < from - EVEN);
        let last = self.time.partition_point(|time| *time <= to + EVEN);
        first..last.max(first)
    }

    /// Value of a history at a time, with linear interpolation between rows; NaN beyond its ends.
    pub fn at(&self, values: &[f64], time: f64) -> f64 {
        let later = self.time.partition_point(|own| *own < time - EVEN);
        let Some((&end, &y)) = self.time.get(later).zip(values.get(later)) else {
            return f64::NAN;
        };
        match later.checked_sub(1) {
            Some(k) if end > time => {
                let (begin, x) = (self.time[k], values[k]);
                x + (y - x) * (time - begin) / (end - begin)
            }
            _ if (end - time).abs() <= EVEN => y,
            _ => f64::NAN,
        }
    }

    /// First time from which a history is at least at a level, with linear interpolation between rows; NaN if it never
    /// reaches the level.
    pub fn reached(&self, values: &[f64], from: f64, level: f64) -> f64 {
        for k in self.between(from, f64::INFINITY) {
            if values[k].is_nan() || values[k] < level {
                continue;
            }
            return match k.checked_sub(1) {
                Some(before) if values[before] < level && self.time[k] > from => {
                    let share = (level - values[before]) / (values[k] - values[before]);
                    self.time[before] + share * (self.time[k] - self.time[before])
                }
                _ => self.time[k],
            };
        }
        f64::NAN
    }

    /// Time and value of the greatest number among rows, from a parabola through this number and its neighbours; NaN
    /// without rows.
    pub fn peak(&self, values: &[f64], rows: Range<usize>) -> [f64; 2] {
        let Some(k) = rows.clone().max_by(|&a, &b| values[a].total_cmp(&values[b])) else {
            return [f64::NAN; 2];
        };
        let inner = k > rows.start && k + 1 < rows.end;
        if !inner {
            return [self.time[k], values[k]];
        }
        let [before, here, after] = [values[k - 1], values[k], values[k + 1]];
        let bend = before - 2.0 * here + after;
        let shift = if bend < 0.0 { 0.5 * (before - after) / bend } else { 0.0 };
        let step = 0.5 * (self.time[k + 1] - self.time[k - 1]);
        [self.time[k] + shift * step, here - 0.25 * (before - after) * shift]
    }

    /// Time and value of the greatest number among rows as [`History::peak`] finds it. NaN if the greatest number is in
    /// the first or the last row, because a greater number may lie beyond.
    pub fn inner_peak(&self, values: &[f64], rows: Range<usize>) -> [f64; 2] {
        let greatest = rows.clone().max_by(|&a, &b| values[a].total_cmp(&values[b]));
        match greatest.is_some_and(|k| k > rows.start && k + 1 < rows.end) {
            true => self.peak(values, rows),
            false => [f64::NAN; 2],
        }
    }

    /// Time and value of the first local maximum above zero among rows, as [`History::peak`] finds it. A ripple is no
    /// maximum: the history has to fall by a hundredth of the maximum before it rises above it. The greatest number if
    /// there is no such maximum.
    pub fn first_peak(&self, values: &[f64], rows: Range<usize>) -> [f64; 2] {
        let mut greatest = rows.start;
        for k in rows.clone() {
            if values[k] > values[greatest] {
                greatest = k;
            }
            if values[greatest] > 0.0 && values[k] < (1.0 - RIPPLE) * values[greatest] {
                return self.peak(values, rows.start..k + 1);
            }
        }
        self.peak(values, rows)
    }

    /// Distance driven from the first row [m], by the horizontal path of the centre of mass. A way back counts with the opposite sign.
    ///
    /// At the first row the heading distinguishes forward from backward. A vehicle turns back if its path turns by more
    /// than a right angle from row to row. So a bend is no way back, and neither is a spin.
    pub fn distance(&self) -> Vec<f64> {
        let mut ahead = self.yaw.first().map_or([1.0, 0.0], |yaw| [yaw.cos(), yaw.sin()]);
        let mut sign = 1.0;
        let steps = self.x.windows(2).zip(self.y.windows(2));
        let steps = steps.map(|(x, y)| {
            let step = [x[1] - x[0], y[1] - y[0]];
            let length = step[0].hypot(step[1]);
            // A vehicle that stands has no direction.
            if length > STANDING {
                if step[0] * ahead[0] + step[1] * ahead[1] < 0.0 {
                    sign = -sign;
                }
                ahead = step;
            }
            sign * length
        });
        let sums = steps.scan(0.0, |sum, step| {
            *sum += step;
            Some(*sum)
        });
        std::iter::once(0.0).chain(sums).collect()
    }
}

/// Way from row to row of a vehicle that stands [m].
const STANDING: f64 = 1e-6;

/// Times that differ by less than this are equal [s].
pub(super) const EVEN: f64 = 1e-9;

/// Time before the steering wheel turns over which the motion is averaged; the mean is the reference motion [s].
const BEFORE: f64 = 1.0;

/// Part of a maximum by which a history has to fall behind it.
const RIPPLE: f64 = 0.01;

/// Mean of numbers; NaN if there are none.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Root mean square of numbers; NaN if there are none.
pub fn rms(values: &[f64]) -> f64 {
    (values.iter().map(|x| x * x).sum::<f64>() / values.len() as f64).sqrt()
}

/// Standard deviation of numbers; NaN if there are none.
pub fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    rms(&values.iter().map(|x| x - middle).collect::<Vec<f64>>())
}

/// Slope of the least squares line; NaN for less than two different abscissae.
pub fn slope(points: &[(f64, f64)]) -> f64 {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (middle, level) = (mean(&x), mean(&y));
    let (mut square, mut product) = (0.0, 0.0);
    for (x, y) in points {
        square += (x - middle) * (x - middle);
        product += (x - middle) * (y - level);
    }
    if square > 0.0 { product / square } else { f64::NAN }
}

/// Times and numbers with one sign changed.
pub fn scaled(values: &[f64], factor: f64) -> Vec<f64> {
    values.iter().map(|x| factor * x).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn levels_and_peaks_lie_between_rows() {
        let history = History {
            time: (0..11).map(|k| 0.1 * f64::from(k)).collect(),
            ..History::default()
        };
        let parabola: Vec<f64> = history.time.iter().map(|t| 2.0 - (t - 0.53) * (t - 0.53)).collect();
        let [time, value] = history.peak(&parabola, 0..11);
        assert!(
            (time - 0.53).abs() < 1e-12 && (value - 2.0).abs() < 1e-12,
            "{time}, {value}"
        );
        let line: Vec<f64> = history.time.iter().map(|t| 3.0 * t).collect();
        assert!((history.reached(&line, 0.0, 1.0) - 1.0 / 3.0).abs() < 1e-12);
        assert!(history.reached(&line, 0.0, 4.0).is_nan());
        assert!((history.at(&line, 0.47) - 1.41).abs() < 1e-12);
        assert!(history.at(&line, 1.2).is_nan());
        assert_eq!(history.between(0.2, 0.4), 2..5);
        assert!((slope(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]) - 2.0).abs() < 1e-12);
    }

    /// A vehicle on a full circle does not turn back, for any heading. A vehicle that rolls 2 m back, stands, and
    /// drives 5 m ahead has driven 3 m.
    #[test]
    fn a_way_back_counts_backward_and_a_bend_does_not() {
        let turns = (0..=360).map(|k| f64::from(k).to_radians());
        let circle = History {
            x: turns.clone().map(|turn| 10.0 * turn.sin()).collect(),
            y: turns.map(|turn| 10.0 - 10.0 * turn.cos()).collect(),
            yaw: vec![0.3; 361],
            ..History::default()
        };
        let driven = circle.distance();
        assert!((driven[360] / (20.0 * PI) - 1.0).abs() < 1e-4, "{}", driven[360]);
        assert!(driven.is_sorted());

        let course: f64 = 2.5;
        let along = [0.0, -0.5, -2.0, -2.0, -2.0 - 1e-9, -2.0, -1.0, 1.0, 3.0];
        let rolled = History {
            x: along.iter().map(|way| 7.0 + way * course.cos()).collect(),
            y: along.iter().map(|way| way * course.sin()).collect(),
            yaw: vec![course - 0.1; along.len()],
            ..History::default()
        };
        for (driven, way) in rolled.distance().iter().zip(along) {
            assert!((driven - way).abs() < 1e-8, "{driven} {way}");
        }
    }
}
