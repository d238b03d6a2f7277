//! Wheels with compliance, against closed forms.

use wishbone::ports::{WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::tyre::{Compliance, Compliant, Contact, Tyre};

const RADIUS: f64 = 0.3;
const CORNERING: f64 = 60e3;
const CAMBER: f64 = 3e3;
const TRAIL: f64 = 0.03;

fn tyre() -> LinearTyre {
    LinearTyre {
        longitudinal_stiffness: 50e3,
        cornering_stiffness: CORNERING,
        camber_stiffness: CAMBER,
        pneumatic_trail: TRAIL,
        friction: [9.0; 2],
        ..LinearTyre::vertical(RADIUS, 200e3, 0.0)
    }
}

/// An upright wheel that rolls forward and moves to the left by a slip angle.
fn drifting(angle: f64) -> WheelMotion {
    WheelMotion {
        centre: [0.0, 0.0, RADIUS - 0.02],
        axis: [0.0, 1.0, 0.0],
        velocity: [20.0, 20.0 * angle.tan(), 0.0],
        carrier_angular_velocity: [0.0; 3],
        spin: 20.0 / tyre().effective_radius(0.02),
    }
}

/// Load and angles in the steady state.
fn settled(compliance: Compliance, wheel: &WheelMotion) -> (WheelLoad, [f64; 2]) {
    let tyre = Compliant {
        tyre: tyre(),
        compliance,
        lag: 0.01,
    };
    let mut angles = [0.0; 2];
    for _ in 0..2000 {
        let (_, ((), rate)) = tyre.load(wheel, &Flat, 0.0, &((), angles));
        angles = [0, 1].map(|k| angles[k] + 1e-3 * rate[k]);
    }
    (tyre.load(wheel, &Flat, 0.0, &((), angles)).0, angles)
}

/// With the slip angle `a`, stiffness `C` and a steer angle `e Fy` to the left, the tyre slips by `a - e Fy`:
/// `Fy = -C a / (1 - C e)`. With a negative `e` the wheel yields, and the force is smaller.
#[test]
fn a_lateral_force_steers_the_wheel() {
    let a = 0.01;
    for e in [-2e-6, -5e-7, 1e-6, 4e-6] {
        let compliance = Compliance {
            steer_by_lateral_force: e,
            ..Compliance::default()
        };
        let (load, [steer, lean]) = settled(compliance, &drifting(a));
        let wanted = -CORNERING * a / (1.0 - CORNERING * e);
        assert!(
            (load.force[1] / wanted - 1.0).abs() < 1e-3,
            "{e}: {}, {wanted}",
            load.force[1]
        );
        assert!((steer - e * wanted).abs() < 1e-3 * (e * wanted).abs() + 1e-12 && lean == 0.0);
    }
}

/// The moment is `-trail Fy`, so a steer angle `m Mz` equals `-m trail Fy`.
#[test]
fn an_aligning_moment_steers_the_wheel() {
    let m = 3e-5;
    let compliance = Compliance {
        steer_by_aligning_moment: m,
        ..Compliance::default()
    };
    let (load, _) = settled(compliance, &drifting(0.01));
    let wanted = -CORNERING * 0.01 / (1.0 + CORNERING * m * TRAIL);
    assert!(
        (load.force[1] / wanted - 1.0).abs() < 1e-3,
        "{}, {wanted}",
        load.force[1]
    );
}

/// Straight ahead, braking or driving steers the wheel by `l Fx`, in opposite directions on both sides, and the slip angle changes by
/// the same amount.
#[test]
fn a_longitudinal_force_steers_the_wheel_inwards_or_outwards() {
    let l = 2e-6;
    let compliance = Compliance {
        steer_by_longitudinal_force: l,
        ..Compliance::default()
    };
    let mut braked = drifting(0.0);
    braked.spin *= 0.98;
    let (left, [steer, _]) = settled(compliance, &braked);
    let (right, [mirrored, _]) = settled(compliance.mirrored(), &braked);
    assert!(left.force[0] < -900.0);
    assert!((steer / (l * left.force[0]) - 1.0).abs() < 1e-3);
    // The slip angle is the steer angle, and the longitudinal force points along the heading.
    let wanted = (CORNERING + left.force[0]) * steer;
    assert!((left.force[1] / wanted - 1.0).abs() < 1e-3);
    assert_eq!((mirrored, right.force[1]), (-steer, -left.force[1]));
}

/// With the camber stiffness `G` and an inclination `i Fy`: `Fy = -C a / (1 + G i)`.
#[test]
fn a_lateral_force_leans_the_wheel() {
    let i = 1e-5;
    let compliance = Compliance {
        inclination_by_lateral_force: i,
        ..Compliance::default()
    };
    let (load, [steer, lean]) = settled(compliance, &drifting(0.01));
    let wanted = -CORNERING * 0.01 / (1.0 + CAMBER * i);
    assert!(
        (load.force[1] / wanted - 1.0).abs() < 1e-3,
        "{}, {wanted}",
        load.force[1]
    );
    assert!((lean / (i * load.force[1]) - 1.0).abs() < 1e-3 && steer == 0.0);
}

/// Lateral force and aligning moment of the tyre by slip angle and inclination.
fn response(angle: f64, inclination: f64) -> [f64; 2] {
    let wheel = WheelMotion {
        axis: [0.0, inclination.cos(), inclination.sin()],
        centre: [0.0, 0.0, (RADIUS - 0.02) * inclination.cos()],
        ..drifting(angle)
    };
    let force = Contact::of(&wheel, RADIUS, &Flat, 0.0).map(|contact| tyre().law(&contact));
    let force = force.expect("it stands");
    [force.force[1], force.moment[2]]
}

/// Gain of the loop through the tyre: the greater of `C (e - t m)` for steer angles and `-G i` for inclinations.
#[test]
fn angles_come_back_through_the_tyre() {
    let of = |e, m, i| Compliance {
        steer_by_lateral_force: e,
        steer_by_aligning_moment: m,
        inclination_by_lateral_force: i,
        ..Compliance::default()
    };
    for (compliance, wanted) in [
        (of(1e-5, 0.0, 0.0), CORNERING * 1e-5),
        (of(2e-5, 2e-4, 0.0), CORNERING * (2e-5 - TRAIL * 2e-4)),
        (of(0.0, 0.0, -4e-4), CAMBER * 4e-4),
        (of(-1e-5, 0.0, 1e-4), 0.0),
        (of(1e-5, 0.0, -1e-4), CORNERING * 1e-5 + CAMBER * 1e-4),
    ] {
        let found = compliance.feedback(response);
        assert!((found - wanted).abs() < 1e-4, "{compliance:?}: {found}, {wanted}");
    }
}

/// A small steer angle of a wheel decays if the gain of the loop is below one, and grows if it is above one.
#[test]
fn more_than_the_whole_angle_turns_the_wheel_away() {
    for part in [0.9, 1.1] {
        let compliant = Compliant {
            tyre: tyre(),
            compliance: Compliance {
                steer_by_lateral_force: part / CORNERING,
                ..Compliance::default()
            },
            lag: 0.01,
        };
        let mut angles = [1e-6, 0.0];
        for _ in 0..400 {
            let (_, ((), rate)) = compliant.load(&drifting(0.0), &Flat, 0.0, &((), angles));
            angles = [0, 1].map(|k| angles[k] + 1e-3 * rate[k]);
        }
        let wanted = 1e-6 * (1.0 + 0.1 * (part - 1.0)).powi(400);
        assert!(
            (angles[0] / wanted - 1.0).abs() < 1e-2,
            "{part}: {} rad, {wanted}",
            angles[0]
        );
        let feedback = compliant.compliance.feedback(response);
        assert!((feedback - part).abs() < 1e-4, "{feedback}");
    }
}

/// Without compliance nothing changes.
#[test]
fn a_stiff_wheel_stays_as_it_is() {
    let wheel = drifting(0.02);
    let (load, angles) = settled(Compliance::default(), &wheel);
    assert_eq!((load, angles), (tyre().load(&wheel, &Flat, 0.0, &()).0, [0.0; 2]));
}
