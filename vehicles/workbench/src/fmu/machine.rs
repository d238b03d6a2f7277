//! Machine code of a vehicle beside its text.

use super::{Library, Package};
use crate::machine::{code_of, refused};
use crate::outside::Car;
use crate::problem::Problem;
use std::env;

/// The library with the programs of a vehicle for co-simulation; if the vehicle is exported for model exchange, also
/// with the programs of `car`.
///
/// # Errors
/// Returns an error if there is no rustc, if rustc refuses the text, or if the shell is for another platform.
pub(super) fn code(car: &Car, package: &Package, is_exchanged: bool, shell: &Library) -> Result<Vec<u8>, Problem> {
    let [processor, system] = &shell.platform;
    if [processor.as_str(), system] != [env::consts::ARCH, env::consts::OS] {
        return Err(refused(&format!(
            "rustc compiles for this machine, and the library of `--shell` is for {processor} on {system}: leave one of them out"
        )));
    }
    // Derivatives change the plan of the programs, and with it their rounding.
    let alone = package.car(false)?;
    let exchanged = is_exchanged.then(|| car.compiled());
    let vehicles: Vec<_> = [alone.compiled()].into_iter().chain(exchanged).collect();
    code_of(&vehicles)
}
