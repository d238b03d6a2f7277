//! The solver: each call is a program in runs; all programs share one list of numbers, the board.

use crate::board::Places;
use crate::numbers::{Inputs, Numbers};
use crate::runs::{Runs, Values};
use crate::words;
use std::sync::{Arc, OnceLock};
use wishbone::description::Description;
use wishbone::ports::{BodyMotion, ContactPoint, Drive, Energy, MarkerMotion, WheelLoad, WheelMotion};
use wishbone::solver::Solver;
use wishbone::stabilise::{self, Gap};
use wishbone_compiler::ir::Class;
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::{Call, Calls};
use wishbone_compiler::programs::ports::{Array, Port};
use wishbone_compiler::programs::{Later, Traceable};

/// A vehicle's solver, made from its compiled declaration at run time. Parameters have their defaults until they are set
/// (`compiler/engine/src/parameters.rs`).
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) vehicle: Arc<Vehicle>,
    /// Values of each program that has run.
    values: Calls<Values>,
    /// All numbers that programs read and write.
    board: Vec<f64>,
    wheels: Vec<WheelMotion>,
    contacts: Vec<ContactPoint>,
    markers: Vec<MarkerMotion>,
    bodies: Vec<BodyMotion>,
}

/// The part that all engines of one vehicle share.
#[derive(Debug)]
pub(crate) struct Vehicle {
    description: &'static Description,
    programs: Calls<OnceLock<Runs>>,
    /// Tracing of the programs that were not traced when the vehicle was compiled.
    later: Option<Later>,
    /// The program that runs when parameters are set.
    prepare: Runs,
    /// Parameters, and rules on combinations of them.
    pub(crate) parameters: words::Parameters,
    /// For each correction: names of its equations and margins, and how many there are of each.
    corrections: Calls<(&'static stabilise::Places, [usize; 2])>,
    places: Places,
    /// The board before the first evaluation: parameters, and the numbers prepared from them.
    board: Vec<f64>,
    design: Numbers,
}

/// Copies records into numbers.
macro_rules! hand_in {
    ($records:expr => $numbers:expr) => {
        let mut numbers = $numbers.iter_mut();
        for record in &$records {
            for (_, field) in record.fields() {
                field.iter().zip(&mut numbers).for_each(|(from, to)| *to = *from);
            }
        }
    };
}

/// Copies numbers into records.
macro_rules! hand_out {
    ($numbers:expr => $records:expr) => {
        let mut numbers = $numbers.iter();
        for record in &mut $records {
            for (_, field) in record.fields_mut() {
                field.iter_mut().zip(&mut numbers).for_each(|(to, from)| *to = *from);
            }
        }
    };
}

impl Engine {
    /// The solver of a compiled vehicle. Declared lanes, batches and levels have no effect.
    pub fn new(compiled: &Compiled) -> Self {
        let places = Places::of(compiled);
        let programs = &compiled.programs;
        let mut board = vec![0.0; places.length()];
        for (place, parameter) in places.array(Array::Parameters).zip(&compiled.model.parameters) {
            board[place] = parameter.default;
        }
        let prepare = runs(&programs.prepare, &places);
        prepare.run_all(&mut prepare.fresh(), &mut board);
        let watched = |(&call, program): (&Call, &Traceable)| {
            let (watched, outputs) = (words::places(compiled, &program.outputs), &program.outputs);
            let margins = outputs.iter().filter(|port| port.array() == Array::Margins).count();
            let corrects = matches!(call, Call::PositionCorrection | Call::VelocityCorrection);
            corrects.then_some((call, (watched, [watched.equations.len(), margins])))
        };
        let later = compiled.later();
        let called = later
            .as_ref()
            .map_or_else(Vec::new, |later| later.calls(&programs.calls));
        let vehicle = Vehicle {
            description: words::description(compiled),
            parameters: words::parameters(compiled),
            prepare,
            corrections: programs.calls.iter().filter_map(watched).collect(),
            programs: programs
                .calls
                .iter()
                .map(|(&call, program)| (call, OnceLock::from(runs(program, &places))))
                .chain(called.into_iter().map(|call| (call, OnceLock::new())))
                .collect(),
            later,
            design: Numbers {
                q: compiled.state.design(&compiled.layout),
                v: vec![0.0; compiled.state.speeds.len()],
            },
            board,
            places,
        };
        Self {
            values: Calls::new(),
            board: vehicle.board.clone(),
            wheels: vec![WheelMotion::ZERO; vehicle.description.wheels.len()],
            contacts: vec![ContactPoint::ZERO; vehicle.description.contacts.len()],
            markers: vec![MarkerMotion::ZERO; vehicle.description.markers.len()],
            bodies: vec![BodyMotion::ZERO; vehicle.description.bodies.len()],
            vehicle: Arc::new(vehicle),
        }
    }

