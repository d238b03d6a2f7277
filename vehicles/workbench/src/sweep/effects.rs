//! Main effects of parameters on a figure.
//!
//! The share of the variance that a parameter explains alone is `S = Var(E[y | x]) / Var(y)` (Sobol 1993; Saltelli et
//! al. 2008, equation 1.25). It is estimated from the rows themselves: `E[y | x]` is a polynomial of third degree in
//! `x`, fitted by least squares (Lewandowski, Cooke & Duintjer Tebbens 2007). For points that are paired at random, the
//! estimate is corrected for the part that is fitted by chance (Ezekiel 1930).

/// Degree of the polynomial.
const DEGREE: i32 = 3;
/// A power of `x` counts as rounding if lower powers leave less than this fraction of it.
const ROUNDING: f64 = 1e-9;
/// A figure varies only by rounding if its standard deviation is below this fraction of its mean.
const STEADY: f64 = 1e-9;
/// Smallest number of rows for which shares are given.
pub(super) const FEWEST: usize = 32;
/// Number of rows in a bin of a picture, and largest number of bins.
const IN_BIN: usize = 16;
const MOST_BINS: usize = 32;

/// Effect of a parameter on a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// Part of the variance that the parameter explains alone. `None` for fewer than 32 rows, or if nothing varies but by rounding.
    /// Estimates of small shares may be slightly negative.
    pub share: Option<f64>,
    /// Rank correlation (Spearman 1904): 1 if the figure rises with the parameter, -1 if it falls; `None` if a number
    /// varies only by rounding.
    pub rank: Option<f64>,
    /// Mean of the parameter and mean of the figure in each bin.
    pub means: Vec<(f64, f64)>,
}

impl Effect {
    /// Effect of a parameter's values on a figure's values, row by row. Values of several parameters are paired either at random or
    /// by design, as in a grid.
    pub fn of(values: &[f64], figures: &[f64], is_paired_at_random: bool) -> Self {
        let mut rows: Vec<(f64, f64)> = values.iter().copied().zip(figures.iter().copied()).collect();
        rows.sort_by(|one, other| one.0.total_cmp(&other.0));
        let bins = bins(&rows);
        // Ranks would turn rounding into an order.
        let rank = varies(figures)
            .then(|| correlation(&ranks(values), &ranks(figures)))
            .flatten();
        Self {
            share: rank
                .filter(|_| rows.len() >= FEWEST)
                .and_then(|_| share(values, figures, is_paired_at_random)),
            rank,
            means: bins
                .iter()
                .map(|bin| (mean(bin.iter().map(|row| row.0)), mean(bin.iter().map(|row| row.1))))
                .collect(),
        }
    }
}

/// Rows of each bin. With few levels there is a bin for each level; otherwise all bins have nearly equal numbers of
/// rows.
fn bins(rows: &[(f64, f64)]) -> Vec<&[(f64, f64)]> {
    let levels: Vec<&[(f64, f64)]> = rows.chunk_by(|one, other| one.0 == other.0).collect();
    let most = (rows.len() / IN_BIN).clamp(2, MOST_BINS);
    if levels.len() <= most || rows.len() < 2 {
        return levels;
    }
    let at = |bin: usize| rows.len() * bin / most;
    (0..most).map(|bin| &rows[at(bin)..at(bin + 1)]).collect()
}

