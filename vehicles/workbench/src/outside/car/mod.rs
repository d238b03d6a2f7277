//! A vehicle that runs.

mod at_start;
mod by_parameter;
mod dependence;
mod exchange;
mod moment;
mod native;
mod present;
mod ready;
mod set;

pub use moment::Moment;
pub use present::Present;

use super::Asked;
use super::driver::Demand;
use super::input::Input;
use super::integrator::FixedStep;
use super::kinks::{self, Kink};
use super::outputs;
use super::ports::{self, Acting};
use super::signals::Signals;
use super::table::table;
use super::variable::{Kind, Variable};
use crate::integrators::Chosen;
use crate::manoeuvre::{self, Outside, Ready};
use crate::problem::Problem;
use crate::vehicle::{Declaration, Running, gearing};
use ready::{chosen, given, idle};
use std::sync::Arc;
use wishbone::description::Description;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector, Whole};
use wishbone_engine::equipment::{Fitted, Road};
use wishbone_engine::{Engine, Numbers};
use wishbone_studies::manoeuvre::alternation::{Alternation, too_long};
use wishbone_studies::manoeuvre::quantity::{Angle, Speed, Time};
use wishbone_studies::manoeuvre::{Manoeuvre, Pace, Pedals, Steering, Step};

/// Integrator of a vehicle that is stepped from outside.
type Integration = FixedStep<StateOf<Engine, Fitted>>;
/// A vehicle with its equipment.
type Simulated = Simulation<Engine, Fitted, Integration>;

/// Fraction of a step by which a communication step may differ from a whole number of steps.
const WHOLE: f64 = 1e-9;
/// Largest number of steps in a communication step.
const MOST_STEPS: f64 = 1e7;

/// A vehicle that runs: its inputs are set from outside, and it can be advanced, saved and restored.
///
/// Times are the times of the importing tool: the run begins at the time that [`Car::begin`] gets.
pub struct Car {
    running: Running,
    /// Road, start, step and method.
    manoeuvre: Manoeuvre,
    table: Arc<[Variable]>,
    acting: Acting,
    chosen: Chosen,
    kinks: Vec<Kink>,
    /// Forward speed at the start [m/s].
    speed: f64,
    /// Time of the importing tool at the beginning [s].
    origin: f64,
    run: Option<Box<Run>>,
    /// By variable, the variables on which it depends ([`Car::dependencies`]); empty if these are not found.
    dependencies: Vec<Option<Vec<usize>>>,
    /// Sides of the kinks on which the vehicle is in continuous time, 1 or -1; empty if they are not stored
    /// ([`Car::note_sides`]).
    sides: Vec<f64>,
    /// Time of the last completed step of a foreign integrator.
    completed: f64,
    /// Whether the importing tool has told a gear.
    has_gear: bool,
}

/// A run that has begun.
struct Run {
    simulation: Simulated,
    /// Outputs at the present state, and slopes of the rates; `None` if the state has changed.
    outputs: Option<Vec<f64>>,
    slopes: Option<Vec<Vec<f64>>>,
    /// Whether it is noted where the wheels stand.
    is_standing: bool,
    /// Watches the speeds for a step that is too long.
    alternation: Alternation,
    /// Warnings that were not yet asked for, in their order.
    warnings: Vec<String>,
}

impl Run {
    fn of(simulation: Simulated) -> Self {
        Self {
            simulation,
            outputs: None,
            slopes: None,
            is_standing: false,
            alternation: Alternation::default(),
            warnings: Vec::new(),
        }
    }

    /// Forgets what was found of the state before.
    fn changed(&mut self) {
        self.heard();
        self.is_standing = false;
    }

    /// Forgets what was found under the inputs before.
    fn heard(&mut self) {
        (self.outputs, self.slopes) = (None, None);
    }
}

