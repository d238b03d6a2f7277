//! A vehicle, its subsystems and an integrator, advanced together.

mod adaptive;
mod chain;
mod events;
mod impulse;
mod moment;
mod moving;
mod others;
mod placed;
#[cfg(all(feature = "threads", not(loom)))]
mod taken;
mod turns;

use crate::description::Description;
use crate::integrate::{AdamsBashforth3, Equation, Integrator, NotConverged};
use crate::math::abs;
use crate::ports::{BodyMotion, Drive, Energy, InputPorts};
use crate::refused::{self, Cause, Refused, TooFar, finite_inputs, finite_state, finite_subsystem};
use crate::solver::Solver;
use crate::stabilise::{Closure, Feedback, NotClosed, Projection};
use crate::state::{StateVector, Vector, Whole};
use crate::subsystem::{Now, Quantity, StateOf, Still, Subsystem, belonging};
pub use moment::Moment;
use moving::Moving;
use placed::Placed;
pub(crate) use turns::Turns;

/// A running simulation, the main object of a program.
///
/// ```
/// # mod oscillator { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/oscillator.rs")); }
/// # use oscillator::Oscillator;
/// use wishbone::prelude::*;
///
/// // A compiled vehicle; here a mass of 1 kg on a spring of 4 N/m, pulled by 1 m and let go.
/// let mut simulation = Simulation::new(Oscillator::undamped(2.0), Still, AdamsBashforth3::new());
/// simulation.set_state(State { q: [1.0], v: [0.0] });
/// simulation.assemble()?;
/// for _ in 0..1000 {
///     simulation.step(1e-3)?;
/// }
/// assert!((simulation.state().q[0] - 2.0_f64.cos()).abs() < 1e-7);
/// # Ok::<(), Refused>(())
/// ```
///
/// If a type leaves them out, there are no subsystems ([`Still`]), and the integrator is [`AdamsBashforth3`]: the type
/// of a field may be `Simulation<Car, CarEquipment>`.
#[derive(Clone, Debug)]
pub struct Simulation<S: Solver, E: Subsystem<S> = Still, I = AdamsBashforth3<StateOf<S, E>>> {
    /// The solver. Its bodies are at the positions of the current state if `placed` is valid.
    solver: S,
    /// Subsystems of the vehicle.
    pub surroundings: E,
    /// Inputs at the last evaluation.
    pub inputs: S::Inputs,
    /// Rules for closing the loops after each step.
    pub projection: Projection,
    /// Feedback by which the gaps of loops decay; it replaces the projection after each step. `None` by default. A
    /// batch always uses the projection.
    pub feedback: Option<Feedback>,
    integrator: I,
    states: Turns<Whole<S::State, E::State>>,
    time: f64,
    /// Smallest margin of the last closing; infinite if there was none.
    margin: f64,
    placed: Placed<S::Inputs>,
    /// Whether the speeds have jumped at the end of the last step.
    has_jumped: bool,
}

impl<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>> Simulation<S, E, I> {
    /// Starts at the design position, at rest, at time zero, with the subsystems' states at their start.
    ///
    /// # Panics
    /// If equipment was declared for a vehicle with other parts ([`belonging`]).
    pub fn new(solver: S, surroundings: E, integrator: I) -> Self {
        let state = Whole {
            vehicle: solver.design_state(),
            subsystems: surroundings.initial(),
        };
        Self {
            inputs: solver.no_inputs(),
            surroundings: belonging(&solver, surroundings),
            solver,
            projection: Projection::STEP,
            feedback: None,
            integrator,
            states: Turns::new(state),
            time: 0.0,
            margin: f64::INFINITY,
            placed: Placed::NOWHERE,
            has_jumped: false,
        }
    }

    /// The compiled vehicle.
    pub fn solver(&self) -> &S {
        &self.solver
    }

    /// The integrator.
    pub fn integrator(&self) -> &I {
        &self.integrator
    }

    /// The integrator, mutable, for instance to change its tolerance.
    pub fn integrator_mut(&mut self) -> &mut I {
        &mut self.integrator
    }

