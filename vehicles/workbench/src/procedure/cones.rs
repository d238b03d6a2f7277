//! Lane changes between cones, ISO 3888-1 and -2: the greatest speed at which no cone is touched.

use super::known::known;
use crate::manoeuvre::behaviour;
use crate::problem::Problem;
use crate::progress::{Told, silent};
use crate::vehicle::Running;
use wishbone_studies::findings::{Figure, Findings, Outcome, Verdict, number};
use wishbone_studies::manoeuvre::Overrides;
use wishbone_studies::manoeuvre::figures::cones;
use wishbone_studies::panels::{Panel, Scale, line};
use wishbone_studies::table::{Column, Table};

/// Speed that ISO 3888-1 requires [km/h].
const ASKED: f64 = 80.0;
/// Range of the search for the greatest speed, first step of the search, and its final interval [km/h].
const RANGE: [f64; 2] = [40.0, 160.0];
const STEP: f64 = 10.0;
const FINE: f64 = 1.0;
/// Subjects of the figures of the lanes.
const LANES: [&str; 3] = ["first lane", "second lane", "last lane"];

/// A run between the cones.
struct Run {
    /// Speed at the start [km/h].
    speed: f64,
    /// Least distance from a cone in each lane [m]; NaN for a lane that was not reached.
    distances: [f64; 3],
    /// Whether it went to its end.
    is_whole: bool,
    /// Result of the run in words.
    words: String,
}

impl Run {
    fn is_clear(&self) -> bool {
        self.is_whole && self.distances.iter().all(|distance| *distance > 0.0)
    }
}

/// ISO 3888-1: whether the run at 80 km/h is clear, and the greatest clear speed.
pub fn double(running: &Running, numbers: &Overrides, told: Told<'_>) -> Result<Findings, Problem> {
    let mut course = Course::of(running, "lane_change", numbers, told);
    let asked = course.drive(ASKED)?;
    let (is_clear, words) = (asked.is_clear(), asked.words.clone());
    let greatest = course.greatest(if is_clear { ASKED } else { RANGE[0] })?;
    let verdict = match is_clear {
        true => Verdict::new(Outcome::Passed, format!("passes at 80 km/h: {words}")),
        false => Verdict::new(Outcome::Failed, format!("fails at 80 km/h: {words}")),
    };
    Ok(course.findings(
        "double_lane_change",
        "path of ISO 3888-1, speed held, flat road",
        verdict,
        greatest,
    ))
}

/// ISO 3888-2: the greatest clear speed. The standard requires no certain speed.
pub fn severe(running: &Running, numbers: &Overrides, told: Told<'_>) -> Result<Findings, Problem> {
    let mut course = Course::of(running, "severe_lane_change", numbers, told);
    let greatest = course.greatest(RANGE[0])?;
    let verdict = match greatest {
        Some(speed) => Verdict::new(
            Outcome::Done,
            format!("no cone is touched up to {} km/h", number(speed)),
        ),
        None => Verdict::new(
            Outcome::Failed,
            format!("fails at {} km/h already: {}", RANGE[0], course.drive(RANGE[0])?.words),
        ),
    };
    Ok(course.findings(
        "obstacle_avoidance",
        "path of ISO 3888-2, coasting from the start, flat road",
        verdict,
        greatest,
    ))
}

/// The cones, and the runs between them.
struct Course<'a> {
    running: &'a Running,
    manoeuvre: &'static str,
    numbers: &'a Overrides,
    told: Told<'a>,
    runs: Vec<Run>,
}

impl<'a> Course<'a> {
    fn of(running: &'a Running, manoeuvre: &'static str, numbers: &'a Overrides, told: Told<'a>) -> Self {
        let runs = Vec::new();
        Self {
            running,
            manoeuvre,
            numbers,
            told,
            runs,
        }
    }

