//! The driver who follows a path, with his knowledge of the vehicle.

use super::equipped::steered_drive;
use crate::problem::Problem;
use crate::steady::{Steady, inertias};
use crate::vehicle::{Rest, Running};
use nalgebra::Vector3;
use wishbone::control::path::{Arms, LaneChange};
use wishbone_studies::driver::{Following, Practice, SingleTrack, SteadyBend};
use wishbone_studies::findings::number;
use wishbone_studies::manoeuvre::{Facts, Manoeuvre};
use wishbone_studies::shape::Inertia;
use wishbone_studies::trim::Bend;

/// Lateral acceleration of the bends from which the driver knows his vehicle [m/s²].
const KNOWN: f64 = 2.0;
/// The driver's arms: speed [rad/s], largest angle [rad] and rate [rad/s] of the steering wheel.
const ARMS: Arms = Arms {
    bandwidth: 25.0,
    most: 540.0 * DEGREE,
    fastest: 1000.0 * DEGREE,
};
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// The driver for the lanes of a manoeuvre; `None` if the manoeuvre has no lanes.
///
/// # Errors
/// Returns an error if the steering is not a drive, or if the vehicle has no steady bend at the speed.
pub fn along_the_lanes(
    running: &Running,
    manoeuvre: &Manoeuvre,
    facts: &Facts,
) -> Result<Option<Following<LaneChange>>, Problem> {
    let (Some((track, _)), Some(lanes)) = (manoeuvre.steering.track(facts), manoeuvre.steering.lanes()) else {
        return Ok(None);
    };
    let (Some(drive), Some(ratio)) = (steered_drive(running), facts.ratio) else {
        return Err(running.finding(
            "a path is followed by a steering that is `driven`, which it does not declare (docs/equipment.md)",
        ));
    };
    if running.leaders().len() > 1 {
        return Err(running.finding(
            "the driver who follows a path knows a vehicle as a single track, and a combination that bends at its hitch is none: drive the \
             towing vehicle alone, or give the steering over time",
        ));
    }
    let speed = manoeuvre.speed.0;
    let mut rest = running.rest()?;
    let (vehicle, ahead) = known(running, &mut rest, facts, ratio, speed)?;
    let practice = Practice {
        vehicle,
        arms: ARMS,
        marker: ahead,
        ratio,
        speed,
        horizon: lanes.preview.0,
    };
    let following = Following::of(track, &practice, facts.split(), drive);
    let following =
        following.ok_or_else(|| running.finding(format!("no driver holds it on a path at {} m/s", number(speed))))?;
    Ok(Some(following))
}

/// The vehicle as a single track, and the distance of the middle of its wheels ahead of the centre of mass [m].
fn known(
    running: &Running,
    rest: &mut Rest,
    facts: &Facts,
    ratio: f64,
    speed: f64,
) -> Result<(SingleTrack, f64), Problem> {
    let whole = Whole::of(running, rest);
    // Offset to the centre of mass of the whole vehicle.
    let offset = whole.x - facts.com[0];
    let axles = facts.axles().map(|x| x - offset);
    let marker = facts.middle()[0] - whole.x;
    let bend = |lateral: f64| -> Result<SteadyBend, Problem> {
        let steady = Steady::of(running, &rest.state, speed, Bend::Lateral(lateral))?;
        let [along, across, yaw_rate] = steady.trim.motion;
        Ok(SteadyBend {
            speed: along,
            across: across + offset * yaw_rate,
            yaw_rate,
            steer: steady.trim.controls.steering.position / ratio,
        })
    };
    let (left, right) = (bend(KNOWN)?, bend(-KNOWN)?);
    // Half of the difference, which removes the effects of toe and unequal sides.
    let half = |of: fn(&SteadyBend) -> f64| 0.5 * (of(&left) - of(&right));
    let bend = SteadyBend {
        speed: 0.5 * (left.speed + right.speed),
        across: half(|bend| bend.across),
        yaw_rate: half(|bend| bend.yaw_rate),
        steer: half(|bend| bend.steer),
    };
    let vehicle = SingleTrack::of_bend(whole.mass, whole.yaw_inertia, [axles, facts.shares], &bend).ok_or_else(|| {
        running.finding(format!(
            "in a steady bend of {KNOWN} m/s^2 at {} m/s an axle has no slip angle outward, so that a driver cannot learn from it how to \
             follow a path",
            number(speed)
        ))
    })?;
    Ok((vehicle, marker))
}

/// All bodies of a vehicle at rest, combined.
struct Whole {
    mass: f64,
    /// X of the centre of mass, world axes [m].
    x: f64,
    /// Moment of inertia about the vertical axis through the centre of mass [kg m²].
    yaw_inertia: f64,
}

impl Whole {
    fn of(running: &Running, rest: &mut Rest) -> Self {
        let bodies = rest.instant().bodies;
        let parts: Vec<(Inertia, [f64; 2], f64)> = inertias(running)
            .into_iter()
            .zip(&bodies)
            .map(|(inertia, body)| {
                let up = Vector3::from(body.rotation[2]);
                let yaw = up.dot(&(inertia.tensor * up));
                (inertia, [body.com[0], body.com[1]], yaw)
            })
            .collect();
        let mass: f64 = parts.iter().map(|(inertia, ..)| inertia.mass).sum();
        let [x, y] = [0, 1].map(|k| parts.iter().map(|(inertia, at, _)| inertia.mass * at[k]).sum::<f64>() / mass);
        let yaw_inertia = parts
            .iter()
            .map(|(inertia, at, yaw)| yaw + inertia.mass * ((at[0] - x).powi(2) + (at[1] - y).powi(2)));
        Self {
            mass,
            x,
            yaw_inertia: yaw_inertia.sum(),
        }
    }
}
