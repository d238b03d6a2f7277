//! `wishbone emit`

use crate::arguments::Emit;
use crate::failure::Failure;
use crate::{declaration, print};
use wishbone_compiler::emit;

/// Prints or writes the solver.
pub fn run(options: &Emit) -> Result<(), Failure> {
    let declaration = declaration::one(&options.source.source, options.source.vehicle.as_deref())?;
    let text = emit::text(&declaration.compile()?, declaration.text());
    print::to(options.output.as_deref(), &text, &declaration.files())
}
