//! The position in which a vehicle rests.
//!
//! Newton's method solves for zero accelerations at rest, `v'(q) = 0`, by displacements along the speeds: `J δz = -v'`.
//! Because of freedoms that nothing resists, such as the place of a car on a level road or the spin of its wheels, `J`
//! does not have full rank. Of all solutions the smallest is taken. At the end of the search these freedoms return to
//! their initial values (`put_back.rs`).
//!
//! A step is halved until the next correction by the same `J` is smaller than the step (natural monotonicity: Deuflhard, Newton Methods for
//! Nonlinear Problems, 2004, section 3.1). This does not depend on the units of the accelerations.
//!
//! [`of`] takes exact slopes from the solver. [`rest`] needs no derivatives: it takes differences, and finds the rest that a
//! vehicle comes to from its initial position on the road. Its units keep their headings there (`hold.rs`).

mod hold;
mod put_back;
mod rest;
mod tangent;

pub use hold::Unit;
pub use rest::{Escape, Rest, rest};

use crate::decomposition::pseudo_inverse;
use crate::whole::{NoDerivatives, System};
use core::fmt;
use nalgebra::{DMatrix, DMatrixView, DVector};
use tangent::{Slopes, Tangent};
use wishbone::prelude::*;
use wishbone::stabilise::{NotClosed, Projection};
use wishbone::start::{NotStarted, touching};
use wishbone::state::{StateVector, Whole};
use wishbone::tyre::Tyre;

/// Largest displacement of one step [m or rad].
const LONGEST: f64 = 0.05;
/// Largest remaining displacement [m or rad].
const RESTING: f64 = 1e-11;
/// Largest remaining acceleration [m/s² or rad/s²].
const STILL: f64 = 1e-6;
/// Accelerations below which a vehicle is at rest, except for rounding [m/s² or rad/s²].
const ROUNDED: f64 = 1e-9;
/// Steps after which the search is given up.
const STEPS: usize = 60;
/// Halvings of one step.
const HALVINGS: usize = 10;

/// A position of rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium<X> {
    /// Coordinates; all speeds are zero.
    pub state: X,
    /// Evaluations of the vehicle, each evaluation of its derivatives counted as one more.
    pub evaluations: usize,
}

/// Reason why there is no equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub enum NoEquilibrium {
    /// The solver has no derivatives.
    NoDerivatives(NoDerivatives),
    /// The vehicle cannot be put on the road.
    NotStarted(NotStarted),
    /// Its loops do not close on the way.
    NotClosed(NotClosed),
    /// Nothing balances the loads. The speed with the fastest change, and its rate [m/s² or rad/s²].
    NotBalanced {
        /// Name of the speed.
        speed: &'static str,
        /// Its rate.
        rate: f64,
    },
}

impl fmt::Display for NoEquilibrium {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDerivatives(reason) => write!(f, "{reason}"),
            Self::NotStarted(reason) => write!(f, "{reason}"),
            Self::NotClosed(reason) => write!(f, "no equilibrium is found: {reason}"),
            Self::NotBalanced { speed, rate } => write!(
                f,
                "no equilibrium is found: nothing balances what acts on `{speed}`, which still changes by {rate:.3e} per second"
            ),
        }
    }
}

impl core::error::Error for NoEquilibrium {}

impl From<NoDerivatives> for NoEquilibrium {
    fn from(reason: NoDerivatives) -> Self {
        Self::NoDerivatives(reason)
    }
}

impl From<NotStarted> for NoEquilibrium {
    fn from(reason: NotStarted) -> Self {
        Self::NotStarted(reason)
    }
}

/// The rest of a vehicle on level ground at height zero. Its tyres glide, and its steering is as at time zero.
/// [`wishbone::start::rest`] finds the same rest by integration.
///
/// # Errors
/// Returns an error if the solver has no derivatives, the vehicle cannot be lifted freely, or it does not come to rest.
pub fn on_road<S, C, Y, const W: usize>(
    solver: &S,
    tyres: &[Y; W],
    steering: &C,
) -> Result<Equilibrium<S::State>, NoEquilibrium>
where
    S: Solver + Clone,
    C: Subsystem<S> + Clone,
    Y: Tyre + Clone,
{
    let (state, surroundings) = touching(solver, tyres, steering)?;
    let own = Subsystem::<S>::initial(&surroundings);
    let mut system = System::new(solver.clone(), surroundings)?;
    of(&mut system, state, own)
}

/// The equilibrium nearest to a position, in surroundings whose own states keep their values.
///
/// # Errors
/// If the loops do not close, or the loads are not balanced.
pub fn of<S: Solver, E: Subsystem<S>>(
    system: &mut System<S, E>,
    from: S::State,
    own: E::State,
) -> Result<Equilibrium<S::State>, NoEquilibrium> {
    let mut search = Search::at(system, from, own)?;
    search.run(Slopes::Exact)?;
    Ok(Equilibrium {
        state: search.state.vehicle,
        evaluations: search.evaluations,
    })
}

/// A position at rest that is moved until no acceleration is left.
struct Search<'a, S: Solver, E: Subsystem<S>> {
    system: &'a mut System<S, E>,
    state: Whole<S::State, E::State>,
    /// The position at the beginning, with closed loops.
    begin: S::State,
    evaluations: usize,
    /// Coordinates with a rate of their own, as in dampers in series. They are unknowns beside the displacements.
    relaxing: Vec<usize>,
}

