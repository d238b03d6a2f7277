//! The layers of ARCHITECTURE.md are those of the code: who imports whom, which library stands where, which package
//! depends on which, and every file it names is there.

use quote::ToTokens;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Pat, UseTree};

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

/// Kinds that are told apart nowhere without naming all: whoever adds one is asked for all that is missing.
const KINDS: &[&str] = &["Device", "JointKind", "Law"];

/// Where each kind answers for itself: traits have no defaulted methods there.
const ANSWERS: &[&str] = &[
    "model::joint",
    "model::element",
    "model::declared",
    "kinematics::joint",
    "formulation::force",
];

/// Names that would make the compiler's result depend on more than the declaration. One layer may read files.
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
    for Import { module, path } in imports() {
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

/// Physics is written over `Scalar`; one file traces it, two hold the traces (one of them those that close loops), two run
/// them (one of them those in lanes), one keeps them before they are made ready for a processor, one takes out of them what is computed
/// beforehand, one differentiates them, a folder divides them among threads, and one says how soon an input may change.
#[test]
fn the_program_is_traced_in_one_place() {
    let imports = imports();
    let mut users = imports
        .iter()
        .filter(|import| layer_of(&import.module) == "formulation" && is_within(&import.path, "crate::ir"));
    let tracers = [
        "formulation::corrections",
        "formulation::joints",
        "formulation::ports",
        "formulation::preparation",
        "formulation::programs",
        "formulation::sharing",
        "formulation::sharing::ownership",
        "formulation::sharing::portions",
        "formulation::sharing::time",
        "formulation::side_by_side",
        "formulation::slopes",
        "formulation::tracer",
        "formulation::traces",
        "formulation::unfinished",
    ];
    assert!(users.all(|import| tracers.contains(&import.module.as_str())));
}

#[test]
fn libraries_stay_in_their_layers() {
    let mut trespasses = Vec::new();
    for Import { module, path } in imports() {
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
    let workspace = manifest("");
    let members = workspace["workspace"]["members"]
        .as_array()
        .expect("the workspace has members");
    let folders: Vec<&str> = members.iter().filter_map(toml::Value::as_str).collect();
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

/// The packages allowed by a cell: names of packages, or `all but` some, given by the last word of their folder.
fn may_depend(cell: &str, package: &str, folder: &str) -> bool {
    match cell.strip_prefix("all but ") {
        Some(others) => !others.split(' ').any(|other| folder.ends_with(other)),
        None => words(cell).contains(&package),
    }
}

/// Parts of the workbench that may touch what only a machine with an operating system has, each in a feature of its name.
/// The archive of an FMU is written into memory.
const DOORSTEPS: &[(&str, &str)] = &[
    ("files/disk.rs", "files"),
    ("fmu/archive.rs", "fmu"),
    ("fmu/description.rs", "fmu"),
];

/// The workbench touches no files, threads, terminal or environment but by its features: it serves doors that have none.
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
                let parent = read(&path.with_file_name("mod.rs"));
                let gated = format!("#[cfg(feature = \"{feature}\")]\nmod {module};");
                assert!(parent.contains(&gated), "{name} stands in no feature");
            }
        }
    }
    assert!(count > 20, "the reader has lost its way");
}

/// Every path in backticks exists.
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

/// A new joint kind or force element takes the files that the table names, and no other: each of those that exist has a file
/// of its own in each folder and is named in each further file, and no module outside the folders tells kinds apart.
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
                let text = read(&root().join(file));
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

/// The reader finds what it is there to find.
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

/// Variants of an enum of a file.
fn variants(file: &Path, name: &str) -> Vec<String> {
    let items = parse(file).items;
    let of = items.iter().find_map(|item| match item {
        Item::Enum(item) if item.ident == name => Some(item),
        _ => None,
    });
    let of = of.unwrap_or_else(|| panic!("{} has no `{name}`", file.display()));
    of.variants.iter().map(|variant| variant.ident.to_string()).collect()
}

/// `AirSpring` as `air_spring`.
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

/// A path that a module of the compiler uses.
struct Import {
    /// `formulation::programs`
    module: String,
    /// `crate::ir::Graph`, `petgraph::unionfind::UnionFind`
    path: String,
}

/// All paths used in the compiler, tests excepted.
fn imports() -> Vec<Import> {
    let reader = whole();
    assert!(reader.imports.len() > 500, "the reader has lost its way");
    reader.imports
}

/// The compiler as read, tests excepted.
fn whole() -> Reader {
    let mut reader = Reader::default();
    reader.file(&compiler().join("lib.rs"), &compiler());
    reader
}

