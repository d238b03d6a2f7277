//! The sports sedan of Deyo & Ingebretsen (1989): its steady turn is compared with a bicycle model with four wheels.

use crate::two_tracks::{Masses, yaw_rates};
use crate::{advance, drive};
use wishbone::prelude::*;
use wishbone_vehicles::DeyoSedan;
use wishbone_vehicles::benchmarks::sports_sedan;

const MASSES: Masses = Masses {
    bodies: &[
        ("chassis", 1442.1),
        ("rack", 9.072),
        ("front_left.lower_arm", 2.72),
        ("front_left.strut", 13.5),
        ("front_left.spindle", 13.51),
        ("front_right.lower_arm", 2.72),
        ("front_right.strut", 13.5),
        ("front_right.spindle", 13.51),
        ("rear_left.trailing_arm", 32.0),
        ("rear_right.trailing_arm", 32.0),
    ],
    wheels: [65.562477554, 65.562477554, 67.705, 67.705],
};

/// The rack moves by two or four millimetres, to both sides. The car is symmetric, and so are its turns.
#[test]
fn turns_as_a_bicycle_with_four_wheels() {
    let rates = [2e-3, -2e-3, 4e-3].map(|rack| {
        let ramp = Ramp {
            start: 1.0,
            duration: 0.2,
            amplitude: rack,
        };
        let (state, surroundings) = sports_sedan(ramp).expect("it starts");
        let mut car = drive(DeyoSedan::new(), surroundings, state);
        advance(&mut car, 9.0);
        let tyres = *DeyoSedan::equipment().tyres.tyres();
        let [found, expected] = yaw_rates(&mut car, &tyres, &MASSES);
        let weight: f64 = car.inputs.wheels.iter().map(|load| load.force[2]).sum();
        println!("rack {rack} m: yaw rate {found} rad/s, expected {expected}");
        assert!((weight / (9.81 * MASSES.total()) - 1.0).abs() < 1e-3, "{weight}");
        assert!((found / expected - 1.0).abs() < 1e-5, "{found} {expected}");
        found
    });
    assert!((rates[0] + rates[1]).abs() < 1e-6 * rates[1]);
    assert!(rates[2] < 1.5 * rates[0] && rates[0] < 0.0);
}
