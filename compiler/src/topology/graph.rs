//! Choice of the tree joints and the cut joints.
//!
//! A minimum spanning tree. The weight of a joint is the number of coordinates that it would add to the tree. So the
//! cut joints are the joints with most freedoms and fewest closure equations. A driven joint and a joint declared
//! `tree: keep` have priority; a link, driven or not, and a joint declared `tree: cut` are never in the tree. Among
//! joints with equally many freedoms, joints whose whole turns count are kept, because only coordinates of the tree
//! count whole turns.

use super::chosen::Chosen;
use super::overrides::Declared;
use crate::diag::{Diagnostics, catalogue};
use crate::model::{BodyId, Joint, JointId, Model};
use petgraph::algo::min_spanning_tree;
use petgraph::data::Element;
use petgraph::graph::UnGraph;
use petgraph::unionfind::UnionFind;

/// Criteria for a joint, of which the first that differs decides: whether it may be cut, freedoms, whether its turns do
/// not count, its id.
type Weight = (bool, usize, bool, JointId);

/// Chooses the tree, and reports declared choices that are impossible.
pub fn spanning_tree(model: &Model, declared: &Declared, diagnostics: &mut Diagnostics) -> Chosen {
    let mut graph: UnGraph<(), Weight> = UnGraph::new_undirected();
    let nodes: Vec<_> = model.bodies.iter().map(|_| graph.add_node(())).collect();
    for (id, joint) in joints(model).filter(|(id, joint)| !is_link(joint) && !declared.cut.contains(id)) {
        let is_choice = joint.drive.is_none() && !declared.kept.contains(&id);
        // The id resolves ties by order of declaration.
        let weight = (is_choice, joint.kind.freedoms(), !model.counts_turns_of(id), id);
        graph.add_edge(nodes[joint.first.index()], nodes[joint.second.index()], weight);
    }
    let mut kept: Vec<JointId> = min_spanning_tree(&graph)
        .filter_map(|element| match element {
            Element::Edge { weight: (.., id), .. } => Some(id),
            Element::Node { .. } => None,
        })
        .collect();
    kept.sort();
    let cut: Vec<JointId> = joints(model)
        .map(|(id, _)| id)
        .filter(|id| !kept.contains(id))
        .collect();
    // A joint that is declared cut has been checked already.
    let automatic = cut.iter().filter(|&&id| model.joint(id).tree.is_none());
    automatic.for_each(|&id| check_cut(model, id, diagnostics));
    let added = hold_islands(model, &kept, &cut);
    Chosen { kept, added, cut }
}

/// All joints and links with their ids.
pub fn joints(model: &Model) -> impl Iterator<Item = (JointId, &Joint)> {
    model
        .joints
        .iter()
        .enumerate()
        .map(|(index, joint)| (JointId::from(index), joint))
}

/// Whether this is a link, which is always cut.
pub fn is_link(joint: &Joint) -> bool {
    joint.kind.is_link()
}

/// Adds a free joint for each group of bodies held only by cut joints, relative to the body at the other end of the
/// first of these cut joints.
fn hold_islands(model: &Model, kept: &[JointId], cut: &[JointId]) -> Vec<(BodyId, BodyId)> {
    let mut islands: UnionFind<usize> = UnionFind::new(model.bodies.len());
    for &id in kept {
        let joint = model.joint(id);
        islands.union(joint.first.index(), joint.second.index());
    }
    let mut added = Vec::new();
    loop {
        let ground = islands.find(BodyId::GROUND.index());
        let on_ground = |body: BodyId| islands.find(body.index()) == ground;
        let holder = cut
            .iter()
            .map(|&id| model.joint(id))
            .find(|j| on_ground(j.first) != on_ground(j.second));
        let Some(holder) = holder else { return added };
        let (parent, body) = if on_ground(holder.first) {
            (holder.first, holder.second)
        } else {
            (holder.second, holder.first)
        };
        islands.union(parent.index(), body.index());
        added.push((parent, body));
    }
}

/// Reports a driven joint that is cut, which happens only in a loop of driven joints.
fn check_cut(model: &Model, id: JointId, diagnostics: &mut Diagnostics) {
    let joint = model.joint(id);
    let (first, second) = (&model.body(joint.first).name, &model.body(joint.second).name);
    if joint.drive.is_some() && !is_link(joint) {
        diagnostics
            .error(
                &catalogue::DRIVEN_LOOP,
                joint.span,
                format!(
                    "`{}` is driven, but the other joints of its loop leave it no freedom",
                    joint.name
                ),
            )
            .help("drive one joint of the loop only, or give another joint of the loop a freedom");
    } else if joint.kind.is_free() {
        diagnostics
            .error(
                &catalogue::LOOP_ON_NOTHING,
                joint.span,
                format!(
                    "`{}` closes a loop on nothing: `{first}` and `{second}` are already connected",
                    joint.name
                ),
            )
            .help("a free joint holds nothing: remove it, or remove the joints that hold the body otherwise");
    }
}
