//! A compiled vehicle under test: its interpreted programs, or its emitted code.

use wishbone::level::Level;
use wishbone::ports::{BodyMotion, ContactPoint, Drive, Energy, InputPorts, MarkerMotion, WheelLoad, WheelMotion};
use wishbone::solver::Solver;
use wishbone::stabilise::Gap;
use wishbone::state::StateVector;
use wishbone_compiler::ir::{Rounding, interpret_by};
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::Traceable;
use wishbone_compiler::programs::calls::{Call, Edition};
use wishbone_compiler::programs::ports::{Array, Port};

/// Drives, loads and signals, sized at run time.
#[derive(Clone, Debug, Default)]
pub struct Acting {
    /// One for each driven joint.
    pub drives: Vec<Drive>,
    /// One for each wheel.
    pub wheels: Vec<WheelLoad>,
    /// One for each signal.
    pub signals: Vec<f64>,
}

/// Results of an evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rates {
    /// Rates of the coordinates.
    pub q: Vec<f64>,
    /// Rates of the speeds.
    pub v: Vec<f64>,
    /// Motion of the wheels.
    pub wheels: Vec<WheelMotion>,
}

/// A solver in any form.
pub trait Subject {
    /// Coordinates at the design position.
    fn design(&self) -> Vec<f64>;
    /// Number of speeds.
    fn speeds(&self) -> usize;
    /// Number of driven joints.
    fn drives(&self) -> usize;
    /// Number of wheels.
    fn wheels(&self) -> usize;
    /// Number of signals.
    fn signals(&self) -> usize;
    /// Corrects the coordinates once; returns the largest residual before the correction.
    fn correct_position(&mut self, q: &mut [f64], acting: &Acting) -> f64;
    /// Corrects the speeds; returns the largest residual before the correction.
    fn correct_velocity(&mut self, q: &[f64], v: &mut [f64], acting: &Acting) -> f64;
    /// Smallest margin of the loops that an evaluation closes; NaN if one margin is NaN, infinite if there are no loops.
    fn margin(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> f64;
    /// Coordinates and speeds of all joints.
    fn joints(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> [Vec<f64>; 2];
    /// Rates of change.
    fn rates(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Rates;
    /// Motion of the bodies with the rates `v_rate` of the speeds.
    fn bodies(&mut self, q: &[f64], v: &[f64], acting: &Acting, v_rate: &[f64]) -> Vec<BodyMotion>;
    /// Named outputs, with the rates of the state under these inputs.
    fn outputs(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Vec<f64>;
    /// Energy.
    fn energy(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Energy;
}

/// The programs of a compiled vehicle, run by the reference interpreter.
pub struct Interpreted<'a> {
    compiled: &'a Compiled,
    memory: Memory,
    rounding: Rounding,
}

/// The arrays that programs read and write, see [`Array`].
#[derive(Default)]
struct Memory {
    parameters: Vec<f64>,
    prepared: Vec<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
    given_rate: Vec<f64>,
    acting: Acting,
    rates: Rates,
    contacts: Vec<ContactPoint>,
    markers: Vec<MarkerMotion>,
    bodies: Vec<BodyMotion>,
    outputs: Vec<f64>,
    residuals: Vec<f64>,
    kinematic_margins: Vec<f64>,
    joints: [Vec<f64>; 2],
    margins: Vec<f64>,
    slopes: Vec<f64>,
    output_slopes: Vec<f64>,
    messages: [Vec<f64>; 2],
    energy: Energy,
}

impl Memory {
    /// The number that a port reads or writes.
    fn at(&mut self, port: Port) -> &mut f64 {
        let i = port.index;
        let numbers = match port.array() {
            Array::Parameters => &mut self.parameters,
            Array::Prepared => &mut self.prepared,
            Array::Coordinates => &mut self.q,
            Array::Speeds => &mut self.v,
            Array::CoordinateRates => &mut self.rates.q,
            Array::SpeedRates => &mut self.rates.v,
            Array::GivenSpeedRates => &mut self.given_rate,
            Array::Signals => &mut self.acting.signals,
            Array::Outputs => &mut self.outputs,
            Array::Residuals => &mut self.residuals,
            Array::KinematicMargins => &mut self.kinematic_margins,
            Array::JointCoordinates => &mut self.joints[0],
            Array::JointSpeeds => &mut self.joints[1],
            Array::Margins => &mut self.margins,
            Array::Slopes => &mut self.slopes,
            Array::OutputSlopes => &mut self.output_slopes,
            Array::Sent => &mut self.messages[0],
            Array::Received => &mut self.messages[1],
            Array::Drives => return component(self.acting.drives[i].fields_mut(), port),
            Array::Loads => return component(self.acting.wheels[i].fields_mut(), port),
            Array::Wheels => return component(self.rates.wheels[i].fields_mut(), port),
            Array::Contacts => return component(self.contacts[i].fields_mut(), port),
            Array::Markers => return component(self.markers[i].fields_mut(), port),
            Array::Bodies => return component(self.bodies[i].fields_mut(), port),
            Array::Energy => return component(self.energy.fields_mut(), port),
        };
        &mut numbers[i]
    }
}

/// The number of a port in a record of several fields.
fn component<'m, const N: usize>(fields: [(&str, &'m mut [f64]); N], port: Port) -> &'m mut f64 {
    let wanted = port.kind.description().field;
    let mut fields = fields.into_iter();
    let (_, numbers) = fields.find(|(name, _)| *name == wanted).expect("a field of the record");
    &mut numbers[port.component]
}

