//! Springs, stops, dampers and wheel loads: forces, energy, power, and equal reactions.

mod common;

use common::*;
use wishbone_compiler::model::{Curve, Damping, Spring, Stop, Table};
use wishbone_oracle::{Motions, Oracle};

/// Force of a spring [N]: the acceleration of a mass of 1 kg at height `length` on a vertical guide, moving at `rate`.
fn force(complete: impl Fn(&mut Spring), length: f64, rate: f64) -> f64 {
    let (oracle, motions) = mass_on(complete, length, rate);
    oracle.accelerations(&motions, &oracle.no_loads()).bodies[0].linear.z
}

fn elastic_energy(complete: impl Fn(&mut Spring), length: f64) -> f64 {
    let (oracle, motions) = mass_on(complete, length, 0.0);
    oracle.energy(&motions).elastic
}

fn mass_on(complete: impl Fn(&mut Spring), length: f64, rate: f64) -> (Oracle, Motions) {
    let mut build = Build::new(0.0);
    let mass = build.body(1.0, v(0.0, 0.0, 1.0), diagonal(1.0, 1.0, 1.0));
    build.prismatic(GROUND, mass, v(0.0, 0.0, 1.0), v(0.0, 0.0, 1.0));
    complete(build.spring(GROUND, mass, v(0.0, 0.0, 0.0), v(0.0, 0.0, 1.0)));
    let oracle = build.oracle();
    let mut motions = oracle.design();
    motions.bodies[0].com.z = length;
    motions.bodies[0].velocity.z = rate;
    (oracle, motions)
}

fn table() -> Curve {
    Curve::Table(Table::straight(vec![-0.2, 0.1, 0.3], vec![-30.0, 0.0, 60.0]))
}

/// A spring with all its attributes, with kinks at round numbers.
fn everything(spring: &mut Spring) {
    spring.free_length = 1.0.into();
    spring.preload = 7.0.into();
    spring.elastic = Some(table());
    spring.bump_stop = Some(Stop {
        length: 0.8.into(),
        curve: Curve::Linear(1000.0.into()),
    });
    spring.rebound_stop = Some(Stop {
        length: 1.25.into(),
        curve: Curve::Table(Table::straight(vec![0.0, 0.1], vec![50.0, 250.0])),
    });
}

#[test]
fn spring_forces_follow_the_declared_law() {
    let cases = [
        (1.0, 7.0 + 10.0),
        (1.05, 7.0 + 5.0),
        (1.1, 7.0),
        (1.2, 7.0 - 30.0),
        (1.25, 7.0 - 45.0),
        (1.35, 7.0 - 75.0 - 250.0),
        (0.8, 7.0 + 30.0),
        (0.7, 7.0 + 40.0 + 100.0),
    ];
    for (length, expected) in cases {
        assert_close(
            &format!("at {length} m"),
            force(everything, length, 0.0),
            expected,
            1e-10,
        );
    }
}

#[test]
fn dampers_follow_the_declared_law() {
    let inside = Curve::Split {
        negative: 10.0.into(),
        positive: 30.0.into(),
    };
    let damper = |spring: &mut Spring| {
        spring.damping = Some(Damping {
            map: None,
            curve: inside.clone(),
            outside: Some((0.9.into(), 1.1.into(), Curve::Linear(500.0.into()))),
            series: None,
        });
    };
    for (length, rate, expected) in [
        (1.0, 2.0, -60.0),
        (1.0, -2.0, 20.0),
        (1.1, -2.0, 20.0),
        (1.2, 2.0, -1000.0),
        (0.8, -2.0, 1000.0),
    ] {
        assert_close(
            &format!("at {length} m, {rate} m/s"),
            force(damper, length, rate),
            expected,
            1e-10,
        );
    }
}

/// Elastic energy is minus the work of the force that the dynamics shows. Simpson's rule integrates it on each piece
/// between kinks, which is exact for straight pieces.
#[test]
fn elastic_energy_is_the_work_against_the_force() {
    let kinks = [0.6, 0.8, 1.0, 1.1, 1.25, 1.3, 1.4];
    assert_close("at the free length", elastic_energy(everything, 1.0), 0.0, 1e-15);
    let inset = 1e-9;
    for pair in kinks.windows(2) {
        let (a, b) = (pair[0] + inset, pair[1] - inset);
        let mean =
            (force(everything, a, 0.0) + 4.0 * force(everything, 0.5 * (a + b), 0.0) + force(everything, b, 0.0)) / 6.0;
        let gained = elastic_energy(everything, b) - elastic_energy(everything, a);
        assert_close(&format!("{a}..{b}"), gained, -mean * (b - a), 1e-10);
    }
}

