//! Perception of motion by the vestibular organs.
//!
//! Semicircular canals sense rotation, and otoliths sense specific force. Motions below their thresholds are not felt. A false cue is
//! a sensation that the vehicle does not give.

mod canals;
mod compare;
mod false_cue;
mod otoliths;
mod synchrony;
mod threshold;
mod vestibular;

pub use canals::Canals;
pub use compare::{Comparison, Difference};
pub use false_cue::{FalseCue, FalseCues};
pub use otoliths::Otoliths;
pub use synchrony::{Onset, Synchrony};
pub use threshold::{Thresholds, probability_of_detection};
pub use vestibular::Vestibular;
