//! Verdicts: runs that did not end as requested have no figures, and end when they become meaningless.

use super::cars;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::manoeuvre::driven;
use wishbone_workbench::new_car;
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::{Motion, straight_on_or_at_rest};
use wishbone_workbench::studies::findings::{Findings, Outcome};
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::studies::steps::Method as Explicit;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::Vehicle;

fn drive(car: &Vehicle, text: &str) -> Findings {
    let manoeuvre = Manoeuvre::read("drive", &format!("doc = \"A drive.\"\n{text}")).expect("a manoeuvre");
    car.drive(&manoeuvre, &silent).expect("it starts").findings
}

const TURN: &str = "speed = \"20 m/s\"\nduration = \"6 s\"\nfigures = [\"step\"]\n[steering.step]\nstart = \"0.5 s\"\nrise = \"0.2 s\"\nangle = \"60 deg\"";

/// A box with a centre of mass far above the ground tips over in a bend that a low box can drive.
#[test]
fn a_car_that_rolls_over_has_no_figures() {
    let low = drive(&Vehicle::of_text("car.txt", &cars::box_car(0.4, "")), TURN);
    assert_eq!(low.verdict.outcome, Outcome::ToItsEnd, "{:?}", low.verdict);
    assert!(!low.figures.is_empty());
    let high = drive(&Vehicle::of_text("car.txt", &cars::box_car(1.6, "")), TURN);
    assert_eq!(high.verdict.outcome, Outcome::RolledOver, "{:?}", high.verdict);
    assert!(high.figures.is_empty());
    let (end, time) = (
        high.verdict.time.expect("a time"),
        high.table.column("time").expect("times"),
    );
    assert!((time[time.len() - 1] - end).abs() < 1e-9 && end < 6.0, "{end}");
}

/// A step beyond the stability of the method is rejected. A run that continues anyway is reported, and its table has only finite
/// numbers.
#[test]
fn a_run_that_grows_without_bound_is_told() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let straight = |step: f64| {
        let text = format!(
            "doc = \"A drive.\"\nspeed = \"20 m/s\"\nduration = \"6 s\"\nstep = \"{step} ms\"\nevery = \"{step} ms\""
        );
        Manoeuvre::read("drive", &text).expect("a manoeuvre")
    };
    // Those that halvings do not bring down to what is borne, too.
    for step in [60.0, 200.0, 1000.0, 3000.0] {
        let refused = car.drive(&straight(step), &silent);
        let refused = refused.err().expect("the step is too long").to_string();
        assert!(refused.contains(&format!("{step:.4} ms is beyond")), "{refused}");
    }
    let manoeuvre = straight(60.0);
    let found = driven(car.running().expect("a car"), &manoeuvre, true, &silent);
    let found = found.expect("it starts").findings;
    assert!(!found.verdict.is_as_asked(), "{:?}", found.verdict);
    assert!(found.table.rows.iter().flatten().all(|number| number.is_finite()));
}

/// A step that is slightly too long lets a disturbance grow slowly. The step is refused by the modes of straight
/// driving, and a step slightly below their limit is accepted.
#[test]
fn a_step_slightly_beyond_the_modes_is_refused() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let (linear, _) = straight_on_or_at_rest(car.running().expect("a car"), 20.0).expect("it moves");
    let longest = linear.largest_step(Explicit::AdamsBashforth3).expect("it is stable");
    let driven = |part: f64| {
        // Whole microseconds divide the time between rows.
        let step = (part * longest * 1e6).round() / 1e3;
        let text = format!(
            "doc = \"A drive.\"\nspeed = \"20 m/s\"\nduration = \"0.5 s\"\nstep = \"{step} ms\"\nevery = \"{step} ms\""
        );
        car.drive(&Manoeuvre::read("drive", &text).expect("a manoeuvre"), &silent)
    };
    for part in [1.03, 1.2] {
        let refused = driven(part).err().expect("the step is too long").to_string();
        assert!(refused.contains("is beyond"), "{part}: {refused}");
    }
    assert!(driven(0.95).is_ok());
}

