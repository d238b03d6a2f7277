//! Measured values compared with computed ones.

mod table;

pub use table::{Column, Table, key};

use crate::problem::Problem;
use crate::unit;
use std::f64::consts::TAU;
use wishbone_compiler::front::suggest;
use wishbone_studies::findings::{Against, Figure, Findings};
use wishbone_studies::likeness::{self, Pair};
use wishbone_studies::panels::{Panel, Scale, line};
use wishbone_studies::table::{Column as Computed, Table as Run};
use wishbone_studies::turns;

/// Alternative names of columns of a run.
const ALIASES: [(&str, &str); 14] = [
    ("t", "time"),
    ("ax", "longitudinal_acceleration"),
    ("ay", "lateral_acceleration"),
    ("az", "vertical_acceleration"),
    ("yawrate", "yaw_rate"),
    ("yaw_velocity", "yaw_rate"),
    ("vx", "speed"),
    ("velocity", "speed"),
    ("vehicle_speed", "speed"),
    ("beta", "sideslip"),
    ("sideslip_angle", "sideslip"),
    ("steering_wheel_angle", "steering_wheel"),
    ("swa", "steering_wheel"),
    ("roll_angle", "roll"),
];

/// Correlation below which a measured column is taken to have the opposite sign.
pub(crate) const OTHER_SIGN: f64 = -0.5;

/// A measurement with its settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// Name of its file in messages.
    pub file: String,
    /// Its table.
    pub text: String,
    /// The study to which the measurement belongs; by default the first study with this column of places.
    pub study: Option<String>,
    /// Delay of the measurement behind the run [s]; found by correlation if `None`.
    pub lag: Option<f64>,
    /// Columns of the measurement with the names that they have in the run.
    pub names: Vec<(String, String)>,
}

/// Compares a measurement with its study, and adds figures, columns of the table and pictures.
///
/// # Errors
/// Returns an error if the table cannot be read, or has no column of the study: all mistakes with their lines.
pub fn hold(found: &mut [Findings], asked: &Asked) -> Result<(), Problem> {
    let prepared = Prepared::of(asked)?;
    let place = study(found, &prepared.table, asked).map_err(|told| prepared.wrong(&told))?;
    prepared.hold(&mut found[place], asked.lag)
}

/// A measurement that was read.
pub struct Prepared {
    file: String,
    table: Table,
}

impl Prepared {
    /// Reads a measurement.
    ///
    /// # Errors
    /// All mistakes of its table, with their lines.
    pub fn of(asked: &Asked) -> Result<Self, Problem> {
        let own = Self {
            file: asked.file.clone(),
            table: Table::default(),
        };
        let table = Table::read(&asked.text).and_then(|table| renamed(table, &asked.names));
        Ok(Self {
            table: table.map_err(|told| own.wrong(&told))?,
            ..own
        })
    }

    fn wrong(&self, told: &str) -> Problem {
        Problem::Misuse(format!("{}: {}", self.file, told.replace('\n', "\n  ")))
    }

    /// Whether it has a column with this name of a run.
    pub fn has(&self, name: &str) -> bool {
        column_of(&self.table, name).is_some()
    }

    /// Largest absolute value of a column, SI.
    ///
    /// # Errors
    /// Returns an error if there is no such column, or if the column has no unit or no value.
    pub fn reach(&self, name: &str) -> Result<f64, Problem> {
        let place =
            column_of(&self.table, name).ok_or_else(|| self.wrong(&format!("line 1: there is no column `{name}`")))?;
        self.table.sound(place).map_err(|told| self.wrong(&told))?;
        let scale = self.table.columns[place].scale;
        let scale = scale.ok_or_else(|| self.wrong(&format!("line 1: `{name}` has no unit")))?;
        let most = self
            .table
            .rows
            .iter()
            .map(|row| (scale.factor * row[place]).abs())
            .fold(0.0, f64::max);
        match most > 0.0 {
            true => Ok(most),
            false => Err(self.wrong(&format!("`{name}` has no value other than zero"))),
        }
    }

    /// Columns that both the measurement and the study have, by name, with both curves. The lag is found where none is given.
    ///
    /// # Errors
    /// If there are none, or a unit is wrong.
    pub fn pairs(&self, found: &Findings, lag: Option<f64>) -> Result<Vec<(String, Pair)>, Problem> {
        let matched = Matched::of(&found.table, self.table.clone(), lag).map_err(|told| self.wrong(&told))?;
        let named = |(place, pair): (usize, Pair)| (found.table.columns[place].name.clone(), pair);
        Ok(matched.pairs.into_iter().map(named).collect())
    }

