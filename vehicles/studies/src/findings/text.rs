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
            // Subjects with equal figures stand beside each other.
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
                let _ = write!(
                    text,
                    " {:>column$}",
                    value.map_or_else(|| "-".to_owned(), |value| number_in(value, unit))
                );
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
                    let shown = value.map_or_else(|| "-".to_owned(), |value| number_in(value, unit));
                    let _ = write!(text, " {shown:>column$}");
                    if place > 0 {
                        let difference = value.zip(values[0]).map(|(own, first)| difference(own, first));
                        let shown = difference.map_or_else(|| "-".to_owned(), |apart| signed(apart, unit));
                        let _ = write!(text, " {shown:>COLUMN$}");
                    }
                }
                text.push('\n');
            }
        }
    }
}

/// A column of a panel as text; a cell is `None` if a curve has no value.
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

/// Whether the places of a curve run in one direction within the places of the widest curve. In addition, they must
/// meet one of those places or extend over at least one row.
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

/// Size below which a computed number is zero except for rounding; the second size is for compliances and for numbers
/// in SI units.
const NOTHING: [f64; 2] = [1e-9, 1e-15];
/// Least power of ten that is not written.
const SMALL: i32 = -3;

/// A number with six significant digits. A small number has a power of ten, unless it is zero except for rounding.
pub fn number(value: f64) -> String {
    number_in(value, "")
}

/// The number of a figure in a unit. Compliances in SI units are small.
pub fn number_in(value: f64, unit: &str) -> String {
    let is_small = unit == "SI" || unit.contains("/N") || unit.contains("/(N");
    match value.abs() < NOTHING[usize::from(is_small)] {
        true => "0".to_owned(),
        false => given_number(value),
    }
}

/// A given number, which has no rounding: printed like [`number`], and zero only if it is exactly zero.
pub fn given_number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    // The power of ten after rounding: for 0.0999999999 it is -1.
    let small = format!("{value:.5e}");
    let power = small.rsplit_once('e').and_then(|(_, power)| power.parse::<i32>().ok());
    match power {
        Some(power) if power >= SMALL => {
            let digits = (5 - power).max(0) as usize;
            format!("{value:.digits$}")
        }
        _ => small,
    }
}

/// Part of a number below which a difference is rounding.
const ROUNDING: f64 = 1e-9;

/// Difference of a number from the first number; zero if it is rounding.
fn difference(own: f64, first: f64) -> f64 {
    let apart = own - first;
    match apart.abs() > ROUNDING * own.abs().max(first.abs()) {
        true => apart,
        false => 0.0,
    }
}

/// The number of a figure in a unit, with its sign.
fn signed(value: f64, unit: &str) -> String {
    let text = number_in(value, unit);
    match value > 0.0 && text != "0" {
        true => format!("+{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{difference, given_number, number, number_in, signed};

    #[test]
    fn numbers_have_six_digits() {
        let texts = [0.0, 1e-10, 0.001_234_567, 12.345_678, -43_210.98, 2e7].map(number);
        assert_eq!(texts, ["0", "0", "0.00123457", "12.3457", "-43211.0", "20000000"]);
        assert_eq!(
            [0.5, -0.5, 1e-13].map(|value| signed(value, "")),
            ["+0.500000", "-0.500000", "0"]
        );
    }

    /// A compliance in SI units: read again, it is the number that was printed.
    #[test]
    fn small_numbers_have_six_digits_too() {
        assert_eq!(number(5.660_123_4e-7), "5.66012e-7");
        assert_eq!(number(-4.348_111_9e-9), "-4.34811e-9");
        assert_eq!([0.099_999_99, 9.999_999e-4].map(number), ["0.100000", "0.00100000"]);
        for k in 0..300 {
            let value = 1.234_567_8 * 10f64.powf(0.05 * f64::from(k) - 11.0);
            let read: f64 = number_in(value, "m/N").parse().expect("a number");
            assert!((read / value - 1.0).abs() < 5e-6, "{value} {read}");
        }
    }

    #[test]
    fn given_numbers_are_written_however_small() {
        assert_eq!(
            [1e-12, -2.5e-20, 0.0, 1500.0].map(given_number),
            ["1.00000e-12", "-2.50000e-20", "0", "1500.00"]
        );
        assert_eq!([number_in(4e-11, "SI"), number_in(4e-11, "m")], ["4.00000e-11", "0"]);
    }

    #[test]
    fn a_difference_of_rounding_is_none() {
        assert_eq!(difference(0.1 + 0.2, 0.3), 0.0);
        assert_eq!(difference(3e-7, 1e-7), 2e-7);
    }
}
