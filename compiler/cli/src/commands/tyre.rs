//! `wishbone tyre`

use crate::arguments::Tyre as Options;
use crate::files::Terminal;
use crate::showing;
use std::process::ExitCode;
use wishbone_studies::findings::Findings;
use wishbone_workbench::Problem;
use wishbone_workbench::designs::{self, Design, Designs};
use wishbone_workbench::tyre::{self, Asked};
use wishbone_workbench::vehicle::Running;

/// Describes tyres and draws their forces.
pub fn run(options: &Options) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    let asked = Asked {
        loads: options.loads.iter().map(|load| 1e3 * load).collect(),
        wheel: options.wheel.clone(),
    };
    let all = options.designs.chosen();
    let (files, vehicles): (Vec<String>, Vec<String>) = all
        .sources
        .iter()
        .cloned()
        .partition(|source| tyre::is_property_file(source));
    if vehicles.is_empty()
        && (asked.wheel.is_some()
            || !all.changes.is_empty()
            || !all.variants.is_empty()
            || all.vehicle.is_some()
            || all.parameters.is_some())
    {
        return Err(Problem::Misuse(
            "`--wheel`, `--set`, `--variant`, `--vehicle` and `--parameters` are about vehicles: give a vehicle, and not a property file alone"
                .to_owned(),
        ));
    }
    let mut found: Vec<(Design, Vec<Findings>)> = Vec::new();
    for path in &files {
        let (label, files, own) = tyre::of_file(path, &asked, &Terminal)?;
        let design = Design {
            label,
            files,
            changes: Vec::new(),
            unusual: Vec::new(),
        };
        found.push((design, own));
    }
    if !vehicles.is_empty() {
        let vehicles = Designs {
            sources: vehicles,
            ..all
        };
        found.extend(designs::each(&vehicles, &Terminal, Running::of, |running| {
            tyre::of_wheel(running, &asked)
        })?);
    }
    showing::show(found, &options.showing)
}
