//! Corrections that keep loops closed: dependent coordinates and speeds from the independent ones; where no
//! choice of those lasts, all of a group, by the least that closes it ([`Least`]).
//!
//! Coordinates are placed by steps where loops close without iteration, and corrected by Newton's method elsewhere.
//! Speeds follow exactly, for their equations are linear. Where no loop needs iteration both are found at once, from the
//! same poses ([`closing`]).

use super::dependence::Dependence;
use super::least::Least;
use super::ports::Kind;
use super::tracer::{Analysis, Tracer};
use super::{Progress, Stage};
use crate::ir::Traced;
use crate::kinematics::{
    Mechanism, Position, Velocity, closing as steps, displaced, less_drive, normalised, residuals, rows,
};
use crate::mobility::{Closure, Correction, Mobility};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::Twist;
use crate::topology::Loop;
use std::collections::BTreeMap;

/// Whether no loop needs iteration.
pub fn closes_at_once(mobility: &Mobility) -> bool {
    mobility.closures.iter().all(|closure| !closure.steps.is_empty())
}

/// A state with the loops closed that steps close.
struct Placed<'g> {
    /// Coordinates.
    q: Vec<Traced<'g>>,
    /// Poses.
    position: Position<Traced<'g>>,
    /// By loop: what its equations are off.
    residuals: Vec<Vec<Traced<'g>>>,
}

/// Places everything; delivers the margins of the steps.
fn placed<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    mobility: &Mobility,
    t: &Tracer<'g>,
    q: &[Traced<'g>],
) -> Placed<'g> {
    // An integrator leaves Euler parameters a little off unit norm; the equations hold at unit norm.
    let mut q = normalised(mechanism, q);
    let drives = t.drives(mechanism, 0);
    let mut position = Position::new(mechanism);
    let own: Vec<_> = t.ports.computed(mobility).flat_map(|closure| &closure.steps).collect();
    let order = &mechanism.order;
    let found = steps::place(mechanism, &mut position, order, &own, |body| {
        match mechanism.topology.joint(body).drive {
            Some(drive) => vec![drives[drive.index()]],
            None => q[mechanism.layout.slot(body).q.clone()].to_vec(),
        }
    });
    for (body, placed) in &found {
        let slot = mechanism.layout.slot(*body).q.clone();
        let closed = steps::coordinates(mechanism, *body, &placed.found, &q[slot.clone()]);
        q[slot].copy_from_slice(&closed);
        t.margin(mechanism.layout.slot(*body).v.start, placed.margin);
    }
    let residuals = t.of_loops(mechanism, |l| residuals(mechanism, &position, &drives, l));
    Placed { q, position, residuals }
}

/// The displacements `δ` by speed for which `J δ = -residual`, for each closure `taken`. Also delivers the margins: the
/// partition into dependent and independent speeds was chosen near the design position, and where one of its pivots
/// vanishes the step is worth nothing.
fn step<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    mobility: &Mobility,
    t: &Tracer<'g>,
    position: &Position<Traced<'g>>,
    taken: impl Fn(&Closure) -> bool,
    residuals: &[Vec<Traced<'g>>],
) -> Vec<Traced<'g>> {
    let mut step = vec![Traced::zero(); mechanism.layout.speeds.len()];
    let all_rows = t.of_loops(mechanism, |l| rows(mechanism, position, l));
    for closure in t.ports.computed(mobility).filter(|c| taken(c)) {
        let right = |l: usize, r: usize| -residuals[l][r];
        let dependence = Dependence::new(mechanism, closure, position, &all_rows);
        let dependent = dependence.solve(right).collect();
        let solution: Vec<(usize, Traced)> = match closure.correction {
            Correction::Dependent => {
                for (speed, margin) in margins(mobility, t, &dependence) {
                    t.margin(speed, margin);
                }
                dependent
            }
            Correction::Least { length } => {
                let least = Least::damped(mechanism, (closure, length), position, &all_rows);
                either(
                    least_size(margins(mobility, t, &dependence).into_iter().map(|(_, margin)| margin)),
                    &dependent,
                    least.displacement(right),
                )
            }
        };
        for (speed, value) in solution {
            step[speed] = value;
        }
    }
    step
}

