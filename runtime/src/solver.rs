//! Interface of all generated solvers.

use crate::description::Description;
use crate::level::Level;
use crate::ports::{BodyMotion, ContactPoint, Energy, InputPorts, MarkerMotion, WheelMotion};
use crate::stabilise::{Closure, Gap, NotClosed, Projection, WholeVehicle};
use crate::state::{StateVector, Vector};

/// A vehicle compiled to straight-line code.
///
/// An evaluation has three parts: `kinematics`; then the surroundings write the inputs (tyres read [`Solver::wheels`]); then
/// `accelerations`.
pub trait Solver {
    /// Coordinates and speeds, or their rates.
    type State: StateVector;
    /// External inputs.
    type Inputs: InputPorts;

    /// Number of wheels, if it is known at compile time. A subsystem with one part for each wheel then refuses a
    /// different number of wheels at compile time, and otherwise at run time.
    const WHEEL_COUNT: Option<usize> = None;

    /// Names and positions of all inputs and outputs.
    fn description(&self) -> &'static Description;

    /// The level at which the solver evaluates and corrects: the highest level that the processor has, unless a
    /// different level was requested.
    fn level(&self) -> Level {
        Level::Baseline
    }

    /// Requests a level; the highest available level that is not above the requested level is used.
    fn set_level(&mut self, _level: Level) {}

    /// This solver at the requested level, or at the highest available level below it.
    #[must_use]
    fn at_level(mut self, level: Level) -> Self
    where
        Self: Sized,
    {
        self.set_level(level);
        self
    }

    /// The state at the design position, at rest.
    fn design_state(&self) -> Self::State;

    /// Inputs that are all zero.
    fn no_inputs(&self) -> Self::Inputs;

    /// Computes positions and velocities of all bodies, from the state and the positions and velocities of the driven
    /// joints. Loops that need no iteration are closed here.
    fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs);

    /// Motion of the wheels at the last `kinematics`.
    fn wheels(&self) -> &[WheelMotion];

    /// Margins of the loops that the last `kinematics` closed, in the order of [`Description::pivots`]. A margin is one
    /// near the design position, zero in a singular position, and negative or NaN if the loop cannot be closed.
    fn margins(&self) -> &[f64] {
        &[]
    }

    /// The least of these margins, with the joint that it belongs to.
    #[inline]
    fn least_margin(&self) -> Gap {
        Gap::of_margins(self.margins(), self.description().pivots)
    }

    /// Points of contact with the ground at the last `kinematics`, in the order of [`Description::contacts`].
    fn contacts(&self) -> &[ContactPoint] {
        &[]
    }

    /// Motion of the markers at the last `kinematics`, in the order of [`Description::markers`].
    fn markers(&self) -> &[MarkerMotion] {
        &[]
    }

    /// Writes the state's rate of change under the inputs, at the state of the last `kinematics`, to `rate`. The previous numbers of
    /// `rate` do not matter.
    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State);

    /// The state's rate of change under the inputs, at the state of the last `kinematics`.
    fn accelerations(&mut self, inputs: &Self::Inputs) -> Self::State {
        let mut rate = Self::State::zero();
        self.accelerations_into(inputs, &mut rate);
        rate
    }

    /// Named outputs at this state and rate of change, in the order of [`Description::outputs`]. Only reactions and
    /// accelerations depend on the rate.
    fn outputs(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[f64];

    /// Motion of every moving body at this state and rate of change, in the order of [`Description::bodies`].
    fn bodies(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[BodyMotion];

    /// Coordinates of all joints at this state, in the order of [`Description::joint_coordinates`]. A dependent angle that is not in
    /// the state lies within half a turn of the design position.
    fn joint_coordinates(&mut self, _state: &Self::State, _inputs: &Self::Inputs) -> &[f64] {
        &[]
    }

    /// Speeds of all joints at this state, in the order of [`Description::joint_speeds`].
    fn joint_speeds(&mut self, _state: &Self::State, _inputs: &Self::Inputs) -> &[f64] {
        &[]
    }

    /// Derivatives of all results of an evaluation with respect to all numbers that it reads, at this state and under these inputs:
    /// the entries of [`Description::slopes`], row by row.
    fn slopes(&mut self, _state: &Self::State, _inputs: &Self::Inputs) -> &[f64] {
        &[]
    }

    /// The derivatives that the last [`Solver::slopes`] computed. If they are empty, implicit integrators use differences.
    fn last_slopes(&self) -> &[f64] {
        &[]
    }

    /// Derivatives of the named outputs at this state and rate of change, with respect to all numbers that they read, including the
    /// rates of the speeds: the entries of [`Description::output_slopes`], row by row.
    fn output_slopes(&mut self, _state: &Self::State, _inputs: &Self::Inputs, _rate: &Self::State) -> &[f64] {
        &[]
    }

    /// Kinetic, gravity and elastic energy.
    fn energy(&mut self, state: &Self::State, inputs: &Self::Inputs) -> Energy;

    /// Normalises Euler parameters, and applies one Newton correction to the dependent coordinates of loops that need
    /// iteration. No angle changes by more than 0.2 rad in one correction, and no displacement by more than 0.1 m: a
    /// larger change takes several corrections. Returns the largest closure residual *before* the correction
    /// [m, or rad].
    fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gap;

    /// Computes the dependent speeds of loops that need iteration from the independent speeds, so that the loops stay
    /// closed (exact, because the equations are linear). Returns the largest closure rate *before* the correction
    /// [m/s, or rad/s]; zero for a vehicle without loops that need iteration.
    fn correct_velocity(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }

    /// Closes the loops at position and velocity level: [`Solver::correct_position`], as often as necessary, then
    /// [`Solver::correct_velocity`] and [`Solver::kinematics`].
    ///
    /// # Errors
    /// Returns an error if the loops do not close as required by `projection`, or if their coordinates are singular;
    /// the state is then the state after the corrections.
    #[inline]
    fn close(
        &mut self,
        state: &mut Self::State,
        inputs: &Self::Inputs,
        projection: &Projection,
    ) -> Result<Closure, NotClosed> {
        let closure = projection.iterate(state, &mut WholeVehicle(self, inputs))?;
        self.kinematics(state, inputs);
        closure.with(self.least_margin())
    }
}
