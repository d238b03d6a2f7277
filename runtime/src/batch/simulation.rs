//! Several vehicles of one kind, their surroundings and an integrator, advanced together.

use super::aligned::Aligned;
use super::inputs::Acting;
use super::moving::Moving;
use super::{BatchPorts, BatchSolver, Driven, InLanes, InputsOf, LANES, StatesOf};
use crate::integrate::{Equation, Integrator};
use crate::ports::WheelMotion;
use crate::refused::{self, Cause, NotFinite, Refused, finite_inputs, finite_state, finite_subsystem};
use crate::simulation::Turns;
use crate::solver::Solver;
use crate::stabilise::{Closure, NotClosed, Projection};
use crate::state::{StateVector, Vector, Whole};
use crate::subsystem::{Subsystem, belonging};

/// A running simulation of [`LANES`] vehicles; corresponds to [`Simulation`](crate::simulation::Simulation) for one.
///
/// Every vehicle has its own subsystems, of the types for a single vehicle; time and step are common. Loops are closed
/// by [`Projection::ONCE`]. A vehicle with a refused step stops: it stays in the state before that step, and all other
/// vehicles continue. An implicit integrator solves one system for all vehicles, so a rate that is NaN stops all of
/// them. `W` is the largest number of wheels of a vehicle.
#[derive(Clone, Debug)]
pub struct BatchSimulation<B: BatchSolver, E: Subsystem<B::Single>, I, const W: usize> {
    /// The solver. Its bodies are at the positions of the current states if `placed` is set.
    batch: B,
    /// Subsystems of each vehicle.
    surroundings: [E; LANES],
    /// Whether the subsystems can be loaded side by side; `None` until they are prepared.
    in_lanes: Option<bool>,
    /// Inputs of each vehicle at the last evaluation.
    inputs: Acting<B>,
    integrator: Aligned<I>,
    states: Turns<Whole<B::State, [E::State; LANES]>>,
    time: f64,
    vehicles: [Vehicle; LANES],
    /// Prescribed motions at the last kinematics, if they belong to the states.
    placed: Option<Driven<B>>,
}

/// Status of one vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Vehicle {
    /// Smallest margin of the last closing; infinite if there was none.
    margin: f64,
    stopped: Option<Refused>,
}

const RUNNING: Vehicle = Vehicle {
    margin: f64::INFINITY,
    stopped: None,
};

