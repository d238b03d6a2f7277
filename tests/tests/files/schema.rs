use super::{bless, path, text};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use wishbone_compiler::diag::Diagnostics;
use wishbone_compiler::front::toml::schema::schema;
use wishbone_compiler::pipeline::compile_text;
use wishbone_vehicles::DECLARATIONS;

const FILE: &str = "docs/vehicle.schema.json";

fn parsed() -> Value {
    serde_json::from_str(&schema()).expect("it is JSON")
}

#[test]
fn the_schema_is_the_compilers() {
    if bless() {
        fs::write(path(FILE), schema()).expect("it can be written");
    }
    assert!(
        text(FILE) == schema(),
        "{FILE} is out of date: run this test with BLESS=1"
    );
}

#[test]
fn the_library_follows_the_schema() {
    let of_the_library = DECLARATIONS
        .iter()
        .map(|(name, _)| format!("vehicles/files/{name}.toml"));
    for file in of_the_library.chain(["compiler/tests/toml/axle.toml".to_owned()]) {
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
        ("[mirror.a.wheel.b]\nrad = 3", ".mirror.a.wheel.b"),
        ("[body.a]\nmass = true", ".body.a"),
        ("include = 3", ".include"),
    ] {
        let problems = problems(&document(file));
        assert_eq!(problems, [place], "{file}");
    }
}

fn document(toml: &str) -> Value {
    let table: toml::Table = toml.parse().expect("it is TOML");
    serde_json::to_value(table).expect("TOML without dates is JSON")
}

/// Where a document leaves the schema, by as much of JSON Schema as [`schema`] uses. A part of the schema that is not
/// understood here is a fault.
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
                "boolean" => value.is_boolean(),
                other => panic!("unknown type {other}"),
            },
            // Written by us as `^\s*(a|b)\s*\(`.
            "pattern" => {
                let pattern = needed
                    .as_str()
                    .and_then(|p| p.strip_prefix("^\\s*(")?.strip_suffix(")\\s*\\("));
                let kinds: Vec<&str> = pattern.expect("a list of kinds").split('|').collect();
                let kind = value.as_str().and_then(|text| text.split_once('('));
                kind.is_some_and(|(kind, _)| kinds.contains(&kind.trim()))
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

/// A word that is near to none.
const STRANGE: &str = "qqqqqqqq";

/// The schema knows the words that the compiler knows, no more and no less: it is asked by words that nobody knows, and
/// tells which ones are.
#[test]
fn the_schema_knows_what_the_compiler_knows() {
    let schema = parsed();
    let mut keywords: BTreeSet<String> = names(&schema["properties"]);
    assert!(keywords.remove("vehicle"));
    // More words than one can read are not listed.
    let mut known = listed(&found(&format!("Car {{ {STRANGE} x }}")));
    if known.remove("gravity") {
        // It is a setting, in the grammar a word of its own; `tune` stands before items.
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

/// Kinds and attributes of the parts that begin with a keyword.
fn part(keyword: &str, forms: &Value) {
    let table = forms.as_array().and_then(|forms| forms.last());
    let mut attributes = names(&table.expect("a table is a form of every part")["properties"]);
    // In the grammar it stands before the part.
    assert!(attributes.remove("tune"), "{keyword}");
    let mut known = BTreeSet::new();
    if attributes.remove("kind") {
        let pattern = forms[0]["pattern"].as_str().unwrap_or_default();
        let kinds: BTreeSet<String> = pattern[5..pattern.len() - 6].split('|').map(str::to_owned).collect();
        // More kinds than one can read are not listed; each of ours must be known all the same.
        let listed = listed(&found(&car(&format!("{keyword} x: {STRANGE}(a, b)"))));
        assert!(listed.is_empty() || listed == kinds, "{keyword}: {listed:?}");
        for kind in &kinds {
            known.extend(kind_of(keyword, kind));
        }
    } else {
        known = self::known(&car(&format!("{keyword} x {{ {STRANGE}: 1 }}")));
    }
    assert_eq!(known, attributes, "{keyword}");
}

/// Attributes that a kind knows. It is applied to as many names as it takes; a kind that has no attributes says so by
/// naming none.
fn kind_of(keyword: &str, kind: &str) -> BTreeSet<String> {
    let applied = ["a", "a, b"].map(|names| car(&format!("{keyword} x: {kind}({names}) {{ {STRANGE}: 1 }}")));
    let answers = applied.map(|declaration| found(&declaration));
    let about = |found: &&Diagnostics| found.iter().any(|found| found.message.contains(STRANGE));
    let answer = answers
        .iter()
        .find(about)
        .unwrap_or_else(|| panic!("{keyword} {kind} does not answer"));
    listed(answer)
}

/// The items stand first: behind a part that ends without braces, the strange word would not begin an item.
fn car(items: &str) -> String {
    let body = |name: &str| format!("body {name} {{ mass: 1 kg, com: [0, 0, 1] m, inertia: [1, 1, 1] kg*m^2 }}");
    let held = "joint j: free(ground, a) joint k: free(ground, b)";
    format!("Car {{ {items} {} {} {held} }}", body("a"), body("b"))
}

fn found(declaration: &str) -> Diagnostics {
    compile_text(declaration)
        .map(drop)
        .expect_err("the word is known to nobody")
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
