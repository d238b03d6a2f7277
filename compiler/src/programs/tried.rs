//! The evaluation alone, by a plan that is tried.

use super::preparation::Preparation;
use super::state::StateLayout;
use super::traceable::Traceable;
use super::tracer::{Analysis, record_alone};
use super::traces::evaluation;
use crate::formulation::method::Plan;
use crate::ir::{Graph, Program};
use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::passes::optimise;

/// The evaluation alone by a plan that is tried, before the passes.
pub fn evaluation_of(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> Traceable {
    tried(mechanism, mobility, plan, Program::clone)
}

/// The evaluation alone by a plan that is tried, after the passes.
pub fn short_evaluation_of(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> Traceable {
    tried(mechanism, mobility, plan, optimise)
}

fn tried(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan, passes: fn(&Program) -> Program) -> Traceable {
    let graph = Graph::new();
    let state = &StateLayout::new(mechanism, mobility);
    let analysis = Analysis { mobility, plan, state };
    let mut recorded = record_alone(mechanism, analysis, &|_| true, evaluation);
    let mut preparation = Preparation::of(&graph, mechanism.model);
    let still = preparation.hoist(&recorded.program, &mut recorded.inputs);
    let program = preparation.hoist(&passes(&still), &mut recorded.inputs);
    Traceable::alone(recorded, program)
}

/// Operations of the evaluation after the passes. Only the parameters for which `tuned` is true are inputs; all other
/// parameters are constants with their default values.
pub fn operations_with(
    mechanism: &Mechanism,
    mobility: &Mobility,
    plan: &Plan,
    tuned: &dyn Fn(usize) -> bool,
) -> usize {
    let graph = Graph::new();
    let state = &StateLayout::new(mechanism, mobility);
    let analysis = Analysis { mobility, plan, state };
    let mut recorded = record_alone(mechanism, analysis, tuned, evaluation);
    let short = Preparation::of(&graph, mechanism.model).shortened(&mut recorded);
    short.count().total()
}
