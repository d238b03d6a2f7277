//! The method `synthesis`: a subsystem in its independent speeds at once (after Kim & Wang 2005, formulation B).
//!
//! Derived anew. All quantities are relative to the base, in whose frame all bodies of the subsystem are given. With
//! the independent speeds `u` of the subsystem and the base's twist `V₀` and acceleration `A₀`, body `i` has
//!
//! (1) `Vᵢ = V₀ + Rᵢ`, `Rᵢ = Tᵢ u + Wᵢ`; `Aᵢ = A₀ + V₀ × Rᵢ + Tᵢ u' + γᵢ`.
//!
//! The columns of `Tᵢ` are the body's twists for unit speeds. They follow from the loops' equations, solved for the
//! dependent speeds ([`Dependence`]), once for each independent speed. `Wᵢ` is the twist due to the drives. `γᵢ` is the
//! acceleration seen from the base without rates of the independent speeds. It does not depend on the base's motion,
//! since the pivots do not move as seen from the base.
//!
//! With the bias wrenches `bᵢ = Iᵢ (V₀ × Rᵢ + γᵢ) + Vᵢ ×* Iᵢ Vᵢ - fᵢ`, the principle of virtual power over all motions
//! `δVᵢ = δV₀ + Tᵢ δu` gives the subsystem's equations and the wrench `w` that the base must exert to move it:
//!
//! (2) `D u' + Uᵀ A₀ + n = 0`, `w = I A₀ + U u' + b`, where
//!     `U = Σ Iᵢ Tᵢ`, `D = Σ Tᵢᵀ Iᵢ Tᵢ`, `n = Σ Tᵢᵀ bᵢ - τ`, `I = Σ Iᵢ`, `b = Σ bᵢ`.
//!
//! The first equation, solved for `u'` and put into the second, leaves the effective pair
//!
//! (3) `I* = I - U D⁻¹ Uᵀ`, `b* = b - U D⁻¹ n`.
//!
//! This is the full form of Kim & Wang's eq. 33: `T` is not assumed to make `MT` symmetric, so the form is valid for
//! any number of freedoms. A force element within the subsystem, or between it and the base, enters only as a
//! generalised force `τ`: its action on the base cancels.
//!
//! The mass in the centre of a rod ([`crate::formulation::rods`]) is one more body in the sums, with the mean of two
//! velocities.
//!
//! A side of a subsystem that was taken apart also moves with its carrier's speed. That speed stands last in `u`, and
//! its equation is left to the carrier ([`super::reduced`]). A carrier is reduced after all its sides.

use super::members::{Centre, Members};
use super::reduced::Reduced;
use super::reduction::{Balanced, Reduction};
use super::share::Share;
use crate::formulation::dependence::{Dependence, entry};
use crate::formulation::evaluation::Evaluation;
use crate::formulation::force::Element;
use crate::formulation::{Quantity, naming};
use crate::kinematics::{Mechanism, bias_within, less_drive, own_subspace, rows, subspace};
use crate::mobility::{Closure, Mobility};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Inertia, Pose, Symmetric, Twist, Wrench};

/// One subsystem.
pub struct Synthesis<'a, S> {
    mechanism: &'a Mechanism<'a, S>,
    members: Members<'a, S>,
    bodies: &'a [BodyId],
    /// Positions of its closures.
    closures: Vec<usize>,
    /// `u`, among all speeds; the speeds of carriers last.
    independent: Vec<usize>,
    /// By closure.
    dependences: Vec<Dependence<'a, S>>,
    /// By speed: its value for each unit independent speed; `None` for speeds of other subsystems.
    shares: Vec<Option<Vec<S>>>,
    /// By body of the mechanism.
    motions: Vec<Motion<S>>,
    /// By independent speed: generalised force `τ`.
    forces: Vec<S>,
    /// By speed: the rate of a dependent speed at constant independent speeds.
    rate_biases: Vec<Option<S>>,
    /// `U`, `D`, `n` once known.
    reduced: Option<Reduced<S>>,
}

/// The motion of a body with the independent speeds: `Tᵢ`, as a product if a product is cheaper.
#[derive(Clone)]
struct Motion<S> {
    /// Twists, in the base's frame.
    directions: Vec<Twist<S>>,
    /// By direction and independent speed: `Tᵢₖ = Σ directionₘ partₘₖ`.
    parts: Vec<Vec<S>>,
    /// Whether the directions belong to the body's inboard joint; then no body inboard of the joint moves with `u`.
    is_joint: bool,
    /// `Wᵢ`
    driven: Twist<S>,
}

