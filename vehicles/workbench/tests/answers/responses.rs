//! Frequency responses by two methods: by the linear system, and by a small sine of the steering wheel in a run.

use super::named::Named;
use wishbone_cars::{Car, Tyre, random};
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::measured;
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::response::Asked;
use wishbone_workbench::steady::{Motion, analysed};
use wishbone_workbench::studies::findings::{Findings, Outcome};
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::{Declaration, Vehicle};

/// Outputs that are compared.
const OUTPUTS: [&str; 3] = ["yaw_rate", "lateral_acceleration", "roll"];
/// Amplitude of the steering wheel [deg]. It is small compared with all nonlinear effects, such as smoothed friction.
const AMPLITUDE: f64 = 0.01;
/// Time and number of periods that most responses need to become steady. The longer one counts.
const SETTLING: [f64; 2] = [6.0, 6.0];
/// Longest time to become steady [s]: a car whose heave or yaw hardly decays needs more.
const LONGEST: f64 = 48.0;
/// Number of periods that are evaluated.
const PERIODS: f64 = 3.0;
/// Largest relative change of a gain from these periods to the next that counts as steady.
const STEADY: f64 = 1e-4;

/// Gain and phase of a column relative to the steering wheel in the last periods of a run before `before` [s], by a
/// least squares fit of sine, cosine and a line.
fn measured(run: &Findings, column: &str, frequency: f64, before: f64) -> [f64; 2] {
    let time = run.table.column("time").expect("the time");
    let end = time[time.len() - 1] - before;
    let place = |at: f64| time.partition_point(|time| *time < at - 1e-9);
    let (first, last) = (place(end - PERIODS / frequency), place(end + 1e-6));
    let amplitudes = |column: &str| {
        let values = run.table.column(column).expect("a column");
        let rows = time[first..last].iter().map(|time| {
            let angle = std::f64::consts::TAU * frequency * time;
            [angle.sin(), angle.cos(), 1.0, *time]
        });
        let rows: Vec<[f64; 4]> = rows.collect();
        let matrix = nalgebra::DMatrix::from_fn(rows.len(), 4, |i, j| rows[i][j]);
        let right = nalgebra::DVector::from_column_slice(&values[first..last]);
        let found = matrix.svd(true, true).solve(&right, 1e-12).expect("it has a rank");
        nalgebra::Complex::new(found[0], found[1])
    };
    let ratio = amplitudes(column) / amplitudes("steering_wheel");
    [ratio.norm(), ratio.arg().to_degrees()]
}

/// A run with a small sine for at least this time [s], up to a whole number of periods. An error is the reason why it does not end.
fn sine(vehicle: &Vehicle, car: &Car, speed: f64, frequency: f64, time: f64) -> Result<Findings, String> {
    let method = if car.is_compliant() {
        "method = \"sbdf2\"\nstep = \"0.5 ms\"\n"
    } else {
        ""
    };
    let periods = (time * frequency).ceil();
    let run = format!(
        "doc = \"A sine.\"\nspeed = \"{speed} m/s\"\nduration = \"{} s\"\nevery = \"5 ms\"\npace = \"steady_torque\"\n{method}[steering.sine]\n\
         start = \"0 s\"\nangle = \"{AMPLITUDE} deg\"\nfrequency = \"{frequency} Hz\"\nperiods = {}",
        periods / frequency,
        periods + 1.0
    );
    let run = Manoeuvre::read("sine", &run).expect("a manoeuvre");
    let driven = vehicle.drive(&run, &silent);
    let driven = driven.map_err(|reason| format!("it does not drive: {}", reason.message()))?;
    match driven.findings.verdict.is_as_asked() {
        true => Ok(driven.findings),
        false => Err(driven.findings.verdict.words),
    }
}

