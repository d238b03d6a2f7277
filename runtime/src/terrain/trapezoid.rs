//! A bump with two ramps and a flat top.

use super::extent::{WHOLE_WIDTH, along};
use super::{Ground, Terrain};

/// A bump that rises along X on a ramp, stays at its height, and falls on a second ramp.
///
/// The slope jumps at the four edges; the value there is the value on the side of larger X. A ramp of zero length is a
/// step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trapezoid {
    /// X of its near edge [m].
    pub start: f64,
    /// Extent along X of the ramp up [m], zero or more.
    pub up: f64,
    /// Extent along X of the flat top [m], zero or more.
    pub top: f64,
    /// Extent along X of the ramp down [m], zero or more.
    pub down: f64,
    /// Height of its top [m]; below zero for a hole.
    pub height: f64,
    /// Y of the bump's right and left end [m]; infinite for a bump over the whole road, or without an end on one side.
    pub lateral: [f64; 2],
}

impl Trapezoid {
    /// A bump over the whole width of the road with the lengths of ramp up, top and ramp down [m].
    pub fn across(start: f64, [up, top, down]: [f64; 3], height: f64) -> Self {
        Self {
            start,
            up,
            top,
            down,
            height,
            lateral: WHOLE_WIDTH,
        }
    }
}

impl Terrain for Trapezoid {
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        let length = self.up + self.top + self.down;
        let Some(along) = along(self.start, length, self.lateral, x, y) else {
            return Ground::level(0.0);
        };
        let ramp = |distance: f64, length: f64, sign: f64| {
            let slope = self.height / length;
            Ground::sloping(slope * distance, [sign * slope, 0.0])
        };
        if along < self.up {
            ramp(along, self.up, 1.0)
        } else if along < self.up + self.top {
            Ground::level(self.height)
        } else {
            ramp(length - along, self.down, -1.0)
        }
    }
}
