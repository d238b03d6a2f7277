//! An axis with round ticks.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// An axis: its range and its ticks.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    range: Range<f64>,
    is_logarithmic: bool,
    ticks: Vec<f64>,
}

impl Axis {
    /// A linear axis with about `count` ticks at 1, 2 or 5 times a power of ten.
    pub fn linear(range: Range<f64>, count: usize) -> Self {
        Self {
            ticks: ticks(&range, count),
            range,
            is_logarithmic: false,
        }
    }

    /// A logarithmic axis of a positive range. It has ticks at 1, 2 and 5 of each decade, or only at 1 for more than four decades.
    pub fn logarithmic(range: Range<f64>) -> Self {
        let decades = range.start.log10().floor() as i32..=range.end.log10().ceil() as i32;
        let parts: &[f64] = if range.end / range.start > 1e4 {
            &[1.0]
        } else {
            &[1.0, 2.0, 5.0]
        };
        let each = decades.flat_map(|decade| parts.iter().map(move |part| part * 10f64.powi(decade)));
        let is_inside = |tick: &f64| *tick >= range.start * 0.999 && *tick <= range.end * 1.001;
        Self {
            ticks: each.filter(is_inside).collect(),
            range,
            is_logarithmic: true,
        }
    }

    /// Length of the range.
    pub fn length(&self) -> f64 {
        self.range.end - self.range.start
    }

    fn place(&self, value: f64) -> f64 {
        let (from, to) = (self.range.start, self.range.end);
        match self.is_logarithmic {
            true => (value / from).ln() / (to / from).ln(),
            false => (value - from) / (to - from),
        }
    }
}

/// Multiples of a round step in a range.
fn ticks(range: &Range<f64>, count: usize) -> Vec<f64> {
    let step = round_step((range.end - range.start) / count as f64);
    let (first, last) = ((range.start / step).ceil(), (range.end / step).floor());
    let count = if last >= first { (last - first) as usize + 1 } else { 0 };
    (0..count).map(|k| step * (first + k as f64)).collect()
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least `least`.
pub fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let parts = [1.0, 2.0, 5.0, 10.0];
    let part = parts.into_iter().find(|part| part * power >= least * (1.0 - 1e-9));
    part.unwrap_or(10.0) * power
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let length = f64::from(limit.1 - limit.0);
        limit.0 + (length * self.place(*value)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(
            [0.9, 1.0, 1.1, 30.0, 0.021].map(round_step),
            [1.0, 1.0, 2.0, 50.0, 0.05]
        );
        assert_eq!(
            ticks(&(-80.0..80.0), 8),
            [-80.0, -60.0, -40.0, -20.0, 0.0, 20.0, 40.0, 60.0, 80.0]
        );
        let texts: Vec<String> = ticks(&(0.3..0.4), 2).iter().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(texts, ["0.30", "0.35", "0.40"]);
        assert_eq!(Axis::logarithmic(0.2..30.0).ticks.len(), 7);
    }

    /// All decades have the same length.
    #[test]
    fn decades_are_alike() {
        let axis = Axis::logarithmic(0.1..100.0);
        let places = [0.1, 1.0, 10.0, 100.0].map(|value| axis.map(&value, (0, 300)));
        assert_eq!(places, [0, 100, 200, 300]);
    }
}
