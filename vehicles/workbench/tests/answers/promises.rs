//! Declared or requested settings have an effect, or are refused with a message: gears and steering at the start,
//! joints that follow from other joints, units, times.

use super::cars;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::over::Over;
use wishbone_workbench::progress::silent;
use wishbone_workbench::run::Asked;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::quantity::OfJoint;
use wishbone_workbench::studies::manoeuvre::{Manoeuvre, Method, Start};
use wishbone_workbench::vehicle::Vehicle;

fn manoeuvre(text: &str) -> Manoeuvre {
    Manoeuvre::read("drive", &format!("doc = \"A drive.\"\n{text}")).expect("a manoeuvre")
}

fn library(name: &str) -> Vehicle {
    Vehicle::load(name, &NoFiles).expect("a vehicle of the library")
}

fn text_of(name: &str) -> &'static str {
    wishbone_workbench::vehicle::library::find(name).expect("a vehicle of the library")
}

/// The first value of a column whose name ends so.
fn first(found: &Findings, end: &str) -> f64 {
    let place = found.table.columns.iter().position(|own| own.name.ends_with(end));
    found.table.rows[0][place.unwrap_or_else(|| panic!("no column {end}"))]
}

/// The check of the step tries full throttle, which makes the gearbox shift up. The run begins in the gear of its start
/// by all methods. The implicit method has no such check.
#[test]
fn a_check_changes_nothing_of_what_it_checks() {
    let car = library("hmmwv");
    for (speed, pedal) in [(0.0, 0.0), (10.0, 0.1)] {
        let gear = |method: &str| {
            let text = format!(
                "speed = \"{speed} km/h\"\nduration = \"20 ms\"\nstep = \"0.5 ms\"\nevery = \"10 ms\"\nmethod = \"{method}\"\n\
                 [pace.pedals]\ntime = [\"0 s\", \"0.2 s\"]\nthrottle = [{pedal}, 1]"
            );
            first(
                &car.drive(&manoeuvre(&text), &silent).expect("it drives").findings,
                "output.gear",
            )
        };
        assert_eq!((gear("ab3"), gear("sbdf2")), (1.0, 1.0), "{speed} km/h");
    }
}

/// A car that stands at full throttle pulls away in first gear, and not in the gear of a stall test.
#[test]
fn a_launch_begins_in_first_gear() {
    let text = "speed = \"0 km/h\"\nduration = \"20 ms\"\nstep = \"0.5 ms\"\nmethod = \"sbdf2\"\n\
                [pace.pedals]\ntime = [\"0 s\"]\nthrottle = [1]";
    let found = library("hmmwv")
        .drive(&manoeuvre(text), &silent)
        .expect("it drives")
        .findings;
    assert_eq!(first(&found, "output.gear"), 1.0);
}

/// Hands that begin to move at time zero are at their initial angle before: the car rests as if they began a second
/// later.
#[test]
fn hands_that_begin_to_move_do_not_turn_what_rests() {
    let text = text_of("hmmwv_pitman");
    let rest = |start: f64| {
        let course = format!("sine(start: {start} s, frequency: 0.5 Hz, amplitude: 90 deg, cycles: 3)");
        let driver = format!("\n[driver.hands]\nkind = \"open_loop()\"\nsteering_wheel = \"{course}\"\n");
        let car = Vehicle::of_text("pitman.toml", &format!("{text}{driver}"));
        car.settle().expect("it rests").figures
    };
    assert_eq!(rest(0.0), rest(1.0));
}

/// The steering wheel in the hands of the declared driver is reported, whether it moves a driven joint or a column.
#[test]
fn the_steering_wheel_of_a_declared_driver_is_told() {
    for name in ["hmmwv", "hmmwv_pitman"] {
        let course = "step(start: 0.02 s, duration: 0.05 s, amplitude: 8 deg)";
        let driver = format!("\n[driver.hands]\nkind = \"open_loop()\"\nsteering_wheel = \"{course}\"\n");
        let car = Vehicle::of_text("car.toml", &format!("{}{driver}", text_of(name)));
        let declared = "speed = \"10 m/s\"\nduration = \"0.1 s\"\nstep = \"0.5 ms\"\npace = \"declared\"";
        let driven = car.drive(&manoeuvre(declared), &silent).expect("it drives");
        let turned = driven.findings.table.column("steering_wheel").expect("a column");
        let last = turned.last().expect("a row").to_degrees();
        assert!(turned[0].abs() < 1e-9 && (last - 8.0).abs() < 1e-6, "{name}: {last}");
    }
}

