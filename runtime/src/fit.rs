//! Finds the coordinates and speeds for which given bodies come nearest to wanted motions.
//!
//! Poses are fitted by the Gauss-Newton method with step halving, twists by one linear problem. The columns of the
//! Jacobian are exact: the twists of the bodies at unit speeds. Each linear least-squares problem is solved by
//! conjugate gradients (Hestenes and Stiefel 1952, as CGLS). These fits do not change unknowns on which the bodies do
//! not depend, such as wheel spins or joints outboard of all targets.

use crate::math::{abs, atan2, sqrt};
use crate::ports::{BodyMotion, InputPorts, WheelLoad};
use crate::solver::Solver;
use crate::stabilise::{NotClosed, Projection};
use crate::state::{StateVector, Vector};
use std::vec::Vec;
use wishbone_laws::vec3::{dot, scale, subtract};

/// A wanted motion of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Position among the solver's bodies.
    pub body: usize,
    /// Rotation, centre of mass and their velocities are wanted; accelerations are ignored.
    pub motion: BodyMotion,
}

/// Result of a fit: the largest remaining difference of each kind, over all targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Distance of a centre of mass from its wanted position [m].
    pub position: f64,
    /// Angle between a body and the wanted rotation [rad].
    pub rotation: f64,
    /// Difference of the velocities of a centre of mass [m/s].
    pub velocity: f64,
    /// Difference of angular velocities [rad/s].
    pub angular_velocity: f64,
}

/// An angle of 1 rad counts as much as this distance [m].
const LEVER: f64 = 1.0;
/// Largest number of steps.
const STEPS: usize = 100;
/// Largest number of halvings of a step.
const HALVINGS: usize = 30;
/// Differences up to this part of a position are rounding.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Sets coordinates and speeds so that the bodies move as wanted, or as nearly as possible. The fit is a least squares fit over
/// all targets, with a weight of 1 m for angles. The search begins at `state`. The branch of each loop is kept, and so are all
/// numbers on which the targets do not depend. The drives have the motion given in `inputs`.
///
/// A target that is NaN leaves a difference of NaN.
///
/// # Errors
/// If the loops do not close near `state`; then `state` is unchanged.
///
/// # Panics
/// If the vehicle has no body at the position of a target.
pub fn fit<S: Solver>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    targets: &[Target],
) -> Result<Fit, NotClosed> {
    let mut found = state.clone();
    let _ = Projection::ASSEMBLY.apply(solver, &mut found, inputs)?;
    fit_poses(solver, &mut found, inputs, targets);
    fit_twists(solver, &mut found, inputs, targets);
    let _ = Projection::ASSEMBLY.apply(solver, &mut found, inputs)?;
    *state = found;
    Ok(left(solver, state, inputs, targets))
}

fn fit_poses<S: Solver>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs, targets: &[Target]) {
    let still = without_rates::<S>(inputs);
    let mut gaps = pose_gaps(solver, state, inputs, targets);
    for _ in 0..STEPS {
        if are_rounding(&gaps, targets) {
            return;
        }
        let columns = columns(solver, state, &still, targets);
        let step = least_squares(&columns, &gaps);
        let mut moving = state.clone();
        moving.speeds_mut().copy_from_slice(&step);
        let rates = coordinate_rates(solver, &moving, &still);
        let nearer = (0..HALVINGS).find_map(|halvings| {
            let part = 1.0 / f64::from(1_u32 << halvings);
            let moved = moved(solver, state, &still, &rates, part)?;
            let left = pose_gaps(solver, &moved, inputs, targets);
            (squares(&left) < squares(&gaps)).then_some((moved, left))
        });
        let Some((moved, left)) = nearer else { return };
        let gain = 1.0 - squares(&left) / squares(&gaps);
        (*state, gaps) = (moved, left);
        if gain < 1e-12 {
            return;
        }
    }
}

/// Fits the independent speeds by the shortest change, which leaves speeds unchanged on which no target depends. The dependent speeds of
/// loops that need iteration follow in [`fit`], which closes the loops at its end.
fn fit_twists<S: Solver>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs, targets: &[Target]) {
    let columns = columns(solver, state, &without_rates::<S>(inputs), targets);
    let _ = solver.correct_velocity(state, inputs);
    let gaps = twist_gaps(solver, state, inputs, targets);
    let speeds = least_squares(&columns, &gaps);
    for (own, speed) in state.speeds_mut().iter_mut().zip(speeds) {
        *own += speed;
    }
}

/// The inputs with drives at rest, and without loads.
pub fn without_rates<S: Solver>(inputs: &S::Inputs) -> S::Inputs {
    let mut still = inputs.clone();
    for drive in still.drives() {
        (drive.velocity, drive.acceleration) = (0.0, 0.0);
    }
    still.wheels().fill(WheelLoad::default());
    still.signals().fill(0.0);
    still
}

