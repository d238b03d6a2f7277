//! The files of the machine.

use super::{Files, data_text};
use std::path::Path;
use wishbone_compiler::build::files;

/// The files of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn text(&self, path: &str) -> Result<String, String> {
        files::text(path)
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        files::bytes(path)
    }

    fn data(&self, path: &str) -> Result<String, String> {
        files::bytes(path).and_then(data_text)
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }
}
