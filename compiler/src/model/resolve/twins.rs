//! Twin wheels: two tyres on one spindle, with one spin.
//!
//! A twin has the axis of the wheel beside it, and its centre lies on this axis. Otherwise its centre would move on a
//! circle as it spins.

use crate::diag::catalogue;
use crate::front::syntax::{Attribute, Value};
use crate::model::attributes::Attributes;
use crate::model::namespace::Kind;
use crate::model::quantity;
use crate::model::reading::context::Context;
use crate::model::reading::geometry;
use crate::model::{ParameterId, Point, Vec3, Wheel, WheelId};
use std::collections::BTreeMap;

/// The wheel that a twin turns with.
pub(super) fn named(value: &Value, context: &mut Context) -> Option<WheelId> {
    match value {
        Value::Name(path) => context.find(Kind::Wheel, path).map(WheelId::from),
        other => quantity::wrong_value(other, "twin_of", "the name of a wheel", &mut context.ledger),
    }
}

/// Reports attributes that a twin takes from the other wheel.
pub(super) fn check_alone(twin: &Attribute, attributes: &mut Attributes, context: &mut Context) -> Option<()> {
    for key in ["axis", "toe", "camber", "shaft_inertia", "carrier"] {
        if let Some(own) = attributes.attribute(key) {
            let message = format!("a twin has no `{key}` of its own");
            let problem = context.ledger.error(&catalogue::CONFLICT, own.key.span, message);
            problem.also(twin.key.span, "it is that of this wheel");
            return None;
        }
    }
    Some(())
}

/// Gives each twin the axis of the wheel beside it; reports wheels that cannot be twins.
pub(super) fn join(wheels: &mut [Option<Wheel>], context: &mut Context) {
    for position in 0..wheels.len() {
        let Some(twin) = wheels[position].clone() else {
            continue;
        };
        let Some(first) = twin.twin_of.and_then(|first| wheels[first.index()].clone()) else {
            continue;
        };
        if let Some((problem, help)) = obstacle(&first, &twin) {
            // A mirror image has the problem of the wheel that it reflects.
            if !context.scope.is_image(Kind::Wheel, position) {
                let message = format!("`{}` is no twin of `{}`: {problem}", twin.name, first.name);
                context.ledger.error(&catalogue::TWIN, twin.span, message).help(help);
            }
        } else if let Some(wheel) = &mut wheels[position] {
            wheel.axis = first.axis;
        }
    }
}

/// Why a wheel cannot turn with another wheel, and advice.
fn obstacle(first: &Wheel, twin: &Wheel) -> Option<(&'static str, &'static str)> {
    let apart = &twin.centre - &first.centre;
    let beside = apart.cross(&first.axis).norm();
    Some(match () {
        () if first.twin_of.is_some() => ("that is a twin itself", "name the wheel that has the spin"),
        () if first.spin_inertia.is_none() => ("that does not spin", "give it a `spin_inertia`"),
        () if first.carrier != twin.carrier => ("they are on different bodies", "put both on one carrier"),
        () if beside > geometry::SHORTEST => (
            "its centre is not on the axis of the other",
            "move it along the spindle",
        ),
        () if is_moved(&apart) || (first.axis.is_tuned() && apart.norm() > geometry::SHORTEST) => (
            "parameters would move its centre off the axis",
            "leave `tune` out of axis, toe and camber, and give both centres the same parameters",
        ),
        () => return None,
    })
}

/// Whether any parameter changes the vector between two points. A parameter that moves both points equally does not.
fn is_moved(apart: &Point) -> bool {
    let mut sums: BTreeMap<ParameterId, Vec3> = BTreeMap::new();
    for (parameter, slope) in apart.slopes() {
        *sums.entry(*parameter).or_insert_with(Vec3::zeros) += slope;
    }
    sums.values().any(|sum| sum.amax() > 0.0)
}
