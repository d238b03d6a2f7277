//! Machine code of the vehicle beside its text, in a library of its own.
#![allow(unsafe_code, reason = "a library is loaded")]

use crate::instance::{Instance, Refusal};
use std::env::consts;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use wishbone_workbench::fmu::code_path;
use wishbone_workbench::fmu::native::{Function, Library};

/// A loaded library.
#[derive(Debug)]
struct Loaded(libloading::Library);

// SAFETY: what the names hold is the hash of each function's text, and the FMU is trusted as its own library is.
unsafe impl Library for Loaded {
    fn function(&self, name: &str) -> Option<Function> {
        // SAFETY: functions with such names have this type.
        unsafe { self.0.get::<Function>(name) }.ok().map(|found| *found)
    }
}

/// Lets an instance run by the machine code for this platform in the folder of the resources, if it is there.
///
/// # Errors
/// If the file is no library of this platform, or that of another vehicle.
pub fn run_natively(instance: &mut Instance, resources: &Path) -> Result<(), Refusal> {
    let name = code_path([consts::ARCH, consts::OS]);
    let path = resources.join(&name);
    if !path.exists() {
        return Ok(());
    }
    let refused = |reason: &dyn Display| {
        Refusal::error(format!(
            "`resources/{name}`: {reason}; export the FMU again, or take the file out: the vehicle then runs without machine code"
        ))
    };
    // SAFETY: a library of functions alone, which does nothing when it is loaded.
    let library = unsafe { libloading::Library::new(&path) };
    let library = library.map_err(|reason| refused(&reason))?;
    let taken = instance.run_natively(&(Arc::new(Loaded(library)) as Arc<dyn Library>));
    taken.map_err(|refusal| refused(&refusal.message))
}