/// The dependent speeds, each with its pivot by the size that this has near the design position; in the lanes of several
/// members, by that of each.
fn margins<'g>(
    mobility: &Mobility,
    t: &Tracer<'g>,
    dependence: &Dependence<'_, Traced<'g>>,
) -> Vec<(usize, Traced<'g>)> {
    let sized = |c: &Closure| {
        let speeds = c.pivots.iter().map(|&(_, speed)| speed);
        speeds.zip(c.pivot_sizes.clone()).collect::<Vec<(usize, f64)>>()
    };
    let sizes: BTreeMap<usize, f64> = mobility.closures.iter().flat_map(sized).collect();
    let margin = |(speed, pivot): (usize, Traced<'g>)| (speed, pivot * t.by_lane(speed, |speed| 1.0 / sizes[&speed]));
    dependence.pivots().map(margin).collect()
}

/// Margins above this are those of a good choice of independent speeds.
const GOOD: f64 = 0.3;

/// The displacement of the dependent speeds where their margin is good, so that the independent ones stay as they were
/// set; else that of all.
fn either<'g>(
    margin: Traced<'g>,
    dependent: &[(usize, Traced<'g>)],
    least: Vec<(usize, Traced<'g>)>,
) -> Vec<(usize, Traced<'g>)> {
    let is_good = Traced::from(GOOD) - margin;
    let stays = |speed: usize| {
        dependent
            .iter()
            .find(|(s, _)| *s == speed)
            .map_or(Traced::zero(), |(_, x)| *x)
    };
    let choose = |(speed, x): (usize, Traced<'g>)| (speed, is_good.select(stays(speed), x));
    least.into_iter().map(choose).collect()
}

/// The least of some numbers, their signs left aside.
fn least_size<'g>(numbers: impl Iterator<Item = Traced<'g>>) -> Traced<'g> {
    let sizes = numbers.map(|x| x.select(-x, x));
    let lesser = |a: Traced<'g>, b: Traced<'g>| (a - b).select(a, b);
    sizes.reduce(lesser).unwrap_or(Traced::one())
}

/// No angle of a group is moved by more than this at once [rad].
const ANGLE: f64 = 0.2;
/// No slide of a group is moved by more than this at once [m].
const SLIDE: f64 = 0.1;

/// Newton's displacements, those of a group that moves far scaled down together: from far away its tangent may lead to
/// another branch of the mechanism. Gears have no branches, and whole turns to follow.
fn bounded<'g, 'm>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    closures: impl Iterator<Item = &'m Closure>,
    mut step: Vec<Traced<'g>>,
) -> Vec<Traced<'g>> {
    let cut = |l: usize| &mechanism.model.joint(mechanism.topology.loops[l].cut).kind;
    let meshes = |closure: &&Closure| closure.group.loops.iter().any(|&l| cut(l).gear().is_some());
    for closure in closures.filter(|closure| !meshes(closure)) {
        let joints = closure.group.joints.iter();
        let slots = joints.flat_map(|&b| {
            mechanism
                .layout
                .slot(b)
                .v
                .clone()
                .enumerate()
                .map(move |(k, s)| (b, k, s))
        });
        let own: Vec<(usize, Traced)> = slots
            .map(|(body, k, speed)| {
                let slides = mechanism.topology.joint(body).kind.slides(k);
                (
                    speed,
                    step[speed] * Traced::from(1.0 / if slides { SLIDE } else { ANGLE }),
                )
            })
            .filter(|(_, part)| part.constant() != Some(0.0))
            .collect();
        if own.is_empty() {
            continue;
        }
        let farthest = greatest_size(own.iter().map(|(_, part)| *part));
        let is_within = farthest - Traced::one();
        let factor = is_within.select(Traced::one(), Traced::one() / farthest);
        for (speed, _) in own {
            step[speed] = step[speed] * factor;
        }
    }
    step
}

