//! The numbers of two units of equal structure, one beside the other.
//!
//! A point of a body counts from the body's inboard joint, so that a suspension that is moved along the vehicle differs
//! in its attachments alone. With y reversed, geometry is reflected as that of a mirrored group.

use super::Constant;
use super::unit::{Part, Tie, Unit};
use crate::model::{
    BodyId, Effort, ForceId, JointKind, Law, Load, Model, Place, Six, Size, SpringId, Vec3, WheelId, mirror,
};
use crate::topology::Topology;
use nalgebra::Matrix3;

/// Numbers of metres, kilograms and so on that differ by less, relative to themselves or one, are equal.
const TOLERANCE: f64 = 1e-12;

/// Bodies that correspond, by the position of their classes and their position in them.
#[derive(Default)]
pub struct Roles {
    classes: Vec<Vec<Vec<BodyId>>>,
}

impl Roles {
    /// Bodies at the same position of these units correspond.
    pub fn add(&mut self, class: &[Unit]) {
        self.classes
            .push(class.iter().map(|unit| unit.bodies.clone()).collect());
    }

    /// Whether two bodies outside play the same part.
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

/// How units are compared.
pub struct Comparison<'a> {
    pub model: &'a Model,
    pub topology: &'a Topology,
    /// What corresponds outside of the units.
    pub roles: &'a Roles,
    /// Whether the first is reflected.
    pub mirrored: bool,
}

/// Attachments that differ, in words, then constants.
pub type Differences = (Vec<String>, Vec<Constant>);

/// One end of two ties, or the bodies that hold two others.
struct End {
    bodies: [BodyId; 2],
    /// Whether these bodies correspond: of points of others nothing can be said.
    correspond: bool,
}