/// Differences between the two methods, a line each; `None` without a steady and stable motion. A run keeps the torques
/// constant, as the linear system does. Holding the speed changes gains by up to one percent.
fn differences(car: &Car, speed: f64, frequency: f64) -> Option<String> {
    // Friction would hold a column in a small sine.
    let text = car.text.replace(", joint_friction: 20 N", "");
    let vehicle = Vehicle::of(Declaration::of_text("car.txt", &text, &Named(car)));
    let asked = Asked {
        motion: Motion {
            speed: Some(speed),
            bend: Some(Bend::Steering(0.0)),
        },
        input: "steering".to_owned(),
        outputs: OUTPUTS.map(str::to_owned).to_vec(),
        range: [frequency, 2.0 * frequency],
    };
    let steady = vehicle.trim(&asked.motion).ok()?;
    if steady.verdict.outcome != Outcome::Steady {
        return None;
    }
    let linear = match vehicle.response(&asked) {
        Ok(linear) => linear,
        Err(reason) => return Some(format!("{car}: no response: {}\n", reason.message())),
    };
    let mut settling = SETTLING[0].max(SETTLING[1] / frequency);
    let driven = loop {
        let driven = match sine(&vehicle, car, speed, frequency, settling + PERIODS / frequency) {
            Ok(driven) => driven,
            Err(reason) => return Some(format!("{car}: {reason}\n")),
        };
        let changes = |name: &&str| {
            let [last, before] = [0.0, PERIODS / frequency].map(|before| measured(&driven, name, frequency, before)[0]);
            (last - before).abs() > STEADY * last
        };
        if !OUTPUTS.iter().any(changes) {
            break driven;
        }
        settling *= 2.0;
        if settling > LONGEST {
            return Some(format!("{car}: its response does not become steady in {LONGEST} s\n"));
        }
    };
    let of_linear = |name: &str, what: &str| linear.table.column(&format!("{name}.{what}")).expect("a column")[0];
    let apart = OUTPUTS.into_iter().filter_map(|name| {
        let [gain, phase] = measured(&driven, name, frequency, 0.0);
        // The linear study gives gains in degrees by degree or in m/s^2 by degree.
        let scale = if name == "lateral_acceleration" {
            1f64.to_radians()
        } else {
            1.0
        };
        let [wanted, behind] = [of_linear(name, "gain"), of_linear(name, "phase")];
        let turned = (phase - behind + 180.0).rem_euclid(360.0) - 180.0;
        let is_near = (gain * scale - wanted).abs() <= 1e-3 * wanted && turned.abs() <= 0.2;
        (!is_near).then(|| {
            format!(
                "{car}: {name} at {frequency} Hz and {speed} m/s: {} for {wanted}, {phase} for {behind} deg\n",
                gain * scale
            )
        })
    });
    Some(apart.collect())
}

/// The direction of a velocity has no slopes where it is zero. The speed along the heading has slopes, like all other
/// outputs, which have the response of a moving car in heave.
#[test]
fn a_vehicle_at_rest_has_no_response_of_its_sideslip() {
    let vehicle = Vehicle::of_text("car.txt", &super::cars::box_car(0.5, ""));
    let ask = |name: &str, speed: Option<f64>| {
        vehicle.response(&Asked {
            motion: Motion { speed, bend: None },
            input: "road".to_owned(),
            outputs: vec![name.to_owned()],
            range: [1.0, 2.0],
        })
    };
    let refused = ask("sideslip", None).expect_err("it has none").to_string();
    assert!(refused.contains("no derivative at rest"), "{refused}");
    for (name, speed) in [("sideslip", Some(20.0)), ("speed", Some(20.0)), ("speed", None)] {
        assert!(ask(name, speed).is_ok(), "{name}");
    }
    let found = ask("vertical_acceleration", None).expect("a response");
    // In heave, the box stands on a spring, a hub with its wheel, and a tyre at each corner: in all 1005 kg over 120 kg.
    let gain = found
        .figure("vertical_acceleration", "gain")
        .and_then(|own| own.value)
        .expect("a gain");
    let omega = nalgebra::Complex::new(0.0, std::f64::consts::TAU);
    let (suspension, tyre) = (120e3 + 12e3 * omega, 800e3 + 2e3 * omega);
    let below = 120.0 * omega * omega + suspension + tyre;
    let above = 1005.0 * omega * omega + suspension;
    let wanted = (omega * omega * tyre * suspension / (above * below - suspension * suspension)).norm();
    assert!((gain / wanted - 1.0).abs() < 0.03, "{gain} for {wanted}");
}

