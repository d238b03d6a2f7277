//! A table of points as text: separators, header, units, corners, comments.

use super::blocks;
use super::cell::{Decimal, Number, cells, number};
pub use super::head::Side;
use super::head::{Column, NAME_WORDS, column, is_head, join_name_words, separator, spaced, unbraced, unit};
use super::names::{self, Axle};
use wishbone_compiler::front::suggest;

/// A named point as in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Line of the table, from 1 on.
    pub line: usize,
    /// The name as written.
    pub name: String,
    /// The axle in the table's column of corners, if it has one.
    pub axle: Option<Axle>,
    /// The side of its columns, or in the column of corners, if they have one.
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
    /// A unit of the file that is not known, in words.
    pub unknown_unit: Option<String>,
    /// The axle that the file tells for all of its points, with the line.
    pub axle: Option<(Axle, usize)>,
    /// Where the names stand, in words, if another column may have them.
    pub names: Option<String>,
    /// What was recognised.
    pub notes: Vec<String>,
}

/// Largest number of points of a table.
const MOST_ROWS: usize = 10_000;
/// Number of lines in which the header is searched.
const HEAD_LINES: usize = 20;
/// Header words of a column of corners, in lower case.
const CORNER_WORDS: &[&str] = &[
    "corner", "side", "axle", "end", "wheel", "symmetry", "position", "location",
];

/// Header words of a column that may also mean the end of an arm, in lower case.
const VAGUE_WORDS: &[&str] = &["end", "position", "location"];

/// Reads a table.
///
/// # Errors
/// All mistakes of the table, a line each.
pub fn read(text: &str) -> Result<Sheet, Vec<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line)).collect();
    let block = blocks::points(&lines);
    if let Some(block) = &block {
        lines.clone_from(&block.lines);
    }
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
    let head_line = unbraced(lines[head].1);
    let separator = separator(head_line);
    let mut reading = Reading {
        separator,
        columns: Vec::new(),
        corners: Vec::new(),
        sheet: Sheet::default(),
        bare: None,
        with_unit: None,
        decimals: Vec::new(),
        mistakes: Vec::new(),
    };
    for (number, line) in &lines[..head] {
        reading.sheet.notes.push(format!(
            "line {number} before the header is passed over: `{}`",
            line.trim()
        ));
    }
    let mut body = &lines[head + 1..];
    let name = reading.header(lines[head].0, head_line, body);
    if let Some(block) = block {
        reading.sheet.notes.extend(block.notes);
        (reading.sheet.unknown_unit, reading.sheet.axle) = (block.unknown, block.axle);
        if let Some((factor, unit)) = block.length {
            reading.in_unit(factor);
            reading
                .sheet
                .notes
                .push(format!("lengths in {unit}, as `[UNITS]` says"));
        }
    }
    if !reading.mistakes.is_empty() {
        return Err(reading.mistakes);
    }
    if let Some((_, line)) = body.first()
        && reading.unit_row(line)
    {
        body = &body[1..];
    }
    if body.len() > MOST_ROWS {
        return Err(vec![format!("it has more than {MOST_ROWS} rows")]);
    }
    reading.check_corners(body, name);
    for (number, line) in body {
        reading.row(*number, line, name);
    }
    reading.finish()
}

/// A table while it is read.
struct Reading {
    separator: char,
    columns: Vec<Option<Column>>,
    /// Positions of the columns of corners, each with its word in the header.
    corners: Vec<(usize, String)>,
    sheet: Sheet,
    /// First line with a number, other than zero, that has no unit.
    bare: Option<usize>,
    /// First line with a unit in a cell of a column without unit.
    with_unit: Option<usize>,
    /// First cell with each decimal sign, with its line.
    decimals: Vec<(Decimal, usize, String)>,
    mistakes: Vec<String>,
}

impl Reading {
    /// Gives columns without a unit the unit of the file.
    fn in_unit(&mut self, factor: f64) {
        for column in self.columns.iter_mut().flatten() {
            column.factor.get_or_insert(factor);
        }
    }

