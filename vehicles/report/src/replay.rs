//! Runs of a manoeuvre that can be played on the page: geometry, and poses of all bodies in few bytes.

use crate::geometry::Geometry;
use crate::packed::{Packed, floats, shorts};
use serde_json::{Value, json};
use wishbone_studies::manoeuvre::{Moment, Motion, Pose, Strip};

/// Shortest time between two poses on the page [s]. The player interpolates linearly between poses.
const FRAME: f64 = 0.02;
/// Colours of bodies, in turn. If several designs are shown together, each design has one of these colours.
pub const INKS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// Runs of one manoeuvre, one for each design.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// Name of the manoeuvre.
    pub name: String,
    /// The runs.
    pub runs: Vec<Run>,
}

/// A run of a design.
#[derive(Clone, Debug)]
pub struct Run {
    /// Name of the design.
    pub design: String,
    /// Names of its bodies, in the order of their poses.
    pub bodies: Vec<String>,
    /// Its parts.
    pub geometry: Geometry,
    /// Position of the body that the camera follows.
    pub chassis: usize,
    /// Its motion.
    pub motion: Motion,
    /// The ground along its path.
    pub ground: Strip,
}

impl Replay {
    /// The data of the player.
    pub(crate) fn data(&self) -> Value {
        json!({ "name": self.name, "runs": self.runs.iter().map(Run::data).collect::<Vec<_>>() })
    }
}

impl Run {
    fn data(&self) -> Value {
        let moments: Vec<&Moment> = self.motion.every(FRAME).collect();
        let frame = match moments[..] {
            [first, second, ..] => second.time - first.time,
            _ => FRAME,
        };
        let bodies: Vec<&[Pose]> = moments.iter().map(|moment| moment.bodies.as_slice()).collect();
        let packed = Packed::of(&bodies, self.chassis);
        let ground = self.ground.sections.iter().flatten().flatten();
        json!({
            "design": self.design, "frame": frame, "count": moments.len(), "geometry": self.geometry.data(),
            "bodies": bodies.first().map_or(0, |bodies| bodies.len()), "chassis": self.chassis,
            "origin": floats(packed.origin), "poses": shorts(&packed.poses), "unit": packed.unit,
            "turned": floats(moments.iter().flat_map(|moment| &moment.turned).copied()),
            "ground": floats(ground.copied()), "across": self.ground.sections.first().map_or(0, |section| section.len()),
            "speed": self.ground.speed,
        })
    }
}
