//! Work without the interpreter's lock, which an interrupt ends.

use crate::problem::{misuse, raised};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};
use wishbone_workbench::Problem;
use wishbone_workbench::progress::Told;

/// Time between two looks for an interrupt.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Least and greatest time between two looks for a lock.
const SHORTEST: Duration = Duration::from_micros(20);
const LONGEST: Duration = Duration::from_millis(2);

/// What unwinds work that was interrupted.
struct Interrupted;

/// Result of work in a separate thread, while the calling thread waits for an interrupt. An interrupt ends the work at
/// its next report of progress; work that reports no progress first continues to its end. A panic becomes an exception.
///
/// # Errors
/// The problem, or the exception of a handler of signals, such as `KeyboardInterrupt`.
pub fn worked<T: Send>(py: Python<'_>, work: impl FnOnce(Told<'_>) -> Result<T, Problem> + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let told = |_: f64, _: &str| {
        // A second panic while unwinding would end the process.
        if stop.load(Ordering::Relaxed) && !thread::panicking() {
            resume_unwind(Box::new(Interrupted));
        }
    };
    let (interrupt, result) = py.detach(|| {
        thread::scope(|scope| {
            let (done, waits) = channel::<()>();
            let worker = scope.spawn(|| {
                let result = catch_unwind(AssertUnwindSafe(|| work(&told)));
                drop(done);
                result
            });
            let mut interrupt = None;
            while let Err(RecvTimeoutError::Timeout) = waits.recv_timeout(PATIENCE) {
                if let Err(signal) = Python::attach(|py| py.check_signals()) {
                    interrupt.get_or_insert(signal);
                    stop.store(true, Ordering::Relaxed);
                }
            }
            (interrupt, worker.join().unwrap_or_else(Err))
        })
    });
    match (interrupt, result) {
        (Some(signal), _) => Err(signal),
        (None, Ok(result)) => result.map_err(|problem| raised(py, &problem)),
        (None, Err(panic)) => Err(defect(py, panic.as_ref())),
    }
}

/// The guard of what several threads share. While another thread has the lock, `look` is called repeatedly, and may end
/// the wait.
///
/// # Errors
/// The reason of `look`.
pub fn locked<'s, T, E>(shared: &'s Mutex<T>, look: &mut dyn FnMut() -> Result<(), E>) -> Result<MutexGuard<'s, T>, E> {
    let mut looked = Instant::now();
    let mut pause = SHORTEST;
    loop {
        match shared.try_lock() {
            Ok(guard) => return Ok(guard),
            // Work that panicked has put back what it changed.
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(pause),
        }
        pause = (2 * pause).min(LONGEST);
        if looked.elapsed() > PATIENCE {
            look()?;
            looked = Instant::now();
        }
    }
}

/// The exception of a panic.
pub fn defect(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let words = words.unwrap_or("of unknown kind");
    misuse(py, format!("a defect of wishbone, please report it: {words}"))
}
