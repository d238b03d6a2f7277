//! Texts of files for the workbench: the disk, and `-` for the standard input.

use std::io;
use wishbone_compiler::build::files;
use wishbone_workbench::files::{Disk, Files};

/// The disk and the standard input.
pub struct Terminal;

impl Files for Terminal {
    fn text(&self, path: &str) -> Result<String, String> {
        match path {
            "-" => files::limited(io::stdin()),
            path => Disk.text(path),
        }
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        match path {
            "-" => self.text(path).map(String::into_bytes),
            path => Disk.bytes(path),
        }
    }

    fn data(&self, path: &str) -> Result<String, String> {
        match path {
            "-" => self.text(path),
            path => Disk.data(path),
        }
    }

    fn exists(&self, path: &str) -> bool {
        path == "-" || Disk.exists(path)
    }
}
