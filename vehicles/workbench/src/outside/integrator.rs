//! The methods of integration as one type, so that their memories can be kept.

use crate::integrators::{Chosen, dormand_prince, generalised_alpha, rosenbrock, sbdf2};
use wishbone::integrate::{
    AdamsBashforth2, AdamsBashforthMoulton2, AdamsBashforthMoulton3, DormandPrince, Equation, GeneralisedAlpha, Heap,
    NotConverged, Remembers, Rosenbrock, RungeKutta2, Sbdf2,
};
use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone_studies::manoeuvre::Method;

/// A method with fixed steps.
#[derive(Clone)]
pub enum FixedStep<X> {
    Ab2(AdamsBashforth2<X>),
    Ab3(AdamsBashforth3<X>),
    Abm2(AdamsBashforthMoulton2<X>),
    Abm3(AdamsBashforthMoulton3<X>),
    Rk2(RungeKutta2),
    Rk4(RungeKutta4),
    DormandPrince(DormandPrince<X>),
    Sbdf2(Sbdf2<X, Heap>),
    GeneralisedAlpha(GeneralisedAlpha<X, Heap>),
    Rosenbrock(Rosenbrock<X, Heap>),
}

impl<X: Vector> FixedStep<X> {
    /// The chosen method.
    pub fn of(chosen: &Chosen) -> Self {
        match chosen.method() {
            Method::Ab2 => Self::Ab2(AdamsBashforth2::new()),
            Method::Ab3 => Self::Ab3(AdamsBashforth3::new()),
            Method::Abm2 => Self::Abm2(AdamsBashforthMoulton2::new()),
            Method::Abm3 => Self::Abm3(AdamsBashforthMoulton3::new()),
            Method::Rk2 => Self::Rk2(RungeKutta2),
            Method::Rk4 => Self::Rk4(RungeKutta4),
            Method::DormandPrince => Self::DormandPrince(dormand_prince()),
            Method::Sbdf2 | Method::Hybrid => Self::Sbdf2(sbdf2(chosen)),
            Method::GeneralisedAlpha => Self::GeneralisedAlpha(generalised_alpha()),
            Method::Rosenbrock => Self::Rosenbrock(rosenbrock()),
        }
    }
}

/// Does the same with each method.
macro_rules! each {
    ($own:ident, $method:ident => $work:expr) => {
        match $own {
            Self::Ab2($method) => $work,
            Self::Ab3($method) => $work,
            Self::Abm2($method) => $work,
            Self::Abm3($method) => $work,
            Self::Rk2($method) => $work,
            Self::Rk4($method) => $work,
            Self::DormandPrince($method) => $work,
            Self::Sbdf2($method) => $work,
            Self::GeneralisedAlpha($method) => $work,
            Self::Rosenbrock($method) => $work,
        }
    };
}

impl<X: Vector> Integrator<X> for FixedStep<X> {
    /// The lowest order among them.
    const ORDER: usize = 2;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        each!(self, method => method.advance(equation, time, begin, end, h))
    }

    fn restart(&mut self) {
        each!(self, method => Integrator::<X>::restart(method));
    }

    fn take_back(&mut self) {
        each!(self, method => Integrator::<X>::take_back(method));
    }
}

impl<X: Vector> Remembers<X> for FixedStep<X> {
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64)) {
        each!(self, method => method.memories(like, lend));
    }
}
