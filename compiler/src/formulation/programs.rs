//! The programs of a solver, traced.

use super::corrections::{closes_at_once, closing, position_correction, velocity_correction};
use super::evaluation::{Arguments, WheelState, evaluate};
use super::lanes::{Ports, View, apart, groups};
use super::measure::Instant;
use super::method::Plan;
use super::ports::{BodyVector, InputPort, OutputPort, WheelVector};
use super::preparation::{Preparation, prepare};
use super::tracer::{Parameters, Recorded, Trace, Tracer, record};
use super::{Progress, Stage, energy, motion};
use crate::ir::{Count, Graph, Op, Program, Traced};
use crate::kinematics::{Mechanism, Position, Velocity};
use crate::mobility::Mobility;
use crate::passes::{finish, optimise};
use serde::Serialize;

/// A program with the meaning of its inputs, outputs and regions.
#[derive(Clone, Debug)]
pub struct Traceable {
    /// The straight-line code, as the passes leave it.
    pub program: Program,
    /// The same as traced, dead code removed and without what is prepared: the referee of the passes. Its inputs are
    /// the first of the program's.
    pub traced: Program,
    /// By input.
    pub inputs: Vec<InputPort>,
    /// By output.
    pub outputs: Vec<OutputPort>,
    /// By region.
    pub regions: Vec<(Stage, usize)>,
}

/// A program in which equal subsystems are computed side by side.
#[derive(Clone, Debug)]
pub struct LaneProgram {
    /// With values that have lanes.
    pub program: Program,
    /// By input: what it is, in each lane.
    pub inputs: Vec<Vec<InputPort>>,
    /// By output: where it goes, from each lane.
    pub outputs: Vec<Vec<OutputPort>>,
    /// By region.
    pub regions: Vec<(Stage, usize)>,
    /// The same one lane after the other, bit for bit.
    pub unrolled: Traceable,
}

impl LaneProgram {
    /// Operations as a processor with lanes sees them: one for all lanes.
    pub fn at_once(&self) -> Count {
        let mut narrow = self.program.clone();
        narrow.nodes.iter_mut().for_each(|node| node.lanes = 1);
        let mut count = narrow.count();
        let sums = self.program.nodes.iter().filter_map(|node| match node.op {
            Op::Sum(a) => Some(self.program.node(a).lanes as usize - 1),
            _ => None,
        });
        count.add += sums.sum::<usize>();
        count
    }
}

/// The programs of a step in lanes.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// As [`Programs::evaluation`].
    pub evaluation: LaneProgram,
    /// As [`Programs::position_correction`].
    pub position_correction: LaneProgram,
    /// As [`Programs::velocity_correction`].
    pub velocity_correction: LaneProgram,
    /// As [`Programs::closing`].
    pub closing: Option<LaneProgram>,
    /// Names of the sides of subsystems, which its regions count behind the subsystems of the vehicle.
    pub sides: Vec<String>,
}

/// What a subsystem costs in one evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Price {
    /// Operations.
    pub operations: usize,
    /// Their time ([`crate::ir::Count::cost`]).
    pub cost: usize,
}

impl Programs {
    /// What a step computes where the instruction set has lanes, one lane after the other: evaluation, correction of the
    /// positions, of the speeds.
    pub fn at_levels(&self) -> [&Traceable; 3] {
        match &self.lanes {
            Some(lanes) => [
                &lanes.evaluation,
                &lanes.position_correction,
                &lanes.velocity_correction,
            ]
            .map(|program| &program.unrolled),
            None => [&self.evaluation, &self.position_correction, &self.velocity_correction],
        }
    }

    /// Every program.
    pub fn each(&self) -> impl Iterator<Item = &Program> {
        let lanes = self.lanes.iter().flat_map(|lanes| {
            let steps = [
                &lanes.evaluation,
                &lanes.position_correction,
                &lanes.velocity_correction,
            ];
            steps.into_iter().chain(&lanes.closing)
        });
        let alone = [
            &self.prepare,
            &self.evaluation,
            &self.position_correction,
            &self.velocity_correction,
            &self.energy,
            &self.outputs,
            &self.bodies,
        ];
        let alone = alone.into_iter().chain(&self.closing);
        alone
            .map(|traceable| &traceable.program)
            .chain(lanes.map(|laned| &laned.program))
    }

