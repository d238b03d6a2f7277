//! Co-simulation against runs of the workbench.

use crate::loaded::{Loaded, messages};
use crate::packed::{CAR, Packed, QUARTER, car, packed, quarter, truck, with};
use std::time::Instant;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::outside::Asked;
use wishbone_workbench::progress::silent;
use wishbone_workbench::studies::manoeuvre::{Manoeuvre, Pace, Steering};
use wishbone_workbench::studies::table::Table;
use wishbone_workbench::vehicle::Vehicle;

/// A bend at 20 m/s, in which the accelerator is pressed further, and then the brake.
const BEND: &str = r#"
doc = "A bend under power, then braked."
speed = "20 m/s"
duration = "0.6 s"
every = "0.1 s"
[steering.step]
start = "-1 s"
rise = "0 s"
angle = "12 deg"
[pace.pedals]
time = ["0 s", "0.1 s", "0.2 s", "0.3 s", "0.4 s"]
throttle = [0.2, 0.2, 0.7, 0.7, 0.0]
brake = [0.0, 0.0, 0.0, 0.0, 0.6]
"#;

/// The car of the bend on a straight road; its steering wheel turns at a constant rate from the start.
const RAMP: &str = r#"
doc = "A ramp of the steering wheel."
speed = "20 m/s"
duration = "0.5 s"
every = "0.1 s"
[steering.ramp]
start = "0 s"
rate = "40 deg/s"
[pace.pedals]
time = ["0 s"]
throttle = [0.2]
"#;

/// The table of a manoeuvre that the workbench drives.
pub fn driven(vehicle: &str, manoeuvre: &Manoeuvre) -> Table {
    let vehicle = Vehicle::load(vehicle, &NoFiles).expect("a vehicle of the library");
    vehicle.drive(manoeuvre, &silent).expect("it is driven").findings.table
}

/// Columns of a table that are outputs of an FMU, with their value references.
pub fn common(table: &Table, packed: &Packed) -> Vec<(usize, u32)> {
    let columns = table.columns.iter().enumerate().skip(1);
    let each = columns.filter_map(|(place, column)| {
        let reference = packed.variables.iter().position(|own| own.name == column.name)?;
        Some((place, reference as u32))
    });
    each.collect()
}

/// A pedal at a time, between straight lines.
fn pedal(manoeuvre: &Manoeuvre, values: &[f64], time: f64) -> f64 {
    let Pace::Pedals(pedals) = &manoeuvre.pace else {
        return 0.0;
    };
    let times: Vec<f64> = pedals.time.iter().map(|time| time.0).collect();
    let later = times.partition_point(|own| *own <= time);
    if later == times.len() || values.is_empty() {
        return values.last().copied().unwrap_or(0.0);
    }
    let (from, to) = (times[later - 1], times[later]);
    let (x, y) = (values[later - 1], values[later]);
    x + (y - x) * (time - from) / (to - from)
}

/// With communication steps of the integration's length, every number of every row equals that of `wishbone drive`, to
/// the last bit.
#[test]
fn equal_to_a_driven_manoeuvre() {
    let manoeuvre = Manoeuvre::read("bend", BEND).expect("a manoeuvre");
    let (Pace::Pedals(pedals), Steering::Step(step)) = (&manoeuvre.pace, &manoeuvre.steering) else {
        panic!("pedals and a step");
    };
    let (table, packed) = (driven(CAR, &manoeuvre), car());
    let common = common(&table, packed);
    assert!(common.len() > 28, "{} columns", common.len());
    let references: Vec<u32> = common.iter().map(|(_, reference)| *reference).collect();
    let [throttle, brake] = ["driver.throttle", "driver.brake"].map(|name| packed.reference(name));
    for version in [2, 3] {
        let start = [
            ("driver.steering_wheel_angle", step.angle.expect("an angle").0),
            ("driver.throttle", 0.2),
        ];
        let own = Loaded::begun(version, packed, false, &start);
        let mut time = 0.0;
        for (place, row) in table.rows.iter().enumerate() {
            if place > 0 {
                for _ in 0..100 {
                    assert_eq!(own.step(time, 1e-3), 0, "{}", messages());
                    time += 1e-3;
                    assert_eq!(own.set(throttle, pedal(&manoeuvre, &pedals.throttle, time)), 0);
                    assert_eq!(own.set(brake, pedal(&manoeuvre, &pedals.brake, time)), 0);
                }
            }
            let values = own.all(&references).expect("outputs");
            for ((column, _), value) in common.iter().zip(values) {
                let name = &table.columns[*column].name;
                assert_eq!(
                    value.to_bits(),
                    row[*column].to_bits(),
                    "{name}: {value} {}",
                    row[*column]
                );
            }
        }
        // A column without pedals would be the same; the car has sped up and slowed down.
        let speeds: Vec<f64> = table.rows.iter().map(|row| row[6]).collect();
        assert!(speeds[3] > speeds[0] && speeds[6] < speeds[4], "{speeds:?}");
    }
}

