//! JSON of Chrono, with comments. Every value is either used or reported as left out.

use super::single::Single;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A file that is being read.
#[derive(Debug)]
pub struct Document {
    value: Value,
    /// Its name in messages.
    file: String,
    seen: RefCell<BTreeSet<String>>,
    mistakes: RefCell<Vec<String>>,
    notes: RefCell<Vec<String>>,
}

/// Keys that are names, or only describe a picture.
const PICTURE: &[&str] = &[
    "Name",
    "Type",
    "Template",
    "Visualization",
    "Visualization Shapes",
    "Output",
    "Radius",
    "Width",
    "Link Radius",
    "Vehicle-Frame Inertia",
];

impl Document {
    /// Reads a text.
    ///
    /// # Errors
    /// If the text is not valid JSON.
    pub fn read(text: &str, file: &str) -> Result<Self, String> {
        let read = serde_json::from_str(&without_comments(text));
        let Single(value) = read.map_err(|reason| format!("{file} is no JSON: {reason}"))?;
        match value.is_object() {
            true => Ok(Self {
                value,
                file: file.to_owned(),
                seen: RefCell::default(),
                mistakes: RefCell::default(),
                notes: RefCell::default(),
            }),
            false => Err(format!("{file} is no JSON object")),
        }
    }

    /// The whole of it.
    pub fn root(&self) -> Node<'_> {
        Node {
            document: self,
            value: &self.value,
            path: String::new(),
            is_missing: false,
        }
    }

    /// Everything that is wrong or missing, a line each.
    pub fn mistakes(&self) -> Vec<String> {
        self.mistakes.borrow().clone()
    }

    /// Notes about the conversion, and a line for every unused value.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self
            .notes
            .borrow()
            .iter()
            .map(|note| format!("{}: {note}", self.file))
            .collect();
        let mut left = Vec::new();
        self.unused(&self.value, "", &mut left);
        notes.extend(
            left.into_iter()
                .map(|path| format!("{}: `{path}` is not carried over", self.file)),
        );
        notes
    }

    fn unused(&self, value: &Value, path: &str, left: &mut Vec<String>) {
        if self.seen.borrow().contains(path) {
            return;
        }
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    if !PICTURE.contains(&key.as_str()) {
                        self.unused(member, &joined(path, key), left);
                    }
                }
            }
            Value::Array(members) if members.iter().any(Value::is_object) => {
                for (place, member) in (1..).zip(members) {
                    self.unused(member, &joined(path, &i32::to_string(&place)), left);
                }
            }
            _ => left.push(path.to_owned()),
        }
    }
}

/// A value of the file.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    document: &'a Document,
    value: &'a Value,
    path: String,
    /// Whether the value is missing in the file, which has been reported.
    is_missing: bool,
}

