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

use super::{Facts, Kind, Manoeuvre};
use crate::findings::{Figure, number};
use crate::table::Table;

/// Notes on what the figures of a manoeuvre tell: cones, steady states, distances on a grade.
pub fn notes(manoeuvre: &Manoeuvre, facts: &Facts, table: &Table, figures: &[Figure]) -> Vec<String> {
    let has = |kind| !figures.is_empty() && manoeuvre.figures.contains(&kind);
    let history = || History::of(table, &facts.wheels);
    let unsteady = has(Kind::Step).then(|| step::unsteady(manoeuvre, &history()));
    let missed = has(Kind::Steady).then(|| steady::missed(&history()));
    let all = [
        lanes::told(figures),
        lanes::trailer(figures, facts),
        unsteady.flatten(),
        missed.flatten(),
        horizontal(manoeuvre),
    ];
    all.into_iter().flatten().collect()
}

/// A note on a grade, along which ways are longer than their horizontal projections.
fn horizontal(manoeuvre: &Manoeuvre) -> Option<String> {
    let grade = manoeuvre.road.along.0;
    (grade != 0.0).then(|| {
        format!(
            "speeds and distances are horizontal: along the road they are {} % greater",
            number(100.0 * (1f64.hypot(grade) - 1.0))
        )
    })
}

/// The figures of a manoeuvre, the extremes of its motion, and the greatest loads of the joints where they are recorded.
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
