//! Declarations that compile but are probably mistaken are reported at their places, as errors or warnings.

use wishbone_compiler::diag::{Diagnostic, Severity, catalogue};
use wishbone_compiler::pipeline::compile_text;

/// The example car with further items.
fn car(items: &str) -> String {
    format!("{}{items} }}", catalogue::EXAMPLE_CAR)
}

/// Severity and code of all findings, with the text under the first place.
fn told(declaration: &str) -> Vec<(Severity, &'static str, String)> {
    let found = compile_text(declaration).map_or_else(|errors| errors, |compiled| compiled.warnings);
    let one = |problem: &Diagnostic| {
        let place = problem.labels[0].0.byte_range();
        (problem.severity, problem.code.id, declaration[place].to_owned())
    };
    found.iter().map(one).collect()
}

#[track_caller]
fn refused(items: &str, code: &'static str, place: &str) {
    assert_eq!(
        told(&car(items)),
        [(Severity::Error, code, place.to_owned())],
        "{items}"
    );
}

#[track_caller]
fn warned(items: &str, code: &'static str, place: &str) {
    assert_eq!(
        told(&car(items)),
        [(Severity::Warning, code, place.to_owned())],
        "{items}"
    );
}

#[track_caller]
fn passes(items: &str) {
    assert_eq!(told(&car(items)), [], "{items}");
}

fn rod(mass: &str, inertia: &str) -> String {
    format!("body rod {{ mass: {mass}, com: seat, inertia: {inertia} kg*m^2 }}  joint hold: fixed(arm, rod)")
}

fn wheel(attributes: &str) -> String {
    format!("wheel tyre: on(arm) {{ centre: seat, radius: 0.33 m, {attributes} }}")
}

fn spring(attributes: &str) -> String {
    format!("spring strut: between(chassis, arm) {{ from: top, to: seat, {attributes} }}")
}

/// A knuckle of 38 kg has a radius of gyration of 0.18 m. In kg mm^2 or in grams, the radius is 185 m or 5.8 m.
#[test]
fn a_radius_of_gyration_beyond_any_vehicle_is_a_warning() {
    let moments = "[9e5, 1.3e6, 9.5e5]";
    warned(&rod("38 kg", moments), "W0227", moments);
    warned(&rod("38 g", "[0.9, 1.3, 0.95]"), "W0227", "[0.9, 1.3, 0.95]");
    passes(&rod("38 kg", "[0.9, 1.3, 0.95]"));
    // A trailer.
    passes(&rod("12 t", "[9e3, 1.6e5, 1.6e5]"));
}

#[test]
fn a_rotor_far_larger_than_its_wheel_is_a_warning() {
    warned(
        &wheel("mass: 20 kg, spin_inertia: 1.2e6 kg*m^2"),
        "W0227",
        "1.2e6 kg*m^2",
    );
    warned(&wheel("spin_inertia: 1.2e6 kg*m^2"), "W0227", "1.2e6 kg*m^2");
    // With an engine behind a first gear of 14.
    passes(&wheel("mass: 20 kg, spin_inertia: 40 kg*m^2"));
}

#[test]
fn wheels_set_at_angles_of_no_vehicle_are_refused() {
    refused(&wheel("camber: 90 deg"), "W0228", "90 deg");
    refused(&wheel("toe: -3 rad"), "W0228", "-3 rad");
    passes(&wheel("camber: -12 deg, toe: 0.5 deg"));
}

#[test]
fn a_bump_stop_longer_than_the_spring_is_a_warning() {
    let bump = |length: &str| format!("bump_stop: stop(length: {length}, rate: 200 kN/m)");
    let rebound = "rebound_stop: stop(length: 380 mm, rate: 200 kN/m)";
    let spring = |attributes: &[&str]| spring(&attributes.join(", "));
    let rate = "rate: 40 kN/m, free_length: 450 mm";
    warned(&spring(&[rate, &bump("460 mm")]), "W0229", "460 mm");
    warned(&spring(&[rate, &bump("390 mm"), rebound]), "W0229", "390 mm");
    // Longer than both; reported once.
    warned(&spring(&[rate, &bump("460 mm"), rebound]), "W0229", "460 mm");
    passes(&spring(&[rate, &bump("370 mm"), rebound]));
    passes(&spring(&["damping: 2 kN*s/m", &bump("370 mm"), rebound]));
}