    /// Reads the header, and returns the position of the column of names.
    fn header(&mut self, number: usize, line: &str, body: &[(usize, &str)]) -> usize {
        let mut cells = cells(line, self.separator);
        if self.separator == ' ' {
            join_name_words(&mut cells);
        }
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
                let word = NAME_WORDS.iter().position(|word| *word == spaced(cell));
                if let Some(word) = word.filter(|word| name.is_none_or(|(before, _)| *word < before)) {
                    name = Some((word, place));
                }
                if CORNER_WORDS.contains(&cell.to_lowercase().as_str()) {
                    self.corners.push((place, cell.clone()));
                }
                self.sheet.notes.push(not_used(cell));
            }
            self.columns.push(column);
        }
        let name = name.map_or_else(|| self.column_of_names(body), |(_, place)| place);
        self.corners.retain(|(place, _)| *place != name);
        self.sheet.notes.retain(|note| *note != not_used(&cells[name]));
        let is_other = |place: &usize| *place != name && self.columns[*place].is_none() && !cells[*place].is_empty();
        let others: Vec<&str> = (0..cells.len())
            .filter(is_other)
            .map(|place| cells[place].as_str())
            .collect();
        self.sheet.names = (!others.is_empty()).then(|| {
            format!(
                "the names are those of column `{}`; if column {} has the names, write `name` above it",
                cells[name],
                suggest::quoted(&others)
            )
        });
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

    /// The column of names. If no column has a word for names in the header, it is, among the columns that may have
    /// names, the column with the most words of hardpoints; without such words, the first column.
    fn column_of_names(&self, body: &[(usize, &str)]) -> usize {
        let rows: Vec<Vec<String>> = body.iter().map(|(_, line)| cells(line, self.separator)).collect();
        let known = |place: usize| {
            let cells = rows.iter().filter_map(|row| row.get(place));
            cells.filter(|cell| names::tells_a_point(cell)).count()
        };
        let is_corner = |place: usize| self.corners.iter().any(|(own, _)| *own == place);
        let free = (0..self.columns.len()).filter(|place| self.columns[*place].is_none() && !is_corner(*place));
        let best = free.rev().max_by_key(|place| known(*place));
        best.unwrap_or(0)
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

    /// Keeps the columns of corners in which each word means an axle or a side. A column such as `position` has to name
    /// a side, or axles that have wheel centres: otherwise its words may name the ends of an arm.
    fn check_corners(&mut self, body: &[(usize, &str)], name: usize) {
        let rows: Vec<Vec<String>> = body.iter().map(|(_, line)| cells(line, self.separator)).collect();
        let is_told = |(place, word): &(usize, String)| {
            // The name and the corner of each row that has one.
            let told: Option<Vec<_>> = rows
                .iter()
                .filter_map(|row| row.get(name).zip(row.get(*place)))
                .filter(|(_, cell)| !cell.is_empty())
                .map(|(name, cell)| Some((name, names::corner(cell)?)))
                .collect();
            let Some(told) = told else { return false };
            let has_side = told.iter().any(|(_, (_, side))| side.is_some());
            let is_named = |axle: &Axle| told.iter().any(|(_, (own, _))| *own == Some(*axle));
            let has_wheel = |axle: Axle| {
                told.iter()
                    .any(|(name, (own, _))| *own == Some(axle) && names::is_wheel(name))
            };
            let mut axles = [Axle::Front, Axle::Rear].into_iter().filter(is_named);
            let is_vague = VAGUE_WORDS.contains(&word.to_lowercase().as_str());
            !is_vague || has_side || axles.all(has_wheel)
        };
        self.corners.retain(is_told);
        let used: Vec<String> = self.corners.iter().map(|(_, word)| not_used(word)).collect();
        self.sheet.notes.retain(|note| !used.contains(note));
    }

    /// The axle and the side of a row, by its columns of corners.
    fn corner(&mut self, number: usize, name: &str, cells: &[String]) -> (Option<Axle>, Option<Side>) {
        let (mut axle, mut side) = (None, None);
        for (place, _) in &self.corners {
            let Some((own_axle, own_side)) = cells.get(*place).and_then(|cell| names::corner(cell)) else {
                continue;
            };
            let is_apart = axle
                .zip(own_axle)
                .is_some_and(|(one, other): (Axle, Axle)| one != other)
                || side
                    .zip(own_side)
                    .is_some_and(|(one, other): (Side, Side)| one != other);
            if is_apart {
                self.mistakes
                    .push(format!("line {number} `{name}`: its columns tell different corners"));
            }
            (axle, side) = (axle.or(own_axle), side.or(own_side));
        }
        (axle, side)
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
        let corner = self.corner(number, &text, &cells);
        for side in [None, Some(Side::Left), Some(Side::Right)] {
            self.point((number, &text), &cells, side, corner);
        }
    }

    /// Reads the point of a side. A side without any number has no point.
    fn point(
        &mut self,
        (number, name): (usize, &str),
        cells: &[String],
        side: Option<Side>,
        (axle, side_of_row): (Option<Axle>, Option<Side>),
    ) {
        let mut at = [None; 3];
        let mut is_there = false;
        for (place, column) in self.columns.clone().iter().enumerate() {
            let Some(column) = column.as_ref().filter(|own| own.side == side) else {
                continue;
            };
            let cell = cells.get(place).map_or("", String::as_str);
            is_there |= !cell.is_empty();
            at[column.axis] = match self.length(number, cell, column.factor) {
                Some(length) => Some(length),
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
                    axle,
                    side: side.or(side_of_row),
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

    /// The length in a cell [m], or the number in the cell if neither cell nor column has a unit.
    fn length(&mut self, line: usize, cell: &str, factor: Option<f64>) -> Option<f64> {
        let Number { value, unit, decimal } = number(cell, self.separator)?;
        // `0.0` stands among `1,5` as well.
        if let Some(decimal) = decimal
            && value != 0.0
            && !self.decimals.iter().any(|(own, ..)| *own == decimal)
        {
            self.decimals.push((decimal, line, cell.to_owned()));
        }
        match (factor, unit) {
            (None, Some(_)) => self.with_unit = self.with_unit.or(Some(line)),
            (None, None) if value != 0.0 => self.bare = self.bare.or(Some(line)),
            _ => {}
        }
        Some(value * unit.or(factor).unwrap_or(1.0))
    }

    fn finish(mut self) -> Result<Sheet, Vec<String>> {
        if self.mistakes.is_empty() && self.sheet.rows.is_empty() {
            self.mistakes.push("it has no points".to_owned());
        }
        let columns: Vec<&Column> = self.columns.iter().flatten().collect();
        let has_units = columns.iter().all(|column| column.factor.is_some());
        if !has_units && columns.iter().any(|column| column.factor.is_some()) {
            self.mistakes
                .push("some columns of coordinates have a unit and some have none: give it to all of them".to_owned());
        }
        if let (Some(with), Some(bare)) = (self.with_unit, self.bare) {
            self.mistakes.push(format!(
                "line {with} has a unit in a cell, and line {bare} has none: give it to all of them, or in the header"
            ));
        }
        if let [(_, first, one), (_, second, other), ..] = self.decimals.as_slice() {
            self.mistakes.push(format!(
                "line {first} has `{one}` and line {second} `{other}`: decimals want either points or commas"
            ));
        }
        self.sheet.has_units = has_units || self.with_unit.is_some();
        match self.mistakes.is_empty() {
            true => Ok(self.sheet),
            false => Err(self.mistakes),
        }
    }
}

fn is_comment(line: &str) -> bool {
    let line = line.trim();
    let empty = line.trim_matches([',', ';', '\t', ' ']).is_empty();
    empty || ["#", "//", "!", "%", "$"].iter().any(|mark| line.starts_with(mark))
}

/// A note about a column that is passed over.
fn not_used(word: &str) -> String {
    format!("column `{word}` is not used")
}

#[cfg(test)]
mod tests {
    use super::{Axle, Side, read};

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
            "name,x,y,z\nlca_front,120 mm,41.05cm,-0.112 m\n",
            "name;x [mm];y [mm];z [mm]\nlca_front;12 cm;410,5;-112\n",
            "name;x [um];y [um];z [um]\nlca_front;120.000,0;410.500,0;-112.000,0\n",
            "name;x [um];y [um];z [um]\nlca_front;120,000.0;410,500.0;-112,000.0\n",
            "name\tx [um]\ty [um]\tz [um]\nlca_front\t0,120e6\t0,4105e6\t-0,112e6\n",
            "name,x [um],y [um],z [um]\nlca_front,\"120,000.00\",\"410,500.00\",\"-112,000.00\"\n",
            "name;x [um];y [um];z [um]\nlca_front;120'000;410\u{202f}500;-112 000\n",
            "corner,name,x [mm],y [mm],z [mm]\nFL,lca_front,120,410.5,-112\n",
            "hardpoint name,symmetry,x_value [mm],y_val [mm],Z Value (mm)\nlca_front,left/right,120,410.5,-112\n",
            "hardpoint name   symmetry   x_value_mm  y_value_mm  z_value_mm\nlca_front   left/right   120  410.5  -112\n",
            "$----hardpoints\n[HARDPOINT]\n{hardpoint_name  symmetry  x_mm  y_mm  z_mm}\n'lca_front'  'left/right'  120  410.5  -112\n",
            "point;x [mm];y [mm];z [mm]\n'lca_front';'120';410.5;-112\n",
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

    /// A mark for inches is no quotation mark.
    #[test]
    fn inches_have_a_mark() {
        for text in [
            "name,x [\"],y [\"],z [\"]\nlca_front,4.5,16,-4\n",
            "name,\"x [\"\"]\",\"y [\"\"]\",\"z [\"\"]\"\nlca_front,4.5,16,-4\n",
            "name,x,y,z\nlca_front,4.5\",16\",-4\"\n",
            "name,x [\u{2033}],y (in),z_in\nlca_front,4.5,16,-4\n",
        ] {
            let sheet = read(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
            let at = sheet.rows[0].at;
            for (found, wanted) in at.iter().zip([0.1143, 0.4064, -0.1016]) {
                assert!((found - wanted).abs() < 1e-12, "{text}: {at:?}");
            }
        }
    }

    /// A column of corners gives axle and side. A column with other words is not used.
    #[test]
    fn corners_have_a_column() {
        let text = "corner,side,point,x [mm],y [mm],z [mm]\nFL,bush,a,1,2,3\nRear right,,a,4,-5,6\n,x,a,7,8,9\n";
        let sheet = read(text).expect("a table");
        let found: Vec<_> = sheet.rows.iter().map(|row| (row.axle, row.side)).collect();
        let wanted = [
            (Some(Axle::Front), Some(Side::Left)),
            (Some(Axle::Rear), Some(Side::Right)),
            (None, None),
        ];
        assert_eq!(found, wanted);
        assert_eq!(sheet.notes, ["column `side` is not used"]);
        let text = "corner,side,point,x [mm],y [mm],z [mm]\nFL,right,a,1,2,3\n";
        assert_eq!(
            read(text).expect_err("two corners"),
            ["line 2 `a`: its columns tell different corners"]
        );
    }

    /// The end of an arm is not taken for an axle: an axle has a wheel centre.
    #[test]
    fn a_column_of_ends_is_no_column_of_corners() {
        let text = "name,position,x [mm],y [mm],z [mm]\nLCA,front,1,2,3\nLCA,rear,4,5,6\nwheel centre,,7,8,9\n";
        let front = (Some(Axle::Front), None);
        let left = (Some(Axle::Front), Some(Side::Left));
        for (text, wanted, notes) in [
            (text.to_owned(), (None, None), 1),
            (text.replace("position", "end"), (None, None), 1),
            (text.replace("position", "axle"), front, 0),
            (text.replace("LCA,front", "LCA,FL"), left, 0),
            (
                text.to_owned() + "wheel centre,front,7,8,9\nhub centre,rear,7,8,9\n",
                front,
                0,
            ),
        ] {
            let sheet = read(&text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
            assert_eq!((sheet.rows[0].axle, sheet.rows[0].side), wanted, "{text}");
            assert_eq!(sheet.notes.len(), notes, "{text}: {:?}", sheet.notes);
        }
    }

    /// The column of names is the column with words of hardpoints, whatever its header is; a word for names in the
    /// header counts first.
    #[test]
    fn names_stand_in_any_column() {
        for (text, wanted) in [
            (
                "No,Description,x,y,z\nP1,lca front,1,2,3\nP2,hub centre,1,2,3\n",
                "lca front",
            ),
            (
                "Nr,Remark,Text,x,y,z\nP1,bush,lca front,1,2,3\nP2,,hub centre,1,2,3\n",
                "lca front",
            ),
            ("Nr,x,y,z,Text\n1,1,2,3,lca front\n2,1,2,3,hub centre\n", "lca front"),
            ("Text,Remark,x,y,z\nP1,new,1,2,3\nP2,old,1,2,3\n", "P1"),
            ("name,Remark,x,y,z\nP1,lca front,1,2,3\n", "P1"),
        ] {
            let sheet = read(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
            assert_eq!(sheet.rows[0].name, wanted, "{text}");
            assert!(sheet.names.is_some(), "{text}");
        }
        let sheet = read("name,x,y,z\nP1,1,2,3\n").expect("a table");
        assert_eq!(sheet.names, None);
        let sheet = read("name,Remark,x,y,z\nP1,lca front,1,2,3\n").expect("a table");
        assert_eq!(
            sheet.names.as_deref(),
            Some("the names are those of column `name`; if column `Remark` has the names, write `name` above it")
        );
    }

    /// A single quotation mark belongs to a name unless a second mark ends the cell.
    #[test]
    fn a_single_mark_is_a_letter() {
        let sheet = read("name,x [mm],y [mm],z [mm]\n'lca front,1'000,2,3\nO'Neill's hub,1,2,3\n").expect("a table");
        let found: Vec<(&str, f64)> = sheet.rows.iter().map(|row| (row.name.as_str(), row.at[0])).collect();
        assert_eq!(found, [("'lca front", 1.0), ("O'Neill's hub", 1e-3)]);
    }

    /// A zero shows no decimal sign.
    #[test]
    fn zeros_have_any_decimal_sign() {
        let sheet = read("name;x [mm];y [mm];z [mm]\na;410,5;0.0;3\n").expect("a table");
        assert_eq!(sheet.rows[0].at.map(|own| (1e4 * own).round()), [4105.0, 0.0, 30.0]);
    }

    /// A number that can be read in two ways is refused.
    #[test]
    fn decimals_have_one_sign_and_units_are_given_to_all() {
        for (text, words) in [
            (
                "name;x [mm];y [mm];z [mm]\na;410,5;1.234;3\n",
                "line 2 has `410,5` and line 2 `1.234`",
            ),
            ("name,x [mm],y [mm],z [mm]\na,\"1,234\",2,3\n", "`1,234` is no number"),
            (
                "name;x [mm];y [mm];z [mm]\na;1.23.456,0;2;3\n",
                "`1.23.456,0` is no number",
            ),
            ("name;x [mm];y [mm];z [mm]\na;12 34;2;3\n", "`12 34` is no number"),
            ("name;x [mm];y [mm];z [mm]\na;12 kg;2;3\n", "`12 kg` is no number"),
            (
                "name,x,y,z\na,1 mm,2 mm,0\nb,1,2 mm,3 mm\n",
                "line 2 has a unit in a cell, and line 3 has none",
            ),
        ] {
            let found = read(text).expect_err(words);
            assert!(found[0].contains(words), "{words}: {found:?}");
        }
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
