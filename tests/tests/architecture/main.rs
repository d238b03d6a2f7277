//! The layers of ARCHITECTURE.md are the layers of the code: which module imports which, which library is used where,
//! and which package depends on which. Every file that it names exists.

mod circles;
mod features;
mod prelude;
mod reader;
mod rooms;
mod unit_tests;

use reader::{Import, Reader, modules_of, read, variants};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::Visit;

/// Libraries that only some layers of the compiler may use.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("annotate_snippets", &["diag"]),
    ("fastrand", &["mobility"]),
    (
        "nalgebra",
        &["model", "spatial", "topology", "kinematics", "mobility", "formulation"],
    ),
    ("petgraph", &["topology"]),
    ("prettyplease", &["emit"]),
    ("quote", &["diag", "emit"]),
    ("toml", &["front"]),
    ("unicode_normalization", &["model"]),
    ("wishbone_laws", &["model", "scalar", "ir", "formulation", "emit"]),
];

/// Modules whose traits have no default methods, so that each kind must give its own answer. Joint kinds of `model` are
/// data: properties that only few kinds have, such as a thread or a rod, have a default there.
const ANSWERS: &[&str] = &[
    "model::element",
    "model::declared",
    "kinematics::joint",
    "formulation::force",
];

/// Paths that would make the compiler's result depend on more than the declaration. Only one layer may read files.
const OUTSIDE: &[&str] = &[
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
];

#[test]
fn layers_import_only_what_the_table_allows() {
    let layers = layers();
    let allowed = |module: &str, import: &str| {
        layers
            .iter()
            .filter(|(layer, _)| is_within(module, layer))
            .flat_map(|(_, imports)| imports)
            .any(|import_allowed| is_within(import, import_allowed))
    };
    let mut trespasses = Vec::new();
    for Import { module, path, .. } in imports() {
        let foreign = path
            .strip_prefix("crate::")
            .filter(|path| layer_of(path) != layer_of(&module));
        if let Some(path) = foreign.filter(|path| !allowed(&module, path)) {
            trespasses.push(format!("{module} imports {path}"));
        }
    }
    assert!(trespasses.is_empty(), "{trespasses:#?}");
}

#[test]
fn the_table_names_all_layers_and_lets_each_look_upward_only() {
    let layers = layers();
    for layer in top_level_modules() {
        assert!(layers.iter().any(|(name, _)| *name == layer), "no row for `{layer}`");
    }
    for (row, (layer, imports)) in layers.iter().enumerate() {
        let path = compiler().join(layer.replace("::", "/"));
        assert!(
            path.is_dir() || path.with_extension("rs").is_file(),
            "`{layer}` is no module"
        );
        for import in imports {
            let above = layers[..row].iter().any(|(name, _)| *name == layer_of(import));
            assert!(above, "`{layer}` may import `{import}`, which does not stand above it");
        }
    }
}

#[test]
fn libraries_stay_in_their_layers() {
    let mut trespasses = Vec::new();
    for Import { module, path, .. } in imports() {
        let library = LIBRARIES.iter().find(|(library, _)| is_within(&path, library));
        let misplaced = library.is_some_and(|(_, layers)| !layers.contains(&layer_of(&module)));
        let is_pure = layer_of(&module) != "build";
        if misplaced || is_pure && OUTSIDE.iter().any(|outside| is_within(&path, outside)) {
            trespasses.push(format!("{module} uses {path}"));
        }
    }
    assert!(trespasses.is_empty(), "{trespasses:#?}");
}

#[test]
fn packages_depend_only_on_what_the_table_allows() {
    let rows = table("Packages", "folder", "depends on");
    let members = members();
    let folders: Vec<&str> = members.iter().map(String::as_str).collect();
    let packages: BTreeMap<String, &str> = folders
        .iter()
        .map(|folder| (package_name(&manifest(folder)), *folder))
        .collect();
    for folder in folders {
        let row = rows.iter().find(|(row, _)| words(row).contains(&folder));
        let (_, allowed) = row.unwrap_or_else(|| panic!("no row for `{folder}`"));
        let manifest = manifest(folder);
        let dependencies = ["dependencies", "build-dependencies"]
            .into_iter()
            .filter_map(|kind| manifest.get(kind)?.as_table())
            .flat_map(|table| table.keys());
        for dependency in dependencies {
            if let Some(theirs) = packages.get(dependency) {
                assert!(
                    may_depend(allowed, dependency, theirs),
                    "`{folder}` may not depend on `{dependency}`"
                );
            }
        }
    }
}

