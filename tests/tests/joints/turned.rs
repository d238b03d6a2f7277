//! A group that is rotated moves as before, in axes that are rotated with it.

use crate::{agrees, compiled};
use nalgebra::{Rotation3, Vector3};
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::pipeline::Compiled;
use wishbone_tests::{Acting, Interpreted, Subject, assert_both_doors};

/// Points, directions, axes and tensors of every kind, on the ground.
const PARTS: &str = "
    subsystem Parts() {
        points { hub: [0.5, 0.6, 0.1] m }
        body base { mass: 50 kg, com: [0.1, 0, 0.05] m, inertia: [4, 5, 6, 0.1, 0.2, 0.3] kg*m^2 }
        body a { mass: 2 kg, com: [0.4, 0.3, 0.1] m, inertia: [0.02, 0.03, 0.04] kg*m^2, axes: [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]] }
        body b { mass: 3 kg, com: hub, inertia: [0.02, 0.03, 0.04, 0.001, 0.002, 0.003] kg*m^2 }
        body c { mass: 2 kg, com: [-0.4, 0.3, 0.1] m, inertia: [0.02, 0.03, 0.04, 0.001, 0.002, 0.003] kg*m^2 }
        body d { mass: 2 kg, com: [-0.6, 0.5, 0.2] m, inertia: [0.02, 0.03, 0.04, 0.001, 0.002, 0.003] kg*m^2 }
        joint held: revolute(ground, base) { axis: [0.3, 0.2, 1], at: [0.1, 0.1, 0] m }
        joint shoulder: revolute(base, a) { through: [[0.2, 0.1, 0.1] m, [0.3, 0.6, 0.2] m] }
        joint elbow: universal(a, b) { axes: [[1, 0.2, 0.4], z], at: [0.5, 0.4, 0.1] m }
        joint slide: prismatic(base, c) { axis: y }
        joint thread: screw(c, d) { axis: [0.2, 1, 0.3], pitch: 700 mm, at: [-0.5, 0.4, 0.1] m }
        link plane: point_on_plane(base, b) { at: [0.5, 0.7, 0.3] m, normal: [0.1, 1, 0.2] }
        bushing mount: between(base, c) {
            at: [-0.2, 0.1, 0] m, stiffness: [3, 4, 5] kN/m, torsional_stiffness: [20, 30, 40] N*m/rad,
            axes: [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]],
        }
        bushing soft: between(c, d) { at: [-0.2, 0.1, 0] m, stiffness: [3, 4, 5] kN/m, torsional_damping: [2, 3, 4] N*m*s/rad }
        spring strut: between(base, b) { from: [0.1, 0.5, 0.4] m, to: hub, rate: 8 kN/m, free_length: 0.7 m, damping: 90 N*s/m }
        roll_bar bar: between(a, c) { from: [0.4, 0.4, 0] m, to: [-0.4, 0.4, 0] m, via: base, rate: 5 kN/m }
        load push: on(d) { force: 40 N, at: [-0.6, 0.5, 0] m, axis: [1, 2, 3], in: c, against: base }
        wheel disc: on(b) { centre: hub, axis: [0.1, 1, 0], radius: 0.3 m, mass: 2 kg, spin_inertia: 0.2 kg*m^2, diametral_inertia: 0.11 kg*m^2 }
    }";

fn vehicle(gravity: Vector3<f64>, frame: &str) -> Compiled {
    let [x, y, z] = gravity.into();
    let text = format!("Turned {{ gravity: [{x:?}, {y:?}, {z:?}] m/s^2 {PARTS} place Parts() as it {{ {frame} }} }}");
    compiled(&text, Method::Recursive)
}

/// Rates of the speeds in the same state of every variant.
fn rates(compiled: &Compiled) -> Vec<f64> {
    let mut subject = Interpreted::new(compiled);
    let acting = Acting {
        wheels: vec![Default::default(); compiled.model.wheels.len()],
        ..Acting::default()
    };
    let q = subject.design();
    let mut v: Vec<f64> = (0..subject.speeds()).map(|i| (i as f64 + 1.0).sin()).collect();
    subject.correct_velocity(&q, &mut v, &acting);
    subject.rates(&q, &v, &acting).v
}

