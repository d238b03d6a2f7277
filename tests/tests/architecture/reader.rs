//! Reads a crate: its imports, the matches that distinguish kinds, and its traits. Tests are left out.

use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Pat, UseTree, Visibility};

/// Kinds that may only be distinguished by naming all of them, so that the compiler points to all code that a new kind must change.
const KINDS: &[&str] = &["Device", "JointKind", "Law"];

/// A path that a module uses.
pub struct Import {
    /// Module with the import, such as `formulation::energy`.
    pub module: String,
    /// Path, such as `crate::ir::Graph` or `petgraph::unionfind::UnionFind`.
    pub path: String,
    /// Form in which the module uses the path.
    pub form: Form,
}

/// Form of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `use`
    Use,
    /// `pub use`, of any visibility
    Handed,
    /// Path in an expression, a type or a pattern.
    Path,
}

/// A crate as read.
#[derive(Default)]
pub struct Reader {
    /// The module being read.
    module: Vec<String>,
    /// Folder of the files of its child modules.
    folder: PathBuf,
    /// Paths that are used, except those of one word.
    pub imports: Vec<Import>,
    /// File of each module.
    pub files: BTreeMap<String, PathBuf>,
    /// Names that `use` gives to paths in each module; the name of a glob is `*`.
    pub names: BTreeMap<String, Vec<(String, String)>>,
    /// First words of the paths in each module.
    pub words: BTreeMap<String, BTreeSet<String>>,
    /// Number of matches seen.
    pub matches: usize,
    /// Patterns that distinguish some kinds without naming all others.
    pub partial: Vec<String>,
    /// Traits: module, name, and whether a method has a default.
    pub traits: Vec<(String, String, bool)>,
}

impl Reader {
    /// Reads a crate from the folder of its sources, starting with `lib.rs` or `main.rs`.
    pub fn of(sources: &Path) -> Self {
        let mut reader = Reader::default();
        let roots = ["lib.rs", "main.rs"].map(|root| sources.join(root));
        let root = roots.iter().find(|root| root.is_file());
        let root = root.unwrap_or_else(|| panic!("{} has no root", sources.display()));
        reader.file(root, sources);
        reader
    }

    fn file(&mut self, file: &Path, folder: &Path) {
        let outer = std::mem::replace(&mut self.folder, folder.to_owned());
        self.files.insert(self.module.join("::"), file.to_owned());
        self.visit_file(&parse(file));
        self.folder = outer;
    }

    /// A path with `self` and `super` resolved; other paths stay as they are.
    fn absolute(&self, path: &[String]) -> String {
        let mut absolute: Vec<&str> = match path.first().map(String::as_str) {
            Some("super" | "self") => ["crate"]
                .into_iter()
                .chain(self.module.iter().map(String::as_str))
                .collect(),
            _ => Vec::new(),
        };
        for word in path {
            match word.as_str() {
                "super" => drop(absolute.pop()),
                "self" => {}
                _ => absolute.push(word),
            }
        }
        absolute.join("::")
    }

    fn import(&mut self, path: &[String], form: Form) {
        self.imports.push(Import {
            module: self.module.join("::"),
            path: self.absolute(path),
            form,
        });
    }

    fn name(&mut self, name: String, path: &[String]) {
        let path = self.absolute(path);
        self.names.entry(self.module.join("::")).or_default().push((name, path));
    }

    /// Notes a pattern that leaves kinds without naming them.
    fn left_open(&mut self, pattern: &Pat) {
        let pattern = pattern.to_token_stream();
        self.partial.push(format!("{}: `{pattern}`", self.module.join("::")));
    }

    fn use_tree(&mut self, tree: &UseTree, mut prefix: Vec<String>, form: Form) {
        let name = match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                return self.use_tree(&path.tree, prefix, form);
            }
            UseTree::Group(group) => {
                let trees = group.items.iter();
                return trees.for_each(|tree| self.use_tree(tree, prefix.clone(), form));
            }
            UseTree::Name(name) => {
                prefix.push(name.ident.to_string());
                let named = prefix.iter().rfind(|word| *word != "self");
                named.cloned().unwrap_or_default()
            }
            UseTree::Rename(name) => {
                prefix.push(name.ident.to_string());
                name.rename.to_string()
            }
            UseTree::Glob(_) => "*".to_owned(),
        };
        self.name(name, &prefix);
        self.import(&prefix, form);
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
        let form = match item.vis {
            Visibility::Inherited => Form::Use,
            _ => Form::Handed,
        };
        if !is_test(&item.attrs) {
            self.use_tree(&item.tree, Vec::new(), form);
        }
    }

    /// Words of attributes, such as `derive`, are not paths of the crate.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

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
        let known = self.words.entry(self.module.join("::")).or_default();
        known.extend(words.first().cloned());
        if words.len() > 1 {
            self.import(&words, Form::Path);
        }
        visit::visit_path(self, path);
    }
}

/// Whether a pattern, or a part of it, names a kind.
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

/// Modules that a file declares, except tests.
pub fn modules_of(file: &Path) -> Vec<String> {
    let modules = parse(file).items.into_iter().filter_map(|item| match item {
        Item::Mod(module) if !is_test(&module.attrs) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.collect()
}

/// Variants of an enum of a file.
pub fn variants(file: &Path, name: &str) -> Vec<String> {
    let items = parse(file).items;
    let of = items.iter().find_map(|item| match item {
        Item::Enum(item) if item.ident == name => Some(item),
        _ => None,
    });
    let of = of.unwrap_or_else(|| panic!("{} has no `{name}`", file.display()));
    of.variants.iter().map(|variant| variant.ident.to_string()).collect()
}

fn parse(file: &Path) -> syn::File {
    syn::parse_file(&read(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The text of a file.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
