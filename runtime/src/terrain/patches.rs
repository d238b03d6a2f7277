//! Friction by place.

use super::{Ground, Terrain};

/// A rectangle of the plane with its own friction.
///
/// The near and the right edge of a patch belong to the patch, the far and the left edge do not: patches that share an
/// edge do not overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// X of its near and far edge [m]; may be infinite.
    pub x: [f64; 2],
    /// Y of its right and left edge [m]; may be infinite.
    pub y: [f64; 2],
    /// Factor on the friction that the tyre has on the nominal road [-]: 1 for the nominal road, 0.3 for snow, about 0.1 for
    /// ice; zero or more.
    pub friction: f64,
}

impl Patch {
    #[inline]
    fn holds(&self, x: f64, y: f64) -> bool {
        let within = |[low, high]: [f64; 2], at: f64| low <= at && at < high;
        within(self.x, x) && within(self.y, y)
    }
}

/// A terrain with patches of another friction.
///
/// Where patches overlap, the last of them counts. Its factor multiplies the factor of the terrain below. Height, slope and
/// velocity come from the terrain.
///
/// ```
/// use wishbone::terrain::{Flat, Patch, Patches, Terrain};
/// // Split friction: from 20 m on the left track is ice.
/// let left = Patch { x: [20.0, f64::INFINITY], y: [0.0, f64::INFINITY], friction: 0.1 };
/// let road = Patches { terrain: Flat, patches: [left] };
/// assert_eq!(road.at(30.0, 0.8, 0.0).friction, 0.1);
/// assert_eq!(road.at(30.0, -0.8, 0.0).friction, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patches<T, const N: usize> {
    /// The terrain below.
    pub terrain: T,
    /// The patches.
    pub patches: [Patch; N],
}

impl<T: Terrain, const N: usize> Terrain for Patches<T, N> {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let ground = self.terrain.at(x, y, time);
        let patch = self.patches.iter().rev().find(|patch| patch.holds(x, y));
        Ground {
            friction: ground.friction * patch.map_or(1.0, |patch| patch.friction),
            ..ground
        }
    }
}
