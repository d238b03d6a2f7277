//! Methods: each reduces a subsystem to an effective inertia and wrench on its carrier, and recovers the subsystem's
//! motion.
//!
//! Every method gives the base an effective inertia and an effective bias wrench (Kim & Wang 2005, eq. 1 and 2). So
//! each subsystem of a vehicle may have its own method. The steps that all methods share (positions, force elements and
//! wheels, the base) are done in `formulation::evaluation`.

mod cartesian;
mod cartesian_constraints;
mod cartesian_pivots;
mod lagrange;
mod members;
mod plan;
mod recursion;
mod recursive;
mod reduced;
mod reduction;
mod share;
mod synthesis;

pub use crate::model::Method;
pub use plan::{Choice, Plan};
pub use recursion::{Articulated, Loops, Multipliers, Recursion, floats};
pub use reduction::{Balanced, Reduction};
pub use share::Share;

use super::evaluation::Evaluation;
use crate::scalar::Scalar;
use cartesian::Cartesian;
use lagrange::Lagrange;
use recursive::Recursive;
use synthesis::Synthesis;

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
