//! Adams-Bashforth-Moulton methods: a predictor, one evaluation, a corrector.

use super::{Equation, Integrator, NotConverged, Remembers, adams_bashforth, is_same, remembers, rk4};
use crate::state::Vector;
use core::array;

/// Predictor and corrector of order `K`, 2 to 4, without an evaluation of the corrected state (PEC: Hairer, Nørsett & Wanner 1993,
/// Solving Ordinary Differential Equations I, III.1 and III.8).
///
/// Bashforth's polynomial predicts the state at the end of the step, and the rate is evaluated there. Moulton's
/// polynomial (1926) through this rate and earlier rates is integrated: `x += h (c_0 f*_(n+1) + c_1 f*_n + ..)`. The
/// rates `f*` are evaluated at predicted states, and never at corrected states. The first steps, and the steps after a
/// restart or a change of step, are fourth-order Runge-Kutta steps.
///
/// The error of one step is smaller than with [`AdamsBashforth`](super::AdamsBashforth) of this order. The largest
/// stable step is also smaller: `h |l|` up to 1/2 and 2/7 for order 2 and 3 on the real axis
/// ([`stability`](crate::stability)). A predictor of order `K - 1` before the corrector of order `K` would give the
/// Adams-Bashforth method of order `K` again.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamsBashforthMoulton<X, const K: usize> {
    /// A ring buffer of the rates at earlier times, from `newest` backwards.
    rates: [X; K],
    /// Rate at the predicted state of the current time.
    predicted: X,
    memory: Memory,
    /// Status before the last step.
    before: Memory,
}

/// The valid part of the stored rates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Memory {
    newest: usize,
    /// Number of stored rates of earlier times.
    known: usize,
    /// Length of the steps between the stored rates [s].
    h: f64,
    /// Whether the rate at the current time is known.
    is_ahead: bool,
}

/// The second-order method.
pub type AdamsBashforthMoulton2<X> = AdamsBashforthMoulton<X, 2>;

/// The third-order method.
pub type AdamsBashforthMoulton3<X> = AdamsBashforthMoulton<X, 3>;

impl<X: Vector, const K: usize> AdamsBashforthMoulton<X, K> {
    /// Weights of the predictor, the newest rate first.
    const PREDICTOR: [f64; K] = adams_bashforth::weights();
    /// Weights of the corrector, the rate at the end of the step first.
    const CORRECTOR: [f64; K] = corrector();

    /// An integrator without stored rates.
    pub fn new() -> Self {
        Self {
            rates: array::from_fn(|_| X::zero()),
            predicted: X::zero(),
            memory: Memory::default(),
            before: Memory::default(),
        }
    }

    /// Rate at an earlier time, by its age in steps.
    fn rate(&self, age: usize) -> &X {
        &self.rates[(self.memory.newest + age) % K]
    }

    /// Predicts, evaluates, corrects.
    fn correct(&mut self, equation: &mut impl Equation<X>, time: f64, begin: &X, end: &mut X, h: f64) {
        end.sum_from::<K>(begin, array::from_fn(|age| (h * Self::PREDICTOR[age], self.rate(age))));
        equation.rate(time + h, end, &mut self.predicted);
        end.sum_from::<K>(
            begin,
            array::from_fn(|k| {
                let rate = if k == 0 { &self.predicted } else { self.rate(k - 1) };
                (h * Self::CORRECTOR[k], rate)
            }),
        );
    }
}

impl<X: Vector, const K: usize> Default for AdamsBashforthMoulton<X, K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<X: Vector, const K: usize> Integrator<X> for AdamsBashforthMoulton<X, K> {
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
        let Memory {
            newest,
            known,
            h: last,
            is_ahead,
        } = self.memory;
        let known = if is_same(h, last, time) { known } else { 0 };
        let is_started = known == K - 1;
        let newest = (newest + K - 1) % K;
        self.memory = Memory {
            newest,
            known: (known + 1).min(K - 1),
            h,
            is_ahead: is_started,
        };
        match is_started && is_ahead {
            true => self.rates[newest].clone_from(&self.predicted),
            false => equation.rate(time, begin, &mut self.rates[newest]),
        }
        match is_started {
            true => self.correct(equation, time, begin, end, h),
            false => rk4::step_from(&self.rates[newest], equation, time, begin, end, h),
        }
        Ok(())
    }

    fn restart(&mut self) {
        self.memory.known = 0;
        self.memory.is_ahead = false;
    }

    fn take_back(&mut self) {
        // A step that began with the predicted rate has moved it into the ring buffer.
        if self.memory.is_ahead && self.before.is_ahead {
            self.predicted = self.rates[self.memory.newest].clone();
        }
        self.memory = self.before;
    }
}

impl<X: Vector, const K: usize> Remembers<X> for AdamsBashforthMoulton<X, K> {
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64)) {
        for memory in [&mut self.memory, &mut self.before] {
            remembers::whole(&mut memory.newest, K - 1, lend);
            remembers::whole(&mut memory.known, K - 1, lend);
            lend(&mut memory.h);
            remembers::truth(&mut memory.is_ahead, lend);
        }
        self.rates
            .iter_mut()
            .for_each(|rate| remembers::vector(rate, like, lend));
        remembers::vector(&mut self.predicted, like, lend);
    }
}

/// Weights of the corrector (Hairer, Nørsett & Wanner 1993, III.1, (1.9)).
const fn corrector<const K: usize>() -> [f64; K] {
    let (numerators, denominator): (&[f64], f64) = match K {
        2 => (&[1.0, 1.0], 2.0),
        3 => (&[5.0, 8.0, -1.0], 12.0),
        4 => (&[9.0, 19.0, -5.0, 1.0], 24.0),
        _ => panic!("Adams-Bashforth-Moulton methods are offered for orders 2 to 4"),
    };
    adams_bashforth::divided(numerators, denominator)
}
