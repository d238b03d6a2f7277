//! The engines that turn with the input of the gearbox.

use super::Engine;
use super::graph::{Coupled, Turning};
use super::span::combination;
use std::vec;
use std::vec::Vec;

/// Fraction of the input's speed; below it, an engine does not turn with the input.
const LEAST: f64 = 1e-9;

/// The engines, by position, that turn with the gearbox's input. Each engine has its speed divided by the speed of the
/// input while no coupling slips or twists. An automatic gearbox shifts by the speed of the first engine. Engines with
/// a governor or a limiter come before other engines; among these, the engine with the greatest torque at the input
/// comes first. Empty where couplings and gears tie no engine to the input.
pub(super) fn engines<N: AsRef<str>>(engines: &[(N, Engine, Vec<f64>)], couplings: &[Coupled<N>]) -> Vec<(usize, f64)> {
    let shafts = engines.first().map_or(0, |(.., parts)| parts.len());
    // Rows over the free shafts and the input: the input, and the relative speeds of couplings between these.
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
        let is_governed = engine.idle.is_some() || engine.limit.is_some();
        let torque = engine.full.greatest() * ratio.abs();
        (ratio.abs() > LEAST).then(|| (place, ratio, is_governed, torque, name.as_ref()))
    });
    let mut all: Vec<_> = each.collect();
    all.sort_by(|(.., is_governed, one, name), (.., is_its, other, its)| {
        // The order of declaration does not count.
        is_its.cmp(is_governed).then(other.total_cmp(one)).then(name.cmp(its))
    });
    all.into_iter().map(|(place, ratio, ..)| (place, ratio)).collect()
}
