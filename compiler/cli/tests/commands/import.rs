use super::{printed, refused, target, wishbone};
use std::fs;

/// Writes a file and returns its path.
fn written(name: &str, text: &str) -> String {
    let file = target(name);
    fs::write(&file, text).expect("it can be written");
    file.to_str().expect("a path is text").to_owned()
}

/// A corner in the axes of Adams/Car, with decimal commas.
const POINTS: &str = "Point;X [mm];Y [mm];Z [mm]
lca front;-223,5;-411,5;-112
lca rear;177,8;-259,1;-100
lca outer;-17,8;-643,9;-127
uca front;-149,9;-457,2;101
uca rear;50,8;-401,3;78
uca outer;14;-650,2;86,4
tie rod inner;223,5;-325;-38
tie rod outer;152,4;-610;-45,7
damper top;99;-508;365,8
damper bottom;83,8;-563,9;-127
wheel center;0;-750;0
";

/// A table becomes a file that other commands accept.
#[test]
fn a_table_becomes_a_vehicle() {
    let table = written("import.csv", POINTS);
    let car = target("imported.toml");
    let car = car.to_str().expect("a path is text");
    let done = wishbone(&["import", &table, "--suspension", "double_wishbone", "-o", car]);
    assert_eq!((done.code, done.out.as_str()), (Some(0), ""), "{}", done.err);
    assert!(
        done.err.contains("x rearward, y right, z up (Adams/Car)"),
        "{}",
        done.err
    );
    let checked = wishbone(&["check", car]);
    assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""), "{}", checked.out);
    assert!(printed(&["kc", car, "--steps", "2"]).contains("camber by travel [deg/m]"));
    // Without an output file the vehicle is printed, with the recognised points as comments.
    let text = printed(&["import", &table, "--suspension", "double_wishbone"]);
    assert_eq!(text, fs::read_to_string(car).expect("it is there"));
    assert!(text.contains("Adams/Car"), "{text}");
}

/// A table in Latin-1 is read, a row is left out on purpose, and the tyre's contact gives radius and camber. What is no text is refused.
#[test]
fn a_table_in_latin_1_is_read() {
    let mut bytes = POINTS.as_bytes().to_vec();
    bytes.extend(b"D\xe4mpfer oben;99;-508;365,8\ntyre contact;0;-755;-290\n");
    let table = target("latin.csv");
    fs::write(&table, &bytes).expect("it can be written");
    let table = table.to_str().expect("a path is text").to_owned();
    let car = target("latin.toml");
    let car = car.to_str().expect("a path is text");
    let done = wishbone(&[
        "import",
        &table,
        "--suspension",
        "double_wishbone",
        "--name",
        "D\u{e4}mpfer oben=",
        "-o",
        car,
    ]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(
        done.err.contains("line 13 `D\u{e4}mpfer oben` is left out, as asked"),
        "{}",
        done.err
    );
    assert!(
        done.err.contains("line 14, \"tyre contact\": radius 290.0431"),
        "{}",
        done.err
    );
    // -atan(5 / 290)
    let found = printed(&["kc", car, "--steps", "2"]);
    let camber = found
        .lines()
        .find(|line| line.starts_with("camber [deg]"))
        .expect("a camber");
    assert_eq!(camber.matches("-0.987760").count(), 2, "{camber}");
    for (bytes, words) in [
        (&b"PK\x03\x04\xff"[..], "it is a workbook"),
        (b"QK\x03\x04\xff", "it is not UTF-8 text"),
    ] {
        fs::write(&table, bytes).expect("it can be written");
        let told = refused(&["import", &table, "--suspension", "double_wishbone"], 2);
        assert!(told.contains(words), "{told}");
    }
}

/// Errors are reported, and no option is silently ignored.
#[test]
fn what_cannot_be_imported_is_refused() {
    let table = written("lacking.csv", &POINTS.replace("uca outer", "P17"));
    let told = refused(&["import", &table, "--suspension", "double_wishbone"], 2);
    assert!(
        told.contains("line 7 `P17` is no hardpoint that is known") && told.contains("`uca_outer`"),
        "{told}"
    );
    let told = refused(&["import", &table], 2);
    assert!(told.contains("--suspension NAME"), "{told}");
    let told = refused(
        &[
            "import",
            &table,
            "--suspension",
            "double_wishbone",
            "--tyre",
            "tyre.json",
        ],
        2,
    );
    assert!(told.contains("--tyre"), "{told}");
    let json = written(
        "ours.json",
        "{ \"Type\": \"Suspension\", \"Template\": \"Hovercraft\" }",
    );
    let told = refused(&["import", &json], 2);
    assert!(told.contains("`Hovercraft` is not read"), "{told}");
    let told = refused(&["import", &json, "--axes", "sae", "--keep", "x"], 2);
    assert!(told.contains("--axes, --keep: options of tables"), "{told}");
}

/// The library is listed; each suspension is printed as a vehicle that compiles, and drawn.
#[test]
fn the_library_is_listed_and_printed() {
    let list = printed(&["library"]);
    let names: Vec<&str> = list
        .lines()
        .filter(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(
        names.contains(&"double_wishbone") && names.contains(&"rack_and_pinion") && names.contains(&"hmmwv"),
        "{list}"
    );
    let suspensions = names.iter().take_while(|name| **name != "anti_roll_bar");
    let mut count = 0;
    for name in suspensions {
        let file = target(&format!("library_{name}.toml"));
        let file = file.to_str().expect("a path is text");
        printed(&["library", name, "-o", file]);
        let checked = wishbone(&["check", "--quiet", file]);
        assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""), "{name}");
        count += 1;
    }
    assert_eq!(count, 14);
    assert!(printed(&["library", "double_wishbone"]).contains("# lower arm, ball joint on the upright\nlca_outer = "));
    assert!(printed(&["library", "macpherson", "--draw"]).starts_with("<svg"));
    let told = refused(&["library", "dubble_wishbone"], 2);
    assert!(told.contains("did you mean `double_wishbone`?"), "{told}");
}
