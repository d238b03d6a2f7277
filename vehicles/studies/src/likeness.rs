//! Likeness of computed and measured curves.
//!
//! The relative integral error of a computed curve `C` against a measured curve `M` is (Szczotka & Wojciech 2007,
//! eq. 45)
//!
//! ```text
//! ε = ∫ |C - M| dt / ∫ |C| dt
//! ```
//!
//! The clock of a measuring device starts at a different time: the measured value `M(t + lag)` belongs to the computed
//! value `C(t)`. The best lag has the greatest correlation. This is the mean over all columns, each weighted by its
//! common length, of
//!
//! ```text
//! r(lag) = ∫ (C - mean C) (M - mean M) dt / sqrt(∫ (C - mean C)² dt ∫ (M - mean M)² dt)
//! ```
//!
//! over the common times. A column counts at a lag if three quarters of its length are common to both records at this
//! lag. Offsets and factors of a column do not change the correlation.

use serde::Serialize;

/// Common part of the two records at each lag that is tried, as a fraction of the shorter record.
const LEAST_OVERLAP: f64 = 0.75;
/// Steps of the search by golden section.
const SECTIONS: usize = 60;
/// Part of the length of a record by which a place may be outside by rounding.
const NEAR: f64 = 1e-9;
/// A curve is constant if its variation is below this part of the square of its largest value.
const CONSTANT: f64 = 1e-20;
/// Difference of mean correlations from which one lag is clearly better than another.
const CLEARLY: f64 = 0.05;

/// A measured curve: ascending places with a value each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Times or other places.
    pub x: Vec<f64>,
    /// Values.
    pub y: Vec<f64>,
}

impl Measured {
    /// Value at a place, with linear interpolation between the points; `None` outside of them. A place that is outside only by
    /// rounding has the value of the end.
    pub fn at(&self, x: f64) -> Option<f64> {
        let [first, last] = self.ends()?;
        let near = NEAR * (last - first);
        let x = match (first - near..=last + near).contains(&x) {
            true => x.clamp(first, last),
            false => return None,
        };
        let after = self.x.partition_point(|own| *own < x);
        let (x1, y1) = (*self.x.get(after)?, self.y[after]);
        if x1 == x {
            return Some(y1);
        }
        let before = after.checked_sub(1)?;
        let (x0, y0) = (self.x[before], self.y[before]);
        Some(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
    }

    fn ends(&self) -> Option<[f64; 2]> {
        self.x.first().zip(self.x.last()).map(|(first, last)| [*first, *last])
    }
}

/// A computed and a measured curve of one quantity, in one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Values at the places of the computed table.
    pub computed: Vec<f64>,
    /// The measured curve.
    pub measured: Measured,
}

impl Pair {
    /// Greatest possible common length, without the steps of the table at both ends.
    fn reach(&self, x: &[f64]) -> Option<f64> {
        let mut finite = x.iter().zip(&self.computed).filter(|(_, value)| value.is_finite());
        let (first, _) = finite.next()?;
        let last = finite.next_back().map_or(first, |(last, _)| last);
        let [begin, end] = self.measured.ends()?;
        let step = (x.last()? - x.first()?) / (x.len().max(2) - 1) as f64;
        Some((last - first).min(end - begin) - 2.0 * step)
    }
}

/// Differences of a computed curve and a measured one over their common places.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Likeness {
    /// First and last common place.
    pub span: [f64; 2],
    /// Relative integral error; `None` if the computed curve is zero.
    pub integral_error: Option<f64>,
    /// Root of the mean square of the difference.
    pub rms: f64,
    /// Largest difference.
    pub largest: f64,
    /// Largest absolute value of the computed curve minus the measured curve.
    pub peaks: f64,
    /// Correlation of both curves; `None` if one of them is constant.
    pub correlation: Option<f64>,
}

/// Measured values at the places `x` of the computed values; `None` outside of the measured range.
pub fn resampled(x: &[f64], measured: &Measured, lag: f64) -> Vec<Option<f64>> {
    x.iter().map(|x| measured.at(x + lag)).collect()
}

