//! Memories of integrators, as numbers.

use super::linear::Room;
use super::{Adaptive, DormandPrince, Integrator, Rosenbrock, RungeKutta2, RungeKutta4, StepControl};
use crate::state::{Vector, count};

/// An integrator whose memory of earlier steps can be kept and replaced.
pub trait Remembers<X: Vector>: Integrator<X> {
    /// Lends each number of the memory, always in one order. The number of calls depends only on the size of a state, which is the
    /// size of `like`.
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64));
}

impl<X: Vector> Remembers<X> for RungeKutta2 {
    fn memories(&mut self, _like: &X, _lend: &mut dyn FnMut(&mut f64)) {}
}

impl<X: Vector> Remembers<X> for RungeKutta4 {
    fn memories(&mut self, _like: &X, _lend: &mut dyn FnMut(&mut f64)) {}
}

/// The length of the next step. The rates belong to the last step. They serve for states within this step, not for
/// further steps.
impl<X: Vector> Remembers<X> for DormandPrince<X> {
    fn memories(&mut self, _like: &X, lend: &mut dyn FnMut(&mut f64)) {
        next(self.control_mut(), lend);
    }
}

/// The length of the next step. Stages and Jacobian belong to the last step. They do not serve for further steps.
impl<X: Vector, R: Room> Remembers<X> for Rosenbrock<X, R> {
    fn memories(&mut self, _like: &X, lend: &mut dyn FnMut(&mut f64)) {
        next(self.control_mut(), lend);
    }
}

/// Lends the length of the next step; zero if none is known.
fn next(control: &mut StepControl, lend: &mut dyn FnMut(&mut f64)) {
    let mut own = control.next.unwrap_or(0.0);
    lend(&mut own);
    control.next = Some(own).filter(|own| own.is_finite() && *own > 0.0);
}

/// Lends a whole number; one that replaces it is at most `most`.
pub(super) fn whole(number: &mut usize, most: usize, lend: &mut dyn FnMut(&mut f64)) {
    let mut own = *number as f64;
    lend(&mut own);
    // A conversion from a float saturates, and NaN becomes 0.
    *number = (own as usize).min(most);
}

/// Lends whether something holds, as one or zero.
pub(super) fn truth(holds: &mut bool, lend: &mut dyn FnMut(&mut f64)) {
    let mut own = usize::from(*holds);
    whole(&mut own, 1, lend);
    *holds = own == 1;
}

/// Lends the numbers of a vector. If the number of values is known only at run time, a vector that was never stored has
/// no values, and gets as many as `like`.
pub(super) fn vector<X: Vector>(own: &mut X, like: &X, lend: &mut dyn FnMut(&mut f64)) {
    if count(own) != count(like) {
        own.clone_from(like);
    }
    own.each(lend);
}

/// Lends matrix and positions of a room.
pub(super) fn room(own: &mut impl Room, lend: &mut dyn FnMut(&mut f64)) {
    let parts = own.parts();
    parts.matrix.iter_mut().for_each(&mut *lend);
    let most = parts.places.len().saturating_sub(1);
    parts.places.iter_mut().for_each(|place| whole(place, most, lend));
}
