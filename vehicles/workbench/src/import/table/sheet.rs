//! A table of points as text: separators, header, units, decimal commas, comments.

use wishbone_compiler::front::units;

/// A side of the vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left, in the driver's view.
    Left,
    /// Right, in the driver's view.
    Right,
}

/// A named point as in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Line of the table, from 1 on.
    pub line: usize,
    /// The name as written.
    pub name: String,
    /// The side of its columns, if they have one.
    pub side: Option<Side>,
    /// Coordinates in the axes of the table [m], or in the table's numbers if no unit is given.
    pub at: [f64; 3],
}

/// The points of a table.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Its points, in order.
    pub rows: Vec<Row>,
    /// Whether its columns have units.
    pub has_units: bool,
    /// What was recognised.
    pub notes: Vec<String>,
}

/// Largest number of points of a table.
const MOST_ROWS: usize = 10_000;
/// Number of lines in which the header is searched.
const HEAD_LINES: usize = 20;
/// Header words of the column of names, in lower case, the surest first.
const NAME_WORDS: &[&str] = &[
    "name",
    "hardpoint",
    "hard point",
    "hardpoints",
    "point",
    "points",
    "hp",
    "label",
    "joint",
    "part",
    "id",
];

/// The meaning of a column.
#[derive(Clone, Debug)]
struct Column {
    axis: usize,
    side: Option<Side>,
    /// Factor to metres; `None` if no unit is given.
    factor: Option<f64>,
}

/// Reads a table.
///
/// # Errors
/// All mistakes of the table, a line each.
pub fn read(text: &str) -> Result<Sheet, Vec<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line)).collect();
    if lines.is_empty() {
        return Err(vec![
            "it is empty: it needs columns such as `name, x [mm], y [mm], z [mm]`".to_owned(),
        ]);
    }
    let head = lines.iter().take(HEAD_LINES).position(|(_, line)| is_head(line));
    let Some(head) = head else {
        let (number, line) = lines[0];
        return Err(vec![format!(
            "line {number}: `{}` is no header: it needs columns such as `name, x [mm], y [mm], z [mm]`",
            line.trim()
        )]);
    };
    let separator = separator(lines[head].1);
    let mut reading = Reading {
        separator,
        columns: Vec::new(),
        sheet: Sheet::default(),
        mistakes: Vec::new(),
    };
    for (number, line) in &lines[..head] {
        reading.sheet.notes.push(format!(
            "line {number} before the header is passed over: `{}`",
            line.trim()
        ));
    }
    let name = reading.header(lines[head].0, lines[head].1);
    if !reading.mistakes.is_empty() {
        return Err(reading.mistakes);
    }
    let mut body = &lines[head + 1..];
    if let Some((_, line)) = body.first()
        && reading.unit_row(line)
    {
        body = &body[1..];
    }
    if body.len() > MOST_ROWS {
        return Err(vec![format!("it has more than {MOST_ROWS} rows")]);
    }
    for (number, line) in body {
        reading.row(*number, line, name);
    }
    reading.finish()
}

/// A table while it is read.
struct Reading {
    separator: char,
    columns: Vec<Option<Column>>,
    sheet: Sheet,
    mistakes: Vec<String>,
}

