//! Motion as a driver's head feels it.

/// Standard gravity [m/s²].
pub const GRAVITY: f64 = 9.80665;

/// Specific force and angular rate of the driver's head, in its own axes (X forward, Y left, Z up).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Acceleration less gravity [m/s²]; upwards at rest.
    pub specific_force: [f64; 3],
    /// [rad/s]
    pub angular_rate: [f64; 3],
}

impl Motion {
    /// Upright and at rest.
    pub const REST: Self = Self {
        specific_force: [0.0, 0.0, GRAVITY],
        angular_rate: [0.0; 3],
    };

    /// All six numbers: specific force, angular rate.
    pub fn numbers(&self) -> [f64; 6] {
        let ([x, y, z], [p, q, r]) = (self.specific_force, self.angular_rate);
        [x, y, z, p, q, r]
    }

    /// The motion that has these numbers.
    pub fn of_numbers([x, y, z, p, q, r]: [f64; 6]) -> Self {
        Self {
            specific_force: [x, y, z],
            angular_rate: [p, q, r],
        }
    }

    /// Name and unit of each of its numbers.
    pub const NAMES: [(&'static str, &'static str); 6] = [
        ("longitudinal specific force", "m/s^2"),
        ("lateral specific force", "m/s^2"),
        ("vertical specific force", "m/s^2"),
        ("roll rate", "rad/s"),
        ("pitch rate", "rad/s"),
        ("yaw rate", "rad/s"),
    ];

    /// Whether no number is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        self.numbers().iter().all(|x| x.is_finite())
    }
}
