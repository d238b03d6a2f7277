//! Time against accuracy: a manoeuvre by several methods and steps, compared with a run that is more accurate than all
//! of them.
//!
//! The reference is a run of the method of Dormand and Prince that chooses its steps, with a relative and an absolute
//! tolerance of 1e-11. No step of the reference is longer than half of the shortest compared step, because the errors
//! that a tolerance leaves in each step add up along the path. A second run, with steps twice as long, gives the
//! reference's own error. In the second reference run the longest step is doubled, and the tolerance is 2^5 times as
//! large, because the error of a step grows with the fifth power of the step.
//!
//! The error of a run is the greatest distance of the chassis' centre of mass from its place in the reference, compared
//! every 20 ms. The share is the time of the run on this machine divided by the time driven: the part of a core that
//! real time needs.
//!
//! The largest stable step of an explicit method is limited by the modes at the start, and by powertrain and brakes
//! under the demands of the manoeuvre. The largest step up to this limit that meets the instants is run as well. Its
//! share is the least share that the method needs in real time, and its error belongs to this share. A formulation is
//! compared by its time; the distance of its run from the run of the declared formulation is rounding.

use crate::integrators::{Chosen, WithIntegrator, with};
use crate::manoeuvre::{Outside, Ready};
use crate::problem::Problem;
use crate::progress::{Steps, Told};
use crate::steady::{limit, straight_on_or_at_rest};
use crate::vehicle::Running;
use nalgebra::Complex;
use std::time::Instant;
use wishbone::integrate::{Adaptive, DormandPrince, Tolerance};
use wishbone::prelude::*;
use wishbone_compiler::formulation::method::{Choice, Method as Formulation};
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;
use wishbone_studies::findings::{Figure, Findings, Outcome, Verdict};
use wishbone_studies::manoeuvre::{Manoeuvre, Method, Overrides, Stabilisation};
use wishbone_studies::memories::Limit;
use wishbone_studies::panels::{Panel, Scale, line};
use wishbone_studies::table::{Column, Table};

/// Relative and absolute tolerance of the reference.
const TOLERANCE: f64 = 1e-11;
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
/// Steps between two instants; with more steps, the largest stable step is too short to be run.
const MOST_PARTS: f64 = 2000.0;
/// Factor on the error of the reference up to which an error is only a bound.
const TOLD_APART: f64 = 10.0;
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
    /// Formulations of the equations of motion, each compared by the first explicit method and the first stable step.
    pub formulations: Vec<Formulation>,
}

/// A run: its greatest error [m], and its time divided by the time driven; a run with a refused step has neither.
struct Run {
    step: f64,
    error: f64,
    share: f64,
}

/// Places of the chassis' centre of mass at equal times [m], up to the first refused step.
type Path = Vec<[f64; 3]>;

