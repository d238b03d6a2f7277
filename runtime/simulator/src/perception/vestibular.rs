//! The vestibular organs of both ears as one: canals about three axes, and otoliths along three axes.

use crate::Unusable;
use crate::block::Block;
use crate::motion::Motion;
use crate::perception::{Canals, Otoliths};

/// Motion to perceived motion, sample by sample.
///
/// The perceived specific force is the difference from rest, so that it is zero for a head that has always been upright and at rest.
///
/// ```
/// use wishbone_simulator::motion::{GRAVITY, Motion};
/// use wishbone_simulator::perception::{Canals, Otoliths, Vestibular};
///
/// let mut head = Vestibular::new(&Canals::REID, &Otoliths::REID, 0.01)?;
/// let braking = Motion { specific_force: [-3.0, 0.0, GRAVITY], ..Motion::REST };
/// let felt = (0..200).map(|_| head.step(&braking)).last();
/// assert!(felt.is_some_and(|felt| felt.specific_force[0] < -2.0));
/// # Ok::<(), wishbone_simulator::Unusable>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vestibular {
    canals: [Block<4>; 3],
    otoliths: [Block<3>; 3],
}

impl Vestibular {
    /// Organs with these constants, one sample per `period` [s], in a head that has always been at rest.
    ///
    /// # Errors
    /// If a constant or the period is not finite and above zero.
    pub fn new(canals: &Canals, otoliths: &Otoliths, period: f64) -> Result<Self, Unusable> {
        Ok(Self {
            canals: [canals.transfer()?.discretise(period)?; 3],
            otoliths: [otoliths.transfer()?.discretise(period)?; 3],
        })
    }

    /// Takes one sample of the motion and returns the perceived motion, with specific force as the difference from rest.
    #[inline]
    pub fn step(&mut self, motion: &Motion) -> Motion {
        let axis = |k: usize| motion.specific_force[k] - Motion::REST.specific_force[k];
        Motion {
            specific_force: core::array::from_fn(|k| self.otoliths[k].step(axis(k))),
            angular_rate: core::array::from_fn(|k| self.canals[k].step(motion.angular_rate[k])),
        }
    }

    /// Returns to the state of a head that has always been at rest.
    pub fn reset(&mut self) {
        self.canals.iter_mut().for_each(|canal| canal.settle(0.0));
        self.otoliths.iter_mut().for_each(|otolith| otolith.settle(0.0));
    }
}
