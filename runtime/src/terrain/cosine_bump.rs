//! A bump without a kink.

use super::extent::{WHOLE_WIDTH, along};
use super::{Ground, Terrain};
use crate::math::sin_cos;
use core::f64::consts::TAU;

/// A bump with a profile along X of one period of a cosine: `z = height/2 (1 - cos(2 pi (x - start) / length))`.
///
/// Height and slope are continuous at its two edges. The Iltis benchmark has a bump with
/// `z = 0.1 (1 - cos(2 pi (x - 0.97) / 5))` for `0.97 < x < 5.97`, in metres:
///
/// ```
/// use wishbone::terrain::{CosineBump, Terrain};
/// let bump = CosineBump::across(0.97, 5.0, 0.2);
/// assert_eq!(bump.at(0.97 + 2.5, 0.0, 0.0).height, 0.2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CosineBump {
    /// X of its near edge [m].
    pub start: f64,
    /// Extent along X [m], more than zero.
    pub length: f64,
    /// Height of its top [m]: twice the amplitude of the cosine.
    pub height: f64,
    /// Y of the bump's right and left end [m]; infinite for a bump over the whole road, or without an end on one side.
    pub lateral: [f64; 2],
}

impl CosineBump {
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

impl Terrain for CosineBump {
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        let Some(along) = along(self.start, self.length, self.lateral, x, y) else {
            return Ground::level(0.0);
        };
        let (wave_number, half) = (TAU / self.length, 0.5 * self.height);
        let (sine, cosine) = sin_cos(wave_number * along);
        Ground::sloping(half * (1.0 - cosine), [half * wave_number * sine, 0.0])
    }
}
