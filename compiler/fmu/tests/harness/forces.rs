//! FMUs as springs, joint forces, loads and tyres of driven vehicles, compared with the same laws inside the vehicle.

use crate::foreign::small::laws;
use crate::packed::{CAR, QUARTER, text};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use wishbone_workbench::files::Disk;
use wishbone_workbench::manoeuvre;
use wishbone_workbench::progress::silent;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::vehicle::Vehicle;

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A vehicle in a manoeuvre beside the FMU of laws.
fn driven(vehicle: &str, manoeuvre: &str) -> Result<Findings, String> {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("forces_{}_{number}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("laws.fmu"), laws()).expect("it is written");
    let path = folder.join("motion.toml");
    fs::write(&path, manoeuvre).expect("it is written");
    let found = manoeuvre::find(&path.to_string_lossy(), &Disk).map_err(|problem| problem.message());
    let vehicle = Vehicle::of_text("vehicle.toml", vehicle);
    let findings = found.and_then(|own| vehicle.drive(&own, &silent).map_err(|problem| problem.message()));
    let _ = fs::remove_dir_all(folder);
    findings.map(|own| own.findings)
}

/// Rows of a run, with columns of these names.
fn rows<const N: usize>(vehicle: &str, manoeuvre: &str, names: [&str; N]) -> Vec<[f64; N]> {
    let findings = driven(vehicle, manoeuvre).unwrap_or_else(|reason| panic!("{reason}"));
    let table = &findings.table;
    let places = names.map(|name| {
        let place = table.columns.iter().position(|own| own.name == name);
        place.unwrap_or_else(|| {
            panic!(
                "there is no `{name}`: {:?}",
                table.columns.iter().map(|own| &own.name).collect::<Vec<_>>()
            )
        })
    });
    table.rows.iter().map(|row| places.map(|place| row[place])).collect()
}

/// Columns of a run.
fn column<const N: usize>(vehicle: &str, manoeuvre: &str, names: [&str; N]) -> [Vec<f64>; N] {
    let rows = rows(vehicle, manoeuvre, names);
    std::array::from_fn(|k| rows.iter().map(|row| row[k]).collect())
}

/// Largest difference of two runs of a number.
fn apart(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len());
    let pairs = one.iter().zip(other);
    pairs.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

/// The quarter car, dropped on its tyre, with steps of a length [s].
fn dropped(step: f64, foreign: &str) -> String {
    format!(
        "doc = \"Dropped.\"\nspeed = \"0 m/s\"\nduration = \"0.4 s\"\nevery = \"4 ms\"\nstep = \"{step} s\"\npace = \"coasting\"\n[start]\nheight = \"20 mm\"\n{foreign}"
    )
}

/// The quarter car with further outputs, and with an external law of its strut.
fn quarter(is_outside: bool) -> String {
    let own = text(QUARTER, "\nstrut_rate = \"length_rate(strut)\"\naz = \"az(chassis)\"")
        .text()
        .to_owned();
    match is_outside {
        false => own,
        true => own.replace(
            "rate = \"75 kN/m\"\ndamping = \"4500 N*s/m\"\nfree_length = \"525.179 mm\"",
            "actuator = \"pump\"",
        ),
    }
}

/// A strut from elsewhere.
fn strut(reads: &str) -> String {
    format!(
        "[foreign.strut]\nfile = \"laws.fmu\"\nreads = \"{reads}\"\ninputs = {{ u0 = \"strut_length\", u1 = \"strut_rate\" }}\noutputs = {{ y0 = \"pump\" }}\n\
         start = {{ p0 = 0, p1 = 75000, p2 = 0.525179, p3 = 4500 }}\n"
    )
}

/// A bump on a belt, with steps of a length [s].
fn bump(step: f64, foreign: &str) -> String {
    format!(
        "doc = \"A bump.\"\nspeed = \"5 m/s\"\nduration = \"0.5 s\"\nevery = \"4 ms\"\nstep = \"{step} s\"\n\
         [road.surface.half_sine_bumps]\nbegin = \"0.5 m\"\nlength = \"0.6 m\"\nheight = \"40 mm\"\n{foreign}"
    )
}

/// An external spring with a damper carries the quarter car like the declared spring, at rest and over a bump. If the
/// FMU reads at the end of its steps, its force has no delay. Otherwise the delay is a step: half the step has half the
/// error.
#[test]
fn a_foreign_strut_is_the_strut_inside() {
    let run = |step: f64, reads: Option<&str>| {
        let foreign = reads.map_or(String::new(), strut);
        column(
            &quarter(reads.is_some()),
            &bump(step, &foreign),
            ["heave", "strut_force"],
        )
    };
    let [inside, outside] = [None, Some("end")].map(|reads| run(1e-3, reads));
    let moves = |column: &[f64]| {
        column
            .iter()
            .fold(0.0, |most: f64, own| most.max((own - column[0]).abs()))
    };
    assert!(moves(&inside[0]) > 5e-3 && moves(&inside[1]) > 500.0, "it moves");
    let far: Vec<f64> = inside
        .iter()
        .zip(&outside)
        .map(|(one, other)| apart(one, other))
        .collect();
    println!("with inputs from the end: {far:?} m, N");
    assert!(far[0] < 1e-13 && far[1] < 1e-8, "{far:?}");
    let late = [1e-3, 5e-4].map(|step| apart(&run(step, None)[0], &run(step, Some("begin"))[0]));
    println!("with inputs from the begin: {late:?} m");
    assert!(late[0] > 1e-5 && (late[0] / late[1] - 2.0).abs() < 0.1, "{late:?}");
}

/// The car on linear tyres without delay.
fn car() -> String {
    let own = text(CAR, "").text().to_owned();
    let (before, rest) = own.split_once("[tyre.front_tyres]").expect("tyres");
    let (_, behind) = rest.split_once("[powertrain").expect("a powertrain");
    let tyres = ["front", "rear"].map(|end| {
        format!(
            "[tyre.{end}]\nkind = \"linear({end}_left.tyre, {end}_right.tyre)\"\nstiffness = \"200 kN/m\"\ndamping = \"200 N*s/m\"\n\
             cornering_stiffness = \"60 kN/rad\"\nlongitudinal_stiffness = \"90 kN\"\ncamber_stiffness = \"2 kN/rad\"\nresponse = \"steady\"\n"
        )
    });
    format!("{before}{}\n[powertrain{behind}", tyres.concat())
}

/// Tyres from elsewhere for these wheels.
fn tyres(wheels: &[(&str, f64)]) -> String {
    let numbers = [
        "deflection",
        "deflection_rate",
        "inclination",
        "velocity.x",
        "velocity.y",
        "spin",
        "friction",
    ];
    let one = |(wheel, radius): &(&str, f64)| {
        let inputs = numbers.iter().enumerate();
        let inputs: Vec<String> = inputs
            .map(|(k, own)| format!("u{k} = \"wheel.{wheel}.tyre.contact.{own}\""))
            .collect();
        let loads = ["force.x", "force.y", "force.z", "moment.x", "moment.y", "moment.z"];
        let outputs = loads.iter().enumerate();
        let outputs: Vec<String> = outputs
            .map(|(k, own)| format!("y{k} = \"wheel.{wheel}.tyre.contact.{own}\""))
            .collect();
        format!(
            "[foreign.{wheel}]\nfile = \"laws.fmu\"\nreads = \"end\"\ninputs = {{ {} }}\noutputs = {{ {} }}\n\
             start = {{ p0 = 1, p1 = {radius}, p2 = 200000, p3 = 90000, p4 = 60000, p5 = 2000, p6 = 200 }}\n",
            inputs.join(", "),
            outputs.join(", ")
        )
    };
    wheels.iter().map(one).collect()
}

const WHEELS: [(&str, f64); 4] = [
    ("front_left", 0.3186),
    ("front_right", 0.3186),
    ("rear_left", 0.31785),
    ("rear_right", 0.31785),
];

/// A step of the steering wheel at 15 m/s.
fn step_steer(foreign: &str) -> String {
    format!(
        "doc = \"A step.\"\nspeed = \"15 m/s\"\nduration = \"1 s\"\n[steering.step]\nstart = \"0.1 s\"\nrise = \"0.2 s\"\nangle = \"40 deg\"\n{foreign}"
    )
}

/// Four external linear tyres steer the car like the declared tyres. Loads act at the contacts with the road along the
/// axes of ISO 8855.
#[test]
fn foreign_tyres_are_the_tyres_inside() {
    let names = ["yaw_rate", "roll", "front_left.tyre.force_z", "front_left.tyre.force_y"];
    let [inside, outside] = ["", &tyres(&WHEELS)].map(|foreign| column(&car(), &step_steer(foreign), names));
    assert!(
        inside[0].last().is_some_and(|rate| *rate > 0.1),
        "it turns: {:?}",
        inside[0].last()
    );
    let far: Vec<f64> = inside
        .iter()
        .zip(&outside)
        .map(|(one, other)| apart(one, other))
        .collect();
    println!("with tyres from elsewhere: {far:?} rad/s, rad, N, N");
    assert!(
        far[0] < 1e-13 && far[1] < 1e-13 && far[2] < 1e-8 && far[3] < 1e-8,
        "{far:?}"
    );
}

/// A linear function of two numbers, which writes one.
fn linear(reads: &str, [first, second]: [&str; 2], writes: &str, [p1, p2, p3]: [f64; 3]) -> String {
    format!(
        "[foreign.linear]\nfile = \"laws.fmu\"\nreads = \"{reads}\"\ninputs = {{ u0 = \"{first}\", u1 = \"{second}\" }}\noutputs = {{ y0 = {writes} }}\n\
         start = {{ p0 = 2, p1 = {p1}, p2 = {p2}, p3 = {p3} }}\n"
    )
}

/// An accelerometer gives the acceleration at the beginning of a step, under the loads at that time. Its force at a
/// marker is one step late, to the last bit.
#[test]
fn accelerations_are_those_of_the_begin() {
    let vehicle = quarter(false)
        + "\nlift = { kind = \"force(seat)\", along = \"z\" }\n[marker]\nseat = { kind = \"on(chassis)\", at = \"[0, 0.2, 0.55] m\" }\n";
    for method in ["ab3", "rk4"] {
        let foreign = linear("begin", ["az", "time"], "\"marker.seat.force.z\"", [-50.0, 0.0, 0.0]);
        let motion = dropped(1e-3, &foreign)
            .replace("\"4 ms\"", "\"1 ms\"")
            .replace("pace =", &format!("method = \"{method}\"\npace ="));
        let found = column(&vehicle, &motion, ["az", "lift"]);
        let [az, lift] = [&found[0], &found[1]];
        assert!(az.iter().any(|own| own.abs() > 1.0));
        assert_eq!(lift[0], 0.0);
        for k in 1..lift.len() {
            assert_eq!(lift[k], -50.0 * az[k - 1], "{method}, row {k}");
        }
    }
}

/// A constant external force in a joint has the effect of the declared force, at rest and after a drop.
#[test]
fn a_force_in_a_joint_acts() {
    let load =
        |size: &str| quarter(false) + &format!("\n[load]\nlift = {{ kind = \"on(heave)\", force = \"{size}\" }}\n");
    let foreign = linear("begin", ["time", "throttle"], "\"jack\"", [0.0, 0.0, 500.0]);
    let inside = column(&load("500 N"), &dropped(1e-3, ""), ["heave"]);
    let outside = column(&load("jack"), &dropped(1e-3, &foreign), ["heave"]);
    let without = column(&quarter(false), &dropped(1e-3, ""), ["heave"]);
    assert!(apart(&inside[0], &without[0]) > 1e-3);
    assert!(
        apart(&inside[0], &outside[0]) < 1e-12,
        "{}",
        apart(&inside[0], &outside[0])
    );
}

/// An external force belongs to the steady motion in which a manoeuvre starts: the tyres carry the force from the first
/// row on.
#[test]
fn a_force_belongs_to_the_start() {
    let vehicle = car() + "\n[marker]\nmiddle = { kind = \"on(chassis)\", at = \"[-1.371, 0, 0.2] m\" }\n";
    let loads = [
        "front_left.tyre",
        "front_right.tyre",
        "rear_left.tyre",
        "rear_right.tyre",
    ];
    let names = loads.map(|wheel| format!("{wheel}.force_z"));
    let names: [&str; 4] = std::array::from_fn(|k| names[k].as_str());
    let press = linear(
        "begin",
        ["time", "time"],
        "\"marker.middle.force.z\"",
        [0.0, 0.0, -2000.0],
    );
    let [without, with] = ["", &press].map(|foreign| {
        let rows = rows(&vehicle, &step_steer(foreign), names);
        [rows[0], rows[9]].map(|row| row.iter().sum::<f64>())
    });
    for (without, with) in without.iter().zip(with) {
        assert!((with - without - 2000.0).abs() < 1.0, "{without} {with}");
    }
}

/// A load along the axes of a body turns with the body: on a rolled car the load has the components that the car's
/// angles give.
#[test]
fn loads_of_markers_have_axes() {
    let parts = "[marker]\nnose = { kind = \"on(chassis)\", at = \"[0.3, 0, 0.2] m\" }\n[output]\nfy = { kind = \"force(nose)\", along = \"y\" }\n\
                 fz = { kind = \"force(nose)\", along = \"z\" }\nmz = { kind = \"torque(nose)\", along = \"z\" }\nangle = \"roll(chassis)\"\nnod = \"pitch(chassis)\"\n";
    let vehicle = car().replace("[output]\n", parts);
    for (end, is_in_body) in [("", false), ("_in_body", true)] {
        let writes = format!("[\"marker.nose.force{end}.y\", \"marker.nose.moment{end}.y\"]");
        let foreign = linear("end", ["time", "throttle"], &writes, [1000.0, 0.0, 0.0]);
        let motion = format!(
            "doc = \"Dropped.\"\nspeed = \"0 m/s\"\nduration = \"0.2 s\"\nstep = \"0.5 ms\"\npace = \"coasting\"\n[start]\nroll = \"20 deg\"\nheight = \"0.5 m\"\n{foreign}"
        );
        let found = rows(&vehicle, &motion, ["time", "fy", "fz", "mz", "angle", "nod"]);
        for [time, fy, fz, mz, roll, pitch] in found.into_iter().skip(1) {
            let size = 1000.0 * time;
            let (upwards, across) = match is_in_body {
                true => (size * pitch.cos() * roll.sin(), size),
                false => (0.0, size),
            };
            assert!(
                (fz - upwards).abs() < 1e-9 * size && (mz - upwards).abs() < 1e-9 * size,
                "{end} {time}: {fz} {mz} {upwards}"
            );
            assert!((fy.hypot(fz) - across).abs() < 1e-2 * size, "{end} {time}: {fy}");
            assert!(!is_in_body || roll > 0.2);
        }
    }
}

/// A load at a wheel's centre takes the place of its tyre.
#[test]
fn loads_at_hubs_carry_a_vehicle() {
    let outputs = "\nhub_z = { kind = \"z(knuckle)\", at = \"wheel_centre\" }\nhub_vz = { kind = \"vz(knuckle)\", at = \"wheel_centre\" }\n";
    let vehicle = text(QUARTER, outputs).text().to_owned();
    let foreign = "[foreign.hub]\nfile = \"laws.fmu\"\nreads = \"end\"\ninputs = { u0 = \"wheel.front.centre.z\", u1 = \"wheel.front.velocity.z\" }\n\
                   outputs = { y0 = \"wheel.front.force.z\" }\nstart = { p0 = 0, p1 = 200000, p2 = 0.33, p3 = 150 }\n";
    let found = rows(&vehicle, &dropped(1e-3, foreign), ["hub_z", "hub_vz", "front.force_z"]);
    assert!(found.iter().any(|[_, rate, _]| rate.abs() > 0.1));
    for [height, rate, force] in found {
        let law = -(200_000.0 * (height - 0.33)) - 150.0 * rate;
        assert!((force - law).abs() < 1e-6, "{height}: {force} {law}");
    }
}

/// What cannot be connected is told with what can.
#[test]
fn what_cannot_be_connected_is_told() {
    let marked = quarter(true) + "\n[marker]\nseat = { kind = \"on(chassis)\", at = \"[0, 0.2, 0.55] m\" }\n";
    let two = strut("begin") + &strut("begin").replace("foreign.strut", "foreign.other");
    let at_end = linear("end", ["az", "time"], "\"marker.seat.force.z\"", [0.0; 3]);
    let both = linear("begin", ["time", "time"], "\"marker.seat.force.z\"", [0.0; 3])
        + &linear("begin", ["time", "time"], "\"marker.seat.moment_in_body.x\"", [0.0; 3])
            .replace("foreign.linear", "foreign.other");
    let mixed = linear("begin", ["time", "time"], "[\"pump\", \"throttle\"]", [0.0; 3]);
    for (vehicle, motion, wanted) in [
        (
            &marked,
            dropped(1e-3, &strut("begin").replace("\"pump\"", "\"pumpe\"")),
            "(did you mean `pump`?)",
        ),
        (
            &marked,
            dropped(1e-3, &strut("begin").replace("\"strut_rate\"", "\"strut_rat\"")),
            "(did you mean `strut_rate`?)",
        ),
        (&marked, dropped(1e-3, &two), "another part writes the same input"),
        (&marked, dropped(1e-3, &both), "loads the same wheel or marker"),
        (
            &marked,
            dropped(1e-3, &at_end),
            "are known at the begin only: leave out `reads = \"end\"`",
        ),
        (&marked, dropped(1e-3, &mixed), "declare it once for each part"),
        (
            &car(),
            step_steer(&tyres(&WHEELS[1..])),
            "none carries `front_left.tyre`",
        ),
        (
            &marked,
            dropped(1e-3, &strut("middle")),
            "there is no `middle` here; known are `begin`, `end`",
        ),
    ] {
        let told = driven(vehicle, &motion).err().unwrap_or_default();
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
}
