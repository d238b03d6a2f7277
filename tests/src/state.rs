//! Random consistent states: random positions, velocities, drives and loads, with closed loops.

use crate::{Acting, Subject};
use fastrand::Rng;
use wishbone::ports::{Drive, WheelLoad};

/// Ranges of random states.
#[derive(Clone, Copy, Debug)]
pub struct Scatter {
    /// Deviation of coordinates from the design position [rad or m].
    pub position: f64,
    /// Range of speeds [rad/s or m/s].
    pub velocity: f64,
    /// Deviation of driven joints [rad or m].
    pub drive: f64,
    /// Range of forces on wheels [N]. Torques have a fifth of it, signals a twentieth.
    pub load: f64,
}

impl Default for Scatter {
    fn default() -> Self {
        Scatter {
            position: 0.15,
            velocity: 3.0,
            drive: 0.05,
            load: 8000.0,
        }
    }
}

/// Loops count as closed below this residual.
const CLOSED: f64 = 1e-13;
/// Loops count as singular below this margin.
const SINGULAR: f64 = 1e-3;
/// Speeds count as consistent below this rate.
const CONSISTENT: f64 = 1e-11;

/// Coordinates, speeds and inputs; `None` if the loops could not be closed from the random guess.
pub fn random_state(
    subject: &mut dyn Subject,
    scatter: &Scatter,
    rng: &mut Rng,
) -> Option<(Vec<f64>, Vec<f64>, Acting)> {
    let mut around = |size: f64| size * (2.0 * rng.f64() - 1.0);
    let acting = Acting {
        drives: (0..subject.drives())
            .map(|_| Drive {
                position: around(scatter.drive),
                velocity: around(10.0 * scatter.drive),
                acceleration: around(100.0 * scatter.drive),
            })
            .collect(),
        wheels: (0..subject.wheels())
            .map(|_| WheelLoad {
                force: [0; 3].map(|_| around(scatter.load)),
                moment: [0; 3].map(|_| around(0.2 * scatter.load)),
                drive_torque: around(0.2 * scatter.load),
                brake_torque: around(0.2 * scatter.load),
            })
            .collect(),
        signals: (0..subject.signals()).map(|_| around(0.05 * scatter.load)).collect(),
    };
    let mut q = subject.design();
    q.iter_mut().for_each(|x| *x += around(scatter.position));
    let mut v: Vec<f64> = (0..subject.speeds()).map(|_| around(scatter.velocity)).collect();
    let residuals: Vec<f64> = (0..40).map(|_| subject.correct_position(&mut q, &acting)).collect();
    let closed = residuals.last().is_some_and(|r| *r < CLOSED);
    // One correction is sufficient if dependent speeds follow from independent ones, but not if all speeds are corrected.
    let consistent = (0..10).any(|_| subject.correct_velocity(&q, &mut v, &acting) < CONSISTENT);
    // Newton's method may have moved the guess to another branch of the mechanism, near a singular position.
    let regular = subject.margin(&q, &v, &acting) > SINGULAR;
    let tame = subject.joints(&q, &v, &acting).concat().iter().all(|x| x.abs() < 30.0);
    (closed && consistent && regular && tame).then_some((q, v, acting))
}
