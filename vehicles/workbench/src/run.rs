//! Any declared vehicle or mechanism, with or without wheels, integrated over time. Its drives follow given courses.

use crate::integrators::{Chosen, WithIntegrator, with};
use crate::problem::{Mistakes, Problem};
use crate::progress::Told;
use crate::vehicle::{Running, slides};
use wishbone::description::Description;
use wishbone::prelude::*;
use wishbone::profile::Profile;
use wishbone::state::StateVector;
use wishbone_compiler::diag::Sources;
use wishbone_compiler::front::{suggest, units};
use wishbone_compiler::model::Signal;
use wishbone_compiler::model::equipment as declared;
use wishbone_compiler::model::resolve::course;
use wishbone_engine::equipment::{self, Course, Fitted, Road};
use wishbone_engine::{Engine, Inputs};
use wishbone_studies::findings::{Figure, Findings, Outcome, Verdict, to_read};
use wishbone_studies::instant::Instant;
use wishbone_studies::manoeuvre::alternation::{Alternation, too_long};
use wishbone_studies::manoeuvre::{Method, Slides, Start, spacing};
use wishbone_studies::panels::{Panel, line};
use wishbone_studies::table::{Column, Table};
use wishbone_studies::turns;

/// Largest number of panels of a picture, and of curves in a panel.
const PANELS: usize = 8;
const CURVES: usize = 6;
/// Growth of the energy that is impossible for a motion, relative to the largest energy of the first rows and the work
/// of the drives.
const UNBOUNDED: f64 = 1e12;

/// Relative difference below which two times are equal.
const EQUAL: f64 = 1e-9;

/// Settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Duration [s].
    pub duration: f64,
    /// Step of the integration [s].
    pub step: f64,
    /// Time between two rows [s].
    pub every: f64,
    /// Method of the integration.
    pub method: Method,
    /// Names of drives or signals, with their courses over time in the words of the language.
    pub drives: Vec<(String, String)>,
    /// Changes of the start, which is otherwise the design position at rest.
    pub start: Start,
}

/// Drives and signals that follow courses.
#[derive(Clone, Default)]
struct Prescribed {
    drives: Vec<(usize, Course)>,
    signals: Vec<(usize, Course)>,
    /// Drives whose position jumps, each with the time of the first jump after the start [s].
    leaps: Vec<(usize, f64)>,
}

impl Subsystem<Engine> for Prescribed {
    type State = ();

    fn drive(&mut self, time: f64, (): &(), inputs: &mut Inputs) {
        for (place, course) in &self.drives {
            inputs.drives[*place] = course.at(time);
        }
        for (place, course) in &self.signals {
            inputs.signals[*place] = course.at(time).position;
        }
    }

    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        for (place, course) in &self.drives {
            tell(*place, course.jump(from, to));
        }
    }
}

/// Everything that acts on a mechanism.
type Acting = (Fitted, Prescribed);

