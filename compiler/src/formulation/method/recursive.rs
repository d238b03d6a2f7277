//! The method `recursive` on one subsystem: which step of the [`Recursion`](super::Recursion) comes when.

use super::{Balanced, Reduction};
use crate::formulation::evaluation::Evaluation;
use crate::formulation::force::Element;
use crate::formulation::naming;
use crate::kinematics::{bias, less_drive, rows};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// A subsystem; the first is the base with what leads to it.
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
            let v = e.given_speeds(body);
            e.velocity.advance(e.mechanism, &e.position, body, &v);
        }
    }

    fn right_hand_side(&mut self, e: &mut Evaluation<'a, S>) {
        let mechanism = e.mechanism;
        for body in self.bodies(e) {
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
                e.rows[l] = rows(mechanism, &e.position, each);
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
        for body in self.bodies(e) {
            let slot = e.mechanism.layout.slot(body).v.clone();
            let own = match e.mechanism.topology.joint(body).drive {
                Some(drive) => vec![e.arguments.drives[2][drive.index()]],
                None => given[slot.clone()].to_vec(),
            };
            let rates = e.recursion.accelerate(&e.position, body, &own);
            for (speed, rate) in slot.zip(rates) {
                e.set_rate(speed, rate);
            }
        }
    }

    fn imbalance(&mut self, e: &mut Evaluation<'a, S>) -> Vec<(usize, S)> {
        let mut all = Vec::new();
        for &body in self.bodies(e).iter().rev() {
            let acceleration = match e.goes_by_points(body) {
                true => e.base_acceleration,
                false => e.recursion.accelerations[body.index()],
            };
            let own = e.recursion.balance(&e.position, body, acceleration);
            all.extend(e.mechanism.layout.slot(body).v.clone().zip(own));
        }
        all
    }

    fn has_sides(&self) -> bool {
        false
    }
}
