//! A declared gear: two joints with one freedom each, on a body that carries both.

use super::{Accepted, Gear, Joint, JointKind, SingleAxis};
use crate::diag::catalogue;
use crate::front::suggest;
use crate::front::syntax::{Element, Path, Value};
use crate::front::units::{self, Quantity};
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::namespace::Kind;
use crate::model::quantity::{self, Need};
use crate::model::reading::context::Context;
use crate::model::reading::curve::{self, Characteristic};
use crate::model::{BodyId, JointId, Point};
use nalgebra::Vector6;

/// Least difference between the motions of two wheels, for a unit speed of the second wheel: a tenth of a millimetre
/// between axes. The forces between closer wheels have practically no lever arm.
const APART: f64 = 1e-4;

/// A joint of a gear, with the body that it moves relative to the carrier.
struct Wheel {
    id: JointId,
    body: BodyId,
    at: Point,
    /// Whether its coordinate is a displacement.
    slides: bool,
    /// Motion for unit speed of its coordinate: angular velocity, velocity of the origin.
    motion: Vector6<f64>,
}

pub(in crate::model) fn resolve<'a>(
    element: &'a Element,
    context: &mut Context<'a>,
    known: &[Option<Joint>],
) -> Option<Joint> {
    let form = context.form(element, &["first_joint", "second_joint"])?;
    let paths = [&form.arguments[0], &form.arguments[1]];
    let joints = paths.map(|path| Some((JointId::from(context.find(Kind::Joint, path)?), path)));
    let mut attributes = context.attributes(element);
    let given = attributes.needed("ratio");
    attributes.finish(&mut context.ledger);
    let [a, b] = joints;
    let wheels = mesh(element, [a?, b?], known, context)?;
    let law = law(given?, &wheels, context)?;
    let sum = &wheels[0].at + &wheels[1].at;
    Some(Joint {
        name: context.name(element),
        kind: JointKind::Gear(Gear {
            joints: wheels.each_ref().map(|wheel| wheel.id),
            law,
            at: sum.map(|sum| 0.5 * sum),
        }),
        first: wheels[0].body,
        second: wheels[1].body,
        drive: None,
        tree: None,
        accepts: Accepted::default(),
        span: element.name.span,
    })
}

/// Both wheels, if they can drive each other. `None` without a report if a joint could not be resolved.
fn mesh(
    element: &Element,
    joints: [(JointId, &Path); 2],
    known: &[Option<Joint>],
    context: &mut Context,
) -> Option<[Wheel; 2]> {
    let ends = |id: JointId| {
        let joint = known[id.index()].as_ref()?;
        Some([joint.first, joint.second])
    };
    let [a, b] = joints.map(|(id, _)| ends(id));
    let (a, b) = (a?, b?);
    let common: Vec<BodyId> = a.into_iter().filter(|body| b.contains(body)).collect();
    let names = joints.map(|(_, path)| format!("`{}`", path.text)).join(" and ");
    let refuse = |context: &mut Context, message: String, help: &str| {
        let problem = context.ledger.error(&catalogue::GEAR, element.name.span, message);
        problem.help(help);
    };
    let [carrier] = common[..] else {
        let (what, help) = match common.len() {
            0 => (
                "have no body in common",
                "both wheels of a gear turn or slide on one body that carries them",
            ),
            _ => (
                "connect the same bodies",
                "a gear is between two bodies that move on a third one",
            ),
        };
        refuse(context, format!("{names} {what}"), help);
        return None;
    };
    let [a, b] = joints.map(|(id, path)| wheel(known[id.index()].as_ref()?, (id, path), carrier, context));
    let wheels = [a?, b?];
    if is_one_motion(&wheels) {
        let help =
            "what holds the ratio of such a pair pushes the carrier too: put an idler, a lever or a layshaft between";
        refuse(
            context,
            format!("{names} are the same motion of two bodies: they cannot push each other"),
            help,
        );
        return None;
    }
    Some(wheels)
}

