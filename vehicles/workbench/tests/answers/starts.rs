//! Starts: without a disturbance nothing changes, and mechanisms follow their closed forms.

use super::cars;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::outside::{self, Car, Port};
use wishbone_workbench::plausible::Plausibility;
use wishbone_workbench::progress::silent;
use wishbone_workbench::run::Asked;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::findings::{Findings, Outcome};
use wishbone_workbench::studies::manoeuvre::{Manoeuvre, Method, Start, quantity::OfJoint};
use wishbone_workbench::vehicle::{Declaration, Vehicle};

fn manoeuvre(text: &str) -> Manoeuvre {
    Manoeuvre::read("drive", &format!("doc = \"A drive.\"\n{text}")).expect("a manoeuvre")
}

/// A car with a held speed continues the motion of its start.
#[test]
fn a_held_speed_starts_without_a_transient() {
    let car = Vehicle::load("macpherson_car", &NoFiles).expect("a car of the library");
    let straight = manoeuvre("speed = \"20 m/s\"\nduration = \"1 s\"");
    let table = car.drive(&straight, &silent).expect("it drives").findings.table;
    for (column, most) in [
        ("longitudinal_acceleration", 1e-4),
        ("lateral_acceleration", 1e-4),
        ("vertical_acceleration", 1e-4),
    ] {
        let values = table.column(column).expect("a column");
        let off = values.iter().fold(0.0_f64, |off, x| off.max((x - values[0]).abs()));
        assert!(off < most, "{column} {off}");
    }
}

/// On a grade of 10 % the held torque carries the weight from the first instant: `m g sin` at the wheels, and the
/// motion does not change.
#[test]
fn a_grade_starts_without_a_transient() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let uphill = manoeuvre("speed = \"20 m/s\"\nduration = \"1 s\"\n[road]\nalong = \"10 %\"");
    let found = car.drive(&uphill, &silent).expect("it drives").findings;
    assert_eq!(
        found.notes,
        ["speeds and distances are horizontal: along the road they are 0.498756 % greater"]
    );
    let column = |name: &str| found.table.column(name).expect("a column");
    for name in [
        "longitudinal_acceleration",
        "lateral_acceleration",
        "vertical_acceleration",
    ] {
        let greatest = column(name).iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        assert!(greatest < 1e-4, "{name} {greatest}");
    }
    // Forces of the road against the weight of 1125 kg, along and across the plane.
    let sum = |axis: &str| -> f64 {
        let wheels = ["fl", "fr", "rl", "rr"].iter();
        wheels.map(|wheel| column(&format!("{wheel}.w.force_{axis}"))[0]).sum()
    };
    assert!((sum("z") / (1125.0 * 9.81) - 1.0).abs() < 1e-6, "{}", sum("z"));
    assert!(sum("x").abs() < 1e-3, "{}", sum("x"));
}

/// A car in gear, with the throttle pressed by a fifth, starts with an engine speed that matches its wheels.
#[test]
fn a_powertrain_starts_with_the_speed_of_its_wheels() {
    let car = Vehicle::load("macpherson_car", &NoFiles).expect("a car of the library");
    let roll_on = manoeuvre(
        "speed = \"80 km/h\"\nduration = \"0.5 s\"\nevery = \"2 ms\"\n[pace.pedals]\ntime = [\"0 s\"]\nthrottle = [0.2]",
    );
    let table = car.drive(&roll_on, &silent).expect("it drives").findings.table;
    let accelerations = table.column("longitudinal_acceleration").expect("a column");
    let [least, most] = accelerations
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], x| {
            [least.min(*x), most.max(*x)]
        });
    assert!(least > -1.5 && most < 1.5, "{least} .. {most}");
}

/// A car with a friction clutch, whose driver changes gears by the speed, starts at any speed without a jump: the clutch carries the
/// torque of the engine.
#[test]
fn a_clutch_starts_with_the_torque_of_its_engine() {
    let driveline = "powertrain train: shafts() {
            crank: shaft(inertia: 0.2 kg*m^2), output: shaft(inertia: 0.02 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
            left: shaft(inertia: 0.03 kg*m^2), right: shaft(inertia: 0.03 kg*m^2),
            engine: engine(on: crank, full: table(speed: [0, 1500, 3500, 6200] rpm, torque: [100, 250, 250, 165] N*m),
                closed: table(speed: [0, 6200] rpm, torque: [-10, -45] N*m), idle: [750, 900] rpm, limit: [6200, 6500] rpm),
            box: gearbox(output: output, ratios: [3.77, 1.96, 1.28, 0.93, 0.74], reverse: 3.6, inertia: 0.1 kg*m^2),
            clutch: clutch(from: crank, to: box, capacity: 400 N*m),
            final_drive: gear(driving: output, driven: case, ratio: 3.65),
            differential: differential(case: case, outputs: [left, right]),
            one: half_shaft(from: left, to: fl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
            two: half_shaft(from: right, to: fr.w, stiffness: 7 kN*m/rad, damping: 20 N*m*s/rad),
        }
        brakes discs: on(all) { torque: [2.2, 2.2, 0.9, 0.9] kN*m }
        driver me: cruise() { speed: 20 m/s, shift: shift(up: [8, 14, 20, 26] m/s, down: [5, 10, 16, 22] m/s) }";
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, driveline));
    for speed in [60.0, 70.0, 74.0, 76.0, 77.0, 80.0, 82.0, 86.0, 90.0, 100.0] {
        let roll_on = manoeuvre(&format!(
            "speed = \"{speed} km/h\"\nduration = \"0.3 s\"\nevery = \"2 ms\"\n[pace.pedals]\ntime = [\"0 s\"]\nthrottle = [0.2]"
        ));
        let table = car.drive(&roll_on, &silent).expect("it drives").findings.table;
        let accelerations = table.column("longitudinal_acceleration").expect("a column");
        // From the steady motion of the start the acceleration goes to that of the pedals, and neither beyond nor back.
        let [first, last] = [accelerations[0], accelerations[accelerations.len() - 1]];
        let beyond = |x: &f64| (x - first.max(last)).max(first.min(last) - x);
        let off = accelerations.iter().map(beyond).fold(0.0, f64::max);
        assert!(
            off < 0.1,
            "{speed} km/h: {first} at the start, {last} later, {off} beyond"
        );
    }
}