impl<S: Scalar> Motion<S> {
    fn rest() -> Self {
        Motion {
            directions: Vec::new(),
            parts: Vec::new(),
            is_joint: false,
            driven: Twist::zero(),
        }
    }

    /// `Tᵢₖ`
    fn column(&self, k: usize) -> Twist<S> {
        let terms = self.directions.iter().zip(&self.parts);
        terms.fold(Twist::zero(), |sum, (&d, part)| sum + d * part[k])
    }
}

impl<'a, S: Scalar> Synthesis<'a, S> {
    /// Nothing known yet.
    pub fn new(mechanism: &'a Mechanism<'a, S>, mobility: &'a Mobility, subsystem: usize) -> Self {
        let bodies: &[BodyId] = &mechanism.topology.subsystems[subsystem].bodies;
        let members = Members::new(mechanism, mobility, subsystem);
        let is_own = |c: &Closure| members.closures.iter().any(|own| std::ptr::eq(*own, c));
        let closures = mobility.closures.iter().enumerate().filter(|(_, c)| is_own(c));
        let closures: Vec<usize> = closures.map(|(g, _)| g).collect();
        let mut independent = members.independent();
        independent.extend(&members.carriers);
        Synthesis {
            mechanism,
            members,
            bodies,
            closures,
            forces: vec![S::zero(); independent.len()],
            independent,
            dependences: Vec::new(),
            shares: vec![None; mechanism.layout.speeds.len()],
            motions: vec![Motion::rest(); mechanism.model.bodies.len()],
            rate_biases: Vec::new(),
            reduced: None,
        }
    }

    /// Sets the rates of a body's speeds from the rates of the independent speeds. Returns their part of the body's
    /// acceleration.
    fn follow(&self, e: &mut Evaluation<'a, S>, body: BodyId, rates: &[S]) -> Twist<S> {
        for speed in self.mechanism.layout.slot(body).v.clone() {
            let share = self.shares[speed].as_deref().unwrap_or(&[]);
            let bias = self.rate_biases[speed].unwrap_or(S::zero());
            e.set_rate(speed, dot(share, rates) + bias);
        }
        let motion = &self.motions[body.index()];
        let parts = motion.directions.iter().zip(&motion.parts);
        parts.fold(Twist::zero(), |sum, (&d, part)| sum + d * dot(part, rates))
    }

    /// `Tᵢ` and `Wᵢ` of a body, from `T` and `W` of its parent. `caused`: the drive's velocity, or the joint speeds
    /// due to drives.
    fn motion(&self, e: &Evaluation<S>, body: BodyId, caused: &[S]) -> Motion<S> {
        let parent = &self.motions[self.mechanism.topology.branch(body).parent.index()];
        let columns = subspace(self.mechanism, &e.position, body);
        let driven = columns
            .iter()
            .zip(caused)
            .fold(parent.driven, |sum, (&h, &v)| sum + h * v);
        let slot = self.mechanism.layout.slot(body).v.clone();
        if slot.is_empty() {
            return Motion {
                is_joint: false,
                driven,
                ..parent.clone()
            };
        }
        let share = |speed: usize, k: usize| self.shares[speed].as_ref().map_or(S::zero(), |s| s[k]);
        let count = self.independent.len();
        if parent.directions.is_empty() && columns.len() <= count {
            let parts = slot
                .map(|speed| (0..count).map(|k| share(speed, k)).collect())
                .collect();
            return Motion {
                is_joint: true,
                directions: columns,
                parts,
                driven,
            };
        }
        let directions = (0..count).map(|k| {
            let own = columns.iter().zip(slot.clone());
            own.fold(parent.column(k), |sum, (&h, speed)| sum + h * share(speed, k))
        });
        let unit = |k: usize| (0..count).map(|j| if j == k { S::one() } else { S::zero() }).collect();
        Motion {
            directions: directions.collect(),
            parts: (0..count).map(unit).collect(),
            is_joint: false,
            driven,
        }
    }

