//! Libraries below the compiler have the same features for macros as for programs. With different features cargo builds
//! the compiler twice, which costs a minute of every full build.

use super::root;
use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn the_compiler_is_built_once_for_macros_and_programs() {
    let below: BTreeSet<String> = tree(&["-p", "wishbone-compiler", "-e", "normal"]).into_iter().collect();
    assert!(
        below.iter().any(|package| package.starts_with("petgraph ")),
        "no tree: {below:?}"
    );
    // Without depths below the first, each line is a package that is built more than once.
    let mut seen = BTreeSet::new();
    let twice: BTreeSet<String> = tree(&["--workspace", "--duplicates", "--depth", "0"])
        .into_iter()
        .filter(|package| !seen.insert(package.clone()) && below.contains(package))
        .collect();
    assert!(
        twice.is_empty(),
        "built twice, with different features; name the features in compiler/Cargo.toml: {twice:?}"
    );
}

/// Lines of `cargo tree`, each a name with its version.
fn tree(arguments: &[&str]) -> Vec<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--offline", "--locked", "--prefix", "none", "--format", "{p}"])
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
        .filter(|line| line.contains(" v"))
        .collect()
}
