//! `wishbone response`

use crate::arguments::Response;
use crate::files::Terminal;
use crate::{measured, print, showing};
use std::process::ExitCode;
use wishbone_workbench::measured::hold;
use wishbone_workbench::steady::response::{self, Asked};
use wishbone_workbench::vehicle::Running;
use wishbone_workbench::{Problem, designs};

/// Word that lists inputs and outputs.
const HELP: &str = "help";

/// Computes frequency responses.
pub fn run(options: &Response) -> Result<ExitCode, Problem> {
    showing::ready(&options.showing)?;
    let (designs, motion) = (options.designs.chosen(), options.motion.chosen());
    motion.check()?;
    let against = measured::asked(&options.measured)?;
    if options.input == HELP || options.outputs.iter().any(|output| output == HELP) {
        let told = designs::each(&designs, &Terminal, Running::differentiated, |running| {
            response::names(running, &motion)
        })?;
        print::out(&told.into_iter().map(|(_, text)| text).collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let asked = Asked {
        motion,
        input: options.input.clone(),
        outputs: options.outputs.clone(),
        range: [options.from, options.to],
    };
    let found = designs::each(&designs, &Terminal, Running::differentiated, |running| {
        let mut found = vec![response::found(running, &asked)?];
        if let Some(against) = &against {
            hold(&mut found, against)?;
        }
        Ok(found)
    })?;
    showing::show(found, &options.showing)
}
