//! What the benches share: vehicles, states, a clock, instruction counts, the machine's own limits.
//!
//! `cargo bench -p wishbone-benches` runs criterion's. `cargo run --release -p wishbone-benches --bin table` prints one
//! Markdown table of one run: times, instructions, shares of the machine's peak, the oracle beside; with
//! `--features methods` all methods beside.

pub mod batch;
pub mod clock;
pub mod instructions;
pub mod machine;
pub mod peak;
pub mod referee;
#[cfg(feature = "methods")]
pub mod stages;
pub mod subject;
pub mod vehicles;
