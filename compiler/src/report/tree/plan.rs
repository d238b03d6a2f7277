//! Content of the drawing: layer and rows of each body, rows of the ends of cuts.

use crate::model::{BodyId, DriveId, JointId, Model};
use crate::pipeline::Compiled;
use crate::report::drawing::{Look, within};
use crate::report::table::plural;
use std::cmp::Reverse;
use std::ops::Range;

/// Content of the drawing.
pub(super) struct TreePlan {
    /// Name of the vehicle.
    pub(super) title: String,
    /// A line about the vehicle.
    pub(super) subtitle: String,
    /// Bars, parents before children, rows from above.
    pub(super) bars: Vec<Bar>,
    /// Cuts in order of declaration.
    pub(super) cuts: Vec<Cut>,
    /// Frames from above.
    pub(super) frames: Vec<Frame>,
}

/// A body.
pub(super) struct Bar {
    pub(super) body: BodyId,
    /// Position of the inboard body among the bars; `None` for the ground.
    pub(super) parent: Option<usize>,
    /// Name as shown.
    pub(super) label: String,
    /// Full name.
    pub(super) name: String,
    /// Number of joints from the ground.
    pub(super) layer: usize,
    /// Rows of everything that hangs from it, and of its ends of cuts.
    pub(super) rows: Range<usize>,
    /// Whether subsystems hang from it, directly or through other bodies.
    pub(super) inboard: bool,
    pub(super) is_base: bool,
    /// Inboard joint; `None` for the ground.
    pub(super) joint: Option<Joint>,
}

/// Symbol and names of a joint.
pub(super) struct Joint {
    pub(super) look: Look,
    /// Name as shown.
    pub(super) label: String,
    /// A second line: the drive.
    pub(super) note: Option<String>,
    /// Full name, shown as tooltip.
    pub(super) hint: String,
}

/// A cut joint.
pub(super) struct Cut {
    pub(super) joint: Joint,
    /// The outer end, which carries the name, then the inner one.
    pub(super) ends: [End; 2],
}

/// End of a cut on a body.
pub(super) struct End {
    /// Position among the bars.
    pub(super) bar: usize,
    pub(super) row: usize,
}

/// A subsystem.
pub(super) struct Frame {
    pub(super) title: String,
    /// Position of its colour.
    pub(super) tint: usize,
    pub(super) rows: Range<usize>,
}

/// Plans the drawing of a vehicle.
pub(super) fn of(compiled: &Compiled) -> TreePlan {
    let (topology, mobility) = (&compiled.topology, &compiled.mobility);
    let mut bars = bars(compiled);
    let cuts = cuts(compiled, &mut bars);
    let subsystems = topology.subsystems.iter().enumerate().skip(1);
    let mut frames: Vec<Frame> = subsystems
        .map(|(tint, subsystem)| {
            let rows = bars
                .iter()
                .filter(|bar| subsystem.bodies.contains(&bar.body))
                .map(|bar| &bar.rows);
            let (first, last) = (rows.clone().map(|r| r.start).min(), rows.map(|r| r.end).max());
            Frame {
                title: subsystem.name.clone(),
                tint,
                rows: first.unwrap_or(0)..last.unwrap_or(0),
            }
        })
        .collect();
    frames.sort_by_key(|frame| frame.rows.start);
    TreePlan {
        title: compiled.model.name.clone(),
        subtitle: format!(
            "spanning tree: {}, {}, {}",
            plural(topology.speeds(), "speed", "speeds"),
            plural(topology.loops.len(), "cut", "cuts"),
            plural(mobility.equations, "closure equation", "closure equations")
        ),
        bars,
        cuts,
        frames,
    }
}

/// Bodies depth-first, with the bodies of one subsystem together; rows are set later.
fn bars(compiled: &Compiled) -> Vec<Bar> {
    let (model, topology) = (&compiled.model, &compiled.topology);
    let mut bars: Vec<Bar> = Vec::new();
    let mut stack: Vec<(BodyId, Option<usize>)> = vec![(BodyId::GROUND, None)];
    while let Some((body, parent)) = stack.pop() {
        let branch = topology.branch(body);
        let group = &topology.subsystems[branch.subsystem].name;
        let name = &model.body(body).name;
        let inboard = topology.to_ground(topology.base).any(|b| b == body);
        let mut children = branch.children.clone();
        children.sort_by_key(|&child| topology.branch(child).subsystem);
        stack.extend(children.into_iter().rev().map(|child| (child, Some(bars.len()))));
        bars.push(Bar {
            body,
            parent,
            label: within(name, group).to_owned(),
            name: name.clone(),
            layer: parent.map_or(0, |p| bars[p].layer + 1),
            rows: 0..0,
            inboard,
            is_base: body == topology.base,
            joint: parent.map(|_| tree_joint(compiled, body, group)),
        });
    }
    bars
}