/// A car that is dropped falls freely at first.
#[test]
fn a_drop_begins_with_free_fall() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let dropped =
        manoeuvre("speed = \"0 m/s\"\nduration = \"0.05 s\"\npace = \"coasting\"\n[start]\nheight = \"200 mm\"");
    let table = car.drive(&dropped, &silent).expect("it falls").findings.table;
    let loads = table.column("fl.w.force_z").expect("a load");
    assert!(loads.iter().all(|load| *load == 0.0), "{loads:?}");
    let none = manoeuvre("speed = \"0 m/s\"\nduration = \"0.05 s\"\n[start.positions]\nno_such_joint = \"1 deg\"");
    let told = car
        .drive(&none, &silent)
        .err()
        .expect("there is no such joint")
        .to_string();
    assert!(told.contains("no_such_joint"), "{told}");
}

/// A car that is lifted or rolled at its start keeps the spins of its wheels, and the given spins.
#[test]
fn a_lift_and_a_roll_keep_the_spins() {
    let car = Vehicle::load("macpherson_car", &NoFiles).expect("a car of the library");
    let spins = |start: &str| {
        let text = format!("speed = \"20 m/s\"\nduration = \"0.01 s\"\n{start}");
        let table = car.drive(&manoeuvre(&text), &silent).expect("it drives").findings.table;
        ["front_left", "front_right", "rear_left", "rear_right"].map(|place| {
            let spin = table
                .columns
                .iter()
                .position(|own| own.name == format!("{place}.tyre.spin"));
            table.rows[0][spin.unwrap_or_else(|| panic!("no spin of {place}"))]
        })
    };
    let steady = spins("");
    assert!(steady.iter().all(|spin| *spin > 50.0), "{steady:?}");
    for start in [
        "height = \"1 um\"",
        "height = \"100 mm\"",
        "roll = \"1 deg\"",
        "height = \"5 mm\"\nroll = \"-2 deg\"",
    ] {
        let own = spins(&format!("[start]\n{}", start.replace("1 um", "0.001 mm")));
        for (own, steady) in own.iter().zip(steady) {
            assert!((own - steady).abs() < 1e-6 * steady, "{start}: {own} for {steady}");
        }
    }
    let given = spins("[start]\nheight = \"100 mm\"\nspeeds = { \"front_left.tyre.spin\" = \"40 rad/s\" }");
    assert!(
        (given[0] - 40.0).abs() < 1e-6 && (given[1] - steady[1]).abs() < 1e-6 * steady[1],
        "{given:?}"
    );
}

/// A car rolls about the line between its tracks. Twelve sensors of a gram on the car's left side change nothing except
/// its mass: the loads of the first row equal the loads without the sensors, to half a newton.
#[test]
fn small_bodies_do_not_move_the_axis_of_a_roll() {
    let sensors: String = (0..12)
        .map(|k| {
            format!(
                "body s{k} {{ mass: 1 g, com: [-1.3, 0.8, 0.5] m, inertia: [1e-7, 1e-7, 1e-7] kg*m^2 }}\n\
                 joint j{k}: fixed(car, s{k}) {{ at: [-1.3, 0.8, 0.5] m }}\n"
            )
        })
        .collect();
    let rolled = manoeuvre("speed = \"5 m/s\"\nduration = \"1 ms\"\npace = \"coasting\"\n[start]\nroll = \"1 deg\"");
    let loads = |more: &str| {
        let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, more));
        let table = car.drive(&rolled, &silent).expect("it drives").findings.table;
        ["fl.w", "fr.w", "rl.w", "rr.w"].map(|wheel| table.column(&format!("{wheel}.force_z")).expect("a load")[0])
    };
    let (plain, more) = (loads(""), loads(&sensors));
    // The track of 1.5 m lifts the left wheels by 13.1 mm on 200 N/mm: 2.6 kN.
    assert!(
        (plain[1] - plain[0] - 2.0 * 200e3 * 0.75 * 1_f64.to_radians().sin()).abs() < 30.0,
        "{plain:?}"
    );
    for (own, plain) in more.iter().zip(plain) {
        assert!((own - plain).abs() < 0.5, "{more:?} {plain}");
    }
}

