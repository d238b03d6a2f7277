//! Texts of files for the workbench: the disk, and `-` for the standard input. Paths of files that were read are
//! remembered, so that no output overwrites these files.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use wishbone_compiler::build::files;
use wishbone_workbench::files::{Disk, Files, data_text};

/// The disk and the standard input.
pub struct Terminal;

/// Files that were read by this call of the tool.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether one of the files that were read is as `is_it` tells.
pub fn has_read(is_it: impl FnMut(&PathBuf) -> bool) -> bool {
    READ.lock().unwrap_or_else(PoisonError::into_inner).iter().any(is_it)
}

/// Keeps a path in mind if a file was read there.
pub fn noted<T>(path: &str, read: Result<T, String>) -> Result<T, String> {
    if read.is_ok() {
        let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let path = PathBuf::from(path);
        if !all.contains(&path) {
            all.push(path);
        }
    }
    read
}

impl Files for Terminal {
    fn text(&self, path: &str) -> Result<String, String> {
        match path {
            "-" => files::limited(io::stdin()),
            path => noted(path, Disk.text(path)),
        }
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        match path {
            "-" => self.text(path).map(String::into_bytes),
            path => noted(path, Disk.bytes(path)),
        }
    }

    fn data(&self, path: &str) -> Result<String, String> {
        match path {
            "-" => files::limited_bytes(io::stdin()).and_then(data_text),
            path => noted(path, Disk.data(path)),
        }
    }

    fn exists(&self, path: &str) -> bool {
        path == "-" || Disk.exists(path)
    }
}
