//! A graph under construction, with the ports of its inputs and outputs.

use super::lanes::{LaneNumber, Ports, View};
use super::ports::{Array, Kind, Port};
use super::state::StateLayout;
use crate::formulation::method::Plan;
use crate::formulation::wheels::Load;
use crate::formulation::{Margin, Progress, Quantity, Stage};
use crate::ir::{Graph, Program, Traced, prune, unroll};
use crate::kinematics::{Given, Mechanism, Values};
use crate::mobility::Mobility;
use crate::passes::optimise;
use crate::scalar::Scalar;
use crate::spatial::Vec3;
use crate::topology::Loop;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Result of a trace.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Dead code removed.
    pub program: Program,
    /// By input: its port in each lane.
    pub inputs: Vec<Vec<Port>>,
    /// By output: its port in each lane.
    pub outputs: Vec<Vec<Port>>,
    /// By region.
    pub regions: Vec<(Stage, usize)>,
}

impl Recorded {
    /// Applies the passes to the program.
    pub fn optimised(self) -> Self {
        Recorded {
            program: optimise(&self.program),
            ..self
        }
    }

    /// Unrolls the program, or the result of the passes on the program, into one lane after the other.
    pub fn unrolled(&self, program: &Program) -> Program {
        unroll(program, &self.outputs.iter().map(Vec::len).collect::<Vec<usize>>())
    }
}

/// Result of the analysis, in the form that tracing a program needs.
#[derive(Clone, Copy)]
pub struct Analysis<'a> {
    /// Closures and their steps.
    pub mobility: &'a Mobility,
    /// Method of each subsystem.
    pub plan: &'a Plan,
    /// Coordinates and speeds of the state.
    pub state: &'a StateLayout,
}

/// A function that traces a program, on a mechanism whose parameters are inputs.
pub type Trace = for<'g> fn(&Mechanism<'_, Traced<'g>>, Analysis<'_>, &Tracer<'g>);

/// Values of a mechanism's parameters in a trace.
#[derive(Clone, Copy)]
pub enum Parameters<'p> {
    /// Wanted parameters are inputs, the others have their default values.
    Tuned(&'p dyn Fn(usize) -> bool),
    /// All parameters are inputs. This view gives the numbers of quantities in lanes.
    Viewed(&'p View),
}

/// A graph under construction with the meaning of what goes in and out.
pub struct Tracer<'g> {
    graph: &'g Graph,
    /// The port of each input and output in each lane.
    pub ports: &'g Ports,
    state: &'g StateLayout,
    inputs: RefCell<Vec<Vec<Port>>>,
    /// The input of these ports, which is a single input: slopes with respect to a port are slopes with respect to
    /// its input.
    known: RefCell<BTreeMap<Vec<Port>, Traced<'g>>>,
    outputs: RefCell<Vec<Vec<Port>>>,
    regions: RefCell<Vec<(Stage, usize)>>,
}

