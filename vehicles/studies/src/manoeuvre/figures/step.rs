//! Figures of a step of the steering wheel, ISO 7401.
//!
//! The reference time is the time at which half of the angle is reached. The steady state is the mean of the last second. All values count from
//! the motion before the step.

use super::History;
use super::history::{mean, scaled};
use crate::findings::{Figure, number};
use crate::manoeuvre::{Manoeuvre, Steering};

/// Time of the steady state at the end [s].
const STEADY: f64 = 1.0;
/// Shortest time between the reference and the steady state [s].
const BEFORE: f64 = 1.0;
/// Least overshoot that has a time: a smaller one is a ripple.
const RIPPLE: f64 = 0.005;

/// Gains, times, overshoot and the TB value.
pub fn of(manoeuvre: &Manoeuvre, history: &History) -> Vec<Figure> {
    let Steering::Step(step) = &manoeuvre.steering else {
        return Vec::new();
    };
    let history = &history.counted_from(step.start.0);
    let (angle, reference) = (angle(manoeuvre, history), reference(manoeuvre, history));
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
        let has_peak = peak > 1.0 + RIPPLE && history.at(&relative, end - STEADY) < peak;
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
                "mean of the last second, from the motion before the step (ISO 7401)",
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
                history.reached(&relative, step.start.0, 0.9) - reference,
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
            "mean of the last second, from the motion before the step (ISO 7401)",
        ),
        Figure::new(
            "",
            "steady roll",
            "deg",
            roll,
            "mean of the last second, from the motion before the step (ISO 7401)",
        ),
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

/// Angle of the steering wheel after the step. If the step is given as the travel of the steered joint, it is the final angle.
fn angle(manoeuvre: &Manoeuvre, history: &History) -> f64 {
    let turned_to = || history.steering_wheel.last().copied();
    let angle = manoeuvre.angle().map(|angle| angle.0).or_else(turned_to);
    angle.unwrap_or(f64::NAN)
}

/// Time at which half of the angle is reached; NaN without a step, since there is no time to which the motion could be related. `history` counts
/// from the motion before the step.
fn reference(manoeuvre: &Manoeuvre, history: &History) -> f64 {
    let angle = angle(manoeuvre, history);
    match angle == 0.0 {
        true => f64::NAN,
        false => history.reached(&scaled(&history.steering_wheel, angle.recip()), 0.0, 0.5),
    }
}

/// Change of the yaw rate from the first half of the last second to the second half, relative to its steady state;
/// above this limit, a motion is not steady.
const UNSTEADY: f64 = 0.005;
/// Yaw rate below which a vehicle does not turn [rad/s].
const NO_TURN: f64 = 1e-4;

/// A note on a step whose run is too short for a steady state, or whose motion still changes at its end.
pub fn unsteady(manoeuvre: &Manoeuvre, history: &History) -> Option<String> {
    let Steering::Step(step) = &manoeuvre.steering else {
        return None;
    };
    let turning = history.changes(&history.yaw_rate, step.start.0);
    let end = history.end();
    let reference = reference(manoeuvre, &history.counted_from(step.start.0));
    if end < reference + BEFORE + STEADY {
        return Some(format!(
            "too short for a steady state: half of the angle is reached at {} s, and the figures of the step need {} s after it; give a longer \
             `--time`",
            number(reference),
            number(BEFORE + STEADY)
        ));
    }
    let mean_to = |end: f64| mean(&turning[history.between(end - 0.5 * STEADY, end)]);
    let [before, last] = [mean_to(end - 0.5 * STEADY), mean_to(end)];
    let level = last.abs().max(before.abs());
    let change = (last - before).abs() / level;
    (level > NO_TURN && change > UNSTEADY).then(|| {
        format!(
            "not steady at its end: the yaw rate changes by {:.1} % from one half of the last second to the other, and the steady state is the mean \
             of both; a longer `--time` tells more of gains and overshoot",
            100.0 * change
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::library;

    /// A response of first order to a step, for a vehicle that already turns: figures in closed form, for any earlier
    /// motion.
    #[test]
    fn figures_count_from_the_motion_before_the_step() {
        let manoeuvre = library::find("step_steer").expect("it is listed").expect("it is sound");
        let Steering::Step(step) = &manoeuvre.steering else {
            panic!("it is a step");
        };
        let (start, rise) = (step.start.0, step.rise.0);
        let angle = manoeuvre.angle().expect("an angle").0;
        let time: Vec<f64> = (0..8000).map(|k| 1e-3 * f64::from(k)).collect();
        // The ramp of the steering wheel through a lag of first order.
        let (gain, lag) = (0.4 * angle, 0.2);
        let after = |t: f64| {
            let ramp = |t: f64| {
                if t > 0.0 {
                    t - lag * (1.0 - (-t / lag).exp())
                } else {
                    0.0
                }
            };
            gain * (ramp(t - start) - ramp(t - start - rise)) / rise
        };
        for before in [0.0, 0.3, -0.2].map(|part| part * gain) {
            let yaw: Vec<f64> = time.iter().map(|t| before + after(*t)).collect();
            let history = History {
                steering_wheel: time
                    .iter()
                    .map(|t| angle * ((t - start) / rise).clamp(0.0, 1.0))
                    .collect(),
                lateral: yaw.iter().map(|own| 20.0 * own).collect(),
                sideslip: yaw.iter().map(|own| -0.1 * own).collect(),
                roll: yaw.clone(),
                yaw_rate: yaw,
                time: time.clone(),
                ..History::default()
            };
            let found = of(&manoeuvre, &history);
            let value = |name: &str| found.iter().find(|own| own.name == name).and_then(|own| own.value);
            let near = |name: &str, wanted: f64| {
                let own = value(name).expect("a figure");
                assert!((own - wanted).abs() < 1e-3 * wanted.abs(), "{name}: {own} for {wanted}");
            };
            near("steady-state gain", 0.4);
            near("steady sideslip", -0.1 * gain.to_degrees());
            near("steady roll", gain.to_degrees());
            // After the ramp the gap falls from its value at the end of the ramp with the time constant.
            let gap = lag / rise * (1.0 - (-rise / lag).exp());
            near("response time", 0.5 * rise + lag * (gap / 0.1).ln());
            assert_eq!(value("peak response time"), None, "there is no peak");
        }
    }
}
