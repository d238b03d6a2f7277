//! A graph under construction that knows what goes in and out.

use super::lanes::{LaneNumber, Ports, View};
use super::ports::{InputPort, OutputPort};
use super::wheels::Load;
use super::{Progress, Stage};
use crate::ir::{Class, Graph, Program, Traced, prune, unroll};
use crate::kinematics::{Given, Mechanism};
use crate::mobility::Mobility;
use crate::scalar::Scalar;
use crate::spatial::Vec3;
use crate::topology::Loop;
use std::cell::RefCell;

/// What a trace has left behind.
pub struct Recorded {
    /// Dead code removed.
    pub program: Program,
    /// By input: what it is, in each lane.
    pub inputs: Vec<Vec<InputPort>>,
    /// By output: where it goes, from each lane.
    pub outputs: Vec<Vec<OutputPort>>,
    /// By region.
    pub regions: Vec<(Stage, usize)>,
}

impl Recorded {
    /// The program, or what the passes made of it, one lane after the other.
    pub fn unrolled(&self, program: &Program) -> Program {
        unroll(program, &self.outputs.iter().map(Vec::len).collect::<Vec<usize>>())
    }
}

/// What is traced, on a mechanism whose parameters are inputs.
pub type Trace<'t> = &'t dyn for<'g> Fn(&Mechanism<'_, Traced<'g>>, &Tracer<'g>);

/// What the parameters of a mechanism are in a trace.
#[derive(Clone, Copy)]
pub enum Parameters<'p> {
    /// Inputs where they are wanted, and their defaults elsewhere.
    Tuned(&'p dyn Fn(usize) -> bool),
    /// Inputs, where quantities have lanes as this view tells.
    Viewed(&'p View),
}

/// A graph under construction with the meaning of what goes in and out.
pub struct Tracer<'g> {
    graph: &'g Graph,
    /// What inputs and outputs are in each lane.
    pub ports: &'g Ports,
    inputs: RefCell<Vec<Vec<InputPort>>>,
    outputs: RefCell<Vec<Vec<OutputPort>>>,
    regions: RefCell<Vec<(Stage, usize)>>,
}

