//! `wishbone parameters`

use crate::arguments::Emit;
use crate::files::Terminal;
use crate::print;
use wishbone_workbench::Problem;
use wishbone_workbench::vehicle::{Declaration, parameters};

/// Prints or writes the numbers of a vehicle as a file of parameters. Reports a vehicle that does not compile.
pub fn run(options: &Emit) -> Result<(), Problem> {
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
    declaration.compile_to_run()?;
    let text = parameters::text(&declaration)?;
    print::to(options.output.as_deref(), &text)
}
