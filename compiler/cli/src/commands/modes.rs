//! `wishbone modes`

use crate::arguments::Modes;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::showing;
use std::process::ExitCode;
use wishbone_workbench::steady::{analysed_from, modes};
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Analyses the vehicles at rest or in steady motion.
pub fn run(options: &Modes) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    let (designs, motion) = (options.designs.chosen(), options.motion.chosen());
    let Some(over) = &options.over else {
        motion.check()?;
        let found = designs::each(&designs, &Terminal, Running::differentiated, |running| {
            Ok(vec![modes::found(running, &motion)?])
        })?;
        return showing::show(found, &options.showing);
    };
    let bars = Bars::default();
    let found = over.each(
        Running::differentiated,
        (&designs, &Terminal),
        &motion,
        &|share, work| bars.told(share, work),
        analysed_from,
    )?;
    drop(bars);
    let found = found
        .into_iter()
        .map(|(design, through)| (design, vec![modes::over(through, over, &motion)]));
    showing::show(found.collect(), &options.showing)
}
