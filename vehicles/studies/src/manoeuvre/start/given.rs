//! Positions and speeds of joints that are given, although they follow from other joints in their loops.
//!
//! A solver uses the values of the joints that it integrates, and closes the loops by all other joints. If a given
//! number belongs to one of the other joints, the joint that determines it is moved by Newton's method until the number
//! is reached. The columns of the matrix are exact: the motions at unit speeds. In loops whose joints are all corrected
//! together, each unit speed gives a motion of all these joints; the independent motions among them are used.

use crate::findings::number;
use nalgebra::{DMatrix, DVector};
use wishbone::fit::{coordinate_rates, without_rates};
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::StateVector;

/// A number at a place of the coordinates or the speeds.
pub(super) type Given = (usize, f64);

/// Largest difference at which a joint counts as having the given number [SI], relative to numbers above one.
const REACHED: f64 = 1e-8;
/// Motion at a unit speed below which a joint stands still.
const STILL: f64 = 1e-9;
/// Component of a motion that no other motion has; below this limit, the motion is not independent.
const OWN: f64 = 1e-6;
/// Largest number of steps, and of halvings of a step.
const STEPS: usize = 60;
const HALVINGS: i32 = 12;
/// Corrections of a unit speed. If joints are corrected together, a single correction leaves a part of the gap near the
/// end of their reach.
const PROJECTIONS: usize = 4;
/// Longest step of a joint [m, rad].
const LONGEST: f64 = 0.1;

/// Moves joints until these coordinates have the given values, or come as near as they can. The loops of `state` are
/// closed. Returns whether the choice of joints is unique. It is not unique if numbers contradict each other, or if too
/// few numbers are given.
pub(super) fn towards<S: Solver>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs, given: &[Given]) -> bool {
    for _ in 0..STEPS {
        let [missed, kept] = parted(given, state.coordinates());
        if missed.is_empty() {
            return true;
        }
        let columns = rates(solver, state, inputs);
        let names = solver.description();
        let Ok(movers) = movers(&columns, [&missed, &kept], names.coordinates, names.speeds) else {
            return false;
        };
        let step = solved(&movers, [&missed, &kept], state.coordinates()).map(short);
        let Some(nearer) = step.and_then(|step| nearer(solver, state, inputs, &step, given)) else {
            return true;
        };
        *state = nearer;
    }
    true
}

/// Returns a message with the reason why coordinates do not have the given values in `state`, which was reached from
/// `begin`.
///
/// # Errors
/// If they do not have them.
pub(super) fn reached<S: Solver>(
    solver: &mut S,
    [begin, state]: [&S::State; 2],
    inputs: &S::Inputs,
    given: &[Given],
) -> Result<(), String> {
    let [missed, kept] = parted(given, state.coordinates());
    if missed.is_empty() {
        return Ok(());
    }
    let columns = rates(solver, begin, inputs);
    let names = solver.description();
    let _ = movers(&columns, [&missed, &kept], names.coordinates, names.speeds)?;
    Err(out_of_reach(&missed, names.coordinates, state.coordinates()))
}

/// Motions of the coordinates at unit speeds.
fn rates<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs) -> Vec<Option<Motion>> {
    let still = without_rates::<S>(inputs);
    columns(
        solver,
        state,
        |solver, unit| coordinate_rates(solver, unit, &still),
        &still,
    )
}

