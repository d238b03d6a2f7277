//! Frequency response from a swept sine, ISO 7401.

use super::History;
use crate::findings::Figure;
use crate::manoeuvre::{Manoeuvre, Response, Steering, response};

/// Gains at the lowest frequency, at 1 Hz and at resonance, bandwidth, phase at 1 Hz.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    let Steering::Sweep(sweep) = &manoeuvre.steering else {
        return Vec::new();
    };
    let range = [sweep.from.0, sweep.to.0];
    let mut figures = Vec::new();
    for (subject, values, unit, factor) in [
        ("yaw rate", &history.yaw_rate, "1/s", 1.0),
        ("lateral acceleration", &history.lateral, "m/s^2/deg", 1f64.to_radians()),
    ] {
        let response = response(&history.time, &history.steering_wheel, values, range);
        figures.extend(figures_of(subject, unit, factor, &response));
    }
    figures
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
