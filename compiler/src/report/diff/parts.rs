//! A vehicle as a list of parts, each with its attributes in words, so that two vehicles can be compared.
//!
//! Parts refer to each other by name: positions change when anything is added. Numbers are written with nine digits:
//! `10 mm` and `0.01 m` are one length, whatever the last bits say.

use super::elements::{forces, springs};
use crate::model::{BodyId, Drive, JointKind, Kingpin, Measure, Method, Model, Motion, Vec3, Vector, WheelId};
use crate::pipeline::Compiled;
use crate::topology::{Loop, Subsystem};

/// Names of components.
const AXES: [&str; 3] = ["x", "y", "z"];

/// A part with a name.
pub struct Part {
    /// As declared; of a loop that of its cut.
    pub name: String,
    /// What it is, by attribute.
    pub attributes: Vec<Attribute>,
}

/// An attribute with its value in words; a value that says nothing belongs to an attribute that is there or is not.
pub type Attribute = (String, String);

/// Every kind of part, with the parts of that kind.
pub fn of(compiled: &Compiled) -> [(&'static str, Vec<Part>); 11] {
    [
        ("settings", settings(compiled)),
        ("bodies", bodies(compiled)),
        ("joints and links", joints(compiled)),
        ("loops", loops(compiled)),
        ("subsystems", subsystems(compiled)),
        ("springs", springs(&compiled.model)),
        ("other force elements", forces(&compiled.model)),
        ("wheels", wheels(&compiled.model)),
        ("drives", drives(&compiled.model)),
        ("signals", signals(&compiled.model)),
        ("outputs", outputs(&compiled.model)),
    ]
}

fn settings(compiled: &Compiled) -> Vec<Part> {
    let model = &compiled.model;
    let accepted = |is: bool, otherwise: &str| if is { "accepted" } else { otherwise }.to_owned();
    let mut attributes = vec![
        ("gravity", with_unit(*model.gravity, "m/s^2")),
        ("base", model.body(compiled.topology.base).name.clone()),
        ("redundant closures", accepted(model.accept_redundant, "refused")),
        ("singular positions", accepted(model.accept_singular, "told")),
    ];
    attributes.extend(model.freedoms.map(|meant| ("freedoms meant", meant.choice.to_string())));
    vec![part("vehicle", attributes)]
}

fn bodies(compiled: &Compiled) -> Vec<Part> {
    let bodies = compiled.model.bodies[1..].iter().map(|body| {
        let tensor = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|entry| number(body.inertia[entry]));
        part(
            &body.name,
            [
                ("mass", with_unit(*body.mass, "kg")),
                ("com", point(&body.com)),
                ("inertia", format!("[{}] kg*m^2", tensor.join(", "))),
            ],
        )
    });
    bodies.collect()
}

fn joints(compiled: &Compiled) -> Vec<Part> {
    let model = &compiled.model;
    let is_cut = |index: usize| compiled.topology.loops.iter().any(|l| l.cut.index() == index);
    let joints = model.joints.iter().enumerate().map(|(index, joint)| {
        let mut attributes = vec![
            ("kind", joint.kind.word().to_owned()),
            ("between", between(model, joint.first, joint.second)),
            ("role", if is_cut(index) { "cut" } else { "in the tree" }.to_owned()),
        ];
        attributes.extend(geometry(&joint.kind));
        attributes.extend(
            joint
                .drive
                .map(|drive| ("drive", model.drives[drive.index()].name.clone())),
        );
        part(&joint.name, attributes)
    });
    joints.collect()
}

fn geometry(kind: &JointKind) -> Vec<(&'static str, String)> {
    let (places, turned): (&[&str], &[&str]) = match kind {
        JointKind::Distance { .. } => (&["from", "to"], &[]),
        JointKind::SphericalRevolute { .. } => (&["at", "ball"], &["axis"]),
        JointKind::Universal { .. } | JointKind::ConstantVelocity { .. } => (&["at"], &["first axis", "second axis"]),
        JointKind::Planar { .. } | JointKind::PointOnPlane { .. } => (&["at"], &["normal"]),
        _ => (&["at"], &["axis"]),
    };
    let points = kind.points().into_iter().map(|p| point(&p));
    let directions = kind.directions().into_iter().map(|axis| direction(axis));
    let mut attributes: Vec<_> = places.iter().copied().zip(points).collect();
    attributes.extend(turned.iter().copied().zip(directions));
    if let JointKind::Screw { pitch, .. } = kind {
        attributes.push(("pitch", format!("{} m", number(*pitch))));
    }
    attributes
}

fn loops(compiled: &Compiled) -> Vec<Part> {
    let model = &compiled.model;
    let path = |bodies: &[BodyId]| {
        let names: Vec<&str> = bodies.iter().map(|&b| model.body(b).name.as_str()).collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(" - ")
        }
    };
    let part = |l: &Loop| {
        part(
            &model.joint(l.cut).name,
            [
                ("junction", model.body(l.junction).name.clone()),
                ("first path", path(&l.first_path)),
                ("second path", path(&l.second_path)),
            ],
        )
    };
    compiled.topology.loops.iter().map(part).collect()
}

/// The bodies of a subsystem are attributes that are there or are not.
fn subsystems(compiled: &Compiled) -> Vec<Part> {
    let subsystems = compiled.topology.subsystems.iter().zip(&compiled.plan.methods);
    let part = |(subsystem, method): (&Subsystem, &Method)| {
        let bodies = subsystem.bodies.iter().map(|&b| compiled.model.body(b).name.as_str());
        let method = std::iter::once(("method", method.to_string()));
        part(&subsystem.name, method.chain(bodies.map(|name| (name, String::new()))))
    };
    subsystems.map(part).collect()
}

