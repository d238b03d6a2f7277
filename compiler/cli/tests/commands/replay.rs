//! Motion in files (glTF, Parquet), and progress that is not shown without a terminal.

use super::{json, printed, refused, target};
use gltf::Gltf;
use gltf::animation::util::ReadOutputs;
use std::fs;

const MANOEUVRE: &str = "manoeuvres/gentle_step.toml";

/// Numbers of a column of a table.
fn column(csv: &str, name: &str) -> Vec<f64> {
    let place = csv
        .lines()
        .next()
        .and_then(|head| head.split(',').position(|own| own == name));
    let place = place.unwrap_or_else(|| panic!("no column `{name}`"));
    let number = |line: &str| line.split(',').nth(place).and_then(|text| text.parse().ok());
    csv.lines()
        .skip(1)
        .map(|line| number(line).expect("a number"))
        .collect()
}

/// The chassis of the animation is where the table of the same run says, at each of the animation's times.
#[test]
fn the_chassis_of_the_animation_goes_along_the_path() {
    let (file, folder) = (target("run.glb"), target("run_of_the_animation"));
    let (file, folder) = (file.display().to_string(), folder.display().to_string());
    let told = printed(&[
        "drive",
        "tricycle.toml",
        "--manoeuvre",
        MANOEUVRE,
        "--gltf",
        &file,
        "--out",
        &folder,
    ]);
    assert!(told.contains("run.glb"), "{told}");
    let csv = fs::read_to_string(format!("{folder}/gentle_step.csv")).expect("a table");
    let content = Gltf::from_slice(&fs::read(&file).expect("a file")).expect("it is valid");
    let animation = content.animations().next().expect("an animation");
    assert_eq!(animation.name(), Some("gentle_step"));
    let names: Vec<&str> = content.nodes().filter_map(|node| node.name()).collect();
    for name in ["Tricycle", "chassis", "fork", "ground"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    let channel = animation
        .channels()
        .find(|channel| channel.target().node().name() == Some("chassis"));
    let reader = channel.as_ref().expect("it moves").reader(|_| content.blob.as_deref());
    let Some(ReadOutputs::Translations(places)) = reader.read_outputs() else {
        panic!("the first channel is no translation");
    };
    let [x, y] = ["x [m]", "y [m]"].map(|name| column(&csv, name));
    let places: Vec<[f32; 3]> = places.collect();
    // The table has a row every 5 ms, the animation a pose every 10 ms.
    assert_eq!(places.len(), 501);
    for (k, place) in places.iter().enumerate() {
        assert_eq!([place[0], place[1]], [x[2 * k] as f32, y[2 * k] as f32], "row {k}");
    }
    assert!(x.last() > Some(&50.0));
}

#[test]
fn one_file_has_one_manoeuvre() {
    let file = target("two.glb");
    let file = file.display().to_string();
    let call = [
        "drive",
        "tricycle.toml",
        "--manoeuvre",
        "straight",
        "--manoeuvre",
        "sine",
        "--gltf",
        &file,
    ];
    let told = refused(&call, 2);
    assert!(told.contains("give `--manoeuvre` once"), "{told}");
}

/// The page has a player with the data of the run, and stays small.
#[test]
fn a_page_plays_its_manoeuvres() {
    let file = target("played.html");
    let call = [
        "report",
        "tricycle.toml",
        "--variant",
        "chassis.mass = 1500 kg",
        "--manoeuvre",
        MANOEUVRE,
    ];
    let page = file.display().to_string();
    let _ = super::wishbone(&[&call[..], &["--output", &page]].concat());
    let page = fs::read_to_string(file).expect("a page");
    let (_, data) = page.split_once("type=\"application/json\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("its end");
    let data = json(data);
    let runs = data["replays"][0]["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 2);
    for run in runs {
        // Five seconds at 50 Hz.
        assert_eq!(run["count"].as_u64(), Some(251));
        assert_eq!(run["frame"].as_f64().map(|frame| (1e3 * frame).round()), Some(20.0));
        assert!(run["poses"].as_str().is_some_and(|text| !text.is_empty()));
    }
    assert!(page.contains("id=\"replay-0\"") && page.contains("side by side"));
    assert!(page.len() < 2_500_000, "{}", page.len());
}

/// Long work prints no progress without a terminal: `printed` finds the standard error empty.
#[test]
fn progress_is_shown_on_a_terminal_alone() {
    // Progress is shown after a second: on a fast machine the run is made longer.
    let is_long = |time: &str| {
        let begin = std::time::Instant::now();
        let _ = printed(&[
            "drive",
            "tricycle.toml",
            "--manoeuvre",
            "straight",
            "--time",
            time,
            "--json",
        ]);
        begin.elapsed().as_secs_f64() > 1.0
    };
    assert!(
        ["500", "1000", "2000", "4000"].into_iter().any(is_long),
        "too short to be shown anywhere"
    );
}

#[test]
fn tables_are_written_as_parquet_too() {
    let folder = target("parquet").display().to_string();
    let told = printed(&[
        "drive",
        "tricycle.toml",
        "--manoeuvre",
        MANOEUVRE,
        "--out",
        &folder,
        "--parquet",
    ]);
    assert!(told.contains("gentle_step.parquet"), "{told}");
    let bytes = fs::read(format!("{folder}/gentle_step.parquet")).expect("a file");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}
