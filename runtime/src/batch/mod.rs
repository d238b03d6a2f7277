//! Many vehicles of one kind at once, each with its own state, inputs and parameters.
//!
//! A vehicle that is declared with `batch: accept` has a second solver beside its own, which computes [`LANES`]
//! vehicles in the lanes of registers. It is for parameter sweeps, Monte Carlo runs, finite differences and predictive
//! controllers. Each lane gives the result of the single solver at the batch's level, to the last bit.
//!
//! The numbers of all vehicles are stored side by side: the state of eight vehicles is a [`State`] of arrays. Integrators accept
//! it like any state; [`BatchSimulation`] steps all vehicles together.

mod aligned;
mod inputs;
mod moving;
mod now;
mod simulation;

pub use now::{LANES, Lanes, NowInLanes};
pub use simulation::BatchSimulation;

use crate::level::Level;
use crate::ports::{ContactPoint, Drive, InputPorts, Inputs, MarkerMotion, WheelLoad, WheelMotion};
use crate::solver::Solver;
use crate::stabilise::{Closure, Gap, NotClosed, Places, Projection, RATE_CORRECTIONS};
use crate::state::{State, StateVector, Whole, of_eight};
use crate::subsystem::Subsystem;

/// Result of a correction for each vehicle.
pub type Gaps = [Gap; LANES];

/// Result of closing the loops of each vehicle.
pub type Closures = [Result<Closure, NotClosed>; LANES];

/// Coordinates and speeds of each vehicle, or their rates.
pub type States<const Q: usize, const V: usize> = State<Q, V, Lanes>;

/// External inputs of each vehicle.
pub type BatchInputs<const D: usize, const W: usize, const S: usize = 0> = Inputs<D, W, S, Lanes>;

/// Several vehicles compiled to straight-line code; corresponds to [`Solver`] for one vehicle.
pub trait BatchSolver {
    /// The solver of one vehicle.
    type Single: Solver;
    /// Coordinates and speeds, or their rates.
    type State: StateVector + InLanes<<Self::Single as Solver>::State>;
    /// External inputs.
    type Inputs: Clone + Default + core::fmt::Debug + BatchPorts<<Self::Single as Solver>::Inputs>;

