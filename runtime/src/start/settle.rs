//! Lets vehicles come to rest, by integration.

use super::NotStarted;
use crate::description::Description;
use crate::integrate::{Heap, Sbdf2};
use crate::prelude::*;
use crate::state::StateVector;

/// Step while the vehicle settles [s].
const STEP: f64 = 1e-3;
/// Number of steps between two checks whether the vehicle is at rest, and between two Jacobians of an implicit method.
const LOOK: usize = 20;
/// Longest time to settle [s].
pub(super) const PATIENCE: f64 = 60.0;
/// Largest acceleration and speed at rest [rad/s², m/s²; rad/s, m/s].
const AT_REST: f64 = 1e-8;

/// Lets a vehicle come to rest in surroundings, by integration. Its wheels may still spin.
///
/// # Errors
/// If a step is refused, or the vehicle still moves after a minute.
pub fn settled<S, E>(solver: &S, state: S::State, surroundings: E) -> Result<S::State, NotStarted>
where
    S: Solver + Clone,
    E: Subsystem<S>,
{
    moving(solver, state, surroundings, &At::Rest)
}

/// Lets a vehicle move in surroundings for a time [s], and returns its final state with all speeds set to zero. The
/// result is a start for methods that search an equilibrium: many vehicles have several equilibria, and come to rest in
/// only one of them.
///
/// # Errors
/// If a step is refused.
pub fn let_go<S, E>(solver: &S, state: S::State, surroundings: E, time: f64) -> Result<S::State, NotStarted>
where
    S: Solver + Clone,
    E: Subsystem<S>,
{
    moving(solver, state, surroundings, &At::Time(time))
}

/// End of a motion.
enum At {
    /// Once nothing moves.
    Rest,
    /// After a time [s].
    Time(f64),
}

/// State of a vehicle at the end of its motion, with all speeds set to zero. If the vehicle is too stiff for an explicit method, the
/// motion is repeated with an implicit method.
fn moving<S, E>(solver: &S, state: S::State, surroundings: E, end: &At) -> Result<S::State, NotStarted>
where
    S: Solver + Clone,
    E: Subsystem<S>,
{
    let mut simulation = Simulation::new(solver.clone(), surroundings, RungeKutta4);
    match moved_to(&mut simulation, state.clone(), end) {
        Err(NotStarted::Refused(_)) => {
            let implicit = Sbdf2::<_, Heap>::new().every(LOOK);
            moved_to(
                &mut Simulation::new(solver.clone(), simulation.surroundings, implicit),
                state,
                end,
            )
        }
        ended => ended,
    }
}

fn moved_to<S, E, I>(simulation: &mut Simulation<S, E, I>, state: S::State, end: &At) -> Result<S::State, NotStarted>
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    simulation.set_state(state);
    let _ = simulation.assemble()?;
    match *end {
        At::Rest => come_to_rest(simulation)?,
        At::Time(time) => {
            while simulation.time() < time {
                let _ = simulation.step(STEP)?;
            }
        }
    }
    let mut state = simulation.state().clone();
    state.speeds_mut().fill(0.0);
    Ok(state)
}

fn come_to_rest<S, E, I>(simulation: &mut Simulation<S, E, I>) -> Result<(), NotStarted>
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    while simulation.time() < PATIENCE {
        for _ in 0..LOOK {
            let _ = simulation.step(STEP)?;
        }
        let rate = simulation.evaluate();
        // Nothing stops the spin of a wheel whose tyre slides without friction, and the spin moves no other part.
        let names = simulation.solver().description();
        let speeds = simulation.state().speeds().iter().zip(names.speeds);
        let speeds = speeds.filter(|(_, name)| !is_spin(names, name)).map(|(speed, _)| speed);
        let largest = speeds
            .chain(rate.speeds())
            .fold(0.0, |largest: f64, x| largest.max(x.abs()));
        if largest < AT_REST {
            return Ok(());
        }
    }
    Err(NotStarted::Restless)
}

/// Whether a speed is the spin of a wheel.
fn is_spin(vehicle: &Description, speed: &str) -> bool {
    let wheel = speed.strip_suffix(".spin");
    wheel.is_some_and(|wheel| vehicle.wheels.contains(&wheel))
}
