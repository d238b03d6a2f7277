//! Runs as a binary glTF 2.0 file with one animation, for viewers of three-dimensional scenes.
//!
//! glTF has Y up, Z ahead and X to the left (Khronos glTF 2.0, 3.4). A vehicle has X ahead, Y to the left and Z up (ISO
//! 8855). One node at the root turns one convention into the other. All nodes below this node are in the vehicle's
//! convention, so that their translations and rotations are the values of the solver. Each body is a node at its centre
//! of mass, with the strokes that move with it. A wheel is a child of its carrier, and turns about its axis. Rods and
//! springs between two bodies are nodes that are turned and stretched along Z.

mod mesh;
mod writer;

use crate::geometry::{Fixed, Geometry, WHEEL, Wheel};
use crate::packed::continued;
use crate::replay::{INKS, Replay, Run};
use ::gltf::json::animation::Property;
use ::gltf::json::scene::UnitQuaternion;
use ::gltf::json::{Accessor, Index, Material, Mesh as MeshOfFile, Node};
use mesh::Mesh;
use wishbone_studies::manoeuvre::{Moment, Strip, quaternion_from_z};
pub use writer::NotWritten;
use writer::Writer;

/// Shortest time between two poses [s].
const FRAME: f64 = 0.01;
/// Largest angle of a wheel between two keys [rad]. Viewers turn the wheel along the shorter way, which is the true way
/// below half a turn.
const MOST_TURNED: f64 = std::f64::consts::FRAC_PI_2;
/// Radii of the tubes that draw bodies and the rims of wheels [m].
const ROD: f32 = 0.012;
const RIM: f32 = 0.02;
/// Number of strokes of a rim.
const CIRCLE: usize = 32;
/// Colour of the ground.
const GROUND: &str = "#9a9a94";
/// Rotation `[x, y, z, w]` from the axes of ISO 8855 to the axes of glTF: X to Z, Y to X, Z to Y.
const TO_GLTF: [f32; 4] = [-0.5, -0.5, -0.5, 0.5];

/// Returns the content of a `.glb` file: the runs of a replay in one scene, each design on its own path.
///
/// # Errors
/// Returns an error if the file cannot be assembled, for example because it exceeds 4 GB.
pub fn file(replay: &Replay) -> Result<Vec<u8>, NotWritten> {
    let mut writer = Writer::new();
    let is_alone = replay.runs.len() == 1;
    let designs = replay.runs.iter().zip(INKS.iter().cycle()).enumerate();
    let children = designs.map(|(place, (run, ink))| {
        let mut scene = Scene::of(run, (!is_alone).then_some(*ink), &mut writer);
        scene.design(place == 0)
    });
    let root = Node {
        name: Some("vehicle axes, Z up, in those of glTF".to_owned()),
        rotation: Some(UnitQuaternion(TO_GLTF)),
        children: Some(children.collect()),
        ..Node::default()
    };
    let root = writer.node(root);
    writer.finish(root, &replay.name)
}

/// A design while it is written.
struct Scene<'a> {
    run: &'a Run,
    /// Colour of all parts; none if each has its own.
    ink: Option<&'static str>,
    moments: Vec<&'a Moment>,
    times: Index<Accessor>,
    writer: &'a mut Writer,
}

impl<'a> Scene<'a> {
    fn of(run: &'a Run, ink: Option<&'static str>, writer: &'a mut Writer) -> Self {
        let moments: Vec<&Moment> = run.motion.every(FRAME).collect();
        let times: Vec<f32> = moments.iter().map(|moment| moment.time as f32).collect();
        Self {
            run,
            ink,
            moments,
            times: writer.times(&times),
            writer,
        }
    }

