//! Shared part of both standards at the boundary to C: pointers become slices and texts, and panics become errors.
//!
//! All unsafe blocks rest on what the standards promise for each call:
//!
//! - a pointer is null, or points to as many elements as the call states;
//! - a text ends with zero;
//! - an instance was handed out here, is not yet freed, and is used by one thread at a time.
#![allow(unsafe_code, reason = "pointers of C become slices and texts")]

use crate::instance::{Instance, Refusal, Role, Severity};
use crate::logging::Heard;
use crate::machine;
use std::any::Any;
use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// `fmi2OK`, `fmi3OK`
pub const OK: c_int = 0;
/// `fmi2Warning`, `fmi3Warning`
pub const WARNING: c_int = 1;
/// `fmi2Discard`, `fmi3Discard`
pub const DISCARD: c_int = 2;
/// `fmi2Error`, `fmi3Error`
pub const ERROR: c_int = 3;

/// Status and category of a refusal.
pub fn status(severity: Severity) -> (c_int, &'static CStr) {
    match severity {
        Severity::Discard => (DISCARD, c"logStatusDiscard"),
        Severity::Error => (ERROR, c"logStatusError"),
    }
}

/// Messages to the importing tool: each standard has its own function for them.
pub trait Listen {
    /// Tells a message.
    fn tell(&self, status: c_int, category: &CStr, message: &CStr);
}

/// An instance with its listener, which a pointer of C stands for.
pub struct Handle<L> {
    /// The instance; `None` after a panic, which may have left the instance in any state. Other instances share nothing
    /// with this instance. So a panic is an error and not a fatal error, which would end all instances.
    pub instance: Option<Instance>,
    /// The importing tool.
    pub listener: L,
    /// Categories of messages that the importing tool receives.
    pub heard: Heard,
    /// Whether a communication step is in progress: the importing tool may make calls during this step.
    pub is_stepping: bool,
}

impl<L: Listen> Handle<L> {
    /// Warns of the start, and of steps that have become too long. Returns the status of a call that was not refused.
    fn warned(&mut self) -> c_int {
        let found = self.instance.as_mut().map(Instance::warnings).unwrap_or_default();
        for warning in &found {
            self.tell(WARNING, c"logStatusWarning", warning);
        }
        if found.is_empty() { OK } else { WARNING }
    }

    /// The instance.
    ///
    /// # Errors
    /// If it has panicked before.
    pub fn own(&mut self) -> Result<&mut Instance, Refusal> {
        self.instance.as_mut().ok_or_else(|| Refusal {
            severity: Severity::Error,
            message: "the instance has failed before: free it".to_owned(),
        })
    }

    fn told(&self, function: &str, refusal: &Refusal) -> c_int {
        let (status, category) = status(refusal.severity);
        self.tell(status, category, &format!("{function}: {}", refusal.message));
        status
    }

    /// Tells a message, if its category is heard.
    fn tell(&self, status: c_int, category: &CStr, message: &str) {
        if category.to_str().is_ok_and(|name| self.heard.has(name)) {
            self.listener.tell(status, category, &text(message));
        }
    }

    /// Turns on or off the categories with these names; without names, turns on or off all categories.
    ///
    /// # Errors
    /// Returns an error if a name is not the name of a category; the categories then stay as they were.
    ///
    /// # Safety
    /// The names are as many texts of C as are counted.
    pub unsafe fn hear(&mut self, is_on: bool, count: usize, names: *const *const c_char) -> Result<(), Refusal> {
        let _ = self.own()?;
        // SAFETY: as promised by the caller.
        let names = unsafe { slice(names, count) }?.iter();
        // SAFETY: as promised by the caller.
        let names: Vec<&str> = names.map(|name| unsafe { read(*name) }.unwrap_or_default()).collect();
        self.heard = self.heard.with(&names, is_on)?;
        Ok(())
    }
}

/// Calls a function of an instance; the status of its end.
///
/// # Safety
/// The pointer is null, or comes from [`handed_out`] and has not yet been passed to [`freed`].
pub unsafe fn call<L: Listen>(
    handle: *mut Handle<L>,
    function: &str,
    work: impl FnOnce(&mut Handle<L>) -> Result<(), Refusal>,
) -> c_int {
    // SAFETY: as promised by the caller; the reference ends with this function, and no other one is alive.
    let Some(handle) = (unsafe { handle.as_mut() }) else {
        return ERROR;
    };
    let done = catch_unwind(AssertUnwindSafe(|| work(handle)));
    match done {
        Ok(Ok(())) => handle.warned(),
        Ok(Err(refusal)) => handle.told(function, &refusal),
        Err(panic) => {
            let broken = handle.instance.take();
            // A panic of a destructor must not leave the library; the first panic is reported.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
            handle.told(
                function,
                &Refusal {
                    severity: Severity::Error,
                    message: format!("a defect of the library, please report it: {}", words(&*panic)),
                },
            )
        }
    }
}

