//! A vehicle that runs in an FMU.

use super::integrator::Explicit;
use super::outputs;
use super::package::Package;
use super::ports::{Hands, Input, Signals};
use super::table::table;
use super::variable::{Kind, Variable};
use crate::manoeuvre::Ready;
use crate::problem::Problem;
use crate::vehicle::Running;
use std::sync::Arc;
use wishbone::control::Pedals;
use wishbone::prelude::*;
use wishbone::simulation;
use wishbone::state::Vector;
use wishbone_compiler::model::equipment::{self as declared, Steering as Steered};
use wishbone_engine::Engine;
use wishbone_engine::equipment::{self, Fitted, Pieces, Road};
use wishbone_studies::manoeuvre::quantity::{Angle, Speed, Time};
use wishbone_studies::manoeuvre::{self, Manoeuvre, Method, Pace, Steering};

/// Integrator of a vehicle in an FMU.
type Integration = Explicit<StateOf<Engine, Fitted>>;
/// A vehicle in an FMU with its equipment.
type Simulated = Simulation<Engine, Fitted, Integration>;

/// Part of a step by which a communication step may miss a whole number of steps.
const WHOLE: f64 = 1e-9;
/// Largest number of steps in a communication step.
const MOST_STEPS: f64 = 1e7;
/// Change of an input for central differences.
const DIFFERENCE: f64 = 1e-5;

/// A vehicle that runs: its inputs are set from outside, it is advanced, kept and taken back.
///
/// Times are those of the importing tool: the run begins at the time that [`Car::begin`] is given.
pub struct Car {
    running: Running,
    /// Road, start, step and method.
    manoeuvre: Manoeuvre,
    table: Arc<[Variable]>,
    signals: Signals,
    hands: Hands,
    /// Forward speed at the start [m/s].
    speed: f64,
    /// Time of the importing tool at the begin [s].
    origin: f64,
    run: Option<Box<Run>>,
    /// Time of the last completed step of a foreign integrator.
    completed: f64,
}

/// A run that has begun.
struct Run {
    simulation: Simulated,
    /// Outputs at the present state, and slopes of the rates; none where it has changed.
    outputs: Option<Vec<f64>>,
    slopes: Option<Vec<Vec<f64>>>,
}

impl Run {
    fn of(simulation: Simulated) -> Self {
        Self {
            simulation,
            outputs: None,
            slopes: None,
        }
    }

    /// Forgets what was found of the state before.
    fn changed(&mut self) {
        (self.outputs, self.slopes) = (None, None);
    }
}

/// A moment of a [`Car`], to which it can go back.
#[derive(Clone)]
pub struct Moment {
    run: Option<simulation::Moment<Engine, Fitted, Integration>>,
    inputs: [f64; Input::ALL.len()],
    /// Time from which the steering wheel goes on ([`Signals::go_on_from`]).
    since: f64,
    parameters: Vec<f64>,
    speed: f64,
    origin: f64,
    completed: f64,
}

impl Car {
    /// The vehicle of a package; `with_derivatives` has its exact derivatives compiled, which takes longer.
    ///
    /// # Errors
    /// The mistakes of its declaration, a manoeuvre that cannot be read, outputs that it has not, a method of integration that cannot be offered.
    pub fn of(package: &Package, with_derivatives: bool) -> Result<Self, Problem> {
        let declaration = package.declaration();
        let running = match with_derivatives {
            true => Running::differentiated(declaration)?,
            false => Running::of(declaration)?,
        };
        running.needs_tyres()?;
        let asked = package.asked();
        let manoeuvre = given(package.manoeuvre()?, asked.speed, asked.step)?;
        let signals = Signals::new();
        has_hands(&running, asked.hands)?;
        let idle = idle(&running, &manoeuvre, (&signals, asked.hands))?;
        let table = table(&running, &idle, manoeuvre.speed.0, asked)?;
        Ok(Self {
            hands: asked.hands,
            speed: manoeuvre.speed.0,
            running,
            manoeuvre,
            table: table.into(),
            signals,
            origin: 0.0,
            run: None,
            completed: 0.0,
        })
    }

