//! Wishbone's side of the comparison with other programs, as a C library that `compare.py` loads: states, motions, evaluations.
#![allow(
    unsafe_code,
    reason = "a C interface: each function says what its pointers must hold"
)]

use std::f64::consts::PI;
use std::hint::black_box;
use wishbone::batch::{BatchSolver, LANES};
use wishbone::level::Level;
use wishbone::ports::Inputs;
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::{StateVector, Vector};
use wishbone_benches::derived;
use wishbone_vehicles::bare::{Hmmwv14, Hmmwv14Batch, QuarterSla, QuarterSlaBatch, Semitrailer12, Semitrailer12Batch};

/// Number of values of a body's motion: rotation by rows, centre of mass, then angular and linear velocity and acceleration.
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

/// A state near the design position, in a random orientation; `None` if its loops do not close from there.
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

/// A computation with its solver. The batch is made before the time is measured, and can be used for any number of
/// states.
pub struct Timed(Box<dyn Computation>);

trait Computation {
    /// Computes for consecutive states, each with coordinates, then speeds. Rates have the layout of the states;
    /// a computation of derivatives does not write them.
    fn run(&mut self, states: &[f64], rates: &mut [f64]);
    /// Number of values of a state.
    fn size(&self) -> usize;
}

/// Kind of computation.
#[derive(Clone, Copy)]
enum Wanted {
    /// Rates of change.
    Rates,
    /// All derivatives of the rates with respect to coordinates and speeds; the results stay in the solver.
    Derivatives,
}

/// All levels.
const LEVELS: [Level; 3] = [Level::Baseline, Level::V3, Level::V4];

/// Position of the highest level that is used on this processor: 0, 1 (AVX2) or 2 (AVX-512).
#[unsafe(no_mangle)]
pub extern "C" fn wishbone_level() -> usize {
    LEVELS.iter().take_while(|level| **level < Level::detect()).count()
}

/// The rates of a vehicle, one state after the other.
#[unsafe(no_mangle)]
pub extern "C" fn wishbone_rates(vehicle: usize) -> *mut Timed {
    match vehicle {
        0 => alone::<QuarterSla>(Wanted::Rates),
        1 => alone::<Semitrailer12>(Wanted::Rates),
        2 => alone::<Hmmwv14>(Wanted::Rates),
        other => panic!("there is no vehicle {other}"),
    }
}

/// The rates of a vehicle, eight states at once; `level` is at most [`wishbone_level`].
#[unsafe(no_mangle)]
pub extern "C" fn wishbone_rates_in_batch(vehicle: usize, level: usize) -> *mut Timed {
    match vehicle {
        0 => in_batch::<QuarterSlaBatch>(LEVELS[level], Wanted::Rates),
        1 => in_batch::<Semitrailer12Batch>(LEVELS[level], Wanted::Rates),
        2 => in_batch::<Hmmwv14Batch>(LEVELS[level], Wanted::Rates),
        other => panic!("there is no vehicle {other}"),
    }
}

/// The derivatives of the rates of a vehicle, one state after the other.
#[unsafe(no_mangle)]
pub extern "C" fn wishbone_derivatives(vehicle: usize) -> *mut Timed {
    match vehicle {
        0 => alone::<derived::quarter_sla::QuarterSla>(Wanted::Derivatives),
        1 => alone::<derived::semitrailer12::Semitrailer12>(Wanted::Derivatives),
        2 => alone::<derived::hmmwv14::Hmmwv14>(Wanted::Derivatives),
        other => panic!("there is no vehicle {other}"),
    }
}

/// The derivatives of the rates of a vehicle, eight states at once, at the highest level of this processor.
#[unsafe(no_mangle)]
pub extern "C" fn wishbone_derivatives_in_batch(vehicle: usize) -> *mut Timed {
    let (level, wanted) = (Level::detect(), Wanted::Derivatives);
    match vehicle {
        0 => in_batch::<derived::quarter_sla::QuarterSlaBatch>(level, wanted),
        1 => in_batch::<derived::semitrailer12::Semitrailer12Batch>(level, wanted),
        2 => in_batch::<derived::hmmwv14::Hmmwv14Batch>(level, wanted),
        other => panic!("there is no vehicle {other}"),
    }
}