impl Car {
    /// A declared vehicle that starts in the manoeuvre; without a manoeuvre, at rest on level ground.
    /// `with_derivatives` has its exact derivatives compiled, which takes longer.
    ///
    /// # Errors
    /// Returns the mistakes of its declaration, outputs that it does not have, or a method of integration that is not
    /// possible.
    pub fn new(
        declaration: Declaration,
        asked: &Asked,
        manoeuvre: Option<Manoeuvre>,
        with_derivatives: bool,
    ) -> Result<Self, Problem> {
        let manoeuvre = given(manoeuvre, asked)?;
        let running = match with_derivatives || manoeuvre.method.is_implicit() {
            true => Running::differentiated(declaration)?,
            false => Running::of(declaration)?,
        };
        running.needs_tyres()?;
        let road = Road::new(manoeuvre.road.ground());
        let acting = Acting::on(&running, asked.hands, &asked.ports, road)?;
        acting.engage(&running, manoeuvre.speed.0);
        let chosen = chosen(&running, &manoeuvre, &acting)?;
        let mut idle = idle(&running, &manoeuvre, (&acting, &chosen))?;
        let kinks = kinks::kinks(&running, &acting, &mut idle);
        let table = table(&running, &idle, (&acting, &kinks, manoeuvre.speed.0), asked)?;
        Ok(Self {
            speed: manoeuvre.speed.0,
            running,
            manoeuvre,
            table: table.into(),
            acting,
            kinks,
            chosen,
            origin: 0.0,
            run: None,
            dependencies: Vec::new(),
            sides: Vec::new(),
            completed: 0.0,
            has_gear: false,
        })
    }

    /// Name of the vehicle.
    pub fn name(&self) -> &str {
        &self.running.compiled.model.name
    }

