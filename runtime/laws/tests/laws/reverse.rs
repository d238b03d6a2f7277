//! A tyre that rolls backward is equivalent to a tyre that rolls forward, seen from the other side. All laws without
//! conicity have to be invariant under half a turn about the vertical.

use super::{brush, tmeasy};
use wishbone_laws::curve::Samples;
use wishbone_laws::tyre::carpet::Sheet;
use wishbone_laws::tyre::{Calspan, Carpet, Contact, Law, LinearTyre, MagicFormula, Rolls, Slip, Steady, TyreForce};

/// A wheel in contact; `sign` multiplies its velocity, spin and inclination.
fn contact(velocity: [f64; 2], spin: f64, inclination: f64, sign: f64) -> Contact {
    Contact {
        arm: [0.0; 2],
        longitudinal: [1.0, 0.0, 0.0],
        lateral: [0.0, 1.0, 0.0],
        normal: [0.0, 0.0, 1.0],
        deflection: 0.02,
        deflection_rate: 0.0,
        inclination: sign * inclination,
        velocity: velocity.map(|v| sign * v),
        spin: sign * spin,
        friction: 1.0,
    }
}

/// Half a turn about the vertical changes the signs along the ground.
#[track_caller]
fn assert_turned(name: &str, law: &dyn Fn(&Contact) -> TyreForce) {
    for (velocity, spin) in [([8.0, 0.4], 28.0), ([20.0, -1.5], 60.0), ([3.0, 0.1], 9.0)] {
        let [forward, backward] = [1.0, -1.0].map(|sign| law(&contact(velocity, spin, 0.02, sign)));
        assert!(forward.moment[2].abs() > 0.5, "{name}: {forward:?}");
        let turned = |[x, y, z]: [f64; 3]| [-x, -y, z];
        for (found, wanted) in [(backward.force, forward.force), (backward.moment, forward.moment)] {
            for (found, wanted) in found.into_iter().zip(turned(wanted)) {
                assert!(
                    (found - wanted).abs() < 1e-9 * (1.0 + wanted.abs()),
                    "{name}: {backward:?} backward, {forward:?} forward"
                );
            }
        }
    }
}

/// Tables that are odd in their slips.
fn tables() -> Carpet {
    let sheet = |values: [f64; 5]| {
        let heavier = values.map(|value| 1.8 * value);
        Sheet::of([2000.0, 4000.0], [-0.4, -0.1, 0.0, 0.1, 0.4], [values, heavier])
    };
    Carpet {
        radius: 0.33,
        vertical: Samples::of([0.0, 0.05], [0.0, 12e3]),
        damping: 500.0,
        inclinations: [0.0],
        longitudinal: [sheet([-1800.0, -2000.0, 0.0, 2000.0, 1800.0])],
        lateral: [sheet([1700.0, 1800.0, 0.0, -1800.0, -1700.0])],
        aligning: [sheet([-5.0, -40.0, 0.0, 40.0, 5.0])],
        camber: 0.1,
        rolling_resistance: 0.01,
        relaxation: [0.3, 0.5],
    }
}

/// A longitudinal sheet that is not odd: braking has more grip than driving, and its peak is at a different slip.
fn uneven_tables() -> Carpet {
    let values = [-3000.0, -3400.0, -4000.0, -3200.0, 0.0, 1600.0];
    Carpet {
        longitudinal: [Sheet::of([2000.0], [-1.0, -0.5, -0.2, -0.1, 0.0, 0.05], [values])],
        ..tables()
    }
}

/// A locked wheel has the force of its table near the slip -1, forward and backward.
#[test]
fn a_locked_wheel_by_tables_brakes_forward_and_backward() {
    for (velocity, wanted) in [(10.0, -3008.0), (-10.0, 3008.0)] {
        let locked = contact([velocity, 0.0], 0.0, 0.0, 1.0);
        let slip = locked.slip(0.33, 0.1);
        let [found, ..] = uneven_tables().steady(&locked, 2000.0, slip).force;
        // The slip of a theoretical slip of -100 is -0.99.
        assert!((found - wanted).abs() < 1.0, "{velocity} m/s: {found} N");
    }
}

/// Between rolling forward and backward there is no jump.
#[test]
fn uneven_tables_turn_without_a_jump() {
    let tables = uneven_tables();
    let at = |speed: f64| {
        let slip = Slip {
            longitudinal: -0.3,
            angle: 0.02,
        };
        tables.steady(&contact([speed, 0.0], 0.0, 0.0, 1.0), 2000.0, slip).force[0]
    };
    for k in 0..150 {
        let (near, far) = (-1e-3 * f64::from(k), -1e-3 * f64::from(k + 1));
        assert!((at(near) - at(far)).abs() < 40.0, "{near} {} {}", at(near), at(far));
    }
}

#[test]
fn half_a_turn_changes_nothing() {
    let linear = LinearTyre {
        longitudinal_stiffness: 60e3,
        cornering_stiffness: 50e3,
        camber_stiffness: 2e3,
        pneumatic_trail: 0.03,
        rolling_resistance: 0.01,
        ..LinearTyre::vertical(0.3, 200e3, 0.0)
    };
    assert_turned("linear", &|contact| linear.law(contact));
    let brush = brush::tyre();
    assert_turned("brush", &|contact| brush.law(contact));
    let tmeasy = tmeasy::tyre();
    assert_turned("tmeasy", &|contact| tmeasy.law(contact));
    let steady = Steady {
        law: tmeasy,
        low_speed: 0.1,
    };
    assert_turned("tmeasy by slips", &|contact| steady.roll(contact, [0.0; 2]).0);
    let steady = Steady {
        law: tables(),
        low_speed: 0.1,
    };
    assert_turned("tables", &|contact| steady.roll(contact, [0.0; 2]).0);
    let steady = Steady {
        law: uneven_tables(),
        low_speed: 0.1,
    };
    assert_turned("uneven tables", &|contact| steady.roll(contact, [0.0; 2]).0);
    let calspan = Calspan {
        radius: 0.364325,
        stiffness: 460e3,
        stiffnesses: [2625.0, 14.47, 12930.0, 2.29, 18175.0],
        friction: [-0.464e-4, 1.216, 2.18e-11, 1.0274],
        trail: 0.171e-4,
        low_speed: 0.5,
    };
    assert_turned("calspan", &|contact| calspan.law(contact));
}

/// The Magic Formula, with all shifts and odd terms left out. Its moment has the sign of the travel.
#[test]
fn half_a_turn_changes_nothing_of_a_magic_formula_without_conicity() {
    for name in ["mf52", "mf61"] {
        let mut tyre: MagicFormula =
            super::magic_formula::file(name).mounted(wishbone_laws::tyre::magic_formula::Side::Left);
        for odd in [
            "PHX1", "PHX2", "PVX1", "PVX2", "PHY1", "PHY2", "PVY1", "PVY2", "PEY3", "QHZ1", "QHZ2", "QDZ6", "QDZ7",
            "QSX1", "SSZ1", "RHX1", "RBY3", "RVY1", "RVY2", "QBZ4", "QDZ3", "QEZ4", "PEX4", "RVY3", "RHY1", "RHY2",
        ] {
            if let Some(value) = tyre.coefficients.by_name(odd) {
                *value = 0.0;
            }
        }
        let law = |contact: &Contact| {
            let slip: Slip = contact.slip(tyre.coefficients.unloaded_radius, 0.1);
            tyre.steady(contact, 4000.0, slip)
        };
        assert_turned(name, &law);
    }
}
