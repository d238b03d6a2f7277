//! The result of a study as a table: columns with names, units and meaning.

use std::fmt::Write;

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `front_left.toe`
    pub name: String,
    /// Unit, SI; empty if it has none.
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
    /// The numbers of a column; none if there is no such column.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let place = self.columns.iter().position(|column| column.name == name)?;
        Some(self.rows.iter().map(|row| row[place]).collect())
    }

    /// Comma-separated values: names with units in the first line, numbers with all digits.
    pub fn csv(&self) -> String {
        let head = self.columns.iter().map(|column| match column.unit {
            "" => column.name.clone(),
            unit => format!("{} [{unit}]", column.name),
        });
        let mut text = head.collect::<Vec<String>>().join(",");
        text.push('\n');
        for row in &self.rows {
            let numbers = row.iter().map(ToString::to_string).collect::<Vec<String>>();
            let _ = writeln!(text, "{}", numbers.join(","));
        }
        text
    }
}
