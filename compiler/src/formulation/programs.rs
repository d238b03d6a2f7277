//! The programs of a solver, traced.

use super::dependence::Dependence;
use super::evaluation::{Arguments, WheelState, evaluate};
use super::measure::Instant;
use super::method::Plan;
use super::ports::{BodyVector, InputPort, OutputPort, WheelVector};
use super::preparation::{Preparation, prepare};
use super::wheels::Load;
use super::{Progress, Stage, energy, motion};
use crate::ir::{Class, Graph, Program, Traced, prune};
use crate::kinematics::{Mechanism, Position, Velocity, closing, displaced, normalised, rows};
use crate::mobility::{Closure, Mobility};
use crate::passes::optimise;
use crate::scalar::Scalar;
use crate::spatial::Vec3;
use std::cell::RefCell;

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

/// What a subsystem costs in one evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Price {
    /// Operations.
    pub operations: usize,
    /// Their time ([`crate::ir::Count::cost`]).
    pub cost: usize,
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
    /// One Newton correction of the dependent coordinates.
    pub position_correction: Traceable,
    /// Dependent speeds from independent ones.
    pub velocity_correction: Traceable,
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
        let mut traceable = recorded(mechanism, mobility, &|_| true, run);
        traceable.traced = preparation.hoist(&traceable.traced, &mut traceable.inputs);
        let short = optimise(&traceable.traced);
        traceable.program = preparation.hoist(&short, &mut traceable.inputs);
        traceable
    };
    let evaluation = traced(&|m, t| evaluation(m, mobility, plan, t));
    let position_correction = traced(&|m, t| position_correction(m, mobility, t));
    let velocity_correction = traced(&|m, t| velocity_correction(m, mobility, t));
    let energy = traced(&total_energy);
    let outputs = traced(&|m, t| named_outputs(m, mobility, t));
    let bodies = traced(&body_motion);
    let ports = preparation.finish();
    Programs {
        prepare: prepare(graph, ports),
        evaluation,
        position_correction,
        velocity_correction,
        energy,
        outputs,
        bodies,
    }
}

/// The evaluation alone by a plan that is only tried, before the passes.
pub fn evaluation_of(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> Traceable {
    let graph = Graph::new();
    let mut traceable = recorded(mechanism, mobility, &|_| true, &|m, t| evaluation(m, mobility, plan, t));
    traceable.program = preparation(&graph, mechanism).hoist(&traceable.traced, &mut traceable.inputs);
    traceable
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
    let mut preparation = preparation(&graph, mechanism);
    let mut traceable = recorded(mechanism, mobility, tuned, &|m, t| evaluation(m, mobility, plan, t));
    let still = preparation.hoist(&traceable.traced, &mut traceable.inputs);
    let short = preparation.hoist(&optimise(&still), &mut traceable.inputs);
    short.count().total()
}

fn preparation<'g>(graph: &'g Graph, mechanism: &Mechanism) -> Preparation<'g> {
    let names = mechanism.model.parameters.iter().map(|p| p.name.clone());
    Preparation::new(graph, &names.collect::<Vec<String>>())
}

/// What is traced, on a mechanism whose parameters are inputs.
type Trace<'t> = &'t dyn for<'g> Fn(&Mechanism<'_, Traced<'g>>, &Tracer<'g>);

/// A graph under construction with the meaning of what goes in and out.
struct Tracer<'g> {
    graph: &'g Graph,
    inputs: RefCell<Vec<InputPort>>,
    outputs: RefCell<Vec<OutputPort>>,
    regions: RefCell<Vec<(Stage, usize)>>,
}

fn recorded(mechanism: &Mechanism, mobility: &Mobility, tuned: &dyn Fn(usize) -> bool, run: Trace) -> Traceable {
    let graph = Graph::new();
    let (inputs, outputs, regions) = {
        let tracer = Tracer {
            graph: &graph,
            inputs: Vec::new().into(),
            outputs: Vec::new().into(),
            regions: Vec::new().into(),
        };
        run(&tracer.mechanism(mechanism, mobility, tuned), &tracer);
        (
            tracer.inputs.into_inner(),
            tracer.outputs.into_inner(),
            tracer.regions.into_inner(),
        )
    };
    let traced = prune(graph.finish());
    Traceable {
        program: traced.clone(),
        traced,
        inputs,
        outputs,
        regions,
    }
}