    /// The compiled vehicle, mutable, for instance to change its parameters or its level of the instruction set.
    pub fn solver_mut(&mut self) -> &mut S {
        self.placed.forget();
        &mut self.solver
    }

    /// Coordinates and speeds of the vehicle.
    pub fn state(&self) -> &S::State {
        &self.states.now().vehicle
    }

    /// Continuous states of the subsystems.
    pub fn subsystems(&self) -> &E::State {
        &self.states.now().subsystems
    }

    /// Time [s].
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Sets the state of the vehicle, and restarts the integrator. The states of the subsystems are kept.
    pub fn set_state(&mut self, state: S::State) {
        self.states.now_mut().vehicle = state;
        self.placed.forget();
        self.margin = f64::INFINITY;
        self.integrator.restart();
    }

    /// Sets the states of the subsystems, and restarts the integrator. The state of the vehicle is kept.
    pub fn set_subsystems(&mut self, state: E::State) {
        self.states.now_mut().subsystems = state;
        self.integrator.restart();
    }

    /// Sets the time [s] and all states, for instance to the result of another integrator, and restarts this integrator.
    pub fn place(&mut self, time: f64, state: StateOf<S, E>) {
        *self.states.now_mut() = state;
        (self.time, self.margin) = (time, f64::INFINITY);
        self.placed.forget();
        self.integrator.restart();
    }

    /// Sets the state so that bodies move as wanted at the current time, or as nearly as possible ([`fit`](crate::fit::fit)), and
    /// restarts the integrator. The search begins at the current state.
    ///
    /// # Errors
    /// If the loops do not close near the current state; then nothing changes.
    ///
    /// # Panics
    /// If the vehicle has no body at the position of a target.
    #[cfg(feature = "std")]
    pub fn fit(&mut self, targets: &[crate::fit::Target]) -> Result<crate::fit::Fit, NotClosed> {
        let state = self.states.now_mut();
        self.surroundings.drive(self.time, &state.subsystems, &mut self.inputs);
        self.placed.forget();
        let fitted = crate::fit::fit(&mut self.solver, &mut state.vehicle, &self.inputs, targets)?;
        self.margin = f64::INFINITY;
        self.integrator.restart();
        Ok(fitted)
    }

    /// Closes the loops at the current time. The gaps may be larger than after a step; call this function before the
    /// first step.
    ///
    /// Driven joints are moved from their last positions to the prescribed positions in moves of at most 10 mm or 0.01
    /// rad. The loops are closed after each move, so that the mechanism stays on its branch.
    ///
    /// A state that was set far from closed may close on another branch. In loops whose coordinates are all corrected
    /// together (`wishbone explain` of the vehicle names them), every coordinate may change. So read the state
    /// afterwards.
    ///
    /// # Errors
    /// Returns an error if the loops do not close, a number is not finite, or an open loop has to follow a drive over
    /// more than 1000 m or 1000 rad; then nothing changes.
    pub fn assemble(&mut self) -> Result<Closure, Refused> {
        let (state, inputs) = (self.states.now().clone(), self.inputs.clone());
        let time = self.time;
        self.placed.forget();
        let closure = self.assembled().map_err(|cause| {
            (*self.states.now_mut(), self.inputs) = (state, inputs);
            Refused { time, cause }
        })?;
        self.placed.note(&self.inputs);
        self.integrator.restart();
        self.margin = closure.margin;
        Ok(closure)
    }

    /// Advances by `h` [s], then closes the loops.
    ///
    /// # Errors
    /// Returns an error if the loops do not close, or if the step leads too close to a singular position. Returns an
    /// error if a number is not finite, a subsystem refuses the step, or `h` is not a valid step. State, time and the
    /// memories of integrator and surroundings are then unchanged; [`inputs`](Self::inputs) are the inputs of the last
    /// evaluation. A shorter step may succeed.
    pub fn step(&mut self, h: f64) -> Result<Closure, Refused> {
        let time = self.time + h;
        if !(h > 0.0 && time > self.time && time.is_finite()) {
            let (time, cause) = (self.time, Cause::Step(h));
            return Err(Refused { time, cause });
        }
        let closure = self.attempt(time, h)?;
        self.accept(time, h, &closure)?;
        Ok(closure)
    }

