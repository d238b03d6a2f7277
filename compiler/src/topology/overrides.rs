//! Decisions of the user that override the analysis, with their checks: joints declared `tree: keep` or `tree: cut`,
//! and the body declared `base`.

use super::graph::{is_link, joints};
use super::{Branch, Loop, subsystems};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::model::{BodyId, Joint, JointId, Model, Role};
use petgraph::unionfind::UnionFind;

/// The declared decisions that are possible.
pub struct Declared {
    /// Joints to keep in the tree.
    pub kept: Vec<JointId>,
    /// Joints to cut.
    pub cut: Vec<JointId>,
}

impl Declared {
    /// Collects the decisions in a model; an impossible decision is reported and left out.
    pub fn of(model: &Model, diagnostics: &mut Diagnostics) -> Self {
        let mut declared = Declared {
            kept: Vec::new(),
            cut: Vec::new(),
        };
        for (id, joint) in joints(model) {
            match joint.tree {
                Some(tree) if tree.choice == Role::Cut && may_be_cut(model, id, tree.span, diagnostics) => {
                    declared.cut.push(id);
                }
                Some(tree)
                    if tree.choice == Role::Kept && may_be_kept(model, &declared, id, tree.span, diagnostics) =>
                {
                    declared.kept.push(id);
                }
                _ => {}
            }
        }
        declared.keep_geared(model, diagnostics);
        declared.keep_stopped(model, diagnostics);
        declared
    }

    /// Keeps the joints of a gear in the tree: a gear relates coordinates, and only tree joints have coordinates.
    fn keep_geared(&mut self, model: &Model, diagnostics: &mut Diagnostics) {
        for (_, gear) in joints(model) {
            for wheel in gear.kind.gear().into_iter().flatten() {
                self.keep_for(model, wheel, (&gear.name, gear.span), diagnostics);
            }
        }
    }

    /// Keeps the joints with a limit beyond half a turn in the tree, where whole turns are counted.
    fn keep_stopped(&mut self, model: &Model, diagnostics: &mut Diagnostics) {
        for force in &model.forces {
            let turns = force.law.element().counts_turns_of();
            if let Some(turns) = turns.filter(|turns| turns.are_needed) {
                self.keep_for(model, turns.joint, (&force.name, force.span), diagnostics);
            }
        }
    }

    /// Keeps a joint in the tree for a part that counts its coordinate.
    fn keep_for(&mut self, model: &Model, id: JointId, part: (&str, SourceSpan), diagnostics: &mut Diagnostics) {
        let joint = model.joint(id);
        let (name, span) = part;
        if self.cut.contains(&id) {
            let message = format!("`{}` cannot be cut: `{name}` counts its coordinate", joint.name);
            let place = joint.tree.map_or(joint.span, |tree| tree.span);
            let problem = diagnostics.error(&catalogue::CUT_REFUSED, place, message);
            problem.also(span, "its coordinate is counted here");
        } else if joint.drive.is_none() && !self.kept.contains(&id) && may_be_kept(model, self, id, span, diagnostics) {
            self.kept.push(id);
        }
    }
}

/// Whether a joint may be cut: it is not driven, not free, and not the only connection of a body.
fn may_be_cut(model: &Model, id: JointId, span: SourceSpan, diagnostics: &mut Diagnostics) -> bool {
    let joint = model.joint(id);
    let name = &joint.name;
    let (code, message) = if joint.drive.is_some() && !is_link(joint) {
        let message =
            format!("`{name}` cannot be cut: it is driven, so that its position is given and no unknown of a loop");
        (&catalogue::CUT_REFUSED, message)
    } else if joint.kind.is_free() {
        let message =
            format!("`{name}` cannot be cut: it is free and holds nothing, so that its cut would be no equation");
        (&catalogue::CUT_REFUSED, message)
    } else if let Some(outer) = held_alone(model, id) {
        let message = format!(
            "`{name}` cannot be cut: nothing else holds `{}`",
            model.body(outer).name
        );
        (&catalogue::CUT_OF_BRIDGE, message)
    } else {
        return true;
    };
    diagnostics.error(code, span, message);
    false
}

/// The body that would lose its connection to the ground without this joint or link; `None` if there is another path.
fn held_alone(model: &Model, id: JointId) -> Option<BodyId> {
    let others = joints(model).filter(|&(other, _)| other != id).map(|(_, joint)| joint);
    let connected = connected(model, others);
    let Joint { first, second, .. } = *model.joint(id);
    let on_ground = |body: BodyId| connected.equiv(BodyId::GROUND.index(), body.index());
    match (on_ground(first), on_ground(second)) {
        (true, false) => Some(second),
        (false, true) => Some(first),
        _ => None,
    }
}

