//! Parts of a simulation outside the vehicle: the interface of subsystems, and their combination.

use crate::acting::{Acting, Reading, behind};
use crate::batch::{LANES, Lanes, NowInLanes};
use crate::control::Controls;
use crate::description::Description;
use crate::ports::{InputPorts, MarkerMotion, WheelLoad, WheelMotion};
use crate::refused::Held;
use crate::solver::Solver;
use crate::state::{StateVector, Vector, Whole, count};
use crate::terrain::Ground;

/// Part of a simulation outside the compiled vehicle: tyres on their road, a driveline, brakes, wind, a driver. A pair of subsystems
/// is a subsystem, too; its parts act one after the other.
///
/// **Inputs.** A subsystem writes only the inputs of the vehicle for which it is responsible. It overwrites, and never
/// adds to the values of the last evaluation.
///
/// **Continuous states**, such as the deflection of a tyre's carcass or the speed of an engine, are a [`Vector`]. They are
/// integrated together with the vehicle's state by its integrator, from the rates that [`Subsystem::load`] returns.
///
/// **Memories** that change in jumps, such as a gear, are fields. They change in [`Subsystem::stepped`] alone, which is
/// called after a step has succeeded. An integrator may evaluate several times per step, even at earlier times, and a
/// refused step changes nothing. [`Subsystem::drive`] and [`Subsystem::load`] may change only fields that are computed
/// again in each evaluation.
///
/// ```
/// # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
/// # type Car = roller::Roller;
/// use wishbone::prelude::*;
///
/// /// Brakes every wheel from one second on. The pressure builds up with a time constant.
/// struct Brakes {
///     /// Torque at full pressure [N m].
///     torque: f64,
///     /// Time constant [s].
///     delay: f64,
/// }
///
/// impl<S: Solver> Subsystem<S> for Brakes {
///     /// Pressure, from 0 to 1.
///     type State = f64;
///
///     fn load(&mut self, now: &Now<f64>, inputs: &mut S::Inputs) -> f64 {
///         for (wheel, input) in now.wheels.iter().zip(inputs.wheels()) {
///             // Against the spin; smooth, so that the wheel comes to rest.
///             input.brake_torque = -self.torque * now.state * wheel.spin.tanh();
///         }
///         let pedal = if now.time < 1.0 { 0.0 } else { 1.0 };
///         (pedal - now.state) / self.delay
///     }
/// }
///
/// let road = OnRoad { tyres: [LinearTyre::vertical(0.3, 200e3, 2e3)], terrain: Flat };
/// let brakes = Brakes { torque: 500.0, delay: 0.1 };
/// let mut simulation = Simulation::new(Car::default(), (road, brakes), RungeKutta4);
/// # let mut start = Car::design_state();
/// # start.v[2] = 30.0;
/// # simulation.set_state(start);
/// # for _ in 0..2000 {
/// #     let _ = simulation.step(1e-3)?;
/// # }
/// # // The pressure follows its exponential, and 30 rad/s end well before 2 s at 250 rad/s^2.
/// # assert!((simulation.subsystems().1 - (1.0 - (-10.0_f64).exp())).abs() < 1e-5);
/// # assert!(simulation.state().v[2].abs() < 1e-9);
/// # Ok::<(), Refused>(())
/// ```
pub trait Subsystem<S: Solver> {
    /// Continuous states, or their rates of change; `()` if there are none.
    type State: Vector;

    /// Writes the description of each vehicle for which a part of this subsystem was declared. Such a part knows wheels, drives, markers and
    /// joints by position ([`belonging`]). A subsystem that acts on any vehicle writes nothing.
    fn declared_for(&self, tell: &mut dyn FnMut(&'static Description)) {
        let _ = tell;
    }

    /// The states at the start.
    fn initial(&self) -> Self::State {
        Self::State::zero()
    }

    /// Writes the prescribed motions at `time` [s]; called before the kinematics.
    fn drive(&mut self, time: f64, state: &Self::State, inputs: &mut S::Inputs) {
        let _ = (time, state, inputs);
    }

    /// Reports the jumps of the velocities of drives after the time `from` and up to the time `to` [s]: position of the
    /// drive, and jump [m/s or rad/s]. The bodies get the impulse of a jump at the end of the step that contains the
    /// jump.
    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        let _ = (from, to, tell);
    }