/// The steering wheel continues at its rate within a step: steps of 10 ms follow a ramp to rounding, while held angles
/// lag.
#[test]
fn the_steering_wheel_goes_on_at_its_rate() {
    let manoeuvre = Manoeuvre::read("ramp", RAMP).expect("a manoeuvre");
    let (table, packed) = (driven(CAR, &manoeuvre), car());
    let yaw_rate = table
        .columns
        .iter()
        .position(|column| column.name == "yaw_rate")
        .expect("a column");
    let last = table.rows.last().expect("rows")[yaw_rate];
    let rate = 40_f64.to_radians();
    let ended = |h: f64, with_rate: bool| {
        let own = Loaded::begun(3, packed, false, &[("driver.throttle", 0.2)]);
        for k in 0..(0.5 / h).round() as usize {
            let time = k as f64 * h;
            assert_eq!(own.set(packed.reference("driver.steering_wheel_angle"), rate * time), 0);
            let told = if with_rate { rate } else { 0.0 };
            assert_eq!(own.set(packed.reference("driver.steering_wheel_rate"), told), 0);
            assert_eq!(own.step(time, h), 0, "{}", messages());
        }
        own.get(packed.reference("yaw_rate")).expect("an output")
    };
    let [followed, held] = [true, false].map(|with_rate| ended(1e-2, with_rate));
    // Both push the bodies as the steering wheel starts at once.
    assert!((followed - last).abs() < 1e-6 * last.abs(), "{followed} {last}");
    assert!((held - last).abs() > 1e-3 * last.abs(), "{held} {last}");
}

/// A communication step that is not a whole number of integration steps consists of equal shorter steps.
#[test]
fn odd_communication_steps_reach_their_end() {
    let packed = quarter();
    let own = Loaded::begun(2, packed, false, &[]);
    let mut time = 0.0;
    for h in [1.7e-3, 2e-4, 3.3e-3] {
        assert_eq!(own.step(time, h), 0, "{}", messages());
        time += h;
        assert!((own.get(0).expect("time") - time).abs() < 1e-12);
    }
    for wrong in [0.0, -1e-3, f64::NAN, f64::INFINITY] {
        assert_eq!(own.step(time, wrong), 3);
    }
    assert_eq!(own.step(time + 1.0, 1e-3), 3);
    assert!(messages().contains("the vehicle is at"));
}

/// A run begins at the time and the speed that the importing tool sets; without a speed, it begins at rest.
#[test]
fn a_run_begins_where_it_is_asked_to() {
    let packed = packed(CAR, &Asked::default());
    let own = Loaded::new(3, &packed, &packed.token, false).expect("an instance");
    assert_eq!(own.set(packed.reference("start.speed"), 13.0), 0);
    assert_eq!(own.set(packed.reference("start.speed"), -1.0), 3);
    assert_eq!(own.enter_initialization(7.5), 0);
    let speed = packed.reference("speed");
    assert!((own.get(speed).expect("a speed") - 13.0).abs() < 0.05);
    // What is set in initialization counts as well.
    assert_eq!(own.set(packed.reference("start.speed"), 11.0), 0);
    assert!((own.get(speed).expect("a speed") - 11.0).abs() < 0.05);
    assert_eq!(own.simple("ExitInitializationMode"), 0);
    assert_eq!(own.get(0), Ok(7.5));
    assert_eq!(own.step(7.5, 1e-2), 0);
    assert!((own.get(0).expect("time") - 7.51).abs() < 1e-12);
    assert_eq!(own.set(packed.reference("start.speed"), 5.0), 3);
    assert_eq!(own.simple("Reset"), 0);
    assert_eq!(own.enter_initialization(0.0), 0);
    assert!(own.get(speed).expect("a speed").abs() < 1e-3);
}

