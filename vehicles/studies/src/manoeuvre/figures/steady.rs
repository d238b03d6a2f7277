//! Gradients of steady-state circular driving, ISO 4138, by slowly increasing steer at a constant speed.
//!
//! A gradient is the slope of the least squares line over the lateral acceleration, in the range [`RANGE`], through which the run passes
//! from its lower to its upper end. A slow turn of the steering wheel delays all histories. A constant delay moves such a line, but does not
//! change its slope.

use super::History;
use super::history::{mean, scaled, slope};
use super::passed::{Missed, rows_between, side};
use crate::findings::{Figure, number};
use crate::manoeuvre::Facts;
use core::ops::Range;

/// Lateral accelerations of the linear range [m/s²].
const RANGE: [f64; 2] = [0.5, 4.0];

/// The rows in which the vehicle passes through the linear range, towards the side of its turn.
fn linear(history: &History) -> Result<Range<usize>, Missed> {
    rows_between(&scaled(&history.lateral, side(&history.lateral)), RANGE)
}

/// A note on a run that does not pass through the linear range, and so has no gradients.
pub fn missed(history: &History) -> Option<String> {
    let missed = linear(history).err()?;
    let cure = match missed {
        Missed::Begins(_) => "turn to the other side, or ask for `trim --over lateral=0.5..4`",
        Missed::Reaches(_) => "a longer `--time` or a higher `--speed` may reach more",
    };
    let [low, high] = RANGE.map(number);
    Some(format!(
        "no gradients: these are slopes from {low} to {high} m/s^2, and {}; {cure}",
        missed.words()
    ))
}

/// Gradients, and the greatest lateral acceleration.
pub fn of(facts: &Facts, history: &History) -> Vec<Figure> {
    let greatest = history.lateral.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let rows = linear(history).unwrap_or_default();
    let over = |values: &[f64]| {
        let points = history.lateral[rows.clone()].iter().zip(&values[rows.clone()]);
        slope(&points.map(|(lateral, value)| (*lateral, *value)).collect::<Vec<_>>())
    };
    let speed = mean(&history.speed[rows.clone()]);
    let steer = over(&history.steering_wheel);
    let reference = facts.wheelbase() / (speed * speed);
    let understeer = facts.ratio.map_or(f64::NAN, |ratio| steer / ratio - reference);
    let degrees = 1f64.to_degrees();
    let per = "deg/(m/s^2)";
    vec![
        Figure::new(
            "",
            "steering-wheel angle gradient",
            per,
            degrees * steer,
            "slope of the steering-wheel angle over the lateral acceleration, 0.5 to 4 m/s^2 (ISO 4138, ISO 8855)",
        ),
        Figure::new(
            "",
            "understeer gradient",
            per,
            degrees * understeer,
            "steering-wheel angle gradient divided by the steering ratio (to front minus rear steer angle), minus wheelbase divided by the square of the speed, of the unit that steers (ISO 4138, ISO 8855)",
        ),
        Figure::new(
            "",
            "sideslip gradient",
            per,
            degrees * over(&history.sideslip),
            "slope of the sideslip angle at the chassis' centre of mass over the lateral acceleration (ISO 4138)",
        ),
        Figure::new(
            "",
            "roll gradient",
            per,
            degrees * over(&history.roll),
            "slope of the chassis' roll angle over the lateral acceleration (ISO 4138)",
        ),
        Figure::new(
            "",
            "yaw rate gain",
            "1/s",
            speed.recip() / steer,
            "slope of the yaw rate over the steering-wheel angle, the yaw rate being lateral acceleration divided by speed (ISO 4138)",
        ),
        Figure::new(
            "",
            "greatest lateral acceleration",
            "m/s^2",
            greatest,
            "greatest absolute lateral acceleration of the run",
        ),
    ]
}
