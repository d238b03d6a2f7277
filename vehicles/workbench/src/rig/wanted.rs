//! Wanted figures over travel, and the coordinates that may change, as written by a user.

use super::movable::{AXES, Movable};
use crate::measured::{Column, Table, key};
use crate::problem::Problem;
use crate::unit;
use crate::vehicle::wheel;
use wishbone_compiler::front::suggest;
use wishbone_compiler::front::units::{LENGTH, Scale};
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
#[derive(Clone, Copy)]
struct Head {
    column: usize,
    characteristic: Characteristic,
    subject: Subject,
    factor: f64,
}

/// Largest number of rows of a table. Each row is a position of the rig for every design that the search tries.
const MOST_ROWS: usize = 2000;

/// Largest number in a table, in its unit: beyond the size of every figure.
const GREATEST: f64 = 1e9;

/// Largest travel in a table [m]: beyond the travel of every suspension.
const FARTHEST: f64 = 1.0;

/// Difference of two travels that are one [m].
const SAME_TRAVEL: f64 = 1e-6;

/// Reads the table, in all forms of measured tables. The table has a column `travel [mm]`, and a column for each
/// figure, such as `toe [deg]` or `rear_left.tyre.toe [deg]`. An empty cell means that no value is wanted.
pub fn curves(text: &str, file: &str, design: &mut Movable) -> Result<Wanted, Problem> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(Problem::Misuse(format!(
            "{file} is empty: it needs columns such as `travel [mm],toe [deg]`"
        )));
    }
    let table = Table::read(text).map_err(|mistakes| told(file, &[mistakes.replace('\n', "\n  ")]))?;
    let mut mistakes = Vec::new();
    let travels = travels(&table, &mut mistakes);
    let heads = heads(&table, design, &mut mistakes);
    let Some((column, factor)) = travels else {
        return Err(told(file, &mistakes));
    };
    let mut wanted = Wanted {
        survey: Survey {
            steering: design.steering,
            ..Survey::default()
        },
        values: Vec::new(),
    };
    for (place, row) in table.rows.iter().enumerate() {
        let line = table.line(place);
        if place == MOST_ROWS {
            mistakes.push(format!(
                "line {line}: there are more than {MOST_ROWS} rows; leave some out"
            ));
            break;
        }
        let travel = factor * row[column];
        if travel.is_nan() {
            mistakes.push(format!("line {line} has no travel"));
            continue;
        }
        if travel.abs() > FARTHEST {
            mistakes.push(format!(
                "line {line}: a travel of {travel} m is beyond {FARTHEST} m: look at the unit of the column"
            ));
        }
        let is_given = |own: &f64| (own - travel).abs() < SAME_TRAVEL;
        if wanted.survey.travel.iter().any(is_given) {
            mistakes.push(format!("line {line}: the travel {} is given already", row[column]));
        }
        let station = wanted.survey.travel.len();
        wanted.survey.travel.push(travel);
        for head in &heads {
            let value = row[head.column];
            if value.abs() > GREATEST {
                mistakes.push(format!("line {line}: `{value:e}` is beyond {GREATEST:e}"));
            }
            if !value.is_nan() {
                wanted.values.push(head.factor * value);
                wanted.survey.asked.push(Asked {
                    characteristic: head.characteristic,
                    subject: head.subject,
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

/// The column of travels, and the factor from its unit to metres.
fn travels(table: &Table, mistakes: &mut Vec<String>) -> Option<(usize, f64)> {
    let Some(column) = table.find("travel") else {
        mistakes.push("there is no column `travel [mm]`".to_owned());
        return None;
    };
    mistakes.extend(table.sound(column).err());
    let Column { unit, scale, .. } = &table.columns[column];
    match scale {
        Some(scale) if scale.dimension == LENGTH.dimension => Some((column, scale.factor)),
        _ => {
            let unit = unit.as_deref().unwrap_or_default();
            mistakes.push(format!("`travel [{unit}]`: travel is in mm or m"));
            None
        }
    }
}

/// The columns of figures.
fn heads(table: &Table, design: &mut Movable, mistakes: &mut Vec<String>) -> Vec<Head> {
    let mut heads: Vec<Head> = Vec::new();
    for (column, Column { name, unit, scale, .. }) in table.columns.iter().enumerate() {
        let is_empty = table.rows.iter().all(|row| row[column].is_nan());
        if key(name) == "travel" || (name.is_empty() && is_empty) {
            continue;
        }
        mistakes.extend(table.sound(column).err());
        match figure(name, (unit.as_deref(), *scale), design) {
            Err(mistake) => mistakes.push(mistake),
            Ok((characteristic, subject, factor)) => {
                let is_same = |own: &&Head| own.characteristic == characteristic && own.subject == subject;
                if let Some(own) = heads.iter().find(is_same) {
                    let other = &table.columns[own.column].name;
                    mistakes.push(format!(
                        "`{other}` and `{name}` are one figure of this vehicle: leave one of the columns out"
                    ));
                }
                heads.push(Head {
                    column,
                    characteristic,
                    subject,
                    factor,
                });
            }
        }
    }
    heads
}

fn length_unit(unit: &str) -> Option<f64> {
    match unit {
        "mm" => Some(1e-3),
        "m" => Some(1.0),
        _ => None,
    }
}

/// The figure of a column, and the factor from its unit to SI.
fn figure(
    name: &str,
    (unit, scale): (Option<&str>, Option<Scale>),
    design: &mut Movable,
) -> Result<(Characteristic, Subject, f64), String> {
    let (wheel, word) = match name.rsplit_once('.') {
        Some((wheel, word)) => (Some(wheel), word),
        None => (None, name),
    };
    let known = Characteristic::ALL.map(Characteristic::word);
    let found = Characteristic::ALL.into_iter().find(|own| own.word() == key(word));
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
    let (shown, _) = characteristic.shown();
    let wanted = unit::scale(shown).ok_or_else(|| format!("`{shown}` is no unit"))?;
    let (is_plain, written) = (shown.is_empty(), unit.unwrap_or_default());
    match scale.or_else(|| (is_plain && unit.is_none()).then_some(Scale::ONE)) {
        Some(scale) if scale.dimension == wanted.dimension => Ok((characteristic, asked.subject, scale.factor)),
        _ if is_plain => Err(format!("`{name}` has no unit, and not `{written}`")),
        _ => Err(format!(
            "`{name}` is in `{shown}`, and not `{written}`: write `{name} [{shown}]`"
        )),
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