    /// Notes on what its ports leave as it is, and on its equipment.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.acting.notes(&self.running);
        // Pedals and gears are inputs.
        let driven = Manoeuvre {
            pace: Pace::Coasting,
            ..self.manoeuvre.clone()
        };
        notes.extend(manoeuvre::notes(&self.running, &driven));
        notes.extend(self.another_powertrain());
        notes
    }

    /// A note on a manoeuvre whose pedals select another powertrain than the first, with which the vehicle runs.
    fn another_powertrain(&self) -> Option<String> {
        let wanted = self.manoeuvre.pace.powertrain()?;
        let own = gearing::first_powertrain(&self.running)?;
        (own != wanted).then(|| {
            format!(
                "the vehicle has its first powertrain `{own}`, and not `{wanted}`, which the manoeuvre `{}` selects: declare `{wanted}` before \
                 `{own}`",
                self.manoeuvre.name
            )
        })
    }

    /// The gear that is engaged at the start.
    fn gear(&self) -> i8 {
        self.acting.signals.get(Input::Driver(Demand::Gear)) as i8
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
        (self.run, self.sides) = (None, Vec::new());
        let start = Signals::new(self.running.engine.description());
        self.acting.signals.set_all(&start.all());
        self.speed = self.manoeuvre.speed.0;
        self.acting.engage(&self.running, self.speed);
        self.has_gear = false;
        let defaults: Vec<f64> = self.running.engine.parameters().iter().map(|own| own.default).collect();
        self.running.engine.set_parameters_unchecked(&defaults);
        (self.origin, self.completed) = (0.0, 0.0);
    }

    /// Begins a run at a time of the importing tool [s], with the present values of inputs and parameters: at rest, or in steady motion.
    ///
    /// # Errors
    /// Returns an error if the vehicle does not come to rest, cannot be set in motion, or is unstable with the step of
    /// the integration.
    pub fn begin(&mut self, time: f64) -> Result<(), Problem> {
        // Values that were set one after the other are judged together.
        let sound = self.running.engine.set_parameters(&[]);
        sound.map_err(|reason| Problem::Misuse(format!("the parameters do not fit together: {reason}")))?;
        self.acting.signals.hold_from(f64::NAN);
        if !self.has_gear {
            self.acting.engage(&self.running, self.speed);
        }
        let manoeuvre = self.start();
        let advice = Some("give a shorter `--step`");
        let outside = Outside {
            forces: self.acting.forces(&self.running),
            equip: Some(&|fitted| self.acting.equip(&self.running, fitted)),
        };
        let ready = Ready::of(&self.running, &manoeuvre, advice, outside)?;
        let mut warnings = ready.notes().to_vec();
        warnings.extend(gearing::beyond(&self.running, self.gear(), self.speed));
        let mut simulation = ready.set.go(&self.running, FixedStep::of(&self.chosen))?;
        let wheels = wheels(&mut simulation);
        warnings.extend(self.acting.unknown_to_the_start(&self.running, &wheels, true));
        self.run = Some(Box::new(Run {
            warnings,
            ..Run::of(simulation)
        }));
        (self.origin, self.completed) = (time, time);
        Ok(())
    }

    /// A simulation that is no run: it waits for the numbers of one.
    fn idle(&self) -> Result<Simulated, Problem> {
        idle(&self.running, &self.start(), (&self.acting, &self.chosen))
    }

    /// Coordinates and speeds of the vehicle that runs, with its names.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn vehicle(&mut self) -> Result<(&'static Description, &Numbers), Problem> {
        let simulation = &self.run()?.simulation;
        Ok((simulation.solver().description(), simulation.state()))
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
        let demand = |demand: Demand| self.acting.signals.get(Input::Driver(demand));
        let pedal = |pedal: Demand| demand(pedal).clamp(0.0, 1.0);
        let steering = match demand(Demand::Angle) {
            0.0 => Steering::Straight,
            angle => Steering::Step(Step {
                start: Time(-1.0),
                rise: Time(0.0),
                angle: Some(Angle(angle)),
                travel: None,
            }),
        };
        Manoeuvre {
            speed: Speed(self.speed),
            steering,
            pace: Pace::Pedals(Pedals {
                time: vec![Time(0.0)],
                throttle: vec![pedal(Demand::Throttle)],
                brake: vec![pedal(Demand::Brake)],
                disengaged: false,
                powertrain: None,
            }),
            ..self.manoeuvre.clone()
        }
    }

    fn run(&mut self) -> Result<&mut Run, Problem> {
        begun(&mut self.run)
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
            Kind::Input(input) => Ok(self.acting.signals.get(input)),
            Kind::StartSpeed => Ok(self.speed),
            Kind::Tunable(place) => Ok(self.running.engine.parameter_values()[place]),
            Kind::Output(column) => Ok(self.outputs()?[column]),
            Kind::State(place) => Ok(self.states()?[place]),
            Kind::Rate(place) => Ok(self.rates()?[place]),
            Kind::Indicator(place) => Ok(self.indicators()?[place]),
        }
    }

    /// Present time of the importing tool [s].
    pub fn time(&self) -> f64 {
        let run = self.run.as_ref();
        self.origin + run.map_or(0.0, |run| run.simulation.time())
    }

    fn outputs(&mut self) -> Result<&[f64], Problem> {
        let Self {
            running, acting, run, ..
        } = self;
        let Run {
            simulation, outputs, ..
        } = begun(run)?;
        Ok(outputs.get_or_insert_with(|| outputs::values(simulation, running, acting)))
    }

    /// All numbers of the inputs, with the numbers that are stored at the beginning of a communication step.
    pub fn inputs(&self) -> Vec<f64> {
        self.acting.signals.all()
    }

    /// Puts back all numbers of the inputs.
    pub fn set_inputs(&mut self, inputs: &[f64]) {
        self.acting.signals.set_all(inputs);
        if let Some(run) = &mut self.run {
            run.changed();
        }
    }

    /// Number and length [s] of the equal steps of the integration that a communication step consists of.
    ///
    /// # Errors
    /// If it is no length of time, or has too many steps.
    pub fn parts(&self, h: f64) -> Result<(usize, f64), Problem> {
        steps(h, self.manoeuvre.step.0)
    }

    /// Begins a communication step [s]: returns number and length of the equal steps of the integration that it
    /// consists of ([`Car::step`]). They are whole steps where these fit in, and shorter ones otherwise.
    ///
    /// # Errors
    /// If it is no length of time, or no run has begun.
    pub fn divide(&mut self, h: f64) -> Result<(usize, f64), Problem> {
        let divided = self.parts(h)?;
        self.hold()?;
        let Self {
            running, acting, run, ..
        } = self;
        let run = begun(run)?;
        if acting.looks_at_wheels() && run.simulation.time() == 0.0 {
            // Before the start nobody knows the points for which a road is told.
            let wheels = wheels(&mut run.simulation);
            run.warnings
                .extend(acting.unknown_to_the_start(running, &wheels, false));
        }
        Ok(divided)
    }

    /// Sets the present time of the importing tool [s]. The motion stays as it is, to the last bit.
    pub fn set_clock(&mut self, time: f64) {
        self.origin += time - self.time();
    }

    /// Lets inputs that hold do so from the present moment on. Inputs that are given at every time stay so.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn hold_anew(&mut self) -> Result<(), Problem> {
        match self.acting.signals.since().is_nan() {
            true => Ok(()),
            false => self.hold(),
        }
    }

    /// Holds the inputs from now on: the steering wheel continues at its rate, and forces on wheels keep their arms.
    fn hold(&mut self) -> Result<(), Problem> {
        let Self {
            running, acting, run, ..
        } = self;
        let run = begun(run)?;
        let time = run.simulation.time();
        acting.signals.hold_from(time);
        let mut jumps = vec![0.0; running.engine.description().drives.len()];
        run.simulation
            .surroundings
            .jumps(time, time, &mut |drive, jump| jumps[drive] += jump);
        if jumps.iter().any(|jump| *jump != 0.0) {
            let jumped = run.simulation.jump(&jumps);
            let _ = jumped.map_err(|refused| running.finding(refused))?;
        }
        if run.is_standing || !acting.looks_at_wheels() {
            return Ok(());
        }
        run.is_standing = true;
        run.simulation.at_present(|solver, surroundings, inputs, time, state| {
            surroundings.drive(time, &state.subsystems, inputs);
            solver.kinematics(&state.vehicle, inputs);
            for (wheel, motion) in solver.wheels().iter().enumerate() {
                let point = ports::asked_at(motion, running.radii[wheel]);
                acting.signals.stand(wheel, motion.centre, point);
            }
        });
        Ok(())
    }

    /// Makes a step of the integration [s].
    ///
    /// # Errors
    /// If it is refused: the vehicle stays as it was.
    pub fn step(&mut self, h: f64) -> Result<(), Problem> {
        let run = self.run()?;
        run.changed();
        let stepped = run.simulation.step(h);
        if stepped.is_ok()
            && let Some(place) = run.alternation.note(run.simulation.state().speeds())
        {
            let speed = run.simulation.solver().description().speeds[place];
            let found = too_long(speed, run.simulation.time(), h);
            run.warnings.push(format!("{found}: the results are wrong; {SHORTER}"));
        }
        stepped
            .map(|_| ())
            .map_err(|refused| self.running.finding(format!("{refused}; {SHORTER}")))
    }

    /// Warnings since the last call, in their order: about the start, and about steps that are too long.
    pub fn warnings(&mut self) -> Vec<String> {
        self.run
            .as_mut()
            .map(|run| std::mem::take(&mut run.warnings))
            .unwrap_or_default()
    }
}

/// Advice where a step was refused or was too long.
const SHORTER: &str = "shorter steps may help: give a shorter `--step`";

fn begun(run: &mut Option<Box<Run>>) -> Result<&mut Run, Problem> {
    let run = run.as_deref_mut();
    run.ok_or_else(|| Problem::Misuse("the vehicle has not begun to run".to_owned()))
}

/// Motions of the wheels at the present state.
fn wheels(simulation: &mut Simulated) -> Vec<WheelMotion> {
    simulation.at_present(|solver, surroundings, inputs, time, state| {
        surroundings.drive(time, &state.subsystems, inputs);
        solver.kinematics(&state.vehicle, inputs);
        solver.wheels().to_vec()
    })
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

fn unknown(variable: usize) -> Problem {
    Problem::Misuse(format!("there is no variable with the value reference {variable}"))
}