/// Pressed pads relax at up to 200 1/s. Adams-Bashforth 3 is stable for them up to 6/11/200 s.
#[test]
fn a_step_beyond_the_pads_of_the_brakes_is_refused() {
    let car = Vehicle::load("hmmwv", &NoFiles).expect("a truck of the library");
    let braking = |step: &str| {
        let text = format!(
            "doc = \"It brakes.\"\nspeed = \"100 km/h\"\nduration = \"0.1 s\"\nstep = \"{step} ms\"\n[pace.pedals]\ntime = [\"0 s\", \"0.1 s\"]\n\
             brake = [0.0, 0.5]\ndisengaged = true"
        );
        let manoeuvre = Manoeuvre::read("braking", &text).expect("a manoeuvre");
        car.drive(&manoeuvre, &silent)
    };
    let told = braking("2.8").err().expect("the step is too long").to_string();
    assert!(
        told.contains("2.8000 ms") && told.contains("2.7273 ms") && told.contains("pad deflection of front_left"),
        "{told}"
    );
    assert!(braking("2.7").is_ok());
}

/// The largest stable step of runs equals the step from the eigenvalues of the linear system.
#[test]
fn a_step_beyond_what_the_vehicle_bears_is_refused() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let motion = Motion {
        speed: Some(20.0),
        bend: None,
    };
    let modes = car.modes(&motion).expect("modes");
    let limit = modes
        .figure("", "largest step, Adams-Bashforth 3")
        .and_then(|own| own.value);
    let limit = limit.expect("a limit");
    let straight = |step: f64| {
        let text = format!("doc = \"Straight on.\"\nspeed = \"20 m/s\"\nduration = \"0.1 s\"\nstep = \"{step} ms\"");
        car.drive(&Manoeuvre::read("straight", &text).expect("a manoeuvre"), &silent)
    };
    assert!(straight(0.9 * limit).is_ok());
    let told = straight(1.25 * limit).err().expect("the step is too long").to_string();
    let found = told
        .split("is beyond ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
    let found = found.expect("the limit");
    assert!((found / limit - 1.0).abs() < 0.15, "{told}: {limit}");
}

#[test]
fn a_bend_without_a_speed_is_refused() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let bend = Motion {
        speed: None,
        bend: Some(Bend::Lateral(4.0)),
    };
    assert!(car.modes(&bend).expect_err("it stands").to_string().contains("speed"));
    assert!(car.trim(&bend).expect_err("it stands").to_string().contains("speed"));
}

/// A mast that balances on its hinge falls, and rests below it. A wheel that is mounted too high hangs in the air.
#[test]
fn a_rest_is_judged() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    assert_eq!(car.settle().expect("it rests").verdict.outcome, Outcome::Rests);
    let post = |more: &str| {
        let text = format!(
            "Post {{
                body post {{ mass: 50 kg, com: [0, 0, 0.3] m, inertia: [5, 5, 5] kg*m^2 }}
                joint rail: prismatic(ground, post) {{ axis: z, at: [0, 0, 0.3] m }}
                wheel w: on(post) {{ centre: [0, 0, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }}
                tyre road: linear(all) {{ stiffness: 100 kN/m, damping: 1 kN*s/m }}
                {more}
            }}"
        );
        Vehicle::of_text("post.txt", &text).settle().expect("it rests")
    };
    let fallen = post(
        "body mast { mass: 30 kg, com: [0, 0, 1.5] m, inertia: [1, 1, 1] kg*m^2 }
         joint hinge: revolute(post, mast) { axis: y, at: [0, 0, 0.5] m }
         output angle: coordinate(hinge)",
    );
    assert_eq!(fallen.verdict.outcome, Outcome::Rests, "{:?}", fallen.verdict);
    let angle = fallen
        .figure("declared outputs", "angle")
        .and_then(|own| own.value)
        .expect("an angle");
    assert!((angle.abs() - 180.0).abs() < 1e-4, "{angle}");
    let hanging = post("wheel high: on(post) { centre: [1, 0, 0.5] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }");
    assert_eq!(hanging.verdict.outcome, Outcome::RestsInTheAir, "{:?}", hanging.verdict);
    assert_eq!(hanging.verdict.part.as_deref(), Some("high"));
}

