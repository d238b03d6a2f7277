//! Rotors: with a shaft that turns with them, and with an inertia that is contained in the carrier's inertia.

use crate::{agrees, compiled, for_states, vehicle};
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject, assert_both_doors};

/// Rotors on a body in a chain, on a body in a loop, and on the base.
const EVERYWHERE: &str = "
    wheel flywheel: on(b) { centre: [0.6, 0.5, 0.2] m, axis: [0.2, 1, 0.3], radius: 0.3 m,
        spin_inertia: 0.02 kg*m^2, carrier: with_rotor, driven_from: base }
    wheel geared: on(crank) { centre: [0.05, -0.6, 0.3] m, axis: [0.2, 1, 0], radius: 0.3 m, mass: 2 kg,
        spin_inertia: 0.05 kg*m^2, diametral_inertia: 0.03 kg*m^2, shaft_inertia: tune 0.2 kg*m^2 }
    wheel large: on(base) { centre: [0, 0, 0.3] m, radius: 0.3 m, spin_inertia: 3 kg*m^2, shaft_inertia: 1 kg*m^2, carrier: with_rotor }
    spring strut: between(a, base) { from: [0.4, 0.3, 0.3] m, to: [0, 0.1, 0.3] m, rate: 20 kN/m, free_length: 0.5 m }";

#[test]
fn rotors_of_carriers_and_shafts_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn rotors_of_carriers_and_shafts_come_through_both_doors() {
    assert_both_doors(&vehicle(EVERYWHERE));
}

/// A spindle whose inertia contains its disc has the same rates as a spindle and a separate disc.
#[test]
fn a_carrier_with_its_rotor_is_the_sum_of_both() {
    let pair = |inertia: &str, wheel: &str| {
        format!(
            "Spindle {{
                body knuckle {{ mass: 9 kg, com: [0, 0.7, 0.3] m, inertia: [{inertia}] kg*m^2 }}
                joint king: revolute(ground, knuckle) {{ axis: [0.1, 0.2, 1], at: [0, 0.6, 0.3] m }}
                wheel tyre: on(knuckle) {{ centre: [0, 0.7, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, {wheel} }}
            }}"
        )
    };
    let rates = |text: &str| {
        let compiled = compiled(text, Method::Recursive);
        let mut subject = Interpreted::new(&compiled);
        let acting = Acting {
            wheels: vec![Default::default()],
            ..Acting::default()
        };
        subject.rates(&[0.3], &[0.7, 40.0], &acting).v
    };
    let apart = rates(&pair("0.3, 0.2, 0.15", "diametral_inertia: 0.6 kg*m^2"));
    let whole = rates(&pair("0.9, 1.2, 0.75", "carrier: with_rotor"));
    for (one, other) in apart.iter().zip(&whole) {
        assert!((one - other).abs() < 1e-12 * (1.0 + one.abs()), "{apart:?} {whole:?}");
    }
    assert!(apart.iter().all(|rate| rate.abs() > 1e-3), "{apart:?}");
}

/// A wheel on a carrier at rest: the drive torque turns wheel and shaft, `(J + Js) Ω' = T`.
#[test]
fn a_shaft_is_turned_with_its_wheel() {
    let text = "Shaft {
        gravity: 0 m/s^2
        body knuckle { mass: 9 kg, com: [0, 0.7, 0.3] m, inertia: [0.3, 0.2, 0.15] kg*m^2 }
        joint king: prismatic(ground, knuckle) { axis: z }
        wheel tyre: on(knuckle) { centre: [0, 0.7, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2, diametral_inertia: 0.6 kg*m^2, shaft_inertia: 0.6 kg*m^2 }
    }";
    let compiled = compiled(text, Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let mut acting = Acting {
        wheels: vec![Default::default()],
        ..Acting::default()
    };
    acting.wheels[0].drive_torque = 80.0;
    assert!((subject.rates(&[0.0], &[0.0, 3.0], &acting).v[1] - 50.0).abs() < 1e-12);
}

/// All rotors spin in the random states.
#[test]
fn rotors_turn_in_the_states_that_are_compared() {
    for_states(&vehicle(EVERYWHERE), |compiled, _, (_, v, _)| {
        let spins: Vec<usize> = compiled.state.spins.iter().flatten().copied().collect();
        assert_eq!(spins.len(), 3);
        assert!(spins.iter().all(|&spin| v[spin] != 0.0));
    });
}
