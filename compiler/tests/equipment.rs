//! Contradictions in equipment. Each mistake is put into the example of the page and must be refused at its place, with
//! the cause and the remedy.

use std::collections::BTreeSet;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline;

const PAGE: &str = include_str!("../../docs/equipment.md");

/// The example with one piece of its text replaced.
fn example(from: &str, to: &str) -> String {
    let example = PAGE.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = example.expect("the page has an example");
    assert!(from.is_empty() || example.contains(from), "the example has `{from}`");
    example.replacen(from, to, 1)
}

/// The example with another driver.
fn driven(driver: &str) -> String {
    let example = example("", "");
    let (before, _) = example.split_once("    driver commuter").expect("it has a driver");
    format!("{before}    driver other: {driver}\n}}\n")
}

/// All messages of the compiler about a text, including the warnings about a correct text.
fn told(text: &str) -> String {
    match pipeline::compile_text(text) {
        Ok(compiled) => render(&compiled.warnings, "car.txt", text),
        Err(problems) => render(&problems, "car.txt", text),
    }
}

#[track_caller]
fn assert_told(text: &str, wanted: &[&str]) {
    let report = told(text);
    for wanted in wanted {
        assert!(report.contains(wanted), "no `{wanted}` in\n{report}");
    }
}

#[test]
fn a_powertrain_does_not_contradict_itself() {
    let cases = [
        (
            "outputs: [left, right]),\n",
            "outputs: [left, left]),\n",
            "`differential` has `left` twice",
        ),
        ("case: case, ", "case: left, ", "`differential` has `left` twice"),
        ("[6000, 6200] rpm", "[100, 200] rpm", "below its idle speed"),
        (
            "[80, 130, 200, 150]",
            "[-80, -130, -200, -150]",
            "less torque with the pedal pressed",
        ),
        (
            "[3.6, 2.1, 1.4, 1]",
            "[1, 1.4, 2.1, 3.6]",
            "do not fall from gear to gear",
        ),
        ("spin_inertia: 1 kg*m^2, ", "", "does not spin, and cannot be driven"),
        (
            "clutch(from: crank, to: box, capacity: 350 N*m)",
            "converter(pump: crank, turbine: box, at: 2000 rpm, capacity: table(ratio: [0, 1], torque: [200, 50] N*m), ratio: table(ratio: [0, 1], factor: [2, 1.2]))",
            "gives more power than its pump takes",
        ),
        (
            "clutch(from: crank, to: box, capacity: 350 N*m)",
            "converter(pump: crank, turbine: box, at: 2000 rpm, capacity: table(ratio: [0, 1], torque: [200, 50] N*m), ratio: table(ratio: [0, 1], factor: [-1.9, 1]))",
            "above zero where the turbine stands",
        ),
    ];
    for (from, to, wanted) in cases {
        assert_told(&example(from, to), &[wanted, "car.txt:"]);
    }
}

/// The example with a converter of these tables in the place of its clutch.
fn converted(tables: &str) -> String {
    let clutch = "clutch(from: crank, to: box, capacity: 350 N*m)";
    example(clutch, &format!("converter(pump: crank, turbine: box, {tables})"))
}

/// Tables of a converter that cannot be meant are told at the table. A measured curve, which ends in zero torque, is sound.
#[test]
fn a_table_of_a_converter_is_told_at_its_place() {
    let ratio = "ratio: table(ratio: [0, 0.8, 1], factor: [2, 1, 1])";
    let by_torque = |ratios: &str, torques: &str| {
        converted(&format!(
            "at: 2000 rpm, capacity: table(ratio: {ratios}, torque: {torques} N*m), {ratio}"
        ))
    };
    let cases = [
        (
            by_torque("[0, 0.8, 1]", "[160, -5, 0]"),
            "`capacity` has the torque -5 N m at the ratio 0.8",
        ),
        (
            by_torque("[0, 0.9, 1.1]", "[160, 5, -15]"),
            "`capacity` has the torque -5 N m at the ratio 1",
        ),
        (
            by_torque("[0, 0.8, 1]", "[0, 50, 0]"),
            "`capacity` has no torque at the ratio 0",
        ),
        (
            converted(&format!(
                "capacity: table(ratio: [0, 0.8, 1], factor: [15, 16, 0]), {ratio}"
            )),
            "`capacity` has the factor 0 at the ratio 1",
        ),
        (
            by_torque("[0, 0.8, 1, 1.2]", "[160, 150, 0, -150]"),
            "`capacity` has points from the ratio 1.2 on that are not used",
        ),
    ];
    for (text, wanted) in cases {
        let report = told(&text);
        let (_, after) = report
            .split_once(wanted)
            .unwrap_or_else(|| panic!("no `{wanted}` in\n{report}"));
        // The mark stands below the table.
        let line = text
            .lines()
            .position(|line| line.contains("converter("))
            .expect("a converter");
        let column = text
            .lines()
            .nth(line)
            .and_then(|line| line.find("table("))
            .expect("a table");
        assert!(
            after.contains(&format!("car.txt:{}:{}", line + 1, column + 1)),
            "{report}"
        );
    }
    for (ratios, torques) in [("[0, 0.8, 1]", "[160, 150, 0]"), ("[0, 0.9, 1.1]", "[160, 10, -10]")] {
        let report = told(&by_torque(ratios, torques));
        assert!(!report.contains("capacity"), "{report}");
    }
}

