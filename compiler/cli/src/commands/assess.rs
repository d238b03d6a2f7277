//! `wishbone assess`

use crate::arguments::Assess;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::{print, showing};
use std::process::ExitCode;
use wishbone_studies::manoeuvre::Overrides;
use wishbone_workbench::procedure::{self, judged};
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Word that lists the procedures.
const HELP: &str = "help";

/// Carries out procedures of standards; a procedure that is not passed is a finding.
pub fn run(options: &Assess) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    if options.procedures.iter().any(|word| word == HELP) {
        print::out(&procedure::list())?;
        return Ok(ExitCode::SUCCESS);
    }
    let chosen: Result<Vec<_>, String> = options.procedures.iter().map(|word| word.parse()).collect();
    let chosen = chosen.map_err(Problem::Misuse)?;
    let numbers = Overrides {
        step: options.step.map(|step| 1e-3 * step),
        method: options.method,
        ..Overrides::default()
    };
    let compile = match numbers
        .method
        .is_some_and(wishbone_studies::manoeuvre::Method::is_implicit)
    {
        true => Running::differentiated,
        false => Running::of,
    };
    let bars = Bars::default();
    let found = designs::each(&options.designs.chosen(), &Terminal, compile, |running| {
        let each = chosen
            .iter()
            .map(|chosen| judged(running, *chosen, &numbers, &|share, work| bars.told(share, work)));
        each.collect()
    })?;
    drop(bars);
    showing::show(found, &options.showing)
}
