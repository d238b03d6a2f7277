//! Thresholds below which motion is not felt.

use crate::Unusable;
use crate::motion::Motion;

/// Thresholds of perceived motion: smaller numbers are not felt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Along X, Y and Z [m/s²].
    pub specific_force: [f64; 3],
    /// About X, Y and Z [rad/s].
    pub angular_rate: [f64; 3],
}

impl Thresholds {
    /// The smallest of the common values: 0.15 m/s² and 2.5 deg/s (Deyo & Ingebretsen 1989, 4.1.2.3).
    pub const SENSITIVE: Self = Self {
        specific_force: [0.15; 3],
        angular_rate: [2.5 * DEGREE; 3],
    };

    /// The largest of the common values: 0.3 m/s² and 3.5 deg/s (Deyo & Ingebretsen 1989, 4.1.2.3).
    pub const BUSY: Self = Self {
        specific_force: [0.3; 3],
        angular_rate: [3.5 * DEGREE; 3],
    };

    /// Checks that all thresholds are finite and above zero.
    ///
    /// # Errors
    /// The first threshold that is not finite and above zero.
    pub fn check(&self) -> Result<(), Unusable> {
        for threshold in self.specific_force.into_iter().chain(self.angular_rate) {
            Unusable::unless_positive("threshold", threshold)?;
        }
        Ok(())
    }

    /// A perceived motion in multiples of the thresholds.
    pub fn multiples(&self, perceived: &Motion) -> [f64; 6] {
        let thresholds = [self.specific_force, self.angular_rate];
        let numbers = perceived.numbers();
        core::array::from_fn(|k| numbers[k] / thresholds[k / 3][k % 3])
    }

    /// The part of a perceived motion that is felt: numbers below their threshold become zero, all others are kept.
    pub fn felt(&self, perceived: &Motion) -> Motion {
        let (numbers, multiples) = (perceived.numbers(), self.multiples(perceived));
        Motion::of_numbers(core::array::from_fn(|k| match multiples[k].abs() < 1.0 {
            true => 0.0,
            false => numbers[k],
        }))
    }
}

const DEGREE: f64 = core::f64::consts::PI / 180.0;

/// Probability that a motion is noticed, by the theory of signal detection: an observer with Gaussian noise of this standard
/// deviation and this rate of false alarms (Green & Swets 1966: `Φ(size / noise + Φ⁻¹(false alarms))`).
///
/// According to Greig (1988) there is only noise and no threshold. With a rate of false alarms of 0.05, a motion of the size of the
/// noise is noticed with the probability 0.26.
///
/// # Errors
/// Returns an error if the noise is not above zero, or the rate of false alarms is not between 0 and 1.
pub fn probability_of_detection(size: f64, noise: f64, false_alarms: f64) -> Result<f64, Unusable> {
    Unusable::unless(true, "size", size, "finite")?;
    Unusable::unless_positive("noise", noise)?;
    let possible = false_alarms > 0.0 && false_alarms < 1.0;
    Unusable::unless(possible, "false_alarms", false_alarms, "between 0 and 1")?;
    Ok(normal(size.abs() / noise + normal_inverse(false_alarms)))
}

/// Distribution function of the standard normal distribution, by a series about zero (Marsaglia 2004, "Evaluating the Normal
/// Distribution"). The error is about 1e-15 up to 7.
fn normal(x: f64) -> f64 {
    if x.abs() > 7.0 {
        return if x < 0.0 { 0.0 } else { 1.0 };
    }
    let (mut sum, mut term, mut k) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        k += 2.0;
        term *= x * x / k;
        sum += term;
    }
    0.5 + sum * (-0.5 * x * x).exp() / core::f64::consts::TAU.sqrt()
}

/// Inverse of [`normal`], by bisection.
fn normal_inverse(probability: f64) -> f64 {
    let (mut low, mut high) = (-7.0, 7.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        match normal(middle) < probability {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}
