//! Time against accuracy: a manoeuvre by several methods and steps, against a run with a tight tolerance.
//!
//! The reference is a run of the method of Dormand and Prince that chooses its steps, with a relative and an absolute tolerance of 1e-11. The error of
//! a run is the greatest distance of the chassis' centre of mass from its place in the reference, every 20 ms. The share is the time of the run on this
//! machine by the time driven: what real time takes of a core.

use crate::integrators::{Chosen, WithIntegrator, with};
use crate::manoeuvre::Ready;
use crate::problem::Problem;
use crate::progress::{Steps, Told};
use crate::steady::straight_on_or_at_rest;
use crate::vehicle::Running;
use std::time::Instant;
use wishbone::prelude::*;
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;
use wishbone_studies::findings::{Figure, Findings};
use wishbone_studies::manoeuvre::{Manoeuvre, Method, Overrides};
use wishbone_studies::panels::{Panel, Scale, line};
use wishbone_studies::table::{Column, Table};

/// Relative and absolute tolerance of the reference.
const TOLERANCE: Tolerance = Tolerance::of(1e-11);
/// Time between two instants that are compared [s].
const EVERY: f64 = 20e-3;
/// Steps that are taken where none are given [s].
pub const STEPS: [f64; 5] = [0.25e-3, 0.5e-3, 1e-3, 2e-3, 4e-3];
/// Explicit methods, which are taken where none are given.
pub const METHODS: [Method; 7] = [
    Method::Ab2,
    Method::Ab3,
    Method::Abm2,
    Method::Abm3,
    Method::Rk2,
    Method::Rk4,
    Method::DormandPrince,
];
/// Error beyond which a run has nothing to do with the reference [m].
const LOST: f64 = 10.0;

/// A question about time and accuracy.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What is driven; its method and step do not count.
    pub manoeuvre: Manoeuvre,
    /// The methods.
    pub methods: Vec<Method>,
    /// The steps, rising [s].
    pub steps: Vec<f64>,
}

/// A run: its greatest error [m], and its time by time driven.
struct Run {
    step: f64,
    error: f64,
    share: f64,
}

/// Places of the chassis' centre of mass at equal times [m]; as many as there are before a step is refused.
type Path = Vec<[f64; 3]>;

/// Drives the manoeuvre by all methods and steps. Those beyond the largest stable step are left out.
///
/// # Errors
/// If a step does not divide the time between two instants, or the vehicle cannot be set going.
pub fn found(running: &Running, asked: &Asked, told: Told<'_>) -> Result<Findings, Problem> {
    check(&asked.steps)?;
    for &step in &asked.steps {
        let step = Overrides {
            step: Some(step),
            ..Overrides::default()
        };
        asked.manoeuvre.clone().with(&step).map_err(Problem::Misuse)?;
    }
    let count = (asked.manoeuvre.duration.0 / EVERY).floor() as usize;
    if count == 0 {
        return Err(Problem::Misuse("a manoeuvre of 20 ms at least is compared".to_owned()));
    }
    let runs = 1 + asked.methods.len() * asked.steps.len();
    let progress = Steps::of(told, running.progress("precision"), runs);
    let (linear, is_at_rest) = straight_on_or_at_rest(running, asked.manoeuvre.speed.0)?;
    let (reference, share) = reference(running, &asked.manoeuvre, count)?;
    progress.more(1);
    let mut findings = Findings {
        name: "precision".to_owned(),
        conditions: format!("{}: {}", asked.manoeuvre.name, asked.manoeuvre.conditions()),
        ..Findings::default()
    };
    findings.figures.push(Figure::new(
        "reference",
        "time by time driven",
        "%",
        100.0 * share,
        "time of the reference on this machine, by the time driven",
    ));
    let mut table = Table::of(["method", "step", "error", "share"].map(column).to_vec());
    let mut curves = Vec::new();
    for (place, &method) in asked.methods.iter().enumerate() {
        let limit = method.explicit().and_then(|method| linear.largest_step(method));
        let mut own = Vec::new();
        for &step in &asked.steps {
            if limit.is_none_or(|limit| step <= limit) {
                own.push(timed(running, &asked.manoeuvre, (method, step), &reference)?);
            }
            progress.more(1);
        }
        findings.figures.extend(figures(method, limit, &asked.steps, &own));
        let rows = own.iter().map(|run| vec![place as f64, run.step, run.error, run.share]);
        table.rows.extend(rows);
        let sound = own.iter().filter(|run| run.error > 0.0 && run.error < LOST);
        let points = sound.map(|run| (100.0 * run.share, (1e3 * run.error).log10()));
        curves.push(line(place, method.word(), points.collect()));
    }
    findings.notes.push(format!(
        "the reference: Dormand and Prince with steps of its own choice, relative and absolute tolerance {:e}",
        TOLERANCE.relative
    ));
    if is_at_rest {
        let words =
            "the largest steps are those of the modes at rest: there is no steady motion straight on at this speed";
        findings.notes.push(words.to_owned());
    }
    findings.table = table;
    findings.panels = vec![Panel {
        title: "error, power of ten of it in mm".to_owned(),
        x: "processor time by time driven [%]".to_owned(),
        curves,
        scale: Scale::Logarithmic,
    }];
    Ok(findings)
}

