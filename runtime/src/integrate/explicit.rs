//! Explicit methods, which several threads can apply together.

use super::{AdamsBashforth, AdamsBashforthMoulton, Integrator, RungeKutta2, RungeKutta4};
use crate::state::Vector;

/// A method whose steps need equal evaluations for all values, and treat all numbers of a state alike. Threads that hold different
/// numbers of one vehicle can make its steps together.
///
/// Methods that iterate, or that choose the step by an estimate of the error, are excluded: each thread would decide differently.
///
/// ```compile_fail,E0277
/// use wishbone::integrate::{Explicit, GeneralisedAlpha};
///
/// fn on_threads<M: Explicit>() {}
/// on_threads::<GeneralisedAlpha<f64>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot make steps on several threads",
    label = "its evaluations depend on numbers that no thread has as a whole",
    note = "use an explicit method of fixed steps: `AdamsBashforth3`, `AdamsBashforthMoulton3`, `RungeKutta2`, `RungeKutta4`"
)]
pub trait Explicit {
    /// This method for states of another type.
    type Of<X: Vector>: Integrator<X> + Clone + Send;

    /// A new integrator of this method, without memory of earlier steps.
    fn anew<X: Vector>(&self) -> Self::Of<X>;
}

macro_rules! explicit {
    ($(impl[$($letters:tt)*] $method:ty => $of:ty, $new:expr;)*) => {$(
        impl<$($letters)*> Explicit for $method {
            type Of<Y: Vector> = $of;

            fn anew<Y: Vector>(&self) -> $of {
                $new
            }
        }
    )*};
}

explicit! {
    impl[X, const K: usize] AdamsBashforth<X, K> => AdamsBashforth<Y, K>, AdamsBashforth::new();
    impl[X, const K: usize] AdamsBashforthMoulton<X, K> => AdamsBashforthMoulton<Y, K>, AdamsBashforthMoulton::new();
    impl[] RungeKutta2 => RungeKutta2, RungeKutta2;
    impl[] RungeKutta4 => RungeKutta4, RungeKutta4;
}
