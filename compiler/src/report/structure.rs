//! A vehicle as plain data for other programs: parts, spanning tree, cuts, loops, chains, mobility, and the sparsity
//! pattern of the equations of motion.
//!
//! Bodies, joints and speeds are given by name, in the order of the declaration, or in the order of the tree if stated.

use crate::mobility::equations::{Equations, Unknown};
use crate::model::{BodyId, Model};
use crate::pipeline::Compiled;
use serde::Serialize;

/// A vehicle as plain data.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Structure {
    /// Name of the vehicle.
    pub name: String,
    /// Its joints and links.
    pub joints: Vec<Edge>,
    /// The spanning tree.
    pub tree: Tree,
    /// Loops, one for each joint that is cut.
    pub loops: Vec<Cycle>,
    /// Groups of loops that are solved together.
    pub groups: Vec<Together>,
    /// What can move.
    pub mobility: Counts,
    /// The equations of motion.
    pub pattern: Sparsity,
    /// Reasons for the choice of the tree, the cuts and the independent speeds: one sentence for each choice.
    pub reasons: Vec<String>,
}

/// A joint or link between two bodies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edge {
    /// `front_left.lower_pivot`
    pub name: String,
    /// `revolute`
    pub kind: &'static str,
    /// Body named first.
    pub first: String,
    /// Body named second.
    pub second: String,
    /// Whether it is cut, that is, not in the tree.
    pub is_cut: bool,
    /// Input that prescribes its motion; `None` for a joint that moves freely.
    pub drive: Option<String>,
    /// Relative freedoms that it leaves without its drive.
    pub freedoms: usize,
}

/// The spanning tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tree {
    /// Body from which subsystems hang.
    pub base: String,
    /// Moving bodies from the ground outward, parents before children.
    pub bodies: Vec<Node>,
    /// Bodies at which chains meet: bodies with several outboard bodies, or bodies at which the two paths of a loop
    /// meet.
    pub junctions: Vec<String>,
    /// Paths without a junction, each from its inboard body outward.
    pub chains: Vec<Vec<String>>,
    /// Parts of the tree that share no loop; the first part contains the base.
    pub subsystems: Vec<Part>,
}

/// A body in the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Its inboard body.
    pub parent: String,
    /// The body's inboard joint; `None` for a free joint that was added to a body held by links alone.
    pub joint: Option<String>,
    /// Kind of this joint.
    pub kind: &'static str,
    /// Coordinates of this joint in the state.
    pub coordinates: Vec<String>,
    /// Speeds of this joint.
    pub speeds: Vec<String>,
}

/// A part of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its bodies.
    pub bodies: Vec<String>,
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cycle {
    /// The joint that is cut.
    pub cut: String,
    /// Closure equations of the cut.
    pub equations: usize,
    /// Body at which both paths meet.
    pub junction: String,
    /// Bodies from the first body of the cut inward to the junction; the junction is left out.
    pub first_path: Vec<String>,
    /// Bodies from the second body of the cut inward to the junction; the junction is left out.
    pub second_path: Vec<String>,
}

/// Loops that are solved together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Together {
    /// Cuts of its loops.
    pub cuts: Vec<String>,
    /// Body at which it is closed.
    pub closed_at: String,
    /// Independent closure equations.
    pub rank: usize,
    /// Closure equations that follow from others.
    pub redundant: usize,
    /// Speeds that follow from the others, in order of elimination.
    pub dependent: Vec<String>,
    /// The other speeds of its joints.
    pub independent: Vec<String>,
}

/// What can move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counts {
    /// Coordinates of the tree.
    pub coordinates: usize,
    /// Speeds of the tree.
    pub speeds: usize,
    /// Spins of wheels.
    pub spins: usize,
    /// Closure equations.
    pub equations: usize,
    /// Independent ones among them.
    pub rank: usize,
    /// Freedoms: speeds and spins less the rank.
    pub freedoms: usize,
    /// Gruebler's count: speeds and spins less the equations.
    pub gruebler: isize,
    /// Freedoms in words.
    pub motions: Vec<Motion>,
}

/// Freedoms that move the same bodies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Motion {
    /// How many.
    pub count: usize,
    /// The bodies that move; the first leads.
    pub bodies: Vec<String>,
    /// In words.
    pub words: String,
    /// Why it is hardly intended; `None` if it may be.
    pub doubt: Option<String>,
}

/// Entries of the equations of motion that may be nonzero, in order of elimination.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sparsity {
    /// The unknowns: rows and columns.
    pub unknowns: Vec<Row>,
    /// Row and column of each entry of the lower triangle, counted from zero.
    pub entries: Vec<[usize; 2]>,
    /// Row and column of each entry that elimination adds.
    pub fill: Vec<[usize; 2]>,
    /// Entries of the lower triangle of the mass matrix.
    pub mass_entries: usize,
}