/// Runs a vehicle or mechanism, and returns its outputs, coordinates and energy over time.
///
/// # Errors
/// Returns an error if a name or a course is wrong, or if the loops do not close.
pub fn found(running: &Running, asked: &Asked, told: Told<'_>) -> Result<Findings, Problem> {
    if asked.method == Method::Hybrid {
        return Err(running.finding(
            "the hybrid scheme takes the fast modes of a vehicle on its tyres, which only `wishbone drive` knows: choose another method",
        ));
    }
    if asked.step > asked.duration * (1.0 + EQUAL) {
        return Err(Problem::Misuse(format!(
            "a step of {} ms is longer than the run of {} ms: nothing would be run; give a shorter `--step`",
            1e3 * asked.step,
            1e3 * asked.duration
        )));
    }
    let prescribed = prescribed(running, &asked.drives)?;
    let names = running.engine.description().drives;
    let moved = prescribed
        .drives
        .iter()
        .filter(|(_, course)| course.at(0.0).position != 0.0);
    let begun: Vec<String> = moved.map(|(place, _)| format!("`{}`", names[*place])).collect();
    let elsewhere = (!begun.is_empty()).then(|| {
        format!(
            "{} begins away from zero: the start is not the design position. There the coordinates that the solver integrates stay, and \
             which these are follows from the declaration; begin at zero, or give `--position`",
            begun.join(", ")
        )
    });
    let leaps = prescribed.leaps.iter().filter(|(_, time)| *time <= asked.duration);
    let leaps: Vec<String> = leaps
        .map(|(place, time)| {
            format!(
                "`{}` jumps at {time} s: the coordinates that the solver integrates stay there, which follow from the declaration, and this jump of \
                 the position changes no speed; give the motion a duration",
                names[*place]
            )
        })
        .collect();
    let (compiled, vehicle) = (&running.compiled, running.engine.description());
    let fitted = equipment::fitted(compiled, vehicle, &Road::new(wishbone::terrain::Flat));
    let acting = (fitted.map_err(|reason| running.finding(reason))?, prescribed);
    let recording = Recording {
        running,
        asked,
        acting,
        told,
    };
    let (table, verdict) = with(&Chosen::plain(asked.method), recording)?;
    let moved: Vec<String> = asked
        .drives
        .iter()
        .map(|(name, course)| format!("{name} = {course}"))
        .collect();
    Ok(Findings {
        name: "run".to_owned(),
        conditions: match moved.is_empty() {
            true => format!("from the design position, {} s", asked.duration),
            false => format!("from the design position, {} s, {}", asked.duration, moved.join(", ")),
        },
        figures: match verdict.is_as_asked() {
            true => figures(&table, vehicle),
            false => Vec::new(),
        },
        verdict,
        notes: [("time", asked.duration), ("every", asked.every)]
            .into_iter()
            .filter_map(|(name, time)| spacing::note(name, time, asked.step))
            .chain(elsewhere)
            .chain(leaps)
            .collect(),
        panels: panels(&table, vehicle),
        table,
        ..Findings::default()
    })
}

/// The drives and signals with these names, each with its course.
fn prescribed(running: &Running, drives: &[(String, String)]) -> Result<Prescribed, Problem> {
    let names = running.engine.description();
    let (mut prescribed, mut mistakes) = (Prescribed::default(), Vec::new());
    for (place, (name, text)) in drives.iter().enumerate() {
        if drives[..place].iter().any(|(before, _)| before == name) {
            mistakes.push(format!("`--drive {name}` is given twice: leave one of them out"));
            continue;
        }
        let (drive, signal) = (
            names.drives.iter().position(|own| own == name),
            names.signals.iter().position(|own| own == name),
        );
        let slides = drive.is_some_and(|drive| slides::drive(running, drive));
        let read = match (drive, signal) {
            (None, None) => {
                let known: Vec<&str> = names.drives.iter().chain(names.signals).copied().collect();
                let advice = suggest::advice(name, &known).unwrap_or_else(|| format!("it has {}", known.join(", ")));
                mistakes.push(format!(
                    "`--drive {name}`: the vehicle has no drive or signal `{name}`; {advice}"
                ));
                continue;
            }
            (Some(_), _) if slides => course(text, &units::LENGTH),
            (Some(_), _) => course(text, &units::ANGLE),
            (None, Some(_)) => course(text, gives(running, name)),
        };
        match (read, drive, signal) {
            (Ok(read), Some(place), _) => {
                prescribed.leaps.extend(leap(&read).map(|time| (place, time)));
                prescribed.drives.push((place, Course::of(&read)));
            }
            (Ok(read), None, Some(place)) => prescribed.signals.push((place, Course::of(&read))),
            (Err(found), ..) => {
                let told = Mistakes::of(&found, &Sources::one("--drive", text));
                mistakes.push(format!("`--drive {name}`: {}", told.text.trim_end()));
            }
            (Ok(_), None, None) => {}
        }
    }
    match mistakes.is_empty() {
        true => Ok(prescribed),
        false => Err(Problem::Misuse(mistakes.join("\n"))),
    }
}

/// The quantity that an input of force elements gives.
fn gives(running: &Running, name: &str) -> &'static units::Quantity {
    let signals = &running.compiled.model.signals;
    let signal = signals.iter().find(|signal| signal.name == name);
    signal.map_or(&units::PLAIN, Signal::quantity)
}

/// A run that is recorded.
struct Recording<'a> {
    running: &'a Running,
    asked: &'a Asked,
    acting: Acting,
    told: Told<'a>,
}

