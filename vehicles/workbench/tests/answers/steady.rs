//! Steady motions by two methods: by Newton's method, and by the end of a long run.

use super::cars;
use super::named::Named;
use wishbone::prelude::Solver;
use wishbone::state::StateVector;
use wishbone_cars::{Car, Suspension, random, with};
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::{Motion, Steady};
use wishbone_workbench::studies::findings::{Findings, Outcome};
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::{Declaration, Vehicle};

/// Differences between a steady bend and the end of a run with the steering wheel held, a line each; `None` if the run
/// does not become steady. If the car spins or rolls over in the run, no such bend may be stable.
fn differences(car: &Car, degrees: f64, speed: f64) -> Option<String> {
    // Friction would hold a column at any angle.
    let text = car.text.replace(", joint_friction: 20 N", "");
    let vehicle = Vehicle::of(Declaration::of_text("car.txt", &text, &Named(car)));
    let method = if car.is_compliant() { "method = \"sbdf2\"\n" } else { "" };
    let run = format!(
        "doc = \"A bend.\"\nspeed = \"{speed} m/s\"\nduration = \"16 s\"\nevery = \"0.1 s\"\n{method}\
         [steering.step]\nstart = \"0 s\"\nrise = \"1 s\"\nangle = \"{degrees} deg\""
    );
    let run = Manoeuvre::read("bend", &run).expect("a manoeuvre");
    let driven = match vehicle.drive(&run, &silent) {
        Ok(driven) => driven.findings,
        Err(reason) => return Some(format!("{car}: it does not drive: {}\n", reason.message())),
    };
    if let Outcome::SpunRound | Outcome::RolledOver = driven.verdict.outcome {
        let held = Motion {
            speed: Some(speed),
            bend: Some(Bend::Steering(degrees.to_radians())),
        };
        let is_steady = |found: &Findings| found.verdict.outcome == Outcome::Steady;
        let words = &driven.verdict.words;
        println!("{car}: {words}");
        return vehicle
            .trim(&held)
            .is_ok_and(|found| is_steady(&found))
            .then(|| format!("{car}: {words}, though a stable motion is found\n"));
    }
    if !driven.verdict.is_as_asked() {
        return Some(format!("{car}: {}\n", driven.verdict.words));
    }
    let end = |name: &str| {
        driven
            .table
            .column(name)
            .expect("a column")
            .last()
            .copied()
            .expect("a row")
    };
    let before = |name: &str| {
        let column = driven.table.column(name).expect("a column");
        column[column.len() - 21]
    };
    if (end("yaw_rate") - before("yaw_rate")).abs() > 1e-5 * end("yaw_rate").abs() {
        println!(
            "{car}: not steady at its end: {} then {} rad/s",
            before("yaw_rate"),
            end("yaw_rate")
        );
        return None;
    }
    // The speed of a run is the one along the heading.
    let motion = Motion {
        speed: Some(end("speed") / end("sideslip").cos()),
        bend: Some(Bend::Steering(degrees.to_radians())),
    };
    let steady = match vehicle.trim(&motion) {
        Ok(steady) => steady,
        Err(reason) => return Some(format!("{car}: {}\n", reason.message())),
    };
    let value = |found: &Findings, subject: &str, name: &str| found.figure(subject, name).and_then(|own| own.value);
    let mut pairs = vec![
        (
            "yaw rate".to_owned(),
            value(&steady, "", "yaw rate").map(f64::to_radians),
            end("yaw_rate"),
            1e-3,
        ),
        (
            "sideslip".to_owned(),
            value(&steady, "", "sideslip").map(f64::to_radians),
            end("sideslip"),
            1e-3,
        ),
        (
            "roll".to_owned(),
            value(&steady, "", "roll").map(f64::to_radians),
            end("roll"),
            1e-3,
        ),
    ];
    for wheel in &car.wheels {
        pairs.push((
            format!("load of {wheel}"),
            value(&steady, wheel, "load"),
            end(&format!("{wheel}.force_z")),
            100.0,
        ));
    }
    let apart = pairs.into_iter().filter(|(_, found, wanted, size)| {
        found.is_none_or(|found| (found - wanted).abs() > 1e-4 * (wanted.abs() + size))
    });
    let told = apart.map(|(name, found, wanted, _)| format!("{car}: {name}: {found:?} for {wanted}\n"));
    Some(told.collect())
}

