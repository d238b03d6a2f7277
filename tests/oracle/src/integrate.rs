//! Time histories by the classical Runge-Kutta method.
//!
//! The equations of motion are valid only with closed joints. They are extended to all motions by closing the joints
//! first: `f(y) = accelerations(assembled(y))`. This vector field is smooth, and its solutions stay closed. Therefore
//! the method keeps its fourth order, redundant joints stay redundant, and nothing drifts.

use crate::body::{Motion, Motions};
use crate::loads::Loads;
use crate::{NotAssembled, Oracle};
use nalgebra::Matrix3;
use wishbone_compiler::model::Vec3;

impl Oracle {
    /// Advances a consistent motion from time `t` [s] by `h` [s] under loads given as a function of time and motion.
    ///
    /// Drives are part of the loads: their position, velocity and acceleration must be consistent.
    pub fn step(
        &self,
        motions: &mut Motions,
        t: f64,
        h: f64,
        mut loads: impl FnMut(f64, &Motions) -> Loads,
    ) -> Result<(), NotAssembled> {
        let start = motions.clone();
        let k1 = self.rate(&start, t, &mut loads)?;
        let k2 = self.rate(&start.advanced(0.5 * h, &k1), t + 0.5 * h, &mut loads)?;
        let k3 = self.rate(&start.advanced(0.5 * h, &k2), t + 0.5 * h, &mut loads)?;
        let k4 = self.rate(&start.advanced(h, &k3), t + h, &mut loads)?;
        for (weight, rate) in [(1.0, &k1), (2.0, &k2), (2.0, &k3), (1.0, &k4)] {
            motions.add_scaled(weight * h / 6.0, rate);
        }
        motions.orthonormalise();
        let end_loads = loads(t + h, motions);
        self.assemble(motions, &end_loads)
    }

    /// The rate of change at the closed motion closest to `guess`.
    fn rate(
        &self,
        guess: &Motions,
        t: f64,
        loads: &mut impl FnMut(f64, &Motions) -> Loads,
    ) -> Result<Motions, NotAssembled> {
        let mut motions = guess.clone();
        self.assemble(&mut motions, &loads(t, guess))?;
        let accelerations = self.accelerations(&motions, &loads(t, &motions));
        let rate_of = |(motion, acceleration): (&Motion, &crate::BodyAcceleration)| Motion {
            rotation: motion.angular_velocity.cross_matrix() * motion.rotation,
            com: motion.velocity,
            angular_velocity: acceleration.angular,
            velocity: acceleration.linear,
        };
        Ok(Motions {
            bodies: motions.bodies.iter().zip(&accelerations.bodies).map(rate_of).collect(),
            spins: accelerations.spins,
            dampers: accelerations.dampers,
        })
    }
}

impl Motions {
    /// `self += factor * rate`; rotation matrices are treated as vectors of nine numbers.
    fn add_scaled(&mut self, factor: f64, rate: &Motions) {
        for (body, rate) in self.bodies.iter_mut().zip(&rate.bodies) {
            body.rotation += factor * rate.rotation;
            body.com += factor * rate.com;
            body.angular_velocity += factor * rate.angular_velocity;
            body.velocity += factor * rate.velocity;
        }
        for (spin, rate) in self.spins.iter_mut().zip(&rate.spins) {
            *spin += factor * rate;
        }
        for (damper, rate) in self.dampers.iter_mut().zip(&rate.dampers) {
            *damper += factor * rate;
        }
    }

    fn advanced(&self, h: f64, rate: &Motions) -> Motions {
        let mut next = self.clone();
        next.add_scaled(h, rate);
        next.orthonormalise();
        next
    }

    fn orthonormalise(&mut self) {
        for body in &mut self.bodies {
            body.rotation = nearest_rotation(body.rotation);
        }
    }
}

/// The rotation closest to a matrix near a rotation: Newton's iteration for the polar factor (Higham 1986), `R <- (R +
/// R^-T) / 2`. The inverse transpose of a 3x3 matrix is its cofactor matrix divided by its determinant.
fn nearest_rotation(matrix: Matrix3<f64>) -> Matrix3<f64> {
    let mut rotation = matrix;
    for _ in 0..6 {
        let [a, b, c]: [Vec3; 3] = [0, 1, 2].map(|column| rotation.column(column).into());
        let cofactors = Matrix3::from_columns(&[b.cross(&c), c.cross(&a), a.cross(&b)]);
        rotation = 0.5 * (rotation + cofactors / a.dot(&b.cross(&c)));
    }
    rotation
}