    /// Name of the vehicle.
    pub fn name(&self) -> &str {
        &self.running.compiled.model.name
    }

    /// Its variables; the value reference of a variable is its position.
    pub fn table(&self) -> &Arc<[Variable]> {
        &self.table
    }

    /// Largest step of the own integration [s].
    pub fn largest_step(&self) -> f64 {
        self.manoeuvre.step.0
    }

    /// Takes everything back to what it was when it was made.
    pub fn reset(&mut self) {
        self.run = None;
        self.signals.set_all(Signals::new().all());
        self.signals.go_on_from(f64::NAN);
        self.speed = self.manoeuvre.speed.0;
        let defaults: Vec<f64> = self.running.engine.parameters().iter().map(|own| own.default).collect();
        self.running.engine.set_parameters_unchecked(&defaults);
        (self.origin, self.completed) = (0.0, 0.0);
    }

    /// Begins a run at a time of the importing tool [s], with the present values of inputs and parameters: at rest, or in steady motion.
    ///
    /// # Errors
    /// If it does not come to rest or cannot be set going, or does not bear the step of the integration.
    pub fn begin(&mut self, time: f64) -> Result<(), Problem> {
        self.signals.go_on_from(f64::NAN);
        let manoeuvre = self.start();
        let advice = Some("export the FMU with a shorter `--step`");
        let ready = Ready::of(&self.running, &manoeuvre, advice, |fitted| {
            equip(&self.running, fitted, (&self.signals, self.hands));
        })?;
        let simulation = ready.set.go(&self.running, integrator(&self.running, &manoeuvre)?)?;
        self.run = Some(Box::new(Run::of(simulation)));
        (self.origin, self.completed) = (time, time);
        Ok(())
    }

    /// Whether a run has begun.
    pub fn has_begun(&self) -> bool {
        self.run.is_some()
    }

    /// Drops the run, so that the next one begins with other values.
    pub fn drop_run(&mut self) {
        self.run = None;
    }

    /// The manoeuvre with the inputs as they are at the start.
    fn start(&self) -> Manoeuvre {
        let pedal = |input: Input| self.signals.get(input).clamp(0.0, 1.0);
        let steering = match self.signals.get(Input::Angle) {
            0.0 => Steering::Straight,
            angle => Steering::Step(manoeuvre::Step {
                start: Time(-1.0),
                rise: Time(0.0),
                angle: Angle(angle),
            }),
        };
        Manoeuvre {
            speed: Speed(self.speed),
            steering,
            pace: Pace::Pedals(manoeuvre::Pedals {
                time: vec![Time(0.0)],
                throttle: vec![pedal(Input::Throttle)],
                brake: vec![pedal(Input::Brake)],
                disengaged: false,
            }),
            ..self.manoeuvre.clone()
        }
    }

    fn run(&mut self) -> Result<&mut Run, Problem> {
        let run = self.run.as_deref_mut();
        run.ok_or_else(|| Problem::Misuse("the vehicle has not begun to run".to_owned()))
    }

    /// Value of a variable.
    ///
    /// # Errors
    /// If it is computed, and no run has begun.
    pub fn get(&mut self, variable: usize) -> Result<f64, Problem> {
        let Some(kind) = self.table.get(variable).map(|own| own.kind) else {
            return Err(unknown(variable));
        };
        match kind {
            Kind::Time => Ok(self.time()),
            Kind::Input(input) => Ok(self.signals.get(input)),
            Kind::StartSpeed => Ok(self.speed),
            Kind::Tunable(place) => Ok(self.running.engine.parameter_values()[place]),
            Kind::Output(column) => Ok(self.outputs()?[column]),
            Kind::State(place) => Ok(self.states()?[place]),
            Kind::Rate(place) => Ok(self.rates()?[place]),
        }
    }

