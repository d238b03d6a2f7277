//! Manoeuvres that are given as texts, in the place of files.

use wishbone_workbench::files::{Disk, Files};
use wishbone_workbench::outside::Asked;

/// Path of a manoeuvre that is given as its text.
const PATH: &str = "manoeuvre.toml";

/// Whether a manoeuvre is given as its text.
pub fn is_text(word: &str) -> bool {
    word.contains('\n')
}

/// The files of the disk, and the text of a manoeuvre among them.
pub struct WithText(Option<String>);

/// The question with a path in place of a manoeuvre's text, and the files in which the path has this text.
pub fn with_text(asked: Asked) -> (Asked, WithText) {
    match asked.manoeuvre {
        Some(text) if is_text(&text) => {
            let manoeuvre = Some(PATH.to_owned());
            (Asked { manoeuvre, ..asked }, WithText(Some(text)))
        }
        _ => (asked, WithText(None)),
    }
}

impl WithText {
    fn own(&self, path: &str) -> Option<String> {
        self.0.clone().filter(|_| path == PATH)
    }
}

impl Files for WithText {
    fn text(&self, path: &str) -> Result<String, String> {
        self.own(path).map_or_else(|| Disk.text(path), Ok)
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        self.own(path)
            .map_or_else(|| Disk.bytes(path), |text| Ok(text.into_bytes()))
    }

    fn data(&self, path: &str) -> Result<String, String> {
        self.own(path).map_or_else(|| Disk.data(path), Ok)
    }

    fn exists(&self, path: &str) -> bool {
        self.own(path).is_some() || Disk.exists(path)
    }
}
