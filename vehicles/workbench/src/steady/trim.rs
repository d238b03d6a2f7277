//! Steady motion, in straight driving or in a bend.

use super::growth::Growth;
use super::motion::{CONDITIONS, Motion, STRAIGHT, Steady, wind};
use crate::over::{Over, Through};
use crate::problem::Problem;
use crate::tyre::beyond;
use crate::vehicle::Running;
use wishbone::prelude::*;
use wishbone_engine::Numbers;
use wishbone_studies::findings::{Figure, Findings, Outcome, Verdict, number as shown};
use wishbone_studies::instant::{Instant, declared_outputs};
use wishbone_studies::manoeuvre::angles;
use wishbone_studies::panels::{Panel, line};
use wishbone_studies::table::{Column, Table};

fn speed_of(motion: &Motion) -> Result<f64, Problem> {
    motion.check()?;
    motion.moving().ok_or_else(|| {
        Problem::Misuse(
            "a steady motion has a speed: add `--speed`; `wishbone settle` tells how a vehicle rests".to_owned(),
        )
    })
}

/// Finds a steady motion.
pub fn found(running: &Running, motion: &Motion) -> Result<Findings, Problem> {
    let speed = speed_of(motion)?;
    let mut steady = Steady::of(running, &running.rest()?.state, speed, motion.bend())?;
    let evaluations = steady.trim.evaluations;
    let residual = steady.trim.residual;
    let analysis = steady.analysis(running);
    let needle = analysis.as_ref().ok().and_then(|analysis| analysis.needle.clone());
    let growing = analysis.map(|analysis| Growth::of(&analysis.linear));
    let is_straight = steady.trim.motion[2].abs() < STRAIGHT;
    let figures = figures(running, &mut steady);
    let verdict = verdict(&figures, growing);
    let found = format!(
        "found by Newton's method in {evaluations} evaluations; the largest rate that is left is {residual:.1e} SI"
    );
    let straight = is_straight.then(|| "straight ahead: the radius is infinite".to_owned());
    let blown = wind(running, steady.trim.motion[2]);
    let loads: Vec<f64> = figures
        .iter()
        .filter(|figure| figure.name == LOAD)
        .map(|figure| figure.value.unwrap_or(0.0))
        .collect();
    let notes = std::iter::once(found).chain(straight).chain(blown);
    let notes = notes.chain(beyond::note(running, &loads)).chain(needle);
    Ok(Findings {
        name: "steady motion".to_owned(),
        conditions: motion.describe(),
        verdict,
        figures,
        notes: notes.collect(),
        ..Findings::default()
    })
}

/// The verdict: whether all wheels carry a load, and disturbances decay.
fn verdict(figures: &[Figure], growing: Result<Option<Growth>, Problem>) -> Verdict {
    let loads = figures.iter().filter(|figure| figure.name == LOAD);
    let in_the_air: Vec<&str> = loads
        .filter(|load| load.value.is_none_or(|load| load <= 0.0))
        .map(|load| load.subject.as_str())
        .collect();
    if let Some(first) = in_the_air.first() {
        let unstable = match &growing {
            Ok(Some(growth)) => format!(", and unstable: {growth}"),
            _ => String::new(),
        };
        let words = format!("steady with {} in the air{unstable}", in_the_air.join(", "));
        return Verdict::new(Outcome::SteadyInTheAir, words).by(*first);
    }
    match growing {
        Ok(None) => Verdict::new(Outcome::Steady, "steady and stable, with a load on every wheel"),
        Err(reason) => {
            let words = format!("steady, with a load on every wheel; whether it is stable is not known: {reason}");
            Verdict::new(Outcome::Steady, words)
        }
        Ok(Some(growth)) => {
            Verdict::new(Outcome::SteadyUnstably, format!("steady, but unstable: {growth}")).by(growth.state)
        }
    }
}

/// Name of the figure of a wheel's load.
const LOAD: &str = "load";

/// The figures of a steady motion.
pub(super) fn figures(running: &Running, steady: &mut Steady<'_>) -> Vec<Figure> {
    let Steady { vehicle, trim } = steady;
    let (chassis, names) = (running.chassis(), running.engine.description());
    let [along, across, yaw_rate] = trim.motion;
    let Instant {
        bodies,
        loads,
        wheels,
        outputs,
        ..
    } = vehicle.system.instant(&trim.state);
    let body = bodies[chassis];
    let [roll, pitch, _] = angles(&body);
    let speed = along.hypot(across);
    let of = |name: &str, unit, value, definition| Figure::new("", name, unit, value, definition);
    let mut figures = vec![
        of(
            "speed",
            "m/s",
            speed,
            "horizontal speed of the centre of mass of the chassis",
        ),
        of(
            "lateral acceleration",
            "m/s^2",
            yaw_rate * along,
            "of the centre of mass of the chassis, across the heading of the chassis (ISO 8855)",
        ),
        of("yaw rate", "deg/s", yaw_rate.to_degrees(), "of the chassis (ISO 8855)"),
        of(
            "radius",
            "m",
            if yaw_rate.abs() < STRAIGHT {
                f64::INFINITY
            } else {
                speed / yaw_rate
            },
            "of the path of the centre of mass of the chassis; positive: bend to the left; infinite straight ahead, where no number is given",
        ),
        of(
            "sideslip",
            "deg",
            across.atan2(along).to_degrees(),
            "angle from the heading of the chassis to the velocity of its centre of mass (ISO 8855)",
        ),
    ];
    if vehicle.is_steered {
        let angle = trim.controls.steering.position.to_degrees();
        figures.push(of(
            "steering wheel",
            "deg",
            angle,
            "steering-wheel angle; positive: to the left",
        ));
    }
    figures.push(of(
        "torque",
        "N m",
        trim.controls.torque,
        "sum of the torques at all wheels that hold the speed",
    ));
    figures.push(of(
        "roll",
        "deg",
        roll.to_degrees(),
        "roll angle of the chassis (ISO 8855)",
    ));
    figures.push(of(
        "pitch",
        "deg",
        pitch.to_degrees(),
        "pitch angle of the chassis (ISO 8855)",
    ));
    for ((name, load), wheel) in names.wheels.iter().zip(&loads).zip(&wheels) {
        figures.push(Figure::new(
            name,
            LOAD,
            "N",
            load.force[2],
            "vertical force of the road",
        ));
        let [x, y, _] = wheel.axis;
        let length = x.hypot(y);
        let side = (load.force[0] * x + load.force[1] * y) / length;
        figures.push(Figure::new(
            name,
            "side force",
            "N",
            side,
            "horizontal force of the road along the spindle",
        ));
        let forward = (wheel.velocity[0] * y - wheel.velocity[1] * x) / length;
        let sideways = (wheel.velocity[0] * x + wheel.velocity[1] * y) / length;
        let angle = sideways.atan2(forward).to_degrees();
        figures.push(Figure::new(
            name,
            "slip angle",
            "deg",
            angle,
            "angle from the heading of the wheel to the velocity of the wheel centre (ISO 8855 takes the contact centre), without what a `compliance` of the tyre turns it by; positive: velocity to the left",
        ));
    }
    figures.extend(declared_outputs(names, &outputs));
    figures
}