    /// Sets an input or a parameter. A start value counts at the next begin; a parameter of the vehicle that runs acts at once, its loops closed anew.
    ///
    /// # Errors
    /// If it is neither, not finite, or no vehicle can have the value.
    pub fn set(&mut self, variable: usize, value: f64) -> Result<(), Problem> {
        let Some(own) = self.table.get(variable) else {
            return Err(unknown(variable));
        };
        let (name, kind) = (&own.name, own.kind);
        if !value.is_finite() {
            return Err(Problem::Misuse(format!(
                "`{name}` has to be a finite number, and is {value}"
            )));
        }
        match kind {
            Kind::Input(input) => {
                self.signals.set(input, value);
                if let Some(run) = self.run.as_ref().filter(|_| !self.signals.since().is_nan()) {
                    self.signals.go_on_from(run.simulation.time());
                }
            }
            Kind::StartSpeed if value < 0.0 => {
                return Err(Problem::Misuse(format!(
                    "`{name}` has to be zero or more, and is {value}"
                )));
            }
            Kind::StartSpeed => self.speed = value,
            Kind::Tunable(place) => self.tune(place, value)?,
            Kind::Time | Kind::Output(_) | Kind::State(_) | Kind::Rate(_) => {
                return Err(Problem::Misuse(format!(
                    "`{name}` is neither input nor parameter, and cannot be set"
                )));
            }
        }
        if let Some(run) = &mut self.run {
            run.changed();
        }
        Ok(())
    }

    fn tune(&mut self, place: usize, value: f64) -> Result<(), Problem> {
        let engine = &mut self.running.engine;
        let name = engine.parameters()[place].name;
        let before = engine.parameter_values()[place];
        let set = engine.set_parameters(&[(name, value)]);
        set.map_err(|reason| Problem::Misuse(format!("parameter `{name}`: {reason}")))?;
        let Some(run) = &mut self.run else {
            return Ok(());
        };
        let mut changed = |value: f64| {
            let set = run.simulation.solver_mut().set_parameters(&[(name, value)]);
            set.map_err(|reason| Problem::Misuse(format!("parameter `{name}`: {reason}")))?;
            let closed = run.simulation.assemble();
            closed.map_err(|reason| Problem::Finding(format!("parameter `{name}`: {reason}")))
        };
        if let Err(problem) = changed(value) {
            // The values before are known to be sound.
            let _ = engine.set_parameters(&[(name, before)]);
            let _ = changed(before);
            return Err(problem);
        }
        Ok(())
    }

    /// Present time of the importing tool [s].
    pub fn time(&self) -> f64 {
        let run = self.run.as_ref();
        self.origin + run.map_or(0.0, |run| run.simulation.time())
    }

    fn outputs(&mut self) -> Result<&[f64], Problem> {
        let chassis = self.running.chassis();
        let signals = self.signals.clone();
        let run = self.run()?;
        let Run {
            simulation, outputs, ..
        } = run;
        let values =
            outputs.get_or_insert_with(|| outputs::values(simulation, chassis, |time, _| signals.at(time).position));
        Ok(values)
    }

    /// Begins a communication step [s]: number and length of the equal steps of the integration that make it ([`Car::step`]). They are whole
    /// steps where these fit in, and shorter ones otherwise.
    ///
    /// # Errors
    /// If it is no length of time, or no run has begun.
    pub fn divide(&mut self, h: f64) -> Result<(usize, f64), Problem> {
        let divided = steps(h, self.manoeuvre.step.0)?;
        let begin = self.run()?.simulation.time();
        self.signals.go_on_from(begin);
        Ok(divided)
    }

    /// Makes a step of the integration [s].
    ///
    /// # Errors
    /// If it is refused: the vehicle stays as it was.
    pub fn step(&mut self, h: f64) -> Result<(), Problem> {
        let run = self.run()?;
        run.changed();
        let stepped = run.simulation.step(h);
        stepped.map(|_| ()).map_err(|refused| {
            let advice = "shorter steps may help: export the FMU with a shorter `--step`";
            self.running.finding(format!("{refused}; {advice}"))
        })
    }