/// The greatest of some numbers, their signs left aside.
fn greatest_size<'g>(numbers: impl Iterator<Item = Traced<'g>>) -> Traced<'g> {
    let sizes = numbers.map(|x| x.select(-x, x));
    let greater = |a: Traced<'g>, b: Traced<'g>| (a - b).select(b, a);
    sizes.reduce(greater).unwrap_or(Traced::zero())
}

/// By loop: how fast its equations leave zero. Seen from the loop's frame where all of it is given in that, whose own
/// motion opens no loop.
fn rates<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    t: &Tracer<'g>,
    position: &Position<Traced<'g>>,
    v: &[Traced<'g>],
) -> Vec<Vec<Traced<'g>>> {
    let drives = t.drives(mechanism, 1);
    let velocity = Velocity::all(mechanism, position, v, &drives);
    t.of_loops(mechanism, |l: &Loop| {
        let joint = mechanism.model.joint(l.cut);
        let is_within = |b: BodyId| b == l.frame || mechanism.topology.branch(b).frame == l.frame;
        let ends = [joint.first, joint.second];
        let [first, second] = if ends.into_iter().all(is_within) {
            ends.map(|b| if b == l.frame { Twist::zero() } else { velocity.inner(b) })
        } else {
            ends.map(|b| velocity.twist_in(mechanism, position, b, l.frame))
        };
        let rates = rows(mechanism, position, l)
            .iter()
            .map(|r| r.first.power(first) + r.second.power(second))
            .collect::<Vec<Traced>>();
        less_drive(mechanism, l, &drives, rates)
    })
}

/// One correction of the dependent coordinates.
pub fn position_correction<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    let mobility = analysis.mobility;
    t.begin(Stage::Closure, 0);
    let Placed { q, position, residuals } = placed(mechanism, mobility, t, &t.coordinates(mechanism));
    let iterated = |closure: &Closure| closure.steps.is_empty();
    let step = step(mechanism, mobility, t, &position, iterated, &residuals);
    let step = bounded(mechanism, t.ports.computed(mobility).filter(|c| iterated(c)), step);
    for (i, q) in displaced(mechanism, &position, &q, &step).into_iter().enumerate() {
        t.output(Kind::Coordinate.at(i), q);
    }
    t.residuals(mechanism, residuals, Kind::Residual);
}

/// The dependent speeds, at coordinates that close the loops.
pub fn velocity_correction<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    let mobility = analysis.mobility;
    t.begin(Stage::Closure, 0);
    let (q, v) = (t.coordinates(mechanism), t.speeds(mechanism));
    let position = Position::all(mechanism, &q, &t.drives(mechanism, 0));
    let rates = rates(mechanism, t, &position, &v);
    let step = step(mechanism, mobility, t, &position, |_| true, &rates);
    for (i, (v, step)) in v.into_iter().zip(step).enumerate() {
        t.output(Kind::Speed.at(i), v + step);
    }
    t.residuals(mechanism, rates, Kind::Residual);
}

/// Both at once, for a vehicle that [closes at once](closes_at_once). What does not change is not delivered.
pub fn closing<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    let mobility = analysis.mobility;
    t.begin(Stage::Closure, 0);
    let (before, v) = (t.coordinates(mechanism), t.speeds(mechanism));
    let Placed { q, position, residuals } = placed(mechanism, mobility, t, &before);
    let rates = rates(mechanism, t, &position, &v);
    let step = step(mechanism, mobility, t, &position, |_| true, &rates);
    for (i, (q, before)) in q.into_iter().zip(before).enumerate() {
        if q != before {
            t.output(Kind::Coordinate.at(i), q);
        }
    }
    for (i, (v, step)) in v.into_iter().zip(step).enumerate() {
        if step.constant() != Some(0.0) {
            t.output(Kind::Speed.at(i), v + step);
        }
    }
    t.residuals(mechanism, residuals, Kind::Residual);
    t.residuals(mechanism, rates, Kind::ResidualRate);
}
