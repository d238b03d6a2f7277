//! The rest that a vehicle comes to, without derivatives of its solver.
//!
//! The vehicle is put on the road with its lowest tyre just touching it. The vehicle sinks as if every motion were
//! resisted in proportion to its mass. Its displacements `z` follow `z' = a(z)`, with the accelerations `a` of the
//! vehicle at rest. This is the steepest descent of the potential energy in the metric of the kinetic energy. It ends
//! in a stable rest, whatever dampers the vehicle has. Steps are implicit, `(I/δ - ∂a/∂z) δz = a`, and grow until they
//! become steps of Newton's method (pseudo-transient continuation: Kelley & Keyes, SIAM J. Numer. Anal. 35 (1998) 508).
//! From there, Newton's method finds the rest to rounding.
//!
//! A symmetrical vehicle may rest in an unstable balance. If a displacement from a rest grows, the vehicle is pushed along it. If
//! no other rest is found, the balance is returned and marked as unstable ([`Rest::escape`]).

use super::hold::{Hold, Poses, Unit};
use super::tangent::Slopes;
use super::{NoEquilibrium, ROUNDED, Search, is_still};
use crate::whole::System;
use nalgebra::{DMatrix, DVector};
use wishbone::prelude::*;
use wishbone::start::{self, NotStarted};
use wishbone::state::Whole;
use wishbone::subsystem::{belonging, rate};

/// Largest displacement of one step [m or rad].
const LONGEST: f64 = 0.05;
/// Displacement below which Newton's method takes over [m or rad], and least δ of such a step [s²].
const NEAR: f64 = 1e-4;
const NEARLY_NEWTON: f64 = 10.0;
/// Largest δ [s²]. It limits the motion by rounding of freedoms that nothing resists.
const LARGEST: f64 = 1e3;
/// Least δ [s²].
const LEAST: f64 = 1e-12;
/// Factor by which δ changes.
const FACTOR: f64 = 4.0;
/// A step is refused if the next step, computed with the same slopes, is longer by this factor.
const GROWTH: f64 = 2.0;
/// Number of steps after which the search is given up.
const STEPS: usize = 400;
/// Largest number of unstable rests that are left.
const BALANCES: usize = 4;
/// Displacement by which an unstable rest is left [m or rad].
const PUSH: f64 = 1e-3;
/// Eigenvalues below this part of the largest count as zero.
const ROUNDING: f64 = 1e-8;

/// A vehicle at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Rest<X> {
    /// Coordinates; all speeds are zero.
    pub state: X,
    /// Evaluations of the vehicle.
    pub evaluations: usize,
    /// Vertical load on each wheel [N]. A wheel in the air has none.
    pub loads: Vec<f64>,
    /// Moment about the vertical that holds each unit straight [N m]; zero if nothing turns the unit. The list is empty
    /// if no unit can be held; the headings are then the headings that the search gives.
    pub moments: Vec<f64>,
    /// Motion by which the vehicle leaves this rest after the least push; `None` if the rest is stable.
    pub escape: Option<Escape>,
}

/// A motion that grows from a rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Escape {
    /// Name of the speed with the largest part in the motion.
    pub speed: &'static str,
    /// Rate of growth without dampers [1/s].
    pub rate: f64,
}

