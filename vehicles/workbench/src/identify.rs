//! Parameters of a declaration from measured runs and curves of the rig.

use crate::files::Files;
use crate::manoeuvre;
use crate::measured::{Asked as Measurement, OTHER_SIGN, Prepared};
use crate::problem::Problem;
use crate::progress::Told;
use crate::rig::kc::{self, At, Travel};
use crate::unit;
use crate::vehicle::{Declaration, Running};
use serde::Serialize;
use wishbone_studies::findings::Findings;
use wishbone_studies::identify::{self, Computed, Estimate, Identified, Lag, LeftOut, ROUNDING, Record, Unknown};
use wishbone_studies::likeness;
use wishbone_studies::manoeuvre::Manoeuvre;

/// Manoeuvre for a measurement over time that names none.
const MANOEUVRE: &str = "step_steer";
/// Tests of the rig that a measurement may name.
const TESTS: [&str; 3] = ["bounce", "roll", "steer"];

/// The question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The measurements. The study of each measurement is the name of a manoeuvre, or a test of the rig.
    pub against: Vec<Measurement>,
    /// Numbers that may change, with their bounds: `front_left.spring.rate=+-20 %`.
    pub free: Vec<String>,
    /// Position from which the travel of measurements on a rig counts.
    pub at: At,
}

/// A number of the declaration that may change.
#[derive(Clone, Debug, PartialEq)]
struct Free {
    /// `front_left.spring.rate`
    path: String,
    /// Its unit; empty if it has none.
    unit: String,
    unknown: Unknown,
}

/// Identified parameters.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The measurements.
    pub records: Vec<Compared>,
    /// Parameters that cannot be separated, a line each.
    pub unclear: Vec<String>,
    /// Correlation coefficients of the estimates: the parameters, then the free lags.
    pub correlation: Vec<Vec<f64>>,
    /// Measured points that count.
    pub points: usize,
    /// Measurements of which some points do not count, a line each.
    pub left_out: Vec<String>,
    /// Number of runs of the vehicle.
    pub runs: usize,
    /// Whether the search came to a minimum.
    pub converged: bool,
    /// Whether every run with the fitted numbers ended as asked.
    pub as_asked: bool,
    /// Remarks about the measurements, and about runs that did not end as requested, a line each.
    pub notes: Vec<String>,
    /// Changes that turn the declaration into the fitted one.
    pub changes: Vec<String>,
    /// The declaration with the fitted parameters, as TOML.
    #[serde(skip)]
    pub declaration: String,
    /// The studies with the fitted parameters, compared with the measurements.
    #[serde(skip)]
    pub findings: Vec<Findings>,
}

/// An identified parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// `front_left.spring.rate`
    pub name: String,
    /// Its unit; empty if it has none.
    pub unit: String,
    /// Value before.
    pub old: f64,
    /// Value that was found.
    pub new: f64,
    /// Standard error; `None` if the measurements do not determine it.
    pub error: Option<f64>,
    /// Smallest and largest value.
    pub within: [f64; 2],
    /// Whether it is at a bound.
    pub at_bound: bool,
}

/// A measurement compared with the fitted vehicle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Its file.
    pub file: String,
    /// Its study.
    pub study: String,
    /// Delay of the measurement behind the run [s]; `None` for curves that are not functions of time.
    pub lag: Option<f64>,
    /// Standard error of the lag [s]; `None` if the lag is given.
    pub lag_error: Option<f64>,
    /// Columns with the root mean square of the difference before and after the fit, SI.
    pub columns: Vec<(String, [f64; 2])>,
}

/// A measurement with the study that computes its curves.
struct Source {
    file: String,
    study: Study,
    prepared: Prepared,
    lag: Option<f64>,
}

enum Study {
    Drive(Box<Manoeuvre>),
    Rig(&'static str, Box<Travel>),
}

impl Study {
    fn name(&self) -> &str {
        match self {
            Self::Drive(manoeuvre) => &manoeuvre.name,
            Self::Rig(test, _) => test,
        }
    }

