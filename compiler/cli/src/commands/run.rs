//! `wishbone run`

use crate::arguments::Run;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::showing;
use std::collections::BTreeMap;
use std::process::ExitCode;
use wishbone_studies::manoeuvre::Start;
use wishbone_studies::manoeuvre::quantity::OfJoint;
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
            positions: once("--position", &options.positions)?,
            speeds: once("--velocity", &options.velocities)?,
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

/// The numbers of joints by name, each of which is given once.
fn once(option: &str, given: &[(String, f64)]) -> Result<BTreeMap<String, OfJoint>, Problem> {
    let mut all = BTreeMap::new();
    for (name, number) in given {
        if all.insert(name.clone(), OfJoint::si(*number)).is_some() {
            return Err(Problem::Misuse(format!(
                "`{option} {name}` is given twice: leave one of them out"
            )));
        }
    }
    Ok(all)
}