    /// The ground under a point of contact, along world axes [m], at `time` [s]; `None` to keep the inputs of the
    /// contact. Called between kinematics and [`Subsystem::load`], which may overwrite these inputs.
    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        let _ = (time, point);
        None
    }

    /// Writes the loads on the vehicle at the motion `now`, and returns the rates of the states. Called between kinematics and
    /// accelerations.
    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs) -> Self::State {
        let _ = (now, inputs);
        Self::State::zero()
    }

    /// As [`Subsystem::load`], but writes the rates of the states to `rate`. So states whose size is known at run time only need no
    /// allocation.
    fn load_into(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs, rate: &mut Self::State) {
        *rate = self.load(now, inputs);
    }

    /// Prepares the subsystems of all vehicles of a batch for [`Subsystem::load_in_lanes`], and returns whether this is possible;
    /// otherwise the vehicles are loaded one by one. Called before the first evaluation, and again when a subsystem may have been
    /// changed from outside.
    fn prepare_lanes(each: [&mut Self; LANES]) -> bool
    where
        Self: Sized,
    {
        let _ = each;
        false
    }

    /// [`Subsystem::load_into`] for all vehicles of a batch side by side, with equal bits. Returns false if the vehicles have to be
    /// loaded one by one, which overwrites everything written so far.
    fn load_in_lanes(
        each: [&mut Self; LANES],
        now: &NowInLanes<'_, Self::State>,
        loads: &mut [WheelLoad<Lanes>],
        rates: [&mut Self::State; LANES],
    ) -> bool
    where
        Self: Sized,
    {
        let _ = (each, now, loads, rates);
        false
    }

    /// Writes the slopes of the loads and rates of [`Subsystem::load`], for the rows that the subsystem knows exactly.
    /// If one slope of a row is written, all nonzero slopes of this row have to be written; all other rows are found by
    /// differences. If a later subsystem overwrites these loads, it has to write their slopes itself.
    fn slopes(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        let _ = (now, tell);
    }

    /// Writes the distance of the present motion from each kink of the loads and rates. A distance changes its sign at the kink; an example is the
    /// relative speed of the sides of a clutch. Names, units and order are always equal. Kinks of memories that jump are not written.
    fn kinks(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Quantity)) {
        let _ = (now, tell);
    }

    /// Does work that may fail at the end of a step of length `h` [s] that ends at `time` [s], with all loops closed and at the `state` of the end.
    /// For a subsystem that makes its own steps, such as a foreign program. If all subsystems succeed, [`Subsystem::stepped`] follows; otherwise
    /// those that have succeeded hear [`Subsystem::undo_step`]. Not called outside of a run.
    ///
    /// # Errors
    /// If the subsystem refuses the step. It then is as before, and the simulation refuses the step ([`Cause::Held`](crate::refused::Cause::Held)).
    fn try_step(&mut self, time: f64, h: f64, state: &Self::State) -> Result<(), Held> {
        let _ = (time, h, state);
        Ok(())
    }

    /// Takes back the last [`Subsystem::try_step`], which has succeeded: another subsystem refuses the step.
    fn undo_step(&mut self) {}

    /// Called after a step of length `h` [s] has ended at `time` [s], with all loops closed. May change memories, and states that
    /// jump at an event.
    fn stepped(&mut self, time: f64, h: f64, state: &mut Self::State) {
        let _ = (time, h, state);
    }

    /// Gives access to each memory as a number: all fields that [`Subsystem::stepped`] changes, without the states. The
    /// order is always the same. The caller reads the numbers to keep them, or replaces them by numbers that were kept
    /// earlier ([`Moment::each`](crate::simulation::Moment::each)).
    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        let _ = lend;
    }

    /// Demands of the driver at the last evaluation; `None` if the subsystem contains no driver. Later subsystems of a pair read the
    /// demands in [`Now::controls`].
    fn controls(&self) -> Option<Controls> {
        None
    }

    /// Reports each state, with name and unit.
    fn states(&self, state: &Self::State, tell: &mut dyn FnMut(Quantity)) {
        let _ = (state, tell);
    }

    /// Reports each output at the last evaluation, with name and unit.
    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        let _ = tell;
    }

    /// Lends each parameter, with name and unit, to be read or changed.
    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        let _ = lend;
    }
}

/// Returns the subsystem if it belongs to the vehicle.
///
/// # Panics
/// Panics if a part of the subsystem was declared for a different vehicle, and would act at other places on this
/// vehicle.
#[track_caller]
pub fn belonging<S: Solver, E: Subsystem<S>>(solver: &S, subsystem: E) -> E {
    let own = solver.description();
    subsystem.declared_for(&mut |other| {
        if let Some(kind) = other.difference(own) {
            panic!(
                "this equipment was declared for `{}`, and `{}` has other {kind}: call `equipment()` of `{}`",
                other.name, own.name, own.name
            );
        }
    });
    subsystem
}

