//! Figures of a step of the steering wheel, ISO 7401.
//!
//! The reference time is the time at which half of the angle is reached. The steady state is the mean of the last second.

use super::History;
use super::history::{mean, scaled};
use crate::findings::Figure;
use crate::manoeuvre::Manoeuvre;

/// Time of the steady state at the end [s].
const STEADY: f64 = 1.0;
/// Shortest time between the reference and the steady state [s].
const BEFORE: f64 = 1.0;

/// Gains, times, overshoot and the TB value.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    // If the step is given as the travel of the steered joint, the angle is that of the steering wheel at the end.
    let turned_to = || history.steering_wheel.last().copied();
    let angle = manoeuvre.angle().map(|angle| angle.0).or_else(turned_to);
    let angle = angle.unwrap_or(f64::NAN);
    let turned = scaled(&history.steering_wheel, angle.recip());
    // Without a step there is no time to which the motion could be related.
    let reference = match angle == 0.0 {
        true => f64::NAN,
        false => history.reached(&turned, 0.0, 0.5),
    };
    let end = history.end();
    let steady = |values: &[f64]| match end >= reference + BEFORE + STEADY {
        true => mean(&values[history.between(end - STEADY, end)]),
        false => f64::NAN,
    };
    let mut figures = Vec::new();
    let mut peak_of_yaw = f64::NAN;
    for (subject, values, unit, gain_unit, factor) in [
        ("yaw rate", &history.yaw_rate, "deg/s", "1/s", 1.0),
        (
            "lateral acceleration",
            &history.lateral,
            "m/s^2",
            "m/s^2/deg",
            1f64.to_radians(),
        ),
    ] {
        let level = steady(values);
        let relative = scaled(values, level.recip());
        let rows = history.between(reference, end - STEADY);
        let [time, peak] = match reference.is_finite() && level.is_finite() {
            true => history.peak(&relative, rows.clone()),
            false => [f64::NAN; 2],
        };
        // Without overshoot there is no peak.
        let has_peak = peak > 1.0 && history.at(&relative, end - STEADY) < peak;
        let peak_time = if has_peak { time - reference } else { f64::NAN };
        if subject == "yaw rate" {
            peak_of_yaw = peak_time;
        }
        let shown = if unit == "deg/s" { level.to_degrees() } else { level };
        figures.extend([
            Figure::new(
                subject,
                "steady state",
                unit,
                shown,
                "mean of the last second (ISO 7401)",
            ),
            Figure::new(
                subject,
                "steady-state gain",
                gain_unit,
                factor * level / angle,
                "steady state divided by the steering-wheel angle (ISO 7401)",
            ),
            Figure::new(
                subject,
                "response time",
                "s",
                history.reached(&relative, reference, 0.9) - reference,
                "time from half of the steering-wheel angle to 90 % of the steady state (ISO 7401)",
            ),
            Figure::new(
                subject,
                "peak response time",
                "s",
                peak_time,
                "time from half of the steering-wheel angle to the peak (ISO 7401)",
            ),
            Figure::new(
                subject,
                "overshoot",
                "%",
                if level.is_finite() {
                    100.0 * (peak.max(1.0) - 1.0)
                } else {
                    f64::NAN
                },
                "peak minus steady state, divided by the steady state (ISO 7401)",
            ),
        ]);
    }
    let sideslip = steady(&history.sideslip).to_degrees();
    let roll = steady(&history.roll).to_degrees();
    figures.extend([
        Figure::new(
            "",
            "steady sideslip",
            "deg",
            sideslip,
            "mean of the last second (ISO 7401)",
        ),
        Figure::new("", "steady roll", "deg", roll, "mean of the last second (ISO 7401)"),
        Figure::new(
            "",
            "TB",
            "s deg",
            peak_of_yaw * sideslip.abs(),
            "peak response time of the yaw rate times the steady sideslip angle (ISO 7401)",
        ),
    ]);
    figures
}
