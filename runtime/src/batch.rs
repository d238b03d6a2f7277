//! Many vehicles of one kind at once, each with its own state, inputs and parameters.
//!
//! A vehicle that is declared with `batch: accept` has a second solver beside its own, which takes [`LANES`] of them in
//! the lanes of one register, or of two: for parameter sweeps, Monte Carlo runs, finite differences and predictive
//! controllers. Each lane gives what the single solver gives at the same level, to the last bit.
//!
//! All numbers stand side by side by lane: the state of eight vehicles is a [`State`] of arrays. Integrators take it as
//! it is.

use crate::level::Level;
use crate::ports::{Drive, Inputs, WheelLoad, WheelMotion};
use crate::solver::Solver;
use crate::stabilise::Projection;
use crate::state::{State, StateVector};
use crate::surroundings::Surroundings;

/// Vehicles in a batch.
pub const LANES: usize = 8;

/// A number of each vehicle.
pub type Lanes = [f64; LANES];

/// Coordinates and speeds of each vehicle; also their rates.
pub type States<const Q: usize, const V: usize> = State<Q, V, Lanes>;

/// What acts on each vehicle.
pub type BatchInputs<const D: usize, const W: usize, const S: usize = 0> = Inputs<D, W, S, Lanes>;

/// Several vehicles compiled to straight-line code; what [`Solver`] is for one.
pub trait BatchSolver {
    /// The solver of one of them.
    type Single: Solver;
    /// Coordinates and speeds, or their rates.
    type State: StateVector + InLanes<<Self::Single as Solver>::State>;
    /// What acts from outside.
    type Inputs: Default + InLanes<<Self::Single as Solver>::Inputs>;

