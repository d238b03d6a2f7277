//! The JSON schema of vehicles in TOML, by which an editor completes and explains keys. Only the compiler checks the
//! meaning of a file, and whether the declaration is sound.

mod json;
mod values;

use super::super::dsl::Within;
use super::super::language::{ALL, GROUP_SETTINGS, PARTS, Part, SETTINGS, ValueShape};
use json::Json::{self, List, Object};
use json::{object, text};

/// The schema (JSON Schema, draft 7).
pub fn schema() -> String {
    let mut definitions = vec![
        ("value".to_owned(), value()),
        ("include".to_owned(), include()),
        ("points".to_owned(), points()),
    ];
    definitions.extend(values::definitions());
    definitions.extend(
        PARTS
            .iter()
            .map(|part| (part.keyword.to_owned(), part.schema(Within::Declaration))),
    );
    // A place names parts of its subsystem, and declares only differences.
    definitions.extend(
        PARTS
            .iter()
            .map(|part| (in_place(part.keyword), part.schema(Within::Place))),
    );
    definitions.extend([
        (
            "mirror".to_owned(),
            group(
                &[("as", word("name of the mirror image"))],
                &["as"],
                Within::Declaration,
            ),
        ),
        (
            "subsystem".to_owned(),
            group(
                &[(
                    "bodies",
                    words("the bodies that it is attached to, as they are called inside"),
                )],
                &["bodies"],
                Within::Declaration,
            ),
        ),
        (
            "place".to_owned(),
            group(
                &[
                    (
                        "kind",
                        word("the subsystem with the bodies it is attached to: `DoubleWishbone(chassis, rack)`"),
                    ),
                    ("mirrored", word("name of the mirror image, if there is one")),
                ],
                &["kind"],
                Within::Place,
            ),
        ),
    ]);
    let own = [("vehicle", vehicle())];
    let Object(mut top) = closed(scope(&own, Within::Declaration)) else {
        unreachable!("`closed` makes an object")
    };
    top.insert(
        0,
        ("$schema".to_owned(), text("http://json-schema.org/draft-07/schema#")),
    );
    top.insert(1, ("title".to_owned(), text("A vehicle of wishbone")));
    top.push(("definitions".to_owned(), Object(definitions)));
    Object(top).print(0) + "\n"
}

impl Part {
    /// A table of parts; each part is a table of attributes, or only a kind.
    fn schema(&'static self, within: Within) -> Json {
        let mut properties = Vec::new();
        let mut forms = Vec::new();
        let kinds: Vec<&str> = self.words().collect();
        let has_kinds = !kinds.is_empty();
        if has_kinds {
            let kinds = kinds.join("|");
            let kind = object(&[
                ("type", text("string")),
                ("pattern", text(&format!("^\\s*({kinds})\\s*\\("))),
            ]);
            properties.push(("kind", kind.clone()));
            forms.push(kind);
        }
        properties.push((
            "tune",
            attribute(
                "`all` makes every number of the part a parameter that can be one",
                ValueShape::Words(ALL),
            ),
        ));
        properties.extend(
            self.attributes
                .iter()
                .map(|known| (known.key, attribute(known.what, known.shape))),
        );
        let rest = self.named.map(|what| attribute(what, ValueShape::Any));
        let kind = ["kind"].into_iter().filter(|_| has_kinds);
        let needed = self.attributes.iter().filter(|known| self.needs(known));
        let required: Vec<&str> = kind.chain(needed.map(|known| known.key)).collect();
        forms.push(match within {
            Within::Declaration => requiring(&required, table(properties, rest)),
            Within::Place => table(properties, rest),
        });
        object(&[
            ("type", text("object")),
            ("additionalProperties", object(&[("anyOf", List(forms))])),
        ])
    }
}

