//! Bodies without mass: what stands between two joints and weighs nothing is a link.
//!
//! | between | and | is |
//! |---|---|---|
//! | spherical | spherical or universal | `distance` |
//! | revolute | spherical | `spherical_revolute` |
//! | prismatic, or cylindrical through the ball | spherical | `spherical_translational` |
//! | planar | spherical | `point_on_plane` |
//!
//! In each the body could move by itself, or not at all, while both joints hold: no force acts on it but theirs, and of
//! them only those pass that the link has. The link bears the body's name.

use super::measure::Part;
use super::{Body, BodyId, Joint, JointId, JointKind, Model};
use crate::diag::{Diagnostics, catalogue};
use std::ops::ControlFlow;

/// A ball nearer to an axis than this lies on it [m].
const ON_AXIS: f64 = 1e-6;

/// Puts a link in place of each body without mass and its two joints.
pub(super) fn compose(mut model: Model) -> Result<Model, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let massless: Vec<BodyId> = model.moving_bodies().filter(|&b| *model.body(b).mass == 0.0).collect();
    let mut gone = Vec::new();
    for &body in &massless {
        match link(&model, body) {
            Ok((joints, link)) => {
                model.joints[joints[0].index()] = link;
                gone.push(joints[1]);
            }
            Err(reason) => {
                let Body { name, span, .. } = model.body(body);
                let message = format!("`{name}` has no mass, and is no link: {reason}");
                diagnostics.error(&catalogue::MASSLESS, *span, message);
            }
        }
    }
    diagnostics.finish(())?;
    remove(&mut model, &massless, &gone);
    Ok(model)
}

/// The two joints of the body, and the link in their place; or what it lacks.
fn link(model: &Model, body: BodyId) -> Result<([JointId; 2], Joint), String> {
    let ids = (0..model.joints.len()).map(JointId::from);
    let own: Vec<JointId> = ids.filter(|&j| touches(model.joint(j), body)).collect();
    let [a, b] = own[..] else {
        let s = if own.len() == 1 { "" } else { "s" };
        return Err(format!("it has {} joint{s}, not two", own.len()));
    };
    if let ControlFlow::Break(name) = loaded(model, body, [a, b]) {
        return Err(format!("`{name}` needs a body with mass"));
    }
    let outer = [a, b].map(|j| {
        let joint = model.joint(j);
        if joint.first == body { joint.second } else { joint.first }
    });
    if outer[0] == outer[1] {
        return Err(format!("both its joints are on `{}`", model.body(outer[0]).name));
    }
    if let Some(&other) = outer
        .iter()
        .find(|&&b| b != BodyId::GROUND && *model.body(b).mass == 0.0)
    {
        return Err(format!("`{}` beside it has no mass either", model.body(other).name));
    }
    let kinds = [a, b].map(|j| &model.joint(j).kind);
    let (kind, [first, second]) = match composite(kinds) {
        Some(kind) => (kind, outer),
        None => match composite([kinds[1], kinds[0]]) {
            Some(kind) => (kind, [outer[1], outer[0]]),
            None => return Err(format!("it is between {} and {}", kinds[0].word(), kinds[1].word())),
        },
    };
    let Body { name, span, .. } = model.body(body).clone();
    if model.joints.iter().any(|joint| joint.name == name) {
        return Err(format!("there is a joint `{name}` already"));
    }
    let tree = [a, b].iter().find_map(|&j| model.joint(j).tree);
    Ok((
        [a, b],
        Joint {
            name,
            kind,
            first,
            second,
            drive: None,
            tree,
            span,
        },
    ))
}

fn touches(joint: &Joint, body: BodyId) -> bool {
    joint.first == body || joint.second == body
}

