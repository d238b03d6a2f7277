//! Declared drivers: what does not go as they were told is said.

use super::cars;
use wishbone_workbench::progress::silent;
use wishbone_workbench::studies::findings::{Findings, Outcome};
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::vehicle::Vehicle;

fn manoeuvre(text: &str) -> Manoeuvre {
    Manoeuvre::read("drive", &format!("doc = \"A drive.\"\n{text}")).expect("a manoeuvre")
}

/// A powertrain with gears of these ratios, and half-shafts to the front wheels.
fn powertrain(name: &str, ratios: &str, shifting: &str) -> String {
    format!(
        "powertrain {name}: shafts() {{
            crank: shaft(inertia: 0.2 kg*m^2), output: shaft(inertia: 0.02 kg*m^2), case: shaft(inertia: 0.05 kg*m^2),
            left: shaft(inertia: 0.03 kg*m^2), right: shaft(inertia: 0.03 kg*m^2),
            engine: engine(on: crank, full: table(speed: [0, 1500, 3500, 6200] rpm, torque: [100, 250, 250, 165] N*m),
                closed: table(speed: [0, 6200] rpm, torque: [-10, -45] N*m), idle: [750, 900] rpm, limit: [6200, 6500] rpm),
            box: gearbox(output: output, ratios: {ratios}, reverse: 3.6, inertia: 0.1 kg*m^2{shifting}),
            clutch: clutch(from: crank, to: box, capacity: 400 N*m),
            final_drive: gear(driving: output, driven: case, ratio: 3.65),
            differential: differential(case: case, outputs: [left, right]),
            one: half_shaft(from: left, to: fl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
            two: half_shaft(from: right, to: fr.w, stiffness: 7 kN*m/rad, damping: 20 N*m*s/rad),
        }}"
    )
}

/// A motor on the front wheels, without gears.
const MOTOR: &str = "powertrain electric: shafts() {
        rotor: shaft(inertia: 0.1 kg*m^2), left: shaft(inertia: 0.03 kg*m^2), right: shaft(inertia: 0.03 kg*m^2),
        motor: engine(on: rotor, full: table(speed: [0, 12000] rpm, torque: [900, 900] N*m),
            closed: table(speed: [0, 12000] rpm, torque: [0, -10] N*m)),
        differential: differential(case: rotor, outputs: [left, right]),
        one: half_shaft(from: left, to: fl.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
        two: half_shaft(from: right, to: fr.w, stiffness: 8 kN*m/rad, damping: 20 N*m*s/rad),
    }";

/// A car with a gearbox of four gears, brakes, and what is given.
fn car(more: &str) -> Vehicle {
    let train = powertrain("train", "[3.77, 1.96, 1.28, 0.93]", "");
    let brakes = "brakes discs: on(all) { torque: 2 kN*m }";
    Vehicle::of_text("car.txt", &cars::box_car(0.5, &format!("{train}\n{brakes}\n{more}")))
}

fn driven(more: &str, text: &str) -> Findings {
    car(more).drive(&manoeuvre(text), &silent).expect("it starts").findings
}

const DECLARED: &str = "speed = \"20 m/s\"\nduration = \"4 s\"\npace = \"declared\"";

