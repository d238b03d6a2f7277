//! Several bodies: accelerations against Lagrange's equations, loops with redundant joints, drives, reactions.

mod common;

use common::*;
use wishbone_compiler::model::{Fixed, JointKind};
use wishbone_oracle::{Loads, Motions, Oracle};

const G: f64 = 9.81;

/// Two uniform rods `(m, l)`, hinged about y, at the angles `t1, t2` from the hanging position. By Lagrange:
///
/// ```text
/// (m1/3 + m2) l1^2 t1'' + m2 l1 l2/2 cos(t1-t2) t2'' = -m2 l1 l2/2 sin(t1-t2) t2'^2 - (m1/2 + m2) g l1 sin t1
/// m2 l1 l2/2 cos(t1-t2) t1'' + m2 l2^2/3 t2''        =  m2 l1 l2/2 sin(t1-t2) t1'^2 - m2 g l2/2 sin t2
/// ```
#[test]
fn double_pendulum_accelerations_are_lagranges() {
    let (m1, l1, m2, l2) = (1.3, 0.8, 0.7, 1.1);
    let (z, y, origin) = (v(0.0, 0.0, 1.0), v(0.0, 1.0, 0.0), v(0.0, 0.0, 0.0));
    let mut build = Build::new(G);
    let (com1, knee, com2) = (-0.5 * l1 * z, -l1 * z, -(l1 + 0.5 * l2) * z);
    let upper = build.body(m1, com1, rod(m1, l1, z));
    let lower = build.body(m2, com2, rod(m2, l2, z));
    build.revolute(GROUND, upper, origin, y);
    build.revolute(upper, lower, knee, y);
    let oracle = build.oracle();

    for (t1, t2, w1, w2) in [(0.3, -0.8, 1.5, -2.0), (2.1, 0.4, -0.7, 3.0), (-1.0, -2.9, 0.0, 4.0)] {
        let mut motions = oracle.design();
        motions.bodies[0] = turned_about(origin, com1, t1 * y, w1 * y);
        let knee_arm = motions.bodies[0].com * 2.0;
        motions.bodies[1] = turned_about(knee, com2, t2 * y, w2 * y);
        motions.bodies[1].com += knee_arm - knee;
        motions.bodies[1].velocity += (w1 * y).cross(&knee_arm);

        let got = oracle.accelerations(&motions, &oracle.no_loads());
        let (s, c) = f64::sin_cos(t1 - t2);
        let (a, b, d) = ((m1 / 3.0 + m2) * l1 * l1, 0.5 * m2 * l1 * l2, m2 * l2 * l2 / 3.0);
        let p = -b * s * w2 * w2 - (0.5 * m1 + m2) * G * l1 * t1.sin();
        let q = b * s * w1 * w1 - 0.5 * m2 * G * l2 * t2.sin();
        let det = a * d - b * c * b * c;
        assert_vec_close("upper", got.bodies[0].angular, (p * d - b * c * q) / det * y, 1e-11);
        assert_vec_close("lower", got.bodies[1].angular, (a * q - b * c * p) / det * y, 1e-11);
        assert_eq!((got.rows, got.rank), (10, 10));
        assert!(got.residual < 1e-15);
    }
}

/// The `N`-four-bar of the IFToMM library with two windows: five equal rods in a plane. Seven hinges hold a linkage with one
/// freedom and six redundant rows.
fn four_bar() -> (Oracle, Motions) {
    let (x, y, z) = (v(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0), v(0.0, 0.0, 1.0));
    let mut build = Build::new(G);
    let cranks = [0.0, 1.0, 2.0].map(|at| build.body(1.0, at * x + 0.5 * z, rod(1.0, 1.0, z)));
    let couplers = [0.5, 1.5].map(|at| build.body(1.0, at * x + z, rod(1.0, 1.0, x)));
    for (crank, at) in cranks.into_iter().zip([0.0, 1.0, 2.0]) {
        build.revolute(GROUND, crank, at * x, y);
    }
    for (crank, coupler, at) in [(0, 0, 0.0), (1, 0, 1.0), (1, 1, 1.0), (2, 1, 2.0)] {
        build.revolute(cranks[crank], couplers[coupler], at * x + z, y);
    }
    let oracle = build.oracle();
    let mut motions = oracle.design();
    for crank in 0..3 {
        motions.bodies[crank].angular_velocity = y;
        motions.bodies[crank].velocity = 0.5 * x;
    }
    for coupler in 3..5 {
        motions.bodies[coupler].velocity = x;
    }
    (oracle, motions)
}

