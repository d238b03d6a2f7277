//! Several vehicles of one kind, their surroundings and an integrator, advanced together.

use super::{BatchSolver, InLanes, LANES, rate};
use crate::integrate::Integrator;
use crate::ports::WheelMotion;
use crate::refused::{Cause, Refused, finite_inputs, finite_state};
use crate::solver::Solver;
use crate::stabilise::{Closure, NotClosed, Projection};
use crate::surroundings::Surroundings;

/// A running simulation of [`LANES`] vehicles; corresponds to [`Simulation`](crate::simulation::Simulation) for one.
///
/// Every vehicle has its own surroundings, which are those of a single vehicle; time and step are common. Loops are
/// closed by [`Projection::ONCE`]. A vehicle with a refused step stops: it stays in the state before that step, and the
/// others continue. `W` is the largest number of wheels of a vehicle.
#[derive(Clone, Debug)]
pub struct BatchSimulation<B: BatchSolver, E, I, const W: usize> {
    /// The compiled vehicles.
    pub batch: B,
    /// Surroundings of each vehicle.
    pub surroundings: [E; LANES],
    /// Inputs at the last evaluation.
    pub inputs: B::Inputs,
    integrator: I,
    state: B::State,
    time: f64,
    vehicles: [Vehicle; LANES],
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
    E: Surroundings<B::Single>,
    I: Integrator<B::State>,
{
    /// Starts all vehicles at the design position, at rest, at time zero.
    pub fn new(batch: B, surroundings: [E; LANES], integrator: I) -> Self {
        let mut state = crate::state::StateVector::zero();
        for lane in 0..LANES {
            InLanes::set_lane(&mut state, lane, &B::Single::design_state());
        }
        Self {
            batch,
            surroundings,
            inputs: B::Inputs::default(),
            integrator,
            state,
            time: 0.0,
            vehicles: [RUNNING; LANES],
        }
    }

    /// Coordinates and speeds of all vehicles.
    pub fn state(&self) -> &B::State {
        &self.state
    }

    /// Time [s].
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Sets the state of one vehicle, with its loops closed; a stopped vehicle runs again. The integrator is restarted.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn set_state(&mut self, lane: usize, state: &<B::Single as Solver>::State) {
        self.vehicles[lane] = RUNNING;
        self.state.set_lane(lane, state);
        self.integrator.restart();
    }

    /// Advances all vehicles by `h` [s], then closes the loops, and returns the result for each vehicle. A stopped
    /// vehicle returns the reason every time.
    ///
    /// # Errors
    /// If `h` is not a valid step; then nothing changes.
    pub fn step(&mut self, h: f64) -> Result<[Result<Closure, Refused>; LANES], Refused> {
        let time = self.time + h;
        if !(h > 0.0 && time > self.time && time.is_finite()) {
            let (time, cause) = (self.time, Cause::Step(h));
            return Err(Refused { time, cause });
        }
        let (before, inputs_before) = (self.state.clone(), self.inputs.clone());
        self.advance(h);
        let finite = self.act(time);
        let closures = self.batch.close(&mut self.state, &self.inputs);
        self.time = time;
        Ok(core::array::from_fn(|lane| {
            let gone = match self.vehicles[lane].stopped {
                Some(refused) => Err(refused),
                None => finite[lane].and_then(|()| self.judged(lane, closures[lane])),
            };
            match gone {
                Ok(closure) => {
                    self.vehicles[lane].margin = closure.margin;
                    self.surroundings[lane].stepped(time, h);
                }
                Err(refused) => {
                    self.vehicles[lane].stopped = Some(refused);
                    self.state.set_lane(lane, &before.lane(lane));
                    self.inputs.set_lane(lane, &inputs_before.lane(lane));
                }
            }
            gone
        }))
    }

    fn advance(&mut self, h: f64) {
        let Self {
            batch,
            surroundings,
            inputs,
            ..
        } = self;
        self.integrator.step(
            |time, state| rate::<B, E, W>(batch, surroundings, inputs, time, state),
            self.time,
            &mut self.state,
            h,
        );
    }

    /// Writes the drives at that time; returns for each vehicle whether its inputs are finite.
    fn act(&mut self, time: f64) -> [Result<(), Refused>; LANES] {
        core::array::from_fn(|lane| {
            let mut inputs = self.inputs.lane(lane);
            self.surroundings[lane].drive(time, &mut inputs);
            self.inputs.set_lane(lane, &inputs);
            let checked = finite_inputs::<B::Single>(&mut inputs);
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
        let finite = finite_state::<B::Single>(&self.state.lane(lane)).map_err(Cause::NotFinite);
        let judged = finite.and_then(|()| resolved.map_err(Cause::NotClosed));
        judged.map_err(|cause| Refused { time: self.time, cause })
    }

    /// Evaluates all vehicles at the current state.
    ///
    /// After a step the batch still holds the last evaluation of the integrator. This call updates its wheels and
    /// inputs to the current state.
    pub fn evaluate(&mut self) -> B::State {
        rate::<B, E, W>(
            &mut self.batch,
            &mut self.surroundings,
            &mut self.inputs,
            self.time,
            &self.state,
        )
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