/// A TMeasy tyre with different longitudinal and lateral slopes rolls with resistance. It has the longitudinal slope in
/// both directions if the lateral slip is smaller than the longitudinal slip. The note reports this, and in nearby
/// motions the gain equals the gain of steady motions. A force with a given name on a box that rests on a tyre of 100
/// kN/m. At a low frequency it lifts the box by 0.01 mm/N, and each metre costs the work of its weight of 90 kg, 900 J:
/// 0.009 J/N. Both gains have the units of the force and of the output.
#[test]
fn gains_have_the_units_of_what_is_declared() {
    let push = "load push: on(chest) { force: thrust, at: [0, 0, 1] m, axis: z, in: ground }
        output height: z(chest)
        output energy: potential_energy(chest)";
    let text = super::cars::STAND.replace("output carried: fz(weld)", push);
    let stand = Vehicle::of_text("stand.txt", &text);
    let asked = Asked {
        motion: Motion {
            speed: None,
            bend: None,
        },
        input: "thrust".to_owned(),
        outputs: vec!["height".to_owned(), "energy".to_owned()],
        range: [1e-3, 1.0],
    };
    let found = stand.response(&asked).expect("it rests");
    for (output, unit, gain) in [("height", "m/N", 1e-5), ("energy", "J/N", 9e-3)] {
        let figure = found.figure(output, "gain").expect("a gain");
        assert_eq!(figure.unit, unit);
        let value = figure.value.expect("a number");
        assert!((value - gain).abs() < 1e-4 * gain, "{output}: {value} for {gain}");
    }
}

#[test]
fn slopes_of_tiny_motions_are_told() {
    let ask = |slopes: &str, bend: Option<Bend>| {
        let vehicle = super::tyres::on_slopes(slopes);
        let motion = Motion {
            speed: Some(25.0),
            bend,
        };
        let found = vehicle.response(&Asked {
            motion,
            input: "steering".to_owned(),
            outputs: vec!["sideslip".to_owned()],
            range: [0.01, 2.0],
        });
        let found = found.expect("a response");
        let gain = found.figure("sideslip", "gain").and_then(|own| own.value);
        let is_told = found.notes.iter().any(|note| note.contains("tiny motions only"));
        (gain.expect("a gain"), is_told)
    };
    let steady = |steering: f64| {
        let motion = Motion {
            speed: Some(25.0),
            bend: Some(Bend::Steering(steering)),
        };
        let found = super::tyres::on_slopes("[60, 110]").trim(&motion);
        let sideslip = found
            .expect("a steady motion")
            .figure("", "sideslip")
            .and_then(|own| own.value);
        sideslip.expect("an angle").to_radians()
    };
    let wanted = (steady(0.02) - steady(0.01)).abs() / 0.01;
    let (needle, is_told) = ask("[60, 110]", None);
    assert!(is_told && (needle / wanted - 1.0).abs() > 0.05, "{needle} for {wanted}");
    let (gain, is_told) = ask("[60, 110]", Some(Bend::Lateral(0.5)));
    assert!(!is_told && (gain / wanted - 1.0).abs() < 0.02, "{gain} for {wanted}");
    // Equal slopes along and across have no such needle.
    assert!(!ask("[80, 150]", None).1);
}

