//! `wishbone check`

use crate::arguments::Check;
use crate::declaration::{self, Declaration};
use crate::failure::Failure;
use crate::plausible;
use crate::print;
use crate::running::Running;
use wishbone_compiler::report::summary;

/// Reports the mistakes of each vehicle, and describes vehicles without mistakes, with the figures by which a slip is seen.
pub fn run(options: &Check) -> Result<(), Failure> {
    // All files are read first: a missing file is misuse, whatever mistakes the others have.
    let mut declarations: Vec<Declaration> = Vec::new();
    for source in &options.sources {
        declarations.extend(declaration::all(source, options.vehicle.as_deref())?);
    }
    if declarations.is_empty() {
        let files: Vec<&str> = options.sources.iter().map(String::as_str).collect();
        return Err(declaration::none(&files));
    }
    let (mut summaries, mut warnings, mut errors) = (Vec::new(), String::new(), String::new());
    for declaration in declarations {
        match declaration.compile() {
            Ok(compiled) => {
                warnings += &declaration.warnings(&compiled);
                if !options.quiet {
                    let summary = summary::text(&compiled);
                    let plausible = plausible::text(&Running::new(declaration, compiled));
                    summaries.push(format!("{summary}\n{plausible}"));
                }
            }
            Err(Failure::Diagnostics(rendered)) => errors += &rendered,
            Err(other) => return Err(other),
        }
    }
    if !options.quiet {
        print::out(&summaries.join("\n"))?;
    }
    if !warnings.is_empty() {
        print::err(&warnings);
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Failure::Diagnostics(errors)),
    }
}
