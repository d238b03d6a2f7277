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
        files::bytes(path).and_then(data_text)
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }
}

/// The text of the bytes of a data file: UTF-8, UTF-16 or Windows-1252.
///
/// # Errors
/// The reason, if they are no text.
pub fn data_text(bytes: Vec<u8>) -> Result<String, String> {
    files::decoded(bytes).or_else(|bytes| western::text(&bytes).ok_or_else(|| files::NOT_TEXT.to_owned()))
}
