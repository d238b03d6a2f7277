//! Prints a Markdown table with the cost of each vehicle on this machine, in operations, instructions and time.
//!
//! `cargo run --release -p wishbone-benches --bin table`, with `--features methods` for all methods.

use std::process::ExitCode;
use wishbone::batch::LANES;
use wishbone::level::Level;
use wishbone::solver::Solver;
use wishbone_benches::batch;
use wishbone_benches::clock::{Times, time};
use wishbone_benches::instructions::{self, PASSES};
use wishbone_benches::peak::peaks;
use wishbone_benches::referee::Referee;
use wishbone_benches::subject::{Part, STATES, Subject};
use wishbone_benches::vehicles::{self, Visit};
use wishbone_compiler::pipeline::compile_text;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::{emit, ir};
use wishbone_vehicles::bare::{Hmmwv14Batch, QuarterSlaBatch, Semitrailer12Batch};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == PASSES => instructions::passes(rest),
        Some((other, _)) => Err(format!("`{other}`: this takes no arguments")),
        None => {
            tables();
            Ok(())
        }
    };
    done.map_or_else(
        |wrong| {
            eprintln!("{wrong}");
            ExitCode::from(2)
        },
        |()| ExitCode::SUCCESS,
    )
}

fn tables() {
    let peaks = ceiling();
    let mut rows = Rows {
        peaks,
        times: Vec::new(),
        instructions: Vec::new(),
    };
    vehicles::all(&mut rows);
    println!(
        "| | operations | evaluation, baseline [ns] | evaluation [ns] | step, loops closed [ns] | operations/ns | of the \
         peak | oracle [us] | times as long | compiled in [ms] |\n|---|---|---|---|---|---|---|---|---|---|"
    );
    rows.times.iter().for_each(|row| println!("{row}"));
    println!("\nOne evaluation of one vehicle of a batch of {LANES} [ns]:\n\n| | |\n|---|---|");
    for (name, times) in [
        ("QuarterSla", batch::evaluation::<QuarterSlaBatch>()),
        ("Hmmwv14", batch::evaluation::<Hmmwv14Batch>()),
        ("Semitrailer12", batch::evaluation::<Semitrailer12Batch>()),
    ] {
        println!("| {name} | {:.1} ({:.1}) |", times.least, times.median);
    }
    println!("\nInstructions of one call, counted by valgrind (without AVX-512):\n");
    let parts = Part::ALL.map(Part::word).join(" | ");
    println!(
        "| | {parts} | evaluation, by operation |\n|---|{}---|",
        "---|".repeat(Part::ALL.len())
    );
    rows.instructions.iter().for_each(|row| println!("{row}"));
    #[cfg(feature = "methods")]
    methods::table();
}

/// Prints and returns the known limits of the machine: scalar, four lanes, eight lanes [multiply-adds/ns].
fn ceiling() -> Vec<f64> {
    let peaks = peaks();
    println!("| multiply-adds on one core | per ns |\n|---|---|");
    peaks
        .iter()
        .for_each(|peak| println!("| {} | {:.1} |", peak.level, peak.rate));
    println!();
    peaks.iter().map(|peak| peak.rate).collect()
}

/// Rows of all vehicles.
struct Rows {
    peaks: Vec<f64>,
    times: Vec<String>,
    instructions: Vec<String>,
}

impl Visit for Rows {
    fn vehicle<S: Solver + Default + Clone>(&mut self, declaration: &'static str) {
        eprintln!("{} ..", S::default().description().name);
        let compile = || compile_text(declaration).expect("a vehicle of the library");
        let compiled = compile();
        let compiling = time(1, || _ = emit::tokens(&compile(), declaration));
        let mut subject = Subject::of(S::default());
        let evaluation = timed(&mut subject, Part::Evaluation);
        let mut baseline = Subject::of(S::default());
        baseline.solver.set_level(Level::Baseline);
        let baseline = timed(&mut baseline, Part::Evaluation);
        let step = timed(&mut subject, Part::Step);
        let referee = Referee::new(&compiled, &mut subject, 4);
        let oracle = time(referee.states(), || referee.pass());
        let program = compiled
            .programs
            .at_levels(Call::Evaluation)
            .expect("every vehicle has one");
        let (count, lanes) = (program.program.count(), compiled.programs.lanes.is_some());
        self.times.push(format!(
            "| {} | {} | {} | {} | {} | {:.2} | {} | {:.0} | {:.0} | {:.0} |",
            S::default().description().name,
            count.total(),
            shown(baseline),
            shown(evaluation),
            shown(step),
            count.total() as f64 / evaluation.least,
            self.share(&count, lanes, evaluation),
            oracle.least / 1e3,
            oracle.least / evaluation.least,
            compiling.least / 1e6,
        ));
        let counts = Part::ALL.map(|part| instructions::count(S::default().description().name, part));
        let cells = counts.map(|count| count.map_or("-".to_owned(), |count| format!("{count:.0}")));
        let [_, evaluated, ..] = counts;
        let each = evaluated.map_or("-".to_owned(), |n| format!("{:.2}", n / count.total() as f64));
        self.instructions.push(format!(
            "| {} | {} | {each} |",
            S::default().description().name,
            cells.join(" | ")
        ));
    }
}

