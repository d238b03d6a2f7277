//! Reactions: the wrench that each joint, in the tree or cut, transmits. World axes, about the world's origin.
//!
//! The accelerations give the wrench that every body needs. Less the external wrench on the body, this is the wrench
//! that the body's joints transmit: `r = I a + bias - applied`. The sum over the bodies outboard of a tree joint passes
//! through that joint and through the cuts of loops between these bodies and the others. Tree joints have no power on
//! the motions of the dependent speeds of a group of loops. So the multipliers `λ` of the equations kept follow from
//! `J_dᵀ λ = H_dᵀ Σ r` over the outboard bodies. The rest goes through the tree joint. If the partition of a group does
//! not last, its multipliers follow from all its speeds.
//!
//! A rod with mass acts on its bodies by its multiplier; the force that the rod's mass needs is subtracted.
//!
//! Equations that follow from others have no multiplier: a reaction that is statically indeterminate is carried by the
//! equations that are kept.

use super::dependence::entry;
use super::energy::upward;
use super::force::{self, Declared};
use super::inertia::MassProperties;
use super::least::Least;
use super::measure::Instant;
use super::rods::Rod;
use super::wheels::PlacedWheel;
use crate::kinematics::{Row, rows, subspace};
use crate::mobility::Correction;
use crate::model::{BodyId, JointId};
use crate::scalar::Scalar;
use crate::spatial::{Ordered, Twist, Vec3, Wrench};

/// The wrenches that all joints pass on.
pub struct Reactions<S> {
    /// By body: the wrench through its inboard joint, on the body.
    inboard: Vec<Wrench<S>>,
    /// By loop: the wrenches through its cut, on both bodies of the declared joint.
    cuts: Vec<[Wrench<S>; 2]>,
}

impl<S: Scalar> Reactions<S> {
    /// The reactions at an instant.
    pub fn new(instant: &Instant<S>) -> Self {
        let (mechanism, topology) = (instant.mechanism, instant.mechanism.topology);
        let mut through = outboard(instant, needed(instant));
        let all_rows: Vec<Vec<Row<S>>> = topology
            .loops
            .iter()
            .map(|l| rows(mechanism, &instant.position, l))
            .collect();
        let mut cuts = vec![[Wrench::zero(); 2]; topology.loops.len()];
        for closure in &instant.mobility.closures {
            let power = |speed: usize| {
                let owner = mechanism.layout.owner(speed);
                let column = speed - mechanism.layout.slot(owner).v.start;
                through[owner.index()].power(axes(instant, owner)[column])
            };
            let multipliers = match closure.correction {
                Correction::Dependent => {
                    let over = |&(_, speed): &(usize, usize)| -> Vec<S> {
                        let coefficient = |&row| entry(mechanism, &instant.position, &all_rows, row, speed);
                        closure.rows.iter().map(coefficient).collect()
                    };
                    let matrix: Vec<Vec<S>> = closure.pivots.iter().map(over).collect();
                    let order = closure.pivots.iter().enumerate().map(|(k, &(row, _))| (k, row));
                    let powers = closure.pivots.iter().map(|&(_, speed)| power(speed));
                    Ordered::eliminate(matrix, order.collect()).solve(powers.collect())
                }
                Correction::Least { length } => {
                    Least::exact(mechanism, (closure, length), &instant.position, &all_rows).multipliers(power)
                }
            };
            for (&(l, r), multiplier) in closure.rows.iter().zip(multipliers) {
                let row = &all_rows[l][r];
                let pose = instant
                    .position
                    .pose_in(mechanism, topology.loops[l].frame, BodyId::GROUND);
                for (wrench, of) in cuts[l].iter_mut().zip([row.first, row.second]) {
                    *wrench = *wrench + pose.wrench(of) * multiplier;
                }
            }
        }
        let mut by_loops = vec![Wrench::zero(); mechanism.model.bodies.len()];
        for (l, wrenches) in topology.loops.iter().zip(&cuts) {
            let joint = mechanism.model.joint(l.cut);
            for (body, wrench) in [joint.first, joint.second].into_iter().zip(wrenches) {
                by_loops[body.index()] = by_loops[body.index()] + *wrench;
            }
        }
        for (own, by_loops) in through.iter_mut().zip(outboard(instant, by_loops)) {
            *own = *own - by_loops;
        }
        for (joint, _, [first, second]) in rods(instant) {
            for (cut, _) in cuts.iter_mut().zip(&topology.loops).filter(|(_, l)| l.cut == joint) {
                cut[0] = cut[0] - first;
                cut[1] = cut[1] - second;
            }
        }
        Reactions { inboard: through, cuts }
    }

    /// Wrenches on the first and the second body of a declared joint, about the world's origin.
    pub fn on_both(&self, instant: &Instant<S>, joint: JointId) -> [Wrench<S>; 2] {
        let (mechanism, topology) = (instant.mechanism, instant.mechanism.topology);
        let declared = mechanism.model.joint(joint);
        let cut = topology.loops.iter().position(|l| l.cut == joint);
        let second = match cut {
            Some(l) => return self.cuts[l],
            None if topology.branch(declared.second).parent == declared.first => self.inboard[declared.second.index()],
            None => -self.inboard[declared.first.index()],
        };
        [-second, second]
    }