/// The largest absolute value.
fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, x| largest.max(x.abs()))
}

/// The smallest margin; NaN if one margin is NaN, infinite if there are no margins.
fn least(margins: &[f64]) -> f64 {
    let lesser = |least: f64, x: &f64| if x.is_nan() || *x < least { *x } else { least };
    margins.iter().fold(f64::INFINITY, lesser)
}

impl<'a> Interpreted<'a> {
    /// A vehicle with all parameters at their defaults.
    pub fn new(compiled: &'a Compiled) -> Self {
        let defaults = compiled.model.parameters.iter().map(|parameter| parameter.default);
        Self::with(compiled, defaults.collect())
    }

    /// A vehicle with these parameters.
    pub fn with(compiled: &'a Compiled, parameters: Vec<f64>) -> Self {
        let mut memory = Memory {
            parameters,
            prepared: vec![0.0; compiled.programs.prepare.outputs.len()],
            ..Memory::default()
        };
        run(&compiled.programs.prepare, Rounding::Separate, &mut memory);
        Interpreted {
            compiled,
            memory,
            rounding: Rounding::Separate,
        }
    }

    /// Uses the rounding of an instruction set: fused multiply-adds above the baseline.
    pub fn at_level(self, level: Level) -> Self {
        let rounding = match level {
            Level::Baseline => Rounding::Separate,
            _ => Rounding::Fused,
        };
        Interpreted { rounding, ..self }
    }

