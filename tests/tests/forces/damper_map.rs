//! Dampers whose force is a map over length and speed.

use crate::{agrees, for_states, vehicle};
use wishbone_tests::{Subject, assert_both_doors};

/// Dampers in a chain and in a loop, with states inside the map and beyond it; and a map of two lengths.
const EVERYWHERE: &str = "
    spring chain: between(base, b) {
        from: [0, 0.1, 0.6] m, to: [0.6, 0.5, 0.2] m,
        damping: map(
            length: [0.75, 0.8, 0.9] m, speed: [-2, -0.5, 0, 0.5, 2] m/s,
            force: [[-200, -80, 0, 90, 500], [-300, -100, 0, 120, 700], [-900, -400, 0, 500, 1500]] N
        ),
    }
    spring ring: between(crank, rocker) {
        from: [0.1, -0.6, 0.3] m, to: [0.4, -0.6, 0.2] m, rate: 8 kN/m, free_length: 0.3 m,
        damping: map(length: [280, 340] mm, speed: [-1, 0, 1] m/s, force: [[-200, 0, 300] N, [-0.6, 0, 0.8] kN]),
    }";

#[test]
fn maps_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn maps_come_through_both_doors() {
    assert_both_doors(&vehicle(EVERYWHERE));
}

/// Below, between and above the two lengths of the map, the force follows by bilinear interpolation.
#[test]
fn the_force_reported_follows_the_declared_map() {
    let outputs = "spring only: between(base, b) {
            from: [0, 0.1, 0.6] m, to: [0.6, 0.5, 0.2] m,
            damping: map(length: [0.825, 0.84] m, speed: [-1, 0, 1] m/s, force: [[-200, 0, 300], [-600, 0, 800]] N),
        }
        output force: force(only)  output length: length(only)";
    let mut met = [0; 3];
    let mut before: Option<(f64, f64)> = None;
    for_states(
        &vehicle(&format!("{EVERYWHERE} {outputs}")),
        |_, subject, (q, v, acting)| {
            let [force, length] = subject.outputs(q, v, acting)[..] else {
                panic!("two outputs")
            };
            let rate = |subject: &mut dyn Subject, h: f64| {
                let rates = subject.rates(q, v, acting).q;
                let ahead: Vec<f64> = q.iter().zip(&rates).map(|(q, r)| q + h * r).collect();
                subject.outputs(&ahead, v, acting)[1]
            };
            let h = 1e-6;
            let speed = (rate(subject, h) - rate(subject, -h)) / (2.0 * h);
            let share = ((length - 0.825) / 0.015).clamp(0.0, 1.0);
            met[if share == 0.0 {
                0
            } else if share == 1.0 {
                2
            } else {
                1
            }] += 1;
            let [rebound, bump] = [300.0 + share * 500.0, 200.0 + share * 400.0];
            let expected = -(if speed < 0.0 { bump } else { rebound } * speed);
            assert!(
                (force - expected).abs() < 1e-4 * (1.0 + expected.abs()),
                "{length} {speed}: {force} {expected}"
            );
            before = Some((force, length));
        },
    );
    assert!(before.is_some() && met.into_iter().all(|count| count > 0), "{met:?}");
}
