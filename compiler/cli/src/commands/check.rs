//! `wishbone check`

use super::json;
use crate::arguments::Check;
use crate::failure::judged;
use crate::files::Terminal;
use crate::print;
use serde::Serialize;
use std::fmt::Write;
use std::io;
use std::process::ExitCode;
use wishbone_compiler::report::structure::{self, Structure};
use wishbone_compiler::report::summary;
use wishbone_workbench::plausible::{self, Plausibility};
use wishbone_workbench::vehicle::{self, Declaration, Running};
use wishbone_workbench::{Mistake, Mistakes, Problem, studies};

/// Reports the mistakes of each vehicle. Describes each vehicle without mistakes, with figures that reveal a wrong number.
pub fn run(options: &Check) -> Result<ExitCode, Problem> {
    // All files are read first: a missing file is a wrong call, whatever mistakes the other files have.
    let mut declarations: Vec<Declaration> = Vec::new();
    for source in &options.sources {
        declarations.extend(vehicle::all(source, options.vehicle.as_deref(), &Terminal)?);
    }
    if declarations.is_empty() {
        let files: Vec<&str> = options.sources.iter().map(String::as_str).collect();
        return Err(vehicle::none(&files));
    }
    if options.json {
        return as_data(declarations);
    }
    let (mut summaries, mut warnings, mut errors) = (Vec::new(), String::new(), String::new());
    let rendered = |mistakes: &Mistakes| match print::coloured(&io::stderr()) {
        true => mistakes.styled.clone(),
        false => mistakes.text.clone(),
    };
    for declaration in declarations {
        match declaration.compile() {
            Ok(compiled) => {
                warnings += &rendered(&declaration.warnings(&compiled));
                let summary = match options.solver {
                    true => summary::text(&compiled),
                    false => summary::car(&compiled),
                };
                let running = Running::new(declaration, compiled);
                let plausibility = Plausibility::of(&running);
                for figure in plausibility.figures.iter().filter(|figure| figure.is_impossible()) {
                    let name = &running.compiled.model.name;
                    let _ = writeln!(errors, "error: vehicle `{name}`: {}", plausible::told(figure));
                }
                if !options.quiet {
                    summaries.push(format!("{summary}\n{}", plausibility.text()));
                }
            }
            Err(Problem::Mistakes(found)) => errors += &rendered(&found),
            Err(other) => return Err(other),
        }
    }
    if !options.quiet {
        print::out(&summaries.join("\n"))?;
    }
    if !warnings.is_empty() {
        print::err(&warnings);
    }
    if errors.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    print::err(&errors);
    Ok(ExitCode::from(1))
}

/// Result of the check of one vehicle, as JSON.
#[derive(Serialize)]
struct Checked {
    /// `None` if the declaration cannot be read.
    name: Option<String>,
    /// Whether the vehicle has no error.
    is_right: bool,
    /// Errors and warnings with their places.
    mistakes: Vec<Mistake>,
    /// Figures with their usual ranges.
    figures: Vec<Plausible>,
    /// Reasons why figures are missing.
    notes: Vec<String>,
    /// Structure of the vehicle; `None` if it has errors.
    structure: Option<Structure>,
}

/// A figure with its usual range.
#[derive(Serialize)]
struct Plausible {
    name: String,
    unit: &'static str,
    /// `None` if the value is not a finite number.
    value: Option<f64>,
    /// Ends of the usual range; `None` at an open end.
    usual: [Option<f64>; 2],
    is_unusual: bool,
    is_impossible: bool,
    source: &'static str,
    /// The likely mistake if the value is unusual; empty if none is known.
    slip: String,
}

impl Plausible {
    fn of(figure: &studies::plausibility::Checked) -> Self {
        let number = |value: f64| value.is_finite().then_some(value);
        Self {
            name: figure.name.clone(),
            unit: figure.unit,
            value: number(figure.value),
            usual: [*figure.usual.start(), *figure.usual.end()].map(number),
            is_unusual: figure.is_unusual(),
            is_impossible: figure.is_impossible(),
            source: figure.source,
            slip: figure.slip.clone(),
        }
    }
}

/// Mistakes, figures and structure of all vehicles as JSON.
fn as_data(declarations: Vec<Declaration>) -> Result<ExitCode, Problem> {
    let mut all = Vec::new();
    for declaration in declarations {
        let name = declaration.name().map(str::to_owned);
        all.push(match declaration.compile() {
            Ok(compiled) => {
                let mistakes = declaration.warnings(&compiled).list;
                let structure = structure::of(&compiled);
                let plausibility = Plausibility::of(&Running::new(declaration, compiled));
                let figures: Vec<Plausible> = plausibility.figures.iter().map(Plausible::of).collect();
                Checked {
                    name,
                    is_right: figures.iter().all(|figure| !figure.is_impossible),
                    mistakes,
                    figures,
                    notes: plausibility.idle.into_iter().chain(plausibility.notes).collect(),
                    structure: Some(structure),
                }
            }
            Err(Problem::Mistakes(found)) => Checked {
                name,
                is_right: false,
                mistakes: found.list,
                figures: Vec::new(),
                notes: Vec::new(),
                structure: None,
            },
            Err(other) => return Err(other),
        });
    }
    print::out(&json(&all)?)?;
    Ok(judged(all.iter().all(|own| own.is_right)))
}
