//! Machine code of a vehicle, made by the rustc of this machine.

use super::{Library, Package};
use crate::outside::Car;
use crate::problem::Problem;
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use tempfile::TempDir;
use wishbone_engine::native;

/// Options of rustc: a library for C that cannot unwind, without debug information. Level 3 takes twice the time and gains nothing. Numbers that are
/// packed side by side cost a tenth of the speed.
const OPTIONS: &str = "--edition 2021 --crate-type cdylib --crate-name wishbone_native \
    -C opt-level=2 -C no-vectorize-slp -C panic=abort -C strip=symbols";

/// The library with the programs of a vehicle for co-simulation and, where it is exchanged, of `car` for model exchange.
///
/// # Errors
/// If there is no rustc, if rustc refuses the text, or if the shell is one of another platform.
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
    library(&native::text(&vehicles))
}

/// Compiles the text of a library for this machine.
fn library(text: &str) -> Result<Vec<u8>, Problem> {
    let folder = TempDir::new().map_err(|reason| refused(&format!("no folder for it: {reason}")))?;
    let [source, library] = ["programs.rs", "programs.library"].map(|name| folder.path().join(name));
    fs::write(&source, text).map_err(|reason| refused(&format!("cannot write {}: {reason}", source.display())))?;
    compile(&source, &library)?;
    fs::read(&library).map_err(|reason| refused(&format!("cannot read {}: {reason}", library.display())))
}

fn compile(source: &Path, library: &Path) -> Result<(), Problem> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(&rustc);
    let _ = command.args(OPTIONS.split(' ')).arg("-o").arg(library).arg(source);
    let done = command.output().map_err(|reason| {
        refused(&format!(
            "cannot run `{}`, the compiler of Rust: {reason}; install it from https://rustup.rs, or leave `--native` out",
            rustc.to_string_lossy()
        ))
    })?;
    let told = String::from_utf8_lossy(&done.stderr);
    let first = told.lines().find(|line| line.starts_with("error")).unwrap_or_default();
    match done.status.success() {
        true => Ok(()),
        false => Err(refused(&format!("`{}` failed: {first}", rustc.to_string_lossy()))),
    }
}

fn refused(reason: &str) -> Problem {
    Problem::Misuse(format!("`--native`: {reason}"))
}
