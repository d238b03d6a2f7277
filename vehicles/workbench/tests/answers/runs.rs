//! Random cars in random manoeuvres, steps and studies: a correct answer, or a message.

use super::cars;
use super::named::Named;
use fastrand::Rng;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wishbone_cars::random;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::outside::{Asked, Car};
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::findings::{Findings, Outcome, Verdict};
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::{Declaration, Vehicle};

/// A random manoeuvre as text: speed, steering, pace, road, step and method. Some are too demanding for any car.
fn manoeuvre(rng: &mut Rng) -> String {
    let between = |rng: &mut Rng, low: f64, high: f64| low + (high - low) * rng.f64();
    let speed = between(rng, 0.5, 45.0);
    let angle = between(rng, -120.0, 120.0);
    let steering = match rng.u8(0..8) {
        0 => String::new(),
        1 => format!(
            "[steering.step]\nstart = \"0.5 s\"\nrise = \"{} s\"\nangle = \"{angle} deg\"",
            between(rng, 0.0, 1.0)
        ),
        2 => format!("[steering.ramp]\nstart = \"0.2 s\"\nrate = \"{} deg/s\"", 0.3 * angle),
        3 => format!(
            "[steering.sine]\nstart = \"0.3 s\"\nangle = \"{angle} deg\"\nfrequency = \"{} Hz\"\nperiods = 2",
            between(rng, 0.2, 4.0)
        ),
        4 => format!(
            "[steering.sine_with_dwell]\nstart = \"0.3 s\"\nangle = \"{angle} deg\"\nfrequency = \"0.7 Hz\"\ndwell = \"0.5 s\""
        ),
        5 => format!(
            "[steering.sweep]\nstart = \"0.1 s\"\nduration = \"2 s\"\nangle = \"{} deg\"\nfrom = \"0.3 Hz\"\nto = \"5 Hz\"",
            0.2 * angle
        ),
        6 => format!(
            "[steering.table]\ntime = [\"0 s\", \"1 s\", \"1.5 s\"]\nangle = [\"0 deg\", \"{angle} deg\", \"{} deg\"]",
            -angle
        ),
        _ => format!("[steering.lane_change]\nrun_up = \"{} m\"", between(rng, 5.0, 30.0)),
    };
    let pace = match rng.u8(0..4) {
        0 => "",
        1 => "pace = \"coasting\"\n",
        2 => "[pace.pedals]\ntime = [\"0.4 s\", \"0.8 s\"]\nbrake = [0.0, 0.7]\ndisengaged = true\n",
        _ => "[pace.pedals]\ntime = [\"0.4 s\", \"0.8 s\"]\nthrottle = [0.0, 0.9]\n",
    };
    let road = match rng.u8(0..4) {
        0 => format!(
            "[road.surface.cosine_bumps]\nbegin = \"3 m\"\nlength = \"{} m\"\nheight = \"50 mm\"\ncount = 2\nspacing = \"5 m\"\n",
            between(rng, 0.5, 3.0)
        ),
        1 => format!(
            "[road.surface.random]\nclass = \"{}\"\nseed = {}\n",
            rng.choice(["A", "B", "C", "D"]).expect("a class"),
            rng.u8(..)
        ),
        _ => String::new(),
    };
    let (step, method) = match rng.u8(0..5) {
        0 => (0.5, "ab3"),
        1 => (2.0, "rk4"),
        2 => (2.0, "sbdf2"),
        _ => (1.0, "ab3"),
    };
    let top = format!(
        "doc = \"At random.\"\nspeed = \"{speed} m/s\"\nduration = \"3 s\"\nstep = \"{step} ms\"\nevery = \"{step} ms\"\nmethod = \"{method}\"\n"
    );
    format!("{top}{pace}{road}{steering}\n")
}

/// Speed above which the direction of a car is not only rounding [m/s].
const STANDING: f64 = 0.5;

