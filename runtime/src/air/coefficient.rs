//! Coefficients over the angle of the relative wind.

use crate::curve::Samples;
use crate::math::{abs, cos};

/// A coefficient over the angle of the relative wind, from -π to π. Beyond its points it keeps the value of the outermost point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coefficient {
    /// A value `C` for wind from ahead, and `C cos β` at an angle `β`: a longitudinal force that depends on the longitudinal wind. Wind
    /// from behind reverses it, and wind straight across takes it away.
    Axial(f64),
    /// Even function: points over the magnitude of the angle [rad].
    Even(Samples),
    /// Odd function: points over the magnitude of the angle [rad]; the value gets the sign of the angle.
    Odd(Samples),
    /// Neither even nor odd: points over the angle [rad].
    Whole(Samples),
}

impl Coefficient {
    /// The coefficient at an angle [rad]; an odd coefficient is zero at zero.
    pub fn at(&self, angle: f64) -> f64 {
        match self {
            Self::Axial(value) => value * cos(angle),
            Self::Even(points) => points.at(abs(angle)),
            Self::Odd(_) if angle == 0.0 => 0.0,
            Self::Odd(points) => points.at(abs(angle)) * angle.signum(),
            Self::Whole(points) => points.at(angle),
        }
    }
}
