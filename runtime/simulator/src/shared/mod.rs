//! Exchange of numbers with other processes through a file that both sides map into memory.
//!
//! A [`Layout`] says which numbers there are; its texts for C, Python and JSON are what a partner is built from. Each direction
//! has four slots that are written in turn ([`exchange`]): nobody waits, and nobody reads half of a message. [`Link`] is the
//! side of the vehicle; it tells what is wrong with a partner and lets a [`Policy`] decide.

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
