//! Swing arms: arms that would move a wheel at this instant as its suspension does, in the side view or in the front
//! view.
//!
//! The carrier turns at the rate `w` in the view, and its point `p` at the contact moves with `u`. The instant centre
//! is the point with velocity zero. The distance of the instant centre from `p` along the ground is `u_z / w`, and the
//! line to it from `p` is perpendicular to `u`.

use super::side;
use crate::rig::Contact;
use nalgebra::Vector3;
use wishbone::ports::WheelMotion;

/// Turn with travel below which the instant centre is at infinity [rad/m].
const STRAIGHT: f64 = 1e-6;

/// Arm from a wheel to the instant centre of its carrier in one view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingArm {
    /// Horizontal distance from the wheel to the instant centre [m]; `None` if the instant centre is at infinity.
    pub length: Option<f64>,
    /// Slope of the line from the contact to the instant centre [rad]; also defined if the instant centre is at
    /// infinity.
    pub angle: f64,
}

impl SwingArm {
    /// Swing arm in the side view while the wheel rises with this motion. Rearward is positive, and so is an angle that rises
    /// rearward.
    pub fn in_side_view(rising: &WheelMotion, contact: &Contact) -> Self {
        let velocity = contact.locked;
        let turn = -rising.carrier_angular_velocity[1];
        Self::of(turn, Vector3::new(velocity.x, 0.0, velocity.z))
    }

    /// Swing arm in the front view while the wheel rises with this motion. Inward is positive, and so is an angle that rises
    /// inward.
    pub fn in_front_view(rising: &WheelMotion, contact: &Contact) -> Self {
        let (velocity, side) = (contact.locked, side(rising));
        let turn = side * rising.carrier_angular_velocity[0];
        Self::of(turn, Vector3::new(side * velocity.y, 0.0, velocity.z))
    }

    /// The swing arm of a carrier that turns at `turn` while its contact moves by `u.x` along the view's X and by `u.z` upward. The
    /// arm is positive against X.
    fn of(turn: f64, u: Vector3<f64>) -> Self {
        Self {
            length: (turn.abs() > STRAIGHT * u.z.abs()).then(|| u.z / turn),
            // Without the sign of a zero.
            angle: (u.x / u.z).atan() + 0.0,
        }
    }
}
