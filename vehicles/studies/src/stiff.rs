//! The fast part of a vehicle, which a linearly implicit integrator ([`Sbdf2`](wishbone::integrate::Sbdf2)) has to
//! treat implicitly at a step; and the largest step with a given part.
//!
//! About a steady motion `x' = A x` the method is a linear recurrence. With the Jacobian `J` that it uses,
//!
//! ```text
//! (3/2 I - h J) x₊ = (2 I + 2 h (A - J)) x₀ - (1/2 I + h (A - J)) x₋
//! ```
//!
//! The recurrence is stable if no eigenvalue of the matrix from `(x₀, x₋)` to `(x₊, x₀)` has a magnitude above one. `J` has only
//! the rows of the implicit states, and in them the slopes that the vehicle gives ([`Linear::told`]). Slopes of equipment without
//! formulas are explicit. This is exact at the position of the linear system. A Jacobian of an earlier step deviates as far as the
//! position has changed since.

use crate::linear::Linear;
use crate::modes::eigenvalues;
use crate::steps::Method;
use nalgebra::DMatrix;
use nalgebra::linalg::balancing::balance_parlett_reinsch;

/// A part of the states of a linear system that is treated implicitly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Positions of the states, ascending. Displacement and speed of a motion belong together.
    pub states: Vec<usize>,
}

/// Longest step that is considered [s].
pub const LONGEST: f64 = 0.1;
/// Shortest step that is considered [s].
const SHORTEST: f64 = 1e-6;
/// Growth in a step that counts as rounding. Place and heading are free, so 1 is a triple eigenvalue.
const ROUNDING: f64 = 3e-5;
/// Factor between two steps that are tried, and number of times that the last interval is halved.
const FACTOR: f64 = 2.0;
const REFINED: usize = 5;
/// Number of squarings of the matrix of a step, which corresponds to four million steps.
const SQUARINGS: usize = 22;
/// Logarithm of the largest transient growth before a decay.
const TRANSIENT: f64 = 40.0;

impl Part {
    /// All states, including the states of the tyres.
    pub fn told(linear: &Linear) -> Self {
        Self {
            states: (0..linear.a.nrows()).collect(),
        }
    }

    /// The smallest part with which steps of `h` [s] are stable. Motions are added in order, the fastest first. `None` if all
    /// motions of the vehicle are not enough.
    ///
    /// The speed of a motion is the largest product of an eigenvalue's size and the share of the motion in that mode.
    pub fn fastest(linear: &Linear, h: f64) -> Option<Self> {
        let order = by_speed(linear);
        let first = |count: usize| -> Self {
            let mut states = order[..count].concat();
            states.sort_unstable();
            Self { states }
        };
        let is_enough = |count: usize| first(count).is_stable(linear, h);
        if is_enough(0) {
            return Some(Self::default());
        }
        if !is_enough(order.len()) {
            return None;
        }
        let (mut too_few, mut enough) = (0, order.len());
        while enough - too_few > 1 {
            let middle = usize::midpoint(too_few, enough);
            match is_enough(middle) {
                true => enough = middle,
                false => too_few = middle,
            }
        }
        Some(first(enough))
    }

    /// Whether steps of `h` [s] are stable: all decaying motions stay damped, and no motion grows faster than in
    /// reality.
    pub fn is_stable(&self, linear: &Linear, h: f64) -> bool {
        Scheme::of(linear, self).is_stable(h)
    }

    /// Largest step up to which the scheme is stable [s]; `None` if it is stable up to [`LONGEST`].
    pub fn largest_step(&self, linear: &Linear) -> Option<f64> {
        Scheme::of(linear, self).largest_step()
    }
}

