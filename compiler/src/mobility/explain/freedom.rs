//! Freedoms in words, and freedoms that were probably not intended.
//!
//! A joint of an open chain is a separate freedom. The freedoms of a group of loops are the null space of its closure
//! Jacobian at the design position. The basis has motions that move as few bodies as possible. Each motion is described
//! by the screw of the bodies that it moves.
//!
//! A freedom is *doubtful* if some bodies of a loop move as one body, and all other bodies stand still. The motion
//! deforms no force element, and is not about an axis of a joint of the moving bodies. One of these conditions holds,
//! too:
//! - The moving bodies carry a wheel (it lacks a tie rod).
//! - The centres of mass of these bodies stay at rest (a rod spins about its own axis, and nothing acts on it).
//! - The axis of the motion passes through two balls.

use super::acted_on;
use super::parts::{self, Part};
use super::words::{AXES, Words, enumerated, names, own_lines};
use crate::kinematics::Mechanism;
use crate::mobility::linear::{self, ZERO};
use crate::mobility::linkage::{Linkage, Stance};
use crate::mobility::screw::{Line, SAME, Screw, halves, slide};
use crate::model::{Axis, BodyId, Model, Moves, Point, SingleAxis, Vec3};
use nalgebra::{DMatrix, DVector, Vector6};

/// Freedoms that move the same bodies.
#[derive(Clone, Debug)]
pub struct Freedom {
    /// Number of these freedoms.
    pub count: usize,
    /// The bodies that move; the motion of the first body describes the motion.
    pub bodies: Vec<BodyId>,
    /// `` `arm` turns about the axis of `pivot` ``
    pub words: String,
    /// Why the freedom was probably not intended.
    pub doubt: Option<Doubt>,
}

/// Why a freedom was probably not intended, and what to do about it.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// A clause that follows the freedom's words.
    pub reason: String,
    /// Advice.
    pub remedy: String,
}

/// The centre of mass counts as on the line if its distance is at most this fraction of the group's length, because
/// drawn parts are not exactly balanced.
const BALANCED: f64 = 0.02;

/// Largest number of rotations and displacements that are listed; if there are more, only their number is given.
const MOST_CLAUSES: usize = 2;

/// Freedom of a joint that is in no loop; `None` for a joint without freedom.
pub fn of_joint(mechanism: &Mechanism, body: BodyId) -> Option<Freedom> {
    let model = mechanism.model;
    let joint = mechanism.topology.joint(body);
    let name = &model.body(body).name;
    let words = Words::around(model, &[body], 1.0);
    let declared = mechanism.topology.joint_name(model, body);
    let told = match joint.kind.moves() {
        Moves::Not => return None,
        Moves::Along => words.motion(&Screw::Free(**joint.kind.directions()[0]), &[body]),
        Moves::About => {
            let declared = joint.declared.map_or_else(Vec::new, |id| own_lines(model.joint(id)));
            let lines: Vec<String> = declared.into_iter().map(|(name, _)| name).collect();
            format!("turns about {}", enumerated(&lines))
        }
        Moves::Clause(clause) => clause.replace("{}", &format!("`{declared}`")),
    };
    (joint.speeds() > 0).then(|| Freedom {
        count: joint.speeds(),
        bodies: vec![body],
        words: format!("`{name}` {told}"),
        doubt: None,
    })
}

/// Spins of the wheels, on which nothing else depends.
pub fn of_wheels(mechanism: &Mechanism) -> Option<Freedom> {
    let wheels = mechanism.layout.own_spins(mechanism.model);
    let spinning: Vec<_> = wheels.map(|(wheel, _)| wheel).collect();
    let s = if spinning.len() == 1 { "s" } else { "" };
    (!spinning.is_empty()).then(|| Freedom {
        count: spinning.len(),
        bodies: spinning.iter().map(|wheel| wheel.carrier).collect(),
        words: format!("{} spin{s}", names(spinning.iter().map(|wheel| wheel.name.as_str()))),
        doubt: None,
    })
}

/// Freedoms of a group of loops. `motions` are the directions of the freedoms, by column of the linkage; directions in
/// `known` are left out. `independent` are the speeds from which the others follow.
pub fn of_loops(
    linkage: &Linkage,
    stance: &Stance,
    motions: &DMatrix<f64>,
    known: &DMatrix<f64>,
    independent: &[usize],
) -> Vec<Freedom> {
    let twists = linkage.twists(stance, motions);
    let blocks: Vec<DMatrix<f64>> = linkage.bodies.iter().map(|b| twists[b.index()].clone()).collect();
    let all = DMatrix::identity(motions.ncols(), motions.ncols());
    let parts = parts::sparse(&blocks, parts::without(&all, &motions.tr_mul(known)));
    parts
        .iter()
        .map(|part| told(linkage, &twists, part, independent))
        .collect()
}

