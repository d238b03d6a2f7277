//! Forces on the driver's hands and feet against balances calculated by hand.

use wishbone_simulator::loading::{Engine, Gauge, Levels, Lever, Pedal, RackMotion, Sounds, SteeringColumn};

const COLUMN: SteeringColumn = SteeringColumn {
    ratio: 0.008,
    mass: 3.0,
    stiffness: 115.0,
    damping: 0.1,
    inertia: 0.05,
    servo_inertia: 0.02,
    friction: 0.2,
    sliding: 0.05,
};

/// A rack that is pushed to the right by 1000 N and held at rest needs a torque of 8 N m of the hands to the left.
#[test]
fn the_rack_force_arrives_at_the_hands() {
    let held = RackMotion {
        position: 0.02,
        force: -1000.0,
        ..RackMotion::default()
    };
    assert!((COLUMN.torsion(&held) - 8.0).abs() < 1e-12);
    let point = COLUMN.set_point(&held);
    assert!((point.torque + 8.0).abs() < 1e-12 && (point.position - 2.5 - 8.0 / 115.0).abs() < 1e-12);
    // The assistance gives half of the torque.
    let eased = RackMotion {
        assistance: 4.0,
        ..held
    };
    assert!((COLUMN.set_point(&eased).torque + 4.0).abs() < 1e-12);
    // With torque control, the same wheel at the same angle has the same torque.
    assert!((COLUMN.torque([point.position, 0.0, 0.0], &held) + 8.0).abs() < 1e-12);
}

/// The power of the hands equals the power into the rack, the heat of the friction, and the power that masses store.
#[test]
fn the_power_of_the_hands_is_accounted_for() {
    let rack = RackMotion {
        position: 0.0,
        velocity: 0.04,
        acceleration: 0.5,
        force: -700.0,
        assistance: 1.5,
    };
    let point = COLUMN.set_point(&rack);
    let hands = -point.torque * point.velocity;
    let at_rack = -rack.force * rack.velocity + COLUMN.mass * rack.acceleration * rack.velocity - 1.5 * point.velocity;
    let stored = COLUMN.inertia * point.acceleration * point.velocity;
    let heat = 0.2 * point.velocity.abs();
    assert!(
        (hands - at_rack - stored - heat).abs() < 1e-12,
        "{hands} {at_rack} {stored} {heat}"
    );
    // The same backwards, and with a rack that moves in the opposite direction.
    let mirrored = SteeringColumn {
        ratio: -0.008,
        ..COLUMN
    };
    let other = RackMotion {
        position: 0.0,
        velocity: -0.04,
        acceleration: -0.5,
        force: 700.0,
        ..rack
    };
    assert_eq!(mirrored.set_point(&other), point);
}

/// The servo's own inertia and the added torque together act like the inertia of the vehicle's wheel.
#[test]
fn a_wheel_led_by_torque_feels_as_heavy_as_the_vehicles() {
    let torque = COLUMN.torque([0.0, 0.0, 10.0], &RackMotion::default());
    assert!((COLUMN.servo_inertia * 10.0 - torque - COLUMN.inertia * 10.0).abs() < 1e-12);
}

#[test]
fn pedals_press_back_and_never_pull() {
    let brake = Pedal::BRAKE;
    assert!((brake.force(0.02, 0.0) - 30.0).abs() < 1e-12 && (brake.force(0.08, 0.0) - 480.0).abs() < 1e-9);
    assert_eq!(
        (
            brake.force(0.0, -10.0),
            brake.part(0.04),
            brake.part(-1.0),
            brake.part(1.0)
        ),
        (0.0, 0.5, 0.0, 1.0)
    );
    // Beyond the travel the stop is hard.
    assert!(brake.force(0.09, 0.0) > 1400.0);
    let accelerator = Pedal::ACCELERATOR;
    assert!((accelerator.force(0.05, 0.0) - 40.0).abs() < 1e-9 && (accelerator.force(0.0, 0.1) - 17.0).abs() < 1e-12);
    assert!(brake.check().is_ok() && Pedal { travel: 0.0, ..brake }.check().is_err());
    assert!(
        Pedal {
            damper: f64::NAN,
            ..brake
        }
        .check()
        .is_err()
    );
}

/// A lever that is released near a detent comes to rest in it, and the work from one detent to the next is zero.
#[test]
fn detents_draw_the_lever_in() {
    let lever = Lever {
        detents: [-0.06, 0.0, 0.06],
        hold: 30.0,
        reach: 0.02,
        damper: 20.0,
    };
    lever.check().expect("possible");
    for (start, end) in [(0.019, 1), (-0.045, 0), (0.07, 2)] {
        let (mut position, mut velocity) = (start, 0.0);
        for _ in 0..20_000 {
            velocity += 1e-4 * lever.force(position, velocity) / 0.5;
            position += 1e-4 * velocity;
        }
        let detent: f64 = lever.detents[end];
        assert!(
            (position - detent).abs() < 1e-6 && lever.engaged(position) == Some(end),
            "{start}: {position}"
        );
    }
    let work: f64 = (0..6000)
        .map(|n| lever.force(1e-5 * (f64::from(n) + 0.5), 0.0) * 1e-5)
        .sum();
    assert!(work.abs() < 1e-9, "{work}");
    assert_eq!((lever.engaged(0.03), lever.force(0.03, 0.0)), (None, 0.0));
    assert!(Lever { reach: 0.04, ..lever }.check().is_err());
}

#[test]
fn needles_follow_and_stay_on_the_dial() {
    let mut speedometer = Gauge::speedometer(0.01).expect("possible");
    let shown = (0..500).map(|_| speedometer.step(25.0)).last().expect("steps");
    assert!((shown - 90.0).abs() < 1e-6);
    assert!((speedometer.step(f64::NAN) - shown).abs() < 1e-6);
    assert!((0..5000).all(|_| speedometer.step(1e9) <= 250.0));
    // Response to a step of half of the scale: 1 - (1 + w t) exp(-w t).
    let mut tachometer = Gauge::tachometer(1e-4).expect("possible");
    for n in 0..5000 {
        let wt = 15.0 * (f64::from(n) + 0.5) * 1e-4;
        let expected = 100.0 * 30.0 / std::f64::consts::PI * (1.0 - (1.0 + wt) * (-wt).exp());
        let shown = tachometer.step(100.0);
        assert!((shown - expected).abs() < 1e-3, "{n}: {shown} {expected}");
    }
}

/// A V8 with four strokes at 3000 1/min fires 200 times a second; doubling the speed of the wind adds 18 dB.
#[test]
fn sounds_have_the_frequencies_of_the_engine() {
    let engine = Engine {
        cylinders: 8.0,
        revolutions: 2.0,
        teeth: 23.0,
    };
    let at = |air: f64| {
        Sounds::of(
            &engine,
            &Levels::COMMON,
            [3000.0 * std::f64::consts::PI / 30.0, 1.0],
            [air, 20.0],
        )
    };
    let sounds = at(20.0);
    assert!((sounds.firing - 200.0).abs() < 1e-9 && (sounds.meshing - 1150.0).abs() < 1e-9);
    assert!((at(40.0).wind - sounds.wind - 60.0 * 2.0_f64.log10()).abs() < 1e-9);
    let silent = Sounds::of(&engine, &Levels::COMMON, [0.0; 2], [0.0; 2]);
    assert!(
        [silent.engine, silent.wind, silent.tyres]
            .iter()
            .all(|level| level.is_finite())
            && silent.firing == 0.0
    );
}
