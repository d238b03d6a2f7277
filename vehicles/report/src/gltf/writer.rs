//! Accessors, meshes and animation channels of a glTF file, with the bytes that they refer to.

use super::mesh::Mesh;
use gltf::Glb;
use gltf::binary::Header;
use gltf::json::accessor::{ComponentType, GenericComponentType, Type};
use gltf::json::animation::{Channel, Interpolation, Property, Sampler};
use gltf::json::buffer::{Target, View};
use gltf::json::material::{PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked::Valid;
use gltf::json::validation::USize64;
use gltf::json::{Accessor, Animation, Asset, Buffer, Index, Material, Node, Root, Scene, Value, animation};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// Reason why a file cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotWritten(String);

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotWritten {}

/// A file while it is written.
pub struct Writer {
    root: Root,
    bytes: Vec<u8>,
    samplers: Vec<Sampler>,
    channels: Vec<Channel>,
    /// Whether all numbers are finite.
    is_finite: bool,
}

impl Writer {
    /// A file without content.
    pub fn new() -> Self {
        let asset = Asset {
            generator: Some(format!("wishbone {}", env!("CARGO_PKG_VERSION"))),
            ..Asset::default()
        };
        Self {
            root: Root {
                asset,
                ..Root::default()
            },
            bytes: Vec::new(),
            samplers: Vec::new(),
            channels: Vec::new(),
            is_finite: true,
        }
    }

    /// Adds a node.
    pub fn node(&mut self, node: Node) -> Index<Node> {
        self.root.push(node)
    }

    /// Adds an opaque, dull material of a colour such as `#0072b2`, seen from both sides.
    pub fn material(&mut self, ink: &str) -> Index<Material> {
        let part = |place: usize| {
            let value = ink
                .get(place..place + 2)
                .and_then(|two| u8::from_str_radix(two, 16).ok());
            linear(f32::from(value.unwrap_or(0x88)) / 255.0)
        };
        self.root.push(Material {
            double_sided: true,
            pbr_metallic_roughness: PbrMetallicRoughness {
                base_color_factor: PbrBaseColorFactor([part(1), part(3), part(5), 1.0]),
                metallic_factor: StrengthFactor(0.0),
                roughness_factor: StrengthFactor(0.9),
                ..PbrMetallicRoughness::default()
            },
            ..Material::default()
        })
    }

    /// Adds triangles.
    pub fn mesh(&mut self, name: &str, mesh: &Mesh, material: Index<Material>) -> Index<gltf::json::Mesh> {
        let corners = Some(Target::ArrayBuffer);
        let attributes = [
            (Valid(Semantic::Positions), self.floats(&mesh.positions, corners)),
            (Valid(Semantic::Normals), self.floats(&mesh.normals, corners)),
        ];
        let indices = self.indices(&mesh.triangles);
        let primitive = Primitive {
            attributes: BTreeMap::from(attributes),
            indices: Some(indices),
            material: Some(material),
            mode: Valid(Mode::Triangles),
            extensions: None,
            extras: Default::default(),
            targets: None,
        };
        self.root.push(gltf::json::Mesh {
            name: Some(name.to_owned()),
            primitives: vec![primitive],
            extensions: None,
            extras: Default::default(),
            weights: None,
        })
    }

    /// Adds times [s] that several channels share.
    pub fn times(&mut self, times: &[f32]) -> Index<Accessor> {
        let times: Vec<[f32; 1]> = times.iter().map(|time| [*time]).collect();
        self.floats(&times, None)
    }

    /// Moves a node through `values` at `times`, with linear interpolation in between.
    pub fn animate<const N: usize>(
        &mut self,
        node: Index<Node>,
        property: Property,
        times: Index<Accessor>,
        values: &[[f32; N]],
    ) {
        let output = self.floats(values, None);
        self.samplers.push(Sampler {
            input: times,
            output,
            interpolation: Valid(Interpolation::Linear),
            extensions: None,
            extras: Default::default(),
        });
        self.channels.push(Channel {
            sampler: Index::new(self.samplers.len() as u32 - 1),
            target: animation::Target {
                node,
                path: Valid(property),
                extensions: None,
                extras: Default::default(),
            },
            extensions: None,
            extras: Default::default(),
        });
    }

    /// Sets the translation of a node whose translation is not animated.
    pub fn place(&mut self, node: Index<Node>, translation: [f32; 3]) {
        self.root.nodes[node.value()].translation = Some(translation);
    }

    /// Adds numbers with their bounds.
    fn floats<const N: usize>(&mut self, values: &[[f32; N]], target: Option<Target>) -> Index<Accessor> {
        self.is_finite &= values.iter().flatten().all(|x| x.is_finite());
        let shape = [Type::Scalar, Type::Vec2, Type::Vec3, Type::Vec4][N - 1];
        let bounds = [f32::min as fn(f32, f32) -> f32, f32::max].map(|pick| {
            let first = values.first().copied().unwrap_or([0.0; N]);
            let found = values
                .iter()
                .fold(first, |found, value| std::array::from_fn(|k| pick(found[k], value[k])));
            Value::from(found.to_vec())
        });
        let bytes = values.iter().flatten().flat_map(|x| x.to_le_bytes());
        let view = self.view(bytes, target);
        let [min, max] = bounds.map(Some);
        self.accessor(view, values.len(), ComponentType::F32, shape, [min, max])
    }

    fn indices(&mut self, indices: &[u32]) -> Index<Accessor> {
        let bytes = indices.iter().flat_map(|x| x.to_le_bytes());
        let view = self.view(bytes, Some(Target::ElementArrayBuffer));
        self.accessor(view, indices.len(), ComponentType::U32, Type::Scalar, [None, None])
    }

    /// Adds bytes in one piece. Numbers of four bytes stand at multiples of four.
    fn view(&mut self, bytes: impl Iterator<Item = u8>, target: Option<Target>) -> Index<View> {
        let begin = self.bytes.len();
        self.bytes.extend(bytes);
        self.root.push(View {
            buffer: Index::new(0),
            byte_offset: Some(USize64::from(begin)),
            byte_length: USize64::from(self.bytes.len() - begin),
            byte_stride: None,
            target: target.map(Valid),
            name: None,
            extensions: None,
            extras: Default::default(),
        })
    }

    fn accessor(
        &mut self,
        view: Index<View>,
        count: usize,
        component: ComponentType,
        shape: Type,
        [min, max]: [Option<Value>; 2],
    ) -> Index<Accessor> {
        self.root.push(Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: USize64::from(count),
            component_type: Valid(GenericComponentType(component)),
            type_: Valid(shape),
            min,
            max,
            name: None,
            normalized: false,
            sparse: None,
            extensions: None,
            extras: Default::default(),
        })
    }

    /// Returns the file, with one scene of one root node and one animation.
    ///
    /// # Errors
    /// Returns an error if a number is not finite, or if the content is larger than the format permits.
    pub fn finish(mut self, root: Index<Node>, animation: &str) -> Result<Vec<u8>, NotWritten> {
        if !self.is_finite {
            return Err(NotWritten("a number of the scene is not finite".to_owned()));
        }
        let scene = self.root.push(Scene {
            nodes: vec![root],
            name: None,
            extensions: None,
            extras: Default::default(),
        });
        self.root.scene = Some(scene);
        if !self.channels.is_empty() {
            self.root.push(Animation {
                name: Some(animation.to_owned()),
                channels: self.channels,
                samplers: self.samplers,
                extensions: None,
                extras: Default::default(),
            });
        }
        self.root.push(Buffer {
            byte_length: USize64::from(self.bytes.len()),
            name: None,
            uri: None,
            extensions: None,
            extras: Default::default(),
        });
        let json = self.root.to_vec().map_err(|reason| NotWritten(reason.to_string()))?;
        let file = Glb {
            header: Header {
                magic: *b"glTF",
                version: 2,
                // The length is computed when the file is written.
                length: 0,
            },
            json: Cow::Owned(json),
            bin: Some(Cow::Owned(self.bytes)),
        };
        file.to_vec().map_err(|reason| NotWritten(reason.to_string()))
    }
}

/// Linear intensity of a component of an sRGB colour, both from 0 to 1 (IEC 61966-2-1).
fn linear(part: f32) -> f32 {
    match part <= 0.040_45 {
        true => part / 12.92,
        false => ((part + 0.055) / 1.055).powf(2.4),
    }
}
