//! Characteristics of springs, dampers and stops, and their exact integrals.

use wishbone_compiler::model::{Curve, Stop, Table};

/// Value of a curve.
pub(crate) fn value(curve: &Curve, x: f64) -> f64 {
    match curve {
        Curve::Linear(slope) => **slope * x,
        Curve::Split { negative, .. } if x < 0.0 => **negative * x,
        Curve::Split { positive, .. } => **positive * x,
        Curve::Table(table) => table_value(table, x),
    }
}

/// The piece whose interval holds `x`; the first and the last piece go on for ever.
fn table_value(table: &Table, x: f64) -> f64 {
    let inner = &table.x[1..table.x.len() - 1];
    let piece = inner.iter().filter(|&&knot| knot <= x).count();
    let (x0, x1) = (table.x[piece], table.x[piece + 1]);
    let (y0, y1) = (table.y[piece], table.y[piece + 1]);
    y0 + (y1 - y0) / (x1 - x0) * (x - x0)
}

/// Integral of a curve from zero to `x`: every curve is linear between its kinks, so trapezia between them are exact.
pub(crate) fn integral(curve: &Curve, x: f64) -> f64 {
    let kinks: &[f64] = match curve {
        Curve::Linear(_) | Curve::Split { .. } => &[],
        Curve::Table(table) => &table.x,
    };
    let (low, high) = (x.min(0.0), x.max(0.0));
    let between = kinks.iter().copied().filter(|&kink| low < kink && kink < high);
    let knots: Vec<f64> = std::iter::once(low)
        .chain(between)
        .chain(std::iter::once(high))
        .collect();
    let trapezium = |w: &[f64]| 0.5 * (value(curve, w[0]) + value(curve, w[1])) * (w[1] - w[0]);
    x.signum() * knots.windows(2).map(trapezium).sum::<f64>()
}

/// Force of a stop over its overtravel: zero before it is met.
pub(crate) fn stop_force(stop: &Stop, overtravel: f64) -> f64 {
    if overtravel > 0.0 {
        value(&stop.curve, overtravel)
    } else {
        0.0
    }
}

/// Work done against a stop from where it is met to its overtravel.
///
/// A table may jump where the stop is met; the trapezium then starts at the value just behind that place, as it must.
pub(crate) fn stop_energy(stop: &Stop, overtravel: f64) -> f64 {
    integral(&stop.curve, overtravel.max(0.0))
}
