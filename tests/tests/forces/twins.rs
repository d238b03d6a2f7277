//! Twin wheels: two tyres on one spindle, with one spin.

use crate::{agrees, compiled, for_states, vehicle};
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject, assert_both_doors};

/// Twins on a body in a chain, where the outer wheel has its own inertia; and three wheels on one axis on a body in a
/// loop. Parameters change all of them.
const EVERYWHERE: &str = "
    wheel outer: on(b) { centre: [0.62, 0.6, 0.23] m, twin_of: inner, radius: 0.3 m, mass: 1 kg,
        spin_inertia: 0.03 kg*m^2, diametral_inertia: 0.02 kg*m^2, driven_from: base }
    wheel inner: on(b) { centre: [0.6, 0.5, 0.2] m, axis: [0.2, 1, 0.3], radius: 0.3 m, mass: 2 kg,
        spin_inertia: tune 0.05 kg*m^2, diametral_inertia: 0.03 kg*m^2 }
    wheel one: on(crank) { centre: [0.05, -0.6, 0.3] m, radius: 0.3 m, spin_inertia: 0.02 kg*m^2, carrier: with_rotor }
    wheel two: on(crank) { centre: [0.05, -0.8, 0.3] m, radius: 0.3 m, twin_of: one }
    wheel three: on(crank) { centre: [0.05, -1, 0.3] m, radius: 0.3 m, twin_of: one }
    spring strut: between(a, base) { from: [0.4, 0.3, 0.3] m, to: [0, 0.1, 0.3] m, rate: 20 kN/m, free_length: 0.5 m }";

#[test]
fn twins_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn twins_come_through_both_doors() {
    assert_both_doors(&vehicle(EVERYWHERE));
}

#[test]
fn twins_have_one_spin() {
    for_states(&vehicle(EVERYWHERE), |compiled, _, _| {
        let spins = &compiled.state.spins;
        assert!(
            spins[0] == spins[1] && spins[2] == spins[3] && spins[3] == spins[4],
            "{spins:?}"
        );
        let names = compiled.layout.speeds.iter().filter(|name| name.ends_with(".spin"));
        assert_eq!(names.collect::<Vec<_>>(), ["inner.spin", "one.spin"]);
    });
}

/// On a carrier at rest, `(J1 + J2) Ω' = T1 + T2 - F1 R`, on whichever twin a torque or a force acts.
#[test]
fn inertias_and_torques_of_twins_add_up() {
    let text = "Twins {
        gravity: 0 m/s^2
        mirror left as right {
            body hub { mass: 9 kg, com: [0, 0.7, 0.3] m, inertia: [0.3, 0.2, 0.15] kg*m^2 }
            joint king: prismatic(ground, hub) { axis: z }
            wheel inner: on(hub) { centre: [0, 0.7, 0.3] m, radius: 0.5 m, spin_inertia: 1 kg*m^2, diametral_inertia: 0.6 kg*m^2 }
            wheel outer: on(hub) { centre: [0, 1, 0.3] m, radius: 0.5 m, spin_inertia: 1.5 kg*m^2, diametral_inertia: 0.8 kg*m^2, twin_of: inner }
        }
    }";
    let compiled = compiled(text, Method::Synthesis);
    let mut subject = Interpreted::new(&compiled);
    let mut acting = Acting {
        wheels: vec![Default::default(); 4],
        ..Acting::default()
    };
    let place = |name: &str| {
        compiled
            .model
            .wheels
            .iter()
            .position(|w| w.name == name)
            .expect("it is there")
    };
    let (inner, outer) = (place("right.inner"), place("right.outer"));
    acting.wheels[inner].drive_torque = 80.0;
    acting.wheels[outer].drive_torque = 40.0;
    acting.wheels[outer].moment = [0.0, -20.0, 0.0];
    let v: Vec<f64> = vec![0.0; subject.speeds()];
    let rates = subject.rates(&[0.0, 0.0], &v, &acting).v;
    let spin = compiled.state.spins[inner].expect("it spins");
    assert!((rates[spin] - 100.0 / 2.5).abs() < 1e-12, "{rates:?}");
    let other = compiled.state.spins[place("left.inner")].expect("it spins");
    assert_eq!(rates[other], 0.0);
}
