//! Manoeuvres by name or file.

use crate::files::Files;
use crate::problem::Problem;
use std::fmt::Write;
use std::path::Path;
use wishbone_compiler::front::suggest;
use wishbone_studies::manoeuvre::{Manoeuvre, library};

/// The manoeuvres for these words, in order. Their names must differ, because they distinguish tables and runs.
pub fn all(words: &[String], files: &dyn Files) -> Result<Vec<Manoeuvre>, Problem> {
    let found = words
        .iter()
        .map(|word| find(word, files))
        .collect::<Result<Vec<Manoeuvre>, Problem>>()?;
    for (place, manoeuvre) in found.iter().enumerate() {
        if let Some(first) = found[..place].iter().position(|earlier| earlier.name == manoeuvre.name) {
            return Err(Problem::Misuse(format!(
                "`{}` and `{}` are both called `{}`: leave one of them out, or give its file another name",
                words[first], words[place], manoeuvre.name
            )));
        }
    }
    Ok(found)
}

/// The manoeuvre with this name in the library, or in a TOML file.
pub fn find(word: &str, files: &dyn Files) -> Result<Manoeuvre, Problem> {
    if let Some(found) = library::find(word) {
        return found.map_err(|reason| Problem::Misuse(format!("manoeuvre `{word}`: {reason}")));
    }
    let path = Path::new(word);
    if !word.contains(['/', '\\', '.']) && !files.exists(word) {
        return Err(Problem::Misuse(unknown(word)));
    }
    let text = files
        .text(word)
        .map_err(|reason| Problem::Misuse(format!("cannot read {word}: {reason}")))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    // Paths of files are relative to the folder of the manoeuvre.
    let mut contents = |file: &str| files.bytes(&folder.join(file).to_string_lossy());
    let read = Manoeuvre::read_with(&name, &text, &mut contents);
    read.map_err(|reason| Problem::Misuse(format!("{word}: {reason}")))
}

/// Every manoeuvre of the library with its sentence.
pub fn list() -> String {
    let mut text = String::from("Manoeuvres (docs/manoeuvres.md):\n");
    for (name, _) in library::FILES {
        if let Some(Ok(manoeuvre)) = library::find(name) {
            let _ = writeln!(text, "  {name:18} {}", manoeuvre.doc);
        }
    }
    text
}

fn unknown(word: &str) -> String {
    let names: Vec<&str> = library::FILES.iter().map(|(name, _)| *name).collect();
    let advice = suggest::advice(word, &names).map_or_else(String::new, |advice| format!("; {advice}"));
    let known = list();
    format!(
        "`{word}` is neither a manoeuvre nor a file{advice}\n{}",
        known.trim_end()
    )
}
