//! Figures of a sine with dwell, ISO 19365 and FMVSS 126 (49 CFR 571.126, S5.2). Yaw rates and the
//! displacement count from the motion before it.

use super::History;
use super::history::scaled;
use crate::findings::Figure;
use crate::manoeuvre::{Dwell, Manoeuvre, Steering};
use std::f64::consts::TAU;

/// Yaw rates after the steering, relative to their peak, and the lateral displacement.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    let Steering::SineWithDwell(dwell) = &manoeuvre.steering else {
        return Vec::new();
    };
    let towards = dwell.angle.0.signum();
    let (begin, period) = (dwell.start.0, dwell.frequency.0.recip());
    let [first, second, moved] = dwell.instants();
    let turning = scaled(&history.changes(&history.yaw_rate, begin), -towards);
    // The second peak: the first peak after the steering wheel has passed the middle.
    let [_, peak] = history.first_peak(&turning, history.between(begin + 0.5 * period, history.end()));
    let after = |instant: f64| 100.0 * history.at(&turning, instant) / peak;
    let aside = towards * displacement(history, begin, moved - AFTER);
    vec![
        Figure::new(
            "",
            "yaw rate after 1 s",
            "%",
            after(first),
            "yaw rate 1 s after the end of steer, divided by its second peak; at most 35 % (FMVSS 126, S5.2.1; ISO 19365)",
        ),
        Figure::new(
            "",
            "yaw rate after 1.75 s",
            "%",
            after(second),
            "yaw rate 1.75 s after the end of steer, divided by its second peak; at most 20 % (FMVSS 126, S5.2.2; ISO 19365)",
        ),
        Figure::new(
            "",
            "lateral displacement",
            "m",
            aside,
            "of the centre of mass 1.07 s after the begin of steer, where the steering wheel stands at 5 deg, from the path before; at least 1.83 m up to 3500 kg (FMVSS 126, S5.2.3; ISO 19365)",
        ),
        Figure::new(
            "",
            "second peak of the yaw rate",
            "deg/s",
            peak.to_degrees(),
            "first peak of the yaw rate after the steering wheel has passed the middle (FMVSS 126, S5.2.1; ISO 19365)",
        ),
    ]
}

impl Dwell {
    /// Times at which the yaw rates 1 and 1.75 s after the end of steer are read, and the displacement [s].
    pub fn instants(&self) -> [f64; 3] {
        let (begin, period) = (self.start.0, self.frequency.0.recip());
        let end = begin + period + self.dwell.0;
        [
            end + 1.0,
            end + 1.75,
            begin + period * part_of_a_period(self.angle.0) + AFTER,
        ]
    }
}

/// Time after which the displacement is read (S5.2.3) [s].
const AFTER: f64 = 1.07;

/// Lateral displacement of the centre of mass from the beginning of steer on [m]. It is measured from the path on which
/// the earlier motion would have continued: the course turns with the yaw rate, and the lateral acceleration is
/// constant.
fn displacement(history: &History, begin: f64, steers: f64) -> f64 {
    let moved = |values: &[f64]| history.at(values, steers + AFTER) - history.at(values, steers);
    let course = history.at(&history.yaw, begin) + history.at(&history.sideslip, begin);
    let course = course + history.before(&history.yaw_rate, begin) * (steers - begin);
    let across = moved(&history.y) * course.cos() - moved(&history.x) * course.sin();
    across - 0.5 * history.before(&history.lateral, begin) * AFTER * AFTER
}

/// Angle of the steering wheel at which the steering begins (FMVSS 126, S7.11) [rad].
const BEGINS: f64 = 5.0_f64.to_radians();

