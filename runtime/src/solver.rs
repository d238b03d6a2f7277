//! Interface of all generated solvers.

use crate::level::Level;
use crate::ports::{BodyMotion, ContactPoint, Energy, InputPorts, MarkerMotion, WheelMotion};
use crate::stabilise::{Closure, Gap, NotClosed, Pivot, Projection};
use crate::state::StateVector;

/// A vehicle compiled to straight-line code.
///
/// One evaluation is `kinematics`; then the inputs are written by the surroundings (tyres read [`Solver::wheels`]);
/// then `accelerations`.
pub trait Solver {
    /// Coordinates and speeds, or their rates.
    type State: StateVector;
    /// External inputs.
    type Inputs: InputPorts;

    /// Name of the vehicle.
    const NAME: &'static str;
    /// Name of each coordinate.
    const COORDINATES: &'static [&'static str];
    /// Name of each speed.
    const SPEEDS: &'static [&'static str];
    /// Name of each coordinate of the joints, dependent ones included; empty for a solver that does not report them.
    const JOINT_COORDINATES: &'static [&'static str] = &[];
    /// Name of each speed of the joints, dependent ones included; empty for a solver that does not report them.
    const JOINT_SPEEDS: &'static [&'static str] = &[];
    /// Name of each driven input.
    const DRIVES: &'static [&'static str];
    /// Name of each signal: an input of force elements, such as the magnitude of a force or torque.
    const SIGNALS: &'static [&'static str];
    /// Name of each wheel.
    const WHEELS: &'static [&'static str];
    /// Name of each moving body.
    const BODIES: &'static [&'static str];
    /// Name of each named output.
    const OUTPUTS: &'static [&'static str];
    /// Joint and loop of each margin.
    const PIVOTS: &'static [Pivot] = &[];

    /// Each contact with the ground: its name, and the positions of its inputs among the signals: height of the ground at
    /// the point [m], its slopes along X and Y, and its velocity [m/s].
    const CONTACTS: &'static [(&'static str, [usize; 6])] = &[];

    /// Each marker: its name, and the positions of its inputs among the signals: force on the body at the point [N] and
    /// moment [N m], world axes.
    const MARKERS: &'static [(&'static str, [usize; 6])] = &[];

    /// Rows and columns of the slopes: for each row that has entries its columns, both ascending
    /// ([`derivative`](crate::derivative)); empty for a solver that computes none (`derivatives: accept`).
    const SLOPES: &'static [(usize, &'static [usize])] = &[];

    /// Levels of the instruction set for which this solver is written (`levels: all`), the baseline first.
    const LEVELS: &'static [Level] = &[Level::Baseline];

    /// The level at which it evaluates and corrects: the highest that the processor has, unless a different one was
    /// requested.
    fn level(&self) -> Level {
        Level::Baseline
    }

    /// Requests a level; the highest available level that is not above it is used.
    fn set_level(&mut self, _level: Level) {}

    /// The same solver at the requested level, or at the highest available one below it.
    #[must_use]
    fn at_level(mut self, level: Level) -> Self
    where
        Self: Sized,
    {
        self.set_level(level);
        self
    }

    /// The state at the design position, at rest.
    fn design_state() -> Self::State;

    /// Computes positions and velocities of all bodies, from the state and the positions and velocities of the driven
    /// joints. Loops that need no iteration are closed here.
    fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs);

    /// Motion of the wheels at the last `kinematics`.
    fn wheels(&self) -> &[WheelMotion];

    /// Margins of the loops that the last `kinematics` closed, in the order of [`Solver::PIVOTS`]: one near the design
    /// position, zero in a singular position, negative or NaN where the loop cannot be closed.
    fn margins(&self) -> &[f64] {
        &[]
    }

    /// Points of contact with the ground at the last `kinematics`, in the order of [`Solver::CONTACTS`].
    fn contacts(&self) -> &[ContactPoint] {
        &[]
    }

    /// Motion of the markers at the last `kinematics`, in the order of [`Solver::MARKERS`].
    fn markers(&self) -> &[MarkerMotion] {
        &[]
    }

    /// The state's rate of change under the inputs, at the state of the last `kinematics`.
    fn accelerations(&mut self, inputs: &Self::Inputs) -> Self::State;

    /// Named outputs in that state with that rate of change, in the order of [`Solver::OUTPUTS`]. Only reactions and
    /// accelerations depend on the rate.
    fn outputs(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[f64];

    /// Motion of every moving body in that state with that rate of change, in the order of [`Solver::BODIES`].
    fn bodies(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[BodyMotion];

    /// Coordinates of all joints in that state, in the order of [`Solver::JOINT_COORDINATES`]. A dependent angle that the
    /// state does not keep lies within half a turn of the design position.
    fn joint_coordinates(&mut self, _state: &Self::State, _inputs: &Self::Inputs) -> &[f64] {
        &[]
    }

    /// Speeds of all joints in that state, in the order of [`Solver::JOINT_SPEEDS`].
    fn joint_speeds(&mut self, _state: &Self::State, _inputs: &Self::Inputs) -> &[f64] {
        &[]
    }

    /// Derivatives of what an evaluation in that state under these inputs delivers, by all that it reads: the entries of
    /// [`Solver::SLOPES`], row by row.
    fn slopes(&mut self, _state: &Self::State, _inputs: &Self::Inputs) -> &[f64] {
        &[]
    }

    /// Kinetic, gravity and elastic energy.
    fn energy(&mut self, state: &Self::State, inputs: &Self::Inputs) -> Energy;

    /// Normalises Euler parameters, and corrects the dependent coordinates of loops that need iteration once by Newton's
    /// method.
    /// No angle changes by more than 0.2 rad at once, and no displacement by more than 0.1 m: a larger change takes
    /// several corrections. Returns the largest closure residual *before* the correction [m, or rad].
    fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gap;

    /// Computes the dependent speeds of loops that need iteration from the independent ones, so that the loops stay closed
    /// (exact, because the equations are linear). Returns the largest closure rate *before* the correction [m/s, or
    /// rad/s]; zero for a vehicle without such loops.
    fn correct_velocity(&mut self, _state: &mut Self::State, _inputs: &Self::Inputs) -> Gap {
        Gap::of(0.0)
    }

    /// Closes the loops at position and velocity level: [`Solver::correct_position`], as often as necessary, then
    /// [`Solver::correct_velocity`] and [`Solver::kinematics`].
    ///
    /// # Errors
    /// If the loops do not close as required by `projection`, or their coordinates are singular; the state is that
    /// after the corrections.
    fn close(
        &mut self,
        state: &mut Self::State,
        inputs: &Self::Inputs,
        projection: &Projection,
    ) -> Result<Closure, NotClosed> {
        let closure = projection.iterate(self, state, inputs)?;
        self.kinematics(state, inputs);
        closure.with(Gap::of_margins(self.margins(), Self::PIVOTS))
    }
}
