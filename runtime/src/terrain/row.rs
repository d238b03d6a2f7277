//! Equal terrains one behind the other.

use super::{Ground, Terrain};

/// A terrain at another place of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shifted<T> {
    /// The terrain.
    pub terrain: T,
    /// X and Y of its origin [m].
    pub by: [f64; 2],
}

impl<T: Terrain> Terrain for Shifted<T> {
    #[inline]
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        let [along, left] = self.by;
        self.terrain.at(x - along, y - left, time)
    }
}

/// Copies of a bump along X: the first copy at its declared place, each following copy `spacing` [m] further.
///
/// The heights of the copies are added, as in all arrays of terrains: the heights of overlapping bumps add up.
///
/// ```
/// use wishbone::terrain::{HalfSineBump, Terrain, row};
/// let three = row::<_, 3>(HalfSineBump::across(10.0, 0.5, 0.05), 4.0);
/// assert_eq!(three.at(18.25, 0.0, 0.0).height, 0.05);
/// assert_eq!(three.at(22.25, 0.0, 0.0).height, 0.0);
/// ```
pub fn row<T: Terrain + Clone, const N: usize>(bump: T, spacing: f64) -> [Shifted<T>; N] {
    core::array::from_fn(|k| Shifted {
        terrain: bump.clone(),
        by: [k as f64 * spacing, 0.0],
    })
}
