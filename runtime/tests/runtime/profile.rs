//! Motions over time: closed forms, and derivatives against differences of sixth order.

use std::f64::consts::{PI, TAU};
use wishbone::curve::Unsound;
use wishbone::ports::Drive;
use wishbone::profile::{
    Delayed, Flank, HalfSine, Hold, Profile, Pulse, Ramp, Scaled, Sine, SineWithDwell, Spacing, Sum, Sweep, Tabled,
};

/// `f' = Σ c_k (f(t + k h) - f(t - k h)) / h` with `c = 3/4, -3/20, 1/60`: the error is of order `h⁶`.
fn slope(f: impl Fn(f64) -> f64, t: f64, h: f64) -> f64 {
    let pair = |k: f64| f(t + k * h) - f(t - k * h);
    (0.75 * pair(1.0) - 0.15 * pair(2.0) + pair(3.0) / 60.0) / h
}

/// Checks velocity and acceleration at inner times of `[from, to]`, where the motion is smooth.
fn assert_derivatives(profile: &impl Profile, [from, to]: [f64; 2]) {
    let h = 5e-4 * (to - from);
    for k in 1..100 {
        let t = from + (to - from) * (0.005 + 0.0099 * f64::from(k));
        let now = profile.at(t);
        let velocity = slope(|t| profile.at(t).position, t, h);
        let acceleration = slope(|t| profile.at(t).velocity, t, h);
        let scale = [1.0 + now.position.abs() / h, 1.0 + now.velocity.abs() / h].map(|size| 1e-11 * size);
        assert!((now.velocity - velocity).abs() < scale[0], "{now:?} {velocity} at {t}");
        assert!(
            (now.acceleration - acceleration).abs() < scale[1],
            "{now:?} {acceleration} at {t}"
        );
    }
}

fn assert_close(a: f64, b: f64, most: f64) {
    assert!((a - b).abs() < most, "{a} is not {b}");
}

#[test]
fn the_first_motions_have_their_derivatives() {
    let (start, duration, amplitude) = (1.0, 0.2, 0.005);
    let ramp = Ramp {
        start,
        duration,
        amplitude,
    };
    assert_derivatives(&ramp, [start, start + duration]);
    assert_derivatives(
        &HalfSine {
            start,
            duration,
            amplitude,
        },
        [start, start + duration],
    );
    assert_eq!(
        Hold(0.3).at(7.0),
        Drive {
            position: 0.3,
            ..Drive::default()
        }
    );
}

#[test]
fn a_sine_has_its_periods() {
    let sine = Sine {
        start: 0.5,
        cycles: 2.0,
        amplitude: 0.03,
        frequency: 1.25,
    };
    assert_derivatives(&sine, [0.5, 2.1]);
    assert_close(sine.at(0.7).position, 0.03, 1e-16);
    assert_close(sine.at(0.5).velocity, 0.03 * TAU * 1.25, 1e-16);
    assert_eq!(sine.at(0.4999), Drive::default());
    assert_eq!(sine.at(2.1001), Drive::default());
    let endless = Sine {
        cycles: f64::INFINITY,
        ..sine
    };
    assert_close(endless.at(80.7).position, 0.03, 1e-13);
    for none in [Sine { frequency: 0.0, ..sine }, Sine { cycles: -1.0, ..sine }] {
        assert_eq!(none.at(1.0), Drive::default());
    }
    assert!(
        Sine {
            frequency: f64::NAN,
            ..sine
        }
        .at(1.0)
        .position
        .is_nan()
    );
}

#[test]
fn a_sine_pauses_at_its_second_peak() {
    let steer = SineWithDwell::standard(1.0, 0.1);
    let period = 1.0 / 0.7;
    let peak = 1.0 + 0.75 * period;
    assert_derivatives(&steer, [1.0, peak]);
    assert_derivatives(&steer, [peak + 0.5, 1.5 + period]);
    assert_close(steer.at(1.0 + 0.25 * period).position, 0.1, 1e-16);
    for since in [0.0, 0.1, 0.4999] {
        let held = steer.at(peak + since);
        assert_close(held.position, -0.1, 1e-16);
        assert_close(held.velocity, 0.0, 1e-15);
    }
    // Position and velocity are continuous at both ends of the pause.
    for end in [peak, peak + 0.5] {
        let [before, after] = [-1e-9, 1e-9].map(|d| steer.at(end + d));
        assert_close(before.position, after.position, 1e-15);
        assert_close(before.velocity, after.velocity, 1e-8);
    }
    // The whole motion takes 1/0.7 + 0.5 = 1.929 s.
    assert!(steer.at(1.0 + 1.928).position < 0.0);
    assert_eq!(steer.at(1.0 + 1.929), Drive::default());
    assert!(SineWithDwell { dwell: -0.1, ..steer }.at(peak + 0.1).position.is_nan());
}

