//! Words of the language, each explained by all its meanings.

use super::{Entry, Function, Kind, PARTS, Part, entries, form, values};
use crate::front::language::{CURVES, GROUP_SETTINGS, ITEMS, SETTINGS};
use crate::front::{dsl, toml, units};

/// One meaning of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The word with the part to which it belongs: `spring.rate`.
    pub name: String,
    /// Its explanation, in lines.
    pub text: String,
}

impl Topic {
    /// Whether a word has this meaning: the word is the whole name, or the last part of the name, also without the
    /// parentheses of a function.
    fn is_called(&self, word: &str) -> bool {
        self.name == word || self.last() == Some(word)
    }

    /// The last part of a name with a dot, without the parentheses of a function.
    fn last(&self) -> Option<&str> {
        let (_, last) = self.name.rsplit_once('.')?;
        Some(last.trim_end_matches("()"))
    }
}

/// All meanings of a word: `revolute`, `spring.rate`, `camber`, `kN`.
pub fn named(word: &str) -> Vec<Topic> {
    let called = |word: &str| -> Vec<Topic> { topics().into_iter().filter(|topic| topic.is_called(word)).collect() };
    match called(word) {
        none if none.is_empty() => called(&format!("{word}()")),
        found => found,
    }
}

/// All words that have a meaning, with and without the part to which they belong.
pub fn words() -> Vec<String> {
    let topics = topics().into_iter();
    let mut words: Vec<String> = topics
        .flat_map(|topic| {
            let last = topic.last().map(str::to_owned);
            std::iter::once(topic.name).chain(last)
        })
        .collect();
    words.sort();
    words.dedup();
    words
}

fn topics() -> Vec<Topic> {
    let mut topics: Vec<Topic> = PARTS.iter().copied().flat_map(of_part).collect();
    topics.extend(ITEMS.iter().map(|(word, what, example)| Topic {
        name: (*word).to_owned(),
        text: format!("{what}\n{}", shown(example)),
    }));
    topics.extend(CURVES.iter().map(|(word, what, example)| Topic {
        name: (*word).to_owned(),
        text: format!("A characteristic, in place of a number. {what}\n{}", shown(example)),
    }));
    topics.extend(SETTINGS.iter().map(|(setting, example)| Topic {
        name: format!("vehicle.{}", setting.key),
        text: format!(
            "A setting of the vehicle: {}.\n{}{}",
            setting.what,
            line("values", &values(setting.shape)),
            shown(example)
        ),
    }));
    topics.extend(GROUP_SETTINGS.iter().map(|setting| Topic {
        name: format!("group.{}", setting.key),
        text: format!(
            "A setting of a group, such as a place: {}.\n{}",
            setting.what,
            line("values", &values(setting.shape))
        ),
    }));
    topics.extend(units::all().map(|(unit, factor, quantity)| Topic {
        name: unit.to_owned(),
        text: format!("A unit of {}: 1 {unit} = {factor} {}.\n", quantity.name, quantity.si()),
    }));
    topics
}

/// The part itself, its kinds, its attributes.
fn of_part(part: &'static Part) -> Vec<Topic> {
    let entries = entries(part);
    let mut topics = vec![Topic {
        name: part.keyword.to_owned(),
        text: itself(part, &entries),
    }];
    topics.extend(
        part.kinds
            .iter()
            .filter(|kind| !kind.word.is_empty())
            .map(|kind| Topic {
                name: format!("{}.{}", part.keyword, kind.word),
                text: of_kind(part, kind, &entries),
            }),
    );
    topics.extend(entries.iter().map(|entry| Topic {
        name: format!("{}.{}", part.keyword, entry.key),
        text: of_attribute(part, entry),
    }));
    topics.extend(part.functions.iter().map(|function| Topic {
        name: format!("{}.{}()", part.keyword, function.word),
        text: of_function(part, function),
    }));
    topics
}

fn itself(part: &Part, entries: &[Entry]) -> String {
    let mut text = format!("An item: {}\n", form(part));
    for kind in part.kinds {
        text += &match kind.word {
            "" => format!("{}\n", kind.what),
            word => format!("  {word:22} {}\n", kind.what),
        };
    }
    if let Some(named) = part.named {
        text += &format!("Inside: {named}\n");
    }
    text += &attributes(entries.iter());
    let functions = part.functions.iter();
    let functions: String = functions
        .map(|own| format!("  {:22} {}\n", own.word, own.what))
        .collect();
    if !functions.is_empty() {
        text += &format!("Values:\n{functions}");
    }
    let first = part.kinds.first();
    text + &first.map_or_else(String::new, |kind| shown(kind.example))
}

fn of_kind(part: &Part, kind: &Kind, entries: &[Entry]) -> String {
    let taken = entries.iter().filter(|entry| kind.takes(entry.key));
    format!(
        "A kind of {}. {}\n{}{}",
        part.keyword,
        kind.what,
        attributes(taken),
        shown(kind.example)
    )
}

fn of_function(part: &Part, function: &Function) -> String {
    format!(
        "A value of {}: {}\nFor example:\n\n    {}\n",
        part.keyword, function.what, function.example
    )
}

fn attributes<'a>(entries: impl Iterator<Item = &'a Entry>) -> String {
    let lines = entries.map(|entry| {
        let otherwise = match entry.otherwise.as_str() {
            default if default.starts_with('`') => format!("if left out, {default}"),
            other => other.to_owned(),
        };
        let told = [entry.what.as_str(), entry.values.as_str(), otherwise.as_str()];
        let told = told.into_iter().filter(|text| !text.is_empty());
        format!("  {:22} {}\n", entry.key, told.collect::<Vec<_>>().join("; "))
    });
    match lines.collect::<String>() {
        none if none.is_empty() => none,
        lines => format!("Attributes:\n{lines}"),
    }
}

fn of_attribute(part: &Part, entry: &Entry) -> String {
    let kinds = entry.kinds.join(", ");
    let what = format!("An attribute of {}: {}.\n", part.keyword, entry.what);
    what + &line("of the kinds", &kinds) + &line("values", &entry.values) + &line("if left out", &entry.otherwise)
}

/// A line with a title; empty if there is no text.
fn line(title: &str, text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("  {title}: {text}\n"),
    }
}

/// An example in both grammars.
fn shown(example: &str) -> String {
    let block = |text: &str| text.lines().map(|line| format!("    {line}\n")).collect::<String>();
    match (example, in_toml(example)) {
        ("", _) => String::new(),
        (_, None) => format!("For example:\n\n{}", block(example)),
        (_, Some(toml)) => format!(
            "For example:\n\n{}\nIn a TOML file:\n\n{}",
            block(example),
            block(&toml)
        ),
    }
}

/// Items in the notation of a TOML file; `None` if TOML has no such items.
fn in_toml(items: &str) -> Option<String> {
    let declaration = dsl::parse_text(&format!("pub Car {{\n{items}\n}}")).ok()?;
    let text = toml::print::vehicle(&declaration).replace("name = \"Car\"\n", "");
    // A table of the vehicle without settings is left out.
    let text = text.replace("[vehicle]\n\n", "");
    let text = text.strip_suffix("[vehicle]\n").unwrap_or(&text).trim();
    (!text.is_empty()).then(|| text.to_owned())
}
