//! Forces and torques from inputs, and constant ones.

use crate::{agrees, compiled, for_states, vehicle};
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject};

/// Loads on bodies of every subsystem, with axes of the body itself, of other bodies or of the world, with and without
/// reactions. Further loads act on joints in the tree, in loops and cut, along a spring and in a torsion spring.
pub const EVERYWHERE: &str = "
    body slider { mass: 2 kg, com: [0.1, 0.9, 0.3] m, inertia: [0.02, 0.03, 0.04, 0.001, 0.002, 0.003] kg*m^2 }
    joint slide: prismatic(slider, base) { axis: [0.2, 0.3, 1], at: [0.1, 0.8, 0.2] m }
    load wind: on(base) { at: [0.2, 0.1, 0.5] m, axis: [-1, 0.2, 0.1], in: ground, force: wind }
    load weight: on(b) { at: [0.6, 0.5, 0.2] m, axis: -z, in: ground, force: 30 N }
    load jet: on(b) { at: [0.7, 0.5, 0.2] m, axis: [0.3, 1, 0.2], force: jet }
    load across: on(rocker) { at: [0.4, -0.6, 0.3] m, axis: [0.3, 0.1, 1], in: a, against: b, force: jet }
    load within: on(coupler) { axis: [0.3, 1, 0.1], against: crank, torque: motor }
    load outside: on(g) { axis: y, in: ground, torque: 12 N*m }
    load lifted: on(b) { at: [0.6, 0.4, 0.1] m, axis: [0.1, 0.3, 1], in: ground, against: base, force: 40 N }
    load turned: on(coupler) { axis: [0.2, 1, 0.1], in: ground, against: crank, torque: motor }
    load across_loop: on(f) { at: [0.3, -1.2, 0.2] m, axis: [1, 0.2, 0.3], in: ground, against: h, force: jet }
    load pusher: on(slide) { force: wind }
    load shoulder: on(shoulder) { torque: motor }
    load sleeve: on(sleeve) { torque: -5 N*m }
    load cut: on(closing) { torque: motor }
    load rocker: on(rocker_pivot) { torque: servo }
    spring jack: between(base, b) { from: [0.2, 0, 0.5] m, to: [0.6, 0.5, 0.2] m, actuator: pump }
    torsion servo: on(elbow) { rate: 30 N*m/rad, actuator: servo }
";

#[test]
fn loads_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn loads_are_told_as_they_are_given() {
    let outputs = "output jack: force(jack)  output motor: torque(within)  output weight: force(weight)";
    for_states(
        &vehicle(&format!("{EVERYWHERE} {outputs}")),
        |compiled, subject, (q, v, acting)| {
            let signal = |name: &str| {
                let place = compiled.model.signals.iter().position(|signal| signal.name == name);
                acting.signals[place.expect("a signal of that name")]
            };
            let told = subject.outputs(q, v, acting);
            assert_eq!(told, [signal("pump"), signal("motor"), 30.0]);
        },
    );
}

/// Signals of mirrored parts have mirrored effects: equal accelerations on both sides.
#[test]
fn mirrored_loads_are_mirror_images() {
    let text = "Pair {
        mirror left as right {
            body arm { mass: 2 kg, com: [0.1, 0.5, 0.2] m, inertia: [0.02, 0.03, 0.04, 0.001, 0.002, 0.003] kg*m^2 }
            body tip { mass: 1 kg, com: [0.2, 0.8, 0.3] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }
            joint pivot: revolute(ground, arm) { axis: [1, 0.2, 0.1], at: [0, 0.3, 0.1] m }
            joint hinge: revolute(arm, tip) { axis: [0.1, 0.3, 1], at: [0.1, 0.7, 0.3] m }
            load push: on(tip) { at: [0.2, 0.9, 0.3] m, axis: [0.2, 1, 0.3], force: push }
            load turn: on(tip) { axis: [0.2, 1, 0.3], in: ground, torque: turn, against: arm }
            load drive: on(hinge) { torque: 3 N*m }
            spring jack: between(ground, arm) { from: [0, 0.3, 0.6] m, to: [0.1, 0.5, 0.2] m, actuator: jack }
            torsion servo: on(pivot) { actuator: servo }
        }
    }";
    let compiled = compiled(text, Method::Recursive);
    let names: Vec<&str> = compiled.model.signals.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(
        names,
        ["push", "turn", "jack", "servo"]
            .map(|name| format!("left.{name}"))
            .iter()
            .map(String::as_str)
            .chain(["right.push", "right.turn", "right.jack", "right.servo"])
            .collect::<Vec<_>>()
    );
    let mut subject = Interpreted::new(&compiled);
    let acting = Acting {
        signals: [[20.0, 4.0, 90.0, 6.0]; 2].concat(),
        ..Acting::default()
    };
    let rates = subject.rates(&[0.3, -0.4, 0.3, -0.4], &[1.5, 2.0, 1.5, 2.0], &acting).v;
    for (left, right) in rates[..2].iter().zip(&rates[2..]) {
        assert!((left - right).abs() < 1e-9 * left.abs(), "{rates:?}");
    }
}

/// A block on a slide: its acceleration is force divided by mass, for a load on the body or on the joint.
#[test]
fn a_force_accelerates_a_mass() {
    let block = |load: &str| {
        format!(
            "Block {{
                gravity: 0 m/s^2
                body block {{ mass: 4 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }}
                joint slide: prismatic(ground, block) {{ axis: x }}
                {load}
            }}"
        )
    };
    for load in [
        "load push: on(block) { at: [0, 0, 0.3] m, axis: x, force: push }",
        "load push: on(slide) { force: push }",
        "spring push: between(ground, block) { from: [-1, 0, 0] m, to: [0, 0, 0] m, actuator: push }",
    ] {
        let compiled = compiled(&block(load), Method::Recursive);
        let acting = Acting {
            signals: vec![20.0],
            ..Acting::default()
        };
        let rates = Interpreted::new(&compiled).rates(&[0.0], &[0.0], &acting);
        assert!((rates.v[0] - 5.0).abs() < 1e-12, "{load}: {rates:?}");
    }
}