/// Whether the distance of the bodies from their targets is within the accuracy of positions.
fn are_rounding(gaps: &[f64], targets: &[Target]) -> bool {
    let mut each = gaps.chunks(6).zip(targets);
    each.all(|(gap, target)| {
        let least = ROUNDING * (LEVER + norm(target.motion.com));
        gap.iter().all(|x| abs(*x) <= least)
    })
}

/// Rates of the coordinates by the speeds of a state. A coordinate that moves without a speed of its own, such as the
/// length of a damper in series with a spring, has the rate that the speeds cause.
pub fn coordinate_rates<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs) -> Vec<f64> {
    let mut still = state.clone();
    still.speeds_mut().fill(0.0);
    let [moving, still] = [state, &still].map(|state| {
        solver.kinematics(state, inputs);
        solver.accelerations(inputs)
    });
    let rates = moving.coordinates().iter().zip(still.coordinates());
    rates.map(|(moving, still)| moving - still).collect()
}

/// The state after a motion at these rates for `part` seconds; `None` if the loops do not close there.
fn moved<S: Solver>(solver: &mut S, state: &S::State, still: &S::Inputs, rates: &[f64], part: f64) -> Option<S::State> {
    let mut moved = state.clone();
    for (q, rate) in moved.coordinates_mut().iter_mut().zip(rates) {
        *q += part * rate;
    }
    Projection::ASSEMBLY.apply(solver, &mut moved, still).ok()?;
    Some(moved)
}

/// Columns of the Jacobian: for each speed, the twists of the targets' bodies if this speed is one.
fn columns<S: Solver>(solver: &mut S, state: &S::State, still: &S::Inputs, targets: &[Target]) -> Vec<Vec<f64>> {
    let column = |speed: usize| {
        let mut unit = state.clone();
        unit.speeds_mut().fill(0.0);
        unit.speeds_mut()[speed] = 1.0;
        let _ = solver.correct_velocity(&mut unit, still);
        let bodies = solver.bodies(&unit, still, &S::State::zero());
        let twists = targets.iter().map(|target| &bodies[target.body]);
        let numbers = twists.flat_map(|motion| counted(motion.velocity, motion.angular_velocity));
        numbers.collect()
    };
    (0..state.speeds().len()).map(column).collect()
}

/// Remaining displacements of the bodies: translations, and rotations as vectors.
fn pose_gaps<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs, targets: &[Target]) -> Vec<f64> {
    let bodies = solver.bodies(state, inputs, &S::State::zero());
    let gap = |target: &Target| {
        let (own, wanted) = (&bodies[target.body], &target.motion);
        counted(
            subtract(wanted.com, own.com),
            rotation_between(&own.rotation, &wanted.rotation),
        )
    };
    targets.iter().flat_map(gap).collect()
}

fn twist_gaps<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs, targets: &[Target]) -> Vec<f64> {
    let bodies = solver.bodies(state, inputs, &S::State::zero());
    let gap = |target: &Target| {
        let (own, wanted) = (&bodies[target.body], &target.motion);
        let velocity = subtract(wanted.velocity, own.velocity);
        counted(velocity, subtract(wanted.angular_velocity, own.angular_velocity))
    };
    targets.iter().flat_map(gap).collect()
}

fn counted(translation: [f64; 3], rotation: [f64; 3]) -> impl Iterator<Item = f64> {
    translation.into_iter().chain(scale(LEVER, rotation))
}

/// Rotation vector that takes a body from one rotation to another: its direction is the axis, its length the angle [rad]. `from` and
/// `to` are the rotation matrices from the body's axes to the world.
fn rotation_between(from: &[[f64; 3]; 3], to: &[[f64; 3]; 3]) -> [f64; 3] {
    // R = to fromᵀ
    let turn = to.map(|row| from.map(|other| dot(row, other)));
    let twice_sine = [
        turn[2][1] - turn[1][2],
        turn[0][2] - turn[2][0],
        turn[1][0] - turn[0][1],
    ];
    let (sine, cosine) = (
        0.5 * norm(twice_sine),
        0.5 * (turn[0][0] + turn[1][1] + turn[2][2] - 1.0),
    );
    let angle = atan2(sine, cosine);
    if sine > 1e-6 {
        return scale(0.5 * angle / sine, twice_sine);
    }
    if cosine > 0.0 {
        return scale(0.5, twice_sine);
    }
    // Half a turn: `R + 1` is twice the projection onto the axis.
    let columns = [0, 1, 2].map(|k| {
        let unit = [0, 1, 2].map(|i| if i == k { 1.0 } else { 0.0 });
        [0, 1, 2].map(|i| turn[i][k] + unit[i])
    });
    let axis = columns
        .into_iter()
        .fold([0.0; 3], |a, b| if dot(b, b) > dot(a, a) { b } else { a });
    scale(angle / norm(axis), axis)
}