/// One part of the freedoms; `twists` are by body and motion.
fn told(linkage: &Linkage, twists: &[DMatrix<f64>], part: &Part, independent: &[usize]) -> Freedom {
    let twists: Vec<DMatrix<f64>> = twists.iter().map(|twist| twist * &part.space).collect();
    let bodies: Vec<BodyId> = part.support.iter().map(|&b| linkage.bodies[b]).collect();
    let of = |b: BodyId| &twists[b.index()];
    let as_one = bodies.iter().all(|&b| (of(b) - of(bodies[0])).amax() < ZERO);
    if as_one {
        return alone(linkage, &twists, bodies);
    }
    let count = part.space.ncols();
    let model = linkage.mechanism.model;
    let leader = leader(linkage, &bodies, independent);
    let others: Vec<BodyId> = bodies.iter().copied().filter(|&b| b != leader).collect();
    let text = if count == 1 {
        let words = Words::around(model, &[leader], linkage.length);
        format!(
            "`{}` {}; {} follow{}",
            model.body(leader).name,
            in_words(&words, of(leader), &[leader]),
            body_names(model, &others),
            if others.len() == 1 { "s" } else { "" }
        )
    } else {
        format!("{} move in {count} ways together", body_names(model, &bodies))
    };
    Freedom {
        count,
        bodies: std::iter::once(leader).chain(others).collect(),
        words: text,
        doubt: None,
    }
}

/// The body after which a freedom is named: preferably a body whose joint has an independent speed, and is a pivot or
/// slider rather than a ball. Otherwise the first body.
fn leader(linkage: &Linkage, bodies: &[BodyId], independent: &[usize]) -> BodyId {
    let mechanism = linkage.mechanism;
    let leads = |b: &BodyId| {
        mechanism
            .layout
            .slot(*b)
            .v
            .clone()
            .any(|speed| independent.contains(&speed))
    };
    let rank = |b: &&BodyId| (!leads(b), mechanism.topology.joint(**b).speeds() != 1);
    *bodies.iter().min_by_key(rank).expect("a freedom moves something")
}

fn body_names(model: &Model, bodies: &[BodyId]) -> String {
    names(bodies.iter().map(|&b| model.body(b).name.as_str()))
}

/// The freedom of bodies that move as one body while all other bodies of the loops stand still.
fn alone(linkage: &Linkage, twists: &[DMatrix<f64>], bodies: Vec<BodyId>) -> Freedom {
    let model = linkage.mechanism.model;
    let words = Words::around(model, &bodies, linkage.length);
    let twist = &twists[bodies[0].index()];
    let told = in_words(&words, twist, &bodies);
    let name = body_names(model, &bodies);
    Freedom {
        count: twist.ncols(),
        words: format!("{name} {told}"),
        doubt: doubt(linkage, &words, twists, &bodies),
        bodies,
    }
}

fn doubt(linkage: &Linkage, words: &Words, twists: &[DMatrix<f64>], bodies: &[BodyId]) -> Option<Doubt> {
    let (model, length) = (linkage.mechanism.model, linkage.length);
    let unsprung = linear::null_space(&acted_on::rates(model, twists, length));
    let twist = &twists[bodies[0].index()] * &unsprung;
    let free = linear::outside(&twist, &declared(words, &twist));
    if free.ncols() == 0 {
        return None;
    }
    let screw = Screw::of_twist(&Vector6::from_column_slice(free.column(0).as_slice()), length);
    let name = body_names(model, bodies);
    let (is, its) = if bodies.len() == 1 {
        ("is", "its")
    } else {
        ("are", "their")
    };
    let wheel = model
        .wheels
        .iter()
        .find(|wheel| twists[wheel.carrier.index()].amax() > ZERO);
    let spins = matches!(&screw, Screw::Line(line) if words.balls(line, bodies));
    let still = bodies.iter().all(|&b| com_speed(model, b, &free, length) < BALANCED);
    let meant = "or write `idle: accept` at one of its joints, or state with `freedoms: N` how many freedoms are meant";
    if let Some(wheel) = wheel {
        return Some(Doubt {
            reason: format!("nothing else moves, and only the tyre of `{}` acts on it", wheel.name),
            remedy: format!("hold {name} by a tie rod, `link tie_rod: distance(.., ..) {{ .. }}`, {meant}"),
        });
    }
    if still {
        return Some(Doubt {
            reason: "nothing else moves, and nothing acts on it".to_owned(),
            remedy: format!(
                "harmless, but costs time: a `link` between the same points needs no coordinates, if the mass of {name} \
                 {is} shared out; {meant}"
            ),
        });
    }
    spins.then(|| Doubt {
        reason: format!("nothing else moves, and only {its} weight acts on it"),
        remedy: format!("put a `revolute` in place of the two balls if that is meant; hold {name} otherwise; {meant}"),
    })
}

