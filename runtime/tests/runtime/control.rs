//! Profiles over time, steering, and the speed controller.

use crate::solvers::{oscillator::Oscillator, roller::Roller};
use wishbone::control::SpeedHold;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::profile::{HalfSine, Profile};

fn assert_derivatives(profile: &impl Profile, times: impl Iterator<Item = f64>) {
    let h = 1e-6;
    for t in times {
        let (before, now, after) = (profile.at(t - h), profile.at(t), profile.at(t + h));
        let velocity = (after.position - before.position) / (2.0 * h);
        let acceleration = (after.velocity - before.velocity) / (2.0 * h);
        assert!((now.velocity - velocity).abs() < 1e-8, "velocity at {t}");
        assert!((now.acceleration - acceleration).abs() < 1e-6, "acceleration at {t}");
    }
}

const RAMP: Ramp = Ramp {
    start: 1.0,
    duration: 0.2,
    amplitude: 0.005,
};

#[test]
fn a_ramp_is_smooth_from_rest_to_rest() {
    assert_derivatives(&RAMP, (0..300).map(|i| 0.9505 + 1e-3 * f64::from(i)));
    for (time, position) in [(0.0, 0.0), (1.0, 0.0), (1.2, 0.005), (9.0, 0.005)] {
        let motion = RAMP.at(time);
        assert!((motion.position - position).abs() < 1e-17);
        assert!(
            motion.velocity.abs() < 1e-14 && motion.acceleration.abs() < 1e-12,
            "{motion:?}"
        );
    }
    assert!((RAMP.at(1.1).position - 0.0025).abs() < 1e-17);
    assert!((RAMP.at(1.1).velocity - 15.0 / 8.0 * 0.005 / 0.2).abs() < 1e-15);
}

#[test]
fn a_half_sine_has_its_derivatives_inside() {
    let sine = HalfSine {
        start: 0.2,
        duration: 0.18,
        amplitude: 0.05,
    };
    assert_derivatives(&sine, (1..170).map(|i| 0.2 + 1e-3 * f64::from(i)));
    assert_eq!(sine.at(0.1999), Drive::default());
    assert_eq!(sine.at(0.3801), Drive::default());
}

#[test]
fn steering_reaches_the_drive_of_its_name() {
    let steer = Steer::of(Oscillator::DESCRIPTION, "rack", RAMP).expect("there is a rack");
    let mut simulation = Simulation::new(Oscillator::undamped(1.0), steer, RungeKutta4);
    while simulation.time() < 1.3 {
        let _ = simulation.step(0.01).expect("nothing to close");
    }
    assert_eq!(simulation.inputs.drives, [RAMP.at(simulation.time())]);
    assert!(Steer::of(Oscillator::DESCRIPTION, "pinion", RAMP).is_none());
}

/// A car of one wheel on a flat road, from `start` to 20 m/s; calls `each` with speed and torque after every step.
fn driven(start: f64, seconds: f64, mut each: impl FnMut(f64, f64)) {
    let tyre = LinearTyre {
        longitudinal_stiffness: 50e3,
        rolling_resistance: 0.02,
        ..LinearTyre::vertical(0.3, 200e3, 4e3)
    };
    let road = OnRoad {
        tyres: [tyre],
        terrain: Flat,
    };
    let driver = SpeedHold::new(20.0, 300.0, 80.0, 250.0, [true]);
    let mut simulation = Simulation::new(Roller::default(), (road, driver), AdamsBashforth3::new());
    let mut state = Roller::design_state();
    state.v = [start, 0.0, start / 0.3];
    simulation.set_state(state);
    while simulation.time() < seconds {
        let _ = simulation.step(1e-3).expect("nothing to close");
        each(simulation.state().v[0], simulation.inputs.wheels[0].drive_torque);
    }
}

/// The torque is at its limit for more than three seconds; without anti-windup the integral would then hold
/// `80 * 10 * 3 / 2 = 1200 N m`, five times the limit, and the speed would run far beyond the target.
#[test]
fn speed_hold_reaches_its_target_within_its_limits_and_without_overshoot() {
    let (mut fastest, mut last, mut at_limit) = (0.0_f64, 0.0, 0);
    driven(10.0, 30.0, |speed, torque| {
        assert!(torque.abs() <= 250.0);
        at_limit += u32::from(torque == 250.0);
        fastest = fastest.max(speed);
        last = speed;
    });
    assert!(at_limit > 3000, "{at_limit} steps at the limit");
    assert!((last - 20.0).abs() < 1e-3, "{last}");
    assert!(fastest < 20.5, "{fastest}");
}

#[test]
fn speed_hold_slows_down_as_well() {
    let mut last = 0.0;
    driven(25.0, 30.0, |speed, _| last = speed);
    assert!((last - 20.0).abs() < 1e-3, "{last}");
}

#[test]
fn forward_speed_is_measured_along_the_wheels() {
    let (sine, cosine) = 0.3_f64.sin_cos();
    let turned = WheelMotion {
        axis: [-sine, cosine, 0.0],
        velocity: [12.0 * cosine, 12.0 * sine, 1.0],
        ..WheelMotion::default()
    };
    assert!((forward_speed(&[turned, turned]) - 12.0).abs() < 1e-14);
    assert_eq!(forward_speed(&[]), 0.0);
}

#[test]
fn a_ramp_of_no_duration_is_a_jump_and_one_of_less_is_no_number() {
    let jump = Ramp { duration: 0.0, ..RAMP };
    assert_eq!(jump.at(RAMP.start - 1e-9), Drive::default());
    let behind = Drive {
        position: RAMP.amplitude,
        ..Drive::default()
    };
    assert_eq!(jump.at(RAMP.start), behind);
    assert_eq!(jump.at(RAMP.start + 1e-9), behind);
    for duration in [-0.1, f64::NAN] {
        let none = Ramp { duration, ..RAMP };
        assert!(none.at(RAMP.start + 1.0).velocity.is_nan(), "{duration}");
    }
}

#[test]
fn a_half_sine_has_begun_at_its_start_and_ended_at_its_end() {
    let sine = HalfSine {
        start: 1.0,
        duration: 0.5,
        amplitude: 0.02,
    };
    assert!(sine.at(1.0).velocity > 0.0);
    assert_eq!(sine.at(1.5), Drive::default());
    assert!(sine.at(1.5 - 1e-9).velocity < 0.0);
    let none = HalfSine { duration: 0.0, ..sine };
    assert_eq!(none.at(1.0), Drive::default());
}
