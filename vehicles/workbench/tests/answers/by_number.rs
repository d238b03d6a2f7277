//! Derivatives of rates by declared numbers are compared with closed forms of two masses, and with differences of
//! changed texts of random cars, each compiled.

use super::named::Named;
use super::sweeps::TWO_MASSES;
use fastrand::Rng;
use wishbone_cars::{Car as Drawn, random};
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::outside::{Asked, ByNumbers, Car, Kind, Present};
use wishbone_workbench::vehicle::{Declaration, Source};

fn car(declaration: &Declaration, asked: &Asked) -> Car {
    let made = Car::new(declaration.clone(), asked, None, false);
    made.unwrap_or_else(|problem| panic!("{}", problem.message()))
}

fn slopes(
    declaration: &Declaration,
    (asked, present): (&Asked, &Present),
    numbers: &[&str],
) -> Result<Vec<Vec<f64>>, String> {
    let by = ByNumbers {
        declaration,
        asked,
        manoeuvre: None,
        present,
    };
    let numbers: Vec<String> = numbers.iter().map(|own| (*own).to_owned()).collect();
    by.slopes(&numbers).map_err(|problem| problem.message())
}

/// Position of a variable.
fn named(car: &Car, name: &str) -> usize {
    let place = car.table().iter().position(|own| own.name == name);
    place.unwrap_or_else(|| panic!("no variable {name}"))
}

/// Position among the states of a state with this name.
fn state(car: &Car, name: &str) -> usize {
    match car.table()[named(car, &format!("states.{name}"))].kind {
        Kind::State(place) => place,
        other => panic!("{name} is {other:?}"),
    }
}

fn near(found: f64, wanted: f64, what: &str) {
    assert!(
        (found - wanted).abs() <= 1e-6 * wanted.abs() + 1e-9,
        "{what}: {found}, {wanted}"
    );
}

/// Masses [kg], rate of the strut and stiffness of the tyre [N/m], gravity [m/s^2], and the speed of the upper mass [m/s].
const UPPER: f64 = 400.0;
const LOWER: f64 = 40.0;
const RATE: f64 = 20e3;
const TYRE: f64 = 200e3;
const GRAVITY: f64 = 9.81;
const SPEED: f64 = 0.1;

/// Two masses: the upper mass rests on a strut, and the lower mass on a tyre; the upper mass moves up.
#[test]
fn slopes_of_two_masses_are_those_of_closed_forms() {
    let declaration = Declaration::of_text("two.toml", TWO_MASSES, &NoFiles);
    let asked = Asked::default();
    let mut own = car(&declaration, &asked);
    own.begin(0.0).expect("it rests");
    let upper = state(&own, "v.heave");
    let lower = state(&own, "v.hop");
    let mut states = own.states().expect("states");
    states[upper] = SPEED;
    own.place(0.0, &states).expect("it is placed");
    let present = own.present().expect("it runs");
    let numbers = [
        "body.mass",
        "strut.from.z",
        "strut.rate",
        "strut.damping",
        "road.stiffness",
        "gravity",
    ];
    let found = slopes(&declaration, (&asked, &present), &numbers).expect("slopes");
    let both = |number: usize| [found[number][upper], found[number][lower]];
    // At rest the strut carries the upper mass, and the tyre both masses.
    let sunk = (UPPER + LOWER) * GRAVITY / TYRE;
    let shorter = UPPER * GRAVITY / RATE;
    let wanted = [
        [-(UPPER * GRAVITY - 1500.0 * SPEED) / (UPPER * UPPER), 0.0],
        [-RATE / UPPER, RATE / LOWER],
        [shorter / UPPER, -shorter / LOWER],
        [-SPEED / UPPER, SPEED / LOWER],
        [0.0, sunk / LOWER],
        [-1.0, -1.0],
    ];
    for (number, wanted) in wanted.into_iter().enumerate() {
        for (found, wanted) in both(number).into_iter().zip(wanted) {
            near(found, wanted, numbers[number]);
        }
    }
}

/// Text of a place with a point, from the point's first number to its last number.
fn point<'t>(text: &'t str, place: &str, name: &str) -> Option<&'t str> {
    let rest = &text[text.find(&format!(" as {place} {{"))?..];
    let rest = &rest[rest.find(&format!("{name}: ["))? + name.len() + 3..];
    Some(&rest[..rest.find(']')?])
}

/// The car with a coordinate of a point moved [m], as text.
fn moved(car: &Drawn, (place, name, axis): (&str, &str, usize), by: f64) -> String {
    let own = point(&car.text, place, name).expect("the point is there");
    let mut numbers: Vec<f64> = own
        .split(',')
        .map(|number| number.trim().parse().expect("a number"))
        .collect();
    numbers[axis] += by;
    let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:.12}")).collect();
    let start = own.as_ptr() as usize - car.text.as_ptr() as usize;
    let mut text = car.text.clone();
    text.replace_range(start..start + own.len(), &numbers.join(", "));
    text
}

