//! Monotone cubics through points (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980).

use crate::math::{abs, sqrt};

/// Slopes at the points that keep every piece monotone.
///
/// At an inner point it is the slope of the parabola through the point and its neighbours, or zero if the curve changes its
/// direction there. At the ends it is the slope of the chord. With `a = m₀/d` and `b = m₁/d`, the cubic (1) of [`cubic_pieces`]
/// is monotone if `a² + b² <= 9`, `a, b >= 0`. If this is violated, both slopes are reduced by one factor.
///
/// # Panics
/// Returns an error if there are fewer than two points, or if a point has no slope or no ordinate.
pub fn monotone_slopes(x: &[f64], y: &[f64], slopes: &mut [f64]) {
    let chord = |i: usize| (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    let last = x.len() - 1;
    let parabola = |i: usize| {
        let (before, after) = (x[i] - x[i - 1], x[i + 1] - x[i]);
        (after * chord(i - 1) + before * chord(i)) / (before + after)
    };
    for (i, slope) in slopes.iter_mut().enumerate() {
        *slope = match i {
            0 => chord(0),
            i if i == last => chord(last - 1),
            i if chord(i - 1) * chord(i) <= 0.0 => 0.0,
            i => parabola(i),
        };
    }
    for i in 0..last {
        let size = sqrt(slopes[i] * slopes[i] + slopes[i + 1] * slopes[i + 1]);
        let most = 3.0 * abs(chord(i));
        if size > most {
            slopes[i] *= most / size;
            slopes[i + 1] *= most / size;
        }
    }
}

/// Pieces of the piecewise cubic curve with given ordinates and slopes at the points, continued by its tangents. There is one piece
/// more than points.
///
/// Let a piece have the length `h`, the mean slope `d`, the slopes `m₀` and `m₁` at its ends, and the distance `u` from
/// its beginning. The cubic with these ordinates and slopes at both ends is
///
/// (1) `y₀ + m₀ u + (3d - 2m₀ - m₁)/h u² + (m₀ + m₁ - 2d)/h² u³`.
///
/// # Panics
/// Returns an error if there are fewer than two points, or if a point has no slope or no ordinate.
pub fn cubic_pieces<'a>(x: &'a [f64], y: &'a [f64], slopes: &'a [f64]) -> impl Iterator<Item = [f64; 4]> + 'a {
    let last = x.len() - 1;
    let tangent = move |i: usize| [y[i], slopes[i], 0.0, 0.0];
    let inner = (0..last).map(move |i| {
        let (h, m0, m1) = (x[i + 1] - x[i], slopes[i], slopes[i + 1]);
        let d = (y[i + 1] - y[i]) / h;
        [y[i], m0, (3.0 * d - 2.0 * m0 - m1) / h, (m0 + m1 - 2.0 * d) / (h * h)]
    });
    let before = core::iter::once(tangent(0));
    before.chain(inner).chain(core::iter::once(tangent(last)))
}