    /// The present moment.
    pub fn keep(&self) -> Moment {
        Moment {
            run: self.run.as_ref().map(|run| run.simulation.keep()),
            inputs: self.signals.all(),
            since: self.signals.since(),
            parameters: self.running.engine.parameter_values().to_vec(),
            speed: self.speed,
            origin: self.origin,
            completed: self.completed,
        }
    }

    /// Goes back to a moment of this vehicle, or of another one of the same package.
    ///
    /// # Errors
    /// If no run has begun here, and none can begin.
    pub fn go_back(&mut self, moment: &Moment) -> Result<(), Problem> {
        match &moment.run {
            None => self.run = None,
            Some(_) if self.run.is_none() => {
                self.signals.set_all(moment.inputs);
                self.begin(moment.origin)?;
            }
            Some(_) => {}
        }
        self.signals.set_all(moment.inputs);
        self.signals.go_on_from(moment.since);
        (self.speed, self.origin, self.completed) = (moment.speed, moment.origin, moment.completed);
        let is_tuned = self.running.engine.parameter_values() != moment.parameters;
        if is_tuned {
            self.running.engine.set_parameters_unchecked(&moment.parameters);
        }
        if let (Some(run), Some(kept)) = (&mut self.run, &moment.run) {
            run.simulation.go_back(kept);
            // Equipment that was kept reads the signals of the vehicle that kept it.
            equip(
                &self.running,
                &mut run.simulation.surroundings,
                (&self.signals, self.hands),
            );
            if run.simulation.solver().parameter_values() != moment.parameters {
                run.simulation.solver_mut().set_parameters_unchecked(&moment.parameters);
            }
            run.changed();
        }
        Ok(())
    }

    /// A moment of this vehicle whose numbers are to be replaced by kept ones ([`Moment::each`]).
    ///
    /// # Errors
    /// If it is to have a run, and none can begin.
    pub fn blank(&mut self, has_run: bool) -> Result<Moment, Problem> {
        let present = self.keep();
        if !has_run || present.run.is_some() {
            let run = present.run.clone().filter(|_| has_run);
            return Ok(Moment { run, ..present });
        }
        self.begin(0.0)?;
        let blank = self.keep();
        self.go_back(&present)?;
        Ok(blank)
    }

