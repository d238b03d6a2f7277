//! Lengths that the rig measures, such as the lengths of springs and dampers.
//!
//! With the unit vector `u` from the first to the second end and the velocities of both ends,
//! `L' = u · (v_second - v_first)`. While all wheel centres rise with unit velocity, `L'` is the motion ratio.

use crate::manoeuvre::Pose;
use nalgebra::Vector3;
use wishbone::ports::BodyMotion;

/// Distance of two points that are fixed in bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Length {
    /// Name of the spring or damper.
    pub name: String,
    /// Its first and its second end.
    pub ends: [End; 2],
}

/// Point that is fixed in a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Position of the body among the moving bodies; `None` for a point fixed in the world.
    pub body: Option<usize>,
    /// Place relative to the body's centre of mass in its axes, or in world coordinates for a point fixed in the world [m].
    pub place: [f64; 3],
}

impl End {
    /// Place in the world for this position of the bodies [m].
    pub fn at(&self, bodies: &[BodyMotion]) -> [f64; 3] {
        self.moving(bodies)[0].into()
    }

    /// Place and velocity in the world [m, m/s].
    fn moving(&self, bodies: &[BodyMotion]) -> [Vector3<f64>; 2] {
        let Some(body) = self.body.map(|body| &bodies[body]) else {
            return [Vector3::from(self.place), Vector3::zeros()];
        };
        let arm = Vector3::from(Pose::from(body).turn(self.place));
        let [com, velocity, turning] = [body.com, body.velocity, body.angular_velocity].map(Vector3::from);
        [com + arm, velocity + turning.cross(&arm)]
    }
}

impl Length {
    /// The length for this position of the bodies [m].
    pub fn at(&self, bodies: &[BodyMotion]) -> f64 {
        let [first, second] = self.ends.map(|end| end.moving(bodies)[0]);
        (second - first).norm()
    }

    /// Rate of the length for this motion of the bodies [m/s]; zero if both ends coincide.
    pub(super) fn rate(&self, bodies: &[BodyMotion]) -> f64 {
        let [first, second] = self.ends.map(|end| end.moving(bodies));
        let along = (second[0] - first[0]).try_normalize(0.0);
        along.map_or(0.0, |along| along.dot(&(second[1] - first[1])))
    }
}
