//! The file of limits.
//!
//! ```toml
//! [ops]
//! operations = "<= 6000"
//!
//! [kc]
//! front.camber_by_travel = "[-30, -20] deg/m"
//!
//! [drive.steady_circle]
//! understeer_gradient = "[0.1, 0.4] deg/(m/s^2)"
//!
//! [trim."20 m/s, 4 m/s^2"]
//! steering_wheel = ">= 20 deg"
//! ```

use crate::figures::shown;
use crate::unit;
use toml::{Table, Value};
use wishbone_studies::written;

/// Fraction of a limit, or of one, by which a value may lie beyond the limit.
const ROUNDING: f64 = 1e-9;

/// Limits, grouped by the question that gives their figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Questions in the order of their names, each with its limits.
    pub of: Vec<(Question, Vec<Limit>)>,
}

/// A question whose answer has figures.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// Operations of the solver.
    Operations,
    /// Kinematics and compliance of the suspensions.
    Kinematics,
    /// A manoeuvre, by its name or its file.
    Manoeuvre(String),
    /// A steady motion.
    Trim {
        /// Speed [m/s].
        speed: f64,
        /// Lateral acceleration, positive to the left [m/s²]; `None` for straight driving.
        lateral: Option<f64>,
    },
}

impl Question {
    /// `drive step_steer`
    pub fn name(&self) -> String {
        match self {
            Self::Operations => "ops".to_owned(),
            Self::Kinematics => "kc".to_owned(),
            Self::Manoeuvre(word) => format!("drive {word}"),
            Self::Trim { speed, lateral: None } => format!("trim {speed} m/s"),
            Self::Trim {
                speed,
                lateral: Some(lateral),
            } => format!("trim {speed} m/s, {lateral} m/s^2"),
        }
    }

    /// The command of the tool that asks the question: `drive step_steer`, `trim`.
    pub fn command(&self) -> String {
        match self {
            Self::Trim { .. } => "trim".to_owned(),
            other => other.name(),
        }
    }
}

/// The limit of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Wheel, axle, body or study; empty for any.
    pub subject: String,
    /// Name of the figure, with underscores.
    pub name: String,
    /// The range.
    pub range: Range,
    /// Its unit; empty if it has none.
    pub unit: String,
}

impl Limit {
    /// The key in the file.
    pub fn shown(&self) -> String {
        shown(&self.subject, &self.name)
    }
}

/// A range, including its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lower end; `None` without a lower limit.
    pub least: Option<f64>,
    /// Upper end; `None` without an upper limit.
    pub greatest: Option<f64>,
}

impl Range {
    /// Distance of a value to the nearer end, negative outside.
    pub fn margin(self, value: f64) -> f64 {
        let above = self.least.map_or(f64::INFINITY, |least| value - least);
        let below = self.greatest.map_or(f64::INFINITY, |greatest| greatest - value);
        above.min(below)
    }

    /// Whether a value is within the range, or beyond an end only by rounding.
    pub fn contains(self, value: f64) -> bool {
        let rounding = |end: f64| ROUNDING * end.abs().max(1.0);
        self.least.is_none_or(|least| value >= least - rounding(least))
            && self
                .greatest
                .is_none_or(|greatest| value <= greatest + rounding(greatest))
    }
}

impl Limits {
    /// The limits of a file.
    ///
    /// # Errors
    /// All mistakes, one in a line.
    pub fn read(text: &str) -> Result<Self, String> {
        let file: Table = written::read(text)?;
        let (mut limits, mut mistakes) = (Self::default(), Vec::new());
        for (name, value) in &file {
            let Value::Table(table) = value else {
                mistakes.push(format!(
                    "`{name}` stands outside of a table: write it below `[kc]`, `[ops]`, `[drive.MANOEUVRE]` or `[trim.\"20 m/s\"]`"
                ));
                continue;
            };
            match name.as_str() {
                "ops" => limits.add(Question::Operations, table, &mut mistakes),
                "kc" => limits.add(Question::Kinematics, table, &mut mistakes),
                "drive" => limits.each(name, table, &mut mistakes, |word| {
                    Ok(Question::Manoeuvre(word.to_owned()))
                }),
                "trim" => limits.each(name, table, &mut mistakes, motion),
                other => mistakes.push(format!("there is no table `[{other}]`: there are ops, kc, drive, trim")),
            }
        }
        if limits.of.is_empty() && mistakes.is_empty() {
            mistakes.push("it has no limit".to_owned());
        }
        match mistakes.is_empty() {
            true => Ok(limits),
            false => Err(mistakes.join("\n")),
        }
    }

