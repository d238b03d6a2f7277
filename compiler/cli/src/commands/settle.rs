//! `wishbone settle`

use crate::arguments::{Settle, Showing};
use crate::files::Terminal;
use crate::showing;
use std::process::ExitCode;
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs, settle};

/// Puts the vehicles on the road and finds their equilibrium.
pub fn run(options: &Settle) -> Result<ExitCode, Problem> {
    let found = designs::each(&options.designs.chosen(), &Terminal, Running::of, |running| {
        Ok(vec![settle::found(running)?])
    })?;
    let showing = Showing {
        json: options.json,
        ..Showing::default()
    };
    showing::show(found, &showing)
}