/// Breaks with the name of what acts on the body, or measures it or its joints.
fn loaded(model: &Model, body: BodyId, joints: [JointId; 2]) -> ControlFlow<String> {
    let stop = |acts: bool, name: &str| {
        if acts {
            ControlFlow::Break(name.to_owned())
        } else {
            ControlFlow::Continue(())
        }
    };
    for geared in &model.joints {
        let on = |on: &[JointId; 2]| on.iter().any(|id| joints.contains(id));
        let turns = matches!(&geared.kind, JointKind::Gear { joints: wheels, .. } if on(wheels));
        stop(turns, &geared.name)?;
    }
    for drive in &model.drives {
        stop(joints.contains(&drive.joint), &drive.name)?;
    }
    for spring in &model.springs {
        stop([spring.first, spring.second].contains(&body), &spring.name)?;
    }
    for force in &model.forces {
        let mut acts = force.law.bodies(model).contains(&body);
        force.law.clone().for_each_part(|part| {
            acts |= matches!(part, Part::Joint(id) if joints.contains(id));
        });
        stop(acts, &force.name)?;
    }
    for wheel in &model.wheels {
        stop([wheel.carrier, wheel.driven_from].contains(&body), &wheel.name)?;
    }
    for output in &model.outputs {
        let mut measures = false;
        output.measure.clone().for_each_part(|part| {
            measures |= match part {
                Part::Body(id) => *id == body,
                Part::Joint(id) => joints.contains(id),
                Part::Spring(_) | Part::Wheel(_) | Part::Force(_) => false,
            };
        });
        stop(measures, &output.name)?;
    }
    stop(model.base.is_some_and(|base| base.choice == body), "base")
}

/// The link of two kinds, the first on the first body; none if it is known the other way round, or not at all.
fn composite([first, second]: [&JointKind; 2]) -> Option<JointKind> {
    let JointKind::Spherical { at: ball } = second else {
        return None;
    };
    match first {
        JointKind::Spherical { at } | JointKind::Universal { at, .. } => {
            ((**at - **ball).norm() > ON_AXIS).then(|| JointKind::Distance {
                from: at.clone(),
                to: ball.clone(),
                reach: None,
            })
        }
        JointKind::Revolute { at, axis } => {
            ((**ball - **at).cross(axis).norm() > ON_AXIS).then(|| JointKind::SphericalRevolute {
                at: at.clone(),
                axis: axis.clone(),
                ball: ball.clone(),
            })
        }
        JointKind::Prismatic { axis, .. } => Some(JointKind::SphericalTranslational {
            at: ball.clone(),
            axis: axis.clone(),
        }),
        JointKind::Cylindrical { at, axis } => {
            ((**ball - **at).cross(axis).norm() < ON_AXIS).then(|| JointKind::SphericalTranslational {
                at: ball.clone(),
                axis: axis.clone(),
            })
        }
        JointKind::Planar { normal, .. } => Some(JointKind::PointOnPlane {
            at: ball.clone(),
            normal: normal.clone(),
        }),
        _ => None,
    }
}

/// Takes out bodies and joints that nothing refers to, and numbers the others anew.
fn remove(model: &mut Model, bodies: &[BodyId], joints: &[JointId]) {
    let body = |id: BodyId| BodyId::from(id.index() - bodies.iter().filter(|&&b| b < id).count());
    let joint = |id: JointId| JointId::from(id.index() - joints.iter().filter(|&&j| j < id).count());
    let mut place = 0..;
    model
        .bodies
        .retain(|_| place.next().is_some_and(|k| !bodies.contains(&BodyId::from(k))));
    let mut place = 0..;
    model
        .joints
        .retain(|_| place.next().is_some_and(|k| !joints.contains(&JointId::from(k))));
    for each in &mut model.joints {
        (each.first, each.second) = (body(each.first), body(each.second));
        if let JointKind::Gear { joints, .. } = &mut each.kind {
            *joints = joints.map(joint);
        }
    }
    for spring in &mut model.springs {
        (spring.first, spring.second) = (body(spring.first), body(spring.second));
    }
    for wheel in &mut model.wheels {
        (wheel.carrier, wheel.driven_from) = (body(wheel.carrier), body(wheel.driven_from));
    }
    for drive in &mut model.drives {
        drive.joint = joint(drive.joint);
    }
    if let Some(base) = &mut model.base {
        base.choice = body(base.choice);
    }
    let renumber = |part: Part| match part {
        Part::Body(id) => *id = body(*id),
        Part::Joint(id) => *id = joint(*id),
        Part::Spring(_) | Part::Wheel(_) | Part::Force(_) => {}
    };
    for force in &mut model.forces {
        force.law.for_each_part(renumber);
    }
    for output in &mut model.outputs {
        output.measure.for_each_part(renumber);
    }
}
