//! Our side of the comparison with other programs, as a C library that `compare.py` loads: states, motions, evaluations.
#![allow(
    unsafe_code,
    reason = "a C interface: each function says what its pointers must hold"
)]

use std::f64::consts::PI;
use std::hint::black_box;
use wishbone::batch::{BatchSolver, LANES};
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone_benches::derived;
use wishbone_vehicles::bare::{Hmmwv14, Hmmwv14Batch, QuarterSla, QuarterSlaBatch, Semitrailer12, Semitrailer12Batch};

/// Numbers of a body's motion: rotation by rows, centre of mass, then angular and linear velocity and acceleration.
const MOTION: usize = 24;
/// Largest speed of an accepted state [rad/s, m/s]: near a singular position, speeds of a loop become large.
const TAME: f64 = 30.0;

/// Calls a generic function for the vehicle with this number.
macro_rules! for_vehicle {
    ($vehicle:expr, $function:ident($($argument:expr),*)) => {
        match $vehicle {
            0 => $function::<QuarterSla>($($argument),*),
            1 => $function::<Semitrailer12>($($argument),*),
            2 => $function::<Hmmwv14>($($argument),*),
            other => panic!("there is no vehicle {other}"),
        }
    };
}

/// Calls a generic function for the vehicle with this number and its derivatives, alone or in a batch.
macro_rules! for_derived {
    ($vehicle:expr, $function:ident::<$one:ident, $two:ident, $three:ident>($($argument:expr),*)) => {
        match $vehicle {
            0 => $function::<derived::quarter_sla::$one>($($argument),*),
            1 => $function::<derived::semitrailer12::$two>($($argument),*),
            2 => $function::<derived::hmmwv14::$three>($($argument),*),
            other => panic!("there is no vehicle {other}"),
        }
    };
}

/// Writes the numbers of coordinates and speeds, and the names of the bodies separated by commas; returns the length of
/// the names.
///
/// # Safety
/// `sizes` holds two numbers, `names` at least 1000 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wishbone_describe(vehicle: usize, sizes: *mut usize, names: *mut u8) -> usize {
    // SAFETY: as the caller promises.
    let (sizes, names) = unsafe {
        (
            std::slice::from_raw_parts_mut(sizes, 2),
            std::slice::from_raw_parts_mut(names, 1000),
        )
    };
    for_vehicle!(vehicle, describe(sizes, names))
}

fn describe<S: Solver + Default>(sizes: &mut [usize], names: &mut [u8]) -> usize {
    sizes.copy_from_slice(&[
        S::default().description().coordinates.len(),
        S::default().description().speeds.len(),
    ]);
    let joined = S::default().description().bodies.join(",");
    names[..joined.len()].copy_from_slice(joined.as_bytes());
    joined.len()
}

/// Random states with closed loops, coordinates then speeds, and the motion and acceleration of all bodies in each.
///
/// # Safety
/// `states` has room for `count` states, `motions` for the motions of all bodies in each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wishbone_states(vehicle: usize, seed: u64, count: usize, states: *mut f64, motions: *mut f64) {
    for_vehicle!(vehicle, draw(seed, count, states, motions));
}

fn draw<S: Solver + Default>(seed: u64, count: usize, states: *mut f64, motions: *mut f64) {
    let (size, moved) = (
        S::default().description().coordinates.len() + S::default().description().speeds.len(),
        MOTION * S::default().description().bodies.len(),
    );
    // SAFETY: by the contract of `wishbone_states`.
    let (states, motions) = unsafe {
        (
            std::slice::from_raw_parts_mut(states, count * size),
            std::slice::from_raw_parts_mut(motions, count * moved),
        )
    };
    let (mut solver, inputs) = (S::default(), S::default().no_inputs());
    let mut rng = fastrand::Rng::with_seed(seed);
    for (row, motion) in states.chunks_exact_mut(size).zip(motions.chunks_exact_mut(moved)) {
        let state = std::iter::repeat_with(|| random(&mut solver, &mut rng))
            .flatten()
            .next()
            .expect("an endless supply");
        row[..S::default().description().coordinates.len()].copy_from_slice(state.coordinates());
        row[S::default().description().coordinates.len()..].copy_from_slice(state.speeds());
        solver.kinematics(&state, &inputs);
        let rate = solver.accelerations(&inputs);
        for (body, numbers) in solver
            .bodies(&state, &inputs, &rate)
            .iter()
            .zip(motion.chunks_exact_mut(MOTION))
        {
            let vectors = [
                body.com,
                body.angular_velocity,
                body.velocity,
                body.angular_acceleration,
                body.acceleration,
            ];
            let all = body.rotation.iter().chain(&vectors).flatten();
            numbers.iter_mut().zip(all).for_each(|(to, from)| *to = *from);
        }
    }
}

