//! A vehicle on several threads moves as on one, to the last bit: with tyres on a rough road, by methods with one evaluation a
//! step and with four, in any number of calls. What stops it, stops all threads, and is told.

mod blow;
mod equipped;
mod loops;
mod onward;
mod parts;
mod several;
mod stopped;

use wishbone::integrate::Explicit;
use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector};
use wishbone::terrain::{Ground, Terrain};
use wishbone::threads::{OnThreads, Threaded};
use wishbone::tyre::Relaxed;
use wishbone_threads::{bus_6_2, bus_14_in_lanes, truck_2_2, truck_2_v3, truck_3_3, truck_4_in_lanes};

const STEP: f64 = 5e-4;

/// Height of the wheel centres of all vehicles in the design position [m], under which the road lies.
const CENTRES: f64 = 0.0;

fn tyre(radius: f64) -> Relaxed<LinearTyre> {
    Relaxed {
        law: LinearTyre {
            longitudinal_stiffness: 60e3,
            cornering_stiffness: 40e3,
            ..LinearTyre::vertical(radius, 250e3, 1e3)
        },
    }
}

/// A rough road below the wheels, with a different height below each wheel.
#[derive(Clone, Copy)]
struct Rough {
    radius: f64,
}

impl Terrain for Rough {
    fn at(&self, x: f64, y: f64, _: f64) -> Ground {
        let (phase, amplitude) = (3.0 * x + 2.0 * y, 0.01);
        Ground {
            height: CENTRES - self.radius + amplitude * phase.sin(),
            normal: [-3.0 * amplitude * phase.cos(), -2.0 * amplitude * phase.cos(), 1.0],
            ..Flat.at(x, y, 0.0)
        }
    }
}

type Road<const W: usize> = OnRoad<Relaxed<LinearTyre>, Rough, W>;

fn road<const W: usize>(radius: f64) -> Road<W> {
    OnRoad {
        tyres: [tyre(radius); W],
        terrain: Rough { radius },
    }
}

/// A vehicle that rolls forward, turns and falls on the road.
fn simulation_on<S, E, I>(solver: S, road: E, integrator: I) -> Simulation<S, E, I>
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    let mut simulation = Simulation::new(solver, road, integrator);
    let mut state = simulation.state().clone();
    for (speed, number) in state.speeds_mut().iter_mut().zip([0.1, 0.05, 0.2, 8.0, 0.3, -0.1]) {
        *speed = number;
    }
    simulation.set_state(state);
    simulation.assemble().expect("it closes");
    simulation
}

fn bits<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>>(simulation: &Simulation<S, E, I>) -> Vec<u64> {
    let mut all = Vec::new();
    simulation.state().clone().each(&mut |x| all.push(x.to_bits()));
    simulation.subsystems().clone().each(&mut |x| all.push(x.to_bits()));
    all.push(simulation.time().to_bits());
    all
}

/// Steps on one thread and on all, compared after each of several calls; the vehicle moves.
fn judge<S, const W: usize, I>(solver: S, radius: f64, integrator: I)
where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
    I: Integrator<StateOf<S, Road<W>>> + Explicit + Clone,
{
    judge_by::<S, W, I>(solver, radius, integrator, |_| {});
}

/// The same with simulations that are set up in some way.
fn judge_by<S, const W: usize, I>(
    solver: S,
    radius: f64,
    integrator: I,
    set_up: impl Fn(&mut Simulation<S, Road<W>, I>),
) where
    S: Threaded + Clone + Send,
    S::Inputs: Send + Sync,
    <S::Inputs as InputPorts>::Drives: Send,
    I: Integrator<StateOf<S, Road<W>>> + Explicit + Clone,
{
    let simulation = || {
        let mut simulation = simulation_on(solver.clone(), road::<W>(radius), integrator.clone());
        set_up(&mut simulation);
        simulation
    };
    let mut serial = simulation();
    let start = bits(&serial);
    let mut threads = OnThreads::crowded(simulation()).expect("threads");
    assert_eq!(threads.threads(), S::THREADS.len());
    for steps in [1, 2, 1, 500, 496] {
        for _ in 0..steps {
            serial.step(STEP).expect("it goes on");
        }
        threads.advance(steps, STEP).expect("it goes on");
        assert_eq!(
            bits(&serial),
            bits(threads.simulation()),
            "after {:.3} s",
            serial.time()
        );
    }
    let moved = start
        .iter()
        .zip(bits(&serial))
        .filter(|(before, after)| **before != *after)
        .count();
    assert!(
        moved >= start.len() - 2 * W,
        "{moved} of {} numbers have moved",
        start.len()
    );
    assert!((serial.time() - 1000.0 * STEP).abs() < 1e-9);
}

#[test]
fn two_threads_are_one() {
    judge::<_, { truck_2_2::Truck2::WHEELS.len() }, _>(truck_2_2::Truck2::new(), 0.3, AdamsBashforth3::new());
    judge::<_, { truck_2_2::Truck2::WHEELS.len() }, _>(truck_2_2::Truck2::new(), 0.3, RungeKutta4);
    judge::<_, { bus_6_2::Bus6::WHEELS.len() }, _>(bus_6_2::Bus6::new(), 0.5588, AdamsBashforth3::new());
}

#[test]
fn three_threads_are_one() {
    judge::<_, { truck_3_3::Truck3::WHEELS.len() }, _>(truck_3_3::Truck3::new(), 0.3, AdamsBashforth3::new());
}

/// At each level of the instruction set.
#[test]
fn threads_are_one_at_every_level() {
    for level in [Level::Baseline, Level::V3] {
        let truck = truck_2_v3::Truck2::new().at_level(level);
        judge::<_, { truck_2_v3::Truck2::WHEELS.len() }, _>(truck, 0.3, AdamsBashforth3::new());
    }
}

/// Equal subsystems side by side on each thread.
#[test]
fn threads_in_lanes_are_one_at_every_level() {
    for level in [Level::Baseline, Level::V3] {
        let truck = truck_4_in_lanes::Truck4::new().at_level(level);
        judge::<_, { truck_4_in_lanes::Truck4::WHEELS.len() }, _>(truck, 0.3, AdamsBashforth3::new());
    }
    for level in [Level::Baseline, Level::V3, Level::V4] {
        let bus = bus_14_in_lanes::Bus14::new().at_level(level);
        judge::<_, { bus_14_in_lanes::Bus14::WHEELS.len() }, _>(bus, 0.5588, AdamsBashforth3::new());
    }
}