/// The instantaneous frequency follows from position and velocity: `x² + (x' / 2π f)² = a²`.
#[test]
fn sweeps_go_through_their_frequencies() {
    for spacing in [Spacing::Linear, Spacing::Logarithmic] {
        let sweep = Sweep {
            start: 0.3,
            duration: 8.0,
            amplitude: 0.02,
            from: 0.2,
            to: 3.2,
            spacing,
        };
        assert_derivatives(&sweep, [0.3, 2.3]);
        assert_derivatives(&sweep, [6.3, 8.3]);
        for k in 0..80 {
            let since = 0.1 * f64::from(k);
            let frequency = match spacing {
                Spacing::Linear => 0.2 + 3.0 * since / 8.0,
                Spacing::Logarithmic => 0.2 * 16.0_f64.powf(since / 8.0),
            };
            let motion = sweep.at(0.3 + since);
            let radius = motion.position.hypot(motion.velocity / (TAU * frequency));
            assert_close(radius, 0.02, 1e-15);
        }
        assert_eq!(sweep.at(0.2), Drive::default());
        assert_eq!(sweep.at(8.4), Drive::default());
        // With a frequency that hardly changes, the sweep is a sine.
        let constant = Sine {
            start: 0.3,
            cycles: f64::INFINITY,
            amplitude: 0.02,
            frequency: 0.2,
        };
        for to in [0.2, 0.2 * (1.0 + 1e-10)] {
            assert_close(Sweep { to, ..sweep }.at(5.0).position, constant.at(5.0).position, 1e-10);
        }
    }
    // Linear sweep: the number of cycles, the mean frequency times the duration, is a whole number.
    let linear = Sweep {
        start: 0.0,
        duration: 4.0,
        amplitude: 1.0,
        from: 1.0,
        to: 2.0,
        spacing: Spacing::Linear,
    };
    assert_close(linear.at(4.0 - 1e-12).position, 0.0, 1e-10);
    assert!(
        Sweep {
            from: 0.0,
            spacing: Spacing::Logarithmic,
            ..linear
        }
        .at(1.0)
        .position
        .is_nan()
    );
}

/// The series near a constant frequency and the closed form agree at a relative change of frequency of 1e-4.
#[test]
fn a_logarithmic_sweep_is_smooth_where_its_formula_changes() {
    let sweep = Sweep {
        start: 0.0,
        duration: 100.0,
        amplitude: 1.0,
        from: 1.0,
        to: 1.01,
        spacing: Spacing::Logarithmic,
    };
    let border = 1e-4 * 100.0 / 1.01_f64.ln();
    let [before, after] = [-1e-9, 1e-9].map(|d| sweep.at(border + d).position);
    assert_close(before, after, 2e-8);
    let growth = 1.01_f64.ln() / 100.0;
    assert_close(after, (TAU * (growth * border).exp_m1() / growth).sin(), 2e-8);
}

#[test]
fn pulses_rise_hold_and_fall() {
    let pulse = Pulse {
        start: 1.0,
        rise: 0.5,
        hold: 0.3,
        fall: 0.2,
        amplitude: -0.04,
        flank: Flank::Smooth,
    };
    assert_derivatives(&pulse, [1.0, 1.5]);
    assert_derivatives(&pulse, [1.8, 2.0]);
    assert_close(pulse.at(1.6).position, -0.04, 1e-17);
    assert_close(pulse.at(1.25).position, -0.02, 1e-17);
    assert_close(pulse.at(1.9).position, -0.02, 1e-16);
    assert_close(pulse.at(2.5).position, 0.0, 1e-17);
    let straight = Pulse {
        flank: Flank::Straight,
        ..pulse
    };
    assert_derivatives(&straight, [1.0, 1.5]);
    assert_close(straight.at(1.1).position, -0.008, 1e-16);
    assert_close(straight.at(1.1).velocity, -0.08, 1e-16);
    assert_close(straight.at(1.85).velocity, 0.2, 1e-15);
    // The area of a triangle.
    let triangle = Pulse { hold: 0.0, ..straight };
    let area: f64 = (0..8000)
        .map(|k| triangle.at(0.9 + 1e-4 * (f64::from(k) + 0.5)).position * 1e-4)
        .sum();
    assert_close(area, -0.04 * 0.7 / 2.0, 1e-9);
    let block = Pulse {
        rise: 0.0,
        fall: 0.0,
        ..straight
    };
    assert_eq!(
        [0.99, 1.0, 1.29, 1.3].map(|t| block.at(t).position),
        [0.0, -0.04, -0.04, 0.0]
    );
    for bad in [
        Pulse { hold: -0.1, ..pulse },
        Pulse { rise: -0.1, ..straight },
        Pulse {
            fall: f64::NAN,
            ..straight
        },
    ] {
        assert!(bad.at(1.9).position.is_nan());
    }
}

