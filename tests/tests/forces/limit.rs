//! Limits of joints.

use crate::{agrees, compiled, conserves, for_states, mirrors, vehicle};
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject};

/// Limits on pivots and slides, in the tree from either side, in loops, and on a cut joint. They have one end or both,
/// which are reached in many states.
pub const EVERYWHERE: &str = "
    body slider { mass: 2 kg, com: [-0.5, 0.1, 0.3] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }
    joint rail: prismatic(slider, base) { axis: [0.2, 0.1, 1], at: [-0.4, 0.1, 0.2] m }
    limit buffer: on(rail) { min: -60 mm, max: 50 mm, rate: 40 N/mm, damping: 900 N*s/m }
    limit shoulder_stop: on(shoulder) { min: -0.1 rad, max: 3 deg, rate: polynomial(torque: [30, 10] N*m, overtravel: 5 deg) }
    limit elbow_stop: on(elbow) { max: -0.05 rad, rate: 90 N*m/rad, damping: 3 N*m*s/rad }
    limit crank_stop: on(crank_pivot) { min: 0.02 rad, rate: 400 N*m/rad }
    limit cut: on(closing) { min: -0.02 rad, max: 0.01 rad, rate: table(overtravel: [0, 5, 9] deg, torque: [0, 10, 40] N*m) }
";

#[test]
fn limits_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn mirrored_limits_are_mirror_images() {
    mirrors("limit stop: on(pivot) { min: -0.02 rad, max: 0.05 rad, rate: 300 N*m/rad, damping: 2 N*m*s/rad }");
}

/// Both stops are in contact all the time, because an integrator loses digits where a force begins.
#[test]
fn limits_give_back_what_they_store() {
    conserves(
        "body slider { mass: 2 kg, com: [-0.5, 0.1, 0.3] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }
        joint rail: prismatic(slider, base) { axis: [0.2, 0.1, 1], at: [-0.4, 0.1, 0.2] m }
        limit buffer: on(rail) { min: 1 m, rate: polynomial(force: [5, 0.25] N, overtravel: 300 mm) }
        limit shoulder_stop: on(shoulder) { max: -3 rad, rate: 1 N*m/rad }",
    );
}

/// The force is zero between the ends. Beyond the stops the limit acts back into the range, by the declared law, and
/// never outwards.
#[test]
fn the_force_reported_follows_the_declared_law() {
    let outputs = "output force: force(buffer)  output x: coordinate(rail)  output v: speed(rail)";
    let mut met = [0; 3];
    for_states(
        &vehicle(&format!("{EVERYWHERE} {outputs}")),
        |_, subject, (q, v, acting)| {
            let [force, x, v] = subject.outputs(q, v, acting)[..] else {
                panic!("three outputs")
            };
            let expected = if x > 0.05 {
                met[0] += 1;
                -(40e3 * (x - 0.05) + 900.0 * v).max(0.0)
            } else if x < -0.06 {
                met[1] += 1;
                (40e3 * (-0.06 - x) - 900.0 * v).max(0.0)
            } else {
                met[2] += 1;
                0.0
            };
            assert!(
                (force - expected).abs() < 1e-6 * (1.0 + expected.abs()),
                "{x} {v}: {force}, {expected}"
            );
        },
    );
    assert!(met.into_iter().all(|count| count > 0), "{met:?}");
}

/// A door that is pushed open swings back from its stop with the same energy, to the stop at the other end.
#[test]
fn a_door_swings_between_its_stops() {
    let text = "Door {
        gravity: 0 m/s^2
        body door { mass: 20 kg, com: [0.4, 0, 0] m, inertia: [0.1, 1, 1.1] kg*m^2 }
        joint hinge: revolute(ground, door) { axis: z, at: [0, 0, 0] m }
        limit stops: on(hinge) { min: 0 deg, max: 80 deg, rate: 4000 N*m/rad }
    }";
    let compiled = compiled(text, Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let (mut q, mut v) = (vec![0.2], vec![1.0]);
    let (mut least, mut greatest) = (0.2_f64, 0.2_f64);
    for _ in 0..40_000 {
        crate::runge_kutta(&mut subject, &mut q, &mut v, 1e-4);
        (least, greatest) = (least.min(q[0]), greatest.max(q[0]));
    }
    // `k d² = J ω²` gives the travel beyond either end, with the moment of inertia about the hinge.
    let beyond = ((1.1 + 20.0 * 0.4_f64.powi(2)) / 4000.0_f64).sqrt();
    assert!((greatest - 80.0_f64.to_radians() - beyond).abs() < 1e-6, "{greatest}");
    assert!((least + beyond).abs() < 1e-6, "{least}");
    assert!((v[0].abs() - 1.0).abs() < 1e-3 || q[0] < 0.0 || q[0] > 80.0_f64.to_radians());
}

