//! The method `lagrange`: a subsystem by all its joint speeds and multipliers at once, from homogeneous transformations
//! (after Szczotka & Wojciech 2007).
//!
//! Derived anew. A body's 4x4 transform `Bᵢ = B₀ Tᵢ` leads from its coordinates to the base's (`Tᵢ`) and on to the
//! world's (`B₀`). Three operators are given in the base's frame:
//!
//! ```text
//!         | [ω]×  v |            | [α]× + [ω]×²  a |             | Π   h |
//!    V^ = |         |,      C  = |                 |,       Gᵢ = |       | = Tᵢ Hᵢ Tᵢᵀ:
//!         |  0    0 |            |      0        0 |             | hᵀ  m |
//! ```
//!
//! `V^` is the operator of a twist, which maps points `(r, 1)` of a body to their velocities. `C` takes them to their
//! accelerations ([`Field`]). `Gᵢ` is the pseudo-inertia `∫ r rᵀ dm` over the homogeneous points; its parts are those
//! of a [`Distribution`](crate::spatial::Distribution), `Π = ½ tr J 1 - J`. A unit speed of joint `k` moves the bodies
//! outboard of it by
//!
//! (1) `∂Bᵢ = B₀ Sₖ^ Tᵢ`, `Sₖ` the joint's twist in the base's frame.
//!
//! For a coordinate this is the derivative `∂Bᵢ/∂qₖ` of the paper. The speeds of a ball joint are rates of no
//! coordinates, but their motions are given by operators as well. So are the base's six motions, `Ḃ₀ = B₀ V₀^`,
//! `B̈₀ = B₀ C₀`. With the twist relative to the base `Rᵢ = Σ Sₖ vₖ + ..` (`..`: the part due to drives),
//! `Ṫᵢ = Rᵢ^ Tᵢ`, `T̈ᵢ = (Rᵢ'^ + Rᵢ^ Rᵢ^) Tᵢ`,
//!
//! (2) `B̈ᵢ = B₀ (C₀ + 2 V₀^ Rᵢ^ + Rᵢ^ Rᵢ^ + Rᵢ'^) Tᵢ`, `Rᵢ' = Σ Sₖ vₖ' + γᵢ`.
//!
//! The kinetic energy is `½ Σ tr(Ḃᵢ Hᵢ Ḃᵢᵀ)`. By Lagrange's equations, a virtual motion does the work
//! `Σ tr(∂Bᵢ Hᵢ B̈ᵢᵀ)`. This is linear in `∂Bᵢ`, so it is also valid for motions that belong to no coordinate. `B₀`
//! turns both factors and drops out of the trace. The power of a wrench on the motion's twist remains.
//! `tr(Sₖ^ Gᵢ V^ᵀ)` is the power of the momentum `Iᵢ V`, and `tr(Sₖ^ Gᵢ Cᵀ)` is the power of the wrench needed for
//! the accelerations `C` ([`Distribution::wrench`](crate::spatial::Distribution::wrench)). With `Γₗ` the sum of all
//! `Gᵢ` outboard of joint `l`:
//!
//! (3) `Mₖₗ = tr(Sₖ^ Γₗ Sₗ^ᵀ) = Uₗ · Sₖ` if joint `l` is joint `k` or outboard of it, else zero;
//!
//! (4) `nₖ = Sₖ · Σ bᵢ` over the bodies outboard of joint `k`. The wrenches `bᵢ` are needed for the terms of (2)
//! without `vₖ'` and without the accelerations in `C₀`; the wrench that acts on body `i` is subtracted.
//!
//! For the base's own motions, further terms are `Uₗ` for each speed, the inertia `I` of the sum of all `Gᵢ`, and
//! `b = Σ bᵢ`. The paper sums over bodies. Here the sum is formed inward, since the moments of mass of all bodies are
//! in one frame. Gravity is an upward acceleration of the ground and is part of the base's acceleration. A closure
//! equation is `J v' + γ = 0`; the acceleration of its drive is part of `γ`. The equation is linear in the speeds seen
//! from the base, and does not depend on the base's motion. With the multipliers `-λ` beside the rates:
//!
//! ```text
//!    | M  Jᵀ | | v' |   | U |         | n |
//!    |       | |    | + |   |ᵀ A₀  +  |   | = 0,      w = I A₀ + Uᵀ v' + b,
//!    | J  0  | | -λ |   | 0 |         | γ |
//! ```
//!
//! This is reduced as in [`super::reduced`]. Elimination proceeds inward from the tips. The multipliers of a group of
//! loops are eliminated as soon as all joints of the group are ([`crate::mobility::equations`]). Rates of different
//! branches are not coupled, and no entry that the branches leave zero is filled in. The exception is the mass of a rod
//! ([`crate::formulation::rods`]): it is one more body in the sums, moved by the joints on the paths to both its ends.
//! A pivot of a multiplier is `-J M⁻¹ Jᵀ`. It is negative since the equations kept are independent, so no pivoting is
//! needed.