    /// Solves for the dependent speeds at unit independent speeds, and for the speeds due to drives.
    fn solve_speeds(&mut self, e: &Evaluation<'a, S>) -> Vec<S> {
        let mechanism = self.mechanism;
        let mut caused = vec![S::zero(); mechanism.layout.speeds.len()];
        for (k, &speed) in self.independent.iter().enumerate() {
            let unit = (0..self.independent.len()).map(|j| if j == k { S::one() } else { S::zero() });
            self.shares[speed] = Some(unit.collect());
        }
        for (dependence, &g) in self.dependences.iter().zip(&self.closures) {
            e.of_loop(e.mobility.closures[g].group.loops[0], Quantity::DependentSpeeds);
            let joints = &e.mobility.closures[g].group.joints;
            let on_joints = |&speed: &usize| joints.contains(&mechanism.layout.owner(speed));
            for (k, speed) in self.independent.iter().enumerate().filter(|(_, s)| on_joints(s)) {
                let column = |l, r| -entry(mechanism, &e.position, &e.rows, (l, r), *speed);
                for (dependent, value) in dependence.solve(column) {
                    let share = self.shares[dependent].get_or_insert_with(|| vec![S::zero(); self.independent.len()]);
                    share[k] = value;
                    self.name_share(e, dependent, *speed, value);
                }
            }
            let by_drives = |l: usize, r: usize| {
                let each = &mechanism.topology.loops[l];
                let row = &e.rows[l][r];
                let ends = [(&each.first_path, row.first), (&each.second_path, row.second)];
                let own = e.driven_rate(l, r).unwrap_or(S::zero());
                ends.into_iter().fold(own, |sum, (path, wrench)| {
                    path.iter()
                        .fold(sum, |sum, &b| match mechanism.topology.joint(b).drive {
                            Some(_) => {
                                let along = subspace(mechanism, &e.position, b)[0];
                                sum - wrench.power(along) * e.given_speeds(b)[0]
                            }
                            None => sum,
                        })
                })
            };
            for (dependent, value) in dependence.solve(by_drives) {
                caused[dependent] = value;
            }
        }
        caused
    }

    fn name_share(&self, e: &Evaluation<S>, dependent: usize, independent: usize, value: S) {
        let speeds = &self.mechanism.layout.speeds;
        e.progress
            .name(value, &|| format!("{}.per_{}", speeds[dependent], speeds[independent]));
    }

    fn name_motion(&self, e: &Evaluation<S>, body: BodyId) {
        let motion = &self.motions[body.index()];
        for (m, direction) in motion.directions.iter().enumerate() {
            let name = &self.mechanism.model.body(body).name;
            naming::twist(e.progress, direction, name, &format!("direction_{m}"));
        }
    }
}

impl<'a, S: Scalar + 'a> Reduction<'a, S> for Synthesis<'a, S> {
    fn velocity(&mut self, e: &mut Evaluation<'a, S>) {
        let mechanism = self.mechanism;
        let mobility = e.mobility;
        for &g in &self.closures {
            let closure = &mobility.closures[g];
            for &l in &closure.group.loops {
                e.of_loop(l, Quantity::Rows);
                e.rows[l] = rows(mechanism, &e.position, &mechanism.topology.loops[l]);
                e.name_rows(l);
            }
            e.of_loop(closure.group.loops[0], Quantity::Dependence);
            let dependence = Dependence::new(mechanism, closure, &e.position, &e.rows);
            self.dependences.push(dependence);
        }
        let caused = self.solve_speeds(e);
        let given: Vec<S> = self.independent.iter().map(|&speed| e.arguments.v[speed]).collect();
        for &body in self.bodies {
            e.of_body(body, Quantity::Velocity);
            let slot = mechanism.layout.slot(body).v.clone();
            let slot_is_empty = slot.is_empty();
            let is_driven = mechanism.topology.joint(body).drive.is_some();
            let own_caused = if is_driven {
                e.given_speeds(body)
            } else {
                caused[slot.clone()].to_vec()
            };
            let motion = self.motion(e, body, &own_caused);
            let speeds: Vec<S> = if is_driven {
                own_caused
            } else {
                let speed = |s: usize| {
                    let share = self.shares[s].as_deref().unwrap_or(&[]);
                    dot(share, &given) + caused[s]
                };
                slot.map(speed).collect()
            };
            let columns = subspace(mechanism, &e.position, body);
            let relative = combination(&columns, &speeds);
            let inner = if motion.is_joint || slot_is_empty {
                e.velocity.inner(mechanism.topology.branch(body).parent) + relative
            } else {
                let parts = motion.directions.iter().zip(&motion.parts);
                parts.fold(motion.driven, |sum, (&d, part)| sum + d * dot(part, &given))
            };
            e.velocity.set(mechanism, &e.position, body, &speeds, relative, inner);
            self.motions[body.index()] = motion;
            self.name_motion(e, body);
        }
    }