fn tree_joint(compiled: &Compiled, body: BodyId, group: &str) -> Joint {
    let (model, topology) = (&compiled.model, &compiled.topology);
    let joint = topology.joint(body);
    let name = match joint.declared {
        Some(id) => model.joint(id).name.clone(),
        None => format!("{} (free)", model.body(body).name),
    };
    let speeds = &compiled.layout.speeds[compiled.layout.slot(body).v.clone()];
    let speeds = match speeds.is_empty() {
        true => "no speed".to_owned(),
        false => speeds.join(", "),
    };
    Joint {
        look: Look::of(&joint.kind, false, joint.drive.is_some()),
        label: within(&name, group).to_owned(),
        note: input(model, joint.drive),
        hint: format!("{name}: {}, {speeds}", joint.kind.word()),
    }
}

/// Returns the cuts, and sets the rows of the bars.
fn cuts(compiled: &Compiled, bars: &mut [Bar]) -> Vec<Cut> {
    let model = &compiled.model;
    let place = |body: BodyId| {
        bars.iter()
            .position(|bar| bar.body == body)
            .expect("every body has a bar")
    };
    let joints: Vec<JointId> = compiled.topology.loops.iter().map(|l| l.cut).collect();
    let ends: Vec<[usize; 2]> = joints
        .iter()
        .map(|&id| [model.joint(id).first, model.joint(id).second].map(place))
        .collect();
    give_rows(bars, &ends);
    let mut free: Vec<usize> = bars.iter().map(|bar| bar.rows.end).collect();
    let mut rows = vec![[0; 2]; ends.len()];
    // Arcs are nested: among partners above, the nearest comes first; among partners below, the farthest.
    let mut order: Vec<(usize, usize)> = (0..ends.len()).flat_map(|cut| [(cut, 0), (cut, 1)]).collect();
    order.sort_by_key(|&(cut, end)| {
        let [own, other] = [end, 1 - end].map(|end| bars[ends[cut][end]].rows.end);
        let below = other > own;
        let tie = if below { cut } else { ends.len() - cut };
        (below, Reverse(other), tie)
    });
    for (cut, end) in order.into_iter().rev() {
        let row = &mut free[ends[cut][end]];
        *row -= 1;
        rows[cut][end] = *row;
    }
    let cut = |((&id, bar), row): ((&JointId, &[usize; 2]), &[usize; 2])| {
        let mut ends = [0, 1].map(|end| End {
            bar: bar[end],
            row: row[end],
        });
        ends.sort_by_key(|end| Reverse((bars[end.bar].layer, end.row)));
        let subsystem = compiled.topology.branch(bars[ends[0].bar].body).subsystem;
        Cut {
            joint: cut_joint(compiled, id, &compiled.topology.subsystems[subsystem].name),
            ends,
        }
    };
    joints.iter().zip(&ends).zip(&rows).map(cut).collect()
}

/// The input that drives a joint or link.
fn input(model: &Model, drive: Option<DriveId>) -> Option<String> {
    drive.map(|d| format!("input {}", model.drives[d.index()].input_name()))
}

fn cut_joint(compiled: &Compiled, id: JointId, group: &str) -> Joint {
    let model = &compiled.model;
    let joint = model.joint(id);
    let (first, second) = (&model.body(joint.first).name, &model.body(joint.second).name);
    Joint {
        look: Look::of(&joint.kind, true, joint.drive.is_some()),
        label: within(&joint.name, group).to_owned(),
        note: input(model, joint.drive),
        hint: format!("{}: cut {}, {first} to {second}", joint.name, joint.kind.word()),
    }
}

/// Gives a body the rows of all parts that hang from it, then one row for each end of a cut. It has at least one row in
/// total.
fn give_rows(bars: &mut [Bar], ends: &[[usize; 2]]) {
    let mut needed = vec![0; bars.len()];
    for &end in ends.iter().flatten() {
        needed[end] += 1;
    }
    for (place, bar) in bars.iter().enumerate().rev() {
        needed[place] = needed[place].max(1);
        if let Some(parent) = bar.parent {
            needed[parent] += needed[place];
        }
    }
    let mut next = vec![0; bars.len()];
    for place in 0..bars.len() {
        let start = bars[place].parent.map_or(0, |parent| {
            next[parent] += needed[place];
            next[parent] - needed[place]
        });
        bars[place].rows = start..start + needed[place];
        next[place] = start;
    }
}