/// The likeness of a pair over ascending places; `None` if fewer than two places are common.
pub fn of(x: &[f64], pair: &Pair, lag: f64) -> Option<Likeness> {
    let common = common(x, pair, lag);
    let (first, last) = (common.first()?, common.last()?);
    if common.len() < 2 {
        return None;
    }
    let of = |value: &dyn Fn(f64, f64) -> f64| integral(&common, value);
    let length = last[0] - first[0];
    let most = |value: &dyn Fn(f64, f64) -> f64| common.iter().map(|[_, c, m]| value(*c, *m)).fold(0.0, f64::max);
    let size = of(&|c, _| c.abs());
    Some(Likeness {
        span: [first[0], last[0]],
        integral_error: (size > 0.0).then(|| of(&|c, m| (c - m).abs()) / size),
        rms: (of(&|c, m| (c - m) * (c - m)) / length).sqrt(),
        largest: most(&|c, m| (c - m).abs()),
        peaks: most(&|c, _| c.abs()) - most(&|_, m| m.abs()),
        correlation: correlation(&common),
    })
}

/// The lag of the measurement behind the computed curves at which both correlate best. `x` are the times of the points.
/// A measurement may have the opposite sign: if the sizes of the correlations are clearly greater at a different lag,
/// this lag is used. `None` if no pair correlates at any lag with enough overlap.
pub fn lag(x: &[f64], pairs: &[Pair]) -> Option<f64> {
    let (signed, score) = best(x, pairs, |correlation| correlation)?;
    let (either, other) = best(x, pairs, f64::abs)?;
    Some(if other > score + CLEARLY { either } else { signed })
}

/// The lag with the greatest score, and the score.
fn best(x: &[f64], pairs: &[Pair], counts: fn(f64) -> f64) -> Option<(f64, f64)> {
    let [begin, end] = [*x.first()?, *x.last()?];
    let ends: Vec<[f64; 2]> = pairs.iter().filter_map(|pair| pair.measured.ends()).collect();
    let first = ends.iter().map(|ends| ends[0]).fold(f64::INFINITY, f64::min);
    let last = ends.iter().map(|ends| ends[1]).fold(f64::NEG_INFINITY, f64::max);
    let step = (end - begin) / (x.len().max(2) - 1) as f64;
    let left_out = (1.0 - LEAST_OVERLAP) * (end - begin).min(last - first);
    // The measurement begins before the run or ends after it by at most the part that may be left out.
    let (own, other) = (end - begin, last - first);
    let span = (other - own).abs();
    let (low, high) = match other >= own {
        true => (first - begin - left_out, first - begin + span + left_out),
        false => (first - begin - span - left_out, first - begin + left_out),
    };
    // This is true if a number is NaN.
    if !(step > 0.0 && high >= low) {
        return None;
    }
    let score = |lag: f64| score(x, pairs, lag, counts);
    // In order of size, so that the smallest of several equally good lags is taken.
    let whole = |bound: f64| (bound / step).round() as i64;
    let mut tried: Vec<i64> = (whole(low)..=whole(high)).collect();
    tried.sort_by_key(|k| k.abs());
    let mut best: Option<(f64, f64)> = None;
    for k in tried {
        let lag = k as f64 * step;
        if let Some(found) = score(lag)
            && best.is_none_or(|(_, most)| found > most + 1e-12)
        {
            best = Some((lag, found));
        }
    }
    let (near, found) = best?;
    let refined = golden(&|lag| score(lag).unwrap_or(f64::NEG_INFINITY), near - step, near + step);
    // If no lag is better, the lag of a whole number of steps is used, which is exact.
    Some(match score(refined) {
        Some(there) if there > found + 1e-12 => (refined, there),
        _ => (near, found),
    })
}

/// Mean of the correlations of the pairs that vary, each weighted by its common length. Pairs with less than the least overlap are left
/// out.
fn score(x: &[f64], pairs: &[Pair], lag: f64, counts: fn(f64) -> f64) -> Option<f64> {
    let each = pairs.iter().filter_map(|pair| {
        let common = common(x, pair, lag);
        let length = common.last()?[0] - common.first()?[0];
        let is_enough = length >= LEAST_OVERLAP * pair.reach(x)?;
        Some((length, counts(correlation(&common).filter(|_| is_enough)?)))
    });
    let (length, sum) = each.fold((0.0, 0.0), |(length, sum), own| (length + own.0, sum + own.0 * own.1));
    (length > 0.0).then(|| sum / length)
}

/// Common places, with the computed and the measured value at each.
fn common(x: &[f64], pair: &Pair, lag: f64) -> Vec<[f64; 3]> {
    let measured = resampled(x, &pair.measured, lag);
    let each = x.iter().zip(&pair.computed).zip(measured);
    each.filter_map(|((x, computed), measured)| Some([*x, *computed, measured?]))
        .filter(|[_, computed, _]| computed.is_finite())
        .collect()
}