impl Reading {
    /// Reads the header, and returns the position of the column of names.
    fn header(&mut self, number: usize, line: &str) -> usize {
        let cells = cells(line, self.separator);
        let mut name = None;
        for (place, cell) in cells.iter().enumerate() {
            let column = match column(cell) {
                Ok(found) => found,
                Err(mistake) => {
                    self.mistakes.push(format!("line {number}: {mistake}"));
                    None
                }
            };
            if column.is_none() && !cell.is_empty() {
                let word = NAME_WORDS.iter().position(|word| *word == cell.to_lowercase());
                if let Some(word) = word.filter(|word| name.is_none_or(|(before, _)| *word < before)) {
                    name = Some((word, place));
                }
                self.sheet.notes.push(format!("column `{cell}` is not used"));
            }
            self.columns.push(column);
        }
        // If no column has a word for names, the first one has the names.
        let name = name.map_or(0, |(_, place)| place);
        self.sheet
            .notes
            .retain(|note| *note != format!("column `{}` is not used", cells[name]));
        if self.columns[name].is_some() {
            self.mistakes
                .push(format!("line {number}: there is no column of names: call it `name`"));
        }
        for side in [None, Some(Side::Left), Some(Side::Right)] {
            let axes: Vec<usize> = self
                .columns
                .iter()
                .flatten()
                .filter(|own| own.side == side)
                .map(|own| own.axis)
                .collect();
            let word = side.map_or("", |side| {
                if side == Side::Left {
                    " of the left side"
                } else {
                    " of the right side"
                }
            });
            if axes.is_empty() {
                continue;
            }
            for (axis, letter) in ["x", "y", "z"].iter().enumerate() {
                match axes.iter().filter(|own| **own == axis).count() {
                    0 => self
                        .mistakes
                        .push(format!("line {number}: there is no column `{letter}`{word}")),
                    1 => {}
                    count => self.mistakes.push(format!(
                        "line {number}: {count} columns are `{letter}`{word}: leave one of them out"
                    )),
                }
            }
        }
        name
    }

    /// Reads a row of units, which some tables have below the header. Returns whether it is one.
    fn unit_row(&mut self, line: &str) -> bool {
        let cells = cells(line, self.separator);
        let factors: Option<Vec<f64>> = (self.columns.iter().zip(&cells))
            .filter(|(column, _)| column.is_some())
            .map(|(_, cell)| unit(cell.trim_matches(['[', ']', '(', ')'])))
            .collect();
        let Some(factors) = factors.filter(|factors| !factors.is_empty() && cells.len() >= self.columns.len()) else {
            return false;
        };
        for (column, factor) in self.columns.iter_mut().flatten().zip(factors) {
            column.factor = Some(factor);
        }
        true
    }

    fn row(&mut self, number: usize, line: &str, name: usize) {
        let mut cells = cells(line, self.separator);
        while cells.len() > self.columns.len() && cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        if cells.iter().all(String::is_empty) {
            return;
        }
        if cells.len() > self.columns.len() {
            let advice = if self.separator == ',' {
                ": decimal commas want semicolons or tabs between cells"
            } else {
                ""
            };
            self.mistakes.push(format!(
                "line {number} has {} cells, and the header {}{advice}",
                cells.len(),
                self.columns.len()
            ));
            return;
        }
        let text = cells.get(name).cloned().unwrap_or_default();
        let given = (self.columns.iter().zip(&cells)).any(|(column, cell)| column.is_some() && !cell.is_empty());
        if !given {
            self.sheet
                .notes
                .push(format!("line {number} `{text}` has no coordinates: taken as a heading"));
            return;
        }
        if text.is_empty() {
            self.mistakes.push(format!("line {number} has no name"));
            return;
        }
        for side in [None, Some(Side::Left), Some(Side::Right)] {
            self.point(number, &text, &cells, side);
        }
    }

    /// Reads the point of a side. A side without any number has no point.
    fn point(&mut self, number: usize, name: &str, cells: &[String], side: Option<Side>) {
        let mut at = [None; 3];
        let mut is_there = false;
        for (place, column) in self.columns.iter().enumerate() {
            let Some(column) = column.as_ref().filter(|own| own.side == side) else {
                continue;
            };
            let cell = cells.get(place).map_or("", String::as_str);
            is_there |= !cell.is_empty();
            at[column.axis] = match self.number(cell) {
                Some(value) => Some(value * column.factor.unwrap_or(1.0)),
                None if cell.is_empty() => None,
                None => {
                    self.mistakes
                        .push(format!("line {number} `{name}`: `{cell}` is no number"));
                    return;
                }
            };
        }
        if !is_there {
            return;
        }
        match at {
            [Some(x), Some(y), Some(z)] => {
                let row = Row {
                    line: number,
                    name: name.to_owned(),
                    side,
                    at: [x, y, z],
                };
                self.sheet.rows.push(row);
            }
            _ => {
                let lacking = ["x", "y", "z"].iter().zip(at).filter(|(_, value)| value.is_none());
                let lacking: Vec<&str> = lacking.map(|(letter, _)| *letter).collect();
                self.mistakes
                    .push(format!("line {number} `{name}` has no {}", lacking.join(", ")));
            }
        }
    }