/// Whether a cell of the table permits a package: the cell has names of packages, or `all but` and the last words of
/// folders.
fn may_depend(cell: &str, package: &str, folder: &str) -> bool {
    match cell.strip_prefix("all but ") {
        Some(others) => !others.split(' ').any(|other| folder.ends_with(other)),
        None => words(cell).contains(&package),
    }
}

/// Files of the workbench that may use paths of an operating system, each with the feature that contains it.
/// The archive of an FMU is written into memory.
const DOORSTEPS: &[(&str, &str)] = &[
    ("files/disk.rs", "files"),
    ("fmu/archive.rs", "fmu"),
    ("fmu/description.rs", "fmu"),
    ("fmu/machine.rs", "fmu"),
    ("fmu/terminals.rs", "fmu"),
    ("machine.rs", "native"),
];

/// Without its features, the workbench uses no files, threads, terminal or environment, since some of its users do not
/// have these.
#[test]
fn the_workbench_asks_its_door() {
    let source = root().join("vehicles/workbench/src");
    let mut files = vec![source.clone()];
    let mut count = 0;
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(&path).expect("a folder of sources");
            files.extend(inside.map(|entry| entry.expect("an entry").path()));
            continue;
        }
        count += 1;
        let name = path
            .strip_prefix(&source)
            .expect("it is inside")
            .to_string_lossy()
            .into_owned();
        let own = read(&path);
        let own = own.split("#[cfg(test)]").next().unwrap_or_default();
        let touched = [
            "std::fs",
            "std::thread",
            "std::env",
            "std::io",
            "std::process",
            "println!",
            "eprintln!",
            "build::files",
        ];
        let touched: Vec<&&str> = touched.iter().filter(|outside| own.contains(**outside)).collect();
        match DOORSTEPS.iter().find(|(file, _)| *file == name) {
            None => assert!(touched.is_empty(), "{name} touches {touched:?}"),
            Some((file, feature)) => {
                let module = file
                    .rsplit('/')
                    .next()
                    .and_then(|file| file.strip_suffix(".rs"))
                    .expect("a module");
                let is_at_root = !name.contains('/');
                let parent = read(&path.with_file_name(if is_at_root { "lib.rs" } else { "mod.rs" }));
                let gated = format!("#[cfg(feature = \"{feature}\")]\nmod {module};");
                assert!(parent.contains(&gated), "{name} stands in no feature");
            }
        }
    }
    assert!(count > 20, "the reader has lost its way");
}

/// Every path in backticks exists in the repository.
#[test]
fn every_file_that_is_named_is_there() {
    let chapters = fs::read_dir(root().join("docs/book/how")).expect("the chapters are there");
    let chapters = chapters.map(|entry| entry.expect("it can be read").path());
    let pages: Vec<PathBuf> = ["ARCHITECTURE.md", "CONTRIBUTING.md"]
        .map(|page| root().join(page))
        .into_iter()
        .chain(chapters)
        .collect();
    assert_eq!(pages.len(), 10, "two pages and eight chapters");
    for page in pages {
        let mut fenced = false;
        for line in read(&page).lines() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            }
            let words = words(line).into_iter().filter(|word| !fenced && !word.contains(' '));
            for path in words.filter(|word| word.contains('/') || word.ends_with(".rs") || word.ends_with(".md")) {
                let page = page.display();
                assert!(root().join(path).exists(), "{page} names `{path}`, which is not there");
            }
        }
    }
}

#[test]
fn kinds_are_told_apart_in_full() {
    let reader = whole();
    assert!(reader.matches > 300, "the reader has lost its way");
    assert!(reader.partial.is_empty(), "{:#?}", reader.partial);
}

