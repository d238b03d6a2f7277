//! `wishbone convert`

use crate::arguments::Emit;
use crate::files::Terminal;
use crate::{print, relocated};
use std::path::Path;
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
        text = relocated::text(&text, &tree, declaration.folder(), relocated::folder_of(output));
    }
    match declaration.is_toml() {
        true => Ok(Converted {
            text: text + "\n",
            moved: Vec::new(),
        }),
        false => convert::from_grammar(&text).map_err(told),
    }
}