use super::members::{Centre, CentreTerms, Members};
use super::reduced::Reduced;
use super::reduction::{Balanced, Reduction};
use crate::formulation::dependence::entry;
use crate::formulation::evaluation::Evaluation;
use crate::formulation::force::Element;
use crate::formulation::{Quantity, naming};
use crate::kinematics::{Mechanism, bias_within, less_drive, own_subspace, rows, subspace};
use crate::mobility::Mobility;
use crate::mobility::equations::{Equations, Unknown};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Inertia, Pose, Symmetric, Twist, Wrench};

/// One subsystem.
pub struct Lagrange<'a, S> {
    members: Members<'a, S>,
    /// In order of elimination.
    unknowns: Vec<Unknown>,
    /// By body of the mechanism: wrench of the springs within the subsystem on the joints inboard of the body.
    internal: Vec<Wrench<S>>,
    reduced: Option<Reduced<S>>,
}

/// Resistance to a joint's motion: the mass outboard of the joint, and the wrench that this mass needs without rates of
/// the speeds.
struct Outboard<S> {
    /// By body: `Γ`
    masses: Vec<Distribution<S>>,
    /// By body: `Σ bᵢ`, springs within the subsystem included.
    bias: Vec<Wrench<S>>,
}

/// An unknown with the data of its column of the equations.
enum Column<S> {
    Speed(Moving<S>),
    Multiplier(usize, usize),
}

/// A joint's motion at unit speed.
struct Moving<S> {
    speed: usize,
    /// The body outboard of the joint.
    body: BodyId,
    /// `S`
    twist: Twist<S>,
    /// `U`
    momentum: Wrench<S>,
}

impl<'a, S: Scalar> Lagrange<'a, S> {
    /// Nothing known yet.
    pub fn new(mechanism: &'a Mechanism<'a, S>, mobility: &'a Mobility, subsystem: usize) -> Self {
        let equations = Equations::new(mechanism.model, mechanism.topology, &mechanism.layout, mobility);
        let of_joints = |unknown: Unknown| match unknown {
            // Wheel spins are eliminated by hand.
            Unknown::Speed(speed) => !mechanism.layout.spins.contains(&Some(speed)),
            Unknown::Multiplier(..) => true,
        };
        let unknowns = equations.unknowns.into_iter().zip(equations.subsystems);
        let bodies = mechanism.model.bodies.len();
        Lagrange {
            members: Members::new(mechanism, mobility, subsystem),
            unknowns: unknowns
                .filter(|&(unknown, of)| of == subsystem && of_joints(unknown))
                .map(|(unknown, _)| unknown)
                .collect(),
            internal: vec![Wrench::zero(); bodies],
            reduced: None,
        }
    }

