//! All programs of a solver, traced.

use super::calls::{Call, Calls, Edition, Entry, Role, each};
use super::ports::Port;
use super::preparation::{Preparation, prepare};
use super::reports::together;
use super::sharing::{Assumptions, Correction, Corrections, Finished, Sharing, Vehicle, shared};
use super::side_by_side::{LaneProgram, Lanes, in_bundles, in_lanes, lane_program};
use super::slopes::{Slope, differentiate, shortest};
use super::state::StateLayout;
use super::traceable::Traceable;
use super::tracer::{Analysis, Recorded, Trace, record_alone};
use super::unfinished::{Draft, Unfinished};
use crate::formulation::method::Plan;
use crate::ir::{Graph, Program};
use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::model::Model;
use crate::passes::finish;
use crate::topology::Topology;
use std::ops::Index;

/// All programs of a solver.
#[derive(Clone, Debug)]
pub struct Programs {
    /// Parameters to prepared numbers.
    pub prepare: Traceable,
    /// By call, one by one.
    pub calls: Calls<Traceable>,
    /// By call that delivers slopes: the meaning of each result of the call, by rows.
    slopes: Calls<Vec<Slope>>,
    /// The calls of a step with equal subsystems side by side, if the declaration asks for lanes and such subsystems
    /// exist.
    pub lanes: Option<Lanes>,
    /// Calls that compute derivatives with respect to several inputs side by side. There are none if anything else
    /// has lanes.
    pub bundled: Calls<LaneProgram>,
    /// Why there are no lanes although the declaration asks for them.
    pub why_no_lanes: Option<&'static str>,
    /// The evaluation on several threads. If there is none although the declaration asks for it, the reason.
    pub sharing: Result<Sharing, Option<&'static str>>,
    /// The evaluation before its preparation for a processor, or for several threads.
    pub unfinished: Unfinished,
}

impl Programs {
    /// The program of a call for subsystems one by one, if the vehicle has the call.
    pub fn get(&self, call: Call) -> Option<&Traceable> {
        self.calls.get(&call)
    }

    /// Meaning of each slope that a call delivers, by rows; empty for a call that delivers no slopes.
    pub fn slopes(&self, call: Call) -> &[Slope] {
        self.slopes.get(&call).map_or(&[], Vec::as_slice)
    }

    /// The program of a call in lanes, if it has one.
    pub fn in_lanes(&self, call: Call) -> Option<&LaneProgram> {
        let lanes = self.lanes.as_ref().and_then(|lanes| lanes.calls.get(&call));
        lanes.or_else(|| self.bundled.get(&call))
    }

    /// The program of a call for instruction sets with lanes, one lane after the other.
    pub fn at_levels(&self, call: Call) -> Option<&Traceable> {
        let unrolled = self.in_lanes(call).map(|lanes| &lanes.unrolled);
        unrolled.or_else(|| self.get(call))
    }

    /// The corrections of the whole vehicle.
    pub fn corrections(&self) -> Corrections {
        corrections(&self.calls, self.lanes.as_ref())
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

    /// The program of a call. The vehicle must have this call.
    fn index(&self, call: Call) -> &Traceable {
        &self.calls[&call]
    }
}

/// Which programs are traced, and which of them are shortened by the passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All programs, after all passes: for a text.
    Text,
    /// For a solver that runs at once: the programs of a step one by one, after all passes, and slopes without passes.
    /// If a vehicle has no parameters, its other programs are traced when they are called ([`Later`]). If there are
    /// parameters, numbers are prepared for all programs together, and the other programs are kept as traced.
    Run,
}

impl Extent {
    /// Whether a program is traced at once rather than when it is called.
    fn has(self, call: Call, model: &Model) -> bool {
        let is_report = !call.entry().editions.contains(&Edition::InLanes) && call != Call::OutputSlopes;
        self == Self::Text || !model.parameters.is_empty() || !is_report
    }

    /// Whether the passes are applied to a program.
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
    /// The programs of a vehicle with these results of the analysis.
    pub fn of(model: &Model, topology: &Topology, mobility: &Mobility, plan: &Plan, state: &StateLayout) -> Self {
        Self {
            model: model.clone(),
            topology: topology.clone(),
            mobility: mobility.clone(),
            plan: plan.clone(),
            state: state.clone(),
        }
    }

    /// The calls of the vehicle that were not traced at once.
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
        let trace = (call.entry().traces)(&mechanism, analysis)[0];
        let recorded = record_alone(&mechanism, analysis, &|_| true, trace);
        let program = recorded.program.clone();
        Traceable::alone(recorded, program)
    }
}

/// A call as traced.
struct Found {
    recorded: Recorded,
    /// Meaning of its results, if it delivers slopes.
    slopes: Vec<Slope>,
    /// The programs that are differentiated for slopes.
    undifferentiated: Vec<Recorded>,
}

impl Found {
    /// The program of an entry, before the passes.
    fn new(entry: &Entry, mechanism: &Mechanism, analysis: Analysis) -> Self {
        let traces = (entry.traces)(mechanism, analysis);
        let record = |&trace: &Trace| record_alone(mechanism, analysis, &|_| true, trace);
        let Some(kind) = entry.slopes else {
            return Found {
                recorded: record(&traces[0]),
                slopes: Vec::new(),
                undifferentiated: Vec::new(),
            };
        };
        let undifferentiated: Vec<Recorded> = traces.iter().map(|trace| record(trace).optimised()).collect();
        let derived = undifferentiated.iter().map(|recorded| {
            let mut recorded = recorded.clone();
            let slopes = differentiate(&mut recorded, kind, mechanism.model, analysis.state);
            (recorded, slopes)
        });
        let (recorded, slopes) = shortest(derived);
        Found {
            recorded,
            slopes,
            undifferentiated,
        }
    }
}

