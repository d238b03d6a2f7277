//! Texts of files, handed in by the caller.

#[cfg(feature = "files")]
mod disk;
#[cfg(feature = "files")]
mod western;

#[cfg(feature = "files")]
pub use disk::Disk;

/// The text of the bytes of a data file: UTF-8, UTF-16 or Windows-1252.
///
/// # Errors
/// The reason, if they are no text.
#[cfg(feature = "files")]
pub fn data_text(bytes: Vec<u8>) -> Result<String, String> {
    use wishbone_compiler::build::files::{NOT_TEXT, decoded};
    decoded(bytes).or_else(|bytes| western::text(&bytes).ok_or_else(|| NOT_TEXT.to_owned()))
}

/// A source of texts by path. The workbench itself opens nothing.
pub trait Files: Sync {
    /// The text of the file at a path, without a byte order mark.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    fn text(&self, path: &str) -> Result<String, String>;

    /// The content of the file at a path, which need not be text.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        self.text(path).map(String::into_bytes)
    }

    /// The text of a data file, such as measurements, which may be longer than a declaration.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    fn data(&self, path: &str) -> Result<String, String> {
        self.text(path)
    }

    /// Whether there is something at a path.
    fn exists(&self, path: &str) -> bool {
        self.text(path).is_ok()
    }
}

/// No files: declarations are given as texts, and can include only the library's own files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn text(&self, _: &str) -> Result<String, String> {
        Err("files cannot be read from here".to_owned())
    }
}
