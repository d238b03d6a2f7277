//! Frequency response from a swept sine, ISO 7401.

use super::History;
use super::history::EVEN;
use crate::findings::Figure;
use crate::manoeuvre::{Manoeuvre, Response, Steering, Sweep, response};

/// Fraction of the greatest change of a history; its last value may differ from its first value by this amount.
const AT_REST: f64 = 0.05;

/// Gains at the lowest frequency, at 1 Hz and at resonance, bandwidth, phase at 1 Hz.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    let Steering::Sweep(sweep) = &manoeuvre.steering else {
        return Vec::new();
    };
    let mut figures = Vec::new();
    for (subject, values, unit, factor) in [
        ("yaw rate", &history.yaw_rate, "1/s", 1.0),
        ("lateral acceleration", &history.lateral, "m/s^2/deg", 1f64.to_radians()),
    ] {
        figures.extend(figures_of(subject, unit, factor, &swept(sweep, history, values)));
    }
    figures
}

/// Response of a history to the steering wheel over the frequencies of the sweep. It is empty if the run ends before
/// the end of the sweep, or before the history has come to rest: the spectrum of a history that is cut contains the
/// effect of the cut.
pub fn swept(sweep: &Sweep, history: &History, values: &[f64]) -> Response {
    let [duration, to] = sweep.end();
    let is_whole = history.end() >= sweep.start.0 + duration - EVEN;
    let changes = |values: &[f64]| history.changes(values, sweep.start.0);
    match is_whole && rests(values) {
        // A constant part would count at the lowest frequencies of a short run.
        true => response(
            &history.time,
            &changes(&history.steering_wheel),
            &changes(values),
            [sweep.from.0, to],
        ),
        false => Response::default(),
    }
}

/// Whether a history ends where it began.
fn rests(values: &[f64]) -> bool {
    let Some((first, last)) = values.first().zip(values.last()) else {
        return false;
    };
    let greatest = values.iter().map(|value| (value - first).abs()).fold(0.0, f64::max);
    (last - first).abs() <= AT_REST * greatest
}

/// Figures of one response. `factor` converts its gain from SI to `unit`.
fn figures_of(subject: &str, unit: &'static str, factor: f64, response: &Response) -> Vec<Figure> {
    let [gain, phase] = [&response.gain, &response.phase];
    let low = response.at(gain, 1.25 * response.frequency.first().copied().unwrap_or(f64::NAN));
    let peak = (0..gain.len()).max_by(|&a, &b| gain[a].total_cmp(&gain[b]));
    let (resonance, highest) = peak.map_or((f64::NAN, f64::NAN), |k| (response.frequency[k], gain[k]));
    vec![
        Figure::new(
            subject,
            "gain at low frequency",
            unit,
            factor * low,
            "amplitude ratio at 1.25 times the lowest frequency of the sweep (ISO 7401)",
        ),
        Figure::new(
            subject,
            "gain at 1 Hz",
            unit,
            factor * response.at(gain, 1.0),
            "amplitude ratio to the steering wheel at 1 Hz (ISO 7401)",
        ),
        Figure::new(
            subject,
            "phase at 1 Hz",
            "deg",
            response.at(phase, 1.0).to_degrees(),
            "phase behind the steering wheel at 1 Hz, negative for a lag (ISO 7401)",
        ),
        Figure::new(
            subject,
            "greatest gain by that at low frequency",
            "",
            highest / low,
            "greatest amplitude ratio divided by the amplitude ratio at low frequency",
        ),
        Figure::new(
            subject,
            "frequency of the greatest gain",
            "Hz",
            resonance,
            "frequency of the greatest amplitude ratio",
        ),
        Figure::new(
            subject,
            "bandwidth",
            "Hz",
            response.falls_to(low * std::f64::consts::FRAC_1_SQRT_2),
            "frequency above which the gain is 3 dB below that at low frequency",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::library;

    /// A response of half the angle: its gain is one half over the whole sweep, and is unknown if the run or the sweep is cut.
    #[test]
    fn a_cut_sweep_has_no_response() {
        let manoeuvre = library::find("swept_sine").expect("it is listed").expect("it is sound");
        let Steering::Sweep(sweep) = &manoeuvre.steering else {
            panic!("it is a sweep");
        };
        let [last, to] = sweep.end();
        let growth = (sweep.to.0 / sweep.from.0).ln() / sweep.duration.0;
        let hands = |t: f64| match t - sweep.start.0 {
            own if (0.0..last).contains(&own) => {
                let turns = sweep.from.0 * ((growth * own).exp() - 1.0) / growth;
                sweep.angle.0 * (std::f64::consts::TAU * turns).sin()
            }
            _ => 0.0,
        };
        let end = manoeuvre.duration.0;
        for (until, is_known) in [(end, true), (0.5 * end, false), (sweep.start.0 + 0.9 * last, false)] {
            let time: Vec<f64> = (0..).map(|k| 5e-3 * f64::from(k)).take_while(|t| *t <= until).collect();
            let steering_wheel: Vec<f64> = time.iter().map(|t| hands(*t)).collect();
            let half: Vec<f64> = steering_wheel.iter().map(|angle| 0.5 * angle).collect();
            let history = History {
                yaw_rate: half.clone(),
                lateral: half,
                steering_wheel,
                time,
                ..History::default()
            };
            let figures = of(&manoeuvre, &history);
            assert!(figures.len() == 12 && to > 1.0);
            let gain = figures
                .iter()
                .find(|own| own.name == "gain at 1 Hz")
                .and_then(|own| own.value);
            match is_known {
                true => assert!((gain.expect("it is reached") - 0.5).abs() < 1e-9),
                false => assert!(figures.iter().all(|own| own.value.is_none()), "{until}: {figures:?}"),
            }
        }
    }
}