#[test]
fn every_kind_gives_every_answer() {
    let reader = whole();
    for module in ANSWERS {
        let traits = reader.traits.iter().filter(|(of, ..)| is_within(of, module));
        assert!(traits.clone().count() > 0, "`{module}` has no trait");
        let defaulted: Vec<_> = traits.filter(|(.., defaulted)| *defaulted).collect();
        assert!(defaulted.is_empty(), "{defaulted:#?}");
    }
}

/// A new joint kind or force element needs the files that the table names, and no others. Each existing kind has a file
/// of its own in each folder and is named in each further file. No module outside the folders distinguishes kinds.
#[test]
fn a_kind_takes_the_files_of_the_table() {
    let reader = whole();
    for (row, kind, of) in [
        ("joint kind", "JointKind", "model/joint"),
        ("force element", "Law", "model/element"),
    ] {
        let column = |name: &str| {
            let cell = table("Where a new thing goes", "new", name)
                .into_iter()
                .find(|(new, _)| new == row);
            let cell = cell.unwrap_or_else(|| panic!("the table has no row `{row}`")).1;
            let paths = words(&cell)
                .into_iter()
                .filter(|word| word.contains('/'))
                .map(str::to_owned);
            paths.collect::<Vec<String>>()
        };
        let (folders, files) = (column("one file in"), column("and one line in"));
        assert!(folders.len() == 2 && files.len() >= 4, "{folders:?}, {files:?}");
        let variants = variants(&compiler().join(of).join("mod.rs"), kind);
        assert!(variants.len() >= 8, "the reader has lost its way");
        for variant in &variants {
            let own = snake_case(variant);
            for folder in &folders {
                let file = root().join(folder).join(format!("{own}.rs"));
                assert!(file.exists(), "`{kind}::{variant}` has no file {}", file.display());
            }
            for file in &files {
                let text = content(&root().join(file));
                let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                assert!(
                    words.any(|word| word == own || word == variant),
                    "{file} does not name `{own}`"
                );
            }
        }
        let modules: Vec<String> = folders
            .iter()
            .filter_map(|folder| Some(folder.strip_prefix("compiler/src/")?.replace('/', "::")))
            .collect();
        let elsewhere: Vec<String> = reader
            .imports
            .iter()
            .filter(|import| {
                let mut pairs = import.path.split("::").zip(import.path.split("::").skip(1));
                let names = pairs.any(|(one, next)| one == kind && variants.iter().any(|variant| variant == next));
                names && !modules.iter().any(|module| is_within(&import.module, module))
            })
            .map(|import| format!("`{}` names `{}`", import.module, import.path))
            .collect();
        assert!(elsewhere.is_empty(), "{elsewhere:#?}");
    }
}

/// Text of a file, or of all files in a folder.
fn content(path: &Path) -> String {
    if !path.is_dir() {
        return read(path);
    }
    let files = fs::read_dir(path).expect("it can be read");
    files.map(|file| read(&file.expect("it can be read").path())).collect()
}

