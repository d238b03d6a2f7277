//! Represents a number within bounds by a number without bounds, for optimisers that do not support bounds.
//!
//! An angle `u` stands for the number `p` within `[a, b]`: `p = (a + b)/2 + (b - a)/2 sin(u - 2)` (James and Roos 1975). Every `u` is permitted.
//! The middle is at `u = 2`, and every number has an angle far from zero. The reason is that the Levenberg-Marquardt method takes its first
//! trust region in proportion to `u`: from an angle near zero it would not move.

/// Angle of the middle of the bounds [rad].
const MIDDLE: f64 = 2.0;
/// Part of the range within which a number counts as at its bound.
const AT_BOUND: f64 = 1e-4;

/// Smallest and largest value of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds(pub [f64; 2]);

impl Bounds {
    /// Half of the range.
    pub fn half(self) -> f64 {
        0.5 * (self.0[1] - self.0[0])
    }

    /// Number at an angle.
    pub fn at(self, angle: f64) -> f64 {
        0.5 * (self.0[0] + self.0[1]) + self.half() * (angle - MIDDLE).sin()
    }

    /// Derivative of the number with respect to the angle.
    pub fn slope(self, angle: f64) -> f64 {
        self.half() * (angle - MIDDLE).cos()
    }

    /// Angle of a number. A number at a bound begins a little inside, where the slope is not zero.
    pub fn angle(self, value: f64) -> f64 {
        let place = (value - 0.5 * (self.0[0] + self.0[1])) / self.half();
        MIDDLE + place.clamp(-0.999, 0.999).asin()
    }

    /// Whether a number is at a bound.
    pub fn is_at_bound(self, value: f64) -> bool {
        let [low, high] = self.0;
        (value - low).min(high - value) < AT_BOUND * (high - low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conversion reproduces numbers, and every angle is far from zero, even for numbers that differ from the
    /// middle only by rounding.
    #[test]
    fn numbers_have_angles_far_from_zero() {
        for k in 0..200 {
            let value = 0.1 * f64::from(k) - 7.3;
            for [below, above] in [[0.7, 0.7], [0.01, 0.01], [3.0, 1.0], [0.0, 2.0], [2.0, 0.0]] {
                let bounds = Bounds([value - below, value + above]);
                let angle = bounds.angle(value);
                assert!(angle > 0.4 && angle < 3.6, "{angle} of {value} within {bounds:?}");
                assert!((bounds.at(angle) - value).abs() < 2e-3 * bounds.half());
                let slope = (bounds.at(angle + 1e-6) - bounds.at(angle - 1e-6)) / 2e-6;
                assert!((slope - bounds.slope(angle)).abs() < 1e-6);
            }
        }
    }
}
