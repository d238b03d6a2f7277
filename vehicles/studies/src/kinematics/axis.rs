//! Steering axes: the axis about which a wheel carrier turns when it is steered.
//!
//! The rig moves the steering while the wheel centres stay at their heights. The motion of the carrier is then a screw
//! (Ball 1900). It turns at `ω`, and slides along the axis by the pitch `p = ω · v / ω²`, where `v` is the velocity of
//! one of its points. A wheel beside its king pin would rise on its own when it turns (jacking). The rig prevents this
//! motion, which is travel of the suspension and not a part of steering. So the steering axis is the axis of the motion
//! without slide. For this, the wheels also rise at rates `h` for which the pitches of all steered carriers vanish,
//!
//! ```text
//! ω_k(h) · v_k(h) = 0,    ω_k(h) = ω_k + Σ h_j ω_kj,    v_k(h) = v_k + Σ h_j v_kj
//! ```
//!
//! by Newton's method from `h = 0`. For a double wishbone the steering axis is the line through both ball joints, and
//! for a strut the line from its top to its ball joint. For links without a common point, the axis is the line about
//! which the carrier turns at this instant.

use super::{side, turned};
use crate::decomposition::least;
use crate::rig::{NotReached, Rig, Steering};
use nalgebra::{DMatrix, DVector, Vector3};
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// Square of the rate of rotation, for a unit of the steering drive; below this limit, a wheel counts as not steered.
const UNSTEERED: f64 = 1e-12;
/// Largest pitch of an axis [m/rad].
const SLIDE: f64 = 1e-10;
/// Largest pitch that rounding may leave when the pitch decreases no more [m/rad].
const ALMOST: f64 = 1e-7;
/// Largest number of Newton's steps.
const STEPS: usize = 30;
/// Pivots below this fraction of the largest pivot show that the rates of rise depend on each other.
const DEPENDENT: f64 = 1e-9;

/// Figures of the steering axis of one wheel. Distances on the ground are along the tyre axes, which turn with the wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteeringAxis {
    /// Caster angle, positive if the axis leans rearward at the top [rad] (ISO 8855).
    pub caster: f64,
    /// Kingpin inclination, positive if the axis leans inward at the top [rad] (ISO 8855).
    pub inclination: f64,
    /// Scrub radius, the steering-axis offset at ground: distance on the ground from the axis to the wheel plane, positive if the axis is
    /// inside [m] (ISO 8855).
    pub scrub_radius: f64,
    /// Caster trail: distance on the ground, along the wheel plane, from the contact to the axis, positive if the axis is in front [m]
    /// (ISO 8855).
    pub trail: f64,
    /// Distance from the axis to the wheel centre, perpendicular to the wheel's heading, at the height of the centre;
    /// positive if the axis is inside [m].
    pub offset_at_centre: f64,
    /// Distance from the wheel centre to the axis along the wheel's heading at the height of the centre, positive if the axis is in
    /// front [m].
    pub trail_at_centre: f64,
    /// Steer angle for a unit of the steering drive, with the wheel centres staying at their heights [rad/m or rad/rad].
    pub ratio: f64,
}

/// Steering axes of all wheels. `None` for a wheel that is not steered, or whose carrier cannot turn without sliding
/// along its axis. All axes are `None` if the wheel centres cannot stay at their heights while the steering moves.
///
/// # Errors
/// Returns an error if the vehicle is not in balance while it steers, or if the steering drive does not move.
pub fn steering_axes<S: Solver + Clone>(
    rig: &mut Rig<S>,
    steering: Steering,
) -> Result<Vec<Option<SteeringAxis>>, NotReached> {
    let held = match rig.steering(steering) {
        Ok(held) => held,
        Err(NotReached::Rates) => return Ok(vec![None; rig.solver().description().wheels.len()]),
        Err(reason) => return Err(reason),
    };
    let spin = |wheel: &WheelMotion| Vector3::from(wheel.carrier_angular_velocity);
    let steered: Vec<usize> = (0..held.len())
        .filter(|&k| spin(&held[k]).norm_squared() > UNSTEERED)
        .collect();
    let mut rising = Vec::new();
    for &wheel in &steered {
        let mut rates = vec![0.0; held.len()];
        rates[wheel] = 1.0;
        match rig.rising(&rates) {
            Ok(found) => rising.push(found),
            // Wheels of an axle that does not roll can rise only together.
            Err(NotReached::Rates) => {}
            Err(reason) => return Err(reason),
        }
    }
    let mut axes = vec![None; held.len()];
    if let Some(turning) = without_slide(&held, &steered, &rising) {
        for &k in &steered {
            axes[k] = of_wheel(rig, k, &turning[k], turned(&held[k]));
        }
    }
    Ok(axes)
}

