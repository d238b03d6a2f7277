//! A car on brush tyres: emitted code and engine give the same bits, and its understeer at small slips equals the
//! closed form.

use wishbone::level::Level;
use wishbone::prelude::*;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;
use wishbone_engine::equipment::{Road, fitted};

wishbone::vehicle! {
    /// A car without suspension, whose front wheels are turned to the left by a small angle.
    pub Cart {
        body chassis { mass: 1200 kg, com: [1.3, 0, 0.4] m, inertia: [300, 1500, 1600] kg*m^2 }
        joint motion: free(ground, chassis)
        wheel front_left: on(chassis) { centre: [2.5, 0.75, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, toe: -0.004 deg }
        wheel front_right: on(chassis) { centre: [2.5, -0.75, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, toe: 0.004 deg }
        wheel rear_left: on(chassis) { centre: [0, 0.75, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        wheel rear_right: on(chassis) { centre: [0, -0.75, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        tyre front: brush(front_left, front_right) {
            stiffness: 200 kN/m, damping: 3 kN*s/m, nominal_load: 3 kN, longitudinal_stiffness: 60 kN, cornering_stiffness: 45 kN/rad,
            half_length: 60 mm, load_sensitivity: 0.1, camber: 0, carcass: [400, 200] kN/m,
        }
        tyre rear: brush(rear_left, rear_right) {
            stiffness: 200 kN/m, damping: 3 kN*s/m, nominal_load: 3 kN, longitudinal_stiffness: 60 kN, cornering_stiffness: 60 kN/rad,
            half_length: 60 mm, load_sensitivity: 0.1, camber: 0, carcass: [400, 200] kN/m,
        }
    }
}

/// The car with a given speed, a lateral speed [m/s] and a yaw rate [rad/s], and with wheels that do not spin.
fn at(speeds: [f64; 3]) -> <Cart as Solver>::State {
    let mut start = Cart::design_state();
    (
        start.v[Cart::V_MOTION_VX],
        start.v[Cart::V_MOTION_VY],
        start.v[Cart::V_MOTION_WZ],
    ) = (speeds[0], speeds[1], speeds[2]);
    start
}

/// Wheels that lock, spin up and slide sideways, at first with the whole contact, until standstill.
#[test]
fn it_slides_alike_in_the_engine() {
    let compiled = compile_text(Cart::DECLARATION).expect("a vehicle");
    let engine = Engine::new(&compiled);
    let pieces = fitted(&compiled, engine.description(), &Road::new(Flat)).expect("there is room");
    let mut slow = Simulation::new(engine, pieces, AdamsBashforth3::new());
    let mut fast = Simulation::new(
        Cart::new().at_level(Level::Baseline),
        Cart::equipment(),
        AdamsBashforth3::new(),
    );
    let start = at([4.0, 3.0, 1.0]);
    let mut same = slow.state().clone();
    same.q.copy_from_slice(&start.q);
    same.v.copy_from_slice(&start.v);
    fast.set_state(start);
    slow.set_state(same);
    for step in 0..1500 {
        let (one, other) = (fast.step(1e-3).expect("a step"), slow.step(1e-3).expect("a step"));
        assert_eq!(one, other, "step {step}");
        assert_eq!(fast.inputs.wheels(), slow.inputs.wheels(), "step {step}");
        assert_eq!(fast.state().v[..], slow.state().v[..], "step {step}");
    }
    let aside = fast.state().v[Cart::V_MOTION_VY];
    assert!(aside.abs() < 1.0, "the tyres hold it: {aside} m/s");
}

/// With axle loads `W`, slip stiffnesses `C` by load and trails `t = a / 3`, forces and moments of a slow turn give
/// `δ = l r / U + m U r ((lr + tr) / Cf - (lf - tf) / Cr) / (lf - tf + lr + tr)`.
#[test]
fn it_understeers_as_the_closed_form() {
    const G: f64 = 9.80665;
    let (mass, ahead, behind) = (1200.0, 1.2, 1.3);
    let base = ahead + behind;
    let mut car = Simulation::new(Cart::new(), Cart::equipment(), AdamsBashforth3::new());
    car.set_state(at([25.0, 0.0, 0.0]));
    for _ in 0..8000 {
        let _ = car.step(1e-3).expect("a step");
    }
    let v = &car.state().v;
    let (speed, yaw_rate) = (v[Cart::V_MOTION_VX], v[Cart::V_MOTION_WZ]);
    let [front, rear] = [behind, ahead].map(|other| mass * G * other / base);
    let [stiff_front, stiff_rear] = [45e3 * front / 3e3, 60e3 * rear / 3e3];
    let trail = |axle: f64| 0.06 * (0.5 * axle / 3e3).sqrt() / 3.0;
    let (lever_front, lever_rear) = (ahead - trail(front), behind + trail(rear));
    let gradient = mass * (lever_rear / stiff_front - lever_front / stiff_rear) / (lever_front + lever_rear);
    let wanted = 0.004_f64.to_radians() / (base / speed + gradient * speed);
    assert!(
        (yaw_rate / wanted - 1.0).abs() < 1e-3,
        "{yaw_rate} rad/s, not {wanted} rad/s"
    );
    // A car without understeer turns faster by more than a third.
    assert!(wanted * base / speed < 0.75 * 0.004_f64.to_radians(), "{wanted}");
}
