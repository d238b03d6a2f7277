//! Contact geometry and the linear tyre.

use crate::solvers::roller::Roller;
use wishbone::ports::{WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::Vector as Numbers;
use wishbone::terrain::{Ground, HalfSineBump, Patch, Patches, Terrain};
use wishbone::tyre::{Contact, Relaxed, Slip, Tyre, TyreForce, Wheels};

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn assert_close(found: f64, expected: f64, allowed: f64) {
    assert!((found - expected).abs() <= allowed, "{found}, not {expected}");
}

const RADIUS: f64 = 0.33;

fn tyre() -> LinearTyre {
    LinearTyre {
        longitudinal_stiffness: 60e3,
        cornering_stiffness: 50e3,
        camber_stiffness: 2e3,
        friction: [1.0, 0.8],
        pneumatic_trail: 0.03,
        rolling_resistance: 0.015,
        ..LinearTyre::vertical(RADIUS, 200e3, 500.0)
    }
}

/// An upright wheel on level ground with a deflection of 20 mm.
fn upright(velocity: [f64; 2], spin: f64) -> WheelMotion {
    WheelMotion {
        centre: [1.0, 2.0, RADIUS - 0.02],
        axis: [0.0, 1.0, 0.0],
        velocity: [velocity[0], velocity[1], 0.0],
        carrier_angular_velocity: [0.0; 3],
        spin,
    }
}

/// Spin of free rolling at 20 mm deflection.
fn free_spin(speed: f64) -> f64 {
    speed / (RADIUS - 0.02 / 3.0)
}

fn force_on(wheel: &WheelMotion) -> TyreForce {
    let contact = Contact::of(wheel, RADIUS, &Flat, 0.0).expect("upright");
    tyre().law(&contact)
}

fn hillside(x: f64, y: f64, _time: f64) -> Ground {
    Ground::sloping(0.1 + 0.3 * x - 0.2 * y, [0.3, -0.2])
}

/// A steered and cambered wheel that moves and rotates in all directions.
fn general_wheel() -> WheelMotion {
    let axis: Vector = [0.12, 0.97, -0.08];
    let length = dot(axis, axis).sqrt();
    WheelMotion {
        centre: [2.0, -1.0, 1.24],
        axis: axis.map(|a| a / length),
        velocity: [11.0, 0.7, -0.4],
        carrier_angular_velocity: [0.3, -0.5, 0.8],
        spin: 35.0,
    }
}

#[test]
fn the_contact_lies_in_wheel_plane_and_ground_plane() {
    let wheel = general_wheel();
    let contact = Contact::of(&wheel, RADIUS, &hillside, 0.0).expect("upright");
    let point = contact.point(wheel.centre);
    let arm = [0, 1, 2].map(|i| point[i] - wheel.centre[i]);
    assert_close(dot(arm, wheel.axis), 0.0, 1e-15);
    assert_close(point[2], hillside(point[0], point[1], 0.0).height, 1e-15);
    assert_close(dot(arm, arm).sqrt(), RADIUS - contact.deflection, 1e-15);
    // The steepest way down in the wheel plane has no part along the longitudinal axis.
    assert_close(dot(arm, contact.longitudinal), 0.0, 1e-15);
}

#[test]
fn the_axes_are_those_of_iso_8855() {
    let wheel = general_wheel();
    let contact = Contact::of(&wheel, RADIUS, &hillside, 0.0).expect("upright");
    let (x, y, z) = (contact.longitudinal, contact.lateral, contact.normal);
    for (a, b, expected) in [
        (x, x, 1.0),
        (y, y, 1.0),
        (z, z, 1.0),
        (x, y, 0.0),
        (y, z, 0.0),
        (z, x, 0.0),
    ] {
        assert_close(dot(a, b), expected, 1e-15);
    }
    assert_close(dot(cross(x, y), z), 1.0, 1e-15);
    assert_close(dot(x, wheel.axis), 0.0, 1e-15);
    assert!(x[0] > 0.9 && y[1] > 0.9 && z[2] > 0.9, "forward, left, up");
    assert_close(contact.inclination.sin(), dot(wheel.axis, z), 1e-15);
}

/// The wheel after a short time: the carrier has rotated, and the axis with it.
fn later(wheel: &WheelMotion, h: f64) -> WheelMotion {
    let turn = cross(wheel.carrier_angular_velocity, wheel.axis);
    let axis = [0, 1, 2].map(|i| wheel.axis[i] + h * turn[i]);
    let length = dot(axis, axis).sqrt();
    WheelMotion {
        centre: [0, 1, 2].map(|i| wheel.centre[i] + h * wheel.velocity[i]),
        axis: axis.map(|a| a / length),
        ..*wheel
    }
}

#[test]
fn the_deflection_rate_is_the_rate_of_the_deflection() {
    let rising = |x: f64, y: f64, time: f64| Ground {
        velocity: [0.0, 0.0, 0.6],
        ..Ground::sloping(hillside(x, y, 0.0).height + 0.6 * time, [0.3, -0.2])
    };
    let (wheel, h) = (general_wheel(), 1e-6);
    let deflection = |h: f64| {
        let contact = Contact::of(&later(&wheel, h), RADIUS, &rising, h).expect("upright");
        contact.deflection
    };
    let rate = Contact::of(&wheel, RADIUS, &rising, 0.0)
        .expect("upright")
        .deflection_rate;
    assert_close(rate, (deflection(h) - deflection(-h)) / (2.0 * h), 1e-8);
}

#[test]
fn a_carrier_that_turns_about_the_axis_adds_to_the_spin_only() {
    let mut wheel = upright([10.0, 0.0], 30.0);
    wheel.carrier_angular_velocity = [0.0, 2.0, 0.0];
    let contact = Contact::of(&wheel, RADIUS, &Flat, 0.0).expect("upright");
    assert_eq!(contact.spin, 32.0);
    assert_eq!(contact.velocity, [10.0, 0.0]);
    // A carrier that rolls to the right carries the contact point, which lies below the centre, to the left.
    wheel.carrier_angular_velocity = [2.0, 0.0, 0.0];
    let contact = Contact::of(&wheel, RADIUS, &Flat, 0.0).expect("upright");
    assert_close(contact.velocity[1], 2.0 * (RADIUS - 0.02), 1e-15);
}

#[test]
fn slips_follow_iso_8855() {
    let slip = |velocity, spin| {
        let contact = Contact::of(&upright(velocity, spin), RADIUS, &Flat, 0.0).expect("upright");
        contact.slip(0.3, 1.0)
    };
    assert_eq!(slip([10.0, 0.0], 10.0 / 0.3), Slip::default());
    assert_eq!(slip([10.0, 0.0], 0.0).longitudinal, -1.0);
    assert_close(slip([10.0, 0.0], 11.0 / 0.3).longitudinal, 0.1, 1e-15);
    assert_close(slip([10.0, 1.0], 0.0).angle, 0.1_f64.atan(), 1e-15);
    // Backwards, a slip is still positive if the wheel spins faster forward, and a slip angle is still positive to the left.
    assert_close(slip([-10.0, 1.0], -9.0 / 0.3).longitudinal, 0.1, 1e-15);
    assert_close(slip([-10.0, 1.0], 0.0).angle, 0.1_f64.atan(), 1e-15);
}

/// At low speed a parabola replaces the speed in the slips. The parabola is half of the threshold at a standstill, and
/// joins the speed at the threshold with an equal slope.
#[test]
fn slips_are_regular_at_low_speed() {
    let low = 2.0;
    let speed = |v: f64| {
        let contact = Contact::of(&upright([v, 0.3], 0.0), RADIUS, &Flat, 0.0).expect("upright");
        0.3 / contact.slip(0.3, low).angle.tan()
    };
    assert_close(speed(0.0), 0.5 * low, 1e-14);
    for v in [-3.0, -2.0, 2.0, 3.0_f64] {
        assert_close(speed(v), v.abs(), 1e-14);
    }
    let h = 1e-4;
    assert_close((speed(low) - speed(low - h)) / h, 1.0, 1e-4);
}

#[test]
fn small_slips_give_the_linear_law() {
    let rolling = force_on(&upright([20.0, 0.0], free_spin(20.0)));
    assert_close(rolling.force[0], 0.0, 1e-9);
    assert_eq!(rolling.force[1], 0.0);
    assert_close(rolling.force[2], 200e3 * 0.02, 1e-9);
    assert_close(rolling.moment[1], -0.015 * 4000.0 * (RADIUS - 0.02 / 3.0), 1e-9);

    // Moving to the left: pushed to the right, and turned to the left, into the direction of motion.
    let sideways = force_on(&upright([20.0, 0.4], free_spin(20.0)));
    assert_close(sideways.force[1], -50e3 * 0.02_f64.atan(), 1e-9);
    assert_close(sideways.moment[2], 0.03 * 50e3 * 0.02_f64.atan(), 1e-9);

    let driving = force_on(&upright([20.0, 0.0], 1.01 * free_spin(20.0)));
    assert_close(driving.force[0], 60e3 * 0.01, 1e-8);
    let braking = force_on(&upright([20.0, 0.0], 0.99 * free_spin(20.0)));
    assert_close(braking.force[0], -60e3 * 0.01, 1e-8);
}

#[test]
fn a_wheel_is_pushed_to_where_it_leans() {
    // Turned by 0.05 rad about X: the top leans to the right.
    let mut wheel = upright([20.0, 0.0], free_spin(20.0));
    wheel.axis = [0.0, 0.05_f64.cos(), 0.05_f64.sin()];
    let contact = Contact::of(&wheel, RADIUS, &Flat, 0.0).expect("upright");
    assert_close(contact.inclination, 0.05, 1e-15);
    assert!(contact.arm[0] > 0.0, "the bottom goes left");
    assert_close(tyre().law(&contact).force[1], -2e3 * 0.05, 1e-9);
}

/// Far beyond the limit in every direction the force lies on the friction ellipse, and its direction is the direction of the demand,
/// up to rounding. Below the limit the force is the demand.
#[test]
fn combined_slip_stays_on_the_friction_ellipse() {
    let (load, [along, across]) = (4000.0, tyre().friction);
    let (mut inside, mut outside) = (0, 0);
    for i in -20..=20 {
        for j in -20..=20 {
            let wheel = upright(
                [20.0, 0.2 * f64::from(j)],
                free_spin(20.0) * (1.0 + 0.01 * f64::from(i)),
            );
            let [x, y, _] = force_on(&wheel).force;
            let demand = [60e3 * 0.01 * f64::from(i), -50e3 * (0.01 * f64::from(j)).atan()];
            let used = (x / along).hypot(y / across) / load;
            let needed = (demand[0] / along).hypot(demand[1] / across) / load;
            assert_close(used, needed.min(1.0), 1e-9);
            assert_close(
                x * demand[1],
                y * demand[0],
                1e-6 * demand[0].hypot(demand[1]).powi(2).max(1.0),
            );
            if needed < 1.0 { inside += 1 } else { outside += 1 }
        }
    }
    assert!(inside > 50 && outside > 50, "{inside} inside, {outside} outside");
}

#[test]
fn pure_slips_saturate_at_their_friction() {
    let locked = force_on(&upright([20.0, 0.0], 0.0));
    assert_close(locked.force[0], -4000.0, 1e-9);
    let crosswise = force_on(&upright([0.0, 20.0], 0.0));
    assert_close(crosswise.force[1], -0.8 * 4000.0, 1e-9);
}

/// On ice the limits are the limits of the nominal road times the factor of the ground; below the limits nothing changes. Without any
/// friction there is no force along the ground.
#[test]
fn the_friction_of_the_ground_limits_the_forces() {
    let on = |friction: f64, wheel: &WheelMotion| {
        let ground = move |_: f64, _: f64, _: f64| Ground {
            friction,
            ..Ground::level(0.0)
        };
        let contact = Contact::of(wheel, RADIUS, &ground, 0.0).expect("upright");
        tyre().law(&contact).force
    };
    let (locked, crosswise) = (upright([20.0, 0.0], 0.0), upright([0.0, 20.0], 0.0));
    assert_close(on(0.3, &locked)[0], -0.3 * 4000.0, 1e-9);
    assert_close(on(0.3, &crosswise)[1], -0.3 * 0.8 * 4000.0, 1e-9);
    let gentle = upright([20.0, 0.1], 1.005 * free_spin(20.0));
    assert_eq!(on(0.3, &gentle), force_on(&gentle).force);
    for wheel in [locked, crosswise, gentle, upright([0.0; 2], 0.0)] {
        assert_eq!(on(0.0, &wheel).map(f64::abs)[..2], [0.0; 2]);
    }
}

/// If the friction of the ground is NaN or infinite, the forces are not finite: the step is refused for every kind of
/// tyre.
#[test]
fn friction_that_is_no_number_gives_forces_that_are_none() {
    for friction in [f64::NAN, f64::INFINITY] {
        let ground = move |_: f64, _: f64, _: f64| Ground {
            friction,
            ..Ground::level(0.0)
        };
        let contact = Contact::of(&upright([20.0, 0.1], 60.0), RADIUS, &ground, 0.0).expect("upright");
        let forces = [
            tyre().law(&contact),
            crate::four::tmeasy(1.0).law(&contact),
            crate::four::brush(1.0).law(&contact),
        ];
        let is_refused = |own: &wishbone::tyre::TyreForce| !own.force.iter().all(|number| number.is_finite());
        assert!(forces.iter().all(is_refused), "{friction}: {forces:?}");
    }
}

/// On split friction each wheel has the force that its patch allows.
#[test]
fn a_locked_wheel_on_a_patch_slides_by_its_friction() {
    let left = Patch {
        x: [0.0, 10.0],
        y: [0.0, 3.0],
        friction: 0.3,
    };
    let road = Patches {
        terrain: Flat,
        patches: [left],
    };
    for (y, wanted) in [(0.8, -0.3 * 4000.0), (-0.8, -4000.0)] {
        let mut wheel = upright([20.0, 0.0], 0.0);
        wheel.centre[1] = y;
        assert_close(tyre().load(&wheel, &road, 0.0, &()).0.force[0], wanted, 1e-9);
    }
}

#[test]
fn the_ground_never_pulls() {
    let mut wheel = upright([20.0, 1.0], 0.0);
    wheel.centre[2] = RADIUS + 0.001;
    assert_eq!(force_on(&wheel).force.map(f64::abs), [0.0; 3]);
    wheel.centre[2] = RADIUS - 0.001;
    wheel.velocity[2] = 1.0;
    assert_eq!(force_on(&wheel).force.map(f64::abs), [0.0; 3]);
    wheel.velocity[2] = -1.0;
    assert_close(force_on(&wheel).force[2], 200.0 + 500.0, 1e-9);
}

/// The wheel passes a standstill in small steps, with and without lateral motion and spin: the forces are finite, do
/// not jump, and are zero at rest.
#[test]
fn forces_are_continuous_through_standstill() {
    assert_eq!(force_on(&upright([0.0; 2], 0.0)).force.map(f64::abs)[..2], [0.0; 2]);
    for (side, spin) in [(0.0, 0.0), (0.02, 0.0), (0.02, 0.1), (-0.01, -2.0)] {
        let step = 1e-4;
        let force = |i: i32| force_on(&upright([f64::from(i) * step, side], spin));
        for i in -20_000..20_000 {
            let (here, there) = (force(i), force(i + 1));
            for k in 0..3 {
                assert!(here.force[k].is_finite());
                // The slope is at most 60 kN per slip at a speed of at least 0.5 m/s: `d(v/speed)/dv <= 2`.
                assert!(
                    (there.force[k] - here.force[k]).abs() <= 4.0 * 60e3 * step,
                    "force {k} at {i}"
                );
                assert!((there.moment[k] - here.moment[k]).abs() <= 2.0, "moment {k} at {i}");
            }
        }
    }
}

#[test]
fn the_load_at_the_centre_has_the_same_moment_about_every_point() {
    let wheel = general_wheel();
    let contact = Contact::of(&wheel, RADIUS, &hillside, 0.0).expect("upright");
    let own = tyre().law(&contact);
    let load = tyre().load(&wheel, &hillside, 0.0, &()).0;
    assert!(own.force[2] > 0.0, "in contact");
    let world = |v: Vector| {
        [0, 1, 2].map(|i| v[0] * contact.longitudinal[i] + v[1] * contact.lateral[i] + v[2] * contact.normal[i])
    };
    let at_contact = world(own.moment);
    // The arm of the force at the centre about the contact point is centre - contact.
    let point = contact.point(wheel.centre);
    let arm = [0, 1, 2].map(|i| wheel.centre[i] - point[i]);
    let about_contact = cross(arm, load.force);
    for i in 0..3 {
        assert_close(load.force[i], world(own.force)[i], 1e-9);
        assert_close(load.moment[i] + about_contact[i], at_contact[i], 1e-9);
    }
    assert_eq!((load.drive_torque, load.brake_torque), (0.0, 0.0));
}

#[test]
fn a_driving_force_slows_the_spin_down() {
    let load = tyre()
        .load(&upright([20.0, 0.0], 1.01 * free_spin(20.0)), &Flat, 0.0, &())
        .0;
    assert!(load.force[0] > 0.0 && load.moment[1] < -0.9 * load.force[0] * RADIUS);
}

#[test]
fn a_wheel_on_its_side_is_not_loaded() {
    let mut wheel = upright([5.0, 5.0], 3.0);
    wheel.axis = [0.0, 0.0, 1.0];
    assert!(Contact::of(&wheel, RADIUS, &Flat, 0.0).is_none());
    assert_eq!(tyre().load(&wheel, &Flat, 0.0, &()).0, WheelLoad::default());
}

/// A wheel that is dropped onto the road comes to rest at the height at which the tyre carries its weight.
#[test]
fn a_dropped_wheel_settles_under_its_weight() {
    let road = OnRoad {
        tyres: [LinearTyre::vertical(0.3, 200e3, 4e3)],
        terrain: Flat,
    };
    let mut simulation = Simulation::new(Roller::default(), road, RungeKutta4);
    simulation.set_state(State {
        q: [0.0, 0.35],
        v: [0.0; 3],
    });
    while simulation.time() < 5.0 {
        let _ = simulation.step(1e-3).expect("nothing to close");
    }
    let weight = Roller::MASS * Roller::GRAVITY;
    assert_close(simulation.state().q[1], 0.3 - weight / 200e3, 1e-9);
    assert_close(simulation.inputs.wheels[0].force[2], weight, 1e-4);
}

/// A wheel with a random motion, more or less upright.
fn any_wheel(rng: &mut fastrand::Rng, lean: f64) -> WheelMotion {
    let mut around = |size: f64| size * (2.0 * rng.f64() - 1.0);
    let axis = [around(1.0), 1.0 + around(0.5), around(lean)];
    let length = dot(axis, axis).sqrt();
    WheelMotion {
        centre: [around(30.0), around(3.0), RADIUS + around(0.05)],
        axis: axis.map(|x| x / length),
        velocity: [around(20.0), around(5.0), around(1.0)],
        carrier_angular_velocity: [0; 3].map(|_| around(2.0)),
        spin: around(80.0),
    }
}

/// Loads on the wheels at some positions by their tyres, and the rates of the tyres' states.
fn acted<Y: Tyre, const W: usize>(
    which: &[usize],
    tyres: &[Y; W],
    motions: &[WheelMotion; W],
    terrain: &impl Terrain,
    states: &[Y::State; W],
) -> ([WheelLoad; W], [Y::State; W]) {
    let (mut loads, mut rates) = ([WheelLoad::default(); W], <[Y::State; W] as Numbers>::zero());
    let wheels = Wheels {
        which,
        motions,
        terrain,
        time: 0.3,
        loads: &mut loads,
    };
    Y::act(tyres, wheels, states, &mut rates);
    (loads, rates)
}

/// Any number of tyres, in groups of four and a remainder, on only some wheels of a vehicle. These wheels get the same
/// bits as single wheels, and no other wheel is loaded.
#[test]
fn any_wheels_at_once_feel_what_each_feels_alone() {
    let rng = &mut fastrand::Rng::with_seed(9);
    let whiches: [&[usize]; 8] = [
        &[],
        &[3],
        &[0, 4],
        &[1, 2, 6],
        &[6, 4, 2, 0],
        &[0, 1, 3, 5, 6],
        &[0, 1, 2, 3, 4, 5],
        &[0, 1, 2, 3, 4, 5, 6],
    ];
    let mut loaded = 0;
    for round in 0..800 {
        let tyres: [Relaxed<LinearTyre>; 7] = core::array::from_fn(|_| Relaxed {
            law: LinearTyre {
                cornering_stiffness: 80e3 * rng.f64(),
                ..tyre()
            },
        });
        let wheels: [WheelMotion; 7] = core::array::from_fn(|_| any_wheel(rng, 0.3));
        let states: [[f64; 2]; 7] = core::array::from_fn(|_| [0.0; 2].map(|_: f64| 0.04 * (rng.f64() - 0.5)));
        let which = whiches[round % whiches.len()];
        let (loads, rates) = acted(which, &tyres, &wheels, &hillside, &states);
        for k in 0..7 {
            let (alone, rate) = match which.contains(&k) {
                true => tyres[k].load(&wheels[k], &hillside, 0.3, &states[k]),
                false => (WheelLoad::default(), [0.0; 2]),
            };
            let bits = |load: WheelLoad| [load.force, load.moment].map(|v| v.map(f64::to_bits));
            assert_eq!(bits(loads[k]), bits(alone), "{which:?} {:?}", wheels[k]);
            assert_eq!(rates[k].map(f64::to_bits), rate.map(f64::to_bits));
            loaded += usize::from(alone.force[2] > 0.0);
        }
    }
    assert!(loaded > 500, "{loaded}");
}

/// Forces computed for four wheels at once equal the forces computed one by one, to the last bit: on level ground, on a slope, with
/// only some wheels on level ground, with one wheel lying flat, and at speeds above and below the low speed.
#[test]
fn four_wheels_at_once_feel_what_each_feels_alone() {
    fn alike(terrain: impl Terrain, lean: f64, rng: &mut fastrand::Rng) -> usize {
        let mut loaded = 0;
        for _ in 0..2000 {
            let tyres: [LinearTyre; 4] = core::array::from_fn(|_| LinearTyre {
                cornering_stiffness: 80e3 * rng.f64(),
                low_speed: 0.1 + 5.0 * rng.f64(),
                ..tyre()
            });
            let wheels: [WheelMotion; 4] = core::array::from_fn(|_| any_wheel(rng, lean));
            let (together, _) = acted(&[0, 1, 2, 3], &tyres, &wheels, &terrain, &[(); 4]);
            for ((tyre, wheel), found) in tyres.iter().zip(&wheels).zip(together) {
                let alone = tyre.load(wheel, &terrain, 0.3, &()).0;
                let bits = |load: WheelLoad| [load.force, load.moment].map(|v| v.map(f64::to_bits));
                assert_eq!(bits(found), bits(alone), "{wheel:?}");
                loaded += usize::from(alone.force[2] > 0.0);
            }
        }
        loaded
    }
    let mut rng = fastrand::Rng::with_seed(5);
    let bump = HalfSineBump {
        start: 0.0,
        length: 10.0,
        height: 0.05,
        lateral: [0.0, 2.0],
    };
    let left = Patch {
        x: [0.0, f64::INFINITY],
        y: [0.0, f64::INFINITY],
        friction: 0.3,
    };
    let split = Patches {
        terrain: Flat,
        patches: [left],
    };
    for lean in [0.3, 4.0] {
        let found = [
            alike(Flat, lean, &mut rng),
            alike(hillside, lean, &mut rng),
            alike(bump, lean, &mut rng),
            alike(split, lean, &mut rng),
        ];
        assert!(found.iter().all(|count| *count > 100), "{found:?}");
    }
}

/// Left and right tyres of one property file, relaxed, in any position, on level and on sloping ground: four at once
/// give the same bits as each tyre alone. Tyres of two kinds are computed one by one.
#[test]
fn four_magic_formula_tyres_at_once_are_each_alone() {
    use wishbone::tyre::magic_formula::{PropertyFile, Side};
    let file = PropertyFile::read(include_str!("../../laws/tests/data/mf61.tir")).expect("a sound file");
    let mut other = file.clone();
    other.coefficients.pky1 *= 1.01;
    let sides = [Side::Left, Side::Right, Side::Left, Side::Right];
    let alike = sides.map(|side| Relaxed {
        law: file.mounted(side),
    });
    let mut mixed = alike;
    mixed[3].law = other.mounted(Side::Right);
    let rng = &mut fastrand::Rng::with_seed(17);
    let mut loaded = 0;
    for round in 0..400 {
        let wheels: [WheelMotion; 4] = core::array::from_fn(|_| any_wheel(rng, 0.2));
        let states: [[f64; 2]; 4] = core::array::from_fn(|_| [0.0; 2].map(|_: f64| 0.04 * (rng.f64() - 0.5)));
        let tyres = if round % 3 == 0 { &mixed } else { &alike };
        let slope = if round % 2 == 0 { 0.0 } else { 0.1 };
        let ground = |x: f64, _: f64, _: f64| Ground::sloping(slope * x, [slope, 0.0]);
        let (together, rates) = acted(&[0, 1, 2, 3], tyres, &wheels, &ground, &states);
        for k in 0..4 {
            let (alone, rate) = tyres[k].load(&wheels[k], &ground, 0.3, &states[k]);
            let bits = |load: WheelLoad| [load.force, load.moment].map(|v| v.map(f64::to_bits));
            assert_eq!(bits(together[k]), bits(alone), "{:?}", wheels[k]);
            assert_eq!(rates[k].map(f64::to_bits), rate.map(f64::to_bits));
            loaded += usize::from(alone.force[2] > 0.0);
        }
    }
    assert!(loaded > 100, "{loaded}");
}

/// Wheels with different kinds of tyres: each gets the load of its own tyre.
#[test]
fn kinds_of_tyres_may_be_mixed() {
    use wishbone::tyre::AnyTyre;
    use wishbone::tyre::magic_formula::{PropertyFile, Side};
    let file = PropertyFile::read(include_str!("../../laws/tests/data/mf52.tir")).expect("a sound file");
    let formula = Relaxed {
        law: file.mounted(Side::Left),
    };
    let (linear, relaxed) = (tyre(), Relaxed { law: tyre() });
    let tyres = [AnyTyre::from(linear), relaxed.into(), formula.into(), linear.into()];
    let rng = &mut fastrand::Rng::with_seed(5);
    let mut loaded = 0;
    for _ in 0..200 {
        let wheels: [WheelMotion; 4] = core::array::from_fn(|_| any_wheel(rng, 0.2));
        let states: [[f64; 2]; 4] = core::array::from_fn(|_| [0.0; 2].map(|_: f64| 0.04 * (rng.f64() - 0.5)));
        let (found, rates) = acted(&[0, 1, 2, 3], &tyres, &wheels, &Flat, &states);
        let alone = [
            (linear.load(&wheels[0], &Flat, 0.0, &()).0, [0.0; 2]),
            relaxed.load(&wheels[1], &Flat, 0.0, &states[1]),
            formula.load(&wheels[2], &Flat, 0.0, &states[2]),
            (linear.load(&wheels[3], &Flat, 0.0, &()).0, [0.0; 2]),
        ];
        for (k, (load, rate)) in alone.into_iter().enumerate() {
            assert_eq!((found[k], rates[k]), (load, rate));
            loaded += usize::from(load.force[2] > 0.0);
        }
    }
    assert!(loaded > 200, "{loaded}");
}
