//! Several vehicles of one kind, their surroundings and an integrator, advanced together.

use super::moving::Moving;
use super::{BatchPorts, BatchSolver, Driven, Each, InLanes, LANES, StatesOf, drive};
use crate::integrate::{Equation, Integrator};
use crate::ports::{InputPorts, WheelMotion};
use crate::refused::{self, Cause, Refused, finite_inputs, finite_state, finite_subsystem};
use crate::simulation::Turns;
use crate::solver::Solver;
use crate::stabilise::{Closure, NotClosed, Projection};
use crate::state::{Vector, Whole};
use crate::subsystem::Subsystem;

/// A running simulation of [`LANES`] vehicles; corresponds to [`Simulation`](crate::simulation::Simulation) for one.
///
/// Every vehicle has its own subsystems, of the types for a single vehicle; time and step are common. Loops are
/// closed by [`Projection::ONCE`]. A vehicle with a refused step stops: it stays in the state before that step, and the
/// others continue. `W` is the largest number of wheels of a vehicle.
#[derive(Clone, Debug)]
pub struct BatchSimulation<B: BatchSolver, E: Subsystem<B::Single>, I, const W: usize> {
    /// The solver. Its bodies are at the positions of the current states if `placed` is set.
    batch: B,
    /// Subsystems of each vehicle.
    pub surroundings: [E; LANES],
    /// Inputs of each vehicle at the last evaluation.
    pub inputs: Each<B>,
    /// The same side by side.
    lanes: B::Inputs,
    /// The wheels of each vehicle at the last evaluation; those that it does not have are at rest.
    wheels: [[WheelMotion; W]; LANES],
    integrator: I,
    states: Turns<Whole<B::State, [E::State; LANES]>>,
    time: f64,
    vehicles: [Vehicle; LANES],
    /// Prescribed motions at the last kinematics, if these are those of the states.
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
    pub fn new(batch: B, surroundings: [E; LANES], integrator: I) -> Self {
        let mut vehicle = B::State::zero();
        for lane in 0..LANES {
            vehicle.set_lane(lane, &batch.single().design_state());
        }
        let subsystems = core::array::from_fn(|lane| surroundings[lane].initial());
        Self {
            surroundings,
            inputs: core::array::from_fn(|_| batch.single().no_inputs()),
            batch,
            lanes: B::Inputs::default(),
            wheels: [[WheelMotion::ZERO; W]; LANES],
            integrator,
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

    /// The compiled vehicles, to be changed: their parameters, or the level of the instruction set.
    pub fn batch_mut(&mut self) -> &mut B {
        self.placed = None;
        &mut self.batch
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
    /// If `h` is not a valid step, or the integrator iterates and does not converge; then nothing changes.
    pub fn step(&mut self, h: f64) -> Result<[Result<Closure, Refused>; LANES], Refused> {
        let time = self.time + h;
        if !(h > 0.0 && time > self.time && time.is_finite()) {
            let (time, cause) = (self.time, Cause::Step(h));
            return Err(Refused { time, cause });
        }
        let inputs_before = self.inputs.clone();
        self.advance(h).map_err(|cause| Refused { time, cause })?;
        let next = self.states.next();
        drive::<B, E>(&mut self.surroundings, &next.subsystems, &mut self.inputs, time);
        self.lanes.set_drives(&self.inputs);
        let (_, end) = self.states.both_mut();
        let closures = self.batch.close(&mut end.vehicle, &self.lanes);
        let all_finite = end.vehicle.is_finite();
        self.placed = Some(self.inputs.each_ref().map(InputPorts::driven));
        self.time = time;
        let gone = core::array::from_fn(|lane| self.gone(lane, h, &closures[lane], all_finite));
        for (lane, gone) in gone.iter().enumerate() {
            if let Err(refused) = gone {
                self.vehicles[lane].stopped = Some(*refused);
                let (begin, end) = self.states.both_mut();
                end.vehicle.set_lane(lane, &begin.vehicle.lane(lane));
                end.subsystems[lane].clone_from(&begin.subsystems[lane]);
                self.inputs[lane].clone_from(&inputs_before[lane]);
            }
        }
        self.states.turn();
        Ok(gone)
    }

    /// Ends the step of one vehicle, or tells why it is refused.
    #[inline]
    fn gone(
        &mut self,
        lane: usize,
        h: f64,
        closed: &Result<Closure, NotClosed>,
        all_finite: bool,
    ) -> Result<Closure, Refused> {
        if let Some(refused) = self.vehicles[lane].stopped {
            return Err(refused);
        }
        let time = self.time;
        let closure = self
            .judged(lane, closed, all_finite)
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

    /// Lets the integrator make a step from the current states. The kinematics at their beginning are those at the end of the
    /// last step, unless a drive has been moved since.
    fn advance(&mut self, h: f64) -> Result<(), Cause> {
        let Self {
            batch,
            surroundings,
            inputs,
            lanes,
            wheels,
            states,
            ..
        } = self;
        let (begin, end) = states.both_mut();
        let mut moving = Moving::<_, _, W> {
            batch,
            surroundings,
            inputs,
            lanes,
            wheels,
            begin: (self.time, begin),
            placed: self.placed.take(),
        };
        let integrated = self.integrator.advance(&mut moving, self.time, begin, end, h);
        integrated.map_err(|found| {
            self.integrator.take_back();
            let names = self.batch.single().description();
            Cause::NotConverged(refused::NotConverged::in_batch(names, LANES, &found, h))
        })
    }

    /// Judges the end of the step of one vehicle. The numbers of all vehicles may be known to be finite.
    #[inline]
    fn judged(&mut self, lane: usize, closed: &Result<Closure, NotClosed>, all_finite: bool) -> Result<Closure, Cause> {
        let names = self.batch.single().description();
        finite_inputs(&mut self.inputs[lane], names, &[]).map_err(Cause::NotFinite)?;
        let end = self.states.next();
        if !all_finite {
            finite_state(&end.vehicle.lane(lane), names).map_err(Cause::NotFinite)?;
        }
        finite_subsystem(&self.surroundings[lane], &end.subsystems[lane]).map_err(Cause::NotFinite)?;
        match closed {
            Ok(closure) if closure.is_resolved(self.vehicles[lane].margin) => Ok(*closure),
            Ok(closure) => Err(Cause::NotClosed(NotClosed::near(closure, Projection::ONCE.tolerance))),
            Err(open) => Err(Cause::NotClosed(*open)),
        }
    }

    /// Evaluates all vehicles at the current state, and returns the rates of change of their coordinates and speeds.
    ///
    /// After a step the inputs still hold the loads of the last evaluation of the integrator. This call updates them to
    /// the current state.
    pub fn evaluate(&mut self) -> B::State {
        let state = self.states.now();
        let mut rate = Whole::zero();
        let mut moving = Moving::<_, _, W> {
            batch: &mut self.batch,
            surroundings: &mut self.surroundings,
            inputs: &mut self.inputs,
            lanes: &mut self.lanes,
            wheels: &mut self.wheels,
            begin: (self.time, state),
            placed: None,
        };
        moving.rate(self.time, state, &mut rate);
        self.placed = Some(self.inputs.each_ref().map(InputPorts::driven));
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