/// Traces the programs of a mechanism.
pub fn trace(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan, state: &StateLayout, extent: Extent) -> Programs {
    let graph = Graph::new();
    let mut preparation = Preparation::of(&graph, mechanism.model);
    let analysis = Analysis { mobility, plan, state };
    let vehicle = Vehicle {
        model: mechanism.model,
        topology: mechanism.topology,
        mobility,
        layout: &mechanism.layout,
        state,
    };
    let (mut evaluation, mut slopes, mut undifferentiated) = (None, Calls::new(), Calls::new());
    let mut reports = Vec::new();
    let calls = each((mechanism.model, mobility), Edition::OneByOne, |entry| {
        if !extent.has(entry.call, mechanism.model) {
            return None;
        }
        let found = Found::new(entry, mechanism, analysis);
        if entry.slopes.is_some() {
            slopes.insert(entry.call, found.slopes);
            undifferentiated.insert(entry.call, found.undifferentiated);
        }
        let mut recorded = found.recorded;
        if extent == Extent::Text && entry.is_shared_report() {
            reports.push((entry.call, recorded));
            return None;
        }
        if !extent.shortens(entry.call) {
            let program = preparation.hoist(&recorded.program, &mut recorded.inputs);
            return Some(Traceable::alone(recorded, program));
        }
        let short = preparation.shortened(&mut recorded);
        if entry.role != Role::Evaluation {
            return Some(Traceable::alone(recorded, finish(&short)));
        }
        let draft = evaluation.insert(Draft {
            recorded,
            program: short,
            subsystems: (0..mechanism.topology.subsystems.len()).collect(),
        });
        Some(Traceable::alone(draft.recorded.clone(), finish(&draft.program)))
    });
    let mut calls: Calls<Traceable> = calls
        .into_iter()
        .filter_map(|(call, program)| Some((call, program?)))
        .collect();
    calls.extend(together(reports, &mut preparation));
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
    let corrections = corrections(&calls, lanes.as_ref());
    let sharing = sharing(vehicle, &unfinished, &corrections).map(|(finished, sharing)| {
        finished.replace(&unfinished, &mut calls, lanes.as_mut());
        sharing
    });
    let bundles = extent == Extent::Text && lanes.is_none() && !mechanism.model.levels.is_empty();
    let bundled = undifferentiated.remove(&Call::Slopes).filter(|_| bundles);
    let bundled = bundled.and_then(|undifferentiated| {
        let alone = calls.get(&Call::Slopes)?;
        in_bundles(undifferentiated, &slopes[&Call::Slopes], alone, &mut preparation)
    });
    let ports = preparation.finish();
    Programs {
        prepare: prepare(graph, ports),
        calls,
        slopes,
        lanes,
        bundled: bundled.map(|slopes| (Call::Slopes, slopes)).into_iter().collect(),
        why_no_lanes,
        sharing,
        unfinished,
    }
}

/// The evaluation on several threads with the programs of one thread, if the declaration asks for threads and they are
/// possible. Otherwise the reason why one thread computes all, if several are requested.
fn sharing(
    vehicle: Vehicle,
    unfinished: &Unfinished,
    corrections: &Corrections,
) -> Result<(Finished, Sharing), Option<&'static str>> {
    let threads = vehicle.model.threads.wanted().ok_or(None)?;
    let (finished, sharing) = shared(vehicle, unfinished, corrections, threads)?;
    match vehicle.model.threads.is_optional() && !sharing.pays(&finished, corrections, Assumptions::CAUTIOUS) {
        true => Err(Some("one thread is predicted to be nearly as fast")),
        false => Ok((finished, sharing)),
    }
}

/// The corrections of a whole vehicle.
fn corrections(calls: &Calls<Traceable>, lanes: Option<&Lanes>) -> Corrections {
    let corrected = |call: Call| match call.entry().role {
        Role::Correction(corrected) => Some(corrected),
        Role::Evaluation | Role::Report { .. } => None,
    };
    let each = |ports: &[Port]| ports.iter().map(|port| vec![*port]).collect();
    let one_by_one = calls.iter().filter_map(|(&call, traceable)| {
        Some(Correction {
            corrected: corrected(call)?,
            program: traceable.program.clone(),
            inputs: each(&traceable.inputs),
            outputs: each(&traceable.outputs),
        })
    });
    let in_lanes = lanes.map(|lanes| {
        let each = lanes.calls.iter().filter_map(|(&call, laned)| {
            Some(Correction {
                corrected: corrected(call)?,
                program: laned.program.clone(),
                inputs: laned.inputs.clone(),
                outputs: laned.outputs.clone(),
            })
        });
        each.collect()
    });
    Corrections {
        one_by_one: one_by_one.collect(),
        in_lanes,
    }
}

impl Finished {
    /// Replaces the evaluations of one thread by the finished evaluations.
    fn replace(self, unfinished: &Unfinished, calls: &mut Calls<Traceable>, lanes: Option<&mut Lanes>) {
        let Unfinished { one_by_one, in_lanes } = unfinished;
        calls.insert(
            Call::Evaluation,
            Traceable::alone(one_by_one.recorded.clone(), self.one_by_one),
        );
        if let (Some(lanes), Some(draft), Some(program)) = (lanes, in_lanes, self.in_lanes) {
            lanes
                .calls
                .insert(Call::Evaluation, lane_program(draft.recorded.clone(), program));
        }
    }
}
