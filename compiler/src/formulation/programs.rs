//! The programs of a solver, traced.

use super::Stage;
use super::calls::{Call, Calls, Edition, Role, each};
use super::lanes::Ports;
use super::method::Plan;
use super::ports::{Kind, Port};
use super::preparation::{Preparation, prepare};
use super::sharing::{Assumptions, Finished, Sharing, Vehicle, shared};
use super::side_by_side::{LaneProgram, Lanes, in_bundles, in_lanes, lane_program};
use super::slopes::{Slope, differentiate, shortest, traces};
use super::state::StateLayout;
use super::tracer::{Analysis, Parameters, Recorded, Trace, record};
use super::traces::evaluation;
use super::unfinished::{Draft, Unfinished};
use crate::ir::{Graph, Program};
use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::model::Model;
use crate::passes::{finish, optimise};
use crate::topology::Topology;
use serde::Serialize;
use std::ops::Index;

/// A program with the meaning of its inputs, outputs and regions.
#[derive(Clone, Debug)]
pub struct Traceable {
    /// The straight-line code, as the passes leave it.
    pub program: Program,
    /// The same as traced, dead code removed and without what is prepared: the referee of the passes. Its inputs are
    /// the first of the program's.
    pub traced: Program,
    /// By input.
    pub inputs: Vec<Port>,
    /// By output.
    pub outputs: Vec<Port>,
    /// By region.
    pub regions: Vec<(Stage, usize)>,
}

/// Cost of a subsystem in one evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Price {
    /// Operations.
    pub operations: usize,
    /// Their time ([`crate::ir::Count::cost`]).
    pub cost: usize,
}

impl Programs {
    /// The program of a call one by one, if the vehicle has the call.
    pub fn get(&self, call: Call) -> Option<&Traceable> {
        self.calls.get(&call)
    }

    /// The program of a call in lanes, where there is one.
    pub fn in_lanes(&self, call: Call) -> Option<&LaneProgram> {
        let lanes = self.lanes.as_ref().and_then(|lanes| lanes.calls.get(&call));
        lanes.or_else(|| self.bundled.get(&call))
    }

    /// The program of a call where the instruction set has lanes, one lane after the other.
    pub fn at_levels(&self, call: Call) -> Option<&Traceable> {
        let unrolled = self.in_lanes(call).map(|lanes| &lanes.unrolled);
        unrolled.or_else(|| self.get(call))
    }

    /// Every program.
    pub fn each(&self) -> impl Iterator<Item = &Program> {
        let alone = std::iter::once(&self.prepare).chain(self.calls.values());
        let lanes = self.lanes.iter().flat_map(|lanes| lanes.calls.values());
        let lanes = lanes.chain(self.bundled.values());
        alone
            .map(|traceable| &traceable.program)
            .chain(lanes.map(|laned| &laned.program))
    }
}

impl Index<Call> for Programs {
    type Output = Traceable;

    /// The program of a call that the vehicle has.
    fn index(&self, call: Call) -> &Traceable {
        &self.calls[&call]
    }
}

impl Traceable {
    /// By subsystem, all stages together.
    pub fn prices(&self, subsystems: usize) -> Vec<Price> {
        let mut prices = vec![Price::default(); subsystems];
        for (&(_, subsystem), region) in self.regions.iter().zip(self.program.counts()) {
            prices[subsystem].operations += region.count.total();
            prices[subsystem].cost += region.count.cost();
        }
        prices
    }
}

/// All programs of a solver.
#[derive(Clone, Debug)]
pub struct Programs {
    /// Parameters to prepared numbers.
    pub prepare: Traceable,
    /// By call, one by one.
    pub calls: Calls<Traceable>,
    /// Meaning of each result of [`Call::Slopes`], by rows.
    pub slopes: Vec<Slope>,
    /// The same of [`Call::OutputSlopes`].
    pub output_slopes: Vec<Slope>,
    /// The calls of a step with equal subsystems side by side, where the declaration asks for that and there are any.
    pub lanes: Option<Lanes>,
    /// Calls that compute derivatives by several inputs side by side, where nothing else has lanes.
    pub bundled: Calls<LaneProgram>,
    /// Why there are no lanes although the declaration asks for them.
    pub why_no_lanes: Option<&'static str>,
    /// The evaluation on several threads; where there is none although the declaration asks for it, the reason.
    pub sharing: Result<Sharing, Option<&'static str>>,
    /// The evaluation before it is made ready for a processor, or for several threads.
    pub unfinished: Unfinished,
}

/// Which programs are traced, and how short they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All programs, after all passes: for a text.
    Text,
    /// The programs of a step, one by one, after all passes, and slopes as they are derived: for a solver that runs at once. A vehicle without
    /// parameters has its other programs traced when they are called ([`Later`]). Where there are parameters, numbers are prepared for
    /// all programs together, and the others are kept as traced.
    Run,
}