/// A joint of the carrier that has one freedom.
fn wheel(joint: &Joint, (id, path): (JointId, &Path), carrier: BodyId, context: &mut Context) -> Option<Wheel> {
    let Some(single) = joint.kind.single_axis() else {
        let message = format!("`{}` is {} and has no single coordinate", path.text, joint.kind.word());
        context.ledger.error(&catalogue::NO_COORDINATE, path.span, message);
        return None;
    };
    let SingleAxis { at, axis, turn, travel } = single;
    let linear = turn * at.cross(axis) + travel * **axis;
    let angular = turn * **axis;
    let mut motion = Vector6::zeros();
    motion.fixed_rows_mut::<3>(0).copy_from(&angular);
    motion.fixed_rows_mut::<3>(3).copy_from(&linear);
    Some(Wheel {
        id,
        body: if joint.first == carrier {
            joint.second
        } else {
            joint.first
        },
        at: at.clone(),
        slides: single.slides(),
        motion,
    })
}

/// Whether both joints move their bodies in the same way up to a factor, seen from a point of the first axis.
fn is_one_motion([a, b]: &[Wheel; 2]) -> bool {
    let seen = |wheel: &Wheel| {
        let mut motion = wheel.motion;
        let angular = motion.fixed_rows::<3>(0).into_owned();
        let mut linear = motion.fixed_rows_mut::<3>(3);
        linear += angular.cross(&a.at);
        motion
    };
    let (a, b) = (seen(a), seen(b));
    (b - a * (a.dot(&b) / a.dot(&a))).norm() < APART
}

/// The ratio, or the coefficients of a polynomial, in SI units.
fn law(value: &Value, wheels: &[Wheel; 2], context: &mut Context) -> Option<Vec<f64>> {
    let [first, second] = wheels.each_ref().map(|wheel| wheel.slides);
    let ratio: &'static Quantity = match (first, second) {
        (false, true) => &units::LEAD,
        (true, false) => &units::TURNING,
        _ => &units::PLAIN,
    };
    let ledger = &mut context.ledger;
    is_fixed(value, ledger)?;
    match value {
        Value::Number(_) => {
            let ratio = quantity::fixed_scalar(value, Need::new("ratio", ratio), ledger)?;
            if ratio == 0.0 {
                let message = "a gear's ratio must not be zero";
                ledger.error(&catalogue::WRONG_SIGN, value.span(), message);
                return None;
            }
            Some(vec![ratio])
        }
        Value::Call { function, arguments } if function.text == "polynomial" => {
            let owner = format!("`{}`", function.text);
            let mut attributes = Attributes::new(owner, function.span, arguments, ledger);
            let form = Characteristic::of_coordinates(first, second);
            let polynomial = ledger.untuned(|ledger| curve::polynomial(&mut attributes, &form, ledger));
            attributes.finish(ledger);
            let polynomial = polynomial?;
            let scales = (1..).map(|power| polynomial.abscissa.powi(power));
            Some(
                polynomial
                    .ordinates
                    .iter()
                    .zip(scales)
                    .map(|(c, scale)| **c / scale)
                    .collect(),
            )
        }
        Value::Call { function, .. } => {
            let message = format!("`ratio` cannot be a `{}`", function.text);
            let problem = ledger.error(&catalogue::UNKNOWN_KIND, function.span, message);
            problem.help = suggest::advice(&function.text, &["polynomial"]);
            None
        }
        other => {
            let needed = format!("{} or a `polynomial(..)`", ratio.name);
            quantity::wrong_value(other, "ratio", &needed, ledger)
        }
    }
}

/// Reports a parameter in the value, where none is allowed.
fn is_fixed(value: &Value, ledger: &mut Ledger) -> Option<()> {
    match value {
        Value::Number(number) => quantity::fixed(number, "ratio", ledger),
        Value::List { members, .. } => members.iter().try_for_each(|member| is_fixed(member, ledger)),
        Value::Call { arguments, .. } => arguments.iter().try_for_each(|each| is_fixed(&each.value, ledger)),
        Value::Name(_) | Value::File(_) => Some(()),
    }
}
