//! `wishbone emit`

use crate::arguments::Emit;
use crate::declaration::Declaration;
use crate::failure::Failure;
use crate::print;
use wishbone_compiler::emit;

/// Prints or writes the solver.
pub fn run(options: &Emit) -> Result<(), Failure> {
    let declaration = Declaration::of(&options.source)?;
    let text = emit::text(&declaration.compile()?, declaration.text());
    print::to(options.output.as_deref(), &text, &declaration.files())
}
