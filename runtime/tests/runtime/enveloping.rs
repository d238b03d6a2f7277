//! The effective plane of cams, against closed forms.

use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::terrain::{Ground, Terrain};
use wishbone::tyre::{Cams, Enveloping, Tyre};

const CAMS: Cams = Cams {
    spacing: 0.08,
    length: 0.32,
    height: 0.33,
    order: 1.8,
};

/// Height of a cam before or on a step of height `h`, whose edge is at a distance `d` in front of the cam's middle. The edge touches
/// a quarter of the cam's outline.
fn basic_curve(h: f64, d: f64) -> f64 {
    if d <= 0.0 {
        return h;
    }
    let part = (1.0 - (d / CAMS.length).powf(CAMS.order)).max(0.0);
    (h - CAMS.height + CAMS.height * part.powf(1.0 / CAMS.order)).max(0.0)
}

/// Over a step the plane's height is the mean of two basic curves, and its slope is their difference divided by the spacing.
#[test]
fn a_step_gives_two_shifted_basic_curves() {
    for h in [0.005, 0.01, 0.03, 0.08] {
        for k in -200..200 {
            let edge = f64::from(k) * 2.03e-3;
            let step = |x: f64| if x >= edge { h } else { 0.0 };
            let [height, slope] = CAMS.plane(step);
            let (front, rear) = (
                basic_curve(h, edge - 0.5 * CAMS.spacing),
                basic_curve(h, edge + 0.5 * CAMS.spacing),
            );
            let (mean, inclined) = (0.5 * (front + rear), (front - rear) / CAMS.spacing);
            assert!((height - mean).abs() < 1e-4, "{h} {edge}: {height}, {mean}");
            assert!((slope - inclined).abs() < 2.5e-3, "{h} {edge}: {slope}, {inclined}");
        }
    }
}

/// The tyre responds to a short cleat before and after the cleat, and to a lower height than the cleat has.
#[test]
fn a_cleat_is_longer_and_lower() {
    let cleat = |x: f64| if x.abs() < 0.01 { 0.01 } else { 0.0 };
    let [over, level] = CAMS.plane(cleat);
    assert!(over > 0.005 && over < 0.01 && level.abs() < 1e-9, "{over} {level}");
    let [before, rising] = CAMS.plane(|x| cleat(x - 0.07));
    assert!(before > 0.001 && rising > 0.05, "{before} {rising}");
    assert_eq!(CAMS.plane(|x| cleat(x - 0.5)), [0.0; 2]);
}

fn tyre() -> LinearTyre {
    LinearTyre {
        longitudinal_stiffness: 60e3,
        cornering_stiffness: 50e3,
        ..LinearTyre::vertical(0.33, 200e3, 500.0)
    }
}

fn wheel(heading: f64) -> WheelMotion {
    let (sine, cosine) = heading.sin_cos();
    WheelMotion {
        centre: [2.0, 1.0, 0.5],
        axis: [-sine, cosine, 0.0],
        velocity: [10.0 * cosine, 10.0 * sine, 0.0],
        carrier_angular_velocity: [0.0; 3],
        spin: 31.0,
    }
}

/// On a plane, along any heading, the tyre behaves as without cams.
#[test]
fn on_a_plane_nothing_changes() {
    let plane = |x: f64, y: f64, _: f64| Ground::sloping(0.1 * x - 0.05 * y + 0.06, [0.1, -0.05]);
    let enveloping = Enveloping {
        tyre: tyre(),
        cams: Some(CAMS),
    };
    for heading in [0.0, 0.4, 2.0, -1.3] {
        let wheel = wheel(heading);
        let found = enveloping.load(&wheel, &plane, 0.0, &()).0;
        let wanted = tyre().load(&wheel, &plane, 0.0, &()).0;
        assert!(wanted.force[2] > 1000.0, "{wanted:?}");
        for (a, b) in found
            .force
            .into_iter()
            .chain(found.moment)
            .zip(wanted.force.into_iter().chain(wanted.moment))
        {
            assert!((a - b).abs() < 0.1, "{heading}: {found:?}, {wanted:?}");
        }
    }
}

