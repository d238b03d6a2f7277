//! The payload of a hexapod, and the forces in its legs.

use crate::Unusable;
use crate::motion::{GRAVITY, cross};
use crate::platform::Hexapod;
use crate::pose::{PlatformMotion, Pose};

/// Mass and inertia of platform and payload together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payload {
    /// [kg]
    pub mass: f64,
    /// Centre of mass relative to the driver's head, in the platform's axes [m].
    pub centre: [f64; 3],
    /// Moments of inertia about the platform's axes through the centre of mass [kg m²].
    pub inertia: [f64; 3],
}

impl Payload {
    /// A payload of 7 t with its centre of mass 0.7 m below the driver's head.
    pub const SEVEN_TONNES: Self = Self {
        mass: 7000.0,
        centre: [0.0, 0.0, -0.7],
        inertia: [9000.0, 9000.0, 12_000.0],
    };

    /// Checks the numbers.
    ///
    /// # Errors
    /// Returns an error if mass or inertia is not above zero, or the centre is not finite.
    pub fn check(&self) -> Result<(), Unusable> {
        Unusable::unless_positive("mass", self.mass)?;
        for inertia in self.inertia {
            Unusable::unless_positive("inertia", inertia)?;
        }
        for place in self.centre {
            Unusable::unless(true, "centre", place, "finite")?;
        }
        Ok(())
    }

    /// Force on the payload [N], without its weight, and moment about the driver's head [N m], in the axes of the
    /// ground. They belong to this motion with this angular acceleration about the platform's axes [rad/s²], by the
    /// Newton-Euler equations.
    pub fn wrench(&self, motion: &PlatformMotion, angular_acceleration: [f64; 3]) -> ([f64; 3], [f64; 3]) {
        let omega = motion.felt().angular_rate;
        let whirl = cross(omega, cross(omega, self.centre));
        let swing = cross(angular_acceleration, self.centre);
        let spin: [f64; 3] = core::array::from_fn(|k| self.inertia[k] * omega[k]);
        let gyroscopic = cross(omega, spin);
        let rotation = motion.pose.rotation();
        let [x, y, z] = motion.acceleration;
        let shift = turned(&rotation, core::array::from_fn(|k| swing[k] + whirl[k]));
        let force: [f64; 3] = core::array::from_fn(|k| self.mass * ([x, y, z + GRAVITY][k] + shift[k]));
        let about_centre = core::array::from_fn(|k| self.inertia[k] * angular_acceleration[k] + gyroscopic[k]);
        let (about_centre, by_force) = (
            turned(&rotation, about_centre),
            cross(turned(&rotation, self.centre), force),
        );
        (force, core::array::from_fn(|k| about_centre[k] + by_force[k]))
    }
}

impl Hexapod {
    /// Forces in the legs, positive if they push [N], for this motion of a payload with this angular acceleration about the
    /// platform's axes [rad/s²]; `None` at a pose at which the legs do not hold the platform.
    pub fn leg_forces(
        &self,
        payload: &Payload,
        motion: &PlatformMotion,
        angular_acceleration: [f64; 3],
    ) -> Option<[f64; 6]> {
        let (force, moment) = payload.wrench(motion, angular_acceleration);
        self.forces(&motion.pose, force, moment)
    }

    /// Forces in the legs that add up to a force and a moment about the head.
    pub(super) fn forces(&self, pose: &Pose, force: [f64; 3], moment: [f64; 3]) -> Option<[f64; 6]> {
        let mut rows = [[0.0; 7]; 6];
        for (leg, (along, lever)) in self.legs(pose).into_iter().enumerate() {
            let length = along.iter().map(|x| x * x).sum::<f64>().sqrt();
            let direction = along.map(|x| x / length);
            let about = cross(lever, direction);
            for k in 0..3 {
                (rows[k][leg], rows[k + 3][leg]) = (direction[k], about[k]);
            }
        }
        for k in 0..3 {
            (rows[k][6], rows[k + 3][6]) = (force[k], moment[k]);
        }
        solve(rows)
    }
}

/// Solution of six linear equations by elimination with pivots; `None` if the equations are singular.
fn solve(mut rows: [[f64; 7]; 6]) -> Option<[f64; 6]> {
    for column in 0..6 {
        let largest = |&a: &usize, &b: &usize| rows[a][column].abs().total_cmp(&rows[b][column].abs());
        let pivot = (column..6).max_by(largest)?;
        rows.swap(column, pivot);
        if rows[column][column].is_nan() || rows[column][column].abs() < 1e-9 {
            return None;
        }
        let above = rows[column];
        for row in &mut rows[column + 1..] {
            let factor = row[column] / above[column];
            for k in column..7 {
                row[k] -= factor * above[k];
            }
        }
    }
    let mut solution = [0.0; 6];
    for row in (0..6).rev() {
        let known: f64 = (row + 1..6).map(|k| rows[row][k] * solution[k]).sum();
        solution[row] = (rows[row][6] - known) / rows[row][row];
    }
    Some(solution)
}

fn turned(rotation: &[[f64; 3]; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    rotation.map(|row| row[0] * x + row[1] * y + row[2] * z)
}
