//! A subsystem's equations in whatever unknowns a method has chosen, reduced onto the base.
//!
//! With unknowns `x` (rates of speeds, perhaps multipliers) and the base's acceleration `A₀`, every method arrives at
//!
//! (1) `K x + Uᵀ A₀ + n = 0`, `w = I A₀ + U x + b`,
//!
//! where `w` is the wrench that moves the subsystem as the base feels it, and `A₀` stands for its angular acceleration
//! and that of its point at the origin. The first solved for `x` and put into the second leaves the effective pair
//! (Kim & Wang 2005, eq. 1 and 2):
//!
//! (2) `I* = I - U K⁻¹ Uᵀ`, `b* = b - U K⁻¹ n`.
//!
//! `K` is symmetric; its factors `L D Lᵀ` exist without pivoting, though `D` may be negative for multipliers.

use super::Members;
use crate::formulation::evaluation::Evaluation;
use crate::formulation::naming;
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
}

impl<S: Scalar> Reduced<S> {
    /// `x`, the base's acceleration `A₀` being known.
    pub fn solve(&self, base: Twist<S>) -> Vec<S> {
        let right = self.carried.iter().zip(&self.bias);
        let right: Vec<S> = right.map(|(u, &n)| -(n + u.power(base))).collect();
        self.system.solve(&right)
    }

    /// Adds (2) to what the base has gathered. `inertia` and `bias` are `I` and `b`. The ground needs nothing.
    pub fn load_base(&self, e: &mut Evaluation<S>, members: &Members<S>, inertia: Inertia<S>, bias: Wrench<S>) {
        if members.mechanism.topology.base == BodyId::GROUND {
            return;
        }
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
