//! Figures of the first period of a sine, ISO 7401. All values count from the motion before it.

use super::History;
use super::history::scaled;
use crate::findings::Figure;
use crate::manoeuvre::{Manoeuvre, Steering};

/// Lags of the two peaks behind the peaks of the steering wheel, and gains at the first peaks.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    let Steering::Sine(wave) = &manoeuvre.steering else {
        return Vec::new();
    };
    let (begin, period) = (wave.start.0, wave.frequency.0.recip());
    let history = &history.counted_from(begin);
    let towards = wave.angle.0.signum();
    // The steering wheel has its peaks after a quarter and three quarters of the first period, to both sides. Each peak of the response follows
    // within three quarters of a period, before the next peak to the same side.
    let peaks = |values: &[f64]| {
        [(towards, 0.0), (-towards, 0.5)].map(|(side, part)| {
            let from = begin + part * period;
            history.inner_peak(&scaled(values, side), history.between(from, from + period))
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::library;

    /// A response that lags by 0.1 s and decays by 3 % in a second: for any number of periods, lags and ratios belong to the first period.
    #[test]
    fn peaks_are_those_of_the_first_period() {
        for periods in [1.0, 2.0, 3.5] {
            let mut manoeuvre = library::find("sine").expect("it is listed").expect("it is sound");
            let Steering::Sine(wave) = &mut manoeuvre.steering else {
                panic!("it is a sine");
            };
            wave.periods = periods;
            let (begin, rate, angle) = (wave.start.0, std::f64::consts::TAU * wave.frequency.0, wave.angle.0);
            let end = begin + periods / wave.frequency.0;
            let time: Vec<f64> = (0..8000).map(|k| 1e-3 * f64::from(k)).collect();
            let hands = |t: f64| {
                if t < begin || t > end {
                    0.0
                } else {
                    angle * (rate * (t - begin)).sin()
                }
            };
            let response = |t: f64| 0.3 * hands(t - 0.1) * (1.0 - 0.03 * (t - begin));
            let history = History {
                steering_wheel: time.iter().map(|t| hands(*t)).collect(),
                yaw_rate: time.iter().map(|t| response(*t)).collect(),
                lateral: time.iter().map(|t| response(*t)).collect(),
                time,
                ..History::default()
            };
            let found = of(&manoeuvre, &history);
            let value = |name: &str| found.iter().find(|own| own.name == name).and_then(|own| own.value);
            for name in ["lag of the first peak", "lag of the second peak"] {
                let lag = value(name).expect("a lag");
                // The decay moves a peak forward by 0.03 / rate².
                assert!(
                    (lag - 0.1 + 0.03 / (rate * rate)).abs() < 1e-3,
                    "{periods}: {name} {lag}"
                );
            }
            let ratio = value("ratio of the peaks").expect("a ratio");
            let half = 0.5 * std::f64::consts::TAU / rate;
            assert!((ratio - (1.0 - 0.03 * half)).abs() < 1e-3, "{periods}: {ratio}");
        }
    }

    /// A run that ends before a peak does not have it.
    #[test]
    fn a_peak_that_is_not_reached_is_none() {
        let manoeuvre = library::find("sine").expect("it is listed").expect("it is sound");
        let Steering::Sine(wave) = &manoeuvre.steering else {
            panic!("it is a sine");
        };
        let (begin, period) = (wave.start.0, wave.frequency.0.recip());
        // The second peak of the response is 0.1 s after three quarters of the period.
        let time: Vec<f64> = (0..)
            .map(|k| 1e-3 * f64::from(k))
            .take_while(|t| *t < begin + 0.75 * period + 0.05)
            .collect();
        let hands: Vec<f64> = time
            .iter()
            .map(|t| wave.angle.0 * (std::f64::consts::TAU * (t - begin).max(0.0) / period).sin())
            .collect();
        let response: Vec<f64> = time
            .iter()
            .map(|t| wave.angle.0 * (std::f64::consts::TAU * (t - 0.1 - begin).max(0.0) / period).sin())
            .collect();
        let history = History {
            steering_wheel: hands,
            yaw_rate: response.clone(),
            lateral: response,
            time,
            ..History::default()
        };
        let found = of(&manoeuvre, &history);
        let value = |name: &str| found.iter().find(|own| own.name == name).and_then(|own| own.value);
        assert!((value("lag of the first peak").expect("a lag") - 0.1).abs() < 1e-3);
        assert_eq!(
            [value("lag of the second peak"), value("ratio of the peaks")],
            [None; 2]
        );
    }
}
