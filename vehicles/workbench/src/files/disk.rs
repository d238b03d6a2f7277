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
    // The mark of a ZIP file, which workbooks are (APPNOTE.TXT 6.3.10, 4.3.7).
    if bytes.starts_with(b"PK\x03\x04") {
        return Err("it is a workbook (.xlsx, .ods) or an archive, and no text; save its sheet as CSV".to_owned());
    }
    files::decoded(bytes).or_else(|bytes| western::text(&bytes).ok_or_else(|| files::NOT_TEXT.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::data_text;

    #[test]
    fn a_workbook_is_no_text() {
        let told = data_text(b"PK\x03\x04\x14\0\x06\0".to_vec()).expect_err("a workbook");
        assert!(told.contains("save its sheet as CSV"), "{told}");
        assert_eq!(data_text(b"PK,1\n".to_vec()).as_deref(), Ok("PK,1\n"));
    }
}
