//! Compares the numbers of two substructures of equal structure.
//!
//! A point of a body is given relative to the body's inboard joint. So equal suspensions at different places along the
//! vehicle differ only in their attachment points. With y reversed, geometry is reflected like the geometry of a
//! mirrored group.

use super::class::Constant;
use super::substructure::{Substructure, Tie, TiePart};
use crate::model::quantities::{Role, Value};
use crate::model::{BodyId, Curve, JointKind, Model, Owner, Quantity, Vec3, reflection};
use crate::topology::Topology;

/// Relative tolerance (absolute below one) of numbers in SI substructures.
const TOLERANCE: f64 = 1e-12;

/// Corresponding bodies, by class and position in the class.
#[derive(Default)]
pub struct Roles {
    classes: Vec<Vec<Vec<BodyId>>>,
}

impl Roles {
    /// Records that bodies at the same position of these substructures correspond.
    pub fn add(&mut self, class: &[Substructure]) {
        self.classes
            .push(class.iter().map(|substructure| substructure.bodies.clone()).collect());
    }

    /// Whether two outside bodies correspond.
    fn agree(&self, [a, b]: [BodyId; 2]) -> bool {
        let place = |members: &[Vec<BodyId>], body: BodyId| {
            members
                .iter()
                .find_map(|member| member.iter().position(|&other| other == body))
        };
        a == b
            || self
                .classes
                .iter()
                .any(|class| place(class, a).is_some() && place(class, a) == place(class, b))
    }
}

/// Rules for comparing substructures.
pub struct Comparison<'a> {
    pub model: &'a Model,
    pub topology: &'a Topology,
    /// Correspondence of outside bodies.
    pub roles: &'a Roles,
    /// Whether the first substructure is reflected.
    pub mirrored: bool,
}

/// Attachments that differ, in words, and constants that differ.
pub type Differences = (Vec<String>, Vec<Constant>);

/// Two bodies with points of corresponding parts. The points can be compared only if the bodies correspond.
struct End {
    bodies: [BodyId; 2],
    correspond: bool,
}