    /// Reason why no foreign integrator can advance it; none where one can.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn not_exchanged(&mut self) -> Result<Option<String>, Problem> {
        let name = self.name().to_owned();
        let simulation = &mut self.run()?.simulation;
        let (state, inputs) = (simulation.state().clone(), simulation.inputs.clone());
        let mut solver = simulation.solver().clone();
        for place in 0..state.v.len() {
            let mut moving = state.clone();
            moving.v.fill(0.0);
            moving.v[place] = 1.0;
            let mut wanted = inputs.clone();
            wanted.drives.iter_mut().for_each(|drive| drive.velocity = 0.0);
            let before = moving.clone();
            let _ = solver.correct_velocity(&mut moving, &wanted);
            if moving.v != before.v {
                let speed = solver.description().speeds[place];
                return Ok(Some(format!(
                    "vehicle `{name}`: its speed `{speed}` depends on others by loops that are closed after each step, which a foreign \
                     integrator does not do: use co-simulation"
                )));
            }
        }
        Ok(None)
    }

    /// Number of the continuous states.
    pub fn state_count(&self) -> usize {
        self.table
            .iter()
            .filter(|own| matches!(own.kind, Kind::State(_)))
            .count()
    }

    /// Continuous states, in the order of the table.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn states(&mut self) -> Result<Vec<f64>, Problem> {
        Ok(numbers(&mut whole(&self.run()?.simulation)))
    }

    /// Places the vehicle at a time of the importing tool [s] in these states.
    ///
    /// # Errors
    /// If no run has begun, or a state is not finite.
    pub fn place(&mut self, time: f64, states: &[f64]) -> Result<(), Problem> {
        if !time.is_finite() || !states.iter().all(|state| state.is_finite()) {
            return Err(Problem::Misuse("time and states have to be finite numbers".to_owned()));
        }
        let origin = self.origin;
        let run = self.run()?;
        let mut state = whole(&run.simulation);
        let mut given = states.iter();
        state.each(&mut |own| *own = given.next().copied().unwrap_or(*own));
        run.simulation.place(time - origin, state);
        run.changed();
        Ok(())
    }

    /// Rates of the continuous states.
    ///
    /// # Errors
    /// If no run has begun, or a rate is not finite.
    pub fn rates(&mut self) -> Result<Vec<f64>, Problem> {
        let simulation = &mut self.run()?.simulation;
        let mut rate = simulation.at_present(wishbone::subsystem::rate);
        let rates = numbers(&mut rate);
        match rates.iter().all(|rate| rate.is_finite()) {
            true => Ok(rates),
            false => Err(Problem::Finding("a rate of the states is not finite".to_owned())),
        }
    }

    /// Slopes of unknowns, rates or outputs, by a known, a state or an input. Those of the rates are exact for the vehicle and its tyres by formulas, and
    /// central differences of the equipment alone for the rest; those of outputs are central differences.
    ///
    /// # Errors
    /// If no run has begun, the vehicle was made without derivatives, or a variable is of another kind.
    pub fn slopes(&mut self, unknowns: &[usize], known: usize) -> Result<Vec<f64>, Problem> {
        let kinds = [unknowns, &[known]].map(|own| self.kinds(own));
        let [unknowns, known] = kinds;
        let (unknowns, known) = (unknowns?, known?[0]);
        let by_rates = match known {
            Kind::State(place) => self.by_state(place)?,
            Kind::Input(input) if !input.is_whole() => self.by_input(input)?,
            _ => {
                return Err(Problem::Misuse(
                    "derivatives are by states and continuous inputs alone".to_owned(),
                ));
            }
        };
        let has_outputs = unknowns.iter().any(|kind| matches!(kind, Kind::Output(_)));
        let by_outputs = if has_outputs {
            self.output_slopes(known)?
        } else {
            Vec::new()
        };
        let each = unknowns.into_iter().map(|kind| match kind {
            Kind::Rate(place) => Ok(by_rates[place]),
            Kind::Output(column) => Ok(by_outputs[column]),
            _ => Err(Problem::Misuse("derivatives are of rates and outputs alone".to_owned())),
        });
        each.collect()
    }

    fn kinds(&self, variables: &[usize]) -> Result<Vec<Kind>, Problem> {
        let kind = |&place: &usize| self.table.get(place).map(|own| own.kind).ok_or_else(|| unknown(place));
        variables.iter().map(kind).collect()
    }

    /// Slopes of all rates by a state.
    fn by_state(&mut self, place: usize) -> Result<Vec<f64>, Problem> {
        let count = self.state_count();
        let run = self.run()?;
        if run.slopes.is_none() {
            let mut columns = vec![vec![0.0; count]; count];
            let is_told = run
                .simulation
                .slopes(&mut |row, column, slope| columns[column][row] += slope);
            run.slopes = Some(columns).filter(|_| is_told);
        }
        let columns = run.slopes.as_ref().ok_or_else(no_derivatives)?;
        Ok(columns[place].clone())
    }

    /// Slopes of all rates by an input.
    fn by_input(&mut self, input: Input) -> Result<Vec<f64>, Problem> {
        let mut slopes = vec![0.0; self.state_count()];
        let (signals, value) = (self.signals.clone(), self.signals.get(input));
        let is_told = self.run()?.simulation.slopes_by(
            DIFFERENCE,
            &mut |_, by| signals.set(input, value + by),
            &mut |row, slope| slopes[row] += slope,
        );
        self.signals.set(input, value);
        is_told.then_some(slopes).ok_or_else(no_derivatives)
    }

    /// Slopes of all outputs by a state or an input, by central differences.
    fn output_slopes(&mut self, known: Kind) -> Result<Vec<f64>, Problem> {
        let (time, states, slopes) = (self.time(), self.states()?, self.run()?.slopes.take());
        let mut beside = |by: f64| {
            let mut moved = states.clone();
            let mut before = None;
            match known {
                Kind::State(place) => moved[place] += by * moved[place].abs().max(1.0),
                Kind::Input(input) => {
                    before = Some((input, self.signals.get(input)));
                    self.signals.set(input, self.signals.get(input) + by);
                }
                _ => {}
            }
            self.place(time, &moved)?;
            let outputs = self.outputs().map(<[f64]>::to_vec);
            if let Some((input, value)) = before {
                self.signals.set(input, value);
            }
            outputs
        };
        let [up, down] = [DIFFERENCE, -DIFFERENCE].map(&mut beside);
        let (up, down) = (up?, down?);
        let size = match known {
            Kind::State(place) => states[place].abs().max(1.0),
            _ => 1.0,
        };
        self.place(time, &states)?;
        self.run()?.slopes = slopes;
        let each = up.iter().zip(&down);
        Ok(each.map(|(up, down)| (up - down) / (2.0 * DIFFERENCE * size)).collect())
    }

    /// Whether the end of a step of a foreign integrator changes memories or states: gears that change. They change in [`Car::jump`] alone.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn jumps(&mut self) -> Result<bool, Problem> {
        let kept = self.keep();
        let before = self.memories()?;
        self.jump()?;
        let jumps = self.memories()? != before;
        self.go_back(&kept)?;
        Ok(jumps)
    }

    /// Ends a step of a foreign integrator: memories and states change.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn jump(&mut self) -> Result<(), Problem> {
        let (now, h) = (self.time() - self.origin, self.time() - self.completed);
        let run = self.run()?;
        let _ = run.simulation.evaluate();
        let mut state = whole(&run.simulation);
        run.simulation.surroundings.stepped(now, h, &mut state.subsystems);
        run.simulation.place(now, state);
        run.changed();
        Ok(())
    }

    /// Notes that a step of a foreign integrator is complete.
    pub fn complete(&mut self) {
        self.completed = self.time();
    }

    /// Memories and states.
    fn memories(&mut self) -> Result<Vec<u64>, Problem> {
        let simulation = &mut self.run()?.simulation;
        let mut numbers: Vec<u64> = numbers(&mut whole(simulation)).into_iter().map(f64::to_bits).collect();
        simulation.surroundings.memories(&mut |own| numbers.push(own.to_bits()));
        Ok(numbers)
    }
}

