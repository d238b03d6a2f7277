//! `wishbone check`

use crate::arguments::Check;
use crate::files::Terminal;
use crate::print;
use std::fmt::Write;
use std::io;
use std::process::ExitCode;
use wishbone_compiler::report::summary;
use wishbone_workbench::plausible::{self, Plausibility};
use wishbone_workbench::vehicle::{self, Declaration, Running};
use wishbone_workbench::{Mistakes, Problem};

/// Reports the mistakes of each vehicle, and describes vehicles without mistakes, with the figures by which a slip is seen.
pub fn run(options: &Check) -> Result<ExitCode, Problem> {
    // All files are read first: a missing file is misuse, whatever mistakes the others have.
    let mut declarations: Vec<Declaration> = Vec::new();
    for source in &options.sources {
        declarations.extend(vehicle::all(source, options.vehicle.as_deref(), &Terminal)?);
    }
    if declarations.is_empty() {
        let files: Vec<&str> = options.sources.iter().map(String::as_str).collect();
        return Err(vehicle::none(&files));
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