/// A crank meets its stop at 250 degrees, wherever its pivot is declared among the joints of the loop.
#[test]
fn a_stop_beyond_half_a_turn_is_met() {
    let joints = [
        "joint crank_pivot: revolute(ground, crank) { axis: y, at: [0, 0, 0] m }",
        "joint crank_pin: revolute(coupler, crank) { axis: y, at: [0.1, 0, 0] m }",
        "joint rocker_pin: revolute(rocker, coupler) { axis: y, at: [0.4, 0, 0.25] m }",
        "joint rocker_pivot: revolute(ground, rocker) { axis: y, at: [0.4, 0, 0] m }",
    ];
    let body = |name: &str, com: &str| {
        format!("body {name} {{ mass: 1 kg, com: [{com}] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }}\n")
    };
    for first in 0..joints.len() {
        let mut order = joints;
        order.rotate_left(first);
        let text = format!(
            "Linkage {{ redundant: accept {} {} {} {}
            limit stop: on(crank_pivot) {{ max: 250 deg, rate: 50 N*m/rad }}
            output turned: coordinate(crank_pivot)  output torque: torque(stop) }}",
            body("crank", "0.05, 0, 0"),
            body("coupler", "0.25, 0, 0.1"),
            body("rocker", "0.4, 0, 0.1"),
            order.join(" ")
        );
        let compiled = compiled(&text, Method::Recursive);
        let mut subject = Interpreted::new(&compiled);
        let names = compiled.state.coordinate_names(&compiled.layout);
        let crank = names.iter().position(|name| *name == "crank_pivot");
        let crank = crank.expect("the pivot is in the tree");
        let (mut q, v) = (subject.design(), vec![0.0; subject.speeds()]);
        let acting = Acting::default();
        for degrees in (0..=270).step_by(5) {
            q[crank] = f64::from(degrees).to_radians();
            for _ in 0..8 {
                subject.correct_position(&mut q, &acting);
            }
            let [turned, torque] = subject.outputs(&q, &v, &acting)[..] else {
                panic!("two outputs")
            };
            let declared = -50.0 * (turned - 250.0_f64.to_radians()).max(0.0);
            assert!(
                (torque - declared).abs() < 1e-9,
                "{first}, {degrees} deg: {torque}, {declared}"
            );
            assert!(
                (turned.to_degrees() - f64::from(degrees)).abs() < 1.0,
                "{degrees}: {turned}"
            );
        }
    }
}

/// Parts of a mirrored group on joints that both sides share: the vehicle is symmetric, so mirrored states have
/// mirrored accelerations. The coordinates of a slide along y and of a pivot about x change their signs.
#[test]
fn images_on_shared_joints_are_mirror_images() {
    let text = "Shared {
        gravity: 0 m/s^2
        body rack { mass: 1 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        body drum { mass: 1 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
        joint slide: prismatic(ground, rack) { axis: y, at: [0, 0, 0] m }
        joint pivot: revolute(ground, drum) { axis: x, at: [0, 0, 0] m }
        mirror left as right {
            load push: on(slide) { force: 2 N }
            load twist: on(pivot) { torque: 5 N*m }
            limit stop: on(slide) { max: 10 mm, rate: 100 N/m, damping: 3 N*s/m }
            limit catch: on(pivot) { min: -0.3 rad, max: 0.1 rad, rate: 80 N*m/rad }
            torsion coil: on(pivot) {
                rate: table(deflection: [-10, 0, 20] deg, torque: [-9, 0, 30] N*m), free_angle: 7 deg, preload: 3 N*m,
                damping: table(speed: [-2, 0, 1] rad/s, torque: [-12, 0, 9] N*m),
            }
        }
    }";
    let compiled = compiled(text, Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let acting = Acting::default();
    for (q, v) in [
        ([0.03, 0.2], [0.4, 1.5]),
        ([-0.02, 0.4], [-0.1, -0.7]),
        ([0.004, -0.05], [1.0, 0.3]),
    ] {
        let accelerations = subject.rates(&q, &v, &acting).v;
        let mirrored = subject.rates(&q.map(|x| -x), &v.map(|x| -x), &acting).v;
        for (one, other) in accelerations.iter().zip(&mirrored) {
            assert!(
                (one + other).abs() < 1e-9 * (1.0 + one.abs()),
                "{accelerations:?} {mirrored:?}"
            );
        }
        assert!(accelerations[1].abs() > 0.1, "{accelerations:?}");
    }
    // At 30 mm: the left stop alone. The image's is at -10 mm.
    let at = subject.rates(&[0.03, 0.0], &[0.0, 0.0], &acting).v;
    assert!((at[0] + 100.0 * 0.02).abs() < 1e-9, "{at:?}");
}
