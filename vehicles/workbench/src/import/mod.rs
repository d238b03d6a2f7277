//! Data from other sources, converted to a file for further work: a table of hardpoints, or a vehicle of
//! Chrono::Vehicle.
//!
//! Each conversion reads texts and gives a TOML file with notes: what was recognised, and what could not be carried over.

pub mod chrono;
pub mod table;

use std::path::Path;

/// A file that was made from other data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The TOML file.
    pub text: String,
    /// Notes about what was recognised and what was left out, a line each.
    pub notes: Vec<String>,
}

/// The name of a vehicle from the name of its file: `SedanPoints` for `sedan_points.csv`.
fn vehicle_name(file: &str) -> String {
    let stem = Path::new(file)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let words = stem.split(|own: char| !own.is_ascii_alphanumeric());
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    let name: String = words.filter(|word| !word.is_empty()).map(capital).collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() && name != "Self" => name,
        _ => format!("Car{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::vehicle_name;

    #[test]
    fn a_file_gives_its_vehicle_a_name() {
        for (file, name) in [
            ("points.csv", "Points"),
            ("a/HMMWV_Vehicle.json", "HMMWVVehicle"),
            ("2024 front-axle.csv", "Car2024FrontAxle"),
            ("-", "Car"),
            ("self.csv", "CarSelf"),
            ("\u{e4}\u{f6}.csv", "Car"),
        ] {
            assert_eq!(vehicle_name(file), name, "{file}");
        }
    }
}
