//! Anti-roll bars as a force between two bodies and the body that carries the bar.
//!
//! With the direction `e` of the carrier and the points `p₁`, `p₂` where the bar's links are attached: the bar twists
//! by `x = e·(p₁ - p₂)` less its value at the design position, `x' = e·((v₁ - v₀)(p₁) - (v₂ - v₀)(p₂))`.
//! `F = -elastic(x) - damping(x')` pushes the first body along `e`, and the second body in the opposite direction. The
//! carrier gets the opposite forces at these points, which form a couple.

use super::curve::{integral, value};
use super::element::{Element, common_frame};
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, RollBar};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// An anti-roll bar at a position.
pub struct Rolled<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    bar: &'m RollBar,
    frame: BodyId,
    /// `e`
    direction: Vec3<S>,
    /// `p₁`, `p₂`
    points: [Vec3<S>; 2],
    /// `x`
    twist: S,
}

impl<'m, S: Scalar> Rolled<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, bar: &'m RollBar) -> Self {
        let design = &mechanism.design;
        let frame = common_frame(mechanism, &[bar.first, bar.second, bar.via]);
        let axis = *design.direction(&bar.axis);
        let direction = position.direction_in(mechanism, bar.via, axis, frame);
        let still = [&bar.from, &bar.to].map(|point| design.point(point));
        let points = [(bar.first, still[0]), (bar.second, still[1])]
            .map(|(body, point)| position.point_in(mechanism, body, point, frame));
        Rolled {
            design,
            name,
            bar,
            frame,
            direction,
            points,
            twist: direction.dot(points[0] - points[1]) - axis.dot(still[0] - still[1]),
        }
    }
}

impl<S: Scalar> Element<S> for Rolled<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        vec![self.bar.first, self.bar.second, self.bar.via]
    }

    fn frame(&self) -> BodyId {
        self.frame
    }

    /// `x'` [m/s]
    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        let carrier = twist(self.bar.via);
        let ends = [(self.bar.first, self.points[0]), (self.bar.second, self.points[1])];
        let [first, second] = ends.map(|(body, point)| (twist(body) - carrier).at(point));
        vec![self.direction.dot(first - second)]
    }

    fn forces(&self, rates: &[S], _: &[S]) -> Vec<S> {
        let mut force = -value(self.design, &self.bar.elastic, self.twist);
        if let Some(damping) = &self.bar.damping {
            force = force - value(self.design, damping, rates[0]);
        }
        vec![force]
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        let push = self.direction * forces[0];
        let [first, second] = [Wrench::at(self.points[0], push), Wrench::at(self.points[1], -push)];
        // What the links do to the bar it does to its carrier: the forces cancel.
        let couple = (self.points[1] - self.points[0]).cross(push);
        vec![
            (self.bar.first, first),
            (self.bar.second, second),
            (self.bar.via, Wrench::couple(couple)),
        ]
    }

    fn energy(&self, _: &[S]) -> S {
        integral(self.design, &self.bar.elastic, self.twist)
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        progress.name(self.twist, &|| format!("{}.twist", self.name));
        progress.name(forces[0], &|| format!("{}.force", self.name));
    }
}
