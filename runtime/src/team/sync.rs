//! Synchronisation primitives: the standard library's, or loom's where interleavings are explored.

#[cfg(loom)]
pub(super) use loom::{
    cell::UnsafeCell,
    hint::spin_loop,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{Builder, JoinHandle, Thread, current, park},
};

#[cfg(not(loom))]
pub(super) use std::{
    hint::spin_loop,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{Builder, JoinHandle, Thread, current, park},
};

/// The standard cell with loom's interface.
#[cfg(not(loom))]
#[derive(Debug)]
pub(super) struct UnsafeCell<T>(core::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> UnsafeCell<T> {
    pub(super) fn new(value: T) -> Self {
        Self(core::cell::UnsafeCell::new(value))
    }

    pub(super) fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    pub(super) fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        write(self.0.get())
    }
}
