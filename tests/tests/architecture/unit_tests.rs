//! A library whose manifest says `test = false` is not compiled for unit tests. Those in its sources would never run.

use super::{manifest, members, root};
use std::fs;
use std::path::Path;

#[test]
fn unit_tests_stand_where_they_run() {
    let skipped: Vec<String> = members()
        .into_iter()
        .filter(|folder| {
            let library = manifest(folder)
                .get("lib")
                .and_then(|library| library.get("test")?.as_bool());
            library == Some(false)
        })
        .collect();
    assert!(skipped.len() >= 5, "the reader has lost its way: {skipped:?}");
    for folder in skipped {
        let found = unit_tests(&root().join(&folder).join("src"));
        assert_eq!(
            found, 0,
            "`{folder}` has unit tests, which do not run: move them to its folder `tests`"
        );
    }
}

/// Number of tests in the sources of a folder.
fn unit_tests(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let of = |path: &Path| match path.is_dir() {
        true => unit_tests(path),
        false => fs::read_to_string(path).map_or(0, |text| text.matches("#[test]").count()),
    };
    entries.map(|entry| of(&entry.expect("it can be read").path())).sum()
}
