//! Vehicles in files: the TOML files of the library agree with its Rust declarations, and every way of reading a file
//! gives the same solver.
//!
//! After a change of the library or of the format, `BLESS=1` writes the files again.

mod build;
mod library;
mod macros;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// A path in the repository.
fn path(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(inside)
}

fn text(inside: &str) -> String {
    fs::read_to_string(path(inside)).unwrap_or_else(|reason| panic!("{inside}: {reason}"))
}

/// Whether files are written instead of compared.
fn bless() -> bool {
    env::var_os("BLESS").is_some()
}
