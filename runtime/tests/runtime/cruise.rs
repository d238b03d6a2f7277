//! A speed controller on pedals, against the closed form of its loop.

use super::pedals::Thrust;
use super::solvers::roller::Roller;
use wishbone::control::{ByTime, Cruise, Geared, Gears, Pedals};
use wishbone::prelude::*;
use wishbone::profile::{Hold, Profile, Tabled};

type Run<P> = Simulation<Roller, (Cruise<P>, Thrust), RungeKutta4>;

fn run<P: Profile>(driver: Cruise<P>, force: f64, speed: f64) -> Run<P> {
    let mut simulation = Simulation::new(Roller::default(), (driver, Thrust(force)), RungeKutta4);
    let mut state = Roller::design_state();
    state.v[0] = speed;
    simulation.set_state(state);
    simulation
}

fn speed<P: Profile>(simulation: &Run<P>) -> f64 {
    simulation.state().v[0]
}

/// Error of the speed after one second, compared with `m e'' + F k_p e' + F k_i e = 0`, within the limits of the pedals
/// and without a dead band. With `w² = F k_i / m`, `2 s = F k_p / m`, and `c² = w² - s²`, from rest of the integral
/// part, `e = e^(-s t) (e₀ cos c t + (e₀' + s e₀)/c sin c t)`, `e₀' = -2 s e₀`.
fn error_of(h: f64) -> f64 {
    let (force, kp, ki, start) = (4000.0, 0.2, 0.5, 0.5);
    let mut simulation = run(Cruise::new(Hold(20.0), kp, ki), force, 20.0 - start);
    while simulation.time() < 1.0 - 0.5 * h {
        let _ = simulation.step(h).expect("a sound step");
    }
    let (half, square) = (0.5 * force * kp / Roller::MASS, force * ki / Roller::MASS);
    let rate = (square - half * half).sqrt();
    let (sine, cosine) = rate.sin_cos();
    let e = (-half).exp() * (start * cosine - half * start / rate * sine);
    (20.0 - speed(&simulation)) - e
}

#[test]
fn the_loop_is_that_of_a_damped_oscillator_to_fourth_order() {
    let [coarse, fine] = [0.02, 0.01].map(error_of);
    assert!(fine.abs() < 1e-8, "{fine}");
    let order = (coarse / fine).abs().log2();
    assert!((3.8..4.2).contains(&order), "{order}");
}

/// The integral part compensates a constant resistance: no error remains.
#[test]
fn nothing_remains_of_the_error_and_the_limits_do_not_wind_it_up() {
    let mut driver = Cruise::new(Hold(25.0), 0.3, 0.1);
    driver.dead_band = 0.05;
    let mut simulation = run(driver, 1200.0, 5.0);
    let (mut fastest, mut full) = (0.0_f64, 0);
    while simulation.time() < 60.0 {
        let _ = simulation.step(0.01).expect("a sound step");
        let controls = simulation.surroundings.controls().expect("there is a driver");
        assert!((0.0..=1.0).contains(&controls.throttle) && (0.0..=1.0).contains(&controls.brake));
        assert!(controls.throttle * controls.brake == 0.0);
        full += u32::from(controls.throttle == 1.0);
        fastest = fastest.max(speed(&simulation));
    }
    // 20 m/s at 3 m/s² take 6.7 s; in the last third of this time the pedal is no longer at its limit.
    assert!(full > 400, "{full}");
    assert!((speed(&simulation) - 25.0).abs() < 0.2, "{}", speed(&simulation));
    // Without anti-windup the integral would be 0.1 × 20 × 6.7 / 2 = 6.7 times full throttle.
    assert!(fastest < 25.5, "{fastest}");
}

/// Under a constant error, `i` comes to rest at `1 + d - (k_p - k_i T) e`.
#[test]
fn at_a_limit_the_integral_part_comes_to_rest() {
    let mut driver = Cruise::new(Hold(10.0), 0.5, 1.0);
    driver.dead_band = 0.1;
    // Without a force the error of 10 m/s remains.
    let mut simulation = run(driver, 0.0, 0.0);
    while simulation.time() < 20.0 {
        let _ = simulation.step(0.01).expect("a sound step");
    }
    let (integral, ()) = *simulation.subsystems();
    assert!((integral - (1.1 - 0.75 * 0.5 * 10.0)).abs() < 1e-12, "{integral}");
}