impl WithIntegrator<Acting> for Recording<'_> {
    type Result = Result<(Table, Verdict), Problem>;

    fn run<I: Integrator<StateOf<Engine, Acting>>>(self, integrator: I) -> Self::Result {
        let Self { running, asked, .. } = self;
        let mut simulation = Simulation::new(running.engine.clone(), self.acting, integrator);
        let finding = |reason: String| running.finding(reason);
        let _ = simulation.assemble().map_err(|reason| finding(reason.to_string()))?;
        if asked.start != Start::default() {
            let (mut state, inputs) = (simulation.state().clone(), simulation.inputs.clone());
            let slides = Slides {
                position: &|name| slides::coordinate(running, name),
                speed: &|name| slides::speed(running, name),
            };
            let changed = asked
                .start
                .change(simulation.solver_mut(), &mut state, &inputs, &slides);
            changed.map_err(finding)?;
            simulation.set_state(state);
            let _ = simulation.assemble().map_err(|reason| running.finding(reason))?;
        }
        if asked.start.speeds.is_empty() {
            // Everything was at rest, and drives that move at once push the bodies.
            let velocities: Vec<f64> = simulation.inputs.drives().iter().map(|drive| drive.velocity).collect();
            let _ = simulation
                .jump(&velocities)
                .map_err(|reason| finding(reason.to_string()))?;
        }
        let (every, count) = (
            (asked.every / asked.step).round().max(1.0) as usize,
            (asked.duration / asked.step).round() as usize,
        );
        let work = running.progress("run");
        let mut table = Table::of(columns(running, &simulation));
        let outputs = running.engine.description().outputs.len();
        let angles: Vec<usize> = turns::angles(&table.columns[1..=outputs], 1).collect();
        let mut verdict = Verdict::at(Outcome::ToItsEnd, asked.duration, "");
        let mut most = 0.0_f64;
        let mut alternation = Alternation::default();
        for k in 0..=count {
            if k > 0
                && let Err(refused) = simulation.step(asked.step)
            {
                let words = format!("{refused}; {}", asked.method.advice());
                verdict = Verdict::at(Outcome::Refused, refused.time, words);
                break;
            }
            if let Some(place) = alternation.note(simulation.state().speeds()) {
                let (speed, time) = (simulation.solver().description().speeds[place], simulation.time());
                let words = format!("{}; {}", too_long(speed, time, asked.step), asked.method.advice());
                verdict = Verdict::at(Outcome::StepTooLong, time, words).by(speed);
                break;
            }
            if k % every != 0 {
                continue;
            }
            let mut row = row(&mut simulation);
            if let Some(last) = table.rows.last() {
                turns::go_on(&mut row, last, &angles);
            }
            let size = row.iter().fold(0.0_f64, |most, number| most.max(number.abs()));
            if k <= every {
                most = most.max(size).max(1.0);
            }
            let time = simulation.time();
            if !row.iter().all(|number| number.is_finite()) || size > UNBOUNDED * most {
                let words = format!("grew without bound at {time:.3} s: {}", asked.method.advice());
                verdict = Verdict::at(Outcome::GrewWithoutBound, time, words);
                break;
            }
            table.rows.push(row);
            (self.told)(k as f64 / count.max(1) as f64, &work);
        }
        (self.told)(1.0, &work);
        Ok((table, verdict))
    }
}

/// The first time after the start at which the position of a course jumps [s].
fn leap(course: &declared::Course) -> Option<f64> {
    let times = match *course {
        declared::Course::Ramp { start, duration, .. } => vec![(duration <= 0.0, start)],
        declared::Course::Pulse {
            start,
            rise,
            hold,
            fall,
            ..
        } => vec![(rise <= 0.0, start), (fall <= 0.0, start + rise + hold)],
        declared::Course::Sine {
            start,
            cycles,
            frequency,
            ..
        } => {
            let halves = 2.0 * cycles;
            let is_whole = (halves - halves.round()).abs() < EQUAL * halves.max(1.0);
            vec![(halves.is_finite() && !is_whole, start + cycles / frequency)]
        }
        declared::Course::Sweep { start, duration, .. } => vec![(true, start + duration)],
        declared::Course::Hold(_) | declared::Course::SineWithDwell { .. } | declared::Course::Table { .. } => {
            Vec::new()
        }
    };
    let jumps = times.into_iter().filter(|(jumps, time)| *jumps && *time > 0.0);
    jumps.map(|(_, time)| time).reduce(f64::min)
}