    /// [`Programs::closing`] as it is where the instruction set has lanes, one lane after the other.
    pub fn closing_at_levels(&self) -> Option<&Traceable> {
        match &self.lanes {
            Some(lanes) => lanes.closing.as_ref().map(|program| &program.unrolled),
            None => self.closing.as_ref(),
        }
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
    /// State, drives, loads to rates; wheel motion on the way.
    pub evaluation: Traceable,
    /// What is done in every step with equal subsystems side by side, where the declaration asks for that and there are
    /// any.
    pub lanes: Option<Lanes>,
    /// Why there are none although the declaration asks for them.
    pub why_no_lanes: Option<&'static str>,
    /// One Newton correction of the dependent coordinates.
    pub position_correction: Traceable,
    /// Dependent speeds from independent ones.
    pub velocity_correction: Traceable,
    /// Both corrections at once; only where no loop needs iteration.
    pub closing: Option<Traceable>,
    /// Energy.
    pub energy: Traceable,
    /// Named outputs.
    pub outputs: Traceable,
    /// Motion of the bodies.
    pub bodies: Traceable,
}

/// Traces all programs of a mechanism.
pub fn trace(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> Programs {
    let graph = Graph::new();
    let mut preparation = preparation(&graph, mechanism);
    let mut traced = |run: Trace| {
        let mut recorded = recorded(mechanism, mobility, &|_| true, run);
        let program = finish(&shortened(&mut recorded, &mut preparation));
        alone(recorded, program)
    };
    let evaluation = traced(&|m, t| evaluation(m, mobility, plan, t));
    let position_correction = traced(&|m, t| position_correction(m, mobility, t));
    let velocity_correction = traced(&|m, t| velocity_correction(m, mobility, t));
    let closing = closes_at_once(mobility).then(|| traced(&|m, t| closing(m, mobility, t)));
    let energy = traced(&total_energy);
    let outputs = traced(&|m, t| named_outputs(m, mobility, t));
    let bodies = traced(&body_motion);
    let (lanes, why_no_lanes) = match in_lanes(mechanism, mobility, plan, &mut preparation) {
        Ok(lanes) => (Some(lanes), None),
        Err(why) => (None, mechanism.model.accept_lanes.then_some(why)),
    };
    let ports = preparation.finish();
    Programs {
        prepare: prepare(graph, ports),
        evaluation,
        lanes,
        why_no_lanes,
        position_correction,
        velocity_correction,
        closing,
        energy,
        outputs,
        bodies,
    }
}

/// The programs of a step with equal subsystems side by side; or why there are none.
fn in_lanes(
    mechanism: &Mechanism,
    mobility: &Mobility,
    plan: &Plan,
    preparation: &mut Preparation,
) -> Result<Lanes, &'static str> {
    let (model, topology) = (mechanism.model, mechanism.topology);
    if !model.accept_lanes {
        return Err("they are not asked for");
    }
    if model.levels.is_empty() {
        return Err("the declaration names no `levels` of the instruction set that have them");
    }
    let apart = apart(mechanism, mobility, plan);
    let layout = mechanism.layout.clone();
    let mut mechanism = Mechanism::new(model, &apart.topology);
    mechanism.layout = layout;
    let groups = groups(&mechanism, &apart.mobility, &apart.plan);
    if groups.is_empty() {
        return Err(
            "no two subsystems are reduced by `synthesis`, differ in numbers only, and hold nothing but springs, \
             torsion springs, friction, bushings and wheels",
        );
    }
    let ports = Ports::new(&mechanism, &groups);
    let view = View::new(&mechanism, &apart.mobility, &groups)
        .map_err(|_| "the parts of equal subsystems differ in more than numbers")?;
    let covered = groups.iter().flat_map(|g| g.members[1..].iter().map(|m| m.position));
    let plan = Plan {
        covered: covered.collect(),
        ..apart.plan
    };
    mechanism.order.retain(|body| !view.covered.contains(body));
    let mobility = &apart.mobility;
    let own = topology.subsystems.len();
    let sides = apart.topology.subsystems[own..].iter();
    let mut traced = |run: Trace| {
        let mut recorded = record(&mechanism, mobility, Parameters::Viewed(&view), &ports, run);
        let program = finish(&shortened(&mut recorded, preparation));
        lane_program(recorded, program)
    };
    Ok(Lanes {
        evaluation: traced(&|m, t| evaluation(m, mobility, &plan, t)),
        position_correction: traced(&|m, t| position_correction(m, mobility, t)),
        velocity_correction: traced(&|m, t| velocity_correction(m, mobility, t)),
        closing: closes_at_once(mobility).then(|| traced(&|m, t| closing(m, mobility, t))),
        sides: sides.map(|side| side.name.clone()).collect(),
    })
}

/// What the passes leave of a program, without what is prepared for it, before them and after them.
fn shortened(recorded: &mut Recorded, preparation: &mut Preparation) -> Program {
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

fn lane_program(recorded: Recorded, program: Program) -> LaneProgram {
    let unrolled = Traceable {
        program: recorded.unrolled(&program),
        traced: recorded.unrolled(&recorded.program),
        inputs: recorded.inputs.concat(),
        outputs: recorded.outputs.concat(),
        regions: recorded.regions.clone(),
    };
    LaneProgram {
        program,
        unrolled,
        inputs: recorded.inputs,
        outputs: recorded.outputs,
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
    let mut recorded = recorded(mechanism, mobility, &|_| true, &|m, t| evaluation(m, mobility, plan, t));
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
    let mut recorded = recorded(mechanism, mobility, tuned, &|m, t| evaluation(m, mobility, plan, t));
    let short = shortened(&mut recorded, &mut preparation(&graph, mechanism));
    short.count().total()
}

fn preparation<'g>(graph: &'g Graph, mechanism: &Mechanism) -> Preparation<'g> {
    let names = mechanism.model.parameters.iter().map(|p| p.name.clone());
    Preparation::new(graph, &names.collect::<Vec<String>>())
}

/// Without lanes.
fn recorded(mechanism: &Mechanism, mobility: &Mobility, tuned: &dyn Fn(usize) -> bool, run: Trace) -> Recorded {
    record(mechanism, mobility, Parameters::Tuned(tuned), &Ports::default(), run)
}

fn evaluation<'g>(mechanism: &Mechanism<'_, Traced<'g>>, mobility: &Mobility, plan: &Plan, t: &Tracer<'g>) {
    let arguments = Arguments {
        q: t.coordinates(mechanism),
        v: t.speeds(mechanism),
        drives: [0, 1, 2].map(|order| t.drives(mechanism, order)),
        loads: t.loads(mechanism),
        signals: t.signals(mechanism),
    };
    let v_rate = evaluate(mechanism, mobility, plan, &arguments, t, |q_rate, wheels| {
        for (i, &rate) in q_rate.iter().enumerate() {
            t.output(OutputPort::CoordinateRate(i), rate);
        }
        for (w, wheel) in wheels.iter().enumerate() {
            wheel.iter().for_each(|wheel| wheel_outputs(t, w, wheel));
        }
    });
    for (i, &rate) in v_rate.iter().enumerate() {
        t.output(OutputPort::SpeedRate(i), rate);
    }
}

