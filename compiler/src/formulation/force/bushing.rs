//! Bushings: elastic and damping forces in all six directions, with their couplings.
//!
//! Axes `A` fixed in each body coincide at the design position; all vectors are given in the axes of the first body.
//! `d` goes from the first body's point to the second's, `R` is the rotation from the second's axes to the first's,
//! with its Euler parameters `(η, ε)`, `η > 0`. The deflection is
//!
//! (1) `z = (d, θ)`, `θ = 2 ε = 2 sin(φ/2) n` for a rotation by `φ` about `n`.
//!
//! `θ` does not depend on an order of axes, and equals the rotation vector up to third order (half a percent at 20
//! degrees). It is smooth up to a half turn. With the twist of the second body relative to the first, `v` at the
//! second's point and `ω`,
//!
//! (2) `d' = v`, `θ' = η ω + ω × ε`,
//!
//! because `d' = v₂ - v₁ - ω₁ × d` and `q' = ½ ω ∘ q`. Here `v₁ + ω₁ × d` is the velocity of the first body at the
//! second body's point. The six forces are
//!
//! (3) `F = -K z - C z' - f(z)`, where each component of `f` is a curve over the corresponding component of `z`,
//!
//! whose work on `z'` is `-(½ z·K z + Σ ∫f)' - z'·C z'`: stored work is given back, and with `C` semidefinite no work is
//! gained. On the second body they are the force `F_d` at its point and the moment `η F_θ + ε × F_θ`. The first body has the
//! opposite force and moment, at this point, too.

use super::curve::{integral, value};
use super::element::{Element, common_frame};
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, Bushing, Curve, Symmetric6};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// A bushing at a position.
pub struct Deflected<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    bushing: &'m Bushing,
    frame: BodyId,
    /// The axes of the first body, in the frame.
    axes: [Vec3<S>; 3],
    /// The second body's point.
    point: Vec3<S>,
    /// `z`
    deflection: [S; 6],
    /// `(η, ε)`, in the axes.
    rotation: (S, Vec3<S>),
}

impl<'m, S: Scalar> Deflected<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, bushing: &'m Bushing) -> Self {
        let Bushing { first, second, .. } = *bushing;
        let frame = common_frame(mechanism, &[first, second]);
        let at = mechanism.design.point(&bushing.at);
        let [start, point] = [first, second].map(|body| position.point_in(mechanism, body, at, frame));
        let [axes, others] = [first, second].map(|body| {
            let axis = |k: usize| Vec3::constant(&bushing.axes.column(k).into_owned());
            [0, 1, 2].map(|k| position.direction_in(mechanism, body, axis(k), frame))
        });
        let span = point - start;
        let entry = |i: usize, j: usize| axes[i].dot(others[j]);
        let trace = entry(0, 0) + entry(1, 1) + entry(2, 2);
        let eta = (trace + S::one()).sqrt() * S::from(0.5);
        let quarter = S::from(0.25) * (S::one() / eta);
        // `R - R' = 4 η [ε]×`
        let epsilon = Vec3([(2, 1), (0, 2), (1, 0)].map(|(i, j)| (entry(i, j) - entry(j, i)) * quarter));
        let [x, y, z] = axes.map(|axis| axis.dot(span));
        let [rx, ry, rz] = epsilon.0.map(|e| e + e);
        Deflected {
            design: &mechanism.design,
            name,
            bushing,
            frame,
            axes,
            point,
            deflection: [x, y, z, rx, ry, rz],
            rotation: (eta, epsilon),
        }
    }

    /// A matrix of the model times a vector.
    fn times(&self, matrix: &Symmetric6, vector: &[S]) -> [S; 6] {
        std::array::from_fn(|i| {
            let terms = (0..6).map(|j| self.design.number(matrix.at(i, j)) * vector[j]);
            terms.fold(S::zero(), |sum, term| sum + term)
        })
    }

    /// By direction that has a curve: the curve, and the deflection of the curve.
    fn curves(&self) -> impl Iterator<Item = (usize, &'m Curve, S)> {
        let bushing = self.bushing;
        let curves = bushing.curves.iter().zip(self.deflection).enumerate();
        curves.filter_map(|(k, (curve, z))| Some((k, curve.as_ref()?, z)))
    }

    /// Components along the axes, in the frame.
    fn out(&self, components: Vec3<S>) -> Vec3<S> {
        let [a, b, c] = self.axes;
        let [x, y, z] = components.0;
        a * x + b * y + c * z
    }
}

impl<S: Scalar> Element<S> for Deflected<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        vec![self.bushing.first, self.bushing.second]
    }

    fn frame(&self) -> BodyId {
        self.frame
    }

    /// Equation (2).
    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        let relative = twist(self.bushing.second) - twist(self.bushing.first);
        let [velocity, omega] = [relative.at(self.point), relative.angular].map(|v| Vec3(self.axes.map(|a| a.dot(v))));
        let (eta, epsilon) = self.rotation;
        let turning = omega * eta + omega.cross(epsilon);
        [velocity.0, turning.0].concat()
    }

    /// Equation (3).
    fn forces(&self, rates: &[S], _: &[S]) -> Vec<S> {
        let elastic = self.times(&self.bushing.stiffness, &self.deflection);
        let damping = self.times(&self.bushing.damping, rates);
        let mut forces: Vec<S> = elastic.iter().zip(damping).map(|(&e, d)| -(e + d)).collect();
        for (k, curve, z) in self.curves() {
            forces[k] = forces[k] - value(self.design, curve, z);
        }
        forces
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        let [force, along] = [0, 3].map(|k| Vec3([forces[k], forces[k + 1], forces[k + 2]]));
        let (eta, epsilon) = self.rotation;
        let moment = self.out(along * eta + epsilon.cross(along));
        let pushed = Wrench::at(self.point, self.out(force)) + Wrench::couple(moment);
        vec![(self.bushing.first, -pushed), (self.bushing.second, pushed)]
    }

    /// `½ z·K z + Σ ∫f`
    fn energy(&self, _: &[S]) -> S {
        let elastic = self.times(&self.bushing.stiffness, &self.deflection);
        let terms = elastic.into_iter().zip(self.deflection);
        let linear = terms.fold(S::zero(), |sum, (force, z)| sum + force * z) * S::from(0.5);
        let curves = self.curves().map(|(_, curve, z)| integral(self.design, curve, z));
        curves.fold(linear, |sum, stored| sum + stored)
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        for (&force, (effort, axis)) in forces.iter().zip(Bushing::EFFORTS) {
            progress.name(force, &|| format!("{}.{}_{axis}", self.name, effort.word()));
        }
    }
}