/// A driver on a path with a radius that no tyre can hold leaves the path. A driver on a wide path stays on it, and a
/// driver who begins far beside it never reaches it.
#[test]
fn a_driver_who_loses_his_path_is_judged() {
    let on = |path: &str| {
        let driver = format!(
            "marker nose: on(car) {{ at: [0, 0, 0.5] m }}
             driver me: follow(nose) {{ path: {path}, speed: 20 m/s, wheelbase: 2.6 m, steering_ratio: 10,
                shift: shift(up: [8, 14, 20] m/s, down: [5, 10, 16] m/s) }}"
        );
        driven(&driver, DECLARED)
    };
    let circle =
        |radius: &str| format!("circle(begin: [10, 0] m, run_up: 10 m, transition: 10 m, radius: {radius}, to: left)");
    let tight = on(&circle("15 m"));
    assert_eq!(tight.verdict.outcome, Outcome::LeftItsPath, "{:?}", tight.verdict);
    assert!(tight.figures.is_empty());
    let offset = tight.table.column("offset_from_path").expect("a distance");
    let (last, before) = (offset[offset.len() - 1], offset[offset.len() - 2]);
    assert!(last.abs() > 3.0 && before.abs() <= 3.0, "{before} {last}");
    let wide = on(&circle("200 m"));
    assert!(wide.verdict.is_as_asked(), "{:?}", wide.verdict);
    let aside = on("pieces(begin: [0, 300] m, along: [straight(length: 1 km)])");
    assert_eq!(aside.verdict.outcome, Outcome::LeftItsPath, "{:?}", aside.verdict);
    assert!(aside.verdict.words.contains("never came"), "{:?}", aside.verdict);
}

/// Events that do not come before the end of a run are reported; if all come, there is no message.
#[test]
fn events_that_do_not_come_are_told() {
    let script = |events: &str| {
        let found = driven(
            &format!("driver me: script() {{ start: controls(gear: 3), events: {events} }}"),
            DECLARED,
        );
        let told: Vec<String> = found
            .notes
            .into_iter()
            .filter(|note| note.contains("did not come"))
            .collect();
        (
            told,
            *found
                .table
                .column("events_done")
                .expect("a count")
                .last()
                .expect("a row"),
        )
    };
    let (told, done) =
        script("[event(at: 1 s, throttle: 0.2), event(above: 300 m/s, throttle: 0), event(at: 2 s, brake: 0.5)]");
    assert!(
        told.len() == 1 && told[0].contains("event 2") && told[0].contains("`above` 300 m/s"),
        "{told:?}"
    );
    assert!(
        told[0].contains("the one behind it waits") && done == 1.0,
        "{told:?} {done}"
    );
    let (last, _) = script("[event(at: 1 s, throttle: 0.2), event(above: 300 m/s, throttle: 0)]");
    assert!(told[0].contains("one after the other"), "{told:?}");
    assert!(
        last[0].contains("did not come") && !last[0].contains("one after the other"),
        "{last:?}"
    );
    let (told, done) =
        script("[event(at: 1 s, throttle: 0.2), event(at: 2 s, throttle: 0), event(after: 0.5 s, brake: 0.5)]");
    assert!(told.is_empty() && done == 3.0, "{told:?} {done}");
}

const FULL: &str = "speed = \"9 m/s\"\nduration = \"4 s\"\n[pace.pedals]\ntime = [\"0 s\"]\nthrottle = [0.8]\n";

/// The declared driver shifts only the gears for which he is declared, and does not affect a motor without gears.
#[test]
fn another_powertrain_has_gears_of_its_own() {
    let more = format!(
        "{}\n{}\n{MOTOR}\ndriver me: cruise() {{ speed: 20 m/s, shift: shift(up: [8, 10, 12] m/s, down: [5, 7, 9] m/s) }}",
        powertrain("two", "[3.77, 1.96]", ""),
        powertrain("other", "[3.9, 2, 1.3, 1]", "")
    );
    let car = car(&more);
    let with = |name: &str| car.drive(&manoeuvre(&format!("{FULL}powertrain = \"{name}\"\n")), &silent);
    let told = with("two").err().expect("he shifts four gears").to_string();
    assert!(
        told.contains("shifts 4 gears") && told.contains("`two` has 2"),
        "{told}"
    );
    let gears = |found: &Findings| {
        let mut gears = found.table.column("gear").expect("gears");
        gears.dedup();
        gears
    };
    let shifted = with("other").expect("it has as many gears").findings;
    assert!(gears(&shifted).len() > 2, "{:?}", gears(&shifted));
    let motor = with("electric").expect("it has no gears").findings;
    assert_eq!(gears(&motor), [1.0]);
    let throttle = motor.table.column("throttle").expect("a pedal");
    assert!(throttle.iter().all(|pedal| (pedal - 0.8).abs() < 1e-12), "{throttle:?}");
    // A torque that does not depend on the speed: the car gains speed evenly once the shafts have wound up.
    let speed = motor.table.column("speed").expect("a speed");
    let gained = |from: usize, to: usize| speed[to] - speed[from];
    assert!(
        (gained(100, 200) / gained(200, 300) - 1.0).abs() < 0.02,
        "{} {}",
        gained(100, 200),
        gained(200, 300)
    );
}

