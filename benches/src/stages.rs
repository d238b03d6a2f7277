//! Instructions of an evaluation, stage by stage.
//!
//! `rustc` inlines the functions of all stages into one, but debug information still gives the source line of each
//! instruction, and cachegrind counts by lines. The solvers that the build script writes are files, and each line of
//! these files belongs to a function.

use crate::instructions::cachegrind;
use crate::subject::{Part, STATES};
use crate::vehicles::Made;
use std::{env, fs, process};

/// Names of the stages. The rest consists of passing the state and the rates, and of mathematical functions in other files.
pub const NAMES: [&str; 7] = [
    "position",
    "velocity",
    "right-hand side",
    "mass and force",
    "effective mass and force",
    "acceleration",
    "rest",
];

/// Prefixes of the names of the functions of each stage except the rest.
const FUNCTIONS: [&str; 6] = [
    "position_",
    "velocity_",
    "right_hand_side_",
    "mass_and_force_",
    "effective_mass_and_force_",
    "acceleration_",
];

/// Mean number of instructions of an evaluation by stage, over all states; `None` if valgrind is not available.
pub fn count(made: &Made) -> Option<[f64; NAMES.len()]> {
    const MORE: u64 = 20;
    let (more, once) = (run(made, 1 + MORE)?, run(made, 1)?);
    let calls = (MORE * STATES as u64) as f64;
    Some(std::array::from_fn(|stage| {
        (more[stage] as f64 - once[stage] as f64) / calls
    }))
}

/// Instructions by stage of a whole run.
fn run(made: &Made, passes: u64) -> Option<[u64; NAMES.len()]> {
    let lines = env::temp_dir().join(format!("wishbone-{}-{}", process::id(), made.file));
    let counted = cachegrind(made.file, Part::Evaluation, passes, &lines).and_then(|_| fs::read_to_string(&lines).ok());
    // The file may not exist.
    let _ = fs::remove_file(&lines);
    Some(by_stage(&counted?, made.file, &stage_of_lines(made.text)))
}

/// Stage of each line of a solver's text, counted from 0.
fn stage_of_lines(text: &str) -> Vec<usize> {
    let mut stage = NAMES.len() - 1;
    let of = |line: &str| {
        if let Some((_, name)) = line.split_once("fn ") {
            let known = FUNCTIONS.iter().position(|function| name.starts_with(function));
            stage = known.unwrap_or(NAMES.len() - 1);
        }
        stage
    };
    text.lines().map(of).collect()
}

/// Sums cachegrind's counts by stage. A line `fl=FILE` comes before the lines of the file; each of these lines has its
/// own count.
fn by_stage(counted: &str, file: &str, stages: &[usize]) -> [u64; NAMES.len()] {
    let (mut sums, mut is_own) = ([0; NAMES.len()], false);
    for line in counted.lines() {
        if let Some(path) = line.strip_prefix("fl=") {
            is_own = path.ends_with(file);
        }
        let mut words = line.split(' ').map(str::parse::<u64>);
        if let (true, Some(Ok(place)), Some(Ok(count))) = (is_own, words.next(), words.next()) {
            let stage = (place as usize).checked_sub(1).and_then(|place| stages.get(place));
            sums[stage.copied().unwrap_or(NAMES.len() - 1)] += count;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_go_to_the_function_of_their_line() {
        let text = "impl Car {\n    fn position_base(&mut self) {\n        a\n    }\n    fn new() {\n        b\n";
        let stages = stage_of_lines(text);
        assert_eq!(stages, [6, 0, 0, 0, 6, 6]);
        let counted = "fl=/x/car.rs\nfn=f\n3 100\n6 10\n0 1\nfl=/x/math.rs\nfn=g\n3 7\n";
        assert_eq!(by_stage(counted, "car.rs", &stages), [100, 0, 0, 0, 0, 0, 11]);
    }
}
