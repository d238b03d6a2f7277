//! Eigenfrequencies, damping, shapes, and largest steps, at rest or in steady motion.

use super::growth::Growth;
use super::motion::{Analysis, CONDITIONS, Motion, analysed, friction, inertias, kink, wind};
use super::steps;
use crate::bears;
use crate::over::{Over, Through};
use crate::problem::Problem;
use crate::vehicle::Running;
use nalgebra::Complex;
use std::f64::consts::TAU;
use wishbone::prelude::*;
use wishbone_engine::equipment::{self, Road};
use wishbone_studies::findings::{Figure, Findings, number};
use wishbone_studies::linear::Linear;
use wishbone_studies::locus::Locus;
use wishbone_studies::modes::{Mode, eigenvalues};
use wishbone_studies::panels::{Curve, Panel, line};
use wishbone_studies::shape::{self, BodyShape, DIRECTIONS};
use wishbone_studies::table::Column;

/// Largest number of states that are named for each mode.
const NAMED: usize = 3;
/// Least share of a state or body to be named.
const LEAST: f64 = 0.02;
/// Largest number of modes that are drawn, and of bodies in each.
const DRAWN: usize = 8;
const BODIES: usize = 3;
/// Number of points of a period.
const POINTS: u32 = 72;
/// Relative difference of the dampings on both sides of a kink; above this limit, it is reported.
const DIFFERENT: f64 = 0.02;
/// Largest eigenvalue in the picture of a locus [1/s].
const FASTEST: f64 = 150.0;

/// Finds the modes of a vehicle in this motion.
pub fn found(running: &Running, motion: &Motion) -> Result<Findings, Problem> {
    let Analysis {
        linear,
        twists,
        yaw_rate,
        vehicle,
        inputs,
        needle,
    } = analysed(running, motion)?;
    let inertias = inertias(running);
    let names = running.engine.description().bodies;
    let shapes = |mode: &Mode| shape::of(mode, &linear, (&twists, yaw_rate), &inertias);
    let aside = aside(&linear);
    let modes = linear.modes().into_iter().zip(aside);
    let mut modes: Vec<WithSides> = modes.filter(|(mode, _)| !mode.is_rigid()).collect();
    modes.sort_by(|(a, _), (b, _)| a.frequency().total_cmp(&b.frequency()));
    let (swinging, creeping): (Vec<WithSides>, Vec<WithSides>) =
        modes.into_iter().partition(|(mode, _)| mode.frequency() > 0.0);
    let unstable = Growth::of(&linear).map(|growth| format!("unstable: {growth}"));
    let mut findings = Findings {
        name: "modes".to_owned(),
        conditions: motion.describe(),
        notes: unstable
            .into_iter()
            .chain(kink(&linear))
            .chain(friction(running))
            .chain(wind(running, yaw_rate))
            .chain(needle)
            .collect(),
        ..Findings::default()
    };
    if !swinging.is_empty() {
        findings.table.columns = columns(names);
    }
    for (place, (mode, sides)) in swinging.iter().enumerate() {
        let subject = format!("mode {}", place + 1);
        let of = |name: &str, unit, value, definition| Figure::new(&subject, name, unit, value, definition);
        findings.figures.extend([
            of(
                "damped frequency",
                "Hz",
                mode.frequency(),
                "of the free motion: imaginary part of the eigenvalue divided by 2 pi",
            ),
            of(
                "undamped frequency",
                "Hz",
                undamped(mode),
                "magnitude of the eigenvalue divided by 2 pi",
            ),
            of("damping", "%", 100.0 * mode.damping(), "part of critical damping"),
        ]);
        findings.notes.push(format!("{subject}: {}", shares(mode, &linear)));
        let shapes = shapes(mode);
        findings.notes.push(format!("{subject}: {}", bodies(&shapes, names)));
        findings.notes.extend(dampings(&subject, mode, sides));
        if place < DRAWN {
            findings.panels.push(drawn(&subject, mode, &shapes, names));
        }
        findings.table.rows.push(row(place, mode, &shapes));
    }
    let mut counts = [0; 2];
    for (mode, _) in &creeping {
        let (count, word, definition) = match mode.eigenvalue.re > 0.0 {
            true => (&mut counts[1], "growth", "time in which it grows by a factor of e"),
            false => (&mut counts[0], "decay", "time in which it falls to 1/e"),
        };
        *count += 1;
        let subject = format!("{word} {count}");
        let time = 1.0 / mode.eigenvalue.re.abs();
        findings
            .figures
            .push(Figure::new(&subject, "time constant", "s", time, definition));
        findings.notes.push(format!("{subject}: {}", shares(mode, &linear)));
    }
    findings.figures.push(Figure::new(
        "",
        "free motions",
        "",
        linear.free_motions() as f64,
        "independent displacements and wheel spins that no force brings back, such as place and heading",
    ));
    let (compiled, names) = (&running.compiled, running.engine.description());
    let fitted = equipment::fitted(compiled, names, &Road::new(Flat));
    let fitted = fitted.map_err(|reason| running.finding(reason))?;
    let seen = bears::seen(running, &vehicle, &inputs);
    steps::largest(&mut findings, &linear, |method| {
        bears::largest(running, &fitted, &seen, &inputs, &bears::EXTREMES, method)
    });
    Ok(findings)
}

