//! Units of named outputs.

use super::{Kingpin, Measure, Motion, Vector};
use crate::model::{Effort, JointId, Model};

impl Measure {
    /// SI unit of the output: `rad`, `N m`.
    pub fn unit(&self, model: &Model) -> &'static str {
        match self {
            Self::Camber { .. } | Self::Toe { .. } | Self::Steer { .. } | Self::Sideslip { .. } => "rad",
            Self::Attitude { is_rate, .. } => ["rad", "rad/s"][usize::from(*is_rate)],
            Self::Length(_) => "m",
            Self::LengthRate(_) => "m/s",
            Self::Force(_) => "N",
            Self::Effort { force, direction } => match model.forces[force.index()].law.efforts()[*direction].0 {
                Effort::Force => "N",
                Effort::Torque => "N m",
            },
            Self::Coordinate(joint) => {
                if slides(model, *joint) {
                    "m"
                } else {
                    "rad"
                }
            }
            Self::Speed(joint) => {
                if slides(model, *joint) {
                    "m/s"
                } else {
                    "rad/s"
                }
            }
            Self::Point { of, .. } => match of {
                Motion::Position => "m",
                Motion::Velocity => "m/s",
                Motion::Acceleration => "m/s^2",
            },
            Self::Kingpin { angle, .. } => match angle {
                Kingpin::Caster | Kingpin::Inclination => "rad",
                Kingpin::ScrubRadius | Kingpin::Trail => "m",
            },
            Self::Reaction { of, .. } | Self::Action { of, .. } => match of {
                Vector::Force => "N",
                Vector::Moment => "N m",
            },
            Self::KineticEnergy(_) | Self::PotentialEnergy(_) | Self::ElasticEnergy(_) | Self::StoredEnergy(_) => "J",
        }
    }
}

/// Whether the coordinate of a joint is a displacement. The coordinate of a joint that turns and slides is the angle.
fn slides(model: &Model, joint: JointId) -> bool {
    let axis = model.joint(joint).kind.single_axis();
    axis.is_some_and(|axis| axis.turn == 0.0)
}
