//! Positions and speeds of joints that are given, although they follow from others in their loops.
//!
//! A solver takes the joints that it integrates as they are, and closes the loops by the others. Where a given number is one of the
//! latter, the joint that decides it is moved by Newton's method until it has this number. The columns of the matrix are exact: the
//! motion at unit speeds.

use crate::findings::number;
use nalgebra::{DMatrix, DVector};
use wishbone::fit::without_rates;
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::StateVector;

/// A number at a place of the coordinates or the speeds.
pub type Given = (usize, f64);

/// Difference up to which a joint has the given number [SI], relative to numbers above one.
const REACHED: f64 = 1e-8;
/// Motion at a unit speed below which a joint stands still.
const STILL: f64 = 1e-9;
/// Largest number of steps, and of halvings of a step.
const STEPS: usize = 60;
const HALVINGS: i32 = 12;

/// Moves joints until these coordinates have the given values. The loops of `state` are closed.
///
/// # Errors
/// If no choice of joints, or more than one, decides them, or they are out of reach: in words.
pub fn positions<S: Solver>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    given: &[Given],
) -> Result<(), String> {
    let still = without_rates::<S>(inputs);
    for _ in 0..STEPS {
        let [missed, kept] = parted(given, state.coordinates());
        if missed.is_empty() {
            return Ok(());
        }
        let columns = columns(solver, state, &still, |rate| rate.coordinates().to_vec());
        let names = solver.description();
        let movers = movers(&columns, [&missed, &kept], names.coordinates, names.speeds)?;
        let step = solved(&columns, &movers, &missed, state.coordinates());
        let nearer = step.and_then(|step| nearer(solver, state, inputs, (&movers, &step), given));
        let Some(moved) = nearer else {
            return Err(out_of_reach(&missed, names.coordinates, state.coordinates()));
        };
        *state = moved;
    }
    let [missed, _] = parted(given, state.coordinates());
    match missed.is_empty() {
        true => Ok(()),
        false => Err(out_of_reach(
            &missed,
            solver.description().coordinates,
            state.coordinates(),
        )),
    }
}

/// Changes speeds until these speeds have the given values.
///
/// # Errors
/// As [`positions`].
pub fn speeds<S: Solver>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    given: &[Given],
) -> Result<(), String> {
    let [missed, kept] = parted(given, state.speeds());
    if missed.is_empty() {
        return Ok(());
    }
    let columns = columns(solver, state, &without_rates::<S>(inputs), |_| Vec::new());
    let names = solver.description().speeds;
    let movers = movers(&columns, [&missed, &kept], names, names)?;
    if let Some(step) = solved(&columns, &movers, &missed, state.speeds()) {
        for (&mover, change) in movers.iter().zip(&step) {
            state.speeds_mut()[mover] += change;
        }
        let _ = solver.correct_velocity(state, inputs);
    }
    match parted(given, state.speeds())[0].first() {
        None => Ok(()),
        Some(_) => Err(out_of_reach(&missed, names, state.speeds())),
    }
}

/// The given numbers that are not reached, and those that are.
fn parted(given: &[Given], own: &[f64]) -> [Vec<Given>; 2] {
    let is_missed = |(place, wanted): &Given| {
        let off = (own[*place] - wanted).abs();
        off.is_nan() || off > REACHED * wanted.abs().max(1.0)
    };
    let (missed, kept) = given.iter().copied().partition(is_missed);
    [missed, kept]
}

/// Motion of all coordinates or speeds if one speed is one; `None` for a speed that follows from others. `rates` reads the coordinates'
/// rates; where it returns nothing, the speeds are taken.
fn columns<S: Solver>(
    solver: &mut S,
    state: &S::State,
    still: &S::Inputs,
    rates: impl Fn(&S::State) -> Vec<f64>,
) -> Vec<Option<Vec<f64>>> {
    let mut column = |speed: usize| {
        let mut unit = state.clone();
        unit.speeds_mut().fill(0.0);
        unit.speeds_mut()[speed] = 1.0;
        let _ = solver.correct_velocity(&mut unit, still);
        if unit.speeds()[speed] != 1.0 {
            return None;
        }
        solver.kinematics(&unit, still);
        let rate = rates(&solver.accelerations(still));
        Some(if rate.is_empty() { unit.speeds().to_vec() } else { rate })
    };
    (0..state.speeds().len()).map(&mut column).collect()
}

