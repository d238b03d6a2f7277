//! The reference of the language agrees with the compiler: examples compile, defaults have their stated values, and
//! each kind takes the listed attributes. `BLESS=1` rewrites the page.

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::diag::Diagnostics;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file::read_text;
use wishbone_compiler::front::reference::{EXAMPLE_CAR, Example, examples, functions, named, page, words};
use wishbone_compiler::pipeline::{Compiled, compile};
use wishbone_compiler::{emit, model};

const WORD: &str = "qqqqqqqq";

/// A tyre property file, for the example that names such a file.
const TYRE: &str = include_str!("../../runtime/laws/tests/data/mf61.tir");

fn read<T>(
    declaration: &str,
    then: impl Fn(&wishbone_compiler::front::syntax::Vehicle) -> Result<T, Diagnostics>,
) -> Result<T, Diagnostics> {
    let mut files = |_: &str| Ok(TYRE.to_owned());
    read_text("car.txt", declaration, &mut files)
        .vehicle
        .and_then(|vehicle| then(&vehicle))
}

fn compiled(declaration: &str) -> Compiled {
    read(declaration, compile)
        .unwrap_or_else(|found| panic!("{declaration}\n{}", render(&found, "car.txt", declaration)))
}

/// Mistakes found before the analysis.
fn mistakes(declaration: &str) -> Diagnostics {
    read(declaration, |vehicle| model::resolve::resolve(vehicle).map(drop))
        .err()
        .unwrap_or_default()
}

#[test]
fn the_page_is_the_compilers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language.md");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, page()).expect("the page can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page(),
        "docs/language.md is out of date: run this test with BLESS=1"
    );
}