/// If no motion up a slippery hill is steady, the car starts as if it rolled up the hill: the wheels turn with the
/// distance along the road, and the road carries the weight.
#[test]
fn a_slippery_hill_starts_rolling() {
    let boxed = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let car = Vehicle::load("macpherson_car", &NoFiles).expect("a car of the library");
    for (car, named) in [(&boxed, ".w."), (&car, ".tyre.")] {
        let of_grade = |along: &str| {
            let text =
                format!("speed = \"20 m/s\"\nduration = \"0.1 s\"\n[road]\nfriction = 0.05\nalong = \"{along}\"");
            car.drive(&manoeuvre(&text), &silent).expect("it drives").findings
        };
        let (level, hill) = (of_grade("0 %"), of_grade("12 %"));
        assert!(
            hill.notes.iter().any(|note| note.contains("set rolling")),
            "{:?}",
            hill.notes
        );
        let longer = 1f64.hypot(0.12);
        for (place, column) in hill.table.columns.iter().enumerate() {
            if column.name.contains(named) && column.name.ends_with("spin") {
                let [own, rolling] = [&hill, &level].map(|found| found.table.rows[0][place]);
                assert!(
                    (own / (longer * rolling) - 1.0).abs() < 0.01,
                    "{}: {own} for {rolling}",
                    column.name
                );
            }
            if column.name.contains(named) && column.name.ends_with("force_z") {
                for row in &hill.table.rows {
                    // A hundredth of the weight goes from axle to axle by 12 %, and the road pushes along Z, too.
                    let (load, still) = (row[place], level.table.rows[0][place]);
                    assert!((load / still - 1.0).abs() < 0.1, "{}: {load} for {still}", column.name);
                }
            }
        }
    }
}

/// A patch below all wheels acts as a road with the friction of the patch, even at the start: the motion of the first
/// row is steady on it.
#[test]
fn a_start_has_the_friction_of_its_place() {
    let driver = "driver hands: open_loop() { steering_wheel: 60 deg }";
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, driver));
    let rows = |road: &str| -> Vec<[f64; 3]> {
        let text = format!("speed = \"15 m/s\"\nduration = \"0.2 s\"\npace = \"declared\"\n[road]\n{road}");
        let table = car.drive(&manoeuvre(&text), &silent).expect("it drives").findings.table;
        let columns =
            ["yaw_rate", "sideslip", "lateral_acceleration"].map(|name| table.column(name).expect("a column"));
        (0..table.rows.len())
            .map(|row| [0, 1, 2].map(|k| columns[k][row]))
            .collect()
    };
    let (nominal, slippery) = (rows(""), rows("friction = 0.5"));
    let patched = rows("[[road.patches]]\nfriction = 0.5");
    let both = rows("friction = 0.8\n[[road.patches]]\nx = [\"-20 m\", \"20 m\"]\nfriction = 0.625");
    for own in [&patched, &both] {
        for (own, wanted) in own.iter().zip(&slippery) {
            for (own, wanted) in own.iter().zip(wanted) {
                assert!((own - wanted).abs() < 1e-7, "{own} for {wanted}");
            }
        }
    }
    assert!(
        (nominal[0][1] - slippery[0][1]).abs() > 1e-3,
        "{:?} {:?}",
        nominal[0],
        slippery[0]
    );
}

/// On slopes a car begins along its heading: a steady motion that drifts or goes backward is not accepted, and a note
/// reports it.
#[test]
fn no_start_on_a_slope_drifts() {
    for (name, speed, road) in [
        ("deyo_sedan", 8, "along = \"-6 %\"\nacross = \"2 %\""),
        ("macpherson_car", 15, "along = \"6 %\"\nacross = \"4 %\""),
        ("hmmwv", 15, "along = \"6 %\"\nacross = \"-4 %\""),
    ] {
        let car = Vehicle::load(name, &NoFiles).expect("a car of the library");
        let text = format!(
            "speed = \"{speed} m/s\"\nduration = \"5 ms\"\nmethod = \"sbdf2\"\npace = \"coasting\"\n[road]\n{road}"
        );
        let found = car.drive(&manoeuvre(&text), &silent).expect("it drives").findings;
        let first = |name: &str| found.table.column(name).expect("a column")[0];
        let (sideslip, yaw_rate, speed) = (first("sideslip"), first("yaw_rate"), first("speed"));
        assert!(
            sideslip.abs() < 0.26 && yaw_rate.abs() < 0.3 && speed > 0.0,
            "{name}: {sideslip} {yaw_rate} {speed}"
        );
    }
}

