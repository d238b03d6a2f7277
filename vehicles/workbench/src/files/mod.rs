//! Texts of files, handed in by the caller.

#[cfg(feature = "files")]
mod disk;
#[cfg(feature = "files")]
mod western;

#[cfg(feature = "files")]
pub use disk::{Disk, data_text};

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
