//! A step allocates nothing. The allocator counts during a drive of ten thousand steps.

use wishbone::control::SpeedHold;
use wishbone::prelude::*;
use wishbone_vehicles::Hmmwv;

const STEPS: usize = 10_000;
const STEP: f64 = 5e-4;

/// Speed at the start, and speed to hold [m/s].
const SPEEDS: [f64; 2] = [15.0, 18.0];

/// Unloaded radius of the tyres, and height of the chassis frame at which they just touch the road [m].
const RADIUS: f64 = 0.4699;
const HEIGHT: f64 = 0.496189;

fn tyre() -> LinearTyre {
    LinearTyre {
        longitudinal_stiffness: 100e3,
        cornering_stiffness: 80e3,
        rolling_resistance: 0.015,
        ..LinearTyre::vertical(RADIUS, 411e3, 3e3)
    }
}

/// The truck at speed on flat ground, with rolling wheels.
fn rolling() -> <Hmmwv as Solver>::State {
    let mut state = Hmmwv::design_state();
    state.q[Hmmwv::Q_MOTION_Z] = HEIGHT;
    state.v[Hmmwv::V_MOTION_VX] = SPEEDS[0];
    for (speed, name) in state.v.iter_mut().zip(Hmmwv::SPEEDS) {
        if name.ends_with("tyre.spin") {
            *speed = SPEEDS[0] / RADIUS;
        }
    }
    state
}

#[test]
fn ten_thousand_steps_of_a_truck_allocate_nothing() {
    let road = OnRoad {
        tyres: [tyre(); 4],
        terrain: Flat,
    };
    let driver = SpeedHold::new(SPEEDS[1], 300.0, 100.0, 500.0, [true; 4]);
    let mut simulation = Simulation::new(Hmmwv::new(), (road, driver), AdamsBashforth3::new());
    simulation.set_state(rolling());
    let _ = simulation.assemble().expect("the design position is closed");

    let allocations = allocation_counter::measure(|| {
        for _ in 0..STEPS {
            let _ = simulation.step(STEP).expect("the loops stay closed");
        }
    });
    assert_eq!(allocations.count_total, 0);

    // The vehicle did drive: it neither fell through the road nor stood still.
    simulation.evaluate();
    let speed = forward_speed(simulation.solver().wheels());
    assert!((speed - SPEEDS[1]).abs() < 0.5, "{speed}");
    let height = simulation.state().q[Hmmwv::Q_MOTION_Z];
    assert!((height - HEIGHT).abs() < 0.3, "{height}");
}

#[test]
fn the_counter_counts() {
    let allocations = allocation_counter::measure(|| drop(std::hint::black_box(vec![1.0_f64; 100])));
    assert_eq!(allocations.count_total, 1);
}