/// A drive follows its course. A pendulum released at a small angle swings with the period of a physical pendulum: `2 pi sqrt((I +
/// m l^2) / (m g l))`.
#[test]
fn a_mechanism_without_wheels_runs() {
    let pendula = Vehicle::of_text("pendula.txt", cars::PENDULA);
    let asked = Asked {
        duration: 4.0,
        step: 1e-3,
        every: 1e-3,
        method: Method::Rk4,
        drives: vec![(
            "turn".to_owned(),
            "sine(start: 0 s, amplitude: 30 deg, frequency: 0.5 Hz, cycles: 4)".to_owned(),
        )],
        start: Start {
            positions: [("pivot".to_owned(), OfJoint::si(1e-3))].into(),
            ..Start::default()
        },
    };
    let found = pendula.run(&asked, &silent).expect("it runs");
    assert!(found.verdict.is_as_asked(), "{found:?}");
    // A drive that begins away from zero has a note. A drive that moves at once has none: it pushes the bodies.
    let is_told = |found: &Findings| {
        found
            .notes
            .iter()
            .any(|note| note.starts_with("`turn` begins away from zero"))
    };
    assert!(!is_told(&found), "{:?}", found.notes);
    let away = Asked {
        drives: vec![("turn".to_owned(), "10 deg".to_owned())],
        ..asked.clone()
    };
    assert!(is_told(&pendula.run(&away, &silent).expect("it runs")));
    let column = |name: &str| found.table.column(name).expect("a column");
    let (time, angle, swing) = (column("time"), column("angle"), column("swing"));
    let turned = |time: f64| 30f64.to_radians() * (std::f64::consts::PI * time).sin();
    let off = time
        .iter()
        .zip(&angle)
        .map(|(time, angle)| (angle - turned(*time)).abs());
    assert!(off.fold(0.0, f64::max) < 1e-9);
    let rate = (2.0 * 9.81 / (0.02 + 2.0_f64)).sqrt();
    let off = time
        .iter()
        .zip(&swing)
        .map(|(time, swing)| (swing - 1e-3 * (rate * time).cos()).abs());
    assert!(off.fold(0.0, f64::max) < 1e-8);
    let wrong = Asked {
        drives: vec![
            ("tur".to_owned(), "1 deg".to_owned()),
            ("turn".to_owned(), "sine(start: 0 s)".to_owned()),
        ],
        ..asked
    };
    let told = pendula.run(&wrong, &silent).expect_err("both are wrong").to_string();
    assert!(told.contains("`turn`") && told.contains("amplitude"), "{told}");
}

/// A declared driver who holds the steering wheel turned starts in the bend. The yaw rate of the first row equals the
/// yaw rate a second later, except for the effect of the speed that the car loses.
#[test]
fn a_driver_who_holds_the_wheel_turned_starts_in_the_bend() {
    let driver = "driver hands: open_loop() { steering_wheel: 20 deg }";
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, driver));
    let declared = "doc = \"As declared.\"\nspeed = \"10 m/s\"\nduration = \"1 s\"\npace = \"declared\"";
    let declared = Manoeuvre::read("declared", declared).expect("a manoeuvre");
    let driven = car.drive(&declared, &silent).expect("it drives").findings;
    let column = |name: &str| driven.table.column(name).expect("a column");
    let (yaw_rate, speed) = (column("yaw_rate"), column("speed"));
    // Without slip, 20 deg of the steering wheel are 2 deg of the wheels: a radius of 2.6 m / tan 2 deg.
    let geometric = 10.0 * 2f64.to_radians().tan() / 2.6;
    assert!(
        (yaw_rate[0] / geometric - 1.0).abs() < 0.1,
        "{} for {geometric}",
        yaw_rate[0]
    );
    let last = yaw_rate.len() - 1;
    let by_speed = |row: usize| yaw_rate[row] / speed[row];
    assert!(
        (by_speed(last) / by_speed(0) - 1.0).abs() < 2e-3,
        "{} then {}",
        by_speed(0),
        by_speed(last)
    );
}

/// A block that creeps down against friction. With a step beyond the limit of the method the speed of the car jumps
/// between the bounds of the friction: the run is judged, and a short step agrees with the closed form.
#[test]
fn a_run_of_a_mechanism_with_a_step_that_is_too_long_is_told() {
    let block = Vehicle::of_text(
        "block.txt",
        "Block {\n    body block { mass: 1 kg, com: [0, 0, 0] m, inertia: [1e-3, 1e-3, 1e-3] kg*m^2 }\n    \
         joint slide: prismatic(ground, block) { axis: z }\n    friction seal: on(slide) { limit: 100 N, speed: 10 mm/s }\n}\n",
    );
    let run = |step: f64| {
        let asked = Asked {
            duration: 0.2,
            step,
            every: step,
            method: Method::Ab3,
            drives: Vec::new(),
            start: Start::default(),
        };
        block.run(&asked, &silent).expect("it runs")
    };
    let long = run(1e-3).verdict;
    assert_eq!(long.outcome, Outcome::StepTooLong, "{}", long.words);
    assert!(long.words.contains("`slide`"), "{}", long.words);
    let short = run(2e-5);
    assert!(short.verdict.is_as_asked(), "{}", short.verdict.words);
    // `limit v / √(v² + speed²)` carries the weight.
    let part = 9.81 / 100.0_f64;
    let creep = 0.01 * part / (1.0 - part * part).sqrt();
    let speeds = short.table.column("slide'").expect("a column");
    let last = speeds.last().expect("rows");
    assert!((last + creep).abs() < 1e-9, "{last} {creep}");
}

