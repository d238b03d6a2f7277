//! The solver: each call is a program in runs; all programs share one list of numbers, the board.

use crate::board::Places;
use crate::native::Native;
use crate::numbers::{Inputs, Numbers};
use crate::placed::{self, Parts, Placed};
use crate::runs::{Runs, Values};
use crate::words;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use wishbone::description::Description;
use wishbone::ports::{BodyMotion, ContactPoint, Drive, Energy, MarkerMotion, WheelLoad, WheelMotion};
use wishbone::solver::Solver;
use wishbone::stabilise::{self, Closure, Corrects, Gap, NotClosed, Projection};
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::Later;
use wishbone_compiler::programs::calls::{Call, Calls, Corrected};
use wishbone_compiler::programs::ports::Array;
use wishbone_compiler::programs::sharing;

/// A vehicle's solver, made from its compiled declaration at run time. Parameters have their defaults until they are set
/// (`compiler/engine/src/parameters.rs`).
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) vehicle: Arc<Vehicle>,
    /// Values of each program that has run: by call, and also by part of the vehicle if a call corrects one part.
    values: BTreeMap<(Call, usize), Values>,
    /// Programs as machine code, if it is to run them.
    pub(crate) native: Option<Native>,
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
    /// By correction and part of the vehicle; `None` if no correction of the part exists.
    corrections: Calls<Vec<Option<Correction>>>,
    places: Places,
    /// The board before the first evaluation: parameters, and the numbers prepared from them.
    board: Vec<f64>,
    design: Numbers,
}

/// A correction of a part of the vehicle: one for the whole vehicle, or corrections of the base and of the loops that
/// each of several threads would close.
#[derive(Debug)]
struct Correction {
    runs: Runs,
    /// Names of the equations and margins, with the number of margins.
    watched: &'static stabilise::Places,
    margins: usize,
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
        let prepare = Runs::new(&Placed::of(&programs.prepare, &places));
        prepare.run_all(&mut prepare.fresh(), &mut board);
        let later = compiled.later();
        let called = later
            .as_ref()
            .map_or_else(Vec::new, |later| later.calls(&programs.calls));
        let vehicle = Vehicle {
            description: words::description(compiled),
            parameters: words::parameters(compiled),
            prepare,
            corrections: corrections(compiled, &places),
            programs: placed::calls(compiled)
                .map(|(call, program)| (call, OnceLock::from(Runs::new(&Placed::of(program, &places)))))
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
            values: BTreeMap::new(),
            native: None,
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
        let Self {
            vehicle,
            values,
            native,
            board,
            ..
        } = self;
        if Native::run(native, (call, 0), half, board) {
            return true;
        }
        let Some(runs) = vehicle.runs(call) else {
            return false;
        };
        let values = values.entry((call, 0)).or_insert_with(|| runs.fresh());
        match half {
            Some(half) => runs.run(half, values, board),
            None => runs.run_all(values, board),
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

    /// Corrects a part of the vehicle.
    fn correct(&mut self, (corrected, part): (Corrected, usize), state: &mut Numbers, inputs: &Inputs) -> Gap {
        let call = corrected.call();
        let known = self.vehicle.correction(call, part);
        let Some((watched, margins)) = known.map(|own| (own.watched, own.margins)) else {
            return Gap::of(0.0);
        };
        let equations = watched.equations.len();
        self.write_state(state);
        self.write_drives(inputs);
        // A correction delivers only the residuals and margins of its own groups; the others are zero.
        self.array_mut(Array::Residuals)[..equations].fill(0.0);
        self.array_mut(Array::Margins)[..margins].fill(0.0);
        let Self {
            vehicle,
            values,
            native,
            board,
            ..
        } = self;
        if !Native::run(native, (call, part), None, board)
            && let Some(Correction { runs, .. }) = vehicle.correction(call, part)
        {
            let values = values.entry((call, part)).or_insert_with(|| runs.fresh());
            runs.run_all(values, board);
        }
        state.q.copy_from_slice(self.array(Array::Coordinates));
        state.v.copy_from_slice(self.array(Array::Speeds));
        let residuals = &self.array(Array::Residuals)[..equations];
        let margins = &self.array(Array::Margins)[..margins];
        match corrected {
            Corrected::Position => Gap::of_positions(residuals, margins, watched),
            Corrected::Velocity => Gap::of_velocities(residuals, margins, watched),
        }
    }

    /// Corrects all parts of the vehicle.
    fn correct_all(&mut self, corrected: Corrected, state: &mut Numbers, inputs: &Inputs) -> Gap {
        let parts = 0..self.vehicle.parts();
        let gaps = parts.map(|part| self.correct((corrected, part), state, inputs));
        gaps.reduce(Gap::and).unwrap_or(Gap::of(0.0))
    }
}

/// A part of a vehicle, under its inputs.
struct PartOf<'a> {
    engine: &'a mut Engine,
    part: usize,
    inputs: &'a Inputs,
}

impl Corrects<Numbers> for PartOf<'_> {
    fn position(&mut self, state: &mut Numbers) -> Gap {
        self.engine
            .correct((Corrected::Position, self.part), state, self.inputs)
    }

    fn velocity(&mut self, state: &mut Numbers) -> Gap {
        self.engine
            .correct((Corrected::Velocity, self.part), state, self.inputs)
    }
}

/// The corrections of a vehicle, by call and part.
fn corrections(compiled: &Compiled, places: &Places) -> Calls<Vec<Option<Correction>>> {
    let parts = Parts::of(compiled);
    let of = |own: &sharing::Correction| {
        let outputs = own.outputs.concat();
        Correction {
            runs: Runs::new(&Placed::of_correction(own, places)),
            watched: words::places(compiled, &outputs),
            margins: outputs.iter().filter(|port| port.array() == Array::Margins).count(),
        }
    };
    let calls = parts.calls().into_iter();
    calls
        .map(|call| (call, parts.of_call(call).map(|own| own.map(of)).collect()))
        .collect()
}

impl Vehicle {
    /// Number of parts whose loops are closed separately.
    fn parts(&self) -> usize {
        self.corrections.values().map(Vec::len).max().unwrap_or(0)
    }

    /// The correction of a part by a call; `None` if the call corrects nothing there.
    fn correction(&self, call: Call, part: usize) -> Option<&Correction> {
        self.corrections.get(&call)?.get(part)?.as_ref()
    }

    /// The runs of a call, traced now if the call has not been used before; `None` if the vehicle has no such call.
    fn runs(&self, call: Call) -> Option<&Runs> {
        let (known, later) = (self.programs.get(&call)?, self.later.as_ref());
        match (known.get(), later) {
            (None, Some(later)) => {
                Some(known.get_or_init(|| Runs::new(&Placed::of(&later.program(call), &self.places))))
            }
            (known, _) => known,
        }
    }
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
        self.correct_all(Corrected::Position, state, inputs)
    }

    fn correct_velocity(&mut self, state: &mut Numbers, inputs: &Inputs) -> Gap {
        self.correct_all(Corrected::Velocity, state, inputs)
    }

    /// Part by part.
    fn close(&mut self, state: &mut Numbers, inputs: &Inputs, projection: &Projection) -> Result<Closure, NotClosed> {
        let mut closed: Option<Closure> = None;
        for part in 0..self.vehicle.parts() {
            let engine = &mut *self;
            let own = projection.iterate(state, &mut PartOf { engine, part, inputs })?;
            closed = Some(closed.map_or(own, |closed| closed.and(own)));
        }
        self.kinematics(state, inputs);
        closed
            .expect("every vehicle has a correction")
            .with(self.least_margin())
    }
}