impl Moment {
    /// Whether a run had begun.
    pub fn has_run(&self) -> bool {
        self.run.is_some()
    }

    /// Lends each of its numbers, in the same order each time, to be kept or to be replaced by kept ones.
    pub fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.inputs.iter_mut().for_each(&mut *lend);
        self.parameters.iter_mut().for_each(&mut *lend);
        [&mut self.since, &mut self.speed, &mut self.origin, &mut self.completed]
            .into_iter()
            .for_each(&mut *lend);
        if let Some(run) = &mut self.run {
            run.each(lend);
        }
    }
}

/// All states of a simulation.
fn whole(simulation: &Simulated) -> StateOf<Engine, Fitted> {
    Whole {
        vehicle: simulation.state().clone(),
        subsystems: simulation.subsystems().clone(),
    }
}

fn numbers(vector: &mut impl Vector) -> Vec<f64> {
    let mut numbers = Vec::new();
    vector.each(&mut |own| numbers.push(*own));
    numbers
}

/// Number and length of the equal steps that make a communication step [s].
fn steps(h: f64, most: f64) -> Result<(usize, f64), Problem> {
    if !(h > 0.0 && h.is_finite()) {
        return Err(Problem::Misuse(format!(
            "a communication step has to be above zero, and is {h} s"
        )));
    }
    let count = (h / most).round();
    if (1.0..=MOST_STEPS).contains(&count) && (h - count * most).abs() <= WHOLE * h {
        return Ok((count as usize, most));
    }
    let count = (h / most).ceil();
    if count > MOST_STEPS {
        return Err(Problem::Misuse(format!(
            "a communication step of {h} s has more than ten million steps of {most} s"
        )));
    }
    Ok((count as usize, h / count))
}

