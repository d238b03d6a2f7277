//! The file of a plan.
//!
//! ```toml
//! vehicle = "car.toml"
//! sampling = "sobol"
//! count = 256
//!
//! [[parameter]]
//! change = "front_left.spring.rate *="
//! uniform = "[0.8, 1.2]"
//!
//! [[study]]
//! ask = "trim"
//! speed = "20 m/s"
//! lateral = "4 m/s^2"
//! figures = ["steering_wheel", "sideslip"]
//! ```

use super::keys::{Keys, Notes};
use super::parameter::{Parameter, Scatter, number};
use super::sampling::{Correlation, Points, Sampling};
use super::study::Study;
use crate::files::Files;
use nalgebra::DMatrix;
use std::collections::BTreeSet;
use toml::de::DeTable;

/// Largest number of points of a sweep, and of parameters.
const MOST_POINTS: u64 = 10_000_000;
const MOST_PARAMETERS: usize = 64;

/// A plan of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Path of the vehicle from the folder of the plan, or a name of the library.
    pub source: String,
    /// Name of the vehicle, if its file declares several.
    pub vehicle: Option<String>,
    /// Changes of all variants.
    pub changes: Vec<String>,
    /// The points.
    pub points: Points,
    /// Parameters that change from point to point.
    pub parameters: Vec<Parameter>,
    /// Questions about every variant.
    pub studies: Vec<Study>,
}

impl Plan {
    /// Reads the plan in a text. Manoeuvres are files relative to its folder, or manoeuvres of the library.
    ///
    /// # Errors
    /// All mistakes, one in a line, each with the line of the text.
    pub fn read(text: &str, folder: &str, files: &dyn Files) -> Result<Self, String> {
        let notes = Notes::of(text);
        let (document, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            let at = error.span().map_or(0, |span| span.start);
            notes.mistake(at, format!("this is no TOML: {}", error.message()));
        }
        let plan = match errors.is_empty() {
            true => Self::of(&Keys::of("", 0, document.get_ref(), &notes), (folder, files)),
            false => None,
        };
        notes.finish(plan)
    }

    /// Reads a plan; `None` after a mistake.
    fn of(keys: &Keys, (folder, files): (&str, &dyn Files)) -> Option<Self> {
        let source = keys.text("vehicle", "\"car.toml\"");
        if !keys.has("vehicle") {
            keys.mistake("`vehicle` is missing: write `vehicle = \"car.toml\"`, or a name of the library");
        }
        let vehicle = keys.text("name", "\"Car\"");
        let changes = keys.texts("set", "[\"chassis.mass = 1500 kg\"]").unwrap_or_default();
        let parameters = parameters(keys);
        let points = points(keys, parameters.as_deref());
        let studies: Vec<Option<Study>> = keys
            .tables("study")
            .iter()
            .map(|keys| Study::of(keys, folder, files))
            .collect();
        if studies.is_empty() && !keys.has("study") {
            keys.mistake("there is no `[[study]]`: write one with `ask = \"kc\"` and its `figures`");
        }
        keys.finish();
        let studies: Vec<Study> = studies.into_iter().collect::<Option<_>>()?;
        told_apart(keys, &studies);
        Some(Self {
            source: source?,
            vehicle,
            changes,
            points: points?,
            parameters: parameters?,
            studies,
        })
    }
}

/// Records a mistake if two studies have equal names, or if two figures have equal columns.
fn told_apart(keys: &Keys, studies: &[Study]) {
    let mut names = BTreeSet::new();
    let mut columns = BTreeSet::new();
    for study in studies {
        let name = &study.name;
        if name.trim().is_empty() {
            keys.mistake("a study has an empty `name`: its columns begin with the name");
        }
        if !names.insert(name) {
            keys.mistake(format!(
                "two studies are called `{name}`: give one of them a `name` of its own"
            ));
            continue;
        }
        let own = study.figures.iter().map(|figure| study.column(figure));
        let twice: Vec<String> = own.filter(|column| !columns.insert(column.clone())).collect();
        if let Some(column) = twice.first() {
            keys.mistake(format!(
                "two figures have the column `{column}`: give the study `{name}` another `name`"
            ));
        }
    }
}

fn parameters(keys: &Keys) -> Option<Vec<Parameter>> {
    let tables = keys.tables("parameter");
    if tables.is_empty() && !keys.has("parameter") {
        keys.mistake("there is no `[[parameter]]`: write one with `change = \"chassis.mass *=\"` and its values");
    }
    if tables.len() > MOST_PARAMETERS {
        keys.mistake(format!("there are more than {MOST_PARAMETERS} parameters"));
    }
    let mut paths = BTreeSet::new();
    let each = tables.iter().map(|keys| {
        let own = parameter(keys);
        keys.finish();
        let own = own?;
        if !paths.insert(own.number()) {
            keys.wrong("change", format!("names `{}` a second time", own.path));
        }
        Some(own)
    });
    // All parameters are read first, so that all mistakes are found.
    each.collect::<Vec<_>>().into_iter().collect()
}