/// Drives the manoeuvre by all methods and steps. Those beyond the largest stable step are left out.
///
/// # Errors
/// Returns an error if a step does not divide the time between two instants, or if the vehicle cannot be set in motion.
pub fn found(running: &Running, asked: &Asked, told: Told<'_>) -> Result<Findings, Problem> {
    check(&asked.steps)?;
    for &step in &asked.steps {
        let step = Overrides {
            step: Some(step),
            ..Overrides::default()
        };
        // The feedback of loops is judged method by method.
        let mut manoeuvre = asked.manoeuvre.clone();
        manoeuvre.stabilisation = Stabilisation::Projection;
        manoeuvre.with(&step).map_err(Problem::Misuse)?;
    }
    // Less rounding: 0.58 s are 29 times 20 ms.
    let count = (asked.manoeuvre.duration.0 / EVERY + 1e-9).floor() as usize;
    if count == 0 {
        return Err(Problem::Misuse("a manoeuvre of 20 ms at least is compared".to_owned()));
    }
    let runs = 2 + asked.methods.len() * (1 + asked.steps.len()) + asked.formulations.len();
    let progress = Steps::of(told, running.progress("precision"), runs);
    let (linear, is_at_rest) = straight_on_or_at_rest(running, asked.manoeuvre.speed.0)?;
    let shortest = asked.steps.iter().copied().fold(f64::INFINITY, f64::min);
    let fineness = |times: f64| Fineness {
        longest: 0.5 * shortest * times,
        tolerance: TOLERANCE * times.powi(5),
    };
    let (reference, share) = path(running, &asked.manoeuvre, count, fineness(1.0))?;
    progress.more(1);
    let own_error = apart(&path(running, &asked.manoeuvre, count, fineness(2.0))?.0, &reference);
    progress.more(1);
    let ready = Ready::of(running, &asked.manoeuvre, None, Outside::default())?;
    let mut findings = Findings {
        name: "precision".to_owned(),
        conditions: format!("{}: {}", asked.manoeuvre.name, asked.manoeuvre.conditions()),
        ..Findings::default()
    };
    findings.figures.push(Figure::new(
        "reference",
        "time / time driven",
        "%",
        100.0 * share,
        "time of the reference on this machine, divided by the time driven",
    ));
    findings.figures.push(Figure::new(
        "reference",
        "own error",
        "mm",
        1e3 * own_error,
        "greatest distance of the reference from a run with steps twice as long: a bound of its error",
    ));
    if asked.manoeuvre.until.is_some() {
        let note = "runs are compared over the whole duration: the `until` of the manoeuvre ends none of them";
        findings.notes.push(note.to_owned());
    }
    let mut table = Table::of(["method", "step", "error", "share", "largest"].map(column).to_vec());
    let mut curves = Vec::new();
    let mut compared = None;
    let mut as_near = Vec::new();
    for (place, &method) in asked.methods.iter().enumerate() {
        let explicit = method.explicit();
        let bound = explicit.and_then(|own| limit(&linear, own, ready.borne(running, &asked.manoeuvre, own)));
        let bound = Limit::stricter(bound, fading(asked.manoeuvre.stabilisation, method));
        let step = bound.as_ref().map(|limit| limit.step);
        let run = |step: f64, findings: &mut Findings| {
            let done = driven(running, &asked.manoeuvre, (method, step), count)?;
            tell_refusal(findings, &format!("{} at {} ms", method.word(), ms(step)), &done);
            Ok::<_, Problem>(done.run(step, &reference))
        };
        let mut own = Vec::new();
        for &asked in &asked.steps {
            if step.is_none_or(|limit| asked <= limit) {
                own.push(run(asked, &mut findings)?);
            }
            progress.more(1);
        }
        let largest = step.and_then(met).map(|step| run(step, &mut findings)).transpose()?;
        progress.more(1);
        let near = own.iter().chain(&largest);
        let near = near.filter(|run| run.error < TOLD_APART * own_error);
        as_near.extend(near.map(|run| format!("{} at {} ms", method.word(), ms(run.step))));
        let first = own.iter().find(|run| run.share.is_finite());
        if let (None, Some(_), Some(run)) = (compared, explicit, first) {
            compared = Some((method, run.step));
        }
        findings.figures.extend(figures(method, step, &asked.steps, &own));
        findings
            .figures
            .extend(largest.iter().flat_map(|run| at_largest(method, run)));
        findings.notes.extend(bound.map(|limit| set_by(method, &limit)));
        let rows = own
            .iter()
            .map(|run| (run, 0.0))
            .chain(largest.iter().map(|run| (run, 1.0)));
        let rows = rows.map(|(run, largest)| vec![place as f64, run.step, run.error, run.share, largest]);
        table.rows.extend(rows);
        let point = |run: &Run| (100.0 * run.share, (1e3 * run.error).log10());
        let sound = |run: &&Run| run.error > 0.0 && run.error < LOST;
        curves.push(line(
            place,
            method.word(),
            own.iter().filter(sound).map(point).collect(),
        ));
        let dot = largest.iter().filter(sound).map(point).collect();
        curves.push(line(place, "", dot));
    }
    for &formulation in &asked.formulations {
        let (method, step) = compared.ok_or_else(|| {
            Problem::Misuse(
                "formulations are compared by an explicit method and a step that it bears: give one of both".to_owned(),
            )
        })?;
        let own = formulated(running, formulation)?;
        let declared = driven(running, &asked.manoeuvre, (method, step), count)?;
        let done = driven(&own, &asked.manoeuvre, (method, step), count)?;
        tell_refusal(&mut findings, formulation.word(), &done);
        let Run { error, share, .. } = done.run(step, &declared.path);
        findings.figures.extend(of_formulation(formulation, [share, error]));
        progress.more(1);
    }
    findings.notes.push(format!(
        "the reference: Dormand and Prince with steps of its own choice up to {} ms, relative and absolute tolerance {:e}",
        ms(0.5 * shortest),
        TOLERANCE
    ));
    if !as_near.is_empty() {
        findings.notes.push(format!(
            "within {TOLD_APART} times the reference's own error, so that the error is a bound: {}",
            as_near.join(", ")
        ));
    }
    if is_at_rest {
        let words =
            "the largest steps are those of the modes at rest: there is no steady motion straight on at this speed";
        findings.notes.push(words.to_owned());
    }
    let numbered = asked.methods.iter().enumerate();
    let numbered: Vec<String> = numbered
        .map(|(place, method)| format!("{place} {}", method.word()))
        .collect();
    findings
        .notes
        .push(format!("methods in the table: {}", numbered.join(", ")));
    findings.table = table;
    findings.panels = vec![Panel {
        title: "error, power of ten of it in mm; dots: at the largest stable step".to_owned(),
        x: "time / time driven [%]".to_owned(),
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

/// The largest step up to this step that meets the compared instants, except for the rounding of a step to nanoseconds
/// [s].
fn met(limit: f64) -> Option<f64> {
    let parts = (EVERY / limit).ceil().max(1.0);
    (parts < MOST_PARTS).then(|| EVERY / parts)
}

/// The limit of a method for the feedback of loops.
fn fading(stabilisation: Stabilisation, method: Method) -> Option<Limit> {
    let step = stabilisation.largest_step(method)?;
    let rate = stabilisation.feedback()?.rate;
    Some(Limit {
        step,
        part: "the feedback of the loops".to_owned(),
        eigenvalue: Complex::new(-rate, 0.0),
    })
}

/// `ab3: largest step set by pad deflection of front_left.wheel`
fn set_by(method: Method, limit: &Limit) -> String {
    format!("{}: largest step set by {}", method.word(), limit.part)
}

/// Error and time at the largest stable step of a method.
fn at_largest(method: Method, run: &Run) -> [Figure; 2] {
    let word = method.word();
    [
        Figure::new(
            word,
            "error at the largest step",
            "mm",
            1e3 * run.error,
            "greatest distance from the reference at the largest stable step that divides 20 ms",
        ),
        Figure::new(
            word,
            "time at the largest step",
            "%",
            100.0 * run.share,
            "time of this run on this machine, divided by the time driven: the least share of a core in real time",
        ),
    ]
}

/// Time of a formulation, and its distance from the declared formulation [m].
fn of_formulation(formulation: Formulation, [share, apart]: [f64; 2]) -> [Figure; 2] {
    let word = formulation.word();
    [
        Figure::new(
            word,
            "time of the formulation",
            "%",
            100.0 * share,
            "time of the run with this formulation of all subsystems, with the first explicit method and its first step, divided by the time driven",
        ),
        Figure::new(
            word,
            "distance of the formulation",
            "mm",
            1e3 * apart,
            "greatest distance of the chassis' centre of mass from the run with the declared formulation: rounding",
        ),
    ]
}

/// The vehicle with another formulation of all its subsystems.
fn formulated(running: &Running, formulation: Formulation) -> Result<Running, Problem> {
    let declaration = running.declaration.clone();
    let compiled = declaration.compile_with(&Choice::Uniform(formulation))?;
    Ok(Running::new(declaration, compiled))
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
            "time of the run on this machine, divided by the time driven: the share of a core in real time",
        ));
    }
    figures
}

