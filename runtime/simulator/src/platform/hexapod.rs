//! Hexapods: platforms on six legs.

use crate::Unusable;
use crate::platform::{Limits, Platform};
use crate::pose::Pose;

/// Six legs of variable length between joints on the ground and joints on the platform (Gough 1956, Stewart 1965).
///
/// ```
/// use wishbone_simulator::platform::{Hexapod, Platform};
/// use wishbone_simulator::pose::Pose;
///
/// let hexapod = Hexapod::SEVEN_TONNES;
/// let raised = Pose { position: [0.0, 0.0, 0.1], ..Pose::NEUTRAL };
/// let (low, high) = (hexapod.actuators(&Pose::NEUTRAL), hexapod.actuators(&raised));
/// assert!(low.iter().zip(high).all(|(low, high)| (0.05..0.1).contains(&(high - low))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hexapod {
    ground: [[f64; 3]; 6],
    platform: [[f64; 3]; 6],
    limits: [Limits; 6],
}

impl Hexapod {
    /// Joints on circles, in three pairs each, for a payload of 7 t: legs of 2.85 to 4.35 m with 1 m/s and 10 m/s², the driver's head
    /// 1.2 m above the upper joints. The machine is invented, of the size of machines of the 1980s.
    pub const SEVEN_TONNES: Self = {
        let leg = Limits {
            least: 2.85,
            greatest: 4.35,
            rate: 1.0,
            acceleration: 10.0,
        };
        // Circles with radii of 3.2 m below and 2.4 m above; the joints of a pair are 0.6 m apart.
        Self {
            ground: on_triangle(3.2, 0.3, 1.0, -3.9),
            platform: on_triangle(2.4, 0.3, -1.0, -1.2),
            limits: [leg; 6],
        }
    };

    /// Legs from joints on the ground to joints on the platform, both given in the neutral position relative to the driver's head
    /// [m].
    ///
    /// # Errors
    /// Returns an error if a number is not finite, limits are invalid, a leg is beyond its limits in the neutral
    /// position, or the legs do not hold the platform there.
    pub fn new(ground: [[f64; 3]; 6], platform: [[f64; 3]; 6], limits: [Limits; 6]) -> Result<Self, Unusable> {
        for &number in ground.as_flattened().iter().chain(platform.as_flattened()) {
            Unusable::unless(true, "joint", number, "finite")?;
        }
        let hexapod = Self {
            ground,
            platform,
            limits,
        };
        for (limits, length) in limits.iter().zip(hexapod.actuators(&Pose::NEUTRAL)) {
            limits.check()?;
            let within = limits.contain(length) && limits.least > 0.0;
            Unusable::unless(
                within,
                "neutral length of a leg",
                length,
                "within its limits, which are above zero",
            )?;
        }
        let lift = hexapod.forces(&Pose::NEUTRAL, [0.0, 0.0, 1.0], [0.0; 3]);
        let held = lift.is_some_and(|forces| forces.iter().all(|force| force.abs() < 1e6));
        Unusable::unless(
            held,
            "arrangement of the legs",
            0.0,
            "one that holds the platform in all directions",
        )?;
        Ok(hexapod)
    }

    /// Vector of each leg from ground to platform, and position of its upper joint relative to the head, in the axes of the ground
    /// [m].
    pub(super) fn legs(&self, pose: &Pose) -> [([f64; 3], [f64; 3]); 6] {
        let rotation = pose.rotation();
        core::array::from_fn(|leg| {
            let [x, y, z] = self.platform[leg];
            let lever = rotation.map(|row| row[0] * x + row[1] * y + row[2] * z);
            let along = core::array::from_fn(|k| pose.position[k] + lever[k] - self.ground[leg][k]);
            (along, lever)
        })
    }
}

/// Six joints in three pairs at the corners of a triangle, in the order of the legs: from the front backwards on the
/// left, and then on the right. The triangle has a circumscribed circle of this radius and lies at this height. One
/// corner points forward for the lower joints (`forward` 1), and backward for the upper joints (-1). Joints of a pair
/// are `2 half` apart.
const fn on_triangle(radius: f64, half: f64, forward: f64, height: f64) -> [[f64; 3]; 6] {
    const SIN: f64 = 0.866_025_403_784_438_6;
    // A joint at the corner on the axis, and the two joints at the left corner: the joint nearer to the corner on the axis, and the
    // farther joint.
    let on_axis = [forward * radius, half];
    let near = [forward * (-0.5 * radius + SIN * half), SIN * radius + 0.5 * half];
    let far = [forward * (-0.5 * radius - SIN * half), SIN * radius - 0.5 * half];
    let left = if forward > 0.0 {
        [on_axis, near, far]
    } else {
        [far, near, on_axis]
    };
    [
        [left[0][0], left[0][1], height],
        [left[1][0], left[1][1], height],
        [left[2][0], left[2][1], height],
        [left[0][0], -left[0][1], height],
        [left[1][0], -left[1][1], height],
        [left[2][0], -left[2][1], height],
    ]
}

impl Platform<6> for Hexapod {
    fn actuators(&self, pose: &Pose) -> [f64; 6] {
        self.legs(pose).map(|([x, y, z], _)| (x * x + y * y + z * z).sqrt())
    }

    fn limits(&self) -> &[Limits; 6] {
        &self.limits
    }
}
