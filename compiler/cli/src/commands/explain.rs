//! `wishbone explain`

use super::json;
use crate::arguments::Explain;
use crate::print;
use wishbone_workbench::{Problem, explain};

/// Explains a code or a word of the language; without an argument, lists all codes.
pub fn run(options: &Explain) -> Result<(), Problem> {
    let word = options.word.as_deref();
    let text = match options.json {
        true => json(&explain::data(word)?)?,
        false => explain::text(word)?,
    };
    print::out(&text)
}
