//! Tests of the book's text: its sentences are short, its counts are those of the sources, its pages are in the summary.

mod counts;
mod measured;
mod pages;
mod prose;

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the repository.
fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|reason| panic!("{path}: {reason}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Paths of all pages within a folder, in order.
fn pages_in(folder: &str) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("the folder is there") {
        let entry = entry.expect("it can be read");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            all.extend(pages_in(&path));
        } else if path.ends_with(".md") {
            all.push(path);
        }
    }
    all.sort();
    all
}
