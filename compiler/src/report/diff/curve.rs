//! Characteristics in words.

use super::numbers::number;
use crate::model::{Curve, Joined, Table};
use crate::report::table::plural;

/// The slope, the coefficients of the powers, or the points of a characteristic.
pub(super) fn curve(curve: &Curve) -> String {
    match curve {
        Curve::Linear(slope) => number(**slope),
        Curve::Split { negative, positive } => {
            format!("{} below zero, {} above", number(**negative), number(**positive))
        }
        Curve::Degressive { slope, half } => format!("{}, half of it at {}", number(**slope), number(**half)),
        Curve::Polynomial(polynomial) => {
            let powers: Vec<String> = polynomial.ordinates.iter().map(|c| number(**c)).collect();
            let powers = powers.join(", ");
            format!("by power at {}: {powers}", number(*polynomial.abscissa))
        }
        Curve::Table(table) => through(table),
    }
}

fn through(table: &Table) -> String {
    let points = table.x.iter().zip(&table.y);
    let points: Vec<String> = points
        .map(|(x, y)| format!("({}, {})", number(*x), number(*y)))
        .collect();
    let joined = match table.joined {
        Joined::Straight => "",
        Joined::Cubic => ", cubic",
    };
    let count = plural(points.len(), "point", "points");
    let mut text = format!("{count}{joined}: {}", points.join(" "));
    for (factor, what) in [(*table.scale, "scaled by"), (*table.stretch, "stretched by")] {
        if factor != 1.0 {
            text += &format!(", {what} {}", number(factor));
        }
    }
    text
}