impl Comparison<'_> {
    /// Two units whose lists are in the same order.
    pub fn units(&self, units: [&Unit; 2]) -> Differences {
        let [a, b] = units;
        let (mut attachments, mut constants) = (Vec::new(), Vec::new());
        for place in 0..a.bodies.len() {
            let bodies = units.map(|unit| unit.bodies[place]);
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

    /// Mass properties and inboard joints of two bodies, given by unit and position there.
    pub fn bodies(&self, places: [(&Unit, usize); 2]) -> Vec<Constant> {
        let ids = places.map(|(unit, place)| unit.bodies[place]);
        let [a, b] = ids.map(|id| self.model.body(id));
        let kinds = ids.map(|id| &self.topology.joint(id).kind);
        let parents = ids.map(|id| self.topology.branch(id).parent);
        let is_inside = places.iter().all(|(unit, place)| unit.parents[*place].is_some());
        let inboard = End {
            bodies: parents,
            correspond: is_inside || self.roles.agree(parents),
        };
        let inertia = if self.mirrored {
            mirror::tensor(&a.inertia)
        } else {
            *a.inertia
        };
        let mut body = Found::of(&b.name);
        body.note("mass", close(*a.mass, *b.mass));
        body.note("com", self.points([*a.com, *b.com], ids));
        body.note("inertia", (inertia - *b.inertia).amax() <= TOLERANCE * b.inertia.amax());
        let mut joint = Found::of(self.topology.joint_name(self.model, ids[1]));
        joint.note("at", self.attached(kinds.map(point), &inboard));
        joint.note("axis", self.directions(kinds));
        joint.note("pitch", self.pitches(kinds));
        [body.differences, joint.differences].concat()
    }

    /// Two cuts, force elements or wheels of one structure.
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
        let mut found = Found::of(name);
        match ties.map(|tie| tie.part) {
            [Part::Cut(a), Part::Cut(b)] => self.cuts([a, b], &ends, &mut found),
            [Part::Spring(a), Part::Spring(b)] => self.springs([a, b], &ends, &mut found),
            [Part::Force(a), Part::Force(b)] => self.forces([a, b], &ends, &mut found),
            [Part::Wheel(a), Part::Wheel(b)] => self.wheels([a, b], &ends, &mut found),
            _ => {}
        }
        (attachments, found.differences)
    }

    fn cuts(&self, loops: [usize; 2], ends: &[End; 2], found: &mut Found) {
        let kinds = loops.map(|l| &self.model.joint(self.topology.loops[l].cut).kind);
        if let [
            JointKind::Distance { from, to, reach },
            JointKind::Distance {
                from: other_from,
                to: other_to,
                reach: other_reach,
            },
        ] = kinds
        {
            found.note("from", self.attached([**from, **other_from], &ends[0]));
            found.note("to", self.attached([**to, **other_to], &ends[1]));
            found.note("adjust", reach.is_some() == other_reach.is_some());
        } else {
            found.note("at", ends.iter().all(|end| self.attached(kinds.map(point), end)));
            found.note("axis", self.directions(kinds));
        }
        found.note("pitch", self.pitches(kinds));
        if let [JointKind::Gear { law: a, .. }, JointKind::Gear { law: b, .. }] = kinds {
            found.note("ratio", a == b);
        }
    }

    fn springs(&self, ids: [SpringId; 2], ends: &[End; 2], found: &mut Found) {
        let [a, b] = ids.map(|id| &self.model.springs[id.index()]);
        found.note("from", self.attached([*a.from, *b.from], &ends[0]));
        found.note("to", self.attached([*a.to, *b.to], &ends[1]));
        found.note("free_length", close(*a.free_length, *b.free_length));
        found.note("preload", close(*a.preload, *b.preload));
        found.note("rate", a.elastic == b.elastic);
        found.note("damping", a.damping == b.damping);
        found.note("bump_stop", a.bump_stop == b.bump_stop);
        found.note("rebound_stop", a.rebound_stop == b.rebound_stop);
        found.note("actuator", a.actuator.is_some() == b.actuator.is_some());
    }

    fn forces(&self, ids: [ForceId; 2], ends: &[End; 2], found: &mut Found) {
        match ids.map(|id| &self.model.forces[id.index()].law) {
            [Law::Torsion(a), Law::Torsion(b)] => {
                found.note("free_angle", close(*a.free_angle, *b.free_angle));
                found.note("preload", close(*a.preload, *b.preload));
                found.note("rate", a.elastic == b.elastic);
                found.note("damping", a.damping == b.damping);
                found.note("actuator", a.actuator.is_some() == b.actuator.is_some());
            }
            [Law::Load(a), Law::Load(b)] => self.loads([a, b], ends, found),
            [Law::Friction(a), Law::Friction(b)] => {
                found.note(b.effort.word(), close(*a.limit, *b.limit));
                found.note("speed", close(*a.speed, *b.speed));
            }
            [Law::RollBar(a), Law::RollBar(b)] => {
                let points = [(a, 0), (b, 1)].map(|(bar, k)| bar.point_on(ends[0].bodies[k]));
                if let [Some(first), Some(second)] = points {
                    found.note("from", self.attached([**first, **second], &ends[0]));
                }
                let axis = if self.mirrored { mirror::polar(&a.axis) } else { *a.axis };
                found.note("axis", same(&axis, &b.axis));
                found.note("rate", a.elastic == b.elastic);
                found.note("damping", a.damping == b.damping);
            }
            [Law::Bushing(a), Law::Bushing(b)] => {
                let turned = |axes: &Matrix3<f64>| if self.mirrored { mirror::tensor(axes) } else { *axes };
                let matrix = |six: &Six| if self.mirrored { mirror::six(six) } else { six.clone() };
                found.note("at", ends.iter().all(|end| self.attached([*a.at, *b.at], end)));
                found.note("axes", (turned(&a.axes) - b.axes).amax() <= TOLERANCE);
                found.note("stiffness", matrix(&a.stiffness) == b.stiffness);
                found.note("damping", matrix(&a.damping) == b.damping);
                let mirrored = |k: usize| match self.mirrored {
                    true => mirror::bushing_curve(k, a.curves[k].as_ref()),
                    false => a.curves[k].clone(),
                };
                found.note("curves", (0..6).all(|k| mirrored(k) == b.curves[k]));
            }
            _ => {}
        }
    }

    fn loads(&self, [a, b]: [&Load; 2], ends: &[End; 2], found: &mut Found) {
        found.note(b.effort.word(), a.effort == b.effort);
        found.note(
            "size",
            match [&a.size, &b.size] {
                [Size::Constant(a), Size::Constant(b)] => close(**a, **b),
                [Size::Signal(_), Size::Signal(_)] => true,
                _ => false,
            },
        );
        if let [
            Place::Body { at, axis, .. },
            Place::Body {
                at: other,
                axis: other_axis,
                ..
            },
        ] = [&a.on, &b.on]
        {
            let reflect = match a.effort {
                Effort::Force => mirror::polar,
                Effort::Torque => mirror::axial,
            };
            let axis = if self.mirrored { reflect(axis) } else { **axis };
            found.note("at", self.attached([**at, **other], &ends[1]));
            found.note("axis", same(&axis, other_axis));
        }
    }

    fn wheels(&self, ids: [WheelId; 2], ends: &[End; 2], found: &mut Found) {
        let [a, b] = ids.map(|id| &self.model.wheels[id.index()]);
        let axis = if self.mirrored { mirror::axial(&a.axis) } else { *a.axis };
        found.note("centre", self.attached([*a.centre, *b.centre], &ends[0]));
        found.note("axis", same(&axis, &b.axis));
        found.note("radius", close(a.radius, b.radius));
        found.note("mass", close(*a.mass, *b.mass));
        found.note("spin_inertia", a.spin_inertia == b.spin_inertia);
        found.note("diametral_inertia", close(*a.diametral_inertia, *b.diametral_inertia));
    }

    /// Different bodies outside, in words.
    fn attachment(&self, name: &str, bodies: [BodyId; 2]) -> Option<String> {
        let [a, b] = bodies.map(|body| &self.model.body(body).name);
        (!self.roles.agree(bodies)).then(|| format!("`{name}` is on `{b}`, not on `{a}`"))
    }

    fn attached(&self, points: [Vec3; 2], end: &End) -> bool {
        !end.correspond || self.points(points, end.bodies)
    }

    /// Whether two points are at the same place of their bodies: where both are on one body, in the vehicle frame.
    fn points(&self, points: [Vec3; 2], bodies: [BodyId; 2]) -> bool {
        let origins = if bodies[0] == bodies[1] {
            [Vec3::zeros(); 2]
        } else {
            bodies.map(|body| self.origin(body))
        };
        let first = points[0] - origins[0];
        let first = if self.mirrored { mirror::polar(&first) } else { first };
        same(&first, &(points[1] - origins[1]))
    }

    /// Whether two joints of one kind have the same directions.
    fn directions(&self, kinds: [&JointKind; 2]) -> bool {
        let first = self.reflected(kinds[0]);
        let mut pairs = first.directions().into_iter().zip(kinds[1].directions());
        pairs.all(|(a, b)| same(a, b))
    }

    /// Whether two screws have the same pitch.
    fn pitches(&self, kinds: [&JointKind; 2]) -> bool {
        match [&self.reflected(kinds[0]), kinds[1]] {
            [JointKind::Screw { pitch: a, .. }, JointKind::Screw { pitch: b, .. }] => close(*a, *b),
            _ => true,
        }
    }

    /// The joint as it is on the other side, if that is compared.
    fn reflected(&self, kind: &JointKind) -> JointKind {
        if self.mirrored {
            mirror::joint_kind(kind)
        } else {
            kind.clone()
        }
    }

    /// The reference point of a body's inboard joint.
    fn origin(&self, body: BodyId) -> Vec3 {
        let joint = self.topology.branch(body).joint.as_ref();
        joint.map_or_else(Vec3::zeros, |joint| point(&joint.kind))
    }

    fn name(&self, part: Part) -> &str {
        match part {
            Part::Cut(l) => &self.model.joint(self.topology.loops[l].cut).name,
            Part::Spring(id) => &self.model.springs[id.index()].name,
            Part::Force(id) => &self.model.forces[id.index()].name,
            Part::Wheel(id) => &self.model.wheels[id.index()].name,
        }
    }
}

/// The constants of one part that differ.
struct Found<'a> {
    name: &'a str,
    differences: Vec<Constant>,
}

impl<'a> Found<'a> {
    fn of(name: &'a str) -> Self {
        let differences = Vec::new();
        Found { name, differences }
    }

    fn note(&mut self, attribute: &'static str, is_same: bool) {
        if !is_same {
            let part = self.name.to_owned();
            self.differences.push(Constant { part, attribute });
        }
    }
}

/// The reference point of a joint; a link may have two, and is no tree joint.
fn point(kind: &JointKind) -> Vec3 {
    *kind.points()[0]
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()).max(1.0)
}

fn same(a: &Vec3, b: &Vec3) -> bool {
    (a - b).amax() <= TOLERANCE * a.amax().max(b.amax()).max(1.0)
}