/// Integral of a function of both values by the trapezoidal rule.
fn integral(common: &[[f64; 3]], value: &dyn Fn(f64, f64) -> f64) -> f64 {
    let each = common.windows(2).map(|pair| {
        let [[x0, c0, m0], [x1, c1, m1]] = [pair[0], pair[1]];
        0.5 * (x1 - x0) * (value(c0, m0) + value(c1, m1))
    });
    each.sum()
}

fn correlation(common: &[[f64; 3]]) -> Option<f64> {
    let length = common.last()?[0] - common.first()?[0];
    let mean = |value: &dyn Fn(f64, f64) -> f64| integral(common, value) / length;
    let (c0, m0) = (mean(&|c, _| c), mean(&|_, m| m));
    let both = mean(&|c, m| (c - c0) * (m - m0));
    let sizes = [mean(&|c, _| (c - c0) * (c - c0)), mean(&|_, m| (m - m0) * (m - m0))];
    let largest = [1, 2].map(|k| common.iter().map(|own| own[k] * own[k]).fold(0.0, f64::max));
    let varies = sizes
        .iter()
        .zip(largest)
        .all(|(size, largest)| *size > CONSTANT * largest);
    varies.then(|| both / (sizes[0] * sizes[1]).sqrt())
}

/// Place of the maximum of a function between two places (Kiefer 1953).
fn golden(f: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let ratio = 0.5 * (5f64.sqrt() - 1.0);
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_a, mut at_b) = (f(a), f(b));
    for _ in 0..SECTIONS {
        if at_a >= at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - ratio * (high - low);
            at_a = f(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + ratio * (high - low);
            at_b = f(b);
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A smooth transient that comes to rest.
    fn pulse(t: f64) -> f64 {
        let s = t - 1.5;
        (-s * s / 0.08).exp() - 0.4 * (-(s - 0.6) * (s - 0.6) / 0.1).exp()
    }

    fn times(count: usize, step: f64) -> Vec<f64> {
        (0..count).map(|k| step * k as f64).collect()
    }

    /// A run compared with itself, delayed and scaled by known amounts. The lag is found, and `ε = |1 - s|`.
    #[test]
    fn a_shifted_and_scaled_curve_has_errors_of_closed_form() {
        let x = times(401, 0.01);
        for (lag, scale) in [(0.0, 1.0), (0.23, 0.9), (-0.31, 1.25), (0.117, 1.1)] {
            let t = times(900, 0.005);
            let measured = Measured {
                y: t.iter().map(|t| scale * pulse(t - lag)).collect(),
                x: t,
            };
            let pair = Pair {
                computed: x.iter().map(|t| pulse(*t)).collect(),
                measured,
            };
            let found = super::lag(&x, std::slice::from_ref(&pair)).expect("a lag");
            assert!((found - lag).abs() < 2e-4, "{found} for {lag}");
            let likeness = of(&x, &pair, lag).expect("they overlap");
            // Linear interpolation between points 5 ms apart has an error of h²/8 times the curvature.
            let error = likeness.integral_error.expect("it is not zero");
            assert!((error - (1.0 - scale).abs()).abs() < 1e-3, "{error} for {scale}");
            let peak = x.iter().map(|t| pulse(*t).abs()).fold(0.0, f64::max);
            assert!((likeness.largest - (1.0 - scale).abs() * peak).abs() < 1e-3);
            assert!((likeness.peaks - (1.0 - scale) * peak).abs() < 1e-3);
            assert!(likeness.correlation.expect("it varies") > 0.9999);
        }
    }

    /// Measurements of opposite sign (all columns, or one of two columns) have the lag of measurements with the right
    /// sign.
    #[test]
    fn signs_do_not_move_the_lag() {
        let x = times(401, 0.01);
        let pair = |sign: f64, of: &dyn Fn(f64) -> f64| {
            let t = times(900, 0.005);
            Pair {
                computed: x.iter().map(|t| of(*t)).collect(),
                measured: Measured {
                    y: t.iter().map(|t| sign * of(t - 0.23)).collect(),
                    x: t,
                },
            }
        };
        let rate = |t: f64| (pulse(t + 1e-4) - pulse(t - 1e-4)) / 2e-4;
        for signs in [[1.0, 1.0], [-1.0, -1.0], [-1.0, 1.0]] {
            let pairs = [pair(signs[0], &pulse), pair(signs[1], &rate)];
            let found = lag(&x, &pairs).expect("a lag");
            assert!((found - 0.23).abs() < 2e-4, "{found} for {signs:?}");
            let told = pairs.map(|pair| of(&x, &pair, found).and_then(|own| own.correlation).expect("it varies"));
            assert!(told.iter().zip(signs).all(|(own, sign)| own * sign > 0.999), "{told:?}");
        }
    }

    /// `C = t`, `M = t + 1` on `[0, 2]`: `ε = 2 / 2`, rms 1; `M = 0`: `ε = 1`, rms `sqrt(4/3)`.
    #[test]
    fn errors_of_straight_lines_are_those_of_calculus() {
        let x = times(2001, 1e-3);
        let of_line = |offset: f64, slope: f64| {
            let pair = Pair {
                computed: x.clone(),
                measured: Measured {
                    x: vec![0.0, 2.0],
                    y: vec![offset, offset + 2.0 * slope],
                },
            };
            of(&x, &pair, 0.0).expect("they overlap")
        };
        let above = of_line(1.0, 1.0);
        assert!((above.integral_error.expect("it is not zero") - 1.0).abs() < 1e-9);
        assert!((above.rms - 1.0).abs() < 1e-9 && (above.peaks + 1.0).abs() < 1e-9);
        let none = of_line(0.0, 0.0);
        assert!((none.integral_error.expect("it is not zero") - 1.0).abs() < 1e-9);
        assert!((none.rms - (4.0f64 / 3.0).sqrt()).abs() < 1e-6);
        assert_eq!(none.correlation, None);
        // Relative to the computed curve, not to the measured one.
        let less = of_line(0.0, 0.5);
        assert!((less.integral_error.expect("it is not zero") - 0.5).abs() < 1e-9);
    }

    /// A record with the clock of another device has the same rows: no lag takes the last or the first of them away by rounding.
    #[test]
    fn rounding_of_the_lag_takes_no_row() {
        let x: Vec<f64> = (0..401).map(|row| f64::from(row) / 100.0).collect();
        for k in -1000..1000 {
            let lag = f64::from(k) / 1000.0;
            let pair = Pair {
                computed: x.clone(),
                measured: Measured {
                    x: (0..401).map(|row| f64::from(k + 10 * row) / 1000.0).collect(),
                    y: x.clone(),
                },
            };
            let span = of(&x, &pair, lag).expect("they overlap").span;
            assert_eq!(span, [0.0, 4.0], "{lag}");
        }
        let measured = Measured {
            x: vec![1.0, 3.0],
            y: vec![5.0, 6.0],
        };
        let values = [0.99, 1.0, 2.0, 3.0, 3.01].map(|x| measured.at(x));
        assert_eq!(values, [None, Some(5.0), Some(5.5), Some(6.0), None]);
        assert_eq!(Measured::default().at(1.0), None);
    }

    /// A column over a short time, which correlates at another lag, does not outweigh a column over the whole time.
    #[test]
    fn a_short_column_counts_by_its_length() {
        let x = times(401, 0.01);
        let wave = |t: f64| (std::f64::consts::TAU * t).sin();
        let pair = |of: &dyn Fn(f64) -> f64, t: Vec<f64>, measured: &dyn Fn(f64) -> f64| Pair {
            computed: x.iter().map(|t| of(*t)).collect(),
            measured: Measured {
                y: t.iter().map(|t| measured(*t)).collect(),
                x: t,
            },
        };
        let whole = pair(&pulse, times(401, 0.01), &|t| pulse(t - 0.2));
        let short = times(31, 0.01).iter().map(|t| 1.4 + t).collect();
        let short = pair(&wave, short, &|t| wave(t + 0.3));
        let found = lag(&x, &[whole.clone(), short]).expect("a lag");
        assert!((found - 0.2).abs() < 0.02, "{found}");
        // At half of its length it does not count.
        assert!(score(&x, std::slice::from_ref(&whole), 1.0, f64::abs).is_some());
        assert_eq!(score(&x, &[whole], 2.0, f64::abs), None);
    }

    /// A long record is searched completely; a record without overlap has no likeness.
    #[test]
    fn the_run_is_found_in_a_long_record() {
        let x = times(301, 0.01);
        let t = times(6000, 0.01);
        let long = Pair {
            computed: x.iter().map(|t| pulse(*t)).collect(),
            measured: Measured {
                y: t.iter().map(|t| 3.0 + 2.0 * pulse(t - 41.0)).collect(),
                x: t,
            },
        };
        let found = lag(&x, std::slice::from_ref(&long)).expect("a lag");
        assert!((found - 41.0).abs() < 1e-6, "{found}");
        assert_eq!(of(&x, &long, 100.0), None);
        let flat = Pair {
            computed: vec![1.0; 301],
            ..long
        };
        assert_eq!(lag(&x, &[flat]), None);
    }
}
