//! Kinematics of suspensions on the [rig](crate::rig): curves over travel, roll and steer.
//!
//! All figures are in vehicle axes (ISO 8855: X forward, Y left, Z up), with the chassis in its design position. Angles in radians,
//! travel of the wheel centre and forces at the [contact](crate::rig::Contact) positive upward on the wheel.

mod axis;
mod curves;
mod swing_arm;

pub use axis::{SteeringAxis, steering_axes};
pub use curves::{Course, Curves, Halt, Test, curves};
pub use swing_arm::SwingArm;

use crate::rig::{NotReached, Rig};
use nalgebra::Vector3;
use wishbone::prelude::*;

/// Figures of one wheel in one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Wheel centre less its design position [m].
    pub moved: [f64; 3],
    /// Toe angle, positive where the front of the wheel points inward [rad].
    pub toe: f64,
    /// Camber angle, positive where the top of the wheel leans outward [rad] (ISO 8855, 7.1.20).
    pub camber: f64,
    /// Steer angle, positive to the left [rad].
    pub steer: f64,
    /// Vertical force at the contact that holds the wheel there [N].
    pub force: f64,
    /// Slope of that force over the rise of the contact, all wheels moving alike [N/m] (wheel rate: SAE J670).
    pub rate: f64,
    /// Slope of that force with the wheels of the right side moving the other way [N/m]; none where the wheels cannot.
    pub roll_rate: Option<f64>,
    /// Lateral movement of the contact with travel, positive outward.
    pub track_slope: f64,
    /// Tangent of the support angle of the contact, the wheel locked to its carrier: `dx/dz`, for brakes at the wheel.
    pub brake_support: f64,
    /// Tangent of the support angle of the wheel centre, for torques that the chassis takes: half-shafts.
    pub drive_support: f64,
    /// Swing arm in the side view, all wheels rising alike: length positive rearward, angle positive where it rises rearward from the
    /// contact. None where the carrier does not turn in that view.
    pub side_arm: Option<SwingArm>,
    /// Swing arm in the front view: length positive inward, angle positive where it rises inward from the contact.
    pub front_arm: Option<SwingArm>,
}

/// Sign of a wheel's side: 1 on the left, -1 on the right.
pub(crate) fn side(wheel: &WheelMotion) -> f64 {
    if wheel.centre[1] < 0.0 { -1.0 } else { 1.0 }
}

/// Steer angle of a wheel, positive to the left [rad]: the direction `s × Z`, in which it rolls, against X.
pub(crate) fn steer(wheel: &WheelMotion) -> f64 {
    let [x, y, _] = wheel.axis;
    (-x).atan2(y)
}

/// Inclination of a wheel to the left at its top is positive [rad].
pub(crate) fn lean(wheel: &WheelMotion) -> f64 {
    let [x, y, z] = wheel.axis;
    // The axis points to the left: where it points upward, the top leans to the right.
    -z.atan2(x.hypot(y))
}

/// Figures of all wheels in the rig's position; `design` is their motion at the design position.
///
/// # Errors
/// If a position nearby is not reached.
pub fn figures<S: Solver + Clone>(rig: &mut Rig<S>, design: &[WheelMotion]) -> Result<Vec<Figures>, NotReached> {
    let wheels = rig.wheels();
    let (forces, sides): (Vec<f64>, Vec<f64>) = (rig.forces()?, wheels.iter().map(side).collect());
    let alike = vec![1.0; wheels.len()];
    let rates = rig.force_rates(&alike)?;
    let rising = rig.rising(&alike)?;
    let roll_rates = roll_rates(rig, &sides)?;
    let each = wheels.iter().enumerate().map(|(k, wheel)| {
        let contact = rig.contact(k, &rising[k]);
        let of_centre = rising[k].velocity;
        Figures {
            moved: [0, 1, 2].map(|i| wheel.centre[i] - design[k].centre[i]),
            toe: -sides[k] * steer(wheel),
            camber: sides[k] * lean(wheel),
            steer: steer(wheel),
            force: forces[k],
            rate: rates[k] / contact.velocity.z,
            roll_rate: roll_rates.as_ref().map(|rates| rates[k]),
            track_slope: sides[k] * contact.velocity.y,
            brake_support: contact.locked.x / contact.locked.z,
            drive_support: of_centre[0] / of_centre[2],
            side_arm: SwingArm::in_side_view(&rising[k], &contact),
            front_arm: SwingArm::in_front_view(&rising[k], &contact),
        }
    });
    Ok(each.collect())
}

