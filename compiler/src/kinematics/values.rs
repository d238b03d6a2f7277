//! Values of the parameters, and of the numbers that are derived from them.

use crate::model::{Derived, Model, Number, ParameterId, Tunable};
use crate::scalar::{Scalar, sin_cos};

/// Each value with its default.
#[derive(Clone, Debug)]
pub struct Values<S> {
    own: Vec<(S, f64)>,
    derived: Vec<(S, f64)>,
}

impl<S: Scalar> Values<S> {
    /// The values of a model's parameters, and what follows from them.
    pub fn new(model: &Model, own: &[S]) -> Self {
        let defaults = model.parameters.iter().map(|parameter| parameter.default);
        let mut values = Values {
            own: own.iter().copied().zip(defaults).collect(),
            derived: Vec::new(),
        };
        values.derived = model.derived.iter().map(|derived| values.derive(derived)).collect();
        values
    }

    /// The value of a parameter or a derived number, and its default.
    pub fn of(&self, id: ParameterId) -> (S, f64) {
        match id.of_derived() {
            Some(position) => self.derived[position],
            None => self.own[id.index()],
        }
    }

    /// `sign` times a part of `value + Σ slope (p - default)`, with the constant part first. So a number that is itself a
    /// parameter gives exactly that parameter.
    pub fn part<T>(&self, number: &Tunable<T>, sign: f64, part: impl Fn(&T) -> f64) -> S {
        let part = |number: &T| sign * part(number);
        let default = |(p, slope): &(ParameterId, T)| part(slope) * self.of(*p).1;
        let constant = part(number) - number.slopes().iter().map(default).sum::<f64>();
        let tuned = number
            .slopes()
            .iter()
            .map(|(p, slope)| S::from(part(slope)) * self.of(*p).0);
        tuned.fold(S::from(constant), |sum, term| sum + term)
    }

    fn derive(&self, derived: &Derived) -> (S, f64) {
        let one = (S::one(), 1.0);
        derived
            .factors
            .iter()
            .fold(one, |(product, default), (wave, angle): &(_, Number)| {
                let own = wave.of(sin_cos(self.part(angle, 1.0, |x| *x)));
                (product * own, default * wave.of(angle.sin_cos()))
            })
    }
}