/// A number that is marked by `tune` is a parameter. Set before the start or in a run, it has the effect of the same
/// number in the declaration.
#[test]
fn a_tuned_number_is_that_of_the_declaration() {
    const NAME: &str = "chassis.mass";
    let tuned = with(QUARTER, &[&format!("{NAME} = tune 400 kg")]);
    let fixed = with(QUARTER, &[&format!("{NAME} = 460 kg")]);
    let parameter = tuned.reference(&format!("parameters.{NAME}"));
    let height = |packed: &Packed| packed.reference("chassis.position_z");
    let set = Loaded::begun(3, &tuned, false, &[(&format!("parameters.{NAME}"), 460.0)]);
    let declared = Loaded::begun(3, &fixed, false, &[]);
    let [one, other] = [(&set, &tuned), (&declared, &fixed)].map(|(own, packed)| own.get(height(packed)));
    let (one, other) = (one.expect("a height"), other.expect("a height"));
    assert!((one - other).abs() < 1e-9, "{one} {other}");
    // Loaded in a run, the body sinks.
    let run = Loaded::begun(2, &tuned, false, &[]);
    let before = run.get(height(&tuned)).expect("a height");
    assert_eq!(run.set(parameter, -1.0), 3, "no body has a negative mass");
    assert_eq!(run.get(parameter), Ok(400.0));
    assert_eq!(run.set(parameter, 460.0), 0, "{}", messages());
    assert_eq!(run.step(0.0, 12.0), 0, "{}", messages());
    let after = run.get(height(&tuned)).expect("a height");
    assert!(
        after < before - 1e-3 && (after - other).abs() < 1e-4,
        "{before} {after} {other}"
    );
}

/// Prints the least mean time of 100 steps of 1 ms: `cargo test --release -p wishbone-fmu --test harness time_of -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn time_of_a_step() {
    for packed in [quarter(), truck(), car()] {
        for version in [2, 3] {
            let own = Loaded::begun(version, packed, false, &[]);
            let (mut time, mut least) = (0.0, f64::INFINITY);
            for _ in 0..100 {
                let begin = Instant::now();
                for _ in 0..100 {
                    assert_eq!(own.step(time, 1e-3), 0, "{}", messages());
                    time += 1e-3;
                }
                least = least.min(begin.elapsed().as_secs_f64() / 100.0);
            }
            println!(
                "{} FMI {version}: {:.2} us",
                packed.package.declaration().name().unwrap_or_default(),
                1e6 * least
            );
        }
    }
}

/// The times of the importing tool differ from the times of the vehicle by less than a nanosecond in each step. The
/// differences do not add up to a refused step, and change no bit of the motion.
#[test]
fn small_differences_of_time_do_not_add_up() {
    const H: f64 = 1e-3;
    const APART: f64 = 0.5e-9;
    let packed = quarter();
    let moved = ["parameters.", "states.", "time"];
    let outputs = packed
        .variables
        .iter()
        .enumerate()
        .filter(|(_, own)| !moved.iter().any(|name| own.name.starts_with(name)));
    let outputs: Vec<u32> = outputs.map(|(place, _)| place as u32).collect();
    for version in [2, 3] {
        let [exact, drifting] = [0.0, APART].map(|apart| {
            let own = Loaded::begun(version, packed, false, &[]);
            for k in 0..200 {
                let from = f64::from(k) * (H + apart);
                assert_eq!(own.step(from, H), 0, "{}", messages());
                assert!((own.get(0).expect("time") - from - H).abs() < 1e-15);
            }
            own.all(&outputs)
                .expect("outputs")
                .into_iter()
                .map(f64::to_bits)
                .collect::<Vec<u64>>()
        });
        assert_eq!(exact, drifting);
        // A tool that is elsewhere is told.
        let own = Loaded::begun(version, packed, false, &[]);
        assert_eq!(own.step(1e-6, H), 3);
    }
}
