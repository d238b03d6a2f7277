//! Declarations of the vehicles of the library, by name. The package of the vehicles is not a dependency, because its solvers would
//! then be compiled only to read their declarations.

use wishbone_compiler::front::suggest;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../files/", $name, ".toml")))),*]
    };
}

/// Name and TOML file of every vehicle.
pub const FILES: &[(&str, &str)] = files![
    "deyo_sedan",
    "four_bar",
    "hmmwv",
    "hmmwv14",
    "hmmwv_pitman",
    "iltis",
    "macpherson_car",
    "quarter_car",
    "quarter_sla",
    "rtrd_car",
    "rtrd_truck",
    "semitrailer12",
    "small_car",
    "szczotka_car",
    "tractor_semitrailer",
];

/// The declaration of a vehicle of the library, in TOML.
pub fn find(name: &str) -> Option<&'static str> {
    let found = FILES.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}

/// Message for a name that is neither in the library nor a file.
pub fn unknown(name: &str) -> String {
    let names: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
    let advice = suggest::advice(name, &names).map_or_else(String::new, |advice| format!("; {advice}"));
    format!("`{name}` is neither a file nor a vehicle of the library{advice}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// The list contains every vehicle of the library.
    #[test]
    fn the_list_is_whole() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("files");
        let entries = fs::read_dir(folder).expect("the files of the library are there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it can be read").path())
            .map(|path| {
                path.file_stem()
                    .expect("a file has a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, listed);
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