/// The reader finds matches that do not name all kinds.
#[test]
fn a_match_that_leaves_out_kinds_is_found() {
    for (text, is_partial) in [
        ("match k { JointKind::Fixed(_) => 1, JointKind::Free(_) => 2 }", false),
        ("match k { Other::Fixed(_) => 1, _ => 2 }", false),
        ("match k { JointKind::Fixed(_) => 1, _ => 2 }", true),
        ("match k { JointKind::Fixed(_) => 1, other => 2 }", true),
        (
            "match k { JointKind::Fixed(_) => 1, _ if late => 2, JointKind::Free(_) => 3 }",
            true,
        ),
        (
            "match (a, k) { (_, crate::model::JointKind::Fixed(_)) => 1, (_, _) => 2 }",
            true,
        ),
        (
            "match (a, k) { (1, Law::Load(_)) => 1, (2, _) => 2, (_, Law::Load(_)) => 3 }",
            true,
        ),
        ("match &k { &JointKind::Fixed(_) => 1, kind @ _ => 2 }", true),
        (
            "match k { JointKind::Fixed(_) => match x { 1 => 2, _ => 3 }, JointKind::Free(_) => 1 }",
            false,
        ),
        ("matches!(k, JointKind::Fixed(_))", true),
        ("matches!(k, Other::Fixed(_))", false),
        ("{ if let Law::Load(load) = law { } }", true),
        ("{ let JointKind::Fixed(fixed) = k else { return }; }", true),
        ("{ let k = JointKind::Fixed(fixed); }", false),
    ] {
        let mut reader = Reader::default();
        reader.visit_expr(&syn::parse_str(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        assert_eq!(!reader.partial.is_empty(), is_partial, "{text}");
    }
}

/// A name in snake case: `AirSpring` becomes `air_spring`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// All paths used in the compiler, without tests.
fn imports() -> Vec<Import> {
    let reader = whole();
    assert!(reader.imports.len() > 500, "the reader has lost its way");
    reader.imports
}

/// The compiler as read, without tests.
fn whole() -> Reader {
    Reader::of(&compiler())
}

/// Modules that `lib.rs` declares.
fn top_level_modules() -> Vec<String> {
    modules_of(&compiler().join("lib.rs"))
}

/// The table of layers: each module, and the modules that it may import.
fn layers() -> Vec<(String, Vec<String>)> {
    let owned = |cell: &str| words(cell).into_iter().map(str::to_owned).collect::<Vec<_>>();
    table("Layers", "layer", "may import")
        .iter()
        .map(|(layer, imports)| (owned(layer).concat(), owned(imports)))
        .collect()
}

/// Two columns of the first table under a heading of ARCHITECTURE.md or CONTRIBUTING.md.
fn table(heading: &str, key: &str, value: &str) -> Vec<(String, String)> {
    let text = architecture() + &read(&root().join("CONTRIBUTING.md"));
    let mut rows = text
        .lines()
        .skip_while(|line| *line != format!("## {heading}"))
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .map(cells);
    let header = rows
        .next()
        .unwrap_or_else(|| panic!("no page has a table under `## {heading}`"));
    let column = |name: &str| header.iter().position(|cell| cell == name);
    let (key, value) = column(key).zip(column(value)).expect("both columns are there");
    rows.skip(1).map(|row| (row[key].clone(), row[value].clone())).collect()
}

fn cells(line: &str) -> Vec<String> {
    let inside = line.trim().trim_start_matches('|').trim_end_matches('|');
    inside.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Words in backticks.
fn words(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Whether `path` is `prefix` or something inside it.
fn is_within(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The first word of a path.
fn layer_of(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}

fn architecture() -> String {
    read(&root().join("ARCHITECTURE.md"))
}

fn manifest(folder: &str) -> toml::Table {
    let text = read(&root().join(folder).join("Cargo.toml"));
    text.parse().expect("a manifest is TOML")
}

/// Folders of all packages.
fn members() -> Vec<String> {
    let workspace = manifest("");
    let members = workspace["workspace"]["members"]
        .as_array()
        .expect("the workspace has members");
    members
        .iter()
        .filter_map(toml::Value::as_str)
        .map(str::to_owned)
        .collect()
}

fn package_name(manifest: &toml::Table) -> String {
    manifest["package"]["name"]
        .as_str()
        .expect("a package has a name")
        .to_owned()
}

fn compiler() -> PathBuf {
    root().join("compiler/src")
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// If code passes the end of a step on to other subsystems, it also passes on the part that may fail there
/// ([`wishbone::subsystem::Subsystem::try_step`]).
#[test]
fn no_subsystem_forgets_the_steps_of_its_parts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> = [
        "runtime/src",
        "compiler/engine/src",
        "vehicles/studies/src",
        "vehicles/workbench/src",
    ]
    .map(|folder| root.join(folder))
    .to_vec();
    let (mut forgetful, mut forwarding) = (Vec::new(), 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            let code: String = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect();
            // A simulation ends steps; a part of a simulation hands their ends on.
            let hands_on = |name: &str| code.contains(&format!(".{name}(time")) || code.contains(&format!("::{name}("));
            if code.contains("Subsystem<") && hands_on("stepped") && code.contains("fn stepped(") {
                forwarding += 1;
                if !(hands_on("try_step") || code.contains(".try_step(")) {
                    forgetful.push(path);
                }
            }
        }
    }
    assert!(forgetful.is_empty(), "{forgetful:#?}");
    assert!(forwarding >= 4, "{forwarding}");
}