/// While the linkage is a parallelogram, it moves as a pendulum: with the angle `t` from upright,
/// `(3/3 + 2) t'' = (3/2 + 2) g sin t`. After 10 s, and many singular positions, it agrees with the published closed form.
#[test]
fn four_bar_moves_as_the_equivalent_pendulum() {
    let (oracle, mut motions) = four_bar();
    let start = oracle.energy(&motions).total();
    let (mut t, mut w) = (0.0_f64, 1.0_f64);
    let h = 1.0 / 250.0;
    for second in 1..=10 {
        run(&oracle, &mut motions, 1.0, 250);
        for _ in 0..250 {
            (t, w) = pendulum_step(t, w, h, 3.5 * G / 3.0);
        }
        let tip = 2.0 * motions.bodies[0].com;
        assert_vec_close(&format!("tip at {second} s"), tip, v(t.sin(), 0.0, t.cos()), 1e-6);
        assert_close("energy", oracle.energy(&motions).total(), start, 1e-5);
    }
    let published = v(0.328458111541, 0.0, 0.944518538179);
    assert_vec_close("tip at 10 s", 2.0 * motions.bodies[0].com, published, 2e-7);
}

/// Bricard's 6R linkage of the IFToMM library: five bars of 1 m and 1 kg, square section 0.1 m, six hinges about the three
/// axes in turn. It moves only because of its dimensions: of thirty rows on thirty coordinates, one is redundant. Position of the
/// third hinge 1 s after the start at rest, by two independent codes, in the library's axes (y up).
#[test]
fn bricard_linkage_falls_as_published() {
    let own = |x: f64, y: f64, z: f64| v(x, -z, y);
    let hinges = [
        (own(0.0, 0.0, 0.0), own(0.0, 1.0, 0.0)),
        (own(1.0, 0.0, 0.0), own(0.0, 0.0, 1.0)),
        (own(1.0, -1.0, 0.0), own(1.0, 0.0, 0.0)),
        (own(1.0, -1.0, 1.0), own(0.0, 1.0, 0.0)),
        (own(0.0, -1.0, 1.0), own(0.0, 0.0, 1.0)),
        (own(0.0, 0.0, 1.0), own(1.0, 0.0, 0.0)),
    ];
    let mut build = Build::new(G);
    let mut bodies = vec![GROUND];
    for ends in hinges.windows(2) {
        let direction = ends[1].0 - ends[0].0;
        let along = direction * direction.transpose();
        let inertia = (1.01 * (diagonal(1.0, 1.0, 1.0) - along) + 0.02 * along) / 12.0;
        bodies.push(build.body(1.0, 0.5 * (ends[0].0 + ends[1].0), inertia));
    }
    bodies.push(GROUND);
    for (pair, (at, axis)) in bodies.windows(2).zip(hinges) {
        build.revolute(pair[0], pair[1], at, axis);
    }
    let oracle = build.oracle();
    let mut motions = oracle.design();
    let mobility = oracle.mobility(&motions, &oracle.no_loads());
    assert_eq!((mobility.freedoms, mobility.rows, mobility.rank), (1, 30, 29));
    run(&oracle, &mut motions, 1.0, 200);
    let second_bar = motions.bodies[1];
    let third_hinge = second_bar.com + second_bar.rotation * own(0.0, -0.5, 0.0);
    let published = own(0.274481319, -0.886707939, -0.462330003);
    assert_vec_close("third hinge at 1 s", third_hinge, published, 2e-9);
    assert_close(
        "energy",
        oracle.energy(&motions).total(),
        oracle.energy(&oracle.design()).total(),
        1e-7,
    );
}

fn pendulum_step(t: f64, w: f64, h: f64, k: f64) -> (f64, f64) {
    let f = |t: f64, w: f64| (w, k * t.sin());
    let k1 = f(t, w);
    let k2 = f(t + 0.5 * h * k1.0, w + 0.5 * h * k1.1);
    let k3 = f(t + 0.5 * h * k2.0, w + 0.5 * h * k2.1);
    let k4 = f(t + h * k3.0, w + h * k3.1);
    let mean = |a: f64, b: f64, c: f64, d: f64| h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    (t + mean(k1.0, k2.0, k3.0, k4.0), w + mean(k1.1, k2.1, k3.1, k4.1))
}

#[test]
fn redundant_rows_are_counted_and_harmless() {
    let (oracle, motions) = four_bar();
    let mobility = oracle.mobility(&motions, &oracle.no_loads());
    assert_eq!((mobility.freedoms, mobility.rows, mobility.rank), (1, 35, 29));

    let pendulum = |hinges: usize| {
        let mut build = Build::new(G);
        let com = v(0.4, 0.2, -0.3);
        let body = build.body(2.0, com, crooked_inertia(0.1));
        for place in 0..hinges {
            build.revolute(GROUND, body, v(0.0, place as f64, 0.0), v(0.0, 1.0, 0.0));
        }
        let oracle = build.oracle();
        let mut motions = oracle.design();
        motions.bodies[0] = turned_about(v(0.0, 0.0, 0.0), com, v(0.0, 0.7, 0.0), v(0.0, 3.0, 0.0));
        oracle.accelerations(&motions, &oracle.no_loads())
    };
    let (one, three) = (pendulum(1), pendulum(3));
    assert_eq!((one.rank, three.rank, three.rows), (5, 5, 15));
    assert_vec_close("angular", three.bodies[0].angular, one.bodies[0].angular, 1e-12);
    assert_vec_close("linear", three.bodies[0].linear, one.bodies[0].linear, 1e-12);
}