    fn right_hand_side(&mut self, e: &mut Evaluation<'a, S>) {
        let mechanism = self.mechanism;
        let topology = mechanism.topology;
        // First without any rate of an unknown speed.
        for &body in self.bodies {
            e.carry_rigidly(body);
        }
        let mut rates: Vec<Option<S>> = vec![None; mechanism.layout.speeds.len()];
        for (dependence, &g) in self.dependences.iter().zip(&self.closures) {
            for &l in &e.mobility.closures[g].group.loops {
                e.of_loop(l, Quantity::RowBias);
                let each = &topology.loops[l];
                let bias = bias_within(mechanism, &e.position, &e.velocity, each);
                e.row_bias[l] = less_drive(mechanism, each, &e.arguments.drives[2], bias);
                e.name_rows(l);
            }
            e.of_loop(e.mobility.closures[g].group.loops[0], Quantity::DependentRates);
            let right = |l: usize, r: usize| {
                let joint = mechanism.model.joint(topology.loops[l].cut);
                let row = &e.rows[l][r];
                let [first, second] = [joint.first, joint.second].map(|b| e.inner_accelerations[b.index()]);
                -(e.row_bias[l][r] + row.first.power(first) + row.second.power(second))
            };
            for (speed, rate) in dependence.solve(right) {
                let name = &mechanism.layout.speeds[speed];
                e.progress.name(rate, &|| format!("{name}.rate_bias"));
                rates[speed] = Some(rate);
            }
        }
        // Then with the rates of the dependent speeds.
        for &body in self.bodies {
            e.carry_rigidly(body);
            for (h, speed) in subspace(mechanism, &e.position, body)
                .into_iter()
                .zip(mechanism.layout.slot(body).v.clone())
            {
                if let Some(rate) = rates[speed] {
                    let own = &mut e.inner_accelerations[body.index()];
                    *own = *own + h * rate;
                }
            }
            let own = e.inner_accelerations[body.index()];
            let name = &mechanism.model.body(body).name;
            naming::twist(e.progress, &own, name, "inner_bias_acceleration");
        }
        self.rate_biases = rates;
    }

    fn force(&mut self, e: &mut Evaluation<'a, S>, element: &dyn Element<S>) {
        // The columns of the motions are seen from the base.
        let base = self.mechanism.topology.base;
        if !self.members.hold(element) || element.frame() != self.mechanism.topology.branch(base).frame {
            e.act(element);
            return;
        }
        // What a unit rate of each independent speed, and the drives, add to the rates.
        let shares: Vec<Vec<S>> = (0..self.independent.len())
            .map(|k| element.rates(&|b| self.motions[b.index()].column(k)))
            .collect();
        let driven = element.rates(&|b| self.motions[b.index()].driven);
        let given: Vec<S> = self.independent.iter().map(|&speed| e.arguments.v[speed]).collect();
        let along = |direction: usize| shares.iter().map(|share| share[direction]).collect::<Vec<S>>();
        let rates: Vec<S> = driven
            .iter()
            .enumerate()
            .map(|(direction, &driven)| dot(&along(direction), &given) + driven)
            .collect();
        let forces = element.forces(&rates, &e.arguments.signals);
        element.name(e.progress, &forces);
        for (sum, share) in self.forces.iter_mut().zip(shares) {
            for (share, &force) in share.into_iter().zip(&forces) {
                *sum = *sum + share * force;
            }
        }
    }

    fn mass_and_force(&mut self, e: &mut Evaluation<'a, S>) {
        self.members.add_mass_forces(e);
    }

    fn reduce(&mut self, e: &mut Evaluation<'a, S>) {
        if !self.members.has_sides {
            self.reduce_now(e);
        }
    }

    fn close(&mut self, e: &mut Evaluation<'a, S>) {
        if self.members.has_sides {
            self.reduce_now(e);
        }
    }