    /// Computes positions and velocities.
    fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs);

    /// Motion of the wheels at the last `kinematics`.
    fn wheels(&self) -> &[WheelMotion<Lanes>];

    /// As [`Solver::margins`], for each vehicle.
    fn margins(&self) -> &[Lanes] {
        &[]
    }

    /// Points of contact with the ground at the last `kinematics`.
    fn contacts(&self) -> &[ContactPoint<Lanes>] {
        &[]
    }

    /// Motion of the markers of one vehicle at the last `kinematics`, in the order of
    /// [`Description::markers`](crate::description::Description::markers).
    fn markers(&mut self, _lane: usize) -> &[MarkerMotion] {
        &[]
    }

    /// Rates of change under the inputs, at the state of the last `kinematics`.
    fn accelerations(&mut self, inputs: &Self::Inputs) -> &Self::State;

    /// As [`Solver::slopes`], for each vehicle.
    fn slopes(&mut self, _state: &Self::State, _inputs: &Self::Inputs) -> &[Lanes] {
        &[]
    }

    /// As [`Solver::correct_position`], for each vehicle.
    fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gaps;

    /// As [`Solver::correct_velocity`], for each vehicle.
    fn correct_velocity(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> Gaps {
        [Gap::of(0.0); LANES]
    }

    /// Closes the loops of each vehicle once by [`Projection::ONCE`], like [`Solver::close`]. If the loops of a vehicle do not close,
    /// its state is the state after the corrections.
    fn close(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Closures {
        let gaps = self.correct_position(state, inputs);
        let first = self.correct_velocity(state, inputs);
        let mut last = first;
        let is_left = |gap: &Gap| gap.is_regular() && !gap.has_closed_rates();
        for _ in 0..RATE_CORRECTIONS {
            if !last.iter().any(is_left) {
                break;
            }
            let before = state.clone();
            let next = self.correct_velocity(state, inputs);
            for lane in 0..LANES {
                match is_left(&last[lane]) {
                    true => last[lane] = next[lane],
                    false => state.set_lane(lane, &before.lane(lane)),
                }
            }
        }
        self.kinematics(state, inputs);
        let nearest = Gap::of_lanes(self.margins(), self.single().description().pivots);
        core::array::from_fn(|lane| {
            if is_left(&last[lane]) {
                return Err(NotClosed::velocity(last[lane]));
            }
            let rate = Gap {
                size: first[lane].size,
                ..last[lane]
            };
            let closure = Projection::ONCE.judge([gaps[lane], rate])?;
            closure.with(nearest[lane])
        })
    }

    /// The solver of one vehicle; all vehicles have its description and its design state.
    fn single(&self) -> &Self::Single;

    /// As [`Solver::set_level`]. At the baseline the vehicles are computed one after the other.
    fn set_level(&mut self, level: Level);
}

/// Numbers of several vehicles side by side; each lane is a `Single`.
pub trait InLanes<Single> {
    /// The value in a lane.
    ///
    /// # Panics
    /// If there is no such lane.
    fn lane(&self, lane: usize) -> Single;

    /// Sets the value in a lane.
    ///
    /// # Panics
    /// If there is no such lane.
    fn set_lane(&mut self, lane: usize, single: &Single);
}

impl<const Q: usize, const V: usize> InLanes<State<Q, V>> for States<Q, V> {
    fn lane(&self, lane: usize) -> State<Q, V> {
        State {
            q: core::array::from_fn(|k| self.q[k][lane]),
            v: core::array::from_fn(|k| self.v[k][lane]),
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
            drives: self.drives.each_ref().map(|drive| drive.lane(lane)),
            wheels: self.wheels.each_ref().map(|wheel| wheel.lane(lane)),
            signals: core::array::from_fn(|k| self.signals[k][lane]),
        }
    }

    fn set_lane(&mut self, lane: usize, single: &Inputs<D, W, S>) {
        let drives = self.drives.iter_mut().zip(&single.drives);
        drives.for_each(|(all, one)| all.set_lane(lane, one));
        let wheels = self.wheels.iter_mut().zip(&single.wheels);
        wheels.for_each(|(all, one)| all.set_lane(lane, one));
        set(&mut self.signals, lane, &single.signals);
    }
}

/// External inputs of all vehicles, side by side.
pub trait BatchPorts<Single>: InLanes<Single> {
    /// Takes the prescribed motions of each vehicle.
    fn set_drives(&mut self, each: &[Single; LANES]);

    /// Takes all inputs of each vehicle.
    fn set_all(&mut self, each: &[Single; LANES]);

    /// Loads on the wheels, in the order of the vehicle's wheels.
    fn wheels(&mut self) -> &mut [WheelLoad<Lanes>];

    /// Whether the sum of all numbers is finite; if the sum is finite, all numbers are finite.
    fn has_finite_sum(&self) -> bool;
}

impl<const D: usize, const W: usize, const S: usize> BatchPorts<Inputs<D, W, S>> for BatchInputs<D, W, S> {
    #[inline]
    fn set_drives(&mut self, each: &[Inputs<D, W, S>; LANES]) {
        for (k, drive) in self.drives.iter_mut().enumerate() {
            *drive = Drive {
                position: beside(|lane| each[lane].drives[k].position),
                velocity: beside(|lane| each[lane].drives[k].velocity),
                acceleration: beside(|lane| each[lane].drives[k].acceleration),
            };
        }
    }

    #[inline]
    fn set_all(&mut self, each: &[Inputs<D, W, S>; LANES]) {
        self.set_drives(each);
        for (k, wheel) in self.wheels.iter_mut().enumerate() {
            *wheel = WheelLoad {
                force: three(|i, lane| each[lane].wheels[k].force[i]),
                moment: three(|i, lane| each[lane].wheels[k].moment[i]),
                drive_torque: beside(|lane| each[lane].wheels[k].drive_torque),
                brake_torque: beside(|lane| each[lane].wheels[k].brake_torque),
            };
        }
        for (k, signal) in self.signals.iter_mut().enumerate() {
            *signal = beside(|lane| each[lane].signals[k]);
        }
    }

    #[inline]
    fn wheels(&mut self) -> &mut [WheelLoad<Lanes>] {
        &mut self.wheels
    }

    #[inline]
    fn has_finite_sum(&self) -> bool {
        let mut sums = [0.0; LANES];
        let mut add = |numbers: &[Lanes]| {
            for own in numbers {
                sums.iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
            }
        };
        for drive in &self.drives {
            drive.fields().into_iter().for_each(|(_, numbers)| add(numbers));
        }
        for wheel in &self.wheels {
            wheel.fields().into_iter().for_each(|(_, numbers)| add(numbers));
        }
        add(&self.signals);
        of_eight(sums).is_finite()
    }
}

/// A number of each vehicle.
#[inline(always)]
fn beside(number: impl Fn(usize) -> f64) -> Lanes {
    core::array::from_fn(number)
}

/// The three components of a vector of each vehicle.
#[inline(always)]
fn three(component: impl Fn(usize, usize) -> f64) -> [Lanes; 3] {
    core::array::from_fn(|i| beside(|lane| component(i, lane)))
}

macro_rules! in_lanes {
    ($($record:ident),*) => {$(
        impl InLanes<$record> for $record<Lanes> {
            fn lane(&self, lane: usize) -> $record {
                let mut single = $record::default();
                for ((_, one), (_, all)) in single.fields_mut().into_iter().zip(self.fields()) {
                    one.iter_mut().zip(all).for_each(|(one, all)| *one = all[lane]);
                }
                single
            }

            fn set_lane(&mut self, lane: usize, single: &$record) {
                for ((_, all), (_, one)) in self.fields_mut().into_iter().zip(single.fields()) {
                    set(all, lane, one);
                }
            }
        }
    )*};
}
in_lanes!(ContactPoint, Drive, MarkerMotion, WheelLoad, WheelMotion);

fn set(all: &mut [Lanes], lane: usize, single: &[f64]) {
    for (numbers, &number) in all.iter_mut().zip(single) {
        numbers[lane] = number;
    }
}

/// States of all vehicles and of their subsystems.
pub type StatesOf<B, E> =
    Whole<<B as BatchSolver>::State, [<E as Subsystem<<B as BatchSolver>::Single>>::State; LANES]>;

/// Inputs of each vehicle.
type Each<B> = [InputsOf<<B as BatchSolver>::Single>; LANES];

/// Prescribed motions of each vehicle.
type Driven<B> = [<InputsOf<<B as BatchSolver>::Single> as InputPorts>::Drives; LANES];

/// The motion of wheels at rest at the origin.
#[doc(hidden)]
pub const AT_REST: WheelMotion<Lanes> = WheelMotion {
    centre: [[0.0; LANES]; 3],
    axis: [[0.0; LANES]; 3],
    velocity: [[0.0; LANES]; 3],
    carrier_angular_velocity: [[0.0; LANES]; 3],
    spin: [0.0; LANES],
};

/// Findings of an emitted position correction, for each vehicle.
#[doc(hidden)]
pub fn positions<const R: usize, const M: usize>(
    residuals: [Lanes; R],
    margins: [Lanes; M],
    places: &'static Places,
) -> Gaps {
    core::array::from_fn(|lane| Gap::position(residuals.map(|r| r[lane]), margins.map(|m| m[lane]), places))
}

/// Findings of an emitted velocity correction, for each vehicle.
#[doc(hidden)]
pub fn velocities<const R: usize, const M: usize>(
    rates: [Lanes; R],
    margins: [Lanes; M],
    places: &'static Places,
) -> Gaps {
    core::array::from_fn(|lane| Gap::velocity(rates.map(|r| r[lane]), margins.map(|m| m[lane]), places))
}

/// [`Solver::correct_position`] of each vehicle.
#[doc(hidden)]
pub fn correct_position<B: BatchSolver>(
    singles: &mut [B::Single; LANES],
    state: &mut B::State,
    inputs: &B::Inputs,
) -> Gaps {
    each::<B, Gap>(singles, state, inputs, Solver::correct_position)
}

/// [`Solver::correct_velocity`] of each vehicle.
#[doc(hidden)]
pub fn correct_velocity<B: BatchSolver>(
    singles: &mut [B::Single; LANES],
    state: &mut B::State,
    inputs: &B::Inputs,
) -> Gaps {
    each::<B, Gap>(singles, state, inputs, Solver::correct_velocity)
}

type StateOf<S> = <S as Solver>::State;
pub(crate) type InputsOf<S> = <S as Solver>::Inputs;

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
    use crate::state::Vector;

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
