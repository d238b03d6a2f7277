//! `wishbone convert`

use crate::arguments::Emit;
use crate::failure::Failure;
use crate::{declaration, print};
use wishbone_compiler::front::toml;

/// Prints or writes a vehicle as a TOML file, with what it includes. One that does not compile is told so.
pub fn run(options: &Emit) -> Result<(), Failure> {
    let declaration = declaration::one(&options.source.source, options.source.vehicle.as_deref())?;
    declaration.compile()?;
    let text = toml::print::vehicle(declaration.tree()?);
    print::to(options.output.as_deref(), &text)
}
