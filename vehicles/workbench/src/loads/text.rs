//! Load cases as text and as a table of comma-separated values.

use super::{Found, Loads, Row};
use std::fmt::Write;
use wishbone_studies::table::quoted;

/// Force below which a row is a pure moment: the force would be zero in the printed decimals [N].
const NO_FORCE: f64 = 0.05;

impl Loads {
    /// Loads of the wheels, the greatest force at each hardpoint with its case (the greatest moment if there is no
    /// force), and all forces of the cases named in `shown`.
    pub fn text(&self, shown: &[String]) -> String {
        let mut text = format!("loads: {}\n", self.conditions);
        self.wheel_text(&mut text);
        self.greatest_text(&mut text);
        for case in self.cases.iter().filter(|case| shown.contains(&case.case)) {
            case.text(&mut text);
        }
        for case in &self.cases {
            if let Some(reason) = &case.failed {
                let _ = writeln!(text, "{} is not carried: {reason}", case.case);
            }
        }
        for note in &self.notes {
            let _ = writeln!(text, "{note}");
        }
        let left = self.cases.iter().map(|case| case.out_of_balance).fold(0.0, f64::max);
        if self.cases.iter().any(|case| case.failed.is_none()) {
            let _ = writeln!(text, "largest force out of balance {left:.1e} N");
        }
        text
    }

    fn wheel_text(&self, text: &mut String) {
        let width = self.cases.iter().map(|case| case.case.len()).max().unwrap_or(0).max(4);
        let wheel_width = self.wheels.iter().map(String::len).max().unwrap_or(0);
        let _ = writeln!(
            text,
            "\n{:width$}  {:wheel_width$} {:>12} {:>10} {:>10} {:>10}",
            "case", "wheel", "travel [mm]", "Fx [N]", "Fy [N]", "Fz [N]"
        );
        for case in &self.cases {
            for (place, (wheel, name)) in case.wheels.iter().zip(&self.wheels).enumerate() {
                let case = if place == 0 { case.case.as_str() } else { "" };
                let [x, y, z] = wheel.force;
                let _ = writeln!(
                    text,
                    "{case:width$}  {name:wheel_width$} {:>12.2} {:>10.1} {:>10.1} {:>10.1}",
                    rounded(1e3 * wheel.travel, 2),
                    rounded(x, 1),
                    rounded(y, 1),
                    rounded(z, 1)
                );
            }
        }
    }

    /// Greatest force on each part at each hardpoint over all cases.
    fn greatest_text(&self, text: &mut String) {
        let mut greatest: Vec<(&Row, &str)> = Vec::new();
        let rows = self
            .cases
            .iter()
            .flat_map(|case| case.rows.iter().map(|row| (row, case.case.as_str())));
        for (row, case) in rows.filter(|(row, _)| row.kind != "weight") {
            let is_same = |(other, _): &&mut (&Row, &str)| {
                (&other.point, other.kind, &other.part) == (&row.point, row.kind, &row.part)
            };
            match greatest.iter_mut().find(is_same) {
                Some(known) if is_greater(row, known.0) => *known = (row, case),
                Some(_) => {}
                None => greatest.push((row, case)),
            }
        }
        text.push_str("\ngreatest force at each hardpoint over all cases, vehicle axes\n");
        let rows: Vec<&Row> = greatest.iter().map(|(row, _)| *row).collect();
        table(&rows, text, Some(&|place| greatest[place].1));
    }

    /// All forces of all cases: names with units in the first line, numbers with all digits.
    pub fn csv(&self) -> String {
        let mut text = "case,point,kind,part".to_owned();
        for (name, unit) in [
            ("declared_", "m"),
            ("", "m"),
            ("f", "N"),
            ("m", "N*m"),
            ("part_f", "N"),
            ("part_m", "N*m"),
        ] {
            for axis in ["x", "y", "z"] {
                let _ = write!(text, ",{name}{axis} [{unit}]");
            }
        }
        text.push('\n');
        for case in &self.cases {
            for row in &case.rows {
                let names = [&case.case, &row.point, row.kind, &row.part].map(quoted);
                text.push_str(&names.join(","));
                let numbers = [
                    row.declared,
                    row.place,
                    row.force,
                    row.moment,
                    row.part_force,
                    row.part_moment,
                ];
                for number in numbers.as_flattened() {
                    // Adding zero removes the sign of zero.
                    let _ = write!(text, ",{}", number + 0.0);
                }
                text.push('\n');
            }
        }
        text
    }
}