impl<B, E, I, const W: usize> BatchSimulation<B, E, I, W>
where
    B: BatchSolver,
    E: Subsystem<B::Single>,
    I: Integrator<StatesOf<B, E>>,
{
    /// Starts all vehicles at the design position, at rest, at time zero, with the subsystems' states at their start.
    ///
    /// # Panics
    /// Panics if a vehicle has more than `W` wheels, or if equipment was declared for a vehicle with other parts
    /// ([`belonging`]).
    pub fn new(batch: B, surroundings: [E; LANES], integrator: I) -> Self {
        let count = batch.single().description().wheels.len();
        assert!(
            count <= W,
            "a vehicle of the batch has {count} wheels, and its type has room for {W}: write `BatchSimulation::<_, _, _, {count}>`"
        );
        let mut vehicle = B::State::zero();
        for lane in 0..LANES {
            vehicle.set_lane(lane, &batch.single().design_state());
        }
        let subsystems = core::array::from_fn(|lane| surroundings[lane].initial());
        Self {
            surroundings: surroundings.map(|own| belonging(batch.single(), own)),
            in_lanes: None,
            inputs: Acting::none(&batch),
            batch,
            integrator: Aligned(integrator),
            states: Turns::new(Whole { vehicle, subsystems }),
            time: 0.0,
            vehicles: [RUNNING; LANES],
            placed: None,
        }
    }

    /// The compiled vehicles.
    pub fn batch(&self) -> &B {
        &self.batch
    }

    /// The compiled vehicles, so that the caller can change their parameters, or the level of the instruction set.
    pub fn batch_mut(&mut self) -> &mut B {
        self.placed = None;
        &mut self.batch
    }

    /// Subsystems of each vehicle.
    pub fn surroundings(&self) -> &[E; LANES] {
        &self.surroundings
    }

    /// Subsystems of each vehicle, to be changed.
    pub fn surroundings_mut(&mut self) -> &mut [E; LANES] {
        self.in_lanes = None;
        &mut self.surroundings
    }

    /// Inputs of one vehicle at the last evaluation.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn inputs(&self, lane: usize) -> InputsOf<B::Single> {
        self.inputs.lanes().lane(lane)
    }

    /// Sets the inputs of one vehicle. Subsystems overwrite the inputs for which they are responsible.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn set_inputs(&mut self, lane: usize, inputs: &InputsOf<B::Single>) {
        self.inputs.set(lane, inputs);
    }

    /// Coordinates and speeds of all vehicles.
    pub fn state(&self) -> &B::State {
        &self.states.now().vehicle
    }

    /// Continuous states of the subsystems of each vehicle.
    pub fn subsystems(&self) -> &[E::State; LANES] {
        &self.states.now().subsystems
    }

    /// Time [s].
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Sets the state of one vehicle, with its loops closed; a stopped vehicle runs again. Its subsystems keep their states.
    /// The integrator is restarted.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn set_state(&mut self, lane: usize, state: &<B::Single as Solver>::State) {
        self.vehicles[lane] = RUNNING;
        self.states.now_mut().vehicle.set_lane(lane, state);
        self.placed = None;
        self.integrator.restart();
    }

    /// Advances all vehicles by `h` [s], then closes the loops, and returns the result for each vehicle. A stopped vehicle returns
    /// the reason of its stop every time.
    ///
    /// # Errors
    /// Returns an error if `h` is not a valid step, or if the integrator iterates and does not converge; then nothing
    /// changes.
    pub fn step(&mut self, h: f64) -> Result<[Result<Closure, Refused>; LANES], Refused> {
        let time = self.time + h;
        if !(h > 0.0 && time > self.time && time.is_finite()) {
            let (time, cause) = (self.time, Cause::Step(h));
            return Err(Refused { time, cause });
        }
        self.prepare();
        self.advance(h).map_err(|cause| Refused { time, cause })?;
        let next = self.states.next();
        self.inputs.drive(&mut self.surroundings, &next.subsystems, time);
        // Before the loops are closed: the loads were found under this motion of the wheels.
        let unfit = self.unfit_inputs();
        self.push(time);
        let (_, end) = self.states.both_mut();
        let closures = self.batch.close(&mut end.vehicle, self.inputs.lanes());
        let is_finite = end.is_finite();
        self.placed = Some(self.inputs.driven());
        self.time = time;
        let gone = core::array::from_fn(|lane| {
            let unfit = unfit.as_ref().and_then(|each| each[lane]);
            self.gone(lane, h, &closures[lane], (unfit, is_finite))
        });
        for (lane, gone) in gone.iter().enumerate() {
            if let Err(refused) = gone {
                self.vehicles[lane].stopped = Some(*refused);
                let (begin, end) = self.states.both_mut();
                end.vehicle.set_lane(lane, &begin.vehicle.lane(lane));
                end.subsystems[lane].clone_from(&begin.subsystems[lane]);
            }
        }
        self.states.turn();
        Ok(gone)
    }

    /// Changes the speeds of the vehicles whose drives jump in the step that ends at `time`, as [`Simulation`](crate::simulation::Simulation) does
    /// (`simulation/impulse.rs`).
    fn push(&mut self, time: f64) {
        let has_jumped = self.surroundings.each_ref().map(|own| {
            let mut jumps = false;
            own.jumps(self.time, time, &mut |_, jump| jumps |= jump != 0.0);
            jumps
        });
        if has_jumped.contains(&true) {
            self.push_by_jumps(time, has_jumped);
            self.integrator.jumped();
        }
    }

    #[cold]
    #[inline(never)]
    fn push_by_jumps(&mut self, time: f64, has_jumped: [bool; LANES]) {
        let (_, end) = self.states.both_mut();
        self.batch.kinematics(&end.vehicle, self.inputs.lanes());
        let before = self.batch.accelerations(self.inputs.lanes()).clone();
        self.inputs.add_jumps(&self.surroundings, [self.time, time]);
        self.batch.kinematics(&end.vehicle, self.inputs.lanes());
        let after = self.batch.accelerations(self.inputs.lanes()).clone();
        for lane in (0..LANES).filter(|lane| has_jumped[*lane]) {
            let [mut vehicle, before, after] = [&end.vehicle, &before, &after].map(|all| all.lane(lane));
            let rates = after.speeds().iter().zip(before.speeds());
            for (speed, (after, before)) in vehicle.speeds_mut().iter_mut().zip(rates) {
                *speed += after - before;
            }
            end.vehicle.set_lane(lane, &vehicle);
        }
        self.inputs.drive(&mut self.surroundings, &end.subsystems, time);
    }

    /// Ends the step of one vehicle, or says why it is refused.
    #[inline]
    fn gone(
        &mut self,
        lane: usize,
        h: f64,
        closed: &Result<Closure, NotClosed>,
        found: (Option<NotFinite>, bool),
    ) -> Result<Closure, Refused> {
        if let Some(refused) = self.vehicles[lane].stopped {
            return Err(refused);
        }
        let time = self.time;
        let closure = self
            .judged(lane, closed, found)
            .map_err(|cause| Refused { time, cause })?;
        let end = self.states.next();
        let tried = self.surroundings[lane].try_step(time, h, &end.subsystems[lane]);
        tried.map_err(|held| Refused {
            time,
            cause: Cause::Held(held),
        })?;
        self.vehicles[lane].margin = closure.margin;
        let (_, end) = self.states.both_mut();
        self.surroundings[lane].stepped(time, h, &mut end.subsystems[lane]);
        Ok(closure)
    }

    /// Lets the integrator make a step from the current states. The kinematics at the beginning of a step are the
    /// kinematics at the end of the last step, unless a drive has been moved in between.
    fn advance(&mut self, h: f64) -> Result<(), Cause> {
        let Self {
            batch,
            surroundings,
            inputs,
            states,
            ..
        } = self;
        let (begin, end) = states.both_mut();
        let mut moving = Moving::<_, _, W> {
            batch,
            surroundings,
            inputs,
            begin: (self.time, begin),
            in_lanes: self.in_lanes == Some(true),
            placed: self.placed.take(),
        };
        let integrated = self.integrator.advance(&mut moving, self.time, begin, end, h);
        integrated.map_err(|found| {
            self.integrator.take_back();
            let names = self.batch.single().description();
            Cause::NotConverged(refused::NotConverged::in_batch(names, LANES, &found, h))
        })
    }

    /// Checks the end of the step of one vehicle. One of the inputs may be known to be not finite; all states are
    /// finite.
    #[inline]
    fn judged(
        &mut self,
        lane: usize,
        closed: &Result<Closure, NotClosed>,
        (unfit, is_finite): (Option<NotFinite>, bool),
    ) -> Result<Closure, Cause> {
        if let Some(found) = unfit {
            return Err(Cause::NotFinite(found));
        }
        if !is_finite {
            self.finite_states(lane).map_err(Cause::NotFinite)?;
        }
        match closed {
            Ok(closure) if closure.is_resolved(self.vehicles[lane].margin) => Ok(*closure),
            Ok(closure) => Err(Cause::NotClosed(NotClosed::near(closure, Projection::ONCE.tolerance))),
            Err(open) => Err(Cause::NotClosed(*open)),
        }
    }

    /// The inputs that are not finite, by vehicle. One sum checks all inputs. Only if it is not finite, each vehicle is checked.
    #[inline]
    fn unfit_inputs(&self) -> Option<[Option<NotFinite>; LANES]> {
        (!self.inputs.lanes().has_finite_sum()).then(|| self.unfit_inputs_of_each())
    }

    #[cold]
    #[inline(never)]
    fn unfit_inputs_of_each(&self) -> [Option<NotFinite>; LANES] {
        let names = self.batch.single().description();
        core::array::from_fn(|lane| {
            let wheels = self.wheels(lane);
            let known = wheels.get(..self.batch.wheels().len()).unwrap_or_default();
            finite_inputs(&mut self.inputs(lane), names, known).err()
        })
    }

    /// Checks that the states of one vehicle are finite.
    #[cold]
    #[inline(never)]
    fn finite_states(&self, lane: usize) -> Result<(), NotFinite> {
        let (names, end) = (self.batch.single().description(), self.states.next());
        finite_state(&end.vehicle.lane(lane), names)?;
        finite_subsystem(&self.surroundings[lane], &end.subsystems[lane])
    }

    /// Prepares the subsystems if they are new, or may have been changed.
    #[inline]
    fn prepare(&mut self) {
        if self.in_lanes.is_none() {
            self.in_lanes = Some(E::prepare_lanes(self.surroundings.each_mut()));
        }
    }

    /// Evaluates all vehicles at the current state, and returns the rates of change of their coordinates and speeds.
    ///
    /// After a step the inputs still contain the loads of the integrator's last evaluation. This call updates them to
    /// the current state.
    pub fn evaluate(&mut self) -> B::State {
        self.prepare();
        let state = self.states.now();
        let mut rate = Whole::zero();
        let mut moving = Moving::<_, _, W> {
            batch: &mut self.batch,
            surroundings: &mut self.surroundings,
            inputs: &mut self.inputs,
            begin: (self.time, state),
            in_lanes: self.in_lanes == Some(true),
            placed: None,
        };
        moving.rate(self.time, state, &mut rate);
        self.placed = Some(self.inputs.driven());
        rate.vehicle
    }

    /// Motion of the wheels of one vehicle at the last evaluation: `W` entries. Entries beyond the vehicle's wheels are at rest.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn wheels(&self, lane: usize) -> [WheelMotion; W] {
        let mut wheels = [WheelMotion::ZERO; W];
        for (wheel, all) in wheels.iter_mut().zip(self.batch.wheels()) {
            *wheel = all.lane(lane);
        }
        wheels
    }
}
