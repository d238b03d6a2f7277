//! The commands: each command gets its arguments, calls the compiler or the workbench, and prints.

pub mod assess;
pub mod check;
pub mod convert;
pub mod diff;
pub mod drive;
pub mod emit;
pub mod explain;
pub mod fit;
pub mod fmu;
pub mod gate;
pub mod graph;
mod identify;
pub mod import;
pub mod kc;
pub mod library;
pub mod loads;
pub mod modes;
pub mod new;
pub mod ops;
pub mod parameters;
pub mod plan;
pub mod precision;
pub mod report;
pub mod response;
pub mod run;
pub mod sensitivity;
pub mod settle;
pub mod sweep;
pub mod trim;
pub mod tyre;
pub mod watch;

use serde::Serialize;
use wishbone_workbench::Problem;

/// JSON with a line break at its end.
pub fn json(value: &impl Serialize) -> Result<String, Problem> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| text + "\n")
        .map_err(|reason| Problem::Misuse(format!("cannot be written as JSON: {reason}")))
}
