//! The engine that turns with the input of the gearbox.

use super::Engine;
use super::graph::{Coupled, Turning};
use super::span::combination;
use core::cmp::Ordering;
use std::vec;
use std::vec::Vec;

/// Part of the input's speed below which an engine does not turn with it.
const LEAST: f64 = 1e-9;

/// The engine, by position, that turns with the gearbox's input, and its speed by that of the input while no coupling slips or twists. Of
/// several it is the one with the greatest torque there; `None` where couplings and gears tie no engine to the input.
pub(super) fn engine<N: AsRef<str>>(
    engines: &[(N, Engine, Vec<f64>)],
    couplings: &[Coupled<N>],
) -> Option<(usize, f64)> {
    let shafts = engines.first().map_or(0, |(.., parts)| parts.len());
    // Rows over the free shafts and the input: the input, and what couplings between these let turn alike.
    let row = |side: &Turning| -> Option<Vec<f64>> {
        match side {
            Turning::Shafts(parts) => Some(parts.iter().copied().chain([0.0]).collect()),
            Turning::Input => Some([vec![0.0; shafts], vec![1.0]].concat()),
            Turning::Wheel(_) | Turning::Housing => None,
        }
    };
    let alike = couplings.iter().filter_map(|coupling| {
        let (from, to) = (row(&coupling.from)?, row(&coupling.to)?);
        Some(from.iter().zip(&to).map(|(from, to)| from - to).collect())
    });
    let rows: Vec<Vec<f64>> = row(&Turning::Input).into_iter().chain(alike).collect();
    let each = engines.iter().enumerate().filter_map(|(place, (name, engine, parts))| {
        let own: Vec<f64> = parts.iter().copied().chain([0.0]).collect();
        let ratio = combination(&rows, &own)?[0];
        (ratio.abs() > LEAST).then(|| (place, ratio, engine.full.greatest() * ratio.abs(), name.as_ref()))
    });
    let greatest = each.max_by(|(.., one, name), (.., other, its)| match one.total_cmp(other) {
        // The order of declaration does not count.
        Ordering::Equal => its.cmp(name),
        order => order,
    });
    greatest.map(|(place, ratio, ..)| (place, ratio))
}
