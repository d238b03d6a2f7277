//! Methods of integration by their names.

use crate::problem::Problem;
use crate::steady::straight_on_or_at_rest;
use crate::vehicle::Running;
use wishbone::integrate::{
    AdamsBashforth2, AdamsBashforthMoulton2, AdamsBashforthMoulton3, DormandPrince, GeneralisedAlpha, Heap, Rosenbrock,
    RungeKutta2, Sbdf2, Slopes, Tolerance,
};
use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone_engine::Engine;
use wishbone_studies::findings::number;
use wishbone_studies::manoeuvre::Method;
use wishbone_studies::stiff::Part;

/// Steps for which an implicit method uses a Jacobian.
const JACOBIAN: usize = 20;
/// Its source: exact slopes of the vehicle and its tyres. Where no derivatives are compiled, all are differences.
const SLOPES: Slopes = Slopes::Completed;
/// Factor by which a step of the generalised-α method multiplies a motion of infinite frequency.
const RADIUS: f64 = 0.8;
/// Change at which its iteration ends.
const CONVERGED: Tolerance = Tolerance::of(1e-7);

/// A method of integration, ready for a vehicle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chosen {
    method: Method,
    /// Numbers of the state that the hybrid scheme takes implicitly.
    implicit: Vec<usize>,
}

impl Chosen {
    /// The method for steps [s] of a vehicle at a speed [m/s]. The hybrid scheme integrates implicitly the states that
    /// would otherwise be unstable at this step. These states follow from the modes in straight driving at this speed,
    /// or at rest if no such motion is steady.
    ///
    /// # Errors
    /// Returns an error if the vehicle has no modes, or if the step is too long even with all motions implicit.
    pub fn of(running: &Running, method: Method, step: f64, speed: f64) -> Result<Self, Problem> {
        if method != Method::Hybrid {
            return Ok(Self::plain(method));
        }
        let (linear, _) = straight_on_or_at_rest(running, speed)?;
        let part = Part::fastest(&linear, step).ok_or_else(|| {
            running.finding(format!(
                "a step of {} ms is too long for `--method hybrid`, even with all motions implicit: its equipment is too stiff; \
                 `--method sbdf2` takes the slopes of that, too",
                number(1e3 * step)
            ))
        })?;
        Ok(Self {
            method,
            implicit: linear.numbers(&part.states),
        })
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// A method that needs no data of the vehicle; the hybrid scheme then integrates no state implicitly.
    pub fn plain(method: Method) -> Self {
        Self {
            method,
            implicit: Vec::new(),
        }
    }
}

/// Work that is done with an integrator of any kind.
pub(crate) trait WithIntegrator<E: Subsystem<Engine>> {
    /// The result of the work.
    type Result;

    /// Does the work.
    fn run<I: Integrator<StateOf<Engine, E>>>(self, integrator: I) -> Self::Result;
}

/// Does work with the integrator of a method.
pub(crate) fn with<E: Subsystem<Engine>, W: WithIntegrator<E>>(chosen: &Chosen, work: W) -> W::Result {
    match chosen.method {
        Method::Ab2 => work.run(AdamsBashforth2::new()),
        Method::Ab3 => work.run(AdamsBashforth3::new()),
        Method::Abm2 => work.run(AdamsBashforthMoulton2::new()),
        Method::Abm3 => work.run(AdamsBashforthMoulton3::new()),
        Method::Rk2 => work.run(RungeKutta2),
        Method::Rk4 => work.run(RungeKutta4),
        Method::DormandPrince => work.run(dormand_prince()),
        Method::Sbdf2 | Method::Hybrid => work.run(sbdf2(chosen)),
        Method::GeneralisedAlpha => work.run(generalised_alpha()),
        Method::Rosenbrock => work.run(rosenbrock()),
    }
}

/// The method of Dormand and Prince for fixed steps.
pub(crate) fn dormand_prince<X: Vector>() -> DormandPrince<X> {
    DormandPrince::new(CONVERGED)
}

/// SBDF2, for all numbers or for the numbers of the hybrid scheme.
pub(crate) fn sbdf2<X: Vector>(chosen: &Chosen) -> Sbdf2<X, Heap> {
    let method = match chosen.method {
        Method::Hybrid => Sbdf2::implicit(&chosen.implicit),
        _ => Sbdf2::new(),
    };
    method.every(JACOBIAN).renewed_early().with_slopes(SLOPES)
}

/// The generalised-α method.
pub(crate) fn generalised_alpha<X: Vector>() -> GeneralisedAlpha<X, Heap> {
    GeneralisedAlpha::new(RADIUS, CONVERGED)
        .every(JACOBIAN)
        .with_slopes(SLOPES)
}

/// The Rosenbrock method.
pub(crate) fn rosenbrock<X: Vector>() -> Rosenbrock<X, Heap> {
    Rosenbrock::new(CONVERGED).with_slopes(SLOPES)
}
