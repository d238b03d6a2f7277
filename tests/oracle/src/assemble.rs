//! Assembly: closes the joints of a guess, in position and in velocity.
//!
//! Both levels take the smallest change (radians and metres counted alike) that satisfies the rows:
//! `dx = -J' (J J' + mu)^-1 r`. The damping `mu` makes redundant rows harmless. The damping is proportional to the
//! square of the residual, which keeps convergence quadratic even if rows are redundant (Yamashita & Fukushima 2001,
//! "On the rate of convergence of the Levenberg-Marquardt method").

use crate::Oracle;
use crate::body::Motions;
use crate::constraint::{Row, alignment};
use crate::dynamics::jacobian_t;
use crate::loads::Loads;
use nalgebra::{DMatrix, DVector};
use std::fmt;
use wishbone_compiler::model::{Joint, Vec3};

/// Smallest damping: far above the rounding of `J J'`, far below the squared singular values of real linkages.
const LEAST_DAMPING: f64 = 1e-13;
/// Largest damping, for guesses far from closed.
const MOST_DAMPING: f64 = 1e-2;
/// Longest correction of one iteration [rad, m].
const LONGEST_STEP: f64 = 0.5;
/// Residual that may be rounding [m, rad]; below it, a joint counts as closed once the residual no longer falls.
const CLOSED: f64 = 1e-11;
/// Residual that needs no further correction [m, rad].
const EXACT: f64 = 1e-15;
/// Largest number of corrections of a guess.
const ITERATIONS: usize = 200;

/// Gap of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointResidual {
    /// Name of the joint.
    pub name: String,
    /// Largest residual of the joint's equations [m or rad]; at least one if the joint is closed with a reversed axis.
    pub position: f64,
    /// Largest rate of its equations [m/s or rad/s].
    pub velocity: f64,
}

/// No closed position was found near the guess.
#[derive(Clone, Debug, PartialEq)]
pub struct NotAssembled {
    /// The joint with the largest gap.
    pub worst: JointResidual,
}

impl fmt::Display for NotAssembled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "joint `{}` stays open by {:.3e}",
            self.worst.name, self.worst.position
        )
    }
}

impl std::error::Error for NotAssembled {}

impl Oracle {
    /// The gap of each joint, in the order of declaration.
    pub fn constraint_residuals(&self, motions: &Motions, loads: &Loads) -> Vec<JointResidual> {
        let residual_of = |(joint, rows): (&Joint, Vec<Row>)| {
            let largest = |value: &dyn Fn(&Row) -> f64| rows.iter().map(|row| value(row).abs()).fold(0.0, f64::max);
            let cosine = alignment(&self.model, joint, motions, loads);
            let wrong_way = if cosine > 0.0 { 0.0 } else { 1.0 - cosine };
            JointResidual {
                name: joint.name.clone(),
                position: largest(&|row| row.phi).max(wrong_way),
                velocity: largest(&|row| row.rate(motions)),
            }
        };
        self.model
            .joints
            .iter()
            .zip(self.rows(motions, loads))
            .map(residual_of)
            .collect()
    }

    /// Moves every body by the smallest change that closes all joints (driven joints at the positions of their drives),
    /// then changes velocities by the smallest change that keeps the joints closed. Wheel spins are not changed.
    pub fn assemble(&self, motions: &mut Motions, loads: &Loads) -> Result<(), NotAssembled> {
        self.assemble_position(motions, loads);
        self.assemble_velocity(motions, loads);
        let residuals = self.constraint_residuals(motions, loads);
        let worst = residuals.into_iter().max_by(|a, b| a.position.total_cmp(&b.position));
        match worst.filter(|worst| worst.position > CLOSED || worst.position.is_nan()) {
            Some(worst) => Err(NotAssembled { worst }),
            None => Ok(()),
        }
    }

    fn assemble_position(&self, motions: &mut Motions, loads: &Loads) {
        let mut previous = f64::INFINITY;
        for _ in 0..ITERATIONS {
            let rows = self.rows(motions, loads).concat();
            let open = DVector::from_iterator(rows.len(), rows.iter().map(|row| row.phi));
            let largest = open.amax();
            if rows.is_empty() || largest < EXACT || (largest < CLOSED && largest > 0.5 * previous) {
                break;
            }
            previous = largest;
            let damping = open.norm_squared().clamp(LEAST_DAMPING, MOST_DAMPING);
            let mut change = least_change(&jacobian_t(&rows, self.body_count()), &open, damping);
            change *= (LONGEST_STEP / change.amax()).min(1.0);
            for (body, motion) in motions.bodies.iter_mut().enumerate() {
                let (turn, shift) = halves(&change, body);
                motion.displace(turn, shift);
            }
        }
    }

    /// The equations are linear; the second correction removes the error from damping and rounding.
    fn assemble_velocity(&self, motions: &mut Motions, loads: &Loads) {
        let rows = self.rows(motions, loads).concat();
        if rows.is_empty() {
            return;
        }
        let jacobian_t = jacobian_t(&rows, self.body_count());
        for _ in 0..2 {
            let open = DVector::from_iterator(rows.len(), rows.iter().map(|row| row.rate(motions)));
            let change = least_change(&jacobian_t, &open, LEAST_DAMPING);
            for (body, motion) in motions.bodies.iter_mut().enumerate() {
                let (angular, linear) = halves(&change, body);
                motion.angular_velocity += angular;
                motion.velocity += linear;
            }
        }
    }
}

/// `-J' (J J' + mu)^-1 r`.
fn least_change(jacobian_t: &DMatrix<f64>, residual: &DVector<f64>, damping: f64) -> DVector<f64> {
    let normal = jacobian_t.tr_mul(jacobian_t);
    let mut damping = damping;
    loop {
        let damped = &normal + DMatrix::identity(normal.nrows(), normal.ncols()) * damping;
        if let Some(factor) = damped.cholesky() {
            return -(jacobian_t * factor.solve(residual));
        }
        damping *= 100.0;
    }
}

/// Angular and linear part of one body.
fn halves(change: &DVector<f64>, body: usize) -> (Vec3, Vec3) {
    (
        change.fixed_rows::<3>(6 * body).into(),
        change.fixed_rows::<3>(6 * body + 3).into(),
    )
}