/// The vehicle at one instant, as a subsystem sees it.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a, X> {
    /// [s]
    pub time: f64,
    /// States of the subsystem.
    pub state: &'a X,
    /// Motion of the wheels, in the order of the vehicle's wheels.
    pub wheels: &'a [WheelMotion],
    /// Motion of the markers, in the order of the vehicle's markers.
    pub markers: &'a [MarkerMotion],
    /// Coordinates and speeds of the vehicle.
    pub joints: Joints<'a>,
    /// Demands of the driver; all zero without a driver. An event sees the motion and states of the last evaluation.
    pub controls: Controls,
}

/// Coordinates and speeds of a vehicle, alone or in a lane of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Joints<'a> {
    coordinates: &'a [f64],
    speeds: &'a [f64],
    lanes: usize,
    lane: usize,
}

impl<'a> Joints<'a> {
    /// Joints of one vehicle.
    pub fn of(state: &'a impl StateVector) -> Self {
        Self::in_lane(state, 1, 0)
    }

    /// Joints of the vehicle in one lane of a batch with `lanes` lanes.
    pub(crate) fn in_lane(state: &'a impl StateVector, lanes: usize, lane: usize) -> Self {
        Self {
            coordinates: state.coordinates(),
            speeds: state.speeds(),
            lanes,
            lane,
        }
    }

    /// The coordinate at a position in the vehicle's coordinates [rad or m].
    ///
    /// # Panics
    /// If the vehicle has no such coordinate.
    pub fn coordinate(&self, index: usize) -> f64 {
        self.coordinates[index * self.lanes + self.lane]
    }

    /// The speed at a position in the vehicle's speeds [rad/s or m/s].
    ///
    /// # Panics
    /// If the vehicle has no such speed.
    pub fn speed(&self, index: usize) -> f64 {
        self.speeds[index * self.lanes + self.lane]
    }

    /// The coordinates and speeds as a state of the vehicle. With these coordinates and speeds a subsystem uses its own
    /// second solver of this vehicle. This solver gives results that only a solver computes, such as lengths and rates
    /// of springs ([`Solver::outputs`]).
    ///
    /// # Panics
    /// If the state has another number of coordinates or speeds.
    pub fn state<X: StateVector>(&self) -> X {
        let mut state = X::zero();
        let numbers = [state.coordinates().len(), state.speeds().len()].map(|count| count * self.lanes);
        let own = [self.coordinates.len(), self.speeds.len()];
        assert!(numbers == own, "the state is one of another vehicle");
        let coordinates = state.coordinates_mut().iter_mut().enumerate();
        coordinates.for_each(|(index, x)| *x = self.coordinate(index));
        let speeds = state.speeds_mut().iter_mut().enumerate();
        speeds.for_each(|(index, x)| *x = self.speed(index));
        state
    }
}

impl<'a, X> Now<'a, X> {
    /// The present of a vehicle after the kinematics.
    pub(crate) fn at<S: Solver>(solver: &'a S, time: f64, state: &'a Whole<S::State, X>) -> Self {
        Self {
            time,
            state: &state.subsystems,
            wheels: solver.wheels(),
            markers: solver.markers(),
            joints: Joints::of(&state.vehicle),
            controls: Controls::default(),
        }
    }

    /// This instant with the pedals of the last evaluation, which a driver among the subsystems has set.
    pub(crate) fn with_controls<S: Solver, E: Subsystem<S, State = X>>(
        solver: &'a S,
        surroundings: &E,
        time: f64,
        state: &'a Whole<S::State, X>,
    ) -> Self {
        Self {
            controls: surroundings.controls().unwrap_or_default(),
            ..Self::at(solver, time, state)
        }
    }

    /// This instant for a part of the subsystem, which has these states.
    pub fn of<Y>(&self, state: &'a Y) -> Now<'a, Y> {
        Now {
            time: self.time,
            state,
            wheels: self.wheels,
            markers: self.markers,
            joints: self.joints,
            controls: self.controls,
        }
    }
}

/// A number of a subsystem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity<T = f64> {
    /// `carcass_deflection`
    pub name: &'static str,
    /// Position among several numbers with this name, for instance the position of the wheel.
    pub index: Option<usize>,
    /// SI unit; empty for a plain number.
    pub unit: &'static str,
    /// The number.
    pub value: T,
}

