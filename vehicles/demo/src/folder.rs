//! The folder for results.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is known to exist.
pub struct Folder {
    path: PathBuf,
    written: Vec<PathBuf>,
}

impl Folder {
    /// Creates the folder if it does not exist.
    pub fn create(path: &Path) -> Result<Self, String> {
        fs::create_dir_all(path).map_err(|reason| format!("cannot make the folder {}: {reason}", path.display()))?;
        Ok(Self {
            path: path.to_owned(),
            written: Vec::new(),
        })
    }

    /// Writes a file into it.
    pub fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        let path = self.path.join(name);
        fs::write(&path, text).map_err(|reason| format!("cannot write {}: {reason}", path.display()))?;
        self.written.push(path);
        Ok(())
    }

    /// Paths of the files written, in order.
    pub fn written(&self) -> &[PathBuf] {
        &self.written
    }
}
