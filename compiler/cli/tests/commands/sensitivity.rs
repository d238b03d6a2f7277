//! `sensitivity` and `fit`: the examples of their page, and calls that are refused.

use super::{called, command, printed, refused, target};
use std::fs;
use std::path::PathBuf;

const PAGE: &str = include_str!("../../../../docs/sensitivities.md");

/// Contents of the page's code blocks of one language.
fn blocks(kind: &str) -> Vec<&'static str> {
    let begin = format!("```{kind}\n");
    let after = PAGE.split(begin.as_str()).skip(1);
    after
        .map(|text| text.split("```").next().expect("a block ends"))
        .collect()
}

/// A folder with the files of the page.
fn folder(name: &str) -> PathBuf {
    let folder = target(name);
    fs::create_dir_all(&folder).expect("a folder");
    for (file, kind) in [("car.toml", "toml"), ("wanted.csv", "csv")] {
        fs::write(folder.join(file), blocks(kind)[0]).expect("a file");
    }
    folder
}

/// Words of a call as a shell takes them, with single quotes.
fn words(call: &str) -> Vec<&str> {
    let parts = call.split('\'').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// Every example prints the lines of the page in their order. Lines may be left out only where the page has `..`.
#[test]
fn the_examples_of_the_page_print_what_it_says() {
    let folder = folder("sensitivities");
    let examples = blocks("text");
    assert_eq!(examples.len(), 3);
    for example in examples {
        let (call, expected) = example.split_once('\n').expect("a call and what it prints");
        let call = call.strip_prefix("$ wishbone ").expect("a call");
        let mut tool = command(env!("CARGO_BIN_EXE_wishbone"));
        let found = called(tool.current_dir(&folder).args(words(call)));
        assert_eq!((found.code, found.err.as_str()), (Some(0), ""), "{call}");
        let mut printed = found.out.lines().filter(|line| !line.is_empty());
        for line in expected.lines().filter(|line| !line.is_empty() && *line != "..") {
            assert!(
                printed.any(|own| own == line),
                "{call}: no line `{line}` in\n{}",
                found.out
            );
        }
    }
}

/// The fitted declaration is a vehicle, and its curves are the wanted ones.
#[test]
fn a_fit_writes_a_declaration_that_meets_the_wish() {
    let folder = folder("fitted");
    let path = |file: &str| folder.join(file).to_str().expect("a path is text").to_owned();
    let (car, wanted, out) = (path("car.toml"), path("wanted.csv"), path("out"));
    let free = ["front_left.tie_outer.z=+-25 mm", "front_left.tie_inner.y=-20..70 mm"];
    let call = [
        "fit", &car, "--wanted", &wanted, "--free", free[0], "--free", free[1], "--json", "--out", &out,
    ];
    let found = called(command(env!("CARGO_BIN_EXE_wishbone")).args(call));
    assert_eq!(found.code, Some(0), "{}", found.err);
    let json: serde_json::Value = serde_json::from_str(&found.out).expect("JSON");
    assert_eq!(json["coordinates"].as_array().expect("coordinates").len(), 2);
    let misfit = |json: &serde_json::Value, which: usize| json["misfit"][which].as_f64().expect("a number");
    assert!(misfit(&json, 1) < 0.02 && misfit(&json, 0) > 1.0, "{json}");
    let fitted = path("out/fitted.toml");
    let again = printed(&["fit", &fitted, "--wanted", &wanted, "--free", free[0], "--json"]);
    let again: serde_json::Value = serde_json::from_str(&again).expect("JSON");
    assert!((misfit(&again, 0) - misfit(&json, 1)).abs() < 1e-4, "{again} {json}");
    assert!(
        fs::read_to_string(folder.join("out/fit.svg"))
            .expect("a picture")
            .contains("wanted")
    );
}

/// A changed declaration is written with the items of its included files. Data files that the included files name are
/// found from the folder of the new file, too, because a fit and a conversion write into other folders.
#[test]
fn a_written_declaration_finds_its_files() {
    const TYRE: &str = include_str!("../../../../runtime/laws/tests/data/small.tir");
    let folder = folder("relocated");
    for (file, content) in [
        (
            "car.toml",
            blocks("toml")[0].replacen("include = [", "include = [\"parts/tyre.txt\", ", 1),
        ),
        (
            "parts/tyre.txt",
            "tyre road: magic_formula(all) { file: \"../tyres/small.tir\" }".to_owned(),
        ),
        ("tyres/small.tir", TYRE.to_owned()),
        // The file that a path of another folder would name.
        (
            "out/tyres/small.tir",
            TYRE.replace("VERTICAL_STIFFNESS = 200000", "VERTICAL_STIFFNESS = 100000"),
        ),
    ] {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, content).expect("a file");
    }
    let path = |file: &str| folder.join(file).to_str().expect("a path is text").to_owned();
    let (car, wanted, out, new) = (
        path("car.toml"),
        path("wanted.csv"),
        path("out"),
        path("out/deep/new.toml"),
    );
    let free = "front_left.tie_outer.z=+-25 mm";
    let found = called(
        command(env!("CARGO_BIN_EXE_wishbone")).args(["fit", &car, "--wanted", &wanted, "--free", free, "--out", &out]),
    );
    assert!(found.out.contains("wrote"), "{}{}", found.out, found.err);
    fs::create_dir_all(folder.join("out/deep")).expect("a folder");
    let change = "front_left.tie_outer.z += 1 mm";
    let found = called(command(env!("CARGO_BIN_EXE_wishbone")).args(["convert", &car, "--set", change, "-o", &new]));
    assert_eq!(found.code, Some(0), "{}", found.err);
    for (file, named) in [
        ("out/fitted.toml", "../tyres/small.tir"),
        ("out/deep/new.toml", "../../tyres/small.tir"),
    ] {
        let text = fs::read_to_string(folder.join(file)).expect("it is written");
        assert!(text.contains(&format!("file = \"{named}\"")), "{file}: {text}");
        assert!(!printed(&["check", &path(file)]).is_empty(), "{file}");
    }
}