    fn outboard(&self, e: &Evaluation<S>) -> Outboard<S> {
        let topology = self.members.mechanism.topology;
        let mut masses = e.distributions.clone();
        let mut bias = self.internal.clone();
        for &body in self.members.bodies.iter().rev() {
            let (own, parent) = (body.index(), topology.branch(body).parent);
            bias[own] = bias[own] + e.biases[own];
            if self.members.contains(parent) {
                masses[parent.index()] = masses[parent.index()] + masses[own];
                bias[parent.index()] = bias[parent.index()] + bias[own];
            }
        }
        Outboard { masses, bias }
    }

    /// The subsystem's mass: that outboard of the joints on the base.
    fn whole(&self, outboard: &Outboard<S>) -> Distribution<S> {
        let topology = self.members.mechanism.topology;
        let on_base = |b: &&BodyId| !self.members.contains(topology.branch(**b).parent);
        let masses = self
            .members
            .bodies
            .iter()
            .filter(on_base)
            .map(|b| outboard.masses[b.index()]);
        masses.reduce(|a, b| a + b).unwrap_or(Distribution::zero())
    }

    fn column(&self, e: &Evaluation<S>, outboard: &Outboard<S>, unknown: Unknown) -> Column<S> {
        let mechanism = self.members.mechanism;
        match unknown {
            Unknown::Multiplier(l, r) => Column::Multiplier(l, r),
            Unknown::Speed(speed) => {
                let body = mechanism.layout.owner(speed);
                let twist = subspace(mechanism, &e.position, body)[speed - mechanism.layout.slot(body).v.start];
                let momentum = outboard.masses[body.index()].inertia().apply(twist);
                Column::Speed(Moving {
                    speed,
                    body,
                    twist,
                    momentum,
                })
            }
        }
    }

    /// An entry of the system.
    fn entry(&self, e: &Evaluation<S>, a: &Column<S>, b: &Column<S>) -> S {
        match (a, b) {
            (Column::Speed(k), Column::Speed(l)) => self.mass(e, k, l),
            (Column::Speed(k), &Column::Multiplier(l, r)) | (&Column::Multiplier(l, r), Column::Speed(k)) => {
                entry(self.members.mechanism, &e.position, &e.rows, (l, r), k.speed)
            }
            (Column::Multiplier(..), Column::Multiplier(..)) => S::zero(),
        }
    }

    /// `Mₖₗ`: equation (3).
    fn mass(&self, e: &Evaluation<S>, k: &Moving<S>, l: &Moving<S>) -> S {
        let topology = self.members.mechanism.topology;
        let is_outboard = |tip: BodyId, of: BodyId| topology.to_ground(tip).any(|b| b == of);
        if k.body == l.body {
            let axial = self.axial_inertia(e, k.body);
            axial.unwrap_or_else(|| l.momentum.power(k.twist))
        } else if is_outboard(l.body, k.body) {
            l.momentum.power(k.twist)
        } else if is_outboard(k.body, l.body) {
            k.momentum.power(l.twist)
        } else {
            S::zero()
        }
    }

    /// `M` of a tip body with a single axis: a constant, since axis and mass are fixed in the body.
    fn axial_inertia(&self, e: &Evaluation<S>, body: BodyId) -> Option<S> {
        let mechanism = self.members.mechanism;
        let is_tip = mechanism.topology.branch(body).children.is_empty();
        (is_tip && mechanism.topology.joint(body).speeds() == 1).then(|| {
            let axis = own_subspace(mechanism, body)[0];
            let inertia = e.masses[body.index()].in_frame(&Pose::identity()).inertia();
            inertia.apply(axis).power(axis)
        })
    }

    /// The twist of a body for a unit of an unknown, seen from the base.
    fn moved(&self, column: &Column<S>, body: BodyId) -> Twist<S> {
        match column {
            Column::Speed(k) if self.members.mechanism.topology.to_ground(body).any(|b| b == k.body) => k.twist,
            Column::Speed(_) | Column::Multiplier(..) => Twist::zero(),
        }
    }