/// A car with its centre of mass behind the middle oversteers. With equal cornering stiffness `C` of both axles, and `a` and `b`
/// from the centre of mass to the axles with `a + b = L`, straight driving is unstable above `v² = C L² / (m (a - b))` (Milliken &
/// Milliken 1995, critical speed).
#[test]
fn straight_driving_is_unstable_above_the_critical_speed() {
    let text = cars::box_car(0.5, "").replace("com: [-1.3, 0, 0.5]", "com: [-1.6, 0, 0.5]");
    let car = Vehicle::of_text("car.txt", &text);
    // Each axle carries 30 kg for each wheel, the front one also 5 kg more.
    let (mass, base) = (1125.0_f64, 2.6);
    let front = (1000.0 * 1.6 + 60.0 * base) / mass;
    let critical = (2.0 * 60e3 * base * base / (mass * (2.0 * front - base))).sqrt();
    let verdict = |speed: f64| {
        let motion = Motion {
            speed: Some(speed),
            bend: None,
        };
        car.trim(&motion).expect("it drives straight on").verdict
    };
    let below = verdict(0.97 * critical);
    assert_eq!(below.outcome, Outcome::Steady, "{}", below.words);
    let above = verdict(1.03 * critical);
    assert_eq!(above.outcome, Outcome::SteadyUnstably, "{}", above.words);
}

/// Numbers that no manoeuvre has are refused by name, before anything is driven.
#[test]
fn numbers_that_no_manoeuvre_has_are_refused() {
    let sine = |periods: &str| {
        format!("[steering.sine]\nstart = \"1 s\"\nangle = \"20 deg\"\nfrequency = \"0.5 Hz\"\nperiods = {periods}")
    };
    for (text, told) in [
        (sine("-2"), "`periods`"),
        (sine("0"), "`periods`"),
        (sine("nan"), "`periods`"),
        (sine("1e300"), "`periods`"),
        ("[road]\nfriction = 1e300".to_owned(), "`road.friction`"),
        ("[road]\nfriction = 100".to_owned(), "`road.friction`"),
        ("[road]\nalong = \"200 %\"".to_owned(), "`road.along`"),
        ("[road]\nacross = \"-1e6 %\"".to_owned(), "`road.across`"),
    ] {
        let read = Manoeuvre::read(
            "drive",
            &format!("doc = \"A drive.\"\nspeed = \"20 m/s\"\nduration = \"6 s\"\n{text}"),
        );
        let refused = read.expect_err(&text);
        assert!(refused.contains(told), "{text}: {refused}");
    }
    let read = Manoeuvre::read(
        "drive",
        &format!(
            "doc = \"A drive.\"\nspeed = \"20 m/s\"\nduration = \"6 s\"\n{}",
            sine("0.5")
        ),
    );
    assert!(read.is_ok(), "{read:?}");
}

const STOP: &str = "speed = \"20 m/s\"\nduration = \"8 s\"\nuntil = \"standstill\"\nfigures = [\"braking\"]\n\
    [pace.pedals]\ntime = \"[0.5, 0.7] s\"\nbrake = [0.0, 0.5]\n";

/// Outputs of a vehicle may have the names of the loads of wheels.
#[test]
fn an_output_is_no_load_of_a_wheel() {
    let brakes = "brakes discs: on(all) { torque: 1 kN*m }";
    let seat = "mirror seat as bench { output force_z: z(car) }";
    let [plain, with_seat] = [brakes.to_owned(), format!("{brakes} {seat}")]
        .map(|more| drive(&Vehicle::of_text("car.txt", &cars::box_car(0.5, &more)), STOP));
    assert!(with_seat.table.column("seat.force_z").is_some());
    for name in ["front share of the load, braking", "load transfer"] {
        let [wanted, found] = [&plain, &with_seat].map(|own| own.figure("", name).expect("a figure").value);
        assert!(wanted.is_some(), "{name}");
        assert_eq!(found, wanted, "{name}");
    }
}

