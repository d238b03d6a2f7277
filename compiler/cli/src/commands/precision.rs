//! `wishbone precision`

use crate::arguments::Precision;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::showing;
use std::process::ExitCode;
use wishbone_studies::manoeuvre::Overrides;
use wishbone_workbench::precision::{Asked, METHODS, STEPS};
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs, manoeuvre, precision};

/// Holds methods and steps against a run with a tight tolerance.
pub fn run(options: &Precision) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    let numbers = Overrides {
        duration: options.time,
        ..Overrides::default()
    };
    let mut steps: Vec<f64> = options.steps.iter().map(|step| 1e-3 * step).collect();
    steps.sort_by(f64::total_cmp);
    let asked = Asked {
        manoeuvre: manoeuvre::find(&options.manoeuvre, &Terminal)?
            .with(&numbers)
            .map_err(Problem::Misuse)?,
        methods: match options.methods.is_empty() {
            true => METHODS.to_vec(),
            false => options.methods.clone(),
        },
        steps: match steps.is_empty() {
            true => STEPS.to_vec(),
            false => steps,
        },
        formulations: options.formulations.clone(),
    };
    let bars = Bars::default();
    let told = |share: f64, work: &str| bars.told(share, work);
    let found = designs::each(
        &options.designs.chosen(),
        &Terminal,
        Running::differentiated,
        |running| Ok(vec![precision::found(running, &asked, &told)?]),
    )?;
    drop(bars);
    showing::show(found, &options.showing)
}
