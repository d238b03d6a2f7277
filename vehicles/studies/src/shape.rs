//! Shapes of modes: the motion of the bodies of a vehicle in a mode.
//!
//! The speeds `v` of a mode give the twists of all bodies, with a size and a phase for each component. The share of a body is its
//! part of the kinetic energy over a period, `m |v|² + ωᴴ I ω`, without the spins of the wheels.

use crate::linear::Linear;
use crate::modes::Mode;
use nalgebra::{Complex, DMatrix, DVector, Matrix3};

/// Mass and inertia of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia {
    /// Mass including its wheels [kg].
    pub mass: f64,
    /// Tensor about the centre of mass, in vehicle axes at the design position [kg m²].
    pub tensor: Matrix3<f64>,
}

/// Directions of [`BodyShape::motion`].
pub const DIRECTIONS: [&str; 6] = ["x", "y", "z", "roll", "pitch", "yaw"];

/// Motion of one body in a mode.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyShape {
    /// Part of the kinetic energy.
    pub share: f64,
    /// Displacement of the centre of mass along X, Y and Z [m], and turns about these axes [rad], in world axes.
    pub motion: [Complex<f64>; 6],
}

impl BodyShape {
    /// The direction of the largest motion; turns are multiplied by a lever [m].
    pub fn main(&self, lever: f64) -> usize {
        let size = |k: &usize| self.motion[*k].norm() * if *k < 3 { 1.0 } else { lever };
        (0..6).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0)
    }
}

/// The motion of every body. It is scaled so that the largest displacement of a centre of mass [m] or turn [rad] is one and has the
/// phase zero. `twists` are the twists of all bodies by the free speeds.
pub fn of(mode: &Mode, linear: &Linear, twists: &DMatrix<f64>, inertias: &[Inertia]) -> Vec<BodyShape> {
    let [z, v] = linear.counts;
    // A displacement is the speed divided by the eigenvalue, except in a neutral motion.
    let by = match mode.is_rigid() {
        true => Complex::new(1.0, 0.0),
        false => mode.eigenvalue.inv(),
    };
    let speeds = DVector::from_iterator(v, mode.vector[z..z + v].iter().map(|speed| speed * by));
    let moved = twists.map(Complex::from) * speeds;
    let Some(largest) = moved.iter().copied().max_by(|a, b| a.norm().total_cmp(&b.norm())) else {
        return Vec::new();
    };
    let unit = if largest.norm() > 0.0 {
        largest.inv()
    } else {
        Complex::new(0.0, 0.0)
    };
    let mut shapes: Vec<BodyShape> = inertias
        .iter()
        .enumerate()
        .map(|(body, inertia)| {
            let motion = [0, 1, 2, 3, 4, 5].map(|k| moved[6 * body + k] * unit);
            let turn = nalgebra::Vector3::new(motion[3], motion[4], motion[5]);
            let along: f64 = motion[..3].iter().map(Complex::norm_sqr).sum();
            let about = (turn.adjoint() * inertia.tensor.map(Complex::from) * turn)[(0, 0)].re;
            BodyShape {
                share: inertia.mass * along + about,
                motion,
            }
        })
        .collect();
    let total: f64 = shapes.iter().map(|shape| shape.share).sum();
    if total > 0.0 {
        shapes.iter_mut().for_each(|shape| shape.share /= total);
    }
    shapes
}