    /// Integrates over a step of `h` that ends at `time`, and closes the loops. The caller has to accept the step or to take it back.
    /// A step that fails is taken back here.
    fn attempt(&mut self, time: f64, h: f64) -> Result<Closure, Refused> {
        let integrated = self.integrate(h).map_err(|found| {
            // No iteration converges with a load that is NaN.
            match finite_inputs(&mut self.inputs, self.solver.description(), self.solver.wheels()) {
                Err(found) => Cause::NotFinite(found),
                Ok(()) => Cause::NotConverged(refused::NotConverged::at(
                    &self.solver,
                    &self.surroundings,
                    self.states.now(),
                    &found,
                    h,
                )),
            }
        });
        integrated.and_then(|()| self.stepped(time)).map_err(|cause| {
            self.take_back();
            Refused { time, cause }
        })
    }

    /// Ends a step that was attempted. Memories change only here. A step that a subsystem refuses is taken back here.
    fn accept(&mut self, time: f64, h: f64, closure: &Closure) -> Result<(), Refused> {
        let (_, end) = self.states.both_mut();
        let tried = self.surroundings.try_step(time, h, &end.subsystems);
        if let Err(held) = tried {
            self.take_back();
            let cause = Cause::Held(held);
            return Err(Refused { time, cause });
        }
        self.time = time;
        self.margin = closure.margin;
        self.placed.note(&self.inputs);
        if self.has_jumped {
            self.integrator.jumped();
        }
        self.states.turn();
        self.surroundings
            .stepped(time, h, &mut self.states.now_mut().subsystems);
        Ok(())
    }

    /// Undoes a step that was attempted.
    fn take_back(&mut self) {
        self.integrator.take_back();
        self.placed.forget();
    }

    /// Lets the integrator make a step from the current state. The kinematics at the beginning of the step are kept from the end of
    /// the last step, unless a drive has been moved since then.
    fn integrate(&mut self, h: f64) -> Result<(), NotConverged> {
        let Self {
            solver,
            surroundings,
            inputs,
            states,
            feedback,
            ..
        } = self;
        let (begin, end) = states.both_mut();
        let mut moving = Moving {
            solver,
            surroundings,
            inputs,
            feedback: *feedback,
            begin: (self.time, begin),
            placed: self.placed.take(),
        };
        self.integrator.advance(&mut moving, self.time, begin, end, h)
    }

    /// Evaluates the vehicle at the current state, and returns the rate of change of its coordinates and speeds.
    ///
    /// After a step the inputs still contain the loads of the integrator's last evaluation, at some point within the
    /// step. This call updates them to the current state.
    pub fn evaluate(&mut self) -> S::State {
        self.rate().vehicle
    }

    /// Rate of change of all states at the current time. The kinematics of the last step are kept, as at the beginning of a step.
    fn rate(&mut self) -> StateOf<S, E> {
        let (time, state) = (self.time, self.states.now());
        let mut moving = Moving {
            solver: &mut self.solver,
            surroundings: &mut self.surroundings,
            inputs: &mut self.inputs,
            feedback: None,
            begin: (time, state),
            placed: self.placed.take(),
        };
        let mut rate = StateOf::<S, E>::zero();
        moving.rate(time, state, &mut rate);
        self.placed.note(&self.inputs);
        rate
    }

