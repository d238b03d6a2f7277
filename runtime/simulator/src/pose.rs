//! Position and motion of a platform.

use crate::motion::{GRAVITY, Motion};

/// Position and orientation of the platform at the driver's head, relative to the neutral position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Position along the axes of the ground [m].
    pub position: [f64; 3],
    /// Roll, pitch and yaw [rad]: the platform is rotated by yaw about Z, then by pitch about its own Y axis, then by roll about its
    /// own X axis.
    pub angles: [f64; 3],
}

impl Pose {
    /// The neutral position.
    pub const NEUTRAL: Self = Self {
        position: [0.0; 3],
        angles: [0.0; 3],
    };

    /// Rows of the rotation matrix from the platform's axes to the ground's.
    pub fn rotation(&self) -> [[f64; 3]; 3] {
        let [(sr, cr), (sp, cp), (sy, cy)] = self.angles.map(f64::sin_cos);
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    }

    /// The pose at a fraction of the way to another pose, with each angle interpolated.
    pub fn towards(&self, other: &Self, fraction: f64) -> Self {
        let between = |from: [f64; 3], to: [f64; 3]| core::array::from_fn(|k| from[k] + fraction * (to[k] - from[k]));
        Self {
            position: between(self.position, other.position),
            angles: between(self.angles, other.angles),
        }
    }

    /// Whether no number is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        self.position.iter().chain(&self.angles).all(|x| x.is_finite())
    }
}

/// Motion of a platform: its pose and the derivatives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlatformMotion {
    /// Pose.
    pub pose: Pose,
    /// Velocity along the axes of the ground [m/s].
    pub velocity: [f64; 3],
    /// Acceleration along the axes of the ground [m/s²].
    pub acceleration: [f64; 3],
    /// Rates of roll, pitch and yaw [rad/s].
    pub angle_rates: [f64; 3],
}

impl PlatformMotion {
    /// In the neutral position, at rest.
    pub const REST: Self = Self {
        pose: Pose::NEUTRAL,
        velocity: [0.0; 3],
        acceleration: [0.0; 3],
        angle_rates: [0.0; 3],
    };

    /// The motion at the second of three poses, which follow each other after `period` [s], by central differences.
    pub fn of_poses([before, now, after]: [&Pose; 3], period: f64) -> Self {
        let rate = |a: [f64; 3], c: [f64; 3]| core::array::from_fn(|k| (c[k] - a[k]) / (2.0 * period));
        let [a, b, c] = [before.position, now.position, after.position];
        Self {
            pose: *now,
            velocity: rate(a, c),
            acceleration: core::array::from_fn(|k| (a[k] - 2.0 * b[k] + c[k]) / (period * period)),
            angle_rates: rate(before.angles, after.angles),
        }
    }

    /// Motion that the driver's head feels.
    pub fn felt(&self) -> Motion {
        let rotation = self.pose.rotation();
        let [x, y, z] = self.acceleration;
        let upwards = [x, y, z + GRAVITY];
        let along = |axis: usize| (0..3).map(|row| rotation[row][axis] * upwards[row]).sum();
        let [roll, pitch, _] = self.pose.angles;
        let [roll_rate, pitch_rate, yaw_rate] = self.angle_rates;
        let ((sr, cr), (sp, cp)) = (roll.sin_cos(), pitch.sin_cos());
        Motion {
            specific_force: core::array::from_fn(along),
            angular_rate: [
                roll_rate - yaw_rate * sp,
                pitch_rate * cr + yaw_rate * cp * sr,
                yaw_rate * cp * cr - pitch_rate * sr,
            ],
        }
    }
}
