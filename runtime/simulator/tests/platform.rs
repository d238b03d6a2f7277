//! Platforms against geometry and virtual work calculated by hand; limits in a thousand random drives.

use std::sync::atomic::{AtomicU32, Ordering};
use wishbone_simulator::cueing::{Adaptive, AdaptiveSettings, Classical, ClassicalSettings, Scaling, Washout};
use wishbone_simulator::motion::{GRAVITY, Motion};
use wishbone_simulator::platform::{
    Axes, Centrifuge, CentrifugeSettings, Guard, Hexapod, Limits, Payload, Platform, ThreeLegs,
};
use wishbone_simulator::pose::{PlatformMotion, Pose};

const LEG: Limits = Limits {
    least: 1.0,
    greatest: 2.0,
    rate: 1.0,
    acceleration: 10.0,
};

/// Lengths of the legs by Pythagoras' theorem and by symmetry.
#[test]
fn legs_are_as_long_as_geometry_says() {
    let hexapod = Hexapod::SEVEN_TONNES;
    let neutral = hexapod.actuators(&Pose::NEUTRAL);
    for length in neutral {
        assert!(
            (length - neutral[0]).abs() < 1e-12 && (3.59..3.61).contains(&length),
            "{neutral:?}"
        );
    }
    // Mirrored motions to the left and to the right swap the legs of both sides.
    let moved = |y: f64, roll: f64| {
        hexapod.actuators(&Pose {
            position: [0.0, y, 0.0],
            angles: [roll, 0.0, 0.0],
        })
    };
    let (left, right) = (moved(0.2, 0.1), moved(-0.2, -0.1));
    for leg in 0..3 {
        assert!((left[leg] - right[leg + 3]).abs() < 1e-12 && left[leg] != neutral[leg]);
    }
    let yaw = hexapod.actuators(&Pose {
        angles: [0.0, 0.0, 0.2],
        ..Pose::NEUTRAL
    });
    for leg in [2, 4] {
        assert!(
            (yaw[leg] - yaw[0]).abs() < 1e-12,
            "turned about the triangle's centre: {yaw:?}"
        );
    }
}

/// Virtual work: for a small displacement of the platform, the work of the legs equals the work of force and moment.
#[test]
fn leg_forces_do_the_work_of_the_load() {
    let (hexapod, payload) = (Hexapod::SEVEN_TONNES, Payload::SEVEN_TONNES);
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let mut three = |size: f64| -> [f64; 3] { std::array::from_fn(|_| size * (2.0 * random.f64() - 1.0)) };
        let pose = Pose {
            position: three(0.3),
            angles: three(0.2),
        };
        let (velocity, angle_rates, angular) = (three(1.0), three(0.5), three(1.0));
        let motion = PlatformMotion {
            pose,
            velocity,
            acceleration: three(3.0),
            angle_rates,
        };
        let forces = hexapod.leg_forces(&payload, &motion, angular).expect("held");
        let at = |t: f64| {
            let moved = |x: [f64; 3], rate: [f64; 3]| std::array::from_fn(|k| x[k] + t * rate[k]);
            Pose {
                position: moved(pose.position, velocity),
                angles: moved(pose.angles, angle_rates),
            }
        };
        let (before, after) = (hexapod.actuators(&at(-1e-6)), hexapod.actuators(&at(1e-6)));
        let by_legs: f64 = (0..6).map(|leg| forces[leg] * (after[leg] - before[leg]) / 2e-6).sum();
        let (force, moment) = payload.wrench(&motion, angular);
        let (rotation, rate) = (pose.rotation(), motion.felt().angular_rate);
        let turning = rotation.map(|row| row[0] * rate[0] + row[1] * rate[1] + row[2] * rate[2]);
        let by_load: f64 = (0..3).map(|k| force[k] * velocity[k] + moment[k] * turning[k]).sum();
        assert!(
            (by_legs - by_load).abs() < 1e-3 * by_load.abs().max(100.0),
            "{by_legs} {by_load}"
        );
    }
}

