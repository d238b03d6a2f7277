//! `wishbone report`

use super::{drive, kc, modes, settle};
use crate::arguments::{Designs, Kc, Motion, Report as Options, Showing};
use crate::designs;
use crate::failure::Failure;
use crate::geometry;
use crate::progress::Progress;
use crate::running::Running;
use crate::{manoeuvres, print, write};
use wishbone_compiler::report::{counts, graph, pattern, plan, summary, tree};
use wishbone_compiler::schedule::Assumptions;
use wishbone_report::{Design, Replay, Report, Run, Scene, html};
use wishbone_studies::findings::{Comparison, Findings};
use wishbone_studies::manoeuvre::Manoeuvre;

/// The part of the page about one design.
struct Told {
    design: Design,
    studies: Vec<Findings>,
    /// Runs with the names of their manoeuvres.
    runs: Vec<(String, Run)>,
    /// Studies that failed, each with the reason.
    left_out: Vec<String>,
}

/// Writes the page.
pub fn run(options: &Options) -> Result<(), Failure> {
    let chosen = manoeuvres::all(&options.manoeuvres)?;
    let each = |running: &Running| told(running, options, &chosen);
    let found = designs::each(&options.designs, Running::differentiated, each)?;
    let labels: Vec<String> = found.iter().map(|(design, _)| design.label.clone()).collect();
    let read: Vec<_> = found.iter().flat_map(|(design, _)| design.files.clone()).collect();
    let (mut designs, mut studies, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let mut replays: Vec<Replay> = Vec::new();
    for (design, told) in found {
        let changes = design.changes.iter().map(|change| {
            let before = change.before.as_deref().unwrap_or("nothing");
            format!("{} = {}, was {before}", change.path, change.after)
        });
        let about = changes.chain(told.left_out.iter().cloned()).collect();
        left_out.extend(told.left_out.iter().map(|reason| format!("{}: {reason}", design.label)));
        for (name, run) in told.runs {
            let run = Run {
                design: design.label.clone(),
                ..run
            };
            match replays.iter_mut().find(|replay| replay.name == name) {
                Some(replay) => replay.runs.push(run),
                None => replays.push(Replay { name, runs: vec![run] }),
            }
        }
        designs.push(Design {
            label: design.label,
            about,
            ..told.design
        });
        studies.push(told.studies);
    }
    keep_common(&mut studies);
    replays.retain(|replay| replay.runs.len() == designs.len());
    let report = Report {
        title: labels.join(", "),
        designs,
        comparisons: Comparison::all(&labels, &studies),
        replays,
    };
    write::into_folder(&options.output, html(&report), &read)?;
    for reason in left_out {
        print::err(&format!("note: {reason}"));
    }
    print::out(&format!("wrote {}\n", options.output.display()))
}

/// Leaves the studies that all designs have: one of a part of them is no comparison.
fn keep_common(studies: &mut [Vec<Findings>]) {
    let names: Vec<Vec<String>> = studies
        .iter()
        .map(|own| own.iter().map(|study| study.name.clone()).collect())
        .collect();
    for own in studies {
        own.retain(|study| names.iter().all(|names| names.contains(&study.name)));
    }
}

fn told(running: &Running, options: &Options, chosen: &[Manoeuvre]) -> Result<Told, Failure> {
    let compiled = &running.compiled;
    let mut told = Told {
        design: Design {
            pictures: vec![
                ("bodies and joints".to_owned(), graph::svg(compiled)),
                ("spanning tree".to_owned(), tree::svg(compiled)),
                ("pattern of the equations of motion".to_owned(), pattern::svg(compiled)),
            ],
            texts: vec![
                ("summary".to_owned(), summary::text(compiled)),
                ("operations".to_owned(), counts::text(&counts::stages(compiled))),
                (
                    "plan for several threads".to_owned(),
                    plan::text(&plan::plan(compiled, Assumptions::MEASURED)),
                ),
            ],
            ..Design::default()
        },
        studies: Vec::new(),
        runs: Vec::new(),
        left_out: Vec::new(),
    };
    let progress = Progress::of(&running.progress("report"), 2 + chosen.len());
    let kinematics = kc_options(options);
    progress.now("kinematics");
    match suspension(running, &kinematics) {
        Ok((scene, found)) => {
            told.design.scene = Some(scene);
            told.studies.extend(found);
        }
        Err(reason) => told.left_out.push(format!("no kinematics: {}", reason.message())),
    }
    progress.step();
    progress.now("rest and modes");
    match settle::found(running).and_then(|rest| Ok((rest, modes::found(running, &Motion::default())?))) {
        Ok((rest, modes)) => told.studies.extend([rest, modes]),
        Err(reason) => told.left_out.push(format!("not at rest: {}", reason.message())),
    }
    for manoeuvre in chosen {
        progress.step();
        progress.now(&manoeuvre.name);
        match drive::driven(running, manoeuvre) {
            Ok(driven) => {
                told.runs.push((manoeuvre.name.clone(), driven.run));
                told.studies.push(driven.findings);
            }
            Err(reason) => told
                .left_out
                .push(format!("no {}: {}", manoeuvre.name, reason.message())),
        }
    }
    Ok(told)
}

fn suspension(running: &Running, options: &Kc) -> Result<(Scene, Vec<Findings>), Failure> {
    let (rig, held, conditions) = kc::rig(running, options)?;
    let found = kc::measured(running, &rig, &held, &conditions)?;
    Ok((geometry::scene(running, &rig, &conditions), found))
}

fn kc_options(options: &Options) -> Kc {
    Kc {
        travel: options.travel,
        steer: options.steer,
        steps: Kc::STEPS,
        force: Kc::FORCE,
        moment: Kc::MOMENT,
        bodies: Vec::new(),
        designs: Designs::default(),
        showing: Showing::default(),
    }
}
