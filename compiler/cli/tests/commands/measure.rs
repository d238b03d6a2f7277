use super::{json, printed, refused, target, wishbone};
use std::fs;

/// Writes a file of these tests and returns its path.
fn file(name: &str, text: &str) -> String {
    let file = target(name);
    fs::write(&file, text).expect("it can be written");
    file.to_str().expect("a path is text").to_owned()
}

/// The forces in JSON are the forces of the table, and forces balance on every part that the rig does not hold.
#[test]
fn load_cases_are_told_as_text_table_and_data() {
    let cases = file("cases.toml", "[kerb]\nleft = { lateral = -1 }\n");
    let out = target("loads");
    let folder = out.to_str().expect("a path is text");
    let call = ["loads", "hmmwv", "--cases", &cases];
    let text = printed(&[&call[..], &["--case", "kerb", "--out", folder]].concat());
    assert!(
        text.contains("greatest force at each hardpoint") && text.contains("\nkerb: \n"),
        "{text}"
    );
    let table = fs::read_to_string(out.join("loads.csv")).expect("it is written");
    let found = json(&printed(&[&call[..], &["--json"]].concat()));
    let rows = found[0]["cases"][0]["rows"].as_array().expect("rows");
    assert_eq!(table.lines().count(), 1 + rows.len());
    let mut sums: Vec<(String, [f64; 3])> = Vec::new();
    for row in rows {
        let part = row["part"].as_str().expect("a name").to_owned();
        let force = [0, 1, 2].map(|k| row["force"][k].as_f64().expect("a number"));
        match sums.iter_mut().find(|(own, _)| *own == part) {
            Some((_, sum)) => (0..3).for_each(|k| sum[k] += force[k]),
            None => sums.push((part, force)),
        }
    }
    for (part, sum) in sums {
        assert!(sum.iter().all(|force| force.abs() < 1e-4), "{part}: {sum:?}");
    }
}

#[test]
fn load_cases_that_are_none_are_refused() {
    let wrong = file(
        "wrong_cases.toml",
        "[a]\nfornt = { vertical = 3 }\n[b]\nfront = { vertical = \"3 m\" }\n",
    );
    let told = refused(&["loads", "hmmwv", "--cases", &wrong], 2);
    assert!(
        told.contains("line 2: [a] there is no wheel `fornt`") && told.contains("line 4: [b] `front`"),
        "{told}"
    );
    let told = refused(&["loads", "hmmwv", "--case", "kerbs"], 2);
    assert!(told.contains("there is no case `kerbs`"), "{told}");
    let help = printed(&["loads", "hmmwv", "--cases", "help"]);
    assert!(help.contains("[pothole_front]"), "{help}");
    // Springs without stops cannot carry that load.
    let heavy = file("heavy.toml", "[much]\nall = { vertical = 40 }\n");
    let failed = wishbone(&["loads", "small_car", "--cases", &heavy]);
    assert_eq!(failed.code, Some(1), "{}", failed.err);
    assert!(failed.out.contains("much is not carried"), "{}", failed.out);
    // Wheels that are held by a travel beyond the suspension need no stops. Without a row there is no table.
    let far = file("far.toml", "[far]\nall = { travel = \"2 m\" }\n");
    let out = target("far_loads");
    let folder = out.to_str().expect("a path is text");
    let failed = wishbone(&["loads", "small_car", "--cases", &far, "--out", folder]);
    assert_eq!(failed.code, Some(1), "{}", failed.err);
    let reason = failed.out.lines().find(|line| line.starts_with("far is not carried"));
    let reason = reason.unwrap_or_else(|| panic!("{}", failed.out));
    assert!(reason.contains("shorter") && !reason.contains("bump_stop"), "{reason}");
    assert!(
        failed.out.contains("loads.csv is not written") && !out.join("loads.csv").exists(),
        "{}",
        failed.out
    );
}

/// A run compared with its own table has no error and no lag; JSON has both curves.
#[test]
fn a_run_is_held_against_its_own_table() {
    let out = target("own_run");
    let folder = out.to_str().expect("a path is text");
    let call = ["drive", "hmmwv", "--time", "3"];
    let _ = printed(&[&call[..], &["--out", folder]].concat());
    let table = out.join("step_steer.csv");
    let table = table.to_str().expect("a path is text");
    let found = json(&printed(&[&call[..], &["--against", table, "--json"]].concat()));
    let study = &found[0]["studies"][0];
    let against = study["against"].as_array().expect("columns");
    let yaw = against
        .iter()
        .find(|own| own["column"] == "yaw_rate")
        .expect("a column");
    assert!(
        yaw["integral_error"].as_f64().expect("a number") < 1e-12,
        "{}",
        yaw["integral_error"]
    );
    assert_eq!(yaw["computed"], yaw["measured"]);
    let missing = refused(&[&call[..], &["--against", "nowhere.csv"]].concat(), 2);
    assert!(missing.contains("cannot read nowhere.csv"), "{missing}");
    let told = refused(&["kc", "hmmwv", "--against", table], 2);
    assert!(told.contains("there is no column of `travel`"), "{told}");
    let told = refused(&["kc", "hmmwv", "--lag", "1"], 2);
    assert!(told.contains("--against"), "{told}");
}

