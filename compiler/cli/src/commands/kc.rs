//! `wishbone kc`

use crate::arguments::Kc;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::{measured, showing};
use std::process::ExitCode;
use wishbone_workbench::measured::hold;
use wishbone_workbench::rig::kc;
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Measures the suspensions.
pub fn run(options: &Kc) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    let against = measured::asked(&options.measured)?;
    let (travel, bars) = (options.chosen(), Bars::default());
    let found = designs::each(&options.designs.chosen(), &Terminal, Running::of, |running| {
        let mut found = kc::found(running, &travel, &|share, work| bars.told(share, work))?;
        if let Some(against) = &against {
            hold(&mut found, against)?;
        }
        Ok(found)
    })?;
    drop(bars);
    showing::show(found, &options.showing)
}
