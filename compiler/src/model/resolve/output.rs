//! Outputs: the quantity measured, its subject, and its reference.

use crate::diag::catalogue;
use crate::front::syntax::{Element, Path, Value};
use crate::model::attributes::Attributes;
use crate::model::measure::sprung_body;
use crate::model::namespace::Kind;
use crate::model::parts::Parts;
use crate::model::quantity;
use crate::model::reading::context::Context;
use crate::model::reading::geometry;
use crate::model::{
    Attitude, BodyId, Effort, ForceId, JointId, Kingpin, Measure, Motion, Output, Point, Vector, WheelId,
};

pub(in crate::model) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>, parts: &Parts) -> Option<Output> {
    let form = context.form(element, &["name"])?;
    let mut attributes = context.attributes(element);
    let measure = measure(&form.kind.text, &form.arguments[0], &mut attributes, parts, context);
    attributes.finish(&mut context.ledger);
    Some(Output {
        name: context.name(element),
        measure: measure?,
        span: element.name.span,
    })
}

fn measure(
    word: &str,
    subject: &Path,
    attributes: &mut Attributes,
    parts: &Parts,
    context: &mut Context,
) -> Option<Measure> {
    match word {
        "camber" | "toe" | "steer" => {
            let wheel = context.find(Kind::Wheel, subject).map(WheelId::from);
            let sprung = sprung_body(parts.joints.iter().flatten());
            let reference = reference(attributes, sprung, context);
            let (wheel, reference) = (wheel?, reference?);
            Some(match word {
                "camber" => Measure::Camber { wheel, reference },
                "toe" => Measure::Toe { wheel, reference },
                _ => Measure::Steer { wheel, reference },
            })
        }
        "length" => context
            .find(Kind::Spring, subject)
            .map(|spring| Measure::Length(spring.into())),
        "length_rate" => context
            .find(Kind::Spring, subject)
            .map(|spring| Measure::LengthRate(spring.into())),
        "force" if !context.scope.knows(Kind::Force, subject, context.group) => context
            .find(Kind::Spring, subject)
            .map(|spring| Measure::Force(spring.into())),
        "force" => effort(Effort::Force, subject, attributes, parts, context),
        "torque" => effort(Effort::Torque, subject, attributes, parts, context),
        "coordinate" => joint_with_coordinate(subject, parts, context).map(Measure::Coordinate),
        "speed" => joint_with_coordinate(subject, parts, context).map(Measure::Speed),
        "caster" | "inclination" | "scrub_radius" | "trail" => kingpin(word, subject, attributes, parts, context),
        "yaw" | "yaw_rate" => attitude(Attitude::Yaw, word, subject, attributes, context),
        "pitch" | "pitch_rate" => attitude(Attitude::Pitch, word, subject, attributes, context),
        "roll" | "roll_rate" => attitude(Attitude::Roll, word, subject, attributes, context),
        "sideslip" => {
            let (body, point) = point(subject, attributes, context);
            Some(Measure::Sideslip {
                body: body?,
                point: point?,
            })
        }
        "kinetic_energy" => context.body(subject).map(Measure::KineticEnergy),
        "potential_energy" => context.body(subject).map(Measure::PotentialEnergy),
        "elastic_energy" if context.scope.knows(Kind::Force, subject, context.group) => context
            .find(Kind::Force, subject)
            .map(|force| Measure::StoredEnergy(force.into())),
        "elastic_energy" => context
            .find(Kind::Spring, subject)
            .map(|spring| Measure::ElasticEnergy(spring.into())),
        vector => component(vector, subject, attributes, parts, context),
    }
}

/// A component of a point's motion or of a reaction: `x`, `vx`, `ax`, `fx`, `mx`.
fn component(
    word: &str,
    subject: &Path,
    attributes: &mut Attributes,
    parts: &Parts,
    context: &mut Context,
) -> Option<Measure> {
    let (quantity, axis) = word.split_at(word.len() - 1);
    let component = ["x", "y", "z"].iter().position(|name| *name == axis)?;
    if let "f" | "m" = quantity {
        let joint = context.find(Kind::Joint, subject).map(JointId::from);
        let sprung = sprung_body(parts.joints.iter().flatten());
        let reference = reference(attributes, sprung, context);
        return Some(Measure::Reaction {
            joint: joint?,
            of: if quantity == "f" { Vector::Force } else { Vector::Moment },
            component,
            reference: reference?,
        });
    }
    let (body, point) = point(subject, attributes, context);
    let reference = reference(attributes, BodyId::GROUND, context);
    Some(Measure::Point {
        of: match quantity {
            "v" => Motion::Velocity,
            "a" => Motion::Acceleration,
            _ => Motion::Position,
        },
        body: body?,
        point: point?,
        component,
        reference: reference?,
    })
}

/// A body and its point `at`; by default, the centre of mass.
fn point(subject: &Path, attributes: &mut Attributes, context: &mut Context) -> (Option<BodyId>, Option<Point>) {
    let body = context.body(subject);
    let com = body.and_then(|body| context.com(body));
    (body, geometry::optional_point(attributes, "at", com, context))
}

/// `roll(chassis)`, `yaw_rate(chassis) { in: trailer }`
fn attitude(
    angle: Attitude,
    word: &str,
    subject: &Path,
    attributes: &mut Attributes,
    context: &mut Context,
) -> Option<Measure> {
    let body = context.body(subject);
    let reference = reference(attributes, BodyId::GROUND, context);
    Some(Measure::Attitude {
        angle,
        is_rate: word.ends_with("_rate"),
        body: body?,
        reference: reference?,
    })
}

