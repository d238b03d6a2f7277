//! Motion of a driver's head.

use crate::Unusable;
use wishbone::ports::BodyMotion;

/// Standard gravity [m/s²].
pub const GRAVITY: f64 = 9.80665;

/// Specific force and angular rate of the driver's head, in the head's axes (X forward, Y left, Z up).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Acceleration minus gravity [m/s²]; upwards at rest.
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

    /// Motion of a head that is fixed in a body; `head` is its position relative to the centre of mass, in the axes of the body [m]. `gravity` is
    /// the vehicle's acceleration of gravity [m/s²]: [`Description::gravity`](wishbone::description::Description::gravity), or its present value
    /// if it is tuned.
    pub fn in_body(body: &BodyMotion, head: [f64; 3], gravity: [f64; 3]) -> Self {
        let own = |x: [f64; 3]| core::array::from_fn(|axis| (0..3).map(|row| body.rotation[row][axis] * x[row]).sum());
        let at_centre: [f64; 3] = own(core::array::from_fn(|k| body.acceleration[k] - gravity[k]));
        let (rate, swing) = (own(body.angular_velocity), cross(own(body.angular_acceleration), head));
        let whirl = cross(rate, cross(rate, head));
        Self {
            specific_force: core::array::from_fn(|k| at_centre[k] + swing[k] + whirl[k]),
            angular_rate: rate,
        }
    }

    /// All six numbers: specific force, angular rate.
    pub fn numbers(&self) -> [f64; 6] {
        let ([x, y, z], [p, q, r]) = (self.specific_force, self.angular_rate);
        [x, y, z, p, q, r]
    }

    /// The motion with these numbers.
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

    /// Refuses a motion with a number that is not finite.
    pub(crate) fn check(&self) -> Result<(), Unusable> {
        let mut numbers = self.numbers().into_iter().zip(Self::NAMES);
        numbers.try_for_each(|(number, (name, _))| Unusable::unless(true, name, number, "finite"))
    }
}

pub(crate) fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}