impl Rows {
    /// Additions and multiplications as a share of the possible fused operations in the measured time. Each fused
    /// operation counts as two operations. The operations are scalar, or in four lanes if the solver has lanes.
    fn share(&self, count: &ir::Count, lanes: bool, evaluation: Times) -> String {
        let done = (count.add + count.neg + count.mul) as f64 / evaluation.least;
        let (place, of) = if lanes { (1, " of 4 lanes") } else { (0, "") };
        self.peaks.get(place).map_or("-".to_owned(), |peak| {
            format!("{:.0} %{of}", 100.0 * done / (2.0 * peak))
        })
    }
}

fn timed<S: Solver>(subject: &mut Subject<S>, part: Part) -> Times {
    time(STATES, || subject.pass(part))
}

fn shown(times: Times) -> String {
    format!("{:.0} ({:.0})", times.least, times.median)
}

#[cfg(feature = "methods")]
mod methods {
    use super::{Part, Solver, Subject, shown, timed};
    use std::collections::BTreeMap;
    use wishbone_benches::stages::{self, NAMES};
    use wishbone_benches::vehicles::{self, Made, VisitMethod};

    /// Prints the time of one evaluation by every method.
    pub fn table() {
        let mut cells = Cells::default();
        vehicles::by_method(&mut cells);
        println!("\nOne evaluation by each method, and by what `method: auto` chooses, at the baseline [ns]:\n");
        println!(
            "| | {} |\n|---|{}",
            cells.methods.join(" | "),
            "---|".repeat(cells.methods.len())
        );
        for (vehicle, times) in &cells.times {
            println!("| {vehicle} | {} |", times.join(" | "));
        }
        println!("\nOne evaluation without lanes, at the highest level [ns]:\n\n| | |\n|---|---|");
        cells.alone.iter().for_each(|row| println!("{row}"));
        println!("\nInstructions of an evaluation by `synthesis`, stage by stage:\n");
        println!(
            "| | {} | all |\n|---|{}---|",
            NAMES.join(" | "),
            "---|".repeat(NAMES.len())
        );
        cells.stages.iter().for_each(|row| println!("{row}"));
    }

    #[derive(Default)]
    struct Cells {
        methods: Vec<&'static str>,
        times: BTreeMap<&'static str, Vec<String>>,
        stages: Vec<String>,
        alone: Vec<String>,
    }

    impl VisitMethod for Cells {
        fn vehicle<S: Solver + Default + Clone>(&mut self, made: &Made) {
            if made.method == "alone" {
                let time = timed(&mut Subject::of(S::default()), Part::Evaluation);
                self.alone
                    .push(format!("| {} | {} |", S::default().description().name, shown(time)));
                return;
            }
            if !self.methods.contains(&made.method) {
                self.methods.push(made.method);
            }
            if made.method == "synthesis" {
                let counts = stages::count(made);
                let all = counts.map(|counts| counts.iter().sum::<f64>());
                let cells = counts.map_or(["-"; NAMES.len()].map(str::to_owned), |c| {
                    c.map(|c| if c > 0.0 { format!("{c:.0}") } else { "-".to_owned() })
                });
                let all = all.map_or("-".to_owned(), |all| format!("{all:.0}"));
                self.stages.push(format!(
                    "| {} | {} | {all} |",
                    S::default().description().name,
                    cells.join(" | ")
                ));
            }
            let mut subject = Subject::of(S::default());
            let time = timed(&mut subject, Part::Evaluation);
            self.times
                .entry(S::default().description().name)
                .or_default()
                .push(shown(time));
        }
    }
}