/// A declared driver without the equipment that he uses is refused, and a driver whose clutch has no effect is
/// reported.
#[test]
fn demands_without_equipment_are_told() {
    let told = |driver: &str| {
        let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &format!("driver me: {driver}")));
        let declared = manoeuvre("speed = \"20 m/s\"\nduration = \"20 ms\"\npace = \"declared\"");
        let (checked, _) = car.check().expect("it compiles");
        let found = car.drive(&declared, &silent);
        let told = found.map(|driven| driven.findings.notes.join("\n"));
        (checked, told.map_err(|reason| reason.to_string()))
    };
    for (driver, demand) in [
        ("open_loop() { throttle: 0.2 }", "throttle"),
        (
            "open_loop() { brake: step(start: 1 s, duration: 0.1 s, amplitude: 0.5) }",
            "brake",
        ),
        (
            "script() { events: [event(at: 1 s, parking_brake: 1)] }",
            "parking_brake",
        ),
        ("cruise() { speed: 20 m/s }", "throttle"),
    ] {
        let (warnings, told) = told(driver);
        let words = format!("nothing acts on the driver's `{demand}`");
        assert!(warnings.contains(&words), "{driver}: {warnings}");
        let refused = told.expect_err("nothing acts on it");
        assert!(refused.contains(&words), "{driver}: {refused}");
    }
    let (warnings, notes) = told("open_loop() { clutch: 1 }");
    assert!(warnings.contains("`clutch`") && notes.expect("it drives").contains("`clutch`"));
    let (warnings, notes) = told("open_loop() {}");
    assert!(
        !warnings.contains("nothing acts") && notes.as_deref() == Ok(""),
        "{notes:?}"
    );
}

/// Motors without a gearbox turn in the direction that the driver selects, and have no other gear.
#[test]
fn the_direction_of_motors_is_a_gear_that_acts() {
    let motor = "powertrain drive: shafts() {
        left: shaft(inertia: 0.05 kg*m^2), right: shaft(inertia: 0.05 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
        motor: engine(on: case, torque: table(speed: [0, 1000] rpm, torque: [90, 90] N*m), losses: table(speed: [0, 1000] rpm, torque: [0, -9] N*m)),
        middle: differential(case: case, outputs: [left, right]),
        left_shaft: half_shaft(from: left, to: rl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
        right_shaft: half_shaft(from: right, to: rr.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
    }";
    for (gear, acts) in [(-1, true), (0, true), (2, false)] {
        let driver = format!("driver me: open_loop() {{ throttle: 0.2, gear: {gear} }}");
        let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &format!("{motor} {driver}")));
        let (checked, _) = car.check().expect("it compiles");
        assert_eq!(!checked.contains("`gear`"), acts, "{gear}: {checked}");
    }
}

/// If the hands hold the steering wheel off its middle from the start, the car is treated like any other car. A steady
/// motion turns the steering wheel itself, and does not depend on the hands; a drive begins on level ground and on a
/// grade.
#[test]
fn hands_that_hold_an_angle_from_the_start_do_not_hold_the_car() {
    let text = text_of("hmmwv_pitman");
    let car = |driver: &str| Vehicle::of_text("pitman.toml", &format!("{text}{driver}"));
    let straight = Motion {
        speed: Some(15.0),
        bend: None,
    };
    let plain = car("").trim(&straight).expect("it drives");
    for angle in ["0.1 deg", "-30 deg"] {
        let driver = format!("\n[driver.hands]\nkind = \"open_loop()\"\nsteering_wheel = \"{angle}\"\n");
        let held = car(&driver);
        let found = held.trim(&straight).expect("it drives, too");
        for figure in &plain.figures {
            let other = found.figure(&figure.subject, &figure.name).and_then(|own| own.value);
            assert_eq!(figure.value.is_some(), other.is_some(), "{}", figure.name);
            let (Some(one), Some(other)) = (figure.value, other) else {
                continue;
            };
            assert!(
                (one - other).abs() < 1e-5 * (1.0 + one.abs()),
                "{}: {one} {other}",
                figure.name
            );
        }
        for road in ["", "[road]\nalong = \"4 %\"\n"] {
            let declared = format!("speed = \"10 m/s\"\nduration = \"20 ms\"\nstep = \"0.5 ms\"\n{road}");
            let driven = held.drive(&manoeuvre(&declared), &silent).expect("it begins");
            assert!(driven.findings.verdict.is_as_asked(), "{:?}", driven.findings.verdict);
            let mut notes = driven.findings.notes.iter();
            assert!(
                notes.all(|note| note.starts_with("speeds and distances are horizontal")),
                "{:?}",
                driven.findings.notes
            );
        }
    }
}