impl Found {
    fn text(&self, text: &mut String) {
        let _ = writeln!(text, "\n{}: {}", self.case, self.doc);
        table(&self.rows.iter().collect::<Vec<_>>(), text, None);
    }
}

impl Row {
    /// Name in a table. A wheel has several rows on its carrier, so its kind is added.
    fn label(&self) -> String {
        match self.kind {
            "drive torque" => format!("{} drive torque", self.point),
            "weight" if self.point != self.kind => format!("{} weight", self.point),
            _ => self.point.clone(),
        }
    }
}

/// A number rounded to a number of decimals; zero has no sign.
fn rounded(number: f64, decimals: i32) -> f64 {
    let factor = 10f64.powi(decimals);
    (factor * number).round() / factor + 0.0
}

/// Whether the force of a row exceeds the force of another row. Of two rows without forces, the moments are compared.
fn is_greater(one: &Row, other: &Row) -> bool {
    let forces = [one, other].map(|row| size(row.force));
    match forces.iter().all(|force| *force < NO_FORCE) {
        true => size(one.moment) > size(other.moment),
        false => forces[0] > forces[1],
    }
}

fn size(vector: [f64; 3]) -> f64 {
    vector.iter().map(|part| part * part).sum::<f64>().sqrt()
}

/// Rows of forces and moments; if `case` is given, each row has the name of a case.
fn table<'a>(rows: &[&Row], text: &mut String, case: Option<&dyn Fn(usize) -> &'a str>) {
    let width = |of: &dyn Fn(&Row) -> usize| rows.iter().map(|row| of(row)).max().unwrap_or(0).max(6);
    let (point, part) = (width(&|row| row.label().len()), width(&|row| row.part.len()));
    let _ = write!(text, "{:point$}  {:part$} {:>10}", "point", "on", "|F| [N]");
    for head in ["Fx", "Fy", "Fz", "Mx [N m]", "My", "Mz"] {
        let _ = write!(text, " {head:>9}");
    }
    text.push_str(if case.is_some() { "  case\n" } else { "\n" });
    for (place, row) in rows.iter().enumerate() {
        let _ = write!(
            text,
            "{:point$}  {:part$} {:>10.1}",
            row.label(),
            row.part,
            size(row.force)
        );
        for number in [row.force, row.moment].as_flattened() {
            let _ = write!(text, " {:>9.1}", rounded(*number, 1));
        }
        match case {
            Some(case) => {
                let _ = writeln!(text, "  {}", case(place));
            }
            None => text.push('\n'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loads(rows: &[(&str, [f64; 3], [f64; 3])]) -> Loads {
        let case = |(case, force, moment): &(&str, [f64; 3], [f64; 3])| Found {
            case: (*case).to_owned(),
            rows: vec![Row {
                point: "column".to_owned(),
                kind: "revolute",
                part: "shaft".to_owned(),
                force: *force,
                moment: *moment,
                ..Row::default()
            }],
            ..Found::default()
        };
        Loads {
            cases: rows.iter().map(case).collect(),
            ..Loads::default()
        }
    }

    /// If no case has a force, the case of the greatest moment is named. Any force comes before a moment.
    #[test]
    fn the_greatest_of_pure_moments_is_named() {
        let greatest = |rows: &[(&str, [f64; 3], [f64; 3])]| -> String {
            let text = loads(rows).text(&[]);
            let line = text.lines().find(|line| line.starts_with("column")).unwrap_or_default();
            line.split_whitespace().last().unwrap_or_default().to_owned()
        };
        let small = ("small", [2e-9, 0.0, 0.0], [1.0, 0.0, 0.0]);
        let large = ("large", [1e-9, 0.0, 0.0], [0.0, -80.0, 0.0]);
        assert_eq!(greatest(&[small, large]), "large");
        assert_eq!(greatest(&[large, small]), "large");
        assert_eq!(greatest(&[large, ("push", [5.0, 0.0, 0.0], [0.0; 3])]), "push");
    }

    /// A name with a comma is one cell.
    #[test]
    fn names_are_quoted_in_tables() {
        let table = loads(&[("kerb, left \"hard\"", [1.0, 0.0, 0.0], [0.0; 3])]).csv();
        let row = table.lines().nth(1).unwrap_or_default();
        assert!(
            row.starts_with("\"kerb, left \"\"hard\"\"\",column,revolute,shaft,0,"),
            "{row}"
        );
    }
}