    /// Writes the slopes of the rate of change with respect to the numbers of the state at the current time: row, column, slope.
    /// Entries that are written several times add up. The slopes of the vehicle and of tyres with formulas are exact. The slopes of
    /// other subsystems are central differences of the subsystems alone. Returns false, and writes nothing, if the solver has no
    /// derivatives, or if a feedback closes the loops.
    pub fn slopes(&mut self, tell: &mut dyn FnMut(usize, usize, f64)) -> bool {
        let (time, state) = (self.time, self.states.now());
        let mut moving = Moving {
            solver: &mut self.solver,
            surroundings: &mut self.surroundings,
            inputs: &mut self.inputs,
            feedback: self.feedback,
            begin: (time, state),
            placed: None,
        };
        self.placed.forget();
        let mut rate = Vector::zero();
        moving.rate(time, state, &mut rate);
        let is_told = moving.slopes(time, state, tell);
        if is_told {
            moving.other_slopes(time, state, tell);
        }
        is_told
    }

    /// Writes the slopes of the rate of change with respect to a number of the surroundings: row, slope. `set` adds its argument
    /// to the present value of the number. The slopes are central differences of the subsystems alone, with the given step.
    /// Returns false, and writes nothing, if the solver has no derivatives.
    pub fn slopes_by(&mut self, step: f64, set: &mut dyn FnMut(&mut E, f64), tell: &mut dyn FnMut(usize, f64)) -> bool {
        let now = (self.time, self.states.now());
        self.placed.forget();
        others::by_number(
            (&mut self.solver, &mut self.surroundings, &mut self.inputs),
            now,
            (step, set),
            tell,
        )
    }

    /// Writes the distance of the current state from each kink of the subsystems ([`Subsystem::kinks`]).
    pub fn kinks(&mut self, tell: &mut dyn FnMut(Quantity)) {
        self.surroundings
            .drive(self.time, &self.states.now().subsystems, &mut self.inputs);
        self.solver.kinematics(&self.states.now().vehicle, &self.inputs);
        self.placed.note(&self.inputs);
        let now = Now::with_controls(&self.solver, &self.surroundings, self.time, self.states.now());
        self.surroundings.kinks(&now, tell);
    }

    /// Calls `find` with solver, surroundings, inputs, time [s] and state, for an evaluation at the current state, and returns its
    /// result.
    pub fn at_present<T>(&mut self, find: impl FnOnce(&mut S, &mut E, &mut S::Inputs, f64, &StateOf<S, E>) -> T) -> T {
        let found = find(
            &mut self.solver,
            &mut self.surroundings,
            &mut self.inputs,
            self.time,
            self.states.now(),
        );
        self.placed.forget();
        found
    }

    /// Kinetic, gravity and elastic energy at the current state.
    pub fn energy(&mut self) -> Energy {
        self.evaluate();
        self.solver.energy(&self.states.now().vehicle, &self.inputs)
    }

    /// Named outputs at the current state, including reactions and accelerations.
    pub fn outputs(&mut self) -> &[f64] {
        let rate = self.evaluate();
        self.outputs_at(&rate)
    }

    /// Named outputs without an evaluation, for the rate that [`evaluate`](Self::evaluate) has just returned.
    pub fn outputs_at(&mut self, rate: &S::State) -> &[f64] {
        self.solver.outputs(&self.states.now().vehicle, &self.inputs, rate)
    }

    /// Motion of the bodies at the current state, including accelerations.
    pub fn bodies(&mut self) -> &[BodyMotion] {
        let rate = self.evaluate();
        self.bodies_at(&rate)
    }

    /// Motion of the bodies without an evaluation, for the rate that [`evaluate`](Self::evaluate) has just returned.
    pub fn bodies_at(&mut self, rate: &S::State) -> &[BodyMotion] {
        self.solver.bodies(&self.states.now().vehicle, &self.inputs, rate)
    }