/// Frequency of the mode without its damping [Hz].
fn undamped(mode: &Mode) -> f64 {
    mode.eigenvalue.norm() / TAU
}

/// A mode with its eigenvalue at each side of a kink.
type WithSides = (Mode, [Option<Complex<f64>>; 2]);

/// The eigenvalues of each mode at both sides; `None` without a kink.
fn aside(linear: &Linear) -> Vec<[Option<Complex<f64>>; 2]> {
    if linear.kinked().is_empty() {
        return vec![[None; 2]; linear.a.nrows()];
    }
    let [one, two] = linear.modes_aside();
    one.into_iter().zip(two).map(|(one, two)| [one, two]).collect()
}

/// The damping on both sides of a kink, if the two values differ:
/// `mode 3: damping 18.2 % as wheels rise, 40.1 % as they sink`.
fn dampings(subject: &str, mode: &Mode, sides: &[Option<Complex<f64>>; 2]) -> Option<String> {
    let [rising, sinking] = sides.map(|side| side.map(|value| -100.0 * value.re / value.norm()));
    let (rising, sinking) = (rising?, sinking?);
    let differs = (rising - sinking).abs() > DIFFERENT * 100.0 * mode.damping().abs();
    differs.then(|| format!("{subject}: damping {rising:.1} % as wheels rise, {sinking:.1} % as they sink"))
}

/// The bodies with the largest fractions of the kinetic energy: `chassis 92 % in z`.
fn bodies(shapes: &[BodyShape], names: &[&str]) -> String {
    let each: Vec<String> = largest(shapes)
        .into_iter()
        .filter(|&body| shapes[body].share > LEAST)
        .map(|body| {
            let direction = DIRECTIONS[shapes[body].main()];
            format!("{} {:.0} % in {direction}", names[body], 100.0 * shapes[body].share)
        })
        .collect();
    each.join(", ")
}

/// Positions of the bodies with the largest shares, the largest first.
fn largest(shapes: &[BodyShape]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    order.sort_by(|&one, &other| shapes[other].share.total_cmp(&shapes[one].share));
    order.truncate(BODIES);
    order
}