    /// Numbers of an array as the last program left them.
    pub(crate) fn array(&self, array: Array) -> &[f64] {
        &self.board[self.vehicle.places.array(array)]
    }

    fn array_mut(&mut self, array: Array) -> &mut [f64] {
        &mut self.board[self.vehicle.places.array(array)]
    }

    pub(crate) fn write(&mut self, array: Array, numbers: impl IntoIterator<Item = f64>) {
        let places = self.array_mut(array).iter_mut();
        places.zip(numbers).for_each(|(place, number)| *place = number);
    }

    /// Computes the numbers that depend on parameters only.
    pub(crate) fn prepare(&mut self) {
        let prepare = &self.vehicle.prepare;
        prepare.run_all(&mut prepare.fresh(), &mut self.board);
    }

    fn write_state(&mut self, state: &Numbers) {
        self.array_mut(Array::Coordinates).copy_from_slice(&state.q);
        self.array_mut(Array::Speeds).copy_from_slice(&state.v);
    }

    fn write_drives(&mut self, inputs: &Inputs) {
        hand_in!(inputs.drives => self.array_mut(Array::Drives));
    }

    fn write_inputs(&mut self, inputs: &Inputs) {
        self.write_drives(inputs);
        hand_in!(inputs.wheels => self.array_mut(Array::Loads));
        self.array_mut(Array::Signals).copy_from_slice(&inputs.signals);
    }

    /// Runs one half of a call, or all of it. Returns whether the vehicle has the call.
    fn run(&mut self, call: Call, half: Option<usize>) -> bool {
        let Some(runs) = self.vehicle.runs(call) else {
            return false;
        };
        let values = self.values.entry(call).or_insert_with(|| runs.fresh());
        match half {
            Some(half) => runs.run(half, values, &mut self.board),
            None => runs.run_all(values, &mut self.board),
        }
        true
    }

    /// Runs a call for a state with these inputs and, if given, rates of its speeds.
    fn report(&mut self, call: Call, state: &Numbers, inputs: &Inputs, rate: Option<&Numbers>) {
        self.write_state(state);
        self.write_inputs(inputs);
        if let Some(rate) = rate {
            // A rate without numbers is zero.
            let numbers = rate.v.iter().copied().chain(std::iter::repeat(0.0));
            let count = state.v.len();
            self.write(Array::GivenSpeedRates, numbers.take(count));
        }
        let _ = self.run(call, None);
    }

    fn correct(&mut self, call: Call, state: &mut Numbers, inputs: &Inputs) -> Gap {
        self.write_state(state);
        self.write_drives(inputs);
        // A correction delivers only the residuals and margins of its own groups; the others are zero.
        self.array_mut(Array::Residuals).fill(0.0);
        self.array_mut(Array::Margins).fill(0.0);
        if !self.run(call, None) {
            return Gap::of(0.0);
        }
        state.q.copy_from_slice(self.array(Array::Coordinates));
        state.v.copy_from_slice(self.array(Array::Speeds));
        let Some(&(watched, [equations, pivots])) = self.vehicle.corrections.get(&call) else {
            return Gap::of(0.0);
        };
        let residuals = &self.array(Array::Residuals)[..equations];
        let margins = &self.array(Array::Margins)[..pivots];
        match call {
            Call::PositionCorrection => Gap::of_positions(residuals, margins, watched),
            _ => Gap::of_velocities(residuals, margins, watched),
        }
    }
}

impl Vehicle {
    /// The runs of a call. If they were not traced before, they are traced now. `None` if the vehicle has no such call.
    fn runs(&self, call: Call) -> Option<&Runs> {
        let (known, later) = (self.programs.get(&call)?, self.later.as_ref());
        match (known.get(), later) {
            (None, Some(later)) => Some(known.get_or_init(|| runs(&later.program(call), &self.places))),
            (known, _) => known,
        }
    }
}

/// The runs of a program. Inputs of the class of loads are late.
fn runs(program: &Traceable, places: &Places) -> Runs {
    let of = |ports: &[Port]| -> Vec<usize> { ports.iter().map(|port| places.port(*port)).collect() };
    let late = program.inputs.iter();
    let late: Vec<bool> = late.map(|port| port.kind.description().class == Class::Load).collect();
    Runs::new(&program.program, &of(&program.inputs), &late, &of(&program.outputs))
}

impl Solver for Engine {
    type State = Numbers;
    type Inputs = Inputs;

