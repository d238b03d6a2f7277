//! Shared code of the benches: vehicles, states, a clock, instruction counts, limits of the machine.
//!
//! `cargo bench -p wishbone-benches` runs criterion's benches. `cargo run --release -p wishbone-benches --bin table`
//! prints a Markdown table: times, instructions, shares of the machine's peak, and the oracle; with `--features
//! methods` also all methods.

pub mod batch;
pub mod clock;
#[cfg(feature = "derivatives")]
pub mod derived;
pub mod frame;
pub mod instructions;
pub mod machine;
pub mod peak;
pub mod referee;
pub mod spent;
#[cfg(feature = "methods")]
pub mod stages;
pub mod subject;
pub mod vehicles;