/// Rotations and displacements among these twists that belong to a declared joint of the bodies.
fn declared(words: &Words, twists: &DMatrix<f64>) -> DMatrix<f64> {
    let own = words.joints.iter().flat_map(|joint| match joint.kind.single_axis() {
        Some(single) => vec![unit_motion(&single, words.length)],
        None if joint.kind.is_link() => Vec::new(),
        None => {
            let turns = own_lines(joint).into_iter().map(|(_, line)| line.twist(words.length));
            turns.chain(joint.kind.sliding_directions().iter().map(slide)).collect()
        }
    });
    let space = linear::outside(twists, &DMatrix::zeros(6, 0));
    let within: Vec<DVector<f64>> = own.filter(|twist| is_in(&space, twist)).map(dynamic).collect();
    linear::columns(6, &within)
}

/// Twist for a unit of a joint's coordinate; the coordinate is an angle unless the joint only slides.
fn unit_motion(single: &SingleAxis<Point, Axis>, length: f64) -> Vector6<f64> {
    if single.slides() {
        return slide(single.axis);
    }
    let line = Line {
        point: **single.at,
        direction: **single.axis,
    };
    line.twist(length) + slide(single.axis) * (single.travel / length)
}

/// Velocity of a point of a body, for one of the body's motions.
fn velocity(twists: &DMatrix<f64>, motion: usize, point: &Vec3, length: f64) -> Vec3 {
    let [angular, linear] = halves(&Vector6::from_column_slice(twists.column(motion).as_slice()));
    linear + angular.cross(point) / length
}

/// The largest speed of the centre of mass for any of these motions of unit size.
fn com_speed(model: &Model, body: BodyId, twists: &DMatrix<f64>, length: f64) -> f64 {
    let com = *model.body(body).com;
    (0..twists.ncols())
        .map(|k| velocity(twists, k, &com, length).norm())
        .fold(0.0, f64::max)
}

/// All motions of a body, or of bodies that move as one body, in words: `turns about the axis of …`.
fn in_words(words: &Words, twists: &DMatrix<f64>, bodies: &[BodyId]) -> String {
    let space = linear::outside(twists, &DMatrix::zeros(6, 0));
    let s = if bodies.len() == 1 { "s" } else { "" };
    let mut known = DMatrix::zeros(6, 0);
    let mut clauses = Vec::new();
    if let Some((ball, turns)) = swivel(words, &space) {
        clauses.push(format!("turn{s} about {ball} in all directions"));
        known = turns;
    }
    let mut vectors: Vec<Vector6<f64>> = Vec::new();
    let lines = words.lines(bodies).into_iter().map(|line| line.twist(words.length));
    for twist in lines.chain(AXES.map(|(_, axis)| slide(&axis))) {
        let column = linear::columns(6, &[dynamic(twist)]);
        if is_in(&space, &twist) && linear::outside(&column, &known).ncols() > 0 {
            known = linear::beside(&known, &column);
            vectors.push(twist);
        }
    }
    let rest = linear::outside(&space, &known);
    vectors.extend(
        rest.column_iter()
            .map(|c| Vector6::from_column_slice(c.clone_owned().as_slice())),
    );
    clauses.extend(
        vectors
            .iter()
            .map(|twist| words.motion(&Screw::of_twist(twist, words.length), bodies)),
    );
    if clauses.len() > MOST_CLAUSES {
        return format!("move{s} in {} ways", space.ncols());
    }
    enumerated(&clauses)
}

/// A ball about which all rotations are among these twists, with these rotations.
fn swivel(words: &Words, space: &DMatrix<f64>) -> Option<(String, DMatrix<f64>)> {
    words.centres().into_iter().find_map(|(name, point)| {
        let turns = AXES.map(|(_, direction)| Line { point, direction }.twist(words.length));
        let all = turns.iter().all(|turn| is_in(space, turn));
        all.then(|| (name, linear::columns(6, &turns.map(dynamic))))
    })
}

/// Whether the twist lies in the space of these orthonormal columns.
fn is_in(space: &DMatrix<f64>, twist: &Vector6<f64>) -> bool {
    let twist = dynamic(*twist);
    (&twist - space * (space.transpose() * &twist)).norm() <= SAME * twist.norm()
}

fn dynamic(vector: Vector6<f64>) -> DVector<f64> {
    DVector::from_column_slice(vector.as_slice())
}