/// At rest the legs carry the weight in equal parts; in free fall they carry nothing.
#[test]
fn legs_carry_the_weight() {
    let payload = Payload {
        centre: [0.0, 0.0, -0.7],
        ..Payload::SEVEN_TONNES
    };
    let hexapod = Hexapod::SEVEN_TONNES;
    let forces = hexapod
        .leg_forces(&payload, &PlatformMotion::REST, [0.0; 3])
        .expect("held");
    let lengths = hexapod.actuators(&Pose::NEUTRAL);
    let lifted: f64 = forces
        .iter()
        .zip(lengths)
        .map(|(force, length)| force * 2.7 / length)
        .sum();
    assert!((lifted - 7000.0 * GRAVITY).abs() < 1e-6, "{forces:?}");
    assert!(
        forces.iter().all(|force| (force - forces[0]).abs() < 1e-6),
        "{forces:?}"
    );
    let falling = PlatformMotion {
        acceleration: [0.0, 0.0, -GRAVITY],
        ..PlatformMotion::REST
    };
    let forces = hexapod.leg_forces(&payload, &falling, [0.0; 3]).expect("held");
    assert!(forces.iter().all(|force| force.abs() < 1e-6));
}

#[test]
fn platforms_that_cannot_be_are_refused() {
    // All legs are vertical, so that nothing holds the platform sideways.
    let corners: [[f64; 2]; 6] = [
        [1.0, 0.0],
        [0.5, 0.9],
        [-0.5, 0.9],
        [-1.0, 0.0],
        [-0.5, -0.9],
        [0.5, -0.9],
    ];
    let at = |height: f64| corners.map(|[x, y]| [x, y, height]);
    let refused = Hexapod::new(at(-1.5), at(0.0), [LEG; 6]).expect_err("shaky");
    assert!(refused.to_string().contains("holds the platform"), "{refused}");
    let refused = Hexapod::new(at(-5.0), at(0.0), [LEG; 6]).expect_err("too long");
    assert!(refused.to_string().contains("neutral length"), "{refused}");
    assert!(ThreeLegs::new([[0.0; 3]; 3], [Limits { least: -1.0, ..LEG }; 3]).is_err());
    assert!(Axes::new([Some(LEG); 6]).is_err(), "zero is not within");
    assert!(Guard::new(Hexapod::SEVEN_TONNES, 0.0).is_err());
    assert!(Limits { rate: 0.0, ..LEG }.check().is_err() && Limits { greatest: 0.5, ..LEG }.check().is_err());
}

#[test]
fn simpler_platforms_leave_out_what_they_do_not_have() {
    let limits = Limits {
        least: -0.3,
        greatest: 0.3,
        ..LEG
    };
    let feet = [[1.0, 0.0, -1.0], [-1.0, 0.8, -1.0], [-1.0, -0.8, -1.0]];
    let three = ThreeLegs::new(feet, [limits; 3]).expect("possible");
    let pose = Pose {
        position: [0.5, 0.5, 0.1],
        angles: [0.05, 0.0, 0.3],
    };
    let [front, left, right] = three.actuators(&three.possible(&pose));
    // A point 1 m below the head: a rotation by 0.05 rad lifts it by a versed sine.
    let versed = 1.0 - 0.05_f64.cos();
    assert!((front - 0.1 - versed).abs() < 1e-12);
    assert!((left - right - 2.0 * 0.8 * 0.05_f64.sin()).abs() < 1e-12);
    let axes = Axes::new([None, Some(limits), None, Some(limits), None, None]).expect("possible");
    let mut guard = Guard::new(axes, 0.01).expect("possible");
    for _ in 0..1000 {
        guard.step(&pose);
    }
    let at = guard.at();
    // Rails end at 0.3 m.
    assert!(
        (at.pose.position[1] - 0.3).abs() < 1e-3 && at.pose.position[0] == 0.0 && at.pose.angles[2] == 0.0,
        "{at:?}"
    );
}

#[test]
fn a_wanted_pose_that_is_no_number_leaves_the_platform_where_it_is() {
    let mut guard = Guard::new(Hexapod::SEVEN_TONNES, 0.01).expect("possible");
    guard.step(&Pose {
        position: [0.0, 0.0, 1e-4],
        ..Pose::NEUTRAL
    });
    let before = guard.at().pose;
    let at = guard.step(&Pose {
        position: [f64::NAN, 0.0, 0.0],
        ..Pose::NEUTRAL
    });
    assert_eq!((at.pose, at.share, at.rates), (before, 0.0, [0.0; 6]));
}

