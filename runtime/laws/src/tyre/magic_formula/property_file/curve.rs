//! The measured load over the deflection (`[DEFLECTION_LOAD_CURVE]`), and the contact of the rim (`[BOTTOMING_CURVE]`).

use super::Coefficients;
use super::lines::{Lines, Table};
use std::format;
use std::string::String;
use std::vec::Vec;

/// The load as `a r + b r²` over the deflection `r`.
struct Fitted {
    /// [N/m]
    linear: f64,
    /// [N/m²]
    square: f64,
    /// Largest difference from the points up to twice the nominal load [N].
    error: f64,
}

/// Sets the vertical stiffness of the tyre by its measured curve, and reports the error.
///
/// The law of the normal force has the terms of 4.E68 (Pacejka 2012), linear and square in the deflection; these terms
/// are fitted to the curve. If the tyre would become softer with the deflection, only the linear term is fitted,
/// because a softening law has a greatest load.
pub(super) fn take_deflection(lines: &mut Lines, units: [f64; 2], c: &mut Coefficients) -> Option<(usize, String)> {
    let tables: Vec<Table> = lines.tables_of("DEFLECTION_LOAD_CURVE").cloned().collect();
    let table = tables.iter().find(|table| !table.rows.is_empty())?;
    if let Some(other) = tables
        .iter()
        .find(|other| !other.rows.is_empty() && other.rows != table.rows)
    {
        let message = format!(
            "`[DEFLECTION_LOAD_CURVE]` stands in the lines {} and {} with different points: the first one is used",
            table.line, other.line
        );
        return used(lines, table, units, c).map(|(line, told)| (line, format!("{message}; {told}")));
    }
    used(lines, table, units, c)
}

fn used(lines: &mut Lines, table: &Table, units: [f64; 2], c: &mut Coefficients) -> Option<(usize, String)> {
    let points = points(lines, table, units)?;
    let (radius, nominal) = (c.unloaded_radius, c.fnomin);
    let fitted = fitted(&points, nominal)?;
    // A Q_FZ1 of zero would mean that the file does not give it.
    c.q_fz1 = (fitted.linear * radius / nominal).max(f64::MIN_POSITIVE);
    c.q_fz2 = fitted.square * radius * radius / nominal;
    let part = 100.0 * fitted.error / nominal;
    let message = format!(
        "`[DEFLECTION_LOAD_CURVE]` takes the place of `VERTICAL_STIFFNESS` in the normal force: {:.4e} N/m and {:.4e} N/m^2, at most {part:.1} % of \
         FNOMIN beside its points",
        fitted.linear, fitted.square
    );
    Some((table.line, message))
}

/// Points of a curve [m, N] above zero. A curve that does not rise is a mistake.
fn points(lines: &mut Lines, table: &Table, units: [f64; 2]) -> Option<Vec<[f64; 2]>> {
    let pairs = table.rows.iter().map(|row| match row[..] {
        [deflection, load] => Some([deflection * units[0], load * units[1]]),
        _ => None,
    });
    let pairs: Option<Vec<[f64; 2]>> = pairs.collect();
    let rises = |pairs: &Vec<[f64; 2]>| {
        let increases = pairs
            .windows(2)
            .all(|pair| pair[0][0] < pair[1][0] && pair[0][1] < pair[1][1]);
        increases
            && pairs
                .first()
                .is_some_and(|[deflection, load]| *deflection >= 0.0 && *load >= 0.0)
    };
    let Some(mut pairs) = pairs.filter(rises) else {
        let message = format!(
            "`[{}]` has to have rows of a deflection and a load, both from zero on and increasing",
            table.section
        );
        lines.mistake(table.line, message);
        return None;
    };
    pairs.retain(|[deflection, load]| *deflection > 0.0 && *load > 0.0);
    (!pairs.is_empty()).then_some(pairs)
}

/// Least-squares fit of the relative errors, for the points up to twice the nominal load. If none of these reaches the nominal load,
/// for all points.
fn fitted(points: &[[f64; 2]], nominal: f64) -> Option<Fitted> {
    let within = points.iter().filter(|[_, load]| *load <= 2.0 * nominal);
    let within: Vec<[f64; 2]> = match within.clone().any(|[_, load]| *load >= nominal) {
        true => within.copied().collect(),
        false => points.to_vec(),
    };
    // With `load = (a + b r) r`, `load / r` is a line over `r`.
    let rates: Vec<[f64; 2]> = within.iter().map(|[r, load]| [*r, load / r]).collect();
    let count = rates.len() as f64;
    let [mean_r, mean_rate] = [0, 1].map(|k| rates.iter().map(|pair| pair[k]).sum::<f64>() / count);
    let spread: f64 = rates.iter().map(|[r, _]| (r - mean_r) * (r - mean_r)).sum();
    let together: f64 = rates.iter().map(|[r, rate]| (r - mean_r) * (rate - mean_rate)).sum();
    let slope = if spread > 0.0 { together / spread } else { 0.0 };
    let (linear, square) = match (slope > 0.0, mean_rate - slope * mean_r) {
        (false, _) => (mean_rate, 0.0),
        (true, start) if start >= 0.0 => (start, slope),
        // A curve without stiffness at zero deflection has the square term alone.
        (true, _) => (0.0, mean_rate / mean_r),
    };
    let errors = within.iter().map(|[r, load]| ((linear + square * r) * r - load).abs());
    let error = errors.fold(0.0, f64::max);
    (linear.is_finite() && square.is_finite()).then_some(Fitted { linear, square, error })
}

/// Reports a curve for the contact of the rim, which the normal force leaves out.
pub(super) fn bottoming(lines: &Lines, units: [f64; 2]) -> Option<(usize, String)> {
    let table = lines
        .tables_of("BOTTOMING_CURVE")
        .find(|table| !table.rows.is_empty())?;
    let free = table
        .rows
        .iter()
        .filter(|row| row.get(1) == Some(&0.0))
        .filter_map(|row| row.first());
    let free = free.fold(0.0, |most: f64, deflection| most.max(*deflection)) * units[0];
    let message = format!(
        "`[BOTTOMING_CURVE]` is not used: the rim does not meet the ground, which by this curve it would from {:.0} mm of deflection on",
        1e3 * free
    );
    Some((table.line, message))
}