/// The manoeuvre with a speed and a step of its own; level ground and rest where none is given.
fn given(manoeuvre: Option<Manoeuvre>, speed: Option<f64>, step: Option<f64>) -> Result<Manoeuvre, Problem> {
    let manoeuvre = manoeuvre.unwrap_or_else(|| Manoeuvre {
        name: "fmu".to_owned(),
        doc: String::new(),
        speed: Speed(0.0),
        duration: Time(1.0),
        step: Time(1e-3),
        every: Time(1e-2),
        method: Method::Ab3,
        road: manoeuvre::Road::default(),
        steering: Steering::Straight,
        pace: Pace::Held,
        start: manoeuvre::Start::default(),
        until: None,
        figures: Vec::new(),
    });
    let numbers = manoeuvre::Overrides {
        speed,
        step,
        ..manoeuvre::Overrides::default()
    };
    manoeuvre.with(&numbers).map_err(Problem::Misuse)
}

/// A simulation that knows all names, before any run.
fn idle(running: &Running, manoeuvre: &Manoeuvre, inputs: (&Signals, Hands)) -> Result<Simulated, Problem> {
    let road = Road::new(manoeuvre.road.ground());
    let fitted = equipment::fitted(&running.compiled, running.engine.description(), &road);
    let mut fitted = fitted.map_err(|reason| running.finding(reason))?;
    equip(running, &mut fitted, inputs);
    Ok(Simulation::new(
        running.engine.clone(),
        fitted,
        integrator(running, manoeuvre)?,
    ))
}

fn integrator(running: &Running, manoeuvre: &Manoeuvre) -> Result<Integration, Problem> {
    Explicit::of(manoeuvre.method).ok_or_else(|| {
        running.finding("an FMU integrates by an explicit method: choose `ab3` or `rk4` in the manoeuvre")
    })
}

/// Puts the inputs in the place of driver and hands.
fn equip(running: &Running, fitted: &mut Fitted, (signals, hands): (&Signals, Hands)) {
    fitted.driver = Pieces::of(Pedals::new(signals.clone()));
    let (compiled, vehicle) = (&running.compiled, running.engine.description());
    let steering = match hands {
        Hands::Angle => equipment::steered(compiled, vehicle, signals.steering()),
        Hands::Torque => equipment::turned(compiled, vehicle, signals.torque()),
    };
    fitted.steering = steering.unwrap_or(Pieces::none());
}

/// Refuses a torque on a steering wheel that moves a driven joint.
fn has_hands(running: &Running, hands: Hands) -> Result<(), Problem> {
    let steering = declared::steering(&running.compiled.model.equipment);
    match (hands, steering) {
        (Hands::Angle, _) | (Hands::Torque, Some(Steered::Column(_))) => Ok(()),
        (Hands::Torque, _) => Err(running.finding(
            "it declares no steering column, whose steering wheel a torque could turn: leave out `--steering torque`, or declare a column \
             (docs/equipment.md)",
        )),
    }
}

fn unknown(variable: usize) -> Problem {
    Problem::Misuse(format!("there is no variable with the value reference {variable}"))
}

fn no_derivatives() -> Problem {
    Problem::Finding("the vehicle has no derivatives".to_owned())
}
