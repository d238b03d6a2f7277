//! Reasons for the choice of the tree: one sentence for the tree as a whole, and one sentence for each choice.

use super::chosen::Chosen;
use super::frames::Why;
use super::graph::{is_link, joints};
use super::{Loop, Topology};
use crate::model::{BodyId, Joint, JointId, Model, Role};

/// All sentences, without full stops. `owners`: the bodies with their own frames; `counted`: the joints that are cut
/// because a search found this choice to be cheaper.
pub fn of(
    model: &Model,
    topology: &Topology,
    chosen: &Chosen,
    owners: &[(BodyId, Why)],
    counted: &[JointId],
) -> Vec<String> {
    let kept = joints(model).filter(|(_, joint)| is_declared(joint, Role::Kept));
    let mut reasons = vec![whole(model, topology)];
    reasons.extend(topology.loops.iter().map(|l| cut(model, topology, l, counted)));
    reasons.extend(kept.map(|(id, _)| keep(model, topology, id)));
    reasons.extend(chosen.added.iter().map(|&added| island(model, added)));
    reasons.push(base(model, topology));
    reasons.extend(owners.iter().map(|&owner| frame(model, topology, owner)));
    reasons
}

fn is_declared(joint: &Joint, role: Role) -> bool {
    joint.tree.is_some_and(|tree| tree.choice == role)
}

/// Size of the tree, and length of its longest chain.
fn whole(model: &Model, topology: &Topology) -> String {
    let chain = topology.longest_chain();
    let path: Vec<String> = chain.iter().map(|&b| quoted(model, b)).collect();
    let sizes = [
        plural(topology.coordinates(), "coordinate"),
        plural(topology.speeds(), "speed"),
        plural(topology.equations(model), "closure equation"),
    ];
    let joints = plural(chain.len(), "joint");
    let [coordinates, speeds, equations] = sizes;
    let told = match path.as_slice() {
        [] => String::new(),
        [only] => format!(": {only}"),
        [first, .., last] => format!(", from {first} to {last}"),
    };
    format!("the tree has {coordinates} and {speeds}, its cuts {equations}; its longest chain has {joints}{told}")
}

/// Cost of the cut, and of the next best cut of this loop.
fn cut(model: &Model, topology: &Topology, l: &Loop, counted: &[JointId]) -> String {
    let joint = model.joint(l.cut);
    let name = &joint.name;
    let asked = match is_declared(joint, Role::Cut) {
        true => " as declared",
        false if counted.contains(&l.cut) => " as counted to be cheapest",
        false => "",
    };
    let opened = format!("`{name}` is cut{asked}, in the loop {}", round(model, l));
    let cost = plural(joint.kind.equations(), "closure equation");
    if is_link(joint) {
        return format!("{opened}: {cost}, as for every link");
    }
    let Some(id) = next_best(model, topology, l) else {
        return format!("{opened}: {cost}; no other joint of the loop can be cut");
    };
    let other = model.joint(id);
    let (equations, other_name) = (other.kind.equations(), &other.name);
    if equations == joint.kind.equations() && model.counts_turns_of(id) && !model.counts_turns_of(l.cut) {
        format!("{opened}: {cost}; cutting `{other_name}`, whose turns count, would leave as many")
    } else if equations == joint.kind.equations() && asked.is_empty() {
        format!("{opened}: {cost}; cutting `{other_name}`, declared before it, would leave as many")
    } else if equations == joint.kind.equations() {
        format!("{opened}: {cost}; cutting `{other_name}` instead would leave as many")
    } else {
        format!("{opened}: {cost}; cutting `{other_name}` instead would leave {equations}")
    }
}

/// The tree joint of a loop whose cut would leave the fewest closure equations instead.
fn next_best(model: &Model, topology: &Topology, l: &Loop) -> Option<JointId> {
    let may_be_cut = |id: &JointId| {
        let joint = model.joint(*id);
        joint.drive.is_none() && !is_declared(joint, Role::Kept) && !joint.kind.is_free()
    };
    let tree_joints = l.bodies().filter_map(|b| topology.joint(b).declared);
    tree_joints
        .filter(may_be_cut)
        .min_by_key(|&id| model.joint(id).kind.equations())
}

/// The joint at which the loop of a kept joint is cut instead, and its cost.
fn keep(model: &Model, topology: &Topology, id: JointId) -> String {
    let joint = model.joint(id);
    let opened = topology
        .loops
        .iter()
        .filter(|l| l.bodies().any(|b| topology.joint(b).declared == Some(id)))
        .map(|l| model.joint(l.cut))
        .filter(|cut| !is_link(cut))
        .max_by_key(|cut| cut.kind.equations());
    match opened {
        None => format!(
            "`{}` is kept as declared: it is in no loop of which it could be the cut",
            joint.name
        ),
        Some(cut) => format!(
            "`{}` is kept as declared: its loop is opened at `{}`, which leaves {}; its own cut would leave {}",
            joint.name,
            cut.name,
            plural(cut.kind.equations(), "closure equation"),
            joint.kind.equations()
        ),
    }
}

fn island(model: &Model, (parent, body): (BodyId, BodyId)) -> String {
    let (body, parent) = (quoted(model, body), quoted(model, parent));
    format!("{body} is held by cuts alone: its position is six freedoms relative to {parent}")
}

fn base(model: &Model, topology: &Topology) -> String {
    let name = quoted(model, topology.base);
    let carried = topology.branch(topology.base).children.len();
    let meets = topology.loops.iter().any(|l| l.junction == topology.base);
    let because = match model.base {
        Some(_) => "it is declared",
        None if carried > 1 => "seen from the ground, the tree first branches there",
        None if meets => "a loop closes there, and the tree does not branch before",
        None => "it is the first body of a tree without branches",
    };
    format!("the base is {name}: {because}")
}

fn frame(model: &Model, topology: &Topology, (body, why): (BodyId, Why)) -> String {
    let parent = quoted(model, topology.branch(body).parent);
    let because = match why {
        Why::Base => "it is declared to be the base".to_owned(),
        Why::Free => format!("its position relative to {parent} is free"),
        Why::Junction(children) => format!("{} from it", hang(children)),
        Why::CarriesFree(child) => format!("the position of {} relative to it is free", quoted(model, child)),
    };
    format!("{} is a frame of its own: {because}", quoted(model, body))
}

fn hang(bodies: usize) -> String {
    match bodies {
        1 => "one body hangs".to_owned(),
        _ => format!("{bodies} bodies hang"),
    }
}

/// Largest number of bodies of a loop that are listed.
const TOLD: usize = 6;

/// The bodies of a loop in order.
fn round(model: &Model, l: &Loop) -> String {
    let names: Vec<String> = l.round().map(|b| quoted(model, b)).collect();
    match names.as_slice() {
        [first, .., last] if names.len() > TOLD => format!("of {} bodies between {first} and {last}", names.len()),
        _ => names.join(" - "),
    }
}

fn quoted(model: &Model, body: BodyId) -> String {
    format!("`{}`", model.body(body).name)
}

fn plural(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