/// Two free bodies joined by a ball joint, with a spring between them and a spinning wheel on one of them.
fn pair_in_space() -> (Oracle, Motions) {
    let mut build = Build::new(0.0);
    let first = build.body(2.0, v(0.0, 0.0, 0.0), crooked_inertia(0.3));
    let second = build.body(1.0, v(1.0, 0.2, 0.1), crooked_inertia(0.1));
    build.free(GROUND, first, v(0.0, 0.0, 0.0));
    build.spherical(first, second, v(0.5, 0.1, 0.0));
    build.spring(first, second, v(0.2, 0.4, 0.0), v(0.9, 0.5, 0.3)).elastic = Some(Curve::Linear(300.0.into()));
    let (_, wheel) = build.wheel(second, v(1.2, 0.1, 0.2), v(0.6, 0.0, 0.8));
    wheel.mass = 0.5.into();
    wheel.diametral_inertia = 0.02.into();
    wheel.spin_inertia = Some(0.03.into());
    wheel.driven_from = first;
    let oracle = build.oracle();
    let mut motions = oracle.design();
    motions.scatter(0.3, 0.1, 2.0, 2.0, &mut uniform(11));
    motions.spins[0] = 50.0;
    oracle
        .assemble(&mut motions, &oracle.no_loads())
        .expect("a ball always closes");
    (oracle, motions)
}

/// Without external forces, momentum, angular momentum and energy are conserved.
#[test]
fn two_bodies_and_a_wheel_conserve_momentum_and_energy() {
    let (oracle, mut motions) = pair_in_space();
    let (momentum, energy) = (oracle.momentum(&motions), oracle.energy(&motions).total());
    run(&oracle, &mut motions, 1.0, 1000);
    let after = oracle.momentum(&motions);
    assert_vec_close("linear", after.linear, momentum.linear, 1e-10);
    assert_vec_close("angular", after.angular, momentum.angular, 1e-8);
    assert_close("energy", oracle.energy(&motions).total(), energy, 1e-7);
}

/// Rate of a quantity along the motion by a five-point difference of the integrator.
fn rate_of<T>(oracle: &Oracle, motions: &Motions, loads: &wishbone_oracle::Loads, quantity: impl Fn(&Motions) -> T) -> T
where
    T: std::ops::Sub<Output = T> + std::ops::Mul<f64, Output = T>,
{
    let h = 1e-4;
    let after = |h: f64| {
        let mut motions = motions.clone();
        oracle.step(&mut motions, 0.0, h, |_, _| loads.clone()).expect("closed");
        quantity(&motions)
    };
    ((after(h) - after(-h)) * 8.0 - (after(2.0 * h) - after(-2.0 * h))) * (1.0 / (12.0 * h))
}

/// Wheel loads change momentum by their force, angular momentum by their moment, and energy by their power. Drive and brake
/// torque act in pairs and change energy only: drive torque by the wheel's motion relative to the driving body, brake torque by the
/// spin.
#[test]
fn wheel_loads_balance_momentum_and_power() {
    let (oracle, motions) = pair_in_space();
    let mut loads = oracle.no_loads();
    let load = &mut loads.wheels[0];
    load.force = v(30.0, -20.0, 50.0);
    load.moment = v(1.0, 2.0, -3.0);
    load.drive_torque = 4.0;
    load.brake_torque = -6.0;
    let load = *load;

    let (first, carrier) = (&motions.bodies[0], &motions.bodies[1]);
    let axis = carrier.rotation * v(0.6, 0.0, 0.8);
    let arm = carrier.rotation * v(0.2, -0.1, 0.1);
    let centre = carrier.com + arm;
    let velocity = carrier.velocity + carrier.angular_velocity.cross(&arm);
    let wheel_rate = carrier.angular_velocity + motions.spins[0] * axis;
    let power = load.force.dot(&velocity)
        + load.moment.dot(&wheel_rate)
        + load.drive_torque * axis.dot(&(wheel_rate - first.angular_velocity))
        + load.brake_torque * motions.spins[0];

    let linear = rate_of(&oracle, &motions, &loads, |m| oracle.momentum(m).linear);
    assert_vec_close("force", linear, load.force, 1e-7);
    let angular = rate_of(&oracle, &motions, &loads, |m| oracle.momentum(m).angular);
    assert_vec_close("moment", angular, load.moment + centre.cross(&load.force), 1e-7);
    let energy = rate_of(&oracle, &motions, &loads, |m| oracle.energy(m).total());
    assert_close("power", energy, power, 1e-6);
}

/// A damper takes energy at the rate `force * rate` of its own ends.
#[test]
fn dampers_dissipate_their_power() {
    let mut build = Build::new(9.81);
    let (origin, com) = (v(0.0, 0.0, 0.0), v(0.4, 0.1, -0.2));
    let body = build.body(5.0, com, crooked_inertia(0.4));
    build.revolute(GROUND, body, origin, v(0.0, 1.0, 0.0));
    let (anchor, eye) = (v(0.3, 0.0, 0.6), v(0.5, 0.1, 0.0));
    build.spring(GROUND, body, anchor, eye).damping = Some(Damping {
        map: None,
        curve: Curve::Linear(800.0.into()),
        outside: None,
        series: None,
    });
    let oracle = build.oracle();
    let mut motions = oracle.design();
    let (turn, rate) = (v(0.0, 0.3, 0.0), v(0.0, -2.0, 0.0));
    motions.bodies[0] = turned_about(origin, com, turn, rate);
    let end = turned_about(origin, eye, turn, rate);
    let strut = end.com - anchor;
    let length_rate = strut.normalize().dot(&end.velocity);
    let energy = rate_of(&oracle, &motions, &oracle.no_loads(), |m| oracle.energy(m).total());
    assert_close("dissipation", energy, -800.0 * length_rate * length_rate, 1e-5);
    assert!(length_rate.abs() > 0.1);
}