/// Outputs can be declared together and are compiled at once; every other example is compiled alone.
#[test]
fn every_example_compiles() {
    let all = examples();
    let (outputs, alone): (Vec<&Example>, Vec<&Example>) = all.iter().partition(|example| example.keyword == "output");
    assert!(
        outputs.len() >= 30 && alone.len() > 50,
        "{} {}",
        outputs.len(),
        alone.len()
    );
    let items: Vec<&str> = outputs.iter().map(|example| example.items).collect();
    let together = outputs[0].declaration("").replace(outputs[0].items, &items.join("\n"));
    assert!(compiled(&together).model.outputs.len() >= outputs.len());
    let mut refused = Vec::new();
    for example in alone {
        let declaration = example.declaration("");
        if let Err(found) = read(&declaration, compile) {
            refused.push(render(&found, "car.txt", &declaration));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// Items in which a function stands, with `@` in its place.
fn place_of(keyword: &str, word: &str) -> String {
    const FOLLOW: &str = "body column { mass: 1 kg, com: [-0.4, 0, 0.5] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        joint turning: revolute(chassis, column) { axis: x, at: [-0.4, 0, 0.5] m, drive: pinion }
        steering wheel: driven(pinion) { per_turn: 360 deg }
        driver hands: follow(centre) { speed: 36 kph, wheelbase: 2.6 m, steering_ratio: 16, ";
    const TMEASY: &str =
        "tyre road: tmeasy(all) { width: 200 mm, stiffness: 200 kN/m, nominal_load: 3 kN, carcass: [400, 200] kN/m, ";
    const FORCES: &str = "characteristic(slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: [0.1, 0.11], sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5])";
    const TRAIL: &str = "trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4])";
    const TABLE: &str = "table(speed: [0, 6000] rpm, torque: [150, 80] N*m)";
    let tmeasy = |lateral: &str, trail: &str, more: &str| {
        format!("{TMEASY}longitudinal: {FORCES}, lateral: {lateral}, trail: {trail}{more} }}")
    };
    let linear = |key: &str| {
        format!("tyre road: linear(all) {{ stiffness: 200 kN/m, cornering_stiffness: 55 kN/rad, {key}: @ }}")
    };
    match (keyword, word) {
        ("air", "table") => "air shape: at(centre) { area: 2 m^2, side: @ }".to_owned(),
        ("air", "turbulence") => "air shape: at(centre) { area: 2 m^2, wind: [10, 0, 0] m/s, turbulence: @ }".to_owned(),
        ("air", _) => "air shape: at(centre) { area: 2 m^2, gusts: [@] }".to_owned(),
        ("brakes", _) => "brakes discs: on(all) { torque: 1.5 kN*m, slip_control: @ }".to_owned(),
        ("driver", "straight" | "arc" | "clothoid") => format!("{FOLLOW}path: pieces(along: [@]) }}"),
        ("driver", "double_lane_change" | "severe_lane_change" | "circle" | "pieces" | "spline") => {
            format!("{FOLLOW}path: @ }}")
        }
        ("driver", "controls") => "driver hands: script() { start: @, events: [event(at: 1 s, brake: 1)] }".to_owned(),
        ("driver", "event") => "driver hands: script() { events: [@] }".to_owned(),
        ("driver", "shift") => "driver hands: cruise() { speed: 54 kph, shift: @ }".to_owned(),
        ("driver", _) => "driver hands: open_loop() { steering_wheel: @ }".to_owned(),
        ("tyre", "cams") => linear("envelope"),
        ("tyre", "coefficients") => linear("compliance"),
        ("tyre", "characteristic") => tmeasy("@", TRAIL, ""),
        ("tyre", "trail") => tmeasy(FORCES, "@", ""),
        ("tyre", "rim") => tmeasy(FORCES, TRAIL, ", bottoming: @"),
        ("tyre", "sheet") => "tyre road: tables(all) {
            vertical: table(deflection: [0, 20, 40] mm, force: [0, 4, 9] kN), loads: [2, 5] kN, relaxation: [0.2, 0.5] m,
            longitudinal: sheet(slip: [-0.3, 0, 0.3], force: [-2, 0, 2, -5, 0, 5] kN), lateral: @,
            aligning: sheet(angle: [-12, 0, 12] deg, moment: [-5, 0, 5, -20, 0, 20] N*m)
        }"
        .to_owned(),
        ("powertrain", _) => {
            let mut parts = vec![
                ("crank", "shaft(inertia: 0.2 kg*m^2)".to_owned()),
                ("output", "shaft(inertia: 0.02 kg*m^2)".to_owned()),
                ("case", "shaft(inertia: 0.05 kg*m^2)".to_owned()),
                ("left", "shaft(inertia: 0.05 kg*m^2)".to_owned()),
                ("right", "shaft(inertia: 0.05 kg*m^2)".to_owned()),
                ("engine", format!("engine(on: crank, full: {TABLE}, closed: table(speed: [0, 6000] rpm, torque: [-5, -40] N*m))")),
                ("box", "gearbox(output: output, ratios: [3.6, 2.1], reverse: 3.5, inertia: 0.01 kg*m^2)".to_owned()),
                ("clutch", "clutch(from: crank, to: box, capacity: 350 N*m)".to_owned()),
                ("final_drive", "gear(driving: output, driven: case, ratio: 3.9)".to_owned()),
                ("differential", "differential(case: case, outputs: [left, right])".to_owned()),
                ("left_shaft", "half_shaft(from: left, to: left.wheel, stiffness: 6 kN*m/rad)".to_owned()),
                ("right_shaft", "half_shaft(from: right, to: right.wheel, stiffness: 6 kN*m/rad)".to_owned()),
                ("lock", "limited_slip(outputs: [left, right], preload: 30 N*m)".to_owned()),
            ];
            let (name, value) = match word {
                "map" => {
                    let losses = "closed: table(speed: [0, 6000] rpm, torque: [-5, -40] N*m), power_loss: @";
                    ("engine", format!("engine(on: crank, full: {TABLE}, {losses})"))
                }
                "converter" => ("clutch", "@".to_owned()),
                _ => {
                    let head = format!("{word}(");
                    let found = parts.iter().find(|(_, value)| value.starts_with(&head));
                    (found.unwrap_or_else(|| panic!("no place for `{word}`")).0, "@".to_owned())
                }
            };
            parts.iter_mut().filter(|part| part.0 == name).for_each(|part| part.1.clone_from(&value));
            let each: Vec<String> = parts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            format!("powertrain drive: shafts() {{ {} }}", each.join(", "))
        }
        _ => panic!("no place for `{keyword}` `{word}`"),
    }
}

/// The example of each function is read where the function belongs.
#[test]
fn functions_are_read_where_they_belong() {
    let (mut read_ones, mut refused) = (0, Vec::new());
    for (keyword, word, example) in functions() {
        assert!(example.starts_with(&format!("{word}(")), "{example}");
        let declaration = format!("{EXAMPLE_CAR}\n{}\n}}\n", place_of(keyword, word).replace('@', example));
        read_ones += 1;
        match read(&declaration, compile) {
            Ok(_) => {}
            Err(found) => refused.push(render(&found, "car.txt", &declaration)),
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(read_ones > 35, "{read_ones}");
}

/// A default that is written out changes nothing: the texts of solver and equipment stay the same.
#[test]
fn defaults_are_those_in_effect() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for example in examples() {
        let absent = |(key, _): &(&str, &str)| !example.items.contains(&format!("{key}:"));
        let written: Vec<String> = example
            .defaults()
            .into_iter()
            .filter(absent)
            .map(|(key, value)| format!("{key}: {value}"))
            .collect();
        if written.is_empty() {
            continue;
        }
        compared += written.len();
        let text = |added: &str| emit::text(&compiled(&example.declaration(added)), "");
        if text("") != text(&written.join(", ")) {
            let other = written.iter().filter(|one| text("") != text(one));
            wrong.push(format!(
                "{} {}: {:?}",
                example.keyword,
                example.kind,
                other.collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "no defaults: {wrong:#?}");
    assert!(compared > 40, "{compared}");
}

/// An attribute that a kind does not take is reported by `W0108`, and a drive that is not possible is reported by
/// `W0206`.
#[test]
fn kinds_take_the_attributes_that_the_page_tells() {
    let mut differences = Vec::new();
    for example in examples().iter().filter(|example| !example.kind.is_empty()) {
        for (key, taken) in example.attributes() {
            let found = mistakes(&example.declaration(&format!("{key}: {WORD}")));
            let refused = |code: &str, named: &str| {
                found
                    .iter()
                    .any(|found| found.code.id == code && found.message.contains(named))
            };
            let unknown = refused("W0108", &format!("`{key}`")) || (key == "drive" && refused("W0206", ""));
            if unknown == taken {
                differences.push(format!(
                    "{} {} takes {key}: {}",
                    example.keyword, example.kind, !unknown
                ));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
}

/// A part without attributes gets `W0109` for each missing one. These must be the attributes that the page lists as required.
#[test]
fn kinds_require_the_attributes_that_the_page_tells() {
    let mut differences = Vec::new();
    let of_kinds = examples()
        .into_iter()
        .filter(|example| !example.attributes().is_empty());
    for example in of_kinds {
        let found = mistakes(&example.bare_declaration());
        let missing = found.iter().filter(|found| found.code.id == "W0109");
        let key = |message: &str| Some(message.split_once("needs `")?.1.trim_end_matches('`').to_owned());
        let mut missing: Vec<String> = missing.filter_map(|found| key(&found.message)).collect();
        let mut told = example.required();
        told.sort_unstable();
        missing.sort();
        missing.dedup();
        if missing != told {
            differences.push(format!(
                "(\"{}\", \"{}\", {missing:?}), told: {told:?}",
                example.keyword, example.kind
            ));
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn a_word_is_found_in_all_its_meanings() {
    let names = |word: &str| named(word).into_iter().map(|topic| topic.name).collect::<Vec<_>>();
    assert_eq!(names("revolute"), ["joint.revolute"]);
    assert_eq!(names("spring.rate"), ["spring.rate"]);
    assert_eq!(names("camber"), ["wheel.camber", "output.camber", "tyre.camber"]);
    assert_eq!(names("kN"), ["kN"]);
    assert!(names(WORD).is_empty());
    for word in words() {
        assert!(!named(&word).is_empty(), "{word}");
    }
}

/// Each name with a dot occurs once, so that it has one meaning.
#[test]
fn whole_names_are_unique() {
    let whole: Vec<String> = words().into_iter().filter(|word| word.contains('.')).collect();
    assert!(whole.len() > 250, "{}", whole.len());
    for word in whole {
        assert_eq!(named(&word).len(), 1, "{word}");
    }
}

#[test]
fn an_example_is_extended_inside_its_last_braces() {
    let example = |items| Example {
        keyword: "limit",
        kind: "on",
        needs: "",
        items,
    };
    for (items, extended) in [
        ("limit a: on(b) { min: 1 m }", "limit a: on(b) { min: 1 m, max: 2 m }"),
        ("limit a: on(b)", "limit a: on(b) { max: 2 m }"),
    ] {
        assert!(
            example(items).declaration("max: 2 m").contains(extended),
            "{}",
            example(items).declaration("max: 2 m")
        );
    }
}
