//! The linear tyre on each kind of number.

use super::duals::difference;
use wishbone_laws::number::{Dual, Lanes, Scalar};
use wishbone_laws::tyre::{Contact, Ground, LinearTyre, WheelMotion};

/// Numbers that describe a wheel, its tyre and the ground.
const NUMBERS: usize = 28;

/// Load on a wheel, force and then moment, as a function of an array of numbers.
fn load<S: Scalar>(numbers: [S; NUMBERS]) -> [S; 6] {
    let mut next = numbers.into_iter();
    let mut one = || next.next().expect("as many as are taken");
    let wheel = WheelMotion {
        centre: [one(), one(), one()],
        axis: [one(), one(), one()],
        velocity: [one(), one(), one()],
        carrier_angular_velocity: [one(), one(), one()],
        spin: one(),
    };
    let tyre = LinearTyre {
        radius: one(),
        stiffness: one(),
        damping: one(),
        longitudinal_stiffness: one(),
        cornering_stiffness: one(),
        camber_stiffness: one(),
        friction: [one(), one()],
        pneumatic_trail: one(),
        rolling_resistance: one(),
        low_speed: one(),
    };
    let slope = [one(), one()];
    // A plane, so that the ground below the wheel moves with it.
    let height = |x: S, y: S| slope[0] * x + slope[1] * y;
    let velocity = [one(), S::zero(), one()];
    let contact = Contact::upright(&wheel, tyre.radius, |x, y| Ground {
        velocity,
        ..Ground::sloping(height(x, y), slope)
    });
    let [[a, b, c], [d, e, f]] = tyre.law(&contact).at_centre(&contact);
    [a, b, c, d, e, f]
}

/// A wheel with a random motion: rolling or sliding, driven, on the ground or above it.
fn any(rng: &mut fastrand::Rng) -> [f64; NUMBERS] {
    let mut around = |middle: f64, size: f64| middle + size * (2.0 * rng.f64() - 1.0);
    let axis = [around(0.0, 0.3), 1.0, around(0.0, 0.2)];
    let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
    let [a, b, c] = axis.map(|a| a / length);
    let forward = around(8.0, 9.0);
    [
        around(0.0, 0.1),
        around(0.0, 0.1),
        around(0.29, 0.03),
        a,
        b,
        c,
        forward,
        around(0.0, 0.6),
        around(0.0, 0.2),
        around(0.0, 0.5),
        around(0.0, 0.5),
        around(0.0, 0.5),
        around(3.0 * forward, 2.0),
        0.32,
        around(200e3, 5e4),
        500.0,
        around(60e3, 1e4),
        around(50e3, 1e4),
        2e3,
        around(1.0, 0.2),
        0.8,
        0.03,
        0.015,
        around(1.5, 0.5),
        around(0.0, 0.2),
        around(0.0, 0.2),
        around(0.3, 0.1),
        around(0.0, 0.1),
    ]
}

/// Points at which a step of the differences passes a kink are left out, because differences on both sides are unequal
/// there.
#[test]
fn slopes_are_those_of_differences() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut compared, mut loaded) = (0, 0);
    for _ in 0..100 {
        let numbers = any(&mut rng);
        let all = load(Dual::variables(numbers));
        assert_eq!(all.map(|dual| dual.value.to_bits()), load(numbers).map(f64::to_bits));
        loaded += usize::from(all[2].value > 0.0);
        for direction in 0..NUMBERS {
            let scale = numbers[direction].abs().max(0.1);
            let along = |k: usize| {
                move |x: f64| {
                    let mut moved = numbers;
                    moved[direction] = x;
                    load(moved)[k]
                }
            };
            for (k, dual) in all.iter().enumerate() {
                let by = |h: f64| difference(along(k), numbers[direction], h * scale);
                let (coarse, fine) = (by(4e-4), by(2e-4));
                let size = all
                    .map(|dual| dual.slopes[direction].abs())
                    .into_iter()
                    .fold(1.0, f64::max);
                if (coarse - fine).abs() > 1e-8 * size {
                    continue;
                }
                compared += 1;
                let error = (dual.slopes[direction] - fine).abs();
                assert!(
                    error < 2e-8 * size,
                    "{k} by {direction}: {} {fine}",
                    dual.slopes[direction]
                );
            }
        }
    }
    assert!(
        compared > 100 * NUMBERS * 6 * 8 / 10 && loaded > 50,
        "{compared} {loaded}"
    );
}

#[test]
fn lanes_have_the_bits_of_numbers() {
    let mut rng = fastrand::Rng::with_seed(12);
    for _ in 0..200 {
        let numbers = any(&mut rng);
        assert_eq!(
            load(numbers.map(Lanes)).map(|number| number.lane(0).to_bits()),
            load(numbers).map(f64::to_bits)
        );
    }
}

/// At a standstill without demand the law does not divide by zero, and its slopes are finite.
#[test]
fn slopes_at_a_standstill_are_finite() {
    let mut numbers = any(&mut fastrand::Rng::with_seed(13));
    numbers[2] = 0.3;
    numbers[3..13].fill(0.0);
    numbers[4] = 1.0;
    numbers[24..].fill(0.0);
    let all = load(Dual::variables(numbers));
    assert!(
        all.iter().all(|dual| dual.slopes.iter().all(|slope| slope.is_finite())),
        "{all:?}"
    );
    // Viscous friction acts against a wheel that begins to spin, and against a wheel that begins to move.
    assert!(all[0].slopes[12] > 0.0 && all[0].slopes[6] < 0.0 && all[1].slopes[7] < 0.0);
}
