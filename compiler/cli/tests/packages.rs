//! Packages that go to a registry are complete: their sources include no file from outside, and each dependency has a version.

use std::fs;
use std::path::{Component, Path, PathBuf};
use toml::Table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest(folder: &Path) -> Table {
    let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a package has a manifest");
    text.parse().expect("it is TOML")
}

/// Folders of the packages that go to a registry.
fn published() -> Vec<PathBuf> {
    let workspace = manifest(&root());
    let members = workspace["workspace"]["members"].as_array().expect("a list").iter();
    let folders = members.map(|member| root().join(member.as_str().expect("a path")));
    folders
        .filter(|folder| manifest(folder)["package"].get("publish").is_none())
        .collect()
}

/// All Rust sources within a folder, without tests.
fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|own| own == "rs") && !path.ends_with("tests.rs") {
            all.push(path);
        }
    }
}

/// First texts of `include_str!("..")`, `include_bytes!(..)` and `include_str!(concat!(".." ..))`, without tests.
fn included(text: &str) -> Vec<&str> {
    let (text, _) = text.split_once("#[cfg(test)]").unwrap_or((text, ""));
    let calls = text
        .split("include_str!(")
        .skip(1)
        .chain(text.split("include_bytes!(").skip(1));
    let literals = calls.filter_map(|call| {
        let call = call.trim_start().trim_start_matches("concat!(").trim_start();
        call.strip_prefix('"')?.split('"').next()
    });
    literals.collect()
}

/// Whether a path leaves the package if it starts `depth` folders deep in it.
fn leaves(path: &str, mut depth: usize) -> bool {
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir if depth == 0 => return true,
            Component::ParentDir => depth -= 1,
            _ => depth += 1,
        }
    }
    false
}

#[test]
fn sources_include_nothing_from_outside() {
    let mut count = 0;
    for package in published() {
        let mut all = Vec::new();
        sources(&package.join("src"), &mut all);
        for source in all {
            let within = source.strip_prefix(&package).expect("it is within");
            let depth = within.components().count() - 1;
            let text = fs::read_to_string(&source).expect("it can be read");
            for path in included(&text) {
                assert!(!leaves(path, depth), "{}: {path}", source.display());
                count += 1;
            }
        }
    }
    assert!(count > 10, "{count}");
    assert!(leaves("../../x", 1) && !leaves("../x", 1) && leaves("../a/../../x", 1));
}

#[test]
fn dependencies_of_the_workspace_have_a_version() {
    let workspace = manifest(&root());
    let shared = workspace["workspace"]["dependencies"].as_table().expect("a table");
    for package in published() {
        let manifest = manifest(&package);
        let own = manifest["package"]["name"].as_str().expect("a name").to_owned();
        let Some(dependencies) = manifest.get("dependencies") else {
            continue;
        };
        for (name, given) in dependencies.as_table().expect("a table") {
            let is_shared = given.get("workspace").is_some();
            let given = if is_shared { &shared[name] } else { given };
            let is_local = given.get("path").is_some();
            assert!(
                !is_local || given.get("version").is_some(),
                "{own}: {name} has no version"
            );
        }
    }
}
