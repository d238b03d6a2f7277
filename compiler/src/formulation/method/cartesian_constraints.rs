//! The constraints of a subsystem on the Cartesian motion of its bodies, with six speeds for each body. They consist of
//! the constraints of all joints of the subsystem, and of one more constraint for each independent speed.

use super::members::Members;
use crate::kinematics::{Mechanism, Position, Row, holding, subspace};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};
use nalgebra::DMatrix;

/// Kind of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// That the inboard joint of the body holds it.
    Held(BodyId),
    /// That the body moves at the speed of its drive.
    Driven(BodyId),
    /// An independent speed as a constraint: the speed at this position among the speeds of the body's inboard joint.
    Independent(BodyId, usize),
    /// That a loop stays closed: `(loop, row)`.
    Closed(usize, usize),
}

/// A linear equation in the twists of two bodies, seen from the base: it gives the value of `Σ wrench · twist`.
#[derive(Clone, Copy, Debug)]
pub struct Constraint<S> {
    /// Its meaning.
    pub says: Says,
    /// The two bodies; one of them may be the base or a body of another subsystem.
    pub ends: [(BodyId, Wrench<S>); 2],
}

impl<S: Scalar> Constraint<S> {
    /// A constraint on the motion of a body relative to its parent.
    fn inboard(mechanism: &Mechanism<S>, body: BodyId, says: Says, wrench: Wrench<S>) -> Self {
        let parent = mechanism.topology.branch(body).parent;
        Constraint {
            says,
            ends: [(parent, -wrench), (body, wrench)],
        }
    }

    /// Coefficients over the speeds of the subsystem's bodies.
    fn coefficients(&self, members: &Members<S>) -> Vec<S> {
        let mut line = vec![S::zero(); 6 * members.bodies.len()];
        for (body, wrench) in self.ends {
            if let Some(place) = members.bodies.iter().position(|&b| b == body) {
                line[6 * place..6 * place + 6].copy_from_slice(&wrench.components());
            }
        }
        line
    }

    /// Contribution of the bodies outside of the subsystem, whose motion is known.
    pub fn given_outside(&self, members: &Members<S>, motion: impl Fn(BodyId) -> Twist<S>) -> S {
        let outside = self.ends.iter().filter(|(body, _)| !members.contains(*body));
        outside.fold(S::zero(), |sum, &(body, wrench)| sum + wrench.power(motion(body)))
    }
}

/// Returns as many constraints as the subsystem's bodies have speeds. `rows`: the closure equations, by loop.
pub fn constraints<S: Scalar>(
    members: &Members<S>,
    gauges: &[Vec<Gauge>],
    position: &Position<S>,
    rows: &[Vec<Row<S>>],
) -> Vec<Constraint<S>> {
    let mechanism = members.mechanism;
    let independent = members.independent();
    let mut all = Vec::new();
    for (&body, gauges) in members.bodies.iter().zip(gauges) {
        let held = holding(mechanism, position, body).into_iter();
        all.extend(held.map(|wrench| Constraint::inboard(mechanism, body, Says::Held(body), wrench)));
        let measured = measuring(mechanism, position, body, gauges);
        if mechanism.topology.joint(body).drive.is_some() {
            let driven = measured.into_iter();
            all.extend(driven.map(|wrench| Constraint::inboard(mechanism, body, Says::Driven(body), wrench)));
            continue;
        }
        for (wrench, speed) in measured.into_iter().zip(mechanism.layout.slot(body).v.clone()) {
            if let Some(k) = independent.iter().position(|&s| s == speed) {
                all.push(Constraint::inboard(mechanism, body, Says::Independent(body, k), wrench));
            }
        }
    }
    all.extend(members.equations().map(|(l, r)| {
        let joint = mechanism.model.joint(mechanism.topology.loops[l].cut);
        let row = &rows[l][r];
        Constraint {
            says: Says::Closed(l, r),
            ends: [(joint.first, row.first), (joint.second, row.second)],
        }
    }));
    all
}

/// The matrix of the constraints, by rows.
pub fn matrix<S: Scalar>(members: &Members<S>, constraints: &[Constraint<S>]) -> Vec<Vec<S>> {
    constraints.iter().map(|c| c.coefficients(members)).collect()
}

/// The matrices of the constraints at the poses at which the mobility was examined.
pub fn matrices(members: &Members<f64>, gauges: &[Vec<Gauge>], poses: &[Position<f64>]) -> Vec<DMatrix<f64>> {
    let loops = members.mechanism.topology.loops.iter();
    let at = |position: &Position<f64>| {
        let each = loops
            .clone()
            .map(|l| crate::kinematics::rows(members.mechanism, position, l));
        let rows: Vec<Vec<Row<f64>>> = each.collect();
        let lines = matrix(members, &constraints(members, gauges, position, &rows));
        DMatrix::from_fn(lines.len(), lines.len(), |i, j| lines[i][j])
    };
    poses.iter().map(at).collect()
}

/// Coefficients `gⱼ` that give one speed of a joint from the relative twist `ρ = Σ Hⱼ vⱼ` of its bodies:
/// `v = Σ gⱼ wⱼ · ρ`.
///
/// `wⱼ` is a moment along the angular part of `Hⱼ`. Where `Hⱼ` is a pure translation, `wⱼ` is a force along it through
/// the joint. The angles between the columns of a joint do not change, so the matrix `wᵢ · Hⱼ` is equal in all
/// positions; the numbers `gⱼ` are a row of its inverse.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge(Vec<f64>);

/// Gauges of the speeds of each body's inboard joint, or of its drive, found at some pose.
pub fn gauges(members: &Members<f64>, pose: &Position<f64>) -> Vec<Vec<Gauge>> {
    let of = |&body: &BodyId| {
        // The columns of a joint are independent: the inverse exists.
        let columns = subspace(members.mechanism, pose, body);
        let along = directions(pose, body, &columns);
        let size = columns.len();
        let products = DMatrix::from_fn(size, size, |i, j| along[i].power(columns[j]));
        let inverse = products.try_inverse().unwrap_or(DMatrix::identity(size, size));
        let rows = (0..size).map(|i| Gauge((0..size).map(|j| round(inverse[(i, j)])).collect()));
        rows.collect()
    };
    members.bodies.iter().map(of).collect()
}

/// Returns one wrench for each speed of a body's inboard joint. Its power on the relative twist across the joint is
/// that speed.
pub fn measuring<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    body: BodyId,
    gauges: &[Gauge],
) -> Vec<Wrench<S>> {
    let along = directions(position, body, &subspace(mechanism, position, body));
    let measure = |Gauge(factors): &Gauge| {
        let terms = along.iter().zip(factors);
        terms.fold(Wrench::zero(), |sum, (&w, &g)| sum + w * S::from(g))
    };
    gauges.iter().map(measure).collect()
}

/// `wⱼ` for each column `Hⱼ`.
fn directions<S: Scalar>(position: &Position<S>, body: BodyId, columns: &[Twist<S>]) -> Vec<Wrench<S>> {
    let turns = |h: &Twist<S>| h.angular.0.iter().any(|x| x.constant() != Some(0.0));
    let along = columns.iter().map(|h| match turns(h) {
        true => Wrench::couple(h.angular),
        false => Wrench::at(position.pose(body).position, h.linear),
    });
    along.collect()
}

/// Replaces a number by the nearest integer if they differ only by rounding, so that products with the number fold.
fn round(x: f64) -> f64 {
    if (x - x.round()).abs() < 1e-14 { x.round() } else { x }
}