/// Coefficient of determination of the polynomial, adjusted for random pairs. Its powers are orthogonalised one after the other
/// (Gram and Schmidt).
fn share(values: &[f64], figures: &[f64], is_paired_at_random: bool) -> Option<f64> {
    let (low, high) = values
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), own| {
            (low.min(*own), high.max(*own))
        });
    let scaled = |own: &f64| (2.0 * own - low - high) / (high - low);
    let overall = mean(figures.iter().copied());
    let figures: Vec<f64> = figures.iter().map(|own| own - overall).collect();
    let total = dot(&figures, &figures);
    let mut powers = vec![vec![1.0; values.len()]];
    let mut explained = 0.0;
    for degree in 1..=DEGREE {
        let mut power: Vec<f64> = values.iter().map(|own| scaled(own).powi(degree)).collect();
        let size = dot(&power, &power);
        for lower in &powers {
            let part = dot(&power, lower) / dot(lower, lower);
            power
                .iter_mut()
                .zip(lower)
                .for_each(|(own, lower)| *own -= part * lower);
        }
        let left = dot(&power, &power);
        // A parameter with few levels has no higher powers.
        if left > ROUNDING * size {
            explained += dot(&power, &figures).powi(2) / left;
            powers.push(power);
        }
    }
    let fitted = if is_paired_at_random { powers.len() } else { 1 };
    let free = figures.len().checked_sub(fitted).filter(|free| *free > 0)? as f64;
    let all = figures.len() as f64 - 1.0;
    Some(1.0 - (1.0 - explained / total) * all / free)
}

/// Whether numbers differ by more than rounding.
fn varies(numbers: &[f64]) -> bool {
    let overall = mean(numbers.iter().copied());
    let squares: f64 = numbers.iter().map(|own| (own - overall).powi(2)).sum();
    squares > (STEADY * overall).powi(2) * numbers.len() as f64
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len().max(1) as f64;
    numbers.sum::<f64>() / count
}

/// Ranks from 1 on; equal numbers have the mean of their ranks.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|one, other| numbers[*one].total_cmp(&numbers[*other]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut first = 0;
    for same in order.chunk_by(|one, other| numbers[*one] == numbers[*other]) {
        let rank = first as f64 + 0.5 * (same.len() as f64 + 1.0);
        same.iter().for_each(|place| ranks[*place] = rank);
        first += same.len();
    }
    ranks
}