#[test]
fn brakes_and_steering_stay_in_their_ranges() {
    let brakes = |attribute: &str| example("torque: 1.5 kN*m,", &format!("torque: 1.5 kN*m, {attribute},"));
    assert_told(
        &brakes("boost: table(pedal: [0, 100], pressure: [0, 1])"),
        &["from 0 to 1"],
    );
    assert_told(
        &brakes("boost: table(pedal: [0, 1], pressure: [0, 120])"),
        &["from 0 to 1"],
    );
    let cases = [
        ("target: 0.12", "target: 1.2", "no braked wheel slips more than 1"),
        (
            "delay: 50 ms",
            "delay: 0.2 ms",
            "`delay` of `discs` needs steps of at most 0.1 ms",
        ),
        (
            "delay: 30 ms",
            "delay: 0.5 ms",
            "`delay` of `discs` needs steps of at most 0.27 ms",
        ),
        ("assistance: [0, 0, 15]", "assistance: [0, 0, -15]", "against the hands"),
        (
            "assistance: [0, 0, 15]",
            "assistance: [3, 3, 15]",
            "where its direction changes",
        ),
        ("factor: [1, 0.4]", "factor: [1, -0.4]", "against the hands"),
    ];
    for (from, to, wanted) in cases {
        assert_told(&example(from, to), &[wanted]);
    }
    let unlike = example("", "").replace(
        "mirror rear_left as rear_right {",
        "joint d: revolute(chassis, dolly) { axis: y, at: [2, 0, 0.3] m }
    body dolly { mass: 20 kg, com: [2, 0, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
    wheel third: on(dolly) { centre: [2.6, 0, 0.25] m, radius: 0.25 m, spin_inertia: 1 kg*m^2 }
    mirror rear_left as rear_right {",
    );
    assert_told(&unlike, &["`slip_control` has wheels of 0.25 m and of 0.3 m"]);
}

#[test]
fn air_and_tyres_have_their_signs() {
    let cases = [
        (
            "air body: at(centre)",
            "air body: at(chassis)",
            "there is no marker `chassis`",
        ),
        ("air body: at(centre)", "air body: at(center)", "did you mean `centre`?"),
        ("drag: 0.35", "drag: -0.35", "would pull the vehicle"),
        ("[0, -0.5, -1]", "[0.3, -0.5, -1]", "it would jump"),
        ("[0, 30, 90] deg", "[0, 30, 400] deg", "beyond 180 deg"),
        (
            "rolling_resistance: 0.01",
            "rolling_resistance: 10",
            "it is a part of the load",
        ),
        (
            "compliance: coefficients(",
            "compliance: coefficients(lag: 0.1 ms, ",
            "`lag` of `road` needs steps",
        ),
    ];
    for (from, to, wanted) in cases {
        assert_told(&example(from, to), &[wanted]);
    }
}

#[test]
fn a_driver_presses_pedals_and_chooses_gears_that_there_are() {
    let cases = [
        ("open_loop() { throttle: 50 }", "`throttle` goes from 50 to 50"),
        (
            "open_loop() { brake: table(time: [0, 1] s, value: [0, 80]) }",
            "`brake` goes from 0 to 80",
        ),
        (
            "open_loop() { clutch: step(start: 0 s, duration: 1 s, amplitude: -1) }",
            "`clutch` goes from -1 to 0",
        ),
        ("open_loop() { gear: 1.5 }", "there is no gear 1.5"),
        ("open_loop() { gear: -3 }", "there is no gear -3"),
        (
            "open_loop() { gear: 9 }",
            "`other` asks for gear 9, and `rear_wheel_drive` has 4",
        ),
        ("script() { events: [event(at: 1 s, gear: 9)] }", "asks for gear 9"),
        ("script() { events: [event(at: 1 s, gear: -2)] }", "there is no gear -2"),
        (
            "script() { events: [event(at: 5 s, throttle: 1), event(at: 1 s, throttle: 0)] }",
            "an event at 1 s comes after one at 5 s",
        ),
        ("cruise() { speed: -20 m/s }", "`speed` falls below zero"),
        // The phase at the end is `2 pi 1.25 Hz 1.15 s`, 1.4375 turns.
        (
            "open_loop() { steering_wheel: sweep(start: 0.5 s, duration: 1.15 s, amplitude: 30 deg, from: 0.5 Hz, to: 2 Hz) }",
            "`steering_wheel` jumps by -11.48",
        ),
        (
            "open_loop() { steering_wheel: sine(start: 1 s, frequency: 0.5 Hz, amplitude: 20 deg, cycles: 1.25) }",
            "`steering_wheel` jumps by -20 deg at 3.5 s",
        ),
        (
            "open_loop() { steering_wheel: step(start: 1 s, duration: 0 s, amplitude: 20 deg) }",
            "`steering_wheel` jumps by 20 deg at 1 s",
        ),
        // It stands at its height from the beginning.
        (
            "open_loop() { steering_wheel: pulse(start: 0 s, rise: 0 s, hold: 2 s, fall: 0 s, amplitude: 20 deg) }",
            "`steering_wheel` jumps by -20 deg at 2 s",
        ),
    ];
    for (driver, wanted) in cases {
        assert_told(&driven(driver), &[wanted, "car.txt:"]);
    }
    for sound in [
        "sine(start: 1 s, frequency: 0.5 Hz, amplitude: 20 deg, cycles: 2.5)",
        "step(start: -1 s, duration: 0 s, amplitude: 20 deg)",
        "sweep(start: 0 s, duration: 4 s, amplitude: 9 deg, from: 0.5 Hz, to: 2 Hz)",
    ] {
        let report = told(&driven(&format!("open_loop() {{ steering_wheel: {sound} }}")));
        assert!(!report.contains("jumps"), "{report}");
    }
}

/// A gearbox that shifts by itself takes 1 for all its forward gears; any other gear causes a warning.
#[test]
fn a_driver_of_an_automatic_gearbox_asks_for_no_higher_gear() {
    for (gear, is_warned) in [(3, true), (1, false), (0, false), (-1, false)] {
        let text = driven(&format!("open_loop() {{ gear: {gear} }}"));
        let text = text.replacen(
            "reverse: 3.5,",
            "reverse: 3.5, up: 4000 rpm, down: 1500 rpm, latency: 0.3 s,",
            1,
        );
        let report = told(&text);
        let wanted = format!("`other` asks for gear {gear}, and `rear_wheel_drive` chooses its forward gears itself");
        assert_eq!(report.contains(&wanted), is_warned, "{gear}: {report}");
    }
}

/// Each number of a piece has its own name, also in lists of calls. A comparison of two vehicles finds the number by
/// this name.
#[test]
fn numbers_of_equipment_have_names_of_their_own() {
    let script = driven(
        "script() { events: [event(at: 1 s, brake: 0.5), event(after: 1 s, brake: 0.6), event(beyond: 9 m, brake: 1)] }",
    );
    let gusts = "gusts: [gust(peak: [0, 8, 0] m/s, start: 9 s, duration: 1.5 s)";
    let windy = example(
        gusts,
        &format!("{gusts}, gust(peak: [0, 4, 0] m/s, start: 3 s, duration: 1 s)"),
    );
    for text in [example("", ""), script, windy] {
        let compiled =
            pipeline::compile_text(&text).unwrap_or_else(|found| panic!("{}", render(&found, "car.txt", &text)));
        for piece in &compiled.model.equipment {
            let mut seen = BTreeSet::new();
            let mut names = piece.entries.iter().map(|entry| entry.attribute.as_str());
            assert_eq!(names.find(|name| !seen.insert(*name)), None, "{}", piece.name);
        }
    }
}

/// A single value of a tyre's tables with the wrong sign, at one of the table's loads.
#[test]
fn a_force_of_a_table_with_a_wrong_sign_is_refused() {
    let example = example("", "");
    let (before, rest) = example.split_once("    tyre road:").expect("a tyre");
    let (_, after) = rest.split_once("    powertrain").expect("a powertrain");
    let on = |lateral: &str, longitudinal: &str| {
        format!(
            "{before}    tyre road: tables(all) {{ vertical: table(deflection: [0, 20, 40] mm, force: [0, 4, 9] kN), damping: 400 N*s/m, \
             loads: [2, 5] kN, relaxation: [0.2, 0.5] m, longitudinal: sheet(slip: [-0.1, 0.1], force: [{longitudinal}] kN), \
             lateral: sheet(angle: [-10, -5, 0, 5, 10] deg, force: [{lateral}] kN), \
             aligning: sheet(angle: [-10, 0, 10] deg, moment: [-11, 0, 11, -42, 0, 42] N*m) }}\n    powertrain{after}"
        )
    };
    let (lateral, longitudinal) = ("1.9, 1.6, 0.1, -1.6, -1.9, 4, 3.5, 0, -3.5, -4", "-2.1, 2.1, -5, 5");
    let sound = told(&on(lateral, longitudinal));
    assert!(!sound.contains("beside zero"), "{sound}");
    assert_told(
        &on(&lateral.replacen("1.6", "-1.6", 1), longitudinal),
        &["`lateral` does not fall over the angle beside zero"],
    );
    assert_told(
        &on(&lateral.replacen("-3.5", "3.5", 1), longitudinal),
        &["`lateral` does not fall over the angle beside zero"],
    );
    let slow = on(lateral, longitudinal).replace(
        "slip: [-0.1, 0.1], force: [-2.1, 2.1, -5, 5]",
        "slip: [-0.3, -0.1, 0.1, 0.3], force: [-2, 2.1, 2.1, 2, -5, -5, 5, 5]",
    );
    assert_told(&slow, &["`longitudinal` does not rise over the slip beside zero"]);
}
