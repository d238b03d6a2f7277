//! Washout filters: signs, limits, closed forms, gradients by differences, and false cues of both filters.

use wishbone_simulator::cueing::{
    Adaptive, AdaptiveSettings, Channel, ChannelSettings, Classical, ClassicalSettings, Follower, Scale, Scaling,
    TiltLimits, Tilting, Washout,
};
use wishbone_simulator::motion::{GRAVITY, Motion};
use wishbone_simulator::perception::{Canals, FalseCues, Otoliths, Thresholds, Vestibular};
use wishbone_simulator::pose::{PlatformMotion, Pose};

const PERIOD: f64 = 1e-3;

fn pushed(force: [f64; 3]) -> Motion {
    let [x, y, z] = force;
    Motion {
        specific_force: [x, y, z + GRAVITY],
        ..Motion::REST
    }
}

fn classical(settings: ClassicalSettings) -> Classical {
    Classical::new(&settings, PERIOD).expect("possible settings")
}

fn adaptive(scaling: Scaling) -> Adaptive {
    let settings = AdaptiveSettings {
        scaling,
        ..AdaptiveSettings::HALF
    };
    Adaptive::new(&settings, PERIOD).expect("possible settings")
}

fn run(washout: &mut impl Washout, seconds: f64, motion: impl Fn(f64) -> Motion) -> PlatformMotion {
    let samples = (seconds / PERIOD) as usize;
    let of = |n: usize| motion(n as f64 * PERIOD);
    let last = (0..samples).map(|n| washout.step(&of(n)).expect("finite")).last();
    last.expect("there are samples")
}

/// An accelerometer in a rotated box: the only force is the force of the ground, straight up.
#[test]
fn a_leaning_platform_feels_gravity_on_its_side() {
    let leaning = |angles| PlatformMotion {
        pose: Pose {
            angles,
            ..Pose::NEUTRAL
        },
        ..PlatformMotion::REST
    };
    let [x, y, z] = leaning([0.1, 0.0, 0.0]).felt().specific_force;
    assert!(
        x.abs() < 1e-12 && (y - GRAVITY * 0.1_f64.sin()).abs() < 1e-12 && (z - GRAVITY * 0.1_f64.cos()).abs() < 1e-12
    );
    let [x, y, _] = leaning([0.0, -0.1, 0.7]).felt().specific_force;
    assert!((x - GRAVITY * 0.1_f64.sin()).abs() < 1e-12 && y.abs() < 1e-12);
}

/// Angular rates about the platform's axes against the derivative of its rotation matrix.
#[test]
fn angular_rates_are_those_of_the_rotation_matrix() {
    let angles = [0.2, -0.3, 0.5];
    let angle_rates = [0.4, 0.1, -0.6];
    let at = |t: f64| {
        Pose {
            angles: std::array::from_fn(|k| angles[k] + t * angle_rates[k]),
            ..Pose::NEUTRAL
        }
        .rotation()
    };
    let (now, before, after) = (at(0.0), at(-1e-5), at(1e-5));
    // R^T R' is the matrix of the cross product.
    let entry = |i: usize, j: usize| -> f64 { (0..3).map(|k| now[k][i] * (after[k][j] - before[k][j]) / 2e-5).sum() };
    let expected = [entry(2, 1), entry(0, 2), entry(1, 0)];
    let motion = PlatformMotion {
        pose: Pose {
            angles,
            ..Pose::NEUTRAL
        },
        angle_rates,
        ..PlatformMotion::REST
    };
    for (found, expected) in motion.felt().angular_rate.into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}

#[test]
fn forces_that_stay_become_a_lean_to_the_right_side() {
    let both = |motion: Motion| {
        let of = run(&mut classical(ClassicalSettings::HALF), 30.0, |_| motion);
        [of, run(&mut adaptive(Scaling::HALF), 60.0, |_| motion)]
    };
    let within = |x: f64, least: f64, most: f64| x > least && x < most;
    // Half of 1 m/s² needs 2.9 degrees, of which the adaptive filter gives a part.
    for [roll, pitch, yaw] in both(pushed([0.0, 1.0, 0.0])).map(|platform| platform.pose.angles) {
        assert!(
            within(roll, 0.02, 0.0511) && pitch.abs() < 1e-9 && yaw == 0.0,
            "{roll} {pitch} {yaw}"
        );
    }
    for [roll, pitch, yaw] in both(pushed([1.0, 0.0, 0.0])).map(|platform| platform.pose.angles) {
        assert!(
            within(pitch, -0.0511, -0.02) && roll.abs() < 1e-9 && yaw == 0.0,
            "{roll} {pitch} {yaw}"
        );
    }
    for platform in both(pushed([0.0, 0.0, 1.0])) {
        assert_eq!(platform.pose.angles, [0.0; 3]);
    }
    let turning = Motion {
        angular_rate: [0.0, 0.0, 0.2],
        ..Motion::REST
    };
    for platform in both(turning) {
        assert_eq!(
            (platform.pose.position, platform.pose.angles[..2].iter().sum::<f64>()),
            ([0.0; 3], 0.0)
        );
    }
}

