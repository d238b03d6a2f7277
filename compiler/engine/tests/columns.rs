//! Shafts between two Cardan joints turn through full turns, for any joint that is cut, driven or free. So do
//! linkages whose drives leave no freedom.

use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::StateVector;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;

/// A steering column in Z: two Cardan joints with equal angles of 30 deg, an intermediate shaft of two halves, a pinion
/// on a rack. `cut` is the joint that is cut; `hands` gives further attributes of the hand wheel's joint.
fn column(cut: &str, hands: &str, rest: &str) -> String {
    let tree = |joint: &str| if joint == cut { ", tree: cut" } else { "" };
    let [first, spline, second] = ["cross1", "spline", "cross2"].map(tree);
    format!(
        "Column {{
    gravity: [0, 0, 0] m/s^2
    points {{ U1: [0, 0, 0] m, U2: [0.34641016151377546, 0.2, 0] m }}
    body wheel {{ mass: 1 kg, com: [-0.2, 0, 0] m, inertia: [0.001, 0.002, 0.002] kg*m^2 }}
    body upper {{ mass: 0.3 kg, com: [0.1, 0.0577, 0] m, inertia: [0.0002, 0.002, 0.002] kg*m^2 }}
    body lower {{ mass: 0.3 kg, com: [0.25, 0.1443, 0] m, inertia: [0.0002, 0.002, 0.002] kg*m^2 }}
    body pinion {{ mass: 0.5 kg, com: [0.4, 0.2, 0] m, inertia: [0.0002, 0.001, 0.001] kg*m^2 }}
    body rack {{ mass: 3 kg, com: [0.5, 0, 0] m, inertia: [0.1, 0.002, 0.1] kg*m^2 }}
    joint hands: revolute(ground, wheel) {{ axis: x, at: [-0.3, 0, 0] m{hands} }}
    joint cross1: universal(wheel, upper) {{ axes: [z, [-0.5, 0.8660254037844386, 0]], at: U1{first} }}
    joint spline: prismatic(upper, lower) {{ axis: [0.8660254037844386, 0.5, 0], at: U1{spline} }}
    joint cross2: universal(lower, pinion) {{ axes: [[-0.5, 0.8660254037844386, 0], z], at: U2{second} }}
    joint bearing: revolute(ground, pinion) {{ axis: x, at: [0.5, 0.2, 0] m }}
    joint slide: prismatic(ground, rack) {{ axis: y, at: [0.5, 0, 0] m }}
    gear mesh: between(bearing, slide) {{ ratio: 8 mm/rad }}
    output wheel_y: z(wheel) {{ at: [0, 0.1, 0] m }}
    output pinion_y: z(pinion) {{ at: [0.4, 0.3, 0] m }}
    output pinion_z: y(pinion) {{ at: [0.4, 0.3, 0] m }}
    output upper_z: z(upper) {{ at: [-0.05, 0.08660254037844386, 0] m }}
    output rack_y: y(rack) {{ at: [0.5, 0, 0] m }}
    {rest}
}}"
    )
}

