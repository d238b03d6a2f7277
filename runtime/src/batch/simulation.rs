//! Several vehicles of one kind, their surroundings and an integrator, advanced together.

use super::{BatchSolver, InLanes, LANES, StatesOf, drive, rate, rate_of_placed};
use crate::integrate::Integrator;
use crate::ports::{InputPorts, WheelMotion};
use crate::refused::{self, Cause, Refused, finite_inputs, finite_state, finite_subsystem};
use crate::simulation::is_same;
use crate::solver::Solver;
use crate::stabilise::{Closure, NotClosed, Projection};
use crate::state::{Vector, Whole};
use crate::subsystem::Subsystem;

/// A running simulation of [`LANES`] vehicles; corresponds to [`Simulation`](crate::simulation::Simulation) for one.
///
/// Every vehicle has its own subsystems, which are those of a single vehicle; time and step are common. Loops are
/// closed by [`Projection::ONCE`]. A vehicle with a refused step stops: it stays in the state before that step, and the
/// others continue. `W` is the largest number of wheels of a vehicle.
#[derive(Clone, Debug)]
pub struct BatchSimulation<B: BatchSolver, E: Subsystem<B::Single>, I, const W: usize> {
    /// Places its bodies where the states say if `placed` is set.
    batch: B,
    /// Subsystems of each vehicle.
    pub surroundings: [E; LANES],
    /// Inputs at the last evaluation.
    pub inputs: B::Inputs,
    integrator: I,
    state: Whole<B::State, [E::State; LANES]>,
    time: f64,
    vehicles: [Vehicle; LANES],
    /// Inputs at the last kinematics, if these are those of the states.
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
        let state = Whole { vehicle, subsystems };
        Self {
            batch,
            surroundings,
            inputs: B::Inputs::default(),
            integrator,
            state,
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
        &self.state.vehicle
    }

    /// Continuous states of the subsystems of each vehicle.
    pub fn subsystems(&self) -> &[E::State; LANES] {
        &self.state.subsystems
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
        self.state.vehicle.set_lane(lane, state);
        self.placed = None;
        self.integrator.restart();
    }

    /// Advances all vehicles by `h` [s], then closes the loops, and returns the result for each vehicle. A stopped
    /// vehicle returns the reason every time.
    ///
    /// # Errors
    /// If `h` is not a valid step, or the integrator iterates and does not converge; then nothing changes.
    pub fn step(&mut self, h: f64) -> Result<[Result<Closure, Refused>; LANES], Refused> {
        let time = self.time + h;
        if !(h > 0.0 && time > self.time && time.is_finite()) {
            let (time, cause) = (self.time, Cause::Step(h));
            return Err(Refused { time, cause });
        }
        let (before, inputs_before) = (self.state.clone(), self.inputs.clone());
        self.advance(&before, h).map_err(|cause| Refused { time, cause })?;
        let finite = self.act(time);
        let closures = self.batch.close(&mut self.state.vehicle, &self.inputs);
        self.placed = Some(self.inputs.clone());
        self.time = time;
        Ok(core::array::from_fn(|lane| {
            let gone = match self.vehicles[lane].stopped {
                Some(refused) => Err(refused),
                None => finite[lane].and_then(|()| self.judged(lane, closures[lane])),
            };
            match gone {
                Ok(closure) => {
                    self.vehicles[lane].margin = closure.margin;
                    self.surroundings[lane].stepped(time, h, &mut self.state.subsystems[lane]);
                }
                Err(refused) => {
                    self.vehicles[lane].stopped = Some(refused);
                    self.state.vehicle.set_lane(lane, &before.vehicle.lane(lane));
                    self.state.subsystems[lane].clone_from(&before.subsystems[lane]);
                    self.inputs.set_lane(lane, &inputs_before.lane(lane));
                }
            }
            gone
        }))
    }

    /// Lets the integrator advance the states. The kinematics at their beginning are those at the end of the last step,
    /// unless a drive has been moved since.
    fn advance(&mut self, before: &StatesOf<B, E>, h: f64) -> Result<(), Cause> {
        let Self {
            batch,
            surroundings,
            inputs,
            ..
        } = self;
        let (begin, mut placed) = (self.time, self.placed.take());
        let integrated = self.integrator.step(
            |time, state| match placed.take() {
                Some(placed) if time == begin && is_same(&state.vehicle, &before.vehicle) => {
                    drive::<B, E>(surroundings, &state.subsystems, inputs, time);
                    if !has_same_drives::<B>(inputs, &placed) {
                        batch.kinematics(&state.vehicle, inputs);
                    }
                    rate_of_placed::<B, E, W>(batch, surroundings, inputs, time, state)
                }
                _ => rate::<B, E, W>(batch, surroundings, inputs, time, state),
            },
            begin,
            &mut self.state,
            h,
        );
        integrated.map_err(|found| {
            self.integrator.take_back();
            self.state.clone_from(before);
            let names = self.batch.single().description();
            Cause::NotConverged(refused::NotConverged::in_batch(names, LANES, &found, h))
        })
    }

    /// Writes the drives at that time; returns for each vehicle whether its inputs are finite.
    fn act(&mut self, time: f64) -> [Result<(), Refused>; LANES] {
        core::array::from_fn(|lane| {
            let mut inputs = self.inputs.lane(lane);
            self.surroundings[lane].drive(time, &self.state.subsystems[lane], &mut inputs);
            self.inputs.set_lane(lane, &inputs);
            let checked = finite_inputs(&mut inputs, self.batch.single().description());
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
        let vehicle = finite_state(&self.state.vehicle.lane(lane), self.batch.single().description());
        let finite = vehicle.and_then(|()| finite_subsystem(&self.surroundings[lane], &self.state.subsystems[lane]));
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
            &self.state,
        );
        self.placed = Some(self.inputs.clone());
        rate.vehicle
    }

    /// Motion of the wheels of one vehicle at the last evaluation: `W` entries; those without a wheel are at rest.
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

/// Whether all vehicles are driven alike by both.
fn has_same_drives<B: BatchSolver>(one: &B::Inputs, other: &B::Inputs) -> bool {
    (0..LANES).all(|lane| one.lane(lane).driven() == other.lane(lane).driven())
}