/// The rest of a vehicle with wheels of these unloaded radii [m], for surroundings with frictionless tyres on level
/// ground at height zero. States of the surroundings keep their initial values, and the steering is at its position at
/// time zero. The search begins at the height at which the lowest wheel touches the ground, or in the design position
/// if the vehicle cannot be lifted freely.
///
/// Each unit keeps its heading, and the first unit its place, as tyres with friction would hold them ([`Unit`]).
/// Coordinates are accurate to 1e-10 m or rad. Other freedoms that nothing resists stay as they are.
///
/// # Errors
/// Returns an error if the loops do not close, or if the vehicle does not come to rest, for example without ground
/// below it.
///
/// # Panics
/// If equipment was declared for a vehicle with other parts ([`belonging`]).
pub fn rest<S: Solver + Clone, E: Subsystem<S>>(
    solver: &S,
    radii: &[f64],
    surroundings: E,
    units: &[Unit],
) -> Result<Rest<S::State>, NoEquilibrium> {
    let from = match start::lifted(solver, radii) {
        Err(NotStarted::Held) => solver.design_state(),
        lifted => lifted?,
    };
    let own = surroundings.initial();
    let mut system = System {
        solver: solver.clone(),
        surroundings: (belonging(solver, surroundings), Hold::default()),
        time: 0.0,
    };
    let mut search = Search::at(&mut system, from, (own, ()))?;
    let begin = (search.poses(), search.state.clone());
    let (moments, escape) = match search.held(units, &begin.0) {
        Err(_) if !units.is_empty() => search.held_at_last(units, begin)?,
        held => held?,
    };
    let Search { state, evaluations, .. } = search;
    let mut inputs = system.solver.no_inputs();
    let _ = rate(&mut system.solver, &mut system.surroundings, &mut inputs, 0.0, &state);
    Ok(Rest {
        loads: inputs.wheels().iter().map(|load| load.force[2]).collect(),
        state: state.vehicle,
        evaluations,
        moments,
        escape,
    })
}

/// Where the bodies stand, and the state, before a search.
type Begin<S, E> = (Poses, Whole<<S as Solver>::State, (<E as Subsystem<S>>::State, ())>);

/// Moment on each unit that is held, and the motion by which the vehicle leaves the rest.
type Held = (Vec<f64>, Option<Escape>);

impl<S: Solver, E: Subsystem<S>> Search<'_, S, (E, Hold)> {
    /// Settles with these units held, as they stood at the `begin`.
    fn held(&mut self, units: &[Unit], begin: &Poses) -> Result<Held, NoEquilibrium> {
        self.hold(units);
        self.settle()?;
        let escape = self.leave_balances();
        self.lead(units, begin)?;
        Ok((self.moments()?, escape))
    }

    /// Settles from the beginning without springs, and holds the units then. A vehicle that falls over, or is pushed
    /// away, reaches its final position in this way; such a vehicle may have no unit that can be held.
    fn held_at_last(&mut self, units: &[Unit], (begin, state): Begin<S, E>) -> Result<Held, NoEquilibrium> {
        self.system.surroundings.1 = Hold::default();
        self.state = state;
        self.settle()?;
        let escape = self.leave_balances();
        let free = self.state.clone();
        self.hold(units);
        let held = self.lead(units, &begin).and_then(|()| self.moments());
        let moments = held.unwrap_or_else(|_| {
            self.state = free;
            Vec::new()
        });
        Ok((moments, escape))
    }
}

