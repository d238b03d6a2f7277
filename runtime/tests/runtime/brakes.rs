//! Brakes: they stop a wheel according to their torque, hold it, and do not lock it under slip control.

use super::driveline::{Feet, assert_close};
use super::solvers::roller::Roller;
use super::solvers::wheelset::{INERTIA, Wheelset};
use wishbone::brakes::{Brakes, SlipControl};
use wishbone::control::Controls;
use wishbone::prelude::*;
use wishbone::tyre::Relaxed;

fn pressed(brake: f64) -> Feet {
    Feet(Controls {
        brake,
        ..Controls::default()
    })
}

fn turning(spins: [f64; 4]) -> <Wheelset as Solver>::State {
    let mut start = Wheelset::design_state();
    start.v = spins;
    start
}

/// A wheel stops after `t = J w / T`. Halfway in time it turns half as fast, in either direction. The pads take the energy that it
/// loses.
#[test]
fn a_wheel_stops_as_its_torque_says() {
    let brakes = Brakes::new([100.0, 200.0, 300.0, 400.0]);
    let mut simulation = Simulation::new(Wheelset::default(), (pressed(0.5), brakes), AdamsBashforth3::new());
    let spins = [50.0, -50.0, 75.0, 100.0];
    simulation.set_state(turning(spins));
    // Half of 100 N m stops 50 rad/s in two seconds; the pads act within milliseconds.
    for _ in 0..1000 {
        let _ = simulation.step(1e-3).expect("a sound step");
    }
    let found = simulation.state().v;
    for (found, (start, torque)) in found
        .into_iter()
        .zip(spins.into_iter().zip([50.0, 100.0, 150.0, 200.0]))
    {
        let slowed = (start.abs() - torque / INERTIA).max(0.0) * start.signum();
        assert_close(found, slowed, 0.02 * start.abs());
    }
    for _ in 0..4000 {
        let _ = simulation.step(1e-3).expect("a sound step");
    }
    assert!(
        simulation.state().v.iter().all(|spin| spin.abs() < 1e-2),
        "{:?}",
        simulation.state().v
    );
}

/// A torque on each wheel [N m].
#[derive(Clone, Copy, Debug)]
struct Push([f64; 4]);

impl<S: Solver> Subsystem<S> for Push {
    type State = ();

    fn load(&mut self, _: &Now<()>, inputs: &mut S::Inputs) {
        for (input, torque) in inputs.wheels().iter_mut().zip(self.0) {
            input.drive_torque = torque;
        }
    }
}

/// The pulled parking brake holds its two wheels against eight tenths of its capacity; the other two wheels accelerate.
#[test]
fn the_parking_brake_holds() {
    let mut brakes = Brakes::new([500.0; 4]);
    brakes.parking = [0.0, 0.0, 100.0, 100.0];
    let driver = Feet(Controls {
        parking_brake: 1.0,
        ..Controls::default()
    });
    let subsystems = (driver, (Push([80.0, -80.0, 80.0, -80.0]), brakes));
    let mut simulation = Simulation::new(Wheelset::default(), subsystems, AdamsBashforth3::new());
    for _ in 0..10_000 {
        let _ = simulation.step(1e-3).expect("a sound step");
    }
    let settled = simulation.state().q;
    for _ in 0..60_000 {
        let _ = simulation.step(1e-3).expect("a sound step");
    }
    let State { q, v } = *simulation.state();
    assert_close(v[0], 80.0 / INERTIA * 70.0, 1e-6);
    for wheel in [2, 3] {
        assert_close(q[wheel], settled[wheel], 1e-7);
        assert!(q[wheel].abs() < 0.2, "{q:?}");
    }
}