/// Motions of the bodies over a period, each drawn in the direction of its largest motion.
fn drawn(subject: &str, mode: &Mode, shapes: &[BodyShape], names: &[&str]) -> Panel {
    let curve = |(place, body): (usize, usize)| -> Curve {
        let direction = shapes[body].main();
        let motion = shapes[body].motion[direction];
        let points = (0..=POINTS).map(|k| {
            let phase = f64::from(k) / f64::from(POINTS);
            (phase, motion.norm() * (TAU * phase + motion.arg()).cos())
        });
        let share = 100.0 * shapes[body].share;
        line(
            place,
            &format!("{} {} {share:.0} %", names[body], DIRECTIONS[direction]),
            points.collect(),
        )
    };
    let moving = largest(shapes).into_iter().filter(|&body| shapes[body].share > LEAST);
    Panel {
        title: format!("{subject}: motion of the main bodies [relative]"),
        x: format!(
            "part of the period, {:.2} Hz damped, {:.2} Hz undamped",
            mode.frequency(),
            undamped(mode)
        ),
        curves: moving.enumerate().map(curve).collect(),
        ..Panel::default()
    }
}

/// Columns of a mode: for each body its share, and size and phase in each direction.
fn columns(names: &[&str]) -> Vec<Column> {
    let column = |name: String, unit| Column { name, unit };
    let mut columns = vec![
        column("mode".to_owned(), ""),
        column("damped frequency".to_owned(), "Hz"),
    ];
    for name in names {
        columns.push(column(format!("{name}.share"), ""));
        for (direction, unit) in DIRECTIONS.iter().zip(["m", "m", "m", "rad", "rad", "rad"]) {
            columns.push(column(format!("{name}.{direction}"), unit));
            columns.push(column(format!("{name}.{direction}.phase"), "rad"));
        }
    }
    columns
}

/// Row of a mode.
fn row(place: usize, mode: &Mode, shapes: &[BodyShape]) -> Vec<f64> {
    let mut row = vec![(place + 1) as f64, mode.frequency()];
    for shape in shapes {
        row.push(shape.share);
        row.extend(shape.motion.iter().flat_map(|motion| [motion.norm(), motion.arg()]));
    }
    row
}

/// Eigenvalues over a number, from the linear system at each of its values.
pub fn over(through: Through<Analysis>, over: &Over, motion: &Motion) -> Findings {
    let mut locus = Locus::default();
    for (value, analysis) in &through.made {
        locus.add(*value, &eigenvalues(&analysis.linear.a));
    }
    let mut found = locus_found(&locus, over, motion);
    let each = || through.made.iter().map(|(_, analysis)| analysis);
    let kink = each().find_map(|analysis| kink(&analysis.linear));
    let needle = each().find_map(|analysis| analysis.needle.clone());
    let end = through.end.as_ref().map(|reason| format!("ends early: {reason}"));
    found.notes.extend([kink, needle, end].into_iter().flatten());
    found
}

fn locus_found(locus: &Locus, over: &Over, motion: &Motion) -> Findings {
    let conditions = match over.is_of_motion() {
        true => format!("over {}, {}", over.label(), CONDITIONS),
        false => format!("over {}, {}", over.label(), motion.describe()),
    };
    let mut found = Findings {
        name: "root locus".to_owned(),
        conditions,
        ..Findings::default()
    };
    let (name, unit) = match over.known_unit() {
        Some(unit) => (format!("critical {}", over.name), unit),
        None => (format!("critical {}", over.label()), ""),
    };
    let definition = "first number at which the motion becomes unstable, or stable again; none if it stays as it is";
    found.figures.push(Figure {
        value: locus.critical(),
        ..Figure::new("", &name, unit, 0.0, definition)
    });
    found.notes.extend(unstable(locus, over));
    let column = |name: String, unit| Column { name, unit };
    found.table.columns.push(over.column());
    for branch in 0..locus.branches.len() {
        found.table.columns.push(column(format!("{}.real", branch + 1), "1/s"));
        found
            .table
            .columns
            .push(column(format!("{}.imaginary", branch + 1), "rad/s"));
    }
    found.table.rows = locus
        .values
        .iter()
        .enumerate()
        .map(|(place, value)| {
            let each = locus.branches.iter().map(|branch| branch[place]);
            let numbers = each.flat_map(|found| found.map_or([f64::NAN; 2], |found| [found.re, found.im]));
            std::iter::once(*value).chain(numbers).collect()
        })
        .collect();
    found.panels = locus_panels(locus, over);
    found
}

