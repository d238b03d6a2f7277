//! Exchange of numbers with other processes through a file that both sides map into memory.
//!
//! A [`Layout`] lists the numbers; its texts for C, Python and JSON are used to build partners. Each direction has four
//! slots that are written in turn ([`exchange`]), so that no side waits, and no side reads a partly written message.
//! [`Link`] is the side of the vehicle. It reports faults of a partner, and a [`Policy`] decides on the action.

pub mod exchange;
mod layout;
#[cfg(not(loom))]
mod link;
mod policy;
#[cfg(not(loom))]
mod region;
mod texts;
mod words;

pub use layout::{Layout, Port, WrongLayout};
#[cfg(not(loom))]
pub use link::{Link, Partner};
pub use policy::{Action, Fault, Policy};
#[cfg(not(loom))]
pub use region::{Region, Unmapped};
pub use words::AtomicWord;