/// An unknown of the equations of motion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name of the speed; for a multiplier, the name of its cut.
    pub name: String,
    /// `speed`, or `multiplier` of a closure equation.
    pub kind: &'static str,
    /// Number of the closure equation among the equations of its cut; `None` for a speed.
    pub equation: Option<usize>,
    /// Its subsystem.
    pub subsystem: String,
}

/// A compiled vehicle as plain data.
pub fn of(compiled: &Compiled) -> Structure {
    let speeds = compiled.mobility.reasons.iter().map(|reason| &reason.sentence);
    let reasons = compiled
        .topology
        .reasons
        .iter()
        .chain(speeds)
        .chain(&compiled.plan.reasons);
    Structure {
        name: compiled.model.name.clone(),
        joints: joints(compiled),
        tree: tree(compiled),
        loops: loops(compiled),
        groups: groups(compiled),
        mobility: counts(compiled),
        pattern: sparsity(compiled),
        reasons: reasons.cloned().collect(),
    }
}

fn names<'b>(model: &Model, bodies: impl IntoIterator<Item = &'b BodyId>) -> Vec<String> {
    bodies.into_iter().map(|body| model.body(*body).name.clone()).collect()
}

fn joints(compiled: &Compiled) -> Vec<Edge> {
    let (model, topology) = (&compiled.model, &compiled.topology);
    let each = model.joints.iter().enumerate().map(|(place, joint)| Edge {
        name: joint.name.clone(),
        kind: joint.kind.word(),
        first: model.body(joint.first).name.clone(),
        second: model.body(joint.second).name.clone(),
        is_cut: topology.loops.iter().any(|own| own.cut.index() == place),
        drive: joint
            .drive
            .map(|drive| model.inputs[model.drives[drive.index()].input].clone()),
        freedoms: joint.kind.freedoms(),
    });
    each.collect()
}

fn tree(compiled: &Compiled) -> Tree {
    let (model, topology, layout) = (&compiled.model, &compiled.topology, &compiled.layout);
    let node = |body: &BodyId| {
        let (branch, joint, slot) = (topology.branch(*body), topology.joint(*body), layout.slot(*body));
        Node {
            name: model.body(*body).name.clone(),
            parent: model.body(branch.parent).name.clone(),
            joint: joint.declared.map(|joint| model.joint(joint).name.clone()),
            kind: joint.kind.word(),
            coordinates: layout.coordinates[slot.q.clone()].to_vec(),
            speeds: layout.speeds[slot.v.clone()].to_vec(),
        }
    };
    let meets = |body: &BodyId| {
        topology.branch(*body).children.len() > 1 || topology.loops.iter().any(|own| own.junction == *body)
    };
    let all: Vec<BodyId> = std::iter::once(BodyId::GROUND)
        .chain(topology.order.iter().copied())
        .collect();
    Tree {
        base: model.body(topology.base).name.clone(),
        bodies: topology.order.iter().map(node).collect(),
        junctions: names(model, all.iter().filter(|body| meets(body))),
        chains: topology
            .chains
            .iter()
            .map(|chain| names(model, &chain.bodies))
            .collect(),
        subsystems: topology
            .subsystems
            .iter()
            .map(|own| Part {
                name: own.name.clone(),
                bodies: names(model, &own.bodies),
            })
            .collect(),
    }
}

fn loops(compiled: &Compiled) -> Vec<Cycle> {
    let model = &compiled.model;
    let each = compiled.topology.loops.iter().map(|own| Cycle {
        cut: model.joint(own.cut).name.clone(),
        equations: model.joint(own.cut).kind.equations(),
        junction: model.body(own.junction).name.clone(),
        first_path: names(model, &own.first_path),
        second_path: names(model, &own.second_path),
    });
    each.collect()
}

fn groups(compiled: &Compiled) -> Vec<Together> {
    let (model, layout) = (&compiled.model, &compiled.layout);
    let cut = |place: &usize| model.joint(compiled.topology.loops[*place].cut).name.clone();
    let each = compiled.mobility.closures.iter().map(|closure| Together {
        cuts: closure.group.loops.iter().map(cut).collect(),
        closed_at: model.body(closure.group.closed_at).name.clone(),
        rank: closure.rank,
        redundant: closure.redundant.len(),
        dependent: closure
            .pivots
            .iter()
            .map(|(_, speed)| layout.speeds[*speed].clone())
            .collect(),
        independent: closure
            .independent
            .iter()
            .map(|(speed, _)| layout.speeds[*speed].clone())
            .collect(),
    });
    each.collect()
}

