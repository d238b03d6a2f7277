//! Findings as plain text.

use super::Comparison;
use std::fmt::Write;

/// Width of a column of numbers.
const COLUMN: usize = 13;
/// Number of rows into which a curve is divided.
const ROWS: usize = 9;

impl Comparison<'_> {
    /// The figures as text. One design has a column for each subject. Several designs have a column each, and the differences from
    /// the first.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.name(), self.conditions());
        match self.designs.len() {
            1 => self.alone(&mut text),
            _ => self.side_by_side(&mut text),
        }
        for (design, found) in self.designs.iter().zip(&self.findings) {
            let verdict = std::iter::once(&found.verdict.words).filter(|words| !words.is_empty());
            for note in verdict.chain(&found.notes) {
                let _ = match self.designs.len() {
                    1 => writeln!(text, "{note}"),
                    _ => writeln!(text, "{design}: {note}"),
                };
            }
        }
        text
    }

    /// The curves of every panel at a few places.
    pub fn curves(&self) -> String {
        let mut text = String::new();
        for found in self.findings.iter().zip(self.designs) {
            let (found, design) = found;
            for panel in &found.panels {
                let Some(first) = panel.curves.first() else {
                    continue;
                };
                let _ = writeln!(text, "\n{design}, {}: {}", self.name(), panel.title);
                let _ = write!(text, "{:>COLUMN$}", panel.x);
                for curve in &panel.curves {
                    let _ = write!(text, " {:>COLUMN$}", curve.name);
                }
                text.push('\n');
                let every = (first.points.len() / ROWS).max(1);
                for row in (0..first.points.len()).step_by(every) {
                    let _ = write!(text, "{:>COLUMN$}", number(first.points[row].0));
                    for curve in &panel.curves {
                        let value = curve.points.get(row).map(|point| point.1);
                        let _ = write!(text, " {:>COLUMN$}", value.map_or_else(String::new, number));
                    }
                    text.push('\n');
                }
            }
        }
        text
    }

    fn alone(&self, text: &mut String) {
        let mut subjects = self.subjects().into_iter().peekable();
        while let Some(first) = subjects.next() {
            let figures = self.figures(first);
            // Subjects with the same figures stand beside each other.
            let mut block = vec![first];
            while let Some(next) = subjects.next_if(|next| !first.is_empty() && self.figures(next) == figures) {
                block.push(next);
            }
            for block in block.chunks(4) {
                self.block(block, &figures, text);
            }
        }
    }

    fn block(&self, subjects: &[&str], figures: &[(&str, &'static str)], text: &mut String) {
        let width = width(figures);
        let columns: Vec<usize> = subjects.iter().map(|name| name.chars().count().max(COLUMN)).collect();
        text.push('\n');
        if subjects.iter().any(|subject| !subject.is_empty()) {
            let _ = write!(text, "{:width$}", "");
            for (subject, column) in subjects.iter().zip(&columns) {
                let _ = write!(text, " {subject:>column$}");
            }
            text.push('\n');
        }
        for (name, unit) in figures {
            let _ = write!(text, "{:width$}", titled(name, unit));
            for (subject, column) in subjects.iter().zip(&columns) {
                let value = self.values(subject, name).first().copied().flatten();
                let _ = write!(text, " {:>column$}", value.map_or_else(|| "-".to_owned(), number));
            }
            text.push('\n');
        }
    }

    fn side_by_side(&self, text: &mut String) {
        for subject in self.subjects() {
            let figures = self.figures(subject);
            let width = width(&figures).max(subject.chars().count());
            let columns: Vec<usize> = self
                .designs
                .iter()
                .map(|name| name.chars().count().max(COLUMN))
                .collect();
            let _ = write!(text, "\n{subject:width$}");
            for (place, (design, column)) in self.designs.iter().zip(&columns).enumerate() {
                let _ = write!(text, " {design:>column$}");
                if place > 0 {
                    let _ = write!(text, " {:>COLUMN$}", "difference");
                }
            }
            text.push('\n');
            for (name, unit) in figures {
                let _ = write!(text, "{:width$}", titled(name, unit));
                let values = self.values(subject, name);
                for (place, (value, column)) in values.iter().zip(&columns).enumerate() {
                    let _ = write!(text, " {:>column$}", value.map_or_else(|| "-".to_owned(), number));
                    if place > 0 {
                        let difference = value.zip(values[0]).map(|(own, first)| own - first);
                        let _ = write!(text, " {:>COLUMN$}", difference.map_or_else(|| "-".to_owned(), signed));
                    }
                }
                text.push('\n');
            }
        }
    }
}

fn width(figures: &[(&str, &str)]) -> usize {
    let widths = figures.iter().map(|(name, unit)| titled(name, unit).chars().count());
    widths.max().unwrap_or(0).max(20)
}

fn titled(name: &str, unit: &str) -> String {
    match unit {
        "" => name.to_owned(),
        unit => format!("{name} [{unit}]"),
    }
}

/// A number with six significant digits, and no more than six after the point.
pub fn number(value: f64) -> String {
    let size = value.abs().max(1e-9).log10().floor() as i32;
    let digits = (5 - size).clamp(0, 6) as usize;
    let text = format!("{value:.digits$}");
    match text
        .trim_start_matches('-')
        .bytes()
        .all(|byte| matches!(byte, b'0' | b'.'))
    {
        true => "0".to_owned(),
        false => text,
    }
}

/// The number with its sign.
fn signed(value: f64) -> String {
    let text = number(value);
    match value > 0.0 && text != "0" {
        true => format!("+{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{number, signed};

    #[test]
    fn numbers_have_six_digits() {
        let texts = [0.0, 1e-9, 0.001_234_567, 12.345_678, -43_210.98, 2e7].map(number);
        assert_eq!(texts, ["0", "0", "0.001235", "12.3457", "-43211.0", "20000000"]);
        assert_eq!([0.5, -0.5, 1e-12].map(signed), ["+0.500000", "-0.500000", "0"]);
    }
}
