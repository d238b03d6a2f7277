//! Extremes of the motion, and its final values.

use super::History;
use crate::findings::Figure;

/// Name of Y of the centre of mass, which counts from the start.
const DEVIATION: &str = "course deviation Y";

/// Least, greatest and last number of each quantity.
pub fn of(history: &History) -> Vec<Figure> {
    let degrees = 1f64.to_degrees();
    let start = history.y.first().copied().unwrap_or(0.0);
    let aside: Vec<f64> = history.y.iter().map(|y| y - start).collect();
    let shown: [(&str, &[f64], &'static str, f64); 10] = [
        ("speed", &history.speed, "m/s", 1.0),
        ("yaw rate", &history.yaw_rate, "deg/s", degrees),
        ("lateral acceleration", &history.lateral, "m/s^2", 1.0),
        ("longitudinal acceleration", &history.longitudinal, "m/s^2", 1.0),
        ("vertical acceleration", &history.vertical, "m/s^2", 1.0),
        ("roll", &history.roll, "deg", degrees),
        ("pitch", &history.pitch, "deg", degrees),
        ("sideslip", &history.sideslip, "deg", degrees),
        ("steering wheel", &history.steering_wheel, "deg", degrees),
        (DEVIATION, &aside, "m", 1.0),
    ];
    let mut figures = Vec::new();
    for (subject, definition, of_deviation) in [
        (
            "least",
            "least number in the rows of the run's table",
            "least number in the rows of the run's table, from the place at the start",
        ),
        (
            "greatest",
            "greatest number in the rows of the run's table",
            "greatest number in the rows of the run's table, from the place at the start",
        ),
        (
            "at the end",
            "number at the end of the run",
            "number at the end of the run, from the place at the start",
        ),
    ] {
        for (name, values, unit, factor) in shown {
            let value = match subject {
                "least" => values.iter().copied().fold(f64::INFINITY, f64::min),
                "greatest" => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                _ => values.last().copied().unwrap_or(f64::NAN),
            };
            let definition = if name == DEVIATION { of_deviation } else { definition };
            figures.push(Figure::new(subject, name, unit, factor * value, definition));
        }
    }
    figures
}
