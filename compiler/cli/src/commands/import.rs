//! `wishbone import`

use crate::arguments::Import;
use crate::files::Terminal;
use crate::{print, relocated};
use wishbone_workbench::Problem;
use wishbone_workbench::files::Files;
use wishbone_workbench::import::{Imported, chrono, table};
use wishbone_workbench::vehicle::{self, Declaration};

/// Makes a vehicle from other data. Notes on what was recognised or left out go to the standard error.
pub fn run(options: &Import) -> Result<(), Problem> {
    let name = options.file.to_string_lossy();
    let text = Terminal.data(&name);
    let text = text.map_err(|reason| Problem::Misuse(format!("cannot read {name}: {reason}")))?;
    let is_json = text.trim_start().starts_with(['{', '/']) && options.file.extension().is_none_or(|own| own == "json");
    let Imported { text, notes } = match is_json {
        true => {
            refuse_table_options(options)?;
            chrono::imported(&text, &name, options.tyre.as_deref(), &Terminal)?
        }
        false if options.tyre.is_some() => {
            return Err(Problem::Misuse("`--tyre` is an option of Chrono's files".to_owned()));
        }
        false => table(options, &text, &name)?,
    };
    print::to(options.output.as_deref(), &text)?;
    if options.output.is_some() {
        for note in notes {
            print::err(&note);
        }
    }
    Ok(())
}

fn table(options: &Import, text: &str, name: &str) -> Result<Imported, Problem> {
    let asked = table::Asked {
        suspensions: options.suspensions.clone(),
        axes: options.axes.clone(),
        unit: options.unit.clone(),
        axle: options.axle.clone(),
        names: options.names.clone(),
        keep: options.keep.clone(),
    };
    let onto = options.onto.as_ref().map(|name| {
        let source = vehicle::Source {
            name: name.clone(),
            ..vehicle::Source::default()
        };
        Declaration::of(&source, &Terminal)
    });
    let onto = onto.transpose()?;
    let mut imported = table::imported(text, name, &asked, onto.as_ref())?;
    if let (Some(onto), Some(output)) = (onto, &options.output) {
        imported.text = relocated::toml(&imported.text, onto.folder(), relocated::folder_of(output));
    }
    Ok(imported)
}

/// Refuses options that a JSON file cannot use, rather than ignore them.
fn refuse_table_options(options: &Import) -> Result<(), Problem> {
    let given = [
        ("--suspension", !options.suspensions.is_empty()),
        ("--onto", options.onto.is_some()),
        ("--axes", options.axes.is_some()),
        ("--unit", options.unit.is_some()),
        ("--axle", options.axle.is_some()),
        ("--name", !options.names.is_empty()),
        ("--keep", !options.keep.is_empty()),
    ];
    let given: Vec<&str> = given
        .iter()
        .filter(|(_, is_given)| *is_given)
        .map(|(name, _)| *name)
        .collect();
    match given.is_empty() {
        true => Ok(()),
        false => Err(Problem::Misuse(format!(
            "{}: options of tables; a JSON file has its own axes and names",
            given.join(", ")
        ))),
    }
}
