//! Findings on the standard output and in files.

use crate::arguments::Showing;
use crate::failure::judged;
use crate::{print, write};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use wishbone_studies::findings::{Comparison, Findings};
use wishbone_studies::panels::draw;
use wishbone_workbench::Problem;
use wishbone_workbench::designs::Design;

/// The findings of one design, as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    design: &'a str,
    studies: &'a [Findings],
}

/// Checks that the folder can be written to before anything is computed for it.
pub fn ready(options: &Showing) -> Result<(), Problem> {
    options.out.as_deref().map_or(Ok(()), write::try_folder)
}

/// Prints the findings of all designs, and writes tables and pictures into the folder, if there is one.
pub fn show(found: Vec<(Design, Vec<Findings>)>, options: &Showing) -> Result<ExitCode, Problem> {
    let (designs, found): (Vec<Design>, Vec<Vec<Findings>>) = found.into_iter().unzip();
    let labels: Vec<String> = designs.iter().map(|design| design.label.clone()).collect();
    let comparisons = Comparison::all(&labels, &found);
    let mut text = String::new();
    if options.json {
        let each = labels.iter().zip(&found);
        let listed: Vec<Listed> = each.map(|(design, studies)| Listed { design, studies }).collect();
        text = crate::commands::json(&listed)?;
    } else {
        changes(&designs, &mut text);
        text.push_str(&labels.join(", "));
        text.push('\n');
        for comparison in &comparisons {
            let _ = write!(text, "\n{}", comparison.text());
            if options.curves {
                text.push_str(&comparison.curves());
            }
        }
    }
    if options.out.is_some() && !options.json {
        text.push('\n');
    }
    for (path, content) in files(&comparisons, options)? {
        write::into_folder(&path, &content)?;
        if !options.json {
            let _ = writeln!(text, "wrote {}", path.display());
        }
    }
    for design in &designs {
        let lines = design.unusual.iter();
        lines.for_each(|line| print::err(&format!("warning: {}: {line}", design.label)));
    }
    print::out(&text)?;
    Ok(exit_code(found.iter().flatten()))
}

/// The exit code of studies: 1 if one of them did not reach what was asked.
pub fn exit_code<'f>(mut found: impl Iterator<Item = &'f Findings>) -> ExitCode {
    judged(found.all(|findings| findings.verdict.is_as_asked()))
}

/// Writes the changes made in each design.
fn changes(designs: &[Design], text: &mut String) {
    for design in designs {
        for change in &design.changes {
            let before = change.before.as_deref().unwrap_or("nothing");
            let kept = match change.kept.is_empty() {
                true => String::new(),
                false => format!("; not at {}, which gives a value of its own", change.kept.join(", ")),
            };
            let _ = writeln!(
                text,
                "{}: {} = {}, was {before}{kept}",
                design.label, change.path, change.after
            );
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
}

/// A table for each design and a picture for each study.
fn files(comparisons: &[Comparison], options: &Showing) -> Result<Vec<(PathBuf, Vec<u8>)>, Problem> {
    let Some(folder) = &options.out else {
        return Ok(Vec::new());
    };
    let mut files = Vec::new();
    for comparison in comparisons {
        let name = comparison.name().replace(' ', "_");
        for (place, found) in comparison.known() {
            if found.table.rows.is_empty() {
                continue;
            }
            let stem = match comparison.findings.len() {
                1 => name.clone(),
                _ => format!("{name}_{}", place + 1),
            };
            files.push((folder.join(format!("{stem}.csv")), found.table.csv().into_bytes()));
            if options.parquet {
                let content = crate::parquet::file(&found.table, &comparison.designs[place], comparison.name());
                let content =
                    content.map_err(|reason| Problem::Misuse(format!("cannot write {stem}.parquet: {reason}")))?;
                files.push((folder.join(format!("{stem}.parquet")), content));
            }
        }
        let panels = comparison.panels();
        if !panels.is_empty() {
            let first = comparison.known().next().map_or(0, |(place, _)| place);
            let title = format!("{}: {}", comparison.designs[first], comparison.name());
            let strokes = comparison.strokes();
            let under = if strokes.is_empty() {
                comparison.conditions()
            } else {
                &strokes
            };
            let picture = draw(&title, under, &panels);
            let picture = picture.map_err(|reason| Problem::Misuse(format!("cannot draw: {reason}")))?;
            files.push((folder.join(format!("{name}.svg")), picture.into_bytes()));
        }
    }
    Ok(files)
}
