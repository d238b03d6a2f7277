//! What a method does for a subsystem, stage by stage.

use crate::formulation::evaluation::Evaluation;
use crate::formulation::force::Element;
use crate::scalar::Scalar;

/// One subsystem in the hands of one method, called once a stage in this order.
pub trait Reduction<'a, S: Scalar> {
    /// Twists of its bodies.
    fn velocity(&mut self, e: &mut Evaluation<'a, S>);
    /// Closure equations and accelerations without rates of the speeds.
    fn right_hand_side(&mut self, e: &mut Evaluation<'a, S>);
    /// Adds the wrenches of one of its force elements.
    fn force(&mut self, e: &mut Evaluation<'a, S>, element: &dyn Element<S>);
    /// Inertia and bias wrench of its bodies are known.
    fn mass_and_force(&mut self, e: &mut Evaluation<'a, S>);
    /// Reduces it onto the base.
    fn reduce(&mut self, e: &mut Evaluation<'a, S>);
    /// The same for what can be reduced only when all subsystems have been.
    fn close(&mut self, e: &mut Evaluation<'a, S>);
    /// Rates of its speeds, accelerations of its bodies: the base's is known.
    fn recover(&mut self, e: &mut Evaluation<'a, S>);
    /// Its equations of motion at given rates of the speeds; none for a method that never forms them.
    fn balance(&mut self) -> Option<&mut dyn Balanced<'a, S>> {
        None
    }
}

/// The equations of motion of one subsystem at given rates of the speeds.
pub trait Balanced<'a, S: Scalar> {
    /// Accelerations of its bodies. For each independent speed its rate is
    /// given, for those of the base's six freedoms its acceleration.
    fn accelerate(&mut self, e: &mut Evaluation<'a, S>, given: &[S]);
    /// Adds to each body's bias wrench what its mass needs for them.
    fn need(&mut self, e: &mut Evaluation<'a, S>);
    /// The imbalance in the equation of each of its independent speeds, by speed. A subsystem that carries sides is asked after all
    /// subsystems that do not.
    fn imbalance(&mut self, e: &mut Evaluation<'a, S>) -> Vec<(usize, S)>;
    /// Whether it carries sides.
    fn has_sides(&self) -> bool;
}
