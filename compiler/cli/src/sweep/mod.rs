//! Sweeps on the disk: parts as files, which of them are there, the whole, and the calls of other engines.

pub mod batch;
pub mod folder;
mod part;
pub mod shard;

pub use folder::Folder;
pub use shard::Shard;
