//! Declared tyres with tables equal the tyres that a program builds by hand, in emitted code and in the engine.
//! Mistakes are reported.

use wishbone::curve::Samples;
use wishbone::level::Level;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::tyre::carpet::Sheet;
use wishbone::tyre::{Carpet, Relaxed, Tyre};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;
use wishbone_engine::equipment::{Road, fitted};

wishbone::vehicle! {
    /// A cart without suspension.
    pub Cart {
        body chassis { mass: 600 kg, com: [1, 0, 0.4] m, inertia: [150, 400, 450] kg*m^2 }
        joint motion: free(ground, chassis)
        mirror left as right {
            wheel front: on(chassis) { centre: [2, 0.6, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
            wheel rear: on(chassis) { centre: [0, 0.6, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        }
        tyre measured: tables(all) {
            vertical: table(deflection: [0, 10, 20, 40] mm, force: [0, 1.5, 3.2, 7.5] kN), damping: 600 N*s/m,
            loads: [1, 2.5] kN, inclinations: [-4, 0, 4] deg, relaxation: [0.2, 0.4] m, camber: 0.1, rolling_resistance: 0.012,
            longitudinal: sheet(slip: [-0.4, -0.1, 0.1, 0.4], force: [
                -0.8, -1, 1, 0.8, -1.9, -2.4, 2.4, 1.9,
                -0.9, -1.1, 1.1, 0.9, -2, -2.5, 2.5, 2,
                -0.8, -1, 1, 0.8, -1.9, -2.4, 2.4, 1.9,
            ] kN),
            lateral: sheet(angle: [-10, 0, 10] deg, force: [
                0.9, -0.05, -1, 2.1, -0.12, -2.3,
                1, 0, -1, 2.3, 0, -2.3,
                1, 0.05, -0.9, 2.3, 0.12, -2.1,
            ] kN),
            aligning: sheet(angle: [-10, 0, 10] deg, moment: [
                -10, 0, 12, -40, 0, 45,
                -11, 0, 11, -42, 0, 42,
                -12, 0, 10, -45, 0, 40,
            ] N*m),
        }
    }
}

fn by_hand() -> Carpet<3> {
    const DEGREE: f64 = std::f64::consts::PI / 180.0;
    let loads = [1e3, 2.5e3];
    let sheet = |slips: &[f64], rows: [&[f64]; 2]| Sheet::new(&loads, slips, &rows).expect("sound numbers");
    let slips = [-0.4, -0.1, 0.1, 0.4];
    let outer = sheet(
        &slips,
        [&[-800.0, -1e3, 1e3, 800.0], &[-1900.0, -2400.0, 2400.0, 1900.0]],
    );
    let upright = sheet(
        &slips,
        [&[-900.0, -1100.0, 1100.0, 900.0], &[-2e3, -2500.0, 2500.0, 2e3]],
    );
    let angles = [-10.0 * DEGREE, 0.0, 10.0 * DEGREE];
    Carpet {
        radius: 0.3,
        vertical: Samples::new(&[0.0, 0.01, 0.02, 0.04], &[0.0, 1500.0, 3200.0, 7500.0]).expect("rising"),
        damping: 600.0,
        inclinations: [-4.0 * DEGREE, 0.0, 4.0 * DEGREE],
        longitudinal: [outer, upright, outer],
        lateral: [
            sheet(&angles, [&[900.0, -50.0, -1e3], &[2100.0, -120.0, -2300.0]]),
            sheet(&angles, [&[1e3, 0.0, -1e3], &[2300.0, 0.0, -2300.0]]),
            sheet(&angles, [&[1e3, 50.0, -900.0], &[2300.0, 120.0, -2100.0]]),
        ],
        aligning: [
            sheet(&angles, [&[-10.0, 0.0, 12.0], &[-40.0, 0.0, 45.0]]),
            sheet(&angles, [&[-11.0, 0.0, 11.0], &[-42.0, 0.0, 42.0]]),
            sheet(&angles, [&[-12.0, 0.0, 10.0], &[-45.0, 0.0, 40.0]]),
        ],
        camber: 0.1,
        rolling_resistance: 0.012,
        relaxation: [0.2, 0.4],
    }
}

/// Every number is in its place; conversion of units may round.
#[test]
fn declared_tables_are_those_of_a_program() {
    let expected = Relaxed { law: by_hand() };
    for found in Cart::equipment().tyres.tyres {
        for inclination in [-0.1_f64, -0.03, 0.0, 0.05] {
            for velocity in [[12.0, 0.0], [12.6, 1.0], [11.0, -2.0]] {
                let wheel = WheelMotion {
                    centre: [0.0, 0.0, 0.287],
                    axis: [0.0, inclination.cos(), inclination.sin()],
                    velocity: [velocity[0], velocity[1], 0.0],
                    carrier_angular_velocity: [0.0; 3],
                    spin: 40.0,
                };
                let load = |tyre: &Relaxed<Carpet<3>>| tyre.load(&wheel, &Flat, 0.0, &[0.002, -0.004]).0;
                let [one, other] = [load(&found), load(&expected)];
                assert!(other.force[2] > 1000.0);
                let numbers = one.force.iter().chain(&one.moment);
                for (one, other) in numbers.zip(other.force.iter().chain(&other.moment)) {
                    assert!((one - other).abs() <= 1e-9 * other.abs().max(1.0), "{one} and {other}");
                }
            }
        }
    }
}

/// The cart slides sideways and turns; emitted code and engine give the same bits.
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
    let mut start = Cart::design_state();
    (
        start.v[Cart::V_MOTION_VX],
        start.v[Cart::V_MOTION_VY],
        start.v[Cart::V_MOTION_WZ],
    ) = (12.0, 1.5, 0.4);
    let mut same = slow.state().clone();
    same.q.copy_from_slice(&start.q);
    same.v.copy_from_slice(&start.v);
    fast.set_state(start);
    slow.set_state(same);
    for step in 0..300 {
        let (one, other) = (fast.step(1e-3).expect("a step"), slow.step(1e-3).expect("a step"));
        assert_eq!(one, other, "step {step}");
        assert_eq!(fast.inputs.wheels(), slow.inputs.wheels(), "step {step}");
        assert_eq!(fast.state().v[..], slow.state().v[..], "step {step}");
    }
    let aside = fast.state().v[Cart::V_MOTION_VY];
    assert!(aside.abs() < 1.4, "the tyres hold it: {aside} m/s");
}

const SOUND: &str = "Cart {
    body chassis { mass: 600 kg, com: [0, 0, 0.4] m, inertia: [150, 400, 450] kg*m^2 }
    joint motion: free(ground, chassis)
    wheel wheel: on(chassis) { centre: [0, 0, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
    tyre measured: tables(all) {
        vertical: table(deflection: [0, 20] mm, force: [0, 4] kN), loads: [1, 2] kN, inclinations: [0, 4] deg,
        longitudinal: sheet(slip: [-0.2, 0.2], force: [-1, 1, -2, 2, -1, 1, -2, 2] kN),
        lateral: sheet(angle: [-9, 9] deg, force: [1, -1, 2, -2, 1, -1, 2, -2] kN),
        aligning: sheet(angle: [-9, 9] deg, moment: [-9, 9, -20, 20, -9, 9, -20, 20] N*m),
        relaxation: [0.2, 0.4] m,
    }
}";

#[test]
fn mistakes_in_tables_are_told() {
    assert!(compile_text(SOUND).is_ok());
    for (from, to, words) in [
        (
            "loads: [1, 2]",
            "loads: [1, 2, 4]",
            "8 values, and 2 slips at 3 loads and 2 inclinations are 12",
        ),
        ("loads: [1, 2]", "loads: [2, 1]", "above the load before"),
        ("deflection: [0,", "deflection: [1,", "does not begin at no deflection"),
        ("inclinations: [0, 4]", "inclinations: [4, 0]", "above the one before"),
        ("relaxation:", "response: steady, relaxation:", "cannot be `steady`"),
        (
            "sheet(slip: [-0.2, 0.2]",
            "sheet(slip: [0.2, -0.2]",
            "slip 1 has to be finite and above the slip before",
        ),
        (
            "sheet(slip: [-0.2, 0.2]",
            "sheet(slip: [-0.2, 0]",
            "`longitudinal` has no slip above zero, and would keep the value of its last one there",
        ),
        (
            "lateral: sheet(angle: [-9, 9]",
            "lateral: sheet(angle: [0, 9]",
            "`lateral` has no angle below zero, and would keep the value of its first one there",
        ),
        (
            "force: [1, -1, 2, -2, 1, -1, 2, -2]",
            "force: [-1, 1, -2, 2, -1, 1, -2, 2]",
            "`lateral` rises over the angle, as in adapted SAE axes",
        ),
        (
            "force: [-1, 1, -2, 2, -1, 1, -2, 2]",
            "force: [1, -1, 2, -2, 1, -1, 2, -2]",
            "`longitudinal` falls over the slip",
        ),
        (
            "aligning: sheet(angle: [-9, 9] deg, moment: [-9, 9, -20, 20, -9, 9, -20, 20] N*m),",
            "",
            "add `aligning: sheet(angle: [-6, 0, 6] deg, moment: [-50, 0, 50] N*m)`",
        ),
        (
            "longitudinal: sheet",
            "longitudinal: table",
            "`longitudinal` cannot be a `table`",
        ),
    ] {
        let changed = SOUND.replace(from, to);
        let found = compile_text(&changed).expect_err("it is refused");
        let text = render(&found, "cart", &changed);
        assert!(text.contains(words), "{text}");
    }
}