fn wheel_outputs<'g>(t: &Tracer<'g>, w: usize, wheel: &WheelState<Traced<'g>>) {
    let moving = &wheel.moving;
    for (vector, value) in [
        (WheelVector::Centre, moving.centre),
        (WheelVector::Axis, moving.axis),
        (WheelVector::Velocity, moving.velocity),
        (WheelVector::CarrierAngularVelocity, moving.carrier_angular_velocity),
    ] {
        for (k, &component) in value.0.iter().enumerate() {
            t.output(OutputPort::Wheel(w, vector, k), component);
        }
    }
    t.output(OutputPort::WheelSpin(w), wheel.spin);
}

fn total_energy<'g>(mechanism: &Mechanism<'_, Traced<'g>>, t: &Tracer<'g>) {
    t.begin(Stage::Energy, 0);
    let (q, v) = (t.coordinates(mechanism), t.speeds(mechanism));
    let position = Position::all(mechanism, &q, &t.drives(mechanism, 0));
    let velocity = Velocity::all(mechanism, &position, &v, &t.drives(mechanism, 1));
    for (i, part) in energy::energy(mechanism, &position, &velocity, &v)
        .into_iter()
        .enumerate()
    {
        t.output(OutputPort::Energy(i), part);
    }
}

fn named_outputs<'g>(mechanism: &Mechanism<'_, Traced<'g>>, mobility: &Mobility, t: &Tracer<'g>) {
    t.begin(Stage::Outputs, 0);
    let (q, v) = (t.coordinates(mechanism), t.speeds(mechanism));
    let v_rate = t.inputs(mechanism.layout.speeds.len(), InputPort::SpeedRate);
    let drives = [0, 1, 2].map(|order| t.drives(mechanism, order));
    let (loads, signals) = (t.loads(mechanism), t.signals(mechanism));
    let instant = Instant::new(mechanism, mobility, (&q, &v, &v_rate), &drives, (&loads, &signals));
    for (i, output) in mechanism.model.outputs.iter().enumerate() {
        t.output(OutputPort::Named(i), instant.measure(&output.measure));
    }
}

fn body_motion<'g>(mechanism: &Mechanism<'_, Traced<'g>>, t: &Tracer<'g>) {
    t.begin(Stage::Outputs, 0);
    let (q, v) = (t.coordinates(mechanism), t.speeds(mechanism));
    let position = Position::all(mechanism, &q, &t.drives(mechanism, 0));
    let velocity = Velocity::all(mechanism, &position, &v, &t.drives(mechanism, 1));
    let v_rate = t.inputs(mechanism.layout.speeds.len(), InputPort::SpeedRate);
    let accelerations = motion::accelerations(mechanism, &position, &velocity, &v_rate, &t.drives(mechanism, 2));
    for (b, body) in mechanism.model.moving_bodies().enumerate() {
        let moved = motion::body(mechanism, &position, &velocity, &accelerations, body);
        for (vector, value) in [
            (BodyVector::Rotation(0), moved.rotation.row(0)),
            (BodyVector::Rotation(1), moved.rotation.row(1)),
            (BodyVector::Rotation(2), moved.rotation.row(2)),
            (BodyVector::Com, moved.com),
            (BodyVector::AngularVelocity, moved.angular_velocity),
            (BodyVector::Velocity, moved.velocity),
            (BodyVector::AngularAcceleration, moved.angular_acceleration),
            (BodyVector::Acceleration, moved.acceleration),
        ] {
            for (k, &component) in value.0.iter().enumerate() {
                t.output(OutputPort::Body(b, vector, k), component);
            }
        }
    }
}
