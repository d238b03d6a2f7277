//! Where the names of the columns stand in a table of measured values.
//!
//! Data loggers write lines about the record above the names: device, date, rate. They have fewer cells, or words in them. The names
//! stand above the first row in which each cell is a number. Units, and rows with a number and a word, may stand between them.

use super::{clock, name_and_unit, unquoted};
use crate::unit;

/// The names of a table.
pub(super) struct Head {
    /// Their line.
    pub line: usize,
    /// The separator of their line.
    pub separator: char,
    /// Each name with its unit.
    pub columns: Vec<(String, Option<String>)>,
    /// Position of the first row among the lines.
    pub rows: usize,
}

impl Head {
    /// The names among the lines of a table, each with its number; `None` if there is no line.
    pub fn of(lines: &[(usize, &str)]) -> Option<Self> {
        let place = place(lines).unwrap_or(0);
        let &(line, text) = lines.get(place)?;
        let separator = separator(text);
        let mut columns: Vec<(String, Option<String>)> = text.split(separator).map(name_and_unit).collect();
        let mut rows = place + 1;
        if let Some((_, units)) = lines.get(rows).filter(|(_, line)| has_units(line, separator)) {
            for (column, unit) in columns.iter_mut().zip(units.split(separator)) {
                let unit = unquoted(unit).trim_matches(['[', ']', '(', ')']).trim().to_owned();
                column.1 = Some(unit);
            }
            rows += 1;
        }
        Some(Self {
            line,
            separator,
            columns,
            rows,
        })
    }
}

fn separator(line: &str) -> char {
    match (line.contains(';'), line.contains('\t')) {
        (true, _) => ';',
        (false, true) => '\t',
        (false, false) => ',',
    }
}

/// Position of the names above the first row of numbers; `None` if the line above this row is not a line of names.
fn place(lines: &[(usize, &str)]) -> Option<usize> {
    let row = lines.iter().position(|(_, line)| is_row(line))?;
    let count = cells(lines[row].1)
        .iter()
        .rposition(|cell| !cell.is_empty())
        .map_or(0, |last| last + 1);
    // Whether a line may have the names, and the line below it their units.
    let is_head = |line: &str| {
        let cells = cells(line);
        let is_name = |cell: &&str| cell.contains(char::is_alphabetic);
        cells.len() >= count && cells.iter().any(is_name) && !cells.iter().any(|cell| is_number(cell))
    };
    let is_below_head = |place: usize| place > 0 && is_head(lines[place - 1].1);
    let is_units = |place: usize| has_units(lines[place].1, separator(lines[place].1));
    // Rows with a number and a word stand between the names and the first row of numbers.
    let mut place = lines[..row]
        .iter()
        .rposition(|(_, line)| !cells(line).iter().any(|cell| is_number(cell)))?;
    if is_below_head(place) && !is_units(place) && has_repetition(lines[place].1) {
        // `float,float`: types of the values, which `row` refuses with their line.
        place -= 1;
    }
    if is_below_head(place) && is_units(place) {
        place -= 1;
    }
    is_head(lines[place].1).then_some(place)
}

fn cells(line: &str) -> Vec<&str> {
    line.split(separator(line)).map(unquoted).collect()
}

/// Whether a line has a word twice, which names do not.
fn has_repetition(line: &str) -> bool {
    let cells = cells(line);
    let mut each = cells.iter().enumerate();
    each.any(|(place, cell)| !cell.is_empty() && cells[..place].contains(cell))
}

/// Whether each cell of a line is a number or empty, and at least one cell is a number.
fn is_row(line: &str) -> bool {
    let cells = cells(line);
    let is_empty = |cell: &str| matches!(cell, "" | "-" | "NA");
    cells.iter().all(|cell| is_number(cell) || is_empty(cell)) && cells.iter().any(|cell| is_number(cell))
}

fn is_number(cell: &str) -> bool {
    cell.replace(',', ".").parse::<f64>().is_ok() || clock::seconds(cell).is_some()
}

/// Whether a line has units: no cell is a number, and at least one cell is a unit.
fn has_units(line: &str, separator: char) -> bool {
    let cells = || {
        line.split(separator)
            .map(|cell| unquoted(cell).trim_matches(['[', ']', '(', ')']))
    };
    let is_unit = |cell: &str| unit::scale(cell).is_some() || clock::scale(cell).is_some();
    cells().all(|cell| !is_number(cell)) && cells().any(|cell| !cell.is_empty() && is_unit(cell))
}
