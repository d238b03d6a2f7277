//! Points of a sweep: fractions between 0 and 1 for each parameter. They are functions of only the plan and the index of the point.

mod correlation;
pub(super) mod counter;
mod latin;
mod normal;
mod permutation;
mod sobol;

pub use correlation::Correlation;

use super::parameter::{Parameter, Scatter};

/// Method that chooses the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Every combination of the levels of all parameters; the last parameter changes fastest.
    Grid,
    /// Listed values: the k-th values of all parameters form the k-th point.
    List,
    /// Latin hypercube: every parameter has as many strata as there are points, with one point in each stratum.
    LatinHypercube,
    /// Sobol sequence, scrambled at random.
    Sobol,
    /// Independent random points.
    Random,
}

impl Sampling {
    /// Names in plans.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("grid", Self::Grid),
        ("list", Self::List),
        ("latin_hypercube", Self::LatinHypercube),
        ("sobol", Self::Sobol),
        ("random", Self::Random),
    ];

    /// Whether the values of several parameters are paired at random, or as a user lists them. Only grids are designed:
    /// Sobol points of different groups of parameters are also paired at random.
    pub fn pairs_at_random(self) -> bool {
        self != Self::Grid
    }

    /// Whether points are drawn. A plan then has a count and a seed.
    pub fn is_drawn(self) -> bool {
        !matches!(self, Self::Grid | Self::List)
    }

    /// Its name in plans.
    pub fn word(self) -> &'static str {
        let named = Self::NAMED.iter().find(|(_, own)| *own == self);
        named.map_or("", |(word, _)| word)
    }
}

/// Points of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Method that chose them.
    pub sampling: Sampling,
    /// Number of points.
    pub count: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Correlations of the parameters, if some are given.
    pub correlation: Option<Correlation>,
}

impl Points {
    /// Values of the parameters at a point, each in the unit of its parameter.
    pub fn values(&self, parameters: &[Parameter], index: u64) -> Vec<f64> {
        match self.sampling {
            Sampling::Grid => grid(parameters, index),
            Sampling::List => parameters.iter().map(|own| own.scatter.level(index)).collect(),
            Sampling::LatinHypercube | Sampling::Sobol | Sampling::Random => {
                let fractions = self.fractions(parameters.len(), index);
                let each = parameters.iter().zip(fractions);
                each.map(|(own, fraction)| own.scatter.value(fraction)).collect()
            }
        }
    }

    /// Fractions of the parameters at a drawn point.
    fn fractions(&self, parameters: usize, index: u64) -> Vec<f64> {
        let own = |parameter: usize| match self.sampling {
            Sampling::LatinHypercube => latin::fraction(self.seed, parameter as u64, self.count, index),
            Sampling::Sobol => sobol::fraction(self.seed, parameter, self.count, index),
            _ => counter::fraction(counter::bits(self.seed, parameter as u64, index)),
        };
        let mut fractions: Vec<f64> = (0..parameters).map(own).collect();
        if let Some(correlation) = &self.correlation {
            correlation.applied(&mut fractions);
        }
        fractions
    }
}

/// The combination of levels with this index.
fn grid(parameters: &[Parameter], index: u64) -> Vec<f64> {
    let mut rest = index;
    let mut values: Vec<f64> = parameters
        .iter()
        .rev()
        .map(|own| {
            let levels = own.scatter.levels().unwrap_or(1);
            let level = rest % levels;
            rest /= levels;
            own.scatter.level(level)
        })
        .collect();
    values.reverse();
    values
}

