//! Methods of integration by their names.

use wishbone::integrate::{GeneralisedAlpha, Heap, Rosenbrock, Sbdf2, Slopes};
use wishbone::prelude::*;
use wishbone_engine::Engine;
use wishbone_studies::manoeuvre::Method;

/// Steps for which an implicit method uses a Jacobian.
const JACOBIAN: usize = 20;
/// Its source: exact slopes of the vehicle and its tyres. Where no derivatives are compiled, all are differences.
const SLOPES: Slopes = Slopes::Completed;
/// Factor by which a step of the generalised-α method multiplies what is infinitely fast.
const RADIUS: f64 = 0.8;
/// Change at which its iteration ends.
const CONVERGED: Tolerance = Tolerance::of(1e-7);

/// Work that is done with an integrator of any kind.
pub(crate) trait WithIntegrator<E: Subsystem<Engine>> {
    /// The result of the work.
    type Result;

    /// Does the work.
    fn run<I: Integrator<StateOf<Engine, E>>>(self, integrator: I) -> Self::Result;
}

/// Does work with the integrator of a method.
pub(crate) fn with<E: Subsystem<Engine>, W: WithIntegrator<E>>(method: Method, work: W) -> W::Result {
    match method {
        Method::Ab3 => work.run(AdamsBashforth3::new()),
        Method::Rk4 => work.run(RungeKutta4),
        Method::Sbdf2 => work.run(Sbdf2::<_, Heap>::new().every(JACOBIAN).with_slopes(SLOPES)),
        Method::GeneralisedAlpha => {
            let method = GeneralisedAlpha::<_, Heap>::new(RADIUS, CONVERGED).every(JACOBIAN);
            work.run(method.with_slopes(SLOPES))
        }
        Method::Rosenbrock => work.run(Rosenbrock::<_, Heap>::new(CONVERGED).with_slopes(SLOPES)),
    }
}
