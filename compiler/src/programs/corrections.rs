//! Corrections of groups of loops that need iteration: dependent coordinates and speeds follow from the independent
//! coordinates and speeds. If no choice of independent coordinates is valid throughout, all coordinates and speeds of
//! the group are corrected, by the least displacement that closes its loops ([`Least`]).
//!
//! Coordinates are corrected by Newton's method. Speeds follow exactly, since their equations are linear. Loops that
//! close without iteration need no correction: their dependent coordinates and speeds are not in the state
//! ([`super::state`]).

use super::joints::{Joints, all_rows, of_group, placed, rates_of};
use super::ports::Kind;
use super::tracer::{Analysis, Tracer};
use crate::formulation::dependence::Dependence;
use crate::formulation::least::Least;
use crate::formulation::{Progress, Quantity, Stage};
use crate::ir::Traced;
use crate::kinematics::{Mechanism, Position, displaced, normalised, residuals};
use crate::mobility::{Closure, Correction, Mobility};
use crate::scalar::Scalar;

/// Whether some loops need iteration.
pub fn iterates(mobility: &Mobility) -> bool {
    !mobility.closures.iter().all(Closure::is_explicit)
}

/// The groups that are computed and need iteration.
fn iterated<'m>(mobility: &'m Mobility, t: &Tracer) -> impl Iterator<Item = &'m Closure> {
    t.ports.computed(mobility).filter(|closure| !closure.is_explicit())
}

/// Keeps the numbers of loops in these groups, and clears the numbers of all other loops.
fn of_iterated<'g>(mobility: &Mobility, t: &Tracer, mut numbers: Vec<Vec<Traced<'g>>>) -> Vec<Vec<Traced<'g>>> {
    let own: Vec<usize> = iterated(mobility, t)
        .flat_map(|closure| closure.group.loops.clone())
        .collect();
    for (l, numbers) in numbers.iter_mut().enumerate() {
        if !own.contains(&l) {
            numbers.clear();
        }
    }
    numbers
}

/// Returns the displacements `δ` by speed with `J δ = -residual`, for each group that needs iteration. Also delivers
/// the margins. The partition into dependent and independent speeds was chosen near the design position; where one of
/// its pivots vanishes, the displacement is useless.
fn step<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    mobility: &Mobility,
    t: &Tracer<'g>,
    position: &Position<Traced<'g>>,
    residuals: &[Vec<Traced<'g>>],
) -> Vec<Traced<'g>> {
    let mut step = vec![Traced::zero(); mechanism.layout.speeds.len()];
    let all_rows = all_rows(mechanism, t, position);
    for closure in iterated(mobility, t) {
        of_group(mechanism, t, closure, Quantity::Dependence);
        let right = |l: usize, r: usize| -residuals[l][r];
        let dependence = Dependence::new(mechanism, closure, position, &all_rows);
        of_group(mechanism, t, closure, Quantity::DependentSpeeds);
        let dependent = dependence.solve(right).collect();
        let solution: Vec<(usize, Traced)> = match closure.correction {
            Correction::Dependent => {
                for (speed, margin) in dependence.margins(mobility, t) {
                    t.margin(speed, margin);
                }
                dependent
            }
            Correction::Least { length } => {
                let least = Least::damped(mechanism, (closure, length), position, &all_rows);
                either(
                    least_size(dependence.margins(mobility, t).into_iter().map(|(_, margin)| margin)),
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

/// Margins above this value belong to a good choice of independent speeds.
const GOOD: f64 = 0.3;

/// Chooses the displacement of the dependent speeds alone if their margin is good, so that the independent coordinates
/// keep the values that were set. Otherwise chooses the displacement of all speeds.
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

/// The smallest absolute value of some numbers.
fn least_size<'g>(numbers: impl Iterator<Item = Traced<'g>>) -> Traced<'g> {
    let sizes = numbers.map(|x| x.select(-x, x));
    let lesser = |a: Traced<'g>, b: Traced<'g>| (a - b).select(a, b);
    sizes.reduce(lesser).unwrap_or(Traced::one())
}

/// No angle of a group is changed by more than this limit in one correction [rad].
const ANGLE: f64 = 0.2;
/// No slide of a group is changed by more than this limit in one correction [m].
const SLIDE: f64 = 0.1;

/// Newton's displacements. If a displacement of a group would be large, the whole displacement is scaled down,
/// because from far away the tangent may lead to another branch of the mechanism. Groups with gears are not scaled:
/// they have no branches, and may have to follow whole turns.
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

/// The largest absolute value of some numbers.
fn greatest_size<'g>(numbers: impl Iterator<Item = Traced<'g>>) -> Traced<'g> {
    let sizes = numbers.map(|x| x.select(-x, x));
    let greater = |a: Traced<'g>, b: Traced<'g>| (a - b).select(b, a);
    sizes.reduce(greater).unwrap_or(Traced::zero())
}

/// One correction of the dependent coordinates of groups that need iteration, and of the norm of Euler parameters. An
/// integrator leaves their norm slightly off one, and the equations are valid at unit norm. Unchanged coordinates are
/// not delivered.
pub fn position_correction<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    let mobility = analysis.mobility;
    t.begin(Stage::Closure, 0);
    let before = t.coordinates(mechanism);
    t.compute(&mechanism.model.name, Quantity::Normalised);
    let (q, position) = placed(mechanism, analysis, t, normalised(mechanism, &before));
    let drives = t.drives(mechanism, 0);
    let residuals = t.of_loops(mechanism, |l| {
        t.compute(&mechanism.model.joint(l.cut).name, Quantity::Residual);
        residuals(mechanism, &position, &drives, l)
    });
    let residuals = of_iterated(mobility, t, residuals);
    let step = step(mechanism, mobility, t, &position, &residuals);
    t.compute(&mechanism.model.name, Quantity::Corrected);
    let step = bounded(mechanism, iterated(mobility, t), step);
    for (i, q) in displaced(mechanism, &position, &q, &step).into_iter().enumerate() {
        if q != before[i] {
            t.output(Kind::Coordinate.at(i), q);
        }
    }
    t.residuals(mechanism, residuals, Kind::Residual);
}

/// The dependent speeds of groups that need iteration, at coordinates that close the loops.
pub fn velocity_correction<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    let mobility = analysis.mobility;
    t.begin(Stage::Closure, 0);
    let Joints { v, position, .. } = Joints::new(mechanism, analysis, t);
    let rates = of_iterated(mobility, t, rates_of(mechanism, t, &position, &v));
    let step = step(mechanism, mobility, t, &position, &rates);
    t.compute(&mechanism.model.name, Quantity::Corrected);
    for (i, (v, step)) in v.into_iter().zip(step).enumerate() {
        if step.constant() != Some(0.0) {
            t.output(Kind::Speed.at(i), v + step);
        }
    }
    t.residuals(mechanism, rates, Kind::Residual);
}
