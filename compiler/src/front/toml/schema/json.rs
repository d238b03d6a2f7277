//! JSON, as far as the schema needs it.

use Json::{List, Object, Text};

/// A JSON value, without the types that the schema does not need.
#[derive(Clone)]
pub(super) enum Json {
    Text(String),
    Number(u32),
    False,
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

pub(super) fn text(text: &str) -> Json {
    Text(text.to_owned())
}

pub(super) fn object(entries: &[(&str, Json)]) -> Json {
    Object(
        entries
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()))
            .collect(),
    )
}

impl Json {
    pub(super) fn print(&self, indent: usize) -> String {
        let lines = |members: Vec<String>, [open, close]: [&str; 2]| {
            let [inner, outer] = [indent + 2, indent].map(|width| " ".repeat(width));
            let members: Vec<String> = members.iter().map(|member| format!("\n{inner}{member}")).collect();
            format!("{open}{}\n{outer}{close}", members.join(","))
        };
        match self {
            Text(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            Json::Number(number) => number.to_string(),
            Json::False => "false".to_owned(),
            List(members) => lines(members.iter().map(|m| m.print(indent + 2)).collect(), ["[", "]"]),
            Object(entries) => {
                let entry = |(key, value): &(String, Json)| format!("\"{key}\": {}", value.print(indent + 2));
                lines(entries.iter().map(entry).collect(), ["{", "}"])
            }
        }
    }
}