/// A powertrain of the rear axle with four gears; its final drive has the ratio 3.9, and the engine is cut at 6200 rpm.
const GEARED: &str = "powertrain drive: shafts() {
    crank: shaft(inertia: 0.2 kg*m^2), output: shaft(inertia: 0.02 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
    left: shaft(inertia: 0.05 kg*m^2), right: shaft(inertia: 0.05 kg*m^2),
    engine: engine(on: crank, full: table(speed: [0, 1000, 3000, 6000] rpm, torque: [80, 130, 200, 150] N*m),
        closed: table(speed: [0, 6000] rpm, torque: [-5, -40] N*m), idle: [700, 900] rpm, limit: [6000, 6200] rpm),
    box: gearbox(output: output, ratios: [3.6, 2.1, 1.4, 1], reverse: 3.5, inertia: 0.01 kg*m^2),
    clutch: clutch(from: crank, to: box, capacity: 350 N*m),
    final_drive: gear(driving: output, driven: case, ratio: 3.9),
    differential: differential(case: case, outputs: [left, right]),
    left_shaft: half_shaft(from: left, to: rl.w, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
    right_shaft: half_shaft(from: right, to: rr.w, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
}";

/// Front wheels of a different size do not change the gears of the rear wheels. At 10 m/s the engine turns at 4,469 rpm
/// in the first gear. In the second gear it turns at 2,607 rpm, below half of its limit.
#[test]
fn wheels_that_are_not_driven_do_not_choose_the_gear() {
    for front in [0.2, 0.3, 0.4] {
        let text = cars::box_car(0.5, GEARED)
            .replace("centre: [0, 0.75, 0.3] m, radius: 0.3 m", &format!("centre: [0, 0.75, {front}] m, radius: {front} m"))
            .replace("tyre road: linear(all)", "tyre ahead: linear(fl.w, fr.w) { stiffness: 200 kN/m, cornering_stiffness: 60 kN/rad } tyre road: linear(rl.w, rr.w)");
        let car = Vehicle::of_text("car.txt", &text);
        let plausible = Plausibility::of(car.running().expect("a car"));
        for (name, ratio) in [("lowest", 3.6), ("highest", 1.0)] {
            let name = format!("speed of the {name} gear at the limit of the engine");
            let found = plausible
                .figures
                .iter()
                .find(|figure| figure.name == name)
                .expect("a figure");
            let wanted = 6200.0 * std::f64::consts::TAU / 60.0 / (3.9 * ratio) * 0.3;
            assert!(
                (found.value - wanted).abs() < 1e-9 * wanted,
                "{name}: {} for {wanted}",
                found.value
            );
        }
        let pedals = "speed = \"10 m/s\"\nduration = \"0.02 s\"\nstep = \"0.1 ms\"\n[pace.pedals]\nthrottle = [0, 0]\ntime = [\"0 s\", \"1 s\"]";
        let found = car.drive(&manoeuvre(pedals), &silent).expect("it drives").findings;
        assert!(
            found.notes.iter().any(|note| note.contains("stays in gear 2")),
            "{:?}",
            found.notes
        );
    }
}

/// If no gear is given, a manual gearbox begins in the lowest gear in which the engine turns at half of its limit or
/// less: at `v 3.9 i / 0.3 m` compared with 3100 rpm. In the first gear the engine would exceed its limit above 13.9
/// m/s.
#[test]
fn a_manual_gearbox_begins_in_a_gear_that_the_engine_bears() {
    let text = cars::box_car(0.5, GEARED);
    let car = Vehicle::of_text("car.txt", &text);
    let declaration = Declaration::of_text("car.txt", &text, &NoFiles);
    let half = 3100.0 * std::f64::consts::TAU / 60.0;
    for speed in [0.0, 5.0, 10.0, 17.0, 24.0, 40.0] {
        let turns = |ratio: &f64| speed / 0.3 * 3.9 * ratio <= half;
        let gear = 1 + [3.6, 2.1, 1.4, 1.0].iter().position(turns).unwrap_or(3);
        let text = format!(
            "speed = \"{speed} m/s\"\nduration = \"0.02 s\"\nstep = \"0.1 ms\"\n[pace.pedals]\nthrottle = [0, 0]\ntime = [\"0 s\", \"1 s\"]"
        );
        let found = car.drive(&manoeuvre(&text), &silent).expect("it drives").findings;
        let column = found
            .table
            .columns
            .iter()
            .position(|own| own.name.ends_with("gear"))
            .expect("a gear");
        assert!(
            found.table.rows.iter().all(|row| row[column] == gear as f64),
            "{speed}: {gear}"
        );
        assert!(
            found
                .notes
                .iter()
                .any(|note| note.contains(&format!("stays in gear {gear}"))),
            "{:?}",
            found.notes
        );
        let asked = outside::Asked {
            speed: Some(speed),
            step: Some(1e-4),
            ..outside::Asked::default()
        };
        let mut outside = Car::new(declaration.clone(), &asked, None, false).expect("a car");
        let place = outside
            .table()
            .iter()
            .position(|own| own.name == "driver.gear")
            .expect("an input");
        let variable = &outside.table()[place];
        assert_eq!(
            (variable.start, variable.range),
            (Some(gear as f64), Some([-1.0, 4.0])),
            "{speed}"
        );
        outside.begin(0.0).expect("it begins");
        assert_eq!(outside.get(place).expect("a value"), gear as f64);
        let warnings = outside.warnings();
        assert!(warnings.is_empty(), "{warnings:?}");
    }
    // An importing tool that sets the start speed begins in the gear of this speed, unless it sets a gear.
    let mut outside = Car::new(
        declaration.clone(),
        &outside::Asked {
            step: Some(1e-4),
            ..outside::Asked::default()
        },
        None,
        false,
    )
    .expect("a car");
    let place = |car: &Car, name: &str| car.table().iter().position(|own| own.name == name).expect("a variable");
    let (speed, gear) = (place(&outside, "start.speed"), place(&outside, "driver.gear"));
    for (asked, wanted) in [(None, 4.0), (Some(3.0), 3.0)] {
        outside.reset();
        outside.set(speed, 24.0).expect("a value");
        asked
            .into_iter()
            .for_each(|own| outside.set(gear, own).expect("a value"));
        outside.begin(0.0).expect("it begins");
        assert_eq!(outside.get(gear).expect("a value"), wanted);
    }
    // A moment that another vehicle takes over has the gear that was set: it begins in this gear anew.
    let mut other = Car::new(
        declaration.clone(),
        &outside::Asked {
            step: Some(1e-4),
            ..outside::Asked::default()
        },
        None,
        false,
    )
    .expect("a car");
    other.go_back(&outside.keep()).expect("it is of the same car");
    other.begin(0.0).expect("it begins");
    assert_eq!(other.get(gear).expect("a value"), 3.0);
    // An importing tool that asks for the first gear at 20 m/s is warned.
    let asked = outside::Asked {
        speed: Some(20.0),
        step: Some(1e-4),
        ..outside::Asked::default()
    };
    let mut outside = Car::new(declaration, &asked, None, false).expect("a car");
    let place = outside
        .table()
        .iter()
        .position(|own| own.name == "driver.gear")
        .expect("an input");
    outside.set(place, 1.0).expect("a value");
    outside.begin(0.0).expect("it begins");
    let warnings = outside.warnings();
    assert!(
        warnings.len() == 1 && warnings[0].contains("gear 1 at 20.0 m/s, beyond 13.9 m/s"),
        "{warnings:?}"
    );
}

/// A load at a marker that acts before the start is included in the start: the box rests under it, 3 kN more are on the
/// wheels, and nothing falls. A road that the port tells elsewhere than the manoeuvre is a warning.
#[test]
fn loads_from_outside_take_part_in_the_start() {
    let text = cars::box_car(0.5, "marker hitch: on(car) { at: [-2.6, 0, 0.5] m }");
    let declaration = Declaration::of_text("car.txt", &text, &NoFiles);
    let begun = |port: Port, name: &str, value: f64| {
        let asked = outside::Asked {
            ports: [port].into(),
            ..outside::Asked::default()
        };
        let mut car = Car::new(declaration.clone(), &asked, None, false).expect("a car");
        let place = |car: &Car, name: &str| car.table().iter().position(|own| own.name == name);
        let input = place(&car, name).unwrap_or_else(|| panic!("{name}: {:?}", car.table()));
        car.set(input, value).expect("a value");
        car.begin(0.0).expect("it begins");
        let accelerated = place(&car, "vertical_acceleration").expect("an output");
        let falls = car.get(accelerated).expect("a value");
        (car, falls)
    };
    let (mut car, falls) = begun(Port::Chassis, "marker_hitch.force.z", -3000.0);
    assert!(falls.abs() < 1e-6, "{falls}");
    let loads: Vec<usize> = (0..car.table().len())
        .filter(|place| car.table()[*place].name.ends_with("force_z"))
        .collect();
    let sum: f64 = loads.into_iter().map(|place| car.get(place).expect("a value")).sum();
    let wanted = 1125.0 * 9.81 + 3000.0;
    assert!((sum - wanted).abs() < 1e-6 * wanted, "{sum} for {wanted}");
    assert!(car.warnings().is_empty());
    // A push along the road: no vehicle rests under it, and one that stands moves at once, with a warning.
    let push = |speed: f64| {
        let asked = outside::Asked {
            ports: [Port::Chassis].into(),
            speed: Some(speed),
            ..outside::Asked::default()
        };
        let mut car = Car::new(declaration.clone(), &asked, None, false).expect("a car");
        let place = |car: &Car, name: &str| car.table().iter().position(|own| own.name == name).expect("a variable");
        let (input, output) = (
            place(&car, "marker_hitch.force.x"),
            place(&car, "longitudinal_acceleration"),
        );
        car.set(input, -225.0).expect("a value");
        car.begin(0.0).expect("it begins");
        let (gained, warnings) = (car.get(output).expect("a value"), car.warnings());
        let (count, h) = car.divide(0.1).expect("a communication step");
        (0..count).for_each(|_| car.step(h).expect("a step"));
        ([gained, car.get(output).expect("a value")], warnings)
    };
    let ([gained, _], warnings) = push(0.0);
    assert!((gained + 225.0 / 1125.0).abs() < 0.01, "{gained}");
    assert!(
        warnings.len() == 1 && warnings[0].contains("nothing balances the loads"),
        "{warnings:?}"
    );
    // In motion the wheels spin as if torques balanced the push, which no pedal gives: the push slows the vehicle down at once.
    let ([_, gained], warnings) = push(14.0);
    assert!((gained + 225.0 / 1125.0).abs() < 0.01, "{gained}");
    assert!(
        warnings.len() == 1 && warnings[0].contains("the pedals do not balance the loads"),
        "{warnings:?}"
    );
    let (mut car, _) = begun(Port::Road, "road_fl.w.height", 0.05);
    let warnings = car.warnings();
    assert!(
        warnings.len() == 1 && warnings[0].contains("under fl.w"),
        "{warnings:?}"
    );
    // On the grade of a manoeuvre a road that nobody has told by the first step is another road.
    let asked = outside::Asked {
        ports: [Port::Road].into(),
        ..outside::Asked::default()
    };
    for (grade, is_told) in [("0 %", false), ("10 %", true)] {
        let uphill = manoeuvre(&format!(
            "speed = \"10 m/s\"\nduration = \"1 s\"\n[road]\nalong = \"{grade}\""
        ));
        let mut car = Car::new(declaration.clone(), &asked, Some(uphill), false).expect("a car");
        car.begin(0.0).expect("it begins");
        assert!(car.warnings().is_empty());
        let _ = car.divide(1e-3).expect("a step");
        let warnings = car.warnings();
        assert_eq!(
            warnings.iter().any(|own| own.contains("the port tells another one")),
            is_told,
            "{grade}: {warnings:?}"
        );
    }
}

/// A limited slip that holds does not twist its half-shafts relative to each other while their shares are undetermined:
/// the motion of a car is smooth, even in its parts. The lock was at its capacity, by the sign of rounding.
#[test]
fn a_holding_lock_starts_without_a_twist() {
    let course = |aside: &str, speed: &str| {
        let change = format!("chassis.com.y = {aside} mm");
        let car = Vehicle::load("macpherson_car", &NoFiles).expect("it is listed");
        let car = car.changed(&[change.as_str()]).expect("it is changed");
        let run = manoeuvre(&format!(
            "speed = \"{speed} m/s\"\nduration = \"1 s\"\n[pace.pedals]\ntime = [\"0 s\"]\nthrottle = [0.1]"
        ));
        let table = car.drive(&run, &silent).expect("it drives").findings.table;
        *table.column("y").expect("a column").last().expect("a row")
    };
    for speed in ["20", "20.1"] {
        let [right, middle, left] = ["-1", "0", "1"].map(|aside| course(aside, speed));
        let off = right + left - 2.0 * middle;
        assert!(off.abs() < 1e-5, "{speed}: {right}, {middle}, {left}");
    }
}

/// The largest step of a truck whose axles are locked together changes little with the speed.
#[test]
fn the_largest_step_is_no_matter_of_rounding() {
    let truck = Vehicle::load("tractor_semitrailer", &NoFiles).expect("it is listed");
    let step = |speed: f64| {
        let motion = Motion {
            speed: Some(speed),
            bend: None,
        };
        let found = truck.modes(&motion).expect("modes");
        let figure = found
            .figure("", "largest step, Adams-Bashforth 3")
            .and_then(|own| own.value);
        figure.expect("a step")
    };
    let [one, other] = [15.0, 12.0].map(step);
    assert!((one / other - 1.0).abs() < 0.01, "{one} and {other} ms");
}

/// A car at a standstill on a grade of 15 % with its parking brake on begins unbraked, with the acceleration `g sin`, and moves into its brakes. A note
/// tells, but not on level ground or with released brakes.
#[test]
fn brakes_that_do_not_hold_the_start_are_told() {
    let found = |lever: f64, grade: &str| {
        let driver = format!(
            "{} brakes discs: on(all) {{ torque: 2 kN*m, parking: 2 kN*m }}
            driver me: script() {{ start: controls(gear: 0, parking_brake: {lever}), events: [event(at: 9 s, throttle: 0.1)] }}",
            axle_motor("rear", 'r')
        );
        let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, &driver));
        let stands = manoeuvre(&format!(
            "speed = \"0 m/s\"\nduration = \"0.5 s\"\nstep = \"0.5 ms\"\npace = \"declared\"\n[road]\nalong = \"{grade}\""
        ));
        car.drive(&stands, &silent)
            .unwrap_or_else(|problem| panic!("{problem}"))
            .findings
    };
    for (lever, grade, is_told) in [(1.0, "15 %", true), (1.0, "0 %", false), (0.0, "15 %", false)] {
        let run = found(lever, grade);
        let told = run.notes.join("\n");
        assert_eq!(
            told.contains("stands on a grade of 15 % at the start"),
            is_told,
            "{lever} {grade}: {told}"
        );
        let acceleration = run.table.column("longitudinal_acceleration").expect("a column")[0];
        let wanted = if grade == "15 %" {
            -9.81 * 0.15_f64.atan().sin()
        } else {
            0.0
        };
        assert!(
            (acceleration - wanted).abs() < 0.05,
            "{lever} {grade}: {acceleration} for {wanted}"
        );
    }
}