/// `caster(tyre) { axis: [lower_ball, upper_ball] }`
fn kingpin(
    word: &str,
    subject: &Path,
    attributes: &mut Attributes,
    parts: &Parts,
    context: &mut Context,
) -> Option<Measure> {
    let wheel = context.find(Kind::Wheel, subject).map(WheelId::from);
    let sprung = sprung_body(parts.joints.iter().flatten());
    let reference = reference(attributes, sprung, context);
    let value = attributes.needed("axis")?;
    let needed = "the lower joint of the steering axis and the upper one: `[lower_ball, upper_ball]`";
    let joints = match value {
        Value::List {
            members, unit: None, ..
        } => match &members[..] {
            [Value::Name(lower), Value::Name(upper)] => [lower, upper].map(|path| context.find(Kind::Joint, path)),
            _ => return quantity::wrong_value(value, "axis", needed, &mut context.ledger),
        },
        other => return quantity::wrong_value(other, "axis", needed, &mut context.ledger),
    };
    let (lower, upper) = (joints[0]?, joints[1]?);
    let centre = *parts.wheels[wheel?.index()].as_ref()?.centre;
    let points = [lower, upper].map(|joint| {
        let joint = parts.joints[joint].as_ref()?;
        joint.kind.points().get(joint.end_near(&centre).1).cloned()
    });
    if let [Some(lower), Some(upper)] = &points {
        let along = **upper - **lower;
        geometry::has_direction(&along, geometry::SHORTEST, value, &mut context.ledger)?;
        if along.z < 0.0 {
            let name = |joint: usize| parts.joints[joint].as_ref().map_or("", |joint| joint.name.as_str());
            let [first, second] = joints.map(|joint| joint.map_or("", name));
            let message = format!(
                "the second joint of `axis` is below the first: `{second}` at z = {:.3} m, `{first}` at {:.3} m",
                upper.z, lower.z
            );
            let problem = context.ledger.error(&catalogue::WRONG_SIGN, value.span(), message);
            problem.help(
                "count z upward (ISO 8855) if the points count it downward, exchange the points if one stands for the other, or name the lower \
                 joint first: the angles are those of the axis upwards",
            );
            return None;
        }
    }
    Some(Measure::Kingpin {
        angle: match word {
            "caster" => Kingpin::Caster,
            "inclination" => Kingpin::Inclination,
            "scrub_radius" => Kingpin::ScrubRadius,
            _ => Kingpin::Trail,
        },
        wheel: wheel?,
        joints: [lower.into(), upper.into()],
        reference: reference?,
    })
}

/// A force or torque of a force element; `along` an axis if the element makes several components. `None` without a
/// report if the element could not be resolved.
fn effort(
    what: Effort,
    subject: &Path,
    attributes: &mut Attributes,
    parts: &Parts,
    context: &mut Context,
) -> Option<Measure> {
    let along = attributes.attribute("along");
    let force = ForceId::from(context.find(Kind::Force, subject)?);
    let law = &parts.forces[force.index()].as_ref()?.law;
    let (word, efforts) = (law.word(), law.efforts());
    let alike = efforts.iter().enumerate().filter(|(_, (effort, _))| *effort == what);
    let axes: Vec<(usize, &str)> = alike.map(|(direction, (_, axis))| (direction, *axis)).collect();
    let asked = match (axes.as_slice(), along) {
        ([], _) => {
            let message = format!("`{}` is a {word} and makes no {}", subject.text, what.word());
            context.ledger.error(&catalogue::NO_EFFORT, subject.span, message);
            return None;
        }
        ([_], Some(along)) => {
            let message = format!("`{}` makes one {} only", subject.text, what.word());
            let problem = context.ledger.error(&catalogue::NO_EFFORT, along.key.span, message);
            problem.help("remove `along`");
            return None;
        }
        ([(direction, _)], None) => {
            return Some(Measure::Effort {
                force,
                direction: *direction,
            });
        }
        _ => attributes.needed("along")?,
    };
    let direction = match asked {
        Value::Name(path) => axes.iter().find(|(_, axis)| *axis == path.text),
        _ => None,
    };
    match direction {
        Some((direction, _)) => Some(Measure::Effort {
            force,
            direction: *direction,
        }),
        None => quantity::wrong_value(asked, "along", "`x`, `y` or `z`", &mut context.ledger),
    }
}

/// `in: body`, or `default` if none is given.
fn reference(attributes: &mut Attributes, default: BodyId, context: &mut Context) -> Option<BodyId> {
    match attributes.optional("in") {
        Some(Value::Name(path)) => context.body(path),
        Some(other) => quantity::wrong_value(other, "in", "the name of a body", &mut context.ledger),
        None => Some(default),
    }
}

/// A joint with one coordinate. None without a report if the joint could not be resolved.
fn joint_with_coordinate(subject: &Path, parts: &Parts, context: &mut Context) -> Option<JointId> {
    let id = JointId::from(context.find(Kind::Joint, subject)?);
    let kind = &parts.joints[id.index()].as_ref()?.kind;
    if kind.single_axis().is_none() {
        let message = format!("`{}` is {} and has no single coordinate", subject.text, kind.word());
        context.ledger.error(&catalogue::NO_COORDINATE, subject.span, message);
        return None;
    }
    Some(id)
}
