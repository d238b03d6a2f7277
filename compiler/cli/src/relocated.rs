//! Declarations that are written into another folder: paths of files that they name are adapted to it.

use std::path::{Component, Path, PathBuf};
use wishbone_compiler::front::file::seen_from;
use wishbone_compiler::front::syntax::Vehicle;
use wishbone_compiler::front::toml::{self, convert};

/// The text of a declaration whose paths are relative to the folder `from`, with paths relative to `to`. `tree` is the
/// parsed text.
pub fn text(text: &str, tree: &Vehicle, from: &str, to: &Path) -> String {
    convert::with_paths(text, tree, |path| {
        let is_of_library = path.starts_with("wishbone/") || Path::new(path).is_absolute();
        let full = |path: &Path| std::path::absolute(path).ok().map(|path| normal(&path));
        match (full(&to.join(".")), full(&Path::new(from).join(path))) {
            (Some(to), Some(full)) if !is_of_library => seen_from(&to, &full),
            _ => path.to_owned(),
        }
    })
}

/// A text in TOML as [`text`]; a text that cannot be read stays as it is.
pub fn toml(own: &str, from: &str, to: &Path) -> String {
    toml::parse_text(own).map_or_else(|_| own.to_owned(), |tree| text(own, &tree, from, to))
}

/// The folder of a file.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// An absolute path without `..`, its folders parted by `/`.
fn normal(path: &Path) -> String {
    let mut folders = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(folders.pop()),
            other => folders.push(other),
        }
    }
    folders.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}
