//! TMeasy against a separate program, at its declared points, and at its limits.

use wishbone_laws::number::{Dual, Lanes, Scalar};
use wishbone_laws::tyre::tmeasy::{Characteristic, Trail};
use wishbone_laws::tyre::{Contact, Law, Slip, Tmeasy};

/// The tyre of the HMMWV of Project Chrono.
pub fn tyre() -> Tmeasy {
    Tmeasy {
        radius: 0.4699,
        width: 0.3175,
        stiffness: 411_120.924_210_318,
        progression: 0.0,
        damping: 3_931.684_975_975,
        bottoming: [0.25035, 2_055_604.621_051_589],
        nominal_load: 8_562.826_609_452,
        greatest_load: 29_969.893_133_084,
        longitudinal: Characteristic {
            slope: [152_216.230_940_271, 248_837.453_836_011],
            peak: [7_703.546_959_194, 13_315.366_634_231],
            peak_slip: [0.10811, 0.12389],
            sliding: [3_954.570_213_043, 7_252.542_881_674],
            sliding_slip: [0.66667, 0.66667],
        },
        lateral: Characteristic {
            slope: [63_376.048_584_541, 117_319.287_376_109],
            peak: [6_497.130_318_188, 12_438.019_419_826],
            peak_slip: [0.33167, 0.33216],
            sliding: [5_846.355_495_87, 11_186.305_426_057],
            sliding_slip: [1.0296, 1.0296],
        },
        trail: Trail {
            at_zero: [0.178, 0.19],
            zero_slip: [0.36484, 0.36538],
            end_slip: [1.0296, 1.0296],
        },
        camber: 0.0,
        rolling_resistance: 0.015,
        carcass: [400e3, 200e3],
    }
}

fn contact(deflection: f64) -> Contact {
    Contact {
        arm: [0.0; 2],
        longitudinal: [1.0, 0.0, 0.0],
        lateral: [0.0, 1.0, 0.0],
        normal: [0.0, 0.0, 1.0],
        deflection,
        deflection_rate: 0.0,
        inclination: 0.0,
        velocity: [20.0, 0.0],
        spin: 43.0,
        friction: 1.0,
    }
}

fn rows() -> impl Iterator<Item = (Contact, f64, [f64; 5])> {
    let text = include_str!("../data/tmeasy.csv");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| {
        let numbers: Vec<f64> = line.split(',').map(|x| x.parse().expect("a number")).collect();
        let [
            load,
            deflection,
            vx,
            vy,
            spin,
            inclination,
            friction,
            fx,
            fy,
            mx,
            my,
            mz,
        ] = numbers[..]
        else {
            panic!("{line}")
        };
        let wheel = Contact {
            inclination,
            velocity: [vx, vy],
            spin,
            friction,
            ..contact(deflection)
        };
        // In that program the trail of a wheel that spins backward is in front, which contradicts the symmetry under half a turn.
        (wheel, load, [fx, fy, mx, my, if spin < 0.0 { -mz } else { mz }])
    })
}

#[test]
fn forces_are_those_of_another_program() {
    let mut count = 0;
    for (wheel, load, expected) in rows() {
        let found = tyre().law(&wheel);
        let [mx, my, mz] = found.moment;
        let found = [found.force[0], found.force[1], mx, my, mz];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9 * load, "{found} {expected} {wheel:?}");
        }
        count += 1;
    }
    assert_eq!(count, 300);
}