/// The figures of a steady motion with the verdict on this motion, for a vehicle whose rest is known.
///
/// # Errors
/// If there is no such motion.
pub fn judged_from(running: &Running, rest: &Numbers, motion: &Motion) -> Result<(Vec<Figure>, Verdict), Problem> {
    let mut steady = Steady::of(running, rest, speed_of(motion)?, motion.bend())?;
    let growing = steady.analysis(running).map(|analysis| Growth::of(&analysis.linear));
    let figures = figures(running, &mut steady);
    let verdict = verdict(&figures, growing);
    Ok((figures, verdict))
}

/// Curves over a number. The verdict is the first verdict that is not good, with the value at which it begins.
pub fn over(over: &Over, through: Through<(Vec<Figure>, Verdict)>) -> Findings {
    let first_bad = through.made.iter().find(|(_, (_, verdict))| !verdict.is_as_asked());
    let verdict = first_bad.map(|(value, (_, verdict))| Verdict {
        words: format!("at {} {} {}: {}", over.name, shown(*value), over.unit(), verdict.words),
        ..verdict.clone()
    });
    let made = through.made.into_iter().map(|(value, (figures, _))| (value, figures));
    let (values, rows): (Vec<f64>, Vec<Vec<Figure>>) = made.unzip();
    let first = &rows[0];
    let named = |figure: &Figure| match figure.subject.is_empty() {
        true => figure.name.clone(),
        false => format!("{}.{}", figure.subject, figure.name),
    };
    let number = |row: &Vec<Figure>, place: usize| row.get(place).and_then(|figure| figure.value).unwrap_or(f64::NAN);
    let columns = first.iter().map(|figure| Column {
        name: named(figure),
        unit: figure.unit,
    });
    let table = Table {
        columns: std::iter::once(over.column()).chain(columns).collect(),
        rows: values
            .iter()
            .zip(&rows)
            .map(|(value, row)| {
                let numbers = (0..first.len()).map(|place| number(row, place));
                std::iter::once(*value).chain(numbers).collect()
            })
            .collect(),
    };
    let points = |place: usize| -> Vec<(f64, f64)> {
        let each = values
            .iter()
            .zip(&rows)
            .map(|(value, row)| (*value, number(row, place)));
        each.filter(|(_, number)| number.is_finite()).collect()
    };
    let titles = ["steering wheel", "sideslip", "roll", "yaw rate", "torque"];
    let place = |name: &str| {
        first
            .iter()
            .position(|figure| figure.subject.is_empty() && figure.name == name)
    };
    let mut panels: Vec<Panel> = titles
        .iter()
        .filter_map(|name| {
            let place = place(name)?;
            Some(Panel {
                title: format!("{name} [{}]", first[place].unit),
                x: over.label(),
                curves: vec![line(0, "", points(place))],
                ..Panel::default()
            })
        })
        .collect();
    let loads: Vec<usize> = (0..first.len()).filter(|&place| first[place].name == LOAD).collect();
    panels.push(Panel {
        title: "load [N]".to_owned(),
        x: over.label(),
        curves: loads
            .iter()
            .enumerate()
            .map(|(curve, &place)| line(curve, first[place].subject.trim_end_matches(".tyre"), points(place)))
            .collect(),
        ..Panel::default()
    });
    let mut figures = Vec::new();
    if over.name == "lateral"
        && let Some(place) = place("steering wheel")
        && let [one, two, ..] = &rows[..]
    {
        let slope = (number(two, place) - number(one, place)) / (values[1] - values[0]);
        let definition = "change of the steering-wheel angle per m/s^2 between the first two points of the range";
        figures.push(Figure::new(
            "",
            "steering-wheel angle gradient, first two points",
            "deg/(m/s^2)",
            slope,
            definition,
        ));
    }
    Findings {
        name: "steady motions".to_owned(),
        conditions: format!("over {}, {CONDITIONS}", over.label()),
        verdict: verdict.unwrap_or_default(),
        figures,
        notes: through
            .end
            .map(|reason| format!("ends early: {reason}"))
            .into_iter()
            .collect(),
        panels,
        table,
        ..Findings::default()
    }
}
