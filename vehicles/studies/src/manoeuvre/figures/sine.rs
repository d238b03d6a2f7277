//! Figures of one period of a sine, ISO 7401.

use super::History;
use super::history::scaled;
use crate::findings::Figure;
use crate::manoeuvre::{Manoeuvre, Steering};

/// Lags of the two peaks behind the peaks of the steering wheel, and gains from the first peaks.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    let Steering::Sine(wave) = &manoeuvre.steering else {
        return Vec::new();
    };
    let (begin, period) = (wave.start.0, wave.frequency.0.recip());
    let towards = wave.angle.0.signum();
    // First the peak to the side of the first half period, then the peak to the other side within one more period.
    let peaks = |values: &[f64]| {
        let first = history.peak(&scaled(values, towards), history.between(begin, begin + period));
        let second = history.peak(
            &scaled(values, -towards),
            history.between(first[0], begin + 2.0 * period),
        );
        [first, second]
    };
    let hands = peaks(&history.steering_wheel);
    let mut figures = Vec::new();
    for (subject, values, unit, factor) in [
        ("yaw rate", &history.yaw_rate, "1/s", 1.0),
        ("lateral acceleration", &history.lateral, "m/s^2/deg", 1f64.to_radians()),
    ] {
        let own = peaks(values);
        figures.extend([
            Figure::new(
                subject,
                "lag of the first peak",
                "s",
                own[0][0] - hands[0][0],
                "time from the first peak of the steering wheel to that of the response (ISO 7401)",
            ),
            Figure::new(
                subject,
                "lag of the second peak",
                "s",
                own[1][0] - hands[1][0],
                "time from the second peak of the steering wheel to that of the response (ISO 7401)",
            ),
            Figure::new(
                subject,
                "gain of the first peak",
                unit,
                factor * own[0][1] / hands[0][1],
                "first peak of the response divided by the first peak of the steering wheel (ISO 7401)",
            ),
            Figure::new(
                subject,
                "ratio of the peaks",
                "",
                own[1][1] / own[0][1],
                "second peak divided by the first peak (ISO 7401)",
            ),
        ]);
    }
    figures
}