/// Within the dead band no pedal is pressed; beyond it, the pedal begins at zero.
#[test]
fn a_dead_band_lies_between_the_pedals() {
    for (error, throttle, brake) in [
        (0.9, 0.0, 0.0),
        (-0.9, 0.0, 0.0),
        (3.0, 0.2, 0.0),
        (-4.0, 0.0, 0.3),
        (40.0, 1.0, 0.0),
    ] {
        let mut driver = Cruise::new(Hold(20.0), 0.1, 0.0);
        driver.dead_band = 0.1;
        let mut simulation = run(driver, 100.0, 20.0 - error);
        let _ = simulation.evaluate();
        let controls = simulation.surroundings.controls().expect("there is a driver");
        assert!((controls.throttle - throttle).abs() < 1e-14, "{controls:?}");
        assert!((controls.brake - brake).abs() < 1e-14, "{controls:?}");
    }
}

/// With the inverse of the vehicle as feedforward, `k_a = m / F`, a target of piecewise constant acceleration is followed
/// without any error.
#[test]
fn feedforward_follows_a_target_over_time_exactly() {
    let target = Tabled::straight(&[1.0, 5.0, 7.0, 10.0], &[10.0, 18.0, 18.0, 6.0]).expect("sound points");
    let mut driver = Cruise::new(target, 0.2, 0.05);
    driver.feedforward = Roller::MASS / 2000.0;
    let mut simulation = run(driver, 2000.0, 10.0);
    let mut worst = 0.0_f64;
    while simulation.time() < 12.0 {
        let _ = simulation.step(0.01).expect("a sound step");
        worst = worst.max((speed(&simulation) - target.at(simulation.time()).position).abs());
    }
    // A stage of the integrator at a corner may use the acceleration of the wrong side: an error of at most h/6 of it.
    assert!(worst < 0.01 * 4.0 / 2.0, "{worst}");
}

#[test]
fn gears_change_by_speed_with_a_gap_and_a_pause() {
    let gears = Gears::new(&[5.0, 10.0, 15.0], &[3.0, 8.0, 13.0], 0.5).expect("sound speeds");
    let target = Tabled::straight(&[0.0, 10.0, 20.0], &[0.0, 20.0, 0.0]).expect("sound points");
    let mut driver = Cruise::new(target, 1.0, 0.0);
    driver.feedforward = 0.1;
    driver.gears = Some(gears);
    let mut simulation = run(driver, 4000.0, 0.0);
    let (mut last, mut changes) = (1, Vec::new());
    while simulation.time() < 20.0 {
        let _ = simulation.step(0.001).expect("a sound step");
        let gear = simulation.surroundings.0.gears.expect("it has gears").gear();
        if gear != last {
            changes.push((gear, simulation.time()));
            last = gear;
        }
    }
    let expected = [(2, 2.5), (3, 5.0), (4, 7.5), (3, 13.5), (2, 16.0), (1, 18.5)];
    assert_eq!(changes.len(), expected.len(), "{changes:?}");
    for ((gear, time), (wanted, at)) in changes.into_iter().zip(expected) {
        assert!(gear == wanted && (time - at).abs() < 0.01, "gear {gear} at {time}");
    }
    assert_eq!(gears.at_speed(11.0).gear(), 3);
    // A pause of four seconds delays the second change.
    let slow = Gears::new(&[5.0, 6.0], &[3.0, 4.0], 4.0).expect("sound speeds");
    driver.gears = Some(slow);
    let mut simulation = run(driver, 4000.0, 0.0);
    while simulation.time() < 6.4 {
        let _ = simulation.step(0.001).expect("a sound step");
    }
    assert_eq!(simulation.surroundings.0.gears.map(|gears| gears.gear()), Some(2));
    while simulation.time() < 6.6 {
        let _ = simulation.step(0.001).expect("a sound step");
    }
    assert_eq!(simulation.surroundings.0.gears.map(|gears| gears.gear()), Some(3));
}

