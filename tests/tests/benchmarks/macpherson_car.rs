//! The passenger car of RTRD (2018, 7.1): its steady turn is compared with a bicycle model with four wheels; order of the integrator.

use crate::two_tracks::{Masses, yaw_rates};
use crate::{advance, drive};
use wishbone::prelude::*;
use wishbone_vehicles::MacphersonCar;
use wishbone_vehicles::benchmarks::passenger_car;

const MASSES: Masses = Masses {
    bodies: &[
        ("chassis", 1442.1),
        ("rack", 9.072),
        ("front_left.lower_arm", 2.72),
        ("front_left.strut", 13.5),
        ("front_left.upright", 13.51),
        ("front_right.lower_arm", 2.72),
        ("front_right.strut", 13.5),
        ("front_right.upright", 13.51),
        ("rear_left.upper_arm", 5.813),
        ("rear_left.lower_arm", 23.965),
        ("rear_left.upright", 19.45),
        ("rear_right.upper_arm", 5.813),
        ("rear_right.lower_arm", 23.965),
        ("rear_right.upright", 19.45),
    ],
    wheels: [65.562477554, 65.562477554, 67.705, 67.705],
};

/// The rack moves by 5 mm, as in the paper, or by a fiftieth of this travel, to both sides.
#[test]
fn turns_as_a_bicycle_with_four_wheels() {
    for rack in [1e-4, -1e-4, 5e-3, -5e-3] {
        let ramp = Ramp {
            start: 1.0,
            duration: 0.2,
            amplitude: rack,
        };
        let (state, surroundings) = passenger_car(ramp).expect("it starts");
        let mut car = drive(MacphersonCar::new(), surroundings, state);
        advance(&mut car, 9.0);
        let tyres = *MacphersonCar::equipment().tyres.tyres();
        let [found, expected] = yaw_rates(&mut car, &tyres, &MASSES);
        let weight: f64 = car.inputs.wheels.iter().map(|load| load.force[2]).sum();
        let acceleration = car.bodies()[MacphersonCar::BODY_CHASSIS].angular_acceleration[2];
        println!("rack {rack} m: yaw rate {found} rad/s, expected {expected}, still changing by {acceleration}");
        assert!((weight / (9.81 * MASSES.total()) - 1.0).abs() < 1e-3, "{weight}");
        assert!(acceleration.abs() < 1e-3 * found.abs());
        assert!((found / expected - 1.0).abs() < 5e-4, "{found} {expected}");
        assert!(found * rack < 0.0, "a rack to the left steers to the right");
    }
}

/// Rack displacement: two seconds straight on, then `2 mm sin³(2π t)`.
fn smooth(time: f64) -> Drive {
    const AMPLITUDE: f64 = 2e-3;
    const FREQUENCY: f64 = 2.0 * std::f64::consts::PI;
    if time < 2.0 {
        return Drive::default();
    }
    let (sine, cosine) = (FREQUENCY * (time - 2.0)).sin_cos();
    Drive {
        position: AMPLITUDE * sine.powi(3),
        velocity: AMPLITUDE * FREQUENCY * 3.0 * sine * sine * cosine,
        acceleration: AMPLITUDE * FREQUENCY * FREQUENCY * 3.0 * sine * (2.0 - 3.0 * sine * sine),
    }
}

/// Positions after a quarter of a second from a common state, with steps of 1 ms, of half of it, and of a quarter of
/// it. Halving the step divides the change by eight.
///
/// Before the manoeuvre, the car runs straight on, so that its tyres are deflected and its stops are in contact. The
/// driver has no memory that changes at the ends of steps.
#[test]
fn the_integrator_keeps_its_third_order() {
    let (state, surroundings) = passenger_car(smooth).expect("it starts");
    let mut straight = drive(MacphersonCar::new(), surroundings, state);
    advance(&mut straight, 2.0);
    let ends = [1, 2, 4].map(|parts| {
        let mut car = straight.clone();
        car.set_state(*straight.state());
        for _ in 0..250 * parts {
            let _ = car.step(1e-3 / f64::from(parts)).expect("a sound step");
        }
        car.state().q
    });
    let change = |one: usize| {
        let apart = ends[one].iter().zip(ends[one + 1]).map(|(a, b)| (a - b).powi(2));
        apart.sum::<f64>().sqrt()
    };
    let order = (change(0) / change(1)).log2();
    println!("order {order}: {:e} {:e}", change(0), change(1));
    assert!((2.7..3.5).contains(&order), "{order}");
}