impl Scatter {
    /// Quantile: the value below which this fraction of the values lies.
    pub fn value(&self, fraction: f64) -> f64 {
        match self {
            Self::Values(values) => {
                let place = (fraction * values.len() as f64) as usize;
                values[place.min(values.len() - 1)]
            }
            Self::Uniform { ends: [low, high], .. } => low + (high - low) * fraction,
            Self::Normal { mean, deviation } => mean + deviation * normal::quantile(fraction),
            // Kotz & van Dorp 2004, equation 1.6.
            Self::Triangular([low, mode, high]) => {
                let (whole, left) = (high - low, mode - low);
                match fraction * whole <= left {
                    true => low + libm::sqrt(fraction * whole * left),
                    false => high - libm::sqrt((1.0 - fraction) * whole * (high - mode)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(scatter: Scatter) -> Parameter {
        Parameter {
            path: "chassis.mass".to_owned(),
            sign: "=",
            unit: "kg".to_owned(),
            scatter,
        }
    }

    fn points(sampling: Sampling, count: u64) -> Points {
        Points {
            sampling,
            count,
            seed: 7,
            correlation: None,
        }
    }

    fn mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len() as f64
    }

    fn moments(values: &[f64]) -> [f64; 2] {
        let mean = mean(values);
        let squares: Vec<f64> = values.iter().map(|x| (x - mean) * (x - mean)).collect();
        [mean, self::mean(&squares).sqrt()]
    }

    /// Mean and standard deviation of each distribution have their closed forms, for every method of drawing.
    #[test]
    fn distributions_have_their_moments() {
        let [low, mode, high] = [-1.0, 2.0, 3.0];
        let triangular =
            ((low * low + mode * mode + high * high - low * mode - low * high - mode * high) / 18.0_f64).sqrt();
        let uniform = Scatter::Uniform {
            ends: [2.0, 8.0],
            steps: None,
        };
        let normal = Scatter::Normal {
            mean: 5.0,
            deviation: 0.5,
        };
        let wanted = [
            (uniform, [5.0, 6.0 / 12f64.sqrt()]),
            (normal, [5.0, 0.5]),
            (
                Scatter::Triangular([low, mode, high]),
                [(low + mode + high) / 3.0, triangular],
            ),
            (Scatter::Values(vec![1.0, 2.0, 6.0]), [3.0, (14f64 / 3.0).sqrt()]),
        ];
        let parameters: Vec<Parameter> = wanted.iter().map(|(scatter, _)| parameter(scatter.clone())).collect();
        for (sampling, near) in [
            (Sampling::Random, 0.03),
            (Sampling::LatinHypercube, 2e-3),
            (Sampling::Sobol, 2e-3),
        ] {
            let points = points(sampling, 8192);
            let drawn: Vec<Vec<f64>> = (0..8192).map(|index| points.values(&parameters, index)).collect();
            for (place, (scatter, wanted)) in wanted.iter().enumerate() {
                let found = moments(&drawn.iter().map(|row| row[place]).collect::<Vec<_>>());
                for (found, wanted) in found.iter().zip(wanted) {
                    assert!(
                        (found - wanted).abs() < near * wanted.abs(),
                        "{sampling:?} {scatter:?}: {found}, {wanted}"
                    );
                }
            }
        }
    }

    /// Counts in equal cells are as even as a chi-square test permits, for single parameters and for pairs (99.99 % of
    /// all draws).
    #[test]
    fn random_points_are_uniform() {
        let uniform = parameter(Scatter::Uniform {
            ends: [0.0, 1.0],
            steps: None,
        });
        let parameters = vec![uniform; 3];
        let points = points(Sampling::Random, 10_000);
        let mut cells = [[0_u32; 100]; 3];
        for index in 0..10_000 {
            let row = points.values(&parameters, index);
            for (pair, cells) in [(0, 1), (1, 2), (2, 0)].into_iter().zip(&mut cells) {
                cells[(row[pair.0] * 10.0) as usize * 10 + (row[pair.1] * 10.0) as usize] += 1;
            }
        }
        for cells in cells {
            let squares = cells
                .iter()
                .map(|count| (f64::from(*count) - 100.0).powi(2) / 100.0)
                .sum::<f64>();
            assert!(
                (40.0..161.0).contains(&squares),
                "chi-square of 99 degrees of freedom: {squares}"
            );
        }
    }

    #[test]
    fn correlations_are_reached() {
        let normal = |deviation| parameter(Scatter::Normal { mean: 1.0, deviation });
        let parameters = [normal(1.0), normal(3.0), normal(0.1)];
        let wanted = [[1.0, 0.8, -0.3], [0.8, 1.0, 0.0], [-0.3, 0.0, 1.0]];
        let matrix = nalgebra::DMatrix::from_fn(3, 3, |row, column| wanted[row][column]);
        for sampling in [Sampling::Random, Sampling::LatinHypercube, Sampling::Sobol] {
            let points = Points {
                correlation: Some(Correlation::of(matrix.clone()).expect("it is positive definite")),
                ..points(sampling, 8192)
            };
            let drawn: Vec<Vec<f64>> = (0..8192).map(|index| points.values(&parameters, index)).collect();
            let column = |place: usize| drawn.iter().map(|row| row[place]).collect::<Vec<f64>>();
            for (row, wanted) in wanted.iter().enumerate() {
                for (other, wanted) in wanted.iter().enumerate() {
                    let (one, two) = (column(row), column(other));
                    let ([mean_one, s_one], [mean_two, s_two]) = (moments(&one), moments(&two));
                    let products: Vec<f64> = one
                        .iter()
                        .zip(&two)
                        .map(|(x, y)| (x - mean_one) * (y - mean_two))
                        .collect();
                    let found = mean(&products) / (s_one * s_two);
                    assert!((found - wanted).abs() < 0.03, "{sampling:?} {row} {other}: {found}");
                }
            }
        }
        let wrong = nalgebra::DMatrix::from_fn(3, 3, |row, column| if row == column { 1.0 } else { -0.9 });
        assert!(Correlation::of(wrong).is_err());
    }

    #[test]
    fn a_grid_has_every_combination_once() {
        let parameters = [
            parameter(Scatter::Values(vec![1.0, 2.0, 4.0])),
            parameter(Scatter::Uniform {
                ends: [0.0, 1.0],
                steps: Some(3),
            }),
        ];
        let points = points(Sampling::Grid, 9);
        let all: Vec<Vec<f64>> = (0..9).map(|index| points.values(&parameters, index)).collect();
        let wanted = [1.0, 2.0, 4.0]
            .into_iter()
            .flat_map(|one| [0.0, 0.5, 1.0].map(|other| vec![one, other]));
        assert!(all.into_iter().eq(wanted));
    }
}
