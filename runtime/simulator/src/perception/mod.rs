//! Perception of motion by the vestibular organs.
//!
//! Semicircular canals sense rotation, otoliths specific force; what stays below their thresholds is not felt. A false cue is
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