    /// Compares it with a study, with a lag if one is given.
    ///
    /// # Errors
    /// If it has no column of the study, or a unit is wrong.
    pub fn hold(&self, found: &mut Findings, lag: Option<f64>) -> Result<(), Problem> {
        let matched = Matched::of(&found.table, self.table.clone(), lag).map_err(|told| self.wrong(&told))?;
        matched.held(found).map_err(|told| self.wrong(&told))
    }
}

/// The table with its columns renamed as in a run.
fn renamed(mut table: Table, names: &[(String, String)]) -> Result<Table, String> {
    let mut mistakes = Vec::new();
    let places: Vec<Option<usize>> = names.iter().map(|(name, _)| table.find(name)).collect();
    for ((name, _), place) in names.iter().zip(&places) {
        if place.is_none() {
            let known: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
            let advice = suggest::advice(name, &known).map_or_else(String::new, |advice| format!("; {advice}"));
            mistakes.push(format!("there is no column `{name}`{advice}"));
        }
    }
    for ((_, name), place) in names.iter().zip(places) {
        if let Some(place) = place {
            name.clone_into(&mut table.columns[place].name);
        }
    }
    match mistakes.is_empty() {
        true => Ok(table),
        false => Err(mistakes.join("\n")),
    }
}

/// Name of a column in a run.
fn in_run(name: &str) -> String {
    let own = key(name);
    let alias = ALIASES.iter().find(|(alias, _)| *alias == own);
    alias.map_or(own, |(_, name)| (*name).to_owned())
}

fn column_of(measured: &Table, name: &str) -> Option<usize> {
    measured
        .columns
        .iter()
        .position(|column| in_run(&column.name) == key(name))
}

/// Position of the study to which a measurement belongs.
fn study(found: &[Findings], measured: &Table, asked: &Asked) -> Result<usize, String> {
    let with_rows = || found.iter().enumerate().filter(|(_, own)| !own.table.rows.is_empty());
    let names: Vec<&str> = with_rows().map(|(_, own)| own.name.as_str()).collect();
    match &asked.study {
        Some(name) => with_rows()
            .find(|(_, own)| own.name == *name)
            .map(|(place, _)| place)
            .ok_or_else(|| format!("there is no study `{name}`; there are {}", suggest::quoted(&names))),
        None => with_rows()
            .find(|(_, own)| {
                own.table
                    .columns
                    .first()
                    .is_some_and(|first| column_of(measured, &first.name).is_some())
            })
            .map(|(place, _)| place)
            .ok_or_else(|| {
                let mut first: Vec<&str> = Vec::new();
                for (_, own) in with_rows() {
                    first.extend(own.table.columns.first().map(|column| column.name.as_str()));
                }
                first.dedup();
                format!("line 1: there is no column of {}", suggest::quoted(&first))
            }),
    }
}

/// Columns that both a measurement and a run have.
struct Matched {
    /// Places of the run.
    x: Vec<f64>,
    /// Name of the places.
    name: String,
    /// For each column, its position in the table of the run, with both curves.
    pairs: Vec<(usize, Pair)>,
    /// Columns of the table that the run does not have, each with the nearest name of a column that the run has.
    unmatched: Vec<String>,
    /// Delay of the measurement behind the run [s]; `None` if none is found.
    lag: Option<f64>,
}