/// A driver whose engine cannot hold his speed starts with a note; at a lower speed there is no note.
#[test]
fn a_speed_that_is_not_held_is_told() {
    let text = text_of("hmmwv");
    let notes = |speed: f64| {
        let driver = format!("\n[driver.me]\nkind = \"cruise()\"\nspeed = \"{speed} m/s\"\n");
        let car = Vehicle::of_text("hmmwv.toml", &format!("{text}{driver}"));
        let declared = format!("speed = \"{speed} m/s\"\nduration = \"20 ms\"\nstep = \"0.5 ms\"\npace = \"declared\"");
        car.drive(&manoeuvre(&declared), &silent)
            .expect("it drives")
            .findings
            .notes
    };
    assert_eq!(notes(10.0), Vec::<String>::new());
    assert!(notes(25.0).iter().any(|note| note.contains("does not hold his speed")));
}

fn of_four_bar(positions: &[(&str, f64)], speeds: &[(&str, f64)]) -> Result<Findings, String> {
    let given = |all: &[(&str, f64)]| {
        let each = all
            .iter()
            .map(|(name, value)| ((*name).to_owned(), OfJoint::si(*value)));
        each.collect()
    };
    let asked = Asked {
        duration: 1e-3,
        step: 1e-3,
        every: 1e-3,
        method: Method::Rk4,
        drives: Vec::new(),
        start: Start {
            positions: given(positions),
            speeds: given(speeds),
            ..Start::default()
        },
    };
    let found = library("four_bar").run(&asked, &silent);
    found.map_err(|reason| reason.to_string())
}

/// A joint that follows from other joints has its given position and speed: the joint that determines it is moved. The
/// other way round, from the deciding joint, leads to the same position.
#[test]
fn a_dependent_joint_starts_where_it_is_given() {
    let found = of_four_bar(&[("tip_0", 0.3)], &[("tip_0", 0.5)]).expect("it runs");
    assert!(
        (first(&found, "tip_0") - 0.3).abs() < 1e-8,
        "{}",
        first(&found, "tip_0")
    );
    assert!((first(&found, "tip_0'") - 0.5).abs() < 1e-8);
    let foot = first(&found, "foot_0");
    assert!(foot.abs() > 0.01, "{foot}");
    let back = of_four_bar(&[("foot_0", foot)], &[("foot_0", first(&found, "foot_0'"))]).expect("it runs");
    assert!((first(&back, "tip_0") - 0.3).abs() < 1e-8);
    assert!((first(&back, "tip_0'") - 0.5).abs() < 1e-8);
    let both = of_four_bar(&[("foot_0", 0.1), ("foot_1", -0.2)], &[]).expect_err("they contradict each other");
    assert!(both.contains("`foot_1` follows from `foot_0`"), "{both}");
}

/// The stroke of a strut is given, and the arm below it turns.
#[test]
fn a_strut_of_a_suspension_starts_compressed() {
    let car = library("macpherson_car");
    let load = |start: &str| {
        let text = format!("speed = \"0 m/s\"\nduration = \"2 ms\"\npace = \"coasting\"\n{start}");
        let found = car.drive(&manoeuvre(&text), &silent);
        found
            .map(|driven| first(&driven.findings, "front_left.tyre.force_z"))
            .map_err(|reason| reason.to_string())
    };
    let rest = load("").expect("it stands");
    let up = load("[start.positions]\n\"front_left.slide\" = \"10 mm\"").expect("it stands");
    assert!((up - rest).abs() > 100.0, "{rest} {up}");
    let told = load("[start.positions]\n\"front_left.slide\" = \"2 deg\"").expect_err("it slides");
    assert!(told.contains("`front_left.slide` slides: give it in mm"), "{told}");
    let told = load("[start.speeds]\n\"front_left.tyre.spin\" = \"10 km/h\"").expect_err("it turns");
    assert!(told.contains("turns: give it in deg/s"), "{told}");
}