    fn description(&self) -> &'static Description {
        self.vehicle.description
    }

    fn design_state(&self) -> Numbers {
        self.vehicle.design.clone()
    }

    fn no_inputs(&self) -> Inputs {
        let Description {
            drives,
            wheels,
            signals,
            ..
        } = self.vehicle.description;
        Inputs {
            drives: vec![Drive::default(); drives.len()],
            wheels: vec![WheelLoad::default(); wheels.len()],
            signals: vec![0.0; signals.len()],
        }
    }

    fn kinematics(&mut self, state: &Numbers, inputs: &Inputs) {
        self.write_state(state);
        self.write_drives(inputs);
        let _ = self.run(Call::Evaluation, Some(0));
        let Self {
            vehicle,
            board,
            wheels,
            contacts,
            markers,
            ..
        } = self;
        hand_out!(board[vehicle.places.array(Array::Wheels)] => *wheels);
        hand_out!(board[vehicle.places.array(Array::Contacts)] => *contacts);
        hand_out!(board[vehicle.places.array(Array::Markers)] => *markers);
    }

    fn wheels(&self) -> &[WheelMotion] {
        &self.wheels
    }

    fn margins(&self) -> &[f64] {
        self.array(Array::KinematicMargins)
    }

    fn contacts(&self) -> &[ContactPoint] {
        &self.contacts
    }

    fn markers(&self) -> &[MarkerMotion] {
        &self.markers
    }

    fn accelerations_into(&mut self, inputs: &Inputs, rate: &mut Numbers) {
        self.write_inputs(inputs);
        let _ = self.run(Call::Evaluation, Some(1));
        let rates = [(&mut rate.q, Array::CoordinateRates), (&mut rate.v, Array::SpeedRates)];
        for (rates, array) in rates {
            rates.clear();
            rates.extend_from_slice(self.array(array));
        }
    }

    fn outputs(&mut self, state: &Numbers, inputs: &Inputs, rate: &Numbers) -> &[f64] {
        self.report(Call::Outputs, state, inputs, Some(rate));
        self.array(Array::Outputs)
    }

    fn bodies(&mut self, state: &Numbers, inputs: &Inputs, rate: &Numbers) -> &[BodyMotion] {
        self.report(Call::BodyMotion, state, inputs, Some(rate));
        hand_out!(self.board[self.vehicle.places.array(Array::Bodies)] => self.bodies);
        &self.bodies
    }

    fn joint_coordinates(&mut self, state: &Numbers, inputs: &Inputs) -> &[f64] {
        self.report(Call::JointCoordinates, state, inputs, None);
        self.array(Array::JointCoordinates)
    }

    fn joint_speeds(&mut self, state: &Numbers, inputs: &Inputs) -> &[f64] {
        self.report(Call::JointSpeeds, state, inputs, None);
        self.array(Array::JointSpeeds)
    }

    fn slopes(&mut self, state: &Numbers, inputs: &Inputs) -> &[f64] {
        self.report(Call::Slopes, state, inputs, None);
        self.array(Array::Slopes)
    }

    fn last_slopes(&self) -> &[f64] {
        self.array(Array::Slopes)
    }

    fn output_slopes(&mut self, state: &Numbers, inputs: &Inputs, rate: &Numbers) -> &[f64] {
        self.report(Call::OutputSlopes, state, inputs, Some(rate));
        self.array(Array::OutputSlopes)
    }

    fn energy(&mut self, state: &Numbers, inputs: &Inputs) -> Energy {
        self.report(Call::Energy, state, inputs, None);
        let mut energy = [Energy::default()];
        hand_out!(self.board[self.vehicle.places.array(Array::Energy)] => energy);
        energy[0]
    }

    fn correct_position(&mut self, state: &mut Numbers, inputs: &Inputs) -> Gap {
        self.correct(Call::PositionCorrection, state, inputs)
    }

    fn correct_velocity(&mut self, state: &mut Numbers, inputs: &Inputs) -> Gap {
        self.correct(Call::VelocityCorrection, state, inputs)
    }
}
