//! Tables of a TOML text with the source places of their content.

use super::super::text::SourceText;
use super::open_lists;
use crate::diag::{Diagnostic, Diagnostics, SourceSpan, catalogue};
use ::toml::Spanned;
use ::toml::de::{DeString, DeTable, DeValue};
use std::collections::BTreeMap;
use std::ops::Range;

/// Reads the top table of a text with `what`. Reports TOML errors, and other mistakes that do not follow from them.
pub(super) fn read<T>(
    text: SourceText,
    diagnostics: &mut Diagnostics,
    what: impl FnOnce(Table, &mut Diagnostics) -> T,
) -> T {
    let (_, errors) = DeTable::parse_recoverable(text.letters());
    let (letters, open) = match errors.is_empty() {
        true => (text.letters().to_owned(), Vec::new()),
        false => open_lists::without(text.letters()),
    };
    let mut broken = Broken::default();
    for bytes in open {
        let place = text.place(bytes.start..bytes.start + 1);
        diagnostics.error(&catalogue::SYNTAX, place, "`[` has no partner");
        broken.lines.insert(bytes.start, bytes.end - 1);
    }
    Document::parse(text.reading(&letters), broken, diagnostics).read(diagnostics, what)
}

/// The readable part of a TOML text.
struct Document<'i> {
    text: SourceText<'i>,
    table: DeTable<'i>,
    broken: Broken,
}

/// Lines with reported mistakes: last byte of each by its first byte.
#[derive(Default)]
struct Broken {
    lines: BTreeMap<usize, usize>,
    /// Whether one of the lines is a heading.
    has_heading: bool,
}

impl Broken {
    fn insert(&mut self, text: &str, bytes: Range<usize>) {
        self.has_heading |= text[bytes.clone()].trim_start().starts_with('[');
        self.lines.insert(bytes.start, bytes.end);
    }

    fn has(&self, byte: usize) -> bool {
        let before = self.lines.range(..=byte).next_back();
        before.is_some_and(|(_, end)| byte <= *end)
    }
}

impl<'i> Document<'i> {
    /// Parses a text and reports one mistake per line; lines in `broken` are left out.
    fn parse(text: SourceText<'i>, mut broken: Broken, diagnostics: &mut Diagnostics) -> Self {
        let (document, errors) = DeTable::parse_recoverable(text.letters());
        for error in &errors {
            let bytes = error.span().unwrap_or(0..0);
            let (place, letters) = (
                text.place(bytes.clone()),
                text.letters().get(bytes.clone()).unwrap_or_default(),
            );
            if error.message() == "duplicate key" {
                let message = format!("`{letters}` is given twice");
                diagnostics.error(&catalogue::DUPLICATE_ATTRIBUTE, place, message);
            } else if !broken.has(bytes.start) {
                broken.insert(text.letters(), lines(text.letters(), bytes));
                let message = format!("this is no TOML: {}", error.message());
                diagnostics.error(&catalogue::SYNTAX, place, message);
            }
        }
        Self {
            text,
            table: document.into_inner(),
            broken,
        }
    }

    /// Reads the top table with `what`, and reports mistakes that do not follow from TOML errors.
    fn read<T>(&self, diagnostics: &mut Diagnostics, what: impl FnOnce(Table, &mut Diagnostics) -> T) -> T {
        let mut found = Diagnostics::default();
        let read = what(Table::of(self.text, &self.table), &mut found);
        if !self.broken.lines.is_empty() {
            found.retain(|diagnostic| !self.follows(diagnostic));
        }
        diagnostics.append(found);
        read
    }

    /// Whether a mistake may follow from an unreadable line: it is in that line, it reports something as missing, or
    /// it is under a heading that could not be read.
    fn follows(&self, diagnostic: &Diagnostic) -> bool {
        let first = diagnostic.labels.first().map_or(0..0, |(span, _)| span.byte_range());
        let code = diagnostic.code.id;
        code == catalogue::MISSING_ATTRIBUTE.id
            || code == catalogue::UNKNOWN_KEYWORD.id && self.broken.has_heading
            || first.is_empty()
            || self.broken.has(first.start)
    }
}

/// The range of all lines that contain a part of these bytes.
fn lines(text: &str, bytes: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(bytes.start);
    let end = text.floor_char_boundary(bytes.end).max(start);
    let first = text[..start].rfind('\n').map_or(0, |line| line + 1);
    let last = text[end..].find('\n').map_or(text.len(), |line| end + line);
    first..last
}

