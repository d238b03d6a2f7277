//! `wishbone fit --against`

use super::json;
use crate::arguments::Fit;
use crate::failure::judged;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::{measured, print, relocated, write};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use wishbone_studies::findings::{given_number, number, number_in};
use wishbone_studies::panels::draw;
use wishbone_workbench::Problem;
use wishbone_workbench::identify::{self, Asked, Found, Parameter};
use wishbone_workbench::vehicle::Declaration;

/// Searches for numbers of the declaration with which the vehicle reproduces the measurement.
pub fn run(options: &Fit) -> Result<ExitCode, Problem> {
    let against = options.against.iter();
    let against = against.map(|given| measured::read(given, options.lag, &options.names));
    let asked = Asked {
        against: against.collect::<Result<_, _>>()?,
        free: options.free.clone(),
        at: options.at.clone(),
    };
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
    let bars = Bars::default();
    let found = identify::found(&declaration, &asked, &Terminal, &|share, work| bars.told(share, work))?;
    drop(bars);
    let mut text = match options.json {
        true => json(&found)?,
        false => text_of(declaration.name().unwrap_or("vehicle"), &found),
    };
    if let Some(folder) = &options.out {
        let told = written(folder, &declaration, &found)?;
        match options.json {
            true => print::err(&told),
            false => text.push_str(&format!("\n{told}")),
        }
    }
    print::out(&text)?;
    Ok(judged(found.converged && found.as_asked))
}

fn text_of(name: &str, found: &Found) -> String {
    let mut text = format!("{name}: {} measured points, {} runs\n\n", found.points, found.runs);
    let title = |own: &Parameter| match own.unit.as_str() {
        "" => own.name.clone(),
        unit => format!("{} [{unit}]", own.name),
    };
    let width = found.parameters.iter().map(|own| title(own).chars().count()).max();
    let width = width.unwrap_or(0).max(9);
    let _ = writeln!(
        text,
        "{:width$} {:>12} {:>12} {:>14}  bounds",
        "parameter", "old", "new", "standard error"
    );
    for own in &found.parameters {
        let error = own
            .error
            .map_or_else(|| "unknown".to_owned(), |error| scatter(error, own.new));
        let _ = writeln!(
            text,
            "{:width$} {:>12} {:>12} {error:>14}  {} to {}{}",
            title(own),
            given_number(own.old),
            given_number(own.new),
            given_number(own.within[0]),
            given_number(own.within[1]),
            if own.at_bound { ", at its bound" } else { "" }
        );
    }
    for record in &found.records {
        let lag = record.lag.map_or_else(String::new, |lag| {
            let error = record
                .lag_error
                .map_or_else(String::new, |error| format!(" +- {}", number(error)));
            format!(", {} s later{error}", number(lag))
        });
        let _ = writeln!(
            text,
            "\n{}: {}{lag}\n  root mean square of the difference [SI]",
            record.file, record.study
        );
        for (column, [before, after]) in &record.columns {
            let (before, after) = (number_in(*before, "SI"), number_in(*after, "SI"));
            let _ = writeln!(text, "  {column:36} {before:>12} before, {after:>12} after");
        }
    }
    let lines: Vec<&String> = [&found.left_out, &found.unclear, &found.notes]
        .into_iter()
        .flatten()
        .collect();
    if !lines.is_empty() {
        text.push('\n');
    }
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    if !found.converged {
        text.push_str("The search ended before it came to a minimum.\n");
    }
    text
}

/// A standard error; zero if it is no larger than rounding.
fn scatter(error: f64, value: f64) -> String {
    match error {
        _ if error < 1e-9 * value.abs() => "0".to_owned(),
        _ if error < 1e-3 => format!("{error:.2e}"),
        _ => number(error),
    }
}

/// Writes the curves and the new declaration, and returns the lines that name the files.
fn written(folder: &Path, declaration: &Declaration, found: &Found) -> Result<String, Problem> {
    let fitted = relocated::toml(&found.declaration, declaration.folder(), folder);
    let mut files = vec![("fitted.toml".to_owned(), fitted)];
    for (place, (own, record)) in found.findings.iter().zip(&found.records).enumerate() {
        let stem = match found.findings.len() {
            1 => record.study.clone(),
            _ => format!("{}_{}", record.study, place + 1),
        };
        let measured: Vec<_> = own
            .panels
            .iter()
            .filter(|panel| panel.title.ends_with("measured"))
            .cloned()
            .collect();
        let picture = draw(
            &format!("{}: {}", record.study, record.file),
            &own.conditions,
            &measured,
        );
        let picture = picture.map_err(|reason| Problem::Misuse(format!("cannot draw: {reason}")))?;
        files.push((format!("{stem}.csv"), own.table.csv()));
        files.push((format!("{stem}.svg"), picture));
    }
    let mut told = String::new();
    for (file, content) in files {
        let path = folder.join(file);
        write::into_folder(&path, &content)?;
        let _ = writeln!(told, "wrote {}", path.display());
    }
    Ok(told)
}