impl<T> Quantity<T> {
    /// The only number of this name.
    pub fn new(name: &'static str, unit: &'static str, value: T) -> Self {
        Self {
            name,
            index: None,
            unit,
            value,
        }
    }

    /// The number at a position among several numbers of this name.
    pub fn at(index: usize, name: &'static str, unit: &'static str, value: T) -> Self {
        Self {
            name,
            index: Some(index),
            unit,
            value,
        }
    }
}

/// No subsystem: the inputs are not changed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Still;

impl<S: Solver> Subsystem<S> for Still {
    type State = ();

    fn prepare_lanes(_: [&mut Self; LANES]) -> bool {
        true
    }

    #[inline]
    fn load_in_lanes(
        _: [&mut Self; LANES],
        _: &NowInLanes<'_, ()>,
        _: &mut [WheelLoad<Lanes>],
        _: [&mut (); LANES],
    ) -> bool {
        true
    }
}

/// Demands of each vehicle's driver: from this subsystem if it contains a driver, otherwise the demands so far.
#[inline(always)]
pub(crate) fn controls_in_lanes<S: Solver, E: Subsystem<S>>(
    each: &[&mut E; LANES],
    so_far: &[Controls; LANES],
) -> [Controls; LANES] {
    core::array::from_fn(|lane| Subsystem::<S>::controls(&*each[lane]).unwrap_or(so_far[lane]))
}

impl<S: Solver, A: Subsystem<S>, B: Subsystem<S>> Subsystem<S> for (A, B) {
    type State = (A::State, B::State);

    fn declared_for(&self, tell: &mut dyn FnMut(&'static Description)) {
        Subsystem::<S>::declared_for(&self.0, tell);
        Subsystem::<S>::declared_for(&self.1, tell);
    }

    fn initial(&self) -> Self::State {
        (self.0.initial(), self.1.initial())
    }

    fn drive(&mut self, time: f64, state: &Self::State, inputs: &mut S::Inputs) {
        self.0.drive(time, &state.0, inputs);
        self.1.drive(time, &state.1, inputs);
    }

    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        Subsystem::<S>::jumps(&self.0, from, to, tell);
        Subsystem::<S>::jumps(&self.1, from, to, tell);
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        let last = Subsystem::<S>::ground(&self.1, time, point);
        last.or_else(|| Subsystem::<S>::ground(&self.0, time, point))
    }

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs) -> Self::State {
        let mut rate = Self::State::zero();
        self.load_into(now, inputs, &mut rate);
        rate
    }

    #[inline]
    fn load_into(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs, rate: &mut Self::State) {
        self.0.load_into(&now.of(&now.state.0), inputs, &mut rate.0);
        let mut after = now.of(&now.state.1);
        after.controls = Subsystem::<S>::controls(&self.0).unwrap_or(now.controls);
        self.1.load_into(&after, inputs, &mut rate.1);
    }

    #[inline]
    fn prepare_lanes(mut each: [&mut Self; LANES]) -> bool {
        A::prepare_lanes(each.each_mut().map(|pair| &mut pair.0)) && B::prepare_lanes(each.map(|pair| &mut pair.1))
    }

    #[inline]
    fn load_in_lanes(
        mut each: [&mut Self; LANES],
        now: &NowInLanes<'_, Self::State>,
        loads: &mut [WheelLoad<Lanes>],
        mut rates: [&mut Self::State; LANES],
    ) -> bool {
        let of_first = rates.each_mut().map(|pair| &mut pair.0);
        let first = each.each_mut().map(|pair| &mut pair.0);
        if !A::load_in_lanes(first, &now.of(|pair| &pair.0), loads, of_first) {
            return false;
        }
        let first = each.each_mut().map(|pair| &mut pair.0);
        let controls = controls_in_lanes::<S, A>(&first, now.controls);
        let of_second = rates.map(|pair| &mut pair.1);
        let after = now.of(|pair| &pair.1);
        B::load_in_lanes(each.map(|pair| &mut pair.1), &after.under(&controls), loads, of_second)
    }

    fn slopes(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        self.0.slopes(&now.of(&now.state.0), tell);
        let first = count(&now.state.0);
        self.1.slopes(&now.of(&now.state.1), &mut behind(first, tell));
    }

    fn kinks(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Quantity)) {
        self.0.kinks(&now.of(&now.state.0), tell);
        self.1.kinks(&now.of(&now.state.1), tell);
    }

    fn try_step(&mut self, time: f64, h: f64, state: &Self::State) -> Result<(), Held> {
        self.0.try_step(time, h, &state.0)?;
        self.1
            .try_step(time, h, &state.1)
            .inspect_err(|_| Subsystem::<S>::undo_step(&mut self.0))
    }

    fn undo_step(&mut self) {
        Subsystem::<S>::undo_step(&mut self.1);
        Subsystem::<S>::undo_step(&mut self.0);
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut Self::State) {
        self.0.stepped(time, h, &mut state.0);
        self.1.stepped(time, h, &mut state.1);
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        Subsystem::<S>::memories(&mut self.0, lend);
        Subsystem::<S>::memories(&mut self.1, lend);
    }

    fn controls(&self) -> Option<Controls> {
        let last = Subsystem::<S>::controls(&self.1);
        last.or_else(|| Subsystem::<S>::controls(&self.0))
    }

    fn states(&self, state: &Self::State, tell: &mut dyn FnMut(Quantity)) {
        self.0.states(&state.0, tell);
        self.1.states(&state.1, tell);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        self.0.outputs(tell);
        self.1.outputs(tell);
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        self.0.parameters(lend);
        self.1.parameters(lend);
    }
}