fn engine(text: &str) -> Engine {
    let compiled = compile_text(text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    Engine::new(&compiled)
}

fn value(engine: &mut Engine, simulated: &[f64], name: &str) -> f64 {
    let place = engine.description().outputs.iter().position(|output| *output == name);
    simulated[place.expect("it is declared")]
}

/// The gear compares the bearing's coordinate, so the bearing remains in the tree.
const CUTS: [&str; 4] = ["", "cross1", "spline", "cross2"];

/// A free mass, for a vehicle whose column has no freedom.
const LOOSE: &str = "body dummy { mass: 1 kg, com: [0, 9, 0] m, inertia: [1, 1, 1] kg*m^2 }
    joint loose: prismatic(ground, dummy) { axis: z, idle: accept }";

/// In Z with equal angles the pinion follows the hand wheel exactly, and the shaft does not change its length. The
/// intermediate shaft turns by `tan c = tan a / cos 30 deg`, or by the inverse of this. This is Hooke's joint, for the
/// yoke whose axis is perpendicular to the plane of the shafts.
#[test]
fn a_driven_column_turns_round_in_every_cut() {
    for (cut, rest) in CUTS.into_iter().flat_map(|cut| [(cut, LOOSE), (cut, "")]) {
        let mut engine = engine(&column(cut, ", drive: turn", rest));
        let (mut state, mut inputs) = (engine.design_state(), engine.no_inputs());
        for step in 1..=800_i32 {
            let angle = 0.01 * f64::from(step);
            inputs.drives()[0] = Drive {
                position: angle,
                velocity: 1.0,
                acceleration: 0.0,
            };
            let closed = engine.close(&mut state, &inputs, &Projection::ASSEMBLY);
            assert!(closed.is_ok(), "cut `{cut}` at {angle} rad: {closed:?}");
            if step % 50 != 0 {
                continue;
            }
            engine.kinematics(&state, &inputs);
            let rate = engine.accelerations(&inputs);
            assert!(rate.speeds().iter().all(|x| x.is_finite()), "cut `{cut}` at {angle}");
            let outputs = engine.outputs(&state, &inputs, &rate).to_vec();
            let of = |name: &str, engine: &mut Engine| value(engine, &outputs, name);
            assert!(
                (of("pinion_y", &mut engine) - 0.1 * angle.sin()).abs() < 1e-8,
                "cut `{cut}` at {angle}"
            );
            assert!((of("pinion_z", &mut engine) - (0.2 + 0.1 * angle.cos())).abs() < 1e-8);
            assert!((of("rack_y", &mut engine).abs() - 8e-3 * angle).abs() < 1e-8);
            let shaft = (angle.sin()).atan2(angle.cos() * 30_f64.to_radians().cos());
            let other = (angle.sin() * 30_f64.to_radians().cos()).atan2(angle.cos());
            let found = of("upper_z", &mut engine);
            let is_hooke = [shaft, other].iter().any(|c| (found - 0.1 * c.sin()).abs() < 1e-8);
            assert!(is_hooke, "cut `{cut}` at {angle}: {found}, {shaft} or {other}");
        }
    }
}

/// Released with a speed, the column turns for several turns. The energy stays constant, and the pinion follows the
/// wheel.
#[test]
fn a_free_column_turns_round_in_every_cut() {
    for cut in CUTS {
        let engine = engine(&column(cut, "", ""));
        let mut simulation = Simulation::new(engine, Still, RungeKutta4);
        let mut state = simulation.state().clone();
        state.speeds_mut().iter_mut().for_each(|speed| *speed = 0.0);
        let place = simulation
            .solver()
            .description()
            .speeds
            .iter()
            .position(|name| *name == "hands");
        state.speeds_mut()[place.expect("a tree joint")] = 6.0;
        simulation.set_state(state);
        let _ = simulation
            .assemble()
            .unwrap_or_else(|refused| panic!("cut `{cut}`: {refused}"));
        let before = simulation.energy().kinetic;
        assert!(before > 1e-4, "cut `{cut}`: it moves");
        let mut turned = 0.0;
        for step in 0..4000 {
            let stepped = simulation.step(2e-3);
            assert!(stepped.is_ok(), "cut `{cut}` at step {step}: {stepped:?}");
            let rate = simulation.evaluate();
            turned += 2e-3 * rate.coordinates().first().copied().unwrap_or(0.0).abs();
        }
        let outputs = simulation.outputs().to_vec();
        let after = simulation.energy().kinetic;
        assert!(
            (after / before - 1.0).abs() < 1e-4,
            "cut `{cut}`: {before} J, then {after} J"
        );
        assert!(turned > 7.0, "cut `{cut}`: {turned} rad");
        let names = simulation.solver().description().outputs;
        let of = |wanted: &str| outputs[names.iter().position(|output| *output == wanted).expect("declared")];
        assert!((of("wheel_y") - of("pinion_y")).abs() < 1e-6, "cut `{cut}`");
    }
}
