//! Otoliths.

use crate::Unusable;
use crate::block::TransferFunction;

/// Gain and time constants of the otoliths, from specific force to perceived specific force:
///
/// ```text
/// gain (lead s + 1) / ((long s + 1) (short s + 1))
/// ```
///
/// (Deyo & Ingebretsen 1989, eq. 4.6, after Reid & Nahon 1985; Young & Meiry 1968.) A sudden force is felt with the gain
/// `gain lead / long`, 0.99, and a sustained force with `gain`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Otoliths {
    /// Gain for a sustained force.
    pub gain: f64,
    /// Time constant of the lead [s].
    pub lead: f64,
    /// Long time constant of the lag [s].
    pub long: f64,
    /// Short time constant of the lag [s].
    pub short: f64,
}

impl Otoliths {
    /// Gain 0.4, lead 13.2 s, lags 5.33 s and 0.66 s (Reid & Nahon 1985).
    pub const REID: Self = Self {
        gain: 0.4,
        lead: 13.2,
        long: 5.33,
        short: 0.66,
    };

    /// Transfer function from specific force to perceived specific force.
    ///
    /// # Errors
    /// If a time constant or the gain is not finite and above zero.
    pub fn transfer(&self) -> Result<TransferFunction<3>, Unusable> {
        let Self {
            gain,
            lead,
            long,
            short,
        } = *self;
        for (name, number) in [("gain", gain), ("lead", lead), ("long", long), ("short", short)] {
            Unusable::unless_positive(name, number)?;
        }
        TransferFunction::new([gain, gain * lead, 0.0], [1.0, long + short, long * short])
    }
}