    /// Position and velocity of everything.
    fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs);

    /// How the wheels move, as of the last `kinematics`.
    fn wheels(&self) -> &[WheelMotion<Lanes>];

    /// The rates of change under the inputs, at the state of the last `kinematics`.
    fn accelerations(&mut self, inputs: &Self::Inputs) -> &Self::State;

    /// As [`Solver::correct_position`], for each vehicle.
    fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Lanes;

    /// As [`Solver::correct_velocity`], for each vehicle.
    fn correct_velocity(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Lanes;

    /// One closing of all vehicles by [`Projection::ONCE`]: the largest residual of each, and the largest rate. Both are
    /// as [`Solver::close`] finds them.
    fn close(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> [Lanes; 2] {
        [
            self.correct_position(state, inputs),
            self.correct_velocity(state, inputs),
        ]
    }

    /// As [`Solver::set_level`]. At the baseline the vehicles are computed one by one.
    fn set_level(&mut self, level: Level);
}

/// Numbers side by side that are those of a `Single` in each lane.
pub trait InLanes<Single> {
    /// What stands in a lane.
    ///
    /// # Panics
    /// If there is no such lane.
    fn lane(&self, lane: usize) -> Single;

    /// Puts something into a lane.
    ///
    /// # Panics
    /// If there is no such lane.
    fn set_lane(&mut self, lane: usize, single: &Single);
}

impl<const Q: usize, const V: usize> InLanes<State<Q, V>> for States<Q, V> {
    fn lane(&self, lane: usize) -> State<Q, V> {
        State {
            q: self.q.map(|numbers| numbers[lane]),
            v: self.v.map(|numbers| numbers[lane]),
        }
    }

    fn set_lane(&mut self, lane: usize, single: &State<Q, V>) {
        set(&mut self.q, lane, &single.q);
        set(&mut self.v, lane, &single.v);
    }
}

impl<const D: usize, const W: usize, const S: usize> InLanes<Inputs<D, W, S>> for BatchInputs<D, W, S> {
    fn lane(&self, lane: usize) -> Inputs<D, W, S> {
        Inputs {
            drives: self.drives.map(|drive| Drive {
                position: drive.position[lane],
                velocity: drive.velocity[lane],
                acceleration: drive.acceleration[lane],
            }),
            wheels: self.wheels.map(|wheel| WheelLoad {
                force: wheel.force.map(|numbers| numbers[lane]),
                moment: wheel.moment.map(|numbers| numbers[lane]),
                drive_torque: wheel.drive_torque[lane],
                brake_torque: wheel.brake_torque[lane],
            }),
            signals: self.signals.map(|numbers| numbers[lane]),
        }
    }

    fn set_lane(&mut self, lane: usize, single: &Inputs<D, W, S>) {
        for (all, one) in self.drives.iter_mut().zip(&single.drives) {
            all.position[lane] = one.position;
            all.velocity[lane] = one.velocity;
            all.acceleration[lane] = one.acceleration;
        }
        for (all, one) in self.wheels.iter_mut().zip(&single.wheels) {
            set(&mut all.force, lane, &one.force);
            set(&mut all.moment, lane, &one.moment);
            all.drive_torque[lane] = one.drive_torque;
            all.brake_torque[lane] = one.brake_torque;
        }
        set(&mut self.signals, lane, &single.signals);
    }
}

impl InLanes<WheelMotion> for WheelMotion<Lanes> {
    fn lane(&self, lane: usize) -> WheelMotion {
        let of = |vector: [Lanes; 3]| vector.map(|numbers| numbers[lane]);
        WheelMotion {
            centre: of(self.centre),
            axis: of(self.axis),
            velocity: of(self.velocity),
            carrier_angular_velocity: of(self.carrier_angular_velocity),
            spin: self.spin[lane],
        }
    }

    fn set_lane(&mut self, lane: usize, single: &WheelMotion) {
        set(&mut self.centre, lane, &single.centre);
        set(&mut self.axis, lane, &single.axis);
        set(&mut self.velocity, lane, &single.velocity);
        set(
            &mut self.carrier_angular_velocity,
            lane,
            &single.carrier_angular_velocity,
        );
        self.spin[lane] = single.spin;
    }
}

fn set(all: &mut [Lanes], lane: usize, single: &[f64]) {
    for (numbers, &number) in all.iter_mut().zip(single) {
        numbers[lane] = number;
    }
}

/// Rates of change of all states at `time` [s]: one evaluation of all vehicles, each in surroundings of its own, which
/// are those of a single vehicle. `W` is how many wheels a vehicle has at most.
///
/// # Panics
/// If a vehicle has more than `W` wheels.
pub fn rate<B: BatchSolver, E: Surroundings<B::Single>, const W: usize>(
    batch: &mut B,
    surroundings: &mut [E; LANES],
    inputs: &mut B::Inputs,
    time: f64,
    state: &B::State,
) -> B::State {
    for (lane, around) in surroundings.iter_mut().enumerate() {
        let mut single = inputs.lane(lane);
        around.drive(time, &mut single);
        inputs.set_lane(lane, &single);
    }
    batch.kinematics(state, inputs);
    let count = batch.wheels().len();
    for (lane, around) in surroundings.iter_mut().enumerate() {
        let mut wheels = [WheelMotion::ZERO; W];
        for (wheel, all) in wheels[..count].iter_mut().zip(batch.wheels()) {
            *wheel = all.lane(lane);
        }
        let mut single = inputs.lane(lane);
        around.load(time, &wheels[..count], &mut single);
        inputs.set_lane(lane, &single);
    }
    batch.accelerations(inputs).clone()
}

/// Wheels at the origin, at rest.
#[doc(hidden)]
pub const AT_REST: WheelMotion<Lanes> = WheelMotion {
    centre: [[0.0; LANES]; 3],
    axis: [[0.0; LANES]; 3],
    velocity: [[0.0; LANES]; 3],
    carrier_angular_velocity: [[0.0; LANES]; 3],
    spin: [0.0; LANES],
};

/// By vehicle: the largest closure residual, or infinity where a margin is gone; what emitted corrections return.
#[doc(hidden)]
pub fn residuals<const R: usize, const M: usize>(residuals: [Lanes; R], margins: [Lanes; M]) -> Lanes {
    core::array::from_fn(|lane| crate::stabilise::residual(residuals.map(|r| r[lane]), margins.map(|m| m[lane])))
}

/// The same of closings: the largest residual, and the largest rate.
#[doc(hidden)]
pub fn gaps<const R: usize, const M: usize>(
    residuals: [Lanes; R],
    rates: [Lanes; R],
    margins: [Lanes; M],
) -> [Lanes; 2] {
    [self::residuals(residuals, margins), self::residuals(rates, margins)]
}

/// [`Solver::correct_position`] of each.
#[doc(hidden)]
pub fn correct_position<B: BatchSolver>(
    singles: &mut [B::Single; LANES],
    state: &mut B::State,
    inputs: &B::Inputs,
) -> Lanes {
    each::<B, f64>(singles, state, inputs, Solver::correct_position)
}

/// [`Solver::correct_velocity`] of each.
#[doc(hidden)]
pub fn correct_velocity<B: BatchSolver>(
    singles: &mut [B::Single; LANES],
    state: &mut B::State,
    inputs: &B::Inputs,
) -> Lanes {
    each::<B, f64>(singles, state, inputs, Solver::correct_velocity)
}

/// [`Solver::close`] of each.
#[doc(hidden)]
pub fn close<B: BatchSolver>(singles: &mut [B::Single; LANES], state: &mut B::State, inputs: &B::Inputs) -> [Lanes; 2] {
    let gaps = each::<B, [f64; 2]>(singles, state, inputs, |single, state, inputs| {
        let closed = single.close(state, inputs, &Projection::ONCE);
        closed.map_or([f64::INFINITY; 2], |closure| [closure.residual, closure.rate])
    });
    [0, 1].map(|k| gaps.map(|both| both[k]))
}

type StateOf<S> = <S as Solver>::State;
type InputsOf<S> = <S as Solver>::Inputs;

fn each<B: BatchSolver, R>(
    singles: &mut [B::Single; LANES],
    state: &mut B::State,
    inputs: &B::Inputs,
    correct: impl Fn(&mut B::Single, &mut StateOf<B::Single>, &InputsOf<B::Single>) -> R,
) -> [R; LANES] {
    core::array::from_fn(|lane| {
        let mut own = state.lane(lane);
        let found = correct(&mut singles[lane], &mut own, &inputs.lane(lane));
        state.set_lane(lane, &own);
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_a_lane_stands_there_alone() {
        let mut states = States::<2, 1>::zero();
        let one = State {
            q: [1.0, 2.0],
            v: [3.0],
        };
        states.set_lane(5, &one);
        assert_eq!(states.lane(5), one);
        assert_eq!(states.lane(4), State::zero());
        assert_eq!(states.coordinates()[LANES + 5], 2.0);

        let mut inputs = BatchInputs::<1, 1, 1>::default();
        let mut single = Inputs::<1, 1, 1>::default();
        (single.drives[0].velocity, single.wheels[0].moment[2], single.signals[0]) = (1.0, 2.0, 3.0);
        inputs.set_lane(0, &single);
        assert_eq!(inputs.lane(0), single);
        assert_eq!(inputs.lane(1), Inputs::default());
    }
}