impl<'a, S: Solver, E: Subsystem<S>> Search<'a, S, E> {
    /// Begins at a position, whose loops are closed here.
    fn at(system: &'a mut System<S, E>, from: S::State, own: E::State) -> Result<Self, NoEquilibrium> {
        let mut search = Self {
            system,
            begin: from.clone(),
            state: Whole {
                vehicle: from,
                subsystems: own,
            },
            evaluations: 0,
            relaxing: Vec::new(),
        };
        search.state.vehicle.speeds_mut().fill(0.0);
        search.close()?;
        search.begin = search.state.vehicle.clone();
        search.relaxing = search.system.relaxing(&search.state);
        Ok(search)
    }

    /// Runs Newton's method.
    fn run(&mut self, slopes: Slopes) -> Result<(), NoEquilibrium> {
        let mut rate = self.rate();
        let mut newton = self.newton(slopes);
        for _ in 0..STEPS {
            let correction = -newton.displacement(&rate);
            rate = self.step(&correction, &newton)?;
            if correction.amax() < RESTING {
                break;
            }
            newton = self.newton(slopes);
        }
        if !is_still(&rate) {
            return Err(self.not_balanced(&rate));
        }
        self.put_back(&newton);
        Ok(())
    }

    /// The error that names the largest rate.
    fn not_balanced(&self, rate: &DVector<f64>) -> NoEquilibrium {
        let fastest = rate.iamax();
        NoEquilibrium::NotBalanced {
            speed: self.name(fastest),
            rate: rate[fastest],
        }
    }

    /// Name of the unknown with the rate at this position: a speed, or a coordinate with its own rate.
    fn name(&self, place: usize) -> &'static str {
        let names = self.system.solver.description();
        let own = |place: usize| names.coordinates[self.relaxing[place - names.speeds.len()]];
        names.speeds.get(place).copied().unwrap_or_else(|| own(place))
    }

    /// Moves along a correction or a part of it. Returns the accelerations there.
    fn step(&mut self, correction: &DVector<f64>, newton: &Newton) -> Result<DVector<f64>, NoEquilibrium> {
        let from = self.state.vehicle.clone();
        let mut part = (LONGEST / correction.amax()).min(1.0);
        // After such a correction only rounding is left, which need not decrease.
        let is_last = correction.amax() < RESTING;
        for _ in 0..HALVINGS {
            self.displace(&from, &(&newton.motion * correction * part));
            if self.close().is_ok() {
                let rate = self.rate();
                // This is false if a rate is not a number.
                if is_last || newton.displacement(&rate).norm() <= (1.0 - part / 4.0) * correction.norm() {
                    return Ok(rate);
                }
            }
            part /= 2.0;
        }
        self.displace(&from, &(&newton.motion * correction * part));
        self.close()?;
        Ok(self.rate())
    }

    fn displace(&mut self, from: &S::State, change: &DVector<f64>) {
        self.state.vehicle = from.clone();
        let coordinates = self.state.vehicle.coordinates_mut().iter_mut();
        coordinates
            .zip(change.iter())
            .for_each(|(coordinate, change)| *coordinate += change);
    }

    /// Prescribed motions at this time; there are no loads.
    fn driven(&mut self) -> S::Inputs {
        let mut inputs = self.system.solver.no_inputs();
        let System { surroundings, time, .. } = &mut *self.system;
        surroundings.drive(*time, &self.state.subsystems, &mut inputs);
        inputs
    }

    fn close(&mut self) -> Result<(), NoEquilibrium> {
        let inputs = self.driven();
        let solver = &mut self.system.solver;
        let closed = solver.close(&mut self.state.vehicle, &inputs, &Projection::ASSEMBLY);
        self.state.vehicle.speeds_mut().fill(0.0);
        closed.map(|_| ()).map_err(NoEquilibrium::NotClosed)
    }

    /// Accelerations, then the rates of coordinates that have a rate of their own.
    fn rate(&mut self) -> DVector<f64> {
        self.evaluations += 1;
        let rate = self.system.rate(&self.state).vehicle;
        let own = self.relaxing.iter().map(|&place| rate.coordinates()[place]);
        let all = rate.speeds().iter().copied().chain(own);
        DVector::from_vec(all.collect())
    }

    /// The linear problem of this position, which gives the correction for any accelerations.
    fn newton(&mut self, slopes: Slopes) -> Newton {
        let Tangent {
            rates: mut scaled,
            motion,
            ..
        } = self.tangent(slopes);
        // A row that is only rounding, such as that of a wheel's spin, is not enlarged.
        let least = slopes.rounding() * scaled.amax();
        let size = |row: DMatrixView<f64>| if row.amax() > least { 1.0 / row.amax() } else { 0.0 };
        let scales = DVector::from_fn(scaled.nrows(), |row, _| size(scaled.rows(row, 1)));
        for (mut row, scale) in scaled.row_iter_mut().zip(scales.iter()) {
            row *= *scale;
        }
        let empty = DMatrix::zeros(scaled.ncols(), scales.len());
        Newton {
            inverse: pseudo_inverse(&scaled, slopes.rank()).unwrap_or(empty),
            scaled,
            scales,
            motion,
        }
    }
}

/// Whether accelerations are those of a vehicle at rest. Returns false if one is not a number.
fn is_still(rate: &DVector<f64>) -> bool {
    rate.iter().all(|rate| rate.abs() <= STILL)
}

/// Computes the least displacement of the free speeds that cancels given accelerations.
struct Newton {
    /// The tangent, whose rows are scaled to equal size.
    scaled: DMatrix<f64>,
    /// Its pseudo-inverse.
    inverse: DMatrix<f64>,
    /// Scale factors of the rows.
    scales: DVector<f64>,
    /// Change of the coordinates for a displacement.
    motion: DMatrix<f64>,
}

impl Newton {
    fn displacement(&self, rate: &DVector<f64>) -> DVector<f64> {
        &self.inverse * rate.component_mul(&self.scales)
    }
}
