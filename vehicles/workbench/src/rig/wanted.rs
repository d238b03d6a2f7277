//! Wanted figures over travel, and the coordinates that may change, as written by a user.

use super::movable::{AXES, Movable};
use crate::problem::Problem;
use crate::vehicle::wheel;
use wishbone_compiler::front::suggest;
use wishbone_compiler::model::Hardpoint;
use wishbone_studies::characteristics::{Asked, Characteristic, Subject, Survey};
use wishbone_studies::fit::Free;
use wishbone_studies::sensitivity::Coordinate;

/// Wanted figures with their values [SI].
pub struct Wanted {
    /// The figures.
    pub survey: Survey,
    /// Their values, in the order of the survey.
    pub values: Vec<f64>,
}

/// A column of the table: its figure, and the factor from its unit to SI.
type Head = (Characteristic, Subject, f64);

/// Largest number of rows of a table. Each row is a position of the rig for every design that is tried.
const MOST_ROWS: usize = 2000;

/// Largest number in a table, in its unit: beyond the size of every figure.
const GREATEST: f64 = 1e9;

/// Reads the table, with commas between its cells, or semicolons if decimals have commas. It has a column `travel [mm]`, and one
/// for each figure, such as `toe [deg]` or `rear_left.tyre.toe [deg]`. An empty cell means that no value is wanted.
pub fn curves(text: &str, file: &str, design: &mut Movable) -> Result<Wanted, Problem> {
    let mut mistakes = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((_, head)) = lines.next() else {
        return Err(Problem::Misuse(format!(
            "{file} is empty: it needs columns such as `travel [mm],toe [deg]`"
        )));
    };
    let separator = if head.contains(';') { ';' } else { ',' };
    let columns: Vec<&str> = head.split(separator).map(|cell| name_and_unit(cell).0).collect();
    for (place, name) in columns.iter().enumerate() {
        if !name.is_empty() && columns[..place].contains(name) {
            mistakes.push(format!("`{name}` stands in two columns: leave one of them out"));
        }
    }
    let mut travel_column = None;
    let mut heads: Vec<Option<Head>> = Vec::new();
    for (place, cell) in head.split(separator).enumerate() {
        let (name, unit) = name_and_unit(cell);
        let read = match name {
            "travel" => {
                travel_column = Some((place, length_unit(unit).unwrap_or(1e-3)));
                match length_unit(unit) {
                    Some(_) => Ok(None),
                    None => Err(format!("`{}`: travel is in mm or m", cell.trim())),
                }
            }
            name => figure(name, unit, design).map(Some),
        };
        heads.push(read.unwrap_or_else(|mistake| {
            mistakes.push(mistake);
            None
        }));
    }
    let Some((travel_column, travel_factor)) = travel_column else {
        mistakes.push("there is no column `travel [mm]`".to_owned());
        return Err(told(file, &mistakes));
    };
    let mut wanted = Wanted {
        survey: Survey {
            steering: design.steering,
            ..Survey::default()
        },
        values: Vec::new(),
    };
    for (row, (number, line)) in lines.enumerate() {
        if row == MOST_ROWS {
            mistakes.push(format!(
                "line {number}: there are more than {MOST_ROWS} rows; leave some out"
            ));
            break;
        }
        let written: Vec<&str> = line.split(separator).map(str::trim).collect();
        if written.len() > heads.len() {
            mistakes.push(format!(
                "line {number} has {} cells, `{}` beyond the {} columns: decimal commas want semicolons between cells",
                written.len(),
                written[heads.len()],
                heads.len()
            ));
            continue;
        }
        let cells: Vec<Option<f64>> = written
            .into_iter()
            .map(|cell| match cell {
                "" => None,
                cell => {
                    let point = if separator == ';' {
                        cell.replace(',', ".")
                    } else {
                        cell.to_owned()
                    };
                    let read = point.parse().ok().filter(|value: &f64| value.is_finite());
                    match read {
                        None => mistakes.push(format!("line {number}: `{cell}` is no number")),
                        Some(value) if value.abs() > GREATEST => {
                            mistakes.push(format!("line {number}: `{cell}` is beyond {GREATEST:e}"));
                        }
                        Some(_) => {}
                    }
                    read
                }
            })
            .collect();
        let Some(travel) = cells.get(travel_column).copied().flatten() else {
            mistakes.push(format!("line {number} has no travel"));
            continue;
        };
        let station = wanted.survey.travel.len();
        if wanted.survey.travel.contains(&(travel_factor * travel)) {
            mistakes.push(format!("line {number}: the travel {travel} is given already"));
        }
        wanted.survey.travel.push(travel_factor * travel);
        for (head, cell) in heads.iter().zip(&cells) {
            if let (Some((characteristic, subject, factor)), Some(value)) = (head, cell) {
                wanted.values.push(factor * value);
                wanted.survey.asked.push(Asked {
                    characteristic: *characteristic,
                    subject: *subject,
                    station,
                });
            }
        }
    }
    if mistakes.is_empty() && wanted.values.is_empty() {
        mistakes.push("it wants no figure".to_owned());
    }
    match mistakes.is_empty() {
        true => Ok(wanted),
        false => Err(told(file, &mistakes)),
    }
}

fn told(file: &str, mistakes: &[String]) -> Problem {
    Problem::Misuse(format!("{file}: {}", mistakes.join("\n  ")))
}

