//! What a method does for a subsystem, stage by stage.

use crate::formulation::evaluation::Evaluation;
use crate::formulation::force::Element;
use crate::scalar::Scalar;

/// One subsystem, reduced by one method. Each function is called once per evaluation, in this order.
pub trait Reduction<'a, S: Scalar> {
    /// Twists of its bodies.
    fn velocity(&mut self, e: &mut Evaluation<'a, S>);
    /// Closure equations and accelerations without rates of the speeds.
    fn right_hand_side(&mut self, e: &mut Evaluation<'a, S>);
    /// Adds the wrenches of one of its force elements.
    fn force(&mut self, e: &mut Evaluation<'a, S>, element: &dyn Element<S>);
    /// Called when inertia and bias wrench of its bodies are known.
    fn mass_and_force(&mut self, e: &mut Evaluation<'a, S>);
    /// Reduces it onto the base.
    fn reduce(&mut self, e: &mut Evaluation<'a, S>);
    /// Reduces the parts that have to wait until all subsystems have been reduced.
    fn close(&mut self, e: &mut Evaluation<'a, S>);
    /// Recovers the rates of the subsystem's speeds and the accelerations of its bodies from the base's acceleration.
    fn recover(&mut self, e: &mut Evaluation<'a, S>);
    /// The subsystem's equations of motion at given rates of the speeds; `None` for a method that never forms these
    /// equations.
    fn balance(&mut self) -> Option<&mut dyn Balanced<'a, S>> {
        None
    }
}

/// The equations of motion of one subsystem at given rates of the speeds.
pub trait Balanced<'a, S: Scalar> {
    /// Computes the accelerations of its bodies. For each independent speed its rate is given; for the six freedoms of
    /// the base, the base's acceleration.
    fn accelerate(&mut self, e: &mut Evaluation<'a, S>, given: &[S]);
    /// Adds to each body's bias wrench the wrench that its mass needs for these accelerations.
    fn need(&mut self, e: &mut Evaluation<'a, S>);
    /// Returns the imbalance in the equation of each independent speed of the subsystem, by speed. A subsystem that
    /// carries sides is called after all subsystems that carry none.
    fn imbalance(&mut self, e: &mut Evaluation<'a, S>) -> Vec<(usize, S)>;
    /// Whether it carries sides.
    fn has_sides(&self) -> bool;
}