/// A vehicle that rocks on its tyres after its stop has no sideslip; a vehicle that slides across its heading has a
/// sideslip.
#[test]
fn a_car_that_rocks_does_not_slide() {
    let brakes = "brakes discs: on(all) { torque: 3 kN*m }";
    let stop = STOP.replace("until = \"standstill\"\n", "");
    let found = drive(&Vehicle::of_text("car.txt", &cars::box_car(0.5, brakes)), &stop);
    let [speed, sideslip] = ["speed", "sideslip"].map(|name| found.table.column(name).expect("a column"));
    assert!(speed.iter().any(|speed| *speed < -0.1), "it does not rock");
    assert!(sideslip.iter().all(|angle| angle.abs() < 0.1), "{sideslip:?}");
}

/// A car whose centre of mass is far behind its wheels hangs below them, or stands on its head. It is no rest on wheels
/// for any study.
#[test]
fn a_car_that_does_not_stand_on_its_wheels_has_no_rest() {
    let ahead = cars::box_car(0.5, "").replace("com: [-1.3, 0, 0.5] m", "com: [3, 0, 0.5] m");
    let car = Vehicle::of_text("car.txt", &ahead);
    let told = car.settle().expect_err("it tips over").to_string();
    assert!(
        told.contains("does not stand on its wheels") && told.contains("`car` leaning by"),
        "{told}"
    );
    let told = car.modes(&Motion::default()).expect_err("it tips over").to_string();
    assert!(told.contains("does not stand on its wheels"), "{told}");
}

/// If a car finds no rest because its centre of mass is beyond its wheels, the message says so.
#[test]
fn a_car_that_tips_over_is_told_why() {
    for (com, tips) in [
        ("[0.2, 0, 0.5]", true),
        ("[-1.3, 0.9, 0.5]", true),
        ("[-0.1, 0, 0.5]", false),
    ] {
        let text = cars::box_car(0.5, "").replace("com: [-1.3, 0, 0.5] m", &format!("com: {com} m"));
        let found = Vehicle::of_text("car.txt", &text).settle();
        assert_eq!(found.is_err(), tips, "{com}");
        if let Err(told) = found {
            let told = told.to_string();
            let is_told =
                told.contains("tips over: its centre of mass (x = ") || told.contains("does not stand on its wheels");
            assert!(is_told, "{com}: {told}");
        }
    }
}

/// Without a step nothing answers to it: quotients of rounding are no figures.
#[test]
fn a_step_of_no_angle_has_no_figures() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.4, ""));
    let found = drive(&car, &TURN.replace("60 deg", "0 deg"));
    assert!(found.verdict.is_as_asked(), "{:?}", found.verdict);
    let of_step = || found.figures.iter().filter(|own| own.definition.contains("ISO 7401"));
    let numbers: Vec<_> = of_step().filter(|own| own.value.is_some()).collect();
    assert!(of_step().count() > 10 && numbers.is_empty(), "{numbers:?}");
}

/// If a step is refused for its length, the message gives a step that is accepted: trials depend on the step with which
/// they begin.
#[test]
fn the_step_that_is_advised_is_taken() {
    let text = new_car::text("double_wishbone", "five_link", "car.toml").expect("they are known");
    let car = Vehicle::of_text("car.toml", &text);
    for method in ["ab2", "ab3", "abm3"] {
        for asked in [8.0, 14.0] {
            let drive = |step: f64| {
                let text = format!(
                    "doc = \"A drive.\"\nspeed = \"20 m/s\"\nduration = \"0.2 s\"\nevery = \"0.05 s\"\nmethod = \"{method}\"\nstep = \"{step} ms\""
                );
                let manoeuvre = Manoeuvre::read("drive", &text).expect("a manoeuvre");
                car.drive(&manoeuvre, &silent)
            };
            let Err(refused) = drive(asked) else {
                panic!("{method}: {asked} ms is taken");
            };
            let told = refused.to_string();
            let (_, limit) = told.split_once("is beyond ").unwrap_or_else(|| panic!("{told}"));
            let limit: f64 = limit
                .split(' ')
                .next()
                .and_then(|own| own.parse().ok())
                .expect("a step");
            // The number is rounded to four digits behind the point.
            let taken = drive(limit - 1e-4);
            assert!(
                taken.is_ok(),
                "{method}, {asked} ms: {told}, then {:?}",
                taken.err().map(|own| own.to_string())
            );
        }
    }
}