impl<'g> Progress<Traced<'g>> for Tracer<'g> {
    fn begin(&self, stage: Stage, subsystem: usize) {
        self.graph.begin_region(format!("{stage} {subsystem}"));
        self.regions.borrow_mut().push((stage, subsystem));
    }

    fn name(&self, value: Traced<'g>, name: &dyn Fn() -> String) {
        self.graph.name(value, name);
    }
}

impl<'g> Tracer<'g> {
    fn input(&self, port: InputPort) -> Traced<'g> {
        let class = match port {
            InputPort::Parameter(_) | InputPort::Prepared(_) => Class::Parameter,
            InputPort::Coordinate(_) | InputPort::Drive(_, 0) => Class::Position,
            InputPort::Speed(_) | InputPort::Drive(_, 1) => Class::Velocity,
            _ => Class::Load,
        };
        self.inputs.borrow_mut().push(port);
        self.graph.input(format!("{port:?}"), class)
    }

    fn output(&self, port: OutputPort, value: Traced<'g>) {
        self.outputs.borrow_mut().push(port);
        self.graph.output(format!("{port:?}"), value);
    }

    fn inputs(&self, count: usize, port: impl Fn(usize) -> InputPort) -> Vec<Traced<'g>> {
        (0..count).map(|i| self.input(port(i))).collect()
    }

    /// The mechanism with parameters that are inputs where they are `tuned`, and their defaults elsewhere.
    fn mechanism<'a>(
        &self,
        mechanism: &Mechanism<'a>,
        mobility: &Mobility,
        tuned: &dyn Fn(usize) -> bool,
    ) -> Mechanism<'a, Traced<'g>> {
        let parameters = mechanism.model.parameters.iter().enumerate();
        let parameters: Vec<Traced> = parameters
            .map(|(i, parameter)| match tuned(i) {
                true => self.input(InputPort::Parameter(i)),
                false => parameter.default.into(),
            })
            .collect();
        Mechanism::tuned(mechanism.model, mechanism.topology, &parameters).aligned(mobility.steps())
    }

    fn coordinates<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.layout.coordinates.len(), InputPort::Coordinate)
    }

    fn speeds<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.layout.speeds.len(), InputPort::Speed)
    }

    fn drives<S>(&self, mechanism: &Mechanism<S>, order: usize) -> Vec<Traced<'g>> {
        self.inputs(mechanism.model.drives.len(), |d| InputPort::Drive(d, order))
    }

    fn loads<S>(&self, mechanism: &Mechanism<S>) -> Vec<Load<Traced<'g>>> {
        let load = |w: usize| Load {
            force: self.vector(|k| InputPort::WheelForce(w, k)),
            moment: self.vector(|k| InputPort::WheelMoment(w, k)),
            drive: self.input(InputPort::DriveTorque(w)),
            brake: self.input(InputPort::BrakeTorque(w)),
        };
        (0..mechanism.model.wheels.len()).map(load).collect()
    }

    fn signals<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.model.signals.len(), InputPort::Signal)
    }

    fn vector(&self, port: impl Fn(usize) -> InputPort) -> Vec3<Traced<'g>> {
        Vec3([0, 1, 2].map(|k| self.input(port(k))))
    }
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
        wheels
            .iter()
            .enumerate()
            .for_each(|(w, wheel)| wheel_outputs(t, w, wheel));
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