fn column(name: &str) -> Column {
    let unit = match name {
        "step" => "s",
        "error" => "m",
        _ => "",
    };
    Column {
        name: name.to_owned(),
        unit,
    }
}

/// A step in milliseconds, to a nanosecond.
fn ms(step: f64) -> f64 {
    (1e6 * 1e3 * step).round() / 1e6
}

/// Refuses steps that do not meet the instants that are compared.
fn check(steps: &[f64]) -> Result<(), Problem> {
    let wrong = steps.iter().filter(|step| {
        let parts = EVERY / **step;
        (parts - parts.round()).abs() > 1e-6 || parts < 0.5
    });
    let wrong: Vec<String> = wrong.map(|step| format!("{} ms", ms(*step))).collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Problem::Misuse(format!(
            "runs are compared every {} ms, which steps of {} do not divide",
            1e3 * EVERY,
            wrong.join(", ")
        ))),
    }
}

/// Largest step, and error and time at each step, of a method.
fn figures(method: Method, limit: Option<f64>, steps: &[f64], runs: &[Run]) -> Vec<Figure> {
    let word = method.word();
    let mut figures = vec![Figure::new(
        word,
        "largest step",
        "ms",
        limit.map_or(f64::NAN, |limit| 1e3 * limit),
        "largest step for which all modes of the steady motion at the start are stable; none of an implicit method",
    )];
    for step in steps {
        let run = runs.iter().find(|run| run.step == *step);
        let ms = ms(*step);
        figures.push(Figure::new(
            word,
            &format!("error at {ms} ms"),
            "mm",
            run.map_or(f64::NAN, |run| 1e3 * run.error),
            "greatest distance of the chassis' centre of mass from the reference at the same time",
        ));
        figures.push(Figure::new(
            word,
            &format!("time at {ms} ms"),
            "%",
            run.map_or(f64::NAN, |run| 100.0 * run.share),
            "time of the run on this machine, by the time driven: the share of a core in real time",
        ));
    }
    figures
}

/// The reference, and its time by time driven.
fn reference(running: &Running, manoeuvre: &Manoeuvre, count: usize) -> Result<(Path, f64), Problem> {
    let ready = Ready::of(running, manoeuvre, None, |_| {})?;
    let mut simulation = ready.set.go(running, DormandPrince::new(TOLERANCE))?;
    let (chassis, begin) = (running.chassis(), Instant::now());
    let mut path = vec![simulation.bodies()[chassis].com];
    for row in 1..=count {
        let reached = simulation.run_to(EVERY * row as f64);
        reached.map_err(|refused| running.finding(format!("the reference: {refused}")))?;
        path.push(simulation.bodies()[chassis].com);
    }
    Ok((path, begin.elapsed().as_secs_f64() / (EVERY * count as f64)))
}

/// A run by a method and a step, held against the reference.
fn timed(
    running: &Running,
    manoeuvre: &Manoeuvre,
    (method, step): (Method, f64),
    reference: &[[f64; 3]],
) -> Result<Run, Problem> {
    let chosen = Chosen::of(running, method, step, manoeuvre.speed.0)?;
    let driven = Driven {
        running,
        ready: Ready::of(running, manoeuvre, None, |_| {})?,
        manoeuvre,
        every: (EVERY / step).round() as usize,
        step,
        count: reference.len() - 1,
    };
    let (path, seconds) = with(&chosen, driven)?;
    let apart = path.iter().zip(reference).map(|(own, wanted)| {
        let squares = own.iter().zip(wanted).map(|(x, y)| (x - y) * (x - y));
        squares.sum::<f64>().sqrt()
    });
    Ok(Run {
        step,
        // A run that ends early has no error.
        error: match path.len() == reference.len() {
            true => apart.fold(0.0, f64::max),
            false => f64::NAN,
        },
        share: seconds / (EVERY * (reference.len() - 1) as f64),
    })
}

/// A run that is about to begin.
struct Driven<'a> {
    running: &'a Running,
    ready: Ready,
    manoeuvre: &'a Manoeuvre,
    step: f64,
    /// Steps between two instants, and number of these.
    every: usize,
    count: usize,
}

impl WithIntegrator<Fitted> for Driven<'_> {
    type Result = Result<(Path, f64), Problem>;

    fn run<I: Integrator<StateOf<Engine, Fitted>>>(self, integrator: I) -> Self::Result {
        let mut simulation = self.ready.set.go(self.running, integrator)?;
        simulation.feedback = self.manoeuvre.stabilisation.feedback();
        let (chassis, begin) = (self.running.chassis(), Instant::now());
        let mut path = vec![simulation.bodies()[chassis].com];
        for _ in 0..self.count {
            for _ in 0..self.every {
                if simulation.step(self.step).is_err() {
                    return Ok((path, begin.elapsed().as_secs_f64()));
                }
            }
            path.push(simulation.bodies()[chassis].com);
        }
        Ok((path, begin.elapsed().as_secs_f64()))
    }
}