    /// Runs the study. `anyway` skips the check of the step, which was made before.
    fn found(&self, running: &Running, anyway: bool) -> Result<Findings, Problem> {
        match self {
            Self::Drive(manoeuvre) => manoeuvre::behaviour(running, manoeuvre, anyway, &crate::progress::silent),
            Self::Rig(test, travel) => {
                let all = kc::found(running, travel, &crate::progress::silent)?;
                let own = all.into_iter().find(|own| own.name == *test);
                own.ok_or_else(|| running.finding(format!("the rig has no test `{test}` of this vehicle")))
            }
        }
    }
}

/// Finds numbers of a declaration for which the vehicle behaves as measured.
///
/// # Errors
/// Returns an error if a measurement, a name or a bound is wrong, or if the vehicle does not run.
pub fn found(declaration: &Declaration, asked: &Asked, files: &dyn Files, told: Told<'_>) -> Result<Found, Problem> {
    let free = free(declaration, &asked.free)?;
    let sources = sources(asked, files)?;
    let running = runs(&sources, declaration.clone())?;
    let (mut names, mut records, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for source in &sources {
        let found = source.study.found(&running, false)?;
        let begun = begun(source, &found)?;
        names.push(begun.columns);
        records.push(begun.record);
        notes.push(begun.note);
    }
    let changed = |values: &[f64]| declaration.clone().changed(&changes(&free, values));
    let compute = |values: &[f64]| -> Option<Vec<Computed>> {
        let running = runs(&sources, changed(values).ok()?).ok()?;
        let each = sources.iter().zip(&names).map(|(source, names)| {
            let found = source.study.found(&running, true).ok()?;
            curves(&found, names)
        });
        each.collect()
    };
    let unknowns: Vec<Unknown> = free.iter().map(|own| own.unknown.clone()).collect();
    let work = running.progress("fit");
    let most = (10 * (2 * free.len() + 2)) as f64;
    let tell = |runs: usize| told((runs as f64 / most).min(0.99), &work);
    let identified = identify::identify(&unknowns, &records, &compute, &tell);
    told(1.0, &work);
    let identified = identified.map_err(|reason| running.finding(reason))?;
    let values: Vec<f64> = identified.parameters.iter().map(|own| own.value).collect();
    let fitted = changed(&values)?;
    let running = runs(&sources, fitted.clone())?;
    let (mut findings, mut told) = (Vec::new(), Vec::new());
    for ((source, lag), note) in sources.iter().zip(&identified.lags).zip(notes) {
        let mut found = source.study.found(&running, false)?;
        told.extend(note.clone());
        found.notes.extend(note);
        let own = found.notes.len();
        source.prepared.hold(&mut found, Some(lag.value))?;
        told.extend(found.notes[own..].iter().map(|note| format!("{}: {note}", source.file)));
        if !found.verdict.is_as_asked() {
            let (study, words) = (source.study.name(), &found.verdict.words);
            told.push(format!("{}: `{study}` with the fitted numbers: {words}", source.file));
        }
        findings.push(found);
    }
    Ok(Found {
        parameters: parameters(&free, &identified),
        records: compared(&sources, &names, &identified),
        unclear: unclear(&free, &sources, &identified),
        correlation: identified
            .correlation
            .row_iter()
            .map(|row| row.iter().copied().collect())
            .collect(),
        points: identified.points,
        left_out: left_out(&sources, &identified),
        runs: identified.runs,
        converged: identified.converged,
        as_asked: findings.iter().all(|own| own.verdict.is_as_asked()),
        notes: told,
        changes: changes(&free, &values),
        declaration: format!("{}\n", fitted.text()),
        findings,
    })
}

/// The vehicle ready for all studies.
fn runs(sources: &[Source], declaration: Declaration) -> Result<Running, Problem> {
    let is_implicit = sources
        .iter()
        .any(|source| matches!(&source.study, Study::Drive(manoeuvre) if manoeuvre.method.is_implicit()));
    match is_implicit {
        true => Running::differentiated(declaration),
        false => Running::of(declaration),
    }
}

/// A measurement beside the curves of the declared vehicle.
struct Begun {
    /// Names of the measured columns in the study.
    columns: Vec<String>,
    record: Record,
    /// A note on curves that run against the computed ones.
    note: Option<String>,
}

/// Whether numbers change by more than rounding.
fn varies(numbers: &[f64]) -> bool {
    let finite = || numbers.iter().copied().filter(|number| number.is_finite());
    finite().fold(f64::NEG_INFINITY, f64::max) - finite().fold(f64::INFINITY, f64::min) > ROUNDING
}

/// The measured columns in the study, with the lag of best correlation as a start.
fn begun(source: &Source, found: &Findings) -> Result<Begun, Problem> {
    let pairs = source.prepared.pairs(found, source.lag)?;
    let columns: Vec<String> = pairs.iter().map(|(name, _)| name.clone()).collect();
    let pairs: Vec<likeness::Pair> = pairs.into_iter().map(|(_, pair)| pair).collect();
    let x: Vec<f64> = found.table.rows.iter().map(|row| row[0]).collect();
    let lag = match (source.lag, &source.study) {
        (Some(lag), _) => Lag::Given(lag),
        (None, Study::Rig(..)) => Lag::Given(0.0),
        (None, Study::Drive(_)) => Lag::Free(likeness::lag(&x, &pairs).unwrap_or(0.0)),
    };
    let against = |pair: &likeness::Pair| {
        let lag = match lag {
            Lag::Given(lag) | Lag::Free(lag) => lag,
        };
        likeness::of(&x, pair, lag).and_then(|own| own.correlation)
    };
    let opposite: Vec<String> = columns
        .iter()
        .zip(&pairs)
        .filter(|(_, pair)| varies(&pair.measured.y) && varies(&pair.computed))
        .filter(|(_, pair)| against(pair).is_some_and(|own| own < OTHER_SIGN))
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    let told = (!opposite.is_empty()).then(|| {
        format!(
            "{}: these columns run against the computed curves: {}",
            source.file,
            opposite.join(", ")
        )
    });
    let note = match (told, &source.study) {
        (Some(told), Study::Drive(_)) => {
            return Err(Problem::Misuse(format!(
                "{told}; give them the signs of ISO 8855, or leave them out"
            )));
        }
        // A curve over travel may have another slope than the curve of the declared vehicle: then the fit looks for this
        // slope.
        (told, _) => {
            told.map(|told| format!("{told} of the declared vehicle: their signs have to be those of ISO 8855"))
        }
    };
    let record = Record {
        columns: pairs.into_iter().map(|pair| pair.measured).collect(),
        lag,
    };
    Ok(Begun { columns, record, note })
}

/// The computed curves of these columns.
fn curves(found: &Findings, names: &[String]) -> Option<Computed> {
    let columns: Option<Vec<Vec<f64>>> = names.iter().map(|name| found.table.column(name)).collect();
    let own = Computed {
        x: found.table.rows.iter().map(|row| row[0]).collect(),
        columns: columns?,
    };
    own.columns
        .iter()
        .flatten()
        .all(|value| value.is_finite())
        .then_some(own)
}

/// The measurements with their studies, or all mistakes together.
fn sources(asked: &Asked, files: &dyn Files) -> Result<Vec<Source>, Problem> {
    let (mut sources, mut mistakes) = (Vec::new(), Vec::new());
    for measurement in &asked.against {
        match source(measurement, &asked.at, files) {
            Ok(source) => sources.push(source),
            Err(reason) => mistakes.push(reason.message()),
        }
    }
    match mistakes.is_empty() {
        true => Ok(sources),
        false => Err(Problem::Misuse(mistakes.join("\n"))),
    }
}

fn source(measurement: &Measurement, at: &At, files: &dyn Files) -> Result<Source, Problem> {
    let prepared = Prepared::of(measurement)?;
    let named = measurement.study.as_deref();
    let test = TESTS.into_iter().find(|test| named == Some(test));
    let study = match (named, test) {
        (_, Some(test)) => Study::Rig(test, Box::new(reach(&prepared, test, at)?)),
        (Some(word), None) => Study::Drive(Box::new(manoeuvre::find(word, files)?)),
        (None, None) if prepared.has("time") => Study::Drive(Box::new(manoeuvre::find(MANOEUVRE, files)?)),
        (None, None) => Study::Rig(TESTS[0], Box::new(reach(&prepared, TESTS[0], at)?)),
    };
    Ok(Source {
        file: measurement.file.clone(),
        study,
        prepared,
        lag: measurement.lag,
    })
}

/// Travel of a rig that covers the range of a measurement.
fn reach(prepared: &Prepared, test: &str, at: &At) -> Result<Travel, Problem> {
    let mut travel = Travel {
        at: at.clone(),
        ..Travel::default()
    };
    if test != "steer" {
        travel.travel = prepared.reach("travel")?;
    }
    Ok(travel)
}

/// The numbers that may change, or all mistakes together.
fn free(declaration: &Declaration, texts: &[String]) -> Result<Vec<Free>, Problem> {
    let (mut free, mut mistakes): (Vec<Free>, Vec<String>) = (Vec::new(), Vec::new());
    for text in texts {
        match one(declaration, text) {
            Ok(own) if free.iter().any(|other| other.path == own.path) => {
                mistakes.push(format!("`{}` is given twice by `--free`", own.path));
            }
            Ok(own) => free.push(own),
            Err(reason) => mistakes.push(reason),
        }
    }
    match mistakes.is_empty() {
        true => Ok(free),
        false => Err(Problem::Misuse(mistakes.join("\n"))),
    }
}

/// `front_left.spring.rate=+-20 %`, `chassis.mass=1200..1600 kg`, `tie_outer.z=+-5 mm`
fn one(declaration: &Declaration, text: &str) -> Result<Free, String> {
    const FORMS: &str =
        "write such as `front_left.spring.rate=+-20 %`, `chassis.mass=1200..1600 kg` or `tie_outer.z=+-5 mm`";
    let wrong = |reason: &str| format!("`--free {text}`: {reason}; {FORMS}");
    let (path, bounds) = text.split_once('=').ok_or_else(|| wrong("there are no bounds"))?;
    let path = path.trim();
    // A change without effect reports the present value.
    let same = declaration.clone().changed(&[format!("{path} *= 1")]);
    let same = same.map_err(|problem| format!("`--free {text}`: {}", problem.message()))?;
    let before = same.changes().last().and_then(|change| change.before.clone());
    let before = before.ok_or_else(|| wrong("it has no value"))?;
    let shared = declaration.clone().changed(&[format!("{path} *= {SLIGHTLY}")]);
    if before.starts_with("tune(")
        && let Err(problem) = shared.and_then(|own| own.resolved())
    {
        return Err(format!("`--free {text}`: {}", problem.message()));
    }
    let (start, own_unit) = number_and_unit(unit::untuned(&before))
        .ok_or_else(|| wrong(&format!("its value `{before}` is no single number")))?;
    let scale = unit::scale(own_unit).ok_or_else(|| wrong(&format!("the unit of `{before}` is not known")))?;
    let bounds = bounds.trim();
    let in_own = |number: f64, unit: &str| match unit {
        "%" => Ok(0.01 * number * start.abs()),
        "" if own_unit.is_empty() => Ok(number),
        unit => unit::scale(unit)
            .filter(|other| other.dimension == scale.dimension)
            .map(|other| number * other.factor / scale.factor)
            .ok_or_else(|| wrong(&format!("bounds are in % or `{own_unit}`"))),
    };
    let within = match bounds.strip_prefix("+-").or(bounds.strip_prefix('\u{b1}')) {
        Some(size) => {
            let (size, unit) = number_and_unit(size).ok_or_else(|| wrong("the bounds are no number"))?;
            let size = in_own(size, unit)?;
            [start - size, start + size]
        }
        None => {
            let (low, high) = bounds.split_once("..").ok_or_else(|| wrong("there are no bounds"))?;
            let (high, unit) = number_and_unit(high).ok_or_else(|| wrong("the upper bound is no number"))?;
            let (low, low_unit) = number_and_unit(low).ok_or_else(|| wrong("the lower bound is no number"))?;
            if unit == "%" {
                return Err(wrong("bounds from one to another have a unit of the number"));
            }
            [
                in_own(low, if low_unit.is_empty() { unit } else { low_unit })?,
                in_own(high, unit)?,
            ]
        }
    };
    match within[0] < within[1] && (within[0]..=within[1]).contains(&start) {
        true => Ok(Free {
            path: path.to_owned(),
            unit: own_unit.to_owned(),
            unknown: Unknown {
                name: path.to_owned(),
                start,
                within,
            },
        }),
        false => Err(wrong(&format!(
            "the declared value `{before}` is not within the bounds"
        ))),
    }
}

/// Factor on a number that may share a name with other numbers, which all have equal values.
const SLIGHTLY: f64 = 1.001;

/// `45 kN/m`
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let is_number = |end: &usize| text.is_char_boundary(*end) && text[..*end].trim().parse::<f64>().is_ok();
    // The longest beginning of the text that is a number.
    let end = (1..=text.len()).rev().find(is_number)?;
    let number = text[..end]
        .trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())?;
    Some((number, text[end..].trim()))
}