/// An instance as a pointer of C; null if the instance cannot be made, in which case the listener gets the reason.
pub fn handed_out<L: Listen>(
    (listener, heard): (L, Heard),
    function: &str,
    make: impl FnOnce() -> Result<Instance, Refusal>,
) -> *mut Handle<L> {
    let made = catch_unwind(AssertUnwindSafe(make));
    let made = made.unwrap_or_else(|panic| {
        Err(Refusal {
            severity: Severity::Error,
            message: format!("a defect of the library, please report it: {}", words(&*panic)),
        })
    });
    let mut handle = Box::new(Handle {
        instance: None,
        listener,
        heard,
        is_stepping: false,
    });
    match made {
        Ok(instance) => {
            for note in instance.notes() {
                handle.tell(WARNING, c"logStatusWarning", &note);
            }
            handle.instance = Some(instance);
            Box::into_raw(handle)
        }
        Err(refusal) => {
            handle.told(function, &refusal);
            std::ptr::null_mut()
        }
    }
}

/// Frees an instance.
///
/// # Safety
/// As [`call`]; the pointer is not used any more.
pub unsafe fn freed<L>(handle: *mut Handle<L>) {
    if !handle.is_null() {
        // SAFETY: made by `Box::into_raw` in `handed_out`, and not freed before.
        let handle = unsafe { Box::from_raw(handle) };
        // A panic of a destructor must not leave the library; there is nobody left to tell of it.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(handle)));
    }
}

/// The instance in the folder of the resources.
pub fn instance(role: Role, token: &str, resources: Option<PathBuf>) -> Result<Instance, Refusal> {
    let folder =
        resources.ok_or_else(|| Refusal::error("the path of the resources is missing, or no path of a file"))?;
    let mut resource = |name: &str| {
        let path = folder.join(name);
        std::fs::read(&path).map_err(|reason| format!("cannot read {}: {reason}", path.display()))
    };
    let mut instance = Instance::new(role, token, &mut resource)?;
    machine::run_natively(&mut instance, &folder)?;
    Ok(instance)
}

/// A text of C; none where it is null or no UTF-8.
///
/// # Safety
/// The pointer is null, or points to a text that ends with zero and lives as long as it is used.
pub unsafe fn read<'t>(text: *const c_char) -> Option<&'t str> {
    if text.is_null() {
        return None;
    }
    // SAFETY: as promised by the caller.
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

/// A slice of so many elements.
///
/// # Errors
/// If it is null and not empty.
///
/// # Safety
/// The pointer is null, or points to this number of elements, which nobody writes during the use.
pub unsafe fn slice<'s, T>(pointer: *const T, count: usize) -> Result<&'s [T], Refusal> {
    match (count, pointer.is_null()) {
        (0, _) => Ok(&[]),
        (_, true) => Err(Refusal::error("a pointer is null, and should point to numbers")),
        // SAFETY: as promised by the caller.
        _ => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// Writes as many values as there is room for.
///
/// # Errors
/// If there is no room, or room for another number of values.
///
/// # Safety
/// The pointer is null, or points to room for so many values.
pub unsafe fn put_all<T: Copy>(pointer: *mut T, room: usize, values: &[T]) -> Result<(), Refusal> {
    if room != values.len() {
        let message = format!("there is room for {room} numbers, and {} are told", values.len());
        return Err(Refusal::error(message));
    }
    if room > 0 && pointer.is_null() {
        return Err(Refusal::error(
            "a pointer is null, and should point to room for numbers",
        ));
    }
    if room > 0 {
        // SAFETY: as promised by the caller; a slice of Rust does not overlap with room that C hands over.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), pointer, room) };
    }
    Ok(())
}

/// Writes the value that a function is called for.
///
/// # Errors
/// If the pointer is null.
///
/// # Safety
/// The pointer is null, or points to room for the value.
pub unsafe fn put_asked<T>(pointer: *mut T, value: T) -> Result<(), Refusal> {
    if pointer.is_null() {
        return Err(Refusal::error(
            "a pointer is null, and should point to room for the result",
        ));
    }
    // SAFETY: as promised by the caller.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Writes a value where the pointer is not null.
///
/// # Safety
/// The pointer is null, or points to room for the value.
pub unsafe fn put<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: as promised by the caller.
        unsafe { pointer.write(value) };
    }
}

/// A message as a text of C; zeros in it end it.
pub fn text(message: &str) -> CString {
    let until = message.split('\0').next().unwrap_or_default();
    CString::new(until).unwrap_or_default()
}

/// The words of a panic.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without words")
}
