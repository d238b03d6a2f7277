//! Rust sources of the vehicles of the library, by name. The package of the vehicles is not a dependency, because the
//! tool would have to compile their solvers only to read their declarations.

use wishbone_compiler::front::suggest;

macro_rules! sources {
    ($($name:literal: $path:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../vehicles/src/", $path)))),*]
    };
}

/// Name and Rust source of every vehicle.
const SOURCES: &[(&str, &str)] = sources![
    "four_bar": "four_bar.rs",
    "hmmwv": "hmmwv.rs",
    "hmmwv14": "bare/hmmwv14.rs",
    "quarter_car": "quarter_car.rs",
    "quarter_sla": "bare/quarter_sla.rs",
    "semitrailer12": "bare/semitrailer12.rs",
];

/// The Rust source of a vehicle of the library.
pub fn find(name: &str) -> Option<&'static str> {
    let found = SOURCES.iter().find(|(known, _)| *known == name);
    found.map(|(_, source)| *source)
}

/// Message for a name that is neither in the library nor a file.
pub fn unknown(name: &str) -> String {
    let names: Vec<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
    let advice = suggest::advice(name, &names).map_or_else(String::new, |advice| format!("; {advice}"));
    format!("`{name}` is neither a file nor a vehicle of the library{advice}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::macros;
    use std::fs;
    use std::path::Path;

    /// The list contains every vehicle of the library, and each source declares one.
    #[test]
    fn the_list_is_whole() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vehicles/src");
        let mut declared = declared_in(&sources);
        let mut listed: Vec<String> = SOURCES
            .iter()
            .map(|(name, source)| match macros::inside_macros(source).as_slice() {
                [found] => found.name.clone().expect("the vehicle has a name"),
                found => panic!("{name} declares {} vehicles", found.len()),
            })
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
