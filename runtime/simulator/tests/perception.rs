//! Organs against closed forms in the time domain; thresholds, false cues, synchrony and comparison on constructed signals.

use std::f64::consts::PI;
use wishbone::ports::BodyMotion;
use wishbone_simulator::motion::{GRAVITY, Motion};
use wishbone_simulator::perception::{
    Canals, Comparison, FalseCues, Onset, Otoliths, Synchrony, Thresholds, Vestibular, probability_of_detection,
};

const PERIOD: f64 = 1e-3;

fn head() -> Vestibular {
    Vestibular::new(&Canals::REID, &Otoliths::REID, PERIOD).expect("the literature's constants")
}

fn turning(rate: f64) -> Motion {
    Motion {
        angular_rate: [0.0, 0.0, rate],
        ..Motion::REST
    }
}

fn pushed(force: f64) -> Motion {
    Motion {
        specific_force: [0.0, force, GRAVITY],
        ..Motion::REST
    }
}

/// Step response of a transfer function with the poles `-1/t`, by partial fractions with residues calculated by hand.
#[test]
fn canals_forget_a_constant_rate_as_their_step_response_says() {
    let [long, adaptation, short] = [10.2_f64, 30.0, 0.1];
    // Transform of the step response: long adaptation s / product of (t s + 1), with residues at s = -1/t.
    let residue = |t: f64, others: [f64; 2]| {
        let [one, other] = others;
        // long adaptation s / (t (one s + 1) (other s + 1)) at s = -1/t.
        let s = -1.0 / t;
        long * adaptation * s / (t * (one * s + 1.0) * (other * s + 1.0))
    };
    let parts = [
        (long, residue(long, [adaptation, short])),
        (adaptation, residue(adaptation, [long, short])),
        (short, residue(short, [long, adaptation])),
    ];
    let mut head = head();
    for n in 0..60_000 {
        let t = (f64::from(n) + 0.5) * PERIOD;
        let expected: f64 = parts.iter().map(|(constant, part)| part * (-t / constant).exp()).sum();
        let felt = head.step(&turning(0.2)).angular_rate[2];
        assert!((felt - 0.2 * expected).abs() < 1e-5, "at {t}: {felt} {expected}");
    }
}

#[test]
fn otoliths_feel_a_constant_force_less_and_less() {
    let [lead, long, short] = [13.2_f64, 5.33, 0.66];
    // 0.4 (1 + A exp(-t/long) + B exp(-t/short)), from partial fractions.
    let a = (lead - long) / (long - short);
    let b = -(lead - short) / (long - short);
    let mut head = head();
    for n in 0..60_000 {
        let t = (f64::from(n) + 0.5) * PERIOD;
        let expected = 0.4 * (1.0 + a * (-t / long).exp() + b * (-t / short).exp());
        let felt = head.step(&pushed(2.0)).specific_force[1];
        assert!(
            (felt - 2.0 * expected).abs() < 1e-5,
            "at {t}: {felt} {}",
            2.0 * expected
        );
    }
}

#[test]
fn a_head_at_rest_feels_nothing() {
    let mut head = head();
    for _ in 0..1000 {
        assert_eq!(head.step(&Motion::REST).numbers(), [0.0; 6]);
    }
    head.step(&pushed(5.0));
    head.reset();
    assert_eq!(head.step(&Motion::REST).numbers(), [0.0; 6]);
}

#[test]
fn below_the_threshold_nothing_is_felt() {
    let small = Motion::of_numbers([0.149, -0.149, 0.0, 0.043, -0.043, 0.0]);
    assert_eq!(Thresholds::SENSITIVE.felt(&small).numbers(), [0.0; 6]);
    let large = Motion::of_numbers([0.151, -0.2, 0.3, 0.044, -0.05, 0.06]);
    assert_eq!(Thresholds::SENSITIVE.felt(&large), large);
    assert!(
        Thresholds {
            angular_rate: [0.0; 3],
            ..Thresholds::BUSY
        }
        .check()
        .is_err()
    );
}

