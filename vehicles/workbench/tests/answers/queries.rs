//! Questions to a vehicle that an external caller steps: derivatives by its pedals at their bounds, and the bits of a
//! run with questions in between.

use wishbone_workbench::files::NoFiles;
use wishbone_workbench::outside::{Asked, Car, Kind};
use wishbone_workbench::vehicle::Vehicle;

/// A car in motion, with its exact derivatives.
fn car() -> Car {
    let vehicle = Vehicle::load("hmmwv", &NoFiles).expect("a vehicle of the library");
    let made = Car::new(vehicle.declaration().clone(), &Asked::default(), None, true);
    let mut own = made.unwrap_or_else(|problem| panic!("{}", problem.message()));
    let speed = named(&own, "start.speed");
    own.set(speed, 15.0).expect("a speed");
    own.begin(0.0).unwrap_or_else(|problem| panic!("{}", problem.message()));
    own
}

fn named(car: &Car, name: &str) -> usize {
    let place = car.table().iter().position(|own| own.name == name);
    place.unwrap_or_else(|| panic!("no variable {name}"))
}

/// Positions of the rates and of the outputs.
fn unknowns(car: &Car) -> Vec<usize> {
    let is = |kind: Kind| matches!(kind, Kind::Rate(_) | Kind::Output(_));
    (0..car.table().len())
        .filter(|place| is(car.table()[*place].kind))
        .collect()
}

fn values(car: &mut Car, places: &[usize]) -> Vec<f64> {
    places.iter().map(|place| car.get(*place).expect("a value")).collect()
}

/// Derivatives by each pedal and lever equal differences to a value within its bounds, at any position.
#[test]
fn derivatives_by_pedals_at_their_bounds_are_one_sided() {
    const APART: f64 = 1e-5;
    let mut own = car();
    let unknowns = unknowns(&own);
    for pedal in ["driver.brake", "driver.throttle"] {
        let pedal = named(&own, pedal);
        for (value, by) in [(0.0, APART), (0.5 * APART, APART), (0.5, APART), (1.0, -APART)] {
            own.set(pedal, value).expect("a pedal");
            let found = own.slopes(&unknowns, pedal).expect("slopes");
            let still = values(&mut own, &unknowns);
            own.set(pedal, value + by).expect("a pedal");
            let moved = values(&mut own, &unknowns);
            own.set(pedal, 0.0).expect("a pedal");
            let wanted: Vec<f64> = still
                .iter()
                .zip(&moved)
                .map(|(still, moved)| (moved - still) / by)
                .collect();
            let size = |slopes: &[f64]| slopes.iter().fold(0.0, |most: f64, own| most.max(own.abs()));
            let difference: Vec<f64> = found
                .iter()
                .zip(&wanted)
                .map(|(found, wanted)| found - wanted)
                .collect();
            assert!(size(&wanted) > 1.0, "it acts");
            let (missed, whole) = (size(&difference), size(&wanted));
            assert!(
                missed < 1e-4 * whole,
                "{} at {value}: {missed} of {whole}",
                own.table()[pedal].name
            );
        }
    }
}

/// A run whose derivatives are requested in between has the bits of a run without requests.
#[test]
fn a_run_that_is_asked_keeps_its_bits() {
    let run = |is_asked: bool| {
        let mut own = car();
        let unknowns = unknowns(&own);
        let knowns =
            ["driver.brake", "driver.steering_wheel_angle", "states.v.motion.vx"].map(|name| named(&own, name));
        own.set(knowns[1], 0.5).expect("an angle");
        let mut bits = Vec::new();
        for step in 0..40 {
            let (count, h) = own.divide(0.002).expect("a step");
            (0..count).for_each(|_| own.step(h).expect("it is made"));
            if is_asked && step % 3 == 1 {
                for known in knowns {
                    own.slopes(&unknowns, known).expect("slopes");
                }
            }
            bits.extend(values(&mut own, &unknowns).into_iter().map(f64::to_bits));
            bits.extend(own.states().expect("states").into_iter().map(f64::to_bits));
        }
        bits
    };
    assert!(run(true) == run(false), "the bits differ");
}