/// Runs a trace.
pub fn record(
    mechanism: &Mechanism,
    mobility: &Mobility,
    parameters: Parameters,
    ports: &Ports,
    run: Trace,
) -> Recorded {
    let graph = Graph::new();
    let (inputs, outputs, regions) = {
        let tracer = Tracer {
            graph: &graph,
            ports,
            inputs: Vec::new().into(),
            outputs: Vec::new().into(),
            regions: Vec::new().into(),
        };
        run(&tracer.mechanism(mechanism, mobility, parameters), &tracer);
        (
            tracer.inputs.into_inner(),
            tracer.outputs.into_inner(),
            tracer.regions.into_inner(),
        )
    };
    Recorded {
        program: prune(graph.finish()),
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

    /// Summed over the lanes. What all lanes have alike counts as often; of what has lanes only because it carries
    /// subsystems that do, the first is what it is.
    fn total(&self, subsystem: usize, value: Traced<'g>) -> Traced<'g> {
        match (self.ports.lanes(subsystem), value.lanes()) {
            (1, _) => value.lane(0),
            (lanes, 1) => value * f64::from(lanes).into(),
            _ => value.sum(),
        }
    }

    fn to_carrier(&self, subsystem: usize, value: Traced<'g>) -> Traced<'g> {
        self.total(subsystem, self.of_carrier(subsystem, value))
    }

    /// Nothing in the lanes of members that it does not carry.
    fn of_carrier(&self, subsystem: usize, value: Traced<'g>) -> Traced<'g> {
        self.masked(value, self.ports.carried(subsystem))
    }
}

impl<'g> Tracer<'g> {
    /// A new input; zero where it belongs to a member that another is computed for, and in the lanes of members that what
    /// it moves does not carry.
    pub fn input(&self, port: InputPort) -> Traced<'g> {
        let class = match port {
            InputPort::Parameter(_) | InputPort::Prepared(_) => Class::Parameter,
            InputPort::Coordinate(_) | InputPort::Drive(_, 0) => Class::Position,
            InputPort::Speed(_) | InputPort::Drive(_, 1) => Class::Velocity,
            _ => Class::Load,
        };
        let lanes = self.ports.input(port);
        if lanes.is_empty() {
            return Traced::zero();
        }
        let count = u32::try_from(lanes.len()).expect("few lanes");
        self.inputs.borrow_mut().push(lanes);
        let input = self.graph.lane_input(format!("{port:?}"), class, count);
        self.masked(input, self.ports.mask(port))
    }

    fn masked(&self, value: Traced<'g>, ones: Option<&[f64]>) -> Traced<'g> {
        ones.map_or(value, |ones| value * self.graph.lane_constant(ones))
    }

    /// Delivers a result; nothing where it belongs to a member that another is computed for.
    pub fn output(&self, port: OutputPort, value: Traced<'g>) {
        let lanes = self.ports.output(port);
        // What has lanes only because it carries subsystems that do is itself in the first.
        let value = if lanes.len() == 1 { value.lane(0) } else { value };
        if !lanes.is_empty() {
            self.deliver(format!("{port:?}"), lanes, value);
        }
    }

    /// A number for the speed in each lane.
    pub fn by_lane(&self, speed: usize, number: impl Fn(usize) -> f64) -> Traced<'g> {
        let numbers: Vec<f64> = self.ports.speed(speed).into_iter().map(number).collect();
        match numbers[..] {
            [number] => number.into(),
            _ => self.graph.lane_constant(&numbers),
        }
    }

    /// Delivers the margin of a speed of a joint, or one for each lane; they are numbered as they come.
    pub fn margin(&self, speed: usize, value: Traced<'g>) {
        let delivered = self.outputs.borrow().concat();
        let before = delivered
            .iter()
            .filter(|port| matches!(port, OutputPort::Margin(..)))
            .count();
        let speeds = self.ports.speed(speed).into_iter().take(value.lanes() as usize);
        let lanes = speeds
            .enumerate()
            .map(|(lane, speed)| OutputPort::Margin(before + lane, speed));
        self.deliver("Margin".to_owned(), lanes.collect(), value);
    }

    fn deliver(&self, name: String, lanes: Vec<OutputPort>, value: Traced<'g>) {
        self.outputs.borrow_mut().push(lanes);
        self.graph.output(name, value);
    }

    /// So many inputs.
    pub fn inputs(&self, count: usize, port: impl Fn(usize) -> InputPort) -> Vec<Traced<'g>> {
        (0..count).map(|i| self.input(port(i))).collect()
    }

    /// Something of each loop; nothing of those that are computed in the lanes of another.
    pub fn of_loops<T: Default>(&self, mechanism: &Mechanism<'_, Traced<'g>>, each: impl Fn(&Loop) -> T) -> Vec<T> {
        let loops = mechanism.topology.loops.iter().enumerate();
        let of = |(l, this): (usize, &Loop)| {
            if self.ports.covers_loop(l) {
                T::default()
            } else {
                each(this)
            }
        };
        loops.map(of).collect()
    }

    /// Delivers a number for each closure equation.
    pub fn residuals(
        &self,
        mechanism: &Mechanism<'_, Traced<'g>>,
        residuals: Vec<Vec<Traced<'g>>>,
        port: impl Fn(usize) -> OutputPort,
    ) {
        let mut first = 0;
        for (l, own) in mechanism.topology.loops.iter().zip(residuals) {
            for (r, residual) in own.into_iter().enumerate() {
                self.output(port(first + r), residual);
            }
            first += mechanism.model.joint(l.cut).kind.equations();
        }
    }

    /// The mechanism with its parameters as they are given.
    fn mechanism<'a>(
        &self,
        mechanism: &Mechanism<'a>,
        mobility: &Mobility,
        given: Parameters,
    ) -> Mechanism<'a, Traced<'g>> {
        let tuned = |i: usize| match given {
            Parameters::Tuned(tuned) => tuned(i),
            Parameters::Viewed(_) => true,
        };
        let parameters = mechanism.model.parameters.iter().enumerate().map(|(i, parameter)| {
            if tuned(i) {
                self.input(InputPort::Parameter(i))
            } else {
                parameter.default.into()
            }
        });
        let parameters: Vec<Traced> = parameters.collect();
        let (model, topology) = (mechanism.model, mechanism.topology);
        let given = match given {
            Parameters::Tuned(_) => Given::default(),
            Parameters::Viewed(view) => self.given(view, &parameters, mechanism),
        };
        let mut traced = Mechanism::viewed(model, topology, &parameters, given, mechanism.order.clone());
        // That of the vehicle, whatever of it is traced.
        traced.layout = mechanism.layout.clone();
        traced.aligned(self.ports.computed(mobility).flat_map(|closure| &closure.steps))
    }

    fn given(&self, view: &View, parameters: &[Traced<'g>], mechanism: &Mechanism) -> Given<Traced<'g>> {
        let defaults = mechanism.model.parameters.iter().map(|parameter| parameter.default);
        let parameters: Vec<(Traced, f64)> = parameters.iter().copied().zip(defaults).collect();
        let numbers = view.numbers.iter();
        Given {
            numbers: numbers
                .map(|(&key, number)| (key, self.in_lanes(number, &parameters)))
                .collect(),
            tables: view.tables.clone(),
        }
    }

    /// A number with lanes, for the parameters and their defaults.
    fn in_lanes(&self, number: &LaneNumber, parameters: &[(Traced<'g>, f64)]) -> Traced<'g> {
        let mut constant = number.values.clone();
        for (parameter, lanes) in &number.slopes {
            let (_, default) = parameters[parameter.index()];
            constant
                .iter_mut()
                .zip(lanes)
                .for_each(|(x, slope)| *x -= slope * default);
        }
        let terms = number.slopes.iter();
        let terms = terms.map(|(parameter, lanes)| self.graph.lane_constant(lanes) * parameters[parameter.index()].0);
        terms.fold(self.graph.lane_constant(&constant), |sum, term| sum + term)
    }

    /// The coordinates.
    pub fn coordinates<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.layout.coordinates.len(), InputPort::Coordinate)
    }

    /// The speeds.
    pub fn speeds<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.layout.speeds.len(), InputPort::Speed)
    }

    /// Position (0), velocity (1) or acceleration (2) of the drives.
    pub fn drives<S>(&self, mechanism: &Mechanism<S>, order: usize) -> Vec<Traced<'g>> {
        self.inputs(mechanism.model.drives.len(), |d| InputPort::Drive(d, order))
    }

    /// What acts on the wheels.
    pub fn loads<S>(&self, mechanism: &Mechanism<S>) -> Vec<Load<Traced<'g>>> {
        let load = |w: usize| Load {
            force: self.vector(|k| InputPort::WheelForce(w, k)),
            moment: self.vector(|k| InputPort::WheelMoment(w, k)),
            drive: self.input(InputPort::DriveTorque(w)),
            brake: self.input(InputPort::BrakeTorque(w)),
        };
        (0..mechanism.model.wheels.len()).map(load).collect()
    }

    /// Sizes of forces and torques.
    pub fn signals<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.model.signals.len(), InputPort::Signal)
    }

    fn vector(&self, port: impl Fn(usize) -> InputPort) -> Vec3<Traced<'g>> {
        Vec3([0, 1, 2].map(|k| self.input(port(k))))
    }
}
