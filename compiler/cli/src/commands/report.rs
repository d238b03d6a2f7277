//! `wishbone report`

use crate::arguments::Report as Options;
use crate::failure::judged;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::{print, write};
use std::process::ExitCode;
use wishbone_report::html;
use wishbone_workbench::report::{self, Content};
use wishbone_workbench::rig::kc::Travel;
use wishbone_workbench::{Problem, manoeuvre};

/// Writes the page.
pub fn run(options: &Options) -> Result<ExitCode, Problem> {
    write::try_folder_of(&options.output)?;
    let content = Content {
        travel: Travel {
            travel: 1e-3 * options.travel,
            steer: options.steer,
            ..Travel::default()
        },
        manoeuvres: manoeuvre::all(&options.manoeuvres, &Terminal)?,
    };
    let bars = Bars::default();
    let page = report::page(&options.designs.chosen(), &Terminal, &content, &|share, work| {
        bars.told(share, work)
    })?;
    drop(bars);
    write::into_folder(&options.output, html(&page.report()))?;
    for reason in &page.left_out {
        print::err(&format!("note: {reason}"));
    }
    print::out(&format!("wrote {}\n", options.output.display()))?;
    Ok(judged(!page.has_failed))
}
