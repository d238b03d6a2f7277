//! Kinematics of suspensions on the [rig](crate::rig): curves over travel, roll and steer.
//!
//! All figures are in vehicle axes (ISO 8855: X forward, Y left, Z up), with the chassis in its design position. Angles are in
//! radians. Travel of the wheel centre and forces at the [contact](crate::rig::Contact) are positive upward on the wheel.

mod axis;
mod curves;
mod swing_arm;

pub use crate::rig::SAME_AXLE;
pub use axis::{SteeringAxis, steering_axes};
pub use curves::{Course, Curves, Halt, Test, curves};
pub use swing_arm::SwingArm;

use crate::rig::{NotReached, Rig};
use nalgebra::Vector3;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// Figures of one wheel in one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Displacement of the wheel centre from its design position [m].
    pub moved: [f64; 3],
    /// Toe angle, positive where the front of the wheel points inward [rad].
    pub toe: f64,
    /// Camber angle, positive if the top of the wheel leans outward [rad] (ISO 8855).
    pub camber: f64,
    /// Steer angle, positive to the left [rad].
    pub steer: f64,
    /// Vertical force at the contact that holds the wheel there [N].
    pub force: f64,
    /// Slope of the vertical force over the rise of the contact while all wheels rise equally [N/m] (wheel rate: SAE
    /// J670).
    pub rate: f64,
    /// Slope of the vertical force while the wheels of the right side move in the opposite direction [N/m]. `None` if
    /// the wheels cannot move in this way, and for a wheel in the middle, which does not move.
    pub roll_rate: Option<f64>,
    /// Lateral movement of the contact with travel, positive outward.
    pub track_slope: f64,
    /// Forward movement of the contact with travel.
    pub base_slope: f64,
    /// Tangent of the support angle of the contact with the wheel locked to its carrier: `dx/dz`, for brakes at the wheel.
    pub brake_support: f64,
    /// Tangent of the support angle of the wheel centre, for torques that the chassis reacts, as with half-shafts.
    pub drive_support: f64,
    /// Swing arm in the side view while all wheels rise alike. The length is positive rearward; the angle is positive if the arm
    /// rises rearward from the contact.
    pub side_arm: SwingArm,
    /// Swing arm in the front view. The length is positive inward; the angle is positive if the arm rises inward from the contact.
    pub front_arm: SwingArm,
}

/// Sign of a wheel's side: 1 on the left, -1 on the right.
pub(crate) fn side(wheel: &WheelMotion) -> f64 {
    if wheel.centre[1] < 0.0 { -1.0 } else { 1.0 }
}

/// Wheels nearer to the middle of the vehicle than this distance are on neither side [m].
const MIDDLE: f64 = 1e-3;

/// Rise of a wheel in roll: 1 on the left, -1 on the right, zero in the middle.
pub(crate) fn in_roll(wheel: &WheelMotion) -> f64 {
    match wheel.centre[1].abs() < MIDDLE {
        true => 0.0,
        false => side(wheel),
    }
}

/// Steer angle of a wheel from X to its rolling direction `s × Z`, positive to the left [rad].
pub(crate) fn steer(wheel: &WheelMotion) -> f64 {
    let [x, y, _] = wheel.axis;
    (-x).atan2(y)
}

/// Inclination of a wheel, positive if its top leans to the left [rad].
pub(crate) fn lean(wheel: &WheelMotion) -> f64 {
    let [x, y, z] = wheel.axis;
    // The axis points to the left: where it points upward, the top leans to the right.
    -z.atan2(x.hypot(y))
}

/// Figures of all wheels in the rig's position; `design` is the motion of the wheels at the design position.
///
/// # Errors
/// If a position nearby is not reached.
pub fn figures<S: Solver + Clone>(rig: &mut Rig<S>, design: &[WheelMotion]) -> Result<Vec<Figures>, NotReached> {
    let wheels = rig.wheels();
    let (forces, sides): (Vec<f64>, Vec<f64>) = (rig.forces()?, wheels.iter().map(side).collect());
    let alike = vec![1.0; wheels.len()];
    let rates = rig.force_rates(&alike)?;
    let rising = rig.rising(&alike)?;
    let rolling: Vec<f64> = wheels.iter().map(in_roll).collect();
    let roll_rates = roll_rates(rig, &rolling)?;
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
            roll_rate: roll_rates[k],
            track_slope: sides[k] * contact.velocity.y,
            base_slope: contact.velocity.x,
            brake_support: contact.locked.x / contact.locked.z,
            drive_support: of_centre[0] / of_centre[2],
            side_arm: SwingArm::in_side_view(&rising[k], &contact),
            front_arm: SwingArm::in_front_view(&rising[k], &contact),
        }
    });
    Ok(each.collect())
}

