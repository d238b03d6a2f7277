//! Closure equations that follow from other equations: which joints fix a common motion, and which motion it is.
//!
//! Multipliers `λ` with `λᵀ J = 0` are loads of the cut joints that are in balance without an external load. The loop
//! is then self-stressed, and every joint of it carries a wrench. The motion on which this wrench does work is fixed
//! twice. If the load is a moment about an axis, the motion is a rotation; if the load is a force along a line, the
//! motion is a displacement. In a single loop one wrench passes through all joints, so all joints fix one motion.
//! Several loops may be stressed only together. Then the joints carry different wrenches, and together they fix a
//! motion. This motion becomes free if two of the links are removed.

use super::freedom;
use super::parts::{self, Part};
use super::remedy;
use super::words::{Words, enumerated, names};
use crate::mobility::linear::{self, ZERO};
use crate::mobility::linkage::{Linkage, Member, Stance};
use crate::mobility::screw::{Screw, halves, joined};
use crate::model::{JointId, Model, Vec3};
use nalgebra::{DMatrix, Vector6};

/// Equations of some joints that follow from the equations of others.
#[derive(Clone, Debug)]
pub struct Redundancy {
    /// Number of these equations.
    pub count: usize,
    /// The joints that fix a common motion, in order of declaration.
    pub joints: Vec<JointId>,
    /// `` `a` and `b` both fix … ``
    pub words: String,
    /// Remedy; `None` if no change of one or two joints helps.
    pub remedy: Option<String>,
}

/// All redundancies of a group, of whose equations `rank` are independent.
pub fn find(linkage: &Linkage, stance: &Stance, rank: usize) -> Vec<Redundancy> {
    let stresses = linkage.self_stresses(stance, rank);
    if stresses.ncols() == 0 {
        return Vec::new();
    }
    let case = Case {
        linkage,
        stance,
        members: linkage.members(stance),
        jacobian: linkage.equations(stance).1,
        stresses,
    };
    case.parts().iter().map(|part| case.told(part)).collect()
}

/// Whether it is accepted that joints fix a motion twice: in the whole vehicle, or at one of these joints.
pub fn is_accepted(model: &Model, joints: &[JointId]) -> bool {
    model.accept_redundant || joints.iter().any(|&joint| model.joint(joint).accepts.redundant)
}

struct Case<'a> {
    linkage: &'a Linkage<'a>,
    stance: &'a Stance,
    members: Vec<Member>,
    jacobian: DMatrix<f64>,
    /// Multipliers that are in balance (columns).
    stresses: DMatrix<f64>,
}