/// Contradictions within a run, a line each: between position and velocity, heading and yaw rate, rows and time. Rows
/// are written at every step, because sums over longer intervals miss how fast a bump or a wheel that locks turns a
/// car.
fn contradictions(found: &Findings) -> String {
    let mut told = String::new();
    let column = |name: &str| found.table.column(name).unwrap_or_default();
    if let Some(column) = found
        .table
        .columns
        .iter()
        .zip(0..)
        .find(|(_, place)| found.table.rows.iter().any(|row| !row[*place].is_finite()))
    {
        let _ = writeln!(told, "column {} holds no number", column.0.name);
    }
    let (time, x, y, yaw) = (column("time"), column("x"), column("y"), column("yaw"));
    let (speed, slip, rate) = (column("speed"), column("sideslip"), column("yaw_rate"));
    let (roll, pitch) = (column("roll"), column("pitch"));
    let course = |k: usize| (yaw[k] + slip[k], speed[k] / slip[k].cos());
    for k in 1..time.len() {
        let h = time[k] - time[k - 1];
        if h <= 0.0 {
            let _ = writeln!(told, "time goes back at {} s", time[k]);
            break;
        }
        let mean = |of: &dyn Fn(usize) -> f64| 0.5 * h * (of(k - 1) + of(k));
        let along = [
            x[k] - x[k - 1] - mean(&|k| course(k).1 * course(k).0.cos()),
            y[k] - y[k - 1] - mean(&|k| course(k).1 * course(k).0.sin()),
            // The yaw rate is about the world's Z: the body's x axis, about which it rolls, leans by the pitch angle.
            yaw[k]
                - yaw[k - 1]
                - mean(&|k| rate[k])
                - (roll[k] - roll[k - 1]) * (0.5 * (pitch[k] + pitch[k - 1])).sin(),
        ];
        // A car that stops has no direction.
        if speed[k].abs() < STANDING || speed[k - 1].abs() < STANDING {
            continue;
        }
        // The error of the trapezoidal rule is h²/12 times the change of the slope. A speed that jumps back and forth by less than a twentieth is
        // not told; a rule of the second order misses a sixth of a jump.
        if along
            .iter()
            .any(|off| off.abs() > h * (2e-3 * (1.0 + speed[k].abs())).max(0.05 / 6.0))
        {
            let _ = writeln!(told, "at {} s place and velocity differ by {along:?}", time[k]);
            break;
        }
    }
    told
}

/// Errors in the answers to one car; empty if there are none.
fn wrong(seed: u64, kinds: &mut [usize; 3]) -> String {
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9));
    let car = random(seed);
    let vehicle = Vehicle::of(Declaration::of_text("car.txt", &car.text, &Named(&car)));
    let text = manoeuvre(&mut rng);
    let asked = match Manoeuvre::read("at_random", &text) {
        Ok(asked) => asked,
        Err(reason) => return format!("{reason}\n{text}"),
    };
    let mut told = String::new();
    match vehicle.drive(&asked, &silent) {
        Err(reason) => {
            kinds[0] += 1;
            let words = reason.message().to_string();
            if words.trim().is_empty() || words.contains("NaN") {
                let _ = writeln!(told, "refused with `{words}`");
            }
        }
        Ok(driven) => {
            let found = driven.findings;
            kinds[if found.verdict.is_as_asked() { 1 } else { 2 }] += 1;
            let end = found.table.column("time").and_then(|time| time.last().copied());
            if found.verdict.is_as_asked() && end.is_none_or(|end| (end - 3.0).abs() > 0.011) {
                let _ = writeln!(told, "ends at {end:?} s as if it was asked to: {}", found.verdict.words);
            }
            // A step that is too long is told because the last rows contradict themselves.
            if !matches!(found.verdict.outcome, Outcome::StepTooLong | Outcome::GrewWithoutBound) {
                told += &contradictions(&found);
            }
        }
    }
    let motion = Motion {
        speed: Some(1.0 + 40.0 * rng.f64()),
        bend: Some(Bend::Lateral(4.0 * rng.f64() - 2.0)),
    };
    for answer in [vehicle.trim(&motion), vehicle.settle()].into_iter().flatten() {
        let bad = answer
            .figures
            .iter()
            .find(|figure| figure.value.is_some_and(f64::is_nan));
        if let Some(figure) = bad {
            let _ = writeln!(told, "{} of {} is no number", figure.name, answer.name);
        }
    }
    match told.is_empty() {
        true => told,
        false => format!("{car}\n{text}{told}"),
    }
}

/// `CARS` cars from `FIRST_CAR` on; each drives one manoeuvre and one bend, and comes to rest.
#[test]
fn random_cars_are_answered_in_random_manoeuvres() {
    let number = |name: &str, usual: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    let (first, cars) = (number("FIRST_CAR", 0), number("CARS", 12));
    let mut told = String::new();
    let mut kinds = [0; 3];
    for seed in first..first + cars {
        let answer = catch_unwind(AssertUnwindSafe(|| wrong(seed, &mut kinds)));
        told += &answer.unwrap_or_else(|_| format!("car {seed}: panicked\n"));
    }
    let [refused, driven, ended] = kinds;
    println!("tried {cars} manoeuvres: {driven} driven to the end, {ended} judged, {refused} refused");
    assert!(told.is_empty(), "{told}");
    assert!(cars < 10 || driven > cars as usize / 4, "{kinds:?}");
}

/// A wheel at walking speed follows its slip within a fraction of a millisecond. With longer steps its spin jumps back
/// and forth, limited by the grip of the tyre. A step that is stable at the start becomes too long while the car slows
/// down.
#[test]
fn a_step_that_is_too_long_for_a_spin_is_told() {
    let car = random(1006);
    let vehicle = Vehicle::of(Declaration::of_text("car.txt", &car.text, &Named(&car)));
    let verdict = |step: f64| {
        let run = format!(
            "doc = \"Rolls.\"\nspeed = \"2.5 m/s\"\nduration = \"0.7 s\"\nstep = \"{step} ms\"\nmethod = \"ab3\"\n\
             [pace.pedals]\ntime = [\"0 s\", \"0.1 s\"]\nbrake = [0.0, 0.4]\ndisengaged = true"
        );
        let run = Manoeuvre::read("rolls", &run).expect("a manoeuvre");
        vehicle.drive(&run, &silent).expect("it drives").findings.verdict
    };
    let long = verdict(2.0);
    assert_eq!(long.outcome, Outcome::StepTooLong, "{}", long.words);
    assert!(long.words.contains("tyre.spin` jumps back and forth"), "{}", long.words);
    assert_eq!(verdict(1.0).outcome, Outcome::ToItsEnd);
}