/// The independent speeds that decide the missed numbers and move none that is kept: as many as there are missed numbers.
fn movers(
    columns: &[Option<Vec<f64>>],
    [missed, kept]: [&[Given]; 2],
    names: &[&str],
    speeds: &[&str],
) -> Result<Vec<usize>, String> {
    let moves = |column: &[f64], given: &[Given]| given.iter().any(|(place, _)| column[*place].abs() > STILL);
    let deciding: Vec<usize> = (0..columns.len())
        .filter(|&speed| columns[speed].as_ref().is_some_and(|column| moves(column, missed)))
        .collect();
    let free = deciding.iter().copied();
    let free: Vec<usize> = free
        .filter(|&speed| columns[speed].as_ref().is_some_and(|column| !moves(column, kept)))
        .collect();
    if free.len() == missed.len() {
        return Ok(free);
    }
    let list = |names: &mut dyn Iterator<Item = &str>| {
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let follow = list(&mut missed.iter().map(|(place, _)| names[*place]));
    let from = list(&mut deciding.iter().map(|&speed| speeds[speed]));
    Err(match (deciding.is_empty(), free.len() < missed.len()) {
        (true, _) => format!("{follow}: nothing moves it; leave it out"),
        (false, true) => format!("{follow} follows from {from}, and both are given: leave one of them out"),
        (false, false) => format!("{follow} follows from {from}: give those"),
    })
}

/// Changes of the moving speeds that bring the missed numbers to their values, to first order.
fn solved(columns: &[Option<Vec<f64>>], movers: &[usize], missed: &[Given], own: &[f64]) -> Option<Vec<f64>> {
    let entry = |row: usize, column: usize| {
        let column = columns[movers[column]].as_ref();
        column.map_or(0.0, |column| column[missed[row].0])
    };
    let matrix = DMatrix::from_fn(missed.len(), movers.len(), entry);
    let gaps = DVector::from_iterator(missed.len(), missed.iter().map(|(place, wanted)| wanted - own[*place]));
    let step = matrix.lu().solve(&gaps)?;
    step.iter().all(|x| x.is_finite()).then(|| step.as_slice().to_vec())
}

/// The state after a part of a step that brings it nearer to the given coordinates; `None` if there is no such part.
fn nearer<S: Solver>(
    solver: &mut S,
    state: &S::State,
    inputs: &S::Inputs,
    (movers, step): (&[usize], &[f64]),
    given: &[Given],
) -> Option<S::State> {
    let off = |state: &S::State| {
        let gaps = given
            .iter()
            .map(|(place, wanted)| (state.coordinates()[*place] - wanted).powi(2));
        gaps.sum::<f64>()
    };
    let still = without_rates::<S>(inputs);
    let mut moving = state.clone();
    moving.speeds_mut().fill(0.0);
    for (&mover, change) in movers.iter().zip(step) {
        moving.speeds_mut()[mover] = *change;
    }
    let _ = solver.correct_velocity(&mut moving, &still);
    solver.kinematics(&moving, &still);
    let rate = solver.accelerations(&still);
    (0..=HALVINGS).find_map(|halvings| {
        let part = 0.5_f64.powi(halvings);
        let mut moved = state.clone();
        for (q, rate) in moved.coordinates_mut().iter_mut().zip(rate.coordinates()) {
            *q += part * rate;
        }
        let closed = solver.close(&mut moved, inputs, &Projection::ASSEMBLY).is_ok();
        (closed && off(&moved) < off(state)).then_some(moved)
    })
}

fn out_of_reach(missed: &[Given], names: &[&str], own: &[f64]) -> String {
    let each = missed.iter().map(|(place, wanted)| {
        let name = names[*place];
        format!(
            "`{name}` does not reach {}: it comes to {}",
            number(*wanted),
            number(own[*place])
        )
    });
    let told: Vec<String> = each.collect();
    told.join("; ")
}