/// A spatial loop with a chassis on a heave guide, two arms, a knuckle and a tie rod, and a rack that steers it.
fn corner() -> Oracle {
    let mut build = Build::new(G);
    let chassis = build.body(400.0, v(0.0, 0.0, 0.5), diagonal(60.0, 300.0, 320.0));
    let lower = build.body(6.0, v(0.0, 0.55, 0.2), crooked_inertia(0.06));
    let upper = build.body(3.0, v(0.0, 0.55, 0.5), crooked_inertia(0.03));
    let knuckle = build.body(20.0, v(0.0, 0.72, 0.33), crooked_inertia(0.4));
    let rack = build.body(4.0, v(-0.15, 0.1, 0.3), crooked_inertia(0.05));
    build.prismatic(GROUND, chassis, v(0.0, 0.0, 0.0), v(0.0, 0.0, 1.0));
    build.revolute(chassis, lower, v(0.0, 0.35, 0.22), v(1.0, 0.02, 0.03).normalize());
    build.revolute(chassis, upper, v(0.0, 0.42, 0.5), v(1.0, -0.04, 0.06).normalize());
    build.spherical(lower, knuckle, v(0.02, 0.72, 0.18));
    build.spherical(upper, knuckle, v(-0.02, 0.66, 0.52));
    let guide = build.prismatic(chassis, rack, v(-0.15, 0.0, 0.3), v(0.0, 1.0, 0.0));
    build.distance(rack, knuckle, v(-0.15, 0.34, 0.28), v(-0.14, 0.69, 0.27));
    build.drive(guide);
    build.oracle()
}

/// Scattering and assembling gives random consistent states. The assembled linkage has the theoretical
/// mobility.
#[test]
fn a_scattered_suspension_assembles() {
    let oracle = corner();
    let mut loads = oracle.no_loads();
    for seed in 0..20 {
        let mut random = uniform(seed);
        loads.drives[0].position = 0.03 * random();
        loads.drives[0].velocity = random();
        let mut motions = oracle.design();
        motions.scatter(0.15, 0.05, 2.0, 1.0, &mut random);
        oracle
            .assemble(&mut motions, &loads)
            .unwrap_or_else(|open| panic!("seed {seed}: {open}"));
        for joint in oracle.constraint_residuals(&motions, &loads) {
            assert!(
                joint.position < 1e-13 && joint.velocity < 1e-12,
                "seed {seed}: {joint:?}"
            );
        }
        let mobility = oracle.mobility(&motions, &loads);
        assert_eq!((mobility.freedoms, mobility.rank, mobility.rows), (2, 28, 28));
        assert!(oracle.accelerations(&motions, &loads).residual < 1e-15);
    }
}

/// Redundant joints do no harm: if bars are moved out of their plane, the corrections return them to it, and all rows
/// agree there.
#[test]
fn a_scattered_redundant_linkage_assembles() {
    let (oracle, start) = four_bar();
    let loads = oracle.no_loads();
    for seed in 0..20 {
        let mut motions = start.clone();
        motions.scatter(0.2, 0.1, 1.0, 1.0, &mut uniform(seed));
        oracle
            .assemble(&mut motions, &loads)
            .unwrap_or_else(|open| panic!("seed {seed}: {open}"));
        for joint in oracle.constraint_residuals(&motions, &loads) {
            assert!(
                joint.position < 1e-13 && joint.velocity < 1e-12,
                "seed {seed}: {joint:?}"
            );
        }
        let got = oracle.accelerations(&motions, &loads);
        assert_eq!((got.rows, got.rank), (35, 29));
        assert!(got.disagreement < 1e-12, "seed {seed}: {:e}", got.disagreement);
    }
}