impl<'a> Node<'a> {
    /// A member; `None` if it does not exist.
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        let value = self.value.get(key)?;
        Some(Node {
            document: self.document,
            value,
            path: joined(&self.path, key),
            is_missing: false,
        })
    }

    /// A required member. If it does not exist, reports this and returns an empty node.
    pub fn part(&self, key: &str) -> Node<'a> {
        self.get(key).unwrap_or_else(|| {
            self.lacks(key);
            Node {
                document: self.document,
                value: &Value::Null,
                path: joined(&self.path, key),
                is_missing: true,
            }
        })
    }

    /// Whether a member is there.
    pub fn has(&self, key: &str) -> bool {
        self.value.get(key).is_some()
    }

    /// The members of a list.
    pub fn list(&self) -> Vec<Node<'a>> {
        let members = self.value.as_array().into_iter().flatten().enumerate();
        members
            .map(|(at, value)| Node {
                document: self.document,
                value,
                path: joined(&self.path, &(at + 1).to_string()),
                is_missing: false,
            })
            .collect()
    }

    /// A number that has to be there.
    pub fn number(&self, key: &str) -> f64 {
        match self.get(key) {
            Some(own) => own.own_number().unwrap_or(0.0),
            None => {
                self.lacks(key);
                0.0
            }
        }
    }

    /// A number that may be there.
    pub fn maybe(&self, key: &str) -> Option<f64> {
        self.get(key).and_then(|own| own.own_number())
    }

    fn own_number(&self) -> Option<f64> {
        self.see();
        let found = self.value.as_f64().filter(|number| number.is_finite());
        if found.is_none() {
            self.mistake(&format!("`{}` is no number", self.path));
        }
        found
    }

    /// Three numbers that have to be there.
    pub fn vector(&self, key: &str) -> [f64; 3] {
        let Some(own) = self.get(key) else {
            self.lacks(key);
            return [0.0; 3];
        };
        own.numbers().try_into().unwrap_or_else(|_| {
            self.mistake(&format!("`{}` is not three numbers", own.path));
            [0.0; 3]
        })
    }

    /// Reports a missing member, unless the whole node is missing.
    fn lacks(&self, key: &str) {
        if !self.is_missing {
            self.mistake(&format!("`{}` is missing", joined(&self.path, key)));
        }
    }

    /// All numbers of a list.
    pub fn numbers(&self) -> Vec<f64> {
        self.see();
        let members = self.value.as_array().into_iter().flatten();
        members
            .filter_map(|own| own.as_f64().filter(|number| number.is_finite()))
            .collect()
    }

    /// Rows of numbers.
    pub fn rows(&self) -> Vec<Vec<f64>> {
        self.see();
        self.list().iter().map(Node::numbers).collect()
    }

    /// A text.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        let own = self.get(key)?;
        own.see();
        if own.value.as_str().is_none() {
            own.mistake(&format!("`{}` is no text", own.path));
        }
        own.value.as_str()
    }

    /// The texts of a list.
    pub fn texts(&self) -> Vec<String> {
        self.see();
        let members = self.value.as_array().into_iter().flatten();
        members.filter_map(|own| own.as_str().map(str::to_owned)).collect()
    }

    /// A flag; false if it does not exist.
    pub fn flag(&self, key: &str) -> bool {
        self.get(key).is_some_and(|own| {
            own.see();
            own.value.as_bool().unwrap_or_else(|| {
                own.mistake(&format!("`{}` is neither true nor false", own.path));
                false
            })
        })
    }

    /// Marks the value and all values in it as used.
    pub fn see(&self) {
        self.document.seen.borrow_mut().insert(self.path.clone());
    }

    /// Reports a mistake.
    pub fn mistake(&self, text: &str) {
        let text = format!("{}: {text}", self.document.file);
        let mut mistakes = self.document.mistakes.borrow_mut();
        if !mistakes.contains(&text) {
            mistakes.push(text);
        }
    }

    /// Reports a mistake of this value, with its place in the file.
    pub fn wrong(&self, text: &str) {
        self.mistake(&format!("`{}`: {text}", self.path));
    }

    /// Reports a note.
    pub fn note(&self, text: &str) {
        let text = match self.path.as_str() {
            "" => text.to_owned(),
            path => format!("`{path}`: {text}"),
        };
        let mut notes = self.document.notes.borrow_mut();
        if !notes.contains(&text) {
            notes.push(text);
        }
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path} / {key}")
    }
}

/// The text with spaces in place of comments, so that positions stay the same.
fn without_comments(text: &str) -> String {
    let letters: Vec<char> = text.trim_start_matches('\u{feff}').chars().collect();
    let mut plain = String::with_capacity(letters.len());
    let (mut at, mut is_quoted) = (0, false);
    while at < letters.len() {
        let (letter, next) = (letters[at], letters.get(at + 1).copied());
        match (is_quoted, letter, next) {
            (true, '\\', Some(next)) => {
                plain.extend([letter, next]);
                at += 2;
                continue;
            }
            (_, '"', _) => is_quoted = !is_quoted,
            (false, '/', Some('/')) => {
                while at < letters.len() && letters[at] != '\n' {
                    at += 1;
                }
                continue;
            }
            (false, '/', Some('*')) => {
                let mut last = ' ';
                at += 2;
                while at < letters.len() && !(last == '*' && letters[at] == '/') {
                    last = letters[at];
                    plain.push(if last == '\n' { '\n' } else { ' ' });
                    at += 1;
                }
                at += 1;
                continue;
            }
            _ => {}
        }
        plain.push(letter);
        at += 1;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::Document;

    #[test]
    fn what_nobody_uses_is_told() {
        let text = "// a car\n{ \"Name\": \"/* no comment */\", \"A\": { \"Mass\": 3 /* kg */, \"Colour\": 7 }, \"B\": [1, 2, 3] }";
        let document = Document::read(text, "a.json").expect("JSON");
        let root = document.root();
        assert!((root.part("A").number("Mass") - 3.0).abs() < 1e-15);
        assert_eq!(root.text("Name"), Some("/* no comment */"));
        assert_eq!(
            document.notes(),
            [
                "a.json: `A / Colour` is not carried over",
                "a.json: `B` is not carried over"
            ]
        );
        root.part("C").number("Mass");
        root.vector("A");
        assert_eq!(
            document.mistakes(),
            ["a.json: `C` is missing", "a.json: `A` is not three numbers"]
        );
        assert!(
            Document::read("{ \"a\": }", "a.json")
                .expect_err("no JSON")
                .contains("line 1")
        );
    }
}
