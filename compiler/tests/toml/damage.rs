use super::{AXLE, read, tree};
use ::toml::Table;
use fastrand::Rng;
use wishbone_compiler::diag::to_text::render_sources;
use wishbone_compiler::front::toml::print;
use wishbone_compiler::model::resolve::resolve;

/// Asserts that a file gives either a model or a diagnostic.
fn answered(text: &str) {
    let reading = read(&[("car.toml", text)]);
    match reading.vehicle.and_then(|vehicle| resolve(&vehicle)) {
        Ok(model) => assert!(!model.bodies.is_empty()),
        Err(found) => {
            assert!(!found.is_empty(), "refused without a word: {text}");
            assert!(render_sources(&found, &reading.sources).contains("W0"));
        }
    }
}

#[test]
fn damaged_files_are_answered() {
    let mut random = Rng::with_seed(1);
    let scraps = [
        "[",
        "]",
        "{",
        "}",
        "\"",
        "\"\"\"",
        "'",
        "=",
        ".",
        ",",
        "\n",
        "\\",
        "#",
        "é",
        "\u{feff}",
        "0x1",
        "1e999",
        "nan",
        "kg",
        "[a.b]",
        "\\u0041",
        "true",
        "1979-05-27",
        "\0",
        "tune 3",
        "include = 'car.toml'\n",
    ];
    for _ in 0..500 {
        let mut text: Vec<char> = AXLE.chars().collect();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(0..text.len());
            let end = (at + random.usize(0..12)).min(text.len());
            let scrap = scraps[random.usize(0..scraps.len())];
            match random.u8(0..3) {
                0 => drop(text.drain(at..end)),
                1 => drop(text.splice(at..at, scrap.chars())),
                _ => drop(text.splice(at..end, scrap.chars())),
            }
        }
        answered(&text.into_iter().collect::<String>());
    }
}

#[test]
fn noise_is_answered() {
    let mut random = Rng::with_seed(2);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..random.usize(0..200)).map(|_| random.u8(..)).collect();
        answered(&String::from_utf8_lossy(&bytes));
        let ascii: String = bytes.iter().map(|byte| char::from(byte & 0x7f)).collect();
        answered(&ascii);
    }
}

#[test]
fn deep_nesting_is_answered() {
    for deep in [
        format!("a = {}{}", "[".repeat(20_000), "]".repeat(20_000)),
        format!("a = {}{}", "{a=".repeat(20_000), "}".repeat(20_000)),
        format!("[mirror{}]", ".a.mirror".repeat(20_000)),
        format!("[mirror{}]\nas = 'b'", ".a.mirror".repeat(35)),
        format!(
            "[vehicle]\nname = 'Car'\ngravity = '{}{}'",
            "[".repeat(20_000),
            "]".repeat(20_000)
        ),
    ] {
        answered(&deep);
    }
}

/// Nothing in a file is ignored. If a key is lost or renamed, or a value is changed, the file is refused or gives a
/// different tree. (Documentation, which is not part of the model, is in the tree.)
#[test]
fn every_letter_counts() {
    let original = print::vehicle(&tree(&[("car.toml", AXLE)]));
    let mut random = Rng::with_seed(3);
    let (mut refused, mut different) = (0, 0);
    for round in 0..500 {
        let mut document: Table = AXLE.parse().expect("it is TOML");
        let mut places = Vec::new();
        keys(&document, &mut Vec::new(), &mut places);
        let place = &places[random.usize(0..places.len())];
        let (key, parents) = place.split_last().expect("a key has a name");
        let parent = parents.iter().fold(&mut document, |table, name| {
            table[name].as_table_mut().expect("it was one a moment ago")
        });
        let before = parent.clone();
        let value = parent.remove(key).expect("it is there");
        match random.u8(0..3) {
            0 => {}
            1 => drop(parent.insert(format!("{key}_"), value)),
            _ => drop(parent.insert(key.clone(), changed(value, &mut random))),
        }
        assert_ne!(before, *parent);
        let text = document.to_string();
        match read(&[("car.toml", &text)]).vehicle {
            Err(_) => refused += 1,
            Ok(vehicle) => {
                let told = resolve(&vehicle).is_err();
                assert!(
                    told || print::vehicle(&vehicle) != original,
                    "{round}: {place:?}\n{text}"
                );
                different += 1;
            }
        }
    }
    assert!(
        refused > 50 && different > 50,
        "{refused} refused, {different} different"
    );
}

/// The paths of all keys.
fn keys(table: &Table, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    for (key, value) in table {
        path.push(key.clone());
        found.push(path.clone());
        if let Some(table) = value.as_table() {
            keys(table, path, found);
        }
        path.pop();
    }
}

/// Another value of the same shape.
fn changed(value: ::toml::Value, random: &mut Rng) -> ::toml::Value {
    use ::toml::Value;
    match value {
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = random.usize(0..letters.len());
            letters[at] = match letters[at] {
                '9' => '1',
                digit if digit.is_ascii_digit() => char::from(digit as u8 + 1),
                letter if letter.is_ascii_alphabetic() => {
                    if letter == 'q' {
                        'w'
                    } else {
                        'q'
                    }
                }
                _ => '$',
            };
            Value::String(letters.into_iter().collect())
        }
        Value::Integer(number) => Value::Integer(number + 1),
        Value::Float(number) => Value::Float(number + 1.0),
        Value::Boolean(truth) => Value::Boolean(!truth),
        Value::Array(mut members) => {
            let at = random.usize(0..members.len());
            let member = members.remove(at);
            members.insert(at, changed(member, random));
            Value::Array(members)
        }
        Value::Table(mut table) => {
            table.insert("stray".to_owned(), Value::Integer(3));
            Value::Table(table)
        }
        other => other,
    }
}
