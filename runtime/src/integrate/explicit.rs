//! Explicit methods, as threads share them.

use super::{AdamsBashforth, AdamsBashforthMoulton, Integrator, RungeKutta2, RungeKutta4};
use crate::state::Vector;

/// A method whose steps take the same evaluations whatever the numbers are, and treat each number of a state alike: threads that hold
/// different numbers of one vehicle make its steps together.
///
/// An iteration would end at a different time on each thread, and so would a step by an estimate of the error:
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
    /// The same method for states of another type.
    type Of<X: Vector>: Integrator<X> + Clone + Send;

    /// The same method, without memory of earlier steps.
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
