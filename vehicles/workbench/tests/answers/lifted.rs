//! Steady motions of cars whose wheels lift, or may spin off: each way to prescribe the bend gives one motion.

use super::cars;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::new_car;
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::{Motion, Steady};
use wishbone_workbench::studies::findings::Outcome;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::Vehicle;

/// Tyres whose forces decrease beyond their peaks, so that a wheel may spin off.
const FALLING: &str = "kind = \"tmeasy(all)\"
width = \"200 mm\"
stiffness = \"200 kN/m\"
damping = \"500 N*s/m\"
nominal_load = \"3 kN\"
longitudinal = \"characteristic(slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: [0.1, 0.11], sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5])\"
lateral = \"characteristic(slope: [60, 110] kN, peak: [3, 5.6] kN, peak_slip: [0.18, 0.2], sliding: [2.7, 4.9] kN, sliding_slip: [0.6, 0.7])\"
trail = \"trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4])\"
rolling_resistance = \"0.01\"
carcass = \"[400, 200] kN/m\"
";

/// The tyres of a new car replaced by others.
fn on_tyres(text: &str, tyres: &str) -> String {
    let begin = text.find("kind = \"linear(all)\"").expect("its tyres");
    let length = text[begin..].find("\n\n").expect("their end");
    format!("{}{tyres}{}", &text[..begin], &text[begin + length..])
}

/// The motion by a bend: steering wheel, lateral acceleration and roll [deg, m/s^2].
fn steady(car: &Vehicle, speed: f64, bend: Bend) -> [f64; 3] {
    let motion = Motion {
        speed: Some(speed),
        bend: Some(bend),
    };
    let found = car
        .trim(&motion)
        .unwrap_or_else(|problem| panic!("{bend:?}: {problem}"));
    assert_eq!(
        found.verdict.outcome,
        Outcome::Steady,
        "{bend:?}: {}",
        found.verdict.words
    );
    ["steering wheel", "lateral acceleration", "roll"].map(|name| {
        let figure = found.figure("", name).and_then(|own| own.value);
        figure.unwrap_or_else(|| panic!("{name}"))
    })
}

/// A steering angle and the corresponding lateral acceleration give the same motion. On bushings and tyres with
/// decreasing forces, implicit steps in time lift a wheel on the way, and its spin may grow without limit.
#[test]
fn a_bend_is_one_motion_by_angle_and_by_acceleration() {
    let text = new_car::text("macpherson_bushed", "solid_axle_panhard", "car.toml").expect("they are known");
    let text = on_tyres(&text, FALLING);
    let aside = text.replace("com = \"[-1.3, 0, 0.25] m\"", "com = \"[-1.25, 0.08, 0.27] m\"");
    assert_ne!(text, aside);
    for (text, speed, angles) in [
        (&text, 18.0, [30.0, -30.0]),
        (&aside, 18.0, [-26.0, -26.7722]),
        (&aside, 22.0, [-28.0, -21.0]),
    ] {
        let car = Vehicle::of_text("car.toml", text);
        for angle in angles {
            let by_angle = steady(&car, speed, Bend::Steering(f64::to_radians(angle)));
            let by_acceleration = steady(&car, speed, Bend::Lateral(by_angle[1]));
            for (one, other) in by_angle.iter().zip(by_acceleration) {
                assert!(
                    (one - other).abs() < 1e-4,
                    "{angle} deg: {by_angle:?} and {by_acceleration:?}"
                );
            }
            // Less than at the half of the angle by more than a third of it would be another branch.
            let half = steady(&car, speed, Bend::Steering(0.5 * f64::to_radians(angle)));
            let ratio = by_angle[1] / half[1];
            assert!(
                (1.4..2.6).contains(&ratio),
                "{angle} deg: {by_angle:?}, at the half {half:?}"
            );
        }
    }
}

/// The semitrailer turns more and more with more steering, and its motions are stable: implicit steps once led to
/// wheelspin at 2.8 m/s^2.
#[test]
fn the_steering_of_a_truck_rises_with_its_bend() {
    let car = Vehicle::load("tractor_semitrailer", &NoFiles).expect("it is listed");
    let mut last = 0.0;
    for lateral in [2.6, 2.8, 2.9, 3.0] {
        let [angle, ..] = steady(&car, 15.0, Bend::Lateral(lateral));
        assert!(angle > last + 2.0, "{angle} deg at {lateral} m/s^2, {last} before");
        last = angle;
    }
}