/// Description of the ranges in which the motion is unstable; `None` if it is stable everywhere.
fn unstable(locus: &Locus, over: &Over) -> Option<String> {
    let shown = |value: f64| format!("{} {}", number(value), over.unit()).trim_end().to_owned();
    let ranges = locus.unstable().into_iter().map(|range| match range {
        [None, None] => "in the whole range".to_owned(),
        [None, Some(to)] => format!("from the first value to {}", shown(to)),
        [Some(from), None] => format!("from {} on", shown(from)),
        [Some(from), Some(to)] => format!("from {} to {}", shown(from), shown(to)),
    });
    let ranges: Vec<String> = ranges.collect();
    (!ranges.is_empty()).then(|| format!("unstable: {}", ranges.join(", ")))
}

/// Value of the number, and real and imaginary part of an eigenvalue [1/s, rad/s].
type OnBranch = (f64, f64, f64);

/// Colour of branches without an oscillation at their begin.
const DECAYS: usize = 6;

/// A branch with a dot at its begin. Its name is its frequency there.
fn drawn_branch(place: usize, branch: &[OnBranch], of: &dyn Fn(&OnBranch) -> (f64, f64)) -> [Curve; 2] {
    let (ink, name) = match branch.first() {
        Some((_, _, im)) if *im > 0.0 => (place % DECAYS, format!("{:.2} Hz", im / TAU)),
        _ => (DECAYS, "no oscillation".to_owned()),
    };
    let points: Vec<(f64, f64)> = branch.iter().map(of).collect();
    let begin = points.first().copied().into_iter().collect();
    [line(ink, &name, points), line(ink, "", begin)]
}

/// The complex plane, and frequency and damping over the number. A dot marks the beginning of the range.
fn locus_panels(locus: &Locus, over: &Over) -> Vec<Panel> {
    let slow: Vec<Vec<OnBranch>> = locus
        .branches
        .iter()
        .map(|branch| {
            let known = branch.iter().zip(&locus.values);
            let known = known.filter_map(|(found, value)| Some((*value, found.as_ref()?.re, found.as_ref()?.im)));
            known.filter(|(_, re, im)| re.hypot(*im) < FASTEST).collect()
        })
        .filter(|branch: &Vec<OnBranch>| branch.len() > 1)
        .collect();
    let panel = |title: &str, x: String, of: &dyn Fn(&OnBranch) -> (f64, f64), swings: bool| Panel {
        title: title.to_owned(),
        x,
        curves: slow
            .iter()
            .enumerate()
            .filter(|(_, branch)| !swings || branch.iter().any(|(_, _, im)| *im > 0.0))
            .flat_map(|(place, branch)| drawn_branch(place, branch, of))
            .collect(),
        ..Panel::default()
    };
    vec![
        panel(
            "imaginary part [rad/s]; dot and name: begin of each branch",
            "real part [1/s]".to_owned(),
            &|(_, re, im)| (*re, *im),
            false,
        ),
        panel(
            "damped frequency [Hz]",
            over.label(),
            &|(value, _, im)| (*value, im / TAU),
            true,
        ),
        panel(
            "damping [%]",
            over.label(),
            &|(value, re, im)| (*value, -100.0 * re / re.hypot(*im).max(1e-9)),
            true,
        ),
        panel("real part [1/s]", over.label(), &|(value, re, _)| (*value, *re), false),
    ]
}

/// The states with the largest shares in a mode.
fn shares(mode: &Mode, linear: &Linear) -> String {
    let largest = mode.largest(NAMED).into_iter().filter(|(_, share)| *share > LEAST);
    let each: Vec<String> = largest
        .map(|(state, share)| format!("{} {:.0} %", linear.states[state], 100.0 * share))
        .collect();
    each.join(", ")
}