    /// Terms of the centres of rods by the motions of the unknowns.
    fn terms(&self, columns: &[Column<S>], centres: &[Centre<S>]) -> Vec<CentreTerms<S>> {
        let of = |centre: &Centre<S>| centre.terms(columns.len(), |body, k| self.moved(&columns[k], body));
        centres.iter().map(of).collect()
    }

    /// `γ` of a closure equation.
    fn closure_bias(&self, e: &Evaluation<S>, (l, r): (usize, usize)) -> S {
        let mechanism = self.members.mechanism;
        let joint = mechanism.model.joint(mechanism.topology.loops[l].cut);
        let [first, second] = [joint.first, joint.second].map(|b| e.inner_accelerations[b.index()]);
        let row = &e.rows[l][r];
        e.row_bias[l][r] + row.first.power(first) + row.second.power(second)
    }
}

impl<'a, S: Scalar + 'a> Reduction<'a, S> for Lagrange<'a, S> {
    fn velocity(&mut self, e: &mut Evaluation<'a, S>) {
        for &body in self.members.bodies {
            e.of_body(body, Quantity::Velocity);
            let v = e.given_speeds(body);
            e.velocity.advance(e.mechanism, &e.position, body, &v);
        }
    }

    fn right_hand_side(&mut self, e: &mut Evaluation<'a, S>) {
        let mechanism = self.members.mechanism;
        for &body in self.members.bodies {
            e.carry_rigidly(body);
            let name = &mechanism.model.body(body).name;
            naming::twist(
                e.progress,
                &e.inner_accelerations[body.index()],
                name,
                "inner_bias_acceleration",
            );
        }
        for l in self.members.loops() {
            let each = &mechanism.topology.loops[l];
            e.of_loop(l, Quantity::Rows);
            e.rows[l] = rows(mechanism, &e.position, each);
            e.of_loop(l, Quantity::RowBias);
            let bias = bias_within(mechanism, &e.position, &e.velocity, each);
            e.row_bias[l] = less_drive(mechanism, each, &e.arguments.drives[2], bias);
            e.name_rows(l);
        }
    }

    fn force(&mut self, e: &mut Evaluation<'a, S>, element: &dyn Element<S>) {
        for (body, wrench) in self.members.force(e, element) {
            self.internal[body.index()] = self.internal[body.index()] - wrench;
        }
    }

    fn mass_and_force(&mut self, e: &mut Evaluation<'a, S>) {
        self.members.add_mass_forces(e);
    }

    fn reduce(&mut self, e: &mut Evaluation<'a, S>) {
        let subsystem = self.members.subsystem;
        e.of_subsystem(subsystem, Quantity::Projection);
        let outboard = self.outboard(e);
        let unknowns = self.unknowns.iter();
        let columns: Vec<Column<S>> = unknowns.map(|&u| self.column(e, &outboard, u)).collect();
        let centres = self.members.centres(e);
        let terms = self.terms(&columns, &centres);
        let carried = columns.iter().enumerate().map(|(i, column)| {
            let own = match column {
                Column::Speed(k) => k.momentum,
                Column::Multiplier(..) => Wrench::zero(),
            };
            terms.iter().fold(own, |sum, terms| sum + terms.carried[i])
        });
        let bias = columns.iter().enumerate().map(|(i, column)| {
            let own = match *column {
                Column::Speed(ref k) => outboard.bias[k.body.index()].power(k.twist) + e.arguments.imbalance[k.speed],
                Column::Multiplier(l, r) => self.closure_bias(e, (l, r)),
            };
            terms.iter().fold(own, |sum, terms| sum + terms.bias[i])
        });
        let entry = |i: usize, j: usize| {
            let own = self.entry(e, &columns[i], &columns[j]);
            let terms = terms.iter().map(|terms| terms.system[i.max(j)][i.min(j)]);
            terms.fold(own, |sum, term| sum + term)
        };
        let reduced = Reduced {
            carried: carried.collect(),
            bias: bias.collect(),
            system: Symmetric::factorise(columns.len(), entry),
            columns: Vec::new(),
        };
        let whole = centres.iter().map(Centre::distribution);
        let whole = whole.fold(self.whole(&outboard), |a, b| a + b);
        reduced.load_base(e, &self.members, whole.inertia(), self.members.wrench(e, &centres));
        self.reduced = Some(reduced);
    }

