//! For build scripts: compiles the file of a vehicle to the Rust text of its solver. This is the only module of the
//! compiler that reads and writes files.
//!
//! With `wishbone-compiler` among the build dependencies, the `main` of a `build.rs` is
//!
//! ```no_run
//! wishbone_compiler::build::vehicle("vehicles/car.toml");
//! ```
//!
//! and the solver is compiled by
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/car.rs"));
//! ```
//!
//! A solver may also be kept in the repository, where it can be read and compiled without the compiler. It is then
//! written to a folder of the user's choice. With `check`, nothing is written, and a text that no longer fits its
//! vehicle stops the build:
//!
//! ```no_run
//! use wishbone_compiler::build::Build;
//!
//! let ci = std::env::var_os("CI").is_some();
//! Build::new().folder("src/solvers").check(ci).vehicle("vehicles/car.toml");
//! ```
//!
//! Every mistake in a vehicle is reported with file, line and column, and the build stops. So does a second vehicle whose
//! file has the name of the first, because its solver would replace the other solver. Files are written only when they change. `cargo` runs the script again when a file that was read changes.

pub mod files;

use crate::diag::Diagnostics;
use crate::diag::to_text::render_sources;
use crate::front::file;
use crate::{emit, pipeline};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, process};

/// Compiles the vehicle in the file at `path`, relative to the folder of `Cargo.toml`, to `OUT_DIR/NAME.rs`, where the
/// file is called `NAME.toml` or `NAME.txt`. Ends the process if that fails.
pub fn vehicle(path: impl AsRef<Path>) {
    Build::new().vehicle(path);
}

/// Where solvers are written.
#[derive(Clone, Debug, Default)]
pub struct Build {
    folder: Option<PathBuf>,
    check: bool,
}

/// Outcome of compiling a vehicle.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The files that were requested, whether they exist or not.
    pub read: Vec<String>,
    /// The file of the solver, or the message for the user.
    pub written: Result<PathBuf, String>,
    /// Warnings; empty if there are none.
    pub warnings: String,
}

impl Build {
    /// Writes solvers to `OUT_DIR`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes solvers to the given folder, relative to the folder of `Cargo.toml`.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// With `true`, nothing is written: a missing file, or a file with a different text, is an error.
    pub fn check(mut self, check: bool) -> Self {
        self.check = check;
        self
    }

    /// Compiles one vehicle and reports to `cargo`; ends the process if that fails.
    pub fn vehicle(&self, path: impl AsRef<Path>) -> &Self {
        let outcome = self.compile(path);
        for read in &outcome.read {
            println!("cargo::rerun-if-changed={read}");
        }
        for line in outcome.warnings.lines().filter(|line| !line.trim().is_empty()) {
            println!("cargo::warning={line}");
        }
        if let Err(message) = outcome.written {
            eprintln!("{}", message.trim_end());
            process::exit(1);
        }
        self
    }

    /// Compiles one vehicle and returns the outcome to the caller.
    pub fn compile(&self, path: impl AsRef<Path>) -> Outcome {
        let path = path.as_ref().to_string_lossy().replace('\\', "/");
        let mut read = Vec::new();
        let reading = file::read(&path, &mut |path| {
            read.push(path.to_owned());
            files::text(path)
        });
        let told = |found: &Diagnostics| render_sources(found, &reading.sources);
        let compiled = match reading.vehicle {
            Ok(ref vehicle) => pipeline::compile(vehicle).map_err(|found| told(&found)),
            Err(ref found) => Err(told(found)),
        };
        let mut warnings = String::new();
        let written = compiled.and_then(|compiled| {
            warnings = told(&compiled.warnings);
            let sources: Vec<&str> = reading.sources.iter().map(|source| source.name.as_str()).collect();
            let text = emit::text_from(&compiled, &reading.declaration(), &sources.join(", "));
            self.deliver(&path, &text)
        });
        Outcome {
            read,
            written,
            warnings,
        }
    }

    /// Writes `text` to the file of the solver, or checks it, and returns the path of the file.
    fn deliver(&self, path: &str, text: &str) -> Result<PathBuf, String> {
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => env::var_os("OUT_DIR")
                .map(PathBuf::from)
                .ok_or("there is no OUT_DIR: this is for build scripts; elsewhere, give a folder by `Build::folder`")?,
        };
        let name = Path::new(path).file_stem().unwrap_or_default();
        let target = folder.join(format!("{}.rs", name.to_string_lossy()));
        claim(&target, path)?;
        let there = fs::read_to_string(&target);
        if there.as_deref().is_ok_and(|there| there == text) {
            return Ok(target);
        }
        if self.check {
            let state = if there.is_ok() { "is out of date" } else { "is missing" };
            return Err(format!(
                "{} {state}: it is made from {path}; run the build without `check` and commit what it writes",
                target.display()
            ));
        }
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&target, text))
            .map_err(|reason| format!("cannot write {}: {reason}", target.display()))?;
        Ok(target)
    }
}

/// The files that this process has written or checked, and the vehicle of each.
static CLAIMED: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

/// Returns an error if the solver of another vehicle has this file.
fn claim(target: &Path, path: &str) -> Result<(), String> {
    let mut claimed = CLAIMED.lock().unwrap_or_else(PoisonError::into_inner);
    let owner = claimed.entry(target.to_owned()).or_insert_with(|| path.to_owned());
    match owner == path {
        true => Ok(()),
        false => Err(format!(
            "{path}: its solver would replace that of {owner}, since both would be {}; rename one of the two files, or write it to \
             another folder by `Build::folder`",
            target.display()
        )),
    }
}
