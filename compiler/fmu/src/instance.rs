//! An instance of an FMU: the state machine of both standards, without any use of C.
//!
//! FMI 2.0.4, sections 3.2.3 and 4.2.4; FMI 3.0.2, sections 2.3, 3.2 and 4.2. What 2.0 calls the initialised slave is the step mode of 3.0.
//!
//! A refused call leaves the state machine unchanged, so further calls to the instance are possible. Of several
//! variables none is set where one is refused.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use wishbone_workbench::Problem;
use wishbone_workbench::fmu::native::Library;
use wishbone_workbench::fmu::{Arrays, Package};
use wishbone_workbench::outside::{Car, Kind, Moment, Variable};

/// What the importing tool takes the instance for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It steps by itself.
    CoSimulation,
    /// It tells rates to the integrator of the importing tool.
    ModelExchange,
}

/// A state of the state machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Start values are set.
    Instantiated,
    /// The start is found.
    Initialization,
    /// Discrete variables change; of model exchange.
    Event,
    /// Time passes; of model exchange.
    Continuous,
    /// Between two steps; of co-simulation.
    Step,
    /// The end.
    Terminated,
}

const PHASES: [Phase; 6] = [
    Phase::Instantiated,
    Phase::Initialization,
    Phase::Event,
    Phase::Continuous,
    Phase::Step,
    Phase::Terminated,
];

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Instantiated => "instantiated",
            Self::Initialization => "initialization mode",
            Self::Event => "event mode",
            Self::Continuous => "continuous-time mode",
            Self::Step => "step mode",
            Self::Terminated => "terminated",
        })
    }
}

/// How grave a refusal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// A step that may succeed with another length.
    Discard,
    /// A wrong call, or a defect.
    Error,
}

/// A call that is refused, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// How grave it is.
    pub severity: Severity,
    /// The reason.
    pub message: String,
}

impl Refusal {
    /// A step that may succeed with another length, or a status that is not available.
    pub fn discard(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Discard,
            message: message.into(),
        }
    }

    /// A wrong call.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
        }
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::error(problem.message())
    }
}

/// A moment of an instance, to which it can go back.
#[derive(Clone)]
pub struct Kept {
    role: Role,
    phase: Phase,
    start: f64,
    reached: f64,
    stop: f64,
    off_norm: f64,
    moment: Moment,
}

/// State to which a communication step returns if a part of it is refused.
pub enum Before {
    /// The instance, where the step has several parts.
    Whole(Box<Kept>),
    /// Numbers of the inputs: if a part is refused, the other parts stay unchanged.
    Inputs(Vec<f64>),
}

/// An instance.
pub struct Instance {
    role: Role,
    phase: Phase,
    car: Car,
    /// Variables of FMI 3.0.
    arrays: Arrays,
    token: String,
    /// Time at the start [s].
    start: f64,
    /// Time reached by the last step that succeeded in part or whole [s].
    reached: f64,
    /// Time beyond which no step goes [s]; infinite without one.
    stop: f64,
    /// Largest change of an Euler parameter to unit norm that needs no event.
    off_norm: f64,
}

/// First bytes of a serialised moment.
const MAGIC: &[u8; 8] = b"wishbone";
/// Largest difference of two times that count as equal, relative to the larger of their size and one second.
const SAME: f64 = 1e-9;
/// Least and greatest limit for the change of an Euler parameter to unit norm that needs no event. Between them, the
/// tolerance of the importing tool is the limit.
const OFF_NORM: [f64; 2] = [1e-9, 1e-6];