/// Every study of a tyre has its table and its picture. A file that is no tyre is refused with the lines in question.
#[test]
fn tyres_are_told_and_drawn() {
    let out = target("tyre");
    let folder = out.to_str().expect("a path is text");
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime/laws/tests/data/mf61.tir");
    let text = printed(&["tyre", sample, "--out", folder]);
    assert!(text.contains("tyre: Magic Formula 6.1"), "{text}");
    for study in ["slip_angle", "slip", "load", "inclination", "combined_slip"] {
        let picture = fs::read_to_string(out.join(format!("{study}.svg"))).expect("it is written");
        assert!(picture.starts_with("<svg") && out.join(format!("{study}.csv")).exists());
    }
    let wrong = file("wrong.tir", "[MODEL]\nFITTYP = 99\nFNOMIN = many\n");
    let told = refused(&["tyre", &wrong], 2);
    assert!(
        told.contains("line 2: `FITTYP` is `99`") && told.contains("line 3: `FNOMIN` is `many`"),
        "{told}"
    );
    let told = refused(&["tyre", sample, "--wheel", "x"], 2);
    assert!(told.contains("give a vehicle"), "{told}");
}

/// A fit needs a target; wrong bounds and wrong files are reported.
#[test]
fn fits_without_a_measurement_are_refused() {
    let told = refused(&["fit", "hmmwv", "--free", "chassis.mass=+-5 %"], 2);
    assert!(
        told.contains("`--wanted FILE`") && told.contains("`--against FILE`"),
        "{told}"
    );
    let run = file("two_rows.csv", "time [s],yaw_rate [deg/s]\n0,0\n1,1\n");
    let call = [
        "fit",
        "hmmwv",
        "--against",
        &run,
        "--free",
        "chassis.mass=5",
        "--free",
        "chassi.mass=+-5 %",
    ];
    let told = refused(&call, 2);
    assert!(
        told.contains("chassis.mass=5`: there are no bounds") && told.contains("chassi"),
        "{told}"
    );
    let told = refused(
        &[
            "fit",
            "hmmwv",
            "--against",
            "nowhere.csv",
            "--free",
            "chassis.mass=+-5 %",
        ],
        2,
    );
    assert!(told.contains("cannot read nowhere.csv"), "{told}");
}

/// The structure as data: a tree that spans all bodies, one loop for each cut, and the sparsity pattern with its unknowns.
#[test]
fn structures_are_told_as_data() {
    let checked = json(&printed(&["check", "hmmwv", "--json"]));
    let (own, structure) = (&checked[0], &checked[0]["structure"]);
    assert_eq!((&own["is_right"], &own["name"]), (&true.into(), &"Hmmwv".into()));
    let count = |of: &serde_json::Value| of.as_array().expect("a list").len();
    let cut = structure["joints"]
        .as_array()
        .expect("joints")
        .iter()
        .filter(|joint| joint["is_cut"] == true);
    assert_eq!(count(&structure["loops"]), cut.count());
    assert!(count(&own["figures"]) > 10 && count(&structure["mobility"]["motions"]) > 0);
    assert_eq!(
        json(&printed(&["graph", "hmmwv", "--kind", "tree", "--json"])),
        structure["tree"]
    );
    assert_eq!(
        json(&printed(&["graph", "hmmwv", "--kind", "pattern", "--json"])),
        structure["pattern"]
    );
    assert_eq!(
        json(&printed(&["graph", "hmmwv", "--json"]))["joints"],
        structure["joints"]
    );

    let broken = wishbone(&["check", "broken.toml", "--json"]);
    let found = json(&broken.out);
    assert_eq!((broken.code, &found[0]["is_right"]), (Some(1), &false.into()));
    let mistake = &found[0]["mistakes"][0];
    assert_eq!(mistake["severity"], "error");
    assert!(
        mistake["line"].as_u64().expect("a line") > 0 && mistake["code"].as_str().expect("a code").starts_with('W')
    );

    let code = json(&printed(&["explain", "W0303", "--json"]));
    assert!(code["code"] == "W0303" && code["example"].as_str().expect("a text").contains('{'));
    assert!(count(&json(&printed(&["explain", "--json"]))) > 20);
    let word = json(&printed(&["explain", "spring.rate", "--json"]));
    assert_eq!(word[0]["name"], "spring.rate");
    assert!(refused(&["explain", "W9999", "--json"], 2).contains("no code"));
}

/// A design without a study has dashes there, and has figures in the studies that it takes part in.
#[test]
fn designs_with_other_studies_are_told_apart() {
    let text = printed(&["kc", "hmmwv", "quarter_car", "--curves"]);
    let studies: Vec<&str> = text.split("\n\n").collect();
    let steer = studies.iter().position(|part| part.starts_with("steer: "));
    let steer = steer.expect("the truck steers");
    let row = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let table: Vec<Vec<String>> = studies[steer + 1].lines().map(row).collect();
    let cells = table.iter().skip(1).map(|cells| &cells[cells.len() - 2..]);
    assert!(cells.clone().count() > 0, "{text}");
    assert!(cells.into_iter().all(|cells| cells == ["-", "-"]), "{text}");
    assert!(
        !text.contains("QuarterCar, steer:") && text.contains("QuarterCar, bounce:"),
        "{text}"
    );
    let last = text.split("\ncompliance: ").nth(1).unwrap_or_default();
    assert!(
        last.contains("\nQuarterCar: the suspensions have no compliance"),
        "{last}"
    );
}

/// A figure by another drive has another unit, and is not compared with the figure of the first drive.
#[test]
fn figures_by_other_drives_are_not_subtracted() {
    let text = printed(&["kc", "hmmwv", "hmmwv_pitman"]);
    let rows = text.lines().filter(|line| line.starts_with("steer by drive ["));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split_whitespace().skip(4).collect()).collect();
    assert!(
        rows.len() > 1 && rows.iter().all(|cells| cells.contains(&"-")),
        "{text}"
    );
}