/// Whether a joint may be kept: it is not a link, and does not close a loop of driven and kept joints.
fn may_be_kept(
    model: &Model,
    declared: &Declared,
    id: JointId,
    span: SourceSpan,
    diagnostics: &mut Diagnostics,
) -> bool {
    let joint = model.joint(id);
    if is_link(joint) {
        let message = format!("`{}` is a link and cannot be kept in the tree", joint.name);
        diagnostics.error(&catalogue::KEPT_LINK, span, message);
        return false;
    }
    let firm: Vec<JointId> = joints(model)
        .filter(|&(other, joint)| {
            other != id && (joint.drive.is_some() && !is_link(joint) || declared.kept.contains(&other))
        })
        .map(|(other, _)| other)
        .collect();
    let connected = connected(model, firm.iter().map(|&other| model.joint(other)));
    if !connected.equiv(joint.first.index(), joint.second.index()) {
        return true;
    }
    let others = loop_of(model, id, firm);
    let told = |&other: &JointId| match model.joint(other) {
        Joint {
            name, drive: Some(_), ..
        } => format!("`{name}` (driven)"),
        Joint { name, .. } => format!("`{name}`"),
    };
    let names: Vec<String> = others.iter().map(told).collect();
    let message = format!(
        "`{}` cannot be kept: it closes a loop with {}",
        joint.name,
        names.join(", ")
    );
    let problem = diagnostics.error(&catalogue::KEPT_LOOP, span, message);
    for tree in others.iter().filter_map(|&other| model.joint(other).tree) {
        problem.also(tree.span, "kept in the same loop");
    }
    false
}

/// Returns the joints of a forest that form a loop with one more joint: the joints that remain after loose ends have
/// been removed.
fn loop_of(model: &Model, closing: JointId, mut forest: Vec<JointId>) -> Vec<JointId> {
    loop {
        let ends = |body: BodyId, forest: &[JointId]| {
            let all = forest.iter().chain([&closing]);
            all.map(|&id| model.joint(id))
                .filter(|j| j.first == body || j.second == body)
                .count()
        };
        let loose = |id: &JointId| {
            let joint = model.joint(*id);
            ends(joint.first, &forest) < 2 || ends(joint.second, &forest) < 2
        };
        match forest.iter().position(loose) {
            Some(position) => _ = forest.remove(position),
            None => return forest,
        }
    }
}

fn connected<'a>(model: &Model, by: impl Iterator<Item = &'a Joint>) -> UnionFind<usize> {
    let mut connected = UnionFind::new(model.bodies.len());
    by.for_each(|joint| _ = connected.union(joint.first.index(), joint.second.index()));
    connected
}

/// The base: the declared one, if possible. All bodies must hang from the base or lie between it and the ground, at
/// least one body must hang from it, and no loop may lead through it.
pub fn base(model: &Model, branches: &[Branch], loops: &[Loop], diagnostics: &mut Diagnostics) -> BodyId {
    let first = subsystems::base(branches, loops);
    let Some(declared) = model.base.filter(|declared| declared.choice != first) else {
        return first;
    };
    let base = declared.choice;
    let Some(reason) = obstacle(model, branches, loops, base) else {
        return base;
    };
    let possible: Vec<String> = (0..model.bodies.len())
        .map(BodyId::from)
        .filter(|&body| body == first || obstacle(model, branches, loops, body).is_none())
        .map(|body| format!("`{}`", model.body(body).name))
        .collect();
    let message = format!("`{}` cannot be the base: {reason}", model.body(base).name);
    diagnostics
        .error(&catalogue::NOT_A_BASE, declared.span, message)
        .help(format!("possible bases: {}", possible.join(", ")));
    first
}

/// The reason why a body cannot be the base, if any.
fn obstacle(model: &Model, branches: &[Branch], loops: &[Loop], base: BodyId) -> Option<String> {
    let name = |body: BodyId| &model.body(body).name;
    let is_outside = |body: &BodyId| !hangs_from(branches, *body, base) && !hangs_from(branches, base, *body);
    if branches[base.index()].children.is_empty() {
        Some("nothing hangs from it".to_owned())
    } else if let Some(l) = loops.iter().find(|l| l.bodies().any(|body| body == base)) {
        let closing = &model.joint(l.cut).name;
        Some(format!(
            "the loop of `{closing}` leads through it, and closes at `{}`",
            name(l.junction)
        ))
    } else {
        let outside = (0..branches.len()).map(BodyId::from).find(is_outside)?;
        Some(format!("`{}` does not hang from it", name(outside)))
    }
}

/// Whether `body` is `inner` or hangs from it in the tree.
fn hangs_from(branches: &[Branch], body: BodyId, inner: BodyId) -> bool {
    let inward = |&b: &BodyId| (b != BodyId::GROUND).then(|| branches[b.index()].parent);
    std::iter::successors(Some(body), inward).any(|b| b == inner)
}
