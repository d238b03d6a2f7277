//! Coefficients over the angle of the relative wind.

use crate::curve::Samples;
use crate::math::abs;

/// A coefficient over the angle of the relative wind, from -π to π; beyond its points it has the value of the last one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coefficient {
    /// The same on both sides: points over the magnitude of the angle [rad].
    Even(Samples),
    /// Opposite on both sides: points over the magnitude of the angle [rad], with the sign of the angle.
    Odd(Samples),
    /// Points over the angle [rad].
    Whole(Samples),
}

impl Coefficient {
    /// The coefficient at an angle [rad]; of an odd one, zero at zero.
    pub fn at(&self, angle: f64) -> f64 {
        match self {
            Self::Even(points) => points.at(abs(angle)),
            Self::Odd(_) if angle == 0.0 => 0.0,
            Self::Odd(points) => points.at(abs(angle)) * angle.signum(),
            Self::Whole(points) => points.at(angle),
        }
    }
}
