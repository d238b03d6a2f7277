//! Directs the chosen edges outward from the ground.

use super::chosen::Chosen;
use super::{Branch, TreeJoint};
use crate::model::{BodyId, JointId, JointKind, Model};

/// Depth-first order of the moving bodies, and every body's branch. Frames and subsystems are set later.
pub fn grow(model: &Model, chosen: &Chosen) -> (Vec<BodyId>, Vec<Branch>) {
    let root = Branch {
        parent: BodyId::GROUND,
        joint: None,
        children: Vec::new(),
        frame: BodyId::GROUND,
        subsystem: 0,
    };
    let mut branches = vec![root; model.bodies.len()];
    let mut order = Vec::new();
    let mut stack = vec![BodyId::GROUND];
    while let Some(body) = stack.pop() {
        if body != BodyId::GROUND {
            order.push(body);
        }
        let children: Vec<(BodyId, TreeJoint)> = outward(model, chosen, body, branches[body.index()].parent);
        for (child, joint) in children {
            branches[child.index()].parent = body;
            branches[child.index()].joint = Some(joint);
            branches[body.index()].children.push(child);
        }
        stack.extend(branches[body.index()].children.iter().rev());
    }
    (order, branches)
}

/// The tree joints from `body` to all neighbours except `inward`.
fn outward(model: &Model, chosen: &Chosen, body: BodyId, inward: BodyId) -> Vec<(BodyId, TreeJoint)> {
    let declared = chosen.kept.iter().filter_map(|&id| {
        let joint = model.joint(id);
        let child = match (joint.first == body, joint.second == body) {
            (true, false) => joint.second,
            (false, true) => joint.first,
            _ => return None,
        };
        let kind = if child == joint.second {
            joint.kind.clone()
        } else {
            joint.kind.reversed()
        };
        Some((
            child,
            TreeJoint {
                declared: Some(id),
                kind,
                drive: joint.drive,
            },
        ))
    });
    let added = chosen
        .added
        .iter()
        .filter(|(parent, _)| *parent == body)
        .map(|&(_, child)| {
            let at = model.body(child).com.clone();
            (
                child,
                TreeJoint {
                    declared: None::<JointId>,
                    kind: JointKind::free(at),
                    drive: None,
                },
            )
        });
    declared
        .chain(added)
        .filter(|(child, _)| body == BodyId::GROUND || *child != inward)
        .collect()
}
