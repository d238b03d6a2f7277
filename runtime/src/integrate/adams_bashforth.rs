//! Adams-Bashforth methods: one evaluation per step, with the rates of earlier steps stored.

use super::{Equation, Integrator, NotConverged, Remembers, is_same, remembers, rk4};
use crate::state::Vector;
use core::array;

/// The method of order `K`, 1 to 5 (Bashforth & Adams 1883). A polynomial through the last `K` rates is extrapolated
/// and integrated over the step: `x += h (w_0 f_n + w_1 f_(n-1) + ..)`.
///
/// The first `K - 1` steps, and the steps after a restart or a change of step, are fourth-order Runge-Kutta steps.
///
/// Stability, for a rate `f = l x` with real negative `l`: `h |l|` up to 2, 1, 6/11, 3/10, 0.163 for order 1 to 5. The third-order
/// method is also stable for undamped oscillation, up to `h omega = 0.72`; the second-order method is not, at any step.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamsBashforth<X, const K: usize> {
    /// A ring buffer of rates, from `newest` backwards in time.
    rates: [X; K],
    memory: Memory,
    /// Status before the last step. The rate overwritten in that step is too old to be used again.
    before: Memory,
}

/// The valid part of the ring buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Memory {
    newest: usize,
    /// Number of stored rates of earlier steps.
    known: usize,
    /// Length of the steps between the stored rates [s].
    h: f64,
}

/// The second-order method, for dissipative systems only.
pub type AdamsBashforth2<X> = AdamsBashforth<X, 2>;

/// The third-order method, common in real-time vehicle simulation (RTRD 2018, 2.5; Kim & Wang 2005, 5).
pub type AdamsBashforth3<X> = AdamsBashforth<X, 3>;

impl<X: Vector, const K: usize> AdamsBashforth<X, K> {
    /// Weight of each rate, the newest first.
    const WEIGHTS: [f64; K] = weights();

    /// An integrator without stored rates.
    pub fn new() -> Self {
        Self {
            rates: array::from_fn(|_| X::zero()),
            memory: Memory::default(),
            before: Memory::default(),
        }
    }
}

impl<X: Vector, const K: usize> Default for AdamsBashforth<X, K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<X: Vector, const K: usize> Integrator<X> for AdamsBashforth<X, K> {
    const ORDER: usize = K;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        self.before = self.memory;
        let Memory { newest, known, h: last } = self.memory;
        let newest = (newest + K - 1) % K;
        let known = if is_same(h, last, time) { known } else { 0 };
        self.memory = Memory {
            newest,
            known: (known + 1).min(K - 1),
            h,
        };
        equation.rate(time, begin, &mut self.rates[newest]);
        if known < K - 1 {
            rk4::step_from(&self.rates[newest], equation, time, begin, end, h);
        } else {
            let rate = |age: usize| (h * Self::WEIGHTS[age], &self.rates[(newest + age) % K]);
            // The newest rate is added last, because the others are known earlier.
            end.sum_from(begin, array::from_fn::<_, K, _>(|k| rate(K - 1 - k)));
        }
        Ok(())
    }

    fn restart(&mut self) {
        self.memory.known = 0;
    }

    /// The memory holds rates alone.
    fn jumped(&mut self) {}

    fn take_back(&mut self) {
        self.memory = self.before;
    }
}

impl<X: Vector, const K: usize> Remembers<X> for AdamsBashforth<X, K> {
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64)) {
        for memory in [&mut self.memory, &mut self.before] {
            remembers::whole(&mut memory.newest, K - 1, lend);
            remembers::whole(&mut memory.known, K - 1, lend);
            lend(&mut memory.h);
        }
        self.rates
            .iter_mut()
            .for_each(|rate| remembers::vector(rate, like, lend));
    }
}

/// Weights of the method (Hairer, Nørsett & Wanner 1993, Solving Ordinary Differential Equations I, III.1, (1.5)).
pub(super) const fn weights<const K: usize>() -> [f64; K] {
    let (numerators, denominator): (&[f64], f64) = match K {
        1 => (&[1.0], 1.0),
        2 => (&[3.0, -1.0], 2.0),
        3 => (&[23.0, -16.0, 5.0], 12.0),
        4 => (&[55.0, -59.0, 37.0, -9.0], 24.0),
        5 => (&[1901.0, -2774.0, 2616.0, -1274.0, 251.0], 720.0),
        _ => panic!("Adams-Bashforth methods are offered for orders 1 to 5"),
    };
    divided(numerators, denominator)
}

/// Fractions with a common denominator.
pub(super) const fn divided<const K: usize>(numerators: &[f64], denominator: f64) -> [f64; K] {
    let mut weights = [0.0; K];
    let mut i = 0;
    while i < K {
        weights[i] = numerators[i] / denominator;
        i += 1;
    }
    weights
}