/// The numbers by which a run chooses its steps: the longest step [s], and the relative and absolute tolerance.
struct Fineness {
    longest: f64,
    tolerance: f64,
}

/// The path of a run that chooses its steps, and the time of the run divided by the time driven.
fn path(running: &Running, manoeuvre: &Manoeuvre, count: usize, fineness: Fineness) -> Result<(Path, f64), Problem> {
    let ready = Ready::of(running, manoeuvre, None, Outside::default())?;
    let mut integrator = DormandPrince::new(Tolerance::of(fineness.tolerance));
    integrator.control_mut().longest = fineness.longest;
    let mut simulation = ready.set.go(running, integrator)?;
    let (chassis, begin) = (running.chassis(), Instant::now());
    let mut path = vec![simulation.bodies()[chassis].com];
    for row in 1..=count {
        let reached = simulation.run_to(EVERY * row as f64);
        reached.map_err(|refused| running.finding(format!("the reference: {refused}")))?;
        path.push(simulation.bodies()[chassis].com);
    }
    Ok((path, begin.elapsed().as_secs_f64() / (EVERY * count as f64)))
}

/// Path of a run and its time [s], and the refusal of a step with the time at which it was refused [s].
struct Done {
    path: Path,
    seconds: f64,
    refused: Option<(f64, String)>,
}

impl Done {
    /// The run held against a reference.
    fn run(&self, step: f64, reference: &[[f64; 3]]) -> Run {
        let driven = EVERY * (reference.len() - 1) as f64;
        Run {
            step,
            error: apart(&self.path, reference),
            share: match self.refused {
                Some(_) => f64::NAN,
                None => self.seconds / driven,
            },
        }
    }
}

