//! All vehicles of a batch at one instant, as their subsystems see them.

use crate::control::Controls;
use crate::ports::WheelMotion;

/// Number of vehicles in a batch.
pub const LANES: usize = 8;

/// One number per vehicle.
pub type Lanes = [f64; LANES];

/// The vehicles of a batch at one instant; corresponds to [`Now`](crate::subsystem::Now) for one vehicle.
#[derive(Clone, Copy, Debug)]
pub struct NowInLanes<'a, X> {
    /// [s]
    pub time: f64,
    /// States of each vehicle's subsystem.
    pub states: [&'a X; LANES],
    /// Motion of the wheels, in the order of the vehicle's wheels.
    pub wheels: &'a [WheelMotion<Lanes>],
    /// Demands of each vehicle's driver; all zero without drivers.
    pub controls: &'a [Controls; LANES],
}

impl<'a, X> NowInLanes<'a, X> {
    /// This instant for a part of the subsystems; `part` selects the states of this part from all states.
    #[inline(always)]
    pub fn of<Y>(&self, part: impl Fn(&'a X) -> &'a Y) -> NowInLanes<'a, Y> {
        NowInLanes {
            time: self.time,
            states: self.states.map(part),
            wheels: self.wheels,
            controls: self.controls,
        }
    }

    /// This instant under the demands of these drivers.
    #[inline(always)]
    pub fn under<'b>(&self, controls: &'b [Controls; LANES]) -> NowInLanes<'b, X>
    where
        'a: 'b,
    {
        NowInLanes { controls, ..*self }
    }
}
