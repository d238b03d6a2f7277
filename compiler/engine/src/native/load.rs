//! Machine code in a file.
#![allow(unsafe_code, reason = "a library is loaded")]

use super::{Function, Library};
use std::path::Path;
use std::sync::Arc;

/// A loaded library.
#[derive(Debug)]
struct Loaded(libloading::Library);

// SAFETY: the name of a function holds the hash of its text, and the file is trusted as this program is.
unsafe impl Library for Loaded {
    fn function(&self, name: &str) -> Option<Function> {
        // SAFETY: functions with such names have this type.
        unsafe { self.0.get::<Function>(name) }.ok().map(|found| *found)
    }
}

/// Loads the library in a file that was compiled from the [text](super::text) of vehicles. The file is trusted as this program is.
///
/// None if the processor lacks instructions of the library.
///
/// # Errors
/// The system's reason, if the file is no library of this platform.
pub fn load(path: &Path) -> Result<Option<Arc<dyn Library>>, String> {
    // SAFETY: a library of functions alone, which does nothing when it is loaded.
    let library = unsafe { libloading::Library::new(path) };
    let library = library.map_err(|reason| reason.to_string())?;
    // SAFETY: nothing is called or read.
    let is_avx = unsafe { library.get::<*const u8>(super::AVX_MARK) }.is_ok();
    Ok((!is_avx || super::has_avx()).then(|| Arc::new(Loaded(library)) as Arc<dyn Library>))
}