/// A state near the design position, in a random orientation; none if its loops do not close from there.
fn random<S: Solver>(solver: &mut S, rng: &mut fastrand::Rng) -> Option<S::State> {
    let mut around = |size: f64| size * (2.0 * rng.f64() - 1.0);
    let mut state = solver.design_state();
    for (q, name) in state.coordinates_mut().iter_mut().zip(solver.description().coordinates) {
        let is_euler = name.rsplit('.').next().is_some_and(|last| last.starts_with('e'));
        *q += around(if is_euler && name.starts_with("motion") {
            PI
        } else {
            0.15
        });
    }
    state.speeds_mut().iter_mut().for_each(|v| *v = around(3.0));
    Projection::ASSEMBLY
        .apply(solver, &mut state, &solver.no_inputs())
        .ok()?;
    state.speeds().iter().all(|v| v.abs() < TAME).then_some(state)
}

/// Rates of change of `count` states: coordinates, then speeds, like the states.
///
/// # Safety
/// `states` and `rates` hold `count` states each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wishbone_evaluate(vehicle: usize, count: usize, states: *const f64, rates: *mut f64) {
    for_vehicle!(vehicle, evaluate(count, states, rates));
}

fn evaluate<S: Solver + Default>(count: usize, states: *const f64, rates: *mut f64) {
    let (coordinates, size) = (
        S::default().description().coordinates.len(),
        S::default().description().coordinates.len() + S::default().description().speeds.len(),
    );
    // SAFETY: by the contract of `wishbone_evaluate`.
    let (states, rates) = unsafe {
        (
            std::slice::from_raw_parts(states, count * size),
            std::slice::from_raw_parts_mut(rates, count * size),
        )
    };
    let (mut solver, inputs, mut state) = (S::default(), S::default().no_inputs(), S::default().design_state());
    for (row, rate) in states.chunks_exact(size).zip(rates.chunks_exact_mut(size)) {
        state.coordinates_mut().copy_from_slice(&row[..coordinates]);
        state.speeds_mut().copy_from_slice(&row[coordinates..]);
        solver.kinematics(&state, &inputs);
        let found = solver.accelerations(&inputs);
        rate[..coordinates].copy_from_slice(found.coordinates());
        rate[coordinates..].copy_from_slice(found.speeds());
    }
}

/// Position of the highest level that is used on this processor: 0, 1 (AVX2) or 2 (AVX-512).
#[unsafe(no_mangle)]
pub extern "C" fn wishbone_level() -> usize {
    LEVELS.iter().take_while(|level| **level < Level::detect()).count()
}

/// All levels.
const LEVELS: [Level; 3] = [Level::Baseline, Level::V3, Level::V4];

/// The same, eight states at once; `count` is a multiple of eight, `level` at most [`wishbone_level`].
///
/// # Safety
/// `states` and `rates` hold `count` states each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wishbone_evaluate_in_batch(
    vehicle: usize,
    level: usize,
    count: usize,
    states: *const f64,
    rates: *mut f64,
) {
    match vehicle {
        0 => evaluate_in_batch::<QuarterSlaBatch>(LEVELS[level], count, states, rates),
        1 => evaluate_in_batch::<Semitrailer12Batch>(LEVELS[level], count, states, rates),
        2 => evaluate_in_batch::<Hmmwv14Batch>(LEVELS[level], count, states, rates),
        other => panic!("there is no vehicle {other}"),
    }
}

