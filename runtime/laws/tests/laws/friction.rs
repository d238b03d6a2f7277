//! Dry friction whose limit is taken away and given back.

use wishbone_laws::friction::{DECAY, DryFriction};
use wishbone_laws::number::Dual;

const PADS: DryFriction = DryFriction {
    reach: 0.02,
    damper: 0.002,
    shortest: 0.005,
};

/// A deflection at rest decays with its time constant once no force presses any more, even if the limit only approaches
/// zero; it stays under any limit that is not small.
#[test]
fn pads_that_are_let_go_relax() {
    for (limit, rate) in [
        (0.0, 1.0),
        (1e-12, 1.0),
        (0.5, 0.5),
        (1.0, 0.0),
        (20.0, 0.0),
        (1000.0, 0.0),
    ] {
        let (force, found) = PADS.respond_of(1000.0, limit, 0.0, 0.015);
        let wanted = -rate * 0.015 / DECAY;
        assert!(
            (found - wanted).abs() < 1e-9 * wanted.abs().max(1e-12),
            "{limit}: {found} {wanted}"
        );
        assert!(force.abs() <= limit);
    }
    // A wheel without a brake.
    assert_eq!(PADS.respond_of(0.0, 0.0, 0.0, 0.015), (0.0, -0.015 / DECAY));
}

/// Sliding that is faster than the reach per decay time is not affected by the decay, bit by bit.
#[test]
fn fast_sliding_stays_as_it_is() {
    for velocity in [-80.0, -1.0, 1.0, 3.0, 400.0] {
        for deflection in [-0.02, 0.0, 0.013] {
            for limit in [0.0, 0.3, 700.0] {
                let one = PADS.respond_of(1000.0, limit, velocity, deflection);
                let other = PADS.respond(limit, velocity, deflection);
                assert_eq!(
                    [one.0.to_bits(), one.1.to_bits()],
                    [other.0.to_bits(), other.1.to_bits()]
                );
            }
        }
    }
}

/// If the brake is pressed, released and pressed again at rest, the wheel moves only by the deflection that is left
/// after the decay. The energy of the spring, whose limit returns, is the energy that the wheel gets.
#[test]
fn pressing_again_at_rest_throws_nothing() {
    let (inertia, capacity, h) = (1.5, 2000.0, 1e-4);
    let mut state = [0.0, 0.018];
    let mut most: f64 = 0.0;
    for step in 0..6000 {
        let limit = if step < 4000 { 0.0 } else { capacity };
        let rate = |[spin, twist]: [f64; 2]| {
            let (torque, twist) = PADS.respond_of(capacity, limit, spin, twist);
            [torque / inertia, twist]
        };
        let first = rate(state);
        let second = rate([0, 1].map(|k| state[k] + h * first[k]));
        state = [0, 1].map(|k| state[k] + 0.5 * h * (first[k] + second[k]));
        most = most.max(state[0].abs());
    }
    // Without decay the damped spring gives the wheel 2.4 rad/s.
    assert!(most < 1e-6, "{most} rad/s");
}

/// Slopes by limit, velocity and deflection agree with differences.
#[test]
fn slopes_are_those_of_the_response() {
    let numbers = DryFriction {
        reach: Dual::<f64, 3>::from(PADS.reach),
        damper: Dual::from(PADS.damper),
        shortest: Dual::from(PADS.shortest),
    };
    for point in [
        [0.0, 0.3, 0.011],
        [0.4, -0.2, 0.015],
        [0.7, 2.5, -0.01],
        [800.0, 0.1, 0.005],
    ] {
        let [limit, velocity, deflection] = [0, 1, 2].map(|k| Dual::variable(point[k], k));
        let (force, rate) = numbers.respond_of(Dual::from(1000.0), limit, velocity, deflection);
        for k in 0..3 {
            if point[k] == 0.0 {
                continue;
            }
            let d = 1e-6;
            let moved = [d, -d].map(|d| {
                let mut at = point;
                at[k] += d;
                PADS.respond_of(1000.0, at[0], at[1], at[2])
            });
            let [by_force, by_rate] = [moved[0].0 - moved[1].0, moved[0].1 - moved[1].1].map(|x| x / (2.0 * d));
            assert!(
                (force.slopes[k] - by_force).abs() < 1e-5 * (1.0 + by_force.abs()),
                "{point:?} {k}"
            );
            assert!(
                (rate.slopes[k] - by_rate).abs() < 1e-5 * (1.0 + by_rate.abs()),
                "{point:?} {k}"
            );
        }
    }
}
