//! Tolerances: the scatter of figures if every hardpoint lies somewhere within its tolerance.
//!
//! The scatter of first order, with independent coordinates `p` of standard deviations `s`, is `σ² = Σ (∂f/∂p s)²`: the law of
//! propagation of uncertainty (JCGM 100:2008, 5.1.2). It is checked against the scatter of figures of designs drawn at random
//! (Monte Carlo, JCGM 101:2008).

use crate::characteristics::Stations;
use crate::rig::NotReached;
use crate::sensitivity::{Adjust, Adjustable, Sensitivities};
use crate::threads::in_threads;
use wishbone::prelude::*;

/// Distribution of a coordinate about its declared value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// All values within the tolerance are equally likely. The standard deviation is the tolerance divided by √3.
    Uniform,
    /// Normal distribution. The tolerance is three standard deviations.
    Normal,
}

/// A tolerance of every coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Largest deviation to either side [m].
    pub within: f64,
    /// Distribution of the deviations.
    pub distribution: Distribution,
}

/// Scatter of the figures of a survey [SI]; `None` for a figure that does not exist.
#[derive(Clone, Debug, Default)]
pub struct Scatter {
    /// Standard deviations of first order.
    pub first_order: Vec<Option<f64>>,
    /// Largest deviation of first order, with every coordinate at the worse end of its tolerance.
    pub worst: Vec<Option<f64>>,
    /// Standard deviations of the designs drawn at random; empty if none were drawn.
    pub drawn: Vec<Option<f64>>,
    /// Number of designs drawn.
    pub samples: usize,
    /// Number of drawn designs that do not reach a travel, and are left out.
    pub unreached: usize,
}

impl Tolerance {
    /// Standard deviation of a coordinate [m].
    pub fn deviation(&self) -> f64 {
        match self.distribution {
            Distribution::Uniform => self.within / 3f64.sqrt(),
            Distribution::Normal => self.within / 3.0,
        }
    }

    /// The scatter of first order.
    pub fn scatter(&self, found: &Sensitivities) -> Scatter {
        let column = |figure: usize| found.slopes.iter().map(move |row| row[figure]);
        let figures = 0..found.values.len();
        let deviation = |figure: usize| -> Option<f64> {
            let variance: Option<f64> = column(figure).map(|slope| slope.map(|slope| slope * slope)).sum();
            variance.map(|variance| variance.sqrt() * self.deviation())
        };
        let worst = |figure: usize| -> Option<f64> {
            let sum: Option<f64> = column(figure).map(|slope| slope.map(f64::abs)).sum();
            sum.map(|sum| sum * self.within)
        };
        Scatter {
            first_order: figures.clone().map(deviation).collect(),
            worst: figures.map(worst).collect(),
            ..Scatter::default()
        }
    }

    fn draw(&self, rng: &mut fastrand::Rng) -> f64 {
        match self.distribution {
            Distribution::Uniform => self.within * (2.0 * rng.f64() - 1.0),
            Distribution::Normal => self.deviation() * normal(rng),
        }
    }
}

/// A normally distributed number (Box and Muller 1958).
fn normal(rng: &mut fastrand::Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.f64()).cos()
}

impl<S, A> Adjustable<S, A>
where
    S: Solver + Clone + Send + Sync,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
    A: Adjust<S>,
{
    /// The scatter of the figures, of first order and from designs drawn at random. One seed always draws the same designs. `done`
    /// is called after each design.
    ///
    /// # Errors
    /// If the design itself does not reach a travel.
    pub fn scatter(
        &self,
        found: &Sensitivities,
        tolerance: Tolerance,
        samples: usize,
        seed: u64,
        done: &(dyn Fn() + Sync),
    ) -> Result<Scatter, NotReached> {
        let stations = Stations::new(&self.rig, &found.survey)?;
        let mut rng = fastrand::Rng::with_seed(seed);
        let designs: Vec<Vec<f64>> = (0..samples)
            .map(|_| {
                let mut values = self.values.clone();
                for coordinate in &found.coordinates {
                    values[coordinate.parameter] += tolerance.draw(&mut rng);
                }
                values
            })
            .collect();
        let drawn = in_threads(&designs, |values| {
            let figures = self.figures(&stations, &found.survey, values);
            done();
            figures
        });
        let reached: Vec<Vec<Option<f64>>> = drawn.into_iter().filter_map(Result::ok).collect();
        let deviations = (0..found.values.len()).map(|figure| deviation(reached.iter().map(|row| row[figure])));
        Ok(Scatter {
            drawn: deviations.collect(),
            samples,
            unreached: samples - reached.len(),
            ..tolerance.scatter(found)
        })
    }
}

/// Standard deviation of numbers; `None` if a number is missing or there are fewer than two.
fn deviation(numbers: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
    (count > 1.0).then(|| (squares / (count - 1.0)).sqrt())
}
