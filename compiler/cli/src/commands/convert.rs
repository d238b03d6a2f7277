//! `wishbone convert`

use crate::arguments::Emit;
use crate::files::Terminal;
use crate::print;
use std::path::{Component, Path, PathBuf};
use wishbone_compiler::front::toml::convert::{self, Converted};
use wishbone_compiler::front::{dsl, toml};
use wishbone_workbench::Problem;
use wishbone_workbench::vehicle::Declaration;

/// Prints or writes a vehicle as a TOML file, with the same included files and the same comments. Reports a vehicle
/// that does not compile.
pub fn run(options: &Emit) -> Result<(), Problem> {
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
    declaration.compile()?;
    let Converted { text, moved } = converted(&declaration, options.output.as_deref())?;
    print::to(options.output.as_deref(), &text)?;
    if !declaration.changes().is_empty() {
        print::err("note: a changed declaration is written without comments, with the items of its included files");
    }
    if !moved.is_empty() {
        let lines: Vec<String> = moved.iter().map(usize::to_string).collect();
        print::err(&format!(
            "note: comments stand before the part that they were in, not at their own line: line {} of the declaration",
            lines.join(", ")
        ));
    }
    Ok(())
}

/// The converted file, with paths relative to its folder. A declaration in TOML stays as it is.
fn converted(declaration: &Declaration, output: Option<&Path>) -> Result<Converted, Problem> {
    let told = |found| declaration.problem(&found);
    let parse = if declaration.is_toml() {
        toml::parse_text
    } else {
        dsl::parse_text
    };
    let mut text = declaration.text().to_owned();
    if let Some(output) = output {
        let tree = parse(&text).map_err(told)?;
        let folder = output.parent().unwrap_or(Path::new(""));
        text = convert::with_paths(&text, &tree, |path| seen_from(folder, declaration.folder(), path));
    }
    match declaration.is_toml() {
        true => Ok(Converted {
            text: text + "\n",
            moved: Vec::new(),
        }),
        false => convert::from_grammar(&text).map_err(told),
    }
}

/// Converts a path relative to the folder `from` to one relative to `to`. Texts of the compiler's library have no
/// folder.
fn seen_from(to: &Path, from: &str, path: &str) -> String {
    if path.starts_with("wishbone/") || Path::new(path).is_absolute() {
        return path.to_owned();
    }
    let (Ok(to), Ok(full)) = (
        std::path::absolute(to.join(".")),
        std::path::absolute(Path::new(from).join(path)),
    ) else {
        return path.to_owned();
    };
    let (to, full) = (normal(&to), normal(&full));
    let common = to.iter().zip(&full).take_while(|(to, full)| to == full).count();
    let up = to[common..].iter().map(|_| "..".to_owned());
    up.chain(full[common..].iter().cloned()).collect::<Vec<_>>().join("/")
}

/// The folders of an absolute path, without `..`.
fn normal(path: &Path) -> Vec<String> {
    let mut folders = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(folders.pop()),
            other => folders.push(other),
        }
    }
    folders
        .iter()
        .map(|folder| folder.to_string_lossy().into_owned())
        .collect()
}