/// Drives a washout and a platform at random, and checks only the limits, with lengths computed at each pose.
fn drive<const N: usize>(seed: u64, washout: &mut impl Washout, platform: impl Platform<N> + Copy, held: &AtomicU32) {
    let (period, mut random) = (0.01, fastrand::Rng::with_seed(seed));
    let mut guard = Guard::new(platform, period).expect("possible");
    let strength = 30.0 * random.f64();
    let mut motion = Motion::REST;
    let (mut before, mut rates) = (platform.actuators(&Pose::NEUTRAL), [0.0_f64; N]);
    for n in 0..1500 {
        if n % 40 == 0 {
            let mut number = || strength * (2.0 * random.f64() - 1.0);
            let (force, rate) = ([number(), number(), number()], [number(), number(), number()]);
            motion = Motion {
                specific_force: force,
                angular_rate: rate.map(|x| 0.1 * x),
            };
        }
        let wanted = washout.step(&motion).expect("finite").pose;
        // Sometimes a pose that no washout would give.
        let wanted = match random.u32(0..500) {
            0 => Pose {
                position: [1e6, -1e300, 5.0],
                angles: [100.0, 1.0, f64::INFINITY],
            },
            1 => Pose {
                position: [3.0, -2.0, -5.0],
                angles: [0.5, 1.0, 2.0],
            },
            _ => wanted,
        };
        let at = guard.step(&wanted);
        held.fetch_add(u32::from(at.share < 1.0), Ordering::Relaxed);
        let lengths = platform.actuators(&at.pose);
        for (k, limits) in platform.limits().iter().enumerate() {
            let rate = (lengths[k] - before[k]) / period;
            assert!(
                (limits.least..=limits.greatest).contains(&lengths[k]),
                "seed {seed}: actuator {k} at {}",
                lengths[k]
            );
            assert!(
                rate.abs() <= limits.rate * (1.0 + 1e-9),
                "seed {seed}: actuator {k} with {rate}"
            );
            // An actuator that turns round starts from rest.
            let start = if rates[k] * rate < 0.0 { 0.0 } else { rates[k].abs() };
            let most = start + limits.acceleration * period;
            assert!(
                rate.abs() <= most * (1.0 + 1e-9),
                "seed {seed}: actuator {k} from {} to {rate}",
                rates[k]
            );
            rates[k] = rate;
        }
        before = lengths;
    }
}

/// On the way up the limits restrict all legs alike. In each step the speed grows by the largest change in a period, until the limit
/// of the rate is reached. At last the platform brakes and arrives just below its end.
#[test]
fn a_platform_that_is_held_back_goes_as_far_as_it_may() {
    let period = 1e-3;
    let limits = Limits {
        least: -0.5,
        greatest: 0.5,
        ..LEG
    };
    let axes = Axes::new([None, None, Some(limits), None, None, None]).expect("possible");
    let mut guard = Guard::new(axes, period).expect("possible");
    let wanted = Pose {
        position: [0.0, 0.0, 100.0],
        ..Pose::NEUTRAL
    };
    let (mut before, mut fastest) = (0.0, 0.0_f64);
    for n in 0..2000 {
        let at = *guard.step(&wanted);
        let rate = (at.pose.position[2] - before) / period;
        // Each step is at least the permitted part, minus a thousandth.
        let room = limits.greatest - before;
        let gain = limits.acceleration * period;
        let stop = (gain * gain + 2.0 * limits.acceleration * room).sqrt() - gain;
        let allowed = limits.rate.min(fastest + gain).min(stop);
        if n < 50 {
            assert!(
                (0.99 * allowed..=allowed * (1.0 + 1e-9)).contains(&rate),
                "{n}: {rate} {allowed}"
            );
        }
        (before, fastest) = (at.pose.position[2], rate);
    }
    assert!(before <= limits.greatest && limits.greatest - before < 1e-3, "{before}");
}