impl Matched {
    fn of(run: &Run, measured: Table, lag: Option<f64>) -> Result<Self, String> {
        let first = run.columns.first().ok_or("the study has no table")?;
        let at =
            column_of(&measured, &first.name).ok_or_else(|| format!("line 1: there is no column `{}`", first.name))?;
        let mut mistakes = Vec::new();
        mistakes.extend(measured.sound(at).err());
        let scale = factor(&measured.columns[at], first).unwrap_or_else(|told| {
            mistakes.push(told);
            1.0
        });
        let (mut places, mut unmatched) = (Vec::new(), Vec::new());
        for (place, column) in measured.columns.iter().enumerate().filter(|(place, _)| *place != at) {
            let name = in_run(&column.name);
            match run.columns.iter().position(|own| key(&own.name) == name) {
                None => {
                    let known = run.columns.iter().map(|own| own.name.as_str());
                    let near =
                        suggest::nearest(&name, known).map_or_else(String::new, |near| format!(" (near: `{near}`)"));
                    unmatched.push(format!("`{}`{near}", column.name));
                }
                Some(own) if places.iter().any(|(_, other, _)| *other == own) => {
                    mistakes.push(format!("line 1: two columns are `{}`", run.columns[own].name));
                }
                Some(own) => match measured.sound(place).and_then(|()| factor(column, &run.columns[own])) {
                    Ok(factor) => places.push((place, own, factor)),
                    Err(told) => mistakes.push(told),
                },
            }
        }
        let measured = measured.ascending(at).unwrap_or_else(|told| {
            mistakes.push(told);
            Table::default()
        });
        if mistakes.is_empty() && places.is_empty() {
            mistakes.push(format!(
                "line 1: no column is one of the study, such as `{}`: there are {}; give names by `--match COLUMN=NAME`",
                run.columns.get(1).map_or("", |column| column.name.as_str()),
                unmatched.join(", ")
            ));
        }
        if !mistakes.is_empty() {
            return Err(mistakes.join("\n"));
        }
        let x: Vec<f64> = run.rows.iter().map(|row| row[0]).collect();
        let pair = |(place, own, factor): (usize, usize, f64)| {
            let mut pair = Pair {
                computed: run.rows.iter().map(|row| row[own]).collect(),
                measured: measured.curve((at, scale), (place, factor)),
            };
            if let Some(turn) = turn(run, own)
                && (first.name == "frequency" || is_within(&pair.measured.y, turn))
            {
                unwrap(&mut pair.measured.y, turn);
            }
            (own, pair)
        };
        let mut pairs: Vec<(usize, Pair)> = places.into_iter().map(pair).collect();
        let lag = match lag {
            None if first.name == "time" => {
                let each: Vec<Pair> = pairs.iter().map(|(_, pair)| pair.clone()).collect();
                likeness::lag(&x, &each)
            }
            given => Some(given.unwrap_or(0.0)),
        };
        // The full turns between both curves change no correlation.
        for (own, pair) in &mut pairs {
            if let Some(turn) = turn(run, *own) {
                shift(pair, &x, lag.unwrap_or(0.0), turn);
            }
        }
        Ok(Self {
            x,
            name: first.name.clone(),
            pairs,
            unmatched,
            lag,
        })
    }

    /// Compares the columns with the study.
    fn held(self, found: &mut Findings) -> Result<(), String> {
        if self.lag.is_none() {
            found
                .notes
                .push("no time lag is found: no measured column varies".to_owned());
        }
        let lag = self.lag.unwrap_or(0.0);
        if self.name == "time" {
            let definition =
                "time by which the measurement is later than the run, by cross-correlation where none is given";
            found
                .figures
                .push(Figure::new("measurement", "time lag", "s", lag, definition));
        }
        let mut apart = Vec::new();
        for (place, pair) in &self.pairs {
            let column = found.table.columns[*place].clone();
            match self.of_column(&column, pair, lag) {
                Some(against) => self.add(against, &column, found),
                None => apart.push(format!("`{}`", column.name)),
            }
        }
        if apart.len() == self.pairs.len() {
            return Err(format!(
                "it has no `{}` in common with the run, which goes from {} to {}",
                self.name,
                self.x.first().copied().unwrap_or(f64::NAN),
                self.x.last().copied().unwrap_or(f64::NAN)
            ));
        }
        if !apart.is_empty() {
            found
                .notes
                .push(format!("measured, but not where the run is: {}", apart.join(", ")));
        }
        if !self.unmatched.is_empty() {
            found.notes.push(format!(
                "measured, but no column of the run: {}",
                self.unmatched.join(", ")
            ));
        }
        Ok(())
    }

    fn of_column(&self, column: &Computed, pair: &Pair, lag: f64) -> Option<Against> {
        Some(Against {
            column: column.name.clone(),
            unit: column.unit,
            likeness: likeness::of(&self.x, pair, lag)?,
            x: self.x.clone(),
            computed: pair.computed.clone(),
            measured: likeness::resampled(&self.x, &pair.measured, lag),
        })
    }

