//! The method `recursive` on one subsystem: the order in which it calls the steps of the
//! [`Recursion`](super::Recursion).

use super::recursion::floats;
use super::reduction::{Balanced, Reduction};
use crate::formulation::evaluation::Evaluation;
use crate::formulation::force::Element;
use crate::formulation::{Quantity, naming};
use crate::kinematics::{bias, less_drive, rows, subspace};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Field, Twist, Vec3};

/// A subsystem. The first is the base with the joints that lead to it.
pub struct Recursive {
    /// Position among the subsystems.
    pub subsystem: usize,
}

impl Recursive {
    fn bodies<S>(&self, e: &Evaluation<S>) -> Vec<BodyId> {
        e.mechanism.topology.subsystems[self.subsystem].bodies.clone()
    }
}

impl<'a, S: Scalar> Reduction<'a, S> for Recursive {
    fn velocity(&mut self, e: &mut Evaluation<'a, S>) {
        for body in self.bodies(e) {
            e.of_body(body, Quantity::Velocity);
            let v = e.given_speeds(body);
            e.velocity.advance(e.mechanism, &e.position, body, &v);
        }
    }

    fn right_hand_side(&mut self, e: &mut Evaluation<'a, S>) {
        let mechanism = e.mechanism;
        for body in self.bodies(e) {
            e.of_body(body, Quantity::Bias);
            let mut crossing = e.velocity.bias(mechanism, &e.position, body);
            if e.goes_by_points(body) {
                crossing = crossing + Twist::along(e.base_motion().1);
            }
            let name = &mechanism.model.body(body).name;
            naming::twist(e.progress, &crossing, name, "bias_acceleration");
            e.recursion.body_mut(body).crossing = crossing;
            if e.mechanism.topology.joint(body).speeds() == 0 {
                e.carry_rigidly(body);
            }
        }
        for (l, each) in mechanism.topology.loops.iter().enumerate() {
            if e.subsystem_of_loop(l) == self.subsystem {
                e.of_loop(l, Quantity::Rows);
                e.rows[l] = rows(mechanism, &e.position, each);
                e.of_loop(l, Quantity::RowBias);
                let bias = bias(mechanism, &e.position, &e.velocity, each);
                e.row_bias[l] = less_drive(mechanism, each, &e.arguments.drives[2], bias);
                e.name_rows(l);
            }
        }
    }

    fn force(&mut self, e: &mut Evaluation<'a, S>, element: &dyn Element<S>) {
        e.act(element);
    }

    fn mass_and_force(&mut self, e: &mut Evaluation<'a, S>) {
        for body in self.bodies(e) {
            e.of_body(body, Quantity::Needed);
            let mut twist = e.velocity.twist(body);
            if e.goes_by_points(body) {
                twist.linear = Vec3::zero();
            }
            let momentum = e.distributions[body.index()].inertia().apply(twist);
            e.add_bias(body, twist.cross_wrench(momentum));
            let name = &e.mechanism.model.body(body).name;
            naming::wrench(e.progress, &momentum, &format!("{name}.momentum"));
        }
    }

    fn reduce(&mut self, e: &mut Evaluation<'a, S>) {
        let (topology, base) = (e.mechanism.topology, e.mechanism.topology.base);
        for &body in self.bodies(e).iter().rev() {
            if body != base {
                e.recursion.close_groups_at(body, |_| true);
            }
            e.of_body(body, Quantity::Elimination);
            let driven = topology.joint(body).drive.map(|d| e.arguments.drives[2][d.index()]);
            let imbalance = &e.arguments.imbalance[e.mechanism.layout.slot(body).v.clone()];
            e.recursion.eliminate(&e.position, body, driven, imbalance);
            e.recursion.name_gathered(topology.branch(body).parent, e.progress);
        }
        if self.subsystem == 0 && base != BodyId::GROUND {
            e.recursion.close_groups_at(BodyId::GROUND, |_| true);
        }
    }

    fn close(&mut self, e: &mut Evaluation<'a, S>) {
        let own = e.groups_of(self.subsystem);
        let base = e.mechanism.topology.base;
        e.recursion.close_groups_at(base, |g| own.contains(&g));
        e.recursion.name_gathered(base, e.progress);
    }

    fn recover(&mut self, e: &mut Evaluation<'a, S>) {
        let base = e.mechanism.topology.base;
        if self.subsystem > 0 {
            let own = e.groups_of(self.subsystem);
            e.recursion.recover_groups_at(base, |g| own.contains(&g));
            e.recursion.name_multipliers(e.progress);
        } else if base != BodyId::GROUND {
            e.recursion.recover_groups_at(BodyId::GROUND, |_| true);
        }
        for body in self.bodies(e) {
            e.of_body(body, Quantity::Acceleration);
            let slot = e.mechanism.layout.slot(body).v.clone();
            let rates = e.recursion.recover(&e.position, body);
            for (place, rate) in slot.zip(rates) {
                e.set_rate(place, rate);
            }
            if body != base {
                e.recursion.recover_groups_at(body, |_| true);
            }
        }
    }