/// Names of the points of a place.
fn points(text: &str, place: &str) -> Vec<String> {
    let rest = text.split_once(&format!(" as {place} {{")).map_or("", |(_, rest)| rest);
    let rest = rest.split_once("points { ").map_or("", |(_, rest)| rest);
    let own = rest.split_once('}').map_or("", |(own, _)| own);
    let names = own.split("] m").filter_map(|part| part.split_once(':'));
    names
        .map(|(name, _)| name.trim_matches([',', ' ']).to_owned())
        .collect()
}

/// Three hardpoints of a random car in a bend, drawn at random, are compared with differences of fourth order of texts,
/// each compiled. The environment variable `CARS` gives the number of cars, and `FIRST_CAR` the first seed.
#[test]
fn slopes_of_random_cars_are_differences_of_compiled_texts() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let (count, first) = (number("CARS").unwrap_or(1), number("FIRST_CAR").unwrap_or(0));
    let cars = (first as u64..)
        .map(random)
        .filter(|car| !car.is_compliant() && !points(&car.text, "front_left").is_empty());
    let asked = Asked {
        speed: Some(15.0),
        step: Some(2e-4),
        ..Asked::default()
    };
    let mut compared = 0;
    for drawn in cars.take(count) {
        let mut rng = Rng::with_seed(drawn.seed);
        let of = |text: &str| Declaration::of_text("car.txt", text, &Named(&drawn));
        let declaration = of(&drawn.text);
        let mut own = car(&declaration, &asked);
        own.begin(0.0)
            .unwrap_or_else(|problem| panic!("{drawn}: {}", problem.message()));
        let wheel = named(&own, "driver.steering_wheel_angle");
        own.set(wheel, 0.3).expect("it is steered");
        let (_, h) = own.divide(2e-4).expect("a step");
        for _ in 0..750 {
            own.step(h)
                .unwrap_or_else(|problem| panic!("{drawn}: {}", problem.message()));
        }
        let present = own.present().expect("it runs");
        let names = points(&drawn.text, "front_left");
        let mut chosen: Vec<(String, usize)> = names
            .iter()
            .flat_map(|name| (0..3).map(|axis| (name.clone(), axis)))
            .collect();
        rng.shuffle(&mut chosen);
        chosen.truncate(3);
        let paths: Vec<String> = chosen
            .iter()
            .map(|(name, axis)| format!("front_left.{name}.{}", ["x", "y", "z"][*axis]))
            .collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let found = slopes(&declaration, (&asked, &present), &paths).unwrap_or_else(|told| panic!("{drawn}: {told}"));
        for ((found, (name, axis)), path) in found.iter().zip(&chosen).zip(&paths) {
            let rates = |by: f64| {
                let mut changed = car(&of(&moved(&drawn, ("front_left", name, *axis), by)), &asked);
                changed
                    .run_from(&present)
                    .unwrap_or_else(|problem| panic!("{drawn}: {}", problem.message()));
                changed.rates().expect("rates")
            };
            let h = 2e-5;
            let [a, b, c, d] = [-2.0 * h, -h, h, 2.0 * h].map(rates);
            let wanted: Vec<f64> = (0..a.len())
                .map(|row| (a[row] - 8.0 * b[row] + 8.0 * c[row] - d[row]) / (12.0 * h))
                .collect();
            let size = wanted.iter().fold(0.0, |most: f64, own| most.max(own.abs()));
            assert!(size > 1.0, "{drawn}: {path} moves nothing");
            let most = found
                .iter()
                .zip(&wanted)
                .map(|(found, wanted)| (found - wanted).abs() / size)
                .fold(0.0, f64::max);
            println!("{drawn}: {path}: {size:.3e}, {most:.1e}");
            assert!(most < 1e-6, "{drawn}: {path}: {most:e} of {size:e}");
            compared += 1;
        }
    }
    assert_eq!(compared, 3 * count);
    println!("tried: {compared} hardpoints");
}

fn library(name: &str) -> Declaration {
    let source = Source {
        name: name.to_owned(),
        vehicle: None,
        parameters: None,
        changes: Vec::new(),
    };
    Declaration::of(&source, &NoFiles).expect("a vehicle of the library")
}