impl Extent {
    /// Whether a program is traced at once.
    fn has(self, call: Call, model: &Model) -> bool {
        let is_report = !call.entry().editions.contains(&Edition::InLanes) && call != Call::OutputSlopes;
        self == Self::Text || !model.parameters.is_empty() || !is_report
    }

    /// Whether a program goes through the passes.
    fn shortens(self, call: Call) -> bool {
        self == Self::Text || matches!(call.entry().role, Role::Evaluation | Role::Correction(_))
    }
}

/// Programs of a vehicle without parameters that are traced when they are called.
#[derive(Clone, Debug)]
pub struct Later {
    model: Model,
    topology: Topology,
    mobility: Mobility,
    plan: Plan,
    state: StateLayout,
}

impl Later {
    /// Of these results of the analysis.
    pub fn of(model: &Model, topology: &Topology, mobility: &Mobility, plan: &Plan, state: &StateLayout) -> Self {
        Self {
            model: model.clone(),
            topology: topology.clone(),
            mobility: mobility.clone(),
            plan: plan.clone(),
            state: state.clone(),
        }
    }

    /// The calls that the vehicle has, and that are not among those that were traced at once.
    pub fn calls(&self, traced: &Calls<Traceable>) -> Vec<Call> {
        let had = each((&self.model, &self.mobility), Edition::OneByOne, |_| ());
        had.into_keys().filter(|call| !traced.contains_key(call)).collect()
    }

    /// The program of a call that reports numbers of a state, as traced.
    pub fn program(&self, call: Call) -> Traceable {
        let Self {
            model,
            topology,
            mobility,
            plan,
            state,
        } = self;
        let mechanism = Mechanism::new(model, topology).aligned(mobility.steps());
        let analysis = Analysis { mobility, plan, state };
        let recorded = recorded(&mechanism, analysis, &|_| true, call.entry().trace);
        let program = recorded.program.clone();
        alone(recorded, program)
    }
}

/// Traces the programs of a mechanism.
pub fn trace(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan, state: &StateLayout, extent: Extent) -> Programs {
    let graph = Graph::new();
    let mut preparation = preparation(&graph, mechanism);
    let analysis = Analysis { mobility, plan, state };
    let had = (mechanism.model, mobility);
    let (mut slopes, mut output_slopes) = (Vec::new(), Vec::new());
    let vehicle = Vehicle {
        model: mechanism.model,
        topology: mechanism.topology,
        mobility,
        layout: &mechanism.layout,
        state,
    };
    let (mut evaluation, mut undifferentiated) = (None, Vec::new());
    let differentiable = |trace: Trace| optimised(recorded(mechanism, analysis, &|_| true, trace));
    let calls = each(had, Edition::OneByOne, |entry| {
        if !extent.has(entry.call, mechanism.model) {
            return None;
        }
        let mut recorded = match entry.call {
            Call::Slopes => {
                let traces = traces(mechanism, analysis).iter();
                undifferentiated = traces.map(|&trace| differentiable(trace)).collect();
                let derived = undifferentiated.iter().map(|recorded| {
                    let mut recorded = recorded.clone();
                    let slopes = differentiate(&mut recorded, Kind::Slope, mechanism.model, state);
                    (recorded, slopes)
                });
                let (recorded, found) = shortest(derived);
                slopes = found;
                recorded
            }
            Call::OutputSlopes => {
                let mut recorded = differentiable(entry.trace);
                output_slopes = differentiate(&mut recorded, Kind::OutputSlope, mechanism.model, state);
                recorded
            }
            _ => recorded(mechanism, analysis, &|_| true, entry.trace),
        };
        if !extent.shortens(entry.call) {
            let program = preparation.hoist(&recorded.program, &mut recorded.inputs);
            return Some(alone(recorded, program));
        }
        let short = shortened(&mut recorded, &mut preparation);
        if entry.call != Call::Evaluation {
            return Some(alone(recorded, finish(&short)));
        }
        let draft = evaluation.insert(Draft {
            recorded,
            program: short,
            subsystems: (0..mechanism.topology.subsystems.len()).collect(),
        });
        Some(alone(draft.recorded.clone(), finish(&draft.program)))
    });
    let mut calls: Calls<Traceable> = calls
        .into_iter()
        .filter_map(|(call, program)| Some((call, program?)))
        .collect();
    let (mut lanes, draft_in_lanes, why_no_lanes) = match extent {
        Extent::Text => match in_lanes(mechanism, analysis, &slopes, &mut preparation) {
            Ok((lanes, draft)) => (Some(lanes), Some(draft), None),
            Err(why) => (None, None, mechanism.model.accept_lanes.then_some(why)),
        },
        Extent::Run => (None, None, None),
    };
    let unfinished = Unfinished {
        one_by_one: evaluation.expect("every vehicle has an evaluation"),
        in_lanes: draft_in_lanes,
    };
    let sharing = sharing(vehicle, &unfinished).map(|(finished, sharing)| {
        finished.replace(&unfinished, &mut calls, lanes.as_mut());
        sharing
    });
    let is_bundled = extent == Extent::Text && lanes.is_none() && !mechanism.model.levels.is_empty();
    let bundled = match is_bundled {
        true => calls
            .get(&Call::Slopes)
            .and_then(|alone| in_bundles(undifferentiated, &slopes, alone, &mut preparation)),
        false => None,
    };
    let ports = preparation.finish();
    Programs {
        prepare: prepare(graph, ports),
        calls,
        slopes,
        output_slopes,
        lanes,
        bundled: bundled.map(|slopes| (Call::Slopes, slopes)).into_iter().collect(),
        why_no_lanes,
        sharing,
        unfinished,
    }
}