fn counts(compiled: &Compiled) -> Counts {
    let (model, topology, mobility) = (&compiled.model, &compiled.topology, &compiled.mobility);
    let motions = mobility.motions.iter().map(|own| Motion {
        count: own.count,
        bodies: names(model, &own.bodies),
        words: own.words.clone(),
        doubt: own.doubt.as_ref().map(|doubt| doubt.reason.clone()),
    });
    Counts {
        coordinates: topology.coordinates(),
        speeds: topology.speeds(),
        spins: compiled.layout.own_spins(model).count(),
        equations: mobility.equations,
        rank: mobility.rank,
        freedoms: mobility.freedoms,
        gruebler: mobility.gruebler,
        motions: motions.collect(),
    }
}

fn sparsity(compiled: &Compiled) -> Sparsity {
    let Compiled {
        model,
        topology,
        layout,
        mobility,
        ..
    } = compiled;
    let equations = Equations::new(model, topology, layout, mobility);
    let row = |(unknown, subsystem): (&Unknown, &usize)| {
        let (name, kind, equation) = match unknown {
            Unknown::Speed(speed) => (layout.speeds[*speed].clone(), "speed", None),
            Unknown::Multiplier(own, row) => (
                model.joint(topology.loops[*own].cut).name.clone(),
                "multiplier",
                Some(*row),
            ),
        };
        Row {
            name,
            kind,
            equation,
            subsystem: topology.subsystems[*subsystem].name.clone(),
        }
    };
    let factorised = equations.pattern.factorised();
    let size = equations.pattern.size();
    let lower = || (0..size).flat_map(|row| (0..=row).map(move |column| [row, column]));
    Sparsity {
        unknowns: equations.unknowns.iter().zip(&equations.subsystems).map(row).collect(),
        entries: lower()
            .filter(|[row, column]| equations.pattern.has(*row, *column))
            .collect(),
        fill: lower()
            .filter(|[row, column]| factorised.has(*row, *column) && !equations.pattern.has(*row, *column))
            .collect(),
        mass_entries: equations.mass_entries(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    /// Every moving body is in the tree, its parent before it. Every joint is either in the tree or cut, and only once.
    #[test]
    fn the_tree_spans_all_bodies_and_every_joint_has_its_place() {
        for compiled in samples::all() {
            let own = of(&compiled);
            let mut known = vec!["ground".to_owned()];
            for body in &own.tree.bodies {
                assert!(known.contains(&body.parent), "{}", body.name);
                known.push(body.name.clone());
            }
            assert_eq!(known.len(), compiled.model.bodies.len());
            for joint in &own.joints {
                let in_tree = own
                    .tree
                    .bodies
                    .iter()
                    .filter(|body| body.joint.as_ref() == Some(&joint.name))
                    .count();
                let cuts = own.loops.iter().filter(|cycle| cycle.cut == joint.name).count();
                assert_eq!(
                    (in_tree, cuts),
                    (usize::from(!joint.is_cut), usize::from(joint.is_cut)),
                    "{}",
                    joint.name
                );
            }
            let speeds: usize = own.tree.bodies.iter().map(|body| body.speeds.len()).sum();
            assert_eq!(speeds, own.mobility.speeds);
            let equations: usize = own.loops.iter().map(|cycle| cycle.equations).sum();
            assert_eq!(equations, own.mobility.equations);
            let moving: usize = own.mobility.motions.iter().map(|motion| motion.count).sum();
            assert_eq!(moving, own.mobility.freedoms);
        }
    }

    /// The entries are the entries that the summary counts. The diagonal entry of every speed is among them.
    #[test]
    fn the_pattern_is_that_of_the_summary() {
        for compiled in samples::all() {
            let own = of(&compiled).pattern;
            let text = crate::report::pattern::text(&compiled);
            let number = |line: &str| -> usize {
                let line = text.lines().find(|other| other.contains(line)).expect("a line");
                let words = line.split_whitespace().filter_map(|word| word.parse().ok());
                words.rev().nth(1).expect("two numbers")
            };
            assert_eq!(own.entries.len(), number("equations of motion, lower triangle"));
            assert_eq!(own.fill.len(), number("filled in by elimination"));
            assert_eq!(own.mass_entries, number("mass matrix, lower triangle"));
            for (place, unknown) in own.unknowns.iter().enumerate() {
                assert!(
                    unknown.kind == "multiplier" || own.entries.contains(&[place, place]),
                    "{}",
                    unknown.name
                );
            }
        }
    }
}