impl Instance {
    /// The vehicle in the resources of an FMU; `resource` returns the content of a file there.
    ///
    /// # Errors
    /// Returns an error if the token belongs to other resources, or if the vehicle cannot be compiled.
    pub fn new(
        role: Role,
        token: &str,
        resource: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, Refusal> {
        let package = Package::read(resource)?;
        let own = package.token();
        if token != own {
            return Err(Refusal::error(format!(
                "the token `{token}` of the model description is not `{own}`, that of the resources: unpack the FMU again"
            )));
        }
        let car = package.car(role == Role::ModelExchange)?;
        Ok(Self {
            role,
            phase: Phase::Instantiated,
            arrays: Arrays::of(car.table(), package.asked().arrays),
            car,
            token: own,
            start: 0.0,
            reached: 0.0,
            stop: f64::INFINITY,
            off_norm: OFF_NORM[0],
        })
    }

    /// Runs the vehicle by machine code.
    ///
    /// # Errors
    /// Returns an error if the library belongs to another vehicle.
    pub fn run_natively(&mut self, library: &Arc<dyn Library>) -> Result<(), Refusal> {
        Ok(self.car.run_natively(library)?)
    }

    /// Notes on what works otherwise than it may be expected.
    pub fn notes(&self) -> Vec<String> {
        self.car.notes()
    }

    /// State of the state machine.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Variables by value reference.
    pub fn table(&self) -> &Arc<[Variable]> {
        self.car.table()
    }

    /// Time reached by the last step that succeeded in part or whole [s].
    pub fn reached(&self) -> f64 {
        self.reached
    }

    fn allow(&self, phases: &[Phase], what: impl fmt::Display) -> Result<(), Refusal> {
        if phases.contains(&self.phase) {
            return Ok(());
        }
        let allowed: Vec<String> = phases.iter().map(ToString::to_string).collect();
        Err(Refusal::error(format!(
            "{what} is not allowed in the state `{}`: it belongs to {}",
            self.phase,
            allowed.join(", ")
        )))
    }

    fn only(&self, role: Role, what: impl fmt::Display) -> Result<(), Refusal> {
        match self.role == role {
            true => Ok(()),
            false => Err(Refusal::error(match role {
                Role::CoSimulation => format!("{what} belongs to co-simulation, and this is model exchange"),
                Role::ModelExchange => format!("{what} belongs to model exchange, and this is co-simulation"),
            })),
        }
    }

    /// Sets the time of the start [s].
    pub fn set_start(&mut self, time: f64) -> Result<(), Refusal> {
        self.allow(&[Phase::Instantiated], "setting the start time")?;
        if !time.is_finite() {
            return Err(Refusal::error(format!(
                "the start time has to be finite, and is {time}"
            )));
        }
        self.start = time;
        Ok(())
    }

    /// Sets the time that no step passes [s]; `None` for a run without end.
    pub fn set_stop(&mut self, time: Option<f64>) -> Result<(), Refusal> {
        self.allow(&[Phase::Instantiated], "setting the stop time")?;
        let time = time.unwrap_or(f64::INFINITY);
        if time.is_nan() || time < self.start {
            return Err(Refusal::error(format!(
                "the stop time has to be at the start time of {} s or later, and is {time}",
                self.start
            )));
        }
        self.stop = time;
        Ok(())
    }

    /// Sets the relative tolerance of the importing tool's integrator, if it has one. Each event restarts an integrator with memory. So the norm of
    /// Euler parameters may be off by as much as the integrator's own errors.
    pub fn set_tolerance(&mut self, tolerance: Option<f64>) -> Result<(), Refusal> {
        self.allow(&[Phase::Instantiated], "setting the tolerance")?;
        let [least, greatest] = OFF_NORM;
        self.off_norm = tolerance
            .filter(|own| own.is_finite())
            .map_or(least, |own| own.clamp(least, greatest));
        Ok(())
    }

    /// Refuses a time behind the stop time [s].
    fn before_stop(&self, time: f64) -> Result<(), Refusal> {
        match time > self.stop + SAME * self.stop.abs().max(1.0) {
            false => Ok(()),
            true => Err(Refusal::error(format!(
                "the time {time} s is behind the stop time of {} s, which was set before the start",
                self.stop
            ))),
        }
    }

    /// Begins to look for the start.
    pub fn enter_initialization(&mut self) -> Result<(), Refusal> {
        self.allow(&[Phase::Instantiated], "entering initialization mode")?;
        self.phase = Phase::Initialization;
        Ok(())
    }

    /// Finds the start.
    pub fn exit_initialization(&mut self) -> Result<(), Refusal> {
        self.allow(&[Phase::Initialization], "leaving initialization mode")?;
        self.begin()?;
        if self.role == Role::ModelExchange
            && let Some(reason) = self.car.not_exchanged()?
        {
            return Err(Refusal::error(reason));
        }
        self.reached = self.start;
        self.phase = match self.role {
            Role::CoSimulation => Phase::Step,
            Role::ModelExchange => Phase::Event,
        };
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Refusal> {
        if !self.car.has_begun() {
            self.car.begin(self.start)?;
        }
        Ok(())
    }

    /// Ends the run.
    pub fn terminate(&mut self) -> Result<(), Refusal> {
        self.allow(&[Phase::Event, Phase::Continuous, Phase::Step], "terminating")?;
        self.phase = Phase::Terminated;
        Ok(())
    }

    /// Takes everything back to what it was when it was instantiated.
    pub fn reset(&mut self) {
        self.car.reset();
        (self.phase, self.start, self.reached) = (Phase::Instantiated, 0.0, 0.0);
        (self.stop, self.off_norm) = (f64::INFINITY, OFF_NORM[0]);
    }

    /// Value references of all numbers of the FMI 3.0 variables with these references, array by array.
    ///
    /// # Errors
    /// A reference to a number within an array.
    pub fn spread<'r>(&self, references: &'r [u32]) -> Result<Cow<'r, [u32]>, Refusal> {
        self.arrays.spread(references).map_err(|within| {
            let name = self.table().get(within as usize).map_or("", |own| &own.name);
            Refusal::error(format!(
                "the value reference {within} is no variable: `{name}` is a number of an array, whose reference is that of its first number"
            ))
        })
    }

