//! Keys of a plan's tables. Each key is read by its name and kind, and keys that nothing reads are reported. Every
//! mistake has its line.

use crate::unit;
use std::cell::RefCell;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use wishbone_compiler::front::suggest;
use wishbone_compiler::front::units::Quantity;

/// Mistakes of a text, with the line of each.
pub(super) struct Notes<'t> {
    text: &'t str,
    mistakes: RefCell<Vec<(usize, String)>>,
}

impl<'t> Notes<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self {
            text,
            mistakes: RefCell::default(),
        }
    }

    /// Notes a mistake at a position in the text.
    pub(super) fn mistake(&self, at: usize, told: impl Into<String>) {
        let line = 1 + self.text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        self.mistakes.borrow_mut().push((line, told.into()));
    }

    /// The result, or all mistakes in the order of their lines.
    pub(super) fn finish<T>(self, result: Option<T>) -> Result<T, String> {
        let mut mistakes = self.mistakes.into_inner();
        mistakes.sort();
        match result {
            Some(result) if mistakes.is_empty() => Ok(result),
            _ => {
                let lines = mistakes.iter().map(|(line, told)| format!("line {line}: {told}"));
                Err(lines.collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

/// A table while its keys are read.
pub(super) struct Keys<'a, 't> {
    /// Name in messages: `[[study]]`.
    name: String,
    /// Position in the text.
    at: usize,
    table: &'a DeTable<'t>,
    notes: &'a Notes<'t>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a, 't> Keys<'a, 't> {
    pub(super) fn of(name: &str, at: usize, table: &'a DeTable<'t>, notes: &'a Notes<'t>) -> Self {
        Self {
            name: name.to_owned(),
            at,
            table,
            notes,
            asked: RefCell::default(),
        }
    }

    /// A mistake of the table as a whole.
    pub(super) fn mistake(&self, told: impl AsRef<str>) {
        self.notes.mistake(self.at, self.told(told.as_ref()));
    }

    /// A mistake of the value of a key.
    pub(super) fn wrong(&self, key: &'static str, told: impl AsRef<str>) {
        let at = self.value(key).map_or(self.at, |value| value.span().start);
        self.notes.mistake(at, self.told(&format!("`{key}` {}", told.as_ref())));
    }

    fn told(&self, told: &str) -> String {
        match self.name.as_str() {
            "" => told.to_owned(),
            name => format!("{name} {told}"),
        }
    }

    fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'t>>> {
        self.table
            .iter()
            .find(|(own, _)| own.get_ref() == key)
            .map(|(_, value)| value)
    }

    /// The value of a key; `None` if it is not written.
    fn asked(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'t>>> {
        self.asked.borrow_mut().push(key);
        self.value(key)
    }

    /// Whether a key is written.
    pub(super) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// The value of a key, converted by `read`. If that fails, notes a mistake that says what is needed.
    fn read<T>(&self, key: &'static str, needed: &str, read: impl Fn(&DeValue<'t>) -> Option<T>) -> Option<T> {
        let value = self.asked(key)?;
        let found = read(value.get_ref());
        if found.is_none() {
            self.wrong(key, format!("is {needed}"));
        }
        found
    }

    /// A text.
    pub(super) fn text(&self, key: &'static str, example: &str) -> Option<String> {
        self.read(key, &format!("a text, such as {example}"), text)
    }

    /// Several texts.
    pub(super) fn texts(&self, key: &'static str, example: &str) -> Option<Vec<String>> {
        self.read(
            key,
            &format!("a list of texts, such as {example}"),
            |value| match value {
                DeValue::Array(members) => members.iter().map(|member| text(member.get_ref())).collect(),
                _ => None,
            },
        )
    }

    /// A whole number within a range.
    pub(super) fn whole(&self, key: &'static str, [least, greatest]: [u64; 2]) -> Option<u64> {
        self.read(
            key,
            &format!("a whole number from {least} to {greatest}"),
            |value| match value {
                DeValue::Integer(number) => {
                    let digits = number.as_str().replace('_', "");
                    let number = u64::from_str_radix(&digits, number.radix()).ok();
                    number.filter(|number| (least..=greatest).contains(number))
                }
                _ => None,
            },
        )
    }

    /// A number with a unit of this quantity, in SI.
    pub(super) fn quantity(&self, key: &'static str, quantity: &'static Quantity, example: &str) -> Option<f64> {
        self.read(
            key,
            &format!("{} with its unit, such as \"{example}\"", quantity.name),
            |value| {
                let (number, scale) = unit::measured(&text(value)?)?;
                (scale.dimension == quantity.dimension).then_some(number * scale.factor)
            },
        )
    }

    /// A quantity greater than zero [SI].
    pub(super) fn positive(&self, key: &'static str, quantity: &'static Quantity, example: &str) -> Option<f64> {
        let number = self.quantity(key, quantity, example)?;
        if number <= 0.0 {
            self.wrong(key, "is greater than zero");
        }
        (number > 0.0).then_some(number)
    }

    /// A text that a function parses.
    pub(super) fn parsed<T>(
        &self,
        key: &'static str,
        example: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Option<T> {
        let text = self.text(key, example)?;
        match read(&text) {
            Ok(found) => Some(found),
            Err(reason) => {
                self.wrong(key, format!("\"{text}\": {reason}"));
                None
            }
        }
    }

    /// One of several words.
    pub(super) fn word<T: Copy>(&self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        self.parsed(key, &format!("\"{}\"", names[0]), |text| {
            let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
            found.ok_or_else(|| format!("there are {}", names.join(", ")))
        })
    }

    /// Tables that are written as `[[key]]`.
    pub(super) fn tables(&self, key: &'static str) -> Vec<Keys<'a, 't>> {
        let Some(value) = self.asked(key) else {
            return Vec::new();
        };
        let name = format!("[[{key}]]");
        let all: Option<Vec<Self>> = match value.get_ref() {
            DeValue::Array(members) => members
                .iter()
                .map(|member| match member.get_ref() {
                    DeValue::Table(table) => Some(Self::of(&name, member.span().start, table, self.notes)),
                    _ => None,
                })
                .collect(),
            _ => None,
        };
        if all.as_ref().is_some_and(Vec::is_empty) {
            self.wrong(key, format!("is empty: write {name}"));
        }
        all.unwrap_or_else(|| {
            self.wrong(key, format!("is a table: write {name}"));
            Vec::new()
        })
    }

    /// A list of lists of numbers.
    pub(super) fn matrix(&self, key: &'static str, example: &str) -> Option<Vec<Vec<f64>>> {
        self.read(
            key,
            &format!("a list of lists of numbers, such as {example}"),
            |value| match value {
                DeValue::Array(rows) => rows
                    .iter()
                    .map(|row| match row.get_ref() {
                        DeValue::Array(numbers) => numbers.iter().map(|own| number(own.get_ref())).collect(),
                        _ => None,
                    })
                    .collect(),
                _ => None,
            },
        )
    }

    /// A plain number.
    pub(super) fn number(&self, key: &'static str, example: &str) -> Option<f64> {
        self.read(key, &format!("a number, such as {example}"), number)
    }

    /// Notes a mistake for every key that was not read.
    pub(super) fn finish(&self) {
        let asked = self.asked.borrow();
        for (key, _) in self.table.iter() {
            let name = key.get_ref();
            if !asked.iter().any(|own| own == name) {
                let advice = suggest::advice(name, &asked).map_or_else(String::new, |advice| format!("; {advice}"));
                self.notes.mistake(
                    key.span().start,
                    self.told(&format!("there is no key `{name}`{advice}")),
                );
            }
        }
    }
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.as_ref().to_owned()),
        _ => None,
    }
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    let number: f64 = match value {
        DeValue::Integer(number) => number.as_str().replace('_', "").parse().ok()?,
        DeValue::Float(number) => number.as_str().replace('_', "").parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}
