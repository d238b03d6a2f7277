//! Memories of integrators, as numbers.

use super::{Integrator, RungeKutta4};
use crate::state::Vector;

/// An integrator whose memory of earlier steps can be kept and replaced.
pub trait Remembers<X: Vector>: Integrator<X> {
    /// Lends each number of its memory, as many for each state of the size of `like`, in the same order each time.
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64));
}

impl<X: Vector> Remembers<X> for RungeKutta4 {
    fn memories(&mut self, _like: &X, _lend: &mut dyn FnMut(&mut f64)) {}
}