/// Wheels that roll with the body.
struct Rolling {
    wheels: Vec<WheelMotion>,
    /// Rates of the forces on the wheels [N/s].
    rates: Vec<f64>,
}

/// The wheels while they rise at these rates; `None` if they cannot.
fn rolling<S: Solver + Clone>(rig: &mut Rig<S>, ways: &[f64]) -> Result<Option<Rolling>, NotReached> {
    match rig.rising(ways) {
        Ok(wheels) => Ok(Some(Rolling {
            wheels,
            rates: rig.force_rates(ways)?,
        })),
        Err(NotReached::Rates) => Ok(None),
        Err(reason) => Err(reason),
    }
}

/// Slopes of the forces over the rise of the contacts while the right wheels move in the opposite direction. `None` if the wheels
/// cannot, and for wheels that do not move.
fn roll_rates<S: Solver + Clone>(rig: &mut Rig<S>, ways: &[f64]) -> Result<Vec<Option<f64>>, NotReached> {
    let Some(Rolling { wheels, rates }) = rolling(rig, ways)? else {
        return Ok(vec![None; ways.len()]);
    };
    let slope = |(k, rate): (usize, f64)| (ways[k] != 0.0).then(|| rate / rig.contact(k, &wheels[k]).velocity.z);
    Ok(rates.into_iter().enumerate().map(slope).collect())
}

/// Slopes of the force on each side of each axle over its rise, while all wheels of the right side move in the opposite direction [N/m]; `None`
/// as for [`Figures::roll_rate`]. Twins of the wheels count as one wheel at their middle.
///
/// # Errors
/// If a position nearby is not reached.
pub fn axle_roll_rates<S: Solver + Clone>(
    rig: &mut Rig<S>,
    axles: &[[usize; 2]],
) -> Result<Vec<[Option<f64>; 2]>, NotReached> {
    let ways: Vec<f64> = rig.wheels().iter().map(in_roll).collect();
    let Some(Rolling { wheels, rates }) = rolling(rig, &ways)? else {
        return Ok(vec![[None; 2]; axles.len()]);
    };
    let slope = |wheel: usize| {
        let force: f64 = rig.set_of(wheel).iter().map(|&own| rates[own]).sum();
        (ways[wheel] != 0.0).then(|| force / rig.middle_contact(wheel, &wheels)[1].z)
    };
    Ok(axles.iter().map(|pair| pair.map(slope)).collect())
}

/// Kinematic roll centre of two wheels in the front view, from the middle between their contacts [m]: lateral, positive
/// to the left, and upward. When the body rolls, the links lead each contact along a line, and the roll centre is the
/// point where the two lines meet. Twins of the wheels count as one wheel at their middle. (SAE J670 defines a roll
/// centre by forces.)
///
/// A line is perpendicular to the velocity of its contact. With the velocities `u = (u_y, u_z)` and the lateral
/// positions `y`, the lines meet where `u · (r - p) = 0` for both. `None` if the lines are parallel and apart, or if
/// the wheels cannot rise and fall in opposite directions.
///
/// # Errors
/// Returns an error if the vehicle is not in balance while the wheels move in this way.
pub fn roll_centre<S: Solver + Clone>(
    rig: &mut Rig<S>,
    [left, right]: [usize; 2],
) -> Result<Option<[f64; 2]>, NotReached> {
    let mut ways = vec![0.0; rig.solver().description().wheels.len()];
    for (wheel, way) in [(left, 1.0), (right, -1.0)] {
        rig.set_of(wheel).into_iter().for_each(|own| ways[own] = way);
    }
    let rolling = match rig.rising(&ways) {
        Ok(rolling) => rolling,
        Err(NotReached::Rates) => return Ok(None),
        Err(reason) => return Err(reason),
    };
    let [[p, u], [q, w]] = [left, right].map(|wheel| rig.middle_contact(wheel, &rolling));
    let middle = 0.5 * (p + q);
    let determinant = u.y * w.z - u.z * w.y;
    let (first, second) = (u.y * p.y + u.z * p.z, w.y * q.y + w.z * q.z);
    if determinant.abs() < 1e-12 {
        // Both lines are one, as for trailing arms. The roll centre is at its height in the middle.
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

/// Rate of the inclination, positive if the top leans to the left [rad/s].
pub(crate) fn leaning(wheel: &WheelMotion) -> f64 {
    let [x, y, _] = wheel.axis;
    let rate = Vector3::from(wheel.carrier_angular_velocity).cross(&Vector3::from(wheel.axis));
    -rate.z / x.hypot(y)
}
