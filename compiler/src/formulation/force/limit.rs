//! Limits of a joint: stops at the ends of its travel.
//!
//! With the coordinate `x` of the joint and the overtravel `d = x - max`: `F = -max(0, f(d) + c d')` on the second body
//! where `d > 0`. Beyond the lower end, `d = min - x`, and the force has the opposite sign.

use super::curve::{integral, value};
use super::element::Element;
use super::line_of_action::LineOfAction;
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, Limit, Number};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// The stops of a joint at a position.
pub struct Stopped<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    limit: &'m Limit,
    line: LineOfAction<S>,
    /// [m or rad]
    coordinate: S,
}

impl<'m, S: Scalar> Stopped<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, limit: &'m Limit) -> Self {
        let (line, coordinate) = LineOfAction::with_coordinate(mechanism, position, limit.joint);
        Stopped {
            design: &mechanism.design,
            name,
            limit,
            line,
            coordinate,
        }
    }

    /// Overtravel beyond the upper end and beyond the lower end, each with the sign of the coordinate there.
    fn overtravels(&self) -> impl Iterator<Item = (S, S)> {
        let end = |number: &Option<Number>| number.as_ref().map(|number| self.design.number(number));
        let upper = end(&self.limit.max).map(|max| (self.coordinate - max, S::one()));
        let lower = end(&self.limit.min).map(|min| (min - self.coordinate, -S::one()));
        upper.into_iter().chain(lower)
    }
}

impl<S: Scalar> Element<S> for Stopped<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        self.line.bodies.to_vec()
    }

    fn frame(&self) -> BodyId {
        self.line.frame
    }

    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        vec![self.line.rate(twist)]
    }

    fn forces(&self, rates: &[S], _: &[S]) -> Vec<S> {
        let mut total = S::zero();
        for (over, sign) in self.overtravels() {
            let mut push = value(self.design, &self.limit.elastic, over);
            if let Some(damping) = &self.limit.damping {
                push = push + self.design.number(damping) * (sign * rates[0]);
                push = push.select(S::zero(), push);
            }
            total = total - sign * over.select(S::zero(), push);
        }
        vec![total]
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        self.line.wrenches(forces[0])
    }

    fn energy(&self, _: &[S]) -> S {
        self.overtravels().fold(S::zero(), |energy, (over, _)| {
            energy + over.select(S::zero(), integral(self.design, &self.limit.elastic, over))
        })
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        let what = self.limit.effort.word();
        progress.name(forces[0], &|| format!("{}.{what}", self.name));
    }
}
