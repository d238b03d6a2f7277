//! Methods: how a subsystem is reduced to what the body it hangs from feels of it, and its motion recovered.
//!
//! Every method gives the base the same pair, an effective inertia and an effective bias wrench (Kim & Wang 2005,
//! eq. 1 and 2); so each subsystem of a vehicle may have its own. What all methods share (positions, force elements
//! and wheels, the base) is the business of `formulation::evaluation`.

mod cartesian;
mod cartesian_constraints;
mod cartesian_pivots;
mod lagrange;
mod members;
mod plan;
mod recursion;
mod recursive;
mod reduced;
mod synthesis;

pub use crate::model::Method;
pub use plan::{Choice, Plan};
pub use recursion::{Articulated, Multipliers, Recursion};

use super::evaluation::Evaluation;
use super::force::Element;
use crate::scalar::Scalar;
use cartesian::Cartesian;
use lagrange::Lagrange;
use members::{Centre, Members};
use recursive::Recursive;
use reduced::Reduced;
pub use reduced::Share;
use synthesis::Synthesis;

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

/// The subsystems in the hands of their methods.
pub fn reductions<'a, S: Scalar + 'a>(e: &Evaluation<'a, S>, plan: &Plan) -> Vec<Box<dyn Reduction<'a, S> + 'a>> {
    let methods = plan.methods.iter().enumerate();
    methods
        .map(|(subsystem, method)| -> Box<dyn Reduction<'a, S> + 'a> {
            match method {
                Method::Recursive => Box::new(Recursive { subsystem }),
                Method::Synthesis => Box::new(Synthesis::new(e.mechanism, e.mobility, subsystem)),
                Method::Lagrange => Box::new(Lagrange::new(e.mechanism, e.mobility, subsystem)),
                Method::SynthesisCartesian => Box::new(Cartesian::new(e.mechanism, e.mobility, subsystem)),
            }
        })
        .collect()
}
