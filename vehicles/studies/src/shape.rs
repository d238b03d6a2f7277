//! Shapes of modes: the motion of the bodies of a vehicle in a mode.
//!
//! The displacements of a mode determine the displacements of all bodies, with a size and a phase for each component.
//! They are measured along the axes of the steady motion: the world's axes in straight driving; in a bend, axes that
//! turn with the vehicle. The velocity of a body is the velocity of its displacement `d`, `λ d + Ω × d` with the yaw
//! rate `Ω` of the steady motion. The share of a body is its fraction of the kinetic energy over a period,
//! `m |v|² + ωᴴ I ω`, without the spins of the wheels.

use crate::linear::Linear;
use crate::modes::Mode;
use nalgebra::{Complex, DMatrix, DVector, Matrix3, Vector3};

/// Mass and inertia of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia {
    /// Mass including its wheels [kg].
    pub mass: f64,
    /// Tensor about the centre of mass, in vehicle axes at the design position [kg m²].
    pub tensor: Matrix3<f64>,
}

impl Inertia {
    /// Radii of gyration [m]; zero for a body without mass.
    fn gyration(&self) -> [f64; 3] {
        let radius = |k: usize| (self.tensor[(k, k)] / self.mass).sqrt();
        if self.mass > 0.0 {
            [0, 1, 2].map(radius)
        } else {
            [0.0; 3]
        }
    }
}

/// Directions of [`BodyShape::motion`].
pub const DIRECTIONS: [&str; 6] = ["x", "y", "z", "roll", "pitch", "yaw"];

/// Motion of one body in a mode.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyShape {
    /// Part of the kinetic energy.
    pub share: f64,
    /// Displacement of the centre of mass along X, Y and Z [m], and turns about these axes [rad], in the axes of the steady motion.
    pub motion: [Complex<f64>; 6],
    /// Radii of gyration about X, Y and Z through the centre of mass [m].
    pub gyration: [f64; 3],
}

impl BodyShape {
    /// The direction with the largest kinetic energy. A rotation is multiplied by the radius of gyration about its axis
    /// [m], so that the result does not depend on the size of a vehicle.
    pub fn main(&self) -> usize {
        let size = |k: &usize| self.motion[*k].norm() * if *k < 3 { 1.0 } else { self.gyration[*k - 3] };
        (0..6).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0)
    }
}

/// The motion of every body. The shape is scaled so that the largest displacement of a centre of mass [m] or rotation
/// [rad] is one and has the phase zero. `twists` are the twists of all bodies for the free speeds, and `yaw_rate` is
/// the yaw rate of the steady motion [rad/s].
pub fn of(
    mode: &Mode,
    linear: &Linear,
    (twists, yaw_rate): (&DMatrix<f64>, f64),
    inertias: &[Inertia],
) -> Vec<BodyShape> {
    let [z, v] = linear.counts;
    // The displacements of a neutral motion have no bound: it is described by its speeds.
    let known = if mode.is_rigid() {
        None
    } else {
        linear.displacements(mode)
    };
    let by = if known.is_some() {
        mode.eigenvalue
    } else {
        Complex::new(0.0, 0.0)
    };
    let along = known.unwrap_or_else(|| DVector::from_column_slice(&mode.vector[z..z + v]));
    let moved = twists.map(Complex::from) * along;
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
            let [x, y, z, roll, pitch, yaw] = motion;
            let (speeds, turn) = match by.norm() > 0.0 {
                true => (
                    [by * x - y * yaw_rate, by * y + x * yaw_rate, by * z],
                    Vector3::new(roll, pitch, yaw) * by,
                ),
                false => ([x, y, z], Vector3::new(roll, pitch, yaw)),
            };
            let along: f64 = speeds.iter().map(Complex::norm_sqr).sum();
            let about = (turn.adjoint() * inertia.tensor.map(Complex::from) * turn)[(0, 0)].re;
            BodyShape {
                share: inertia.mass * along + about,
                motion,
                gyration: inertia.gyration(),
            }
        })
        .collect();
    let total: f64 = shapes.iter().map(|shape| shape.share).sum();
    if total > 0.0 {
        shapes.iter_mut().for_each(|shape| shape.share /= total);
    }
    shapes
}
