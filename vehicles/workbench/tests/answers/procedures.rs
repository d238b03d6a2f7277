//! Procedures of standards, with the cars of the library.

use wishbone_workbench::files::NoFiles;
use wishbone_workbench::procedure::{Procedure, judged};
use wishbone_workbench::progress::silent;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::findings::{Findings, Outcome};
use wishbone_workbench::studies::manoeuvre::{Overrides, library};
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::Vehicle;

fn value(found: &Findings, subject: &str, name: &str) -> f64 {
    let figure = found.figure(subject, name).and_then(|own| own.value);
    figure.unwrap_or_else(|| panic!("no {subject} {name} in {found:?}"))
}

/// A vehicle that cannot begin a procedure fails it, with the reason.
#[test]
fn a_vehicle_that_cannot_begin_fails() {
    let rig = Vehicle::load("quarter_car", &NoFiles).expect("a vehicle of the library");
    let running = rig.running().expect("it compiles");
    for (name, procedure, _) in Procedure::ALL {
        let found = judged(running, procedure, &Overrides::default(), &silent).expect("it is judged");
        assert_eq!((found.name.as_str(), found.verdict.outcome), (name, Outcome::Failed));
        assert!(
            found.verdict.words.starts_with("is not carried out: "),
            "{:?}",
            found.verdict
        );
    }
}

/// Every car of the library with a driver who holds a steering wheel passes the cones of ISO 3888-1 at 80 km/h.
#[test]
fn the_driver_clears_the_lanes() {
    let manoeuvre = library::find("lane_change")
        .expect("it is listed")
        .expect("it is sound");
    for name in ["hmmwv", "macpherson_car", "deyo_sedan", "small_car"] {
        let car = Vehicle::load(name, &NoFiles).expect("a car of the library");
        let found = car.drive(&manoeuvre, &silent).expect("it drives").findings;
        assert_eq!(
            found.verdict.outcome,
            Outcome::ToItsEnd,
            "{name}: {}",
            found.verdict.words
        );
        for lane in ["first lane", "second lane", "last lane"] {
            let distance = value(&found, lane, "least distance from a cone");
            assert!(distance > 0.0, "{name}: {distance} m in the {lane}");
        }
        assert!(
            found.notes.iter().any(|note| note.starts_with("no cone is touched")),
            "{:?}",
            found.notes
        );
    }
}

/// The amplitude of a sine with dwell, compared with the angle of the steering wheel in a steady bend at 0.3 g, found
/// by a different method. The difference is the rotation of the steering wheel at 13.5 deg/s during the lag of the
/// lateral acceleration, one or two tenths of a second. Runs to both sides are mirror images.
#[test]
fn a_sine_with_dwell_begins_at_the_bend_of_three_tenths_of_g() {
    let car = Vehicle::load("macpherson_car", &NoFiles).expect("a car of the library");
    let found = car
        .assess(Procedure::SineWithDwell, &Overrides::default(), &silent)
        .expect("it is assessed");
    let angle = value(&found, "", "A");
    let steady = car.trim(&Motion {
        speed: Some(80.0 / 3.6),
        bend: Some(Bend::Lateral(0.3 * 9.80665)),
    });
    let steady = value(&steady.expect("it drives the bend"), "", "steering wheel");
    let lag = (angle - steady) / 13.5;
    assert!(
        (0.05..0.2).contains(&lag),
        "{angle} deg, {steady} deg in the steady bend"
    );
    assert_eq!(found.verdict.outcome, Outcome::Passed, "{}", found.verdict.words);
    for name in ["largest yaw rate after 1 s", "least displacement"] {
        let [left, right] = ["first to the left", "first to the right"].map(|side| value(&found, side, name));
        assert!(
            (left - right).abs() < 0.05 + 0.02 * left.abs(),
            "{name}: {left} and {right}"
        );
    }
    // From 1.5 A in increments of half of A up to 270 deg, to both sides.
    let to_a_side = ((270.0 - 1e-9) / (0.5 * angle)).floor() as usize - 2 + 1;
    assert_eq!(found.table.rows.len(), 2 * to_a_side, "{angle} deg");
}