/// The motion in which no steered carrier slides along its axis. It is `held` (wheels at their heights) plus `rising` at certain
/// rates.
fn without_slide(held: &[WheelMotion], steered: &[usize], rising: &[Vec<WheelMotion>]) -> Option<Vec<WheelMotion>> {
    let mut rates = DVector::zeros(rising.len());
    let mut last = f64::INFINITY;
    for _ in 0..STEPS {
        let moving = combined(held, rising, &rates);
        let slides = DVector::from_iterator(steered.len(), steered.iter().map(|&k| slide(&moving[k])));
        let worst = steered.iter().map(|&k| (slide(&moving[k]) / square(&moving[k])).abs());
        let worst = worst.fold(0.0, f64::max);
        if worst < SLIDE || (worst < ALMOST && worst > 0.5 * last) {
            return Some(moving);
        }
        last = worst;
        let slopes = DMatrix::from_fn(steered.len(), rising.len(), |row, column| {
            let (own, other) = (&moving[steered[row]], &rising[column][steered[row]]);
            let [w, v] = twist(own);
            let [dw, dv] = twist(other);
            w.dot(&dv) + dw.dot(&v)
        });
        rates -= least(&slopes, &slides, DEPENDENT)?;
    }
    None
}

/// Motion of the wheels: `held`, plus each motion of `rising` times its rate.
fn combined(held: &[WheelMotion], rising: &[Vec<WheelMotion>], rates: &DVector<f64>) -> Vec<WheelMotion> {
    let mut all = held.to_vec();
    for (rising, rate) in rising.iter().zip(rates.iter()) {
        for (own, other) in all.iter_mut().zip(rising) {
            for axis in 0..3 {
                own.velocity[axis] += rate * other.velocity[axis];
                own.carrier_angular_velocity[axis] += rate * other.carrier_angular_velocity[axis];
            }
        }
    }
    all
}

/// Angular velocity of a carrier, and velocity of its wheel centre.
fn twist(wheel: &WheelMotion) -> [Vector3<f64>; 2] {
    [wheel.carrier_angular_velocity, wheel.velocity].map(Vector3::from)
}

/// `ω · v` of a carrier.
fn slide(wheel: &WheelMotion) -> f64 {
    let [w, v] = twist(wheel);
    w.dot(&v)
}

/// `ω²` of a carrier.
fn square(wheel: &WheelMotion) -> f64 {
    twist(wheel)[0].norm_squared()
}

/// Figures of the axis about which a carrier turns; `None` for a horizontal axis.
fn of_wheel<S: Solver + Clone>(rig: &Rig<S>, place: usize, turning: &WheelMotion, ratio: f64) -> Option<SteeringAxis> {
    let [spin, velocity] = twist(turning);
    let (contact, centre) = (rig.contact(place, turning), Vector3::from(turning.centre));
    let axis = spin * spin.z.signum();
    // The point of the axis that is nearest to the wheel centre.
    let near = centre + spin.cross(&velocity) / spin.norm_squared();
    let at_height = |height: f64| near + axis * ((height - near.z) / axis.z);
    let side = side(turning);
    let (below, beside) = (at_height(contact.point.z) - contact.point, at_height(centre.z) - centre);
    (axis.z > 0.0).then(|| SteeringAxis {
        caster: (-axis.x).atan2(axis.z),
        inclination: (-side * axis.y).atan2(axis.z),
        scrub_radius: -side * below.dot(&contact.left),
        trail: below.dot(&contact.forward),
        offset_at_centre: -side * beside.dot(&contact.left),
        trail_at_centre: beside.dot(&contact.forward),
        ratio,
    })
}