/// A motor that drives the wheels of one axle, whose names begin with this letter.
fn axle_motor(name: &str, axle: char) -> String {
    format!(
        "powertrain {name}: shafts() {{
            rotor: shaft(inertia: 0.03 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
            left: shaft(inertia: 0.1 kg*m^2), right: shaft(inertia: 0.1 kg*m^2),
            motor: engine(on: rotor, full: table(speed: [0, 12000] rpm, torque: [200, 60] N*m),
                closed: table(speed: [0, 12000] rpm, torque: [0, -30] N*m)),
            reduction: gear(driving: rotor, driven: case, ratio: 9.5),
            differential: differential(case: case, outputs: [left, right]),
            left_shaft: half_shaft(from: left, to: {axle}l.w, stiffness: 6 kN*m/rad, damping: 10 N*m*s/rad),
            right_shaft: half_shaft(from: right, to: {axle}r.w, stiffness: 6 kN*m/rad, damping: 10 N*m*s/rad),
        }}
        "
    )
}

/// A manoeuvre that selects a spare powertrain starts in the motion that this powertrain holds: on a grade of 10 % it carries the weight, by the
/// wheels that it drives alone. The run is that of the vehicle which declares no other powertrain.
#[test]
fn a_selected_powertrain_holds_the_start() {
    let [front, rear] = [('f', "front"), ('r', "rear")].map(|(axle, name)| axle_motor(name, axle));
    let both = Vehicle::of_text("both.txt", &cars::box_car(0.5, &format!("{rear}{front}")));
    let alone = Vehicle::of_text("alone.txt", &cars::box_car(0.5, &front));
    let uphill = manoeuvre(
        "speed = \"20 m/s\"\nduration = \"0.2 s\"\nstep = \"0.5 ms\"\n[road]\nalong = \"10 %\"\n[pace.pedals]\ntime = [\"0 s\"]\n\
         throttle = [0.5]\npowertrain = \"front\"",
    );
    let table = both.drive(&uphill, &silent).expect("it drives").findings.table;
    let expected = alone.drive(&uphill, &silent).expect("it drives").findings.table;
    let first = |name: &str| table.column(name).expect("a column")[0];
    let (sine, cosine) = 0.1_f64.atan().sin_cos();
    let weight = 1125.0 * 9.81 * sine;
    for (wheel, share) in [("fl", 0.5), ("fr", 0.5), ("rl", 0.0), ("rr", 0.0)] {
        let [x, z] = ["x", "z"].map(|axis| first(&format!("{wheel}.w.force_{axis}")));
        let along = x * cosine + z * sine;
        assert!(
            (along - share * weight).abs() < 1e-3 * weight,
            "{wheel}: {along} N of {weight} N"
        );
    }
    for name in ["speed", "fl.w.force_x", "rl.w.force_x", "fl.w.force_z", "yaw_rate"] {
        assert_eq!(table.column(name), expected.column(name), "{name}");
        assert!(table.column(name).is_some(), "{name}");
    }
}

/// A vehicle that is stepped from outside has its first powertrain, and tells so where the manoeuvre selects another.
#[test]
fn a_selected_powertrain_that_is_not_taken_is_told() {
    let [front, rear] = [('f', "front"), ('r', "rear")].map(|(axle, name)| axle_motor(name, axle));
    let both = Vehicle::of_text("both.txt", &cars::box_car(0.5, &format!("{rear}{front}")));
    let notes = |selected: &str| {
        let pedals = format!(
            "speed = \"20 m/s\"\nduration = \"1 s\"\n[pace.pedals]\ntime = [\"0 s\"]\nthrottle = [0.5]\npowertrain = \"{selected}\""
        );
        let car = Car::new(
            both.declaration().clone(),
            &outside::Asked::default(),
            Some(manoeuvre(&pedals)),
            false,
        );
        car.unwrap_or_else(|problem| panic!("{problem}")).notes().join("\n")
    };
    assert!(
        notes("front").contains("its first powertrain `rear`, and not `front`, which the manoeuvre `drive` selects"),
        "{}",
        notes("front")
    );
    assert!(!notes("rear").contains("powertrain"), "{}", notes("rear"));
}