/// A force is given in newtons, and accelerates a mass as Newton says.
#[test]
fn an_input_has_the_unit_of_what_it_feeds() {
    let one = Vehicle::of_text(
        "box.txt",
        "Box { body b { mass: 2 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
            joint s: prismatic(ground, b) { axis: x }  load l: on(s) { force: push }
            output a: ax(b) { at: [0, 0, 0] m } }",
    );
    let asked = |course: &[&str], [duration, step, every]: [f64; 3]| {
        let asked = Asked {
            duration,
            step,
            every,
            method: Method::Rk4,
            drives: course
                .iter()
                .map(|own| ("push".to_owned(), (*own).to_owned()))
                .collect(),
            start: Start::default(),
        };
        one.run(&asked, &silent).map_err(|reason| reason.to_string())
    };
    let usual = [0.01, 1e-3, 1e-3];
    let found = asked(&["300 N"], usual).expect("it runs");
    assert!((first(&found, "a") - 150.0).abs() < 1e-9 && found.notes.is_empty());
    assert!(asked(&["300 mm"], usual).is_err_and(|told| told.contains("force")));
    assert!(asked(&["1 N", "2 N"], usual).is_err_and(|told| told.contains("twice")));
    let pasted = asked(&["1 N } joint z: fixed(a, b) {"], usual);
    assert!(pasted.is_err());
    // Times that are no whole numbers of steps are told; a run without a step is refused.
    let found = asked(&["1 N"], [0.1, 0.03, 0.01]).expect("it runs");
    assert_eq!(found.notes.len(), 2, "{:?}", found.notes);
    assert!(asked(&["1 N"], [0.001, 0.003, 0.01]).is_err_and(|told| told.contains("nothing would be run")));
}

/// A speed backwards is no steady motion, and neither is it a rest.
#[test]
fn a_speed_below_zero_is_refused() {
    let car = library("macpherson_car");
    let motion = wishbone_workbench::steady::Motion {
        speed: Some(-20.0),
        bend: None,
    };
    assert!(car.modes(&motion).is_err() && car.trim(&motion).is_err());
}

/// A range tells the first value at which a wheel leaves the road.
#[test]
fn a_range_tells_where_its_verdict_changes() {
    use wishbone_workbench::steady::{Motion, trim};
    use wishbone_workbench::{designs, vehicle};
    let designs = designs::Designs {
        sources: vec!["macpherson_car".to_owned()],
        changes: vec!["chassis.com.z += 0.6 m".to_owned()],
        ..designs::Designs::default()
    };
    let over: Over = "lateral=5..6".parse().expect("a range");
    let motion = Motion {
        speed: Some(20.0),
        bend: None,
    };
    let each = |motion: &Motion, designs: &designs::Designs| {
        let compile = vehicle::Running::of;
        over.each(compile, (designs, &NoFiles), motion, &silent, trim::judged_from)
            .map(|all| {
                all.into_iter()
                    .map(|(_, through)| trim::over(&over, through))
                    .collect::<Vec<_>>()
            })
            .map_err(|reason| reason.to_string())
    };
    let found = each(&motion, &designs).expect("there are motions");
    assert!(!found[0].verdict.is_as_asked(), "{:?}", found[0].verdict);
    assert!(found[0].verdict.words.contains("in the air"), "{:?}", found[0].verdict);
    // The bend of the range takes the place of any other.
    let bent = Motion {
        bend: Some(wishbone_workbench::studies::trim::Bend::Steering(0.1)),
        ..motion
    };
    let Err(told) = each(&bent, &designs) else {
        panic!("two bends")
    };
    assert!(told.contains("`--over lateral` takes the place"), "{told}");
}