/// If a wheel is declared as twins at one place, each with half of its tyre, the result does not change. Without a
/// powertrain, both twins also have their share of the torque that holds the speed.
#[test]
fn twins_at_one_place_are_one_wheel() {
    let single = cars::box_car(0.5, "");
    let wheel = "centre: [-2.6, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2, driven_from: car }";
    assert!(single.contains(wheel), "{single}");
    let twins = single.replace(
        wheel,
        "centre: [-2.6, 0.75, 0.3] m, radius: 0.3 m, mass: 5 kg, spin_inertia: 1 kg*m^2, driven_from: car }
         wheel v: on(hub) { centre: [-2.6, 0.75, 0.3] m, radius: 0.3 m, mass: 5 kg, twin_of: w }",
    );
    let tyre = twins.find("tyre road: linear(all)").expect("its tyres");
    let end = tyre + twins[tyre..].find('}').expect("their end") + 1;
    let twins = twins.replace(
        &twins[tyre..end],
        "tyre front: linear(fl.w, fr.w) { stiffness: 200 kN/m, damping: 500 N*s/m, cornering_stiffness: 60 kN/rad,
            longitudinal_stiffness: 60 kN, friction: 1.2 }
         tyre rear: linear(rl.w, rr.w, rl.v, rr.v) { stiffness: 100 kN/m, damping: 250 N*s/m, cornering_stiffness: 30 kN/rad,
            longitudinal_stiffness: 30 kN, friction: 1.2 }",
    );
    let motion = Motion {
        speed: Some(18.0),
        bend: Some(Bend::Lateral(3.0)),
    };
    let [single, twins] =
        [single, twins].map(|text| Vehicle::of_text("car.txt", &text).trim(&motion).expect("it bends"));
    for figure in single.figures.iter().filter(|figure| figure.subject.is_empty()) {
        let other = twins.figure("", &figure.name).and_then(|own| own.value);
        let (own, other) = (figure.value.expect("a number"), other.expect("the twins have it, too"));
        assert!(
            (own - other).abs() < 1e-6 * own.abs().max(1.0),
            "{}: {own} or {other}",
            figure.name
        );
    }
}

/// The free motions of a car at rest are place, heading and at most the spins of four wheels. In motion, the road holds
/// the spins.
#[test]
fn free_motions_are_place_heading_and_spins() {
    let count = |vehicle: &Vehicle, speed: Option<f64>| {
        let found = vehicle.modes(&Motion { speed, bend: None }).expect("modes");
        found
            .figure("", "free motions")
            .and_then(|own| own.value)
            .expect("a number")
    };
    for vehicle in [
        Vehicle::load("macpherson_car", &NoFiles).expect("in the library"),
        Vehicle::load("hmmwv", &NoFiles).expect("in the library"),
        Vehicle::of_text("car.txt", &cars::box_car(0.5, "")),
    ] {
        assert!(count(&vehicle, None) <= 7.0, "{}", count(&vehicle, None));
    }
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    // Tyres without friction hold neither the box nor its wheels.
    let gliding = cars::box_car(0.5, "")
        .replace("cornering_stiffness: 60 kN/rad,", "")
        .replace("longitudinal_stiffness: 60 kN,", "");
    let gliding = count(&Vehicle::of_text("car.txt", &gliding), None);
    assert!((gliding - 7.0).abs() < 1e-9, "{gliding}");
    assert!(
        (count(&car, Some(20.0)) - 3.0).abs() < 1e-9,
        "{}",
        count(&car, Some(20.0))
    );
}

/// Random cars: a few, or the number in the environment variable `CARS`, from the seed in `FIRST_CAR` on.
#[test]
fn a_steady_bend_is_the_end_of_a_long_run() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let (count, first) = (number("CARS").unwrap_or(2), number("FIRST_CAR").unwrap_or(1));
    let found: Vec<String> = (first..first + count)
        .filter_map(|seed: u64| {
            // Up to about 4 m/s^2, to both sides.
            let degrees = [20.0, -35.0, 45.0, -15.0][seed as usize % 4];
            differences(&random(seed), degrees, 12.0 + (seed % 5) as f64)
        })
        .collect();
    println!("tried: {count} bends, {} of them steady", found.len());
    assert!(2 * found.len() as u64 >= count, "{} of {count}", found.len());
    assert!(found.concat().is_empty(), "{}", found.concat());
}

