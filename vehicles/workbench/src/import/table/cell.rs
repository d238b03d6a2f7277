//! Cells of a line of a table, and the numbers in them.

use super::head::unit;

/// The sign before decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decimal {
    /// `410.5`
    Point,
    /// `410,5`
    Comma,
}

/// A number in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    /// The value as written.
    pub value: f64,
    /// Factor of the unit in the cell to metres; `None` if the cell has no unit.
    pub unit: Option<f64>,
    /// The sign before its decimals; `None` for a whole number.
    pub decimal: Option<Decimal>,
}

/// The cells of a line, trimmed. A separator within quotation marks does not count. A quotation mark within a cell is a
/// letter like any other, as in `x ["]`. Single quotation marks enclose a cell if a second mark ends the cell, as in
/// files of Adams/Car.
pub(super) fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(cell) = cells.last_mut() else { break };
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if is_quoted => is_quoted = false,
            '"' if cell.trim().is_empty() => is_quoted = true,
            '\'' if cell.trim().is_empty() && ends_a_cell(letters.clone(), separator) => {
                cell.extend(letters.by_ref().take_while(|letter| *letter != '\''));
            }
            letter if letter == separator && !is_quoted => cells.push(String::new()),
            letter => cell.push(letter),
        }
    }
    let cells = cells.into_iter().map(|cell| cell.trim().to_owned());
    match separator {
        ' ' => cells.filter(|cell| !cell.is_empty()).collect(),
        _ => cells.collect(),
    }
}

/// Whether the next single mark ends a cell: a separator or nothing follows.
fn ends_a_cell(mut letters: impl Iterator<Item = char>, separator: char) -> bool {
    let has_end = letters.any(|letter| letter == '\'');
    let next = letters.find(|letter| *letter == separator || !letter.is_whitespace());
    has_end && next.is_none_or(|letter| letter == separator)
}

/// The number in a cell, with or without a unit of length: `162`, `-1 234,5`, `162 mm`. `None` if the cell is not a
/// number, or if it can be read in two ways.
pub(super) fn number(cell: &str, separator: char) -> Option<Number> {
    let cell = cell.replace('\u{2212}', "-");
    let bare = |text: &str| plain(text.trim(), separator);
    if let Some((value, decimal)) = bare(&cell) {
        return Some(Number {
            value,
            unit: None,
            decimal,
        });
    }
    let end = cell.rfind(|letter: char| letter.is_ascii_digit() || letter == '.')? + 1;
    let factor = unit(&cell[end..])?;
    let (value, decimal) = bare(&cell[..end])?;
    Some(Number {
        value,
        unit: Some(factor),
        decimal,
    })
}

/// A number without a unit. If both points and commas occur, the last mark stands before the decimals, and the other
/// marks stand between thousands. Two or more marks of one kind also stand between thousands. A single comma is a
/// decimal one where commas do not separate cells.
fn plain(text: &str, separator: char) -> Option<(f64, Option<Decimal>)> {
    let count = |sign: char| text.matches(sign).count();
    let last = |sign: char| text.rfind(sign);
    let decimal = match (count('.'), count(',')) {
        (0, 0) => None,
        (1, 0) => Some(Decimal::Point),
        (0, 1) if separator == ',' => return None,
        (0, 1) => Some(Decimal::Comma),
        (_, 0) | (0, _) => None,
        _ if last('.') > last(',') => Some(Decimal::Point),
        _ => Some(Decimal::Comma),
    };
    let sign = decimal.map(|decimal| if decimal == Decimal::Point { '.' } else { ',' });
    let (whole, rest) = match sign.and_then(|sign| text.split_once(sign)) {
        Some((whole, rest)) => (whole, format!(".{rest}")),
        None => (text, String::new()),
    };
    let value: f64 = (joined(whole)? + &rest).parse().ok()?;
    value.is_finite().then_some((value, decimal))
}

/// A whole number without the marks between its thousands; `None` if the marks do not stand between groups of three
/// digits, or differ.
fn joined(whole: &str) -> Option<String> {
    let is_mark = |letter: char| matches!(letter, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '\u{2019}' | '.' | ',');
    let Some(mark) = whole.chars().find(|letter| is_mark(*letter)) else {
        return Some(whole.to_owned());
    };
    let groups: Vec<&str> = whole.split(mark).collect();
    let is_digits = |group: &str| group.chars().all(|letter| letter.is_ascii_digit());
    let first = groups[0].trim_start_matches(['-', '+']);
    let is_first = (1..=3).contains(&first.len()) && is_digits(first) && groups[0].len() - first.len() < 2;
    let is_rest = groups[1..].iter().all(|group| group.len() == 3 && is_digits(group));
    (is_first && is_rest).then(|| groups.concat())
}
