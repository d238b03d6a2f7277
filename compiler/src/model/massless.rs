//! Bodies without mass: a massless body between two joints becomes a link.
//!
//! | between | and | is |
//! |---|---|---|
//! | spherical | spherical or universal | `distance` |
//! | revolute | spherical | `spherical_revolute` |
//! | prismatic, or cylindrical through the ball | spherical | `spherical_translational` |
//! | planar | spherical | `point_on_plane` |
//! | prismatic | revolute | `revolute_translational`; along the axis `cylindrical` |
//!
//! In each of these cases the body can move by itself, or cannot move at all, while both joints hold. No force acts on
//! it except the forces of the joints. Only the forces among these that the link has, too, are transmitted. The link
//! gets the name of the body.

use super::joint::{slider_with_pivot, with_ball};
use super::{Body, BodyId, Declared, Joint, JointId, JointKind, Model, Reference};
use crate::diag::{Diagnostics, catalogue};

/// Replaces each body without mass and its two joints by a link.
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

/// The two joints of the body, and the link that replaces them; or the reason why no link can replace them.
fn link(model: &Model, body: BodyId) -> Result<([JointId; 2], Joint), String> {
    let ids = (0..model.joints.len()).map(JointId::from);
    let own: Vec<JointId> = ids.filter(|&j| touches(model.joint(j), body)).collect();
    let [a, b] = own[..] else {
        let s = if own.len() == 1 { "" } else { "s" };
        return Err(format!("it has {} joint{s}, not two", own.len()));
    };
    if let Some(name) = loaded(model, body, [a, b]) {
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
    let composite = |[first, last]: [&JointKind; 2]| match last.pivot() {
        Some(pivot) => Some(slider_with_pivot(first.slider()?.axis, (pivot.at, pivot.axis))),
        None => with_ball(first, last.ball()?),
    };
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
    let accepts = model.joint(a).accepts.or(model.joint(b).accepts);
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
            accepts,
            span,
        },
    ))
}

fn touches(joint: &Joint, body: BodyId) -> bool {
    joint.first == body || joint.second == body
}

/// The name of a part that acts on the body, or refers in another way to the body or its joints.
fn loaded(model: &Model, body: BodyId, joints: [JointId; 2]) -> Option<String> {
    let hers = |reference: Reference| match reference {
        Reference::Body(id) => *id == body,
        Reference::Joint(id) => joints.contains(id),
        Reference::Spring(_)
        | Reference::Force(_)
        | Reference::Wheel(_)
        | Reference::Drive(_)
        | Reference::Signal(_) => false,
    };
    let own = |id: usize| joints.contains(&JointId::from(id));
    let others = model.joints.iter().enumerate().filter(|(id, _)| !own(*id));
    let others: Vec<Joint> = others.map(|(_, joint)| joint.clone()).collect();
    first_of(&others, hers)
        .or_else(|| first_of(&model.drives, hers))
        .or_else(|| first_of(&model.springs, hers))
        .or_else(|| first_of(&model.forces, hers))
        .or_else(|| first_of(&model.wheels, hers))
        .or_else(|| first_of(&model.outputs, hers))
        .or_else(|| model.base.filter(|base| base.choice == body).map(|_| "base".to_owned()))
}

/// The name of the first part that has such a reference.
fn first_of<T: Declared>(parts: &[T], is_such: impl Fn(Reference) -> bool + Copy) -> Option<String> {
    parts.iter().find_map(|part| {
        let mut part = part.clone();
        let refers = part.references().into_iter().any(is_such);
        refers.then(|| part.name().clone())
    })
}

/// Removes bodies and joints to which nothing refers, and numbers the others again.
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
    let renumber = |reference: Reference| match reference {
        Reference::Body(id) => *id = body(*id),
        Reference::Joint(id) => *id = joint(*id),
        Reference::Spring(_)
        | Reference::Force(_)
        | Reference::Wheel(_)
        | Reference::Drive(_)
        | Reference::Signal(_) => {}
    };
    each(&mut model.joints, renumber);
    each(&mut model.drives, renumber);
    each(&mut model.springs, renumber);
    each(&mut model.forces, renumber);
    each(&mut model.wheels, renumber);
    each(&mut model.outputs, renumber);
    if let Some(base) = &mut model.base {
        base.choice = body(base.choice);
    }
}

fn each<T: Declared>(parts: &mut [T], f: impl Fn(Reference)) {
    parts.iter_mut().flat_map(T::references).for_each(f);
}
