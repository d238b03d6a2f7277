//! The header of a table: columns of coordinates with their units, and words above the names.

use super::cell::cells;
use wishbone_compiler::front::units;

/// A side of the vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left, in the driver's view.
    Left,
    /// Right, in the driver's view.
    Right,
}

/// Header words of the column of names, in lower case, the surest first.
pub(super) const NAME_WORDS: &[&str] = &[
    "name",
    "hardpoint name",
    "point name",
    "hardpoint",
    "hard point",
    "hardpoints",
    "point",
    "points",
    "hp",
    "label",
    "joint",
    "description",
    "designation",
    "part",
    "id",
];

/// The meaning of a column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) axis: usize,
    pub(super) side: Option<Side>,
    /// Factor to metres; `None` if no unit is given.
    pub(super) factor: Option<f64>,
}

/// A line without the braces in which Adams/Car has its headers: `{hardpoint_name  x  y  z}`.
pub(super) fn unbraced(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix('{')
        .and_then(|line| line.strip_suffix('}'))
        .unwrap_or(line)
}

/// The words of a cell in lower case: `hardpoint name` for `Hardpoint_Name`.
pub(super) fn spaced(cell: &str) -> String {
    cell.to_lowercase().replace('_', " ")
}

/// Joins two words for one column in a header whose cells are separated by blanks: `hardpoint name`.
pub(super) fn join_name_words(cells: &mut Vec<String>) {
    let joined = |pair: &[String]| format!("{} {}", pair[0], pair[1]);
    let place = cells
        .windows(2)
        .position(|pair| NAME_WORDS.contains(&spaced(&joined(pair)).as_str()));
    if let Some(place) = place {
        cells[place] = joined(&cells[place..place + 2]);
        cells.remove(place + 1);
    }
}

/// The separator of a line: semicolon, tab or comma, in this order, or else spaces.
pub(super) fn separator(line: &str) -> char {
    [';', '\t', ',']
        .into_iter()
        .find(|mark| line.contains(*mark))
        .unwrap_or(' ')
}

/// A line is a header if it has a column for each of x, y, z.
pub(super) fn is_head(line: &str) -> bool {
    let line = unbraced(line);
    let cells = cells(line, separator(line));
    let has = |axis: usize| {
        cells
            .iter()
            .any(|cell| matches!(axis_of(cell), Some((found, ..)) if found == axis))
    };
    (0..3).all(has)
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
            "coord" | "coordinate" | "position" | "pos" | "loc" | "location" | "value" | "val" => {}
            word if unit.is_none() && axis.is_some() => unit = Some(word.to_owned()),
            _ => return None,
        }
    }
    axis.map(|axis| (axis, side, unit))
}

/// A column of coordinates; `None` for other columns.
pub(super) fn column(cell: &str) -> Result<Option<Column>, String> {
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

/// Units of length that a table may have, for messages.
pub(super) const UNITS: &str = "`mm`, `cm`, `m`, `in`, `ft`, or their names such as `millimeter`";

/// The factor from a unit of length to metres.
pub(super) fn unit(name: &str) -> Option<f64> {
    let name = name.trim().to_lowercase();
    let name = match name.as_str() {
        "inch" | "inches" | "\"" | "\u{201d}" | "\u{2033}" | "''" => "in",
        "millimetre" | "millimeter" | "millimetres" | "millimeters" => "mm",
        "centimetre" | "centimeter" | "centimetres" | "centimeters" => "cm",
        "metre" | "meter" | "metres" | "meters" => "m",
        "kilometre" | "kilometer" | "kilometres" | "kilometers" => "km",
        "foot" | "feet" => "ft",
        own => own,
    };
    let scale = units::lookup(name)?;
    (scale.dimension == units::LENGTH.dimension).then_some(scale.factor)
}
