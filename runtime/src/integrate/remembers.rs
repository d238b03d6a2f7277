//! Memories of integrators, as numbers.

use super::{Integrator, RungeKutta4};
use crate::state::Vector;

/// An integrator whose memory of earlier steps can be kept and replaced.
pub trait Remembers<X: Vector>: Integrator<X> {
    /// Lends each number of the memory, in the same order each time. The number of calls depends only on the size of a state, which
    /// is the size of `like`.
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64));
}

impl<X: Vector> Remembers<X> for RungeKutta4 {
    fn memories(&mut self, _like: &X, _lend: &mut dyn FnMut(&mut f64)) {}
}