/// A table.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    text: SourceText<'a>,
    table: &'a DeTable<'a>,
}

/// A value with its key; a member of a list has the key of the list.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    text: SourceText<'a>,
    key: &'a Spanned<DeString<'a>>,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Table<'a> {
    /// Wraps a table of this text.
    fn of(text: SourceText<'a>, table: &'a DeTable<'a>) -> Self {
        Self { text, table }
    }

    /// All entries, in the order of the text.
    pub(super) fn entries(self) -> impl Iterator<Item = Entry<'a>> {
        let Self { text, table } = self;
        let mut entries: Vec<Entry> = table.iter().map(|(key, value)| Entry { text, key, value }).collect();
        entries.sort_by_key(|entry| entry.at());
        entries.into_iter()
    }

    /// The entry with this key.
    pub(super) fn get(self, key: &str) -> Option<Entry<'a>> {
        self.entries().find(|entry| entry.key() == key)
    }
}

impl<'a> Entry<'a> {
    /// The characters of the key.
    pub(super) fn key(self) -> &'a str {
        self.key.get_ref()
    }

    /// The key as a text with its source place.
    pub(super) fn key_text(self) -> SourceText<'a> {
        self.text.quoted(self.key.span(), self.key())
    }

    /// Where the key stands.
    pub(super) fn key_span(self) -> SourceSpan {
        self.text.place(self.key.span())
    }

    /// The key's first byte.
    pub(super) fn at(self) -> usize {
        self.key.span().start
    }

    /// Where the value stands.
    pub(super) fn span(self) -> SourceSpan {
        self.text.place(self.value.span())
    }

    /// The value.
    pub(super) fn value(self) -> &'a DeValue<'a> {
        self.value.get_ref()
    }

    /// Whether it is a table.
    pub(super) fn is_table(self) -> bool {
        self.value().is_table()
    }

    /// Whether it is a string.
    pub(super) fn is_string(self) -> bool {
        self.value().is_str()
    }

    /// Whether it is a list, as TOML writes it or in quotes.
    pub(super) fn is_list(self) -> bool {
        let in_quotes = self
            .value()
            .as_str()
            .is_some_and(|text| text.trim_start().starts_with('['));
        in_quotes || self.value().is_array()
    }

    /// The table; reports if it is none.
    pub(super) fn table(self, diagnostics: &mut Diagnostics) -> Option<Table<'a>> {
        let table = self.value().as_table();
        if table.is_none() {
            self.expected("a table", diagnostics);
        }
        Some(Table::of(self.text, table?))
    }

    /// The string; reports if it is none.
    pub(super) fn string(self, diagnostics: &mut Diagnostics) -> Option<SourceText<'a>> {
        let string = self.value().as_str();
        if string.is_none() {
            self.expected("a word in quotes", diagnostics);
        }
        Some(self.text.quoted(self.value.span(), string?))
    }

    /// `true` or `false`; reports if it is neither.
    pub(super) fn truth(self, diagnostics: &mut Diagnostics) -> Option<bool> {
        let truth = self.value().as_bool();
        if truth.is_none() {
            self.expected("`true` or `false`", diagnostics);
        }
        truth
    }

    /// Whether the value is the path of a file to include, or a list of such paths.
    pub(super) fn is_inclusion(self) -> bool {
        let is_path = |value: &DeValue| {
            let path = value.as_str().unwrap_or_default().to_lowercase();
            path.ends_with(".toml") || path.ends_with(".txt")
        };
        let mut members = self.value().as_array().into_iter().flatten();
        self.key() == "include" && (is_path(self.value()) || members.any(|member| is_path(member.get_ref())))
    }

    /// The members of the list; reports if it is none.
    pub(super) fn members(self, diagnostics: &mut Diagnostics) -> Vec<Entry<'a>> {
        let Some(array) = self.value().as_array() else {
            self.expected("a list", diagnostics);
            return Vec::new();
        };
        array.iter().map(|value| Entry { value, ..self }).collect()
    }

    /// Reports that `what` is needed in place of the value.
    pub(super) fn expected(self, what: &str, diagnostics: &mut Diagnostics) {
        let found = self.value().type_str();
        let message = format!("`{}` must be {what}, not a TOML {found}", self.key());
        diagnostics
            .error(&catalogue::WRONG_VALUE, self.span(), message)
            .label(format!("must be {what}"));
    }
}
