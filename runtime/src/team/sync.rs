//! Synchronisation primitives: the standard library's, or loom's where interleavings are explored.

use core::time::Duration;

#[cfg(loom)]
pub(super) use loom::{
    cell::UnsafeCell,
    hint::spin_loop,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread::{Builder, JoinHandle, Thread, current, park},
};

#[cfg(not(loom))]
pub(super) use std::{
    hint::spin_loop,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
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

/// How a thread waits for another that is expected within microseconds.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(loom, allow(dead_code, reason = "there is no time in a model"))]
pub(super) struct Patience {
    /// Number of looks before it lets others run.
    pub(super) looks: usize,
    /// Time after which it gives up, from then on.
    pub(super) limit: Duration,
}

/// Number of times that a waiting thread yields to other threads before it sleeps between its looks.
#[cfg(not(loom))]
const YIELDS: usize = 1000;
/// Time between the looks of a thread that sleeps.
#[cfg(not(loom))]
const NAP: Duration = Duration::from_micros(50);

impl Patience {
    /// Waits until `is_there`; returns whether it is. Gives up if `is_over`, or when the time is up.
    #[cfg(not(loom))]
    #[inline]
    pub(super) fn wait(self, is_there: impl Fn() -> bool, is_over: impl Fn() -> bool) -> bool {
        for _ in 0..self.looks {
            if is_there() {
                return true;
            }
            if is_over() {
                return false;
            }
            spin_loop();
        }
        self.wait_long(&is_there, &is_over)
    }

    #[cfg(not(loom))]
    #[cold]
    fn wait_long(self, is_there: &dyn Fn() -> bool, is_over: &dyn Fn() -> bool) -> bool {
        let begin = std::time::Instant::now();
        let mut yields = 0;
        while !is_there() {
            if is_over() || begin.elapsed() > self.limit {
                return false;
            }
            match yields < YIELDS {
                true => std::thread::yield_now(),
                false => std::thread::sleep(NAP),
            }
            yields += 1;
        }
        true
    }

    /// There is no time in a model: a thread waits as long as another thread can still come.
    #[cfg(loom)]
    pub(super) fn wait(self, is_there: impl Fn() -> bool, is_over: impl Fn() -> bool) -> bool {
        let _ = self;
        loop {
            if is_there() {
                return true;
            }
            if is_over() {
                return false;
            }
            loom::thread::yield_now();
        }
    }
}