/// If a step is so long that a run would be refused at its second step, the run is refused before it begins, and the
/// message gives a stable step.
#[test]
fn a_step_far_beyond_the_limit_is_told_at_the_begin() {
    let car = random(195);
    let vehicle = Vehicle::of(Declaration::of_text("car.txt", &car.text, &Named(&car)));
    let run = |step: f64| {
        let run = format!(
            "doc = \"Rolls.\"\nspeed = \"22 m/s\"\nduration = \"0.05 s\"\nstep = \"{step} ms\"\nmethod = \"ab3\"\npace = \"coasting\""
        );
        vehicle.drive(&Manoeuvre::read("rolls", &run).expect("a manoeuvre"), &silent)
    };
    let told = run(1.0).err().expect("it is too long").message().to_string();
    let limit = told.split("is beyond ").nth(1).and_then(|rest| rest.split(' ').next());
    let limit: f64 = limit.and_then(|limit| limit.parse().ok()).expect("a limit");
    let borne = run(0.9 * limit).expect("it drives").findings.verdict;
    assert_eq!(borne.outcome, Outcome::ToItsEnd, "{}", borne.words);
}

/// Bushings that a bump loads far beyond the slopes of the beginning make `sbdf2` unstable at 2 ms. The run ends as
/// soon as the chassis has an impossible acceleration, mostly before a loop opens.
#[test]
fn a_run_that_blows_up_is_told_before_it_is_refused() {
    let car = random(108);
    let vehicle = Vehicle::of(Declaration::of_text("car.txt", &car.text, &Named(&car)));
    let verdict = |step: f64| {
        let run = format!(
            "doc = \"Bumps.\"\nspeed = \"22.960900505494045 m/s\"\nduration = \"0.54 s\"\nstep = \"{step} ms\"\nevery = \"{step} ms\"\n\
             method = \"sbdf2\"\n[road.surface.cosine_bumps]\nbegin = \"3 m\"\nlength = \"1.3803292772174953 m\"\nheight = \"50 mm\"\n\
             count = 2\nspacing = \"5 m\""
        );
        let run = Manoeuvre::read("bumps", &run).expect("a manoeuvre");
        vehicle.drive(&run, &silent).expect("it drives").findings.verdict
    };
    // How far a last step goes is a matter of chance: of several steps at the edge, most are told.
    let long = [1.9, 1.95, 2.0, 2.05, 2.1].map(verdict);
    let is_told = |own: &&Verdict| own.outcome == Outcome::GrewWithoutBound && own.words.contains("accelerates at");
    assert!(long.iter().filter(is_told).count() >= 3, "{long:?}");
    assert!(long.iter().all(|own| !own.is_as_asked()), "{long:?}");
    assert_eq!(verdict(1.0).outcome, Outcome::ToItsEnd);
}

/// A vehicle that an external caller steps gives the same message, once for each finding. A tyre without memory follows
/// its slip at the rate `C R² / J V`, which grows beyond the limit of the method while the car slows down.
#[test]
fn a_vehicle_that_is_stepped_from_outside_tells_of_steps_that_are_too_long() {
    let text = cars::box_car(0.5, "brakes discs: on(all) { torque: 500 N*m }");
    let text = text.replace("linear(all) { stiffness", "linear(all) { response: steady, stiffness");
    let declaration = Declaration::of_text("car.txt", &text, &NoFiles);
    let found = |step: f64| {
        let asked = Asked {
            speed: Some(11.0),
            step: Some(step),
            ..Asked::default()
        };
        let mut own = Car::new(declaration.clone(), &asked, None, false).unwrap_or_else(|problem| panic!("{problem}"));
        own.begin(0.0).unwrap_or_else(|problem| panic!("{problem}"));
        let pedal = own.table().iter().position(|variable| variable.name == "driver.brake");
        own.set(pedal.expect("an input"), 1.0).expect("a value");
        let mut found = Vec::new();
        for _ in 0..100 {
            let (count, step) = own.divide(0.008).expect("steps");
            (0..count).for_each(|_| own.step(step).expect("it steps"));
            found.extend(own.warnings());
        }
        found
    };
    let long = found(1e-3);
    assert!(
        long.first()
            .is_some_and(|own| own.contains("w.spin` jumps back and forth")),
        "{long:?}"
    );
    assert!(found(4e-4).is_empty());
}