/// A number that is NaN makes the motion NaN, even if it only determines the time of a jump or of an end.
#[test]
fn nan_is_never_a_motion() {
    let jump = Ramp {
        start: f64::NAN,
        duration: 0.0,
        amplitude: 1.0,
    };
    let late = Delayed {
        profile: Ramp { start: 0.0, ..jump },
        delay: f64::NAN,
    };
    let block = Pulse {
        start: f64::NAN,
        rise: 0.0,
        hold: 1.0,
        fall: 0.0,
        amplitude: 1.0,
        flank: Flank::Straight,
    };
    let endless = Sine {
        start: 0.0,
        cycles: f64::NAN,
        amplitude: 1.0,
        frequency: 2.0,
    };
    let all: [&dyn Profile; 4] = [&jump, &late, &block, &endless];
    for (place, profile) in all.iter().enumerate() {
        assert!(profile.at(1.9).position.is_nan(), "{place}");
    }
}

#[test]
fn tables_meet_their_points_and_do_not_overshoot() {
    let (times, positions) = ([0.0, 1.0, 1.5, 3.0, 4.0], [0.0, 0.2, 0.2, -0.1, -0.4]);
    let smooth = Tabled::smooth(&times, &positions).expect("sound points");
    let straight = Tabled::straight(&times, &positions).expect("sound points");
    for (t, x) in times.into_iter().zip(positions) {
        assert_close(smooth.at(t).position, x, 1e-16);
        assert_close(straight.at(t).position, x, 1e-16);
        let [before, after] = [-1e-12, 1e-12].map(|d| smooth.at(t + d).velocity);
        assert_close(before, after, 1e-10);
    }
    for piece in times.windows(2) {
        let [from, to] = [piece[0], piece[1]];
        assert_derivatives(&smooth, [from, to]);
        assert_derivatives(&straight, [from, to]);
        for k in 0..=50 {
            let t = from + (to - from) * f64::from(k) / 50.0;
            let ends = [smooth.at(from).position, smooth.at(to).position];
            let x = smooth.at(t).position;
            assert!(
                x >= ends[0].min(ends[1]) - 1e-15 && x <= ends[0].max(ends[1]) + 1e-15,
                "{x} at {t}"
            );
        }
    }
    assert_eq!(smooth.at(-1.0), Drive::default());
    assert_eq!(
        smooth.at(5.0),
        Drive {
            position: -0.4,
            ..Drive::default()
        }
    );
    assert_eq!(straight.at(5.0), smooth.at(5.0));
    assert!(smooth.at(f64::NAN).position.is_nan());
    let held = Tabled::smooth(&[1.0], &[0.7]).expect("one point");
    assert_eq!([0.0, 2.0].map(|t| held.at(t).position), [0.7; 2]);
    assert_eq!(Tabled::smooth(&[1.0, 1.0], &[0.0; 2]), Err(Unsound::NotRising(1)));
    assert_eq!(Tabled::straight(&[0.0; 33], &[0.0; 33]), Err(Unsound::Count(33)));
}

/// Two points at rest, joined by the cubic `3 s² - 2 s³`.
#[test]
fn a_smooth_table_of_two_points_is_a_cubic_step() {
    let step = Tabled::smooth(&[1.0, 3.0], &[0.0, 0.6]).expect("sound points");
    for k in 0..20 {
        let s = f64::from(k) / 20.0;
        assert_close(step.at(1.0 + 2.0 * s).position, 0.6 * s * s * (3.0 - 2.0 * s), 1e-15);
    }
}

