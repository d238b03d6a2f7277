//! Freedoms that nothing resists return to their values at the beginning of the search for a rest.
//!
//! On level ground these are the place and the heading of a vehicle on tyres without friction, the angle of a trailer,
//! and the spins of its wheels. They drift while the others move far, and Newton's path decides how far. In the search
//! of `rest.rs` springs hold all of these freedoms except the spins (`hold.rs`).

use super::{Newton, Search, is_still};
use crate::decomposition::least;
use nalgebra::{DMatrix, DVector, Quaternion, UnitQuaternion};
use wishbone::prelude::*;
use wishbone::state::StateVector;

/// Largest number of steps.
const STEPS: usize = 20;
/// Largest remaining step [m or rad].
const BACK: f64 = 1e-11;
/// Motion at a unit displacement, also as a fraction of the largest motion; below this limit, the motion counts as
/// resisted.
const RESISTED: f64 = 1e-6;

impl<S: Solver, E: Subsystem<S>> Search<'_, S, E> {
    /// Moves the freedoms that nothing resists as near to their initial values as possible, by least squares over all
    /// coordinates. The problem is linearised at the equilibrium that was found. All other freedoms follow by
    /// the corrections of this linear problem. If no equilibrium is left, the state does not change.
    pub(super) fn put_back(&mut self, newton: &Newton) {
        let found = self.state.vehicle.clone();
        let unknowns = newton.inverse.nrows();
        let unresisted = &newton.motion * (DMatrix::identity(unknowns, unknowns) - &newton.inverse * &newton.scaled);
        if unresisted.amax() < RESISTED {
            return;
        }
        for _ in 0..STEPS {
            match self.step_back(newton, &unresisted) {
                Some((step, rate)) if step < BACK && is_still(&rate) => return,
                Some((step, _)) if step >= BACK => {}
                _ => break,
            }
        }
        self.state.vehicle = found;
    }

    /// Moves along what nothing resists, and corrects the rest. Returns the longest displacement, and the accelerations
    /// after it; `None` if the loops do not close.
    fn step_back(&mut self, newton: &Newton, unresisted: &DMatrix<f64>) -> Option<(f64, DVector<f64>)> {
        let back = unresisted * least(unresisted, &self.off(), RESISTED)?;
        let correction = -newton.displacement(&self.moved(&back)?);
        let rate = self.moved(&(&newton.motion * &correction))?;
        Some((back.amax().max(correction.amax()), rate))
    }

    /// Accelerations after a displacement; `None` if the loops do not close there.
    fn moved(&mut self, by: &DVector<f64>) -> Option<DVector<f64>> {
        let from = self.state.vehicle.clone();
        self.displace(&from, by);
        self.close().ok()?;
        Some(self.rate())
    }

    /// Coordinates at the beginning minus present ones. For an orientation it is the change of the heading: tilts do
    /// not change.
    fn off(&self) -> DVector<f64> {
        let (begin, now) = (self.begin.coordinates(), self.state.vehicle.coordinates());
        let mut off = DVector::from_column_slice(begin) - DVector::from_column_slice(now);
        let names = self.system.solver.description().coordinates;
        for first in (0..names.len()).filter(|&place| names[place].ends_with(".e0")) {
            let [before, present] = [begin, now].map(|all| orientation(&all[first..first + 4]));
            let heading = |orientation| UnitQuaternion::from_quaternion(orientation).euler_angles().2;
            let turn = UnitQuaternion::from_euler_angles(0.0, 0.0, heading(before) - heading(present));
            let wanted = turn.into_inner() * present;
            for (place, own) in [wanted.w, wanted.i, wanted.j, wanted.k].into_iter().enumerate() {
                off[first + place] = own - now[first + place];
            }
        }
        off
    }
}

/// The orientation of four Euler parameters.
fn orientation(parameters: &[f64]) -> Quaternion<f64> {
    Quaternion::new(parameters[0], parameters[1], parameters[2], parameters[3])
}