impl<S: Solver, E: Subsystem<S>> Search<'_, S, E> {
    /// Sinks to a rest, which need not be stable.
    fn settle(&mut self) -> Result<(), NoEquilibrium> {
        self.sink()?;
        self.run(Slopes::Central)
    }

    /// Follows `z' = a(z)` until the vehicle is near a rest.
    fn sink(&mut self) -> Result<(), NoEquilibrium> {
        let mut rate = self.rate();
        let mut delta = 0.1 * LONGEST / rate.amax().max(1.0);
        for _ in 0..STEPS {
            // Only rounding is left, which gives no direction.
            if rate.amax() < ROUNDED {
                return Ok(());
            }
            let tangent = self.tangent(Slopes::Forward);
            let slopes = tangent.rates.select_rows(&tangent.own);
            let (from, here) = (self.state.vehicle.clone(), rate.select_rows(&tangent.own));
            let (step, next) = loop {
                if let Some(inverse) = implicit(&slopes, delta) {
                    let step = &inverse * &here;
                    if step.amax() <= LONGEST {
                        self.displace(&from, &(&tangent.motion * &step));
                        if self.close().is_ok() {
                            rate = self.rate();
                            let next = &inverse * rate.select_rows(&tangent.own);
                            // This is false if a rate is not a number.
                            if next.norm() <= GROWTH * step.norm() {
                                break (step, next);
                            }
                        }
                    }
                }
                delta /= FACTOR;
                if delta < LEAST {
                    return self.sunk(&rate);
                }
            };
            if step.amax() < NEAR && delta >= NEARLY_NEWTON {
                return Ok(());
            }
            // The step has crossed a point at which a force sets in, so that the next step leads back.
            let leads_back = next.dot(&step) < 0.0;
            delta = (delta * if leads_back { 1.0 / FACTOR } else { FACTOR }).min(LARGEST);
        }
        self.sunk(&rate)
    }

    /// The end of the way down: a rest, if only the rounding of stiff parts remains.
    fn sunk(&self, rate: &DVector<f64>) -> Result<(), NoEquilibrium> {
        match is_still(rate) {
            true => Ok(()),
            false => Err(self.not_balanced(rate)),
        }
    }

    /// Leaves unstable rests for a stable one. If no stable rest is found, returns the motion that leads away.
    fn leave_balances(&mut self) -> Option<Escape> {
        let balanced = self.state.vehicle.clone();
        let (escape, mut away) = self.escape()?;
        for _ in 0..BALANCES {
            let from = self.state.vehicle.clone();
            self.displace(&from, &away);
            if self.close().and_then(|()| self.settle()).is_err() {
                break;
            }
            (_, away) = self.escape()?;
        }
        self.state.vehicle = balanced;
        Some(escape)
    }

    /// The displacement that grows fastest: `δz'' = J δz` with a positive eigenvalue. Returned with a small change of the
    /// coordinates along it.
    fn escape(&mut self) -> Option<(Escape, DVector<f64>)> {
        let tangent = self.tangent(Slopes::Central);
        // Coordinates with a rate of their own come last. They follow a slow displacement so that their rates are zero: `J_rz δz + J_rr δr = 0`.
        let (all, count) = (tangent.own.len(), self.relaxing.len());
        let free = all - count;
        let square = tangent.rates.select_rows(&tangent.own);
        let mut slopes = square.view((0, 0), (free, free)).into_owned();
        if count > 0 {
            let own = square.view((free, free), (count, count)).into_owned();
            let following = own.lu().solve(&square.view((free, 0), (count, free)).into_owned())?;
            slopes -= square.view((0, free), (free, count)) * following;
        }
        let values = slopes.complex_eigenvalues();
        let largest = values.iter().map(|value| value.norm()).fold(0.0, f64::max);
        let growing = values.iter().map(|value| value.re).fold(0.0, f64::max);
        if growing <= ROUNDING * largest {
            return None;
        }
        let direction = eigenvector(&slopes, growing)?;
        let escape = Escape {
            speed: self.name(tangent.own[direction.iamax()]),
            rate: growing.sqrt(),
        };
        Some((escape, tangent.motion.columns(0, free) * direction * PUSH))
    }
}

/// `(I/δ - J)⁻¹`; `None` if the matrix is singular.
fn implicit(slopes: &DMatrix<f64>, delta: f64) -> Option<DMatrix<f64>> {
    let size = slopes.nrows();
    (DMatrix::identity(size, size) / delta - slopes).try_inverse()
}

/// The eigenvector of a real eigenvalue by inverse iteration, scaled so that its largest number is one.
fn eigenvector(slopes: &DMatrix<f64>, value: f64) -> Option<DVector<f64>> {
    let size = slopes.nrows();
    let beside = value * (1.0 + 1e-6);
    let inverse = (slopes - DMatrix::identity(size, size) * beside).try_inverse()?;
    let mut direction = DVector::from_fn(size, |row, _| 1.0 + 0.1 * row as f64);
    for _ in 0..8 {
        direction = &inverse * direction;
        direction /= direction[direction.iamax()];
    }
    direction.iter().all(|number| number.is_finite()).then_some(direction)
}
