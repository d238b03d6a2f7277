//! Answers about the truck, computed from its file: the work of the tool's commands, without the start of a process.
#![allow(missing_docs, reason = "criterion's macros make public items without documentation")]

use criterion::{Criterion, criterion_group, criterion_main};
use wishbone_benches::spent::{ProcessorTime, short};
use wishbone_report::html;
use wishbone_workbench::Problem;
use wishbone_workbench::designs::Designs;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::manoeuvre;
use wishbone_workbench::plausible::Plausibility;
use wishbone_workbench::progress::silent;
use wishbone_workbench::report::{self, Content};
use wishbone_workbench::rig::kc::Travel;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::vehicle::Vehicle;

/// A question, written like the call of the command, and the function that computes the answer.
type Question = (&'static str, fn(&Vehicle) -> Result<(), Problem>);

const QUESTIONS: [Question; 8] = [
    ("check", |truck| {
        truck.running().map(|running| drop(Plausibility::of(running)))
    }),
    ("settle", |truck| truck.settle().map(drop)),
    ("kc", |truck| truck.kc(&Travel::default(), &silent).map(drop)),
    ("trim", |truck| truck.trim(&STRAIGHT_ON).map(drop)),
    ("modes", |truck| truck.modes(&STRAIGHT_ON).map(drop)),
    ("drive, a step steer of 8 s at 1 ms", |truck| {
        truck
            .drive(&manoeuvre::find("step_steer", &NoFiles)?, &silent)
            .map(drop)
    }),
    ("report, a page about one design", |_| report()),
    ("compile", |truck| truck.running().map(drop)),
];

/// A page as `wishbone report hmmwv` writes it.
fn report() -> Result<(), Problem> {
    let designs = Designs {
        sources: vec!["hmmwv".to_owned()],
        ..Designs::default()
    };
    let content = Content {
        travel: Travel::default(),
        manoeuvres: vec![manoeuvre::find("step_steer", &NoFiles)?],
    };
    let page = report::page(&designs, &NoFiles, &content, &silent)?;
    assert!(
        html(&page.report()).len() > 100_000,
        "it has scripts, drawings and curves"
    );
    Ok(())
}

/// Straight on at 20 m/s.
const STRAIGHT_ON: Motion = Motion {
    speed: Some(20.0),
    bend: None,
};

fn answers(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("answers of the tool: HMMWV");
    group.sample_size(10);
    for (name, ask) in QUESTIONS {
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let truck = Vehicle::load("hmmwv", &NoFiles).expect("a vehicle of the library");
                ask(&truck).expect("it has an answer");
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = short();
    targets = answers
}
criterion_main!(benches);
