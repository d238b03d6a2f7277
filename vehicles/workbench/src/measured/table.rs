//! A table of measured values, separated by commas, or by semicolons or tabs if decimals have commas.
//!
//! The first line names the columns with their units in brackets: `yaw_rate [deg/s]`, `ay (g)`. The units may also be in the second
//! line. Lines that begin with `#` are ignored, and so are lines about the record before the names ([`Head`]). An empty cell has no value.
//! A cell may be a time of day ([`clock`]).

mod clock;
mod head;

use crate::unit;
use head::Head;
use wishbone_compiler::front::units::Scale;
use wishbone_studies::likeness::Measured;

/// Number of mistakes that are reported one by one.
const MOST_MISTAKES: usize = 20;

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name as written.
    pub name: String,
    /// Its unit as written; `None` without a unit.
    pub unit: Option<String>,
    /// Factor to SI and dimension; none without a unit.
    pub scale: Option<Scale>,
    /// Mistakes in its unit and its cells, with their lines. They matter only to users of the column.
    faults: Mistakes,
}

/// A table of measured values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Values by row; NaN for an empty cell.
    pub rows: Vec<Vec<f64>>,
    /// Line of each row, from 1 on.
    lines: Vec<usize>,
}

/// Mistakes in a table, a line each.
#[derive(Clone, Debug, Default, PartialEq)]
struct Mistakes {
    told: Vec<String>,
    more: usize,
}

impl Mistakes {
    fn add(&mut self, line: usize, told: impl std::fmt::Display) {
        match self.told.len() < MOST_MISTAKES {
            true => self.told.push(format!("line {line}: {told}")),
            false => self.more += 1,
        }
    }

    fn finish<T>(mut self, done: T) -> Result<T, String> {
        if self.more > 0 {
            self.told.push(format!("and {} mistakes more", self.more));
        }
        match self.told.is_empty() {
            true => Ok(done),
            false => Err(self.told.join("\n")),
        }
    }
}