    /// The node of the design.
    fn design(&mut self, with_ground: bool) -> Index<Node> {
        let count = self.moments.first().map_or(0, |moment| moment.bodies.len());
        let mut children: Vec<Index<Node>> = (0..count).map(|body| self.body(body)).collect();
        children.extend(self.between_bodies());
        if with_ground {
            children.extend(self.ground());
        }
        self.writer.node(Node {
            name: Some(self.run.design.clone()),
            children: Some(children),
            ..Node::default()
        })
    }

    /// Writes the node of a body with everything that moves with it.
    fn body(&mut self, body: usize) -> Index<Node> {
        let Geometry { parts, wheels, .. } = &self.run.geometry;
        let mut children = Vec::new();
        for part in parts {
            let mut mesh = Mesh::default();
            for [from, to] in part.strokes() {
                if from.body == Some(body) && to.body == Some(body) {
                    mesh.tube(from.place, to.place, ROD);
                }
            }
            if !mesh.triangles.is_empty() {
                children.push(self.drawn(&part.line.name, &mesh, self.ink(part.line.ink)));
            }
        }
        let own = wheels
            .iter()
            .enumerate()
            .filter(|(_, wheel)| wheel.centre.body == Some(body));
        for (place, wheel) in own {
            children.push(self.wheel(place, wheel));
        }
        let node = self.writer.node(Node {
            name: Some(self.run.bodies[body].clone()),
            children: (!children.is_empty()).then_some(children),
            ..Node::default()
        });
        let positions: Vec<[f32; 3]> = self.each(|moment| moment.bodies[body].position.map(|x| x as f32));
        let rotations = self.turning(|moment| moment.bodies[body].quaternion());
        self.writer.animate(node, Property::Translation, self.times, &positions);
        self.writer.animate(node, Property::Rotation, self.times, &rotations);
        node
    }

    /// Writes a wheel in the axes of its carrier.
    fn wheel(&mut self, place: usize, wheel: &Wheel) -> Index<Node> {
        let [ahead, across] = wheel.spokes();
        let rim: Vec<[f64; 3]> = (0..=CIRCLE)
            .map(|k| {
                let (sine, cosine) = (std::f64::consts::TAU * k as f64 / CIRCLE as f64).sin_cos();
                std::array::from_fn(|axis| wheel.radius * (cosine * ahead[axis] + sine * across[axis]))
            })
            .collect();
        let mut mesh = Mesh::default();
        rim.windows(2).for_each(|ends| mesh.tube(ends[0], ends[1], RIM));
        for k in 0..4 {
            mesh.tube([0.0; 3], rim[k * CIRCLE / 4], ROD);
        }
        let node = self.drawn(&wheel.name, &mesh, self.ink(WHEEL));
        self.writer.place(node, wheel.centre.place.map(|x| x as f32));
        let keys = self.turns(place);
        let turned = continuous(keys.iter().map(|[_, angle]| {
            let (sine, cosine) = (0.5 * angle).sin_cos();
            let [x, y, z] = wheel.axis.map(|part| sine * part);
            [x, y, z, cosine]
        }));
        let times = match keys.len() == self.moments.len() {
            true => self.times,
            false => {
                let times: Vec<f32> = keys.iter().map(|[time, _]| *time as f32).collect();
                self.writer.times(&times)
            }
        };
        self.writer.animate(node, Property::Rotation, times, &turned);
        node
    }

    /// Times and angles of a wheel: those of the recorded moments, and additional keys if the wheel turns far between
    /// them. Between moments the angle is linear.
    fn turns(&self, place: usize) -> Vec<[f64; 2]> {
        let ends = self.moments.windows(2).flat_map(|ends| {
            let [from, to] = [ends[0], ends[1]].map(|moment| [moment.time, moment.turned[place]]);
            let pieces = ((to[1] - from[1]).abs() / MOST_TURNED).ceil().max(1.0) as usize;
            (1..=pieces).map(move |piece| {
                let part = piece as f64 / pieces as f64;
                match piece == pieces {
                    true => to,
                    false => [0, 1].map(|k| from[k] + part * (to[k] - from[k])),
                }
            })
        });
        let first = self.moments.first().map(|moment| [moment.time, moment.turned[place]]);
        first.into_iter().chain(ends).collect()
    }

