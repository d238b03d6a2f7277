//! Gradients of steady bends in two ways: by Newton's method, and by a slow turn of the steering wheel (ISO 4138, constant speed).

use wishbone_workbench::files::Files;
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::bends;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::vehicle::Vehicle;

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

/// Slow enough that the vehicle is nearly steady at every moment.
const RAMP: &str = "doc = \"A slow turn.\"\nspeed = \"80 km/h\"\nduration = \"32 s\"\nfigures = [\"steady\"]\n\
                    [steering.ramp]\nstart = \"1 s\"\nrate = \"2 deg/s\"";

#[test]
fn gradients_of_bends_are_those_of_a_slow_turn() {
    let ramp = Manoeuvre::read("ramp", RAMP).expect("a manoeuvre");
    for name in ["hmmwv", "iltis", "small_car"] {
        let vehicle = Vehicle::load(name, &Nothing).expect("in the library");
        let running = vehicle.running().expect("it compiles");
        assert!(bends::can_be_asked(running), "{name}");
        let bends = bends::found(running).expect("it bends");
        let driven = vehicle.drive(&ramp, &silent).expect("it drives").findings;
        let value =
            |found: &Findings, figure: &str| found.figure("", figure).and_then(|own| own.value).expect("a value");
        // The last one is a difference of two larger angles.
        for (figure, part, least) in [
            ("roll gradient", 0.02, 0.0),
            ("sideslip gradient", 0.02, 0.01),
            ("steering-wheel angle gradient", 0.02, 0.0),
            ("understeer gradient", 0.05, 0.01),
        ] {
            let (own, other) = (value(&bends, figure), value(&driven, figure));
            println!("{name}, {figure}: {own:.4} by bends, {other:.4} by the turn");
            assert!(
                (own - other).abs() <= part * other.abs() + least,
                "{name}, {figure}: {own} {other}"
            );
        }
    }
}
