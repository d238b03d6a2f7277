//! `wishbone library`

use crate::arguments::Library;
use crate::print;
use wishbone_compiler::report::graph;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::vehicle::Declaration;
use wishbone_workbench::{Problem, suspensions};

/// Lists the library, or prints or draws the entry of the given name.
pub fn run(options: &Library) -> Result<(), Problem> {
    let Some(name) = &options.name else {
        return print::out(&suspensions::list());
    };
    let text = suspensions::text(name)?;
    let text = match options.draw {
        true => {
            let declaration = Declaration::of_text("library.toml", &text, &NoFiles);
            graph::svg(&declaration.compile()?)
        }
        false => text,
    };
    print::to(options.output.as_deref(), &text)
}
