//! The explicit methods of integration as one type, so that their memories can be kept.

use wishbone::integrate::{AdamsBashforth3, Equation, Integrator, NotConverged, Remembers, RungeKutta4};
use wishbone::state::Vector;
use wishbone_studies::manoeuvre::Method;

/// An explicit method of fixed step.
#[derive(Clone)]
pub enum FixedStep<X> {
    /// Adams and Bashforth, third order.
    Ab3(AdamsBashforth3<X>),
    /// Runge and Kutta, fourth order.
    Rk4(RungeKutta4),
}

impl<X: Vector> FixedStep<X> {
    /// The method; none where an FMU does not keep its memory.
    pub fn of(method: Method) -> Option<Self> {
        match method {
            Method::Ab3 => Some(Self::Ab3(AdamsBashforth3::new())),
            Method::Rk4 => Some(Self::Rk4(RungeKutta4)),
            Method::Ab2
            | Method::Abm2
            | Method::Abm3
            | Method::Rk2
            | Method::DormandPrince
            | Method::Sbdf2
            | Method::Hybrid
            | Method::GeneralisedAlpha
            | Method::Rosenbrock => None,
        }
    }
}

impl<X: Vector> Integrator<X> for FixedStep<X> {
    /// The lower order of the two.
    const ORDER: usize = 3;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        match self {
            Self::Ab3(method) => method.advance(equation, time, begin, end, h),
            Self::Rk4(method) => method.advance(equation, time, begin, end, h),
        }
    }

    fn restart(&mut self) {
        match self {
            Self::Ab3(method) => method.restart(),
            Self::Rk4(method) => Integrator::<X>::restart(method),
        }
    }

    fn take_back(&mut self) {
        match self {
            Self::Ab3(method) => method.take_back(),
            Self::Rk4(method) => Integrator::<X>::take_back(method),
        }
    }
}

impl<X: Vector> Remembers<X> for FixedStep<X> {
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64)) {
        match self {
            Self::Ab3(method) => method.memories(like, lend),
            Self::Rk4(method) => method.memories(like, lend),
        }
    }
}
