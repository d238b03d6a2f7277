//! Findings as plain text.

use super::Comparison;
use crate::panels::{Curve, Panel, Scale};
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
        for (place, found) in self.known() {
            let design = &self.designs[place];
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
        for (place, found) in self.known() {
            for panel in &found.panels {
                let columns = columns(panel);
                let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
                if rows == 0 {
                    continue;
                }
                let _ = writeln!(text, "\n{}, {}: {}", self.designs[place], self.name(), panel.title);
                let row = |of: &dyn Fn(&Column) -> String| {
                    let cells: Vec<String> = columns
                        .iter()
                        .map(|column| format!("{:>COLUMN$}", of(column)))
                        .collect();
                    cells.join(" ") + "\n"
                };
                text.push_str(&row(&|column| column.head.clone()));
                for place in 0..rows {
                    let cell = |column: &Column| column.cells.get(place).copied().flatten();
                    text.push_str(&row(&|column| cell(column).map_or_else(String::new, number)));
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
                let value = self.values(subject, name, unit).first().copied().flatten();
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
                let values = self.values(subject, name, unit);
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

/// A column of a panel as text; a cell is `None` where a curve has no value.
struct Column {
    head: String,
    cells: Vec<Option<f64>>,
}

/// The columns of a panel: the places, then the value of each curve there. Curves without common places have their own columns of
/// places. Dots that mark a point of a curve are left out.
fn columns(panel: &Panel) -> Vec<Column> {
    let is_mark = |curve: &&Curve| curve.name.is_empty() && curve.points.len() == 1;
    let mut curves: Vec<&Curve> = panel.curves.iter().filter(|curve| !is_mark(curve)).collect();
    if curves.is_empty() {
        curves = panel.curves.iter().collect();
    }
    let rows = |curve: &Curve| -> Vec<(f64, f64)> {
        let every = (curve.points.len() / ROWS).max(1);
        curve.points.iter().copied().step_by(every).collect()
    };
    let places = |curve: &Curve| Column {
        head: panel.x.clone(),
        cells: rows(curve).iter().map(|point| Some(point.0)).collect(),
    };
    let column = |curve: &Curve, cells: Vec<Option<f64>>| Column {
        head: curve.name.clone(),
        cells,
    };
    let own = |curve: &Curve| column(curve, rows(curve).iter().map(|point| Some(point.1)).collect());
    let Some(widest) = curves
        .iter()
        .copied()
        .reduce(|one, other| match width_of(other) > width_of(one) {
            true => other,
            false => one,
        })
    else {
        return Vec::new();
    };
    if curves.iter().all(|curve| has_places_of(curve, widest)) {
        return std::iter::once(places(widest))
            .chain(curves.iter().map(|curve| own(curve)))
            .collect();
    }
    let is_common = panel.scale != Scale::Equal && curves.iter().all(|curve| is_within(curve, widest));
    match is_common {
        true => {
            let at = |curve: &&Curve| rows(widest).iter().map(|point| value_at(curve, point.0)).collect();
            std::iter::once(places(widest))
                .chain(curves.iter().map(|curve| column(curve, at(curve))))
                .collect()
        }
        false => curves.iter().flat_map(|curve| [places(curve), own(curve)]).collect(),
    }
}

/// Distance of the ends of a curve.
fn width_of(curve: &Curve) -> f64 {
    let ends = curve.points.first().zip(curve.points.last());
    ends.map_or(-1.0, |(first, last)| (last.0 - first.0).abs())
}

fn has_places_of(curve: &Curve, other: &Curve) -> bool {
    let places = |curve: &Curve| curve.points.iter().map(|point| point.0.to_bits()).collect::<Vec<_>>();
    places(curve) == places(other)
}

/// Whether places of a curve run in one direction within those of the widest one, and meet one of them or are as wide as a row.
fn is_within(curve: &Curve, widest: &Curve) -> bool {
    let x = |curve: &Curve| curve.points.iter().map(|point| point.0).collect::<Vec<_>>();
    let (own, all) = (x(curve), x(widest));
    let is_one_way = |x: &[f64]| x.is_sorted_by(|a, b| a < b) || x.is_sorted_by(|a, b| a > b);
    let ends = all.first().copied().zip(all.last().copied());
    let Some((one, other)) = ends.filter(|_| is_one_way(&own) && is_one_way(&all)) else {
        return false;
    };
    let slack = 1e-9 * (other - one).abs();
    let (low, high) = (one.min(other) - slack, one.max(other) + slack);
    let is_inside = own.iter().all(|x| (low..=high).contains(x));
    let is_wide = ROWS as f64 * width_of(curve) >= width_of(widest);
    is_inside && (is_wide || own.iter().all(|x| all.contains(x)))
}

/// Value of a curve at a place, between points by linear interpolation; `None` outside of the curve.
fn value_at(curve: &Curve, x: f64) -> Option<f64> {
    if let Some(point) = curve.points.iter().find(|point| point.0 == x) {
        return Some(point.1);
    }
    let pairs = curve.points.iter().zip(curve.points.iter().skip(1));
    let mut around = pairs.filter(|(one, other)| (one.0 - x) * (other.0 - x) < 0.0);
    let ((x0, y0), (x1, y1)) = around.next()?;
    Some(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
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