fn evaluate_in_batch<B: BatchSolver + Default>(level: Level, count: usize, states: *const f64, rates: *mut f64) {
    let (mut batch, inputs, mut all) = (B::default(), B::Inputs::default(), B::State::zero());
    batch.set_level(level);
    let size = (all.coordinates().len() + all.speeds().len()) / LANES;
    // SAFETY: by the contract of `wishbone_evaluate_in_batch`.
    let (states, rates) = unsafe {
        (
            std::slice::from_raw_parts(states, count * size),
            std::slice::from_raw_parts_mut(rates, count * size),
        )
    };
    for (rows, found) in states
        .chunks_exact(LANES * size)
        .zip(rates.chunks_exact_mut(LANES * size))
    {
        lay_side_by_side(rows, &mut all);
        batch.kinematics(&all, &inputs);
        let rate = batch.accelerations(&inputs);
        for (lane, row) in found.chunks_exact_mut(size).enumerate() {
            let numbers = [rate.coordinates(), rate.speeds()].map(|numbers| numbers.as_chunks::<LANES>().0);
            let own = numbers.into_iter().flatten().map(|lanes| lanes[lane]);
            row.iter_mut().zip(own).for_each(|(to, from)| *to = from);
        }
    }
}

/// Eight states, one after the other, as the state of a batch.
fn lay_side_by_side(rows: &[f64], all: &mut impl StateVector) {
    let size = rows.len() / LANES;
    let coordinates = all.coordinates().len() / LANES;
    let lay = |numbers: &mut [f64], first: usize| {
        for (k, lanes) in (first..).zip(numbers.as_chunks_mut::<LANES>().0) {
            *lanes = std::array::from_fn(|lane| rows[lane * size + k]);
        }
    };
    lay(all.coordinates_mut(), 0);
    lay(all.speeds_mut(), coordinates);
}

/// All derivatives of the rates of `count` states by coordinates and speeds; the states are like those of [`wishbone_evaluate`].
///
/// # Safety
/// `states` holds `count` states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wishbone_jacobian(vehicle: usize, count: usize, states: *const f64) {
    for_derived!(vehicle, jacobian::<QuarterSla, Semitrailer12, Hmmwv14>(count, states));
}

fn jacobian<S: Solver + Default>(count: usize, states: *const f64) {
    let (mut solver, inputs) = (S::default(), S::default().no_inputs());
    let mut state = solver.design_state();
    let coordinates = state.coordinates().len();
    let size = coordinates + state.speeds().len();
    // SAFETY: by the contract of `wishbone_jacobian`.
    let states = unsafe { std::slice::from_raw_parts(states, count * size) };
    for row in states.chunks_exact(size) {
        state.coordinates_mut().copy_from_slice(&row[..coordinates]);
        state.speeds_mut().copy_from_slice(&row[coordinates..]);
        black_box(solver.slopes(&state, &inputs));
    }
}

/// The same, eight states at once; `count` is a multiple of eight.
///
/// # Safety
/// `states` holds `count` states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wishbone_jacobian_in_batch(vehicle: usize, count: usize, states: *const f64) {
    for_derived!(
        vehicle,
        in_batch::<QuarterSlaBatch, Semitrailer12Batch, Hmmwv14Batch>(count, states)
    );
}

fn in_batch<B: BatchSolver + Default>(count: usize, states: *const f64) {
    let (mut batch, inputs, mut all) = (B::default(), B::Inputs::default(), B::State::zero());
    let size = (all.coordinates().len() + all.speeds().len()) / LANES;
    // SAFETY: by the contract of `wishbone_jacobian_in_batch`.
    let states = unsafe { std::slice::from_raw_parts(states, count * size) };
    for rows in states.chunks_exact(LANES * size) {
        lay_side_by_side(rows, &mut all);
        black_box(batch.slopes(&all, &inputs));
    }
}
