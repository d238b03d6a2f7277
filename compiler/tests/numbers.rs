//! Numbers and names that a solver cannot use are reported at their places, without a panic.

use wishbone_compiler::emit;
use wishbone_compiler::pipeline::compile_text;

/// A pendulum, with text that replaces or follows its parts.
const PENDULUM: &str = "S {
    GRAVITY
    body bob { mass: MASS, com: [0, 0, -1] m, inertia: INERTIA }
    joint p: revolute(ground, bob) { axis: y, at: [0, 0, 0] m }
    MORE
}";

fn pendulum(changes: &[(&str, &str)]) -> String {
    let sound = [
        ("GRAVITY", "gravity: 9.81 m/s^2"),
        ("MASS", "2 kg"),
        ("INERTIA", "[1, 1, 1] kg*m^2"),
        ("MORE", ""),
    ];
    changes
        .iter()
        .chain(&sound)
        .fold(PENDULUM.to_owned(), |text, (place, with)| text.replace(place, with))
}

/// Codes of the errors, with the text under each.
fn told(declaration: &str) -> Vec<(&'static str, String)> {
    let found = match compile_text(declaration) {
        Ok(compiled) => {
            // A model without errors can be emitted.
            assert!(!emit::text(&compiled, declaration).is_empty());
            return Vec::new();
        }
        Err(found) => found,
    };
    let places = found.iter().map(|problem| {
        let place = problem.labels[0].0.byte_range();
        (problem.code.id, declaration[place].to_owned())
    });
    places.collect()
}

/// One error with its place.
#[track_caller]
fn one(changes: &[(&str, &str)], code: &'static str, place: &str) {
    assert_eq!(told(&pendulum(changes)), [(code, place.to_owned())], "{changes:?}");
}

/// A spring with this characteristic.
fn spring(attributes: &str) -> String {
    format!("spring s: between(ground, bob) {{ from: [1, 0, 0] m, to: [0, 0, -1] m, {attributes} }}")
}

#[test]
fn the_pendulum_itself_is_sound() {
    assert_eq!(told(&pendulum(&[])), []);
    assert_eq!(
        told(&pendulum(&[("MORE", &spring("free_length: 1 m, rate: 2 kN/m"))])),
        []
    );
}

/// Each of these numbers once overflowed or vanished on the way to the solver, and the compiler panicked.
#[test]
fn numbers_out_of_all_measure_are_told_at_the_number() {
    for (place, written, number) in [
        ("MASS", "1e308 kg", "1e308"),
        ("MASS", "5e-324 kg", "5e-324"),
        ("GRAVITY", "gravity: 1e308 m/s^2", "1e308"),
        ("INERTIA", "[1, 1e200, 1] kg*m^2", "1e200"),
        ("INERTIA", "[1e-320, 1e-320, 1e-320] kg*m^2", "[1e-320, 1e-320, 1e-320]"),
        (
            "MORE",
            "wheel w: on(bob) { centre: [0, 0.5, -1] m, radius: 300 mm, toe: 1e160 rad }",
            "1e160",
        ),
        (
            "MORE",
            "wheel w: on(bob) { centre: [0, 0.5, -1] m, radius: 300 mm, spin_inertia: 1e-320 kg*m^2 }",
            "1e-320",
        ),
        (
            "MORE",
            "friction f: on(p) { limit: 1 N*m, speed: 1e160 rad/s }",
            "1e160",
        ),
        (
            "MORE",
            "friction f: on(p) { limit: 1 N*m, speed: 1e-320 rad/s }",
            "1e-320",
        ),
        ("MORE", "output height: z(bob) { at: [0, 0, -1e200] m }", "-1e200"),
        ("MORE", &spring("damping: 1 kN*s/m, series: 1e-320 N/m"), "1e-320"),
        ("MORE", &spring("free_length: 1 m, rate: 1e-320 N/m"), "1e-320"),
        (
            "MORE",
            &spring("free_length: 1 m, rate: polynomial(deflection: 1e-320 m, force: [1, 2] N)"),
            "1e-320",
        ),
    ] {
        one(&[(place, written)], "W0226", number);
    }
}

/// Points of a table that almost coincide give infinite slopes.
#[test]
fn tables_with_infinite_slopes_are_no_functions() {
    for (rate, place) in [
        (
            "cubic(deflection: [0, 1e-320, 1] m, force: [0, 1, 2] kN)",
            "[0, 1e-320, 1]",
        ),
        ("table(deflection: [0, 1e-320] m, force: [0, 1] kN)", "[0, 1e-320]"),
    ] {
        let spring = spring(&format!("free_length: 1 m, rate: {rate}"));
        one(&[("MORE", &spring)], "W0219", place);
    }
    let table = spring("free_length: 1 m, rate: table(deflection: [0, 1e-320] m, force: [0, 1] kN)");
    let found = compile_text(&pendulum(&[("MORE", &table)])).expect_err("a step");
    assert_eq!(
        found.iter().next().expect("told").labels[0].1,
        "`deflection` must increase by 1e-9 m at least: 0 is followed by 1e-320"
    );
    let flat = spring("damping: table(speed: [-1, 0, 1] m/s, force: [-1e-320, 0, 1] N), series: 1 kN/m");
    one(&[("MORE", &flat)], "W0111", "series");
}

