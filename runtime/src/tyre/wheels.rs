//! Wheels that tyres load.

use super::act::Tyre;
use crate::ports::{WheelLoad, WheelMotion};
use crate::terrain::Terrain;

/// Wheels of a vehicle on a terrain at one instant; some of these wheels are to be loaded by their tyres.
#[derive(Debug)]
pub struct Wheels<'a, T> {
    /// Positions of the wheels that are to be loaded; all other wheels do not change.
    pub which: &'a [usize],
    /// Motion of each wheel of the vehicle.
    pub motions: &'a [WheelMotion],
    /// The ground.
    pub terrain: &'a T,
    /// Time [s].
    pub time: f64,
    /// Load on each wheel of the vehicle.
    pub loads: &'a mut [WheelLoad],
}

impl<T: Terrain> Wheels<'_, T> {
    /// Writes force and moment of [`Tyre::load`] on the wheels at the positions `which`, one after the other, and the rates of their
    /// tyres' states.
    pub(super) fn load_each<Y: Tyre>(
        &mut self,
        which: &[usize],
        tyres: &[Y],
        states: &[Y::State],
        rates: &mut [Y::State],
    ) {
        for &k in which {
            if let (Some(motion), Some(load)) = (self.motions.get(k), self.loads.get_mut(k))
                && let (Some(tyre), Some(state), Some(rate)) = (tyres.get(k), states.get(k), rates.get_mut(k))
            {
                let found;
                (found, *rate) = tyre.load(motion, self.terrain, self.time, state);
                (load.force, load.moment) = (found.force, found.moment);
            }
        }
    }
}

/// All positions, ascending.
pub(super) const fn all<const W: usize>() -> [usize; W] {
    let mut all = [0; W];
    let mut k = 0;
    while k < W {
        all[k] = k;
        k += 1;
    }
    all
}
