//! `wishbone emit`

use crate::arguments::Emit;
use crate::files::Terminal;
use crate::print;
use wishbone_compiler::emit;
use wishbone_compiler::front::without_comments;
use wishbone_workbench::Problem;
use wishbone_workbench::vehicle::Declaration;

/// Prints or writes the solver.
pub fn run(options: &Emit) -> Result<(), Problem> {
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
    let text = emit::text(
        &declaration.compile()?,
        &without_comments(declaration.text(), declaration.is_toml()),
    );
    print::to(options.output.as_deref(), &text)
}