/// Changes that give a declaration these values.
fn changes(free: &[Free], values: &[f64]) -> Vec<String> {
    let each = free.iter().zip(values);
    each.map(|(free, value)| format!("{} = {value} {}", free.path, free.unit).trim_end().to_owned())
        .collect()
}

fn parameters(free: &[Free], identified: &Identified) -> Vec<Parameter> {
    let each = free.iter().zip(&identified.parameters).zip(&identified.at_bound);
    each.map(|((free, Estimate { value, error }), at_bound)| Parameter {
        name: free.path.clone(),
        unit: free.unit.clone(),
        old: free.unknown.start,
        new: *value,
        error: *error,
        within: free.unknown.within,
        at_bound: *at_bound,
    })
    .collect()
}

fn compared(sources: &[Source], names: &[Vec<String>], identified: &Identified) -> Vec<Compared> {
    let each = sources
        .iter()
        .zip(names)
        .zip(identified.lags.iter().zip(&identified.scatter));
    each.map(|((source, names), (lag, scatter))| Compared {
        file: source.file.clone(),
        study: source.study.name().to_owned(),
        lag: matches!(source.study, Study::Drive(_)).then_some(lag.value),
        lag_error: lag.error,
        columns: names.iter().cloned().zip(scatter.iter().copied()).collect(),
    })
    .collect()
}

