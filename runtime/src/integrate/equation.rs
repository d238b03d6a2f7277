//! The differential equation that an integrator advances, and its Jacobian.

use crate::math::{abs, sqrt};
use crate::state::Vector;

/// A differential equation `x' = f(t, x)`.
pub trait Equation<X: Vector> {
    /// Writes the rate of change of `state` at `time` [s] to `rate`. The previous numbers of `rate` do not matter.
    fn rate(&mut self, time: f64, state: &X, rate: &mut X);

    /// Writes the slopes of the rate with respect to the numbers of the state: row, column, slope. Called directly after
    /// [`Equation::rate`] with the same time and state. Entries that are not written are zero, and entries written several times
    /// add up.
    ///
    /// Returns false, and writes nothing, if no slopes are known; implicit methods then use differences of the rate.
    fn slopes(&mut self, time: f64, state: &X, tell: &mut dyn FnMut(usize, usize, f64)) -> bool {
        let _ = (time, state, tell);
        false
    }

    /// Writes the slopes that [`Equation::slopes`] leaves out, by differences of only the parts to which they belong.
    /// Called directly after [`Equation::slopes`]. There are none by default.
    fn other_slopes(&mut self, time: f64, state: &X, tell: &mut dyn FnMut(usize, usize, f64)) {
        let _ = (time, state, tell);
    }
}

/// An equation of which only the rate is known.
pub(super) struct Plain<F>(pub F);

impl<X: Vector, F: FnMut(f64, &X) -> X> Equation<X> for Plain<F> {
    fn rate(&mut self, time: f64, state: &X, rate: &mut X) {
        *rate = (self.0)(time, state);
    }
}

/// Rate of change of a state at a time [s].
pub(super) fn rate<X: Vector>(equation: &mut impl Equation<X>, time: f64, state: &X) -> X {
    let mut rate = X::zero();
    equation.rate(time, state, &mut rate);
    rate
}

/// Source of the Jacobian of an implicit method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slopes {
    /// Slopes that the equation writes ([`Equation::slopes`]), or differences if it writes none. A vehicle with
    /// `derivatives: accept` writes the exact slopes of its own equations and of its tyres by formulas; the slopes of
    /// other subsystems are left out.
    #[default]
    Told,
    /// These slopes, completed by the slopes of other subsystems ([`Equation::other_slopes`]). The latter are
    /// differences of the subsystems alone, at the cost of two half evaluations for each number of the state.
    Completed,
    /// Forward differences of the rate, with all subsystems: an evaluation for each number of the state.
    Differences,
}

/// Computes the rows of the Jacobian for the numbers at `places`, in ascending order.
pub(super) fn jacobian<X: Vector>(
    equation: &mut impl Equation<X>,
    source: Slopes,
    (time, state, rate): (f64, &X, &X),
    places: &[usize],
    rows: &mut [f64],
) {
    if places.is_empty() {
        return;
    }
    let size = rows.len() / places.len();
    let find = |place: usize| match places.len() == size {
        true => Some(place),
        false => places.binary_search(&place).ok(),
    };
    rows.fill(0.0);
    let mut add = |row, column, slope| {
        if let Some(row) = find(row) {
            rows[row * size + column] += slope;
        }
    };
    let is_told = source != Slopes::Differences && equation.slopes(time, state, &mut add);
    if is_told && source == Slopes::Completed {
        equation.other_slopes(time, state, &mut add);
    }
    if !is_told {
        differences(equation, (time, state, rate), places, rows);
    }
}

fn differences<X: Vector>(
    equation: &mut impl Equation<X>,
    (time, state, rate): (f64, &X, &X),
    places: &[usize],
    rows: &mut [f64],
) {
    let size = rows.len() / places.len();
    let mut rate_there = rate.clone();
    for column in 0..size {
        let (moved, step) = moved(state, column, difference);
        equation.rate(time, &moved, &mut rate_there);
        let mut row = 0;
        each_at(places, [&rate_there, rate], |[moved, rate]| {
            rows[row * size + column] = (moved - rate) / step;
            row += 1;
        });
    }
}

/// The state with one number moved by `step` of this number, and the exact displacement.
fn moved<X: Vector>(state: &X, place: usize, step: impl Fn(f64) -> f64) -> (X, f64) {
    let (mut moved, mut next, mut size) = (state.clone(), 0, 0.0);
    moved.each(&mut |number| {
        if next == place {
            size = (*number + step(*number)) - *number;
            *number += size;
        }
        next += 1;
    });
    (moved, size)
}

/// The state for a central difference, moved to the side given by `sign`; the returned displacement is positive.
pub(crate) fn beside<X: Vector>(state: &X, place: usize, sign: f64) -> (X, f64) {
    let (moved, size) = moved(state, place, |number| sign * CENTRAL * f64::max(abs(number), 1.0));
    (moved, abs(size))
}

/// Step of a central difference relative to the magnitude of a number; absolute for magnitudes below one.
const CENTRAL: f64 = 1e-5;

/// Step of a forward difference for which the errors of truncation and rounding are about equal.
fn difference(number: f64) -> f64 {
    sqrt(f64::EPSILON) * f64::max(abs(number), 1e-2)
}

/// Partial derivative of the rate with respect to time, by the difference over the whole step `h`. A shorter difference
/// would amplify a jump of the rate: with one thousandth of the step, the jump gives a slope that is a thousand times
/// too large.
pub(super) fn by_time<X: Vector>(equation: &mut impl Equation<X>, time: f64, state: &X, rate: &X, h: f64) -> X {
    let step = (time + h) - time;
    let mut slope = X::zero();
    if step > 0.0 {
        slope.add_all([
            (1.0 / step, &self::rate(equation, time + step, state)),
            (-1.0 / step, rate),
        ]);
    }
    slope
}

/// Visits the numbers of several vectors at `places`, in ascending order, side by side.
pub(super) fn each_at<X: Vector, const K: usize>(places: &[usize], vectors: [&X; K], mut visit: impl FnMut([f64; K])) {
    let (mut place, mut next) = (0, places.iter());
    let mut wanted = next.next();
    X::side_by_side(vectors, &mut |numbers| {
        if wanted == Some(&place) {
            visit(numbers);
            wanted = next.next();
        }
        place += 1;
    });
}

/// Replaces the numbers at `places`, in ascending order.
pub(super) fn put_at<X: Vector>(vector: &mut X, places: &[usize], numbers: &[f64]) {
    let (mut place, mut next) = (0, places.iter().zip(numbers));
    let mut wanted = next.next();
    vector.each(&mut |own| {
        if let Some((&at, &number)) = wanted
            && at == place
        {
            *own = number;
            wanted = next.next();
        }
        place += 1;
    });
}