    /// The variable with this value reference, which has to be whole or not.
    fn variable(&self, reference: u32, is_whole: bool) -> Result<usize, Refusal> {
        let place = reference as usize;
        let Some(variable) = self.table().get(place) else {
            return Err(Refusal::error(format!(
                "there is no variable with the value reference {reference}"
            )));
        };
        match variable.kind.is_whole() == is_whole {
            true => Ok(place),
            false => Err(Refusal::error(format!(
                "`{}` (value reference {reference}) is {}",
                variable.name,
                if is_whole { "a real number" } else { "an integer" }
            ))),
        }
    }

    /// Value of a variable.
    pub fn get(&mut self, reference: u32, is_whole: bool) -> Result<f64, Refusal> {
        let place = self.variable(reference, is_whole)?;
        let kind = self.table()[place].kind;
        if matches!(
            kind,
            Kind::Output(_) | Kind::State(_) | Kind::Rate(_) | Kind::Indicator(_)
        ) {
            let phases = [
                Phase::Initialization,
                Phase::Event,
                Phase::Continuous,
                Phase::Step,
                Phase::Terminated,
            ];
            self.allow(
                &phases,
                format_args!("reading `{}`, which is computed,", self.table()[place].name),
            )?;
            if self.phase == Phase::Initialization {
                self.begin()?;
            }
        }
        if kind == Kind::Time && !self.car.has_begun() {
            return Ok(self.start);
        }
        self.car.get(place).map_err(|problem| self.not_computed(problem))
    }

    /// A call that cannot be computed in continuous time is discarded: the integrator may try a shorter step (FMI
    /// 3.0.2, 3.2.1).
    fn not_computed(&self, problem: Problem) -> Refusal {
        let severity = match self.phase {
            Phase::Continuous => Severity::Discard,
            _ => Severity::Error,
        };
        let message = problem.message();
        Refusal { severity, message }
    }

    /// Sets variables, by value reference and value: all of them, or none.
    pub fn set_all(&mut self, values: &[(u32, f64)], is_whole: bool) -> Result<(), Refusal> {
        let settable = |(reference, value): &(u32, f64)| Ok((self.settable(*reference, is_whole)?, *value));
        let values = values.iter().map(settable).collect::<Result<Vec<_>, Refusal>>()?;
        if self.phase == Phase::Initialization {
            // The start depends on them.
            self.car.drop_run();
        }
        Ok(self.car.set_all(&values)?)
    }