/// Before it reaches an edge, the wheel is already pushed back and up.
#[test]
fn an_edge_is_felt_before_the_wheel_stands_on_it() {
    let edge = |x: f64, _: f64, _: f64| Ground::level(if x > 2.1 { 0.19 } else { 0.17 });
    let tyre = LinearTyre::vertical(0.33, 200e3, 0.0);
    let enveloping = Enveloping { tyre, cams: Some(CAMS) };
    let [found, wanted] = [
        enveloping.load(&wheel(0.0), &edge, 0.0, &()).0,
        tyre.load(&wheel(0.0), &edge, 0.0, &()).0,
    ];
    assert!(found.force[2] > wanted.force[2] + 50.0, "{found:?}, {wanted:?}");
    assert!(found.force[0] < wanted.force[0] - 5.0, "{found:?}, {wanted:?}");
}

const STIFFNESS: f64 = 200e3;
const DAMPING: f64 = 50.0;

/// Deflection of an enveloping tyre [m], computed from its load without damping, and the rate of the deflection on
/// which its damping acts [m/s].
fn deflection(wheel: &WheelMotion, road: &impl Terrain) -> [f64; 2] {
    let [elastic, damped] = [0.0, DAMPING].map(|damping| {
        let tyre = LinearTyre::vertical(CAMS.height, STIFFNESS, damping);
        let enveloping = Enveloping { tyre, cams: Some(CAMS) };
        let [x, y, z] = enveloping.load(wheel, road, 0.0, &()).0.force;
        (x * x + y * y + z * z).sqrt()
    });
    assert!(elastic > 0.0 && damped > 0.0, "the wheel has left the ground");
    [elastic / STIFFNESS, (damped - elastic) / DAMPING]
}

/// The wheel after it has moved for a time [s].
fn later(wheel: &WheelMotion, time: f64) -> WheelMotion {
    let mut moved = *wheel;
    for k in 0..3 {
        moved.centre[k] += time * wheel.velocity[k];
    }
    moved
}

/// On a smooth road without twist the damping acts on the derivative of the deflection. Tested are any heading, upright
/// and leaning wheels, falling wheels, and a lateral slope.
#[test]
fn damping_feels_the_rate_of_the_deflection() {
    for (heading, leaning) in [(0.0, 0.0), (0.0, 0.08), (0.3, -0.05), (3.0, 0.06)] {
        let (sine, cosine) = f64::sin_cos(heading);
        let road = |x: f64, y: f64, _: f64| {
            let (along, across) = (x * cosine + y * sine, y * cosine - x * sine);
            let rise = 0.12 * (10.0 * along).cos() + 0.105 * (21.0 * along).cos();
            let height = 0.012 * (10.0 * along).sin() + 0.005 * (21.0 * along).sin() + 0.1 * across;
            Ground::sloping(height, [rise * cosine - 0.1 * sine, rise * sine + 0.1 * cosine])
        };
        for k in 0..60 {
            let mut wheel = wheel(heading);
            let (leant, upright) = f64::sin_cos(leaning);
            wheel.axis = [wheel.axis[0] * upright, wheel.axis[1] * upright, leant];
            let along = 0.013 * f64::from(k);
            wheel.centre = [along * cosine, along * sine, 0.29];
            wheel.velocity[2] = -0.7;
            let h = 1e-5;
            let [after, before] = [h, -h].map(|time| deflection(&later(&wheel, time), &road)[0]);
            let (found, wanted) = (deflection(&wheel, &road)[1], (after - before) / (2.0 * h));
            assert!(
                (found - wanted).abs() < 0.02,
                "{heading} {leaning} {k}: {found}, {wanted} m/s"
            );
        }
    }
}

/// Over steps up and down the integral of the rate is the deflection, up to the error with which an edge is located.
#[test]
fn damping_feels_a_step() {
    for (before, behind) in [(0.0, 0.02), (0.02, 0.0), (0.0, 0.04)] {
        let step = |x: f64, _: f64, _: f64| Ground::level(if x > 2.3 { behind } else { before });
        let mut wheel = wheel(0.0);
        wheel.centre[2] = 0.3;
        let step_of_time = 5e-5;
        let [begin, mut last] = deflection(&wheel, &step);
        let (mut sum, mut largest) = (begin, 0.0_f64);
        for k in 1..1200 {
            let [found, rate] = deflection(&later(&wheel, step_of_time * f64::from(k)), &step);
            sum += 0.5 * step_of_time * (rate + last);
            last = rate;
            largest = largest.max((sum - found).abs());
        }
        assert!(largest < 5e-4, "from {before} to {behind}: {largest} m");
    }
}
