//! The reference of the language agrees with the compiler: examples compile, defaults are those in effect, and each kind takes the
//! listed attributes. `BLESS=1` rewrites the page.

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::diag::Diagnostics;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file::read_text;
use wishbone_compiler::front::reference::{Example, examples, named, page, words};
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

/// A default that is written out changes nothing: the texts of solver and equipment are the same.
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

/// An attribute that a kind does not take is reported by `W0108`, a drive where none is possible by `W0206`.
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