/// Keys of the values of a parameter.
const VALUES: [&str; 4] = ["values", "uniform", "normal", "triangular"];

fn parameter(keys: &Keys) -> Option<Parameter> {
    if !keys.has("change") {
        keys.mistake("has no `change`, such as `change = \"front_left.tie_outer.z +=\"`");
    }
    let change = keys.parsed("change", "\"front_left.tie_outer.z +=\"", changed);
    let given: Vec<&str> = VALUES.into_iter().filter(|key| keys.has(key)).collect();
    if given.len() != 1 {
        keys.mistake(format!("has one of {}, and not {}", VALUES.join(", "), given.len()));
    }
    let steps = keys.whole("steps", [2, 1_000_000]);
    if steps.is_some() && !keys.has("uniform") {
        keys.wrong("steps", "belongs to `uniform`");
    }
    let each = |key: &'static str, example: &str| keys.parsed(key, example, list);
    let [values, uniform, normal, triangular] = [
        each("values", "\"[35, 40, 45] kN/m\""),
        each("uniform", "\"[-3, 3] mm\""),
        each("normal", "\"[0, 1] mm\", the mean and the standard deviation"),
        each(
            "triangular",
            "\"[-3, 0, 5] mm\", the least, the most likely and the greatest value",
        ),
    ];
    let (path, sign) = change?;
    let wrong = |key, told: &str| {
        keys.wrong(key, told);
        None
    };
    let (unit, scatter) = match (values, uniform, normal, triangular) {
        (Some((values, unit)), ..) => (unit, Scatter::Values(values)),
        (_, Some((ends, unit)), ..) => match ends[..] {
            [low, high] if low < high => (
                unit,
                Scatter::Uniform {
                    ends: [low, high],
                    steps,
                },
            ),
            _ => return wrong("uniform", "is a lower and an upper end, such as \"[-3, 3] mm\""),
        },
        (_, _, Some((numbers, unit)), _) => match numbers[..] {
            [mean, deviation] if deviation > 0.0 => (unit, Scatter::Normal { mean, deviation }),
            _ => {
                return wrong(
                    "normal",
                    "is the mean and the standard deviation, which is above zero, such as \"[0, 1] mm\"",
                );
            }
        },
        (.., Some((numbers, unit))) => match numbers[..] {
            [low, mode, high] if low <= mode && mode <= high && low < high => {
                (unit, Scatter::Triangular([low, mode, high]))
            }
            _ => {
                return wrong(
                    "triangular",
                    "is the least, the most likely and the greatest value, such as \"[-3, 0, 5] mm\"",
                );
            }
        },
        _ => return None,
    };
    Some(Parameter {
        path,
        sign,
        unit,
        scatter,
    })
}

/// `front_left.tie_outer.z +=`
fn changed(text: &str) -> Result<(String, &'static str), String> {
    let text = text.trim();
    for sign in ["+=", "-=", "*=", "="] {
        if let Some(path) = text.strip_suffix(sign) {
            let path = path.trim();
            return match path.contains(|letter: char| letter.is_whitespace() || letter == '=') || path.is_empty() {
                true => Err("it is one name and a sign".to_owned()),
                false => Ok((path.to_owned(), sign)),
            };
        }
    }
    Err("it ends with `=`, `+=`, `-=` or `*=`; the values stand in a key of their own".to_owned())
}

/// `[35, 40] kN/m`
fn list(text: &str) -> Result<(Vec<f64>, String), String> {
    let inside = text.trim().strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (members, unit) = inside.ok_or("it is no list such as \"[-3, 3] mm\"")?;
    let member = |member: &str| {
        let number = member.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| format!("`{}` is no number", member.trim()))
    };
    let numbers = members.split(',').map(member).collect::<Result<Vec<f64>, String>>()?;
    Ok((numbers, unit.trim().to_owned()))
}

/// Reads the points; `None` after a mistake.
fn points(keys: &Keys, parameters: Option<&[Parameter]>) -> Option<Points> {
    if !keys.has("sampling") {
        let words = Sampling::NAMED.map(|(word, _)| word).join(", ");
        keys.mistake(format!("`sampling` is missing: there are {words}"));
    }
    let sampling = keys.word("sampling", &Sampling::NAMED);
    let count = keys.whole("count", [1, MOST_POINTS]);
    let seed = keys.whole("seed", [0, u64::MAX >> 1]);
    let matrix = keys.matrix("correlation", "[[1, 0.5], [0.5, 1]]");
    let pairs = pairs(keys, parameters);
    let (sampling, parameters) = (sampling?, parameters?);
    let word = sampling.word();
    if !sampling.is_drawn() {
        for key in ["count", "seed", "correlation", "correlated"] {
            if keys.has(key) {
                keys.mistake(format!(
                    "`{key}` has no meaning for `sampling = \"{word}\"`: leave it out"
                ));
            }
        }
    } else if !keys.has("count") {
        keys.mistake(format!(
            "`count` is missing: `sampling = \"{word}\"` draws so many points"
        ));
    }
    let count = match sampling {
        Sampling::Grid => grid(keys, parameters)?,
        Sampling::List => side_by_side(keys, parameters)?,
        _ => {
            no_steps(keys, parameters);
            count?
        }
    };
    Some(Points {
        sampling,
        count,
        seed: seed.unwrap_or(1),
        correlation: correlation(keys, matrix, pairs, parameters.len()),
    })
}

