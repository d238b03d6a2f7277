//! A caller with only the workbench, without files and threads. It takes a text, and returns kinematics, rest and a run.

use super::cars;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::Travel;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::vehicle::Vehicle;

#[test]
fn a_text_gives_kinematics_rest_and_a_run() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let kc = car.kc(&Travel::default(), &silent).expect("it is on the rig");
    let bounce = kc.iter().find(|found| found.name == "bounce").expect("it bounces");
    // Guides are vertical, so that nothing steers.
    let toe = bounce.table.column("fl.w.toe").expect("toe over travel");
    assert!(toe.iter().all(|toe| toe.abs() < 1e-12), "{toe:?}");
    let rest = car.settle().expect("it rests");
    let mass = rest.figure("", "mass on the wheels").and_then(|own| own.value);
    assert!((mass.expect("a mass") - 1125.0).abs() < 1e-6, "{mass:?}");
    let straight = "doc = \"Straight on.\"\nspeed = \"20 m/s\"\nduration = \"0.2 s\"";
    let straight = Manoeuvre::read("straight", straight).expect("a manoeuvre");
    let driven = car.drive(&straight, &silent).expect("it drives");
    assert!(driven.findings.verdict.is_as_asked());
    let x = driven.findings.table.column("x").expect("its way");
    assert!((x[x.len() - 1] - x[0] - 4.0).abs() < 1e-3, "{x:?}");
}

#[test]
fn mistakes_are_told_with_their_places() {
    let wrong = Vehicle::of_text(
        "car.txt",
        "Car { body a { mass: 1 kg }\n joint j: hinge(ground, b) { axis: z } }",
    );
    let message = wrong.settle().expect_err("it is wrong").to_string();
    assert!(message.contains("car.txt:2"), "{message}");
    assert!(message.contains('b'), "{message}");
    let missing = Vehicle::load("no_such_car.toml", &NoFiles)
        .err()
        .expect("there is none");
    assert!(missing.to_string().contains("no_such_car.toml"), "{missing}");
}

#[test]
fn a_change_is_part_of_the_declaration() {
    let car = Vehicle::of_text("car.txt", &cars::box_car(0.5, ""));
    let heavier = car.changed(&["car.mass += 100 kg"]).expect("a change");
    let mass = |car: &Vehicle| {
        let rest = car.settle().expect("it rests");
        rest.figure("", "mass on the wheels")
            .and_then(|own| own.value)
            .expect("a mass")
    };
    assert!((mass(&heavier) - mass(&car) - 100.0).abs() < 1e-6);
    assert!(car.changed(&["car.mas = 1 kg", "no.such = 2"]).is_err());
}