    /// Position of a variable that may be set now.
    fn settable(&self, reference: u32, is_whole: bool) -> Result<usize, Refusal> {
        let place = self.variable(reference, is_whole)?;
        let variable = &self.table()[place];
        let phases: &[Phase] = match variable.kind {
            Kind::Input(input) if !input.is_whole() => &[
                Phase::Instantiated,
                Phase::Initialization,
                Phase::Event,
                Phase::Continuous,
                Phase::Step,
            ],
            Kind::Input(_) | Kind::Tunable(_) => {
                &[Phase::Instantiated, Phase::Initialization, Phase::Event, Phase::Step]
            }
            Kind::State(_) => {
                self.only(Role::ModelExchange, format_args!("setting `{}`", variable.name))?;
                &[Phase::Continuous]
            }
            _ => &[Phase::Instantiated, Phase::Initialization],
        };
        self.allow(phases, format_args!("setting `{}`", variable.name))?;
        Ok(place)
    }

    /// Begins a communication step from a time [s]: returns the number and the length of the integration steps that it
    /// consists of ([`Instance::sub_step`]).
    pub fn divide(&mut self, from: f64, h: f64) -> Result<(usize, f64), Refusal> {
        self.only(Role::CoSimulation, "a step")?;
        self.allow(&[Phase::Step], "a step")?;
        let now = self.car.time();
        // The time is a sum of steps here and there, which round differently.
        if !(from - now).abs().is_finite() || (from - now).abs() > SAME * now.abs().max(1.0) {
            return Err(Refusal::error(format!(
                "the step begins at {from} s, and the vehicle is at {now} s"
            )));
        }
        self.before_stop(from + h)?;
        let divided = self.car.divide(h)?;
        // The difference must not grow from step to step.
        self.car.set_clock(from);
        Ok(divided)
    }

    /// What a communication step [s] goes back to ([`Instance::take_back`]); asked for before [`Instance::divide`].
    pub fn before(&self, h: f64) -> Result<Before, Refusal> {
        self.only(Role::CoSimulation, "a step")?;
        self.allow(&[Phase::Step], "a step")?;
        Ok(match self.car.parts(h)? {
            (0 | 1, _) => Before::Inputs(self.car.inputs()),
            _ => Before::Whole(Box::new(self.keep())),
        })
    }

    /// Takes back a communication step of which a part was refused.
    pub fn take_back(&mut self, before: &Before) -> Result<(), Refusal> {
        match before {
            Before::Whole(kept) => self.go_back(kept)?,
            Before::Inputs(inputs) => self.car.set_inputs(inputs),
        }
        Ok(())
    }

    /// Makes a step of the integration [s].
    ///
    /// # Errors
    /// Discards a step that the vehicle cannot make; the vehicle then stands at [`Instance::reached`].
    pub fn sub_step(&mut self, h: f64) -> Result<f64, Refusal> {
        let stepped = self.car.step(h);
        self.reached = self.car.time();
        stepped.map(|()| self.reached).map_err(|problem| Refusal {
            severity: Severity::Discard,
            message: problem.message(),
        })
    }

    /// Warnings since the last call: about the start, and about steps that are too long.
    pub fn warnings(&mut self) -> Vec<String> {
        self.car.warnings()
    }

    /// A whole communication step from a time [s]; the time that is reached.
    ///
    /// # Errors
    /// As [`Instance::divide`] and [`Instance::sub_step`].
    pub fn step(&mut self, from: f64, h: f64) -> Result<f64, Refusal> {
        let (count, step) = self.divide(from, h)?;
        for _ in 0..count {
            let _ = self.sub_step(step)?;
        }
        Ok(self.reached)
    }

    /// Enters event mode.
    pub fn enter_event_mode(&mut self) -> Result<(), Refusal> {
        self.only(Role::ModelExchange, "event mode")?;
        self.allow(&[Phase::Continuous, Phase::Event], "entering event mode")?;
        self.phase = Phase::Event;
        Ok(())
    }

    /// Changes what changes in an event; whether states have changed.
    pub fn update_discrete(&mut self) -> Result<bool, Refusal> {
        self.only(Role::ModelExchange, "an update of discrete states")?;
        self.allow(&[Phase::Event], "an update of discrete states")?;
        let is_off = self.is_off_norm()?;
        // Memories alone may change: a gear of a gearbox without inertia.
        let before = self.car.states()?;
        if is_off {
            self.car.normalise()?;
        }
        if self.car.jumps()? {
            self.car.jump()?;
            self.car.complete();
        }
        Ok(self.car.states()? != before)
    }