    fn close(&mut self, _: &mut Evaluation<'a, S>) {}

    fn recover(&mut self, e: &mut Evaluation<'a, S>) {
        let Some(reduced) = &self.reduced else { return };
        let mechanism = self.members.mechanism;
        let mut rates = vec![S::zero(); mechanism.layout.speeds.len()];
        e.of_subsystem(self.members.subsystem, Quantity::Solution);
        let values = reduced.solve(e.base_acceleration, &[]);
        for (&unknown, value) in self.unknowns.iter().zip(values) {
            match unknown {
                Unknown::Speed(speed) => {
                    rates[speed] = value;
                    e.set_rate(speed, value);
                }
                Unknown::Multiplier(l, r) => {
                    let cut = &mechanism.model.joint(mechanism.topology.loops[l].cut).name;
                    e.progress.name(-value, &|| format!("{cut}.row{r}_multiplier"));
                }
            }
        }
        for (body, added) in self.added(e, &rates) {
            e.of_body(body, Quantity::Acceleration);
            self.members.accelerate(e, body, added);
        }
    }

    fn balance(&mut self) -> Option<&mut dyn Balanced<'a, S>> {
        self.members.closures.is_empty().then_some(self)
    }
}

impl<S: Scalar> Lagrange<'_, S> {
    /// The part of each body's acceleration that comes from the rates of the speeds, summed outward.
    fn added(&self, e: &Evaluation<S>, rates: &[S]) -> Vec<(BodyId, Twist<S>)> {
        let mechanism = self.members.mechanism;
        let mut added = vec![Twist::zero(); mechanism.model.bodies.len()];
        let each = self.members.bodies.iter().map(|&body| {
            e.of_body(body, Quantity::Acceleration);
            let inboard = added[mechanism.topology.branch(body).parent.index()];
            let along = subspace(mechanism, &e.position, body).into_iter();
            let own = along.zip(&rates[mechanism.layout.slot(body).v.clone()]);
            added[body.index()] = own.fold(inboard, |sum, (h, &rate)| sum + h * rate);
            (body, added[body.index()])
        });
        each.collect()
    }
}

impl<'a, S: Scalar + 'a> Balanced<'a, S> for Lagrange<'a, S> {
    fn accelerate(&mut self, e: &mut Evaluation<'a, S>, given: &[S]) {
        for (body, added) in self.added(e, given) {
            self.members.give_acceleration(e, body, added);
            for speed in self.members.mechanism.layout.slot(body).v.clone() {
                e.set_rate(speed, given[speed]);
            }
        }
    }

    fn need(&mut self, e: &mut Evaluation<'a, S>) {
        self.members.add_mass_forces(e);
    }

    /// Equation (4), and `b` for the base. All accelerations are contained in `bᵢ`.
    fn imbalance(&mut self, e: &mut Evaluation<'a, S>) -> Vec<(usize, S)> {
        let outboard = self.outboard(e);
        let unknowns = self.unknowns.iter();
        let columns: Vec<Column<S>> = unknowns.map(|&u| self.column(e, &outboard, u)).collect();
        let centres = self.members.centres(e);
        let terms = self.terms(&columns, &centres);
        let short = columns.iter().enumerate().filter_map(|(i, column)| {
            let Column::Speed(k) = column else { return None };
            let own = outboard.bias[k.body.index()].power(k.twist);
            Some((k.speed, terms.iter().fold(own, |sum, terms| sum + terms.bias[i])))
        });
        let short = short.collect();
        e.add_to_base(
            self.members.subsystem,
            Inertia::zero(),
            self.members.wrench(e, &centres),
        );
        short
    }