    fn each(
        &mut self,
        name: &str,
        table: &Table,
        mistakes: &mut Vec<String>,
        question: impl Fn(&str) -> Result<Question, String>,
    ) {
        if table.is_empty() {
            mistakes.push(format!("[{name}] has no limit"));
        }
        for (word, value) in table {
            match (value, question(word)) {
                (Value::Table(own), Ok(question)) => self.add(question, own, mistakes),
                (Value::Table(_), Err(reason)) => mistakes.push(format!("[{name}.\"{word}\"]: {reason}")),
                _ => mistakes.push(format!(
                    "[{name}] `{word}` is a limit without its question: write `[{name}.NAME]` above it"
                )),
            }
        }
    }

    fn add(&mut self, question: Question, table: &Table, mistakes: &mut Vec<String>) {
        let (name, mut own) = (question.name(), Vec::new());
        flatten("", table, &mut |subject, key, value| match range(value) {
            Ok((range, unit)) => own.push(Limit {
                subject: subject.to_owned(),
                name: key.to_owned(),
                range,
                unit,
            }),
            Err(_) if value.is_table() => mistakes.push(format!("[{name}] `{}` has no limit", shown(subject, key))),
            Err(reason) => mistakes.push(format!("[{name}] `{key}`: {reason}")),
        });
        if table.is_empty() {
            mistakes.push(format!("[{name}] has no limit"));
        }
        self.of.push((question, own));
    }
}

/// Calls `each` for every value of a table and of the tables in it, and for tables in it that are empty. `front_left.tyre.caster` has the subject `front_left.tyre`.
fn flatten(subject: &str, table: &Table, each: &mut dyn FnMut(&str, &str, &Value)) {
    for (key, value) in table {
        let (group, name) = key
            .rsplit_once('.')
            .map_or(("", key.as_str()), |(group, name)| (group, name));
        let parts = [subject, group].into_iter().filter(|part| !part.is_empty());
        let own = parts.collect::<Vec<_>>().join(".");
        match value {
            Value::Table(inner) if !inner.is_empty() => {
                let parts = [own.as_str(), name].into_iter().filter(|part| !part.is_empty());
                flatten(&parts.collect::<Vec<_>>().join("."), inner, each);
            }
            value => each(&own, name, value),
        }
    }
}

/// `[-30, -20] deg/m`, `<= 6000`, `>= 4 m/s^2`
fn range(value: &Value) -> Result<(Range, String), String> {
    const FORMS: &str = "a limit is `\"[-30, -20] deg/m\"`, `\"<= 6000\"` or `\">= 4 m/s^2\"`";
    let Value::String(text) = value else {
        return Err(FORMS.to_owned());
    };
    let text = text.trim();
    let number = |text: &str| {
        let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| format!("`{}` is no number; {FORMS}", text.trim()))
    };
    if let Some(rest) = text.strip_prefix('[') {
        let (inside, unit) = rest.split_once(']').ok_or(FORMS)?;
        let (least, greatest) = inside.split_once(',').ok_or(FORMS)?;
        let (least, greatest) = (number(least)?, number(greatest)?);
        if least > greatest {
            return Err(format!("{least} is greater than {greatest}"));
        }
        let range = Range {
            least: Some(least),
            greatest: Some(greatest),
        };
        return Ok((range, unit.trim().to_owned()));
    }
    let (is_greatest, rest) = match (text.strip_prefix("<="), text.strip_prefix(">=")) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return Err(FORMS.to_owned()),
    };
    let (value, unit) = measured(rest);
    let value = Some(number(value)?);
    let range = match is_greatest {
        true => Range {
            least: None,
            greatest: value,
        },
        false => Range {
            least: value,
            greatest: None,
        },
    };
    Ok((range, unit.to_owned()))
}

