//! The plane.

use super::{Ground, Terrain};

/// Level ground at height zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flat;

impl Terrain for Flat {
    #[inline]
    fn at(&self, _x: f64, _y: f64, _time: f64) -> Ground {
        Ground::level(0.0)
    }
}
