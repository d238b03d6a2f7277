//! Rows as sums of other rows.

use std::vec;
use std::vec::Vec;

/// Fraction of the greatest coefficient of a row; below it, a coefficient counts as zero.
const LEAST: f64 = 1e-9;

/// Factors by which rows add up to a target; `None` if there are no such factors. A row that follows from those before
/// it has the factor zero.
pub(super) fn combination(rows: &[Vec<f64>], target: &[f64]) -> Option<Vec<f64>> {
    let mut known: Vec<Known> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let mut own = Known {
            row: row.clone(),
            parts: unit(place, rows.len()),
            pivot: 0,
        };
        own.reduce(&known);
        own.pivot = largest(&own.row);
        if size(&own.row) > LEAST * size(row) {
            known.push(own);
        }
    }
    let mut rest = Known {
        row: target.to_vec(),
        parts: vec![0.0; rows.len()],
        pivot: 0,
    };
    rest.reduce(&known);
    let is_sum = size(&rest.row) <= LEAST * size(target);
    is_sum.then(|| rest.parts.iter().map(|part| 0.0 - part).collect())
}

/// The part of a row that does not depend on the rows before it.
struct Known {
    row: Vec<f64>,
    /// Its parts of the given rows.
    parts: Vec<f64>,
    /// Place of its greatest coefficient.
    pivot: usize,
}

impl Known {
    /// Subtracts the part of the row that depends on the rows before it.
    fn reduce(&mut self, known: &[Self]) {
        for before in known {
            let factor = self.row[before.pivot] / before.row[before.pivot];
            take(&mut self.row, factor, &before.row);
            take(&mut self.parts, factor, &before.parts);
            self.row[before.pivot] = 0.0;
        }
    }
}

fn unit(place: usize, count: usize) -> Vec<f64> {
    (0..count).map(|k| f64::from(u8::from(k == place))).collect()
}

fn take(row: &mut [f64], factor: f64, from: &[f64]) {
    row.iter_mut().zip(from).for_each(|(x, from)| *x -= factor * from);
}

fn size(row: &[f64]) -> f64 {
    row.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// Place of the greatest coefficient.
fn largest(row: &[f64]) -> usize {
    let found = row
        .iter()
        .enumerate()
        .max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()));
    found.map_or(0, |(place, _)| place)
}
