//! `wishbone trim`

use crate::arguments::Trim;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::showing;
use std::process::ExitCode;
use wishbone_workbench::steady::trim;
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Finds steady motions.
pub fn run(options: &Trim) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    let (designs, motion) = (options.designs.chosen(), options.motion.chosen());
    let Some(over) = &options.over else {
        if options.showing.out.is_some() || options.showing.curves {
            let told = "`--out` and `--curves` are about curves, and one motion has none: add `--over`, such as `--over lateral=0..4`";
            return Err(Problem::Misuse(told.to_owned()));
        }
        let found = designs::each(&designs, &Terminal, Running::of, |running| {
            Ok(vec![trim::found(running, &motion)?])
        })?;
        return showing::show(found, &options.showing);
    };
    let bars = Bars::default();
    let found = over.each(
        Running::of,
        (&designs, &Terminal),
        &motion,
        &|share, work| bars.told(share, work),
        trim::judged_from,
    )?;
    drop(bars);
    let found = found
        .into_iter()
        .map(|(design, through)| (design, vec![trim::over(over, through)]));
    showing::show(found.collect(), &options.showing)
}