/// Slopes of the forces over the rise of the contacts, the wheels of the right side moving the other way; none if the wheels cannot.
fn roll_rates<S: Solver + Clone>(rig: &mut Rig<S>, sides: &[f64]) -> Result<Option<Vec<f64>>, NotReached> {
    let rolling = match rig.rising(sides) {
        Ok(rolling) => rolling,
        Err(NotReached::Rates) => return Ok(None),
        Err(reason) => return Err(reason),
    };
    let each = rig.force_rates(sides)?.into_iter().enumerate();
    Ok(Some(
        each.map(|(k, rate)| rate / rig.contact(k, &rolling[k]).velocity.z)
            .collect(),
    ))
}

/// Roll centre of two wheels in the front view, from the middle between their contacts [m]: across, positive to the left, and its height.
/// There the lines meet along which the links lead the contacts when the body rolls (SAE J670, 6.2.8).
///
/// A line is perpendicular to the velocity of its point. With `u = (u_y, u_z)` the velocities and `y` the lateral positions, the lines
/// meet where `u · (r - p) = 0` for both. None where the lines are parallel and apart, or the wheels cannot rise and fall against each
/// other.
///
/// # Errors
/// If the vehicle is not in balance while they do.
pub fn roll_centre<S: Solver + Clone>(
    rig: &mut Rig<S>,
    [left, right]: [usize; 2],
) -> Result<Option<[f64; 2]>, NotReached> {
    let mut ways = vec![0.0; rig.solver().description().wheels.len()];
    (ways[left], ways[right]) = (1.0, -1.0);
    let rolling = match rig.rising(&ways) {
        Ok(rolling) => rolling,
        Err(NotReached::Rates) => return Ok(None),
        Err(reason) => return Err(reason),
    };
    let [(p, u), (q, w)] = [left, right].map(|wheel| {
        let contact = rig.contact(wheel, &rolling[wheel]);
        (contact.point, contact.velocity)
    });
    let middle = 0.5 * (p + q);
    let determinant = u.y * w.z - u.z * w.y;
    let (first, second) = (u.y * p.y + u.z * p.z, w.y * q.y + w.z * q.z);
    if determinant.abs() < 1e-12 {
        // One line, as that of trailing arms: its height in the middle.
        let heights = [(p, u), (q, w)].map(|(p, u)| p.z + u.y * (p.y - middle.y) / u.z);
        return Ok(((heights[0] - heights[1]).abs() < 1e-9).then_some([0.0, heights[0] - middle.z]));
    }
    let (y, z) = (
        (first * w.z - second * u.z) / determinant,
        (second * u.y - first * w.y) / determinant,
    );
    Ok(Some([y - middle.y, z - middle.z]))
}

/// Rate of the steer angle [rad/s].
pub(crate) fn turned(wheel: &WheelMotion) -> f64 {
    let [x, y, _] = wheel.axis;
    let rate = Vector3::from(wheel.carrier_angular_velocity).cross(&Vector3::from(wheel.axis));
    (x * rate.y - y * rate.x) / (x * x + y * y)
}

/// Rate of the inclination to the left at the top [rad/s].
pub(crate) fn leaning(wheel: &WheelMotion) -> f64 {
    let [x, y, _] = wheel.axis;
    let rate = Vector3::from(wheel.carrier_angular_velocity).cross(&Vector3::from(wheel.axis));
    -rate.z / x.hypot(y)
}