/// The tyres of this car turn its front wheels by several degrees against soft bushings. Newton's method, which begins with straight
/// driving at the heights of the car at rest, does not find this motion.
#[test]
fn a_motion_far_from_the_car_at_rest_is_found() {
    let car = Car {
        text: include_str!("yielding_struts.txt").to_owned(),
        ..with(57, Suspension::MacPhersonBushed, Suspension::TwistBeam)
    };
    assert_eq!(differences(&car, -35.0, 14.0), Some(String::new()));
}

/// Near the limit of a semitrailer the angle of the steering wheel rises smoothly, and each wheel carries its share. No
/// front wheel turns round several times, and no wheel that just touches the ground carries its axle by the gyroscopic
/// moment of a very fast spin.
#[test]
fn a_bend_near_the_limit_is_like_its_neighbours() {
    let truck = Vehicle::load("tractor_semitrailer", &NoFiles).expect("in the library");
    let bend = |lateral: f64| {
        let motion = Motion {
            speed: Some(80.0 / 3.6),
            bend: Some(Bend::Lateral(lateral)),
        };
        let found = truck.trim(&motion).expect("a steady motion");
        let least = found.figures.iter().filter(|figure| figure.name == "load");
        let least = least.filter_map(|figure| figure.value).fold(f64::INFINITY, f64::min);
        let steering = found.figure("", "steering wheel").and_then(|own| own.value);
        (steering.expect("an angle"), least)
    };
    let found = [2.95, 3.1, 3.2, 3.3].map(bend);
    for pair in found.windows(2) {
        let (more, lighter) = (pair[1].0 - pair[0].0, pair[0].1 - pair[1].1);
        assert!(
            (1.0..10.0).contains(&more) && (0.0..2500.0).contains(&lighter),
            "{found:?}"
        );
    }
}

/// In a bend that lifts a wheel, this wheel continues to spin with its rolling spin. As an unknown of the search the
/// wheel would spin backward, or a hundred times as fast, and its gyroscopic moment would carry the car.
#[test]
fn a_wheel_in_the_air_spins_as_it_rolled() {
    let driven = "powertrain train: shafts() { case: shaft(inertia: 0.05 kg*m^2), left: shaft(inertia: 0.03 kg*m^2),
            right: shaft(inertia: 0.03 kg*m^2),
            engine: engine(on: case, full: table(speed: [0, 300] rad/s, torque: [2000, 2000] N*m),
                closed: table(speed: [0, 300] rad/s, torque: [-5, -40] N*m)),
            differential: differential(case: case, outputs: [left, right]),
            one: half_shaft(from: left, to: fl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
            two: half_shaft(from: right, to: fr.w, stiffness: 7 kN*m/rad, damping: 20 N*m*s/rad) }";
    let text = cars::box_car(1.0, driven).replace("com: [-1.3, 0, ", "com: [-1.1, 0, ");
    let car = Vehicle::of_text("car.txt", &text);
    let running = car.running().expect("a car");
    let rest = running.rest().expect("it rests").state.clone();
    let names = running.engine.description();
    let (mut in_the_air, mut tried) = (0, 0);
    for tenth in (52..64).step_by(2) {
        let bend = Bend::Lateral(0.1 * f64::from(tenth));
        let Ok(mut steady) = Steady::of(running, &rest, 20.0, bend) else {
            continue;
        };
        tried += 1;
        let state = steady.trim.state.clone();
        let is_idle = steady.vehicle.system.in_the_air(&state);
        for (wheel, _) in names.wheels.iter().zip(is_idle).filter(|(_, is_idle)| *is_idle) {
            in_the_air += 1;
            let place = names.speeds.iter().position(|speed| *speed == format!("{wheel}.spin"));
            let spin = state.vehicle.speeds()[place.expect("it spins")];
            let rolling = 20.0 / 0.3;
            assert!(
                (spin / rolling - 1.0).abs() < 0.1,
                "{bend:?}: {wheel} spins at {spin}, and rolls at {rolling} rad/s"
            );
        }
    }
    assert!(
        tried > 4 && in_the_air > 2,
        "{tried} bends, {in_the_air} wheels in the air"
    );
}