    /// A number. It may have a decimal comma if commas are not separators.
    fn number(&self, cell: &str) -> Option<f64> {
        let cell = cell.replace('\u{2212}', "-");
        let text = if self.separator == ',' || cell.contains('.') {
            cell
        } else {
            cell.replacen(',', ".", 1)
        };
        text.parse().ok().filter(|value: &f64| value.is_finite())
    }

    fn finish(mut self) -> Result<Sheet, Vec<String>> {
        if self.mistakes.is_empty() && self.sheet.rows.is_empty() {
            self.mistakes.push("it has no points".to_owned());
        }
        let columns: Vec<&Column> = self.columns.iter().flatten().collect();
        self.sheet.has_units = columns.iter().all(|column| column.factor.is_some());
        if !self.sheet.has_units && columns.iter().any(|column| column.factor.is_some()) {
            self.mistakes
                .push("some columns of coordinates have a unit and some have none: give it to all of them".to_owned());
        }
        match self.mistakes.is_empty() {
            true => Ok(self.sheet),
            false => Err(self.mistakes),
        }
    }
}

fn is_comment(line: &str) -> bool {
    let line = line.trim();
    let empty = line.trim_matches([',', ';', '\t', ' ']).is_empty();
    empty || ["#", "//", "!", "%"].iter().any(|mark| line.starts_with(mark))
}

/// The separator of a line: semicolon, tab or comma, in this order, or else spaces.
fn separator(line: &str) -> char {
    [';', '\t', ',']
        .into_iter()
        .find(|mark| line.contains(*mark))
        .unwrap_or(' ')
}

/// A line is a header if it has a column for each of x, y, z.
fn is_head(line: &str) -> bool {
    let cells = cells(line, separator(line));
    let has = |axis: usize| {
        cells
            .iter()
            .any(|cell| matches!(axis_of(cell), Some((found, ..)) if found == axis))
    };
    (0..3).all(has)
}

/// The cells of a line, trimmed. A separator within quotation marks does not count.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            letter if letter == separator && !is_quoted => cells.push(String::new()),
            letter => {
                if let Some(cell) = cells.last_mut() {
                    cell.push(letter);
                }
            }
        }
    }
    let cells = cells.into_iter().map(|cell| cell.trim().to_owned());
    match separator {
        ' ' => cells.filter(|cell| !cell.is_empty()).collect(),
        _ => cells.collect(),
    }
}