/// A driver who holds a speed begins with the demand for this speed: uphill with the accelerator, downhill with the
/// brake. Uphill nothing changes. Brakes share the torque among the axles differently than the steady motion of the
/// start. So there is a transient without a change of the speed.
#[test]
fn a_held_speed_begins_as_it_goes_on() {
    let car = car("driver me: cruise() { speed: 15 m/s, shift: shift(up: [8, 14, 20] m/s, down: [5, 10, 16] m/s) }");
    for (grade, brakes) in [("6 %", false), ("-12 %", true)] {
        let text = format!("speed = \"15 m/s\"\nduration = \"1 s\"\npace = \"declared\"\n[road]\nalong = \"{grade}\"");
        let found = car.drive(&manoeuvre(&text), &silent).expect("it starts").findings;
        assert!(
            found.notes.iter().all(|note| !note.contains("driver")),
            "{grade}: {:?}",
            found.notes
        );
        let column = |name: &str| found.table.column(name).expect("a column");
        let (accelerations, pedal) = (column("longitudinal_acceleration"), column("brake"));
        let greatest = |values: &[f64]| values.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        assert_eq!(pedal[0] > 1e-3, brakes, "{grade}: {}", pedal[0]);
        assert!(
            (pedal[0] - pedal[pedal.len() - 1]).abs() < 0.02 * pedal[0].max(1e-3),
            "{grade}: {pedal:?}"
        );
        let off = column("speed")
            .iter()
            .fold(0.0_f64, |most, speed| most.max((speed - 15.0).abs()));
        assert!(off < 0.01, "{grade}: {off}");
        let later = if brakes { accelerations.len() / 2 } else { 0 };
        assert!(greatest(&accelerations[later..]) < 2e-3, "{grade}: {accelerations:?}");
    }
}

/// A note says so if a driver wants a speed other than the initial speed; it names neither the engine nor the gear as
/// the reason.
#[test]
fn a_driver_who_wants_another_speed_is_told() {
    let driver = "driver me: cruise() { speed: 25 m/s, shift: shift(up: [8, 14, 20] m/s, down: [5, 10, 16] m/s) }";
    let found = driven(driver, "speed = \"10 m/s\"\nduration = \"2 s\"\npace = \"declared\"");
    let told: Vec<&String> = found.notes.iter().filter(|note| note.contains("driver")).collect();
    assert!(
        told.len() == 1 && told[0].contains("wants 25.0 m/s") && told[0].contains("begins at 10.0 m/s"),
        "{told:?}"
    );
    let speed = found.table.column("speed").expect("a speed");
    assert!(speed[speed.len() - 1] > speed[0] + 1.0, "{speed:?}");
}

/// An output of the vehicle that has the name of a driver's distance from his path is not taken for this distance.
#[test]
fn an_output_is_no_path_of_the_driver() {
    let driver = "output offset_from_path: x(car) driver me: cruise() { speed: 15 m/s, shift: shift(up: [8, 14, 20] m/s, down: [5, 10, 16] m/s) }";
    let found = driven(driver, "speed = \"15 m/s\"\nduration = \"1 s\"\npace = \"declared\"");
    let distance = found.table.column("offset_from_path").expect("an output");
    assert!(distance.iter().any(|own| own.abs() > 10.0), "{distance:?}");
    assert!(found.verdict.is_as_asked(), "{}", found.verdict.words);
}