fn norm(vector: [f64; 3]) -> f64 {
    sqrt(dot(vector, vector))
}

fn squares(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x * x).sum()
}

/// The shortest `x` among all `x` for which `Σ column x` is nearest to `right`.
fn least_squares(columns: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let transposed = |residual: &[f64]| -> Vec<f64> {
        let product = |column: &Vec<f64>| column.iter().zip(residual).map(|(a, b)| a * b).sum();
        columns.iter().map(product).collect()
    };
    let mut x = std::vec![0.0; columns.len()];
    let mut residual = right.to_vec();
    let mut gradient = transposed(&residual);
    let mut direction = gradient.clone();
    let (mut size, first) = (squares(&gradient), squares(&gradient));
    // Without rounding, as many directions as unknowns would be enough.
    for _ in 0..4 * columns.len() {
        if size <= 1e-30 * first {
            break;
        }
        let mut moved = std::vec![0.0; right.len()];
        for (column, part) in columns.iter().zip(&direction) {
            moved.iter_mut().zip(column).for_each(|(sum, a)| *sum += a * part);
        }
        let length = size / squares(&moved);
        x.iter_mut().zip(&direction).for_each(|(x, d)| *x += length * d);
        residual.iter_mut().zip(&moved).for_each(|(r, m)| *r -= length * m);
        gradient = transposed(&residual);
        let last = core::mem::replace(&mut size, squares(&gradient));
        for (d, g) in direction.iter_mut().zip(&gradient) {
            *d = g + size / last * *d;
        }
    }
    x
}

/// The largest remaining differences; NaN where a target is NaN.
fn left<S: Solver>(solver: &mut S, state: &S::State, inputs: &S::Inputs, targets: &[Target]) -> Fit {
    let largest = |gaps: Vec<f64>, first: usize| {
        let parts = gaps
            .chunks(6)
            .map(|gap| norm([gap[first], gap[first + 1], gap[first + 2]]));
        parts.fold(0.0, |largest: f64, part| match part.is_nan() {
            true => part,
            false if largest < part => part,
            false => largest,
        })
    };
    let poses = pose_gaps(solver, state, inputs, targets);
    let twists = twist_gaps(solver, state, inputs, targets);
    Fit {
        position: largest(poses.clone(), 0),
        rotation: largest(poses, 3) / LEVER,
        velocity: largest(twists.clone(), 0),
        angular_velocity: largest(twists, 3) / LEVER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishbone_laws::vec3::cross;

    fn about(axis: [f64; 3], angle: f64) -> [[f64; 3]; 3] {
        let (sine, cosine) = angle.sin_cos();
        let unit = |i: usize| [0, 1, 2].map(|k| if i == k { 1.0 } else { 0.0 });
        let turned = |v: [f64; 3]| {
            let (along, across) = (scale(dot(axis, v), axis), cross(axis, v));
            [0, 1, 2].map(|k| along[k] + cosine * (v[k] - along[k]) + sine * across[k])
        };
        let columns = [0, 1, 2].map(|i| turned(unit(i)));
        [0, 1, 2].map(|i| columns.map(|column| column[i]))
    }

    #[test]
    fn a_rotation_is_found_again_up_to_half_a_turn() {
        let axis = [2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0];
        let from = about([0.6, 0.0, 0.8], 0.7);
        for angle in [0.0, 1e-9, 1e-4, 0.3, 2.0, 3.1, std::f64::consts::PI] {
            let turn = about(axis, angle);
            let to = turn.map(|row| [0, 1, 2].map(|k| (0..3).map(|i| row[i] * from[i][k]).sum()));
            let found = rotation_between(&from, &to);
            let sign = if dot(found, axis) < 0.0 { -1.0 } else { 1.0 };
            let off = norm(subtract(scale(sign, found), scale(angle, axis)));
            assert!(off < 1e-8, "{angle}: {found:?}");
        }
    }

    #[test]
    fn the_shortest_of_all_nearest_is_found() {
        // x + y = 2 twice, and a row that no unknown influences.
        let columns = [std::vec![1.0, 1.0, 0.0], std::vec![1.0, 1.0, 0.0], std::vec![0.0; 3]];
        let found = least_squares(&columns, &[2.0, 2.0, 5.0]);
        for (found, expected) in found.into_iter().zip([1.0, 1.0, 0.0]) {
            assert!((found - expected).abs() < 1e-14);
        }
    }
}