    /// Writes the strokes between two bodies, and between a body and the ground.
    fn between_bodies(&mut self) -> Vec<Index<Node>> {
        let mut nodes = Vec::new();
        for part in &self.run.geometry.parts {
            for ends in part.strokes() {
                if ends[0].body != ends[1].body || ends[0].body.is_none() {
                    nodes.push(self.stroke(&part.line.name, ends, part.line.ink));
                }
            }
        }
        nodes
    }

    /// Writes a tube of length 1 along Z, and the motion that takes it from one point to another.
    fn stroke(&mut self, name: &str, ends: [Fixed; 2], ink: &'static str) -> Index<Node> {
        let mut mesh = Mesh::default();
        mesh.tube([0.0; 3], [0.0, 0.0, 1.0], ROD);
        let node = self.drawn(name, &mesh, self.ink(ink));
        let along = |moment: &Moment| {
            let [from, to] = ends.map(|end| end.at(&moment.bodies));
            std::array::from_fn::<f64, 3, _>(|k| to[k] - from[k])
        };
        let begins: Vec<[f32; 3]> = self.each(|moment| ends[0].at(&moment.bodies).map(|x| x as f32));
        let turned = self.turning(|moment| quaternion_from_z(along(moment)));
        let stretched = self.each(|moment| [1.0, 1.0, along(moment).map(|x| x * x).iter().sum::<f64>().sqrt() as f32]);
        self.writer.animate(node, Property::Translation, self.times, &begins);
        self.writer.animate(node, Property::Rotation, self.times, &turned);
        self.writer.animate(node, Property::Scale, self.times, &stretched);
        node
    }

    /// Writes the ground, which moves under a vehicle on a belt.
    fn ground(&mut self) -> Option<Index<Node>> {
        let Strip { sections, speed } = &self.run.ground;
        if sections.len() < 2 {
            return None;
        }
        let surface = Mesh::surface(sections);
        if surface.triangles.is_empty() {
            return None;
        }
        let node = self.drawn("ground", &surface, GROUND);
        if *speed != 0.0 {
            let moved: Vec<[f32; 3]> = self.each(|moment| [(speed * moment.time) as f32, 0.0, 0.0]);
            self.writer.animate(node, Property::Translation, self.times, &moved);
        }
        Some(node)
    }

    /// Colour of the design, or else the part's own colour.
    fn ink(&self, own: &'static str) -> &'static str {
        self.ink.unwrap_or(own)
    }

    /// Writes a node with a mesh.
    fn drawn(&mut self, name: &str, mesh: &Mesh, ink: &'static str) -> Index<Node> {
        let material: Index<Material> = self.writer.material(ink);
        let mesh: Index<MeshOfFile> = self.writer.mesh(name, mesh, material);
        self.writer.node(Node {
            name: Some(name.to_owned()),
            mesh: Some(mesh),
            ..Node::default()
        })
    }

    fn each<const N: usize>(&self, value: impl Fn(&Moment) -> [f32; N]) -> Vec<[f32; N]> {
        self.moments.iter().map(|moment| value(moment)).collect()
    }

    fn turning(&self, value: impl Fn(&Moment) -> [f64; 4]) -> Vec<[f32; 4]> {
        continuous(self.moments.iter().map(|moment| value(moment)))
    }
}

/// Quaternions without a jump from a quaternion to its negative.
fn continuous(quaternions: impl Iterator<Item = [f64; 4]>) -> Vec<[f32; 4]> {
    let mut last = [0.0; 4];
    quaternions
        .map(|quaternion| {
            let quaternion = continued(quaternion.map(|x| f64::from(x as f32)), last);
            last = quaternion;
            quaternion.map(|x| x as f32)
        })
        .collect()
}
