//! Poses of all bodies during a run, for animations.

use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
use wishbone::ports::BodyMotion;

/// Pose of a body in the world, ISO 8855: X forward, Y left, Z up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Centre of mass [m].
    pub position: [f64; 3],
    /// Rows of the rotation matrix from the body's axes (vehicle axes at the design position) to the world.
    pub rotation: [[f64; 3]; 3],
}

impl Pose {
    /// The pose of the world, for points that are fixed to no body.
    pub const WORLD: Self = Self {
        position: [0.0; 3],
        rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };

    /// World position [m] of a point, given in the body's axes relative to the centre of mass [m].
    pub fn place(&self, point: [f64; 3]) -> [f64; 3] {
        let turned = self.turn(point);
        std::array::from_fn(|k| self.position[k] + turned[k])
    }

    /// Turns a direction from the body's axes to the world axes.
    pub fn turn(&self, direction: [f64; 3]) -> [f64; 3] {
        self.rotation
            .map(|row| row.iter().zip(direction).map(|(entry, x)| entry * x).sum())
    }

    /// Unit quaternion `[x, y, z, w]` of the rotation; `w` is the scalar part and not negative.
    pub fn quaternion(&self) -> [f64; 4] {
        let matrix = Matrix3::from_fn(|row, column| self.rotation[row][column]);
        let found = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix));
        let sign = if found.w < 0.0 { -1.0 } else { 1.0 };
        [found.i, found.j, found.k, found.w].map(|part| sign * part)
    }
}

impl From<&BodyMotion> for Pose {
    fn from(motion: &BodyMotion) -> Self {
        Self {
            position: motion.com,
            rotation: motion.rotation,
        }
    }
}

/// Unit quaternion `[x, y, z, w]` of the shortest rotation that turns Z to a direction of any length above zero.
pub fn quaternion_from_z(direction: [f64; 3]) -> [f64; 4] {
    let found = UnitQuaternion::rotation_between(&Vector3::z(), &Vector3::from(direction));
    // Opposite directions: half a turn about any perpendicular axis.
    let found = found.unwrap_or_else(|| UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI));
    [found.i, found.j, found.k, found.w]
}

/// The vehicle at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Time [s].
    pub time: f64,
    /// Pose of each body, in the order of the solver's bodies.
    pub bodies: Vec<Pose>,
    /// Angle by which each wheel has turned about its axis in its carrier [rad]: the integral of its spin by the trapezoidal rule.
    pub turned: Vec<f64>,
}

/// Motion of a run at equal times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Motion {
    /// Moments in order of time.
    pub moments: Vec<Moment>,
    /// Spins of the wheels at the last moment [rad/s].
    spins: Vec<f64>,
}

impl Motion {
    /// Adds a moment, with the spins of the wheels [rad/s].
    pub(super) fn add(&mut self, time: f64, bodies: &[BodyMotion], spins: Vec<f64>) {
        let turned = match self.moments.last() {
            None => vec![0.0; spins.len()],
            Some(last) => {
                let mean = self.spins.iter().zip(&spins).map(|(one, other)| 0.5 * (one + other));
                let angles = last.turned.iter().zip(mean);
                angles.map(|(angle, spin)| angle + spin * (time - last.time)).collect()
            }
        };
        self.spins = spins;
        self.moments.push(Moment {
            time,
            bodies: bodies.iter().map(Pose::from).collect(),
            turned,
        });
    }

    /// Moments at equal distances, with at least this time between two moments [s].
    pub fn every(&self, least: f64) -> impl Iterator<Item = &Moment> + Clone {
        let between = match &self.moments[..] {
            [first, second, ..] => second.time - first.time,
            _ => least,
        };
        let stride = (least / between - 1e-6).ceil().max(1.0) as usize;
        self.moments.iter().step_by(stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quaternion turns a vector like the matrix, for rotations of any size.
    #[test]
    fn quaternions_turn_as_matrices_do() {
        for k in 0..50 {
            let k = f64::from(k);
            let turn = Rotation3::from_scaled_axis(Vector3::new(0.13 * k, -0.07 * k, 0.11 * k));
            let pose = Pose {
                rotation: std::array::from_fn(|row| std::array::from_fn(|column| turn[(row, column)])),
                ..Pose::WORLD
            };
            let [x, y, z, w] = pose.quaternion();
            let (axis, point) = (Vector3::new(x, y, z), Vector3::new(0.3, -1.0, 0.7));
            // Rodrigues' formula in terms of a quaternion.
            let turned = point + 2.0 * axis.cross(&(axis.cross(&point) + w * point));
            assert!((turned - Vector3::from(pose.turn(point.into()))).norm() < 1e-14, "{k}");
            assert!((x * x + y * y + z * z + w * w - 1.0).abs() < 1e-14 && w >= 0.0);
        }
    }

    #[test]
    fn z_is_taken_to_any_direction() {
        for direction in [[0.3, -0.2, 0.9], [0.0, 0.0, 2.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]] {
            let [x, y, z, w] = quaternion_from_z(direction);
            let taken = [
                2.0 * (x * z + y * w),
                2.0 * (y * z - x * w),
                1.0 - 2.0 * (x * x + y * y),
            ];
            let wanted = Vector3::from(direction).normalize();
            assert!(
                (Vector3::from(taken) - wanted).norm() < 1e-14,
                "{direction:?}: {taken:?}"
            );
        }
    }

    /// A spin that grows linearly turns the wheel by its mean times the time. Every second of moments 10 ms apart gives moments 20
    /// ms apart.
    #[test]
    fn wheels_turn_by_their_spins() {
        let mut motion = Motion::default();
        for k in 0..=10 {
            let time = 0.01 * f64::from(k);
            motion.add(time, &[], vec![3.0 + 20.0 * time]);
        }
        assert!((motion.moments[10].turned[0] - 0.1 * 4.0).abs() < 1e-14);
        assert_eq!(motion.every(0.02).count(), 6);
        assert_eq!(motion.every(0.005).count(), 11);
        assert_eq!(motion.every(0.021).count(), 4);
    }
}
