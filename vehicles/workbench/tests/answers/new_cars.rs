//! New cars on every pair of suspensions: plausible, at rest on their tyres, and steered in the direction of the steering wheel.
//!
//! The ranges here are narrower than those of `check`, which also include trucks and racing cars.

use std::env;
use std::ops::RangeInclusive;
use wishbone_compiler::model::{Hardpoint, Model};
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::new_car;
use wishbone_workbench::plausible::Plausibility;
use wishbone_workbench::progress::silent;
use wishbone_workbench::studies::findings::Outcome;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::vehicle::{Declaration, Vehicle, parameters};

/// Figures of a passenger car: the beginning of a name and its range.
const CAR: [(&str, RangeInclusive<f64>); 10] = [
    ("caster,", 2.0..=9.0),
    ("kingpin inclination,", 8.0..=14.0),
    ("scrub radius,", -20.0..=30.0),
    ("steering ratio,", 12.0..=20.0),
    ("bump steer,", -10.0..=10.0),
    ("ride frequency,", 1.0..=2.0),
    ("damping ratio,", 0.2..=0.6),
    ("wheel hop frequency,", 8.0..=16.0),
    ("static load moves the wheels by,", -15.0..=15.0),
    ("roll gradient,", 1.0..=9.0),
];

/// A step of the steering wheel, long enough for a steady yaw rate.
const STEP: &str = "
doc = \"A short step of the steering wheel.\"
speed = \"60 km/h\"
duration = \"1.5 s\"
[steering.step]
start = \"0.1 s\"
rise = \"0.2 s\"
angle = \"30 deg\"
";

fn car(front: &str, rear: &str) -> Vehicle {
    let text = new_car::text(front, rear, "car.toml").unwrap_or_else(|problem| panic!("{problem}"));
    Vehicle::of_text("car.toml", &text)
}

/// Every number of a car can be changed by its path: a car with its own numbers as parameters does not change.
#[test]
fn every_number_has_a_path() {
    let fronts: Vec<&str> = new_car::fronts().collect();
    let pairs = new_car::rears().zip(fronts.into_iter().cycle());
    for (rear, front) in pairs.chain([("solid_axle_watt", "solid_axle_steered")]) {
        let text = new_car::text(front, rear, "car.toml").expect("a car");
        let own = Declaration::of_text("car.toml", &text, &NoFiles);
        let numbers = parameters::text(&own).expect("its numbers");
        let changes = parameters::changes(&numbers, &own).unwrap_or_else(|told| panic!("{front}, {rear}: {told}"));
        let again = own
            .clone()
            .changed(&changes)
            .unwrap_or_else(|problem| panic!("{front}, {rear}: {problem}"));
        let [own, again] = [own, again].map(|own| own.resolved().expect("it is sound"));
        let points = |found: &(_, Vec<Hardpoint>)| -> Vec<(String, [f64; 3])> {
            found
                .1
                .iter()
                .map(|point| (point.name.clone(), point.declared.into()))
                .collect()
        };
        assert_eq!(points(&own), points(&again), "{front}, {rear}");
        let masses = |found: &(Model, _)| -> Vec<f64> { found.0.bodies.iter().map(|body| *body.mass).collect() };
        assert_eq!(masses(&own), masses(&again), "{front}, {rear}");
        assert!(changes.len() > 40, "{}", changes.len());
    }
}

/// All pairs with this suspension in front. Every suspension is in at least one pair that is driven; `.ci/soak` drives all pairs.
fn with_front(front: &str) {
    let place = new_car::fronts()
        .position(|own| own == front)
        .expect("it is one in front");
    for (number, rear) in new_car::rears().enumerate() {
        let name = format!("{front}, {rear}");
        let car = car(front, rear);
        let running = car.running().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        is_plausible(&name, &Plausibility::of(running));
        let rest = car.settle().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(rest.verdict.outcome, Outcome::Rests, "{name}: {}", rest.verdict.words);
        if number % new_car::fronts().count() == place || env::var_os("PAIRS").is_some() {
            goes_where_it_is_steered(&name, &car);
        }
    }
}

/// A step of the steering wheel to the left ends in a steady bend to the left. Its radius is not smaller than that of wheels
/// without slip.
fn goes_where_it_is_steered(name: &str, car: &Vehicle) {
    let method = if name.contains("bushed") { "sbdf2" } else { "ab3" };
    let step = Manoeuvre::read("step", &format!("method = \"{method}\"\n{STEP}")).expect("a manoeuvre");
    let run = car
        .drive(&step, &silent)
        .unwrap_or_else(|problem| panic!("{name}: {problem}"));
    let verdict = &run.findings.verdict;
    assert_eq!(verdict.outcome, Outcome::ToItsEnd, "{name}: {}", verdict.words);
    let rates = run.findings.table.column("yaw_rate").expect("a column");
    let (end, before) = (rates[rates.len() - 1], rates[rates.len() - 11]);
    assert!((end - before).abs() < 0.03 * end, "{name}: {before} {end}");
    // 30 deg of the steering wheel with a ratio of 12 to 20, for a wheelbase of 2.7 m, at 60 km/h.
    let neutral = 30_f64.to_radians() / 12.0 / 2.7 * 60.0 / 3.6;
    assert!(end > 0.4 * neutral * 12.0 / 20.0 && end < neutral, "{name}: {end}");
}

fn is_plausible(name: &str, found: &Plausibility) {
    assert!(found.lines().is_empty(), "{name}: {:?}", found.lines());
    assert!(
        found.notes.iter().all(|note| !note.starts_with('!')),
        "{name}: {:?}",
        found.notes
    );
    for (figure, usual) in &CAR {
        let of_this = found.figures.iter().filter(|own| own.name.starts_with(figure));
        let values: Vec<f64> = of_this.map(|own| own.value).collect();
        assert!(!values.is_empty(), "{name}: no {figure}");
        assert!(
            values.iter().all(|value| usual.contains(value)),
            "{name}: {figure} {values:?}"
        );
    }
}

#[test]
fn double_wishbones_in_front() {
    with_front("double_wishbone");
}

#[test]
fn struts_in_front() {
    with_front("macpherson");
}

#[test]
fn struts_on_bushings_in_front() {
    with_front("macpherson_bushed");
}

#[test]
fn struts_of_one_body_in_front() {
    with_front("macpherson_massless");
}

#[test]
fn a_solid_axle_in_front() {
    with_front("solid_axle_steered");
}

#[test]
fn every_front_suspension_is_tried() {
    let tried = [
        "double_wishbone",
        "macpherson",
        "macpherson_bushed",
        "macpherson_massless",
        "solid_axle_steered",
    ];
    assert!(new_car::fronts().eq(tried));
}