/// Modules that `lib.rs` declares.
fn top_level_modules() -> Vec<String> {
    let items = parse(&compiler().join("lib.rs")).items;
    let modules = items.into_iter().filter_map(|item| match item {
        Item::Mod(module) if !is_test(&module.attrs) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.collect()
}

/// Follows the modules of a crate from file to file.
#[derive(Default)]
struct Reader {
    /// The module being read.
    module: Vec<String>,
    /// Folder of the files of its child modules.
    folder: PathBuf,
    imports: Vec<Import>,
    /// Matches seen.
    matches: usize,
    /// Where some kinds are told from the others without naming these.
    partial: Vec<String>,
    /// Traits: their modules, their names, whether a method has a default.
    traits: Vec<(String, String, bool)>,
}

impl Reader {
    fn file(&mut self, file: &Path, folder: &Path) {
        let outer = std::mem::replace(&mut self.folder, folder.to_owned());
        self.visit_file(&parse(file));
        self.folder = outer;
    }

    fn import(&mut self, path: Vec<String>) {
        // `super` leads out of the module, `self` stays in it.
        let mut absolute: Vec<String> = match path.first().map(String::as_str) {
            Some("super" | "self") => ["crate".to_owned()].into_iter().chain(self.module.clone()).collect(),
            _ => Vec::new(),
        };
        for word in path {
            match word.as_str() {
                "super" => drop(absolute.pop()),
                "self" => {}
                _ => absolute.push(word),
            }
        }
        self.imports.push(Import {
            module: self.module.join("::"),
            path: absolute.join("::"),
        });
    }

    /// Notes a pattern after which kinds are left that nobody has named.
    fn left_open(&mut self, pattern: &Pat) {
        let pattern = pattern.to_token_stream();
        self.partial.push(format!("{}: `{pattern}`", self.module.join("::")));
    }

    fn use_tree(&mut self, tree: &UseTree, mut prefix: Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.use_tree(&path.tree, prefix);
            }
            UseTree::Name(name) => {
                prefix.push(name.ident.to_string());
                self.import(prefix);
            }
            UseTree::Rename(name) => {
                prefix.push(name.ident.to_string());
                self.import(prefix);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.use_tree(tree, prefix.clone())),
            _ => self.import(prefix),
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if is_test(&module.attrs) {
            return;
        }
        let name = module.ident.to_string();
        self.module.push(name.clone());
        if module.content.is_some() {
            visit::visit_item_mod(self, module);
        } else {
            let folder = self.folder.join(&name);
            let flat = folder.with_extension("rs");
            let file = if flat.is_file() { flat } else { folder.join("mod.rs") };
            self.file(&file, &folder);
        }
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_test(&item.attrs) {
            self.use_tree(&item.tree, Vec::new());
        }
    }

    fn visit_expr_match(&mut self, of: &'ast syn::ExprMatch) {
        self.matches += 1;
        let names_kinds = of.arms.iter().any(|arm| names_kind(&arm.pat));
        if let Some(arm) = of.arms.iter().find(|arm| names_kinds && !names_kind(&arm.pat)) {
            self.left_open(&arm.pat);
        }
        visit::visit_expr_match(self, of);
    }

    fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
        if names_kind(&condition.pat) {
            self.left_open(&condition.pat);
        }
        visit::visit_expr_let(self, condition);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if names_kind(&local.pat) {
            self.left_open(&local.pat);
        }
        visit::visit_local(self, local);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident("matches") {
            let pattern = |input: syn::parse::ParseStream| {
                input.parse::<syn::Expr>()?;
                input.parse::<syn::Token![,]>()?;
                let pattern = Pat::parse_multi_with_leading_vert(input)?;
                input.parse::<proc_macro2::TokenStream>()?;
                Ok(pattern)
            };
            let pattern = call.parse_body_with(pattern).expect("a call of `matches!`");
            if names_kind(&pattern) {
                self.left_open(&pattern);
            }
        }
        visit::visit_macro(self, call);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let defaulted = |item: &syn::TraitItem| matches!(item, syn::TraitItem::Fn(method) if method.default.is_some());
        self.traits.push((
            self.module.join("::"),
            item.ident.to_string(),
            item.items.iter().any(defaulted),
        ));
        visit::visit_item_trait(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if words.len() > 1 {
            self.import(words);
        }
        visit::visit_path(self, path);
    }
}

/// Whether a pattern, or a part of it, is a kind.
fn names_kind(pattern: &Pat) -> bool {
    struct Finder(bool);
    impl Visit<'_> for Finder {
        fn visit_path(&mut self, path: &syn::Path) {
            let mut segments = path.segments.iter().rev().skip(1);
            self.0 |= segments.any(|segment| KINDS.iter().any(|kind| segment.ident == kind));
        }
    }
    let mut finder = Finder(false);
    finder.visit_pat(pattern);
    finder.0
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Ident>().is_ok_and(|a| a == "test")
    })
}

fn parse(file: &Path) -> syn::File {
    syn::parse_file(&read(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The table of layers: module, and what it may import.
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

fn package_name(manifest: &toml::Table) -> String {
    manifest["package"]["name"]
        .as_str()
        .expect("a package has a name")
        .to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn compiler() -> PathBuf {
    root().join("compiler/src")
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
