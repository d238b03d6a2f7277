//! Steady bends at one speed, from straight driving to the limit: the handling diagram and its gradients (ISO 4138, constant
//! speed).
//!
//! The gradients are the gradients of the manoeuvre `steady_circle`. The bends are found by Newton's method instead of
//! a slow turn of the steering wheel.

use super::motion::Steady;
use super::trim;
use crate::manoeuvre::facts;
use crate::over::{Over, Through};
use crate::problem::Problem;
use crate::vehicle::Running;
use wishbone_compiler::model::equipment;
use wishbone_studies::findings::{Figure, Findings, Verdict, number};
use wishbone_studies::manoeuvre::slope;
use wishbone_studies::trim::{Bend, Wanted};

/// The speed [m/s].
pub const SPEED: f64 = 80.0 / 3.6;
/// Range of the bends in words, and its greatest lateral acceleration [m/s²].
const RANGE: &str = "lateral=0.25..12";
const MOST: f64 = 12.0;
/// Steps of the lateral acceleration from bend to bend; the second step is used near the limit [m/s²].
const STEPS: [f64; 2] = [0.25, 0.125];
/// Lateral accelerations of the linear range [m/s²].
const LINEAR: [f64; 2] = [0.5, 4.0];

/// Whether a vehicle declares steering and tyres, which a bend needs.
pub fn can_be_asked(running: &Running) -> bool {
    equipment::steering(&running.compiled.model.equipment).is_some() && running.needs_tyres().is_ok()
}

/// Bends to the left, with their curves and gradients.
///
/// # Errors
/// Returns an error if the vehicle does not rest, or has no steady motion in the gentlest bend.
pub fn found(running: &Running) -> Result<Findings, Problem> {
    let over: Over = RANGE.parse().map_err(Problem::Misuse)?;
    let mut rest = running.rest()?;
    let facts = facts(running, &mut rest)?;
    let mut lateral = STEPS[0];
    let mut steady = Steady::of(running, &rest.state, SPEED, Bend::Lateral(lateral))?;
    let mut made = vec![(lateral, trim::figures(running, &mut steady))];
    let mut is_limit = false;
    // The motion is continued from bend to bend, and in shorter steps near the limit.
    'steps: for step in STEPS {
        while lateral + step <= MOST {
            let wanted = Wanted {
                speed: SPEED,
                bend: Bend::Lateral(lateral + step),
            };
            let Ok(next) = steady.vehicle.continued(&steady.trim, &wanted) else {
                is_limit = true;
                continue 'steps;
            };
            is_limit = false;
            lateral += step;
            steady.trim = next;
            made.push((lateral, trim::figures(running, &mut steady)));
        }
    }
    // Bends are listed up to the limit, and not judged.
    let made = made
        .into_iter()
        .map(|(lateral, figures)| (lateral, (figures, Verdict::default())));
    let made = made.collect();
    let mut found = trim::over(&over, Through { made, end: None });
    found.name = "steady bends".to_owned();
    found.conditions = format!("at {:.0} km/h to the left, {}", 3.6 * SPEED, super::motion::CONDITIONS);
    for panel in &mut found.panels {
        panel.x = "lateral acceleration [m/s²]".to_owned();
    }
    found.figures = gradients(&found, facts.wheelbase(), facts.ratio);
    if lateral < LINEAR[1] {
        let [low, high] = LINEAR.map(number);
        found.notes.push(format!(
            "no gradients: these are slopes from {low} to {high} m/s^2, and steady bends go on to {} m/s^2 only",
            number(lateral)
        ));
    }
    if is_limit {
        let definition = "last lateral acceleration, in steps of 0.125 m/s^2, from which a steady motion goes on";
        let figure = Figure::new("", "greatest lateral acceleration", "m/s^2", lateral, definition);
        found.figures.push(figure);
    }
    Ok(found)
}

/// Slopes over the lateral acceleration in the linear range; NaN if the bends do not reach its end.
fn gradients(found: &Findings, wheelbase: f64, ratio: Option<f64>) -> Vec<Figure> {
    let table = &found.table;
    let is_passed = table.rows.last().is_some_and(|row| row[0] >= LINEAR[1]);
    let over = |name: &str| {
        if !is_passed {
            return f64::NAN;
        }
        let values = table.column(name).unwrap_or_default();
        let points = table.rows.iter().map(|row| row[0]).zip(values);
        let points: Vec<(f64, f64)> = points.filter(|(a, _)| (LINEAR[0]..=LINEAR[1]).contains(a)).collect();
        slope(&points)
    };
    let reference = (wheelbase / (SPEED * SPEED)).to_degrees();
    let steer = over("steering wheel");
    let per = "deg/(m/s^2)";
    let of = |name, value, definition| Figure::new("", name, per, value, definition);
    vec![
        of(
            "steering-wheel angle gradient",
            steer,
            "slope of the steering-wheel angle over the lateral acceleration, 0.5 to 4 m/s^2 (ISO 4138, ISO 8855)",
        ),
        of(
            "understeer gradient",
            ratio.map_or(f64::NAN, |ratio| steer / ratio - reference),
            "steering-wheel angle gradient divided by the steering ratio (to front minus rear steer angle), minus wheelbase divided by the square of the speed, of the unit that steers (ISO 4138, ISO 8855)",
        ),
        of(
            "sideslip gradient",
            over("sideslip"),
            "slope of the sideslip angle at the chassis' centre of mass over the lateral acceleration (ISO 4138)",
        ),
        of(
            "roll gradient",
            over("roll"),
            "slope of the chassis' roll angle over the lateral acceleration (ISO 4138)",
        ),
    ]
}