/// The clutch pedal goes down, stays down and comes up along straight lines. The gear is engaged halfway through the
/// time during which the clutch pedal is down, and the accelerator pedal is released during the change. The pause
/// begins when the pedal is up again.
#[test]
fn the_clutch_is_pressed_for_a_change_of_gear() {
    let gears = Gears::new(&[5.0, 5.1], &[3.0, 4.0], 0.5).expect("sound speeds");
    let mut driver = Cruise::new(Hold(30.0), 1.0, 0.0);
    driver.gears = Some(gears.with_clutch([0.2, 0.1, 0.4]));
    let mut simulation = run(driver, 4000.0, 0.0);
    let mut changes = Vec::new();
    let mut began = None;
    let mut last = 1;
    while simulation.time() < 6.0 && changes.len() < 2 {
        let _ = simulation.step(0.001).expect("a sound step");
        let now = simulation.time();
        let gears = simulation.surroundings.0.gears.expect("it has gears");
        let controls = Subsystem::<Roller>::controls(&simulation.surroundings).expect("there is a driver");
        assert!(controls.throttle <= 1.0 - controls.clutch + 1e-12);
        if gears.pedal(now) == 0.0 && gears.pedal(now + 1e-3) > 0.0 {
            began = Some(now);
        }
        if gears.gear() != last {
            last = gears.gear();
            let since = now - began.take().expect("the pedal went down before");
            assert!((since - 0.25).abs() < 2e-3, "{since} s after the pedal began");
            for (time, pedal) in [
                (-0.15, 0.5),
                (-0.05, 1.0),
                (0.0, 1.0),
                (0.05, 1.0),
                (0.25, 0.5),
                (0.45, 0.0),
                (0.6, 0.0),
            ] {
                let found = gears.pedal(now + time);
                assert!((found - pedal).abs() < 1e-2, "{found} at {time}");
            }
            changes.push(now);
        }
    }
    // The time between two changes is the pause plus the movement of the pedal, because the speed was high enough at once.
    let [first, second] = changes[..] else {
        panic!("{changes:?}");
    };
    assert!((second - first - 0.5 - 0.7).abs() < 5e-3, "{changes:?}");
}

/// Pedals by a plan, gears by the speed: at full throttle the driver changes through all gears, and releases the
/// accelerator pedal for each change.
#[test]
fn a_plan_of_pedals_goes_through_the_gears() {
    let gears = Gears::new(&[5.0, 9.0], &[3.0, 7.0], 0.1).expect("sound speeds");
    let plan = ByTime::released(1).with_throttle(Hold(1.0));
    let gears = gears.with_clutch([0.2, 0.1, 0.4]);
    let driver = Pedals::new(Geared { plan, gears });
    let mut simulation = Simulation::new(Roller::default(), (driver, Thrust(4000.0)), RungeKutta4);
    let (mut seen, mut released) = (vec![1], 0);
    while simulation.time() < 5.0 {
        let _ = simulation.step(0.001).expect("a sound step");
        let controls = Subsystem::<Roller>::controls(&simulation.surroundings).expect("there is a driver");
        assert!((controls.throttle + controls.clutch - 1.0).abs() < 1e-12);
        released += usize::from(controls.throttle < 1e-9);
        if seen.last() != Some(&controls.gear) {
            seen.push(controls.gear);
        }
    }
    assert_eq!(seen, [1, 2, 3]);
    assert!((190..=210).contains(&released), "{released} ms for two changes");
}

#[test]
fn gears_that_would_change_to_and_fro_are_refused() {
    assert_eq!(Gears::new(&[5.0, 10.0], &[3.0, 10.0], 0.5), Err(1));
    assert_eq!(Gears::new(&[5.0, 4.0], &[3.0, 3.5], 0.5), Err(1));
    assert_eq!(Gears::new(&[5.0], &[], 0.5), Err(0));
    assert_eq!(Gears::new(&[f64::NAN], &[3.0], 0.5), Err(0));
    assert_eq!(Gears::new(&[5.0], &[3.0], -0.5), Err(0));
    let many: Vec<f64> = (0..16).map(|k| 2.0 + f64::from(k)).collect();
    let below: Vec<f64> = many.iter().map(|up| up - 1.0).collect();
    assert_eq!(Gears::new(&many, &below, 0.5), Err(15));
    assert!(Gears::new(&many[..15], &below[..15], 0.5).is_ok());
    // Without a proportional part the time of the anti-windup is zero, which gives NaN.
    assert!(run(Cruise::new(Hold(1.0), 0.0, 0.1), 1.0, 0.0).step(0.01).is_err());
}