/// Number of combinations of all levels.
fn grid(keys: &Keys, parameters: &[Parameter]) -> Option<u64> {
    let mut count = Some(1_u64);
    for own in parameters {
        match own.scatter.levels() {
            Some(levels) => count = count.and_then(|count| count.checked_mul(levels)),
            None => {
                keys.mistake(format!(
                    "`{}` has no levels: a grid wants `values`, or `uniform` with `steps`",
                    own.path
                ));
                return None;
            }
        }
    }
    let count = count.filter(|count| *count <= MOST_POINTS);
    if count.is_none() {
        keys.mistake(format!(
            "the grid has more than {MOST_POINTS} points: give fewer values"
        ));
    }
    count
}

/// Number of values, equal for every parameter.
fn side_by_side(keys: &Keys, parameters: &[Parameter]) -> Option<u64> {
    let each = parameters.iter().map(|own| match &own.scatter {
        Scatter::Values(values) => Some(values.len() as u64),
        _ => None,
    });
    let counts: Vec<Option<u64>> = each.collect();
    let first = *counts.first()?;
    if first.is_none() || counts.iter().any(|count| *count != first) {
        keys.mistake("a list wants `values` of every parameter, and the same number of them");
        return None;
    }
    first
}

fn no_steps(keys: &Keys, parameters: &[Parameter]) {
    for own in parameters {
        if matches!(own.scatter, Scatter::Uniform { steps: Some(_), .. }) {
            keys.mistake(format!("`steps` of `{}` are those of a grid: leave them out", own.path));
        }
    }
}

/// Positions of two parameters, and their correlation coefficient.
type Pair = (usize, usize, f64);

/// `[[correlated]]`
fn pairs(keys: &Keys, parameters: Option<&[Parameter]>) -> Vec<Pair> {
    let tables = keys.tables("correlated");
    let each = tables.iter().filter_map(|keys| {
        let names = keys.texts("between", "[\"chassis.mass\", \"front_left.spring.rate\"]");
        let coefficient = keys.number("coefficient", "0.5");
        for key in ["between", "coefficient"] {
            if !keys.has(key) {
                keys.mistake(format!("has no `{key}`"));
            }
        }
        keys.finish();
        let (names, coefficient, parameters) = (names?, coefficient?, parameters?);
        if coefficient.abs() >= 1.0 {
            keys.wrong("coefficient", "is between -1 and 1");
        }
        let place = |name: &String| parameters.iter().position(|own| own.number() == number(name));
        match names.iter().map(place).collect::<Option<Vec<usize>>>().as_deref() {
            Some([one, other]) if one != other => Some((*one, *other, coefficient)),
            _ => {
                let paths: Vec<&str> = parameters.iter().map(|own| own.path.as_str()).collect();
                keys.wrong("between", format!("names two of the parameters: {}", paths.join(", ")));
                None
            }
        }
    });
    each.collect()
}

fn correlation(keys: &Keys, matrix: Option<Vec<Vec<f64>>>, pairs: Vec<Pair>, count: usize) -> Option<Correlation> {
    if matrix.is_some() && !pairs.is_empty() {
        keys.wrong(
            "correlation",
            "is given by a matrix and by `[[correlated]]`: leave one of them out",
        );
        return None;
    }
    let wanted = match matrix {
        Some(rows) => square(keys, &rows, count)?,
        None if pairs.is_empty() => return None,
        None => {
            let mut wanted = DMatrix::identity(count, count);
            for (one, other, coefficient) in pairs {
                if wanted[(one, other)] != 0.0 {
                    keys.mistake("two `[[correlated]]` are between the same parameters: leave one of them out");
                    return None;
                }
                wanted[(one, other)] = coefficient;
                wanted[(other, one)] = coefficient;
            }
            wanted
        }
    };
    match Correlation::of(wanted) {
        Ok(found) => Some(found),
        Err(told) => {
            keys.mistake(told);
            None
        }
    }
}

/// A matrix of correlations, which must be square and symmetric with ones on its diagonal.
fn square(keys: &Keys, rows: &[Vec<f64>], count: usize) -> Option<DMatrix<f64>> {
    let is_square = rows.len() == count && rows.iter().all(|row| row.len() == count);
    let is_sound = is_square
        && (0..count)
            .all(|row| (0..count).all(|column| rows[row][column] == rows[column][row]) && rows[row][row] == 1.0);
    if !is_sound {
        let told = format!(
            "has {count} rows and columns, in the order of the parameters, is symmetric, and has ones on its diagonal"
        );
        keys.wrong("correlation", told);
    }
    is_sound.then(|| DMatrix::from_fn(count, count, |row, column| rows[row][column]))
}
