//! Gradients of steady bends in two ways: by Newton's method, and by a slow turn of the steering wheel (ISO 4138, constant speed).

use crate::named::Named;
use std::fmt::Write;
use wishbone_cars::random;
use wishbone_workbench::files::Files;
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::bends;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::vehicle::{Declaration, Vehicle};

/// No files: the vehicles are those of the library.
struct Nothing;

impl Files for Nothing {
    fn text(&self, path: &str) -> Result<String, String> {
        Err(format!("no file {path}"))
    }

    fn exists(&self, _: &str) -> bool {
        false
    }
}

/// A turn so slow that the vehicle is nearly steady at every moment.
const RAMP: &str = "doc = \"A slow turn.\"\nspeed = \"80 km/h\"\nduration = \"16 s\"\nfigures = [\"steady\"]\n\
                    [steering.ramp]\nstart = \"1 s\"\nrate = \"4 deg/s\"";

/// Gradients of a vehicle that differ between both ways, a line each; `None` for a vehicle that does not complete the turn.
fn apart(name: &str, vehicle: &Vehicle) -> Option<String> {
    let ramp = Manoeuvre::read("ramp", RAMP).expect("a manoeuvre");
    let running = vehicle.running().expect("it compiles");
    let (Ok(bends), Ok(driven)) = (bends::found(running), vehicle.drive(&ramp, &silent)) else {
        return None;
    };
    let value = |found: &Findings, figure: &str| found.figure("", figure).and_then(|own| own.value);
    let mut told = String::new();
    // The understeer gradient is a difference of two larger angles.
    for (figure, part, least) in [
        ("roll gradient", 0.02, 0.01),
        ("sideslip gradient", 0.02, 0.01),
        ("steering-wheel angle gradient", 0.02, 0.0),
        ("understeer gradient", 0.05, 0.01),
    ] {
        let (own, other) = (value(&bends, figure)?, value(&driven.findings, figure)?);
        println!("{name}, {figure}: {own:.4} by bends, {other:.4} by the turn");
        if (own - other).abs() > part * other.abs() + least {
            let _ = writeln!(told, "{name}, {figure}: {own} by bends, {other} by the turn");
        }
    }
    Some(told)
}

#[test]
fn gradients_of_bends_are_those_of_a_slow_turn() {
    for name in ["hmmwv", "small_car"] {
        let vehicle = Vehicle::load(name, &Nothing).expect("in the library");
        assert!(bends::can_be_asked(vehicle.running().expect("it compiles")), "{name}");
        assert_eq!(apart(name, &vehicle).as_deref(), Some(""), "{name}");
    }
}

/// Random cars, which have irregular data: two, or the number in the environment variable `CARS`, from the seed in `FIRST_CAR` on.
#[test]
fn gradients_of_random_cars_are_those_of_a_slow_turn() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let (count, first): (u64, u64) = (number("CARS").unwrap_or(2), number("FIRST_CAR").unwrap_or(1));
    let found: Vec<String> = (first..first + count)
        .filter_map(|seed| {
            let car = random(seed);
            // Friction would hold a column at any angle.
            let text = car.text.replace(", joint_friction: 20 N", "");
            let vehicle = Vehicle::of(Declaration::of_text("car.txt", &text, &Named(&car)));
            apart(&format!("{car}"), &vehicle)
        })
        .collect();
    assert!(!found.is_empty(), "no car goes through the turn");
    assert!(found.concat().is_empty(), "{}", found.concat());
}
