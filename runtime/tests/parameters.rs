//! Parameters are checked like the declaration, and a refusal names the parameter and changes nothing.
#![cfg(feature = "macros")]

use wishbone::parameters::{Parameters, RefusedParameter, Tuned};

wishbone::vehicle! {
    Corner {
        gravity: tune 9.81 m/s^2
        points { seat: tune [0, 0.4, 0.2] m, top: [0, 0.4, 0.6] m }
        body chassis { mass: tune(sprung) 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        body arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: tune [0.09, 0.06, 0.14, 0.01, 0, 0] kg*m^2 }
        body plate {
            mass: 6 kg, com: [0, 0.5, 0.3] m, inertia: tune [1, 1, 3] kg*m^2, nonphysical: accept
        }
        joint heave: prismatic(ground, chassis) { axis: z }
        joint pivot: revolute(chassis, arm) { axis: x, at: [0, 0.3, 0.2] m }
        joint weld: fixed(arm, plate)
        spring strut: between(chassis, arm) {
            from: top, to: seat, rate: tune(rate) 40 kN/m, free_length: tune 0.45 m, preload: tune 0 N,
            damping: 3 kN*s/m, window: [0.3, tune 0.5] m, damping_outside: 9 kN*s/m,
        }
        bushing mount: between(chassis, arm) {
            at: top, stiffness: tune [1, 1, 1, 0.5, 0, 0] kN/mm, torsional_stiffness: [1, 1, 1] kN*m/rad
        }
        wheel tyre: on(arm) {
            centre: seat, radius: 0.3 m, mass: 18 kg, spin_inertia: tune 1.1 kg*m^2, diametral_inertia: 0.7 kg*m^2,
            camber: tune -1 deg
        }
    }
}

/// The car after one parameter has been set.
fn set(name: &str, value: f64) -> (Corner, Result<(), RefusedParameter>) {
    let mut car = Corner::new();
    let mut parameters = *car.parameters();
    assert!(parameters.set(name, value), "there is no `{name}`");
    let result = car.set_parameters(parameters);
    (car, result)
}

#[test]
fn the_defaults_are_taken() {
    assert_eq!(CornerParameters::default().check(), Ok(()));
}

#[test]
fn what_a_vehicle_can_have_is_taken() {
    for (name, value) in [
        ("sprung", 380.0),
        ("gravity", 0.0),
        ("seat.x", -0.1),
        ("arm.inertia.xx", 0.1),
        // A thin plate.
        ("arm.inertia.xy", 0.0),
        ("plate.inertia.zz", 4.0),
        ("rate", 0.0),
        ("strut.preload", -500.0),
        ("tyre.camber", 0.1),
    ] {
        let (car, result) = set(name, value);
        assert_eq!(result, Ok(()), "{name}");
        let index = CornerParameters::position(name).expect("there is one");
        assert_eq!(car.parameters().get(index), Some(value));
    }
}

#[test]
fn what_no_vehicle_can_have_is_refused_with_its_name_and_reason() {
    for (name, value, message) in [
        (
            "sprung",
            0.0,
            "parameter `sprung` cannot be 0 kg: it is from 1e-9 to 1e9 kg",
        ),
        (
            "sprung",
            -400.0,
            "parameter `sprung` cannot be -400 kg: it is from 1e-9 to 1e9 kg",
        ),
        (
            "gravity",
            f64::NAN,
            "parameter `gravity` cannot be NaN m/s^2: it is from 0e0 to 1e6 m/s^2",
        ),
        (
            "rate",
            f64::INFINITY,
            "parameter `rate` cannot be inf N/m: it is from 0e0 to 1e15 N/m",
        ),
        (
            "seat.y",
            400.0,
            "parameter `seat.y` cannot be 400 m: it is from -1e2 to 1e2 m",
        ),
        (
            "strut.free_length",
            0.0,
            "parameter `strut.free_length` cannot be 0 m: it is from 1e-9 to 1e2 m",
        ),
        (
            "arm.inertia.xx",
            0.001,
            "parameter `arm.inertia.xx` cannot be 0.001 kg*m^2: no body has the moments of inertia that `arm` would have",
        ),
        (
            "arm.inertia.zz",
            0.2,
            "parameter `arm.inertia.zz` cannot be 0.2 kg*m^2: no body has the moments of inertia that `arm` would have",
        ),
        (
            "plate.inertia.xx",
            -1.0,
            "parameter `plate.inertia.xx` cannot be -1 kg*m^2: no body has the moments of inertia that `plate` would have",
        ),
        (
            "tyre.spin_inertia",
            1.5,
            "parameter `tyre.spin_inertia` cannot be 1.5 kg*m^2: no wheel has the moments of inertia that `tyre` would have",
        ),
        (
            "seat.z",
            0.6,
            "parameter `seat.z` cannot be 0.6 m: two points of `strut` would be in one place",
        ),
        (
            "strut.window.max",
            0.2,
            "parameter `strut.window.max` cannot be 0.2 m: the limits of `strut` would be in the wrong order",
        ),
        (
            "mount.stiffness.xy",
            -2e6,
            "parameter `mount.stiffness.xy` cannot be -2000000 N/m: `mount` would drive what it should hold",
        ),
    ] {
        let (car, result) = set(name, value);
        let refused = result.expect_err(name);
        assert_eq!(refused.to_string(), message);
        assert_eq!(*car.parameters(), CornerParameters::default(), "{name}");
    }
}

#[test]
fn a_sweep_may_set_whatever_it_wants() {
    let mut car = Corner::new();
    let parameters = CornerParameters {
        sprung: -1.0,
        ..CornerParameters::default()
    };
    car.set_parameters_unchecked(parameters);
    assert_eq!(car.parameters().sprung, -1.0);
}

wishbone::vehicle! {
    Pendulum {
        batch: accept
        levels: all
        body bob { mass: tune 2 kg, com: [0, 0, -1] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        joint pivot: revolute(ground, bob) { axis: y, at: [0, 0, 0] m }
    }
}

#[test]
fn each_of_a_batch_is_judged() {
    let mut batch = PendulumBatch::new();
    assert_eq!(batch.set_parameters(3, PendulumParameters { bob_mass: 3.0 }), Ok(()));
    let refused = batch.set_parameters(3, PendulumParameters { bob_mass: -3.0 });
    assert_eq!(refused.expect_err("no body has this mass").parameter.name, "bob.mass");
    batch.set_parameters_unchecked(4, PendulumParameters { bob_mass: -3.0 });
}
