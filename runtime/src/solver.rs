//! What every generated solver offers.

use crate::level::Level;
use crate::ports::{BodyMotion, Energy, InputPorts, WheelMotion};
use crate::stabilise::{Closure, Gap, NotClosed, Projection};
use crate::state::StateVector;

/// A vehicle compiled to straight-line code.
///
/// One evaluation is `kinematics`, then whatever acts from outside is written into the inputs (tyres read
/// [`Solver::wheels`]), then `accelerations`.
pub trait Solver {
    /// Coordinates and speeds, or their rates.
    type State: StateVector;
    /// What acts from outside.
    type Inputs: InputPorts;

    /// Name of the vehicle.
    const NAME: &'static str;
    /// Name of each coordinate.
    const COORDINATES: &'static [&'static str];
    /// Name of each speed.
    const SPEEDS: &'static [&'static str];
    /// Name of each driven input.
    const DRIVES: &'static [&'static str];
    /// Name of each input that gives the size of a force or torque.
    const SIGNALS: &'static [&'static str];
    /// Name of each wheel.
    const WHEELS: &'static [&'static str];
    /// Name of each moving body.
    const BODIES: &'static [&'static str];
    /// Name of each named output.
    const OUTPUTS: &'static [&'static str];

    /// Levels of the instruction set for which this solver is written (`levels: all`), the baseline first.
    const LEVELS: &'static [Level] = &[Level::Baseline];

    /// The level at which it evaluates and corrects: the highest that the processor has, unless another was asked for.
    fn level(&self) -> Level {
        Level::Baseline
    }

    /// Asks for a level; the highest one that there is and that is not above it is taken.
    fn set_level(&mut self, _level: Level) {}

    /// The same solver at a level, or at the highest one below it that there is.
    #[must_use]
    fn at_level(mut self, level: Level) -> Self
    where
        Self: Sized,
    {
        self.set_level(level);
        self
    }

    /// Everything at its design position, at rest.
    fn design_state() -> Self::State;

    /// Position and velocity of everything, from the state and the driven joints' position and velocity.
    fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs);

    /// How the wheels move, as of the last `kinematics`.
    fn wheels(&self) -> &[WheelMotion];

    /// The state's rate of change under the inputs, at the state of the last `kinematics`.
    fn accelerations(&mut self, inputs: &Self::Inputs) -> Self::State;

    /// Named outputs in that state when it changes at that rate, in the order of [`Solver::OUTPUTS`]. Only reactions and
    /// accelerations depend on the rate.
    fn outputs(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[f64];

    /// How every moving body moves in that state when it changes at that rate, in the order of [`Solver::BODIES`].
    fn bodies(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[BodyMotion];

    /// Kinetic, gravity and elastic energy.
    fn energy(&mut self, state: &Self::State, inputs: &Self::Inputs) -> Energy;

    /// One Newton correction of the dependent coordinates, so that the loops close; unit norm of Euler parameters. No
    /// angle moves by more than 0.2 rad at once and no slide by more than 0.1 m: a longer way takes several corrections.
    /// Returns the largest closure residual *before* the correction [m, or rad].
    fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gap;

    /// Dependent speeds from the independent ones, so that the loops stay closed (exact: the equations are linear).
    /// Returns the largest closure rate *before* the correction [m/s, or rad/s].
    fn correct_velocity(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gap;

    /// Closes the loops at position and velocity level: [`Solver::correct_position`], as often as it takes, then
    /// [`Solver::correct_velocity`]. Where no loop needs iteration, a generated solver does both at once, from the same
    /// poses.
    ///
    /// # Errors
    /// Where the loops do not close as `projection` wants it, or their coordinates are singular; the state is where the
    /// corrections left it.
    fn close(
        &mut self,
        state: &mut Self::State,
        inputs: &Self::Inputs,
        projection: &Projection,
    ) -> Result<Closure, NotClosed> {
        projection.iterate(self, state, inputs)
    }
}