/// Columns: time, declared outputs, coordinates and speeds of the joints, energies.
fn columns<I: Integrator<StateOf<Engine, Acting>>>(
    running: &Running,
    simulation: &Simulation<Engine, Acting, I>,
) -> Vec<Column> {
    let units = coordinate_units(running);
    let names = simulation.solver().description();
    let column = |name: String, unit: &'static str| Column { name, unit };
    let mut columns = vec![column("time".to_owned(), "s")];
    let outputs = names.outputs.iter().enumerate();
    columns.extend(outputs.map(|(place, name)| column((*name).to_owned(), names.output_unit(place))));
    columns.extend(
        names
            .joint_coordinates
            .iter()
            .zip(units)
            .map(|(name, unit)| column((*name).to_owned(), unit)),
    );
    let speed_unit = |name: &str| match slides::speed(running, name) {
        Some(true) => "m/s",
        Some(false) => "rad/s",
        None => "SI",
    };
    columns.extend(
        names
            .joint_speeds
            .iter()
            .map(|name| column(format!("{name}'"), speed_unit(name))),
    );
    columns.extend(["kinetic", "gravity", "elastic"].map(|kind| column(format!("energy.{kind}"), "J")));
    columns
}

fn row<I: Integrator<StateOf<Engine, Acting>>>(simulation: &mut Simulation<Engine, Acting, I>) -> Vec<f64> {
    let mut row = vec![simulation.time()];
    row.extend(Instant::of_simulation(simulation).outputs);
    let (state, inputs) = (simulation.state().clone(), simulation.inputs.clone());
    let mut solver = simulation.solver().clone();
    row.extend_from_slice(solver.joint_coordinates(&state, &inputs));
    row.extend_from_slice(solver.joint_speeds(&state, &inputs));
    let energy = simulation.energy();
    row.extend([energy.kinetic, energy.gravity, energy.elastic]);
    row
}

/// Least, greatest and final value of each output; without declared outputs, of each joint coordinate.
fn figures(table: &Table, names: &Description) -> Vec<Figure> {
    let shown = shown(names);
    let of = |column: &Column, unit, values: &[f64]| {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let end = values.last().copied().unwrap_or(f64::NAN);
        let figure = |name: &str, value, definition| Figure::new(&column.name, name, unit, value, definition);
        [
            figure("least", least, "over all rows"),
            figure("greatest", greatest, "over all rows"),
            figure("at the end", end, "in the last row"),
        ]
    };
    let columns = table.columns.iter().enumerate().skip(1).take(shown);
    let each = columns.map(|(place, column)| {
        let (unit, factor) = to_read(column.unit);
        let values: Vec<f64> = table.rows.iter().map(|row| factor * row[place]).collect();
        of(column, unit, &values)
    });
    each.flatten().collect()
}

/// Unit of each joint coordinate, SI; only `SI` for Euler parameters.
fn coordinate_units(running: &Running) -> Vec<&'static str> {
    let names = running.engine.description().joint_coordinates.iter();
    let each = names.map(|name| match slides::coordinate(running, name) {
        Some(true) => "m",
        Some(false) => "rad",
        None => "SI",
    });
    each.collect()
}

/// The kind of quantity with this unit, in a word.
fn quantity(unit: &str) -> &'static str {
    match unit {
        "deg" => "angles",
        "deg/s" => "angular speeds",
        "m" => "positions",
        "m/s" => "speeds",
        "m/s^2" => "accelerations",
        "N" => "forces",
        "N m" => "moments",
        _ => "outputs",
    }
}

/// Number of columns after the time that figures and pictures show.
fn shown(names: &Description) -> usize {
    match names.outputs.len() {
        0 => names.joint_coordinates.len(),
        outputs => outputs,
    }
}

/// The outputs over time; outputs with one unit share a panel.
fn panels(table: &Table, names: &Description) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    for (place, column) in table.columns.iter().enumerate().skip(1).take(shown(names)) {
        let (unit, factor) = to_read(column.unit);
        let points = table.rows.iter().map(|row| (row[0], factor * row[place])).collect();
        let title = format!("{} [{unit}]", quantity(unit));
        let fits = |panel: &Panel| panel.title == title && panel.curves.len() < CURVES;
        match panels.iter().position(fits) {
            Some(own) => {
                let curves = &mut panels[own].curves;
                curves.push(line(curves.len(), &column.name, points));
            }
            None if panels.len() < PANELS => panels.push(Panel {
                title,
                x: "time [s]".to_owned(),
                curves: vec![line(0, &column.name, points)],
                ..Panel::default()
            }),
            None => {}
        }
    }
    panels
}
