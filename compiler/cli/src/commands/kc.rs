//! `wishbone kc`

use crate::arguments::Kc;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::showing;
use std::process::ExitCode;
use wishbone_workbench::rig::kc;
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Measures the suspensions.
pub fn run(options: &Kc) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    let (travel, bars) = (options.chosen(), Bars::default());
    let found = designs::each(&options.designs.chosen(), &Terminal, Running::of, |running| {
        kc::found(running, &travel, &|share, work| bars.told(share, work))
    })?;
    drop(bars);
    showing::show(found, &options.showing)
}