/// Wanted curves that no design within the bounds reaches are a finding.
#[test]
fn a_wish_that_is_not_reached_is_a_finding() {
    let folder = folder("unreached");
    let path = |file: &str| folder.join(file).to_str().expect("a path is text").to_owned();
    let (car, wanted) = (path("car.toml"), path("wanted.csv"));
    let free = "front_left.tie_inner.z=+-0.1 mm";
    let found =
        called(command(env!("CARGO_BIN_EXE_wishbone")).args(["fit", &car, "--wanted", &wanted, "--free", free]));
    assert_eq!(found.code, Some(1), "{}", found.err);
    assert!(found.out.contains("The wanted curves are not reached"), "{}", found.out);
}

#[test]
fn what_is_not_there_is_told() {
    let folder = folder("refusals");
    let path = |file: &str| folder.join(file).to_str().expect("a path is text").to_owned();
    let (car, wanted) = (path("car.toml"), path("wanted.csv"));
    let told = |arguments: &[&str], code: i32| refused(arguments, code);
    let text = told(&["sensitivity", &car, "--wheel", "front_left.tyr"], 2);
    assert!(
        text.contains("there is no wheel `front_left.tyr`; did you mean `front_left.tyre`?"),
        "{text}"
    );
    let text = told(&["sensitivity", &car, "--points", "front_left.tie_iner"], 2);
    assert!(text.contains("did you mean `front_left.tie_inner`?"), "{text}");
    let text = told(&["sensitivity", "pendulum.txt"], 1);
    assert!(text.contains("it has no wheels"), "{text}");
    let fit = |free: &str, code: i32| told(&["fit", &car, "--wanted", &wanted, "--free", free], code);
    assert!(fit("front_right.tie_inner.z=+-1 mm", 2).contains("is the mirror image of `front_left.tie_inner`"));
    assert!(fit("front_left.tie_inner.w=+-1 mm", 2).contains("`w` is no axis"));
    assert!(fit("front_left.tie_inner.z=+-1", 2).contains("bounds are in mm or m"));
    assert!(fit("front_left.tie_inner.z=2..3 mm", 2).contains("not within the bounds"));
    fs::write(folder.join("wrong.csv"), "travel [mm],toe [mm],cambre [deg]\n0,x\n").expect("a file");
    let text = told(
        &[
            "fit",
            &car,
            "--wanted",
            &path("wrong.csv"),
            "--free",
            "front_left.tie_inner.z=+-1 mm",
        ],
        2,
    );
    for mistake in [
        "`toe` is in `deg`, and not `mm`",
        "did you mean `camber`?",
        "line 2: `x` is no number",
    ] {
        assert!(text.contains(mistake), "{text}");
    }
}

