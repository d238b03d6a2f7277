//! A bump across the road.

use super::extent::{WHOLE_WIDTH, along};
use super::{Ground, Terrain};
use crate::math::sin_cos;
use core::f64::consts::PI;

/// A bump with a profile along X of half a period of a sine: `z = height sin(pi (x - start) / length)`.
///
/// The slope jumps at the bump's two edges; at an edge, the value is the value on the side of larger X. An array of
/// bumps is a row of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSineBump {
    /// X of its near edge [m].
    pub start: f64,
    /// Extent along X [m], more than zero.
    pub length: f64,
    /// Height of its top [m].
    pub height: f64,
    /// Y of the bump's right and left end [m]; infinite for a bump over the whole road, or without an end on one side.
    pub lateral: [f64; 2],
}

impl HalfSineBump {
    /// A bump over the whole width of the road.
    pub fn across(start: f64, length: f64, height: f64) -> Self {
        Self {
            start,
            length,
            height,
            lateral: WHOLE_WIDTH,
        }
    }
}

impl Terrain for HalfSineBump {
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        let Some(along) = along(self.start, self.length, self.lateral, x, y) else {
            return Ground::level(0.0);
        };
        let wave_number = PI / self.length;
        let (sine, cosine) = sin_cos(wave_number * along);
        Ground::sloping(self.height * sine, [self.height * wave_number * cosine, 0.0])
    }
}