    /// Adds the comparison of a column to figures, table and pictures.
    fn add(&self, against: Against, column: &Computed, found: &mut Findings) {
        let (unit, factor) = shown(column.unit);
        let own = &against.likeness;
        let definitions = [
            "integral of the difference divided by the integral of the computed curve (Szczotka & Wojciech 2007, eq. 45)",
            "root of the mean square of computed minus measured",
            "largest size of computed minus measured",
            "largest size of the computed curve minus largest size of the measured curve",
            "correlation coefficient of both curves",
        ];
        let integral = own.integral_error.unwrap_or(f64::NAN);
        let each = [
            ("relative integral error", "%", 100.0 * integral),
            ("rms difference", unit, factor * own.rms),
            ("largest difference", unit, factor * own.largest),
            ("difference of peaks", unit, factor * own.peaks),
            ("correlation", "", own.correlation.unwrap_or(f64::NAN)),
        ];
        let subject = format!("measured {}", column.name);
        for ((name, unit, value), definition) in each.into_iter().zip(definitions) {
            found.figures.push(Figure::new(&subject, name, unit, value, definition));
        }
        if own.correlation.is_some_and(|own| own < OTHER_SIGN) {
            found.notes.push(format!(
                "measured `{}` runs against the computed one: does it count positive the other way?",
                column.name
            ));
        }
        found.table.columns.push(Computed {
            name: format!("measured.{}", column.name),
            unit: column.unit,
        });
        for (row, value) in found.table.rows.iter_mut().zip(&against.measured) {
            row.push(value.unwrap_or(f64::NAN));
        }
        let over = |values: &mut dyn Iterator<Item = Option<f64>>| -> Vec<(f64, f64)> {
            let points = self.x.iter().zip(values);
            points.filter_map(|(x, y)| Some((*x, factor * y?))).collect()
        };
        let computed = line(0, "computed", over(&mut against.computed.iter().copied().map(Some)));
        let measured = line(1, "measured", over(&mut against.measured.iter().copied()));
        let title = match unit {
            "" => column.name.clone(),
            unit => format!("{} [{unit}]", column.name),
        };
        let first = &found.table.columns[0];
        found.panels.push(Panel {
            title: format!("{title}, measured"),
            x: format!("{} [{}]", first.name, first.unit),
            curves: vec![computed, measured],
            scale: Scale::Linear,
        });
        found.against.push(against);
    }
}

/// A full turn in the unit of a column whose numbers are known up to full turns: a phase over the frequency, or an angle over time. The
/// steering wheel is no such angle, since it has stops.
fn turn(run: &Run, column: usize) -> Option<f64> {
    let first = run.columns.first()?;
    let own = &run.columns[column];
    let is_phase = first.name == "frequency" && own.name.ends_with(".phase");
    let is_angle = first.name == "time" && own.unit == "rad" && own.name != "steering_wheel";
    match own.unit {
        "deg" if is_phase => Some(360.0),
        _ if is_phase || is_angle => Some(TAU),
        _ => None,
    }
}

/// Whether measured angles are within one full turn, as those that jump are.
fn is_within(angles: &[f64], turn: f64) -> bool {
    let least = angles.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = angles.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    greatest - least < (1.0 + 1e-3) * turn
}

/// Removes the jumps of measured angles by full turns.
fn unwrap(angles: &mut [f64], turn: f64) {
    for place in 1..angles.len() {
        angles[place] = turns::nearest(angles[place], angles[place - 1], turn);
    }
}

/// Moves a measured angle by the number of full turns that brings it nearest to the computed angle. `x` are the places of the computed
/// angle.
fn shift(pair: &mut Pair, x: &[f64], lag: f64, turn: f64) {
    let there = likeness::resampled(x, &pair.measured, lag)
        .into_iter()
        .zip(&pair.computed);
    let apart = there.filter_map(|(measured, computed)| Some(measured? - computed));
    let (sum, count) = apart.fold((0.0, 0.0), |(sum, count), apart| (sum + apart, count + 1.0));
    if count > 0.0 {
        let turns = turn * (sum / count / turn).round();
        pair.measured.y.iter_mut().for_each(|angle| *angle -= turns);
    }
}

/// Unit in which a number is displayed, with the factor from its SI unit.
fn shown(unit: &'static str) -> (&'static str, f64) {
    let degrees = 1f64.to_degrees();
    match unit {
        "rad" => ("deg", degrees),
        "rad/s" => ("deg/s", degrees),
        "rad/m" => ("deg/m", degrees),
        unit => (unit, 1.0),
    }
}

/// Factor from the unit of a measured column to the unit of the run's column.
fn factor(measured: &Column, run: &Computed) -> Result<f64, String> {
    let wanted = unit::scale(run.unit)
        .ok_or_else(|| format!("`{}` has the unit `{}`, which is not known", run.name, run.unit))?;
    let is_plain = wanted.dimension == wishbone_compiler::front::units::Dimension::NONE;
    match measured.scale {
        Some(scale) if scale.dimension == wanted.dimension => Ok(scale.factor / wanted.factor),
        Some(scale) => {
            let unit = measured.unit.as_deref().unwrap_or("");
            let is_force = wanted.dimension == wishbone_compiler::front::units::FORCE.dimension;
            let cure = if unit == "kn" && is_force {
                "; kilonewtons are `kN`"
            } else {
                ""
            };
            Err(format!(
                "line 1: `{}` is {} in `{unit}`, and {} in the run: it is in `{}` there{cure}",
                measured.name,
                scale.dimension.describe(),
                wanted.dimension.describe(),
                run.unit
            ))
        }
        None if is_plain => Ok(1.0),
        None => Err(format!(
            "line 1: `{}` has no unit: write such as `{} [{}]`",
            measured.name, measured.name, run.unit
        )),
    }
}
