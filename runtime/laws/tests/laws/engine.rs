//! Losses of engines and motors: they oppose the spin.

use wishbone_laws::curve::Samples;
use wishbone_laws::driveline::Engine;

/// An engine without idle, with these points of the torque with the pedal released.
fn released(speeds: &[f64], torques: &[f64]) -> Engine {
    Engine {
        full: Samples::constant(150.0),
        closed: Samples::new(speeds, torques).expect("rising"),
        idle: None,
        limit: None,
    }
}

/// A map without points below zero is continued like friction. The power of the released engine is never above zero,
/// the torque has equal size in both directions, and nothing jumps.
#[test]
fn losses_oppose_the_spin_in_both_directions() {
    for (speeds, torques) in [
        (&[0.0, 600.0][..], &[-5.0, -40.0][..]),
        (&[80.0, 600.0], &[-20.0, -60.0]),
        (&[0.0, 30.0, 600.0], &[0.0, -20.0, -20.0]),
        (&[0.0], &[-30.0]),
    ] {
        let engine = released(speeds, torques);
        let torque = |speed: f64| engine.torque(speed, 0.0);
        assert_eq!(torque(0.0), 0.0, "{torques:?}");
        let mut last = 0.0;
        for step in 1..7000 {
            let speed = 0.1 * f64::from(step);
            let [forward, backward] = [torque(speed), torque(-speed)];
            assert!(
                speed * forward <= 0.0 && -speed * backward <= 0.0,
                "{speed}: {forward} {backward}"
            );
            assert_eq!(forward, -backward, "{speed}");
            assert!((forward - last).abs() < 1.0, "a jump at {speed}");
            last = forward;
        }
    }
}

/// From a small speed on, the map for forward speeds is the map itself, bit by bit; if the map is zero at zero speed,
/// this holds at every speed.
#[test]
fn forward_the_map_is_as_declared() {
    let falling = released(&[0.0, 600.0], &[-5.0, -40.0]);
    let motor = released(&[0.0, 30.0, 600.0], &[0.0, -20.0, -20.0]);
    for step in 0..6000 {
        let speed = 0.1 * f64::from(step);
        let is_same = |engine: &Engine| engine.torque(speed, 0.0).to_bits() == engine.closed.at(speed).to_bits();
        assert!(is_same(&motor), "{speed}");
        assert!(speed < 5.0 || is_same(&falling), "{speed}");
    }
}

/// A shaft that turns backward comes to rest, and does not run away backward.
#[test]
fn a_shaft_that_turns_backward_comes_to_rest() {
    let engine = released(&[0.0, 600.0], &[-5.0, -40.0]);
    let (inertia, step) = (0.2, 1e-3);
    let mut speed = -50.0;
    for _ in 0..3000 {
        let before = speed;
        speed += step * engine.torque(speed, 0.0) / inertia;
        assert!(speed.abs() <= before.abs());
    }
    assert!(speed.abs() < 1e-3, "{speed}");
}

/// Points below zero are used as declared; a torque above zero at rest is a motor that creeps. Both stay as declared.
#[test]
fn what_is_declared_below_zero_stays() {
    let whole = released(&[-50.0, 0.0, 50.0], &[8.0, -2.0, -12.0]);
    assert_eq!(
        [-70.0, -25.0, 0.0].map(|speed| whole.torque(speed, 0.0)),
        [8.0, 3.0, -2.0]
    );
    let creeping = released(&[0.0, 20.0], &[30.0, -20.0]);
    assert_eq!(
        [-20.0, 0.0, 10.0].map(|speed| creeping.torque(speed, 0.0)),
        [30.0, 30.0, 5.0]
    );
}

/// Governor and limiter act within their bands; a pedal value that is NaN gives no finite torque.
#[test]
fn a_pedal_that_is_no_number_gives_no_torque() {
    let engine = Engine {
        idle: Some([80.0, 100.0]),
        limit: Some([600.0, 650.0]),
        ..released(&[0.0, 600.0], &[-5.0, -40.0])
    };
    for (speed, pedal, wanted) in [
        (70.0, 0.0, 1.0),
        (90.0, 0.2, 0.5),
        (300.0, 0.2, 0.2),
        (625.0, 1.0, 0.5),
        (700.0, 1.0, 0.0),
    ] {
        assert!(
            (engine.throttle(speed, pedal) - wanted).abs() < 1e-12,
            "{speed} {pedal}"
        );
    }
    assert!(
        [70.0, 300.0, 700.0]
            .iter()
            .all(|speed| engine.torque(*speed, f64::NAN).is_nan())
    );
}