fn correlation(one: &[f64], other: &[f64]) -> Option<f64> {
    let means = [one, other].map(|own| mean(own.iter().copied()));
    let (mut product, mut squares) = (0.0, [0.0; 2]);
    for (x, y) in one.iter().zip(other) {
        let [x, y] = [x - means[0], y - means[1]];
        product += x * y;
        squares[0] += x * x;
        squares[1] += y * y;
    }
    let size = (squares[0] * squares[1]).sqrt();
    (size > 0.0).then(|| product / size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Parameter, Points, Sampling, Scatter};

    /// For `y = Σ a x` with independent uniform numbers, the share of each is `a² / Σ a²` (Saltelli et al. 2008, section 1.2).
    #[test]
    fn shares_of_a_linear_function_are_exact() {
        let slopes = [3.0, -2.0, 1.0, 0.0];
        let columns = drawn(&uniform(slopes.len()), (4096, 1));
        let rows: Vec<Vec<f64>> = (0..4096)
            .map(|row| columns.iter().map(|own| own[row]).collect())
            .collect();
        let figures: Vec<f64> = rows
            .iter()
            .map(|row| row.iter().zip(slopes).map(|(x, a)| a * x).sum())
            .collect();
        for (place, slope) in slopes.into_iter().enumerate() {
            let values: Vec<f64> = rows.iter().map(|row| row[place]).collect();
            let effect = Effect::of(&values, &figures, true);
            let (share, rank) = (effect.share.expect("a share"), effect.rank.expect("a rank"));
            assert!((share - slope * slope / 14.0).abs() < 0.005, "{slope}: {share}");
            assert!(rank * slope >= 0.0 && rank.abs() <= 1.0, "{slope}: {rank}");
        }
    }

    /// A figure that is one of the parameters: the others are inert. In the mean over all seeds each parameter has no
    /// share, and no share is larger than chance gives for this number of parameters. By chance a part `R²` of the
    /// variance is fitted with `n R² ~ χ²(3)` (Kendall & Stuart 1979, chapter 27), whose 0.9999-quantile is 21.1.
    /// Ezekiel's correction subtracts its mean.
    #[test]
    fn inert_parameters_have_no_share() {
        const SEEDS: u64 = 16;
        for (parameters, count) in [(6, 64), (20, 256), (64, 256), (20, 200)] {
            let all = uniform(parameters);
            let mut sums = vec![0.0; parameters * parameters];
            let mut beyond = 0;
            for seed in 1..=SEEDS {
                let columns = drawn(&all, (count, seed));
                for active in (0..parameters).step_by(parameters / 6) {
                    for other in (0..parameters).filter(|other| *other != active) {
                        let effect = Effect::of(&columns[other], &columns[active], Sampling::Sobol.pairs_at_random());
                        let share = effect.share.expect("a share");
                        sums[active * parameters + other] += share / SEEDS as f64;
                        beyond += usize::from(share > 21.1 / count as f64);
                    }
                }
            }
            let deviation = 6f64.sqrt() / count as f64 / (SEEDS as f64).sqrt();
            let largest = sums.iter().copied().fold(0.0, f64::max);
            assert!(largest < 5.0 * deviation, "{parameters} of {count}: {largest}");
            let pairs = 6 * (parameters - 1) * SEEDS as usize;
            assert!(
                beyond <= 3 + pairs / 1000,
                "{parameters} of {count}: {beyond} of {pairs}"
            );
        }
    }

    fn uniform(count: usize) -> Vec<Parameter> {
        let own = Parameter {
            path: "x".to_owned(),
            sign: "=",
            unit: String::new(),
            scatter: Scatter::Uniform {
                ends: [-1.0, 1.0],
                steps: None,
            },
        };
        vec![own; count]
    }

    /// Values of each parameter at Sobol points.
    fn drawn(parameters: &[Parameter], (count, seed): (u64, u64)) -> Vec<Vec<f64>> {
        let points = Points {
            sampling: Sampling::Sobol,
            count,
            seed,
            correlation: None,
        };
        let rows: Vec<Vec<f64>> = (0..count).map(|index| points.values(parameters, index)).collect();
        (0..parameters.len())
            .map(|place| rows.iter().map(|row| row[place]).collect())
            .collect()
    }

    /// A symmetric effect has no rank correlation, and explains all of the variance.
    #[test]
    fn shares_tell_what_ranks_do_not() {
        let values: Vec<f64> = (0..1000).map(|k| f64::from(k) / 499.5 - 1.0).collect();
        let figures: Vec<f64> = values.iter().map(|x| x * x).collect();
        let effect = Effect::of(&values, &figures, true);
        assert!(effect.share.is_some_and(|share| share > 0.99), "{effect:?}");
        assert!(effect.rank.is_some_and(|rank| rank.abs() < 1e-3), "{effect:?}");
    }

    /// On a grid the means of rows and columns are exact. The shares of an additive figure are the shares of its
    /// terms.
    #[test]
    fn shares_on_a_grid_are_exact() {
        let rows: Vec<[f64; 2]> = (0..36).map(|k| [f64::from(k / 6), f64::from(k % 6)]).collect();
        let figures: Vec<f64> = rows.iter().map(|[x, y]| 3.0 * x + y).collect();
        for (place, wanted) in [(0, 0.9), (1, 0.1)] {
            let values: Vec<f64> = rows.iter().map(|row| row[place]).collect();
            let share = Effect::of(&values, &figures, false).share.expect("a share");
            assert!((share - wanted).abs() < 1e-12, "{share}");
        }
    }

    #[test]
    fn what_does_not_vary_has_no_effect() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let effect = Effect::of(&values, &[2.0; 100], true);
        assert_eq!((effect.share, effect.rank), (None, None));
        // Constant but for the last digit, and but for the accuracy of a rest.
        for digit in [f64::EPSILON, 1e-11] {
            let rounded: Vec<f64> = (0..100).map(|k| 0.7 + f64::from(k / 3) * digit).collect();
            let effect = Effect::of(&values, &rounded, true);
            assert_eq!((effect.share, effect.rank), (None, None), "{digit}");
        }
        assert_eq!(Effect::of(&[3.0; 100], &values, true).share, None);
        assert_eq!(Effect::of(&[], &[], true).means, []);
    }
}