    fn recover(&mut self, e: &mut Evaluation<'a, S>) {
        let Some(reduced) = &self.reduced else { return };
        e.of_subsystem(self.members.subsystem, Quantity::Solution);
        let of_carrier = |&speed: &usize| e.progress.of_carrier(self.members.subsystem, e.rate(speed));
        let by_carriers: Vec<S> = self.members.carriers.iter().map(of_carrier).collect();
        let mut rates = reduced.solve(e.base_acceleration, &by_carriers);
        rates.extend(by_carriers);
        for &body in self.bodies {
            e.of_body(body, Quantity::Acceleration);
            let added = self.follow(e, body, &rates);
            self.members.accelerate(e, body, added);
        }
    }

    fn balance(&mut self) -> Option<&mut dyn Balanced<'a, S>> {
        Some(self)
    }
}

impl<'a, S: Scalar + 'a> Balanced<'a, S> for Synthesis<'a, S> {
    fn accelerate(&mut self, e: &mut Evaluation<'a, S>, given: &[S]) {
        let own = self.independent.len() - self.members.carriers.len();
        let rate = |(k, &speed): (usize, &usize)| match k < own {
            true => given[speed],
            false => e.progress.of_carrier(self.members.subsystem, given[speed]),
        };
        let rates: Vec<S> = self.independent.iter().enumerate().map(rate).collect();
        for &body in self.bodies {
            e.of_body(body, Quantity::Acceleration);
            let added = self.follow(e, body, &rates);
            self.members.give_acceleration(e, body, added);
        }
    }

    fn need(&mut self, e: &mut Evaluation<'a, S>) {
        self.members.add_mass_forces(e);
    }

    /// The second of equations (2), and `b` for the base. All accelerations are contained in `bᵢ`.
    fn imbalance(&mut self, e: &mut Evaluation<'a, S>) -> Vec<(usize, S)> {
        let projected = self.with_shares_of_sides(e);
        let own = self.independent.len() - self.members.carriers.len();
        for (k, &speed) in self.independent.iter().enumerate().skip(own) {
            let share = Share {
                wrench: Wrench::zero(),
                inertia: S::zero(),
                bias: projected.bias[k],
            };
            e.add_to_carrier(self.members.subsystem, speed, share);
        }
        let wrench = self.members.wrench(e, &self.members.centres(e));
        e.add_to_base(self.members.subsystem, Inertia::zero(), wrench);
        self.independent[..own].iter().copied().zip(projected.bias).collect()
    }

    fn has_sides(&self) -> bool {
        self.members.has_sides
    }
}

