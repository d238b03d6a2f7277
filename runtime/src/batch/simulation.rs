//! Several vehicles of one kind, their surroundings and an integrator, advanced together.

use super::moving::Moving;
use super::{BatchSolver, InLanes, LANES, StatesOf, rate};
use crate::integrate::Integrator;
use crate::ports::WheelMotion;
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
    /// Inputs at the last evaluation.
    pub inputs: B::Inputs,
    integrator: I,
    states: Turns<Whole<B::State, [E::State; LANES]>>,
    time: f64,
    vehicles: [Vehicle; LANES],
    /// Inputs at the last kinematics, if that evaluated the current states.
    placed: Option<B::Inputs>,
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
            batch,
            surroundings,
            inputs: B::Inputs::default(),
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
        let finite = self.act(time);
        let (_, end) = self.states.both_mut();
        let closures = self.batch.close(&mut end.vehicle, &self.inputs);
        self.placed = Some(self.inputs.clone());
        self.time = time;
        let gone = core::array::from_fn(|lane| {
            let gone = match self.vehicles[lane].stopped {
                Some(refused) => Err(refused),
                None => finite[lane].and_then(|()| self.judged(lane, closures[lane])),
            };
            match gone {
                Ok(closure) => {
                    self.vehicles[lane].margin = closure.margin;
                    let (_, end) = self.states.both_mut();
                    self.surroundings[lane].stepped(time, h, &mut end.subsystems[lane]);
                }
                Err(refused) => {
                    self.vehicles[lane].stopped = Some(refused);
                    let (begin, end) = self.states.both_mut();
                    end.vehicle.set_lane(lane, &begin.vehicle.lane(lane));
                    end.subsystems[lane].clone_from(&begin.subsystems[lane]);
                    self.inputs.set_lane(lane, &inputs_before.lane(lane));
                }
            }
            gone
        });
        self.states.turn();
        Ok(gone)
    }

    /// Lets the integrator make a step from the current states. The kinematics at the beginning of the step are kept from the end of
    /// the last step, unless a drive has been moved since then.
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
            placed: self.placed.take(),
        };
        let integrated = self.integrator.advance(&mut moving, self.time, begin, end, h);
        integrated.map_err(|found| {
            self.integrator.take_back();
            let names = self.batch.single().description();
            Cause::NotConverged(refused::NotConverged::in_batch(names, LANES, &found, h))
        })
    }

    /// Writes the prescribed motions at `time`; returns for each vehicle whether its inputs are finite.
    fn act(&mut self, time: f64) -> [Result<(), Refused>; LANES] {
        core::array::from_fn(|lane| {
            let mut inputs = self.inputs.lane(lane);
            self.surroundings[lane].drive(time, &self.states.next().subsystems[lane], &mut inputs);
            self.inputs.set_lane(lane, &inputs);
            let checked = finite_inputs(&mut inputs, self.batch.single().description(), &[]);
            checked.map_err(|found| Refused {
                time,
                cause: Cause::NotFinite(found),
            })
        })
    }

    fn judged(&self, lane: usize, closed: Result<Closure, NotClosed>) -> Result<Closure, Refused> {
        let resolved = closed.and_then(|closure| match closure.is_resolved(self.vehicles[lane].margin) {
            true => Ok(closure),
            false => Err(NotClosed::near(&closure, Projection::ONCE.tolerance)),
        });
        let end = self.states.next();
        let vehicle = finite_state(&end.vehicle.lane(lane), self.batch.single().description());
        let finite = vehicle.and_then(|()| finite_subsystem(&self.surroundings[lane], &end.subsystems[lane]));
        let judged = finite
            .map_err(Cause::NotFinite)
            .and_then(|()| resolved.map_err(Cause::NotClosed));
        judged.map_err(|cause| Refused { time: self.time, cause })
    }

    /// Evaluates all vehicles at the current state, and returns the rates of change of their coordinates and speeds.
    ///
    /// After a step the inputs still hold the loads of the last evaluation of the integrator. This call updates them to
    /// the current state.
    pub fn evaluate(&mut self) -> B::State {
        let rate = rate::<B, E, W>(
            &mut self.batch,
            &mut self.surroundings,
            &mut self.inputs,
            self.time,
            self.states.now(),
        );
        self.placed = Some(self.inputs.clone());
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