/// The evaluation on several threads, where the declaration asks for that and it is possible, with the programs of one; or the
/// reason why one thread computes all, where several are asked for.
fn sharing(vehicle: Vehicle, unfinished: &Unfinished) -> Result<(Finished, Sharing), Option<&'static str>> {
    let threads = vehicle.model.threads.wanted().ok_or(None)?;
    let (finished, sharing) = shared(vehicle, unfinished, threads)?;
    match vehicle.model.threads.is_optional() && !sharing.pays(&finished, Assumptions::CAUTIOUS) {
        true => Err(Some("one thread is predicted to be nearly as fast")),
        false => Ok((finished, sharing)),
    }
}

impl Finished {
    /// Replaces the evaluations of one thread.
    fn replace(self, unfinished: &Unfinished, calls: &mut Calls<Traceable>, lanes: Option<&mut Lanes>) {
        let Unfinished { one_by_one, in_lanes } = unfinished;
        calls.insert(Call::Evaluation, alone(one_by_one.recorded.clone(), self.one_by_one));
        if let (Some(lanes), Some(draft), Some(program)) = (lanes, in_lanes, self.in_lanes) {
            lanes
                .calls
                .insert(Call::Evaluation, lane_program(draft.recorded.clone(), program));
        }
    }
}

/// The same after the passes.
pub(super) fn optimised(recorded: Recorded) -> Recorded {
    Recorded {
        program: optimise(&recorded.program),
        ..recorded
    }
}

/// Hoists what depends on parameters only, optimises, hoists again.
pub(super) fn shortened(recorded: &mut Recorded, preparation: &mut Preparation) -> Program {
    recorded.program = preparation.hoist(&recorded.program, &mut recorded.inputs);
    let short = optimise(&recorded.program);
    preparation.hoist(&short, &mut recorded.inputs)
}

/// Without lanes.
fn alone(recorded: Recorded, program: Program) -> Traceable {
    Traceable {
        program,
        traced: recorded.program,
        inputs: recorded.inputs.concat(),
        outputs: recorded.outputs.concat(),
        regions: recorded.regions,
    }
}

/// The evaluation alone by a plan that is only tried, before the passes.
pub fn evaluation_of(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> Traceable {
    tried(mechanism, mobility, plan, Program::clone)
}

/// The same after the passes.
pub fn short_evaluation_of(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> Traceable {
    tried(mechanism, mobility, plan, optimise)
}

fn tried(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan, passes: fn(&Program) -> Program) -> Traceable {
    let graph = Graph::new();
    let state = &StateLayout::new(mechanism, mobility);
    let analysis = Analysis { mobility, plan, state };
    let mut recorded = recorded(mechanism, analysis, &|_| true, evaluation);
    let mut preparation = preparation(&graph, mechanism);
    let still = preparation.hoist(&recorded.program, &mut recorded.inputs);
    let program = preparation.hoist(&passes(&still), &mut recorded.inputs);
    alone(recorded, program)
}

/// Operations of the evaluation, after the passes, where only the parameters that `tuned` names are left to the run time
/// and the others are baked at their defaults.
pub fn operations_with(
    mechanism: &Mechanism,
    mobility: &Mobility,
    plan: &Plan,
    tuned: &dyn Fn(usize) -> bool,
) -> usize {
    let graph = Graph::new();
    let state = &StateLayout::new(mechanism, mobility);
    let analysis = Analysis { mobility, plan, state };
    let mut recorded = recorded(mechanism, analysis, tuned, evaluation);
    let short = shortened(&mut recorded, &mut preparation(&graph, mechanism));
    short.count().total()
}

fn preparation<'g>(graph: &'g Graph, mechanism: &Mechanism) -> Preparation<'g> {
    let names = mechanism.model.parameters.iter().map(|p| p.name.clone());
    Preparation::new(graph, &names.collect::<Vec<String>>())
}

/// Without lanes.
fn recorded(mechanism: &Mechanism, analysis: Analysis, tuned: &dyn Fn(usize) -> bool, trace: Trace) -> Recorded {
    let parameters = Parameters::Tuned(tuned);
    record(mechanism, analysis, parameters, &Ports::default(), trace)
}
