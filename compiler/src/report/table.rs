//! Text in columns: aligned tables, wrapped lists and sentences.

/// Width of the lines of a report.
pub(super) const WIDTH: usize = 100;

/// A table whose first column is left-aligned and whose other columns are right-aligned; columns are as wide as
/// necessary.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
}

enum Row {
    Cells(Vec<String>),
    Rule,
}

impl Table {
    /// Adds a row.
    pub(super) fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(Row::Cells(cells.into_iter().map(Into::into).collect()));
    }

    /// Adds a horizontal line.
    pub(super) fn rule(&mut self) {
        self.rows.push(Row::Rule);
    }

    /// The table as text, with a line break after each row.
    pub(super) fn render(&self) -> String {
        let widths = self.widths();
        let across = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
        let mut text = String::new();
        for row in &self.rows {
            match row {
                Row::Rule => text.push_str(&"─".repeat(across)),
                Row::Cells(cells) => text.push_str(&aligned(cells, &widths)),
            }
            text.push('\n');
        }
        text
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths = Vec::new();
        for row in &self.rows {
            let Row::Cells(cells) = row else { continue };
            widths.resize(widths.len().max(cells.len()), 0);
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = cell.chars().count().max(*width);
            }
        }
        widths
    }
}

const GAP: &str = "  ";

fn aligned(cells: &[String], widths: &[usize]) -> String {
    let cell = |(column, (cell, &width)): (usize, (&String, &usize))| match column {
        0 => format!("{cell:<width$}"),
        _ => format!("{cell:>width$}"),
    };
    let cells: Vec<String> = cells.iter().zip(widths).enumerate().map(cell).collect();
    cells.join(GAP).trim_end().to_owned()
}

/// A name cut to this number of letters, with a mark for the missing letters.
pub(super) fn elided(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    let kept: String = name.chars().take(letters - 1).collect();
    kept + "…"
}

/// Words after a heading, wrapped at [`WIDTH`]; further lines are indented to the first word.
pub(super) fn folded<T: AsRef<str>>(heading: &str, words: impl IntoIterator<Item = T>) -> String {
    let indent = heading.chars().count();
    let mut text = heading.to_owned();
    let mut column = indent;
    for (position, word) in words.into_iter().enumerate() {
        let length = word.as_ref().chars().count();
        if position > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else if position > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word.as_ref());
        column += length;
    }
    text.push('\n');
    text
}

/// Names with commas, as words to wrap.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<&str> = names.into_iter().collect();
    let last = names.len().saturating_sub(1);
    names
        .into_iter()
        .enumerate()
        .map(|(position, name)| format!("{name}{}", if position < last { "," } else { "" }))
        .collect()
}

/// A count with its noun in the singular or plural.
pub(super) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_end_with_their_last_letter() {
        let mut table = Table::default();
        table.row(["part", "add", "mul"]);
        table.rule();
        table.row(["a long one", "1", ""]);
        assert_eq!(
            table.render(),
            "part        add  mul\n────────────────────\na long one    1\n"
        );
    }

    #[test]
    fn long_lists_are_folded_under_their_first_word() {
        let names = vec!["twenty-nine letters together"; 5];
        let text = folded("bodies  ", listed(names));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(
            text.lines().count() == 2 && text.lines().skip(1).all(|line| line.starts_with("        t")),
            "{text}"
        );
    }

    #[test]
    fn a_long_name_keeps_its_beginning() {
        assert_eq!(elided("front_left.knuckle", 11), "front_left…");
        assert_eq!(elided("knuckle", 7), "knuckle");
    }
}