/// The slips of the other laws, which are relative to the speed of travel, give the same force.
#[test]
fn slips_of_travel_give_the_same_force() {
    let mut compared = 0;
    for (wheel, load, _) in rows() {
        let [along, across] = wheel.velocity;
        let rolling = wheel.spin * tyre().effective_radius(wheel.deflection);
        // The transport speed of the steady tyre is larger by 0.01 m/s.
        let slip = Slip {
            longitudinal: (rolling - along) / along.abs(),
            angle: (across / along.abs()).atan(),
        };
        if along < 0.0 || (1.0 + slip.longitudinal).abs() < 0.02 {
            continue;
        }
        let [found, expected] = [tyre().steady(&wheel, load, slip), tyre().law(&wheel)].map(|force| force.force);
        let apart = (0..2).map(|k| (found[k] - expected[k]).abs()).fold(0.0, f64::max);
        assert!(apart < 0.02 * load, "{found:?} {expected:?}");
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}

fn along(load: f64, slip: f64) -> f64 {
    let turning = Slip {
        // For a driven wheel, sx = k / (1 + k).
        longitudinal: slip / (1.0 - slip),
        angle: 0.0,
    };
    tyre().steady(&contact(0.02), load, turning).force[0]
}

fn across(load: f64, slip: f64) -> f64 {
    let drifting = Slip {
        longitudinal: 0.0,
        angle: -slip.atan(),
    };
    tyre().steady(&contact(0.02), load, drifting).force[1]
}

/// At the nominal load and at twice the nominal load, slope, peak and sliding force have their declared values.
#[test]
fn declared_points_are_met() {
    for (k, load) in [(0, 8_562.826_609_452), (1, 2.0 * 8_562.826_609_452)] {
        let forces: [(&dyn Fn(f64, f64) -> f64, _); 2] = [(&along, tyre().longitudinal), (&across, tyre().lateral)];
        for (force, declared) in forces {
            let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
            near(force(load, 1e-8) / 1e-8, declared.slope[k]);
            near(force(load, declared.peak_slip[k]), declared.peak[k]);
            near(
                force(load, declared.sliding_slip[k] * 0.999_999_99),
                declared.sliding[k],
            );
            let beside = [-1e-3, 1e-3].map(|d| force(load, declared.peak_slip[k] + d));
            assert!(beside.iter().all(|force| *force < declared.peak[k]), "{beside:?}");
        }
    }
}

/// The forces do not jump over slip in any direction, over a load through zero, or at lift-off.
#[test]
fn nothing_jumps() {
    let mut largest: f64 = 0.0;
    for direction in 0..24 {
        let (sine, cosine) = (f64::from(direction) * 0.2618).sin_cos();
        let mut last: Option<[f64; 3]> = None;
        for k in 0..=40_000 {
            let s = 1e-4 * f64::from(k);
            let drift = s * sine;
            let slip = Slip {
                longitudinal: s * cosine * 0.5,
                angle: drift.atan(),
            };
            let found = tyre().steady(&contact(0.02), 9000.0, slip);
            let now = [found.force[0], found.force[1], found.moment[2]];
            if let Some(last) = last {
                largest = (0..3).map(|i| (now[i] - last[i]).abs()).fold(largest, f64::max);
            }
            last = Some(now);
        }
    }
    // The steepest slope is near the locked wheel, where the slip of this model grows fastest.
    assert!(largest < 60.0, "{largest}");
    let lift = |deflection: f64| {
        let wheel = Contact {
            velocity: [20.0, 1.0],
            ..contact(deflection)
        };
        tyre().law(&wheel)
    };
    assert_eq!(lift(-1e-9).force, [0.0; 3]);
    let touching = lift(1e-9).force;
    assert!(touching.iter().all(|force| force.abs() < 1e-3), "{touching:?}");
}

/// A sliding tyre's force points against its sliding velocity.
#[test]
fn a_sliding_tyre_pushes_against_its_velocity() {
    for k in 0..40 {
        let (sine, cosine) = (0.157 * f64::from(k)).sin_cos();
        let wheel = Contact {
            velocity: [5.0 * cosine, 5.0 * sine],
            spin: 0.5,
            ..contact(0.02)
        };
        let rolling = 0.5 * tyre().effective_radius(0.02);
        let [fx, fy, fz] = tyre().law(&wheel).force;
        let sliding = [5.0 * cosine - rolling, 5.0 * sine];
        let crossed = fx * sliding[1] - fy * sliding[0];
        assert!(crossed.abs() < 1e-9 * fz * 5.0 && fx * sliding[0] + fy * sliding[1] < 0.0);
    }
}

/// The trail has its declared value at zero slip, changes its sign at its declared zero without a kink, and ends at its declared end.
#[test]
fn the_trail_has_its_declared_points() {
    let load = 8_562.826_609_452;
    let patch = 2.0 * (0.4699_f64 * 0.02).sqrt();
    let trail = |slip: f64| {
        let drifting = Slip {
            longitudinal: 0.0,
            angle: -slip.atan(),
        };
        let found = tyre().steady(&contact(0.02), load, drifting);
        -found.moment[2] / found.force[1] / patch
    };
    assert!((trail(1e-7) - 0.178).abs() < 1e-6);
    assert!(trail(0.36484).abs() < 1e-9 && trail(0.4) < 0.0 && trail(1.03) == 0.0);
    let slopes = [-1e-6, 1e-6].map(|d| (trail(0.36484 + d) - trail(0.36484)) / d);
    assert!((slopes[0] - slopes[1]).abs() < 1e-4, "{slopes:?}");
}

/// A wheel that leans is pushed to the side to which it leans, if camber acts.
#[test]
fn camber_pushes_to_its_side() {
    let leaning = Contact {
        inclination: 0.1,
        ..contact(0.02)
    };
    let with = Tmeasy { camber: 1.0, ..tyre() };
    let [without, with] = [tyre(), with].map(|tyre| tyre.steady(&leaning, 8000.0, Slip::default()).force[1]);
    assert!(without.abs() < 1e-9 && with < -50.0, "{without} {with}");
}

/// Lanes give the same bits as one by one, and slopes of dual numbers agree with differences.
#[test]
fn other_numbers_give_the_same() {
    for (wheel, load, _) in rows().take(50) {
        let angle = wheel.velocity[1].atan2(wheel.velocity[0].abs());
        let slip = |angle: f64| Slip {
            longitudinal: 0.05,
            angle,
        };
        let plain = tyre().steady(&wheel, load, slip(angle)).force[1];
        let wide = in_numbers(&wheel, load, Lanes::from, Lanes(0.05), Lanes(angle));
        assert_eq!(wide.lane(0).to_bits(), plain.to_bits());
        let variable = Dual::<f64, 1>::variable(angle, 0);
        let slope = in_numbers(&wheel, load, Dual::from, Dual::from(0.05), variable).slopes[0];
        let d = 1e-6;
        let differences = [angle + d, angle - d].map(|angle| tyre().steady(&wheel, load, slip(angle)).force[1]);
        let expected = (differences[0] - differences[1]) / (2.0 * d);
        assert!((slope - expected).abs() < 1e-3 * load, "{slope} {expected}");
    }
}

/// Lateral force over any number.
fn in_numbers<S: Scalar>(wheel: &Contact, load: f64, number: impl Fn(f64) -> S, longitudinal: S, angle: S) -> S {
    let pair = |[a, b]: [f64; 2]| [number(a), number(b)];
    let characteristic = |c: Characteristic| Characteristic {
        slope: pair(c.slope),
        peak: pair(c.peak),
        peak_slip: pair(c.peak_slip),
        sliding: pair(c.sliding),
        sliding_slip: pair(c.sliding_slip),
    };
    let t = tyre();
    let tyre = Tmeasy {
        radius: number(t.radius),
        width: number(t.width),
        stiffness: number(t.stiffness),
        progression: number(t.progression),
        damping: number(t.damping),
        bottoming: pair(t.bottoming),
        nominal_load: number(t.nominal_load),
        greatest_load: number(t.greatest_load),
        longitudinal: characteristic(t.longitudinal),
        lateral: characteristic(t.lateral),
        trail: Trail {
            at_zero: pair(t.trail.at_zero),
            zero_slip: pair(t.trail.zero_slip),
            end_slip: pair(t.trail.end_slip),
        },
        camber: number(t.camber),
        rolling_resistance: number(t.rolling_resistance),
        carcass: pair(t.carcass),
    };
    let vector = |v: [f64; 3]| v.map(&number);
    let contact = Contact {
        arm: pair(wheel.arm),
        longitudinal: vector(wheel.longitudinal),
        lateral: vector(wheel.lateral),
        normal: vector(wheel.normal),
        deflection: number(wheel.deflection),
        deflection_rate: number(wheel.deflection_rate),
        inclination: number(wheel.inclination),
        velocity: pair(wheel.velocity),
        spin: number(wheel.spin),
        friction: number(wheel.friction),
    };
    tyre.steady(&contact, number(load), Slip { longitudinal, angle }).force[1]
}
