//! A vehicle as a list of parts with their attributes in words, so that two vehicles can be compared.
//!
//! Parts refer to each other by name, because positions change when anything is added. Numbers are written with nine
//! digits, so `10 mm` and `0.01 m` are equal in spite of rounding.

use super::elements::{forces, springs};
use super::numbers::{number, numbers, point};
use crate::model::equipment::Noted;
use crate::model::{
    BodyId, Drive, Kingpin, Measure, Method, Model, Motion, Owner, Parameter, Threads, Vector, WheelId,
};
use crate::pipeline::Compiled;
use crate::topology::{Loop, Subsystem};

/// Names of components.
const AXES: [&str; 3] = ["x", "y", "z"];

/// A part with a name.
pub struct DescribedPart {
    /// Name as declared; for a loop, the name of its cut.
    pub name: String,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
}

/// An attribute with its value in words. An empty value belongs to an attribute that is either present or not.
pub type Attribute = (String, String);

/// All kinds of parts, with the parts of each kind.
pub fn of(compiled: &Compiled) -> [(&'static str, Vec<DescribedPart>); 13] {
    [
        ("settings", settings(compiled)),
        ("parameters", parameters(&compiled.model)),
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
        ("equipment", equipment(&compiled.model)),
    ]
}

fn settings(compiled: &Compiled) -> Vec<DescribedPart> {
    let model = &compiled.model;
    let accepted = |is: bool, otherwise: &str| if is { "accepted" } else { otherwise }.to_owned();
    let mut attributes = numbers(model, Owner::Vehicle);
    attributes.extend([
        ("base", model.body(compiled.topology.base).name.clone()),
        ("redundant closures", accepted(model.accept_redundant, "refused")),
        ("singular positions", accepted(model.accept_singular, "told")),
    ]);
    attributes.extend(model.freedoms.map(|meant| ("freedoms meant", meant.choice.to_string())));
    let accepted = [
        ("derivatives", model.accept_derivatives),
        ("batch", model.accept_batch),
        ("lanes", model.accept_lanes),
    ];
    let accepted = accepted.into_iter().filter(|(_, is_accepted)| *is_accepted);
    attributes.extend(accepted.map(|(what, _)| (what, "accepted".to_owned())));
    if !model.levels.is_empty() {
        let levels: Vec<&str> = model.levels.iter().map(|level| level.word()).collect();
        attributes.push(("levels", levels.join(", ")));
    }
    match model.threads {
        Threads::One => {}
        Threads::Accept => attributes.push(("threads", "two, if they are faster".to_owned())),
        Threads::Count { count, .. } => attributes.push(("threads", count.to_string())),
    }
    vec![part("vehicle", attributes)]
}

/// Numbers that can be set without compiling again.
fn parameters(model: &Model) -> Vec<DescribedPart> {
    let own = |parameter: &Parameter| {
        let default = format!("{} {}", number(parameter.default), parameter.unit);
        part(&parameter.name, [("default", default.trim_end().to_owned())])
    };
    model.parameters.iter().map(own).collect()
}

fn bodies(compiled: &Compiled) -> Vec<DescribedPart> {
    let model = &compiled.model;
    let bodies = model.moving_bodies();
    bodies
        .map(|id| part(&model.body(id).name, numbers(model, Owner::Body(id))))
        .collect()
}

fn joints(compiled: &Compiled) -> Vec<DescribedPart> {
    let model = &compiled.model;
    let is_cut = |index: usize| compiled.topology.loops.iter().any(|l| l.cut.index() == index);
    let joints = model.joints.iter().enumerate().map(|(index, joint)| {
        let mut attributes = vec![
            ("kind", joint.kind.word().to_owned()),
            ("between", between(model, joint.first, joint.second)),
            ("role", if is_cut(index) { "cut" } else { "in the tree" }.to_owned()),
        ];
        if let Some(wheels) = joint.kind.gear() {
            let wheels = wheels.map(|id| model.joint(id).name.as_str());
            attributes.push(("between joints", wheels.join(" and ")));
        }
        let accepted = [("redundant", joint.accepts.redundant), ("idle", joint.accepts.idle)];
        let accepted = accepted.into_iter().filter(|(_, is_accepted)| *is_accepted);
        attributes.extend(accepted.map(|(what, _)| (what, "accepted".to_owned())));
        attributes.extend(numbers(model, Owner::Joint(index.into())));
        attributes.extend(
            joint
                .drive
                .map(|drive| ("drive", model.drives[drive.index()].input_name().to_owned())),
        );
        part(&joint.name, attributes)
    });
    joints.collect()
}

fn loops(compiled: &Compiled) -> Vec<DescribedPart> {
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

/// The bodies of a subsystem are attributes without a value.
fn subsystems(compiled: &Compiled) -> Vec<DescribedPart> {
    let subsystems = compiled.topology.subsystems.iter().zip(&compiled.plan.methods);
    let part = |(subsystem, method): (&Subsystem, &Method)| {
        let bodies = subsystem.bodies.iter().map(|&b| compiled.model.body(b).name.as_str());
        let method = std::iter::once(("method", method.to_string()));
        part(&subsystem.name, method.chain(bodies.map(|name| (name, String::new()))))
    };
    subsystems.map(part).collect()
}

fn wheels(model: &Model) -> Vec<DescribedPart> {
    let wheels = model.wheels.iter().enumerate().map(|(index, wheel)| {
        let mut attributes = vec![
            ("carrier", model.body(wheel.carrier).name.clone()),
            ("driven from", model.body(wheel.driven_from).name.clone()),
        ];
        attributes.extend(numbers(model, Owner::Wheel(index.into())));
        part(&wheel.name, attributes)
    });
    wheels.collect()
}

fn drives(model: &Model) -> Vec<DescribedPart> {
    let joint = |drive: &Drive| model.joint(drive.joint).name.clone();
    let drives = model.drives.iter().enumerate().map(|(index, drive)| {
        let mut attributes = vec![("joint", joint(drive)), ("input", drive.input_name().to_owned())];
        attributes.extend(numbers(model, Owner::Drive(index.into())));
        part(&drive.name, attributes)
    });
    drives.collect()
}

fn signals(model: &Model) -> Vec<DescribedPart> {
    let signals = model.signals.iter();
    signals
        .map(|signal| part(&signal.name, [("gives", format!("a {}", signal.gives))]))
        .collect()
}

fn outputs(model: &Model) -> Vec<DescribedPart> {
    let outputs = model.outputs.iter();
    outputs
        .map(|output| part(&output.name, [("measures", measured(model, &output.measure))]))
        .collect()
}

fn equipment(model: &Model) -> Vec<DescribedPart> {
    let value = |noted: &Noted| match noted {
        Noted::Words(words) => words.clone(),
        Noted::Numbers { values, unit } => {
            let numbers: Vec<String> = values.iter().map(|&x| number(x)).collect();
            let numbers = match &numbers[..] {
                [one] => one.clone(),
                several => format!("[{}]", several.join(", ")),
            };
            format!("{numbers} {unit}").trim_end().to_owned()
        }
    };
    let pieces = model.equipment.iter().chain(&model.spare).map(|piece| DescribedPart {
        name: format!("{} {}", piece.kind.word(), piece.name),
        attributes: piece
            .entries
            .iter()
            .map(|entry| (entry.attribute.clone(), value(&entry.value)))
            .collect(),
    });
    pieces.collect()
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
        Measure::LengthRate(spring) => format!("rate of the length of {}", model.springs[spring.index()].name),
        Measure::Attitude {
            angle,
            is_rate,
            body: turned,
            reference,
        } => {
            let rate = if *is_rate { "rate of the " } else { "" };
            let (angle, turned) = (angle.word(), body(*turned));
            format!("{rate}{angle} angle of {turned} against {}", body(*reference))
        }
        Measure::Sideslip {
            body: carrier,
            point: place,
        } => format!("sideslip angle of {} on {}", point(place), body(*carrier)),
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
        Measure::Action { by, on, of, component } => {
            let of = match of {
                Vector::Force => "force",
                Vector::Moment => "moment",
            };
            format!("{} {of} of {} on {}", AXES[*component], by.name(model), body(*on))
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

pub(super) fn part<T: Into<String>>(name: &str, attributes: impl IntoIterator<Item = (T, String)>) -> DescribedPart {
    let attributes = attributes
        .into_iter()
        .map(|(attribute, value)| (attribute.into(), value));
    DescribedPart {
        name: name.to_owned(),
        attributes: attributes.collect(),
    }
}
