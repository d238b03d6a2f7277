//! The vehicles of the library, by name.

use wishbone_compiler::front::suggest;
use wishbone_vehicles::DECLARATIONS;

/// The declaration of a vehicle of the library.
pub fn find(name: &str) -> Option<&'static str> {
    let found = DECLARATIONS.iter().find(|(known, _)| *known == name);
    found.map(|(_, declaration)| *declaration)
}

/// What to say of a name that is none of a file either.
pub fn unknown(name: &str) -> String {
    let names: Vec<&str> = DECLARATIONS.iter().map(|(name, _)| *name).collect();
    let advice = suggest::advice(name, &names).map_or_else(String::new, |advice| format!("; {advice}"));
    format!("`{name}` is neither a file nor a vehicle of the library{advice}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::macros;
    use std::fs;
    use std::path::Path;

    /// No vehicle of the library is forgotten in the list.
    #[test]
    fn the_list_is_whole() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vehicles/src");
        let mut declared = declared_in(&sources);
        let mut listed: Vec<String> = DECLARATIONS
            .iter()
            .filter_map(|(_, text)| macros::name_of(text))
            .collect();
        declared.sort();
        listed.sort();
        assert_eq!(declared, listed);
    }

    fn declared_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the sources of the library are there");
        let mut names = Vec::new();
        for path in entries.map(|entry| entry.expect("it can be read").path()) {
            if path.is_dir() {
                names.extend(declared_in(&path));
            } else {
                let text = fs::read_to_string(&path).expect("a source is text");
                names.extend(macros::inside_macros(&text).into_iter().filter_map(|found| found.name));
            }
        }
        names
    }

    #[test]
    fn a_slip_is_understood() {
        assert!(
            unknown("hmwv").ends_with("; did you mean `hmmwv`?"),
            "{}",
            unknown("hmwv")
        );
    }
}
