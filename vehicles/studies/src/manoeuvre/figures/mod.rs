//! Figures of manoeuvres, made of their histories.
//!
//! | kind | of | standard |
//! |---|---|---|
//! | `steady` | slowly increasing steer | ISO 4138 |
//! | `step` | a step of the steering wheel | ISO 7401 |
//! | `sine` | one period of a sine | ISO 7401 |
//! | `frequency` | a swept sine | ISO 7401 |
//! | `dwell` | a sine with dwell | ISO 19365, FMVSS 126 |
//! | `lanes` | a lane change between cones | ISO 3888-1, ISO 3888-2 |
//! | `braking` | braking to standstill | ISO 21994, UN R13-H |
//! | `acceleration` | full throttle | |
//! | `ride` | bumps and random roads | ISO 2631-1 |
//! | `circle` | a path that becomes a circle | |

mod acceleration;
mod braking;
mod circle;
mod dwell;
mod extremes;
mod frequency;
mod history;
mod lanes;
pub(super) mod loads;
mod passed;
mod ride;
mod sine;
mod steady;
mod step;

pub(super) use frequency::swept;
pub use history::{History, scaled, slope};
pub use lanes::told as cones;
pub use passed::{Missed, rows_between};

use super::{Facts, Kind, Manoeuvre, Until};
use crate::findings::{Figure, number};
use crate::table::Table;
use std::cell::LazyCell;
use wishbone::terrain::Terrain;

/// Notes on the figures of a manoeuvre: cones, steady states, distances on a grade.
pub fn notes(manoeuvre: &Manoeuvre, facts: &Facts, table: &Table, figures: &[Figure]) -> Vec<String> {
    let has = |kind| !figures.is_empty() && manoeuvre.figures.contains(&kind);
    let history = LazyCell::new(|| History::of(table, &facts.wheels));
    let unsteady = has(Kind::Step).then(|| step::unsteady(manoeuvre, &history));
    let missed = has(Kind::Steady).then(|| steady::missed(&history));
    let until = manoeuvre.until.filter(|_| !figures.is_empty());
    let all = [
        lanes::told(figures),
        lanes::trailer(figures, facts),
        unsteady.flatten(),
        missed.flatten(),
        (!manoeuvre.road.is_level())
            .then(|| horizontal(manoeuvre, &history))
            .flatten(),
        jumping(manoeuvre),
        until.and_then(|until| not_reached(until, &history)),
    ];
    all.into_iter().flatten().collect()
}

/// A note on an end that did not come.
fn not_reached(until: Until, history: &History) -> Option<String> {
    let [begin, last] = [history.speed.first(), history.speed.last()].map(|speed| speed.copied().unwrap_or(0.0));
    (!until.holds(begin, last)).then(|| {
        let end = match until {
            Until::Standstill => "standstill".to_owned(),
            Until::Speed(speed) => format!("{} m/s", number(speed.0)),
        };
        format!("`until` did not come: {end}; the last speed is {} m/s", number(last))
    })
}

/// A note on a steering wheel whose angle jumps within the run.
fn jumping(manoeuvre: &Manoeuvre) -> Option<String> {
    let jump = manoeuvre.steering.jump().filter(|time| *time < manoeuvre.duration.0)?;
    Some(format!(
        "the steering wheel turns in no time at {jump:.3} s: give `rise` and `fall` above zero, and a `sine` whole or half periods"
    ))
}

/// Fraction of a path by which the path has to be longer than its horizontal projection for a note.
const LONGER: f64 = 1e-3;

/// A note on a road that rises or falls, along which paths are longer than their horizontal projections.
fn horizontal(manoeuvre: &Manoeuvre, history: &History) -> Option<String> {
    let grade = manoeuvre.road.along.0;
    let (way, longer) = match grade == 0.0 {
        true => ("in the mean along the road", longer(manoeuvre, history)),
        false => ("along the road", 1f64.hypot(grade) - 1.0),
    };
    (grade != 0.0 || longer > LONGER).then(|| {
        format!(
            "speeds and distances are horizontal: {way} they are {} % greater",
            number(100.0 * longer)
        )
    })
}

/// Fraction by which the path over the ground is longer than its horizontal projection; zero for a vehicle that stands.
fn longer(manoeuvre: &Manoeuvre, history: &History) -> f64 {
    let ground = manoeuvre.road.ground();
    let places = history.x.iter().zip(&history.y).zip(&history.time);
    let points: Vec<[f64; 3]> = places
        .map(|((x, y), time)| [*x, *y, ground.at(*x, *y, *time).height])
        .collect();
    let [mut over, mut level] = [0.0, 0.0];
    for pair in points.windows(2) {
        let [dx, dy, dz] = [0, 1, 2].map(|k| pair[1][k] - pair[0][k]);
        level += dx.hypot(dy);
        over += dx.hypot(dy).hypot(dz);
    }
    if level > 0.0 { over / level - 1.0 } else { 0.0 }
}

/// The figures of a manoeuvre, the extremes of its motion, and the greatest loads of the joints if they are recorded.
pub fn of(manoeuvre: &Manoeuvre, facts: &Facts, table: &Table) -> Vec<Figure> {
    let history = History::of(table, &facts.wheels);
    let mut figures = Vec::new();
    for kind in &manoeuvre.figures {
        figures.extend(match kind {
            Kind::Steady => steady::of(facts, &history),
            Kind::Step => step::of(manoeuvre, &history),
            Kind::Sine => sine::of(manoeuvre, &history),
            Kind::Frequency => frequency::of(manoeuvre, &history),
            Kind::SineWithDwell => dwell::of(manoeuvre, &history),
            Kind::Lanes => lanes::of(manoeuvre, facts, &history),
            Kind::Braking => braking::of(manoeuvre, facts, &history),
            Kind::Acceleration => acceleration::of(manoeuvre, &history),
            Kind::Bumps => ride::of_bumps(facts, &history),
            Kind::Comfort => ride::of_random(manoeuvre, facts, &history),
            Kind::Circle => circle::of(&history),
        });
    }
    figures.extend(extremes::of(&history));
    figures.extend(loads::of(table));
    figures
}