    /// Closes the loops at `time`, after a step of the integrator; with a feedback, checks the remaining gaps instead.
    fn stepped(&mut self, time: f64) -> Result<Closure, Cause> {
        let (_, end) = self.states.both_mut();
        self.surroundings.drive(time, &end.subsystems, &mut self.inputs);
        finite_inputs(&mut self.inputs, self.solver.description(), self.solver.wheels()).map_err(Cause::NotFinite)?;
        self.has_jumped = self.push(time);
        let (_, end) = self.states.both_mut();
        let (closed, tolerance) = match self.feedback {
            Some(feedback) => (
                feedback.judge(&mut self.solver, &end.vehicle, &self.inputs),
                feedback.tolerance,
            ),
            None => (
                self.solver.close(&mut end.vehicle, &self.inputs, &self.projection),
                self.projection.tolerance,
            ),
        };
        // Finite numbers are checked before the closure, because loops with NaN do not close.
        finite_state(&end.vehicle, self.solver.description()).map_err(Cause::NotFinite)?;
        finite_subsystem(&self.surroundings, &end.subsystems).map_err(Cause::NotFinite)?;
        let closure = closed.map_err(Cause::NotClosed)?;
        match closure.is_resolved(self.margin) {
            true => Ok(closure),
            false => Err(Cause::NotClosed(NotClosed::near(&closure, tolerance))),
        }
    }

    /// Closes the loops at the current time, starting from the last positions of the drives.
    fn assembled(&mut self) -> Result<Closure, Cause> {
        let mut from = self.inputs.clone();
        let state = self.states.now();
        self.surroundings.drive(self.time, &state.subsystems, &mut self.inputs);
        finite_inputs(&mut self.inputs, self.solver.description(), self.solver.wheels()).map_err(Cause::NotFinite)?;
        finite_state(&state.vehicle, self.solver.description()).map_err(Cause::NotFinite)?;
        self.follow(from.drives())?;
        self.closed()
    }

    /// Moves the drives from their last to their current positions, with the loops closed after each move; speeds are
    /// not changed. Does nothing if the loops are nearly closed already.
    fn follow(&mut self, from: &[Drive]) -> Result<(), Cause> {
        if self
            .solver
            .correct_position(&mut self.states.now().vehicle.clone(), &self.inputs)
            .size
            <= MOVE
        {
            return Ok(());
        }
        let mut target = self.inputs.clone();
        let moves = moves(from, target.drives(), self.solver.description()).map_err(Cause::TooFar)?;
        let speeds = self.states.now().vehicle.clone();
        for k in 1..moves {
            let part = k as f64 / moves as f64;
            let on_the_way = self.inputs.drives().iter_mut().zip(from).zip(target.drives());
            for ((drive, from), to) in on_the_way {
                drive.position = from.position + part * (to.position - from.position);
            }
            let _ = self.closed()?;
        }
        let vehicle = &mut self.states.now_mut().vehicle;
        vehicle.speeds_mut().copy_from_slice(speeds.speeds());
        self.inputs = target;
        Ok(())
    }

    fn closed(&mut self) -> Result<Closure, Cause> {
        let vehicle = &mut self.states.now_mut().vehicle;
        let closed = self.solver.close(vehicle, &self.inputs, &Projection::ASSEMBLY);
        let closure = closed.map_err(Cause::NotClosed)?;
        finite_state(vehicle, self.solver.description()).map_err(Cause::NotFinite)?;
        Ok(closure)
    }
}

/// Largest single move of a drive during an assembly [m, or rad].
const MOVE: f64 = 0.01;

/// Longest way of a drive during an assembly [m, or rad]. It limits the number of moves, because the loops have to be
/// closed after each move.
const FARTHEST: f64 = 1000.0;

/// Number of moves that take the drives from one position to another.
///
/// # Errors
/// The drive with the longest way, if this is longer than [`FARTHEST`].
fn moves(from: &[Drive], to: &[Drive], of: &Description) -> Result<usize, TooFar> {
    let ways = from.iter().zip(to).map(|(from, to)| abs(to.position - from.position));
    let mut farthest = (0, 0.0);
    for (drive, way) in ways.enumerate() {
        if way > farthest.1 {
            farthest = (drive, way);
        }
    }
    let (drive, way) = farthest;
    match way <= FARTHEST {
        true => Ok(1 + (way / MOVE) as usize),
        false => Err(TooFar {
            // A hand-written solver may have fewer names than drives.
            name: of.drives.get(drive).copied().unwrap_or("(unnamed)"),
            way,
            most: FARTHEST,
        }),
    }
}