impl Table {
    /// The table of a text.
    ///
    /// # Errors
    /// All mistakes, one in a line, each with the line of the text. Mistakes of a column are reported where it is used
    /// ([`Table::sound`]).
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}');
        let is_told = |(_, line): &(usize, &str)| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(is_told).collect();
        let Some(head) = Head::of(&lines) else {
            return Err(
                "line 1: it is empty: the first line names columns such as `time [s],yaw_rate [deg/s]`".to_owned(),
            );
        };
        let (first, separator) = (head.line, head.separator);
        let mut mistakes = Mistakes::default();
        let mut own = Self::default();
        for (name, unit) in head.columns {
            if !name.is_empty() && own.columns.iter().any(|column| column.name == name) {
                mistakes.add(
                    first,
                    format_args!("`{name}` stands in two columns: leave one of them out"),
                );
            }
            let scale = unit
                .as_deref()
                .and_then(|unit| clock::scale(unit).or_else(|| unit::scale(unit)));
            let mut faults = Mistakes::default();
            if let (Some(unit), None) = (&unit, scale) {
                faults.add(first, format_args!("`{name}`: there is no unit `{unit}`"));
            }
            own.columns.push(Column {
                name,
                unit,
                scale,
                faults,
            });
        }
        for &(line, row) in &lines[head.rows..] {
            if let Some(row) = own.row((line, row), separator, &mut mistakes) {
                own.rows.push(row);
                own.lines.push(line);
            }
        }
        if own.rows.is_empty() && mistakes.told.is_empty() {
            mistakes.add(first, "there are no rows below the names of the columns");
        }
        mistakes.finish(own)
    }

    fn row(&mut self, (line, text): (usize, &str), separator: char, mistakes: &mut Mistakes) -> Option<Vec<f64>> {
        let cells: Vec<&str> = text.split(separator).map(unquoted).collect();
        let count = self.columns.len();
        if cells.iter().skip(count).any(|cell| !cell.is_empty()) {
            let hint = match separator {
                ',' if is_decimal(&cells, count) => ": decimal commas want semicolons between cells",
                _ => ": the names of all columns stand above the first row",
            };
            mistakes.add(line, format_args!("{} cells for {count} columns{hint}", cells.len()));
            return None;
        }
        let mut row = vec![f64::NAN; count];
        for ((value, column), cell) in row.iter_mut().zip(&mut self.columns).zip(&cells) {
            if matches!(*cell, "" | "NaN" | "nan" | "NA" | "-" | "\u{2212}") {
                continue;
            }
            // The minus sign of word processors is no hyphen.
            let cell = &cell.replace('\u{2212}', "-");
            let point = match separator {
                ',' => cell.clone(),
                _ => cell.replace(',', "."),
            };
            match point.parse().ok().filter(|value: &f64| value.is_finite()) {
                Some(number) => *value = number,
                None => match clock::seconds(cell) {
                    Some(seconds) => {
                        // A time of day has its unit in itself.
                        let scale = *column.scale.get_or_insert(clock::SECOND);
                        column.unit.get_or_insert_with(|| "s".to_owned());
                        *value = seconds / scale.factor;
                        if scale.dimension != clock::SECOND.dimension {
                            column.faults.add(line, format_args!("`{cell}` is a time of day"));
                        }
                    }
                    None => column.faults.add(line, format_args!("`{cell}` is no number")),
                },
            }
        }
        Some(row)
    }

    /// Line of a row in the text, from 1 on.
    pub fn line(&self, row: usize) -> usize {
        self.lines[row]
    }

    /// An error if a column has mistakes: all of them.
    pub fn sound(&self, column: usize) -> Result<(), String> {
        self.columns[column].faults.clone().finish(())
    }

    /// Position of the column with this name, with names compared by [`key`].
    pub fn find(&self, name: &str) -> Option<usize> {
        let wanted = key(name);
        self.columns.iter().position(|column| key(&column.name) == wanted)
    }

    /// Values of a column over the values of another column, both in SI by these factors. Rows in which one of them is missing
    /// are left out.
    pub fn curve(&self, x: (usize, f64), y: (usize, f64)) -> Measured {
        let points = self.rows.iter().map(|row| (x.1 * row[x.0], y.1 * row[y.0]));
        let (x, y) = points.filter(|(x, y)| x.is_finite() && y.is_finite()).unzip();
        Measured { x, y }
    }

    /// The table in ascending order of a column; descending rows are reversed.
    ///
    /// # Errors
    /// Returns an error if the column both ascends and descends, or if a value is missing or repeated: all such lines.
    pub fn ascending(mut self, column: usize) -> Result<Self, String> {
        let values: Vec<f64> = self.rows.iter().map(|row| row[column]).collect();
        let descends = values.first() > values.last();
        let name = &self.columns[column].name;
        let mut mistakes = Mistakes::default();
        for (value, line) in values.iter().zip(&self.lines) {
            if value.is_nan() {
                mistakes.add(*line, format_args!("there is no `{name}`"));
            }
        }
        for (pair, line) in values.windows(2).zip(&self.lines[1..]) {
            let goes_on = if descends { pair[1] < pair[0] } else { pair[1] > pair[0] };
            if !goes_on && !pair[0].is_nan() && !pair[1].is_nan() {
                let way = match pair[1] == pair[0] {
                    true => "stays",
                    false if descends => "goes forth again",
                    false => "goes back",
                };
                mistakes.add(*line, format_args!("`{name}` {way}: {} after {}", pair[1], pair[0]));
            }
        }
        if descends {
            self.rows.reverse();
            self.lines.reverse();
        }
        mistakes.finish(self)
    }
}

/// Key of a name for comparison: without capitals, spaces, hyphens and dots.
pub fn key(name: &str) -> String {
    let letters = name.trim().chars().map(|letter| match letter {
        ' ' | '-' | '.' | '/' => '_',
        letter => letter,
    });
    letters.flat_map(char::to_lowercase).collect()
}