/// A run that ends before the steady state of its step has no figures of the step, and a note gives the necessary
/// length.
#[test]
fn a_run_too_short_for_its_step_is_told() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.4, ""));
    for (end, is_short) in [("2.4 s", true), ("2.7 s", false)] {
        let text = TURN.replace("duration = \"6 s\"", &format!("duration = \"{end}\""));
        let found = drive(&car, &text);
        let gain = found.figure("yaw rate", "steady-state gain").and_then(|own| own.value);
        assert_eq!(gain.is_none(), is_short, "{end}");
        let tells = found
            .notes
            .iter()
            .any(|note| note.contains("too short for a steady state"));
        assert_eq!(tells, is_short, "{end}: {:?}", found.notes);
    }
}

/// A flat road of 30 m that has no height beyond its end.
const SHORT_ROAD: &str = "$ROAD_CRG\nreference_line_start_u = 0\nreference_line_end_u = 30\nreference_line_increment = 10\n\
    long_section_v_right = -5\nlong_section_v_left = 5\nlong_section_v_increment = 10\n$\n$ROAD_CRG_OPTS\nborder_mode_u = 0\n$\n\
    $KD_DEFINITION\n#:LRFI\nD:long section 1,m\nD:long section 2,m\n$\n$$$\n  0.000000  0.000000\n  0.000000  0.000000\n\
    \u{20} 0.000000  0.000000\n  0.000000  0.000000\n";

/// A road that ends is reported as the reason for the end of a run, at every interval of the table. It begins 25 m
/// ahead of the start. No other step helps.
#[test]
fn a_road_that_ends_is_told() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    for every in [1, 50] {
        let text = format!(
            "doc = \"A drive.\"\nspeed = \"10 m/s\"\nduration = \"7 s\"\nevery = \"{every} ms\"\n[road]\ncrg = \"short.crg\""
        );
        let mut contents = |_: &str| Ok(SHORT_ROAD.as_bytes().to_vec());
        let manoeuvre = Manoeuvre::read_with("drive", &text, &mut contents).expect("a manoeuvre");
        let verdict = car.drive(&manoeuvre, &silent).expect("it starts").findings.verdict;
        assert_eq!(verdict.outcome, Outcome::Refused, "{verdict:?}");
        for part in ["the wheel `f", "X = 55.0", "the height of the ground there"] {
            assert!(verdict.words.contains(part), "{part}\n{verdict:?}");
        }
        assert!(!verdict.words.contains("--step"), "{verdict:?}");
    }
}

/// Springs carry the car only far below its design position: each wheel is reported with its displacement. A
/// compression of `m g / k`, less the tyre.
#[test]
fn wheels_far_from_their_design_position_are_told() {
    let settled = |rate: &str| {
        let text = cars::box_car(0.5, "").replace("rate: 30 kN/m,", &format!("rate: {rate},"));
        let found = Vehicle::of_text("car.txt", &text).settle().expect("it rests");
        found
            .notes
            .into_iter()
            .filter(|note| note.contains("from its design position"))
            .collect::<Vec<_>>()
    };
    assert_eq!(settled("30 kN/m"), Vec::<String>::new());
    let soft = settled("6 kN/m");
    assert_eq!(soft.len(), 4, "{soft:?}");
    // The springs of the box are 100 mm longer than at the design position.
    let way = 1e3 * (250.0 * 9.81 / 6e3 - 0.1);
    let told = format!("`rl.w` is {way:.0} mm from");
    assert!(soft.iter().any(|note| note.starts_with(&told)), "{told}: {soft:?}");
}