/// The axis, the side and the unit in a cell of the header: `x`, `X [mm]`, `y_mm`, `left z (in)`, `x_right`.
fn axis_of(cell: &str) -> Option<(usize, Option<Side>, Option<String>)> {
    let (name, unit) = match cell.find(['[', '(', '/']) {
        Some(at) => (
            &cell[..at],
            Some(cell[at + 1..].trim_end_matches([']', ')']).trim().to_owned()),
        ),
        None => (cell, None),
    };
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower
        .split([' ', '_', '-', '.', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let (mut axis, mut side, mut unit) = (None, None, unit);
    for word in words {
        match word {
            "x" | "y" | "z" if axis.is_none() => axis = "xyz".find(word),
            "left" | "l" | "lh" => side = Some(Side::Left),
            "right" | "r" | "rh" => side = Some(Side::Right),
            "coord" | "coordinate" | "position" | "pos" | "loc" | "location" => {}
            word if unit.is_none() && axis.is_some() => unit = Some(word.to_owned()),
            _ => return None,
        }
    }
    axis.map(|axis| (axis, side, unit))
}

/// A column of coordinates; `None` for other columns.
fn column(cell: &str) -> Result<Option<Column>, String> {
    let Some((axis, side, name)) = axis_of(cell) else {
        return Ok(None);
    };
    let factor = match name {
        None => None,
        Some(name) => {
            let found = unit(&name);
            Some(found.ok_or_else(|| format!("`{cell}`: `{name}` is no unit of a length, such as `mm`, `m`, `in`"))?)
        }
    };
    Ok(Some(Column { axis, side, factor }))
}

/// The factor from a unit of length to metres.
pub fn unit(name: &str) -> Option<f64> {
    let name = name.trim().to_lowercase();
    let name = match name.as_str() {
        "inch" | "inches" => "in",
        "millimetre" | "millimeter" | "millimetres" | "millimeters" => "mm",
        "metre" | "meter" | "metres" | "meters" => "m",
        own => own,
    };
    let scale = units::lookup(name)?;
    (scale.dimension == units::LENGTH.dimension).then_some(scale.factor)
}

#[cfg(test)]
mod tests {
    use super::{Side, read};

    /// The same point in many notations.
    #[test]
    fn a_point_is_read_from_each_form() {
        for text in [
            "name,x [mm],y [mm],z [mm]\nlca_front,120,410.5,-112\n",
            "\u{feff}name;z [mm];y [mm];x [mm]\nlca_front;-112;410,5;120\n",
            "x_mm\ty_mm\tz_mm\tname\n120\t410,5\t-112\tlca_front\n",
            "# a comment\nFront axle\nPoint,X (cm),Y (cm),Z (cm)\n\nlca_front,12,41.05,-11.2\n// end\n",
            "name,x,y,z\n,mm,mm,mm\nlca_front,120,410.5,-112\n",
            "name x/mm y/mm z/mm\nlca_front 120 410.5 -112\n",
            "\"name\",\"x [m]\",\"y [m]\",\"z [m]\"\n\"lca_front\",\"0.12\",\"0.4105\",\"-0.112\"\n",
            "name;x [mm];y [mm];z [mm];remark\nlca_front;1,2e2;4105e-1;\u{2212}112;front bush\n",
        ] {
            let sheet = read(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
            assert!(sheet.has_units, "{text}");
            let [row] = sheet.rows.as_slice() else {
                panic!("{text}: {:?}", sheet.rows);
            };
            assert_eq!(row.name, "lca_front");
            for (found, wanted) in row.at.iter().zip([0.12, 0.4105, -0.112]) {
                assert!((found - wanted).abs() < 1e-12, "{text}: {row:?}");
            }
        }
    }

    #[test]
    fn columns_of_both_sides_are_two_points() {
        let text =
            "name,left x [mm],left y [mm],left z [mm],x_right_mm,y_right_mm,z_right_mm\na,1,2,3,1,-2,3\nb,4,5,6,,,\n";
        let sheet = read(text).expect("a table");
        let found: Vec<(&str, Option<Side>, f64)> = sheet
            .rows
            .iter()
            .map(|row| (row.name.as_str(), row.side, row.at[1]))
            .collect();
        let wanted = [
            ("a", Some(Side::Left), 2e-3),
            ("a", Some(Side::Right), -2e-3),
            ("b", Some(Side::Left), 5e-3),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn everything_wrong_is_told_at_once() {
        let text = "name,x [mm],y [mm],z [mm]\na,1,2,three\nb,1,2\n,1,2,3\nc,1,5,2,5,3\n";
        let found = read(text).expect_err("mistakes");
        let wanted = [
            "line 2 `a`: `three` is no number",
            "line 3 `b` has no z",
            "line 4 has no name",
            "line 5 has 6 cells, and the header 4: decimal commas want semicolons or tabs between cells",
        ];
        assert_eq!(found, wanted);
        let found = read("name,x [mm],y [kg],z [mm]\na,1,2,3\n").expect_err("a mistake");
        assert!(found[0].contains("`kg` is no unit of a length"), "{found:?}");
        let found = read("name,x,y\na,1,2\n").expect_err("a mistake");
        assert!(found[0].starts_with("line 1"), "{found:?}");
        assert!(read("").expect_err("a mistake")[0].contains("empty"));
    }
}