impl<'a, S: Scalar + 'a> Synthesis<'a, S> {
    fn reduce_now(&mut self, e: &mut Evaluation<'a, S>) {
        let projected = self.with_shares_of_sides(e);
        e.of_subsystem(self.members.subsystem, Quantity::Factors);
        let own = self.independent.len() - self.members.carriers.len();
        let reduced = projected.reduced(own);
        for (column, &speed) in self.members.carriers.iter().enumerate() {
            let share = reduced.for_carrier(column, projected.share(own + column));
            e.add_to_carrier(self.members.subsystem, speed, share);
        }
        e.of_subsystem(self.members.subsystem, Quantity::Effective);
        let all = self.bodies.iter().map(|b| e.distributions[b.index()]);
        let centres = self.members.centres(e);
        let all = all.chain(centres.iter().map(Centre::distribution));
        let inertia = all.reduce(|a, b| a + b).unwrap_or(Distribution::zero()).inertia();
        reduced.load_base(e, &self.members, inertia, self.members.wrench(e, &centres));
        self.reduced = Some(reduced);
    }

    /// Equations (2) with the shares of its sides.
    fn with_shares_of_sides(&self, e: &Evaluation<S>) -> Projected<S> {
        let mut projected = self.projected(e);
        if self.members.has_sides {
            for (k, speed) in self.independent.iter().enumerate() {
                let whole = e.with_sides(self.members.subsystem, *speed, projected.share(k));
                projected.set_share(k, whole);
            }
        }
        projected
    }

    /// Equations (2).
    fn projected(&self, e: &Evaluation<S>) -> Projected<S> {
        e.of_subsystem(self.members.subsystem, Quantity::Projection);
        let count = self.independent.len();
        let mut carried = vec![Wrench::zero(); count];
        let mut mass = vec![vec![S::zero(); count]; count];
        let own = count - self.members.carriers.len();
        let imbalance = |(k, &speed): (usize, &usize)| match k < own {
            true => e.arguments.imbalance[speed],
            false => S::zero(),
        };
        let imbalance = self.independent.iter().enumerate().map(imbalance);
        let bias = self.forces.iter().zip(imbalance).map(|(&force, short)| short - force);
        let mut bias: Vec<S> = bias.collect();
        for &body in self.bodies {
            e.of_body(body, Quantity::Projection);
            let motion = &self.motions[body.index()];
            let (inertia, wrench) = (e.distributions[body.index()].inertia(), e.biases[body.index()]);
            let axial = self.axial_inertia(e, body);
            let momenta: Vec<Wrench<S>> = motion.directions.iter().map(|&d| inertia.apply(d)).collect();
            for (m, part) in motion.parts.iter().enumerate() {
                let power = wrench.power(motion.directions[m]);
                for k in 0..count {
                    carried[k] = carried[k] + momenta[m] * part[k];
                    bias[k] = bias[k] + power * part[k];
                }
                for (other, other_part) in motion.parts.iter().enumerate() {
                    let coupled = axial.unwrap_or_else(|| momenta[other].power(motion.directions[m]));
                    for i in 0..count {
                        for j in 0..=i {
                            mass[i][j] = mass[i][j] + coupled * (part[i] * other_part[j]);
                        }
                    }
                }
            }
        }
        e.of_subsystem(self.members.subsystem, Quantity::Projection);
        for centre in self.members.centres(e) {
            let terms = centre.terms(count, |body, k| self.column(e, body, k));
            terms.add_to(&mut carried, &mut mass, &mut bias);
        }
        Projected { carried, mass, bias }
    }

    /// `Tᵢₖ` of any body. For a body of the carrier, which is outside of the subsystem, the column is the twist for the
    /// carrier's own speed.
    fn column(&self, e: &Evaluation<S>, body: BodyId, k: usize) -> Twist<S> {
        let topology = self.mechanism.topology;
        if self.members.contains(body) || body == topology.base {
            return self.motions[body.index()].column(k);
        }
        let speed = self.independent[k];
        let mut path = topology.to_ground(body).take_while(|&b| b != topology.base);
        let owner = path.find(|&b| self.mechanism.layout.slot(b).v.contains(&speed));
        owner.map_or(Twist::zero(), |owner| {
            subspace(self.mechanism, &e.position, owner)[speed - self.mechanism.layout.slot(owner).v.start]
        })
    }
}

/// `U`, the lower triangle of `D`, and `n`: by independent speed.
struct Projected<S> {
    carried: Vec<Wrench<S>>,
    mass: Vec<Vec<S>>,
    bias: Vec<S>,
}

impl<S: Scalar> Projected<S> {
    fn share(&self, k: usize) -> Share<S> {
        Share {
            wrench: self.carried[k],
            inertia: self.mass[k][k],
            bias: self.bias[k],
        }
    }

    fn set_share(&mut self, k: usize, share: Share<S>) {
        (self.carried[k], self.mass[k][k], self.bias[k]) = (share.wrench, share.inertia, share.bias);
    }

    /// The equations of the first `own` speeds, with the other speeds given.
    fn reduced(&self, own: usize) -> Reduced<S> {
        Reduced {
            system: Symmetric::factorise(own, |i, j| self.mass[i][j]),
            carried: self.carried[..own].to_vec(),
            bias: self.bias[..own].to_vec(),
            columns: self.mass[own..].iter().map(|row| row[..own].to_vec()).collect(),
        }
    }
}

impl<'a, S: Scalar> Synthesis<'a, S> {
    /// `Hᵀ I H` if the motion is a joint's with a single axis: a constant, since axis and inertia are fixed in the
    /// body.
    fn axial_inertia(&self, e: &Evaluation<S>, body: BodyId) -> Option<S> {
        let motion = &self.motions[body.index()];
        let is_axis = motion.is_joint && motion.directions.len() == 1;
        is_axis.then(|| {
            let along = own_subspace(self.mechanism, body)[0];
            let inertia = e.masses[body.index()].in_frame(&Pose::identity()).inertia();
            inertia.apply(along).power(along)
        })
    }
}

fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    a.iter().zip(b).fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}

fn combination<S: Scalar>(columns: &[Twist<S>], factors: &[S]) -> Twist<S> {
    columns
        .iter()
        .zip(factors)
        .fold(Twist::zero(), |sum, (&h, &f)| sum + h * f)
}
