//! Machine code of vehicles, made by the rustc of this machine.

use crate::problem::Problem;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};
use tempfile::TempDir;
use wishbone_compiler::pipeline::Compiled;
use wishbone_engine::native::{self, Library, Width};

/// Options of rustc: a library for C that cannot unwind, without debug information. Level 3 takes twice the time and gains nothing. Numbers that are
/// packed side by side cost a tenth of the speed.
const OPTIONS: &str = "--edition 2021 --crate-type cdylib --crate-name wishbone_native \
    -C opt-level=2 -C no-vectorize-slp -C panic=abort -C strip=symbols";

/// The content of a library with the programs of these vehicles.
///
/// # Errors
/// If there is no rustc, or if it refuses the text.
#[cfg(feature = "fmu")]
pub fn code_of(vehicles: &[&Compiled]) -> Result<Vec<u8>, Problem> {
    let (_folder, path) = compiled(vehicles, Width::One)?;
    fs::read(&path).map_err(|reason| refused(&format!("cannot read {}: {reason}", path.display())))
}

/// A loaded library with the programs of a vehicle, for a given number of vehicles at once.
///
/// # Errors
/// Returns an error if there is no rustc, if rustc refuses the text, or if the system does not load the library.
pub fn library_of(vehicle: &Compiled, width: Width) -> Result<Arc<dyn Library>, Problem> {
    let (_folder, path) = compiled(&[vehicle], width)?;
    let loaded = native::load(&path).map_err(|reason| refused(&format!("cannot load {}: {reason}", path.display())))?;
    loaded.ok_or_else(|| refused("rustc has made code for another processor: leave it out"))
}

/// Compiles the programs of vehicles for this machine. The library lies in a folder that is removed at the end.
fn compiled(vehicles: &[&Compiled], width: Width) -> Result<(TempDir, PathBuf), Problem> {
    let folder = TempDir::new().map_err(|reason| refused(&format!("no folder for it: {reason}")))?;
    let [source, library] = ["programs.rs", "programs.library"].map(|name| folder.path().join(name));
    fs::write(&source, native::text(vehicles, width))
        .map_err(|reason| refused(&format!("cannot write {}: {reason}", source.display())))?;
    compile(&source, &library, width)?;
    Ok((folder, library))
}

fn compile(source: &Path, library: &Path, width: Width) -> Result<(), Problem> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(&rustc);
    let _ = command.args(OPTIONS.split(' ')).arg("-o").arg(library).arg(source);
    if let Some(features) = width.features() {
        let _ = command.arg("-C").arg(format!("target-feature={features}"));
    }
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

/// An error about the option.
pub fn refused(reason: &str) -> Problem {
    Problem::Misuse(format!("`--native`: {reason}"))
}