fn unquoted(cell: &str) -> &str {
    cell.trim().trim_matches('"').trim()
}

/// `yaw_rate [deg/s]`, `yaw_rate (deg/s)`
fn name_and_unit(cell: &str) -> (String, Option<String>) {
    let cell = unquoted(cell);
    for (open, close) in [('[', ']'), ('(', ')')] {
        if let Some(inner) = cell.strip_suffix(close)
            && let Some((name, unit)) = inner.split_once(open)
        {
            return (name.trim().to_owned(), Some(unit.trim().to_owned()));
        }
    }
    (cell.to_owned(), None)
}

/// Whether commas within decimals explain that a row has more cells than columns: all cells are numbers, and there are
/// at most twice as many cells as columns.
fn is_decimal(cells: &[&str], columns: usize) -> bool {
    cells.len() <= 2 * columns && cells.iter().all(|cell| cell.is_empty() || cell.parse::<f64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_in_their_forms() {
        for text in [
            "time [s],ay [g]\n0,0.5\n1,\n2,-0.25\n",
            "\u{feff}# a device\ntime [s];ay (g)\n0;0,5\n1;\n2;-0,25\n\n",
            "time\tay\ns\tg\n0\t0.5\n1\tNaN\n2\t-0,25\n",
            "\"time [s]\",\"ay [g]\"\r\n0,0.5\r\n1,\r\n2,-0.25\r\n",
        ] {
            let read = Table::read(text).unwrap_or_else(|told| panic!("{text}: {told}"));
            assert_eq!([0, 1].map(|k| read.columns[k].name.as_str()), ["time", "ay"]);
            let scale = read.columns[1].scale.expect("a unit");
            let curve = read.curve((0, 1.0), (1, scale.factor));
            assert_eq!(
                (curve.x, curve.y),
                (vec![0.0, 2.0], vec![0.5 * 9.806_65, -0.25 * 9.806_65])
            );
            assert_eq!(read.find("AY"), Some(1));
        }
    }

    #[test]
    fn all_mistakes_are_told_with_their_lines() {
        let text = "time [s],a [furlong],b,b\n0,1,2,3\n1,x,2,3\n2,1,2,3,4\n";
        let told = Table::read(text).expect_err("it is wrong");
        for part in [
            "line 1: `b` stands in two columns",
            "line 4: 5 cells for 4 columns: decimal commas",
        ] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        // Mistakes in a column matter only to users of the column.
        let read = Table::read("time [s],a [furlong],b [m]\n0,1,2\n1,x,3\n").expect("a table");
        let told = read.sound(1).expect_err("it is wrong");
        for part in ["line 1: `a`: there is no unit `furlong`", "line 3: `x` is no number"] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        assert_eq!((read.sound(0), read.sound(2), read.rows.len()), (Ok(()), Ok(()), 2));
        assert!(Table::read("").expect_err("it is empty").contains("it is empty"));
        assert!(Table::read("time [s]\n").expect_err("it is empty").contains("no rows"));
    }

    /// Tables of data loggers: lines about the record above the names, units below them, quotation marks, empty lines.
    #[test]
    fn lines_about_the_record_are_passed_over() {
        let record = "\"Format\",\"MoTeC CSV File\",,,\"Workbook\",\"\"\n\"Venue\",\"A track, wet\",,,\"Worksheet\",\"\"\n\
            \"Log Date\",\"29/11/2026\",,,\"Origin Time\",\"0.000\",\"s\"\n\"Sample Rate\",\"50.000\",\"Hz\",,,\n\n";
        for text in [
            format!(
                "{record}\"Time\",\"G Force Lat\",\"Lap\"\n\"s\",\"g\",\"\"\n\n\"0.0\",\"0.5\",\"1\"\n\"0.5\",\"-0.25\",\"1\"\n"
            ),
            format!("# logger\n{record}Time [s],G Force Lat [g],Lap\n0,0.5,1\n0.5,-0.25,1\n"),
            "Device: X\nDate: today; wet\nTime;G Force Lat;Lap\n[s];[g];\n0;0,5;1\n0,5;-0,25;1\n".to_owned(),
        ] {
            let read = Table::read(&text).unwrap_or_else(|told| panic!("{text}: {told}"));
            let names: Vec<&str> = read.columns.iter().map(|own| own.name.as_str()).collect();
            assert_eq!(names, ["Time", "G Force Lat", "Lap"], "{text}");
            let factor = read.columns[1].scale.expect("a unit").factor;
            let curve = read.curve((0, 1.0), (1, factor));
            assert_eq!(curve.x, [0.0, 0.5]);
            assert_eq!(curve.y, [0.5 * 9.806_65, -0.25 * 9.806_65]);
        }
        // Rows with words, names that are units, and types below the units.
        for text in [
            "Logger X\ntime [s],yaw_rate [deg/s],note\n0,0,start\n1,1,\n",
            "Logger 7;wet\ntime [s],yaw_rate [deg/s],lap\n0,0,A\n1,1,B\n2,2,\n",
            "Logger X\ntime,g\n0,0\n1,1\n",
            "time,g\ns,deg/s\nfloat,float\n0,0\n1,1\n",
        ] {
            let read = Table::read(text).unwrap_or_else(|told| panic!("{text}: {told}"));
            assert_eq!(read.columns[0].name, "time", "{text}");
            assert_eq!(read.curve((0, 1.0), (1, 1.0)).x[..2], [0.0, 1.0], "{text}");
            let told = read.sound(0).err();
            let wanted = text
                .contains("float")
                .then(|| "line 3: `float` is no number".to_owned());
            assert_eq!(told, wanted, "{text}");
        }
        // A row that begins with a word belongs to the table.
        let read = Table::read("time [s],mark\n0,start\n1,\n2,end\n").expect("a table");
        assert_eq!((read.columns[0].name.as_str(), read.rows.len()), ("time", 3));
        let told = Table::read("time [s]\n0,1\n1,2,3\n").expect_err("too many cells");
        assert!(
            told.contains("line 2: 2 cells for 1 columns: decimal commas")
                && told.contains("line 3: 3 cells for 1 columns: the names of all columns stand above the first row"),
            "{told}"
        );
    }

    /// A time of day is converted to seconds, both with any unit of time and without a unit.
    #[test]
    fn times_of_day_are_read() {
        for head in ["time", "time [s]", "time (hh:mm:ss.fff)", "time [min]"] {
            let text = format!("{head},a [m]\n01:02:03.5,1\n01:02:04,2\n");
            let read = Table::read(&text).unwrap_or_else(|told| panic!("{text}: {told}"));
            assert_eq!(read.sound(0), Ok(()), "{head}");
            let factor = read.columns[0].scale.expect("a unit").factor;
            let found = read.curve((0, factor), (1, 1.0)).x;
            assert!(
                (found[0] - 3723.5).abs() < 1e-9 && (found[1] - 3724.0).abs() < 1e-9,
                "{head}: {found:?}"
            );
        }
        let read = Table::read("time [s],a [m]\n0,00:01\n1,2\n").expect("a table");
        assert!(
            read.sound(1)
                .expect_err("a time")
                .contains("line 2: `00:01` is a time of day")
        );
    }

    #[test]
    fn times_go_on() {
        let ascending = |text: &str| Table::read(text).expect("a table").ascending(0);
        let told = ascending("t [s],a\n0,1\n2,1\n1,1\n1,1\n,2\n3,1\n").expect_err("it goes back");
        for part in [
            "line 4: `t` goes back: 1 after 2",
            "line 5: `t` stays: 1 after 1",
            "line 6: there is no `t`",
        ] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        let turned = ascending("z [mm],a\n2,5\n1,6\n-1,7\n").expect("it descends");
        assert_eq!(turned.curve((0, 1.0), (1, 1.0)).y, [7.0, 6.0, 5.0]);
    }
}