/// Runs a computation for `count` states, which is a multiple of eight in a batch.
///
/// # Safety
/// `timed` comes from one of the functions above and has not been released. `states` and `rates` have room for `count` states each;
/// for a computation of derivatives, `rates` may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wishbone_run(timed: *mut Timed, count: usize, states: *const f64, rates: *mut f64) {
    // SAFETY: as the caller promises.
    let (computation, states, rates) = unsafe {
        let computation = &mut (*timed).0;
        let numbers = count * computation.size();
        let rates: &mut [f64] = match rates.is_null() {
            true => &mut [],
            false => std::slice::from_raw_parts_mut(rates, numbers),
        };
        (computation, std::slice::from_raw_parts(states, numbers), rates)
    };
    computation.run(states, rates);
}

/// Releases a computation.
///
/// # Safety
/// `timed` comes from one of the functions above and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wishbone_release(timed: *mut Timed) {
    // SAFETY: as the caller promises.
    drop(unsafe { Box::from_raw(timed) });
}

fn timed(computation: impl Computation + 'static) -> *mut Timed {
    Box::into_raw(Box::new(Timed(Box::new(computation))))
}

/// Computes one state after the other.
struct Alone<S: Solver> {
    solver: S,
    inputs: S::Inputs,
    state: S::State,
    wanted: Wanted,
}

fn alone<S: Solver<Inputs: 'static, State: 'static> + Default + 'static>(wanted: Wanted) -> *mut Timed {
    let solver = S::default();
    timed(Alone {
        inputs: solver.no_inputs(),
        state: solver.design_state(),
        solver,
        wanted,
    })
}

impl<S: Solver> Computation for Alone<S> {
    fn run(&mut self, states: &[f64], rates: &mut [f64]) {
        let Alone {
            solver,
            inputs,
            state,
            wanted,
        } = self;
        let coordinates = state.coordinates().len();
        let size = coordinates + state.speeds().len();
        let mut rates = rates.chunks_exact_mut(size);
        for row in states.chunks_exact(size) {
            state.coordinates_mut().copy_from_slice(&row[..coordinates]);
            state.speeds_mut().copy_from_slice(&row[coordinates..]);
            match wanted {
                Wanted::Derivatives => {
                    black_box(solver.slopes(state, inputs));
                }
                Wanted::Rates => {
                    solver.kinematics(state, inputs);
                    let found = solver.accelerations(inputs);
                    let rate = rates.next().expect("room for each state");
                    rate[..coordinates].copy_from_slice(found.coordinates());
                    rate[coordinates..].copy_from_slice(found.speeds());
                }
            }
        }
    }

    fn size(&self) -> usize {
        self.state.coordinates().len() + self.state.speeds().len()
    }
}

/// Computes eight states at once.
struct InBatch<B: BatchSolver> {
    batch: B,
    inputs: B::Inputs,
    state: B::State,
    wanted: Wanted,
}

fn in_batch<B>(level: Level, wanted: Wanted) -> *mut Timed
where
    B: BatchSolver<Inputs: 'static, State: 'static> + Default + 'static,
{
    let mut batch = B::default();
    batch.set_level(level);
    timed(InBatch {
        batch,
        inputs: B::Inputs::default(),
        state: B::State::zero(),
        wanted,
    })
}

impl<B: BatchSolver> Computation for InBatch<B> {
    fn run(&mut self, states: &[f64], rates: &mut [f64]) {
        let size = self.size();
        let InBatch {
            batch,
            inputs,
            state,
            wanted,
        } = self;
        let mut rates = rates.chunks_exact_mut(LANES * size);
        for rows in states.chunks_exact(LANES * size) {
            lay_side_by_side(rows, state);
            match wanted {
                Wanted::Derivatives => {
                    black_box(batch.slopes(state, inputs));
                }
                Wanted::Rates => {
                    batch.kinematics(state, inputs);
                    let found = batch.accelerations(inputs);
                    let numbers = [found.coordinates(), found.speeds()].map(|numbers| numbers.as_chunks::<LANES>().0);
                    let rates = rates.next().expect("room for each batch");
                    for (lane, row) in rates.chunks_exact_mut(size).enumerate() {
                        let own = numbers.into_iter().flatten().map(|lanes| lanes[lane]);
                        row.iter_mut().zip(own).for_each(|(to, from)| *to = from);
                    }
                }
            }
        }
    }

    fn size(&self) -> usize {
        (self.state.coordinates().len() + self.state.speeds().len()) / LANES
    }
}

/// Copies eight consecutive states into the state of a batch.
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