/// `sin(u + v) = sin u cos v + cos u sin v`, as a sum of two scaled motions, one of them a quarter of a period later.
#[test]
fn motions_combine() {
    let whole = Sine {
        start: -10.0,
        cycles: f64::INFINITY,
        amplitude: 1.0,
        frequency: 0.5,
    };
    let shift: f64 = 0.4;
    let advanced = Delayed {
        profile: whole,
        delay: -shift / PI,
    };
    let quarter = Delayed {
        profile: whole,
        delay: -0.5,
    };
    let sum = Sum(
        Scaled {
            profile: whole,
            factor: shift.cos(),
        },
        Scaled {
            profile: quarter,
            factor: shift.sin(),
        },
    );
    for k in 0..50 {
        let t = 0.1 * f64::from(k);
        let (a, b) = (sum.at(t), advanced.at(t));
        assert_close(a.position, b.position, 1e-13);
        assert_close(a.velocity, b.velocity, 1e-13);
        assert_close(a.acceleration, b.acceleration, 1e-12);
    }
}

/// The velocity equals its initial value plus its jumps and the integral of the acceleration, from any time to any
/// other time, over all jumps.
#[test]
fn jumps_are_what_the_acceleration_does_not_tell() {
    let straight = Pulse {
        start: 0.31,
        rise: 0.2,
        hold: 0.15,
        fall: 0.4,
        amplitude: -0.7,
        flank: Flank::Straight,
    };
    let sine = Sine {
        start: 0.2,
        cycles: 1.7,
        amplitude: 0.4,
        frequency: 2.3,
    };
    let sweep = Sweep {
        start: 0.13,
        duration: 0.9,
        amplitude: 0.2,
        from: 1.0,
        to: 5.0,
        spacing: Spacing::Logarithmic,
    };
    let points = ([0.1, 0.4, 0.9, 1.3], [0.3, -0.2, 0.5, 0.5]);
    let tabled =
        |make: fn(&[f64], &[f64]) -> Result<Tabled, Unsound>| make(&points.0, &points.1).expect("sound points");
    let half_sine = HalfSine {
        start: 0.4,
        duration: 0.5,
        amplitude: 0.3,
    };
    let smooth = Ramp {
        start: 0.2,
        duration: 0.5,
        amplitude: 2.0,
    };
    let dwell = SineWithDwell {
        start: 0.2,
        amplitude: 0.6,
        frequency: 2.0,
        dwell: 0.3,
    };
    let mixed = Sum(
        Scaled {
            profile: straight,
            factor: -1.5,
        },
        Delayed {
            profile: sine,
            delay: -0.1,
        },
    );
    let all: [(&dyn Profile, usize); 13] = [
        (&straight, 4),
        (
            &Pulse {
                flank: Flank::Smooth,
                ..straight
            },
            0,
        ),
        (&Pulse { rise: 0.0, ..straight }, 2),
        (&sine, 2),
        (
            &Sine {
                cycles: f64::INFINITY,
                ..sine
            },
            1,
        ),
        (&sweep, 2),
        (&tabled(Tabled::straight), 3),
        (&tabled(Tabled::smooth), 0),
        (&half_sine, 2),
        (&smooth, 0),
        (&dwell, 2),
        (&mixed, 6),
        (&Hold(0.4), 0),
    ];
    const PARTS: usize = 40_000;
    for (place, (profile, count)) in all.into_iter().enumerate() {
        let time = |part: usize| 1.6 * part as f64 / PARTS as f64;
        let (mut velocity, mut found) = (profile.at(0.0).velocity, 0);
        for part in 0..PARTS {
            let (from, to) = (time(part), time(part + 1));
            let accelerations = [from, to].map(|time| profile.at(time).acceleration);
            let jump = profile.jump(from, to);
            // An acceleration that jumps within a part has a wrong mean, which is small.
            velocity += jump + 0.5 * (to - from) * (accelerations[0] + accelerations[1]);
            found += usize::from(jump != 0.0);
            let off = velocity - profile.at(to).velocity;
            assert!(off.abs() < 0.02, "{place} at {to}: {off}");
        }
        assert_eq!(found, count, "{place}");
        let whole = profile.jump(0.0, 1.6);
        let sum: f64 = (0..PARTS).map(|part| profile.jump(time(part), time(part + 1))).sum();
        assert!((whole - sum).abs() < 1e-12, "{place}");
    }
}