impl Case<'_> {
    /// Stresses of each loop alone come first, because they can always be named. Those that only several loops have
    /// together follow.
    fn parts(&self) -> Vec<Part> {
        let blocks: Vec<DMatrix<f64>> = self.members.iter().map(|m| &m.load * &self.stresses).collect();
        let count = self.stresses.ncols();
        let mut open = DMatrix::identity(count, count);
        let mut parts = Vec::new();
        let mut first = 0;
        for (_, l) in &self.linkage.loops {
            let count = self.linkage.mechanism.model.joint(l.cut).kind.equations();
            let own = linear::null_space(&self.jacobian.rows(first, count).transpose());
            let own = self.stresses.rows(first, count).transpose() * own;
            first += count;
            let space = parts::beyond(&own, &open);
            if space.ncols() > 0 {
                open = parts::without(&open, &space);
                parts.push(Part::new(&blocks, space));
            }
        }
        parts.extend(parts::sparse(&blocks, open));
        parts
    }

    fn told(&self, part: &Part) -> Redundancy {
        let model = self.linkage.mechanism.model;
        // A bolted joint takes part in every stress of its loop, and is never the joint to change.
        let bolted = |m: &Member| !m.cut && model.joint(m.joint).kind.is_fixed();
        let members: Vec<&Member> = part.support.iter().map(|&m| &self.members[m]).collect();
        let members: Vec<&Member> = members.into_iter().filter(|m| !bolted(m)).collect();
        let wrenches: Vec<DMatrix<f64>> = members.iter().map(|m| &m.load * &self.stresses * &part.space).collect();
        let mut joints: Vec<JointId> = members.iter().map(|m| m.joint).collect();
        let words = Words::new(model, joints.iter().copied(), self.linkage.length);
        let same = |w: &DMatrix<f64>| (w - &wrenches[0]).amax() < ZERO || (w + &wrenches[0]).amax() < ZERO;
        let text = if wrenches.iter().all(same) {
            format!(
                "{} {} fix {}",
                self.names(&joints),
                if joints.len() == 2 { "both" } else { "all" },
                fixed(&words, &wrenches[0])
            )
        } else if let Some((pair, motion)) = self.motion_of_two_links(&joints) {
            joints = pair;
            format!("{} both fix one motion: {motion}", self.names(&joints))
        } else {
            let last = members.iter().rposition(|m| m.cut).unwrap_or(members.len() - 1);
            let joint = model.joint(members[last].joint);
            let others = joints.iter().copied().filter(|&other| other != members[last].joint);
            format!(
                "`{}` fixes {} between `{}` and `{}`, which {} fix already",
                joint.name,
                fixed(&words, &wrenches[last]),
                model.body(joint.first).name,
                model.body(joint.second).name,
                self.names(&others.collect::<Vec<_>>())
            )
        };
        // A user who accepts the redundancy needs no remedy.
        let remedy = (!is_accepted(model, &joints))
            .then(|| self.remedy(&joints, part))
            .flatten();
        Redundancy {
            count: part.space.ncols(),
            remedy,
            joints,
            words: text,
        }
    }

    fn names(&self, joints: &[JointId]) -> String {
        let model = self.linkage.mechanism.model;
        names(joints.iter().map(|&joint| model.joint(joint).name.as_str()))
    }

    /// The pair of links whose removal lets the fewest bodies move, and this motion in words.
    fn motion_of_two_links(&self, joints: &[JointId]) -> Option<(Vec<JointId>, String)> {
        let model = self.linkage.mechanism.model;
        let is_link = |joint: &&JointId| model.joint(**joint).kind.is_link();
        let links: Vec<JointId> = joints.iter().filter(is_link).copied().collect();
        let known = linear::null_space(&self.jacobian);
        let mut best: Option<(usize, Vec<JointId>, String)> = None;
        for (position, &a) in links.iter().enumerate() {
            for &b in &links[position + 1..] {
                let freed = linear::null_space(&self.without(&[a, b]));
                let freedoms = freedom::of_loops(self.linkage, self.stance, &freed, &known, &[]);
                let [freedom] = &freedoms[..] else { continue };
                if best.as_ref().is_none_or(|(least, ..)| freedom.bodies.len() < *least) {
                    best = Some((freedom.bodies.len(), vec![a, b], freedom.words.clone()));
                }
            }
        }
        best.map(|(_, links, words)| (links, words))
    }

    fn remedy(&self, joints: &[JointId], part: &Part) -> Option<String> {
        let multipliers = &self.stresses * &part.space;
        let places = self.linkage.places();
        let concerned = |l: usize| (0..places.len()).any(|r| places[r].0 == l && multipliers.row(r).amax() > ZERO);
        let rows: Vec<usize> = (0..places.len()).filter(|&r| concerned(places[r].0)).collect();
        let loads = |joint: JointId| {
            let member = self.members.iter().find(|member| member.joint == joint);
            member.expect("a joint of the loops").load.select_columns(&rows)
        };
        remedy::find(
            self.linkage,
            &self.jacobian.select_rows(&rows),
            &loads,
            joints,
            part.space.ncols(),
        )
    }

    /// The Jacobian without the equations of these cut joints.
    fn without(&self, joints: &[JointId]) -> DMatrix<f64> {
        let topology = self.linkage.mechanism.topology;
        let kept: Vec<usize> = self
            .linkage
            .places()
            .iter()
            .enumerate()
            .filter(|(_, (l, _))| !joints.contains(&topology.loops[*l].cut))
            .map(|(row, _)| row)
            .collect();
        self.jacobian.select_rows(&kept)
    }
}

/// Directions fixed by a joint that carries these wrenches `[n / L; f]`, in words:
/// `rotation about …, and displacement along …`.
fn fixed(words: &Words, wrenches: &DMatrix<f64>) -> String {
    let space = linear::outside(wrenches, &DMatrix::zeros(6, 0));
    let couples = linear::null_space(&space.rows(3, 3).into_owned());
    let forces = linear::outside(&DMatrix::identity(space.ncols(), space.ncols()), &couples);
    let three = |matrix: DMatrix<f64>| -> Vec<Vec3> {
        let orthonormal = linear::outside(&matrix, &DMatrix::zeros(3, 0));
        orthonormal
            .column_iter()
            .map(|c| Vec3::from_column_slice(c.clone_owned().as_slice()))
            .collect()
    };
    let axes = three(space.rows(0, 3) * &couples);
    let directions = three(space.rows(3, 3) * &forces);
    let mut clauses = Vec::new();
    if !axes.is_empty() {
        clauses.push(format!("rotation about {}", words.directions(&axes)));
    }
    match directions[..] {
        [] => {}
        [_] => clauses.push(displacement(words, &(&space * &forces), &axes)),
        [_, _, _] => clauses.push("displacement in all directions".to_owned()),
        _ => clauses.push(format!("displacement along {}", words.directions(&directions))),
    }
    enumerated(&clauses)
}

/// Direction fixed by one force, if moments about `axes` are fixed, too. If these moments can shift the line of the
/// force, only its direction counts.
fn displacement(words: &Words, wrench: &DMatrix<f64>, axes: &[Vec3]) -> String {
    let wrench = Vector6::from_column_slice(wrench.as_slice());
    let [moment, force] = halves(&wrench);
    let rest = axes.iter().fold(moment, |rest, axis| rest - axis * axis.dot(&rest));
    let reduced = joined(&rest, &force);
    match Screw::of_wrench(&reduced, words.length) {
        Screw::Line(line) if axes.len() < 2 => format!("displacement along {}", words.line(&line, &[])),
        Screw::Line(line) => format!("displacement along {}", words.direction(&line.direction)),
        Screw::Free(direction) => format!("rotation about {}", words.direction(&direction)),
        Screw::Both(line, _) => format!(
            "displacement along {} together with rotation about it",
            words.line(&line, &[])
        ),
    }
}
