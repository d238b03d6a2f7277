//! `wishbone new`

use crate::arguments::New;
use crate::{print, write};
use wishbone_workbench::{Problem, new_car};

/// Writes a commented car; never over an existing file.
pub fn run(options: &New) -> Result<(), Problem> {
    let path = &options.file;
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Err(Problem::Misuse(format!(
            "the name of a vehicle's file ends in `.toml`: {}",
            path.with_extension("toml").display()
        )));
    }
    if path.exists() {
        return Err(Problem::Misuse(format!(
            "{} is there already: give another name",
            path.display()
        )));
    }
    let text = new_car::text(&options.front, &options.rear, &path.to_string_lossy())?;
    write::into_folder(path, &text)?;
    print::out(&format!(
        "wrote {0}: a car to begin with; `wishbone check {0}` describes it\n",
        path.display()
    ))
}
