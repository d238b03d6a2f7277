//! Shafts that twist, and anti-roll bars.

use crate::{compiled, judged};
use nalgebra::DMatrix;
use std::f64::consts::PI;
use wishbone_tests::{Acting, Interpreted, Scatter, Subject};

/// Five elements of equal inertia `I` and rate `k`, with the first end held: `ω = 2 √(k/I) sin((2 m - 1) π / 22)`, `m` from 1.
#[test]
fn a_shaft_swings_at_the_frequencies_of_its_chain() {
    let shaft = compiled(
        "Rig {
            gravity: 0 m/s^2
            include \"wishbone/torsional_shaft.txt\"
            place TorsionalShaft(ground) as shaft
        }",
    );
    let mut subject = Interpreted::new(&shaft);
    assert_eq!(subject.speeds(), 5);
    let still = vec![0.0; 5];
    let columns: Vec<Vec<f64>> = (0..5)
        .map(|k| {
            let mut q = vec![0.0; 5];
            q[k] = 1e-3;
            let rates = subject.rates(&q, &still, &Acting::default()).v;
            rates.iter().map(|rate| -rate / 1e-3).collect()
        })
        .collect();
    let matrix = DMatrix::from_fn(5, 5, |i, j| columns[j][i]);
    let mut found: Vec<f64> = matrix
        .complex_eigenvalues()
        .iter()
        .map(|value| value.re.sqrt())
        .collect();
    found.sort_by(f64::total_cmp);
    for (m, found) in found.iter().enumerate() {
        let expected = 2.0 * (32e3_f64 / 0.0025).sqrt() * (f64::from(2 * m as u32 + 1) * PI / 22.0).sin();
        assert!((found - expected).abs() < 1e-6 * expected, "{found} {expected}");
    }
}

/// An anti-roll bar between both arms of an axle does not change the number of freedoms, and the car agrees with the oracle.
#[test]
fn an_anti_roll_bar_in_a_car_agrees_with_the_oracle() {
    let car = |bar: &str| {
        compiled(&format!(
            "Car {{
                include \"wishbone/double_wishbone.txt\"
                include \"wishbone/anti_roll_bar.txt\"
                body chassis {{ mass: 1200 kg, com: [-1.3, 0, 0.2] m, inertia: [500, 2000, 2200] kg*m^2 }}
                joint motion: free(ground, chassis)
                place DoubleWishbone(chassis, chassis) as front_left mirrored front_right
                {bar}
            }}"
        ))
    };
    let with = car("place AntiRollBar(chassis, front_left.lower_arm, front_right.lower_arm) as bar");
    assert_eq!(with.mobility.freedoms, car("").mobility.freedoms);
    judged(&with, &Scatter::default(), "AntiRollBar");
}