/// A trailing arm at the origin of its group.
const TRAILING: &str = "subsystem Trailing(chassis) {
    body swing { mass: 6 kg, com: [0, OFFSET, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
    joint pivot: revolute(chassis, swing) { axis: y, at: [0.3, OFFSET, 0.2] m }
    spring strut: between(chassis, swing) { from: [0, OFFSET, 0.6] m, to: [0, OFFSET, 0.2] m, RATE, damping: 1 kN*s/m }
    wheel tyre: on(swing) { centre: [0, OFFSET, 0.2] m, radius: 0.3 m }
}";

fn trailing(offset: &str, rate: &str, places: &str) -> String {
    TRAILING.replace("OFFSET", offset).replace("RATE", rate) + "\n" + places
}

const RATE: &str = "rate: 40 kN/m, free_length: 450 mm";

#[test]
fn wheels_in_one_place_are_a_warning() {
    let twice = "place Trailing(chassis) as front  place Trailing(chassis) as rear";
    warned(&trailing("0.5", RATE, twice), "W0230", "tyre");
    let apart = "place Trailing(chassis) as front  place Trailing(chassis) as rear { origin: [-3, 0, 0] m }";
    passes(&trailing("0.5", RATE, apart));
    let mirrored = "place Trailing(chassis) as left mirrored right";
    warned(&trailing("0", RATE, mirrored), "W0230", "tyre");
    passes(&trailing("0.5", RATE, mirrored));
}

#[test]
fn a_steering_axis_through_one_point_is_refused() {
    let knuckle = |upper: &str| {
        format!(
            "body knuckle {{ mass: 20 kg, com: seat, inertia: [1, 1, 1] kg*m^2 }}
            joint lower: spherical(arm, knuckle) {{ at: seat }}
            wheel tyre: on(knuckle) {{ centre: seat, radius: 0.33 m }}
            output angle: caster(tyre) {{ axis: [lower, {upper}] }}"
        )
    };
    refused(&knuckle("lower"), "W0214", "[lower, lower]");
    passes(&knuckle("pivot"));
}

/// Values that a place overrides are checked with their units: the subsystem must also be correct by itself.
#[test]
fn units_are_judged_where_a_place_overrides_them() {
    let place = |items: &str| format!("place Trailing(chassis) as left mirrored right {{ {items} }}");
    let softer = place("spring strut { rate: 30 kN/m }");
    passes(&trailing("0.5", RATE, &softer));
    refused(
        &trailing("0.5", "rate: 40 kN, free_length: 450 mm", &softer),
        "W0106",
        "kN",
    );
    refused(
        &trailing("0.5", "rate: 40, free_length: 450 mm", &softer),
        "W0105",
        "40",
    );
    let wrong = place("spring strut { rate: 30 kN }");
    refused(&trailing("0.5", RATE, &wrong), "W0106", "kN");
    let heavier = place("body swing { com: [0, 0.5, 0.2] kg }");
    refused(&trailing("0.5", RATE, &heavier), "W0106", "kg");
    let moved = place("body swing { com: [0, 0.5, 0.2] m }");
    let list = trailing("0.5", RATE, &moved).replacen("0.2] m, inertia", "0.2] kg, inertia", 1);
    assert_eq!(told(&car(&list))[0].1, "W0106");
    // The unit of a rate cannot be compared with that of a table.
    let table = place("spring strut { rate: table(deflection: [-1, 1] m, force: [-30, 30] kN) }");
    passes(&trailing("0.5", RATE, &table));
}

/// A mistake in metres is reported in metres, however large it is.
#[test]
fn lengths_are_printed_with_six_digits() {
    let declaration = car("points { far: [0, 123456.789, 0] m }");
    let found = compile_text(&declaration).expect_err("too far");
    let message = &found.iter().next().expect("told").message;
    assert_eq!(message, "123457 m is too far for a vehicle");
}

/// Pairs of numbers at two loads. Each pair is valid, but the extrapolation vanishes at zero load or at the greatest load.
#[test]
fn tyres_make_sense_at_every_load() {
    let tyre = |peak_slip: &str, greatest: &str| {
        format!(
            "{} tyre road: tmeasy(all) {{
                width: 200 mm, stiffness: 200 kN/m, nominal_load: 3 kN, greatest_load: {greatest} kN,
                longitudinal: characteristic(
                    slope: [80, 150] kN, peak: [3.2, 6] kN, peak_slip: {peak_slip}, sliding: [2.8, 5] kN, sliding_slip: [0.4, 0.5],
                ),
                lateral: characteristic(
                    slope: [60, 110] kN, peak: [3, 5.6] kN, peak_slip: [0.18, 0.2], sliding: [2.7, 4.9] kN, sliding_slip: [0.6, 0.7],
                ),
                trail: trail(at_zero: [0.17, 0.2], zero_slip: [0.2, 0.2], end_slip: [0.4, 0.4]),
                carcass: [400, 200] kN/m,
            }}",
            wheel("")
        )
    };
    passes(&tyre("[0.1, 0.11]", "10"));
    refused(&tyre("[0.1, 0.2]", "10"), "W0261", "road");
    let far = told(&car(&tyre("[0.1, 0.11]", "60")));
    assert!(
        far.len() > 2 && far.iter().all(|(_, code, _)| *code == "W0261"),
        "{far:?}"
    );
}

/// A declaration of bodies that are coupled one behind the other, each with this length [m].
fn train(bodies: usize, length: f64) -> String {
    let mut text = "Train { body unit_0 { mass: 1 t, com: [0, 0, 1] m, inertia: [1, 1, 1] t*m^2 }
        joint motion: free(ground, unit_0)\n"
        .to_owned();
    for unit in 1..bodies {
        let [coupling, middle] = [-length * (unit as f64 - 0.5), -length * unit as f64];
        let before = unit - 1;
        text += &format!(
            "body unit_{unit} {{ mass: 1 t, com: [{middle}, 0, 1] m, inertia: [1, 1, 1] t*m^2 }}
            joint coupling_{unit}: revolute(unit_{before}, unit_{unit}) {{ at: [{coupling}, 0, 1] m, axis: z }}\n"
        );
    }
    text + "}"
}

/// Twelve units of 15 m make a train with 165 m between the first centre and the last. Units of 25 m do not exist.
#[test]
fn a_train_may_be_as_long_as_its_units() {
    assert_eq!(told(&train(12, 15.0)), []);
    let too_long = told(&train(12, 25.0));
    assert!(!too_long.is_empty());
    assert!(
        too_long
            .iter()
            .all(|(_, code, place)| *code == "W0222" && place.starts_with('[')),
        "{too_long:?}"
    );
    // Five units are coupled, and the permitted length grows only with more units: a point 120 m away is outside.
    assert_eq!(told(&train(5, 24.0)), []);
    assert!(!told(&train(5, 26.0)).is_empty());
}
