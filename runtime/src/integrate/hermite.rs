//! Cubic interpolation between the ends of a step.

use crate::state::Vector;

/// The cubic polynomial through states and rates at both ends of a step, exact to third order (Hermite 1878).
#[derive(Clone, Debug)]
pub(crate) struct Hermite<X> {
    /// States at the beginning and at the end.
    pub states: [X; 2],
    /// Rates at the beginning and at the end.
    pub rates: [X; 2],
    /// Length of the step [s].
    pub h: f64,
}

impl<X: Vector> Hermite<X> {
    /// State at a part of the step, from 0 to 1.
    pub fn at(&self, part: f64) -> X {
        let Self {
            states: [from, to],
            rates: [first, last],
            h,
        } = self;
        let rest = 1.0 - part;
        // Hairer, Nørsett & Wanner 1993, II.6, (6.7)
        let along = part * part * (3.0 - 2.0 * part);
        let mut state = from.clone();
        state.add_all([
            (-along, from),
            (along, to),
            (h * part * rest * rest, first),
            (-h * part * part * rest, last),
        ]);
        state
    }
}
