//! Machine code of the vehicle beside its text, in a separate library.

use crate::instance::{Instance, Refusal};
use std::env::consts;
use std::path::Path;
use wishbone_workbench::fmu::code_path;
use wishbone_workbench::fmu::native::load;

/// Lets an instance run with the machine code for this platform in the folder of the resources, if this machine code
/// exists.
///
/// # Errors
/// Returns an error if the file is not a library for this platform, or if it is the library of another vehicle.
pub fn run_natively(instance: &mut Instance, resources: &Path) -> Result<(), Refusal> {
    let name = code_path([consts::ARCH, consts::OS]);
    let path = resources.join(&name);
    if !path.exists() {
        return Ok(());
    }
    let refused = |reason: &str| {
        Refusal::error(format!(
            "`resources/{name}`: {reason}; export the FMU again, or take the file out: the vehicle then runs without machine code"
        ))
    };
    // The engine has the same bits without instructions that the processor lacks.
    let Some(library) = load(&path).map_err(|reason| refused(&reason))? else {
        return Ok(());
    };
    let taken = instance.run_natively(&library);
    taken.map_err(|refusal| refused(&refusal.message))
}
