//! Swing arms: the arms that would move a wheel, at this instant, as its suspension does, seen from the side or from the front.
//!
//! In a view in which the carrier turns at the rate `w` and its point `p` at the contact moves with `u`, the instant centre lies where
//! nothing moves. Its distance from `p` along the ground is `u_z / w`, and the line to it from `p` is perpendicular to `u`.

use super::side;
use crate::rig::Contact;
use nalgebra::Vector3;
use wishbone::prelude::*;

/// Turn with travel below which an arm has no end [rad/m].
const STRAIGHT: f64 = 1e-6;

/// Arm from a wheel to the instant centre of its carrier in one view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingArm {
    /// Horizontal distance from the wheel to the instant centre [m].
    pub length: f64,
    /// Slope of the line from the contact to the instant centre [rad].
    pub angle: f64,
}

impl SwingArm {
    /// Seen from the side while the wheel rises like this: rearward is positive, and so is an angle that rises rearward.
    pub fn in_side_view(rising: &WheelMotion, contact: &Contact) -> Option<Self> {
        let velocity = contact.locked;
        let turn = -rising.carrier_angular_velocity[1];
        Self::of(turn, Vector3::new(velocity.x, 0.0, velocity.z))
    }

    /// Seen from the front while the wheel rises like this: inward is positive, and so is an angle that rises inward.
    pub fn in_front_view(rising: &WheelMotion, contact: &Contact) -> Option<Self> {
        let (velocity, side) = (contact.locked, side(rising));
        let turn = side * rising.carrier_angular_velocity[0];
        Self::of(turn, Vector3::new(side * velocity.y, 0.0, velocity.z))
    }

    /// Of a wheel that moves along the view's X by `u.x` and up by `u.z`, where the arm lies behind X.
    fn of(turn: f64, u: Vector3<f64>) -> Option<Self> {
        let found = Self {
            length: u.z / turn,
            angle: (u.x / u.z).atan(),
        };
        (turn.abs() > STRAIGHT * u.z.abs()).then_some(found)
    }
}