/// The present state includes the memories of the equipment: another car gets equal rates from it, but a car that only
/// gets the same states does not.
#[test]
fn a_present_has_states_inputs_and_memories() {
    let (declaration, asked) = (
        library("hmmwv"),
        Asked {
            speed: Some(8.0),
            ..Asked::default()
        },
    );
    let mut own = car(&declaration, &asked);
    own.begin(0.0).expect("it goes");
    let throttle = named(&own, "driver.throttle");
    own.set(throttle, 0.8).expect("it is set");
    let (_, h) = own.divide(1e-3).expect("a step");
    (0..1000).for_each(|_| own.step(h).expect("it goes on"));
    let present = own.present().expect("it runs");
    let wanted = own.rates().expect("rates");
    let size = wanted.iter().fold(0.0, |most: f64, own| most.max(own.abs()));
    let far = |other: &[f64]| {
        wanted
            .iter()
            .zip(other)
            .fold(0.0, |most: f64, (one, other)| most.max((one - other).abs()))
    };
    let mut other = car(&declaration, &asked);
    other.run_from(&present).expect("it runs");
    let found = far(&other.rates().expect("rates"));
    assert!(found <= 1e-6 * size, "{found:e} of {size:e}");
    let mut placed = car(&declaration, &asked);
    placed.begin(0.0).expect("it goes");
    placed.set(throttle, 0.8).expect("it is set");
    placed
        .place(own.time(), &own.states().expect("states"))
        .expect("it is placed");
    assert!(far(&placed.rates().expect("rates")) > 0.1 * size);
}

/// A path of a subsystem names the numbers of all its places, even together with a path of one place and with a
/// repeated path.
#[test]
fn paths_that_name_the_same_number_do_not_disturb_each_other() {
    let declaration = library("hmmwv");
    let asked = Asked {
        speed: Some(10.0),
        ..Asked::default()
    };
    let mut own = car(&declaration, &asked);
    own.begin(0.0).expect("it goes");
    let at = (&asked, &own.present().expect("it runs"));
    let names = [
        "DoubleWishbone.tie_outer.z",
        "front_left.tie_outer.z",
        "chassis.com.x",
        "chassis.com.1",
    ];
    let together = slopes(&declaration, at, &names).expect("slopes");
    for (name, together) in names.iter().zip(&together) {
        let alone = slopes(&declaration, at, &[name]).expect("slopes").remove(0);
        let size = alone.iter().fold(0.0, |most: f64, own| most.max(own.abs()));
        assert!(size > 0.0, "{name}");
        let most = alone
            .iter()
            .zip(together)
            .map(|(one, other)| (one - other).abs())
            .fold(0.0, f64::max);
        assert!(most <= 1e-6 * size, "{name}: {most:e} of {size:e}");
    }
}

#[test]
fn what_is_no_number_is_told() {
    let declaration = Declaration::of_text("two.toml", TWO_MASSES, &NoFiles);
    let asked = Asked::default();
    let mut own = car(&declaration, &asked);
    own.begin(0.0).expect("it rests");
    let present = own.present().expect("it runs");
    let told = slopes(
        &declaration,
        (&asked, &present),
        &["strut.from", "strutt.rate", "body.mass", "strut.kind"],
    )
    .expect_err("two are wrong");
    assert!(
        told.contains("`strut.from` is no single number") && told.contains("strutt") && !told.contains("body.mass"),
        "{told}"
    );
    // A parameter that was set is in no declaration.
    let text = TWO_MASSES.replace("rate = \"20 kN/m\"", "rate = \"tune 20 kN/m\"");
    assert_ne!(text, TWO_MASSES);
    let declaration = Declaration::of_text("two.toml", &text, &NoFiles);
    let mut own = car(&declaration, &asked);
    own.begin(0.0).expect("it rests");
    let rate = named(&own, "parameters.strut.rate");
    let still = own.present().expect("it runs");
    assert!(slopes(&declaration, (&asked, &still), &["strut.rate"]).is_ok());
    own.set(rate, 21e3).expect("it is set");
    let told = slopes(
        &declaration,
        (&asked, &own.present().expect("it runs")),
        &["strut.rate"],
    )
    .expect_err("it was set");
    assert!(told.contains("`strut.rate` was set"), "{told}");
}

/// A number that determines which parts exist is reported, and a vehicle with other parts is not run.
#[test]
fn a_present_of_other_parts_is_refused() {
    let two = Declaration::of_text("two.toml", TWO_MASSES, &NoFiles);
    let asked = Asked::default();
    let mut own = car(&two, &asked);
    own.begin(0.0).expect("it rests");
    let present = own.present().expect("it runs");
    let other = library("quarter_car");
    let told = car(&other, &asked).run_from(&present).expect_err("it has other parts");
    assert!(
        told.message().contains("its states or inputs are others"),
        "{}",
        told.message()
    );
}
