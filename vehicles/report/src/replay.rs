//! Runs of a manoeuvre that can be played on the page: geometry, and poses of all bodies in few bytes.

use crate::geometry::{Fixed, Geometry, Look};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use wishbone_studies::manoeuvre::{Moment, Motion, Strip};

/// Shortest time between two poses on the page [s]; the player goes evenly from one to the next.
const FRAME: f64 = 0.02;
/// Colours of bodies, or of designs that are shown together, one after the other.
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
    /// The data of the player. Of one design each part has its own colour, of several each design.
    pub(crate) fn data(&self) -> Value {
        let is_alone = self.runs.len() == 1;
        let inks = INKS.iter().cycle();
        let runs = self.runs.iter().zip(inks);
        Value::from_iter(runs.map(|(run, ink)| run.data((!is_alone).then_some(*ink))))
    }
}

impl Run {
    fn data(&self, ink: Option<&str>) -> Value {
        let moments: Vec<&Moment> = self.motion.every(FRAME).collect();
        let frame = match moments[..] {
            [first, second, ..] => second.time - first.time,
            _ => FRAME,
        };
        let parts = self.geometry.parts.iter().map(|part| {
            let strokes = part
                .strokes()
                .into_iter()
                .map(|ends| ends.map(|end| place(&end)).concat());
            json!({
                "name": part.line.name, "ink": ink.unwrap_or(part.line.ink), "dashed": part.line.look == Look::Spring,
                "strokes": strokes.collect::<Vec<_>>(),
            })
        });
        let wheels = self.geometry.wheels.iter().map(|wheel| {
            let spokes = wheel.spokes().map(|spoke| spoke.map(rounded));
            json!({
                "name": wheel.name, "ink": ink.unwrap_or(crate::geometry::WHEEL), "centre": place(&wheel.centre), "spokes": spokes,
                "radius": rounded(wheel.radius),
            })
        });
        let packed = Packed::of(&moments, self.chassis);
        let ground = self.ground.sections.iter().flatten().flatten();
        json!({
            "design": self.design, "ink": ink, "frame": frame, "count": moments.len(),
            "parts": parts.collect::<Vec<_>>(), "wheels": wheels.collect::<Vec<_>>(),
            "bodies": moments.first().map_or(0, |moment| moment.bodies.len()), "chassis": self.chassis,
            "origin": floats(packed.origin), "poses": shorts(&packed.poses), "unit": packed.unit,
            "turned": floats(moments.iter().flat_map(|moment| &moment.turned).copied()),
            "ground": floats(ground.copied()), "across": self.ground.sections.first().map_or(0, |section| section.len()),
            "speed": self.ground.speed,
        })
    }
}

/// Poses as short integers.
struct Packed {
    /// By moment, the position of the chassis [m].
    origin: Vec<f64>,
    /// By moment and body, the position from the chassis in units, and the quaternion `[x, y, z, w]` in parts of [`PART`].
    poses: Vec<i16>,
    /// Length of a unit [m].
    unit: f64,
}

/// Largest short integer.
const PART: f64 = 32767.0;

impl Packed {
    fn of(moments: &[&Moment], chassis: usize) -> Self {
        let from_chassis = |moment: &Moment, body: usize| -> [f64; 3] {
            let [own, origin] = [body, chassis].map(|body| moment.bodies[body].position);
            std::array::from_fn(|k| own[k] - origin[k])
        };
        let of_bodies = |moment: &Moment| 0..moment.bodies.len();
        let farthest = moments
            .iter()
            .flat_map(|moment| of_bodies(moment).flat_map(|body| from_chassis(moment, body)))
            .fold(1e-3, |farthest: f64, x| farthest.max(x.abs()));
        let unit = farthest / PART;
        let mut poses = Vec::new();
        let mut last = vec![[0.0; 4]; moments.first().map_or(0, |moment| moment.bodies.len())];
        for moment in moments {
            for (body, last) in last.iter_mut().enumerate() {
                poses.extend(from_chassis(moment, body).map(|x| (x / unit).round() as i16));
                *last = continued(moment.bodies[body].quaternion(), *last);
                poses.extend(last.map(|x| (PART * x).round() as i16));
            }
        }
        let origin = moments.iter().flat_map(|moment| moment.bodies[chassis].position);
        Self {
            origin: origin.collect(),
            poses,
            unit,
        }
    }
}