/// Tables as other programs write them. Decimal commas between commas as separators are refused, and the message names
/// the cell. Between semicolons they are read, and a byte order mark is read, too. One name for two columns is refused.
#[test]
fn a_table_is_not_taken_for_another() {
    let folder = folder("tables");
    let path = |file: &str| folder.join(file).to_str().expect("a path is text").to_owned();
    let fit = |content: &str| {
        fs::write(folder.join("table.csv"), content).expect("a file");
        let free = "front_left.tie_inner.z=+-10 mm";
        let mut tool = command(env!("CARGO_BIN_EXE_wishbone"));
        let call = [
            "fit",
            &path("car.toml"),
            "--wanted",
            &path("table.csv"),
            "--free",
            free,
            "--json",
        ];
        called(tool.args(call))
    };
    let plain = fit("travel [mm],toe [deg]\n-40,0.1\n0,0\n40,-0.1\n");
    assert_eq!(plain.code, Some(0), "{}", plain.err);
    for same in [
        "\u{feff}travel [mm],toe [deg]\n-40,0.1\n0,0\n40,-0.1\n",
        "travel [mm];toe [deg]\n-40;0,1\n0;0\n40;-0,1\n",
        "# of a program\n\"Travel\"\t\"Toe\"\n(mm)\t(deg)\n\"-40\"\t0.1\n0\t0\n40\t\u{2212}0.1\n",
    ] {
        assert_eq!(fit(same).out, plain.out, "{same}");
    }
    let commas = fit("travel [mm],toe [deg]\n-40,0,1\n0,0,0\n");
    assert_eq!(commas.code, Some(2));
    assert!(
        commas.err.contains("line 2: 3 cells for 2 columns") && commas.err.contains("semicolons"),
        "{}",
        commas.err
    );
    let twice = fit("travel [mm],travel [mm],toe [deg]\n0,20,0.1\n");
    assert!(twice.err.contains("`travel` stands in two columns"), "{}", twice.err);
    let one = fit("travel [mm],toe [deg],front_left.tyre.toe [deg]\n-40,0.1,0.3\n40,0,0\n");
    assert!(
        one.err.contains("`toe` and `front_left.tyre.toe` are one figure"),
        "{}",
        one.err
    );
    let metres = fit("travel [m],toe [deg]\n-40,0.1\n40,0\n");
    assert!(
        metres.err.contains("line 2: a travel of -40 m is beyond 1 m"),
        "{}",
        metres.err
    );
    let near = fit("travel [mm],toe [deg]\n-40,0.1\n40,0.3\n40.0000001,0\n");
    assert!(
        near.err.contains("line 4: the travel 40.0000001 is given already"),
        "{}",
        near.err
    );
    let again = fit("travel [mm],toe [deg]\n0,0\n20,1e300\n0,0.2\n");
    assert!(
        again.err.contains("line 4: the travel 0 is given already") && again.err.contains("line 3: `1e300` is beyond"),
        "{}",
        again.err
    );
    let long: String = (0..3000).map(|k| format!("{},0\n", 0.01 * f64::from(k))).collect();
    assert!(
        fit(&format!("travel [mm],toe [deg]\n{long}"))
            .err
            .contains("more than 2000 rows")
    );
}
