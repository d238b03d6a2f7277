//! Numbers that follow from parameters; all other numbers depend on them as on parameters.
//!
//! Every number is affine in parameters and derived numbers. So a turned direction is exact: it is affine in sines and cosines of its
//! angles, and in their products.

use super::{Number, ParameterId};

/// A product of sines and cosines of numbers that parameters change.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// Its factors: waves of angles [rad].
    pub factors: Vec<(Wave, Number)>,
}

/// A function of an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// Its sine.
    Sine,
    /// Its cosine.
    Cosine,
}

impl Wave {
    /// This one of the sine and the cosine of an angle.
    pub fn of<S>(self, (sine, cosine): (S, S)) -> S {
        match self {
            Wave::Sine => sine,
            Wave::Cosine => cosine,
        }
    }
}

/// First id of the derived numbers, above those of all parameters.
const FIRST: u32 = 1 << 31;

impl ParameterId {
    /// The id of the derived number at a position in the model's list.
    pub(super) fn derived(position: usize) -> Self {
        let position = u32::try_from(position).expect("fewer than 2^31 numbers");
        ParameterId(FIRST + position)
    }

    /// Position in the model's list of derived numbers; `None` for a parameter.
    pub fn of_derived(self) -> Option<usize> {
        self.0.checked_sub(FIRST).map(|position| position as usize)
    }
}
