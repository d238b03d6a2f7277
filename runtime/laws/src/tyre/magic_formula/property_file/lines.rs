//! Lines of a property file: sections, keywords with their values, tables.

use super::{Coefficients, Mistake};
use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Section of units, and its keywords. Only in this section are these keywords units: in `[INERTIA]`, `MASS` is the
/// mass of the tyre.
const UNITS: (&str, &[&str]) = ("UNITS", &["LENGTH", "FORCE", "ANGLE", "MASS", "TIME", "PRESSURE"]);

/// Names of PAC2002 (Adams/Tire) for coefficients that have the same law in version 6, next to the names of version 6.
const ALIASES: &[(&str, &str)] = &[
    ("QFZ1", "Q_FZ1"),
    ("QFZ2", "Q_FZ2"),
    ("QFZ3", "Q_FZ3"),
    ("QPFZ1", "PFZ1"),
    ("QPX1", "PPMX1"),
    ("QPZ1", "PPZ1"),
    ("QPZ2", "PPZ2"),
    ("LKYG", "LKYC"),
    ("IP", "INFLPRES"),
    ("IP_NOM", "NOMPRES"),
];

/// Value of a keyword, and its line.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub line: usize,
    /// The keyword as the file has it, in capital letters.
    pub written: String,
    pub section: String,
    /// The value without quotes; empty if the file gives no value.
    pub value: String,
}

/// Rows of numbers in a section.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub section: String,
    /// First line.
    pub line: usize,
    pub rows: Vec<Vec<f64>>,
}

/// Content of a file.
#[derive(Debug, Default)]
pub(super) struct Lines {
    section: String,
    place: Place,
    /// Entries by their keyword in capital letters; by the name of version 6 if the keyword is one of [`ALIASES`].
    pub entries: BTreeMap<String, Entry>,
    /// Units by keyword.
    pub units: BTreeMap<String, Entry>,
    pub tables: Vec<Table>,
    pub mistakes: Vec<Mistake>,
}

/// Place within a section.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Place {
    /// Lines are keywords with values.
    #[default]
    Entries,
    /// Lines are rows of numbers, after the names of their columns in braces.
    Table,
    /// Lines are free text, after the word `(COMMENTS)`.
    Comments,
}

/// Sections that are tables even without the names of their columns.
const TABLES: &[&str] = &["SHAPE", "DEFLECTION_LOAD_CURVE", "BOTTOMING_CURVE"];