/// Assembling a closed linkage changes nothing. A linkage that cannot be closed is refused, and the open joint is named.
#[test]
fn assembly_keeps_what_is_closed_and_refuses_what_cannot_close() {
    let oracle = corner();
    let loads = oracle.no_loads();
    let mut motions = oracle.design();
    let before = motions.clone();
    oracle
        .assemble(&mut motions, &loads)
        .expect("the design position is closed");
    for (body, before) in motions.bodies.iter().zip(&before.bodies) {
        assert_vec_close("com", body.com, before.com, 1e-15);
    }

    let mut build = Build::new(0.0);
    let body = build.body(1.0, v(1.0, 0.0, 0.0), crooked_inertia(1.0));
    build.spherical(GROUND, body, v(1.0, 0.0, 0.0));
    build.distance(GROUND, body, v(0.0, 0.0, 0.0), v(1.5, 0.0, 0.0));
    let guide = build.prismatic(GROUND, body, v(1.0, 0.0, 0.0), v(1.0, 0.0, 0.0));
    build.drive(guide);
    let oracle = build.oracle();
    let mut loads = oracle.no_loads();
    loads.drives[0].position = 5.0;
    let open = oracle
        .assemble(&mut oracle.design(), &loads)
        .expect_err("a ball cannot be in two places");
    assert!(open.worst.position > 0.1);
    assert!(open.to_string().contains(&open.worst.name));
}

/// The power of a driven joint's reaction is the only energy input of the linkage. This checks drives, reactions and
/// energy together.
#[test]
fn drive_power_is_the_rate_of_energy() {
    let oracle = corner();
    let rack = |t: f64| {
        let mut loads = oracle.no_loads();
        loads.drives[0].position = 0.02 * (7.0 * t).sin();
        loads.drives[0].velocity = 0.14 * (7.0 * t).cos();
        loads.drives[0].acceleration = -0.98 * (7.0 * t).sin();
        loads
    };
    let mut motions = oracle.design();
    motions.scatter(0.1, 0.03, 1.0, 1.0, &mut uniform(3));
    oracle
        .assemble(&mut motions, &rack(0.1))
        .expect("near the design position");
    let power = {
        let loads = rack(0.1);
        let reaction = oracle.accelerations(&motions, &loads).reactions[5];
        let axis = motions.bodies[0].rotation * v(0.0, 1.0, 0.0);
        reaction.force.dot(&axis) * loads.drives[0].velocity
    };
    let energy_after = |h: f64| {
        let mut motions = motions.clone();
        oracle.step(&mut motions, 0.1, h, |t, _| rack(t)).expect("closed");
        oracle.energy(&motions).total()
    };
    let h = 1e-4;
    let rate =
        (8.0 * (energy_after(h) - energy_after(-h)) - (energy_after(2.0 * h) - energy_after(-2.0 * h))) / (12.0 * h);
    assert!(
        power.abs() > 1.0,
        "the drive must work for the test to say something: {power}"
    );
    assert_close("power", power, rate, 1e-6 * power.abs().max(1.0));
}

/// A rod held by its end: the joint carries its weight and, if it is fixed, also the moment of the weight.
#[test]
fn reactions_carry_the_weight() {
    let (origin, com) = (v(0.0, 0.0, 0.0), v(0.5, 0.0, 0.0));
    let hold = |first_is_ground: bool| {
        let mut build = Build::new(G);
        let body = build.body(2.0, com, crooked_inertia(0.1));
        let (first, second) = if first_is_ground {
            (GROUND, body)
        } else {
            (body, GROUND)
        };
        build.joint(first, second, JointKind::Fixed(Fixed { at: origin }));
        let oracle = build.oracle();
        let result = oracle.accelerations(&oracle.design(), &oracle.no_loads());
        assert!(result.bodies[0].linear.amax() < 1e-14);
        result.reactions[0]
    };
    for (first_is_ground, sign) in [(true, 1.0), (false, -1.0)] {
        let reaction = hold(first_is_ground);
        assert_vec_close("force", reaction.force, sign * v(0.0, 0.0, 2.0 * G), 1e-12);
        assert_vec_close("moment", reaction.moment, sign * v(0.0, -G, 0.0), 1e-12);
    }
}

/// A loop that is closed by several bodies integrates at fourth order: halving the step divides the error by sixteen.
#[test]
fn integrator_is_of_fourth_order() {
    let oracle = corner();
    let loads = |t: f64| -> Loads {
        let mut loads = oracle.no_loads();
        loads.drives[0].position = 0.02 * (9.0 * t).sin();
        loads.drives[0].velocity = 0.18 * (9.0 * t).cos();
        loads.drives[0].acceleration = -1.62 * (9.0 * t).sin();
        loads
    };
    let mut start = oracle.design();
    start.bodies[1].angular_velocity.x = 1.0;
    oracle
        .assemble(&mut start, &loads(0.0))
        .expect("near the design position");
    let end = |steps: usize| {
        let mut motions = start.clone();
        run_under(&oracle, &mut motions, 0.2, steps, |t, _| loads(t));
        motions.bodies[3].com
    };
    let (coarse, middle, fine) = (end(5), end(10), end(20));
    let order = ((coarse - middle).norm() / (middle - fine).norm()).log2();
    assert!((3.6..4.6).contains(&order), "order {order}");
}