/// Changes speeds until these speeds have the given values.
///
/// # Errors
/// Returns a message if no choice of joints, or more than one choice, determines the numbers, or if they are out of
/// reach.
pub(super) fn speeds<S: Solver>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    given: &[Given],
) -> Result<(), String> {
    let [missed, kept] = parted(given, state.speeds());
    if missed.is_empty() {
        return Ok(());
    }
    let columns = columns(
        solver,
        state,
        |_, unit| unit.speeds().to_vec(),
        &without_rates::<S>(inputs),
    );
    let names = solver.description().speeds;
    let movers = movers(&columns, [&missed, &kept], names, names)?;
    if let Some(step) = solved(&movers, [&missed, &kept], state.speeds()) {
        for (own, change) in state.speeds_mut().iter_mut().zip(&step) {
            *own += change;
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

/// A motion of all coordinates or speeds.
type Motion = Vec<f64>;

/// Motion of all coordinates or speeds if one speed is one; `None` for a speed that follows from other speeds. `motion`
/// reads it from the state with this speed.
fn columns<S: Solver>(
    solver: &mut S,
    state: &S::State,
    motion: impl Fn(&mut S, &S::State) -> Motion,
    still: &S::Inputs,
) -> Vec<Option<Motion>> {
    let mut column = |speed: usize| {
        let mut unit = state.clone();
        unit.speeds_mut().fill(0.0);
        unit.speeds_mut()[speed] = 1.0;
        for _ in 0..PROJECTIONS {
            let _ = solver.correct_velocity(&mut unit, still);
        }
        // Loops whose joints are corrected together leave a part of it.
        let left = unit.speeds()[speed];
        if left.is_nan() || left < STILL {
            return None;
        }
        unit.speeds_mut().iter_mut().for_each(|own| *own /= left);
        Some(motion(solver, &unit))
    };
    (0..state.speeds().len()).map(&mut column).collect()
}

/// The independent motions that move the missed numbers. There are as many motions as missed numbers and kept numbers
/// that they move.
fn movers<'a>(
    columns: &'a [Option<Motion>],
    [missed, kept]: [&[Given]; 2],
    names: &[&str],
    speeds: &[&str],
) -> Result<Vec<&'a Motion>, String> {
    let moves = |column: &Motion, given: &[Given]| given.iter().any(|(place, _)| column[*place].abs() > STILL);
    let deciding: Vec<(usize, &Motion)> = columns
        .iter()
        .enumerate()
        .filter_map(|(speed, column)| column.as_ref().map(|column| (speed, column)))
        .filter(|(_, column)| moves(column, missed))
        .collect();
    let independent = independent(deciding.iter().map(|(_, column)| *column));
    let moved = kept
        .iter()
        .filter(|given| independent.iter().any(|column| moves(column, &[**given])));
    let wanted = missed.len() + moved.count();
    if independent.len() == wanted {
        return Ok(independent);
    }
    let list = |names: &mut dyn Iterator<Item = &str>| {
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let follow = list(&mut missed.iter().map(|(place, _)| names[*place]));
    let from = list(&mut deciding.iter().map(|(speed, _)| speeds[*speed]));
    Err(match (deciding.is_empty(), independent.len() < wanted) {
        (true, _) => format!("{follow}: nothing moves it from where it stands; leave it out, or give another joint"),
        (false, true) => format!("{follow} follows from {from}, and both are given: leave one of them out"),
        (false, false) => format!("{follow} follows from {from}: give those"),
    })
}

/// The motions that are no sum of the earlier motions (Gram and Schmidt).
fn independent<'a>(motions: impl Iterator<Item = &'a Motion>) -> Vec<&'a Motion> {
    let mut axes: Vec<DVector<f64>> = Vec::new();
    motions
        .filter(|motion| {
            let whole = DVector::from_column_slice(motion);
            let mut own = whole.clone();
            for axis in &axes {
                own -= axis * axis.dot(&own);
            }
            let is_new = own.norm() > OWN * whole.norm();
            if is_new {
                axes.push(own.normalize());
            }
            is_new
        })
        .collect()
}

/// The change of all coordinates or speeds that moves the missed numbers to their values and does not change the kept
/// numbers, to first order.
fn solved(movers: &[&Motion], [missed, kept]: [&[Given]; 2], own: &[f64]) -> Option<Motion> {
    let moved = |(place, _): &&Given| movers.iter().any(|column| column[*place].abs() > STILL);
    let rows: Vec<&Given> = missed.iter().chain(kept.iter().filter(moved)).collect();
    let matrix = DMatrix::from_fn(rows.len(), movers.len(), |row, column| movers[column][rows[row].0]);
    let gaps = DVector::from_iterator(rows.len(), rows.iter().map(|(place, wanted)| wanted - own[*place]));
    let parts = matrix.lu().solve(&gaps)?;
    let change = (0..own.len()).map(|place| {
        movers
            .iter()
            .zip(&parts)
            .map(|(column, part)| part * column[place])
            .sum()
    });
    let change: Motion = change.collect();
    change.iter().all(|x| x.is_finite()).then_some(change)
}

/// The change, or the part of the change with the longest step, because near the end of its reach a mechanism would
/// leave its branch.
fn short(change: Motion) -> Motion {
    let longest = change.iter().fold(0.0_f64, |longest, x| longest.max(x.abs()));
    let part = if longest > LONGEST { LONGEST / longest } else { 1.0 };
    change.into_iter().map(|x| part * x).collect()
}

/// The state after a part of a change, if this part brings the state nearer to the given coordinates; `None` if there
/// is no such part.
fn nearer<S: Solver>(
    solver: &mut S,
    state: &S::State,
    inputs: &S::Inputs,
    change: &Motion,
    given: &[Given],
) -> Option<S::State> {
    let off = |state: &S::State| {
        let gaps = given
            .iter()
            .map(|(place, wanted)| (state.coordinates()[*place] - wanted).powi(2));
        gaps.sum::<f64>()
    };
    (0..=HALVINGS).find_map(|halvings| {
        let part = 0.5_f64.powi(halvings);
        let mut moved = state.clone();
        for (q, change) in moved.coordinates_mut().iter_mut().zip(change) {
            *q += part * change;
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