/// A car on semi-trailing arms with a high roll stiffness at the rear, which lifts its inner rear wheel.
fn on_three_wheels() -> Vehicle {
    let text = new_car::text("double_wishbone", "semi_trailing_arm", "car.toml").expect("they are known");
    let (front, rear) = text.split_at(text.find("[roll_bar.front_bar]").expect("a bar") + 20);
    let end = rear.find("rate = \"").expect("its rate");
    let soft = format!(
        "{front}{}rate = \"1 kN/m\"{}",
        &rear[..end],
        &rear[end + rear[end..].find('\n').expect("a line")..]
    );
    let bar = "\n[roll_bar.rear_bar]\nkind = \"between(rear_left.arm, rear_right.arm)\"\nvia = \"chassis\"\nfrom = \"[-2.7, 0.6, 0] m\"\n\
               to = \"[-2.7, -0.6, 0] m\"\nrate = \"300 kN/m\"\n";
    let text = soft.replace("com = \"[-1.3, 0, 0.25] m\"", "com = \"[-1.3, 0, 0.35] m\"");
    assert_ne!(text, soft);
    Vehicle::of_text("car.toml", &format!("{text}{bar}"))
}

/// A wheel in the air keeps its spin, even on an arm that turns about nearly the axis of the wheel. Newton's method
/// once balanced cars by the gyroscopic moments of wheels that spun at more than 1,000 rad/s. The bend is the end of a
/// run, too.
#[test]
fn a_lifted_wheel_on_a_slanted_arm_carries_nothing() {
    let car = on_three_wheels();
    let motion = |lateral: f64| Motion {
        speed: Some(12.0),
        bend: Some(Bend::Lateral(lateral)),
    };
    let mut rolls = Vec::new();
    for lateral in [6.8, 7.0] {
        let running = car.running().expect("it compiles");
        let rest = running.rest().expect("it rests").state.clone();
        let steady = Steady::of(running, &rest, 12.0, Bend::Lateral(lateral)).expect("a bend");
        let system = &steady.vehicle.system;
        let spins = wheel_spins(system.solver.clone(), &steady.trim.state.vehicle);
        for spin in &spins {
            assert!((30.0..55.0).contains(spin), "{lateral} m/s^2: {spins:?}");
        }
        let found = car.trim(&motion(lateral)).expect("a bend");
        assert_eq!(
            found.verdict.outcome,
            Outcome::SteadyInTheAir,
            "{}",
            found.verdict.words
        );
        rolls.push(found);
    }
    let value = |place: usize, name: &str| {
        rolls[place]
            .figure("", name)
            .and_then(|own| own.value)
            .expect("a figure")
    };
    let run = format!(
        "doc = \"A bend.\"\nspeed = \"12 m/s\"\nduration = \"14 s\"\nevery = \"0.1 s\"\n[steering.step]\nstart = \"0 s\"\nrise = \"2 s\"\n\
         angle = \"{} deg\"",
        value(1, "steering wheel")
    );
    let run = Manoeuvre::read("bend", &run).expect("a manoeuvre");
    let table = car.drive(&run, &silent).expect("it drives").findings.table;
    let end = |name: &str| table.column(name).expect("a column").last().copied().expect("a row");
    let roll = end("roll").to_degrees();
    assert!(
        (roll - value(1, "roll")).abs() < 0.05,
        "{roll} for {}",
        value(1, "roll")
    );
    assert!((end("lateral_acceleration") - 7.0).abs() < 0.05);
}

/// Spins of all wheels [rad/s].
fn wheel_spins<S: wishbone::prelude::Solver>(mut solver: S, state: &S::State) -> Vec<f64> {
    let inputs = solver.no_inputs();
    solver.kinematics(state, &inputs);
    solver.wheels().iter().map(|wheel| wheel.spin).collect()
}

/// The verdict on a motion with wheels in the air states its stability, in agreement with the eigenvalues: a car on its
/// outer wheels falls after the least push, and a car on three wheels drives on.
#[test]
fn stability_is_told_with_wheels_in_the_air() {
    let tall = Vehicle::of_text("car.txt", &cars::box_car(1.6, ""));
    for (car, speed, lateral, is_unstable) in [(tall, 10.0, 3.7, true), (on_three_wheels(), 12.0, 7.0, false)] {
        let motion = Motion {
            speed: Some(speed),
            bend: Some(Bend::Lateral(lateral)),
        };
        let found = car.trim(&motion).expect("a bend");
        assert_eq!(
            found.verdict.outcome,
            Outcome::SteadyInTheAir,
            "{}",
            found.verdict.words
        );
        let linear = car.linear(&motion).expect("a linear system");
        let grows = linear.a.complex_eigenvalues().iter().any(|own| own.re > 1e-3);
        assert_eq!(grows, is_unstable, "{lateral}");
        assert_eq!(
            found.verdict.words.contains("unstable"),
            is_unstable,
            "{}",
            found.verdict.words
        );
    }
}

/// An acceleration that no number holds is refused, and nothing panics.
#[test]
fn absurd_bends_are_refused() {
    let car = Vehicle::load("hmmwv", &NoFiles).expect("it is listed");
    for lateral in [1e30, 1e308, f64::MAX] {
        let motion = Motion {
            speed: Some(20.0),
            bend: Some(Bend::Lateral(lateral)),
        };
        let refused = car.trim(&motion).expect_err("none is that sharp").to_string();
        assert!(refused.contains("no steady motion is found"), "{refused}");
    }
}