/// Values of the normal distribution from Abramowitz & Stegun (1964), table 26.1.
#[test]
fn detection_follows_the_normal_distribution() {
    let noticed = |size, alarms| probability_of_detection(size, 1.0, alarms).expect("possible");
    // With a rate of false alarms of one half, the result is the distribution itself.
    for (x, expected) in [
        (0.0, 0.5),
        (1.0, 0.841_344_746),
        (2.0, 0.977_249_868),
        (3.0, 0.998_650_102),
    ] {
        assert!((noticed(x, 0.5) - expected).abs() < 1e-9, "{x}");
    }
    // 0.05 is the value at -1.644854; one standard deviation above, the value is 0.259511.
    assert!((noticed(1.0, 0.05) - 0.259_511).abs() < 1e-6, "{}", noticed(1.0, 0.05));
    assert!((noticed(0.0, 0.05) - 0.05).abs() < 1e-12);
    assert!(probability_of_detection(1.0, 0.0, 0.05).is_err());
    assert!(probability_of_detection(1.0, 1.0, 1.0).is_err());
}

#[test]
fn an_undershoot_is_a_false_cue_and_a_weak_cue_is_none() {
    let mut cues = FalseCues::new(Thresholds::SENSITIVE).expect("positive");
    let force = |force| Motion::of_numbers([0.0, force, 0.0, 0.0, 0.0, 0.0]);
    cues.record(0.0, &force(1.0), &force(0.2)).expect("finite");
    assert!(!cues.is_felt());
    // Opposite to the vehicle's sensation, but below the threshold.
    cues.record(1.0, &force(1.0), &force(-0.1)).expect("finite");
    assert!(!cues.is_felt());
    cues.record(2.0, &force(1.0), &force(-0.3)).expect("finite");
    let worst = cues.worst()[1];
    assert!(cues.is_felt() && (worst.size - 2.0).abs() < 1e-12 && worst.time == 2.0);
    // Nothing is felt in the vehicle.
    let mut cues = FalseCues::new(Thresholds::SENSITIVE).expect("positive");
    cues.record(0.0, &force(0.1), &force(0.2)).expect("finite");
    assert!(!cues.is_felt());
    cues.record(0.0, &force(0.1), &force(0.26)).expect("finite");
    assert!(cues.is_felt());
}

#[test]
fn the_delay_between_motion_and_picture_is_told() {
    let onset = || Onset::new(0.1).expect("positive");
    let mut both = Synchrony {
        motion: onset(),
        picture: onset(),
    };
    for n in 0..1000 {
        let t = f64::from(n) * PERIOD;
        assert_eq!(both.delay().is_some(), n > 350, "{n}");
        both.motion
            .record(t, if t >= 0.3 { -1.0 } else { 0.05 })
            .expect("finite");
        both.picture
            .record(t, if t >= 0.35 { 1.0 } else { 0.0 })
            .expect("finite");
    }
    assert!(both.delay().is_some_and(|delay| (delay - 0.05).abs() < 1e-12));
    assert!(Onset::new(-1.0).is_err());
}

/// The first motion plus a wave of one and a half thresholds: largest difference, mean, and share above the threshold.
#[test]
fn two_motions_are_compared_by_what_can_be_felt() {
    let mut comparison = Comparison::new(Thresholds::SENSITIVE).expect("positive");
    let samples = 100_000;
    for n in 0..samples {
        let phase = 2.0 * PI * f64::from(n) / 1000.0;
        let one = Motion::of_numbers([1.0, 0.0, 0.0, 0.0, 0.0, 0.3]);
        let mut other = one;
        other.specific_force[0] += 1.5 * 0.15 * phase.sin();
        comparison.record(f64::from(n) * PERIOD, &one, &other).expect("finite");
    }
    let [x, y, ..] = comparison.differences();
    assert!(comparison.can_be_felt());
    assert!((x.largest - 1.5).abs() < 1e-9 && (x.mean - 1.5 / 2.0_f64.sqrt()).abs() < 1e-9);
    let share = 1.0 - 2.0 / PI * (1.0 / 1.5_f64).asin();
    assert!((x.felt - share).abs() < 2e-3, "{} {share}", x.felt);
    assert_eq!((y.largest, y.mean, y.felt), (0.0, 0.0, 0.0));
}

