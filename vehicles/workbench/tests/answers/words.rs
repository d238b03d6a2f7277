//! Which body the free joint of a vehicle names is a matter of words: it is where the coordinates begin. Every study gives the same numbers.

use super::named::Named;
use fastrand::Rng;
use std::collections::BTreeSet;
use wishbone_cars::{Car, random};
use wishbone_workbench::loads::{Loads, Question};
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::{At, Travel};
use wishbone_workbench::steady::Motion;
use wishbone_workbench::steady::response::Asked;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::{Declaration, Vehicle};

/// Difference of two numbers, relative to the larger one, or to `LEAST` where both are smaller, above which they are not the same.
const APART: f64 = 1e-5;
const LEAST: f64 = 1e-3;

/// Figures that depend on where the coordinates begin: steps of a method that splits the coordinates, and effort of a search.
const OF_WORDS: [&str; 2] = ["SBDF2", "evaluations"];
/// Lengths that are infinite but for rounding, such as the swing arm of a parallel axle [mm].
const INFINITE: f64 = 1e7;

/// Names and values of the figures of some answers.
fn numbers(found: &[Findings]) -> Vec<(String, f64)> {
    let each = found
        .iter()
        .flat_map(|own| own.figures.iter().map(move |figure| (own, figure)));
    let named = each.filter_map(|(own, figure)| {
        let name = format!("{}: {} {}", own.name, figure.subject, figure.name);
        Some((name, figure.value?))
    });
    let counts = |name: &str| OF_WORDS.iter().all(|own| !name.contains(own));
    named
        .filter(|(name, value)| counts(name) && value.abs() < INFINITE)
        .collect()
}

/// Forces and moments of all cases.
fn forces(found: &Loads) -> Vec<(String, f64)> {
    let rows = found
        .cases
        .iter()
        .flat_map(|case| case.rows.iter().map(move |row| (case, row)));
    let all = rows.flat_map(|(case, row)| {
        let named =
            move |what: &str, number: f64| (format!("{}: {} {} {what}", case.case, row.point, row.part), number);
        let forces = row.force.map(|number| named("force", number));
        let moments = row.moment.map(|number| named("moment", number));
        [forces, moments].concat()
    });
    all.collect()
}

/// All numbers of a study; `None` if it has no answer.
type Study = (&'static str, fn(&Vehicle) -> Option<Vec<(String, f64)>>);

const STUDIES: [Study; 7] = [
    ("settle", |car| Some(numbers(&[car.settle().ok()?]))),
    ("kc", |car| {
        let travel = Travel {
            at: At::Rest,
            travel: 0.03,
            steps: 2,
            ..Travel::default()
        };
        Some(numbers(&car.kc(&travel, &silent).ok()?))
    }),
    ("trim", |car| Some(numbers(&[car.trim(&bend()).ok()?]))),
    ("modes at rest", |car| {
        Some(numbers(&[car.modes(&Motion::default()).ok()?]))
    }),
    ("modes", |car| Some(numbers(&[car.modes(&bend()).ok()?]))),
    ("response", |car| {
        let asked = Asked {
            motion: Motion {
                speed: Some(20.0),
                bend: None,
            },
            input: "steering".to_owned(),
            outputs: vec!["yaw_rate".to_owned(), "roll".to_owned()],
            range: [0.2, 4.0],
        };
        Some(numbers(&[car.response(&asked).ok()?]))
    }),
    ("loads", |car| {
        Some(forces(&car.loads(&Question::default(), &silent).ok()?))
    }),
];

fn bend() -> Motion {
    Motion {
        speed: Some(20.0),
        bend: Some(Bend::Lateral(2.0)),
    }
}

/// A comparison of the answers of two declarations.
#[derive(Default)]
struct Compared {
    numbers: usize,
    /// Names of the studies that have an answer.
    studies: BTreeSet<&'static str>,
    /// What differs.
    apart: Vec<String>,
}

impl Compared {
    /// Compares all studies of two declarations of a car, whose free joint names these bodies.
    fn add(&mut self, car: &Car, bodies: [&str; 2], vehicles: [&Vehicle; 2]) {
        for (study, answer) in STUDIES {
            let mut differs = |what: String| self.apart.push(format!("{car}: {study}, {bodies:?}: {what}\n"));
            let (one, other) = match vehicles.map(answer) {
                [Some(one), Some(other)] if one.len() == other.len() => (one, other),
                [None, None] => continue,
                [one, other] => {
                    let counts = [one, other].map(|found| found.map(|numbers| numbers.len()));
                    differs(format!("{counts:?} numbers"));
                    continue;
                }
            };
            self.studies.insert(study);
            self.numbers += one.len();
            // Forces are as large as the load of a wheel, of which a small one is the difference. Gains are slopes by differences.
            let (least, apart) = match study {
                "loads" => (1.0, APART),
                "response" => (LEAST, 30.0 * APART),
                _ => (LEAST, APART),
            };
            for ((name, a), (same, b)) in one.iter().zip(&other) {
                if name != same || (a - b).abs() > apart * a.abs().max(b.abs()).max(least) {
                    differs(format!("{name}: {a}, and {same}: {b}"));
                }
            }
        }
    }
}

/// Random cars: one, or the number in the environment variable `CARS`, from the seed in `FIRST_CAR` on. The free joint names the chassis, or a body of
/// a suspension that is drawn.
#[test]
fn every_study_is_the_same_wherever_the_coordinates_begin() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let (count, first): (usize, u64) = (number("CARS").unwrap_or(1) as usize, number("FIRST_CAR").unwrap_or(2));
    let mut compared = Compared::default();
    for car in (first..).map(random).take(count) {
        // A dry friction is a kink, at which a slope is one of two.
        let text = car.text.replace(", joint_friction: 20 N", "");
        let named = |text: &str| Vehicle::of(Declaration::of_text("car.txt", text, &Named(&car)));
        let vehicle = named(&text);
        let bodies = &vehicle.running().expect("a car").compiled.model.bodies;
        let parts: Vec<&str> = bodies
            .iter()
            .map(|body| body.name.as_str())
            .filter(|name| name.contains('.'))
            .collect();
        let part = parts[Rng::with_seed(car.seed).usize(..parts.len())];
        let turned = text.replace("free(ground, chassis)", &format!("free(ground, {part})"));
        assert_ne!(turned, text);
        compared.add(&car, ["chassis", part], [&vehicle, &named(&turned)]);
    }
    let Compared {
        numbers,
        studies,
        apart,
    } = compared;
    println!("tried: {numbers} numbers of {count} cars");
    assert_eq!(studies.len(), STUDIES.len(), "{studies:?}");
    assert!(numbers > 1000 * count, "{numbers}");
    assert!(apart.is_empty(), "{} of {numbers}\n{}", apart.len(), apart.concat());
}
