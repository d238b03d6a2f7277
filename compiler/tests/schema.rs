//! The JSON schema of vehicles in TOML agrees with the compiler. `BLESS=1` rewrites it after a change.

use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};
use wishbone_compiler::diag::Diagnostics;
use wishbone_compiler::front::toml::schema::schema;
use wishbone_compiler::pipeline::compile_text;

const FILE: &str = "docs/vehicle.schema.json";

/// A path in the repository.
fn path(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(inside)
}

fn text(inside: &str) -> String {
    fs::read_to_string(path(inside)).unwrap_or_else(|reason| panic!("{inside}: {reason}"))
}

fn parsed() -> Value {
    serde_json::from_str(&schema()).expect("it is JSON")
}

#[test]
fn the_schema_is_the_compilers() {
    if env::var_os("BLESS").is_some() {
        fs::write(path(FILE), schema()).expect("it can be written");
    }
    assert!(
        text(FILE) == schema(),
        "{FILE} is out of date: run this test with BLESS=1"
    );
}

#[test]
fn the_library_follows_the_schema() {
    let folder = fs::read_dir(path("vehicles/workbench/files")).expect("the library is there");
    let mut files: Vec<String> = folder
        .map(|file| file.expect("it can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".toml"))
        .map(|name| format!("vehicles/workbench/files/{name}"))
        .collect();
    assert!(files.len() > 3, "{files:?}");
    files.push("compiler/tests/toml/axle.toml".to_owned());
    for file in files {
        let problems = problems(&document(&text(&file)));
        assert!(problems.is_empty(), "{file}: {problems:?}");
    }
}

#[test]
fn the_schema_refuses_what_nobody_knows() {
    for (file, place) in [
        ("gravity = '9.81 m/s^2'", ".gravity"),
        ("[body.a]\nmas = '1 kg'", ".body.a"),
        ("[joint]\na = 'sferical(a, b)'", ".joint.a"),
        ("[joint.a]\nkind = 'sferical(a, b)'", ".joint.a"),
        ("[vehicle]\npublic = 'yes'", ".vehicle.public"),
        ("[mirror.a]\nas = 'c'\n[mirror.a.wheel.b]\nrad = 3", ".mirror.a.wheel.b"),
        ("[body.a]\nmass = true", ".body.a"),
        ("[body.a]\nmass = 3", ".body.a"),
        ("[body.a]\nmass = '3 mm'", ".body.a"),
        ("[body.a]\nmass = '3 kgg'", ".body.a"),
        ("[body.a]\ncom = 'seat'", ".body.a"),
        ("[body.a]\nmass = 'non'", ".body.a"),
        ("[body.a]\nmass = '3 kg'\ninertia = '[1, 1, 1] kg'", ".body.a"),
        ("[joint.a]\nkind = 'fixed(a, b)'\ntree = 'keeep'", ".joint.a"),
        ("[joint.a]\nat = 'seat'", ".joint.a"),
        (
            "[wheel.a]\nkind = 'on(a)'\ncentre = 'c'\nradius = '0.3 m'\ntoe = '3 mm'",
            ".wheel.a",
        ),
        ("[vehicle]\ngravity = '9.81'", ".vehicle.gravity"),
        ("[vehicle]\nlevels = 'v5'", ".vehicle.levels"),
        ("[vehicle]\nmethod = 'best'", ".vehicle.method"),
        ("[vehicle]\nfreedoms = 1.5", ".vehicle.freedoms"),
        ("[mirror.a]", ".mirror.a"),
        ("[place.a]", ".place.a"),
        ("[subsystem.a]", ".subsystem.a"),
        ("include = 3", ".include"),
    ] {
        let problems = problems(&document(file));
        assert_eq!(problems, [place], "{file}");
    }
}

/// The schema accepts numbers with units in every notation, and parts in a place without the attributes of the subsystem.
#[test]
fn the_schema_takes_what_the_compiler_takes() {
    for file in [
        "[body.a]\nmass = '3 kg'",
        "[body.a]\nmass = ' tune 3.5e+2 kg '",
        "[body.a]\nmass = 'tune(heavy) 350kg'",
        "[body.a]\nmass = '3 N*s^2/m'",
        "[body.a]\nmass = '1_500 g'",
        "[body.a]\nmass = 'none'",
        "[body.a]\nmass = '3 kg'\ninertia = 'tune [1, 1, 1] kg * m^2'",
        "[place.a]\nkind = 'Strut(a)'\n[place.a.body.b]\ncom = 'seat'",
        "[vehicle]\ngravity = '9.81 m*s^-2'\nfreedoms = 3",
        "[spring]\na = { kind = 'between(a, b)', from = 'p', to = 'q', rate = { table = { } }, damping = 'split(x: 1)' }",
        "[load.a]\nkind = 'on(a)'\nforce = 'push'",
    ] {
        assert_eq!(problems(&document(file)), [""; 0], "{file}");
    }
}

/// At every attribute for which the schema has a pattern of units, the compiler refuses a unit of another quantity.
#[test]
fn the_schema_knows_the_units_of_the_compiler() {
    let schema = parsed();
    let mut asked = 0;
    for (keyword, definition) in schema["definitions"].as_object().expect("an object") {
        let Some(table) = definition["additionalProperties"]["anyOf"]
            .as_array()
            .and_then(|forms| forms.last())
        else {
            continue;
        };
        if keyword.ends_with("_in_place") {
            continue;
        }
        let kinds = kinds(&definition["additionalProperties"]["anyOf"]);
        for (key, attribute) in table["properties"].as_object().expect("an object") {
            let needs_unit = attribute["allOf"][0]["pattern"].is_string();
            if !needs_unit {
                continue;
            }
            asked += 1;
            // A free length is accepted only beside a rate.
            let others = match keyword.as_str() {
                "spring" => "from: [0, 0, 0] m, to: [0, 0, 1] m, rate: 1 N/m,",
                "torsion" => "rate: 1 N*m/rad,",
                _ => "",
            };
            let forms = kinds.iter().flat_map(|kind| {
                [
                    format!(": {kind}(a)"),
                    format!(": {kind}(a, b)"),
                    format!(": {kind}(r)"),
                ]
            });
            let forms: Vec<String> = forms.chain([String::new()]).collect();
            let told = |value: &str, code: &str| {
                forms.iter().any(|form| {
                    let found = mistakes(&car(&format!("{keyword} x{form} {{ {others} {key}: {value} }}")));
                    found
                        .iter()
                        .any(|found| found.code.id == code && found.message.contains(&format!("`{key}`")))
                })
            };
            assert!(
                told("3", "W0105") || told("tune 3", "W0105"),
                "{keyword} {key} needs no unit"
            );
            assert!(
                told("3 bar*s", "W0106") || told("tune 3 bar*s", "W0106"),
                "{keyword} {key} takes any unit"
            );
        }
    }
    assert!(asked > 10, "{asked}");
}

/// Required attributes of each part, regardless of its kind: the compiler reports them as missing if the part is empty.
#[test]
fn the_schema_requires_what_the_compiler_requires() {
    let schema = parsed();
    let mut differences = Vec::new();
    for (keyword, definition) in schema["definitions"].as_object().expect("an object") {
        let forms = &definition["additionalProperties"]["anyOf"];
        let Some(table) = forms
            .as_array()
            .and_then(|forms| forms.last())
            .filter(|_| !keyword.ends_with("_in_place"))
        else {
            continue;
        };
        let required = table["required"].as_array().cloned().unwrap_or_default();
        let mut required: BTreeSet<String> = required.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let kinds = kinds(forms);
        assert_eq!(required.remove("kind"), !kinds.is_empty(), "{keyword}");
        let bare = |form: String| missed(&mistakes(&car(&format!("{keyword} x{form} {{ }}"))));
        let of_kinds = kinds.iter().map(|kind| {
            // Each kind is tried with several lists of names, since a wrong list hides missing attributes; the longest answer counts.
            let forms = ["a", "a, b", "r"].map(|names| bare(format!(": {kind}({names})")));
            forms.into_iter().max_by_key(BTreeSet::len).unwrap_or_default()
        });
        let all = of_kinds.reduce(|all, next| all.intersection(&next).cloned().collect());
        let all = all.unwrap_or_else(|| missed(&mistakes(&car(&format!("{keyword} x {{ }}")))));
        // A body with `mass: none` has no other attribute; a load on a joint acts about the joint's own axis.
        let expected = match keyword.as_str() {
            "body" => BTreeSet::from(["mass".to_owned()]),
            "load" => BTreeSet::new(),
            _ => all,
        };
        if required != expected {
            differences.push((keyword, expected));
        }
    }
    assert!(differences.is_empty(), "the compiler requires {differences:#?}");
}

/// Attributes that are reported as missing.
fn missed(found: &Diagnostics) -> BTreeSet<String> {
    let missing = found.iter().filter(|found| found.code.id == "W0109");
    let key = |message: &str| Some(message.split_once("needs `")?.1.trim_end_matches('`').to_owned());
    missing.filter_map(|found| key(&found.message)).collect()
}

/// The compiler accepts each word of an enumeration in the schema, and no other word.
#[test]
fn the_schema_knows_the_words_of_the_compiler() {
    let schema = parsed();
    let settings = schema["properties"]["vehicle"]["properties"]
        .as_object()
        .expect("an object");
    let mut asked = 0;
    for (key, setting) in settings {
        let Some(words) = setting["allOf"][0]["enum"].as_array() else {
            continue;
        };
        asked += 1;
        let refused = |word: &str| {
            let result = compile_text(&car(&format!("{key}: {word}")));
            let about = |found: &Diagnostics| {
                found
                    .iter()
                    .any(|found| found.code.id == "W0107" && found.message.contains(key))
            };
            result.is_err_and(|found| about(&found))
        };
        for word in words.iter().filter_map(Value::as_str) {
            assert!(!refused(word), "{key}: {word}");
        }
        assert!(
            refused(STRANGE) || compile_text(&car(&format!("{key}: {STRANGE}"))).is_err(),
            "{key}"
        );
    }
    assert!(asked >= 7, "{asked}");
}

fn document(toml: &str) -> Value {
    let table: toml::Table = toml.parse().expect("it is TOML");
    serde_json::to_value(table).expect("TOML without dates is JSON")
}

/// The deviations of a document from the schema, by the part of JSON Schema that [`schema`] uses. A keyword of the
/// schema that is not supported here is a failure.
fn problems(document: &Value) -> Vec<String> {
    let schema = parsed();
    let mut found = Vec::new();
    check(&schema, &schema, document, "", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    for (rule, needed) in schema.as_object().expect("a schema is an object") {
        let sound = match rule.as_str() {
            "$schema" | "title" | "description" | "definitions" => true,
            "type" => match needed.as_str().expect("a type is a word") {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "number" => value.is_number(),
                "integer" => value.is_u64() || value.is_i64(),
                "boolean" => value.is_boolean(),
                other => panic!("unknown type {other}"),
            },
            "pattern" => {
                let pattern = Regex::new(needed.as_str().expect("a pattern is text")).expect("it is a pattern");
                value.as_str().is_none_or(|text| pattern.is_match(text))
            }
            "enum" => needed.as_array().expect("a list").contains(value),
            "required" => {
                let mut keys = needed.as_array().expect("a list").iter().filter_map(Value::as_str);
                keys.all(|key| value.get(key).is_some())
            }
            "$ref" => {
                let name = needed.as_str().and_then(|name| name.strip_prefix("#/definitions/"));
                check(
                    root,
                    &root["definitions"][name.expect("a definition")],
                    value,
                    place,
                    found,
                );
                true
            }
            "allOf" => {
                for schema in needed.as_array().expect("a list") {
                    check(root, schema, value, place, found);
                }
                true
            }
            "anyOf" => needed.as_array().expect("a list").iter().any(|schema| {
                let mut inside = Vec::new();
                check(root, schema, value, place, &mut inside);
                inside.is_empty()
            }),
            "items" => {
                for member in value.as_array().into_iter().flatten() {
                    check(root, needed, member, place, found);
                }
                true
            }
            "minProperties" => value
                .as_object()
                .is_none_or(|table| table.len() as u64 >= needed.as_u64().expect("a number")),
            "maxProperties" => value
                .as_object()
                .is_none_or(|table| table.len() as u64 <= needed.as_u64().expect("a number")),
            "properties" => {
                for (key, schema) in needed.as_object().expect("an object") {
                    if let Some(value) = value.get(key) {
                        check(root, schema, value, &format!("{place}.{key}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    let place = format!("{place}.{key}");
                    match needed {
                        _ if schema.get("properties").is_some_and(|known| known.get(key).is_some()) => {}
                        Value::Bool(false) => found.push(place),
                        schema => check(root, schema, value, &place, found),
                    }
                }
                true
            }
            other => panic!("unknown rule {other}"),
        };
        if !sound {
            found.push(place.to_owned());
        }
    }
}

/// A word that is similar to no word of the language.
const STRANGE: &str = "qqqqqqqq";

/// The schema accepts exactly the words that the compiler accepts. The compiler is given unknown words, and its messages
/// list the known ones.
#[test]
fn the_schema_knows_what_the_compiler_knows() {
    let schema = parsed();
    let mut keywords: BTreeSet<String> = names(&schema["properties"]);
    assert!(keywords.remove("vehicle"));
    // Too many words for a message are not listed.
    let mut known = listed(&found(&format!("Car {{ {STRANGE} x }}")));
    if known.remove("gravity") {
        // `gravity` is a setting, but a word of its own in the grammar; `tune` stands before items.
        known.remove("tune");
        assert_eq!(known, keywords);
    }

    let own = ["name", "doc", "public"].map(str::to_owned);
    let settings: BTreeSet<String> = names(&schema["properties"]["vehicle"]["properties"]);
    let settings: BTreeSet<String> = settings.into_iter().filter(|setting| !own.contains(setting)).collect();
    assert_eq!(self::known(&car(&format!("{STRANGE}: 1"))), settings);

    let groups = ["include", "points", "mirror", "subsystem", "place"];
    for keyword in keywords.iter().filter(|keyword| !groups.contains(&keyword.as_str())) {
        part(
            keyword,
            &schema["definitions"][keyword]["additionalProperties"]["anyOf"],
        );
    }
}

/// Checks kinds and attributes of the parts that begin with a keyword.
fn part(keyword: &str, forms: &Value) {
    let table = forms.as_array().and_then(|forms| forms.last());
    let mut attributes = names(&table.expect("a table is a form of every part")["properties"]);
    // In the grammar, `tune` stands before the part.
    assert!(attributes.remove("tune"), "{keyword}");
    let mut known = BTreeSet::new();
    if attributes.remove("kind") {
        let kinds = kinds(forms);
        // Too many kinds for a message are not listed; each kind of the schema must be known nevertheless.
        let listed = listed(&found(&car(&format!("{keyword} x: {STRANGE}(a, b)"))));
        assert!(listed.is_empty() || listed == kinds, "{keyword}: {listed:?}");
        for kind in &kinds {
            known.extend(kind_of(keyword, kind, &attributes));
        }
    } else {
        known = self::known(&car(&format!("{keyword} x {{ {STRANGE}: 1 }}")));
    }
    assert_eq!(known, attributes, "{keyword}");
}

/// The kinds in the pattern of the first form.
fn kinds(forms: &Value) -> BTreeSet<String> {
    let pattern = forms[0]["pattern"].as_str().unwrap_or_default();
    let kinds = pattern
        .strip_prefix("^\\s*(")
        .and_then(|pattern| pattern.split(')').next());
    kinds
        .into_iter()
        .flat_map(|kinds| kinds.split('|'))
        .map(str::to_owned)
        .collect()
}

/// Attributes that a kind knows. The kind is applied to one name and to two. If the answer lists no attributes, since
/// there are none or too many, each of `attributes` is tried.
fn kind_of(keyword: &str, kind: &str, attributes: &BTreeSet<String>) -> BTreeSet<String> {
    let applied = ["a", "a, b"].map(|names| car(&format!("{keyword} x: {kind}({names}) {{ {STRANGE}: 1 }}")));
    let answers = applied.map(|declaration| found(&declaration));
    let about = |found: &&Diagnostics| found.iter().any(|found| found.message.contains(STRANGE));
    let answer = answers
        .iter()
        .find(about)
        .unwrap_or_else(|| panic!("{keyword} {kind} does not answer"));
    let listed = listed(answer);
    if !listed.is_empty() {
        return listed;
    }
    let is_known = |key: &&String| {
        let found = found(&car(&format!("{keyword} x: {kind}(a) {{ {key}: 1 }}")));
        !found
            .iter()
            .any(|found| found.code.id == "W0108" && found.message.contains(key.as_str()))
    };
    attributes.iter().filter(is_known).cloned().collect()
}

/// A car with these items in front: after a part without braces, the strange word would not begin an item.
fn car(items: &str) -> String {
    let body = |name: &str| format!("body {name} {{ mass: 1 kg, com: [0, 0, 1] m, inertia: [1, 1, 1] kg*m^2 }}");
    let held = "joint j: free(ground, a) joint k: free(ground, b) joint r: revolute(a, c) { axis: x, at: [0, 0, 1] m }";
    format!("Car {{ {items} {} {} {} {held} }}", body("a"), body("b"), body("c"))
}

fn found(declaration: &str) -> Diagnostics {
    compile_text(declaration)
        .map(drop)
        .expect_err("the word is known to nobody")
}

/// The mistakes found, if any.
fn mistakes(declaration: &str) -> Diagnostics {
    compile_text(declaration).err().unwrap_or_default()
}

fn known(declaration: &str) -> BTreeSet<String> {
    let found = found(declaration);
    let listed = listed(&found);
    assert!(
        !listed.is_empty(),
        "nothing is listed: more words than one can read? {found:#?}"
    );
    listed
}

/// The words in `` known here: `a`, `b` ``, which the report of the strange word gives as advice.
fn listed(found: &Diagnostics) -> BTreeSet<String> {
    let strange = found.iter().filter(|found| found.message.contains(STRANGE));
    let help = strange.filter_map(|found| found.help.as_deref()?.strip_prefix("known here: "));
    help.flat_map(|list| list.split(", "))
        .map(|word| word.trim_matches('`').to_owned())
        .collect()
}

fn names(object: &Value) -> BTreeSet<String> {
    object.as_object().expect("an object").keys().cloned().collect()
}