/// Brakes hold a torque and are then released; half a second later they are pressed again. The wheels, which are at
/// rest, stay at rest: the pads have lost the deflection under the torque.
#[test]
fn pads_that_are_pressed_again_at_rest_move_nothing() {
    let subsystems = (pressed(1.0), (Push([80.0, -80.0, 40.0, 0.0]), Brakes::new([100.0; 4])));
    let mut simulation = Simulation::new(Wheelset::default(), subsystems, AdamsBashforth3::new());
    let mut advance = |brake: f64, push: [f64; 4]| {
        simulation.surroundings.0 = pressed(brake);
        simulation.surroundings.1.0 = Push(push);
        let mut most: f64 = 0.0;
        for _ in 0..500 {
            let _ = simulation.step(1e-3).expect("a sound step");
            let spins = simulation.state().v;
            most = spins.iter().fold(most, |most, spin| most.max(spin.abs()));
        }
        most
    };
    for _ in 0..40 {
        let _ = advance(1.0, [80.0, -80.0, 40.0, 0.0]);
    }
    let let_go = advance(0.0, [0.0; 4]);
    let pressed_again = advance(1.0, [0.0; 4]);
    assert!(let_go < 1e-6, "{let_go} rad/s");
    assert!(pressed_again < 2e-6, "{pressed_again} rad/s");
}

/// The pressure follows the pedal as `1 - exp(-t / delay)`.
#[test]
fn the_pressure_follows_the_pedal() {
    let mut brakes = Brakes::new([100.0; 4]);
    brakes.delay = 0.2;
    let mut simulation = Simulation::new(Wheelset::default(), (pressed(0.8), brakes), RungeKutta4);
    for _ in 0..100 {
        let _ = simulation.step(1e-3).expect("a sound step");
    }
    let (_, (pressure, _)) = *simulation.subsystems();
    assert_close(pressure, 0.8 * (1.0 - (-0.5_f64).exp()), 1e-10);
}

/// A wheel on the road locks without slip control. With control the wheel's slip stays near the target, and the wheel
/// stops from 20 m/s with nearly the full friction.
#[test]
fn slip_control_keeps_the_wheel_turning() {
    let (radius, friction) = (0.3, 0.8);
    let tyre = LinearTyre {
        longitudinal_stiffness: 40e3,
        friction: [friction; 2],
        ..LinearTyre::vertical(radius, 200e3, 4e3)
    };
    let run = |slip: Option<SlipControl>| {
        let mut brakes = Brakes::new([3000.0]);
        brakes.slip = slip;
        let road = OnRoad {
            tyres: [Relaxed { law: tyre }],
            terrain: Flat,
        };
        let mut simulation = Simulation::new(
            Roller::default(),
            (pressed(1.0), (road, brakes)),
            AdamsBashforth3::new(),
        );
        let sunk = Roller::MASS * Roller::GRAVITY / 200e3;
        let rolling = 20.0 / (radius - sunk / 3.0);
        simulation.set_state(State {
            q: [0.0, radius - sunk],
            v: [20.0, 0.0, rolling],
        });
        let (mut locked, mut slowest) = (0, f64::INFINITY);
        while simulation.state().v[0] > 3.0 && simulation.time() < 10.0 {
            let _ = simulation.step(1e-3).expect("a sound step");
            let [speed, _, spin] = simulation.state().v;
            let slip = 1.0 - spin * radius / speed;
            locked += usize::from(slip > 0.98);
            if simulation.time() > 0.5 {
                slowest = slowest.min(spin * radius / speed);
            }
        }
        (simulation.time(), locked, slowest)
    };
    let control = SlipControl {
        radius,
        target: 0.08,
        band: 0.1,
        delay: 0.01,
        slow: 1.0,
    };
    let (_, locked, _) = run(None);
    assert!(locked > 500, "{locked} steps with a locked wheel");
    let (time, locked, slowest) = run(Some(control));
    assert_eq!(locked, 0);
    assert!(slowest > 0.75, "{slowest}");
    let best = 17.0 / (friction * Roller::GRAVITY);
    assert!(time < 1.1 * best, "{time} s instead of {best} s");
}