/// Number and unit: `4 m/s^2`.
fn measured(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(number, unit)| (number, unit.trim()))
}

/// `20 m/s`, `20 m/s, 4 m/s^2`, `80 km/h, 0.4 g`
fn motion(word: &str) -> Result<Question, String> {
    const FORMS: &str = "a steady motion is `[trim.\"20 m/s\"]` or `[trim.\"80 km/h, 4 m/s^2\"]`";
    let number = |text: &str, wanted: &str| unit::si(text, wanted).map_err(|told| format!("{told}; {FORMS}"));
    let mut parts = word.split(',').map(str::trim);
    let speed = number(parts.next().unwrap_or_default(), "m/s")?;
    let lateral = parts.next().map(|text| number(text, "m/s^2")).transpose()?;
    match parts.next() {
        None if speed > 0.0 => Ok(Question::Trim { speed, lateral }),
        _ => Err(FORMS.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, Question};

    #[test]
    fn limits_are_read_with_their_questions() {
        let text = "[ops]\noperations = \"<= 6000\"\n[kc]\nfront.camber_by_travel = \"[-30, -20] deg/m\"\n\
            [trim.\"72 km/h, 4 m/s^2\"]\nroll = \">= -3 deg\"\n";
        let read = Limits::read(text).expect("limits");
        // In the order of their names.
        let [kc, ops, trim] = &read.of[..] else {
            panic!("three questions: {read:?}")
        };
        assert_eq!(ops.1[0].range.margin(5990.0), 10.0);
        assert_eq!((kc.1[0].subject.as_str(), kc.1[0].unit.as_str()), ("front", "deg/m"));
        assert_eq!([-31.0, -22.0].map(|value| kc.1[0].range.margin(value)), [-1.0, 2.0]);
        let is_asked = matches!(trim.0, Question::Trim { speed, lateral: Some(4.0) } if (speed - 20.0).abs() < 1e-12);
        assert!(is_asked, "{:?}", trim.0);
    }

    #[test]
    fn all_mistakes_are_told() {
        let text = "operations = 5\n[kc]\ncamber = \"2 deg\"\ntoe = \"[3, 1] deg\"\n[trim]\nroll = \"<= 1 deg\"\n[trim.fast]\nroll = \"<= 1 deg\"\n[no]\n";
        let told = Limits::read(text).expect_err("it is wrong");
        for part in [
            "`operations` stands outside",
            "`camber`: a limit is",
            "3 is greater than 1",
            "[trim] `roll`",
            "[trim.\"fast\"]",
            "[no]",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!(Limits::read("").expect_err("it is empty"), "it has no limit");
    }

    /// A table without limits is a mistake at every depth, even beside other limits.
    #[test]
    fn empty_tables_are_mistakes() {
        for (text, wanted) in [
            ("[kc]\n", "[kc] has no limit"),
            ("[kc.front]\n", "[kc] `front` has no limit"),
            (
                "[kc]\ntoe = \"<= 1 deg\"\n[kc.front.left]\n",
                "[kc] `front.left` has no limit",
            ),
            ("[ops]\noperations = \"<= 6000\"\n[drive]\n", "[drive] has no limit"),
            ("[drive.step_steer]\n", "[drive step_steer] has no limit"),
        ] {
            assert_eq!(Limits::read(text).expect_err("no limit"), wanted, "{text}");
        }
    }

    /// Rounding beyond an end keeps the limit, more does not.
    #[test]
    fn rounding_keeps_a_limit() {
        let read = |text: &str| {
            Limits::read(&format!("[kc]\ntoe = \"{text} deg\"\n"))
                .expect("a limit")
                .of[0]
                .1[0]
                .range
        };
        let zero = read("[0, 0]");
        assert!([0.0, 1e-17, -1e-17].into_iter().all(|value| zero.contains(value)));
        assert!(!zero.contains(1e-8) && !zero.contains(-1e-8) && !zero.contains(f64::NAN));
        let large = read("<= 6000");
        assert!(large.contains(6000.0 + 1e-9) && !large.contains(6000.001));
    }
}
