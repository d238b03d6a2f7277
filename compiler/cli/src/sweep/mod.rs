//! Sweeps on the disk: parts as files, which of them exist, the whole sweep, engines and scripts for batch engines.

pub mod batch;
pub mod engine;
pub mod folder;
mod part;
pub mod shard;

pub use engine::Engine;
pub use folder::Folder;
pub use shard::Shard;