    /// Does nothing: discrete states change in an update alone.
    pub fn evaluate_discrete(&self) -> Result<(), Refusal> {
        self.allow(&[Phase::Event], "an evaluation of discrete states")
    }

    /// Enters continuous-time mode.
    pub fn enter_continuous(&mut self) -> Result<(), Refusal> {
        self.only(Role::ModelExchange, "continuous-time mode")?;
        self.allow(&[Phase::Event], "entering continuous-time mode")?;
        self.car.note_sides()?;
        self.phase = Phase::Continuous;
        Ok(())
    }

    /// Records that a step of the integrator is complete; returns whether an event has to follow.
    pub fn completed_step(&mut self) -> Result<bool, Refusal> {
        self.only(Role::ModelExchange, "a completed step")?;
        self.allow(&[Phase::Continuous], "a completed step")?;
        if self.car.jumps()? {
            return Ok(true);
        }
        // What only looks back in time goes on from here.
        self.car.complete();
        self.is_off_norm()
    }

    /// Whether Euler parameters are further from unit norm than they may be.
    fn is_off_norm(&mut self) -> Result<bool, Refusal> {
        Ok(self.car.norm_error()? > self.off_norm)
    }

    /// Sets the time [s].
    pub fn set_time(&mut self, time: f64) -> Result<(), Refusal> {
        self.only(Role::ModelExchange, "setting the time")?;
        self.allow(&[Phase::Continuous, Phase::Event], "setting the time")?;
        self.before_stop(time)?;
        let states = self.car.states()?;
        Ok(self.car.place(time, &states)?)
    }

    /// Sets the continuous states.
    pub fn set_states(&mut self, states: &[f64]) -> Result<(), Refusal> {
        self.only(Role::ModelExchange, "setting the states")?;
        self.allow(&[Phase::Continuous], "setting the states")?;
        self.counted(states.len())?;
        let time = self.car.time();
        self.car
            .place(time, states)
            .map_err(|problem| self.not_computed(problem))
    }

    /// Number of the continuous states; none of co-simulation.
    pub fn state_count(&self) -> usize {
        match self.role {
            Role::CoSimulation => 0,
            Role::ModelExchange => self.car.state_count(),
        }
    }

    /// Refuses a number of states that is not the vehicle's.
    pub fn counted(&self, count: usize) -> Result<(), Refusal> {
        match self.car.state_count() == count {
            true => Ok(()),
            false => Err(Refusal::error(format!(
                "{count} states were handed over, and the vehicle has {}",
                self.car.state_count()
            ))),
        }
    }

    /// The continuous states.
    pub fn states(&mut self) -> Result<Vec<f64>, Refusal> {
        self.exchanged("reading the states")?;
        Ok(self.car.states()?)
    }

    /// The rates of the continuous states.
    pub fn rates(&mut self) -> Result<Vec<f64>, Refusal> {
        self.exchanged("reading the rates")?;
        self.car.rates().map_err(|problem| self.not_computed(problem))
    }

    /// Number of the event indicators; none of co-simulation.
    pub fn indicator_count(&self) -> usize {
        match self.role {
            Role::CoSimulation => 0,
            Role::ModelExchange => self.car.indicator_count(),
        }
    }

    /// The event indicators.
    pub fn indicators(&mut self) -> Result<Vec<f64>, Refusal> {
        self.exchanged("reading the event indicators")?;
        self.car.indicators().map_err(|problem| self.not_computed(problem))
    }

    fn exchanged(&mut self, what: &str) -> Result<(), Refusal> {
        self.only(Role::ModelExchange, what)?;
        let phases = [
            Phase::Initialization,
            Phase::Event,
            Phase::Continuous,
            Phase::Terminated,
        ];
        self.allow(&phases, what)?;
        match self.phase {
            Phase::Initialization => self.begin(),
            _ => Ok(()),
        }
    }

