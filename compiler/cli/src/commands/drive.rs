//! `wishbone drive`

use crate::arguments::Drive;
use crate::files::Terminal;
use crate::progress::Bars;
use crate::{measured, print, showing, write};
use std::process::ExitCode;
use wishbone_report::{Replay, Run, gltf};
use wishbone_studies::manoeuvre::{Manoeuvre, Overrides};
use wishbone_workbench::designs::Design;
use wishbone_workbench::manoeuvre::{self as manoeuvres, Driven, driven};
use wishbone_workbench::measured::hold;
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Word that lists the manoeuvres.
const HELP: &str = "help";

/// Drives the vehicles.
pub fn run(options: &Drive) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    if options.manoeuvres.iter().any(|word| word == HELP) {
        print::out(&manoeuvres::list())?;
        return Ok(ExitCode::SUCCESS);
    }
    let chosen = chosen(options)?;
    let compile = match options.loads {
        true => Running::with_reactions,
        false if chosen.iter().any(|manoeuvre| manoeuvre.method.is_implicit()) => Running::differentiated,
        false => Running::of,
    };
    if options.gltf.is_some() && chosen.len() > 1 {
        return Err(Problem::Misuse(
            "`--gltf` writes one manoeuvre: give `--manoeuvre` once, or call the tool once for each".to_owned(),
        ));
    }
    let against = measured::asked(&options.measured)?;
    if against.is_some() && chosen.len() > 1 {
        return Err(Problem::Misuse(
            "`--against` is a measurement of one manoeuvre: give `--manoeuvre` once".to_owned(),
        ));
    }
    let bars = Bars::default();
    let through = |running: &Running, manoeuvre| {
        let told = |share: f64, work: &str| bars.told(share, work);
        let mut own = driven(running, manoeuvre, options.anyway, &told)?;
        if let Some(against) = &against {
            hold(std::slice::from_mut(&mut own.findings), against)?;
        }
        Ok(own)
    };
    let each = |running: &Running| chosen.iter().map(|manoeuvre| through(running, manoeuvre)).collect();
    let driven: Vec<(Design, Vec<Driven>)> = designs::each(&options.designs.chosen(), &Terminal, compile, each)?;
    drop(bars);
    if let Some(path) = &options.gltf {
        let file = gltf::file(&replay(&chosen[0], &driven));
        let file = file.map_err(|reason| Problem::Misuse(format!("cannot write {}: {reason}", path.display())))?;
        write::into_folder(path, file)?;
    }
    let findings = |(design, driven): (Design, Vec<Driven>)| {
        let found = driven.into_iter().map(|driven| driven.findings).collect();
        (design, found)
    };
    let ended = showing::show(driven.into_iter().map(findings).collect(), &options.showing)?;
    if let Some(path) = options.gltf.as_ref().filter(|_| !options.showing.json) {
        print::out(&format!("wrote {}\n", path.display()))?;
    }
    Ok(ended)
}

/// The runs of all designs through their only manoeuvre.
fn replay(manoeuvre: &Manoeuvre, driven: &[(Design, Vec<Driven>)]) -> Replay {
    let run = |(design, driven): &(Design, Vec<Driven>)| Run {
        design: design.label.clone(),
        ..driven[0].run.clone()
    };
    Replay {
        name: manoeuvre.name.clone(),
        runs: driven.iter().map(run).collect(),
    }
}

/// The manoeuvres with the numbers of the arguments in place of their own.
fn chosen(options: &Drive) -> Result<Vec<Manoeuvre>, Problem> {
    let numbers = Overrides {
        speed: options.speed,
        angle: options.angle.map(f64::to_radians),
        frequency: options.frequency,
        duration: options.time,
        step: options.step.map(|step| 1e-3 * step),
        method: options.method,
        baumgarte: options.baumgarte,
    };
    let chosen = manoeuvres::all(&options.manoeuvres, &Terminal)?.into_iter();
    let changed = chosen.map(|manoeuvre| manoeuvre.with(&numbers).map_err(Problem::Misuse));
    changed.collect()
}
