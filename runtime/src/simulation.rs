//! A vehicle, its surroundings and an integrator, advanced together.

use crate::integrate::Integrator;
use crate::ports::{BodyMotion, Energy};
use crate::solver::Solver;
use crate::stabilise::{Closure, NotClosed, Projection};
use crate::surroundings::{Surroundings, rate};

/// A running simulation: what a program holds.
///
/// ```
/// # mod oscillator { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/oscillator.rs")); }
/// # use oscillator::Oscillator;
/// use wishbone::prelude::*;
///
/// // A compiled vehicle; here a mass of 1 kg on a spring of 4 N/m, pulled by 1 m and let go.
/// let mut simulation = Simulation::new(Oscillator::undamped(2.0), Still, AdamsBashforth3::new());
/// simulation.set_state(State { q: [1.0], v: [0.0] });
/// simulation.assemble()?;
/// for _ in 0..1000 {
///     simulation.step(1e-3)?;
/// }
/// assert!((simulation.state().q[0] - 2.0_f64.cos()).abs() < 1e-7);
/// # Ok::<(), NotClosed>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulation<S: Solver, E, I> {
    /// The compiled vehicle.
    pub solver: S,
    /// What acts on it.
    pub surroundings: E,
    /// What acts on it, as last evaluated.
    pub inputs: S::Inputs,
    /// How the loops are kept closed after each step.
    pub projection: Projection,
    integrator: I,
    state: S::State,
    time: f64,
}

impl<S: Solver, E: Surroundings<S>, I: Integrator<S::State>> Simulation<S, E, I> {
    /// At the design position, at rest, at time zero.
    pub fn new(solver: S, surroundings: E, integrator: I) -> Self {
        Self {
            solver,
            surroundings,
            inputs: S::Inputs::default(),
            projection: Projection::STEP,
            integrator,
            state: S::design_state(),
            time: 0.0,
        }
    }

    /// Coordinates and speeds.
    pub fn state(&self) -> &S::State {
        &self.state
    }

    /// Time [s].
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Puts the vehicle elsewhere; what the integrator remembers is forgotten.
    pub fn set_state(&mut self, state: S::State) {
        self.state = state;
        self.integrator.restart();
    }

    /// Closes the loops at the present time, from farther away than a step leads: call it before the first step.
    pub fn assemble(&mut self) -> Result<Closure, NotClosed> {
        self.integrator.restart();
        self.project(Projection::ASSEMBLY)
    }

    /// Advances by `h` [s], then closes the loops.
    pub fn step(&mut self, h: f64) -> Result<Closure, NotClosed> {
        let Self {
            solver,
            surroundings,
            inputs,
            ..
        } = self;
        self.integrator.step(
            |time, state| rate(solver, surroundings, inputs, time, state),
            self.time,
            &mut self.state,
            h,
        );
        self.time += h;
        self.surroundings.stepped(self.time, h);
        self.project(self.projection)
    }

    /// Evaluates the vehicle at the present state and gives the state's rate of change.
    ///
    /// After a step the solver still holds the last evaluation of the integrator, which was somewhere within the
    /// step. After this call its wheels, and the inputs, are those of the present.
    pub fn evaluate(&mut self) -> S::State {
        rate(
            &mut self.solver,
            &mut self.surroundings,
            &mut self.inputs,
            self.time,
            &self.state,
        )
    }

    /// Kinetic, gravity and elastic energy at the present state.
    pub fn energy(&mut self) -> Energy {
        self.solver.energy(&self.state, &self.inputs)
    }

    /// Named outputs at the present state, reactions and accelerations included.
    pub fn outputs(&mut self) -> &[f64] {
        let rate = self.evaluate();
        self.solver.outputs(&self.state, &self.inputs, &rate)
    }

    /// How the bodies move at the present state, accelerations included.
    pub fn bodies(&mut self) -> &[BodyMotion] {
        let rate = self.evaluate();
        self.solver.bodies(&self.state, &self.inputs, &rate)
    }

    fn project(&mut self, projection: Projection) -> Result<Closure, NotClosed> {
        self.surroundings.drive(self.time, &mut self.inputs);
        projection.apply(&mut self.solver, &mut self.state, &self.inputs)
    }
}
