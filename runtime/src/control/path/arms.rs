//! Arms that turn a steering wheel.

use crate::math::clamp;

/// Arms of a driver, which move a steering wheel, or a drive, to a wanted position, without jumps of its acceleration.
///
/// For the wanted position `u`, limited to `±most`,
///
/// `x''' = b² (r - x') - 2 b x''` with `b = 3 w` and `r = 4/9 w (u - x)`, limited to `±fastest`.
///
/// Without limits the poles are `-w`, `-w` and `-4 w`. The delay under a ramp is `9 / 4w`. The response of `x'` to `r` is never
/// negative and has the area one. Therefore the velocity never exceeds `fastest`, and the position never exceeds `most`, if it starts
/// within these limits at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arms {
    /// Bandwidth `w` of the arms [rad/s].
    pub bandwidth: f64,
    /// Largest position on both sides [rad or m].
    pub most: f64,
    /// Largest velocity [rad/s or m/s].
    pub fastest: f64,
}

impl Arms {
    /// `x'''` for a wanted position `u`, from position, velocity and acceleration.
    pub fn jerk(&self, wanted: f64, [position, velocity, acceleration]: [f64; 3]) -> f64 {
        let target = clamp(wanted, -self.most, self.most);
        let (w, b) = (self.bandwidth, 3.0 * self.bandwidth);
        let rate = clamp(4.0 / 9.0 * w * (target - position), -self.fastest, self.fastest);
        b * b * (rate - velocity) - 2.0 * b * acceleration
    }

    /// Slopes of `x'''` with respect to `x`, `x'`, `x''` and `u`, within the limits.
    pub fn slopes(&self) -> [f64; 4] {
        let (w, b) = (self.bandwidth, 3.0 * self.bandwidth);
        let target = b * b * 4.0 / 9.0 * w;
        [-target, -b * b, -2.0 * b, target]
    }
}