/// Fraction of a period after which a sine with this amplitude [rad] reaches that angle; zero if it does not.
fn part_of_a_period(amplitude: f64) -> f64 {
    let part = BEGINS / amplitude.abs();
    if part < 1.0 { part.asin() / TAU } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::library;

    /// The manoeuvre of the library.
    fn listed() -> Manoeuvre {
        let found = library::find("sine_with_dwell");
        found.expect("it is listed").expect("it is sound")
    }

    /// A vehicle that goes straight ahead at these times until it steers.
    fn straight(time: &[f64]) -> History {
        let none = || vec![0.0; time.len()];
        History {
            x: time.iter().map(|t| 20.0 * t).collect(),
            yaw: none(),
            sideslip: none(),
            lateral: none(),
            yaw_rate: none(),
            ..History::default()
        }
    }

    /// A yaw rate that has its second peak during the dwell, and decays with a time constant of 0.8 s after the end of steer.
    #[test]
    fn yaw_rates_count_from_the_end_of_steer() {
        let manoeuvre = listed();
        let end = 1.0 + 1.0 / 0.7 + 0.5;
        let time: Vec<f64> = (0..600).map(|k| 0.01 * f64::from(k)).collect();
        let yaw = |t: &f64| {
            if *t < end {
                -0.5 * ((t - 1.0).max(0.0) / (end - 1.0))
            } else {
                -0.5 * ((end - t) / 0.8).exp()
            }
        };
        let history = History {
            yaw_rate: time.iter().map(yaw).collect(),
            y: time.iter().map(|t| 2.0 * (t - 1.0).max(0.0)).collect(),
            ..straight(&time)
        };
        let history = History { time, ..history };
        let figures = of(&manoeuvre, &history);
        let value = |name: &str| {
            figures
                .iter()
                .find(|figure| figure.name == name)
                .and_then(|figure| figure.value)
        };
        let after = |delay: f64| 100.0 * (-delay / 0.8_f64).exp();
        assert!((value("yaw rate after 1 s").expect("a figure") - after(1.0)).abs() < 0.3);
        assert!((value("yaw rate after 1.75 s").expect("a figure") - after(1.75)).abs() < 0.3);
        assert!((value("lateral displacement").expect("a figure") - 2.14).abs() < 1e-9);
    }

    /// The displacement counts from the time at which the steering wheel stands at 5 deg.
    #[test]
    fn the_displacement_counts_from_five_degrees() {
        let mut manoeuvre = listed();
        let Steering::SineWithDwell(dwell) = &mut manoeuvre.steering else {
            panic!("it is a sine with dwell");
        };
        dwell.angle.0 = 100.0_f64.to_radians();
        let time: Vec<f64> = (0..6000).map(|k| 0.001 * f64::from(k)).collect();
        let history = History {
            yaw_rate: time.iter().map(|t| (1.0 - t).min(0.0)).collect(),
            y: time.iter().map(|t| 2.0 * (t - 1.0).max(0.0).powi(2)).collect(),
            ..straight(&time)
        };
        let history = History { time, ..history };
        let aside = of(&manoeuvre, &history)[2].value.expect("a figure");
        // 100 deg sin(2 π 0.7 Hz t) = 5 deg at 11.373 ms.
        let begin = (0.05_f64).asin() / (TAU * 0.7);
        assert!((begin - 0.011_373).abs() < 1e-6);
        let exact = 2.0 * ((begin + 1.07).powi(2) - begin.powi(2));
        assert!((aside - exact).abs() < 1e-5, "{aside} {exact}");
    }

    /// If a vehicle drives on a circle before the steering, its displacement is the displacement that the steering adds
    /// to the circle.
    #[test]
    fn the_displacement_counts_from_the_path_before() {
        let mut manoeuvre = listed();
        let Steering::SineWithDwell(dwell) = &mut manoeuvre.steering else {
            panic!("it is a sine with dwell");
        };
        dwell.angle.0 = 100.0_f64.to_radians();
        let steers = 1.0 + (0.05_f64).asin() / (TAU * 0.7);
        let time: Vec<f64> = (0..6000).map(|k| 0.001 * f64::from(k)).collect();
        let (speed, heading, drift) = (20.0, 0.8, -0.05);
        for turning in [0.0, 0.03, -0.03] {
            let course = |t: f64| heading + turning * t;
            // Chords of the circle, and the additional effect of the steering, lateral to the course at its begin.
            let along = |t: f64| {
                let half: f64 = 0.5 * turning * t;
                let chord = speed * t * if half == 0.0 { 1.0 } else { half.sin() / half };
                [chord * (heading + half).cos(), chord * (heading + half).sin()]
            };
            let added = |t: f64| 2.0 * (t - 1.0).max(0.0).powi(2);
            let across = [-course(steers).sin(), course(steers).cos()];
            let place = |k: usize| time.iter().map(|t| along(*t)[k] + added(*t) * across[k]).collect();
            let history = History {
                x: place(0),
                y: place(1),
                yaw: time.iter().map(|t| course(*t) - drift).collect(),
                sideslip: vec![drift; time.len()],
                lateral: vec![speed * turning; time.len()],
                yaw_rate: time.iter().map(|t| turning + (1.0 - t).min(0.0)).collect(),
                time: time.clone(),
                ..History::default()
            };
            let aside = of(&manoeuvre, &history)[2].value.expect("a figure");
            let exact = added(steers + 1.07) - added(steers);
            assert!((aside - exact).abs() < 1e-3, "{turning}: {aside} {exact}");
        }
    }

    /// A yaw rate that grows during the dwell is judged by its first peak, as the standard says, and not by its greatest value.
    #[test]
    fn the_peak_is_the_first_one_of_the_reversal() {
        let manoeuvre = listed();
        let end = 1.0 + 1.0 / 0.7 + 0.5;
        let points = [
            (0.0, 0.0),
            (2.1, 0.0),
            (2.3, 30.0),
            (2.5, 28.5),
            (end, 37.0),
            (end + 1.0, 11.5),
            (6.0, 0.0),
        ];
        let yaw = |t: f64| {
            let k = points.partition_point(|(own, _)| *own <= t).clamp(1, points.len() - 1);
            let ((from, x), (to, y)) = (points[k - 1], points[k]);
            -(x + (y - x) * (t - from) / (to - from)) * (1.0 + 1e-4 * (1e3 * t).sin())
        };
        let time: Vec<f64> = (0..600).map(|k| 0.01 * f64::from(k)).collect();
        let history = History {
            yaw_rate: time.iter().map(|t| yaw(*t)).collect(),
            y: vec![0.0; time.len()],
            time,
            ..History::default()
        };
        let after = of(&manoeuvre, &history)[0].value.expect("a figure");
        assert!((after - 100.0 * 11.5 / 30.0).abs() < 0.2, "{after}");
    }
}
