//! Characteristics of springs, dampers and stops, and their exact integrals.

use wishbone_compiler::model::{Curve, Joined, Stop, Table};

/// Value of a curve.
pub(crate) fn value(curve: &Curve, x: f64) -> f64 {
    match curve {
        Curve::Linear(slope) => **slope * x,
        Curve::Split { negative, .. } if x < 0.0 => **negative * x,
        Curve::Split { positive, .. } => **positive * x,
        Curve::Degressive { slope, half } => **slope * x / (1.0 + x.abs() / **half),
        Curve::Polynomial(polynomial) => {
            let powers = polynomial.ordinates.iter().zip(1..);
            powers.map(|(c, k)| **c * (x / *polynomial.abscissa).powi(k)).sum()
        }
        Curve::Table(table) => *table.scale * table_value(table, x / *table.stretch),
    }
}

fn table_value(table: &Table, x: f64) -> f64 {
    let knots = match table.joined {
        Joined::Straight => &table.x[1..table.x.len() - 1],
        Joined::Cubic => &table.x,
    };
    let piece = knots.iter().filter(|&&knot| knot <= x).count();
    match table.joined {
        Joined::Straight => straight(table, piece, x),
        Joined::Cubic => cubic(table, piece, x),
    }
}

/// The piece with `x` in its interval; the first and the last piece are extended to infinity.
fn straight(table: &Table, piece: usize, x: f64) -> f64 {
    let (x0, y0) = (table.x[piece], table.y[piece]);
    y0 + secant(table, piece) * (x - x0)
}

/// The tangent before the first and after the last knot. Between two knots, Hermite's cubic by its four basis functions.
fn cubic(table: &Table, piece: usize, x: f64) -> f64 {
    let slopes = slopes(table);
    let last = table.x.len() - 1;
    if piece == 0 || piece > last {
        let end = piece.min(last);
        return table.y[end] + slopes[end] * (x - table.x[end]);
    }
    let (i, j) = (piece - 1, piece);
    let h = table.x[j] - table.x[i];
    let t = (x - table.x[i]) / h;
    let s = 1.0 - t;
    s * s * (1.0 + 2.0 * t) * table.y[i]
        + t * t * (1.0 + 2.0 * s) * table.y[j]
        + h * (s * s * t * slopes[i] - t * t * s * slopes[j])
}

/// The slope at each knot, after Fritsch and Carlson: the slope of the parabola through three neighbours, or zero if the secants change
/// sign. Both slopes of an interval are limited to a circle with a radius of three times its secant.
fn slopes(table: &Table) -> Vec<f64> {
    let secants: Vec<f64> = (0..table.x.len() - 1).map(|i| secant(table, i)).collect();
    let mut slopes = vec![secants[0]];
    for (i, pair) in secants.windows(2).enumerate() {
        let bend = (pair[1] - pair[0]) / (table.x[i + 2] - table.x[i]);
        let parabola = pair[0] + bend * (table.x[i + 1] - table.x[i]);
        slopes.push(if pair[0] * pair[1] > 0.0 { parabola } else { 0.0 });
    }
    slopes.extend(secants.last());
    for (i, secant) in secants.iter().enumerate() {
        let circle = 3.0 * secant.abs();
        let radius = slopes[i].hypot(slopes[i + 1]);
        for slope in &mut slopes[i..i + 2] {
            *slope *= if radius > circle { circle / radius } else { 1.0 };
        }
    }
    slopes
}

fn secant(table: &Table, i: usize) -> f64 {
    (table.y[i + 1] - table.y[i]) / (table.x[i + 1] - table.x[i])
}

/// The abscissa at which an increasing curve has the wanted value, by bisection.
pub(crate) fn abscissa(curve: &Curve, wanted: f64) -> f64 {
    let mut low = -1.0;
    while value(curve, low) > wanted {
        low *= 2.0;
    }
    let mut high = 1.0;
    while value(curve, high) < wanted {
        high *= 2.0;
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let half = if value(curve, middle) < wanted {
            &mut low
        } else {
            &mut high
        };
        *half = middle;
    }
    0.5 * (low + high)
}

/// Abscissae and weights of Gauss's rule of five points on -1..1, exact for polynomials of the ninth degree. By
/// symmetry only abscissae that are not negative are listed.
const GAUSS: [(f64, f64); 3] = [
    (0.0, 128.0 / 225.0),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
    (0.906_179_845_938_664, 0.236_926_885_056_189_1),
];

/// Integral of a curve from zero to `x`; every curve is a polynomial between its kinks.
pub(crate) fn integral(curve: &Curve, x: f64) -> f64 {
    let kinks: Vec<f64> = match curve {
        Curve::Linear(_) | Curve::Split { .. } | Curve::Degressive { .. } | Curve::Polynomial(_) => Vec::new(),
        Curve::Table(table) => table.x.iter().map(|knot| knot * *table.stretch).collect(),
    };
    let (low, high) = (x.min(0.0), x.max(0.0));
    let between = kinks.into_iter().filter(|&kink| low < kink && kink < high);
    let knots: Vec<f64> = std::iter::once(low)
        .chain(between)
        .chain(std::iter::once(high))
        .collect();
    let part = |w: &[f64]| {
        let (middle, half) = (0.5 * (w[0] + w[1]), 0.5 * (w[1] - w[0]));
        let both = |t: f64| match t {
            0.0 => value(curve, middle),
            t => value(curve, middle - half * t) + value(curve, middle + half * t),
        };
        half * GAUSS.iter().map(|(t, weight)| weight * both(*t)).sum::<f64>()
    };
    x.signum() * knots.windows(2).map(part).sum::<f64>()
}

/// Force of a stop over its overtravel: zero before contact.
pub(crate) fn stop_force(stop: &Stop, overtravel: f64) -> f64 {
    if overtravel > 0.0 {
        value(&stop.curve, overtravel)
    } else {
        0.0
    }
}

/// Work against a stop from contact to its overtravel.
///
/// A table may jump at contact; Gauss's rule does not evaluate the curve at that point.
pub(crate) fn stop_energy(stop: &Stop, overtravel: f64) -> f64 {
    integral(&stop.curve, overtravel.max(0.0))
}