/// Step response of `s / (s + w)^3`: `t² / 2 exp(-w t)`.
#[test]
fn the_classical_position_follows_its_closed_form() {
    let settings = ClassicalSettings {
        scaling: Scaling::FULL,
        tilting: Tilting::None,
        ..ClassicalSettings::HALF
    };
    let (mut washout, w) = (classical(settings), settings.translation[0]);
    for n in 0..8000 {
        let t = (f64::from(n) + 0.5) * PERIOD;
        let platform = washout.step(&pushed([1.5, 0.0, 0.0])).expect("finite");
        let expected = 1.5 * 0.5 * t * t * (-w * t).exp();
        assert!((platform.pose.position[0] - expected).abs() < 1e-6, "at {t}");
        let acceleration = 1.5 * (-w * t).exp() * (1.0 - 2.0 * w * t + 0.5 * w * w * t * t);
        assert!((platform.acceleration[0] - acceleration).abs() < 1e-5, "at {t}");
    }
}

/// With the complementary low pass the force on the platform equals the force in the vehicle, as long as the tilt has no limits.
#[test]
fn with_the_complement_the_driver_feels_the_whole_force() {
    let free = TiltLimits {
        angle: 1.0,
        rate: 100.0,
        acceleration: 1e5,
    };
    let settings = ClassicalSettings {
        scaling: Scaling::FULL,
        tilting: Tilting::Complement,
        tilt: free,
        ..ClassicalSettings::HALF
    };
    let mut washout = classical(settings);
    for n in 0..20_000 {
        let wanted = 0.4 * (2e-3 * f64::from(n)).sin() + 0.3;
        let felt = washout.step(&pushed([0.0, wanted, 0.0])).expect("finite").felt();
        // The acceleration acts along the ground, and the force is felt along the platform. They differ by cosines of 4 degrees.
        assert!(
            (felt.specific_force[1] - wanted).abs() < 5e-3,
            "{n}: {} {wanted}",
            felt.specific_force[1]
        );
    }
}

#[test]
fn the_lean_keeps_its_limits_and_arrives_without_overshoot() {
    let limits = TiltLimits::UNNOTICED;
    let mut random = fastrand::Rng::with_seed(3);
    let mut follower = Follower::new(limits, PERIOD).expect("possible");
    let (mut before, mut target) = ((0.0, 0.0), 0.0);
    for n in 0..200_000 {
        if n % 700 == 0 {
            target = limits.angle * (2.0 * random.f64() - 1.0);
        }
        let now = follower.step(target);
        assert!(now.1.abs() <= limits.rate * (1.0 + 1e-12));
        assert!((now.1 - before.1).abs() <= limits.acceleration * PERIOD * (1.0 + 1e-9));
        before = now;
    }
    for target in [0.2, -0.1, 0.0501] {
        let mut follower = Follower::new(limits, PERIOD).expect("possible");
        let most = (0..12_000)
            .map(|_| follower.step(target).0 / target)
            .fold(0.0, f64::max);
        assert!((1.0 - 1e-9..1.0 + 1e-6).contains(&most), "{target}: {most}");
    }
}

/// The perceived rate of the tilt alone stays below the threshold of the canals for every motion of the vehicle.
#[test]
fn the_lean_is_not_felt_as_rotation() {
    let mut random = fastrand::Rng::with_seed(4);
    let mut washout = classical(ClassicalSettings::HALF);
    let mut head = Vestibular::new(&Canals::REID, &Otoliths::REID, PERIOD).expect("possible");
    let mut force = [0.0; 2];
    for n in 0..120_000 {
        if n % 1500 == 0 {
            force = [0, 1].map(|_| 16.0 * (random.f64() - 0.5));
        }
        let platform = washout.step(&pushed([force[0], force[1], 0.0])).expect("finite");
        let felt = Thresholds::SENSITIVE.felt(&head.step(&platform.felt()));
        assert_eq!(felt.angular_rate, [0.0; 3], "sample {n}");
    }
}