/// Refuses a subsystem that has one piece for each of `W` wheels (such as a tyre or a brake) on a vehicle with a
/// different number of wheels. It does so at compile time if the solver was emitted. Otherwise it refuses at run time
/// if there are fewer pieces than wheels.
#[inline(always)]
pub(crate) fn one_each<S: Solver, const W: usize>(wheels: &[impl Sized]) {
    const {
        let fits = match S::WHEEL_COUNT {
            Some(count) => count == W,
            None => true,
        };
        assert!(fits, "there must be one tyre, brake .. for each wheel");
    }
    if S::WHEEL_COUNT.is_none() {
        assert!(wheels.len() <= W, "there must be one tyre, brake .. for each wheel");
    }
}

/// States of a vehicle and of its subsystems.
pub type StateOf<S, E> = Whole<<S as Solver>::State, <E as Subsystem<S>>::State>;

/// Rate of change of `state` at `time` [s]: one evaluation of a vehicle and its subsystems.
pub fn rate<S: Solver, E: Subsystem<S>>(
    solver: &mut S,
    subsystems: &mut E,
    inputs: &mut S::Inputs,
    time: f64,
    state: &StateOf<S, E>,
) -> StateOf<S, E> {
    let mut rate = StateOf::<S, E>::zero();
    acted(solver, subsystems, inputs, time, state, &mut rate.subsystems);
    solver.accelerations_into(inputs, &mut rate.vehicle);
    rate
}

/// An evaluation without the rates of the vehicle: computes the inputs of the vehicle, and the rates of its subsystems' states.
#[inline]
pub(crate) fn acted<S: Solver, E: Subsystem<S>>(
    solver: &mut S,
    subsystems: &mut E,
    inputs: &mut S::Inputs,
    time: f64,
    state: &StateOf<S, E>,
    rate: &mut E::State,
) {
    subsystems.drive(time, &state.subsystems, inputs);
    solver.kinematics(&state.vehicle, inputs);
    loaded(solver, subsystems, inputs, time, state, rate);
}

/// The same, after the kinematics.
#[inline]
pub(crate) fn loaded<S: Solver, E: Subsystem<S>>(
    solver: &S,
    subsystems: &mut E,
    inputs: &mut S::Inputs,
    time: f64,
    state: &StateOf<S, E>,
    rate: &mut E::State,
) {
    for (point, (_, places)) in solver.contacts().iter().zip(solver.description().contacts) {
        lay(subsystems.ground(time, point.position), places, inputs.signals());
    }
    subsystems.load_into(&Now::at(solver, time, state), inputs, rate);
}

/// Writes the ground under a contact to the contact's inputs ([`Description::contacts`](crate::description::Description::contacts));
/// does nothing for `None`.
pub fn lay(ground: Option<Ground>, places: &[usize; 6], signals: &mut [f64]) {
    let Some(ground) = ground else { return };
    let ([slope_x, slope_y], [x, y, z]) = (ground.slope(), ground.velocity);
    for (&place, number) in places.iter().zip([ground.height, slope_x, slope_y, x, y, z]) {
        signals[place] = number;
    }
}