/// The one of both quaternions of a rotation that is next to the last one, so that what lies between them is a small turn.
pub(crate) fn continued(quaternion: [f64; 4], last: [f64; 4]) -> [f64; 4] {
    let product: f64 = quaternion.iter().zip(last).map(|(one, other)| one * other).sum();
    match product < 0.0 {
        true => quaternion.map(|part| -part),
        false => quaternion,
    }
}

/// Body, -1 for the ground, and place of a point.
fn place(point: &Fixed) -> [f64; 4] {
    let [x, y, z] = point.place.map(rounded);
    [point.body.map_or(-1.0, |body| body as f64), x, y, z]
}

/// To a tenth of a millimetre.
fn rounded(metres: f64) -> f64 {
    (1e4 * metres).round() / 1e4
}

fn floats(numbers: impl IntoIterator<Item = f64>) -> String {
    let bytes: Vec<u8> = numbers.into_iter().flat_map(|x| (x as f32).to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

fn shorts(numbers: &[i16]) -> String {
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishbone_studies::manoeuvre::Pose;

    fn moment(k: usize) -> Moment {
        let (sine, cosine) = (0.1 * k as f64).sin_cos();
        let turned = Pose {
            position: [150.0 + k as f64, -3.0, 0.61],
            rotation: [[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]],
        };
        let hub = Pose {
            position: [151.234_56 + k as f64, -2.2, 0.3],
            ..Pose::WORLD
        };
        Moment {
            time: 0.02 * k as f64,
            bodies: vec![turned, hub],
            turned: vec![0.5 * k as f64],
        }
    }

    /// Packed poses are the given ones to a tenth of a millimetre and 1e-4 rad, however far the vehicle went and turned.
    #[test]
    fn packed_poses_are_the_given_ones() {
        let moments: Vec<Moment> = (0..100).map(moment).collect();
        let packed = Packed::of(&moments.iter().collect::<Vec<_>>(), 0);
        assert!(packed.unit < 1e-4);
        for (k, moment) in moments.iter().enumerate() {
            for (body, pose) in moment.bodies.iter().enumerate() {
                let own = &packed.poses[7 * (2 * k + body)..][..7];
                let origin = &packed.origin[3 * k..][..3];
                for ((origin, own), expected) in origin.iter().zip(own).zip(pose.position) {
                    let x = origin + packed.unit * f64::from(*own);
                    assert!((x - expected).abs() < 1e-4, "{k} {body}");
                }
                let quaternion = continued(pose.quaternion(), [3, 4, 5, 6].map(|place| f64::from(own[place])));
                let parts = quaternion.iter().zip(&own[3..]);
                assert!(parts.clone().all(|(x, own)| (x - f64::from(*own) / PART).abs() < 1e-4));
            }
        }
        // Nowhere a jump from one quaternion to its opposite.
        for k in 1..100 {
            let quaternion = |k: usize| &packed.poses[14 * k + 3..14 * k + 7];
            let product: f64 = quaternion(k)
                .iter()
                .zip(quaternion(k - 1))
                .map(|(one, other)| f64::from(*one) * f64::from(*other))
                .sum();
            assert!(product > 0.0, "{k}");
        }
    }

    /// Bytes are those that the page reads: little-endian numbers of four and two bytes.
    #[test]
    fn numbers_are_bytes_in_the_order_of_the_page() {
        assert_eq!(floats([1.0, -2.5]), "AACAPwAAIMA=");
        assert_eq!(shorts(&[1, -2]), "AQD+/w==");
    }
}
