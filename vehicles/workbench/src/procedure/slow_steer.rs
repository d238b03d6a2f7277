//! The angle of the steering wheel at 0.3 g, FMVSS 126, S7.6.

use super::known::known;
use crate::manoeuvre::driven;
use crate::problem::Problem;
use crate::progress::silent;
use crate::vehicle::Running;
use wishbone::prelude::Solver;
use wishbone_studies::findings::number;
use wishbone_studies::manoeuvre::figures::History;
use wishbone_studies::manoeuvre::{Overrides, Steering, slope};

/// Acceleration of gravity of the standard [m/s²].
const G: f64 = 9.80665;
/// Lateral acceleration at which the angle is taken, and range of the line through the run [m/s²].
const AT: f64 = 0.3 * G;
const RANGE: [f64; 2] = [0.1 * G, 0.375 * G];

/// The angle `A` of the steering wheel at 0.3 g [rad]. It is on the least squares line of the angle over the lateral acceleration
/// from 0.1 to 0.375 g. It is the mean of a run to the left and one to the right, rounded to 0.1 deg.
pub fn angle(running: &Running, numbers: &Overrides) -> Result<f64, Problem> {
    let mut sum = 0.0;
    for side in [1.0, -1.0] {
        let mut manoeuvre = known("slowly_increasing_steer", numbers)?;
        if let Steering::Ramp(turning) = &mut manoeuvre.steering {
            turning.rate.0 *= side;
        }
        let run = driven(running, &manoeuvre, false, &silent)?;
        let history = History::of(&run.findings.table, running.engine.description().wheels);
        let steady: Vec<(f64, f64)> = history
            .lateral
            .iter()
            .zip(&history.steering_wheel)
            .map(|(lateral, steer)| (side * lateral, side * steer))
            .take_while(|(lateral, _)| *lateral < RANGE[1])
            .filter(|(lateral, _)| *lateral >= RANGE[0])
            .collect();
        let reached = history.lateral.iter().any(|lateral| side * lateral >= RANGE[1]);
        let slope = slope(&steady);
        if !reached || slope.is_nan() {
            return Err(running.finding(format!(
                "slowly increasing steer at 80 km/h does not reach {} m/s^2 (0.375 g): {}; a sine with dwell has no amplitude",
                number(RANGE[1]),
                run.findings.verdict.words
            )));
        }
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
