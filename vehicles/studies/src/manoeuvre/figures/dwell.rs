//! Figures of a sine with dwell, ISO 19365 and FMVSS 126 (49 CFR 571.126, S5.2).

use super::History;
use super::history::scaled;
use crate::findings::Figure;
use crate::manoeuvre::{Manoeuvre, Steering};

/// Yaw rates after the steering, relative to their peak, and the lateral displacement.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    let Steering::SineWithDwell(dwell) = &manoeuvre.steering else {
        return Vec::new();
    };
    let towards = dwell.angle.0.signum();
    let (begin, period) = (dwell.start.0, dwell.frequency.0.recip());
    let end = begin + period + dwell.dwell.0;
    let turning = scaled(&history.yaw_rate, -towards);
    // The second peak, after the steering wheel has passed the middle.
    let [_, peak] = history.peak(&turning, history.between(begin + 0.5 * period, history.end()));
    let after = |delay: f64| 100.0 * history.at(&turning, end + delay) / peak;
    let aside = towards * (history.at(&history.y, begin + 1.07) - history.at(&history.y, begin));
    vec![
        Figure::new(
            "",
            "yaw rate after 1 s",
            "%",
            after(1.0),
            "yaw rate 1 s after the end of steer, divided by its second peak; at most 35 % (FMVSS 126, S5.2.1; ISO 19365)",
        ),
        Figure::new(
            "",
            "yaw rate after 1.75 s",
            "%",
            after(1.75),
            "yaw rate 1.75 s after the end of steer, divided by its second peak; at most 20 % (FMVSS 126, S5.2.2; ISO 19365)",
        ),
        Figure::new(
            "",
            "lateral displacement",
            "m",
            aside,
            "of the centre of mass 1.07 s after the begin of steer; at least 1.83 m up to 3500 kg (FMVSS 126, S5.2.3; ISO 19365)",
        ),
        Figure::new(
            "",
            "second peak of the yaw rate",
            "deg/s",
            peak.to_degrees(),
            "greatest yaw rate after the steering wheel has passed the middle (ISO 19365)",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::library;

    /// A yaw rate that has its second peak during the dwell, and decays with a time constant of 0.8 s after the end of steer.
    #[test]
    fn yaw_rates_count_from_the_end_of_steer() {
        let manoeuvre = library::find("sine_with_dwell")
            .expect("it is listed")
            .expect("it is sound");
        let end = 1.0 + 1.0 / 0.7 + 0.5;
        let time: Vec<f64> = (0..600).map(|k| 0.01 * f64::from(k)).collect();
        let yaw = |t: &f64| {
            if *t < end {
                -0.5 * (t / end)
            } else {
                -0.5 * ((end - t) / 0.8).exp()
            }
        };
        let history = History {
            yaw_rate: time.iter().map(yaw).collect(),
            y: time.iter().map(|t| 2.0 * (t - 1.0).max(0.0)).collect(),
            time,
            ..History::default()
        };
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
}