/// Groups of states that belong together (displacement and speed), the fastest first.
fn by_speed(linear: &Linear) -> Vec<Vec<usize>> {
    let [z, v] = linear.counts;
    let mut speeds = vec![0.0_f64; linear.a.nrows()];
    for mode in linear.modes() {
        for (speed, share) in speeds.iter_mut().zip(&mode.shares) {
            *speed = speed.max(share * mode.eigenvalue.norm());
        }
    }
    let group = |speed: usize| -> Vec<usize> {
        let displacement = linear.placed.iter().position(|&placed| placed == speed);
        displacement.into_iter().chain([z + speed]).collect()
    };
    let fastest = |group: &Vec<usize>| group.iter().map(|&state| speeds[state]).fold(0.0, f64::max);
    let mut groups: Vec<Vec<usize>> = (0..v).map(group).collect();
    groups.sort_by(|one, other| fastest(other).total_cmp(&fastest(one)));
    groups
}

/// The scheme for a linear system with a Jacobian, in units in which all numbers are of similar size.
struct Scheme {
    a: DMatrix<f64>,
    jacobian: DMatrix<f64>,
    /// Largest real part of the eigenvalues, zero or more [1/s].
    growth: f64,
    /// Largest step of the scheme without a Jacobian [s].
    explicit: f64,
}

impl Scheme {
    fn of(linear: &Linear, implicit: &Part) -> Self {
        let (mut a, told) = (linear.a.clone(), linear.told());
        let scales = balance_parlett_reinsch(&mut a);
        let mut jacobian = DMatrix::zeros(told.nrows(), told.ncols());
        for &row in &implicit.states {
            for column in 0..told.ncols() {
                jacobian[(row, column)] = told[(row, column)] * scales[column] / scales[row];
            }
        }
        let growth = eigenvalues(&linear.a).iter().map(|value| value.re).fold(0.0, f64::max);
        Self {
            a,
            jacobian,
            growth,
            explicit: linear.largest_step(Method::Sbdf2).unwrap_or(LONGEST),
        }
    }

    fn is_stable(&self, h: f64) -> bool {
        let size = self.a.nrows();
        let one = DMatrix::identity(size, size);
        let system = &one * 1.5 - &self.jacobian * h;
        let explicit = (&self.a - &self.jacobian) * h;
        let Some(inverse) = system.try_inverse() else {
            return false;
        };
        let mut step = DMatrix::zeros(2 * size, 2 * size);
        let [now, before] = [&one * 2.0 + &explicit * 2.0, &one * -0.5 - &explicit].map(|matrix| &inverse * matrix);
        step.view_mut((0, 0), (size, size)).copy_from(&now);
        step.view_mut((0, size), (size, size)).copy_from(&before);
        step.view_mut((size, 0), (size, size)).copy_from(&one);
        grows_at_most(step, h * self.growth + ROUNDING)
    }

    fn largest_step(&self) -> Option<f64> {
        // Without an implicit part, half of the explicit limit is stable. With a part it nearly always is.
        let mut unstable = (0.5 * self.explicit).clamp(SHORTEST, LONGEST);
        if !self.is_stable(unstable) {
            unstable = SHORTEST;
        }
        while self.is_stable(unstable) {
            if unstable >= LONGEST {
                return None;
            }
            unstable *= FACTOR;
        }
        let mut stable = unstable / FACTOR;
        for _ in 0..REFINED {
            let middle = (stable * unstable).sqrt();
            match self.is_stable(middle) {
                true => stable = middle,
                false => unstable = middle,
            }
        }
        Some(stable)
    }
}

/// Whether the powers of a matrix grow at most as `exp(rate n)`, found by repeated squaring. Powers of a matrix that
/// neither grows nor decays increase at most as `n²`; many squarings distinguish this from a small rate.
fn grows_at_most(mut power: DMatrix<f64>, rate: f64) -> bool {
    // Exponent of the power, and logarithm of the factor that was taken out of it.
    let (mut exponent, mut taken) = (1.0, 0.0);
    for _ in 0..SQUARINGS {
        let size = power.norm();
        if !(size.is_finite() && taken + size.ln() < rate * exponent + TRANSIENT) {
            return false;
        }
        if taken + size.ln() < 0.0 {
            return true;
        }
        power /= size;
        taken = 2.0 * (taken + size.ln());
        power = &power * &power;
        exponent *= 2.0;
    }
    taken + power.norm().ln() < rate * exponent
}
