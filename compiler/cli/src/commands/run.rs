//! `wishbone run`

use crate::arguments::Run;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::showing;
use std::process::ExitCode;
use wishbone_studies::manoeuvre::Start;
use wishbone_studies::manoeuvre::quantity::{Position, Rate};
use wishbone_workbench::run::{self, Asked};
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Runs the vehicles or mechanisms.
pub fn run(options: &Run) -> Result<ExitCode, Problem> {
    let asked = Asked {
        duration: options.time,
        step: 1e-3 * options.step,
        every: 1e-3 * options.every.max(options.step),
        method: options.method,
        drives: options.drives.clone(),
        start: Start {
            positions: options
                .positions
                .iter()
                .map(|(name, own)| (name.clone(), Position(*own)))
                .collect(),
            speeds: options
                .velocities
                .iter()
                .map(|(name, own)| (name.clone(), Rate(*own)))
                .collect(),
            ..Start::default()
        },
    };
    showing::ready(&options.showing)?;
    let bars = Bars::default();
    let found = designs::each(&options.designs.chosen(), &Terminal, Running::of, |running| {
        Ok(vec![run::found(running, &asked, &|share, work| {
            bars.told(share, work)
        })?])
    })?;
    drop(bars);
    showing::show(found, &options.showing)
}