fn wheels(model: &Model) -> Vec<Part> {
    let wheels = model.wheels.iter().map(|wheel| {
        let inertia = |value: f64| with_unit(value, "kg*m^2");
        let mut attributes = vec![
            ("carrier", model.body(wheel.carrier).name.clone()),
            ("centre", point(&wheel.centre)),
            ("axis", direction(&wheel.axis)),
            ("radius", with_unit(wheel.radius, "m")),
            ("mass", with_unit(*wheel.mass, "kg")),
            ("diametral inertia", inertia(*wheel.diametral_inertia)),
            ("driven from", model.body(wheel.driven_from).name.clone()),
        ];
        attributes.extend(
            wheel
                .spin_inertia
                .as_ref()
                .map(|spin| ("spin inertia", inertia(**spin))),
        );
        part(&wheel.name, attributes)
    });
    wheels.collect()
}

fn drives(model: &Model) -> Vec<Part> {
    let joint = |drive: &Drive| model.joint(drive.joint).name.clone();
    let drives = model
        .drives
        .iter()
        .map(|drive| part(&drive.name, [("joint", joint(drive))]));
    drives.collect()
}

fn signals(model: &Model) -> Vec<Part> {
    let signals = model.signals.iter();
    signals
        .map(|signal| part(&signal.name, [("gives", format!("a {}", signal.effort.word()))]))
        .collect()
}

fn outputs(model: &Model) -> Vec<Part> {
    let outputs = model.outputs.iter();
    outputs
        .map(|output| part(&output.name, [("measures", measured(model, &output.measure))]))
        .collect()
}

fn measured(model: &Model, measure: &Measure) -> String {
    let body = |id: BodyId| &model.body(id).name;
    let wheel = |what: &str, wheel: WheelId, reference: BodyId| {
        format!(
            "{what} of {} against {}",
            model.wheels[wheel.index()].name,
            body(reference)
        )
    };
    match measure {
        Measure::Camber { wheel: w, reference } => wheel("camber", *w, *reference),
        Measure::Toe { wheel: w, reference } => wheel("toe", *w, *reference),
        Measure::Steer { wheel: w, reference } => wheel("steer angle", *w, *reference),
        Measure::Length(spring) => format!("length of {}", model.springs[spring.index()].name),
        Measure::Force(spring) => format!("force of {}", model.springs[spring.index()].name),
        Measure::Effort { force, direction } => {
            let force = &model.forces[force.index()];
            let (effort, axis) = force.law.efforts()[*direction];
            let along = if axis.is_empty() {
                String::new()
            } else {
                format!(" along {axis}")
            };
            format!("{}{along} of {}", effort.word(), force.name)
        }
        Measure::Coordinate(joint) => format!("coordinate of {}", model.joint(*joint).name),
        Measure::Speed(joint) => format!("speed of {}", model.joint(*joint).name),
        Measure::Point {
            of,
            body: carrier,
            point: place,
            component,
            reference,
        } => {
            let of = match of {
                Motion::Position => "position",
                Motion::Velocity => "velocity",
                Motion::Acceleration => "acceleration",
            };
            format!(
                "{} {of} of {} on {} against {}",
                AXES[*component],
                point(place),
                body(*carrier),
                body(*reference)
            )
        }
        Measure::Kingpin {
            angle,
            wheel: w,
            joints,
            reference,
        } => {
            let angle = match angle {
                Kingpin::Caster => "caster",
                Kingpin::Inclination => "kingpin inclination",
                Kingpin::ScrubRadius => "scrub radius",
                Kingpin::Trail => "trail",
            };
            let [lower, upper] = joints.map(|joint| &model.joint(joint).name);
            format!("{} through {lower} and {upper}", wheel(angle, *w, *reference))
        }
        Measure::Reaction {
            joint,
            of,
            component,
            reference,
        } => {
            let of = match of {
                Vector::Force => "force",
                Vector::Moment => "moment",
            };
            let joint = &model.joint(*joint).name;
            format!(
                "{} {of} of {joint} along the axes of {}",
                AXES[*component],
                body(*reference)
            )
        }
        Measure::KineticEnergy(carrier) => format!("kinetic energy of {}", body(*carrier)),
        Measure::PotentialEnergy(carrier) => format!("potential energy of {}", body(*carrier)),
        Measure::StoredEnergy(force) => format!("elastic energy of {}", model.forces[force.index()].name),
        Measure::ElasticEnergy(spring) => format!("elastic energy of {}", model.springs[spring.index()].name),
    }
}

pub(super) fn between(model: &Model, first: BodyId, second: BodyId) -> String {
    format!("{} and {}", model.body(first).name, model.body(second).name)
}

pub(super) fn part<T: Into<String>>(name: &str, attributes: impl IntoIterator<Item = (T, String)>) -> Part {
    let attributes = attributes
        .into_iter()
        .map(|(attribute, value)| (attribute.into(), value));
    Part {
        name: name.to_owned(),
        attributes: attributes.collect(),
    }
}

pub(super) fn point(point: &Vec3) -> String {
    format!("{} m", direction(point))
}

pub(super) fn direction(direction: &Vec3) -> String {
    let components: Vec<String> = direction.iter().copied().map(number).collect();
    format!("[{}]", components.join(", "))
}

pub(super) fn with_unit(value: f64, unit: &str) -> String {
    format!("{} {unit}", number(value))
}

/// With nine digits, and no more of them than needed; zero has no sign.
pub(super) fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    if rounded == 0.0 {
        "0".to_owned()
    } else {
        rounded.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn the_last_bits_of_a_number_do_not_show() {
        assert_eq!(number(0.1 + 0.2), "0.3");
        assert_eq!(number(-0.0), "0");
        assert_eq!(number(75_000.0), "75000");
        assert_ne!(number(1.000_000_01), number(1.0));
    }
}
