//! The angle of the steering wheel at 0.3 g, FMVSS 126, S7.6.

use super::known::known;
use crate::manoeuvre::behaviour;
use crate::problem::Problem;
use crate::progress::silent;
use crate::vehicle::Running;
use wishbone::prelude::Solver;
use wishbone_studies::findings::number;
use wishbone_studies::manoeuvre::figures::{History, rows_between, scaled};
use wishbone_studies::manoeuvre::{Overrides, Steering, slope};

/// Acceleration of gravity of the standard [m/s²].
const G: f64 = 9.80665;
/// Lateral acceleration at which the angle is taken, and range of the line through the run [m/s²].
const AT: f64 = 0.3 * G;
const RANGE: [f64; 2] = [0.1 * G, 0.375 * G];

/// The angle `A` of the steering wheel at 0.3 g [rad]. The angle is on the least squares line of the angle over the
/// lateral acceleration from 0.1 to 0.375 g. The result is the mean of a run to the left and a run to the right,
/// rounded to 0.1 deg.
pub fn angle(running: &Running, numbers: &Overrides) -> Result<f64, Problem> {
    let mut sum = 0.0;
    for side in [1.0, -1.0] {
        let mut manoeuvre = known("slowly_increasing_steer", numbers)?;
        if let Steering::Ramp(turning) = &mut manoeuvre.steering {
            turning.rate.0 *= side;
        }
        let found = behaviour(running, &manoeuvre, false, &silent)?;
        let history = History::of(&found.table, running.engine.description().wheels);
        let [lateral, steer] = [&history.lateral, &history.steering_wheel].map(|values| scaled(values, side));
        let rows = rows_between(&lateral, RANGE).map_err(|missed| {
            let [low, high] = RANGE.map(number);
            running.finding(format!(
                "slowly increasing steer at 80 km/h does not pass from {low} to {high} m/s^2 (0.1 to 0.375 g): {}, {}; a sine with dwell has no \
                 amplitude",
                missed.words(),
                found.verdict.words
            ))
        })?;
        let steady = lateral[rows.clone()].iter().zip(&steer[rows]);
        let steady: Vec<(f64, f64)> = steady.map(|(lateral, steer)| (*lateral, *steer)).collect();
        let slope = slope(&steady);
        // The line goes through the mean of the points.
        let count = steady.len() as f64;
        let [lateral, steer] = [
            steady.iter().map(|(lateral, _)| lateral).sum::<f64>() / count,
            steady.iter().map(|(_, steer)| steer).sum::<f64>() / count,
        ];
        sum += steer + slope * (AT - lateral);
    }
    let tenths = (0.5 * sum).to_degrees() * 10.0;
    Ok((tenths.round() / 10.0).to_radians())
}