/// A sample that is not finite is refused, and changes nothing.
#[test]
fn a_motion_that_is_no_number_is_refused() {
    let (rest, mut wrong) = (Motion::of_numbers([0.0; 6]), Motion::of_numbers([0.0; 6]));
    wrong.angular_rate[1] = f64::NAN;
    let mut comparison = Comparison::new(Thresholds::SENSITIVE).expect("positive");
    let mut cues = FalseCues::new(Thresholds::SENSITIVE).expect("positive");
    for (one, other) in [(&rest, &wrong), (&wrong, &rest)] {
        let told = comparison.record(0.0, one, other).expect_err("it is refused");
        assert_eq!(told.to_string(), "`pitch rate` is NaN; it has to be finite");
        assert_eq!(
            cues.record(0.0, one, other).map_err(|told| told.name),
            Err("pitch rate")
        );
    }
    let moved = Motion::of_numbers([1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    comparison.record(1.0, &rest, &moved).expect("finite");
    assert_eq!(comparison.differences()[0].felt, 1.0);
    let mut onset = Onset::new(0.1).expect("positive");
    assert!(onset.record(0.0, f64::NAN).is_err() && onset.time().is_none());
}

/// A head on a moving turntable: its position in the world, differentiated twice, minus gravity.
#[test]
fn a_head_in_a_body_feels_the_second_derivative_of_its_place() {
    let head = [0.3, -0.2, 0.8];
    let turn = |t: f64| 0.4 * t + 0.3 * t * t;
    let at = |t: f64| {
        let (sin, cos) = turn(t).sin_cos();
        [
            2.0 * t * t + cos * head[0] - sin * head[1],
            5.0 * t + sin * head[0] + cos * head[1],
            0.5 * t * t + head[2],
        ]
    };
    let (t, h) = (0.7, 1e-4);
    let (sin, cos) = turn(t).sin_cos();
    let (before, now, after) = (at(t - h), at(t), at(t + h));
    let [x, y, z]: [f64; 3] = std::array::from_fn(|k| (before[k] - 2.0 * now[k] + after[k]) / (h * h));
    let body = BodyMotion {
        rotation: [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]],
        angular_velocity: [0.0, 0.0, 0.4 + 0.6 * t],
        angular_acceleration: [0.0, 0.0, 0.6],
        acceleration: [4.0, 0.0, 1.0],
        ..BodyMotion::ZERO
    };
    // Gravity of the earth, that of a grade of a tenth, and that of the moon.
    for [gx, gy, gz] in [[0.0, 0.0, -GRAVITY], [-0.98, 0.0, -9.76], [0.0, 0.3, -1.62]] {
        let felt = Motion::in_body(&body, head, [gx, gy, gz]);
        let [x, y, z] = [x - gx, y - gy, z - gz];
        let expected = [cos * x + sin * y, cos * y - sin * x, z];
        for (found, expected) in felt.specific_force.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{felt:?} {expected}");
        }
        assert_eq!(felt.angular_rate, [0.0, 0.0, 0.4 + 0.6 * t]);
    }
}

/// At rest a head feels its weight, upward.
#[test]
fn a_head_at_rest_feels_the_gravity_of_its_vehicle() {
    let body = BodyMotion {
        rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        ..BodyMotion::ZERO
    };
    let felt = Motion::in_body(&body, [0.3, 0.0, 0.8], [-0.98, 0.0, -9.76]);
    assert_eq!(felt.specific_force, [0.98, 0.0, 9.76]);
    assert_eq!(Motion::in_body(&body, [0.0; 3], [0.0, 0.0, -GRAVITY]), Motion::REST);
}