    /// The run at a speed [km/h], which is driven only once. If a vehicle has no steady bend at this speed, it cannot
    /// drive between cones either.
    fn drive(&mut self, speed: f64) -> Result<&Run, Problem> {
        if let Some(place) = self.runs.iter().position(|run| run.speed == speed) {
            return Ok(&self.runs[place]);
        }
        let numbers = Overrides {
            speed: Some(speed / 3.6),
            ..*self.numbers
        };
        let manoeuvre = known(self.manoeuvre, &numbers)?;
        // Time that the vehicle needs for the track at three quarters of its speed.
        let manoeuvre = manoeuvre.with(&Overrides {
            duration: Some(LONGEST / (0.75 * speed / 3.6)),
            ..Overrides::default()
        });
        let found = behaviour(self.running, &manoeuvre.map_err(Problem::Misuse)?, false, &silent);
        let run = match found {
            Ok(found) => {
                let distance = |lane: &str| {
                    let figure = found.figure(lane, "least distance from a cone");
                    figure.and_then(|figure| figure.value).unwrap_or(f64::NAN)
                };
                let is_whole = found.verdict.is_as_asked();
                let told = cones(&found.figures).filter(|_| is_whole);
                Run {
                    speed,
                    distances: LANES.map(distance),
                    is_whole,
                    words: told.unwrap_or_else(|| found.verdict.words.clone()),
                }
            }
            // An error of the first run is one of the vehicle.
            Err(reason) if self.runs.is_empty() => return Err(reason),
            Err(reason) => Run {
                speed,
                distances: [f64::NAN; 3],
                is_whole: false,
                words: reason.to_string(),
            },
        };
        self.runs.push(run);
        (self.told)(
            (self.runs.len() as f64 / EXPECTED).min(1.0),
            &self.running.progress(self.manoeuvre),
        );
        Ok(&self.runs[self.runs.len() - 1])
    }

    /// The greatest clear speed [km/h], searched upward from this speed: in steps until a cone is touched, then by
    /// bisection. `None` if the first run is not clear.
    fn greatest(&mut self, from: f64) -> Result<Option<f64>, Problem> {
        if !self.drive(from)?.is_clear() {
            return Ok(None);
        }
        let mut clear = from;
        let mut touched = loop {
            let next = (clear + STEP).min(RANGE[1]);
            if next <= clear {
                return Ok(Some(clear));
            }
            match self.drive(next)?.is_clear() {
                true => clear = next,
                false => break next,
            }
        };
        while touched - clear > FINE {
            let middle = 0.5 * (clear + touched);
            match self.drive(middle)?.is_clear() {
                true => clear = middle,
                false => touched = middle,
            }
        }
        Ok(Some(clear))
    }

    fn findings(mut self, name: &str, conditions: &str, verdict: Verdict, greatest: Option<f64>) -> Findings {
        (self.told)(1.0, &self.running.progress(self.manoeuvre));
        self.runs.sort_by(|a, b| a.speed.total_cmp(&b.speed));
        let column = |name: &str, unit| Column {
            name: name.to_owned(),
            unit,
        };
        let mut columns = vec![column("speed", "km/h")];
        columns.extend(LANES.map(|lane| column(&format!("{}_distance", lane.replace(' ', "_")), "m")));
        let rows = self
            .runs
            .iter()
            .map(|run| std::iter::once(run.speed).chain(run.distances).collect());
        let points = |lane: usize| -> Vec<(f64, f64)> {
            let each = self.runs.iter().map(|run| (run.speed, run.distances[lane]));
            each.filter(|(_, distance)| distance.is_finite()).collect()
        };
        Findings {
            name: name.to_owned(),
            conditions: conditions.to_owned(),
            verdict,
            figures: vec![Figure::new(
                "",
                "greatest speed without a touched cone",
                "km/h",
                greatest.unwrap_or(f64::NAN),
                "at the start; every slower run of the series touches none, and one that is at most 1 km/h faster does, or cannot be driven (ISO 3888)",
            )],
            notes: self
                .runs
                .iter()
                .filter(|run| !run.is_clear())
                .map(|run| format!("{} km/h: {}", number(run.speed), run.words))
                .collect(),
            table: Table {
                columns,
                rows: rows.collect(),
            },
            panels: vec![Panel {
                title: "least distance from a cone [m]".to_owned(),
                x: "speed [km/h]".to_owned(),
                curves: LANES
                    .iter()
                    .enumerate()
                    .map(|(lane, name)| line(lane, name, points(lane)))
                    .collect(),
                scale: Scale::Linear,
            }],
            ..Findings::default()
        }
    }
}

/// Longest distance of a lane change including its run-up [m], and usual number of runs of a search.
const LONGEST: f64 = 180.0;
const EXPECTED: f64 = 12.0;