/// Runs a trace.
pub fn record(
    mechanism: &Mechanism,
    analysis: Analysis,
    parameters: Parameters,
    ports: &Ports,
    trace: Trace,
) -> Recorded {
    let graph = Graph::new();
    let (inputs, outputs, regions) = {
        let tracer = Tracer {
            graph: &graph,
            ports,
            state: analysis.state,
            inputs: Vec::new().into(),
            known: BTreeMap::new().into(),
            outputs: Vec::new().into(),
            regions: Vec::new().into(),
        };
        let given = tracer.mechanism(mechanism, analysis.mobility, parameters);
        trace(&given, analysis, &tracer);
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

/// Runs a trace without lanes. Parameters are inputs where they are wanted.
pub fn record_alone(
    mechanism: &Mechanism,
    analysis: Analysis,
    tuned: &dyn Fn(usize) -> bool,
    trace: Trace,
) -> Recorded {
    record(mechanism, analysis, Parameters::Tuned(tuned), &Ports::default(), trace)
}

impl<'g> Progress<Traced<'g>> for Tracer<'g> {
    fn begin(&self, stage: Stage, subsystem: usize) {
        self.graph.begin_region(format!("{stage} {subsystem}"));
        self.regions.borrow_mut().push((stage, subsystem));
    }

    fn compute(&self, part: &str, quantity: Quantity) {
        self.graph
            .set_purpose(Some(format!("{part}.{}", quantity.word()).into()));
    }

    fn name(&self, value: Traced<'g>, name: &dyn Fn() -> String) {
        self.graph.name(value, || name().into());
    }

    /// Sums over lanes. A value common to all lanes is multiplied by their number. If the subsystem itself has no
    /// lanes, the value may have lanes only because the subsystem carries subsystems with lanes; then the first lane is
    /// taken.
    fn total(&self, subsystem: usize, value: Traced<'g>) -> Traced<'g> {
        match (self.ports.lanes(subsystem), value.lanes()) {
            (1, _) => value.lane(0),
            (lanes, 1) => value * f64::from(lanes).into(),
            _ => value.sum(),
        }
    }

    fn watch(&self, margin: Margin, value: Traced<'g>) {
        let port = match margin {
            Margin::Step(speed) => Kind::StepMargin.at(speed),
            Margin::Pivot(speed) => Kind::PivotMargin.at(speed),
        };
        self.output(port, value);
    }

    fn by_lane(&self, speed: usize, number: &dyn Fn(usize) -> f64) -> Traced<'g> {
        let numbers: Vec<f64> = self.ports.speed(speed).into_iter().map(number).collect();
        match numbers[..] {
            [number] => number.into(),
            _ => self.graph.lane_constant(&numbers),
        }
    }

    fn to_carrier(&self, subsystem: usize, value: Traced<'g>) -> Traced<'g> {
        self.total(subsystem, self.of_carrier(subsystem, value))
    }

    /// Zero in the lanes of members that the carrier does not carry.
    fn of_carrier(&self, subsystem: usize, value: Traced<'g>) -> Traced<'g> {
        self.masked(value, self.ports.carried(subsystem))
    }
}

impl<'g> Tracer<'g> {
    /// An input. The number is NaN if the state lacks it, and zero if it belongs to a member that is computed in the
    /// lanes of another member. The number is zero in lanes whose member is not carried by the moved body.
    pub fn input(&self, port: Port) -> Traced<'g> {
        self.input_of(port, |port| port)
    }

    /// An input; `read` gives the port by which the solver knows it.
    fn input_of(&self, port: Port, read: impl Fn(Port) -> Port) -> Traced<'g> {
        let lanes: Vec<Port> = self.ports.each_lane(port).into_iter().map(read).collect();
        if lanes.is_empty() {
            return Traced::zero();
        }
        let Some(lanes) = self.in_state(&lanes) else {
            // A result that used it would be NaN, too; a program with such a constant is never accepted.
            return f64::NAN.into();
        };
        self.masked(self.unmasked(port.kind, lanes), self.ports.mask(port))
    }

    fn unmasked(&self, kind: Kind, lanes: Vec<Port>) -> Traced<'g> {
        if let Some(known) = self.known.borrow().get(&lanes) {
            return *known;
        }
        let (name, count) = (lanes[0].to_string(), u32::try_from(lanes.len()).expect("few lanes"));
        let input = self.graph.lane_input(name, kind.description().class, count);
        self.inputs.borrow_mut().push(lanes.clone());
        self.known.borrow_mut().insert(lanes, input);
        input
    }

    /// The ports in the numbering of the solver; `None` if the state lacks one of these numbers.
    fn in_state(&self, lanes: &[Port]) -> Option<Vec<Port>> {
        lanes.iter().map(|port| self.state.port(*port)).collect()
    }

    fn masked(&self, value: Traced<'g>, ones: Option<&[f64]>) -> Traced<'g> {
        ones.map_or(value, |ones| value * self.graph.lane_constant(ones))
    }

    /// Delivers a result. Nothing is delivered if the state lacks the number, or if the number belongs to a member that
    /// is computed in the lanes of another member.
    pub fn output(&self, port: Port, value: Traced<'g>) {
        let lanes = self.ports.each_lane(port);
        // If a value has lanes only because it carries subsystems with lanes, its first lane is its own value.
        let value = if lanes.len() == 1 { value.lane(0) } else { value };
        if let Some(lanes) = self.in_state(&lanes)
            && let Some(first) = lanes.first()
        {
            self.deliver(first.to_string(), lanes, value);
        }
    }

    /// Delivers a vector, or a row of a matrix that begins with component `first`.
    pub fn output_vector(&self, kind: Kind, index: usize, first: usize, vector: Vec3<Traced<'g>>) {
        for (k, value) in vector.0.into_iter().enumerate() {
            self.output(kind.component(index, first + k), value);
        }
    }

    /// Delivers the margin of a joint's speed, one for each lane. Margins are numbered in the order of delivery.
    pub fn margin(&self, speed: usize, value: Traced<'g>) {
        let delivered = self.outputs.borrow().concat();
        let before = delivered.iter().filter(|port| port.array() == Array::Margins).count();
        let speeds = self.ports.speed(speed).into_iter().take(value.lanes() as usize);
        let lanes = (before..).zip(speeds);
        let lanes = lanes.map(|(index, speed)| Kind::Margin { speed }.at(index));
        self.deliver("margin".to_owned(), lanes.collect(), value);
    }

    fn deliver(&self, name: String, lanes: Vec<Port>, value: Traced<'g>) {
        self.outputs.borrow_mut().push(lanes);
        self.graph.output(name, value);
    }

    /// `count` inputs of a kind.
    pub fn inputs(&self, count: usize, kind: Kind) -> Vec<Traced<'g>> {
        (0..count).map(|i| self.input(kind.at(i))).collect()
    }

    /// Calls `each` for every loop; gives the default value for loops that are computed in the lanes of another loop.
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
    pub fn residuals(&self, mechanism: &Mechanism<'_, Traced<'g>>, residuals: Vec<Vec<Traced<'g>>>, kind: Kind) {
        let mut first = 0;
        for (l, own) in mechanism.topology.loops.iter().zip(residuals) {
            for (r, residual) in own.into_iter().enumerate() {
                self.output(kind.at(first + r), residual);
            }
            first += mechanism.model.joint(l.cut).kind.equations();
        }
    }

    /// The mechanism with the given values of its parameters.
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
                self.input(Kind::Parameter.at(i))
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
        self.compute(&model.name, Quantity::Design);
        let mut traced = Mechanism::viewed(model, topology, &parameters, given, mechanism.order.clone());
        // The layout is the layout of the vehicle, even if only parts of it are traced.
        traced.layout = mechanism.layout.clone();
        let traced = traced.aligned(self.ports.computed(mobility).flat_map(|closure| &closure.steps));
        self.graph.set_purpose(None);
        traced
    }

    fn given(&self, view: &View, parameters: &[Traced<'g>], mechanism: &Mechanism) -> Given<Traced<'g>> {
        let parameters = Values::new(mechanism.model, parameters);
        let numbers = view.numbers.iter();
        Given {
            numbers: numbers
                .map(|(&key, number)| (key, self.in_lanes(number, &parameters)))
                .collect(),
            tables: view.tables.clone(),
        }
    }

    /// A number with lanes, as a function of the parameters.
    fn in_lanes(&self, number: &LaneNumber, parameters: &Values<Traced<'g>>) -> Traced<'g> {
        let mut constant = number.values.clone();
        for (parameter, lanes) in &number.slopes {
            let (_, default) = parameters.of(*parameter);
            constant
                .iter_mut()
                .zip(lanes)
                .for_each(|(x, slope)| *x -= slope * default);
        }
        let terms = number.slopes.iter();
        let terms = terms.map(|(parameter, lanes)| self.graph.lane_constant(lanes) * parameters.of(*parameter).0);
        terms.fold(self.graph.lane_constant(&constant), |sum, term| sum + term)
    }

    /// The coordinates.
    pub fn coordinates<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.layout.coordinates.len(), Kind::Coordinate)
    }

    /// The speeds.
    pub fn speeds<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.layout.speeds.len(), Kind::Speed)
    }

    /// Position (0), velocity (1) or acceleration (2) of the drives.
    pub fn drives(&self, mechanism: &Mechanism<'_, Traced<'g>>, order: usize) -> Vec<Traced<'g>> {
        let model = mechanism.model;
        let kind = Kind::DRIVE[order];
        let mut shared: Vec<Option<Traced>> = vec![None; model.inputs.len()];
        let drives = model.drives.iter().enumerate().map(|(d, drive)| {
            self.compute(&model.inputs[drive.input], Quantity::Drive);
            let read = |port: Port| kind.at(model.drives[port.index].input);
            let Some(share) = &drive.share else {
                return self.input_of(kind.at(d), read);
            };
            // Subsystems with shared inputs are never computed side by side.
            let input = *shared[drive.input].get_or_insert_with(|| self.unmasked(kind, vec![read(kind.at(d))]));
            let moved = mechanism.design.number(&share.ratio) * input;
            let coordinate = match order {
                0 => moved + mechanism.design.number(&share.offset),
                _ => moved,
            };
            self.masked(coordinate, self.ports.mask(kind.at(d)))
        });
        drives.collect()
    }

    /// Loads on the wheels.
    pub fn loads<S>(&self, mechanism: &Mechanism<S>) -> Vec<Load<Traced<'g>>> {
        let load = |w: usize| Load {
            force: self.vector(Kind::WheelForce, w),
            moment: self.vector(Kind::WheelMoment, w),
            drive: self.input(Kind::DriveTorque.at(w)),
            brake: self.input(Kind::BrakeTorque.at(w)),
        };
        (0..mechanism.model.wheels.len()).map(load).collect()
    }

    /// Inputs of force elements.
    pub fn signals<S>(&self, mechanism: &Mechanism<S>) -> Vec<Traced<'g>> {
        self.inputs(mechanism.model.signals.len(), Kind::Signal)
    }

    fn vector(&self, kind: Kind, index: usize) -> Vec3<Traced<'g>> {
        Vec3([0, 1, 2].map(|k| self.input(kind.component(index, k))))
    }
}
