//! The circle of a path: the least squares circle (Kåsa 1976, IEEE Trans. Instrum. Meas. 25, 8-14) through the second half of a
//! run.
//!
//! Points `(x, y)` on the circle about `(a, b)` with the radius `r` satisfy `x² + y² = 2 a x + 2 b y + c`, `c = r² - a² - b²`. The
//! three unknowns follow from linear least squares. Points are relative to their mean, which keeps the numbers small.

use super::History;
use super::history::mean;
use crate::findings::Figure;
use nalgebra::{Matrix3, Vector3};

/// Radius, deviation from the circle, and number of turns.
pub fn of(history: &History) -> Vec<Figure> {
    let rows = history.between(0.5 * history.end(), history.end());
    let circle = Circle::through(&history.x[rows.clone()], &history.y[rows]);
    let turned = history.yaw_rate.windows(2).zip(history.time.windows(2));
    let turned: f64 = turned
        .map(|(rate, time)| 0.5 * (rate[0] + rate[1]) * (time[1] - time[0]))
        .sum();
    vec![
        Figure::new(
            "circle",
            "radius",
            "m",
            circle.radius,
            "radius of the circle of least squares (Kåsa) through the path of the chassis' centre of mass in the second half of the run",
        ),
        Figure::new(
            "circle",
            "greatest deviation",
            "m",
            circle.deviation,
            "greatest distance of this part of the path from that circle",
        ),
        Figure::new(
            "circle",
            "turns",
            "",
            turned / std::f64::consts::TAU,
            "angle of yaw over the whole run, in full turns; positive: to the left",
        ),
    ]
}

/// A circle through points.
struct Circle {
    /// Radius [m].
    radius: f64,
    /// Greatest distance of a point from it [m].
    deviation: f64,
}

impl Circle {
    /// The least squares circle; NaN if the points lie on a straight line.
    fn through(x: &[f64], y: &[f64]) -> Self {
        let [middle_x, middle_y] = [mean(x), mean(y)];
        let points: Vec<[f64; 2]> = x.iter().zip(y).map(|(x, y)| [x - middle_x, y - middle_y]).collect();
        let (mut matrix, mut right) = (Matrix3::zeros(), Vector3::zeros());
        for [x, y] in &points {
            let row = Vector3::new(2.0 * x, 2.0 * y, 1.0);
            matrix += row * row.transpose();
            right += row * (x * x + y * y);
        }
        let Some(Ok(unknown)) = matrix
            .try_inverse()
            .map(|inverse| <[f64; 3]>::try_from((inverse * right).as_slice()))
        else {
            return Self {
                radius: f64::NAN,
                deviation: f64::NAN,
            };
        };
        let [a, b, c] = unknown;
        let radius = (c + a * a + b * b).sqrt();
        let distances = points.iter().map(|[x, y]| ((x - a).hypot(y - b) - radius).abs());
        Self {
            radius,
            deviation: distances.fold(0.0, f64::max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of an arc far from the origin give the circle of the arc; points of a straight line give no circle.
    #[test]
    fn points_on_a_circle_tell_it() {
        let angles: Vec<f64> = (0..40).map(|k| 0.1 * f64::from(k)).collect();
        let x: Vec<f64> = angles.iter().map(|angle| 1000.0 + 60.0 * angle.cos()).collect();
        let y: Vec<f64> = angles.iter().map(|angle| -300.0 + 60.0 * angle.sin()).collect();
        let circle = Circle::through(&x, &y);
        assert!(
            (circle.radius - 60.0).abs() < 1e-7 && circle.deviation < 1e-7,
            "{}",
            circle.radius
        );
        let line = Circle::through(&[0.0, 1.0, 2.0], &[0.0, 1.0, 2.0]);
        assert!(line.radius.is_nan() || line.radius > 1e6, "{}", line.radius);
    }
}
