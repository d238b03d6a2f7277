//! A few assembled poses near the design position, with the closure equations linearised there.

use super::linear::rank;
use super::linkage::{Linkage, Stance};
use crate::kinematics::{Mechanism, Position, displaced, jacobian, residuals as closure_residuals, rows};
use fastrand::Rng;
use nalgebra::{DMatrix, DVector};

/// Closure equations at one pose.
pub struct Sample {
    /// Poses of all bodies.
    pub position: Position<f64>,
    /// `(loop, row)` of each equation.
    pub rows: Vec<(usize, usize)>,
    /// Their rates with respect to the tree's speeds.
    pub jacobian: DMatrix<f64>,
    /// Their rates with respect to the velocities of the drives.
    pub driven: DMatrix<f64>,
}

/// Assembled poses with the rank of the closure equations.
pub struct Samples {
    /// The poses; at least one.
    pub all: Vec<Sample>,
    /// Number of independent equations at the pose where this number is largest.
    pub rank: usize,
}

/// Number of random poses.
const POSES: usize = 4;
/// Largest displacement of a joint from its design position that is tried first [rad or m]. It is halved until the
/// loops close.
const REACH: f64 = 0.1;
/// Number of moves in which a random pose is reached. In a single large move a short link might be reversed, and its
/// equations would have other signs than at all reachable poses.
const MOVES: usize = 5;
/// Loops count as closed if their residuals are below this value [m].
const CLOSED: f64 = 1e-11;

/// Displacement of joints from a singular design position, the smallest that can be detected [rad, or a part of the
/// length].
const NEAR: f64 = 1e-3;

/// Assembled random poses, and the design pose unless it is singular. If no random pose can be assembled, only the
/// design pose is returned. The result is reproducible, because the seed is fixed.
pub fn samples(mechanism: &Mechanism) -> Samples {
    let mut rng = Rng::with_seed(2005);
    let mut all: Vec<Sample> = (0..POSES).filter_map(|_| random_pose(mechanism, &mut rng)).collect();
    let drives = vec![0.0; mechanism.model.drives.len()];
    let design = Position::all(mechanism, mechanism.layout.design(), &drives);
    let (design, _) = linearise(mechanism, &design, &drives);
    // A choice that is good at random poses may be useless at the design pose, from which every motion begins.
    let (elsewhere, here) = (
        all.iter().map(|sample| rank(&sample.jacobian)).max(),
        rank(&design.jacobian),
    );
    if elsewhere.is_none_or(|elsewhere| here >= elsewhere) {
        all.push(design);
    }
    Samples {
        all,
        rank: elsewhere.unwrap_or(0).max(here),
    }
}

fn random_pose(mechanism: &Mechanism, rng: &mut Rng) -> Option<Sample> {
    (0..8).find_map(|halvings| {
        let reach = REACH * 0.5_f64.powi(halvings);
        let mut around = |_| reach * (2.0 * rng.f64() - 1.0);
        let drives: Vec<f64> = (0..mechanism.model.drives.len()).map(&mut around).collect();
        let delta: Vec<f64> = (0..mechanism.topology.speeds()).map(&mut around).collect();
        moved(mechanism, &drives, &delta)
    })
}

/// The assembled pose that is reached from the design position by displacements of the joints and the drives. The
/// displacements are applied in several moves, and the loops are closed after each of them.
fn moved(mechanism: &Mechanism, drives: &[f64], delta: &[f64]) -> Option<Sample> {
    let mut q = mechanism.layout.design().to_vec();
    let part: Vec<f64> = delta.iter().map(|delta| delta / MOVES as f64).collect();
    let mut sample = None;
    for done in 1..=MOVES {
        let drives: Vec<f64> = drives.iter().map(|at| at * done as f64 / MOVES as f64).collect();
        let position = Position::all(mechanism, &q, &drives);
        q = displaced(mechanism, &position, &q, &part);
        sample = Some(assemble(mechanism, &mut q, &drives)?);
    }
    sample
}

/// Assembles a pose by Newton's method with steps of least norm.
fn assemble(mechanism: &Mechanism, q: &mut Vec<f64>, drives: &[f64]) -> Option<Sample> {
    for _ in 0..25 {
        let position = Position::all(mechanism, q, drives);
        let (sample, residual) = linearise(mechanism, &position, drives);
        if residual.amax() < CLOSED {
            return Some(sample);
        }
        let step = sample.jacobian.svd(true, true).solve(&-residual, 1e-10).ok()?;
        *q = displaced(mechanism, &position, q, step.as_slice());
    }
    None
}

/// A position of the loops so near to the design position that all names of lines stay valid. It is not singular, even
/// if the design position is.
pub fn beside(linkage: &Linkage) -> Option<Stance> {
    let mut rng = Rng::with_seed(2005);
    let size = linkage.speeds.len();
    let mut around = || DVector::from_fn(size, |_, _| NEAR * linkage.length * (2.0 * rng.f64() - 1.0));
    (0..8).find_map(|_| {
        let mut stance = linkage.moved(&linkage.design(), &around());
        for _ in 0..25 {
            let (residual, jacobian) = linkage.equations(&stance);
            if residual.amax() < CLOSED {
                return Some(stance);
            }
            let step = jacobian.svd(true, true).solve(&-residual, 1e-10).ok()?;
            stance = linkage.moved(&stance, &step);
        }
        None
    })
}

fn linearise(mechanism: &Mechanism, position: &Position<f64>, drives: &[f64]) -> (Sample, DVector<f64>) {
    let topology = mechanism.topology;
    let (mut places, mut residuals) = (Vec::new(), Vec::new());
    let (mut entries, mut driven) = (Vec::new(), Vec::new());
    for (l, each) in topology.loops.iter().enumerate() {
        residuals.extend(closure_residuals(mechanism, position, drives, each));
        for (r, row) in rows(mechanism, position, each).iter().enumerate() {
            let mut line = vec![0.0; topology.speeds()];
            let mut drives = vec![0.0; mechanism.model.drives.len()];
            if let Some(drive) = mechanism.model.joint(each.cut).drive.filter(|_| r == 0) {
                drives[drive.index()] = -1.0;
            }
            for body in each.bodies() {
                let (joint, columns) = (topology.joint(body), jacobian(mechanism, position, each, row, body));
                match joint.drive {
                    Some(drive) => drives[drive.index()] = columns[0],
                    None => line[mechanism.layout.slot(body).v.clone()].copy_from_slice(&columns),
                }
            }
            places.push((l, r));
            entries.extend(line);
            driven.extend(drives);
        }
    }
    let jacobian = DMatrix::from_row_slice(places.len(), topology.speeds(), &entries);
    let driven = DMatrix::from_row_slice(places.len(), mechanism.model.drives.len(), &driven);
    // An empty vector has no largest entry; therefore one zero is returned if there are no equations.
    let residual = if residuals.is_empty() {
        DVector::zeros(1)
    } else {
        DVector::from_vec(residuals)
    };
    let sample = Sample {
        position: position.clone(),
        rows: places,
        jacobian,
        driven,
    };
    (sample, residual)
}
