//! Gradients of steady bends in two ways: by Newton's method, and by a slow turn of the steering wheel (ISO 4138, constant speed).

use super::cars;
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

/// Gradients of a vehicle that differ between the two methods, a line each; `None` for a vehicle that does not complete
/// the turn.
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

/// A turn that ends within the range of the gradients has none.
#[test]
fn a_part_of_the_range_has_no_gradients() {
    let vehicle = Vehicle::load("hmmwv", &Nothing).expect("in the library");
    let turned = |duration: f64| {
        let text = format!(
            "doc = \"A turn.\"\nspeed = \"80 km/h\"\nduration = \"{duration} s\"\nfigures = [\"steady\"]\n\
             [steering.ramp]\nstart = \"0.5 s\"\nrate = \"15 deg/s\""
        );
        let turn = Manoeuvre::read("turn", &text).expect("a manoeuvre");
        vehicle.drive(&turn, &silent).expect("it drives").findings
    };
    for (duration, is_whole) in [(5.5, true), (2.0, false)] {
        let found = turned(duration);
        let value = found.figure("", "roll gradient").and_then(|own| own.value);
        let is_told = found.notes.iter().any(|note| note.contains("the run reaches"));
        assert_eq!((value.is_some(), is_told), (is_whole, !is_whole), "{:?}", found.notes);
    }
}

fn gradient(vehicle: &Vehicle, figure: &str) -> f64 {
    let found = bends::found(vehicle.running().expect("it compiles")).expect("it turns");
    found.figure("", figure).and_then(|own| own.value).expect("a gradient")
}

/// `U = m / L (b / C_f - a / C_r)`, whichever axle steers, with or without a trailer that does not load the box
/// (Milliken & Milliken 1995, section 5.4; `L / R = δ_f - δ_r` for wheels without slip).
#[test]
fn the_understeer_gradient_is_that_of_the_towing_unit_whichever_axle_steers() {
    let (mass, length, stiffness) = (1130.0, 2.6, 120e3);
    // Each end has two hubs and wheels of 30 kg, and an axle of 5 kg.
    let ahead: f64 = (1000.0 * 1.1 + 65.0 * length) / mass;
    let wanted = (mass / length * (length - 2.0 * ahead) / stiffness).to_degrees();
    for (name, steers, more) in [
        ("front", [true, false], ""),
        ("rear", [false, true], ""),
        ("both", [true, true], ""),
        ("front with a trailer", [true, false], cars::TRAILER),
    ] {
        let found = gradient(
            &Vehicle::of_text("car.txt", &cars::steered_box(steers, more)),
            "understeer gradient",
        );
        assert!((found - wanted).abs() < 0.1 * wanted, "{name}: {found} for {wanted}");
    }
}

/// The wheelbase of a tractor ends at the middle of its own rear axles. Kingpins that lean turn their wheels by the cosine.
#[test]
fn the_understeer_gradient_of_a_tractor_has_the_wheelbase_of_the_tractor() {
    let truck = Vehicle::load("tractor_semitrailer", &Nothing).expect("in the library");
    // With its load as high as it is, the truck does not reach the end of the range of the gradients.
    let truck = truck.changed(&["trailer.com.z = 1.2 m"]).expect("a lower load");
    let model = &truck.running().expect("it compiles").compiled.model;
    let mean = |start: &str| {
        let own = model.wheels.iter().filter(|wheel| wheel.name.starts_with(start));
        let x: Vec<f64> = own.map(|wheel| wheel.centre.x).collect();
        x.iter().sum::<f64>() / x.len() as f64
    };
    let wheelbase = mean("front") - mean("drive");
    assert!((4.0..6.0).contains(&wheelbase), "{wheelbase}");
    // 18 deg for a turn.
    let ratio = 20.0 / (0.035_265_382_f64 / 0.2).atan().cos();
    let wanted =
        gradient(&truck, "steering-wheel angle gradient") / ratio - (wheelbase / bends::SPEED.powi(2)).to_degrees();
    let found = gradient(&truck, "understeer gradient");
    assert!((found - wanted).abs() < 0.005 && found > 0.1, "{found} for {wanted}");
}