/// Adds the refusal of a run: the first refusal becomes the verdict, later refusals become notes.
fn tell_refusal(findings: &mut Findings, what: &str, done: &Done) {
    let Some((time, reason)) = &done.refused else {
        return;
    };
    let words = format!("{what}: {reason}");
    match findings.verdict.outcome {
        Outcome::Done => findings.verdict = Verdict::at(Outcome::Refused, *time, words),
        _ => findings.notes.push(words),
    }
}

/// Greatest distance of two paths [m]; `None` for a run that ended early.
fn apart(path: &[[f64; 3]], reference: &[[f64; 3]]) -> f64 {
    let apart = path.iter().zip(reference).map(|(own, wanted)| {
        let squares = own.iter().zip(wanted).map(|(x, y)| (x - y) * (x - y));
        squares.sum::<f64>().sqrt()
    });
    match path.len() == reference.len() {
        true => apart.fold(0.0, f64::max),
        false => f64::NAN,
    }
}

/// A run by a method and a step.
fn driven(
    running: &Running,
    manoeuvre: &Manoeuvre,
    (method, step): (Method, f64),
    count: usize,
) -> Result<Done, Problem> {
    let chosen = Chosen::of(running, method, step, manoeuvre.speed.0)?;
    let driven = Driven {
        running,
        ready: Ready::of(running, manoeuvre, None, Outside::default())?,
        manoeuvre,
        every: (EVERY / step).round() as usize,
        step,
        count,
    };
    with(&chosen, driven)
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
    type Result = Result<Done, Problem>;

    fn run<I: Integrator<StateOf<Engine, Fitted>>>(self, integrator: I) -> Self::Result {
        let mut simulation = self.ready.set.go(self.running, integrator)?;
        simulation.feedback = self.manoeuvre.stabilisation.feedback();
        let (chassis, begin) = (self.running.chassis(), Instant::now());
        let mut path = vec![simulation.bodies()[chassis].com];
        let mut refused = None;
        'run: for _ in 0..self.count {
            for _ in 0..self.every {
                if let Err(reason) = simulation.step(self.step) {
                    refused = Some((reason.time, reason.to_string()));
                    break 'run;
                }
            }
            path.push(simulation.bodies()[chassis].com);
        }
        Ok(Done {
            path,
            seconds: begin.elapsed().as_secs_f64(),
            refused,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run with a refused step has neither an error nor a time, and is listed with the time of the refusal.
    #[test]
    fn a_refused_run_has_no_time() {
        let reference = vec![[0.0; 3]; 11];
        let done = |length: usize, refused| Done {
            path: vec![[0.0; 3]; length],
            seconds: 0.1,
            refused,
        };
        let refused = done(4, Some((0.07, "a step is refused at 0.07 s".to_owned())));
        let run = refused.run(1e-3, &reference);
        assert!(run.error.is_nan() && run.share.is_nan());
        let whole = done(11, None).run(1e-3, &reference);
        assert!(whole.error == 0.0 && (whole.share - 0.5).abs() < 1e-12);
        let mut findings = Findings::default();
        tell_refusal(&mut findings, "rk4 at 1 ms", &done(11, None));
        assert!(findings.verdict.is_as_asked());
        tell_refusal(&mut findings, "rk4 at 2 ms", &refused);
        tell_refusal(&mut findings, "rk4 at 4 ms", &refused);
        assert!(!findings.verdict.is_as_asked() && findings.verdict.time == Some(0.07));
        assert_eq!(findings.verdict.words, "rk4 at 2 ms: a step is refused at 0.07 s");
        assert_eq!(findings.notes, ["rk4 at 4 ms: a step is refused at 0.07 s"]);
        let shown = figures(Method::Rk4, None, &[1e-3], &[run]);
        assert!(shown.iter().all(|figure| figure.value.is_none()), "{shown:?}");
    }

    /// A gap that decays at 50 1/s is a separate mode: each method is stable for it to the end of its real interval.
    #[test]
    fn the_feedback_of_loops_bounds_each_method_by_itself() {
        let fast = serde_json::from_str::<Stabilisation>(r#"{"baumgarte": "50 1/s"}"#).expect("it is one");
        let step = |method| fading(fast, method).map(|limit| limit.step);
        let near = |method, interval: f64| {
            let found = step(method).expect("it is explicit");
            assert!((50.0 * found / interval - 1.0).abs() < 0.01, "{method:?}: {found}");
        };
        near(Method::Ab3, 6.0 / 11.0);
        near(Method::Rk4, 2.785);
        assert_eq!(fading(Stabilisation::Projection, Method::Rk4), None);
    }
}
