//! The ground under a wheel. World axes, ISO 8855: X forward, Y left, Z up.

use crate::number::Scalar;
use crate::vec3::Vec3;

/// The surface of the ground at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<S = f64> {
    /// Height above the plane z = 0 [m].
    pub height: S,
    /// Unit normal, upwards.
    pub normal: Vec3<S>,
    /// Velocity of the ground itself [m/s]: zero for a road, but not for a test rig.
    pub velocity: Vec3<S>,
    /// Factor on the friction of tyres on this ground [-]: 1 on the nominal road, for which the numbers of a tyre are valid.
    pub friction: S,
}

impl<S: Scalar> Ground<S> {
    /// Ground at rest with nominal friction, from its height `z(x, y)` [m] and its slopes `dz/dx` and `dz/dy`.
    ///
    /// The tangents `(1, 0, dz/dx)` and `(0, 1, dz/dy)` have the cross product `(-dz/dx, -dz/dy, 1)`.
    #[inline]
    pub fn sloping(height: S, slope: [S; 2]) -> Self {
        let up = S::one() / (S::one() + slope[0] * slope[0] + slope[1] * slope[1]).sqrt();
        Self {
            height,
            normal: [-slope[0] * up, -slope[1] * up, up],
            velocity: [S::zero(); 3],
            friction: S::one(),
        }
    }

    /// Level ground at rest with nominal friction.
    #[inline]
    pub fn level(height: S) -> Self {
        Self::sloping(height, [S::zero(); 2])
    }

    /// `dz/dx` and `dz/dy`.
    #[inline]
    pub fn slope(&self) -> [S; 2] {
        let [x, y, z] = self.normal;
        [-x / z, -y / z]
    }
}

/// A surface that has one height above every point of the plane. Every function `(x, y, time) -> Ground` is a terrain, and so is an
/// array of terrains, which are superposed.
///
/// ```
/// use wishbone_laws::tyre::{Ground, Terrain};
/// let hill = |x: f64, _: f64, _: f64| Ground::sloping(0.1 * x, [0.1, 0.0]);
/// assert_eq!(hill.at(20.0, 0.0, 0.0).height, 2.0);
/// ```
pub trait Terrain {
    /// The ground at `x`, `y` [m] and `time` [s].
    fn at(&self, x: f64, y: f64, time: f64) -> Ground;
}

impl<F: Fn(f64, f64, f64) -> Ground> Terrain for F {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        self(x, y, time)
    }
}

/// Heights, slopes and velocities add; the factors of friction multiply.
impl<T: Terrain, const N: usize> Terrain for [T; N] {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let (mut height, mut slope, mut velocity, mut friction) = (0.0, [0.0; 2], [0.0; 3], 1.0);
        for layer in self.iter().map(|terrain| terrain.at(x, y, time)) {
            height += layer.height;
            slope = [0, 1].map(|i| slope[i] + layer.slope()[i]);
            velocity = [0, 1, 2].map(|i| velocity[i] + layer.velocity[i]);
            friction *= layer.friction;
        }
        Ground {
            velocity,
            friction,
            ..Ground::sloping(height, slope)
        }
    }
}