/// Zero is allowed for every kind of number, and so are the small remainders in computed coordinates.
#[test]
fn zeros_and_what_rounding_leaves_of_them_pass() {
    for (place, written) in [
        ("GRAVITY", "gravity: 0 m/s^2"),
        ("MORE", "output height: z(bob) { at: [1e-17, -1e-300, -1] m }"),
        ("MORE", &spring("free_length: 1 m, rate: 0 N/m, damping: 1e-9 N*s/m")),
        (
            "MORE",
            "wheel w: on(bob) { centre: [0, 0.5, -1] m, radius: 300 mm, toe: 0 deg }",
        ),
    ] {
        assert_eq!(told(&pendulum(&[(place, written)])), [], "{written}");
    }
}

#[test]
fn all_numbers_are_told_at_once() {
    let changes = [("GRAVITY", "gravity: 1e200 m/s^2"), ("MASS", "1e-200 kg")];
    let places: Vec<String> = told(&pendulum(&changes)).into_iter().map(|(_, place)| place).collect();
    assert_eq!(places, ["1e200", "1e-200"]);
}

#[test]
fn freedoms_are_a_number_that_can_be_counted() {
    for number in ["1e30", "-1", "2.5"] {
        one(&[("GRAVITY", &format!("freedoms: {number}"))], "W0107", number);
    }
}

/// Keywords of Rust may name parameters and outputs; fields and constants of the solver then get an underscore at the end.
#[test]
fn words_of_rust_name_parameters_and_outputs() {
    for more in [
        ("MASS", "tune(fn) 2 kg"),
        ("MASS", "tune(Self) 2 kg"),
        ("MORE", "output loop: fx(p)"),
    ] {
        assert_eq!(told(&pendulum(&[more])), [], "{more:?}");
    }
}

/// A type may have the name of any keyword of Rust that can be a raw identifier.
#[test]
fn a_vehicle_is_called_by_what_can_name_a_type() {
    let named = |name: &str| told(&pendulum(&[]).replacen('S', name, 1));
    for name in ["Loop", "Type", "Box", "loop", "type"] {
        assert_eq!(named(name), [], "{name}");
    }
    for name in ["self", "Self", "super", "crate", "f64"] {
        assert_eq!(named(name), [("W0203", name.to_owned())]);
    }
}

/// `é` as one code point, and as `e` with a combining accent.
#[test]
fn names_are_compared_as_rust_compares_them() {
    let outputs = "output caf\u{e9}: fx(p)  output cafe\u{301}: fy(p)";
    one(&[("MORE", outputs)], "W0204", "cafe\u{301}");
    let referred = "points { caf\u{e9}: [0, 0, -1] m }  output height: z(bob) { at: cafe\u{301} }";
    assert_eq!(told(&pendulum(&[("MORE", referred)])), []);
}

/// If every number is at an end of its range, the solver's constants are still finite.
#[test]
fn the_ends_of_the_ranges_make_solvers() {
    for end in [0, 1] {
        let at = |ends: [&str; 2]| ends[end].to_owned();
        let of = |ends: [&str; 2], unit: &str| format!("{} {unit}", at(ends));
        let moment = at(["1e-15", "1e12"]);
        let [mass, gravity] = [of(["1e-9", "1e9"], "kg"), of(["1e-9", "1e6"], "m/s^2")];
        let [rate, damping] = [of(["1e-9", "1e15"], "N/m"), of(["1e-9", "1e15"], "N*s/m")];
        let [length, force] = [of(["1e-9", "100"], "m"), of(["1e-9", "1e12"], "N")];
        let more = format!(
            "spring s: between(ground, bob) {{ from: [1, 0, 0] m, to: [0, 0, -1] m, free_length: {length},
                rate: polynomial(deflection: {length}, force: [1e12, -1e12, 1e12] N), damping: {damping},
                series: {rate}, preload: {force} }}
            wheel w: on(bob) {{ centre: [0, 0, -1] m, radius: {length}, mass: {mass}, spin_inertia: {moment} kg*m^2 }}
            friction f: on(p) {{ limit: {limit}, speed: {speed} }}",
            limit = of(["1e-9", "1e12"], "N*m"),
            speed = of(["1e-9", "1e6"], "rad/s"),
        );
        let declaration = pendulum(&[
            ("MASS", &mass),
            ("GRAVITY", &format!("gravity: {gravity}")),
            ("INERTIA", &format!("[{moment}, {moment}, {moment}] kg*m^2")),
            ("MORE", &more),
        ]);
        assert_eq!(told(&declaration), [], "{declaration}");
    }
}
