//! `wishbone diff`

use super::json;
use crate::arguments::Diff;
use crate::files::Terminal;
use crate::print;
use std::io;
use wishbone_compiler::report::diff;
use wishbone_workbench::Problem;
use wishbone_workbench::vehicle::one;

/// Compares two designs; growth above the limit is an error.
pub fn run(options: &Diff) -> Result<(), Problem> {
    let (old, new) = match options.vehicles.as_slice() {
        [] => (None, None),
        [both] => (Some(both), Some(both)),
        [old, new] => (Some(old), Some(new)),
        more => {
            return Err(Problem::Misuse(format!(
                "two vehicles are compared, {} are named",
                more.len()
            )));
        }
    };
    let old = one(&options.old, old.map(String::as_str), &Terminal)?.compile()?;
    let new = one(&options.new, new.map(String::as_str), &Terminal)?.compile()?;
    let difference = diff::compare(&old, &new);
    let text = match (options.json, print::coloured(&io::stdout())) {
        (true, _) => json(&difference)?,
        (false, true) => print::tinted(&diff::text(&difference)),
        (false, false) => diff::text(&difference),
    };
    print::out(&text)?;
    match (options.fail_above, difference.total.growth()) {
        (Some(limit), Some(growth)) if growth > limit => Err(Problem::Finding(format!(
            "the number of operations changed by {growth:+.2} %, more than {limit} %"
        ))),
        (Some(_), None) => Err(Problem::Finding(
            "there were no operations before, and now there are".to_owned(),
        )),
        _ => Ok(()),
    }
}