    fn balance(&mut self) -> Option<&mut dyn Balanced<'a, S>> {
        Some(self)
    }
}

impl<'a, S: Scalar> Balanced<'a, S> for Recursive {
    fn accelerate(&mut self, e: &mut Evaluation<'a, S>, given: &[S]) {
        let (mechanism, topology) = (e.mechanism, e.mechanism.topology);
        for body in self.bodies(e) {
            e.of_body(body, Quantity::Acceleration);
            let slot = mechanism.layout.slot(body).v.clone();
            let columns = subspace(mechanism, &e.position, body);
            let own = match topology.joint(body).drive {
                Some(drive) => &e.arguments.drives[2][drive.index()..=drive.index()],
                None => &given[slot.clone()],
            };
            if floats(mechanism, body) {
                let field = Field {
                    angular_velocity: e.velocity.twist(body).angular,
                    angular_acceleration: Vec3([own[0], own[1], own[2]]),
                    acceleration: Vec3([own[3], own[4], own[5]]),
                };
                let rates = free_rates(e, body, &field);
                e.give(body, field);
                slot.zip(rates).for_each(|(speed, rate)| e.set_rate(speed, rate));
                continue;
            }
            let along = columns.into_iter().zip(own);
            let added = along.fold(Twist::zero(), |sum, (h, &rate)| sum + h * rate);
            let field = moved(e, body, added);
            e.give(body, field);
            slot.for_each(|speed| e.set_rate(speed, given[speed]));
        }
    }

    fn need(&mut self, e: &mut Evaluation<'a, S>) {
        for body in self.bodies(e) {
            e.of_body(body, Quantity::Needed);
            let needed = e.distributions[body.index()].wrench(&e.fields[body.index()]);
            e.add_bias(body, needed);
        }
    }

    fn imbalance(&mut self, e: &mut Evaluation<'a, S>) -> Vec<(usize, S)> {
        let mut all = Vec::new();
        for &body in self.bodies(e).iter().rev() {
            e.of_body(body, Quantity::Imbalance);
            let own = e.recursion.balance(&e.position, body);
            all.extend(e.mechanism.layout.slot(body).v.clone().zip(own));
        }
        all
    }

    fn has_sides(&self) -> bool {
        false
    }
}

/// Rates of the six speeds of a body with these accelerations.
fn free_rates<S: Scalar>(e: &Evaluation<S>, body: BodyId, field: &Field<S>) -> [S; 6] {
    let twist = e.velocity.twist(body);
    let turning = match e.goes_by_points(body) {
        true => Vec3::zero(),
        false => twist.angular.cross(twist.linear),
    };
    let whole = Twist {
        angular: field.angular_acceleration,
        linear: field.acceleration - turning,
    };
    (whole - e.recursion.carried(&e.position, body)).components()
}

/// Accelerations of a body's points, from the accelerations of the body in whose frame the first body is given. For a
/// body that is a frame itself, they are computed from the accelerations of its parent. `added`: the part of the
/// acceleration that comes from the rates of the joint's speeds, or from the joint's drive.
fn moved<S: Scalar>(e: &mut Evaluation<S>, body: BodyId, added: Twist<S>) -> Field<S> {
    let (mechanism, branch) = (e.mechanism, e.mechanism.topology.branch(body));
    let slot = mechanism.layout.slot(body);
    if mechanism.topology.is_frame(body) && slot.q.len() > slot.v.len() {
        return moved_as_a_whole(e, body, added);
    }
    let rate = e.velocity.inner_bias(mechanism, &e.position, body) + added;
    if !mechanism.topology.is_frame(body) {
        let rate = e.inner_accelerations[branch.parent.index()] + rate;
        e.inner_accelerations[body.index()] = rate;
        return e.fields[branch.frame.index()].with(e.velocity.inner(body), rate);
    }
    let parent = e.fields[branch.parent.index()];
    parent
        .seen_from(e.position.mount(body))
        .with(e.velocity.relative(body), rate)
}

/// Accelerations of the points of a frame with Euler parameters, by spatial accelerations as in the recursion. If the
/// norm of the parameters is not one, a rotation by them does not commute with the cross product. The slopes with
/// respect to each parameter are then those of the recursion.
fn moved_as_a_whole<S: Scalar>(e: &Evaluation<S>, body: BodyId, added: Twist<S>) -> Field<S> {
    let whole = e.recursion.carried(&e.position, body) + added;
    let twist = e.velocity.twist(body);
    Field {
        angular_velocity: twist.angular,
        angular_acceleration: whole.angular,
        acceleration: whole.linear + twist.angular.cross(twist.linear),
    }
}