    /// Derivatives of unknowns in the direction of a seed of knowns.
    pub fn directional(&mut self, unknowns: &[u32], knowns: &[u32], seed: &[f64]) -> Result<Vec<f64>, Refusal> {
        let mut sum = vec![0.0; unknowns.len()];
        self.columns(unknowns, knowns, &mut |known, column| {
            for (sum, slope) in sum.iter_mut().zip(column) {
                *sum += slope * seed.get(known).copied().unwrap_or(0.0);
            }
        })?;
        Ok(sum)
    }

    /// Derivatives by knowns of the sum of unknowns, each times its seed.
    pub fn adjoint(&mut self, unknowns: &[u32], knowns: &[u32], seed: &[f64]) -> Result<Vec<f64>, Refusal> {
        let mut sums = vec![0.0; knowns.len()];
        self.columns(unknowns, knowns, &mut |known, column| {
            sums[known] = column.iter().zip(seed).map(|(slope, seed)| slope * seed).sum();
        })?;
        Ok(sums)
    }

    fn columns(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        tell: &mut dyn FnMut(usize, &[f64]),
    ) -> Result<(), Refusal> {
        self.exchanged("reading derivatives")?;
        // At the start the states are computed; later they are known.
        let find = match self.phase {
            Phase::Initialization => Car::slopes_of_start,
            _ => Car::slopes,
        };
        let unknowns: Vec<usize> = unknowns.iter().map(|own| *own as usize).collect();
        for (place, known) in knowns.iter().enumerate() {
            tell(place, &find(&mut self.car, &unknowns, *known as usize)?);
        }
        Ok(())
    }

    /// The present moment.
    pub fn keep(&self) -> Kept {
        Kept {
            role: self.role,
            phase: self.phase,
            start: self.start,
            reached: self.reached,
            stop: self.stop,
            off_norm: self.off_norm,
            moment: self.car.keep(),
        }
    }

    /// Returns to a saved moment of this instance or of another instance of the same FMU.
    pub fn go_back(&mut self, kept: &Kept) -> Result<(), Refusal> {
        if kept.role != self.role {
            return Err(Refusal::error(
                "the state is that of an instance of the other kind: co-simulation and model exchange keep states of their own",
            ));
        }
        self.car.go_back(&kept.moment)?;
        (self.phase, self.start, self.reached, self.stop) = (kept.phase, kept.start, kept.reached, kept.stop);
        self.off_norm = kept.off_norm;
        Ok(())
    }

    /// A moment as bytes, in little-endian order: a mark, the token, role and phase, and the numbers.
    pub fn bytes(&self, kept: &Kept) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.token.bytes());
        let phase = PHASES.iter().position(|phase| *phase == kept.phase).unwrap_or(0);
        bytes.extend([self.role as u8, phase as u8, u8::from(kept.moment.has_run())]);
        let mut kept = kept.clone();
        kept.each(&mut |number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// The moment in bytes.
    ///
    /// # Errors
    /// Returns an error if the bytes belong to another FMU, or are incomplete.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Kept, Refusal> {
        let foreign = || Refusal::error("the bytes are no state of this FMU, or not all of them");
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(foreign)?;
        let rest = rest.strip_prefix(self.token.as_bytes()).ok_or_else(foreign)?;
        let (&[role, phase, has_run], numbers) = rest.split_first_chunk::<3>().ok_or_else(foreign)?;
        let phase = PHASES.get(usize::from(phase)).filter(|_| role == self.role as u8);
        let phase = *phase.ok_or_else(foreign)?;
        let mut kept = Kept {
            phase,
            moment: self.car.blank(has_run == 1)?,
            ..self.keep()
        };
        let mut count = 0;
        kept.each(&mut |_| count += 1);
        let (numbers, rest) = numbers.as_chunks::<8>();
        if count != numbers.len() || !rest.is_empty() {
            return Err(foreign());
        }
        let mut numbers = numbers.iter();
        kept.each(&mut |own| {
            if let Some(number) = numbers.next() {
                *own = f64::from_le_bytes(*number);
            }
        });
        Ok(kept)
    }
}

impl Kept {
    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        lend(&mut self.start);
        lend(&mut self.reached);
        lend(&mut self.stop);
        lend(&mut self.off_norm);
        self.moment.each(lend);
    }
}
