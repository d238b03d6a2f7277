//! The demonstration of wishbone: settles a truck, steers it, drives it over bumps, and shows the results of compiler and solver.
//! `wishbone` (`compiler/cli`) does the same for any vehicle.

mod drive;
mod folder;
mod referee;
mod timing;
mod truck;

use clap::Parser;
use drive::Driven;
use folder::Folder;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use timing::{Times, machine, time};
use truck::Truck;
use wishbone_compiler::report::{counts, graph, pattern, summary, tree};
use wishbone_studies::findings::Comparison;
use wishbone_studies::panels;
use wishbone_vehicles::Hmmwv;
use wishbone_vehicles::manoeuvres::{self, Rest};

/// Manoeuvres of the library that are driven. Times are measured in the bend at the end of the first one.
const MANOEUVRES: [&str; 2] = ["step_steer", "bumps"];

/// Settles a truck, steers it, drives it over bumps; prints and draws the results of compiler and solver.
#[derive(Parser)]
#[command(version)]
struct Cli {
    /// Folder for pictures and tables
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

fn main() -> ExitCode {
    match demonstrate(&Cli::parse().out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Diagnostics already begin with the word.
            let prefix = if message.starts_with("error") { "" } else { "error: " };
            eprintln!("{prefix}{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

fn demonstrate(out: &Path) -> Result<(), String> {
    let mut folder = Folder::create(out)?;
    let truck = Truck::new()?;
    let operations = counts::text(&counts::stages(&truck.compiled));
    print(&format!("{}\n{operations}\n", summary::text(&truck.compiled)))?;
    folder.write("hmmwv_graph.svg", &graph::svg(&truck.compiled))?;
    folder.write("hmmwv_tree.svg", &tree::svg(&truck.compiled))?;
    folder.write("hmmwv_pattern.svg", &pattern::svg(&truck.compiled))?;

    let clock = Instant::now();
    let rest = manoeuvres::settle().map_err(|reason| reason.to_string())?;
    let loads = rest.inputs.wheels.map(|wheel| format!("{:.0} N", wheel.force[2]));
    let settled = format!(
        "at rest after {:.2} s, computed in {}",
        rest.time,
        time(clock.elapsed())
    );
    print(&format!("{settled}: loads {}\n", loads.join(", ")))?;

    let mut bend = None;
    for name in MANOEUVRES {
        let driven = through(&truck, &rest, name, &mut folder)?;
        bend.get_or_insert(driven.end);
    }
    let end = bend.ok_or("nothing was driven")?;
    let surroundings = drive::surroundings(&truck, &drive::manoeuvre(MANOEUVRES[0])?)?;
    print(&times(&timing::measure(&truck, &surroundings, &end)?))?;
    let written: Vec<String> = folder
        .written()
        .iter()
        .map(|path| format!("wrote {}\n", path.display()))
        .collect();
    print(&format!("\n{}", written.concat()))
}

/// Drives through a manoeuvre; prints its figures, and writes its histories and picture.
fn through(truck: &Truck, rest: &Rest, name: &str, folder: &mut Folder) -> Result<Driven, String> {
    let manoeuvre = drive::manoeuvre(name)?;
    let driven = drive::drive(truck, rest, &manoeuvre)?;
    let (designs, found) = ([Hmmwv::NAME.to_owned()], [vec![driven.findings.clone()]]);
    for comparison in Comparison::all(&designs, &found) {
        let part = driven.elapsed.as_secs_f64() / manoeuvre.duration.0;
        print(&format!(
            "\n{}computed in {:.4} of real time; {}\n",
            comparison.text(),
            part,
            driven.judgement
        ))?;
        let title = format!("{}: {}", Hmmwv::NAME, manoeuvre.doc);
        let picture = panels::draw(&title, comparison.conditions(), &comparison.panels());
        folder.write(&format!("{name}.svg"), &picture.map_err(|reason| reason.to_string())?)?;
    }
    folder.write(&format!("{name}.csv"), &driven.findings.table.csv())?;
    driven.judgement.verdict()?;
    Ok(driven)
}

/// Times beside those of the oracle, in columns.
fn times(times: &Times) -> String {
    let row = |name: &str, cells: [String; 3]| {
        let [ours, theirs, ratio] = cells;
        format!("{name:32}{ours:>12}{theirs:>12}{ratio:>10}\n")
    };
    let compared = |name: &str, ours: std::time::Duration, theirs: std::time::Duration| {
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        row(name, [time(ours), time(theirs), format!("{ratio:.0}")])
    };
    let alone = |name: &str, ours| row(name, [time(ours), "-".to_owned(), "-".to_owned()]);
    let head = row(
        "in the bend, median of many",
        ["wishbone", "oracle", "ratio"].map(str::to_owned),
    );
    [
        format!("\n{}\n", machine().unwrap_or_else(|| "unknown processor".to_owned())),
        head,
        compared("one evaluation", times.evaluation, times.oracle_evaluation),
        compared("one Runge-Kutta step", times.runge_kutta, times.oracle_step),
        alone("one Adams-Bashforth step", times.adams_bashforth),
        alone("  in it, the tyres", times.tyres),
        alone("  in it, the driver", times.driver),
    ]
    .concat()
}

/// Writes to the standard output; a closed pipe (`| head`) is not an error.
fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(reason) if reason.kind() != ErrorKind::BrokenPipe => Err(format!("cannot print: {reason}")),
        _ => Ok(()),
    }
}
