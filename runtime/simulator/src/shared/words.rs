//! Words of the shared memory.

/// A word of 64 bits that both sides read and write; a type of loom if loom searches interleavings.
#[cfg(not(loom))]
pub type AtomicWord = core::sync::atomic::AtomicU64;
/// A word of 64 bits that both sides read and write; a type of loom if loom searches interleavings.
#[cfg(loom)]
pub type AtomicWord = loom::sync::atomic::AtomicU64;

#[cfg(not(loom))]
pub(super) use core::sync::atomic::{Ordering, fence};
#[cfg(loom)]
pub(super) use loom::sync::atomic::{Ordering, fence};
