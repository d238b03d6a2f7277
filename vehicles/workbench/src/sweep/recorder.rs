//! A key of the files from which a sweep was read. Results from other texts, or by another version, have a different key.

use crate::files::Files;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use twox_hash::XxHash3_128;

/// Number of the rules by which a plan becomes rows. The number is raised when points or verdicts change, so that older
/// parts are not accepted.
const RULES: u32 = 3;

/// Reads texts from the files, and records them.
pub(super) struct Recorder<'a> {
    files: &'a dyn Files,
    /// Folder of the plan.
    folder: &'a Path,
    read: Mutex<BTreeMap<String, u128>>,
}

impl<'a> Recorder<'a> {
    pub(super) fn of(files: &'a dyn Files, folder: &'a Path) -> Self {
        Self {
            files,
            folder,
            read: Mutex::default(),
        }
    }

    /// The key of everything that was read, of the vehicle's text, and of the version. Files count by their names relative to the
    /// plan's folder, so a sweep may be moved.
    pub(super) fn key(&self, vehicle: &str) -> String {
        let mut all = vec![XxHash3_128::oneshot(vehicle.as_bytes())];
        if let Ok(read) = self.read.lock() {
            all.extend(read.values());
        }
        all.sort_unstable();
        let mut bytes: Vec<u8> = all.iter().flat_map(|own| own.to_le_bytes()).collect();
        bytes.extend(env!("CARGO_PKG_VERSION").as_bytes());
        bytes.extend(RULES.to_le_bytes());
        format!("{:032x}", XxHash3_128::oneshot(&bytes))
    }

    fn seen<T: AsRef<[u8]>>(&self, path: &str, content: Result<T, String>) -> Result<T, String> {
        if let (Ok(content), Ok(mut read)) = (&content, self.read.lock()) {
            let name = Path::new(path).strip_prefix(self.folder).unwrap_or(Path::new(path));
            let mut own = name.to_string_lossy().into_owned().into_bytes();
            own.push(0);
            own.extend(content.as_ref());
            read.insert(path.to_owned(), XxHash3_128::oneshot(&own));
        }
        content
    }
}

impl Files for Recorder<'_> {
    fn text(&self, path: &str) -> Result<String, String> {
        self.seen(path, self.files.text(path))
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        self.seen(path, self.files.bytes(path))
    }

    fn data(&self, path: &str) -> Result<String, String> {
        self.seen(path, self.files.data(path))
    }

    fn exists(&self, path: &str) -> bool {
        self.files.exists(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two data files in a folder.
    struct Pair<'a>(&'a str, [&'a str; 2]);

    impl Files for Pair<'_> {
        fn text(&self, path: &str) -> Result<String, String> {
            let [a, b] = ["a.tir", "b.tir"].map(|name| format!("{}/{name}", self.0));
            match path {
                _ if path == a => Ok(self.1[0].to_owned()),
                _ if path == b => Ok(self.1[1].to_owned()),
                _ => Err(format!("there is no {path}")),
            }
        }
    }

    fn key(folder: &str, contents: [&str; 2]) -> String {
        let files = Pair(folder, contents);
        let recorder = Recorder::of(&files, Path::new(folder));
        for name in ["a.tir", "b.tir"] {
            recorder.text(&format!("{folder}/{name}")).expect("a file");
        }
        recorder.key("the vehicle")
    }

    #[test]
    fn a_key_knows_which_file_has_which_content_and_no_folder() {
        let own = key("here", ["soft", "hard"]);
        assert_eq!(key("there", ["soft", "hard"]), own);
        assert_ne!(key("here", ["hard", "soft"]), own);
    }
}