    /// Wrench on the second body of a declared joint, about the joint's point on it.
    pub fn of_joint(&self, instant: &Instant<S>, joint: JointId) -> Wrench<S> {
        let mechanism = instant.mechanism;
        let declared = mechanism.model.joint(joint);
        let wrench = self.on_both(instant, joint)[1];
        // A link's reaction is given at its second end.
        let points = mechanism.geometry(joint).points();
        let local = points.last().copied().unwrap_or(Vec3::zero());
        let at = instant
            .position
            .point_in(mechanism, declared.second, local, BodyId::GROUND);
        Wrench {
            moment: wrench.moment - at.cross(wrench.force),
            force: wrench.force,
        }
    }
}

/// Motion subspace of a body's inboard joint, world axes.
fn axes<S: Scalar>(instant: &Instant<S>, body: BodyId) -> Vec<Twist<S>> {
    let (mechanism, position) = (instant.mechanism, &instant.position);
    let columns = subspace(mechanism, position, body).into_iter();
    let carried = position.frame_in(mechanism, body, BodyId::GROUND);
    let in_world = |h: Twist<S>| carried.map_or(h, |carried| carried.twist(h));
    columns.map(in_world).collect()
}

/// By body: the sum of the body's own wrench and the wrenches of all bodies outboard of it.
fn outboard<S: Scalar>(instant: &Instant<S>, mut wrenches: Vec<Wrench<S>>) -> Vec<Wrench<S>> {
    let topology = instant.mechanism.topology;
    for &body in instant.mechanism.order.iter().rev() {
        let parent = topology.branch(body).parent;
        wrenches[parent.index()] = wrenches[parent.index()] + wrenches[body.index()];
    }
    wrenches
}

/// Rods with mass: for each rod its joint, and the wrenches that the rod needs from its bodies.
fn rods<S: Scalar>(instant: &Instant<S>) -> Vec<(JointId, Rod<S>, [Wrench<S>; 2])> {
    let Instant {
        mechanism,
        position,
        velocity,
        ..
    } = instant;
    let acceleration = |body: BodyId, at: Vec3<S>| {
        let twist = velocity.twist_in(mechanism, position, body, BodyId::GROUND);
        let free = match body == BodyId::GROUND {
            true => Vec3::zero(),
            false => instant.acceleration(body).at(at) + twist.angular.cross(twist.at(at)),
        };
        free + upward(mechanism)
    };
    let all = Rod::all(mechanism, position).into_iter();
    all.map(|(joint, rod)| (joint, rod, rod.needed(acceleration))).collect()
}

/// By body: the wrench that the body needs in addition to the wrenches that act on it from outside.
fn needed<S: Scalar>(instant: &Instant<S>) -> Vec<Wrench<S>> {
    let Instant {
        mechanism,
        position,
        velocity,
        ..
    } = instant;
    let model = mechanism.model;
    let gravity = upward(mechanism);
    let mut all = vec![Wrench::zero(); model.bodies.len()];
    let mut add = |body: BodyId, wrench: Wrench<S>| all[body.index()] = all[body.index()] + wrench;
    let to_world = |body: BodyId, wrench: Wrench<S>| {
        let frame = mechanism.topology.branch(body).frame;
        position.pose_in(mechanism, frame, BodyId::GROUND).wrench(wrench)
    };
    for body in model.moving_bodies() {
        let properties = MassProperties::of(mechanism, body);
        let pose = position.pose_in(mechanism, body, BodyId::GROUND);
        let twist = velocity.twist_in(mechanism, position, body, BodyId::GROUND);
        let rate = instant.acceleration(body);
        let com = properties.com_at(&pose);
        let tensor = properties.about_com.rotated(pose.rotation);
        let acceleration = rate.at(com) + twist.angular.cross(twist.at(com));
        let force = (acceleration + gravity) * properties.mass;
        let moment = tensor * rate.angular + twist.angular.cross(tensor * twist.angular);
        add(body, Wrench::at(com, force) + Wrench::couple(moment));
    }
    for (_, rod, wrenches) in rods(instant) {
        for (body, wrench) in rod.bodies.into_iter().zip(wrenches) {
            add(body, wrench);
        }
    }
    for (w, wheel) in model.wheels.iter().enumerate() {
        let (placed, load) = (PlacedWheel::new(mechanism, position, wheel), &instant.loads[w]);
        let carrier = velocity.twist(wheel.carrier);
        let inertia = mechanism.design.spin_inertia(wheel);
        let spin = mechanism.layout.spins[w].map(|spin| instant.v[spin]);
        let momentum = placed.axial_momentum(inertia, &carrier, spin);
        let (pushed, _) = placed.loaded(spin.is_some(), load);
        let own = placed.gyroscopic(&carrier, momentum) - pushed;
        add(wheel.carrier, to_world(wheel.carrier, own));
        let reaction = placed.drive_reaction(mechanism, position, wheel, load);
        add(wheel.driven_from, to_world(wheel.driven_from, -reaction));
    }
    for declared in Declared::all(model) {
        let element = declared.at(mechanism, position);
        let rates = force::rates(mechanism, position, velocity, element.as_ref());
        let efforts = element.forces(&rates, instant.signals);
        for (body, wrench) in force::wrenches(mechanism, position, element.as_ref(), &efforts) {
            add(body, to_world(body, -wrench));
        }
    }
    all
}
