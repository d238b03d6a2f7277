//! Compile time and size of large vehicles: `cargo run --release -p wishbone-compiler --example scaling [NAME]`.
//!
//! Every vehicle is compiled in a process of its own, so that the measured peak of memory belongs to this vehicle
//! alone. The exponent describes the growth of the compile time with the number of bodies, from the smallest to the
//! largest vehicle of a family. `NAME` selects families by their beginning; `--print NAME SIZE` prints a declaration.

mod large;

use large::{FAMILIES, Family};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::{emit, pipeline};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--one", name, size] => measure(family(name), size.parse().expect("a size is a number")),
        ["--print", name, size] => print!("{}", (family(name).declare)(size.parse().expect("a size is a number"))),
        [] => table(""),
        [name, ..] => table(name),
    }
}

fn family(name: &str) -> &'static Family {
    let found = FAMILIES.iter().find(|family| family.name.starts_with(name));
    found.unwrap_or_else(|| panic!("no family begins with `{name}`"))
}

/// Prints the rows of all families whose names begin so.
fn table(name: &str) {
    println!("| vehicle | size | bodies | operations | compile [s] | text [s] | text [kB] | memory [MB] |");
    println!("|---|---|---|---|---|---|---|---|");
    for family in FAMILIES.iter().filter(|family| family.name.starts_with(name)) {
        let rows: Vec<Vec<f64>> = family.sizes.iter().filter_map(|&size| row(family, size)).collect();
        if let [first, .., last] = &rows[..] {
            let exponent = (last[2] / first[2]).ln() / (last[0] / first[0]).ln();
            println!("| | | | | exponent {exponent:.2} | | | |");
        }
    }
}

/// Prints one row, measured by another process; none if the vehicle is refused.
fn row(family: &Family, size: usize) -> Option<Vec<f64>> {
    let program = env::current_exe().expect("a running program has a file");
    let result = Command::new(program)
        .args(["--one", family.name, &size.to_string()])
        .output();
    let result = result.expect("it can be started again");
    let text = String::from_utf8_lossy(&result.stdout).trim().to_owned();
    println!("| {} | {size} | {} |", family.name, text.replace(' ', " | "));
    text.split(' ').map(|word| word.parse().ok()).collect()
}

/// Compiles one vehicle and prints its figures.
fn measure(family: &Family, size: usize) {
    let declaration = (family.declare)(size);
    let start = Clock::now();
    let compiled = match pipeline::compile_text(&declaration) {
        Ok(compiled) => compiled,
        Err(refused) => return println!("refused: {}", refused.iter().next().map_or("", |first| &first.message)),
    };
    let compile = start.seconds();
    let start = Clock::now();
    let text = emit::text(&compiled, &declaration).len();
    let emitting = start.seconds();
    println!(
        "{} {} {compile:.3} {emitting:.3} {} {}",
        compiled.model.bodies.len() - 1,
        compiled
            .programs
            .get(Call::Evaluation)
            .expect("a solver evaluates")
            .program
            .count()
            .total(),
        text / 1000,
        peak_memory().map_or_else(|| "-".to_owned(), |megabytes| megabytes.to_string()),
    );
}

/// A moment of this thread, measured by the thread's own processor time if the system provides it, so that other
/// programs do not count.
struct Clock {
    wall: Instant,
    own: Option<f64>,
}

impl Clock {
    fn now() -> Self {
        Clock {
            wall: Instant::now(),
            own: own_time(),
        }
    }

    /// Time since then [s].
    fn seconds(&self) -> f64 {
        match (self.own, own_time()) {
            (Some(from), Some(to)) => to - from,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Processor time of this thread so far [s].
fn own_time() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(1e-9 * text.split(' ').next()?.parse::<f64>().ok()?)
}

/// Greatest resident memory of this process so far [MB], where the system tells.
fn peak_memory() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<usize>().ok()? / 1000)
}
