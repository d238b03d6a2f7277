//! Circles of files: each file of a circle needs itself through other files.
//!
//! A file needs another file if it uses a name that the other file defines. A re-exported name (`pub use`) counts for the file that
//! defines it. Methods that are defined in another file than their type are not seen.

use super::reader::{Form, Import, Reader};
use super::root;
use std::collections::{BTreeMap, BTreeSet};

/// Crates that are checked.
const CRATES: &[&str] = &[
    "compiler/src",
    "runtime/src",
    "vehicles/src",
    "vehicles/demo/src",
    "vehicles/report/src",
    "vehicles/studies/src",
    "vehicles/workbench/src",
];

/// Most files of a circle.
const MOST: usize = 3;

#[test]
fn no_circle_has_more_than_three_files() {
    let mut found = Vec::new();
    for sources in CRATES {
        let needs = needs(&Reader::of(&root().join(sources)));
        assert!(
            needs.values().any(|needed| !needed.is_empty()),
            "the reader has lost its way in {sources}"
        );
        let larger = circles(&needs).into_iter().filter(|circle| circle.len() > MOST);
        found.extend(larger.map(|circle| format!("{sources}: {}", circle.join(", "))));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Circles are found. A re-exported name counts for the file that defines it, so that a re-export alone makes no circle.
#[test]
fn a_circle_is_found() {
    let needs = |arrows: &[(&'static str, &'static str)]| {
        let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in arrows {
            needs.entry((*from).to_owned()).or_default().insert((*to).to_owned());
            needs.entry((*to).to_owned()).or_default();
        }
        needs
    };
    let chain = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")];
    assert!(circles(&needs(&chain)).is_empty());
    let closed = [chain.as_slice(), &[("d", "b"), ("x", "y"), ("y", "x")]].concat();
    assert_eq!(circles(&needs(&closed)), [vec!["b", "c", "d"], vec!["x", "y"]]);
    let mut reader = Reader::default();
    let file =
        "use child::Kept; pub use other::Handed; mod child { use super::Handed; } mod other { pub struct Handed; }";
    syn::visit::Visit::visit_file(&mut reader, &syn::parse_str(file).expect("it is Rust"));
    for module in ["", "child", "other"] {
        reader.files.insert(module.to_owned(), module.into());
    }
    let found = super::circles::needs(&reader);
    let of = |module: &str| found[module].iter().map(String::as_str).collect::<Vec<&str>>();
    assert_eq!(
        (of(""), of("child"), of("other")),
        (vec!["child"], vec!["other"], vec![])
    );
}

/// The modules that each module with a file of its own needs.
pub fn needs(reader: &Reader) -> BTreeMap<String, BTreeSet<String>> {
    let mut needs: BTreeMap<String, BTreeSet<String>> = reader
        .files
        .keys()
        .map(|module| (module.clone(), BTreeSet::new()))
        .collect();
    for import in reader.imports.iter().filter(|import| is_need(reader, import)) {
        let own = file_of(reader, &import.module);
        if let Some(definer) = definer(reader, &import.module, &import.path, 0).filter(|definer| *definer != own) {
            needs.entry(own).or_default().insert(definer);
        }
    }
    needs
}

/// Whether the module itself uses an import, instead of only re-exporting it.
fn is_need(reader: &Reader, import: &Import) -> bool {
    let name = import.path.rsplit("::").next().unwrap_or_default();
    let uses = |words: &BTreeSet<String>| words.contains(name);
    import.form != Form::Handed || reader.words.get(&import.module).is_some_and(uses)
}

/// The innermost module with a file of its own that contains a module.
fn file_of(reader: &Reader, module: &str) -> String {
    let mut module = module;
    while !reader.files.contains_key(module) {
        module = module.rsplit_once("::").map_or("", |(outer, _)| outer);
    }
    module.to_owned()
}

/// The module that defines the item of a path; `None` for modules and for items of other crates.
fn definer(reader: &Reader, module: &str, path: &str, depth: usize) -> Option<String> {
    if depth > 16 {
        return None;
    }
    let (first, rest) = path.split_once("::").unwrap_or((path, ""));
    let inside = match (first, joined(module, first)) {
        ("crate", _) => rest.to_owned(),
        (_, child) if reader.files.contains_key(&child) => joined(&child, rest),
        _ => return renamed(reader, module, (first, rest), depth),
    };
    let at = file_of(reader, &inside);
    let (first, rest) = match inside[at.len()..].trim_start_matches("::") {
        "" => return None,
        item => item.split_once("::").unwrap_or((item, "")),
    };
    let names = reader.names.get(&at);
    if names.is_some_and(|names| names.iter().any(|(name, _)| name == first)) {
        return renamed(reader, &at, (first, rest), depth);
    }
    from_globs(reader, &at, first, depth).or(Some(at))
}

/// The module that defines the item that a `use` names.
fn renamed(reader: &Reader, module: &str, (word, rest): (&str, &str), depth: usize) -> Option<String> {
    let mut names = reader.names.get(module)?.iter();
    let (_, path) = names.find(|(name, _)| name == word)?;
    definer(reader, module, &joined(path, rest), depth + 1)
}

/// The module that defines a word that a module re-exports by a glob.
fn from_globs(reader: &Reader, module: &str, word: &str, depth: usize) -> Option<String> {
    let mut globs = reader.names.get(module)?.iter().filter(|(name, _)| name == "*");
    globs.find_map(|(_, path)| definer(reader, module, &joined(path, word), depth + 1))
}

fn joined(path: &str, rest: &str) -> String {
    match (path, rest) {
        ("", one) | (one, "") => one.to_owned(),
        _ => format!("{path}::{rest}"),
    }
}

/// Circles, each with its files in alphabetical order.
fn circles(needs: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = needs.keys().map(|from| (from, reached(needs, from))).collect();
    let mut circles = BTreeSet::new();
    for (from, targets) in &reached {
        if targets.contains(*from) {
            let circle = targets.iter().filter(|target| reached[**target].contains(*from));
            circles.insert(circle.map(|file| (*file).clone()).collect::<Vec<String>>());
        }
    }
    circles.into_iter().collect()
}

/// All files that a file needs, directly or by way of others.
fn reached<'n>(needs: &'n BTreeMap<String, BTreeSet<String>>, from: &String) -> BTreeSet<&'n String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&String> = needs[from].iter().collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(&needs[file]);
        }
    }
    reached
}