#[test]
fn scaling_is_smooth_and_never_beyond_its_limit() {
    let scale = Scale {
        factor: 0.5,
        knee: 2.0,
        limit: 4.0,
    };
    assert_eq!((scale.of(3.0), scale.of(-4.0)), (1.5, -2.0));
    let slope = |x: f64| (scale.of(x + 1e-6) - scale.of(x - 1e-6)) / 2e-6;
    assert!((slope(4.0 - 1e-3) - 0.5).abs() < 1e-6 && (slope(4.0 + 1e-3) - 0.5).abs() < 1e-5);
    for x in [4.1, 8.0, 100.0, 1e30, f64::MAX] {
        assert!(
            (2.0..=4.0).contains(&scale.of(x)) && scale.of(-x) == -scale.of(x),
            "{x}"
        );
    }
    for wrong in [
        Scale { factor: 0.0, ..scale },
        Scale { knee: 4.0, ..scale },
        Scale {
            limit: f64::INFINITY,
            ..scale
        },
    ] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
}

/// The gradient of an adaptive channel compared with differences of its cost, with constant parameters.
#[test]
fn the_descent_follows_the_gradient_of_the_cost() {
    let fixed = ChannelSettings {
        descent: [0.0; 3],
        start: [0.6, 0.04, 0.5],
        by_angle: 0.1,
        ..ChannelSettings::TILTING
    };
    let input = |n: usize| {
        let t = n as f64 * PERIOD;
        (0.4 * (1.3 * t).sin(), 0.05 * (2.1 * t).cos())
    };
    let after = |start: [f64; 3], samples: usize| {
        // The weights of the deviations are tested by their own derivative, which is zero at the start.
        let mut channel = Channel::new(&ChannelSettings { start, ..fixed }, PERIOD).expect("possible");
        (0..samples).for_each(|n| {
            let (force, rate) = input(n);
            channel.step(force, rate);
        });
        channel
    };
    for samples in [500, 2000, 6000] {
        let gradient = *after(fixed.start, samples).gradient();
        for k in 0..3 {
            let moved = |by: f64| {
                let mut start = fixed.start;
                start[k] += by;
                after(start, samples).cost()
            };
            let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            let error = (gradient[k] - difference).abs();
            assert!(
                error < 1e-6 * difference.abs().max(1e-3),
                "{k} after {samples}: {} {difference}",
                gradient[k]
            );
        }
    }
}

/// Largest travel, worst false cue and strongest cue of a step along Y, in metres and multiples of the threshold.
fn after_a_step(washout: &mut impl Washout, force: f64) -> [f64; 3] {
    let organs = || Vestibular::new(&Canals::REID, &Otoliths::REID, PERIOD).expect("possible");
    let (mut in_vehicle, mut on_platform) = (organs(), organs());
    let mut cues = FalseCues::new(Thresholds::SENSITIVE).expect("positive");
    let (mut travel, mut strongest) = (0.0_f64, 0.0_f64);
    for n in 0..10_000 {
        let motion = pushed([0.0, 0.0, force]);
        let platform = washout.step(&motion).expect("finite");
        travel = travel.max(platform.pose.position[2].abs());
        let (vehicle, felt) = (in_vehicle.step(&motion), on_platform.step(&platform.felt()));
        strongest = strongest.max(Thresholds::SENSITIVE.multiples(&felt)[2]);
        cues.record(f64::from(n) * PERIOD, &vehicle, &felt).expect("finite");
    }
    [travel, cues.worst()[2].size, strongest]
}

/// Both filters may use half a metre for a step of 4 m/s². At 2 m/s² the adaptive filter gives the stronger cue. The
/// undershoot of the adaptive filter stays below the threshold, whereas the undershoot of the classical filter is felt
/// (Deyo & Ingebretsen 1989, fig. 4.6).
#[test]
fn the_adaptive_filter_has_no_false_cue_where_the_classical_one_has() {
    let full = ClassicalSettings {
        scaling: Scaling::FULL,
        translation: [1.5; 3],
        tilting: Tilting::None,
        ..ClassicalSettings::HALF
    };
    let classical = |force| after_a_step(&mut classical(full), force);
    let adaptive = |force| after_a_step(&mut adaptive(Scaling::FULL), force);
    let [classical_travel, ..] = classical(4.0);
    let [adaptive_travel, ..] = adaptive(4.0);
    assert!(
        classical_travel < 0.5 && adaptive_travel < 0.5,
        "{classical_travel} {adaptive_travel}"
    );
    let [_, classical_false, classical_cue] = classical(2.0);
    let [_, adaptive_false, adaptive_cue] = adaptive(2.0);
    println!(
        "step of 4 m/s^2: travel {classical_travel:.3} and {adaptive_travel:.3} m; step of 2 m/s^2: false cue \
         {classical_false:.2} and {adaptive_false:.2}, cue {classical_cue:.2} and {adaptive_cue:.2} thresholds"
    );
    assert!(
        classical_false > 1.2 && adaptive_false < 0.9,
        "{classical_false} {adaptive_false}"
    );
    assert!(adaptive_cue > classical_cue, "{adaptive_cue} {classical_cue}");
}

