//! The manoeuvres that come with the studies, by name.

use super::Manoeuvre;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../manoeuvres/", $name, ".toml")))),*]
    };
}

/// Name and TOML file of every manoeuvre.
pub const FILES: &[(&str, &str)] = files![
    "acceleration",
    "braking",
    "bumps",
    "declared",
    "iltis_ramp",
    "kim_wang_bump",
    "lane_change",
    "random_road",
    "rtrd_step",
    "rtrd_truck_step",
    "severe_lane_change",
    "sine",
    "sine_with_dwell",
    "slowly_increasing_steer",
    "steady_circle",
    "step_steer",
    "straight",
    "swept_sine",
    "szczotka_bumps",
    "szczotka_pulse",
    "szczotka_push",
    "szczotka_start",
    "szczotka_waves",
];

/// The manoeuvre with a name, in which hyphens may stand for underscores. `None` if there is no such manoeuvre.
pub fn find(name: &str) -> Option<Result<Manoeuvre, String>> {
    let name = name.replace('-', "_");
    let (name, text) = FILES.iter().find(|(known, _)| *known == name)?;
    Some(Manoeuvre::read(name, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_file_is_listed_and_sound() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("manoeuvres");
        let entries = fs::read_dir(folder).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it can be read").path())
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for name in names {
            let found = find(&name).expect("it is listed");
            assert!(found.is_ok(), "{name}: {found:?}");
        }
    }
}