/// `toe [deg]`
fn name_and_unit(cell: &str) -> (&str, &str) {
    let cell = cell.trim().trim_matches('"');
    match cell.split_once('[') {
        Some((name, unit)) => (name.trim(), unit.trim_end_matches(']').trim()),
        None => (cell, ""),
    }
}

fn length_unit(unit: &str) -> Option<f64> {
    match unit {
        "mm" => Some(1e-3),
        "m" => Some(1.0),
        _ => None,
    }
}

fn figure(name: &str, unit: &str, design: &mut Movable) -> Result<Head, String> {
    let (wheel, word) = match name.rsplit_once('.') {
        Some((wheel, word)) => (Some(wheel), word),
        None => (None, name),
    };
    let known = Characteristic::ALL.map(Characteristic::word);
    let found = Characteristic::ALL.into_iter().find(|own| own.word() == word);
    let Some(characteristic) = found else {
        let advice = suggest::advice(word, &known).unwrap_or_default();
        return Err(format!("there is no figure `{word}`; {advice}"));
    };
    let place = match wheel {
        Some(name) => wheel::named(design.names().wheels, name)?,
        None => design.wheel,
    };
    let subjects = design.subjects(place);
    let fits = Survey::new(&[0.0], design.steering, &subjects, &[characteristic]);
    let Some(asked) = fits.asked.first() else {
        return Err(format!("this vehicle has no `{word}` there"));
    };
    let (shown, factor) = characteristic.shown();
    let si = match shown {
        "deg" => "rad",
        "deg/m" => "rad/m",
        "mm" => "m",
        "N/mm" => "N/m",
        other => other,
    };
    match unit {
        unit if unit == shown => Ok((characteristic, asked.subject, 1.0 / factor)),
        unit if unit == si => Ok((characteristic, asked.subject, 1.0)),
        _ if shown.is_empty() => Err(format!("`{name}` has no unit, and not `{unit}`")),
        _ => Err(format!("`{name}` is in `{shown}` or `{si}`: write `{name} [{shown}]`")),
    }
}

/// Name of a point, its axis, and bounds relative to the declared coordinate [m]: `front_left.tie_inner.z=+-10 mm`,
/// `tie_inner.z=-5..20 mm`.
pub fn bounds(text: &str) -> Result<(&str, usize, [f64; 2]), Problem> {
    let mistake = |reason: &str| {
        Problem::Misuse(format!(
            "`--free {text}`: {reason}; write such as `front_left.tie_inner.z=+-10 mm` or `..=-5..20 mm`"
        ))
    };
    let (name, bounds) = text.split_once('=').ok_or_else(|| mistake("there are no bounds"))?;
    let (point, letter) = name
        .trim()
        .rsplit_once('.')
        .ok_or_else(|| mistake("there is no axis"))?;
    let axis = AXES.iter().position(|own| *own == letter);
    let axis = axis.ok_or_else(|| mistake(&format!("`{letter}` is no axis x, y or z")))?;
    let bounds = bounds.trim();
    let end = bounds
        .find(|letter: char| letter.is_alphabetic())
        .unwrap_or(bounds.len());
    let factor = length_unit(bounds[end..].trim()).ok_or_else(|| mistake("bounds are in mm or m"))?;
    let number = |text: &str| {
        let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number
            .map(|number| factor * number)
            .ok_or_else(|| mistake(&format!("`{}` is no number", text.trim())))
    };
    let numbers = bounds[..end].trim();
    let within = match numbers.strip_prefix("+-").or(numbers.strip_prefix('\u{b1}')) {
        Some(size) => number(size).map(|size| [-size, size])?,
        None => {
            let (low, high) = numbers.split_once("..").ok_or_else(|| mistake("there are no bounds"))?;
            [number(low)?, number(high)?]
        }
    };
    match within[0] < within[1] && within[0] <= 0.0 && within[1] >= 0.0 {
        true => Ok((point, axis, within)),
        false => Err(mistake("the declared coordinate is not within the bounds")),
    }
}

/// The free coordinates of a design.
pub fn free(texts: &[String], design: &Movable) -> Result<Vec<Free>, Problem> {
    let mut free: Vec<Free> = Vec::new();
    for text in texts {
        let (name, axis, [low, high]) = bounds(text)?;
        let point = point(name, &design.points)?;
        let name = format!("{}.{}", point.name, AXES[axis]);
        let parameter = point.parameters[axis];
        let parameter = parameter
            .ok_or_else(|| Problem::Finding(format!("`{name}` cannot be changed")))?
            .index();
        if let Some(own) = free.iter().find(|own| own.coordinate.parameter == parameter) {
            return Err(Problem::Misuse(match own.coordinate.name == name {
                true => format!("`{name}` is given twice by `--free`"),
                false => format!(
                    "`{name}` and `{}` are one parameter: free one of them",
                    own.coordinate.name
                ),
            }));
        }
        let declared = design.adjustable.values[parameter];
        free.push(Free {
            coordinate: Coordinate { name, parameter },
            within: [declared + low, declared + high],
        });
    }
    Ok(free)
}

fn point<'p>(name: &str, points: &'p [Hardpoint]) -> Result<&'p Hardpoint, Problem> {
    let found = points.iter().find(|point| point.name == name);
    found.ok_or_else(|| {
        let image = points.iter().find(|point| point.image.as_deref() == Some(name));
        Problem::Misuse(match image {
            Some(point) => format!("point `{name}` is the mirror image of `{}`: free that one", point.name),
            None => format!("there is no point `{name}`"),
        })
    })
}
