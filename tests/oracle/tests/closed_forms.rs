//! Time histories against closed forms, one body at a time, with every kind of motion that a body can have.

mod common;

use common::*;
use wishbone_oracle::Motion;

const G: f64 = 9.81;

/// Checks that energy is conserved up to the integrator's error.
#[track_caller]
fn assert_energy_kept(
    oracle: &wishbone_oracle::Oracle,
    before: &wishbone_oracle::Motions,
    after: &wishbone_oracle::Motions,
    tolerance: f64,
) {
    let (before, after) = (oracle.energy(before).total(), oracle.energy(after).total());
    assert_close("energy", after, before, tolerance);
}

/// A uniform rod (1.2 m, 2.5 kg) starts at rest, 2 rad from hanging. Angle after 10 s by Jacobi's elliptic functions.
#[test]
fn physical_pendulum() {
    let mut build = Build::new(G);
    let com = v(0.0, 0.0, -0.6);
    let bar = build.body(2.5, com, rod(2.5, 1.2, v(0.0, 0.0, 1.0)));
    build.revolute(GROUND, bar, v(0.0, 0.0, 0.0), v(0.0, 1.0, 0.0));
    let oracle = build.oracle();
    let mut motions = oracle.design();
    motions.bodies[0] = turned_about(v(0.0, 0.0, 0.0), com, v(0.0, 2.0, 0.0), v(0.0, 0.0, 0.0));
    let start = motions.clone();
    run(&oracle, &mut motions, 10.0, 4000);
    let com = motions.bodies[0].com;
    assert_close("angle at 10 s", f64::atan2(-com.x, -com.z), 0.7609122076118705, 1e-8);
    assert_energy_kept(&oracle, &start, &motions, 1e-8);
}

/// A point on a massless rod of 1 m starts at height -0.5 m with 2.2 m/s horizontally. Height after 10 s.
#[test]
fn spherical_pendulum_on_a_rod() {
    let mut build = Build::new(G);
    let bob = build.body(3.0, v(0.0, 0.0, -1.0), crooked_inertia(0.2));
    build.distance(GROUND, bob, v(0.0, 0.0, 0.0), v(0.0, 0.0, -1.0));
    let oracle = build.oracle();
    let mut motions = oracle.design();
    motions.bodies[0].com = v(0.75_f64.sqrt(), 0.0, -0.5);
    motions.bodies[0].velocity = v(0.0, 2.2, 0.0);
    let start = motions.clone();
    run(&oracle, &mut motions, 10.0, 4000);
    assert_close("height at 10 s", motions.bodies[0].com.z, -0.6557680286042655, 1e-8);
    assert_energy_kept(&oracle, &start, &motions, 1e-8);
}

/// Principal moments 0.9, 1.4, 2.1 kg m^2; initial angular velocity (0.8, 0, 2) rad/s in body axes. Angular velocity after 10 s.
#[test]
fn torque_free_body() {
    let mut build = Build::new(0.0);
    let body = build.body(1.7, v(0.3, 0.2, 0.1), diagonal(0.9, 1.4, 2.1));
    build.free(GROUND, body, v(0.0, 0.0, 0.0));
    let oracle = build.oracle();
    let mut motions = oracle.design();
    motions.bodies[0].angular_velocity = v(0.8, 0.0, 2.0);
    motions.bodies[0].velocity = v(1.0, -2.0, 0.5);
    let start = motions.clone();
    run(&oracle, &mut motions, 10.0, 4000);
    let Motion {
        rotation,
        com,
        angular_velocity,
        ..
    } = motions.bodies[0];
    let expected = v(-0.7293121865387975, -0.34515898929198013, 1.9917095722094693);
    assert_vec_close(
        "body rates at 10 s",
        rotation.transpose() * angular_velocity,
        expected,
        1e-8,
    );
    assert_vec_close("straight path", com, v(10.3, -19.8, 5.1), 1e-11);
    assert_energy_kept(&oracle, &start, &motions, 1e-9);
}

/// Heavy symmetric top: 1 kg, centre of mass 0.3 m from the fixed point, transverse moment there 0.12 kg m^2, spin
/// momentum 0.04 kg m^2 * 40 rad/s. It starts 0.6 rad from upright. Cosine of its inclination after 10 s.
const TOP_COSINE_AT_10: f64 = 0.6762005745531923;

#[test]
fn heavy_top_as_one_body() {
    let mut build = Build::new(G);
    let com = v(0.0, 0.0, 0.3);
    let top = build.body(1.0, com, diagonal(0.03, 0.03, 0.04));
    build.spherical(GROUND, top, v(0.0, 0.0, 0.0));
    let oracle = build.oracle();
    let mut motions = oracle.design();
    let axis = v(0.0, 0.6_f64.sin(), 0.6_f64.cos());
    motions.bodies[0] = turned_about(v(0.0, 0.0, 0.0), com, v(-0.6, 0.0, 0.0), 40.0 * axis);
    let start = motions.clone();
    run(&oracle, &mut motions, 10.0, 10_000);
    assert_close(
        "cos(theta) at 10 s",
        motions.bodies[0].com.z / 0.3,
        TOP_COSINE_AT_10,
        1e-6,
    );
    assert_energy_kept(&oracle, &start, &motions, 1e-5);
}

/// The top of the previous test, but the spin belongs to a wheel on a carrier that does not spin. The distribution of
/// mass and transverse inertia between carrier and wheel must not matter, even if the wheel has neither.
#[test]
fn heavy_top_as_a_wheel_on_a_carrier() {
    for share in [0.0, 0.4, 0.9] {
        let mut build = Build::new(G);
        let com = v(0.0, 0.0, 0.3);
        let left = 1.0 - share;
        let arm = build.body(left, com, left * diagonal(0.03, 0.03, 0.05));
        build.spherical(GROUND, arm, v(0.0, 0.0, 0.0));
        let (_, wheel) = build.wheel(arm, com, v(0.0, 0.0, 1.0));
        wheel.mass = share.into();
        wheel.diametral_inertia = (0.03 * share).into();
        wheel.spin_inertia = Some(0.04.into());
        let oracle = build.oracle();
        let mut motions = oracle.design();
        motions.bodies[0] = turned_about(v(0.0, 0.0, 0.0), com, v(-0.6, 0.0, 0.0), v(0.0, 0.0, 0.0));
        motions.spins[0] = 40.0;
        let start = motions.clone();
        run(&oracle, &mut motions, 10.0, 2000);
        assert_close(
            "cos(theta) at 10 s",
            motions.bodies[0].com.z / 0.3,
            TOP_COSINE_AT_10,
            1e-6,
        );
        assert_energy_kept(&oracle, &start, &motions, 1e-6);
    }
}
