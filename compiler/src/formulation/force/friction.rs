//! Dry friction of a joint, smooth at rest.
//!
//! With the speed `v` of the joint, `F = -F₀ v / sqrt(v² + v₀²)`: the force is never more than `F₀`. It is seven tenths
//! of `F₀` at `v₀`, and 99.5 % of `F₀` at ten times that speed. Near rest it is a damper of the rate `F₀ / v₀`. This
//! rate has to be slow enough for the step, so a joint under load creeps and never sticks. It dissipates energy at any
//! speed, and has derivatives of all orders.

use super::element::Element;
use super::line_of_action::LineOfAction;
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, Friction};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// Friction at a position.
pub struct FrictionState<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    friction: &'m Friction,
    line: LineOfAction<S>,
}

impl<'m, S: Scalar> FrictionState<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, friction: &'m Friction) -> Self {
        FrictionState {
            design: &mechanism.design,
            name,
            friction,
            line: LineOfAction::of_joint(mechanism, position, friction.joint),
        }
    }
}

impl<S: Scalar> Element<S> for FrictionState<'_, S> {
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
        let [limit, speed] = [&self.friction.limit, &self.friction.speed].map(|number| self.design.number(number));
        vec![-rubbing(limit, speed, rates[0])]
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        self.line.wrenches(forces[0])
    }

    fn energy(&self, _: &[S]) -> S {
        S::zero()
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        let what = self.friction.effort.word();
        progress.name(forces[0], &|| format!("{}.{what}", self.name));
    }
}

/// `F₀ v / sqrt(v² + v₀²)`, along the speed.
pub fn rubbing<S: Scalar>(limit: S, slow: S, v: S) -> S {
    limit * (v / (v * v + slow * slow).sqrt())
}