    fn has_sides(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::{Field, Mat3, Sym3, Vec3};
    use nalgebra::Matrix4;

    const MOTION: Twist<f64> = Twist {
        angular: Vec3([0.2, 0.5, -0.4]),
        linear: Vec3([-1.0, 0.3, 0.8]),
    };
    const TWIST: Twist<f64> = Twist {
        angular: Vec3([0.3, -0.7, 1.1]),
        linear: Vec3([2.0, 0.4, -0.9]),
    };

    fn body() -> Distribution<f64> {
        Distribution {
            mass: 3.0,
            first: Vec3([0.4, -0.6, 1.1]),
            tensor: Sym3([2.0, 3.0, 4.0, 0.3, -0.2, 0.5]),
        }
    }

    /// By blocks.
    fn matrix(linear: &Mat3<f64>, column: Vec3<f64>, row: Vec3<f64>, corner: f64) -> Matrix4<f64> {
        Matrix4::from_fn(|i, j| match (i, j) {
            (3, 3) => corner,
            (3, _) => row.0[j],
            (_, 3) => column.0[i],
            _ => linear.0[i][j],
        })
    }

    /// `V^`
    fn operator(twist: Twist<f64>) -> Matrix4<f64> {
        matrix(&Mat3::cross(twist.angular), twist.linear, Vec3::zero(), 0.0)
    }

    /// `G`
    fn pseudo_inertia(d: &Distribution<f64>) -> Matrix4<f64> {
        let trace = d.tensor.at(0, 0) + d.tensor.at(1, 1) + d.tensor.at(2, 2);
        let second = Sym3::diagonal(0.5 * trace) - d.tensor;
        matrix(&second.full(), d.first, d.first, d.mass)
    }

    #[test]
    fn mass_by_trace_is_momentum() {
        let by_trace = (operator(MOTION) * pseudo_inertia(&body()) * operator(TWIST).transpose()).trace();
        let by_wrench = body().inertia().apply(TWIST).power(MOTION);
        assert!((by_trace - by_wrench).abs() < 1e-12, "{by_trace} {by_wrench}");
    }

    /// With the twist operator `V^` and the operator `V'^` of its rate, the operator of the accelerations is
    /// `V^ V^ + V'^`.
    #[test]
    fn velocity_terms_by_trace_are_the_wrench_of_the_accelerations() {
        let accelerating = operator(TWIST) * operator(TWIST) + operator(MOTION);
        let field = Field {
            angular_velocity: TWIST.angular,
            angular_acceleration: MOTION.angular,
            acceleration: TWIST.angular.cross(TWIST.linear) + MOTION.linear,
        };
        let by_trace = (operator(MOTION) * pseudo_inertia(&body()) * accelerating.transpose()).trace();
        let by_wrench = body().wrench(&field).power(MOTION);
        assert!((by_trace - by_wrench).abs() < 1e-12, "{by_trace} {by_wrench}");
    }

    #[test]
    fn moments_of_mass_move_by_the_transform() {
        let (sin, cos) = 0.7_f64.sin_cos();
        let pose = Pose {
            rotation: Mat3::about_z(sin, cos),
            position: Vec3([0.5, -1.2, 0.3]),
        };
        let transform = matrix(&pose.rotation, pose.position, Vec3::zero(), 1.0);
        let moved = transform * pseudo_inertia(&body()) * transform.transpose();
        let expected = pseudo_inertia(&body().moved(pose.rotation, pose.position));
        assert!((moved - expected).amax() < 1e-12, "{moved} {expected}");
    }
}