#[test]
fn what_is_turned_with_gravity_moves_as_before() {
    let gravity = Vector3::new(0.3, 0.5, -9.7);
    let before = rates(&vehicle(gravity, ""));
    assert!(
        before.len() >= 6 && before.iter().all(|rate| rate.abs() > 1e-3),
        "{before:?}"
    );
    for angles in [
        [20.0, -35.0, 50.0],
        [0.0, 0.0, -90.0],
        [180.0, 30.0, 180.0],
        [0.0, 180.0, 10.0],
    ] {
        let [x, y, z] = angles.map(f64::to_radians);
        let turned = Rotation3::from_euler_angles(x, y, z) * gravity;
        let frame = format!("rotation: {angles:?} deg, origin: [0.4, -0.3, 0.2] m");
        for (one, other) in before.iter().zip(rates(&vehicle(turned, &frame))) {
            assert!(
                (one - other).abs() < 1e-9 * (1.0 + one.abs()),
                "{one} {other} by {angles:?}"
            );
        }
    }
}

#[test]
fn what_is_turned_agrees_with_the_oracle() {
    let text = format!(
        "Turned {{ {PARTS} place Parts() as it {{ rotation: [20, -35, 50] deg, origin: [0.4, -0.3, 0.2] m }} }}"
    );
    agrees(&text, 6);
    assert_both_doors(&text);
}

/// The position of a nested body is compared with a formula by another library.
#[test]
fn groups_in_groups_are_turned_in_their_order() {
    let text = "Nested {
        subsystem Inner() {
            rotation: [10, 20, 30] deg
            origin: [1, 2, 3] m
            body bob { mass: 1 kg, com: [0.1, 0.2, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
            joint pivot: revolute(ground, bob) { axis: [0.2, 1, 0.3], at: [0, 0, 0] m }
        }
        subsystem Outer() { place Inner() as inner }
        place Outer() as left mirrored right { origin: [0.5, 0.6, 0.7] m, rotation: [-40, 50, 60] deg }
    }";
    let compiled = compiled(text, Method::Recursive);
    let by = |angles: [f64; 3]| {
        let [x, y, z] = angles.map(f64::to_radians);
        Rotation3::from_euler_angles(x, y, z)
    };
    let inner = Vector3::new(1.0, 2.0, 3.0) + by([10.0, 20.0, 30.0]) * Vector3::new(0.1, 0.2, 0.3);
    let expected = Vector3::new(0.5, 0.6, 0.7) + by([-40.0, 50.0, 60.0]) * inner;
    for (name, sign) in [("left.inner.bob", 1.0), ("right.inner.bob", -1.0)] {
        let body = compiled
            .model
            .bodies
            .iter()
            .find(|body| body.name == name)
            .expect("it is there");
        let image = Vector3::new(expected.x, sign * expected.y, expected.z);
        assert!((*body.com - image).norm() < 1e-12, "{name}: {}", *body.com);
    }
}

/// A wheel that is rotated to the other side still rolls forward.
#[test]
fn a_wheel_that_is_turned_to_the_other_side_spins_forward() {
    let text = "Sides {
        subsystem Corner() {
            body hub { mass: 1 kg, com: [0.1, 0.7, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
            joint pivot: revolute(ground, hub) { axis: x, at: [0, 0.3, 0.3] m }
            wheel tyre: on(hub) { centre: [0, 0.7, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, toe: 2 deg }
        }
        place Corner() as left
        place Corner() as right { rotation: [0, 0, 180] deg }
    }";
    let compiled = compiled(text, Method::Recursive);
    let [left, right] = [0, 1].map(|wheel| &compiled.model.wheels[wheel]);
    assert!(left.axis.y > 0.99 && right.axis.y > 0.99);
    assert_eq!(right.centre.y, -0.7);
    assert!(left.axis.x * right.axis.x < 0.0, "toe-in turns them towards each other");
}