/// Two wheels that hang in the air have no share of the torque that holds the speed. The torque equals the torque of
/// the car with two weights in their places. A run keeps their spins.
#[test]
fn wheels_in_the_air_have_no_torque() {
    let with = |weights: &str| {
        let text = cars::box_car(0.5, weights).replace("friction: 1.2", "friction: 1.2, rolling_resistance: 0.01");
        Vehicle::of_text("car.txt", &text)
    };
    let wheels = with(
        "wheel al: on(car) { centre: [-1.8, 0.75, 0.6] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }
        wheel ar: on(car) { centre: [-1.8, -0.75, 0.6] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }",
    );
    let weights = with(
        "body wl { mass: 10 kg, com: [-1.8, 0.75, 0.6] m, inertia: [1, 1, 1] kg*m^2 }
        joint jl: fixed(car, wl) { at: [-1.8, 0.75, 0.6] m }
        body wr { mass: 10 kg, com: [-1.8, -0.75, 0.6] m, inertia: [1, 1, 1] kg*m^2 }
        joint jr: fixed(car, wr) { at: [-1.8, -0.75, 0.6] m }",
    );
    let torque = |car: &Vehicle| {
        let straight = Motion {
            speed: Some(15.0),
            bend: None,
        };
        let found = car.trim(&straight).expect("a steady motion");
        let torque = found.figures.iter().find(|figure| figure.name == "torque");
        torque.and_then(|own| own.value).expect("a torque")
    };
    let (own, wanted) = (torque(&wheels), torque(&weights));
    assert!(
        wanted > 30.0 && (own - wanted).abs() < 1e-6 * wanted,
        "{own} for {wanted}"
    );
    let held = "doc = \"Held.\"\nspeed = \"15 m/s\"\nduration = \"2 s\"\nstep = \"1 ms\"\npace = \"held\"";
    let held = Manoeuvre::read("held", held).expect("a manoeuvre");
    let run = wheels.drive(&held, &silent).expect("it drives").findings;
    assert!(run.verdict.is_as_asked(), "{}", run.verdict.words);
    let spin = run.table.column("al.spin").expect("a spin");
    let (first, last) = (spin[0], spin[spin.len() - 1]);
    assert!((last - first).abs() < 1e-6 * first, "{first} {last}");
}

/// A column with dry friction holds its rack in many steady motions. For any friction the search finds the steady
/// motion without friction force, which is the motion of the car without friction.
#[test]
fn dry_friction_leaves_a_steady_motion_as_it_is() {
    let car = random(59);
    const FRICTION: &str = "joint_friction: 20 N";
    assert!(car.text.contains(FRICTION), "{}", car.text);
    let vehicle = |friction: u32| {
        let text = car.text.replace(FRICTION, &format!("joint_friction: {friction} N"));
        Vehicle::of(Declaration::of_text("car.txt", &text, &Named(&car)))
    };
    let [without, with, much] = [0, 20, 60].map(vehicle);
    for degrees in [0.0_f64, 15.0, -15.0] {
        let motion = Motion {
            speed: Some(20.0),
            bend: Some(Bend::Steering(degrees.to_radians())),
        };
        let wanted = without.trim(&motion).expect("a steady motion");
        assert!(wanted.figures.len() > 10);
        for vehicle in [&with, &much] {
            let found = vehicle.trim(&motion).expect("a steady motion");
            for (own, wanted) in found.figures.iter().zip(&wanted.figures) {
                let [own_value, wanted_value] = [own.value, wanted.value].map(|value| value.unwrap_or(f64::NAN));
                let apart = (own_value - wanted_value).abs();
                assert!(
                    apart < 1e-6 * (1.0 + wanted_value.abs()) || own.value == wanted.value,
                    "{degrees} deg, {}: {own_value} for {wanted_value}",
                    own.name
                );
            }
        }
    }
}
