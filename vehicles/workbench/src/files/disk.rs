//! The files of the machine.

use super::{Files, western};
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
        files::data(path).or_else(|reason| {
            files::bytes(path)
                .ok()
                .and_then(|own| western::text(&own))
                .ok_or(reason)
        })
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }
}