/// Strong random motions for minutes: parameters stay within their bounds, and the platform returns afterwards.
#[test]
fn the_adaptive_filter_stays_bounded_and_returns() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut washout = adaptive(Scaling::HALF);
    let mut motion = Motion::REST;
    for n in 0..200_000 {
        if n % 300 == 0 {
            motion = Motion::of_numbers(std::array::from_fn(|_| 20.0 * (random.f64() - 0.5)));
        }
        let platform = washout.step(&motion).expect("finite");
        assert!(
            platform.pose.is_finite() && platform.pose.position.iter().all(|x| x.abs() < 3.0),
            "{platform:?}"
        );
        for channel in washout.channels() {
            assert!(channel.parameters().iter().all(|p| (0.0..=1.0).contains(p)));
        }
    }
    let rest = run(&mut washout, 300.0, |_| Motion::REST);
    assert!(
        rest.pose
            .position
            .iter()
            .chain(&rest.pose.angles)
            .all(|x| x.abs() < 0.02),
        "{rest:?}"
    );
    washout.reset();
    assert_eq!(washout.step(&Motion::REST), Ok(PlatformMotion::REST));
}

#[test]
fn a_motion_that_is_no_number_is_refused_and_changes_nothing() {
    let mut broken = Motion::REST;
    broken.angular_rate[1] = f64::NAN;
    let (mut one, mut other) = (classical(ClassicalSettings::HALF), adaptive(Scaling::HALF));
    run(&mut one, 0.1, |_| pushed([1.0, 1.0, 1.0]));
    run(&mut other, 0.1, |_| pushed([1.0, 1.0, 1.0]));
    let before = (one, other);
    let refused = one.step(&broken).expect_err("not finite");
    assert!(refused.to_string().contains("pitch rate is NaN"), "{refused}");
    assert!(other.step(&broken).is_err());
    assert_eq!(before, (one, other));
}

#[test]
fn settings_that_make_no_washout_are_refused() {
    let refused = |settings: ClassicalSettings| Classical::new(&settings, PERIOD).is_err();
    let half = ClassicalSettings::HALF;
    assert!(refused(ClassicalSettings { damping: 0.0, ..half }));
    assert!(refused(ClassicalSettings {
        translation: [1.0, -1.0, 1.0],
        ..half
    }));
    assert!(refused(ClassicalSettings {
        tilting: Tilting::SecondOrder(0.0),
        ..half
    }));
    assert!(refused(ClassicalSettings {
        tilt: TiltLimits { rate: 0.0, ..half.tilt },
        ..half
    }));
    assert!(Classical::new(&half, 0.0).is_err());
    let refused = |settings: ChannelSettings| Channel::new(&settings, PERIOD).is_err();
    let tilting = ChannelSettings::TILTING;
    assert!(refused(ChannelSettings {
        start: [1.5, 0.0, 0.0],
        ..tilting
    }));
    assert!(refused(ChannelSettings {
        by_velocity: f64::NAN,
        ..tilting
    }));
    assert!(refused(ChannelSettings {
        tilt_rate: 0.0,
        ..tilting
    }));
}

#[test]
fn cueing_and_perception_do_not_allocate() {
    let mut filters = (classical(ClassicalSettings::HALF), adaptive(Scaling::HALF));
    let mut head = Vestibular::new(&Canals::REID, &Otoliths::REID, PERIOD).expect("possible");
    let counted = allocation_counter::measure(|| {
        for n in 0..100_000 {
            let motion = pushed([(0.01 * f64::from(n)).sin(), 1.0, 0.3]);
            let platform = filters.0.step(&motion).expect("finite");
            filters.1.step(&motion).expect("finite");
            head.step(&platform.felt());
        }
    });
    assert_eq!(counted.count_total, 0);
}