impl Lines {
    /// Reads all lines of a text.
    pub fn of(text: &str) -> Self {
        let mut lines = Self::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            match lines.place {
                Place::Comments if !ends_comments(line) => {}
                _ => lines.read(index + 1, without_comment(line).trim()),
            }
        }
        lines
    }

    /// The entry of a keyword with a value.
    pub fn given(&self, keyword: &str) -> Option<&Entry> {
        self.entries.get(keyword).filter(|entry| !entry.value.is_empty())
    }

    /// Line of a keyword; 0 if the file does not have it.
    pub fn line_of(&self, keyword: &str) -> usize {
        self.entries.get(keyword).map_or(0, |entry| entry.line)
    }

    /// A keyword as the file has it.
    pub fn written<'k>(&'k self, keyword: &'k str) -> &'k str {
        self.entries.get(keyword).map_or(keyword, |entry| &entry.written)
    }

    /// Tables of a section.
    pub fn tables_of(&self, section: &str) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(move |table| table.section == section)
    }

    pub fn mistake(&mut self, line: usize, message: String) {
        self.mistakes.push(Mistake { line, message });
    }

    fn read(&mut self, number: usize, line: &str) {
        if line.is_empty() {
        } else if line.starts_with('[') {
            self.open_section(number, line);
        } else if line.starts_with('(') {
            self.open_block(number, line);
        } else if line.starts_with('{') {
            self.open_table(number, line);
        } else if let Some((keyword, value)) = assignment(line) {
            self.place = Place::Entries;
            self.entry(number, keyword, value);
        } else if self.place == Place::Table || TABLES.contains(&&*self.section) {
            self.row(number, line);
        } else {
            let message = format!(
                "`{line}` is neither `[SECTION]` nor `KEYWORD = value`; a comment begins with `$` or `!` on each of its lines"
            );
            self.mistake(number, message);
        }
    }

    fn open_section(&mut self, number: usize, line: &str) {
        self.place = Place::Entries;
        if !line.contains(']') {
            self.mistake(number, format!("`{line}` opens a section and lacks its `]`"));
        }
        let name = line[1..].split(']').next().unwrap_or_default();
        self.section = name.trim().to_ascii_uppercase();
    }

    /// Begins a block. After `(COMMENTS)` there is free text, and after other words a table.
    fn open_block(&mut self, number: usize, line: &str) {
        let Some((name, _)) = line[1..].split_once(')') else {
            return self.mistake(number, format!("`{line}` opens a block and lacks its `)`"));
        };
        self.place = match name.trim().eq_ignore_ascii_case("COMMENTS") {
            true => Place::Comments,
            false => Place::Table,
        };
    }

    fn open_table(&mut self, number: usize, line: &str) {
        if !line.ends_with('}') {
            self.mistake(
                number,
                format!("`{line}` names the columns of a table and lacks its `}}`"),
            );
        }
        self.place = Place::Table;
        self.tables.push(Table {
            section: self.section.clone(),
            line: number,
            rows: Vec::new(),
        });
    }

    fn row(&mut self, line: usize, text: &str) {
        let cells = text.split(|c: char| c.is_whitespace() || c == ',');
        let cells = cells.filter(|cell| !cell.is_empty());
        let Some(row) = cells.map(number).collect::<Option<Vec<f64>>>() else {
            return self.mistake(line, format!("`{text}` is no row of numbers, as a table has them"));
        };
        let section = &self.section;
        match self.tables.last_mut().filter(|table| table.section == *section) {
            Some(table) => table.rows.push(row),
            None => self.tables.push(Table {
                section: section.clone(),
                line,
                rows: std::vec![row],
            }),
        }
    }

    fn entry(&mut self, line: usize, keyword: &str, value: &str) {
        let written = keyword.to_ascii_uppercase();
        let Some(value) = unquoted(value) else {
            return self.mistake(
                line,
                format!("`{written}`: the quote before `{}` does not end", value[1..].trim()),
            );
        };
        if written.is_empty() {
            return self.mistake(line, "a value lacks its keyword before the `=`".to_owned());
        }
        let alias = ALIASES.iter().find(|(name, _)| *name == written);
        let keyword = alias.map_or_else(|| written.clone(), |(_, name)| (*name).to_owned());
        let (section, units) = UNITS;
        let entries = match self.section == section && units.contains(&&*keyword) {
            true => &mut self.units,
            false => &mut self.entries,
        };
        let entry = Entry {
            line,
            value: value.trim().to_owned(),
            section: self.section.clone(),
            written,
        };
        match entries.get_mut(&keyword) {
            Some(first) if first.value.is_empty() => *first = entry,
            Some(first) if entry.value.is_empty() || is_same(&first.value, &entry.value) || !is_read(&keyword) => {}
            Some(first) => {
                let written = match first.written == entry.written {
                    true => format!("`{}` was given", entry.written),
                    false => format!("`{}`, here `{}`, was given", first.written, entry.written),
                };
                let message = format!(
                    "{written} in line {} already, with another value: remove one of the two",
                    first.line
                );
                self.mistake(line, message);
            }
            None => {
                let _ = entries.insert(keyword, entry);
            }
        }
    }
}

/// Keywords that are read in addition to the keywords of coefficients.
const READ: &[&str] = &[
    "FITTYP",
    "PROPERTY_FILE_FORMAT",
    "TYRESIDE",
    "USE_MODE",
    "LENGTH",
    "FORCE",
    "ANGLE",
    "TIME",
    "PRESSURE",
];

/// Whether the tyre depends on a keyword.
fn is_read(keyword: &str) -> bool {
    READ.contains(&keyword) || Coefficients::<f64>::NAMES.contains(&keyword)
}

/// Whether two values are the same word or number.
fn is_same(one: &str, other: &str) -> bool {
    let are_equal = |pair: (f64, f64)| pair.0 == pair.1;
    one.eq_ignore_ascii_case(other) || number(one).zip(number(other)).is_some_and(are_equal)
}

/// Keyword and value of a line.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (keyword, value) = line.split_once('=')?;
    let keyword = keyword.trim();
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-./#".contains(c);
    keyword.chars().all(is_word).then_some((keyword, value.trim()))
}

/// Whether a line ends a block of comments: a section, a block, or a keyword with its value.
fn ends_comments(line: &str) -> bool {
    line.starts_with(['[', '(']) || assignment(line).is_some()
}

/// A value without the quotes around it; `None` if the closing quote is missing.
fn unquoted(value: &str) -> Option<&str> {
    let Some(quote) = value.chars().next().filter(|c| ['\'', '"'].contains(c)) else {
        return Some(value);
    };
    value[1..].find(quote).map(|end| &value[1..=end])
}

/// The line up to its comment. A comment mark inside quotes does not begin a comment.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '$' | '!') => return &line[..at],
            _ => {}
        }
    }
    line
}

/// A finite number, also with FORTRAN's exponent.
pub(super) fn number(text: &str) -> Option<f64> {
    let is_number = |c: char| c.is_ascii_digit() || "+-.eEdD".contains(c);
    if !text.chars().all(is_number) {
        return None;
    }
    let number: f64 = text.replace(['d', 'D'], "e").parse().ok()?;
    number.is_finite().then_some(number)
}