impl Comparison<'_> {
    /// Compares two substructures with lists in the same order.
    pub fn substructures(&self, substructures: [&Substructure; 2]) -> Differences {
        let [a, b] = substructures;
        let (mut attachments, mut constants) = (Vec::new(), Vec::new());
        for place in 0..a.bodies.len() {
            let bodies = substructures.map(|substructure| substructure.bodies[place]);
            let parents = bodies.map(|body| self.topology.branch(body).parent);
            if a.parents[place].is_none() {
                attachments.extend(self.attachment(self.topology.joint_name(self.model, bodies[1]), parents));
            }
            constants.extend(self.bodies([(a, place), (b, place)]));
        }
        for (a, b) in a.ties.iter().zip(&b.ties) {
            let (outside, numbers) = self.ties([a, b]);
            attachments.extend(outside);
            constants.extend(numbers);
        }
        (attachments, constants)
    }

    /// Compares mass properties and inboard joints of two bodies, each given by its substructure and position.
    pub fn bodies(&self, places: [(&Substructure, usize); 2]) -> Vec<Constant> {
        let ids = places.map(|(substructure, place)| substructure.bodies[place]);
        let parents = ids.map(|id| self.topology.branch(id).parent);
        let is_inside = places
            .iter()
            .all(|(substructure, place)| substructure.parents[*place].is_some());
        let own = End {
            bodies: ids,
            correspond: true,
        };
        let inboard = End {
            bodies: parents,
            correspond: is_inside || self.roles.agree(parents),
        };
        let of_bodies = ids.map(|id| self.model.quantities.of(Owner::Body(id)));
        let of_joints = [0, 1].map(|k| self.inboard(ids[k], parents[k]));
        let of_joints = of_joints.each_ref().map(Vec::as_slice);
        let body = self.differing(&self.model.body(ids[1]).name, of_bodies, &[own]);
        let joint = self.differing(self.topology.joint_name(self.model, ids[1]), of_joints, &[inboard]);
        [body, joint].concat()
    }

    /// The numbers of a body's inboard joint, in outward direction.
    fn inboard(&self, body: BodyId, parent: BodyId) -> Vec<Quantity> {
        let mut kind = self.topology.joint(body).kind.clone();
        let listed = kind.quantities([parent, body]);
        listed.into_iter().map(|listed| listed.of(Owner::Body(body))).collect()
    }

    /// Compares two cuts, force elements or wheels of equal structure.
    pub fn ties(&self, ties: [&Tie; 2]) -> Differences {
        let name = self.name(ties[1].part);
        let ends = [0, 1].map(|end| {
            let bodies = ties.map(|tie| tie.ends[end]);
            End {
                bodies,
                correspond: ties[0].places[end].is_some() || self.roles.agree(bodies),
            }
        });
        let outside = ends.iter().filter(|end| !end.correspond);
        let attachments = outside.filter_map(|end| self.attachment(name, end.bodies)).collect();
        let numbers = ties.map(|tie| self.model.quantities.of(self.owner(tie.part)));
        (attachments, self.differing(name, numbers, &ends))
    }

    fn owner(&self, part: TiePart) -> Owner {
        match part {
            TiePart::Cut(l) => Owner::Joint(self.topology.loops[l].cut),
            TiePart::Spring(id) => Owner::Spring(id),
            TiePart::Force(id) => Owner::Force(id),
            TiePart::Wheel(id) => Owner::Wheel(id),
        }
    }

    /// The attributes that differ between two parts of equal structure with points on the bodies `ends`.
    fn differing(&self, name: &str, [first, second]: [&[Quantity]; 2], ends: &[End]) -> Vec<Constant> {
        let find = |list: &[Quantity], attribute: &str| list.iter().position(|q| q.attribute == attribute);
        let differs = |a: &Quantity| match find(second, a.attribute) {
            Some(place) => !self.are_equal([a, &second[place]], ends),
            None => true,
        };
        let gone = first.iter().filter(|a| differs(a));
        let new = second.iter().filter(|b| find(first, b.attribute).is_none());
        let constant = |quantity: &Quantity| Constant {
            part: name.to_owned(),
            attribute: quantity.attribute,
        };
        gone.chain(new).map(constant).collect()
    }

    fn are_equal(&self, [a, b]: [&Quantity; 2], ends: &[End]) -> bool {
        match (&a.value, &b.value) {
            (Value::Number(x), Value::Number(y)) => close(self.odd(&a.role, **x), **y),
            (Value::Fixed(x), Value::Fixed(y)) => close(self.odd(&a.role, *x), *y),
            (Value::Point(x), Value::Point(y)) => self.points([**x, **y], [&a.role, &b.role], ends),
            (Value::Axis(x), Value::Axis(y)) => same(&self.direction(&a.role, x), y),
            (Value::Tensor(x), Value::Tensor(y)) => {
                let x = if self.mirrored { reflection::tensor(x) } else { **x };
                (x - **y).amax() <= TOLERANCE * y.amax()
            }
            (Value::Axes(x), Value::Axes(y)) => {
                let x = if self.mirrored { reflection::tensor(x) } else { *x };
                (x - y).amax() <= TOLERANCE
            }
            (Value::Symmetric6(x), Value::Symmetric6(y)) if self.mirrored => reflection::six(x) == *y,
            (Value::Curve(x), Value::Curve(y)) => self.curve(&a.role, x) == *y,
            // Which input it is depends on the side, and therefore does not count as a difference.
            (Value::Input(_), Value::Input(_)) => true,
            (x, y) => x == y,
        }
    }

    /// A number of the first substructure, with its sign reversed if reflection requires it.
    fn odd(&self, role: &Role, number: f64) -> f64 {
        match self.mirrored && *role == Role::Pseudoscalar {
            true => -number,
            false => number,
        }
    }

    fn curve(&self, role: &Role, curve: &Curve) -> Curve {
        match self.mirrored && *role == Role::Pseudoscalar {
            true => curve.turned(),
            false => curve.clone(),
        }
    }

    fn direction(&self, role: &Role, vector: &Vec3) -> Vec3 {
        match role {
            Role::Polar if self.mirrored => reflection::polar(vector),
            Role::Axial if self.mirrored => reflection::axial(vector),
            Role::Polar | Role::Axial | Role::Scalar | Role::Pseudoscalar | Role::Point(_) | Role::Tensor => *vector,
        }
    }

    /// Describes the difference if the two outside bodies do not correspond.
    fn attachment(&self, name: &str, bodies: [BodyId; 2]) -> Option<String> {
        let [a, b] = bodies.map(|body| &self.model.body(body).name);
        (!self.roles.agree(bodies)).then(|| format!("`{name}` is on `{b}`, not on `{a}`"))
    }

    /// Whether two points have equal positions relative to each body of `ends` to which they belong.
    fn points(&self, points: [Vec3; 2], roles: [&Role; 2], ends: &[End]) -> bool {
        let has = |role: &Role, body: BodyId| match role {
            Role::Point(on) => on.is_empty() || on.contains(&body),
            Role::Scalar | Role::Pseudoscalar | Role::Polar | Role::Axial | Role::Tensor => false,
        };
        let have = |end: &&End| has(roles[0], end.bodies[0]) && has(roles[1], end.bodies[1]);
        let compared = ends.iter().filter(|end| end.correspond).filter(have);
        compared.into_iter().all(|end| self.is_same_place(points, end.bodies))
    }

    /// If both bodies are the same, positions are compared in the vehicle frame.
    fn is_same_place(&self, points: [Vec3; 2], bodies: [BodyId; 2]) -> bool {
        let origins = if bodies[0] == bodies[1] {
            [Vec3::zeros(); 2]
        } else {
            bodies.map(|body| self.origin(body))
        };
        let first = points[0] - origins[0];
        let first = if self.mirrored {
            reflection::polar(&first)
        } else {
            first
        };
        same(&first, &(points[1] - origins[1]))
    }

    /// The reference point of a body's inboard joint.
    fn origin(&self, body: BodyId) -> Vec3 {
        let joint = self.topology.branch(body).joint.as_ref();
        joint.map_or_else(Vec3::zeros, |joint| point(&joint.kind))
    }

    fn name(&self, part: TiePart) -> &str {
        match part {
            TiePart::Cut(l) => &self.model.joint(self.topology.loops[l].cut).name,
            TiePart::Spring(id) => &self.model.springs[id.index()].name,
            TiePart::Force(id) => &self.model.forces[id.index()].name,
            TiePart::Wheel(id) => &self.model.wheels[id.index()].name,
        }
    }
}

/// The reference point of a joint. A link, which may have two, is never a tree joint.
fn point(kind: &JointKind) -> Vec3 {
    *kind.points()[0]
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()).max(1.0)
}

fn same(a: &Vec3, b: &Vec3) -> bool {
    (a - b).amax() <= TOLERANCE * a.amax().max(b.amax()).max(1.0)
}
