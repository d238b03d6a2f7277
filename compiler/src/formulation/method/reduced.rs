//! A subsystem's equations in the unknowns chosen by a method, reduced onto the base.
//!
//! With unknowns `x` (rates of speeds, perhaps multipliers) and the base's acceleration `A₀`, every method arrives at
//!
//! (1) `K x + Uᵀ A₀ + n = 0`, `w = I A₀ + U x + b`,
//!
//! where `w` is the wrench that the base must exert to move the subsystem. `A₀` represents the base's angular
//! acceleration and the acceleration of its point at the origin. The first equation, solved for `x` and put into the
//! second, leaves the effective pair (Kim & Wang 2005, eq. 1 and 2):
//!
//! (2) `I* = I - U K⁻¹ Uᵀ`, `b* = b - U K⁻¹ n`.
//!
//! `K` is symmetric. Its factors `L D Lᵀ` exist without pivoting, though entries of `D` are negative for multipliers.
//!
//! A side (see [`crate::programs::lanes`]) also moves with the speed `c` of the body that carries it. The rate `c'` has
//! the column `k` in the first equation and the column `u` in the second equation, and it has its own equation:
//!
//! (3) `K x + k c' + Uᵀ A₀ + n = 0`, `w = I A₀ + U x + u c' + b`, `g = kᵀ x + d c' + uᵀ A₀ + m`,
//!
//! where `g` is the part of the force on the carrier that moves the side. Eliminating `x` leaves for the carrier
//!
//! (4) `u* = u - U K⁻¹ k`, `d* = d - kᵀ K⁻¹ k`, `m* = m - kᵀ K⁻¹ n`.

use super::members::Members;
use super::share::Share;
use crate::formulation::evaluation::Evaluation;
use crate::formulation::{Quantity, naming};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Inertia, Symmetric, Twist, Wrench};

/// Equations (1).
pub struct Reduced<S> {
    /// `U`, by unknown.
    pub carried: Vec<Wrench<S>>,
    /// `K`
    pub system: Symmetric<S>,
    /// `n`
    pub bias: Vec<S>,
    /// By speed of a carrier: `k`.
    pub columns: Vec<Vec<S>>,
}

impl<S: Scalar> Reduced<S> {
    /// Returns `x` for known base acceleration `A₀` and known rates of the carriers' speeds.
    pub fn solve(&self, base: Twist<S>, carriers: &[S]) -> Vec<S> {
        let right = self.carried.iter().zip(&self.bias).enumerate().map(|(i, (u, &n))| {
            let by_carriers = self.columns.iter().zip(carriers);
            -by_carriers.fold(n + u.power(base), |sum, (column, &rate)| sum + column[i] * rate)
        });
        self.system.solve(&right.collect::<Vec<S>>())
    }

    /// Equation (4) for the carrier's speed of that column.
    pub fn for_carrier(&self, column: usize, whole: Share<S>) -> Share<S> {
        let coupled = &self.columns[column];
        let solved = self.system.solve(coupled);
        let each = || solved.iter().enumerate();
        Share {
            wrench: each().fold(whole.wrench, |sum, (i, &x)| sum - self.carried[i] * x),
            inertia: each().fold(whole.inertia, |sum, (i, &x)| sum - coupled[i] * x),
            bias: each().fold(whole.bias, |sum, (i, &x)| sum - self.bias[i] * x),
        }
    }

    /// Adds equation (2) to the sums of the base. `inertia` and `bias` are `I` and `b`. Nothing is added for the
    /// ground.
    pub fn load_base(&self, e: &mut Evaluation<S>, members: &Members<S>, inertia: Inertia<S>, bias: Wrench<S>) {
        if members.mechanism.topology.base == BodyId::GROUND {
            return;
        }
        e.of_subsystem(members.subsystem, Quantity::Effective);
        // With `y = L⁻¹ Uᵀ` component by component, `U K⁻¹ Uᵀ = yᵀ D⁻¹ y`.
        let halves: Vec<(Vec<S>, Vec<S>)> = (0..6)
            .map(|i| {
                let component: Vec<S> = self.carried.iter().map(|u| u.components()[i]).collect();
                self.system.half_solve(&component)
            })
            .collect();
        let effective = (0..self.bias.len()).fold(inertia, |inertia, k| {
            inertia.minus_product(Wrench::from_fn(|i| halves[i].0[k]), Wrench::from_fn(|i| halves[i].1[k]))
        });
        let solved = self.system.solve(&self.bias);
        let wrench = self.carried.iter().zip(solved).fold(bias, |sum, (&u, x)| sum - u * x);
        let name = &members.mechanism.topology.subsystems[members.subsystem].name;
        naming::inertia(e.progress, &effective, &format!("{name}.effective_inertia"));
        naming::wrench(e.progress, &wrench, &format!("{name}.effective_bias"));
        e.add_to_base(members.subsystem, effective, wrench);
    }
}
