//! A row of wheels: the wheels at one position of all vehicles of a batch.

#[cfg(all(target_arch = "x86_64", optimised))]
pub(super) mod lanes;
#[cfg(not(all(target_arch = "x86_64", optimised)))]
pub(super) mod lanes {
    //! Other processors, and builds without optimisation, compute tyres vehicle by vehicle.

    use super::Row;
    use crate::batch::Lanes;
    use crate::ports::WheelMotion;
    use crate::tyre::level::Level;

    /// Leaves the wheels lying flat, so that they are computed vehicle by vehicle.
    pub fn stand(_: &WheelMotion<Lanes>, _: &Lanes, _: Level, _: &mut Row) {}

    pub fn tilt(_: &WheelMotion<Lanes>, _: &[Lanes; 3], _: Level, _: &mut Row) {}

    pub fn carry(_: &[Lanes; 3], _: Level, _: &mut Row) {}
}

use crate::batch::{LANES, Lanes};
use wishbone_laws::tyre::{LEAST_COSINE, Rolling};

/// Positions and directions of a row of wheels on their grounds.
#[cfg_attr(
    not(all(target_arch = "x86_64", optimised)),
    allow(dead_code, reason = "vectors alone read it")
)]
#[derive(Clone, Copy, Debug)]
#[repr(align(64))] // no vector lies in two lines of the cache
pub struct Row {
    pub(super) rolling: Rolling<Lanes>,
    /// Lowest points of the undeflected wheels on level ground.
    pub(super) bottom: [Lanes; 3],
    /// Velocities of the wheels relative to the ground.
    pub(super) velocity: [Lanes; 3],
}

/// What the tyres of a row touch, and how they are deflected.
#[cfg_attr(
    not(all(target_arch = "x86_64", optimised)),
    allow(dead_code, reason = "vectors alone read it")
)]
#[derive(Clone, Copy, Debug)]
#[repr(align(64))] // no vector lies in two lines of the cache
pub struct Touch {
    /// Height of the ground [m], and its factor on friction.
    pub(super) height: Lanes,
    pub(super) friction: Lanes,
    /// Deflections along and across [m].
    pub(super) deflection: [Lanes; 2],
}

/// A row before its first evaluation: its wheels lie flat.
pub const FLAT: Row = Row {
    rolling: Rolling {
        normal: [[0.0; LANES]; 3],
        longitudinal: [[0.0; LANES]; 3],
        down: [[0.0; LANES]; 3],
        cosine: [0.0; LANES],
    },
    bottom: [[0.0; LANES]; 3],
    velocity: [[0.0; LANES]; 3],
};

impl Row {
    /// Whether any wheel lies flat.
    pub(super) fn is_any_flat(&self) -> bool {
        !self.rolling.cosine.iter().all(|cosine| *cosine >= LEAST_COSINE)
    }
}
