//! The motion of a wheel. World axes, ISO 8855: X forward, Y left, Z up.

use crate::vec3::Vec3;

/// How a wheel moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelMotion<S = f64> {
    /// Wheel centre, world [m].
    pub centre: Vec3<S>,
    /// Unit spin axis, world; to the left of the rolling direction for positive spin.
    pub axis: Vec3<S>,
    /// Velocity of the centre, world [m/s].
    pub velocity: Vec3<S>,
    /// Angular velocity of the carrier, world [rad/s].
    pub carrier_angular_velocity: Vec3<S>,
    /// Spin of the wheel relative to the carrier [rad/s]; zero without spin freedom.
    pub spin: S,
}

impl WheelMotion {
    /// At the origin, at rest, without axis.
    pub const ZERO: Self = Self {
        centre: [0.0; 3],
        axis: [0.0; 3],
        velocity: [0.0; 3],
        carrier_angular_velocity: [0.0; 3],
        spin: 0.0,
    };
}
