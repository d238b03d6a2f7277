//! The motion of a wheel. World axes, ISO 8855: X forward, Y left, Z up.

use crate::record;

record! {
    /// Motion of a wheel.
    WheelMotion {
        /// Wheel centre, world [m].
        centre: [T; 3],
        /// Unit spin axis, world; to the left of the rolling direction for positive spin.
        axis: [T; 3],
        /// Velocity of the centre, world [m/s].
        velocity: [T; 3],
        /// Angular velocity of the carrier, world [rad/s].
        carrier_angular_velocity: [T; 3],
        /// Spin of the wheel relative to the carrier [rad/s]; zero without spin freedom.
        spin: T,
    }
}

impl WheelMotion {
    /// At the origin, at rest, with a zero axis.
    pub const ZERO: Self = Self {
        centre: [0.0; 3],
        axis: [0.0; 3],
        velocity: [0.0; 3],
        carrier_angular_velocity: [0.0; 3],
        spin: 0.0,
    };
}
