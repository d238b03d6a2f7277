//! The ground under the wheels.
//!
//! World axes, ISO 8855: Z up. A terrain is evaluated at a point of the plane, once per wheel and evaluation (RTRD
//! 2018, 5.2), and returns the surface there.

mod flat;
mod half_sine_bump;
mod moving;

pub use flat::Flat;
pub use half_sine_bump::HalfSineBump;
pub use moving::{Post, Treadmill};

use crate::math::sqrt;

/// The surface of the ground at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Height above the plane z = 0 [m].
    pub height: f64,
    /// Unit normal, upwards.
    pub normal: [f64; 3],
    /// Velocity of the ground itself [m/s]; zero for a road, not for a test rig.
    pub velocity: [f64; 3],
}

impl Ground {
    /// Ground at rest, from its height `z(x, y)` [m] and its slopes `dz/dx` and `dz/dy`.
    ///
    /// The tangents `(1, 0, dz/dx)` and `(0, 1, dz/dy)` have the cross product `(-dz/dx, -dz/dy, 1)`.
    pub fn sloping(height: f64, slope: [f64; 2]) -> Self {
        let up = 1.0 / sqrt(1.0 + slope[0] * slope[0] + slope[1] * slope[1]);
        Self {
            height,
            normal: [-slope[0] * up, -slope[1] * up, up],
            velocity: [0.0; 3],
        }
    }

    /// Level ground at rest.
    pub fn level(height: f64) -> Self {
        Self::sloping(height, [0.0; 2])
    }

    /// `dz/dx` and `dz/dy`.
    pub fn slope(&self) -> [f64; 2] {
        let [x, y, z] = self.normal;
        [-x / z, -y / z]
    }
}

/// A surface with one height above every point of the plane. Every function `(x, y, time) -> Ground` is a terrain; so
/// is an array of terrains, which is their sum.
///
/// ```
/// use wishbone::terrain::{Ground, Terrain};
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

/// The sum of terrains: heights, slopes and velocities add.
impl<T: Terrain, const N: usize> Terrain for [T; N] {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let (mut height, mut slope, mut velocity) = (0.0, [0.0; 2], [0.0; 3]);
        for layer in self.iter().map(|terrain| terrain.at(x, y, time)) {
            height += layer.height;
            slope = [0, 1].map(|i| slope[i] + layer.slope()[i]);
            velocity = [0, 1, 2].map(|i| velocity[i] + layer.velocity[i]);
        }
        Ground {
            velocity,
            ..Ground::sloping(height, slope)
        }
    }
}
