//! Which joints the tree keeps and which are cut: the only user of petgraph.
//!
//! A minimum spanning tree: a joint's weight is the number of coordinates it would add to the tree, so that the joints
//! cut are those with most freedoms and fewest closure rows. A driven joint adds none and is always kept; a link is
//! always cut.

use crate::diag::{Diagnostics, catalogue};
use crate::model::{BodyId, JointId, JointKind, Model};
use petgraph::algo::min_spanning_tree;
use petgraph::data::Element;
use petgraph::graph::UnGraph;
use petgraph::unionfind::UnionFind;

/// The edges of the tree; all other joints are cut.
pub struct Chosen {
    /// Declared joints that the tree keeps, in order of declaration.
    pub kept: Vec<JointId>,
    /// `(parent, body)`: free joints added to bodies that only links hold.
    pub added: Vec<(BodyId, BodyId)>,
    /// Joints opened, in order of declaration.
    pub cut: Vec<JointId>,
}

/// Chooses the tree, reports joints that cannot be where they were declared, and says why each cut was made.
pub fn spanning_tree(model: &Model, diagnostics: &mut Diagnostics, reasons: &mut Vec<String>) -> Chosen {
    let mut graph: UnGraph<(), (usize, JointId)> = UnGraph::new_undirected();
    let nodes: Vec<_> = model.bodies.iter().map(|_| graph.add_node(())).collect();
    for (id, joint) in joints(model) {
        if !is_link(&joint.kind) {
            let weight = if joint.drive.is_some() {
                0
            } else {
                joint.kind.freedoms()
            };
            // The id in the weight breaks ties by order of declaration.
            graph.add_edge(nodes[joint.first.index()], nodes[joint.second.index()], (weight, id));
        }
    }
    let mut kept: Vec<JointId> = min_spanning_tree(&graph)
        .filter_map(|element| match element {
            Element::Edge { weight: (_, id), .. } => Some(id),
            Element::Node { .. } => None,
        })
        .collect();
    kept.sort();
    let added = hold_islands(model, &kept);
    let cut: Vec<JointId> = joints(model)
        .map(|(id, _)| id)
        .filter(|id| !kept.contains(id))
        .collect();
    for &id in &cut {
        check_cut(model, id, diagnostics);
        reasons.push(reason(model, id));
    }
    for &(parent, body) in &added {
        let (body, parent) = (&model.body(body).name, &model.body(parent).name);
        reasons.push(format!(
            "`{body}` is held by links alone: its position is six coordinates relative to `{parent}`"
        ));
    }
    Chosen { kept, added, cut }
}

fn joints(model: &Model) -> impl Iterator<Item = (JointId, &crate::model::Joint)> {
    model
        .joints
        .iter()
        .enumerate()
        .map(|(index, joint)| (JointId::from(index), joint))
}

fn is_link(kind: &JointKind) -> bool {
    matches!(kind, JointKind::Distance { .. })
}

/// Bodies that hang on links alone get six coordinates relative to the body at the other end of their first link.
fn hold_islands(model: &Model, kept: &[JointId]) -> Vec<(BodyId, BodyId)> {
    let mut islands: UnionFind<usize> = UnionFind::new(model.bodies.len());
    for &id in kept {
        let joint = model.joint(id);
        islands.union(joint.first.index(), joint.second.index());
    }
    let mut added = Vec::new();
    loop {
        let ground = islands.find(BodyId::GROUND.index());
        let link = model.joints.iter().find(|j| {
            let ends = [j.first, j.second].map(|b| islands.find(b.index()) == ground);
            is_link(&j.kind) && ends[0] != ends[1]
        });
        let Some(link) = link else { return added };
        let inward = islands.find(link.first.index()) == ground;
        let (parent, body) = if inward {
            (link.first, link.second)
        } else {
            (link.second, link.first)
        };
        islands.union(parent.index(), body.index());
        added.push((parent, body));
    }
}

fn check_cut(model: &Model, id: JointId, diagnostics: &mut Diagnostics) {
    let joint = model.joint(id);
    let (first, second) = (&model.body(joint.first).name, &model.body(joint.second).name);
    if joint.drive.is_some() {
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
    } else if matches!(joint.kind, JointKind::Free { .. }) {
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

fn reason(model: &Model, id: JointId) -> String {
    let joint = model.joint(id);
    let freedoms = joint.kind.freedoms();
    match joint.kind {
        JointKind::Distance { .. } => format!("`{}` is cut: a massless link is one closure equation", joint.name),
        _ => format!(
            "`{}` is cut: of the joints of its loop none leaves more freedom than its {freedoms}, so that the loop costs \
             {} closure equations",
            joint.name,
            6 - freedoms
        ),
    }
}