/// Measurements of which some points do not count, in words.
fn left_out(sources: &[Source], identified: &Identified) -> Vec<String> {
    let told = |(source, own): (&Source, &LeftOut)| {
        let LeftOut {
            points,
            beyond,
            near_ends,
            margin,
        } = own;
        let mut reasons = Vec::new();
        if *beyond > 0 {
            reasons.push(format!("{beyond} are beyond the computed curves"));
        }
        if *near_ends > 0 {
            reasons.push(format!(
                "{near_ends} are within {margin:.3} s of the ends of these curves, where another lag may move them out"
            ));
        }
        let (count, file) = (beyond + near_ends, &source.file);
        (count > 0).then(|| {
            format!(
                "{file}: {count} of {points} measured points do not count: {}",
                reasons.join(", ")
            )
        })
    };
    sources.iter().zip(&identified.left_out).filter_map(told).collect()
}

/// Directions that the measurements do not determine, in words.
fn unclear(free: &[Free], sources: &[Source], identified: &Identified) -> Vec<String> {
    let lags: Vec<String> = sources
        .iter()
        .zip(&identified.lags)
        .filter(|(source, _)| matches!(source.study, Study::Drive(_)) && source.lag.is_none())
        .map(|(source, _)| format!("time lag of {}", source.file))
        .collect();
    let name = |place: usize| match free.get(place) {
        Some(free) => format!("`{}`", free.path),
        None => lags.get(place - free.len()).cloned().unwrap_or_default(),
    };
    let each = identified.unclear.iter().map(|own| {
        let names: Vec<String> = own.parts.iter().map(|(place, _)| name(*place)).collect();
        let senses: Vec<bool> = own.parts.iter().map(|(_, part)| *part > 0.0).collect();
        let way = match senses.windows(2).all(|pair| pair[0] == pair[1]) {
            true => "all greater or all less",
            false => "one greater, another less",
        };
        match (&names[..], own.error) {
            ([one], None) => format!("{one} changes no measured curve"),
            ([one], Some(error)) => format!("{one} is known to {:.0} % of its bounds only", 50.0 * error),
            (_, None) => format!(
                "{} cannot be told apart: {way} changes no measured curve",
                names.join(" and ")
            ),
            (_, Some(_)) => format!("{} are hardly told apart: {way} changes little", names.join(" and ")),
        }
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::NoFiles;

    const TEXT: &str = "P { body b { mass: 2 kg, com: [0, 0, -1] m, inertia: [1, 1, 1] kg*m^2 }
        joint j: revolute(ground, b) { axis: y, at: [0, 0, 0] m } }";

    #[test]
    fn bounds_are_read_in_their_forms() {
        let declaration = Declaration::of_text("p.txt", TEXT, &NoFiles);
        let within = |text: &str| one(&declaration, text).map(|free| free.unknown.within);
        for (text, wanted) in [
            ("b.mass=+-20 %", [1.6, 2.4]),
            ("b.mass = 1500..2500 g", [1.5e-3 * 1e3, 2.5]),
            ("b.mass=+-0.5 kg", [1.5, 2.5]),
            ("b.mass=1..3e0 kg", [1.0, 3.0]),
        ] {
            // `g` is gravity in measurements, and not a unit of mass.
            match within(text) {
                Ok(found) => assert!(
                    (found[0] - wanted[0]).abs() + (found[1] - wanted[1]).abs() < 1e-12,
                    "{text}: {found:?}"
                ),
                Err(told) => assert!(text.contains(" g") && told.contains("bounds are in"), "{text}: {told}"),
            }
        }
        for (text, reason) in [
            ("b.mass", "there are no bounds"),
            ("b.mass=5", "there are no bounds"),
            ("b.mass=+-5 m", "bounds are in % or `kg`"),
            ("b.mass=3..4 kg", "is not within the bounds"),
            ("b.com=+-5 m", "b.com"),
            ("c.mass=+-5 %", "`c"),
        ] {
            let told = within(text).expect_err("it is wrong");
            assert!(told.contains(reason), "{text}: {told}");
        }
        // A parameter of the solver is free like other numbers; a parameter with several numbers is not.
        let tuned =
            |word: &str| Declaration::of_text("p.txt", &TEXT.replace("2 kg", &format!("{word} 2 kg")), &NoFiles);
        for word in ["tune", "tune(m)"] {
            let found = one(&tuned(word), "b.mass=+-20 %").expect("it is free").unknown;
            assert!(
                (found.start - 2.0).abs() + (found.within[0] - 1.6).abs() < 1e-12,
                "{found:?}"
            );
        }
        let shared = TEXT
            .replace("2 kg", "tune(k) 1 kg")
            .replace("[1, 1, 1]", "[tune(k) 1, 1, 1]");
        let told = one(&Declaration::of_text("p.txt", &shared, &NoFiles), "b.mass=+-20 %").map(|free| free.unknown);
        assert!(told.as_ref().is_err_and(|told| told.contains('k')), "{told:?}");
        let twice = free(
            &declaration,
            &[
                "b.mass=+-1 %".to_owned(),
                "b.mass=+-2 %".to_owned(),
                "b.mass".to_owned(),
            ],
        );
        let told = twice.expect_err("it is given twice").message();
        assert!(told.contains("given twice") && told.contains("no bounds"), "{told}");
    }
}
