//! Semicircular canals.

use crate::Unusable;
use crate::block::TransferFunction;

/// Time constants of the semicircular canals, from angular rate to perceived angular rate:
///
/// ```text
/// long adaptation s² / ((long s + 1) (adaptation s + 1) (short s + 1))
/// ```
///
/// (Deyo & Ingebretsen 1989, eq. 4.5, after Reid & Nahon 1985; the torsion pendulum of Steinhausen 1933 with the adaptation of Young
/// & Oman 1969.) The gain is near one between the long and the short time constant. The perception of a constant rate decays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canals {
    /// Time constant of the cupula's return [s].
    pub long: f64,
    /// Time constant of adaptation [s].
    pub adaptation: f64,
    /// Time constant of the endolymph's inertia [s].
    pub short: f64,
}

impl Canals {
    /// 10.2, 30 and 0.1 s (Reid & Nahon 1985).
    pub const REID: Self = Self {
        long: 10.2,
        adaptation: 30.0,
        short: 0.1,
    };

    /// Transfer function from angular rate to perceived angular rate.
    ///
    /// # Errors
    /// If a time constant is not finite and above zero.
    pub fn transfer(&self) -> Result<TransferFunction<4>, Unusable> {
        let Self {
            long,
            adaptation,
            short,
        } = *self;
        for (name, constant) in [("long", long), ("adaptation", adaptation), ("short", short)] {
            Unusable::unless_positive(name, constant)?;
        }
        let pairs = long * adaptation + long * short + adaptation * short;
        TransferFunction::new(
            [0.0, 0.0, long * adaptation, 0.0],
            [1.0, long + adaptation + short, pairs, long * adaptation * short],
        )
    }
}