fn vehicle() -> Json {
    let mut properties = vec![
        ("name", word("the vehicle, and the type of its solver")),
        ("doc", word("documentation of that type")),
        (
            "public",
            object(&[
                ("type", text("boolean")),
                ("description", text("whether that type is `pub`")),
            ]),
        ),
    ];
    properties.extend(
        SETTINGS
            .iter()
            .map(|(setting, _)| (setting.key, attribute(setting.what, setting.shape))),
    );
    closed(properties)
}

/// The content of a file, a group or a subsystem, besides its own keys.
fn scope(own: &[(&'static str, Json)], within: Within) -> Vec<(&'static str, Json)> {
    let parts = PARTS.iter().map(|part| match within {
        Within::Declaration => (part.keyword, reference(part.keyword)),
        Within::Place => (part.keyword, reference(&in_place(part.keyword))),
    });
    let groups = ["include", "points", "mirror", "subsystem", "place"];
    let groups = groups.into_iter().map(|key| (key, reference(key)));
    own.iter().cloned().chain(groups).chain(parts).collect()
}

/// Name of the definition of parts in a place.
fn in_place(keyword: &str) -> String {
    format!("{keyword}_in_place")
}

/// A table of groups with own keys, some of which are required.
fn group(own: &[(&'static str, Json)], required: &[&str], within: Within) -> Json {
    let settings = GROUP_SETTINGS.iter();
    let settings = settings.map(|setting| (setting.key, attribute(setting.what, setting.shape)));
    let own: Vec<(&str, Json)> = own.iter().cloned().chain(settings).collect();
    let members = requiring(required, closed(scope(&own, within)));
    object(&[("type", text("object")), ("additionalProperties", members)])
}

fn points() -> Json {
    object(&[
        ("type", text("object")),
        (
            "description",
            text("points of the design position; `unit` is that of lists without one"),
        ),
        ("additionalProperties", reference("value")),
    ])
}

fn include() -> Json {
    let description = text("files whose items stand here, seen from this file");
    let one = object(&[("type", text("string"))]);
    let several = object(&[("type", text("array")), ("items", one.clone())]);
    object(&[("description", description), ("anyOf", List(vec![one, several]))])
}

/// Any value after a key.
fn value() -> Json {
    let list = object(&[("type", text("array")), ("items", reference("value"))]);
    let call = object(&[
        ("type", text("object")),
        ("minProperties", Json::Number(1)),
        ("maxProperties", Json::Number(1)),
    ]);
    let simple = ["string", "number"].map(|kind| object(&[("type", text(kind))]));
    object(&[("anyOf", List(simple.into_iter().chain([list, call]).collect()))])
}

fn attribute(what: &str, shape: ValueShape) -> Json {
    // In draft 7 all keys beside a reference are ignored, hence the list of one.
    object(&[("description", text(what)), ("allOf", List(vec![values::of(shape)]))])
}

fn word(what: &str) -> Json {
    object(&[("type", text("string")), ("description", text(what))])
}

fn words(what: &str) -> Json {
    let items = object(&[("type", text("string"))]);
    object(&[("type", text("array")), ("description", text(what)), ("items", items)])
}

fn reference(definition: &str) -> Json {
    object(&[("$ref", text(&format!("#/definitions/{definition}")))])
}

/// A table with these keys only.
fn closed(properties: Vec<(&'static str, Json)>) -> Json {
    table(properties, None)
}

/// A table with these keys. `rest` is the schema of the values of all other keys; without `rest` there are no other
/// keys.
fn table(properties: Vec<(&'static str, Json)>, rest: Option<Json>) -> Json {
    object(&[
        ("type", text("object")),
        ("properties", object(&properties)),
        ("additionalProperties", rest.unwrap_or(Json::False)),
    ])
}

/// The table with some of its keys required.
fn requiring(keys: &[&str], table: Json) -> Json {
    match table {
        Object(mut rules) if !keys.is_empty() => {
            rules.push(("required".to_owned(), List(keys.iter().map(|key| text(key)).collect())));
            Object(rules)
        }
        other => other,
    }
}
