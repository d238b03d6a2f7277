//! `wishbone gate`

use super::json;
use crate::arguments::Gate as Options;
use crate::failure::judged;
use crate::files::Terminal;
use crate::print;
use crate::progress::Bars;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;
use wishbone_workbench::files::Files;
use wishbone_workbench::gate::{self, Gate, Limits};
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Figures of one design with their limits, as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    design: &'a str,
    is_kept: bool,
    #[serde(flatten)]
    gate: &'a Gate,
}

/// Compares the figures of all designs with the limits; a violated limit is a finding.
pub fn run(options: &Options) -> Result<ExitCode, Problem> {
    let file = options.limits.display();
    let text = Terminal.text(&options.limits.to_string_lossy());
    let text = text.map_err(|reason| Problem::Misuse(format!("cannot read {file}: {reason}")))?;
    let limits = Limits::read(&text).map_err(|reason| Problem::Misuse(format!("{file}: {reason}")))?;
    let bars = Bars::default();
    let found = designs::each(&options.designs.chosen(), &Terminal, Running::of, |running| {
        gate::open(running, &limits, &Terminal, &|share, work| bars.told(share, work))
    });
    drop(bars);
    let found = found.and_then(|found| {
        let (designs, gates): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        Ok(designs.into_iter().zip(gate::judged(gates)?).collect::<Vec<_>>())
    });
    let found = found.map_err(|problem| match problem {
        Problem::Misuse(reason) => Problem::Misuse(format!("{file}: {reason}")),
        other => other,
    })?;
    let text = match options.json {
        true => {
            let listed = found.iter().map(|(design, gate)| Listed {
                design: &design.label,
                is_kept: gate.is_kept(),
                gate,
            });
            json(&listed.collect::<Vec<_>>())?
        }
        false => found.iter().fold(String::new(), |mut text, (design, gate)| {
            let _ = writeln!(text, "{}: {file}\n{}", design.label, gate.text());
            text
        }),
    };
    print::out(&text)?;
    Ok(judged(found.iter().all(|(_, gate)| gate.is_kept())))
}