/// On a held carrier, drive and brake torque change the spin only: `Ja s' = drive + brake + moment along the axis`.
#[test]
fn torques_spin_a_wheel_on_a_held_carrier() {
    let mut build = Build::new(9.81);
    let carrier = build.body(10.0, v(0.0, 0.0, 0.3), crooked_inertia(0.3));
    build.fixed(GROUND, carrier, v(0.0, 0.0, 0.0));
    let (_, wheel) = build.wheel(carrier, v(0.0, 0.1, 0.3), v(0.0, 1.0, 0.0));
    wheel.spin_inertia = Some(1.6.into());
    let oracle = build.oracle();
    let mut loads = oracle.no_loads();
    loads.wheels[0].drive_torque = 20.0;
    loads.wheels[0].brake_torque = -3.0;
    loads.wheels[0].moment = v(5.0, -1.0, 4.0);
    loads.wheels[0].force = v(100.0, 0.0, 0.0);
    let result = oracle.accelerations(&oracle.design(), &loads);
    assert_close("spin acceleration", result.spins[0], 16.0 / 1.6, 1e-12);
    assert!(result.bodies[0].angular.amax() < 1e-12);
    // Drive and brake react on the carrier, so that the fixed joint carries the external load and the weight only.
    let expected = -(v(5.0, 0.0, 4.0) + v(0.0, 0.1, 0.3).cross(&v(100.0, 0.0, 0.0))) + v(0.0, 17.0, 0.0);
    assert_vec_close("moment on the joint", result.reactions[0].moment, expected, 1e-11);
}

/// A wheel without spin freedom is part of its carrier: it adds mass and `Jd (1 - b b')` at its centre (Steiner). Its moment
/// turns the carrier, its drive torque acts between the carrier and the driving body, its brake torque has no effect.
#[test]
fn a_wheel_without_spin_is_part_of_its_carrier() {
    let (com, centre, axis) = (v(0.2, 0.1, 0.4), v(0.3, -0.2, 0.1), v(0.0, 0.6, 0.8));
    let (mass, inertia, wheel_mass, jd) = (3.0, crooked_inertia(0.2), 2.0, 0.15);
    let mut separate = Build::new(9.81);
    let body = separate.body(mass, com, inertia);
    let other = separate.body(1.0, v(0.0, 1.0, 0.0), crooked_inertia(0.1));
    separate.spherical(body, other, v(0.0, 0.5, 0.0));
    let (_, wheel) = separate.wheel(body, centre, axis);
    wheel.mass = wheel_mass.into();
    wheel.diametral_inertia = jd.into();
    wheel.driven_from = other;

    let common = (mass * com + wheel_mass * centre) / (mass + wheel_mass);
    let steiner =
        |m: f64, r: nalgebra::Vector3<f64>| m * (diagonal(1.0, 1.0, 1.0) * r.norm_squared() - r * r.transpose());
    let mut merged = separate.0.clone();
    merged.wheels[0].mass = 0.0.into();
    merged.wheels[0].diametral_inertia = 0.0.into();
    merged.bodies[body.index()].mass = (mass + wheel_mass).into();
    merged.bodies[body.index()].com = common.into();
    merged.bodies[body.index()].inertia = (inertia
        + steiner(mass, com - common)
        + jd * (diagonal(1.0, 1.0, 1.0) - axis * axis.transpose())
        + steiner(wheel_mass, centre - common))
    .into();

    let mut random = uniform(5);
    let separate = separate.oracle();
    let merged = Oracle::new(&merged);
    let mut motions = separate.design();
    motions.scatter(0.8, 0.5, 3.0, 2.0, &mut random);
    separate
        .assemble(&mut motions, &separate.no_loads())
        .expect("a ball always closes");
    let mut loads = separate.no_loads();
    loads.wheels[0].force = v(10.0, 20.0, -30.0);
    loads.wheels[0].moment = v(1.0, -2.0, 0.5);
    loads.wheels[0].drive_torque = 7.0;
    let mut same = motions.clone();
    let shift = motions.bodies[0].rotation * (common - com);
    same.bodies[0].com += shift;
    same.bodies[0].velocity += motions.bodies[0].angular_velocity.cross(&shift);

    let got = separate.accelerations(&motions, &loads);
    loads.wheels[0].brake_torque = 1000.0;
    let expected = merged.accelerations(&same, &loads);
    for (got, expected) in got.bodies.iter().zip(&expected.bodies) {
        assert_vec_close("angular", got.angular, expected.angular, 1e-10);
    }
    assert_vec_close("other", got.bodies[1].linear, expected.bodies[1].linear, 1e-10);
    assert_eq!(got.spins, [0.0]);
    assert_close(
        "kinetic energy",
        separate.energy(&motions).kinetic,
        merged.energy(&same).kinetic,
        1e-11,
    );
}