/// In a bend every output except the places has slopes: the terms of accelerations and loads cancel each other, and
/// leave noise.
#[test]
fn no_output_of_a_bend_is_lost_in_noise() {
    let vehicle = Vehicle::load("macpherson_car", &NoFiles).expect("a car of the library");
    let motion = Motion {
        speed: Some(20.0),
        bend: Some(Bend::Lateral(3.0)),
    };
    let found = analysed(vehicle.running().expect("a car"), &motion)
        .expect("it bends")
        .linear;
    let has = |name: &str| found.outputs.iter().any(|output| output.name == name);
    for side in ["front_left", "front_right", "rear_left", "rear_right"] {
        assert!(
            has(&format!("{side}.tyre.load")) && has(&format!("{side}.upright.vertical_acceleration")),
            "{side}"
        );
        assert!(!has(&format!("{side}.wheel_x")), "{side}: a place has no steady slope");
    }
    assert!(OUTPUTS.iter().all(|name| has(name)) && has("sideslip"));
}

/// The response compared with its own table: with phases from -180 to 180 deg, as instruments give them, and with a
/// jump within the range. The gains are in the units of the table.
#[test]
fn phases_are_compared_without_full_turns() {
    let vehicle = Vehicle::of_text("car.txt", &super::cars::box_car(0.5, ""));
    let asked = Asked {
        motion: Motion {
            speed: Some(20.0),
            bend: None,
        },
        input: "road".to_owned(),
        outputs: vec!["vertical_acceleration".to_owned(), "pitch".to_owned()],
        range: [0.2, 20.0],
    };
    let found = vehicle.response(&asked).expect("a response");
    let table = &found.table;
    let names: Vec<String> = table
        .columns
        .iter()
        .map(|own| format!("{} [{}]", own.name, own.unit))
        .collect();
    let phases = table.column("pitch.phase").expect("phases");
    let middle = 0.5 * (phases[0] + phases[phases.len() - 1]);
    for begin in [-180.0, middle, middle + 720.0] {
        let mut text = names.join(",") + "\n";
        for row in &table.rows {
            let each = row.iter().zip(&table.columns).map(|(number, column)| {
                let is_phase = column.name.ends_with(".phase");
                let wrapped = (number - begin).rem_euclid(360.0) + begin;
                if is_phase { wrapped } else { *number }.to_string()
            });
            text += &(each.collect::<Vec<String>>().join(",") + "\n");
        }
        let mut held = [found.clone()];
        let own = measured::Asked {
            file: "response.csv".to_owned(),
            text,
            ..measured::Asked::default()
        };
        measured::hold(&mut held, &own).expect("it is compared");
        for column in table.columns.iter().skip(1) {
            let subject = format!("measured {}", column.name);
            let apart = held[0].figure(&subject, "largest difference").and_then(|own| own.value);
            let apart = apart.unwrap_or_else(|| panic!("{subject}: {:?}", held[0].figures));
            assert!(apart < 1e-6, "{subject}: {apart}");
        }
    }
}

/// Random cars: a few, or the number in the environment variable `CARS`, from the seed in `FIRST_CAR` on. Tyre tables have kinks,
/// at which there is no slope.
#[test]
fn a_response_is_that_of_a_small_sine_in_time() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<usize>().ok());
    let (count, first) = (number("CARS").unwrap_or(2), number("FIRST_CAR").unwrap_or(1));
    let cars = (first as u64..).map(|seed| (seed, random(seed)));
    let cars: Vec<(u64, Car)> = cars.filter(|(_, car)| car.tyre != Tyre::Tables).take(count).collect();
    let told: Vec<String> = cars
        .iter()
        .filter_map(|(seed, car)| {
            let frequency = [0.5, 1.0, 1.5, 2.5][*seed as usize % 4];
            differences(car, 12.0 + 3.0 * (seed % 5) as f64, frequency)
        })
        .collect();
    println!(
        "tried: {count} responses in two ways, {} of them about a stable motion",
        told.len()
    );
    assert!(2 * told.len() > count, "{} of {count}", told.len());
    assert!(told.concat().is_empty(), "{}", told.concat());
}
