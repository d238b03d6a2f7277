//! The result of a study as a table: columns with names, units and meaning.

use std::fmt::Write;

/// A cell of comma-separated values, in quotation marks if it contains a comma, a quotation mark or a line break (RFC 4180).
pub fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `front_left.toe`
    pub name: String,
    /// Unit, SI; empty for none.
    pub unit: &'static str,
}

/// A table of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// Rows, each with a number for every column.
    pub rows: Vec<Vec<f64>>,
}

impl Table {
    /// An empty table. A column with a name that already exists is called `output.NAME`, so that all names differ.
    pub fn of(columns: Vec<Column>) -> Self {
        let mut own = Self::default();
        for mut column in columns {
            while own.columns.iter().any(|earlier| earlier.name == column.name) {
                column.name.insert_str(0, "output.");
            }
            own.columns.push(column);
        }
        own
    }

    /// The numbers of a column; `None` if there is no such column.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let place = self.columns.iter().position(|column| column.name == name)?;
        Some(self.rows.iter().map(|row| row[place]).collect())
    }

    /// Comma-separated values: names with units in the first line, then numbers with all digits. The cell of a number that is not
    /// finite is empty.
    pub fn csv(&self) -> String {
        let head = self.columns.iter().map(|column| match column.unit {
            "" => quoted(&column.name),
            unit => quoted(&format!("{} [{unit}]", column.name)),
        });
        let mut text = head.collect::<Vec<String>>().join(",");
        text.push('\n');
        for row in &self.rows {
            let cell = |number: &f64| match number.is_finite() {
                true => number.to_string(),
                false => String::new(),
            };
            let numbers = row.iter().map(cell).collect::<Vec<String>>();
            let _ = writeln!(text, "{}", numbers.join(","));
        }
        text
    }
}