/// Solves `J_d δ = -residual` for each closure `taken`; returns `δ` by speed. Also delivers the margins, numbered on:
/// the partition into dependent and independent speeds was chosen near the design position, and where one of its pivots
/// vanishes the step is worth nothing.
fn dependent_step<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    mobility: &Mobility,
    t: &Tracer<'g>,
    position: &Position<Traced<'g>>,
    mut margins: usize,
    taken: impl Fn(&Closure) -> bool,
    residual: impl Fn(usize, usize) -> Traced<'g>,
) -> Vec<Traced<'g>> {
    let mut step = vec![Traced::zero(); mechanism.layout.speeds.len()];
    let loops = mechanism.topology.loops.iter();
    let all_rows: Vec<_> = loops.map(|l| rows(mechanism, position, l)).collect();
    for closure in mobility.closures.iter().filter(|c| taken(c)) {
        let dependence = Dependence::new(mechanism, closure, position, &all_rows);
        for (speed, value) in dependence.solve(|l, r| -residual(l, r)) {
            step[speed] = value;
        }
        for margin in dependence.margins() {
            t.output(OutputPort::Margin(margins), margin);
            margins += 1;
        }
    }
    step
}

fn position_correction<'g>(mechanism: &Mechanism<'_, Traced<'g>>, mobility: &Mobility, t: &Tracer<'g>) {
    t.begin(Stage::Closure, 0);
    // An integrator leaves Euler parameters a little off unit norm; the equations hold at unit norm.
    let mut q = normalised(mechanism, &t.coordinates(mechanism));
    let drives = t.drives(mechanism, 0);
    let mut position = Position::new(mechanism);
    let steps: Vec<_> = mobility.steps().collect();
    let found = closing::place(
        mechanism,
        &mut position,
        &mechanism.topology.order,
        &steps,
        |body| match mechanism.topology.joint(body).drive {
            Some(drive) => vec![drives[drive.index()]],
            None => q[mechanism.layout.slot(body).q.clone()].to_vec(),
        },
    );
    for (margin, (body, placed)) in found.iter().enumerate() {
        let slot = mechanism.layout.slot(*body).q.clone();
        let closed = closing::coordinates(mechanism, *body, &placed.found, &q[slot.clone()]);
        q[slot].copy_from_slice(&closed);
        t.output(OutputPort::Margin(margin), placed.margin);
    }
    let residuals: Vec<Vec<Traced>> = mechanism
        .topology
        .loops
        .iter()
        .map(|l| {
            rows(mechanism, &position, l)
                .into_iter()
                .map(|row| row.residual)
                .collect()
        })
        .collect();
    let iterated = |closure: &Closure| closure.steps.is_empty();
    let step = dependent_step(mechanism, mobility, t, &position, found.len(), iterated, |l, r| {
        residuals[l][r]
    });
    for (i, q) in displaced(mechanism, &position, &q, &step).into_iter().enumerate() {
        t.output(OutputPort::Coordinate(i), q);
    }
    for (i, residual) in residuals.into_iter().flatten().enumerate() {
        t.output(OutputPort::Residual(i), residual);
    }
}

fn velocity_correction<'g>(mechanism: &Mechanism<'_, Traced<'g>>, mobility: &Mobility, t: &Tracer<'g>) {
    t.begin(Stage::Closure, 0);
    let (q, v) = (t.coordinates(mechanism), t.speeds(mechanism));
    let position = Position::all(mechanism, &q, &t.drives(mechanism, 0));
    let velocity = Velocity::all(mechanism, &position, &v, &t.drives(mechanism, 1));
    let rates: Vec<Vec<Traced>> = mechanism
        .topology
        .loops
        .iter()
        .map(|l| {
            let joint = mechanism.model.joint(l.cut);
            let [first, second] =
                [joint.first, joint.second].map(|b| velocity.twist_in(mechanism, &position, b, l.frame));
            rows(mechanism, &position, l)
                .iter()
                .map(|r| r.first.power(first) + r.second.power(second))
                .collect()
        })
        .collect();
    let step = dependent_step(mechanism, mobility, t, &position, 0, |_| true, |l, r| rates[l][r]);
    for (i, (v, step)) in v.into_iter().zip(step).enumerate() {
        t.output(OutputPort::Speed(i), v + step);
    }
    for (i, rate) in rates.into_iter().flatten().enumerate() {
        t.output(OutputPort::Residual(i), rate);
    }
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