    /// Derivatives in a state, in the order of `compiled`; `None` if the vehicle was compiled without derivatives.
    pub fn slopes(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Option<Vec<f64>> {
        let memory = self.run(Call::Slopes, q, v, acting)?;
        Some(std::mem::take(&mut memory.slopes))
    }

    /// Derivatives of the named outputs in a state, with the rates `v_rate` of the speeds, in the order of `compiled`;
    /// `None` if the vehicle was compiled without derivatives.
    pub fn output_slopes(&mut self, q: &[f64], v: &[f64], acting: &Acting, v_rate: &[f64]) -> Option<Vec<f64>> {
        self.memory.given_rate = v_rate.to_vec();
        let memory = self.run(Call::OutputSlopes, q, v, acting)?;
        Some(std::mem::take(&mut memory.output_slopes))
    }

    /// All results of an evaluation except margins, then the named outputs with the rates `v_rate` of the speeds. The
    /// order is that of the rows of derivatives.
    pub fn delivered(&mut self, q: &[f64], v: &[f64], acting: &Acting, v_rate: &[f64]) -> Vec<f64> {
        fn numbers<const N: usize>(fields: [(&'static str, &[f64]); N]) -> Vec<f64> {
            fields.into_iter().flat_map(|(_, numbers)| numbers).copied().collect()
        }
        let memory = self.run(Call::Evaluation, q, v, acting).expect(HAD);
        let wheels = memory.rates.wheels.iter().flat_map(|wheel| numbers(wheel.fields()));
        let contacts = memory.contacts.iter().flat_map(|contact| numbers(contact.fields()));
        let markers = memory.markers.iter().flat_map(|marker| numbers(marker.fields()));
        let rates = memory.rates.q.iter().chain(&memory.rates.v).copied();
        let mut all: Vec<f64> = rates.chain(wheels).chain(contacts).chain(markers).collect();
        self.memory.given_rate = v_rate.to_vec();
        all.append(&mut self.run(Call::Outputs, q, v, acting).expect(HAD).outputs);
        all
    }

    /// The program of a call at the level, and its rounding.
    fn program(&self, call: Call) -> Option<(&'a Traceable, Rounding)> {
        let programs = &self.compiled.programs;
        let by_level = call.entry().editions.contains(&Edition::InLanes);
        match self.rounding {
            Rounding::Fused if by_level => Some((programs.at_levels(call)?, Rounding::Fused)),
            Rounding::Fused | Rounding::Separate => Some((programs.get(call)?, Rounding::Separate)),
        }
    }

    /// Runs a call in a state, if the vehicle has the call. The results are in the returned memory.
    fn run(&mut self, call: Call, q: &[f64], v: &[f64], acting: &Acting) -> Option<&mut Memory> {
        let (program, rounding) = self.program(call)?;
        let Compiled {
            model,
            mobility,
            layout,
            state,
            ..
        } = self.compiled;
        let memory = &mut self.memory;
        memory.q = q.to_vec();
        memory.v = v.to_vec();
        memory.acting.clone_from(acting);
        memory.rates = Rates {
            q: vec![0.0; state.coordinates.len()],
            v: vec![0.0; state.speeds.len()],
            wheels: vec![WheelMotion::ZERO; model.wheels.len()],
        };
        memory.contacts = vec![ContactPoint::ZERO; model.contacts().count()];
        memory.markers = vec![MarkerMotion::ZERO; model.markers().count()];
        memory.bodies = vec![BodyMotion::ZERO; model.moving_bodies().count()];
        memory.outputs = vec![0.0; model.outputs.len()];
        memory.residuals = vec![0.0; mobility.equations];
        memory.kinematic_margins = vec![0.0; state.margins.len()];
        memory.joints = [&layout.coordinates, &layout.speeds].map(|names| vec![0.0; names.len()]);
        memory.margins = vec![0.0; program.outputs.len()];
        memory.slopes = vec![0.0; self.compiled.programs.slopes(Call::Slopes).len()];
        memory.output_slopes = vec![0.0; self.compiled.programs.slopes(Call::OutputSlopes).len()];
        run(program, rounding, memory);
        Some(memory)
    }
}

/// Runs a program on the memory.
fn run(program: &Traceable, rounding: Rounding, memory: &mut Memory) {
    let inputs: Vec<f64> = program.inputs.iter().map(|port| *memory.at(*port)).collect();
    let results = interpret_by(&program.program, &inputs, rounding);
    for (port, value) in program.outputs.iter().zip(results) {
        *memory.at(*port) = value;
    }
}

/// Message for calls that every vehicle has.
const HAD: &str = "every vehicle has this call";

impl Subject for Interpreted<'_> {
    fn design(&self) -> Vec<f64> {
        self.compiled.state.design(&self.compiled.layout)
    }

    fn speeds(&self) -> usize {
        self.compiled.state.speeds.len()
    }

    fn drives(&self) -> usize {
        self.compiled.model.inputs.len()
    }

    fn wheels(&self) -> usize {
        self.compiled.model.wheels.len()
    }

    fn signals(&self) -> usize {
        self.compiled.model.signals.len()
    }

    fn correct_position(&mut self, q: &mut [f64], acting: &Acting) -> f64 {
        let memory = self.run(Call::PositionCorrection, q, &[], acting).expect(HAD);
        q.copy_from_slice(&memory.q);
        largest(&memory.residuals)
    }

    fn correct_velocity(&mut self, q: &[f64], v: &mut [f64], acting: &Acting) -> f64 {
        let Some(memory) = self.run(Call::VelocityCorrection, q, v, acting) else {
            return 0.0;
        };
        v.copy_from_slice(&memory.v);
        largest(&memory.residuals)
    }

    fn margin(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> f64 {
        let memory = self.run(Call::Evaluation, q, v, acting).expect(HAD);
        least(&memory.kinematic_margins)
    }

    fn joints(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> [Vec<f64>; 2] {
        let coordinates = self.run(Call::JointCoordinates, q, v, acting).expect(HAD).joints[0].clone();
        let speeds = self.run(Call::JointSpeeds, q, v, acting).expect(HAD).joints[1].clone();
        [coordinates, speeds]
    }

    fn rates(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Rates {
        std::mem::take(&mut self.run(Call::Evaluation, q, v, acting).expect(HAD).rates)
    }

    fn bodies(&mut self, q: &[f64], v: &[f64], acting: &Acting, v_rate: &[f64]) -> Vec<BodyMotion> {
        self.memory.given_rate = v_rate.to_vec();
        std::mem::take(&mut self.run(Call::BodyMotion, q, v, acting).expect(HAD).bodies)
    }

    fn outputs(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Vec<f64> {
        self.memory.given_rate = self.rates(q, v, acting).v;
        std::mem::take(&mut self.run(Call::Outputs, q, v, acting).expect(HAD).outputs)
    }

    fn energy(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Energy {
        self.run(Call::Energy, q, v, acting).expect(HAD).energy
    }
}

/// An emitted solver.
pub struct Emitted<S>(pub S);

impl<S: Solver> Emitted<S> {
    fn state(&self, q: &[f64], v: &[f64]) -> S::State {
        let mut state = self.0.design_state();
        state.coordinates_mut().copy_from_slice(q);
        state.speeds_mut().copy_from_slice(v);
        state
    }

    /// Derivatives in a state, in the order of the description.
    pub fn slopes(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Vec<f64> {
        let (state, inputs) = (self.state(q, v), self.inputs(acting));
        self.0.slopes(&state, &inputs).to_vec()
    }

    fn inputs(&self, acting: &Acting) -> S::Inputs {
        let mut inputs = self.0.no_inputs();
        inputs.drives().copy_from_slice(&acting.drives);
        inputs.wheels().copy_from_slice(&acting.wheels);
        inputs.signals().copy_from_slice(&acting.signals);
        inputs
    }
}

/// Size of the gap; infinite if the correction is useless.
fn size(gap: Gap) -> f64 {
    if gap.is_regular() { gap.size } else { f64::INFINITY }
}

impl<S: Solver> Subject for Emitted<S> {
    fn design(&self) -> Vec<f64> {
        self.0.design_state().coordinates().to_vec()
    }

    fn speeds(&self) -> usize {
        self.0.description().speeds.len()
    }

    fn drives(&self) -> usize {
        self.0.description().drives.len()
    }

    fn wheels(&self) -> usize {
        self.0.description().wheels.len()
    }

    fn signals(&self) -> usize {
        self.0.description().signals.len()
    }

    fn correct_position(&mut self, q: &mut [f64], acting: &Acting) -> f64 {
        let mut state = self.state(q, &vec![0.0; self.speeds()]);
        let gap = self.0.correct_position(&mut state, &self.inputs(acting));
        q.copy_from_slice(state.coordinates());
        size(gap)
    }

    fn correct_velocity(&mut self, q: &[f64], v: &mut [f64], acting: &Acting) -> f64 {
        let mut state = self.state(q, v);
        let gap = self.0.correct_velocity(&mut state, &self.inputs(acting));
        v.copy_from_slice(state.speeds());
        size(gap)
    }

    fn margin(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> f64 {
        self.0.kinematics(&self.state(q, v), &self.inputs(acting));
        least(self.0.margins())
    }

    fn joints(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> [Vec<f64>; 2] {
        let (state, inputs) = (self.state(q, v), self.inputs(acting));
        let coordinates = self.0.joint_coordinates(&state, &inputs).to_vec();
        [coordinates, self.0.joint_speeds(&state, &inputs).to_vec()]
    }

    fn rates(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Rates {
        let inputs = self.inputs(acting);
        self.0.kinematics(&self.state(q, v), &inputs);
        let wheels = self.0.wheels().to_vec();
        let rate = self.0.accelerations(&inputs);
        Rates {
            q: rate.coordinates().to_vec(),
            v: rate.speeds().to_vec(),
            wheels,
        }
    }

    fn bodies(&mut self, q: &[f64], v: &[f64], acting: &Acting, v_rate: &[f64]) -> Vec<BodyMotion> {
        let rate = self.state(&vec![0.0; q.len()], v_rate);
        self.0.bodies(&self.state(q, v), &self.inputs(acting), &rate).to_vec()
    }

    fn outputs(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Vec<f64> {
        let rates = self.rates(q, v, acting);
        let rate = self.state(&vec![0.0; q.len()], &rates.v);
        self.0.outputs(&self.state(q, v), &self.inputs(acting), &rate).to_vec()
    }

    fn energy(&mut self, q: &[f64], v: &[f64], acting: &Acting) -> Energy {
        self.0.energy(&self.state(q, v), &self.inputs(acting))
    }
}