/// At full upward speed a lower pose is wanted: the platform stops first, and then speeds up by the largest change in a
/// period.
#[test]
fn a_platform_that_turns_round_starts_from_rest() {
    let period = 1e-3;
    let axes = |limits| Axes::new([None, None, Some(limits), None, None, None]).expect("possible");
    let limits = Limits {
        least: -2.0,
        greatest: 2.0,
        ..LEG
    };
    let mut guard = Guard::new(axes(limits), period).expect("possible");
    let at = |z: f64| Pose {
        position: [0.0, 0.0, z],
        ..Pose::NEUTRAL
    };
    for _ in 0..300 {
        let _ = guard.step(&at(100.0));
    }
    let gain = limits.acceleration * period;
    let up = guard.at().rates[2];
    assert!((up - limits.rate).abs() < 1e-3, "{up}");
    let down: Vec<f64> = (0..5).map(|_| guard.step(&at(-100.0)).rates[2]).collect();
    for (n, rate) in down.iter().enumerate() {
        let most = gain * (n + 1) as f64;
        assert!((-most * (1.0 + 1e-9)..=-0.99 * most).contains(rate), "{n}: {down:?}");
    }
}

#[test]
fn no_platform_is_ever_beyond_its_limits() {
    let (held, period) = (AtomicU32::new(0), 0.01);
    let limits = Limits {
        least: -0.3,
        greatest: 0.3,
        ..LEG
    };
    let feet = [[1.0, 0.0, -1.0], [-1.0, 0.8, -1.0], [-1.0, -0.8, -1.0]];
    let three = ThreeLegs::new(feet, [limits; 3]).expect("possible");
    let full = ClassicalSettings {
        scaling: Scaling::FULL,
        ..ClassicalSettings::HALF
    };
    for seed in 0..1000 {
        let mut classical = Classical::new(&full, period).expect("possible");
        let mut adaptive = Adaptive::new(&AdaptiveSettings::HALF, period).expect("possible");
        match seed % 3 {
            0 => drive(seed, &mut classical, Hexapod::SEVEN_TONNES, &held),
            1 => drive(seed, &mut adaptive, Hexapod::SEVEN_TONNES, &held),
            _ => drive(seed, &mut classical, three, &held),
        }
    }
    // The limits were active often enough.
    assert!(held.load(Ordering::Relaxed) > 10_000, "{held:?}");
}

/// On the circle the force in the cabin is the force of a mass on a string, in the wanted direction. The second derivative of the
/// cabin's path gives the same force.
#[test]
fn a_centrifuge_gives_the_wanted_force_in_the_wanted_direction() {
    let settings = CentrifugeSettings {
        radius: 8.0,
        rate: 1.5,
        acceleration: 0.1,
        cabin_rate: 2.0,
    };
    let period = 1e-3;
    let mut centrifuge = Centrifuge::new(settings, period).expect("possible");
    let wanted = [-1.0, 3.0];
    for _ in 0..30_000 {
        centrifuge.step(wanted);
    }
    let places: Vec<_> = (0..3)
        .map(|_| {
            let turned = *centrifuge.step(wanted);
            ([8.0 * turned.arm.cos(), 8.0 * turned.arm.sin()], turned)
        })
        .collect();
    let [(a, _), (b, now), (c, _)] = places[..] else {
        panic!("three places")
    };
    let acceleration = [0, 1].map(|k| (a[k] - 2.0 * b[k] + c[k]) / (period * period));
    let (sin, cos) = (now.arm + now.cabin).sin_cos();
    let felt = [
        cos * acceleration[0] + sin * acceleration[1],
        cos * acceleration[1] - sin * acceleration[0],
    ];
    for k in 0..2 {
        assert!((now.force[k] - wanted[k]).abs() < 1e-9, "{now:?}");
        assert!((felt[k] - wanted[k]).abs() < 1e-3, "{felt:?}");
    }
    assert!((now.yaw_rate() - (10.0_f64.sqrt() / 8.0).sqrt()).abs() < 1e-9);
    // At the limit of its rate it gives less force, and NaN stops it.
    for _ in 0..30_000 {
        centrifuge.step([100.0, 0.0]);
    }
    assert!((centrifuge.step([100.0, 0.0]).force[0] - 1.5 * 1.5 * 8.0).abs() < 1e-9);
    for _ in 0..30_000 {
        centrifuge.step([f64::NAN, 0.0]);
    }
    assert_eq!(centrifuge.step([0.0; 2]).rate, 0.0);
}
